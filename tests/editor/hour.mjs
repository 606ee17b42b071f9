// A designer's hour: a file is extended, a tree is drawn, both are tried and saved, and the file of a game is changed while
// the game runs. node hour.mjs FOLDER

import { spawn } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { check, finish, launch, ploy, program } from "../inspector/browser.mjs";
import { findings, openEditor, textOf } from "./editor_page.mjs";

const folder = process.argv[2];
const root = join(new URL(".", import.meta.url).pathname, "../..");
const browser = await launch();

const VILLAGE = readFileSync(join(root, "examples/village_smith.xml"), "utf8");

async function type(page, label, value) {
    await page.fill(`[aria-label='${label}']`, value);
    await page.keyboard.press("Enter");
}

async function addAction(page, name, cost, pre, effect) {
    await page.click("text=Add an action");
    await type(page, "name of action NewAction", name);
    await page.waitForSelector(`[aria-label='cost of action ${name}']`);
    await type(page, `cost of action ${name}`, cost);
    await type(page, `precondition of action ${name}`, pre);
    await type(page, `effect of action ${name}`, effect);
}

async function drag(page, from, to, share) {
    await page.locator(to).first().scrollIntoViewIfNeeded();
    await page.locator(from).first().scrollIntoViewIfNeeded();
    const a = await page.locator(from).first().boundingBox(), b = await page.locator(to).first().boundingBox();
    await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await page.mouse.down();
    await page.mouse.move(b.x + b.width * share, b.y + b.height / 2, { steps: 6 });
    await page.mouse.up();
}

async function extendsTheVillage() {
    const { page, file, stop } = await openEditor(browser, folder, "village_smith.xml", VILLAGE, { viewport: { width: 1400, height: 1000 } });
    await page.click("text=Add a symbol");
    await type(page, "name of symbol new_symbol", "gilded");
    await page.waitForSelector("[aria-label='name of symbol gilded']");
    await addAction(page, "BuyGold", "3", "at = market and not gold", "gold");
    await page.waitForFunction(() => /error/.test(document.getElementById("state").textContent));
    await page.click("text=Add a symbol");
    await type(page, "name of symbol new_symbol", "gold");
    await page.waitForFunction(() => !/error/.test(document.getElementById("state").textContent));
    await addAction(page, "Gild", "2", "at = forge and sword and gold", "gilded, not gold");
    await page.click("text=Add a goal");
    await type(page, "name of goal NewGoal", "GildedSword");
    await page.waitForSelector("[aria-label='priority of goal GildedSword']");
    await type(page, "priority of goal GildedSword", "0.95");
    await page.click("#tab-try");
    await page.waitForSelector("#plan-cost");
    await type(page, "condition of goal GildedSword", "gilded");
    await page.waitForFunction(() => /GildedSword/.test(document.querySelector("#plan b")?.textContent) && /Gild/.test(document.querySelector("#plan .steps").textContent));
    check(true, "the plan changes with the new goal");
    check((await findings(page)) === "nothing found", "nothing is wrong");

    await page.selectOption("[aria-label='Add a part']", "BehaviorTree");
    await page.waitForSelector("[data-node=AlwaysSuccess]");
    await drag(page, "[data-new=Gild]", "[data-node=AlwaysSuccess]", 0.1);
    await drag(page, "[data-new=Inverter]", "[data-node=AlwaysSuccess]", 0.9);
    await drag(page, "[data-node=AlwaysSuccess]", "[data-node=Inverter]", 0.5);
    check(/<Sequence>\s*<Gild\/>\s*<Inverter>\s*<AlwaysSuccess\/>\s*<\/Inverter>\s*<\/Sequence>/.test(await textOf(page)), `a tree is drawn: ${(await textOf(page)).slice(-400)}`);
    await page.fill("[aria-label='BehaviorTree ID']", "Gilder").catch(() => undefined);
    await page.click("[data-part^='BehaviorTree']");
    await page.fill("[aria-label='BehaviorTree ID']", "Gilder");
    await page.waitForSelector("[data-part='BehaviorTree Gilder']");
    await page.selectOption("[aria-label='Add a part']", "agent");
    await page.waitForSelector("[aria-label='agent name']");
    await page.fill("[aria-label='agent name']", "gilder");
    await type(page, "New attribute", "mind");
    await page.waitForSelector("[aria-label='agent mind']");
    await type(page, "agent mind", "Gilder");
    await page.waitForSelector("[data-part='agent gilder']");
    check((await findings(page)) === "nothing found", "an agent has the tree");
    await page.click("#tab-run");
    await page.waitForFunction(() => /gilder: /.test(document.getElementById("run-lines")?.textContent));
    check(true, "it runs");

    await page.keyboard.press("Control+s");
    await page.waitForSelector("text=village_smith.xml is saved.");
    const saved = readFileSync(file, "utf8");
    check(saved === (await textOf(page)), "what is saved is the text");
    const kept = saved.split("\n").filter((line) => VILLAGE.split("\n").includes(line)).join("\n");
    check(VILLAGE.split("\n").every((line) => saved.split("\n").includes(line)) && kept.length >= VILLAGE.length - 1, "every line of the old file is in the new one");
    const added = saved.split("\n").filter((line) => !VILLAGE.split("\n").includes(line)).map((line) => line.trim());
    check(added.length === 18, `it differs only where it was edited: ${added.length} new lines: ${added.join("|")}`);
    await stop();
}

