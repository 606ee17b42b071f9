// The editor's own modules for node, without a page.

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { readFileSync } from "node:fs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const { build } = await import(pathToFileURL(join(root, "editor/node_modules/esbuild/lib/main.js")).href);
const { readSchema } = await import(pathToFileURL(join(root, "editor/schema.mjs")).href);

/// The exports of modules of editor/src, by their paths.
export async function load(...paths) {
    const out = mkdtempSync(join(tmpdir(), "ploy-editor-"));
    const define = { SCHEMA: JSON.stringify(readSchema(readFileSync(join(root, "schema/ploy.rng"), "utf8"))) };
    const source = paths.map((path) => `export * from ${JSON.stringify(join(root, "editor/src", path))};`).join("\n");
    const outfile = join(out, "bundle.mjs");
    await build({ stdin: { contents: source, resolveDir: root }, bundle: true, format: "esm", outfile, define, nodePaths: [join(root, "editor/node_modules")] });
    return import(pathToFileURL(outfile).href);
}

export { root };
