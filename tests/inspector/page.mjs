// The written page with real recordings: every panel, scrubbing, keys, and answers that must be those of `ploy ask`.
// node page.mjs FOLDER

import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { checkAxe } from "./axe.mjs";
import { check, checkNames, finish, goTo, launch, open, ploy } from "./browser.mjs";

const folder = process.argv[2];
const browser = await launch();

function make(game, ...options) {
    const recording = join(folder, `${game}.rec`);
    ploy("play", game, ...options, "--record", recording);
    const page = join(folder, `${game}.html`);
    ploy("view", recording, "--out", page);
    return { recording, page, agents: JSON.parse(ploy("ask", recording, "--json")).agents };
}

async function where(page) {
    return Number(/tick (\d+)/.exec(await page.textContent("#where"))[1]);
}

async function clickThroughTabs(page, agent) {
    const tabs = await page.$$eval("#agent [role=tab]", (all) => all.map((tab) => tab.id));
    for (const id of tabs) {
        await page.click(`#${id}`);
        check((await page.getAttribute(`#${id}`, "aria-selected")) === "true", `${id} is chosen`);
        check((await page.textContent("#agent-panel")).trim() !== "", `${id} of agent ${agent} shows something`);
        await checkAxe(page, `${id} of agent ${agent}`);
        await checkNames(page, `${id} of agent ${agent}`);
    }
    return tabs.map((id) => id.replace("agent-tab-", ""));
}

async function put(page, tick, agent, kind, value) {
    await goTo(page, tick, agent, "why");
    await page.selectOption("#ask-kind", kind);
    if (kind === "why-not" || kind === "flip") await page.selectOption("#ask-action", value);
    if (kind === "with") await page.fill("#ask-with", value).then(() => page.press("#ask-with", "Enter"));
    if (kind === "diff") await page.fill("#ask-other", value).then(() => page.press("#ask-other", "Enter"));
}

// The same question to both; the page answers when it has come to rest.
async function compare(page, recording, tick, agent, kind, value) {
    const option = kind === "why" ? [] : [`--${kind}`, value];
    const said = ploy("ask", recording, "--tick", tick, "--agent", agent, ...option, "--json");
    await put(page, tick, agent, kind, value);
    const isSame = await page
        .waitForFunction((json) => document.getElementById("answer")?.dataset.json === json, said)
        .catch(() => null);
    check(isSame, `${kind} ${value ?? ""} at tick ${tick}, agent ${agent}: page and ploy ask agree`);
}

async function askAgain(page, recording, tick, agent, action, changes, other) {
    await compare(page, recording, tick, agent, "why");
    await compare(page, recording, tick, agent, "why-not", action);
    await compare(page, recording, tick, agent, "with", changes);
    await compare(page, recording, tick, agent, "flip", action);
    await compare(page, recording, tick, agent, "diff", String(other));
}

// Every outcome of nodes and edges has its name and count as in `ploy ask --search`, and stands on each line.
async function compareSearch(page, recording, tick, agent) {
    const { search } = JSON.parse(ploy("ask", recording, "--tick", tick, "--agent", agent, "--brief", "--search", "--json"));
    await goTo(page, tick, agent, "search");
    if (!search) {
        const isSaid = await page.waitForFunction(() => document.getElementById("agent-panel").textContent.includes("No goal needed a search.")).catch(() => null);
        check(isSaid, `tick ${tick}: it says that there was none`);
        return [];
    }
    const said = `for ${search.goal} with astar, without the plan cache`;
    const place = await page.waitForFunction((words) => document.getElementById("search-again")?.textContent.includes(words), said).catch(() => null);
    check(place, `tick ${tick}: the search is made again`);
    const counts = { ...search.dropped };
    for (const { outcome } of search.nodes) counts[outcome] = (counts[outcome] ?? 0) + 1;
    const shown = await page.$$eval("#outcomes button", (all) => Object.fromEntries(all.map((one) => [one.textContent, Number(one.nextSibling.textContent)])));
    check(JSON.stringify(Object.entries(counts).sort()) === JSON.stringify(Object.entries(shown).sort()), `tick ${tick}: ${JSON.stringify(counts)} are named: ${JSON.stringify(shown)}`);
    const rows = await page.$$eval("#search-tree tbody tr", (all) => all.map((row) => row.textContent));
    for (const { node, action, outcome } of search.nodes.slice(0, 20))
        check(rows.some((row) => row.startsWith(`${node} ${action ?? "start"}`) && row.endsWith(outcome)), `tick ${tick}: node ${node} is ${outcome}`);
    for (const { action, why } of search.edges.slice(0, 20))
        check(rows.some((row) => row.startsWith(action) && row.endsWith(`dropped: ${why}`)), `tick ${tick}: ${action} is dropped as ${why}`);
    return Object.keys(counts);
}

