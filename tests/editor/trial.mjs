// Try it and Run in a browser: the page gives the answers of the program. node trial.mjs FOLDER

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, finish, launch, ploy } from "../inspector/browser.mjs";
import { openEditor, textOf } from "./editor_page.mjs";

const folder = process.argv[2];
const examples = join(new URL(".", import.meta.url).pathname, "../../examples");
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

    // The search is that of the program's own debugger.
    await page.click("text=The search of its first decision");
    await page.waitForSelector("#search-tree li.on-plan");
    const path = (await page.locator("#search-tree li.on-plan > span").allTextContents()).slice(1).map((one) => /^\d*\.? ?·? ?(.*?) [\d.]+ \+/.exec(one)[1]);
    check(path.join() === stepsOf(smith).join(), `the plan is in the search: ${path}`);
    await page.click("text=The search of its first decision");

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

// What the game can do, from a recording of it; and a Ploy file's trees for BehaviorTree.CPP, whose files stay theirs.
async function exchanges() {
    const recording = join(folder, "leaves.rec");
    ploy("play", "file", join(examples, "watch.xml"), "--record", recording);
    const source = '<ploy version="1">\n  <!-- kept -->\n  <BehaviorTree ID="A">\n    <Sequence>\n      <AlwaysSuccess/>\n    </Sequence>\n  </BehaviorTree>\n</ploy>\n';
    const { page, stop } = await openEditor(browser, folder, "leaves.xml", source);
    check((await page.locator("[data-new=Watch]").count()) === 0, "the palette does not know the game");
    const chooser = page.waitForEvent("filechooser");
    await page.click("text=Leaves of a recording…");
    await (await chooser).setFiles(recording);
    await page.waitForSelector("[data-new=Watch]");
    check((await page.locator("[data-new=Walk]").count()) === 1, "a recording of it has its leaves");
    const download = page.waitForEvent("download");
    await page.click("text=As BehaviorTree.CPP");
    const saved = readFileSync(await (await download).path(), "utf8");
    check(/^<root BTCPP_format="4"/m.test(saved) && saved.includes("<AlwaysSuccess/>") && saved.includes("<!-- kept -->"), `the trees are saved for BehaviorTree.CPP: ${saved}`);
    await stop();

    const theirs = '<?xml version="1.0"?>\r\n<root BTCPP_format="4">\r\n    <BehaviorTree ID="Main">\r\n        <Sequence name=\'all\'>\r\n            <SaySomething message="hi &amp; bye" />\r\n        </Sequence>\r\n    </BehaviorTree>\r\n    <TreeNodesModel>\r\n        <Action ID="OpenGripper"><input_port name="force"/></Action>\r\n    </TreeNodesModel>\r\n</root>\r\n';
    const other = await openEditor(browser, folder, "theirs.xml", theirs);
    await other.page.click("[data-node=SaySomething]");
    await other.page.click("[data-new=OpenGripper]");
    await other.page.keyboard.press("Control+s");
    await other.page.waitForSelector("text=theirs.xml is saved.");
    check(readFileSync(other.file, "utf8") === theirs.replace('bye" />\r\n', 'bye" />\r\n            <OpenGripper force="{force}"/>\r\n'), `a file of BehaviorTree.CPP stays one: ${JSON.stringify(readFileSync(other.file, "utf8"))}`);
    await other.stop();
}

await plans();
await runs();
await exchanges();
await browser.close();
finish();
