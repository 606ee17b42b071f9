// The front door: worlds, files, bindings, agents, squads, saves, recordings, the planner and paths alone.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { Domain, FAILURE, Graph, Grid, Obstacles, Pathfinder, Planner, PloyError, RUNNING, Recording, SUCCESS, World, files, setLog, version } from "../../../build/js/ploy.mjs";

const farm = readFileSync(new URL("../../../examples/data/farmer.xml", import.meta.url), "utf8");
const village = readFileSync(new URL("../../../examples/data/village.xml", import.meta.url), "utf8");

function farmers(options = {}) {
    const world = new World(options);
    world.addActivity("Eat", (agent) => {
        agent.user.meals.push(Math.round(agent.now));
        agent.user.stomach = 10;
        return SUCCESS;
    });
    world.addSensor("stomach", (agent) => agent.set("hungry", --agent.user.stomach < 0));
    world.loadText("farmer.xml", farm);
    return world;
}
const farmer = () => ({ stomach: 3, meals: [] });
const run = (world, ticks) => {
    for (let tick = 0; tick < ticks; ++tick) world.tick(0.1);
};

test("the version is that of the headers", () => {
    const header = readFileSync(new URL("../../../include/ploy/base.h", import.meta.url), "utf8");
    assert.equal(version, /PLOY_VERSION "(.*)"/.exec(header)[1]);
});

test("an agent from a file eats when its sensor says that it is hungry", () => {
    const world = farmers(), ann = world.createAgent("farmer", farmer());
    run(world, 300);
    assert.deepEqual(ann.user.meals, [5, 18]);
    assert.equal(world.ticks, 300);
    assert.equal(world.now, 30);
    assert.equal(ann.type, "farmer");
    world.destroy();
});

test("events say which goal and action an agent starts", () => {
    const heard = [];
    const world = farmers({ onEvent: (agent, event) => heard.push(`${agent.number} ${event.kind} ${event.name}`) });
    world.createAgent("farmer", farmer());
    run(world, 60);
    assert.ok(heard.includes("1 goal-started BeFed"), heard.join("; "));
    assert.ok(heard.includes("1 action-finished Eat"), heard.join("; "));
});

test("an agent says its goal, its plan and why", () => {
    const world = farmers(), ann = world.createAgent("farmer", { stomach: 0, meals: [] });
    run(world, 5);
    assert.equal(ann.goal.name, "BeFed");
    assert.ok(ann.plan.length > 0);
    assert.equal(ann.plan[0].name, ann.action.name);
    assert.match(ann.why(), /BeFed/);
});

test("a saved world goes on in a fresh one to the same hash", () => {
    const world = farmers({ seed: 7 });
    for (let i = 0; i < 3; ++i) world.createAgent("farmer", farmer());
    run(world, 50);
    const save = world.save(), states = [...world].map(({ user }) => structuredClone(user));
    run(world, 100);
    const again = farmers({ seed: 7 });
    again.load(save, (agent) => states[agent.number - 1]);
    assert.equal(again.ticks, 50);
    assert.equal(again.size, 3);
    run(again, 100);
    assert.equal(again.hash(), world.hash());
    assert.match(world.hash(), /^[0-9a-f]{16}$/);
    assert.notEqual(farmers({ seed: 7 }).hash(), world.hash());
});

test("hot reload keeps the agents and takes the new numbers", () => {
    const world = farmers(), ann = world.createAgent("farmer", farmer());
    run(world, 20);
    world.loadText("farmer.xml", farm.replace("</domain>", '<goal name="Rest" priority="0.01">not hungry</goal></domain>'));
    run(world, 100);
    assert.ok(ann.isAlive);
    assert.ok(ann.user.meals.length > 0);
});