async function checkSearches(page, recording) {
    const seen = new Set();
    for (const [tick, agent] of [[700, 2], [600, 1], [1500, 1], [3000, 3], [4444, 2]])
        for (const outcome of await compareSearch(page, recording, tick, agent)) seen.add(outcome);
    check(seen.has("plan") && seen.has("costs-more") && seen.has("two-moves"), `kinds seen: ${[...seen]}`);
    await page.click("#outcomes button:has-text('costs-more')");
    const left = await page.$$eval("#search-tree tbody tr td:last-child", (all) => all.map((cell) => cell.textContent));
    check(left.length > 0 && left.every((outcome) => outcome === "costs-more"), "the list can be filtered by outcome");
}

// Ticks all over the recording, each shown before the next is requested.
async function scrub(page, steps) {
    return page.evaluate(async (count) => {
        const slider = document.getElementById("scrub");
        const most = Number(slider.max);
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        await frame();
        const begun = performance.now();
        for (let i = 0; i < count; i++) {
            slider.value = String(Math.floor((i % 2 === 0 ? i / count : 1 - i / count) * most));
            slider.dispatchEvent(new Event("input", { bubbles: true }));
            await frame();
        }
        return (1000 * count) / (performance.now() - begun);
    }, steps);
}

// How fast it is depends on the machine and on what else runs there, so it is printed and not judged.
async function measure(game, page) {
    const opened = await page.evaluate(() => Number(document.documentElement.dataset.opened));
    const rate = await scrub(page, 100);
    console.log(`${game}: opened in ${opened} ms, scrubbed at ${rate.toFixed(0)} frames a second`);
    const slider = await page.evaluate(() => Number(document.getElementById("scrub").value));
    check((await where(page)) === slider, `${game}: the tick on the slider is the one that is shown`);
}

async function checkKeys(page) {
    await goTo(page, 100, 1, "plan");
    await page.click("h1");
    const at = await where(page);
    await page.keyboard.press("ArrowRight");
    check((await where(page)) === at + 1, "an arrow is one tick");
    await page.keyboard.press("Shift+ArrowLeft");
    check((await where(page)) === at - 9, "with shift it is ten");
    await page.keyboard.press("End");
    const last = await where(page);
    await page.keyboard.press("Home");
    check((await where(page)) === 0 && last > 0, "home and end");
    await page.keyboard.press("ArrowDown");
    check((await page.inputValue("#agent-choice")) !== "1", "an arrow down is the next agent");
    await page.keyboard.press("+");
    await page.keyboard.press(" ");
    await page.waitForFunction(() => !document.getElementById("where").textContent.includes("tick 0 "));
    await page.keyboard.press(" ");
    check((await page.getAttribute("#play", "aria-label")) === "Play", "space pauses");
}

async function checkTheme(page) {
    const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await back();
    await page.click("#theme");
    check((await back()) !== light, "there is dark and light");
    await page.click("#theme");
}

async function checkLandmarks(page) {
    await goTo(page, 100, 1, "why");
    for (const mark of ["main", "header", "h1", "[aria-live]"]) check(await page.$(mark), `there is a ${mark}`);
}

async function checkProblems(page, recording) {
    await page.waitForFunction(() => /\(\d+\)/.test(document.getElementById("side-tab-problems").textContent));
    const shown = Number(/\((\d+)\)/.exec(await page.textContent("#side-tab-problems"))[1]);
    const found = JSON.parse(ploy("ask", recording, "--problems", "--json")).problems.length;
    check(shown === found, `all ${found} problems are listed, not ${shown}`);
    await page.click("#side-tab-problems");
    if (found > 0) await page.click("#problems button");
    await page.click("#side-tab-map");
}

