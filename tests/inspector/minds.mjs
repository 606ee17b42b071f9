// What the page draws of minds that do not plan: curves of a utility, states of a machine, weights of a fuzzy machine,
// nodes of a tree, methods of a task network.
// node minds.mjs FOLDER

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, checkNames, finish, goTo, launch, open, ploy } from "./browser.mjs";

const folder = process.argv[2];
const browser = await launch();

// A machine that remembers where in its states it was left.
function writeData() {
    const data = join(folder, "data");
    mkdirSync(data);
    const machine = readFileSync("games/arena/data/fsm.xml", "utf8");
    writeFileSync(join(data, "fsm.xml"), machine.replace('name="AttackDomPoint" base', 'name="AttackDomPoint" history="deep" base'));
    return data;
}

function record(name, ...options) {
    const recording = join(folder, `${name}.rec`);
    const file = join(folder, `${name}.html`);
    ploy("play", "arena", "--minutes", "1", ...options, "--record", recording);
    ploy("view", recording, "--out", file);
    return { recording, address: `file://${file}` };
}

// The next tick, in steps of a second, at which the agent lives: the dead have no mind.
function living(recording, agent, tick) {
    const isDead = () => /without a mind/.test(ploy("ask", recording, "--agent", String(agent), "--tick", String(tick)));
    while (isDead()) tick += 60;
    return tick;
}

// Of each option that has one product of leaves: its weight, score, and what its considerations come to.
function readOptions(page) {
    return page.$$eval(".option[open]", (options) =>
        options.map((option) => {
            const captions = [...option.querySelectorAll(":scope > .parts > .curve")];
            const small = option.querySelector("summary small")?.textContent ?? " weight 1";
            return {
                name: option.querySelector("summary").firstChild.textContent,
                score: Number(option.querySelector("summary b").textContent),
                weight: Number(/weight (\S+)/.exec(small)[1]),
                isPlain: option.querySelector(".parts .parts") === null,
                isMarked: captions.every((curve) => curve.querySelector("circle") !== null),
                parts: captions.map((curve) => ({
                    comesTo: Number(curve.querySelector("figcaption b:last-child").textContent),
                    weight: Number(/weight (\S+)/.exec(curve.lastElementChild.textContent)?.[1] ?? 1),
                })),
            };
        }));
}

// The rule of <ploy/utility.h> in floating point.
function product(parts) {
    const p = parts.reduce((all, { comesTo, weight }) => all * (1 - Math.min(1, weight) * (1 - comesTo)), 1);
    return parts.length === 0 ? 1 : p + p * (1 - p) * (1 - 1 / parts.length);
}

async function checkScores(page, tick) {
    await goTo(page, tick, 1, "utility");
    const options = (await readOptions(page)).filter(({ isPlain }) => isPlain);
    check(options.length > 0, `there are options at tick ${tick}`);
    for (const { name, score, weight, parts, isMarked } of options) {
        check(isMarked, `${name} at tick ${tick}: the present value is marked on every curve`);
        check(Math.abs(score - weight * product(parts)) < 0.004 * weight, `${name} at tick ${tick}: ${score} comes from ${JSON.stringify(parts)}`);
    }
}

// What keys come to, worked out from the board alone, against what was traced.
async function keyCurves(page, tick) {
    await goTo(page, tick, 1, "utility");
    await page.$$eval(".option", (all) => all.forEach((option) => (option.open = true)));
    return page.$$eval(".curve", (all) => all.filter((curve) => curve.title.startsWith("key ")).map((curve) => `${curve.title}: ${curve.firstElementChild.textContent}`));
}

