// What axe finds wrong with a page for people who cannot see it, or not well.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { check } from "./browser.mjs";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export async function checkAxe(page, where) {
    await page.evaluate(source);
    const found = await page.evaluate(async () => (await globalThis.axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).slice(0, 3).join(" | ")}`));
    check(found.length === 0, `${where}: axe finds ${found.join("\n")}`);
}
