// How the editor looks: every kind of part at 1280 by 720, at a phone's width and in the dark, checked by axe.
// node look.mjs FOLDER [PICTURES]

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { check, finish, launch } from "../inspector/browser.mjs";
import { openEditor } from "./editor_page.mjs";

const [folder, pictures] = process.argv.slice(2);
const examples = join(new URL(".", import.meta.url).pathname, "../../examples");
const axe = readFileSync(join(new URL(".", import.meta.url).pathname, "node_modules/axe-core/axe.min.js"), "utf8");
const browser = await launch();

async function judge(page, where) {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run({ exclude: [["iframe"]] }, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }));
    for (const one of violations) check(false, `${where}: ${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`);
}

const LOOKS = [
    ["wide", { viewport: { width: 1280, height: 720 } }],
    ["narrow", { viewport: { width: 400, height: 800 } }],
    ["dark", { viewport: { width: 1280, height: 720 }, colorScheme: "dark" }],
];

for (const [look, options] of LOOKS) {
    const { page, stop } = await openEditor(browser, folder, `look_${look}.xml`, readFileSync(join(examples, "watch.xml"), "utf8"), options);
    for (const part of ["blackboard", "domain", "BehaviorTree", "fsm", "fuzzy", "utility", "htn", "agent"]) {
        await page.locator(`[data-part^="${part} "]`).first().click();
        await page.waitForTimeout(200);
        await judge(page, `${look}, ${part}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        check(wide <= options.viewport.width, `${look}, ${part}: nothing is beyond the side: ${wide}`);
        const high = await page.evaluate(() => document.documentElement.scrollHeight);
        check(look === "narrow" || high <= options.viewport.height, `${look}, ${part}: all is in sight: ${high}`);
        if (pictures) await page.screenshot({ path: join(pictures, `editor-${look}-${part}.png`) });
    }
    for (const tab of ["try", "usages", "run"]) {
        await page.click(`#tab-${tab}`);
        if (tab === "try") await page.waitForSelector("#plan-cost");
        if (tab === "run") await page.waitForSelector("iframe");
        await judge(page, `${look}, ${tab}`);
        if (pictures) await page.screenshot({ path: join(pictures, `editor-${look}-${tab}.png`) });
    }
    await stop();
}
await browser.close();
finish();