async function checkUtility() {
    const options = ["--red", "utility", "--blue", "fuzzy"];
    const { address, recording } = record("everything", ...options, "--everything");
    const page = await open(browser, address, { colorScheme: "dark" });
    for (const tick of [300, 901, 1777, 3000]) await checkScores(page, living(recording, 1, tick));
    const basic = await open(browser, record("basic", ...options).address);
    for (const tick of [600, 2500].map((tick) => living(recording, 1, tick))) {
        const [traced, derived] = [await keyCurves(page, tick), await keyCurves(basic, tick)];
        const known = derived.filter((text) => !text.includes("not recorded") && !text.endsWith(" ago"));
        check(known.length >= 15, `basic: ${known.length} curves have a value`);
        for (const text of known) check(traced.includes(text), `tick ${tick}: “${text}” was traced too`);
    }
    await checkFacts(page, basic);
    await checkFuzzy(page, recording);
    await goTo(basic, 900, 1, "memory");
    check(/may be younger/.test(await basic.textContent("#facts caption")) && /≥ 0?\.?\d/.test(await basic.textContent("#facts")), "what was not recorded is a bound");
    await page.close();
    await basic.close();
}

// A fact that was forgotten by decay had hardly more belief than its floor just before.
async function checkFacts(page, basic) {
    let found = 0;
    for (let tick = 300; tick < 3500 && found < 3; tick += 100) {
        await goTo(basic, tick, 1, "events");
        const rows = await basic.$$eval("#agent-panel tbody tr", (all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
        const gone = rows.find(([, event, rest]) => event === "fact-forgotten" && rest.endsWith("reason decayed"));
        if (!gone) continue;
        const [, fact, belief0] = /fact (\d+), type .*?, belief ([\d.]+)/.exec(gone[2]).map(Number);
        const left = Math.round(1000 * belief0);
        const [minutes, seconds] = gone[0].split(":").map(Number);
        await goTo(page, Math.round((60 * minutes + seconds) * 60) - 7, 1, "memory");
        const title = `fact ${fact % 2 ** 32}`;
        const believed = await page.$$eval("#facts tbody tr", (all, title) => all.find((row) => row.cells[1].title === title)?.cells[2].textContent, title);
        if (!believed) continue;
        found++;
        const belief = 1000 * Number(believed);
        check(belief > left && belief < left + 60, `${title} is believed ${believed} before it is forgotten at ${left / 1000}`);
    }
    check(found > 0, "facts fade");
}

async function checkFuzzy(page, recording) {
    let seen = 0;
    for (const tick of [400, 900, 1500, 2200, 3100].map((tick) => living(recording, 2, tick))) {
        await goTo(page, tick, 2, "fsm");
        const active = /Active: (.*)\./.exec(await page.textContent("#agent-panel p"))?.[1].split(", ") ?? [];
        const lit = await page.$$eval("#weights tr.current td:first-child", (all) => all.map((cell) => cell.textContent));
        check(JSON.stringify([...lit].sort()) === JSON.stringify(active.sort()), `tick ${tick}: ${active} are lit: ${lit}`);
        const rows = await page.$$eval("#weights tbody tr", (all) => all.map((row) => [...row.cells].map((cell) => cell.textContent.trim())));
        for (const [name, weight, on] of rows) check(Number(weight) < Number(on) || lit.includes(name), `tick ${tick}: ${name} weighs ${weight}, so it is active`);
        const rules = await page.$$eval("#rules tbody tr", (all) => all.map((row) => [row.cells[0].textContent, Number(row.cells[1].textContent)]));
        for (const [name, weight] of lit.length > 0 ? rows : []) {
            const strongest = Math.max(0, ...rules.filter(([text]) => new RegExp(`then .*\\b${name}\\b`).test(text)).map(([, strength]) => strength));
            check(strongest === Number(weight), `tick ${tick}: ${name} weighs ${weight}, and the strongest of its rules gives ${strongest}`);
        }
        for (const name of lit) check((await page.textContent("#now")).includes(name), `tick ${tick}: the first sentence names ${name}`);
        check(/low 0?\.?\d*.*good/.test(await page.textContent("#membership figure:first-child")), `tick ${tick}: health is low and good so far`);
        seen += lit.length;
    }
    check(seen > 0, "some states were active");
    await checkNames(page, "a fuzzy machine");
}

// The state by the events alone.
async function checkFsm() {
    const { recording, address } = record("machine", "--red", "fsm", "--blue", "htn", "--data", writeData());
    const page = await open(browser, address);
    let [remembered, valued] = [0, 0];
    for (const tick of [150, 600, 1000, 1234, 1700, 2222, 2800, 3333]) {
        await goTo(page, tick, 1, "fsm");
        const { state } = JSON.parse(ploy("ask", recording, "--tick", tick, "--agent", "1", "--json"));
        const shown = (await page.getAttribute("#fsm", "aria-label")).replace("State machine, in ", "");
        check(shown.split(" / ").includes(state.name), `tick ${tick}: in ${state.name}, drawn in ${shown}`);
        check((await page.textContent("#fsm .state.current text")) === shown.split(" / ").pop(), `tick ${tick}: ${shown} is highlighted`);
        check((await page.$$("#fsm .transition.last")).length === 1, `tick ${tick}: its last transition is marked`);
        const why = await page.textContent("#changed");
        check(new RegExp(`to ${state.name} .* because: .+`).test(why), `tick ${tick}: it says why: ${why}`);
        const guard = /because: (.*?) \(then (.*)\)/.exec(why);
        for (const value of guard?.[2].split(", ") ?? []) check(guard[1].includes(value.split(" ")[0]), `tick ${tick}: ${value} is of the guard ${guard[1]}`);
        if (guard) valued++;
        check((await page.textContent("#leads-on")).includes("Idle"), `tick ${tick}: it lists the transitions out`);
        if ((await page.$("#memories")) && /AttackDomPoint resumes AttackDomPoint(One|Two)/.test(await page.textContent("#memories"))) remembered++;
    }
    check(remembered > 0, "the history of a state is shown");
    check(valued > 0, "guards have their values");
    await goTo(page, 600, 2, "events");
    check(!/action \d/.test(await page.textContent("#now")), "actions of an htn have names");
    await page.close();
}

// A recording as it is made by default shows which nodes of a tree run, and with which method a task network does its task.
async function checkTrees() {
    const { recording, address } = record("trees", "--red", "bt", "--blue", "htn");
    const page = await open(browser, address);
    const has = async (tick, agent, tab, ...others) => {
        await goTo(page, tick, agent, "why");
        const tabs = await page.$$eval("#agent [role=tab]", (all) => all.map((one) => one.id.replace("agent-tab-", "")));
        const isRight = tabs.includes(tab) && !others.some((other) => tabs.includes(other));
        check(isRight, `tick ${tick}: agent ${agent} has a tab ${tab} and not ${others}: ${tabs}`);
        if (isRight) await goTo(page, tick, agent, tab);
        return isRight;
    };
    const answer = (agent, tick) => JSON.parse(ploy("ask", recording, "--tick", tick, "--agent", agent, "--brief", "--json"));
    const leaves = new Set();
    const methods = new Set();
    for (const wanted of [120, 700, 1300, 1900, 2500, 3100]) {
        const tick = living(recording, 1, wanted);
        if (!(await has(tick, 1, "bt", "htn"))) continue;
        const running = await page.$$eval("#agent-panel .node.running text:first-of-type", (all) => all.map((text) => text.textContent));
        const { paths = [] } = answer(1, tick);
        check(paths.length > 0 && JSON.stringify([...new Set(paths.flat())].sort()) === JSON.stringify([...new Set(running)].sort()), `tick ${tick}: ${paths.join(" and ")} run, shown are ${running}`);
        for (const path of paths) leaves.add(path[path.length - 1]);
        const alive = living(recording, 2, wanted);
        if (!(await has(alive, 2, "htn", "bt", "plan"))) continue;
        const { now, method } = answer(2, alive);
        if (!now.plan) continue;
        const used = await page.$$eval("#agent-panel table tr.current", (rows) => rows.map((row) => [row.closest("table").caption.textContent, ...[...row.cells].map((cell) => cell.textContent)]).filter((cells) => cells[cells.length - 1] === "is used"));
        check(used.length === 1 && used[0][0] === now.plan.goal && used[0][2] === (method || "–"), `tick ${alive}: ${now.plan.goal} is done with ${method}, shown is ${used}`);
        methods.add(method);
    }
    check(leaves.size > 1 && methods.size > 1, `leaves ${[...leaves]}, methods ${[...methods]}`);
    await page.close();
}

await checkUtility();
await checkFsm();
await checkTrees();
await browser.close();
finish();
