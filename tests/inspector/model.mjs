// The page's own model, without a browser: the sources of inspector/src are bundled for node, with the library of a build.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const inspector = join(dirname(fileURLToPath(import.meta.url)), "../../inspector");
const { build } = createRequire(join(inspector, "package.json"))("esbuild");

const ENTRY = `
export { Model } from "./recording/model";
export { Recording } from "./recording/recording";
export { Wasm } from "./recording/wasm";
export { States } from "./recording/states";
export { Readings } from "./recording/readings";
export { bandAt } from "./recording/bands";
export { query } from "./recording/debugger";
export { sentences } from "./panels/now";
export { Plan } from "./panels/plan";
export { argsText } from "./recording/event_text";
export { Blackboard } from "./panels/blackboard";
export { Memory } from "./panels/memory";
export { Goals } from "./panels/goals";
export { Squad } from "./panels/squad";
export { readNow } from "./panels/consideration";
export { healthOf, owners, stocks } from "./recording/fighters";
export { placeOf, sightOf, trailOf } from "./recording/places";
export { nodeStatistics } from "./recording/statistics";
export { groupProblems } from "./recording/problems";
export { followEnd } from "./view/clock";
export { change, view } from "./view/view";
`;

/// The modules of the page.
export async function pageModules() {
    const folder = mkdtempSync(join(tmpdir(), "page-"));
    const options = { bundle: true, format: "esm", platform: "node", target: "es2022", jsx: "automatic", jsxImportSource: "preact", logLevel: "error" };
    const outfile = join(folder, "page.mjs");
    await build({ ...options, stdin: { contents: ENTRY, resolveDir: join(inspector, "src"), loader: "ts" }, outfile, absWorkingDir: inspector });
    const modules = await import(pathToFileURL(outfile).href);
    rmSync(folder, { recursive: true });
    return modules;
}

/// The model of a recording, as the page has it.
export async function openModel(page, library, file) {
    const recording = new page.Recording(await page.Wasm.load(readFileSync(library)));
    recording.open(readFileSync(file));
    return new page.Model(recording);
}

/// The text that a panel without hooks shows, with its rows as arrays of cells.
export function textOf(node) {
    if (node === null || node === undefined || typeof node === "boolean") return "";
    if (Array.isArray(node)) return node.map(textOf).join("");
    if (typeof node !== "object") return String(node);
    return textOf(node.props?.children);
}

export function rowsOf(node, rows = []) {
    if (Array.isArray(node)) for (const child of node) rowsOf(child, rows);
    else if (node && typeof node === "object") {
        if (node.type === "tr") rows.push({ cells: [node.props.children].flat().filter(Boolean).map(textOf), isCurrent: node.props.class === "current" });
        else rowsOf(node.props?.children, rows);
    }
    return rows;
}
