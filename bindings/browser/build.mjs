#!/usr/bin/env node
// node bindings/browser/build.mjs PAGE.html: the game, the library and the data as one page.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const read = (path) => readFileSync(join(here, path), "utf8");

/** A module as part of one script: its imports are there already. */
const part = (text) => text.replace(/^import \{[^}]*\} from ".*";$/gm, "").replace(/^export \{[^}]*\};$/gm, "").replace(/^export /gm, "");

const script = [read("../../build/js/ploy.mjs"), read("game.mjs"), read("draw.mjs"), read("main.mjs")].map(part).join("\n");
if (script.includes("</script")) throw new Error("the script would end the page's element");
writeFileSync(process.argv[2], read("page.html").replace("<!--smiths-->", () => read("smiths.xml")).replace("/*script*/", () => script));
