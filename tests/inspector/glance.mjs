// What the map and the tables show of a game, against what its rules make of it: trails and sight, pickups, stocks, owners,
// beliefs, names of places, inputs of considerations, statistics of tree nodes, groups of problems; and how a recording that
// grows is followed.
// node glance.mjs LIBRARY.wasm FOLDER

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { check, finish } from "./browser.mjs";
import { openModel, pageModules, rowsOf } from "./model.mjs";

const [library, folder] = process.argv.slice(2);
const page = await pageModules();
const CELL = 1000;
const THERE = 1;

function ploy(...args) {
    return execFileSync(process.env.PLOY, args, { encoding: "utf8", maxBuffer: 1 << 28 });
}

async function record(name, ...options) {
    const file = join(folder, `glance-${name}.rec`);
    ploy("play", ...options, "--record", file);
    return { file, model: await openModel(page, library, file) };
}

const far = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) / CELL;
const isOpen = (model, x, y) => model.ground.cells[Math.floor(y / CELL)]?.[Math.floor(x / CELL)] === ".";

// The ticks at which a dead agent lives again.
function returnsOf(model, agent) {
    const { recording } = model;
    const events = recording.eventsOfKindOf("health", agent);
    const isDead = (i) => recording.arg(events[i], 0) <= 0;
    return [...events].flatMap((event, i) => (i > 0 && isDead(i - 1) && !isDead(i) ? [recording.eventTicks[event]] : []));
}

// Who comes back from the dead was put there: no trail leads there, and no step.
function checkReturns(model) {
    const { recording } = model;
    let seen = 0;
    for (const agent of model.agents) {
        for (const tick of returnsOf(model, agent).filter((at) => at + 120 < recording.ticks)) {
            const before = page.placeOf(model, agent, tick - 1);
            const steps = Array.from({ length: 120 }, (_, i) => page.placeOf(model, agent, tick + i));
            const jump = steps.findIndex((place) => far(before, place) > 0.01);
            if (jump < 0 || far(before, steps[jump]) < 10) continue;
            seen++;
            for (const place of steps.slice(0, jump)) check(far(before, place) < 0.01, `agent ${agent} lies still until it is back at ${tick}`);
            for (let i = jump + 1; i < 120; i++) {
                check(far(steps[i - 1], steps[i]) < 1, `agent ${agent} walks after it is back, tick ${tick + i}`);
                const trail = page.trailOf(model, agent, tick + i);
                check(trail.every((point) => far(point, before) > 3), `agent ${agent} leaves no trail from where it died, tick ${tick + i}`);
            }
        }
    }
    check(seen >= 10, `${seen} came back elsewhere`);
}

// A finer walk along each ray than the one that made it.
function checkSight(model) {
    let [stopped, free] = [0, 0];
    for (const agent of model.agents) {
        for (let tick = 300; tick < model.recording.ticks; tick += 97) {
            const from = page.placeOf(model, agent, tick);
            if (!from || !isOpen(model, from.x, from.y)) continue;
            const ends = page.sightOf(model, agent, from, tick);
            const range = Math.max(0, ...ends.map((end) => far(from, end)));
            for (const end of ends) {
                const long = far(from, end);
                if (long < range - 0.01) stopped++;
                else free++;
                // Within the last quarter of a cell it may touch a wall.
                for (let at = 0; at < long - 0.3; at += 0.05)
                    if (!isOpen(model, from.x + ((end.x - from.x) * at) / long, from.y + ((end.y - from.y) * at) / long))
                        // The ray was sampled at each quarter of a cell: it may pass the corner of a wall, not a wall.
                        if (!isOpen(model, from.x + ((end.x - from.x) * (at + 0.3)) / long, from.y + ((end.y - from.y) * (at + 0.3)) / long))
                            return check(false, `agent ${agent} sees through a wall at tick ${tick}`);
            }
        }
    }
    check(stopped > 1000 && free > 100, `walls stop ${stopped} rays, ${free} are free`);
}

