// Try it and Run in a browser: the page gives the answers of the program. node trial.mjs FOLDER

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, finish, launch, ploy } from "../inspector/browser.mjs";
import { openEditor, textOf } from "./editor_page.mjs";

const folder = process.argv[2];
const examples = join(import.meta.dirname, "../../examples");
const browser = await launch();
const stepsOf = (plan) => plan.steps.map((one) => (one.args.length > 0 ? `${one.action}(${one.args.join(", ")})` : one.action));
const shown = async (page) => (await page.locator("#plan > div:first-child .steps li, #plan > div:first-child + * .steps li").allTextContents()).map((one) => one.replace(/ [\d.]+$/, ""));

async function plans() {
    const source = readFileSync(join(examples, "village_smith.xml"), "utf8");
    const { page, file, stop } = await openEditor(browser, folder, "trial.xml", source);
    await page.click("#tab-try");
    const settled = async (wanted) => page.waitForFunction((cost) => document.getElementById("plan-cost")?.textContent === String(cost), wanted.cost);
    const compare = async (what, ...options) => {
        const plan = JSON.parse(ploy("plan", file, "--json", ...options));
        await settled(plan);
        check((await shown(page)).slice(0, plan.steps.length).join() === stepsOf(plan).join(), `${what}: the page plans as the program does: ${await shown(page)} / ${stepsOf(plan)}`);
        return plan;
    };
    await compare("the first agent", "--agent", "apprentice");
    await page.selectOption("label:has-text('agent') select", { label: "smith" });
    const smith = await compare("another agent", "--agent", "smith");
    await page.click("[data-symbol=iron]");
    await compare("a symbol that is clicked", "--agent", "smith", "--set", "iron");
    await page.selectOption("label:has-text('goal') select", "Stock");
    await compare("another goal", "--agent", "smith", "--set", "iron", "--goal", "Stock");
    await page.selectOption("label:has-text('search') select", "greedy");
    await page.waitForFunction(() => /greedy/.test(document.getElementById("plan").textContent));
    await page.selectOption("label:has-text('search') select", "auto");
    await page.selectOption("label:has-text('goal') select", "");
    await page.click("text=As it starts");
    await settled(smith);
    await page.selectOption("label:has-text('why not') select", "BuySword");
    await page.waitForFunction(() => /BuySword/.test(document.getElementById("explanation").textContent));
    const explained = ploy("explain", file, "--agent", "smith", "--why-not", "BuySword");
    check((await page.textContent("#explanation")) === explained, "the explanation is the program's");

    // Where the plan flips: just below and just above, the program plans otherwise.
    await page.selectOption("[aria-label=Action]", "BuySword");
    await page.waitForSelector("#flips b, #flips li:has-text('same')");
    const flips = (await page.locator("#flips b").allTextContents()).map(Number);
    check(flips.length === 1, `the plan flips at one cost: ${flips}`);
    const count = (cost) => {
        const path = join(folder, "flipped.xml");
        writeFileSync(path, source.replace('name="BuySword" cost="14"', `name="BuySword" cost="${cost}"`));
        return JSON.parse(ploy("plan", path, "--json", "--agent", "smith")).steps.filter((one) => one.action === "BuySword").length;
    };
    const places = (value) => String(Math.round(value * 1000) / 1000);
    for (const at of flips) check(count(places(at - 0.01)) > count(places(at + 0.01)), `it does at ${at}`);
    await page.fill("[aria-label=Cost]", String(Math.floor(flips[0] - 1)));
    await page.click("text=Write it into the file");
    check((await textOf(page)) === source.replace('name="BuySword" cost="14"', `name="BuySword" cost="${Math.floor(flips[0] - 1)}"`), "the cost is written, and nothing else");
    await page.waitForFunction(() => /BuySword/.test(document.querySelector("#plan .steps").textContent));
    check(true, "and the plan changes with the text");
    await stop();
}

async function runs() {
    const { page, file, stop } = await openEditor(browser, folder, "run.xml", readFileSync(join(examples, "watch.xml"), "utf8"));
    await page.click("#tab-run");
    await page.waitForSelector("iframe");
    const printed = execFileSync(process.env.PLOY, ["play", "file", file], { encoding: "utf8" });
    check((await page.textContent("#run-lines")) === printed, "the agents do what they do in the program");
    const frame = page.frameLocator("iframe");
    await frame.locator("#page button").first().waitFor();
    check((await frame.locator("canvas, svg").count()) > 0, "the inspector shows the recording");
    await stop();
}

await plans();
await runs();
await browser.close();
finish();