test("hot reload of a file of the machine", () => {
    const folder = mkdtempSync(join(tmpdir(), "ploy-js-")), path = join(folder, "farm.xml");
    try {
        writeFileSync(path, farm);
        const world = new World();
        let meals = 0;
        world.addActivity("Eat", (agent) => (++meals, agent.set("hungry", false), SUCCESS));
        world.addSensor("stomach", () => {});
        world.loadFile(path);
        const ann = world.createAgent("farmer");
        ann.set("hungry", true);
        run(world, 50);
        assert.equal(meals, 1);
        writeFileSync(path, farm.replace("</domain>", "<oops/></domain>"));
        assert.throws(() => world.loadFile(path), (error) => error instanceof PloyError && error.line > 0 && error.message.startsWith(path));
        ann.set("hungry", true);
        run(world, 50);
        assert.equal(meals, 2, "the old file stays in force");
        writeFileSync(path, farm);
        world.loadFile(path);
        assert.throws(() => world.loadFile(join(folder, "nothing.xml")), { status: "not-found" });
    } finally {
        rmSync(folder, { recursive: true });
    }
});

test("all errors of a text are listed with their places", () => {
    const world = farmers();
    const errors = world.checkText("bad.xml", '<ploy version="1">\n<domain name="d">\n<symbol name="x" type="boool"/>\n<symbol name="y" type="intt"/>\n</domain>\n</ploy>');
    assert.deepEqual(errors.map(({ line }) => line), [3, 4]);
    assert.deepEqual(world.checkText("farmer2.xml", '<ploy version="1"/>'), []);
});

test("every type of blackboard key comes back as it was set", () => {
    const world = new World();
    world.addKey("flag");
    world.addKey("count", { type: "int", initial: 3 });
    world.addKey("share", { type: "decimal" });
    world.addKey("target", { type: "object" });
    world.addKey("text", { type: "string", initial: "nord" });
    const agent = world.createAgent(null);
    assert.deepEqual(["flag", "count", "share", "target", "text"].map((key) => agent.get(key)), [false, 3, 0, 0, "nord"]);
    assert.equal(agent.set("flag", true), true);
    assert.equal(agent.set("flag", true), false);
    agent.set("count", -5);
    agent.set("share", 0.125);
    agent.set("target", 2n ** 60n);
    agent.set("text", "süd 🐺");
    assert.deepEqual(["flag", "count", "share", "target", "text"].map((key) => agent.get(key)), [true, -5, 0.125, 2n ** 60n, "süd 🐺"]);
    world.blackboard.set("count", 9);
    const other = world.createAgent(null);
    assert.equal(other.get("count"), 9, "read through the world's");
    assert.equal(agent.get("count"), -5);
    agent.blackboard.unset("count");
    assert.equal(agent.get("count"), 9);
});

test("an observer hears changes until it is ended", () => {
    const world = new World(), heard = [];
    world.addKey("count", { type: "int" });
    const end = world.blackboard.observe("count", (key, value) => heard.push([key, value]));
    world.blackboard.set("count", 1);
    world.blackboard.set("count", 1);
    world.blackboard.set("count", 2);
    assert.equal(end(), true);
    world.blackboard.set("count", 3);
    assert.deepEqual(heard, [["count", 1], ["count", 2]]);
});

const tree = `<ploy version="1">
  <blackboard><key name="post" type="int"/><key name="found" type="string"/></blackboard>
  <BehaviorTree ID="Guard"><Sequence><Twice><Step to="{post}" report="{found}"/></Twice><IsNear limit="3"/></Sequence></BehaviorTree>
</ploy>`;

