// node build.mjs LIBRARY.wasm PAGE.html PAGE.c: bundles src/ and the library into one page with a place for a recording at
// <!--recording-->, and writes the same page as C source for the program.

import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const [library, out, source] = process.argv.slice(2);

async function bundle(entry, loader) {
    const options = { bundle: true, minify: true, write: false, target: "es2022", legalComments: "none", charset: "utf8" };
    const built = await build({ ...options, ...loader, entryPoints: [join(here, entry)], absWorkingDir: here });
    return built.outputFiles[0].text;
}

const script = await bundle("src/main.tsx", { format: "iife", jsx: "automatic", jsxImportSource: "preact" });
const style = await bundle("src/page.css", {}) + readFileSync(join(here, "node_modules/uplot/dist/uPlot.min.css"), "utf8");

// Functions, since a text would have its $ signs replaced.
const page = readFileSync(join(here, "page.html"), "utf8")
    .replace("/*style*/", () => style)
    .replace("<!--library-->", () => readFileSync(library).toString("base64"))
    .replace("/*script*/", () => script.replaceAll("</script", "<\\/script"));
writeFileSync(out, page);

const bytes = Buffer.from(page);
const lines = [];
for (let at = 0; at < bytes.length; at += 32) lines.push(bytes.subarray(at, at + 32).join(",") + ",");
writeFileSync(source, `#include "programs/commands/inspector_page.h"

const unsigned char inspector_page[] = {
${lines.join("\n")}
};
const size_t inspector_page_bytes = sizeof inspector_page;
`);
