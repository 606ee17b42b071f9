#!/usr/bin/env node
// node bindings/js/bundle.mjs MODULE.wasm FOLDER: the npm package, with the library and the module in one file.
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [wasm, folder] = process.argv.slice(2);
// Each after those that it imports.
const modules = ["generated", "files", "wasm", "runtime", "names", "values", "agent", "squads", "remote", "state", "plan", "world", "paths", "path_service", "terrain", "spatial", "recording", "ploy"];

/** A module as a scope of its own: its imports are names of earlier scopes, its exports the scope's result. */
function scope(name, source) {
    const exported = [];
    let text = source.replace(/^import \{([^}]*)\} from "\.\/(\w+)\.mjs";$/gm, (_, names, from) => `const {${names}} = ${from}_;`);
    text = text.replace(/^export (?:async )?(const|let|function\*?|class) ([^=;{(]+)/gm, (whole, kind, declared) => {
        exported.push(declared.trim().split(/\s/)[0]);
        return whole.slice("export ".length);
    });
    const list = /^export \{([^}]*)\};$/m.exec(text);
    if (list) exported.push(...list[1].split(",").map((one) => one.trim()));
    text = text.replace(/^export \{[^}]*\};$/m, "");
    if (/^(import|export) /m.test(text)) throw new Error(`${name}: ${/^(import|export) .*$/m.exec(text)[0]}`);
    return `const ${name}_ = await (async () => {\n${text}\nreturn { ${exported.join(", ")} };\n})();\n`;
}

const embedded = `export function wasmBytes() {
    return Uint8Array.from(atob("${readFileSync(wasm).toString("base64")}"), (letter) => letter.charCodeAt(0));
}
`;
let all = "// Ploy: https://example.org/ploy. Made by bindings/js/bundle.mjs.\n";
for (const name of modules) all += scope(name, name === "wasm" ? embedded : readFileSync(join(here, "src", `${name}.mjs`), "utf8"));
const names = /^export \{([^}]*)\};$/m.exec(readFileSync(join(here, "src/ploy.mjs"), "utf8"))[1];
all += `const {${names}} = ploy_;\nexport {${names}};\n`;

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, `ploy.mjs.${process.pid}`), all);
renameSync(join(folder, `ploy.mjs.${process.pid}`), join(folder, "ploy.mjs")); // whole at any time: others may read it
for (const name of ["package.json", "ploy.d.mts", "generated.d.mts", "README.md"]) copyFileSync(join(here, name), join(folder, name));