// A pickup that was taken is back after its time, and health rises when one is taken.
function checkPickups(model) {
    const { recording, ground } = model;
    const events = recording.eventsOfKindOf("pickup", 0);
    const taken = new Map();
    let back = 0;
    for (const event of events) {
        const [pickup, state] = [recording.arg(event, 0), recording.arg(event, 1)];
        const tick = recording.eventTicks[event];
        if (state !== THERE) {
            if (taken.has(pickup)) continue; // said again after a key frame
            taken.set(pickup, tick);
            const { x, y } = ground.pickups[pickup - 1];
            const near = model.agents.some((agent) => {
                const place = page.placeOf(model, agent, tick);
                return place && far(place, { x, y }) < 4;
            });
            check(near, `pickup ${pickup} was taken at ${tick} by somebody who was there`);
        } else if (taken.has(pickup)) {
            const seconds = model.seconds(tick - taken.get(pickup));
            const wanted = ground.pickups[pickup - 1].name === "health" ? 20 : 12;
            // It may have been taken again at once, between two records.
            check(Math.abs(seconds / wanted - Math.round(seconds / wanted)) < 0.05, `${ground.pickups[pickup - 1].name} is back after ${seconds} s`);
            taken.delete(pickup);
            back++;
        }
    }
    check(back >= 5, `${back} pickups were taken and are back`);
    const shown = model.states.pickups.at(0, recording.ticks - 1);
    check(shown.size === ground.pickups.length, "every pickup has a state");
    for (const [pickup, state] of shown) check((state !== THERE) === taken.has(pickup), `pickup ${pickup} is shown as it is`);
}

// Who is hit guesses where the shot came from.
function wasHurt(model, agent, tick) {
    const { recording } = model;
    return recording.eventsOfKindOf("health", agent).some((event) => recording.eventTicks[event] <= tick && recording.eventTicks[event] > tick - 13);
}

// An enemy that is remembered is where it was when it was last in view.
function checkBeliefs(model) {
    const { recording, ground } = model;
    let [seen, remembered, forgotten] = [0, 0, 0];
    for (const agent of model.agents) {
        const last = new Map();
        for (const event of recording.eventsOfKindOf("belief", agent)) {
            const [of, state, x, y] = [0, 1, 2, 3].map((i) => recording.arg(event, i));
            const tick = recording.eventTicks[event];
            check(model.teamOf(of) !== model.teamOf(agent), `agent ${agent} believes in an enemy`);
            if (state === 1) seen++;
            if (state === 2 && last.get(of)?.state === 1 && !wasHurt(model, agent, tick)) {
                remembered++;
                // Who dies is not recorded on its last stride.
                const wasThere = Array.from({ length: 120 }, (_, i) => page.placeOf(model, of, Math.max(0, tick - i))).some((place) => place && far(place, { x, y }) < 3);
                check(wasThere, `agent ${agent} lost ${of} at ${tick} where it was within the last two seconds`);
            }
            if (state === 0) forgotten++;
            last.set(of, { state, x, y });
        }
        for (const [of, { isSeen, x, y }] of model.states.beliefs.at(agent, recording.ticks - 1)) {
            const known = last.get(of);
            check(known.state === (isSeen ? 1 : 2) && known.x === x && known.y === y, `agent ${agent} believes of ${of} what was recorded`);
        }
    }
    check(seen > 50 && remembered > 20 && forgotten > 10, `${seen} were seen, ${remembered} remembered, ${forgotten} forgotten`);
    check(ground.pickups.length > 0 && model.agents.some((agent) => model.states.believedPickups.at(agent, recording.ticks - 1).size > 0), "agents know pickups");
}