// Problems, statistics and bookmarks lead to agents and ticks; the map zooms and follows; a phone's width works.
async function checkSides(page) {
    await page.click("#side-tab-statistics");
    await page.selectOption("#statistics-whom", "agent");
    check((await page.$$("#statistics tbody tr")).length > 1, "there are statistics of the chosen agent");
    await page.click("#statistics tbody button");
    const there = await where(page);
    await checkAxe(page, "statistics");
    await page.click("#side-tab-bookmarks");
    await checkAxe(page, "bookmarks");
    await page.fill("#bookmark-text", "here");
    await page.click("#bookmark-add");
    await page.keyboard.press("Home");
    await goTo(page, 0, 1, "why");
    await page.click("#bookmarks li button");
    check((await where(page)) === there, "a bookmark leads back");
    await page.click("#side-tab-map");
    await page.click("#map-follow");
    check((await page.getAttribute("#map-follow", "aria-pressed")) === "true", "the map follows the agent");
    await page.click("#map-all");
    await page.setViewportSize({ width: 400, height: 800 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    check(wide <= 400, `a phone's width is enough: ${wide}`);
    await page.setViewportSize({ width: 1280, height: 720 });
}

// A link to a tick that is out of sight moves the timeline there; one to an agent that does not exist is left alone.
async function checkLinks(page) {
    await goTo(page, 5000, 2, "why");
    check(!(await page.getAttribute("#cursor", "hidden")) && (await page.isVisible("#cursor")), "the cursor is in sight");
    await page.evaluate(() => (location.hash = "#tick=10&agent=999&tab=why"));
    await page.waitForFunction(() => document.getElementById("where").textContent.includes("tick 10 "));
    check((await page.inputValue("#agent-choice")) === "2", "there is no agent 999");
    await page.evaluate(() => {
        const before = location.hash;
        location.hash = "#tick=20&agent=1&tab=events";
        history.replaceState(null, "", before); // as when the address is written just before the page hears of the new one
    });
    await page.waitForFunction(() => document.getElementById("where").textContent.includes("tick 20 "));
    check((await page.inputValue("#agent-choice")) === "1", "a link is followed though the old address was written over it");
    for (let i = 0; i < 20; i++) await page.keyboard.press("]");
    check((await page.inputValue("#speed")) === "100", "speed has an end");
    for (let i = 0; i < 20; i++) await page.keyboard.press("[");
    check((await page.inputValue("#speed")) === "0.1", "and a beginning");
    await page.selectOption("#speed", "1");
}

// A swipe with two fingers moves the timeline and does not zoom it; a turn of the wheel zooms.
async function checkSwipe(page) {
    const seconds = (text) => text.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
    const shown = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(document.getElementById("overview-canvas").ariaLabel)))));
    const range = async () => /shows (\S+) to (\S+)/.exec(await shown()).slice(1).map(seconds);
    const turn = async (dx, dy) => {
        const before = await shown();
        await page.mouse.wheel(dx, dy);
        await page.waitForFunction((text) => document.getElementById("overview-canvas").ariaLabel !== text, before);
        return range();
    };
    await goTo(page, 0, 1, "why");
    const box = await page.locator("#timeline-canvas").boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const [from, to] = await range();
    const [later, end] = await turn(200, 30);
    check(later > from && Math.abs(end - later - (to - from)) < 0.3, `a swipe moves the timeline from ${from}–${to} to ${later}–${end}`);
    const [left, right] = await turn(0, -200);
    check(right - left < end - later - 1, `a turn of the wheel zooms to ${left}–${right}`);
    await turn(0, 200);
}

// A click on a symbol of the answer asks what if it were otherwise.
async function checkSymbols(page) {
    await goTo(page, 700, 2, "why");
    await page.selectOption("#ask-kind", "why");
    await page.waitForSelector("#summary");
    await page.click("#agent-panel details:has(.symbol) summary");
    await page.click("#agent-panel details .symbol");
    await page.waitForSelector("#result");
    check(/^With .* would /.test(await page.textContent("#result")), "a symbol can be toggled");
}

