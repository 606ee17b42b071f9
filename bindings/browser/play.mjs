#!/usr/bin/env node
// The smiths without a page, in node: node bindings/browser/play.mjs [--record FILE] [--attach]. A debugger attaches here;
// browsers have no sockets.
import { readFileSync } from "node:fs";
import { Game } from "./game.mjs";

const options = process.argv.slice(2), at = options.indexOf("--record");
const game = new Game(readFileSync(new URL("smiths.xml", import.meta.url), "utf8"), { record: at >= 0 ? options[at + 1] : undefined });
if (options.includes("--attach")) console.error(`attach: ${await game.world.attach()}`);
setInterval(() => game.tick(0.05), 50);
