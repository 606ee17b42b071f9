// Two futures side by side: what was changed, when they part, what they came to; one cursor for both.
// node beside.mjs FOLDER

import { spawn } from "node:child_process";
import { join } from "node:path";
import { check, checkNames, finish, goTo, launch, open, ploy, program } from "./browser.mjs";

const [folder] = process.argv.slice(2);
const [one, two, out] = ["one.rec", "two.rec", "beside.html"].map((name) => join(folder, name));

ploy("play", "smithy", "--minutes", "3", "--seed", "912", "--record", one);
ploy("replay", one, "--tick", "400", "--do", "disable MineOre", "--record", two);
const said = JSON.parse(ploy("view", one, "--beside", two, "--out", out, "--json"));
check(said.first_difference >= 400, `they part after the change: ${said.first_difference}`);
check(said.outcomes["action-finished"][0] !== said.outcomes["action-finished"][1], "they come to something else");
check(JSON.parse(ploy("view", one, "--beside", one, "--out", out + ".same", "--json")).first_difference === null, "a game is as itself");

const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
page.setDefaultTimeout(300000);
page.on("pageerror", (error) => check(false, `the page threw: ${error.stack}`));
page.on("console", (message) => check(message.type() !== "error", `the page said: ${message.text()}`));
await page.goto("file://" + out);
const frames = await Promise.all(["one", "two"].map(async (id) => (await page.$("#" + id)).contentFrame()));
for (const frame of frames) await frame.waitForSelector("html[data-opened]");
check((await page.textContent("#changes")).includes('tick 400: disable "MineOre"'), "the change is shown");
check((await page.textContent("#difference")).includes(`tick ${said.first_difference}`), "and when they part");
check((await page.$$("#outcomes tr")).length > 2, "and what they came to");

// A page draws some time after a key: both are waited for, then compared.
const follow = async (from, to, key, selector, property) => {
    const read = (frame) => frame.$eval(selector, (one, name) => one[name], property);
    const old = await read(from);
    await from.click("h1");
    await from.press("body", key);
    for (const frame of [from, to]) await frame.waitForFunction((was) => document.querySelector(was.selector)[was.property] !== was.old, { selector, property, old });
    const [one, two] = [await read(from), await read(to)];
    check(one === two, `${key}: one is at ${one}, the other at ${two}`);
};
await follow(frames[0], frames[1], "End", "#where", "textContent");
await follow(frames[1], frames[0], "ArrowLeft", "#where", "textContent");
await follow(frames[0], frames[1], "ArrowDown", "#agent select", "value");
const size = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
check(size[0] <= 1280 && size[1] <= 720, `it fits: ${size}`);

// From a served page: a change at the cursor is one click.
const server = spawn(program, ["view", one, "--live"]);
const ended = new Promise((resolve) => server.once("exit", resolve));
const address = await new Promise((resolve) => server.stdout.once("data", (line) => resolve(String(line).trim())));
const served = await open(browser, address);
await served.click("#side-tab-futures");
await served.fill("#future-commands", "disabel MineOre");
await served.click("#future-play");
await served.waitForFunction(() => /there is no command 'disabel'.*did you mean 'disable'/.test(document.getElementById("future-state").textContent));
await served.fill("#future-commands", "load /etc/passwd");
await served.click("#future-play");
await served.waitForFunction(() => /load takes the text/.test(document.getElementById("future-state").textContent));
await goTo(served, 500, 1, "why");
await served.fill("#future-commands", "disable MineOre\ncost ChopWood 9");
await served.click("#future-play");
await served.waitForSelector("#future-link");
await checkNames(served, "what if");
const [both] = await Promise.all([served.waitForEvent("popup"), served.click("#future-link")]);
await both.waitForSelector("#difference");
check((await both.textContent("#changes")).includes('tick 500: disable "MineOre"'), "the change is at the cursor");
for (const id of ["one", "two"]) await (await (await both.$("#" + id)).contentFrame()).waitForSelector("html[data-opened]");
server.kill("SIGINT");
check((await ended) === 0, "the server ends well");
await browser.close();
finish();
