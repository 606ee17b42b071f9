#!/usr/bin/env node
// node bindings/browser/build.mjs INSPECTOR.html PAGE.html: the game, the library, the data and the inspector as one page.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const read = (path) => readFileSync(join(here, path), "utf8");

/** A module as part of one script: its imports are there already. */
const part = (text) => text.replace(/^import \{[^}]*\} from ".*";$/gm, "").replace(/^export \{[^}]*\};$/gm, "").replace(/^export /gm, "");

const script = [read("../../build/js/ploy.mjs"), read("game.mjs"), read("draw.mjs"), read("main.mjs")].map(part).join("\n");
if (script.includes("</script")) throw new Error("the script would end the page's element");
const [inspector, page] = process.argv.slice(2);
if (!readFileSync(inspector, "utf8").includes("<!--recording-->")) throw new Error(`${inspector} is not the inspector's page`);
writeFileSync(page, read("page.html").replace("<!--smiths-->", () => read("smiths.xml")).replace("/*script*/", () => script)
    .replace("<!--inspector-->", () => gzipSync(readFileSync(inspector), { level: 9 }).toString("base64")));
