// One truth: at every decision of many recordings, of every game, mode and controller, the header, the timeline, the tabs
// Plan and Goals, and the answer of Why agree; and Why answers as `ploy ask --json` does.
// node truth.mjs LIBRARY.wasm FOLDER [all]

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { openModel, pageModules, rowsOf, textOf } from "./model.mjs";

const [library, folder, amount] = process.argv.slice(2);
const program = process.env.PLOY;
const page = await pageModules();

const DECISIONS = [
    "goal-chosen", "goal-started", "goal-finished", "goal-aborted", "goal-held", "plan-taken", "plan-failed", "plan-repaired", "action-started",
    "action-finished", "action-aborted", "state-changed", "utility-chosen", "activity-started", "activity-ended", "activity-halted",
    "agent-created", "agent-gone", "mind-given",
];

const CONTROLLERS = ["goap", "fsm", "fuzzy", "bt", "gobt", "utility", "htn", "random"];
const MODES = ["domination", "ctf", "deathmatch", "lms"];

// Every controller meets another one in every mode; squads lead half of them.
function matches() {
    return MODES.flatMap((mode, i) =>
        CONTROLLERS.map((red, k) => {
            const blue = CONTROLLERS[(k + 1 + i) % CONTROLLERS.length];
            const squad = (name, isLed) => (isLed && name !== "random" && mode !== "deathmatch" && mode !== "lms" ? `${name}+squad` : name);
            return ["arena", "--mode", mode, "--map", String(1 + (i + k) % 2), "--red", squad(red, k % 2 === 0), "--blue", squad(blue, k % 3 === 0), "--minutes", "1", "--seed", String(100 * i + k)];
        }),
    );
}

const EXAMPLES = ["camp", "duel", "hunger", "guard", "outpost", "sentry", "stuck", "watch", "three_layers", "village_smith", "data/dithering"];

const RUNS = [
    ["smithy", "--minutes", "3", "--smiths", "5"],
    ["battleground", "--agents", "12", "--respawn", "2", "--minutes", "1"],
    ["arena", "--red", "goap+squad", "--blue", "long.goap", "--minutes", "1", "--seed", "17"], // two domains of one name, with other goals
    ...EXAMPLES.map((name) => ["file", `examples/${name}.xml`]),
    ...matches(),
    ["smithy", "--minutes", "1", "--smiths", "3", "--everything"], // priorities between decisions
];

// In ./test a part of them, which changes with nothing: each controller and each mode is in it.
const QUICK = RUNS.filter((run, i) => run[0] !== "arena" || i % 4 === 2);

let contradictions = 0;
let checked = 0;
// Moments of each sort that was met: none may be missing.
const met = { "decision in force": 0, "decision that is over": 0, "task network": 0, "behavior tree": 0, "key of the world's blackboard": 0, "object on a blackboard": 0 };