// The point that a team holds is the one at which an agent of it was last.
function checkOwners(model) {
    const { recording, ground } = model;
    let changes = 0;
    for (const event of recording.eventsOfKindOf("owner", 0)) {
        const [point, team] = [recording.arg(event, 0), recording.arg(event, 1)];
        const tick = recording.eventTicks[event];
        check(page.owners(recording, tick).get(point) === team, `point ${point} is shown as held by ${team}`);
        if (team === 0 || tick % 7200 < 2) continue;
        const { x, y, name } = ground.places[point - 1];
        check(name === `point ${point}`, `${name} has number ${point}`);
        const isThere = model.agents.some((agent) => model.teamOf(agent) === model.teamByNumber(team) && far(page.placeOf(model, agent, tick) ?? { x: 1e9, y: 0 }, { x, y }) < 8);
        check(isThere, `team ${team} was at point ${point} at ${tick}`);
        changes++;
    }
    check(changes > 0, "points change hands");
}

function checkOrders(model) {
    let orders = 0;
    for (const agent of model.agents) {
        const rows = rowsOf(page.Squad({ model, agent, tick: model.recording.ticks - 1 })).slice(1);
        for (const { cells } of rows) {
            orders++;
            check(!/^\d+$/.test(cells[2] ?? "") && !/^\d+$/.test(cells[3] ?? ""), `an order has names: ${cells}`);
            check(/point|flag|cells from|^at /.test(cells[2] ?? "") || (cells[3] ?? "") !== "", `an order leads somewhere: ${cells}`);
        }
    }
    check(orders > 10, `${orders} orders`);
}

// As many weapons are in the output as were put together and not taken out.
function checkStocks(model) {
    const { recording, ground } = model;
    const weapons = ground.stores.findIndex(({ name }) => name === "weapons in the output") + 1;
    check(weapons > 0 && ground.places[ground.stores[weapons - 1].place - 1].name === "output", "weapons are at the output");
    let most = 0;
    for (let tick = 0; tick < recording.ticks; tick += 50) {
        let count = 0;
        for (const agent of model.agents)
            for (const event of recording.eventsOfKindOf("action-finished", agent).filter((one) => recording.eventTicks[one] <= tick)) {
                const name = model.names.of(agent, tick).action(recording.arg(event, 0));
                if (name === "PutTogether") count++;
                if (name === "EmptyOutput") count--;
            }
        const shown = page.stocks(recording, tick).get(weapons);
        check(shown === count, `tick ${tick}: ${shown} weapons are shown, there are ${count}`);
        most = Math.max(most, count);
    }
    check(most > 0, "there were weapons");
}

// A recording of level basic has the input of every consideration.
function checkConsiderations(model, agent) {
    const walk = (part) => (part.leaf ? [part] : part.parts.flatMap(walk));
    let count = 0;
    for (let tick = 300; tick < model.recording.ticks; tick += 211) {
        const description = model.descriptions.of(agent, tick);
        if (description?.kind !== "utility" || model.situation(agent, tick).absent) continue;
        for (const part of description.options.flatMap((option) => (option.part ? walk(option.part) : []))) {
            count++;
            check(page.readNow({ model, agent, tick }, part) !== null, `${part.name} has a value at tick ${tick}`);
        }
    }
    check(count > 200, `${count} considerations`);
}

// Counted again from the exported events.
function checkNodes(model, file, agent) {
    const { rows, ends } = page.nodeStatistics(model, [agent]);
    const events = ploy("export", file, "--agent", String(agent), "--events", "bt-node").trim().split("\n").map((line) => JSON.parse(line));
    const wanted = new Map();
    for (const { node, now } of events) {
        if (now !== "success" && now !== "failure") continue;
        wanted.set(node, (wanted.get(node) ?? 0) + 1);
    }
    check(rows.length > 5 && wanted.size > 5, "nodes have statistics");
    for (const [node, count] of wanted) {
        const shown = (ends.get(node) ?? []).filter(([outcome]) => outcome !== "halted").reduce((sum, [, n]) => sum + n, 0);
        check(shown === count, `${node} ended ${count} times, shown are ${shown}`);
    }
    for (const { label, count, longest: { band } } of rows) {
        const ended = (ends.get(label) ?? []).reduce((sum, [, n]) => sum + n, 0);
        check(ended === count, `${label}: every run has its end`);
        const last = events.find(({ node, tick, now }) => node === label && tick === band.end && now !== "running");
        check(last !== undefined, `${label}: its longest run ended in tick ${band.end}`);
    }
}