// Every tab, dark, and as wide as a phone.
async function checkLooks(page, where) {
    const tabs = await page.$$eval("[role=tab]", (all) => all.map((tab) => tab.id));
    const looks = [
        { name: "dark", width: 1280, height: 720, colorScheme: "dark" },
        { name: "400 pixels wide", width: 400, height: 800, colorScheme: "light" },
    ];
    for (const { name, width, height, colorScheme } of looks) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height });
        for (const id of tabs) {
            await page.click(`#${id}`);
            await checkAxe(page, `${where}, ${id}, ${name}`);
            const wide = await page.evaluate(() => document.documentElement.scrollWidth);
            check(wide <= width, `${where}, ${id}: ${width} pixels are enough, not ${wide}`);
        }
    }
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.click("#side-tab-map");
}

// Where the time went: phases are parts of it, and the longest tick is the one of the events.
async function checkProfile() {
    const { recording, page: file } = make("smithy", "--minutes", "2", "--profile");
    const page = await open(browser, `file://${file}`);
    await page.click("#side-tab-profile");
    const cells = (title) => page.$$eval("#profile table", (all, caption) => [...all.find((table) => table.caption.textContent === caption).tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent)), title);
    const phases = await cells("Phases of a tick");
    const shares = phases.reduce((sum, [, , share]) => sum + parseFloat(share), 0);
    check(phases.some(([name]) => name === "think") && Math.abs(shares - 100) < 1, `the phases are the whole: ${JSON.stringify(phases)}`);
    check((await cells("Minds"))[0][0] === "goap" && (await cells("Activities")).length > 3, "minds and activities have times");
    const ticks = ploy("export", recording, "--events", "tick-time").trim().split("\n").map((line) => JSON.parse(line));
    const longest = ticks.reduce((best, one) => (one.time > best.time ? one : best));
    await page.click("#profile table:has(caption:text('Ticks that took longest')) button");
    check((await where(page)) === longest.tick, `the longest tick is ${longest.tick}`);
    await checkAxe(page, "profile");
    await page.close();
}

async function checkSmithy() {
    const { recording, page: file } = make("smithy", "--minutes", "10", "--smiths", "5");
    const page = await open(browser, `file://${file}#tick=700&agent=2&tab=why`);
    check((await where(page)) === 700 && (await page.inputValue("#agent-choice")) === "2", "the link names tick and agent");
    const tabs = await clickThroughTabs(page, 2);
    for (const tab of ["why", "goals", "plan", "search", "events"]) check(tabs.includes(tab), `there is a tab ${tab}`);
    await askAgain(page, recording, 700, 2, "MineOre", "ironInStock = false", 400);
    await askAgain(page, recording, 1500, 1, "ChopWood", "not hasAxe", 700);
    await checkSearches(page, recording);
    await checkProblems(page, recording);
    await checkSymbols(page);
    await checkSides(page);
    await checkLooks(page, "smithy");
    await checkLinks(page);
    await checkSwipe(page);
    await checkKeys(page);
    await checkTheme(page);
    await checkLandmarks(page);
    await measure("smithy", page);
    await page.close();
}

// All kinds of minds, whoever is in it.
async function checkGame(game, ...options) {
    const { recording, page: file, agents } = make(game, ...options);
    const page = await open(browser, `file://${file}`);
    const seen = new Set();
    for (const { agent, mind } of agents) {
        if (seen.has(mind)) continue;
        seen.add(mind);
        await goTo(page, 900, agent, "why");
        await page.waitForFunction((number) => document.getElementById("agent-choice").value === String(number), agent);
        const tabs = await clickThroughTabs(page, agent);
        if (options.includes("--everything") && (mind === "bt" || mind === "utility")) check(tabs.includes(mind), `an agent with a ${mind} shows it`);
        console.log(`${game}, ${mind}: ${tabs.join(" ")}`);
    }
    const planner = agents.find(({ domain }) => domain !== "");
    if (planner) {
        await goTo(page, 1000, planner.agent, "why");
        await askAgain(page, recording, 1200, planner.agent, "GoToHealth", "hurt, not under_fire", 700);
    }
    if (game === "arena") await checkLooks(page, options.join(" "));
    if (planner && game === "arena") for (const tick of [1000, 5000, 20000]) await compareSearch(page, recording, tick, planner.agent);
    await checkProblems(page, recording);
    await measure(game, page);
    await page.close();
}