function contradict(where, what) {
    if (contradictions++ < 40) console.error(`${where}: ${what}`);
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// Header and answer.
function checkNow(where, s, now) {
    const mine = {
        absent: s.absent,
        goal: s.goal && { name: s.goal.name, since: s.goal.since, held: s.goal.isHeld },
        action: s.action,
        plan: s.plan && { goal: s.plan.goal, steps: s.plan.steps, done: s.plan.done, broken: s.plan.isBroken },
        state: s.state,
        option: s.option && { name: s.option.name, since: s.option.since },
        activities: s.activities,
    };
    for (const key of Object.keys(mine)) if (!same(mine[key], now[key])) contradict(where, `header has ${key} ${JSON.stringify(mine[key])}, Why has ${JSON.stringify(now[key])}`);
}

function checkTimeline(where, model, agent, tick, s) {
    const { goals, actions } = model.bands.of(agent);
    const upper = page.bandAt(goals, tick)?.label ?? "";
    const lower = page.bandAt(actions, tick)?.label ?? "";
    const states = [...s.states].map(({ name }) => name);
    const pursued = s.goal?.name ?? (states.length > 0 ? states : null) ?? s.state?.name ?? s.option?.name ?? "";
    const isHtn = model.names.of(agent, tick).kind === "htn";
    if (isHtn && !s.goal) {
        if (upper !== (s.plan?.goal ?? "")) contradict(where, `timeline has “${upper}”, the plan is for “${s.plan?.goal ?? ""}”`);
    } else if (Array.isArray(pursued) ? !same(upper.split(" + ").sort(), pursued.sort()) : upper !== pursued) contradict(where, `timeline has “${upper}”, header “${pursued}”`);
    const doing = s.action?.name ?? s.activities.map(({ name }) => name).join(" + ");
    if (lower !== doing) contradict(where, `timeline has “${lower}”, header does “${doing}”`);
}

function checkHeader(where, model, agent, tick, s) {
    const said = page.sentences(model, agent, tick).join(" ");
    if (s.absent) {
        if (/pursues|does|state/.test(said)) contradict(where, `${s.absent}, but the header says: ${said}`);
        return;
    }
    for (const name of [s.goal?.name, s.action?.name, s.state?.name, s.option?.name]) if (name && !said.includes(name)) contradict(where, `the header lacks ${name}: ${said}`);
    if (said.includes("does nothing") && (s.action || s.activities.length > 0)) contradict(where, `the header says: ${said}`);
}

function checkPlan(where, model, agent, tick, s) {
    const shown = page.Plan({ model, agent, tick });
    const rows = rowsOf(shown).slice(1);
    const steps = rows.map(({ cells }) => cells[1]);
    if (!same(steps, s.plan?.steps ?? [])) contradict(where, `Plan shows ${steps}, header follows ${s.plan?.steps}`);
    const current = rows.find(({ isCurrent }) => isCurrent)?.cells[1];
    if (current && current !== s.action?.name) contradict(where, `Plan runs ${current}, header does ${s.action?.name}`);
    if (s.plan && s.goal && s.plan.goal !== s.goal.name) contradict(where, `the plan is for ${s.plan.goal}, the goal is ${s.goal.name}`);
    if (s.goal && !s.goal.isHeld && !s.plan) contradict(where, `${s.goal.name} is pursued without a plan`);
    if (s.plan && s.action && !s.plan.isBroken && s.plan.steps[s.plan.done] !== s.action.name) contradict(where, `${s.action.name} is not step ${s.plan.done + 1} of ${s.plan.steps}`);
    if (s.absent && textOf(shown).includes("step")) contradict(where, `${s.absent}, but Plan shows one`);
}

function checkGoals(where, model, agent, tick, s, answer) {
    const shown = page.Goals({ model, agent, tick });
    const text = textOf(shown);
    if (s.goal && !text.includes(s.goal.name)) contradict(where, `Goals does not show ${s.goal.name}`);
    if (!s.goal && !text.includes("no goal")) contradict(where, `Goals shows a goal, header has none`);
    if (!answer?.goals) return;
    const rows = rowsOf(shown).slice(1).map(({ cells }) => [cells[0], Number(cells[1]), cells[2]]);
    const theirs = answer.goals.map(({ goal, priority, status }) => [goal, priority, status.replace(/^is (chosen|pursued|held)/, "was $1")]);
    if (!same(rows, theirs)) contradict(where, `Goals shows ${JSON.stringify(rows)}, Why ${JSON.stringify(theirs)}`);
}

// What a decision of this tick read from the blackboards, be it the agent's own or one above it, is what is shown of them.
function checkBlackboard(where, model, agent, tick, json) {
    if (json.decided !== tick) return;
    const { recording } = model;
    const written = [agent, 0].flatMap((whose) => [...recording.eventsOfKindOf("blackboard-written", whose)]).filter((event) => recording.eventTicks[event] === tick);
    const rows = rowsOf(page.Blackboard({ model, agent, tick })).slice(1).filter(({ cells }) => cells[1] !== "unset" && !cells[2].endsWith("hidden"));
    for (const [name, value] of Object.entries(json.state)) {
        const key = model.names.keyByName(name);
        if (key < 0 || /^-?[\d.]+$/.test(value) || written.some((event) => recording.arg(event, 1) === key)) continue; // it may have changed since
        const read = model.readings.key(agent, key, tick);
        const text = read === undefined ? "not recorded" : model.names.value(key, read, model.names.of(agent, tick), tick);
        if (!/^(true|false)$/.test(value)) met["object on a blackboard"]++;
        const row = rows.find(({ cells }) => cells[0] === name);
        if (row?.cells[2] === "world") met["key of the world's blackboard"]++;
        if (text !== value || (row && row.cells[1] !== value)) contradict(where, `${name} was ${value} when it decided, now it is ${text}, Blackboard shows ${row?.cells}`);
    }
}

const RUNNING = 0;

// Why is about this very tick: what it says of an older decision, it says to be over; a tree and a task network have their own sentences.
function checkWhy(where, model, agent, tick, s, text, json) {
    const life = model.names.of(agent, tick);
    if (json.decided > tick) contradict(where, `Why answers about tick ${json.decided}`);
    if (s.absent && !text.includes(s.absent)) contradict(where, `${s.absent}, but Why says: ${text}`);
    if (json.in_force) {
        met["decision in force"]++;
        const { failed } = model.states.now.at(agent, tick);
        if (s.absent || (s.goal && s.goal.name !== json.goal) || (!s.goal && json.goal && json.plan && !failed)) contradict(where, `Why explains ${json.goal}, header has ${s.absent ?? s.goal?.name}`);
    } else if (json.in_force === false) {
        met["decision that is over"]++;
        const [, now] = text.split("\n");
        const doing = s.absent ?? [s.goal?.name ?? "pursues no goal", s.action?.name ?? s.activities.map((one) => one.name).join(" and ")].join("\n");
        if (!now.endsWith("The decision below is over.") || doing.split("\n").some((word) => !now.includes(word))) contradict(where, `${doing}, but Why says: ${now}`);
    }
    if (s.absent) return;
    if (life.kind === "htn") {
        const said = s.plan ? `It does the task ${s.plan.goal} with method ` : "It follows no plan";
        const steps = s.plan?.steps.map((step, i) => `\n  ${i + 1}. ${step}${i < s.plan.done ? ", done" : i === s.plan.done && s.action ? ", running" : ""}\n`) ?? [];
        if (![said, ...steps].every((part) => text.includes(part))) contradict(where, `the task network does ${s.plan?.goal}: ${steps}, but Why says: ${text}`);
        met["task network"]++;
    }
    if (life.kind === "bt" && json.decided === undefined) {
        const nodes = model.states.nodes.at(agent, tick);
        const parents = life.parents();
        const running = [...nodes.keys()].filter((node) => nodes.get(node).now === RUNNING);
        const leaves = running.filter((node) => !running.some((child) => parents[child] === node));
        const wanted = leaves.sort((a, b) => a - b).slice(0, 8).map((node) => life.part("node", node));
        const said = (json.paths ?? []).map((path) => path[path.length - 1]); // none before its first tick
        if (!same(said, wanted)) contradict(where, `the tree runs ${wanted}, Why says ${said}`);
        met["behavior tree"]++;
    }
}

function checkMoment(name, model, agent, tick) {
    const where = `${name}, agent ${agent}, tick ${tick}`;
    const s = model.situation(agent, tick);
    const answer = page.query(model.recording, { agent, tick, brief: true });
    checked++;
    if (answer.isError) return contradict(where, `Why refuses: ${answer.text}`);
    const json = JSON.parse(answer.json);
    checkNow(where, s, json.now);
    checkHeader(where, model, agent, tick, s);
    checkTimeline(where, model, agent, tick, s);
    checkPlan(where, model, agent, tick, s);
    checkGoals(where, model, agent, tick, s, json);
    checkWhy(where, model, agent, tick, s, answer.text, json);
    checkBlackboard(where, model, agent, tick, json);
    if (json.name !== model.names.agent(agent, tick)) contradict(where, `header names ${model.names.agent(agent, tick)}, Why ${json.name}`);
    return answer.json;
}

function momentsOf(model, agent) {
    const { recording } = model;
    const ticks = new Set([0, recording.ticks - 1]);
    for (const event of recording.eventsOfKinds(DECISIONS, agent)) {
        ticks.add(recording.eventTicks[event]);
        ticks.add(Math.max(0, recording.eventTicks[event] - 1));
    }
    return [...ticks].filter((tick) => tick < recording.ticks).sort((a, b) => a - b);
}

async function checkRun(run, index) {
    const file = join(folder, `truth-${index}.rec`);
    execFileSync(program, ["play", ...run, "--record", file], { stdio: ["ignore", "ignore", "inherit"] });
    const model = await openModel(page, library, file);
    const name = run.join(" ");
    for (const agent of model.agents) {
        const moments = momentsOf(model, agent);
        for (const tick of moments) checkMoment(name, model, agent, tick);
    }
    // The program answers as the page does.
    const agent = model.agents[index % model.agents.length];
    const tick = Math.floor(model.recording.ticks * 0.6);
    const said = execFileSync(program, ["ask", file, "--tick", tick, "--agent", agent, "--brief", "--json"], { encoding: "utf8" });
    if (said !== checkMoment(name, model, agent, tick)) contradict(name, `ploy ask answers otherwise than the page at tick ${tick}, agent ${agent}`);
}

const runs = amount === "all" ? RUNS : QUICK;
for (const [index, run] of runs.entries()) await checkRun(run, index);
for (const [what, count] of Object.entries(met)) if (count === 0) contradict("all recordings", `no ${what}`);
console.log(`${runs.length} recordings, ${checked} moments, ${contradictions} contradictions`);
process.exit(contradictions > 0 || checked < 1000 ? 1 : 0);