test("activities with ports, conditions with ports and own nodes run in a behavior tree", () => {
    const world = new World(), log = [];
    world.addActivity("Step", {
        ports: "to:int >report:string", dataWords: 1,
        start(agent, call) {
            log.push(`start ${call.get("to")}`);
            return RUNNING;
        },
        update(agent, call) {
            call.set("report", `step ${++call.data[0]}`);
            log.push(agent.get("found"));
            return call.data[0] === 2 ? SUCCESS : RUNNING;
        },
        finished: () => void log.push("finished"),
        halt: () => void log.push("halted"),
    });
    world.addCondition("IsNear", (agent, call) => log.push(`near ${call.get(0)}`) > 0, { ports: "limit:int" });
    world.addNode("Twice", (agent, children, call) => {
        if (children.isStart) call.data[0] = 0;
        const outcome = children.tick(0);
        if (outcome !== SUCCESS) return outcome;
        return ++call.data[0] === 2 ? SUCCESS : RUNNING;
    }, { maxChildren: 1, dataWords: 1 });
    world.loadText("guard.xml", tree);
    const agent = world.createAgent("Guard");
    agent.set("post", 12);
    run(world, 8);
    assert.deepEqual(log.slice(0, 4), ["start 12", "step 1", "step 2", "finished"]);
    assert.equal(log.filter((line) => line === "near 3").length >= 1, true, log.join("; "));
    run(world, 1);
    agent.destroy();
    assert.equal(agent.isAlive, false);
});

test("scorers decide which option a utility agent takes", () => {
    const world = new World();
    let hunger = 0.1;
    const done = [];
    for (const name of ["Eat", "Rest"]) world.addActivity(name, () => (done.push(name), SUCCESS));
    world.addScorer("hunger", () => hunger);
    world.loadText("hunger.xml", `<ploy version="1"><utility name="needs">
      <option name="Eat"><scorer of="hunger"/></option>
      <option name="Rest"><constant value="0.5"/></option></utility></ploy>`);
    world.createAgent("needs");
    run(world, 5);
    hunger = 0.9;
    run(world, 50);
    assert.equal(done[0], "Rest");
    assert.equal(done.at(-1), "Eat");
});

test("what a squad's blackboard has, all members read", () => {
    const world = new World(), eaten = [];
    world.addActivity("Eat", (agent) => (eaten.push(agent.number), agent.set("hungry", false), SUCCESS));
    world.addSensor("ear", (agent) => {
        if (agent.number === 1) world.squads.of(agent)?.blackboard.set("hungry", agent.now >= 3);
    });
    world.loadText("village.xml", village);
    for (let i = 0; i < 2; ++i) world.squads.enlist(world.createAgent("cook"));
    run(world, 100);
    assert.deepEqual(eaten, [1, 2]);
    const squad = world.squads.of([...world][0]);
    assert.equal(squad.members.length, 2);
    assert.equal(typeof squad.why(), "string");
});

test("a squad patrols: orders are given, reported and ended", () => {
    const world = new World(), ended = [];
    world.squads.configure({ distance: (agent, place) => Math.abs(agent.user.place - place), ended: (squad, task, end) => ended.push(end) });
    const squad = world.squads.create({ name: "watch", size: 3 });
    const agents = [1, 2].map((place) => world.createAgent(null, { place }));
    agents.forEach((agent) => squad.join(agent));
    const number = squad.queue({ kind: "go-to", places: [5] });
    world.tick(0.1);
    assert.equal(squad.task.kind, "go-to");
    assert.equal(squad.task.number, number);
    for (const agent of agents) {
        const order = world.squads.order(agent);
        assert.deepEqual([order.kind, order.place, order.state], ["move", 5, "open"]);
        agent.user.place = 5;
    }
    world.tick(0.1);
    world.tick(0.1);
    assert.deepEqual(ended, ["done"]);
    assert.equal(world.squads.find("watch"), squad);
    assert.equal(world.squads.find("nobody"), null);
});

test("of two agents one gets the ingot", () => {
    const world = new World(), [ann, bob] = [world.createAgent(null), world.createAgent(null)];
    assert.equal(world.reservations.claim(7, ann), true);
    assert.equal(world.reservations.claim(7, bob), false);
    assert.equal(world.reservations.isFree(7, bob), false);
    assert.equal(world.reservations.count(7), 1);
    assert.equal(world.reservations.release(7, ann), true);
    assert.equal(world.reservations.claim(7, bob, { until: 0.5 }), true);
    run(world, 6);
    assert.equal(world.reservations.count(7), 0);
});