async function changesARunningGame() {
    const file = join(folder, "smithy.xml"), recording = join(folder, "hour.rec");
    copyFileSync(join(root, "games/smithy/data/smithy.xml"), file);
    const game = spawn(program, ["play", "smithy", "--data", file, "--minutes", "60", "--attach", "--wait", "--record", recording, "--json"]);
    const ended = new Promise((resolve) => game.once("exit", resolve));
    process.once("exit", () => game.kill("SIGKILL"));
    game.stdout.resume();
    const address = await new Promise((resolve) => game.stderr.once("data", (line) => resolve(/attach: (\S+)/.exec(String(line))[1])));
    // The game notices in its next tick that the last debugger has left; until then it refuses another one.
    const give = async (...commands) => {
        for (let tries = 0; ; tries++) {
            try {
                return JSON.parse(ploy("attach", address, ...commands, "--json")).answers;
            } catch (error) {
                if (tries === 200 || !/another debugger/.test(error.message)) throw error;
                await new Promise((resolve) => setTimeout(resolve, 100));
            }
        }
    };
    const { page, stop } = await openEditor(browser, folder, "smithy.xml", null, {}, ["--attach", address]);

    // What the game refuses, the page says; what is right, the game takes over.
    await type(page, "priority of goal FillCutter", "call:cuter");
    await page.keyboard.press("Control+s");
    await page.waitForSelector("text=The game refuses it");
    await type(page, "priority of goal FillCutter", "7");
    // It notices in its next tick that the last save has left, and takes one debugger at a time.
    for (let tries = 0; tries < 100 && !/has loaded it/.test(await page.textContent(".message")); tries++) {
        await page.keyboard.press("Control+s");
        await page.waitForTimeout(1000);
    }
    check(/has loaded it/.test(await page.textContent(".message")), "the game takes what is right");
    check(readFileSync(file, "utf8") === readFileSync(join(root, "games/smithy/data/smithy.xml"), "utf8").replace("call:cutter", "7"), "the file differs only where it was edited");

    const stopped = await give("pause", "break goal FillCutter", "resume", "wait 60");
    check(JSON.stringify(stopped.at(-1)).includes("FillCutter"), `the breakpoint is hit: ${JSON.stringify(stopped.at(-1)).slice(0, 300)}`);
    const changed = await give("pause", "clear", 'set "smith 1" hasAxe true', "step 1", "wait", 'agent "smith 1"');
    check(changed.every((one) => one.ok !== false), `a value is changed, and one tick done: ${JSON.stringify(changed).slice(0, 600)}`);
    const why = JSON.parse(ploy("ask", recording, "--agent", "1", "--json"));
    check(typeof why.summary === "string" && why.summary.length > 0, "and its recording says why");
    game.kill("SIGKILL");
    await ended;
    await type(page, "priority of goal FillCutter", "8");
    await page.keyboard.press("Control+s");
    await page.waitForSelector("text=smithy.xml is saved. The game:");
    check(readFileSync(file, "utf8").includes('priority="8"'), "without the game the file is still saved");
    await stop();
}

await extendsTheVillage();
await changesARunningGame();
await browser.close();
finish();