// Rows that differ only in who and when stand together: each problem in one group, no two groups alike, the one with the most cases first.
function checkProblems(model) {
    model.findProblems();
    const groups = page.groupProblems(model.problems);
    const alike = ({ kind, between }) => [kind, ...between].join();
    const sorts = new Set(model.problems.map(alike));
    check(model.problems.length > sorts.size, `of ${model.problems.length} problems some are alike`);
    check(groups.length === sorts.size, `${groups.length} groups of ${sorts.size} sorts`);
    check(groups.flatMap(({ problems }) => problems).length === model.problems.length, "every problem is in a group");
    for (const [i, { title, times, problems }] of groups.entries()) {
        check(new Set(problems.map(alike)).size === 1, `${title} has problems of one sort`);
        check(times === problems.reduce((sum, one) => sum + one.times, 0) && (i === 0 || times <= groups[i - 1].times), `${title} has its place`);
    }
}

// A key frame is not a step of the clock: ticks that come in pieces of half a second are shown one after another.
function checkFollowing() {
    const model = { recording: { ticks: 1 }, tickTime: 50000 };
    let [clock, frame] = [0, null];
    globalThis.requestAnimationFrame = (next) => (frame = next);
    Object.defineProperty(performance, "now", { value: () => clock });
    page.change({ isLive: true, isFollowing: true, tick: 0 });
    page.followEnd(model);
    let [most, behind, before] = [0, 0, 0];
    for (let i = 0; i < 1200; i++) {
        clock += 1000 / 60;
        model.recording.ticks = 1 + 10 * Math.floor(clock / 500);
        frame(clock);
        const { tick } = page.view();
        check(tick >= before, `frame ${i}: it goes from ${before} to ${tick}`);
        if (i >= 300) [most, behind] = [Math.max(most, tick - before), Math.max(behind, model.recording.ticks - 1 - tick)];
        before = tick;
    }
    check(most <= 2 && behind <= 20, `what comes in pieces of 10 ticks is shown ${most} at a time, at most ${behind} behind`);
}

// Events as [tick, agent, kind, ...arguments], as far as states are replayed from them.
function recordingOf(list) {
    const kindNames = [...new Set(list.map(([, , kind]) => kind))];
    const eventTicks = list.map(([tick]) => tick);
    return {
        count: list.length, kindNames, eventTicks, kinds: list.map(([, , kind]) => kindNames.indexOf(kind)),
        arg: (event, i) => list[event][3 + i],
        eventsOfKinds: (kinds, agent) => [...list.keys()].filter((event) => kinds.includes(list[event][2]) && list[event][1] === agent),
        countUntil: (events, tick) => events.filter((event) => eventTicks[event] <= tick).length,
    };
}