test("a fact fades and is forgotten", () => {
    const world = new World();
    world.addFactType("enemy", { who: { type: "object", identifies: true }, distance: "int" }, { decay: "linear", decayTime: 10 });
    const agent = world.createAgent(null);
    agent.remember("enemy", { who: 4, distance: 12 });
    agent.remember("enemy", { who: 5, distance: 3 });
    agent.remember("enemy", { who: 4, distance: 8 });
    run(world, 50);
    assert.deepEqual(agent.facts("enemy", { who: 4 }).map(({ values, belief }) => [values, belief]), [[{ who: 4, distance: 8 }, 0.5]]);
    assert.equal(agent.forget("enemy", { who: 4 }), 1);
    run(world, 60);
    assert.deepEqual(agent.facts("enemy"), []);
});

const villager = () => new Domain({
    name: "villager",
    symbols: { hasFood: "bool", hungry: "bool" },
    actions: { GatherFood: { effect: "hasFood" }, EatFood: { pre: "hasFood", effect: "not hungry, not hasFood", cost: 2 } },
    goals: { BeFed: "not hungry" },
});

test("the planner alone finds the cheapest plan", () => {
    const plan = villager().plan({ start: "hungry" });
    assert.equal(plan.status, "found");
    assert.equal(plan.goal, "BeFed");
    assert.equal(plan.cost, 3);
    assert.equal(plan.proved, true);
    assert.equal(plan.bound, 3);
    assert.equal(villager().plan({ start: "hungry", search: "anytime" }).cost, 3);
    assert.throws(() => villager().plan({ start: "hungry", search: "guess" }), /there is no search "guess"/);
    assert.deepEqual(plan.steps, [{ action: "GatherFood", args: [], cost: 1 }, { action: "EatFood", args: [], cost: 2 }]);
    assert.equal(villager().plan({ start: { hungry: true, hasFood: true }, goal: "BeFed" }).steps.length, 1);
    assert.equal(villager().plan({ start: "hungry", goal: "BeFed", without: ["GatherFood"] }).status, "not-found");
    assert.equal(villager().plan({ goal: "BeFed" }).status, "already");
});

test("a search in slices gives the same plan", () => {
    const domain = villager(), planner = new Planner(domain);
    planner.begin({ start: "hungry", goal: "BeFed" });
    let plan = null;
    while (!plan) plan = planner.update(1);
    assert.deepEqual(plan.steps, domain.plan({ start: "hungry" }).steps);
    planner.begin({ start: "hungry", goal: "BeFed", search: "anytime" });
    assert.equal(planner.best(), null);
    let best = null;
    while (!best && !planner.update(1)) best = planner.best();
    assert.ok(best === null || best.steps.length === 2);
});

test("explanations say why this plan, why not an action and why none", () => {
    const domain = villager();
    assert.match(domain.explain({ start: "hungry", goal: "BeFed" }), /GatherFood/);
    assert.match(domain.explain({ start: "hungry", goal: "BeFed", without: ["GatherFood"] }), /hasFood|GatherFood/);
    assert.match(domain.explain({ start: "hungry, hasFood", goal: "BeFed", whyNot: "GatherFood" }), /GatherFood/);
    assert.match(domain.explain({ start: "hungry" }), /BeFed/);
});

