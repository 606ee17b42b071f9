// node scripts/wasi.mjs PROGRAM.wasm [ARGUMENT…]: runs a WebAssembly program with the files of this machine.
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const [file, ...rest] = process.argv.slice(2);
const wasi = new WASI({
    version: "preview1", args: [file, ...rest], env: process.env, preopens: { "/": "/" }, returnOnExit: true,
});
const module = new WebAssembly.Module(readFileSync(file));
const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.wasiImport });
process.exit(wasi.start(instance));
