// A hand on a running game, through the page: breakpoint, value, step, goal, action, file; a page that leaves, a game that is
// killed.
// node attach.mjs FOLDER

import { spawn } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, checkNames, finish, launch, open, ploy, program } from "./browser.mjs";

const [folder] = process.argv.slice(2);
const file = join(folder, "hand.rec");

function firstLine(stream, pattern) {
    return new Promise((resolve) => {
        let text = "";
        stream.on("data", (data) => {
            text += data;
            const found = pattern.exec(text);
            if (found) resolve(found[1]);
        });
    });
}

const game = spawn(program, ["play", "smithy", "--minutes", "60", "--seed", "911", "--attach", "--wait", "--speed", "20", "--record", file]);
const gameEnded = new Promise((resolve) => game.once("exit", resolve));
game.stdout.resume();
const at = await firstLine(game.stderr, /attach: (\S+)\n/);
const server = spawn(program, ["view", file, "--live", "--attach", at]);
const serverEnded = new Promise((resolve) => server.once("exit", resolve));
const address = await firstLine(server.stdout, /(\S+)\n/);
check(address.endsWith("?debug"), "the address says that there is a game");

const browser = await launch();
const page = await open(browser, address);
await page.click("#side-tab-debug");
const state = (pattern) => page.waitForFunction((source) => new RegExp(source).test(document.getElementById("game-state").textContent), pattern);
const value = (key) => page.inputValue(`[aria-label="Value of ${key}"]`);
await state("^Paused before tick 0 ");

// A breakpoint is met.
await page.selectOption("#break-kind", "goal");
await page.fill("#break-name", "FillCuter");
await page.click("#break-add");
await page.waitForFunction(() => /did you mean 'FillCutter'/.test(document.getElementById("game-error").textContent));
await page.fill("#break-name", "FillCutter");
await page.click("#break-add");
await page.waitForSelector("#breaks li");
check((await page.textContent("#game-error")) === "", "the error is gone");
await page.click("#game-pause");
await state("breakpoint 1, smith \\d, FillCutter");
const tick = async () => Number(/tick (\d+)/.exec(await page.textContent("#game-state"))[1]);
const met = await tick();
check(met > 0, "time has passed");
check(/FillCutter/.test(await page.textContent("#game-why")) || (await page.textContent("#game-values")).length > 0, "the agent is described");
await checkNames(page, "the debugger");

await page.click('[aria-label="Remove breakpoint 1"]');
await page.waitForFunction(() => !document.querySelector("#breaks li"));

// A value is held, the game steps, and the agent has it.
const before = await value("hasPickaxe");
const other = before === "true" ? "false" : "true";
await page.fill('[aria-label="Value of hasPickaxe"]', other);
await page.click('[aria-label="Hold hasPickaxe"]');
await page.waitForSelector('[aria-label="Release hasPickaxe"]');
await page.click("#game-step");
await state(`tick ${met + 3} `); // one for each smith
check((await value("hasPickaxe")) === other, "the value stays");
await page.click('[aria-label="Release hasPickaxe"]');
await page.waitForSelector('[aria-label="Hold hasPickaxe"]');
await page.fill('[aria-label="Value of at"]', "nowhere at all");
await page.click('[aria-label="Set at"]');
await page.waitForFunction(() => /is of type object/.test(document.getElementById("game-error").textContent));

// A goal is forced, an action disabled, a cost changed.
await page.click('[aria-label="Force EmptyOutput"]');
await page.click('[aria-label="Disable TakeLog"]');
await page.waitForSelector('[aria-label="Enable TakeLog"]');
await page.fill('[aria-label="Cost of GoToMine"]', "7.5");
await page.click('[aria-label="Set the cost of GoToMine"]');
await page.click("#game-step10");
await state(`tick ${met + 33} `);

// An edited file takes effect; a broken one does not.
const text = readFileSync(new URL("../../games/smithy/data/smithy.xml", import.meta.url), "utf8");
const edited = join(folder, "smithy.xml");
writeFileSync(edited, text.replace('<action name="ChopWood"', '<action name="ChopTree"'));
await page.setInputFiles("#game-load", edited);
await page.waitForSelector('[aria-label="Disable ChopTree"]');
check(await page.isVisible('[aria-label="Enable TakeLog"]'), "what is disabled stays so");
writeFileSync(edited, text.replace("<goal ", "<gaol "));
await page.setInputFiles("#game-load", edited);
await page.waitForFunction(() => /line \d+.*gaol/.test(document.getElementById("game-error").textContent));

await page.fill("#break-name", "FillSmelter");
await page.click("#break-add");
await page.waitForSelector("#breaks li");

// The page leaves: the game goes on, without its breakpoints.
const paused = await tick();
const second = await open(browser, address); // two pages share the game
await second.click("#side-tab-debug");
await second.waitForFunction(() => /^Paused/.test(document.getElementById("game-state").textContent));
await page.close();
await second.fill("#break-name", "FillIronStock"); // the game answers, and is paused as it was
await second.click("#break-add");
await second.waitForFunction(() => document.querySelectorAll("#breaks li").length === 2);
check((await second.textContent("#game-state")).includes(`Paused before tick ${paused} `), "it stays paused for the other page");
const written = statSync(file).size;
await second.close();
while (statSync(file).size === written) await new Promise((resolve) => setTimeout(resolve, 20)); // the game runs on for itself
const third = await open(browser, address);
await third.click("#side-tab-debug");
await third.waitForFunction((from) => Number(/tick (\d+)/.exec(document.getElementById("game-state").textContent)?.[1]) > from, paused);
await third.waitForFunction(() => /^Runs/.test(document.getElementById("game-state").textContent));
check((await third.$$("#breaks li")).length === 0, "the breakpoints are gone");

// The game is killed.
const size = statSync(file).size;
game.kill("SIGKILL");
await gameEnded;
await third.waitForFunction(() => /the game has ended/.test(document.getElementById("game-error").textContent));
check(existsSync(file) && statSync(file).size >= size, "the recording is there");
await browser.close();
server.kill("SIGINT");
check((await serverEnded) === 0, "the server ends well");

// What the hand did is in the recording, and is played again.
const commands = ploy("export", file, "--events", "command").trim().split("\n");
check(commands.length >= 6, `all commands are recorded: ${commands.length}`);
check(/hash [0-9a-f]{16}/.test(ploy("replay", file)), "and played again");
finish();