test("objects, parameters, costs and contexts that call back", () => {
    const domain = new Domain({
        types: { place: ["camp", "hill", "lake"] },
        symbols: { at: "place", "wet": "bool" },
        actions: {
            Walk: { params: { p: "place" }, pre: "at != p", effect: "at = p", cost: "call:distance" },
            Swim: { params: { p: "place" }, pre: "at != p", effect: "at = p, wet", cost: 1, context: "warm" },
        },
        goals: { BeAt: { params: { p: "place" }, condition: "at = p" } },
        calls: { distance: ({ args }) => (args[0] === "lake" ? 2.5 : 1), warm: () => false },
    });
    assert.deepEqual(domain.objects("place"), ["camp", "hill", "lake"]);
    const plan = domain.plan({ goal: "BeAt", args: ["lake"] });
    assert.deepEqual(plan.steps, [{ action: "Walk", args: ["lake"], cost: 2.5 }]);
    domain.bind("warm", () => true);
    assert.equal(domain.plan({ goal: "BeAt", args: ["lake"] }).steps[0].action, "Swim");
});

test("a domain of a file plans alone", () => {
    const domain = Domain.parse(farm);
    assert.ok(domain.goals.includes("BeFed"));
    assert.equal(domain.plan({ start: "hungry", goal: "BeFed" }).status, "found");
    assert.equal(Domain.load(new URL("../../../examples/data/farmer.xml", import.meta.url).pathname).name, domain.name);
});

test("an agent plans in a domain made in code", () => {
    const world = new World(), done = [];
    world.addActivity("GatherFood", () => (done.push("gather"), SUCCESS));
    world.addActivity("EatFood", (agent) => (done.push("eat"), agent.set("hungry", false), SUCCESS));
    world.addPlannerType("villager", villager(), { writeEffects: true });
    const agent = world.createAgent("villager");
    agent.set("hungry", true);
    run(world, 20);
    assert.deepEqual(done, ["gather", "eat"]);
});

test("paths on a grid, around obstacles and in a graph", () => {
    const rows = ["........", ".A####..", ".....#..", ".....#..", "...###..", ".......B"];
    const grid = new Grid({ width: 8, height: 6, cells: [...rows.join("")].map((letter) => (letter === "#" ? 0 : 1)) });
    const finder = new Pathfinder(grid), from = grid.node(1, 1), to = grid.node(7, 5);
    const path = finder.find({ from, to });
    assert.equal(path.status, "found");
    assert.equal((path.cost / 2378).toFixed(2), "9.41");
    assert.deepEqual(grid.cell(path.nodes.at(-1)), { x: 7, y: 5 });
    const obstacles = new Obstacles(grid);
    for (let y = 1; y < 6; ++y) obstacles.block(grid.node(2, y));
    assert.ok(finder.find({ from, to, obstacles }).cost > path.cost);
    finder.begin({ from, to });
    let sliced = null;
    while (!sliced) sliced = finder.update(1);
    assert.deepEqual(sliced.nodes, path.nodes);
    finder.field({ to });
    assert.equal(finder.costFrom(from), path.cost);
    assert.ok(grid.smooth(path.nodes).length < path.nodes.length);
    assert.equal(grid.sees(from, to), false);
    const graph = new Graph({ nodeCount: 3, edges: [[0, 1, 5], [1, 2, 5], [0, 2, 20]], positions: [[0, 0], [5, 0], [10, 0]] });
    assert.deepEqual([...new Pathfinder(graph).find({ from: 0, to: 2 }).nodes], [0, 1, 2]);
    assert.equal(graph.nearest(9, 1), 2);
});

test("a debugger pauses, steps and sets a value", () => {
    const world = farmers();
    world.createAgent("farmer", farmer());
    assert.equal(world.mayTick(), true);
    const remote = world.remote({ name: () => "Ann" });
    assert.equal(remote.request("pause").ok, true);
    assert.equal(world.mayTick(), false);
    assert.match(remote.request("set An hungry true").hint, /Ann/);
    assert.equal(remote.request("set Ann hungry true").ok, true);
    assert.equal(remote.request("step 2").ok, true);
    while (world.mayTick()) world.tick(0.1);
    assert.equal(world.ticks, 2);
    assert.deepEqual(remote.events().map(({ event, reason }) => [event, reason]), [["paused", "step"]]);
    assert.equal(remote.request("agents").agents[0].name, "Ann");
    remote.detach();
    assert.equal(world.mayTick(), true);
    world.destroy();
    assert.throws(() => remote.request("status"), PloyError);
});