// Blackboards of the game's own between the agent and the world: the nearest that has the key set is read, and is the one that the tab does not
// call hidden.
function checkBoards() {
    const [AGENT, RED, BLUE, WORLD] = [2, 4 + 256, 4 + 512, 7 + 256];
    const [ALARM, INITIAL] = [3, 9];
    const recording = recordingOf([
        [0, 5, "blackboard-parent", AGENT, RED], [0, 0, "blackboard-parent", RED, WORLD], [0, 0, "blackboard-parent", BLUE, WORLD],
        [1, 0, "blackboard-written", WORLD, ALARM, 10, 1], [2, 0, "blackboard-written", RED, ALARM, 20, 1], [2, 0, "blackboard-written", BLUE, ALARM, 30, 1],
        [3, 5, "blackboard-parent", AGENT, BLUE], [4, 5, "blackboard-written", AGENT, ALARM, 40, 1],
        [5, 5, "blackboard-written", AGENT, ALARM, 0, 0], [6, 0, "blackboard-written", BLUE, ALARM, 0, 0], [7, 5, "blackboard-parent", AGENT, 0],
    ]);
    const names = { initial: () => INITIAL, key: String, value: (_, value) => String(value), minded: () => null };
    const states = new page.States(recording);
    const readings = new page.Readings(recording, names, states);
    for (const [tick, wanted] of [INITIAL, 10, 20, 30, 40, 30, 10, INITIAL].entries()) {
        const read = readings.key(5, ALARM, tick);
        check(read === wanted, `tick ${tick}: the key is ${wanted}, read as ${read}`);
        const rows = rowsOf(page.Blackboard({ model: { states, names, seconds: (ticks) => ticks }, agent: 5, tick })).slice(1).map(({ cells }) => cells);
        const shown = rows.filter(([, value, on]) => value !== "unset" && !on.endsWith("hidden")).map(([, value]) => Number(value));
        check(shown.join() === (wanted === INITIAL ? "" : String(wanted)), `tick ${tick}: the tab shows ${rows.join("; ")}`);
    }
}

// Keys of type object, and of type int that name their values, show names, in the tab, in its events and in the export alike; a number would be a fault. named: what a
// name looks like, by key.
function checkObjects({ model, file }, named) {
    const { recording, names } = model;
    const found = new Map(Object.keys(named).map((key) => [key, new Set()]));
    const exported = ploy("export", file, "--events", "blackboard-written").split("\n").filter(Boolean).map((line) => JSON.parse(line));
    for (const agent of model.agents) {
        const lines = exported.filter((line) => line.agent === agent);
        for (const [i, event] of [...recording.eventsOfKindOf("blackboard-written", agent)].entries()) {
            const key = names.key(recording.arg(event, 1));
            const wanted = lines[i].value ?? "none";
            if (!found.has(key) || !lines[i].set) continue;
            check(lines[i].key === key && named[key].test(wanted), `${key} is exported as ${wanted}`);
            const text = page.argsText(model, names.of(agent, recording.eventTicks[event]), event);
            check(text.includes(`key ${key}, value ${wanted}, `), `the event says ${wanted}: ${text}`);
            found.get(key).add(wanted);
        }
        for (let tick = 0; tick < recording.ticks; tick += 97) {
            const rows = rowsOf(page.Blackboard({ model, agent, tick })).slice(1).filter(({ cells }) => found.has(cells[0]) && cells[1] !== "unset");
            for (const { cells } of rows) check(named[cells[0]].test(cells[1]), `tick ${tick}: ${cells[0]} is ${cells[1]}`);
        }
    }
    for (const [key, values] of found) check(values.size > 2, `${key} is ${[...values].join(", ")}`);
}

