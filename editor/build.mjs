// node build.mjs PROGRAM.wasm SCHEMA.rng INSPECTOR.html PAGE.html PAGE.c: bundles src/, the program, the schema and the
// inspector's page into one page, and writes the same page as C source for the program.

import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { readSchema } from "./schema.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const [program, schema, inspector, out, source] = process.argv.slice(2);

async function bundle(entry, more) {
    const options = { bundle: true, minify: true, write: false, target: "es2022", legalComments: "none", charset: "utf8", format: "iife" };
    const built = await build({ ...options, ...more, entryPoints: [join(here, entry)], absWorkingDir: here });
    return built.outputFiles[0].text;
}

const packed = (bytes) => gzipSync(bytes, { level: 9 }).toString("base64");
const define = { SCHEMA: JSON.stringify(readSchema(readFileSync(schema, "utf8"))) };
const script = await bundle("src/main.tsx", { jsx: "automatic", jsxImportSource: "preact", define });
const worker = await bundle("src/program/worker.ts", {});
const style = await bundle("src/page.css", {});

// Functions, since a text would have its $ signs replaced.
const page = readFileSync(join(here, "page.html"), "utf8")
    .replace("/*style*/", () => style)
    .replace("<!--program-->", () => packed(readFileSync(program)))
    .replace("<!--worker-->", () => packed(worker))
    .replace("<!--inspector-->", () => packed(readFileSync(inspector)))
    .replace("/*script*/", () => script.replaceAll("</script", "<\\/script"));
writeFileSync(out, page);

const bytes = Buffer.from(page);
const lines = [];
for (let at = 0; at < bytes.length; at += 32) lines.push(bytes.subarray(at, at + 32).join(",") + ",");
writeFileSync(source, `#include "programs/edit/edit_page.h"

const unsigned char editor_page[] = {
${lines.join("\n")}
};
const size_t editor_page_bytes = sizeof editor_page;
`);
