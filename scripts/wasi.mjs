// node scripts/wasi.mjs PROGRAM.wasm [ARGUMENT…]: runs a WebAssembly program with the files of this machine.
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const [file, ...rest] = process.argv.slice(2);
const wasi = new WASI({
    version: "preview1", args: [file, ...rest], env: process.env, preopens: { "/": "/" }, returnOnExit: true,
});
// Functions of our own around those of WASI: of these V8 keeps an address in compiled code, where it is wrong once the
// collector has moved what it is bound to.
const imports = Object.fromEntries(
    Object.entries(wasi.wasiImport).map(([name, call]) => [name, (...values) => call(...values)]));
const module = new WebAssembly.Module(readFileSync(file));
const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports });
process.exit(wasi.start(instance));