// Of two decisions in one tick, the first.
async function checkNth(page, recording) {
    await goTo(page, 95, 1, "why");
    await page.waitForSelector("#ask-nth");
    const said = ploy("ask", recording, "--tick", 95, "--agent", 1, "--nth", 1, "--json");
    await page.selectOption("#ask-nth", "1");
    const isSame = await page.waitForFunction((json) => document.getElementById("answer")?.dataset.json === json, said).catch(() => null);
    check(isSame, "the first decision of a tick can be queried");
}

// An agent that something is wrong with: the first view of it says what.
async function checkExample(example, sentence, ...options) {
    const name = basename(example);
    const recording = join(folder, `${name}.rec`);
    const file = join(folder, `${name}.html`);
    ploy("play", "file", `examples/${example}.xml`, ...options, "--record", recording);
    ploy("view", recording, "--out", file);
    const page = await open(browser, `file://${file}#tick=99`);
    const says = (place) => page
        .waitForFunction(([where, words]) => document.querySelector(where).textContent.includes(words), [place, sentence])
        .catch(() => null);
    check(await says("#agent-panel"), `examples/${name}: the first view says “${sentence}”`);
    await page.click("#side-tab-problems");
    check(await says("#side-panel"), `examples/${name}: it is in the list of problems`);
    if (name === "stuck") await checkNth(page, recording);
    await page.close();
}

// A battle records positions in every other tick. In between, a walking agent is shown between two positions.
async function checkStrides(page, label) {
    const places = [];
    for (let tick = 20; tick < 60; tick++) {
        await goTo(page, tick, 1, "events");
        places.push((await label()).replace(/.* is /, ""));
    }
    const isWay = (three) => three.every((place) => place.startsWith("at ")) && new Set(three).size === 3;
    const walks = places.some((_, i) => i >= 2 && isWay(places.slice(i - 2, i + 1)));
    check(walks, `agent 1 is shown between the recorded positions: ${places.join("; ")}`);
}

// Who falls is taken from the map, and comes back to it.
async function checkRespawn() {
    const { page: file } = make("battleground", "--respawn", "3", "--minutes", "2");
    const page = await open(browser, `file://${file}`);
    const label = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(document.getElementById("map-canvas").ariaLabel)))));
    let seen = 0;
    for (let agent = 1; agent <= 10; agent++) {
        await goTo(page, 1199, agent, "events");
        const events = await page.$$eval("#agent-panel tbody tr", (rows) => rows.map((row) => row.cells[1].textContent));
        const life = events.findIndex((name) => name === "agent-created" || name === "agent-gone");
        if (life < 0 || !events.includes("agent-gone")) continue;
        seen++;
        const isBack = events[life] === "agent-created";
        const said = await label();
        check(said.includes(isBack ? " is at " : "is not on it"), `agent ${agent} ${isBack ? "is back" : "is gone"}: ${said}`);
    }
    check(seen > 0, "some fell");
    await checkStrides(page, label);
    await page.close();
}

// Cut in the middle and with a bit flipped: shown up to the last whole block.
async function checkDamage() {
    const { writeFileSync } = await import("node:fs");
    const whole = readFileSync(join(folder, "smithy.rec"));
    const damaged = Buffer.from(whole.subarray(0, whole.length >> 1));
    damaged[damaged.length - 2000] ^= 64;
    writeFileSync(join(folder, "damaged.rec"), damaged);
    ploy("view", join(folder, "damaged.rec"), "--out", join(folder, "damaged.html"));
    const page = await open(browser, `file://${join(folder, "damaged.html")}`);
    check(/damaged|not ended/.test(await page.textContent("h1")), "a damaged recording is shown, and said to be so");
    await page.close();
}

await checkSmithy();
await checkDamage();
await checkProfile();
await checkExample("stuck", "miller is idle: HaveBread requires hasBread, which only Bake could achieve; Bake needs hasFlour");
await checkExample("data/dithering", "donkey dithers between LeftStack and RightStack: 16 returns within a second");
await checkExample("data/starved", "librarian starves: a search takes 9.9 s, ticks 0 to 99.", "--nodes", "4");
await checkRespawn();
await checkGame("battleground", "--everything");
await checkGame("battleground", "--agents", "5000", "--nodes", "20000", "--minutes", "1");
await checkGame("arena", "--minutes", "1", "--red", "utility", "--blue", "bt", "--everything");
await checkGame("arena", "--minutes", "20", "--red", "goap+squad", "--blue", "fsm+squad");
await browser.close();
finish();