// The Memory tab says what each fact says, as the events up to then do, with names.
function checkFacts({ model }) {
    const { recording, names } = model;
    const isExact = recording.hasEventsOf("fact-refreshed");
    const seen = new Set();
    for (const agent of model.agents)
        for (let tick = 0; tick < recording.ticks; tick += 131) {
            const known = new Map();
            for (const event of recording.eventsOfKindOf("fact-value", agent)) {
                if (recording.eventTicks[event] > tick) break;
                const [fact, kind, attribute, value] = [0, 1, 2, 3].map((i) => recording.arg(event, i));
                if (!known.has(fact)) known.set(fact, { kind, values: new Map() });
                known.get(fact).values.set(attribute, value);
            }
            const facts = model.states.facts.at(agent, tick);
            const rows = rowsOf(page.Memory({ model, agent, tick })).slice(1);
            check(rows.length === facts.size, `tick ${tick}: ${rows.length} rows for ${facts.size} facts`);
            const wanted = [...facts.keys()].map((fact) => {
                const { kind, values } = known.get(fact);
                return `${names.factType(kind)}: ${[...values].sort((a, b) => a[0] - b[0])
                    .map(([a, value]) => `${names.attributes(kind)[a].name} ${names.attributeValue(kind, a, value, names.of(agent, tick), tick)}`).join(", ")}`;
            });
            const shown = rows.map(({ cells }) => `${cells[0]}: ${cells[1]}`);
            check(shown.slice().sort().join("\n") === wanted.sort().join("\n"), `tick ${tick}: ${shown.join("; ")} for ${wanted.join("; ")}`);
            for (const { cells } of rows) {
                seen.add(cells[0]);
                if (cells[0] === "enemy" && !isExact) check(/^agent (red|blue) \d$/.test(cells[1]), cells[1]);
                if (cells[0] === "enemy" && isExact) check(/^agent (red|blue) \d, x -?\d+, y -?\d+, distance \d+, visible (true|false), aims (true|false)$/.test(cells[1]), cells[1]);
                if (cells[0] === "pickup" && isExact) check(/^place \d+, health (true|false), weapon [a-z]+, there (true|false)$/.test(cells[1]), cells[1]);
                if (cells[0] === "pickup") check(/^(health|ammo)/.test(cells[5]), cells[5]);
                if (cells[0] === "node") check(isExact && /, role (attack|cover), /.test(cells[1]), cells[1]);
            }
        }
    check(seen.has("enemy") && seen.has("pickup"), `facts of ${[...seen].join(", ")}`);
}

// A number below the highest that no agent has.
function checkGap({ recording, agents }) {
    const [, missing] = agents;
    const eventsOf = (agent) => (agent === missing ? new Uint32Array() : recording.eventsOf(agent));
    const shown = new page.Model(Object.create(recording, { eventsOf: { value: eventsOf } })).agents;
    check(shown.join() === agents.filter((agent) => agent !== missing).join(), `without ${missing} there are ${shown}`);
}

const domination = await record("domination", "arena", "--minutes", "3", "--red", "goap+squad", "--blue", "bt+squad", "--seed", "5");
checkReturns(domination.model);
checkSight(domination.model);
checkPickups(domination.model);
checkBeliefs(domination.model);
checkOwners(domination.model);
checkOrders(domination.model);
checkProblems(domination.model);
checkNodes(domination.model, domination.file, domination.model.agents.find((agent) => domination.model.names.of(agent, 100).kind === "bt"));
const utility = await record("utility", "arena", "--minutes", "1", "--mode", "deathmatch", "--red", "utility", "--blue", "htn", "--seed", "6");
checkConsiderations(utility.model, utility.model.agents.find((agent) => utility.model.names.of(agent, 100).kind === "utility"));
const smithy = await record("smithy", "smithy", "--minutes", "10", "--smiths", "4");
checkStocks(smithy.model);
const AGENT_NAME = /^((red|blue) \d|none)$/;
checkObjects(smithy, { at: /^(?!agent)[a-z][a-zA-Z]+$/, ore: /^[a-z]+$/, log: /^[a-z]+$/ });
checkObjects(await record("battle", "battleground", "--agents", "20", "--respawn", "3", "--minutes", "1"), { target: /^(fighter \d+|none)$/ });
const orders = await record("orders", "arena", "--minutes", "1", "--red", "goap+squad", "--everything");
checkFacts(orders);
checkFacts(await record("facts", "arena", "--minutes", "1"));
checkObjects(orders, {
    order_target: AGENT_NAME,
    target: AGENT_NAME,
    weapon: /^(pistol|shotgun|rocket|minigun|melee)$/,
    nav_status: /^(unset|incomplete|complete)$/,
    nav_mode: /^[a-z]+(_[a-z]+)?$/,
    sight: /^(none|known|visible|in_range|close)$/,
    order: /^(none|move|hold|attack|cover|follow|lead)$/,
});
checkGap(domination.model);
checkBoards();
checkFollowing();
finish();