test("a debugger attaches to a world in node", async () => {
    const world = farmers();
    world.createAgent("farmer", farmer());
    const [, port, token] = (await world.attach({ paused: true, name: () => "Ann" })).split(/[:/]/);
    await assert.rejects(world.attach());
    const { connect } = await import("node:net");
    const talk = (text, until) => new Promise((resolve) => {
        let said = "";
        const socket = connect(Number(port), "127.0.0.1", () => socket.write(text));
        const end = () => {
            clearInterval(frames);
            socket.destroy();
            resolve(said);
        };
        socket.on("data", (data) => {
            said += data;
            if (said.includes(until)) end();
        }).on("close", end);
        const frames = setInterval(() => world.mayTick() && world.tick(0.1), 1);
    });
    assert.match(await talk("attach 00\n", "error"), /attach TOKEN/);
    const said = await talk(`attach ${token}\nset Ann hungry true\nstep 2\n`, '"paused"');
    assert.equal(world.ticks, 2);
    assert.doesNotMatch(said, /"ok": ?false/);
    while (!world.mayTick()) await new Promise((resolve) => setTimeout(resolve, 1)); // it goes on when the debugger has left
    world.destroy();
});

test("a recording says why an agent decided", () => {
    const folder = mkdtempSync(join(tmpdir(), "ploy-js-"));
    try {
        const path = join(folder, "farm.rec"), world = farmers();
        world.record(path, { name: () => "Ann" });
        world.createAgent("farmer", farmer());
        run(world, 100);
        world.destroy();
        const recording = new Recording(files.get(path));
        assert.equal(recording.info.ticks, 100);
        assert.equal(recording.info.closed, true);
        assert.deepEqual(recording.agents.map(({ name, mind }) => [name, mind]), [["Ann", "goap"]]);
        assert.match(recording.why("Ann", 60), /BeFed/);
        assert.equal(typeof recording.problems(), "string");
        const kinds = new Set([...recording.events()].map(({ kind }) => kind));
        assert.ok(kinds.has("goal-chosen"), [...kinds].join(" "));
    } finally {
        rmSync(folder, { recursive: true });
    }
});

test("files in memory are read as files are, with what they include", () => {
    files.set("/memory/all.xml", '<root BTCPP_format="4" main_tree_to_execute="Main"><include path="parts/step.xml"/><BehaviorTree ID="Main"><SubTree ID="Part"/></BehaviorTree></root>');
    files.set("/memory/parts/step.xml", '<root BTCPP_format="4"><BehaviorTree ID="Part"><Step/></BehaviorTree></root>');
    const world = new World();
    let steps = 0;
    world.addActivity("Step", () => (++steps, SUCCESS));
    world.loadFile("/memory/all.xml");
    world.createAgent("Main");
    run(world, 3);
    assert.ok(steps > 0);
});

test("two worlds do not know of each other, also one inside the other's tick", () => {
    const outer = farmers(), inner = farmers();
    const ann = inner.createAgent("farmer", farmer());
    outer.addCondition("Never", () => false);
    const eve = outer.createAgent("farmer", { get stomach() { inner.tick(0.1); return 5; }, set stomach(value) {}, meals: [] });
    run(outer, 3);
    assert.ok(inner.ticks > 0);
    assert.equal(outer.ticks, 3);
    assert.ok(ann.isAlive && eve.isAlive);
});

test("the log gets what the library has to say", () => {
    const heard = [];
    setLog((message) => heard.push(message));
    const world = farmers();
    world.addActivity("Unused", () => FAILURE);
    world.createAgent("farmer", farmer());
    run(world, 1);
    setLog((message) => console.warn(message));
    assert.ok(heard.some((message) => message.includes("Unused")), heard.join("; "));
});
