// Objects of domains by name, tables, and objects that come and go.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Domain, Planner, PloyError, RUNNING, SUCCESS, World } from "../../../build/js/ploy.mjs";

const colony = readFileSync(new URL("../../../examples/data/colony.xml", import.meta.url), "utf8");
const run = (world, ticks) => {
    for (let tick = 0; tick < ticks; ++tick) world.tick(0.1);
};

/** The settler of examples/10_colony.c, and what it says. */
function settlement() {
    const said = [], felled = [], world = new World();
    let logs = 0;
    world.addActivity("Go", {
        ports: "p",
        update(agent, call) {
            said.push(`goes to ${call.get("p")}`);
            agent.set("at", call.get("p"));
            return SUCCESS;
        },
    });
    world.addActivity("Fell", {
        ports: "t",
        update(agent, call) {
            said.push(`fells ${call.get("t")}`);
            felled.push(call.get("t"));
            agent.set("logs", ++logs);
            return SUCCESS;
        },
    });
    world.addActivity("Light", (agent) => {
        said.push("lights a fire");
        agent.set("logs", (logs -= 2));
        agent.set("fire", true);
        return SUCCESS;
    });
    world.loadText("colony.xml", colony);
    return { world, said, felled, settler: world.createAgent("settler") };
}

test("a settler among trees that are felled and grow does the same as in C", () => {
    const { world, said, felled, settler } = settlement(), domain = world.domain("colony");
    const grow = (place) => domain.table("spot").set([domain.spawn("tree")], place);
    for (let tick = 0; tick < 120; ++tick) {
        const isChanged = felled.length > 0 || tick === 40 || tick === 80;
        while (felled.length > 0) domain.despawn("tree", felled.pop());
        if (tick === 40) grow("glade"), grow("glade");
        if (tick === 80) {
            grow("river");
            domain.table("distance").parse("hut hill = 30, glade hill = 28, hill river = 40");
        }
        if (isChanged) domain.compile();
        if (tick % 40 === 0) settler.set("fire", false);
        world.tick(0.1);
    }
    // What examples/10_colony prints, without what its trees do, and in any order: of two trees either may be the first.
    assert.deepEqual(said.sort(), ["goes to glade", "fells tree.1", "goes to hill", "fells tree.2", "goes to hut", "lights a fire", "goes to glade", "fells tree.1",
        "fells tree.2", "goes to hut", "lights a fire", "goes to river", "fells tree.1", "fells tree.3", "goes to hut", "lights a fire"].sort());
});

test("keys of symbols, arguments, goals and plans have names", () => {
    const heard = [], world = new World({ onEvent: (agent, { kind, name, args }) => heard.push([kind, name, ...args].join(" ")) });
    const seen = [];
    world.addActivity("Walk", { ports: "to", update: (agent, call) => (seen.push(call.get("to")), agent.set("at", call.get("to")), SUCCESS) });
    world.addScorer("far", (agent, call) => (seen.push(`far ${call.get(0)}`), 1), { ports: "where" });
    world.addScorer("wish", (agent, call) => (seen.push(`wish ${call.get(0)}`), 0), { ports: "what" });
    world.addCondition("open", (agent, call) => (seen.push(`open ${call.get(0)}`), true), { ports: "door" });
    world.loadText("walk.xml", `<ploy version="1"><domain name="walk">
        <type name="tool" objects="saw axe"/><type name="place" objects="camp hill lake"/>
        <symbol name="at" type="place"/><symbol name="holds" type="tool" of="place"/>
        <action name="Walk" cost="call:far" context="open"><param name="to" type="place"/><effect>at = to</effect></action>
        <goal name="BeAt"><param name="p" type="place"/>at = p</goal>
        <goal name="Have" priority="call:wish">at = lake</goal>
        </domain><agent name="walker" domain="walk"/></ploy>`);
    const agent = world.createAgent("walker");
    assert.equal(agent.get("at"), "camp");
    assert.equal(agent.get("holds(lake)"), "saw");
    agent.set("holds(lake)", "axe");
    assert.equal(agent.get("holds(lake)"), "axe");
    assert.equal(agent.get("holds(hill)"), "saw");
    agent.push("BeAt", "hill");
    run(world, 1);
    assert.deepEqual(agent.goal, { name: "BeAt", args: ["hill"] });
    run(world, 3);
    assert.equal(agent.get("at"), "hill");
    assert.ok(seen.includes("hill") && seen.includes("far hill") && seen.includes("open hill"), seen.join("; "));
    assert.ok(heard.includes("action-finished Walk hill"), heard.join("; "));
    const observed = [];
    agent.blackboard.observe("at", (key, value) => observed.push([key, value]));
    agent.set("at", "lake");
    assert.deepEqual(observed, [["at", "lake"]]);
    assert.equal(agent.priority("BeAt"), 0);
    assert.equal(agent.progress, 0);
});

test("what is no name of an object is refused, and the names are listed", () => {
    const { world, settler } = settlement();
    assert.throws(() => settler.set("at", "moon"), /at is a place by its name, not "moon"; there are: hut, glade, hill, river/);
    assert.throws(() => settler.set("at", 2), PloyError);
    assert.throws(() => settler.push("StayWarm", "hut"), /goal StayWarm takes 0 arguments/);
    const domain = world.domain();
    assert.throws(() => domain.spawn("stone"), /there is no type "stone"/);
    assert.throws(() => domain.spawn("place"), PloyError);
    assert.throws(() => domain.despawn("tree", "tree.9"), { status: "not-found" });
    assert.throws(() => domain.despawn("tree", "oak"), { status: "invalid" });
    assert.throws(() => domain.table("weight"), /there is no table "weight"/);
    assert.throws(() => domain.table("distance").set(["hut"], 3), /table distance has 2 indices, not 1/);
    assert.throws(() => domain.table("distance").set(["hut", "glade"], "far"), /decimal/);
    assert.throws(() => domain.table("distance").set(["hut", "glade"], -1), { status: "invalid" });
    assert.throws(() => domain.table("distance").parse("hut moon = 3"), /moon/);
    assert.throws(() => domain.table("spot").set("tree.1", "moon"), /there are: hut/);
    assert.equal(domain.table("distance").get("hut", "glade"), 4);
    assert.throws(() => world.domain("city"), /the world has no domain "city"/);
    world.destroy();
    assert.throws(() => domain.spawn("tree"), /the world was destroyed/);
});

test("a domain is not changed inside a tick or a search", () => {
    const errors = [], world = new World();
    let domain;
    const attempt = (change) => {
        try {
            change();
        } catch (error) {
            errors.push(error.message);
        }
        return SUCCESS;
    };
    world.addActivity("Go", { ports: "p", update: () => attempt(() => domain.spawn("tree")) });
    world.addActivity("Fell", { ports: "t", update: () => attempt(() => domain.table("distance").set(["hut", "hill"], 1)) });
    world.addActivity("Light", () => attempt(() => domain.compile()));
    world.loadText("colony.xml", colony.replace("<agent", '<agent write_effects="true"'));
    domain = world.domain();
    world.createAgent("settler");
    run(world, 20);
    assert.deepEqual([...new Set(errors)].sort(), ["ploy_domain_compile: not inside a tick of the world", "ploy_domain_spawn: not inside a tick of the world",
        "ploy_domain_table_set: not inside a tick of the world"]);
    const alone = new Domain({ types: { tree: 3 }, symbols: { a: "bool", b: "bool" }, actions: { A: { effect: "a" }, B: { pre: "a", effect: "b" } }, goals: { G: "b" } });
    const planner = new Planner(alone);
    planner.begin({ goal: "G" });
    assert.throws(() => alone.spawn("tree"), /not while a search is in progress/);
    planner.end();
    assert.equal(alone.spawn("tree"), "tree.1");
});

test("tables and spawned objects of a domain made in code", () => {
    const domain = new Domain({
        types: { place: ["camp", "hill", "lake"], tree: 4 },
        tables: { distance: { of: ["place", "place"], symmetric: true, cells: "camp hill = 3, camp lake = 1.5, hill lake = 1" }, spot: { of: "tree", type: "place", initial: "hill" },
            tall: { of: "tree", type: "bool" }, age: { of: "tree", type: "int", min: 1, max: 900, initial: 7 } },
        symbols: { at: "place", felled: { of: "tree", planned: true } },
        actions: { Go: { params: { p: "place" }, pre: "at != p", effect: "at = p", cost: "distance(at, p)" },
            Fell: { params: { t: "tree" }, pre: "at = spot(t) and not felled(t)", effect: "felled(t)" } },
        goals: { Fell1: { params: { t: "tree" }, condition: "felled(t)" }, BeAt: { params: { p: "place" }, condition: "at = p" } },
    });
    assert.deepEqual(domain.objects("tree"), []);
    assert.equal(domain.plan({ goal: "BeAt", args: ["hill"] }).cost, 2.5);
    domain.table("distance").set(["lake", "camp"], 9);
    assert.equal(domain.table("distance").get("camp", "lake"), 9);
    assert.equal(domain.plan({ goal: "BeAt", args: ["hill"] }).cost, 3);
    const tree = domain.spawn("tree");
    assert.equal(tree, "tree.1");
    assert.equal(domain.exists("tree", tree), true);
    assert.equal(domain.exists("tree", "tree.2"), false);
    assert.equal(domain.table("spot").get(tree), "hill");
    assert.equal(domain.table("age").get(tree), 7);
    domain.table("spot").set([tree], "lake");
    domain.table("tall").set([tree], true);
    assert.equal(domain.table("tall").get(tree), true);
    domain.compile();
    assert.deepEqual(domain.plan({ goal: "Fell1", args: [tree] }).steps.map(({ action, args }) => [action, ...args]), [["Go", "hill"], ["Go", "lake"], ["Fell", "tree.1"]]);
    for (let i = 0; i < 3; ++i) domain.spawn("tree");
    assert.throws(() => domain.spawn("tree"), { status: "full" });
    domain.despawn("tree", tree);
    domain.compile();
    assert.deepEqual(domain.objects("tree"), ["tree.2", "tree.3", "tree.4"]);
    assert.throws(() => domain.plan({ goal: "BeAt", args: [] }), /goal BeAt takes 1 argument \(p\), not 0/);
});

test("hot reload keeps what the game has made of tables and objects, and gives the new names", () => {
    const { world, settler } = settlement(), domain = world.domain("colony"), spot = domain.table("spot");
    const tree = domain.spawn("tree");
    spot.set([tree], "river");
    domain.compile();
    settler.set("at", "river");
    world.loadText("colony.xml", colony.replace("hut glade hill river", "cave hut glade hill river"));
    assert.deepEqual(domain.objects("place"), ["cave", "hut", "glade", "hill", "river"]);
    assert.deepEqual(domain.objects("tree"), ["tree.1", "tree.2", "tree.3", "tree.4"]);
    assert.equal(spot.get(tree), "river");
    settler.set("at", "cave");
    assert.equal(settler.get("at"), "cave");
    const remote = world.remote();
    assert.equal(remote.request(`load colony.xml ${JSON.stringify(colony)}`).ok, true);
    assert.deepEqual(domain.objects("place"), ["hut", "glade", "hill", "river"]);
    assert.throws(() => settler.set("at", "cave"), PloyError);
});

test("a task network's activities get names, and a behavior tree's constants stay numbers", () => {
    const seen = [], world = new World();
    world.addActivity("Go", { ports: "place", update: (agent, call) => (seen.push(call.get("place")), agent.set("at", call.get("place")), SUCCESS) });
    world.addActivity("Count", { ports: "place", update: (agent, call) => (seen.push(call.get("place")), SUCCESS) });
    world.loadText("both.xml", `<ploy version="1"><domain name="d">
        <type name="spot" objects="here there"/><symbol name="at" type="spot"/>
        <action name="Go"><param name="place" type="spot"/><effect>at = place</effect></action>
        </domain>
        <htn name="tour" domain="d"><task name="Visit"><method><do task="Go" args="there"/></method></task></htn>
        <BehaviorTree ID="Counter"><Count place="1"/></BehaviorTree>
        <agent name="tourist" domain="d" mind="tour"/><agent name="Counter" mind="Counter"/></ploy>`);
    const tourist = world.createAgent("tourist");
    world.createAgent("Counter");
    run(world, 2);
    assert.equal(tourist.get("at"), "there");
    assert.ok(seen.includes("there") && seen.includes(1), seen.join("; "));
});

test("a priority that calls back gets the goal, not an action", () => {
    const asked = [];
    const domain = new Domain({
        types: { place: ["camp", "lake"] }, symbols: { at: "place", fed: "bool" },
        actions: { Eat: { effect: "fed", cost: "call:price" }, Rest: {}, Sing: {} },
        goals: { BeFed: { condition: "fed", priority: "call:wish" } },
        calls: { price: ({ name }) => (asked.push(name), 1), wish: ({ name }) => (asked.push(name), 5) },
    });
    assert.equal(domain.plan().goal, "BeFed");
    assert.deepEqual([...new Set(asked)].sort(), ["BeFed", "Eat"]);
    const unbound = new Domain({ symbols: { fed: "bool" }, actions: { Eat: { effect: "fed", cost: "call:price" } }, goals: { BeFed: "fed" } });
    assert.throws(() => unbound.plan({ goal: "BeFed" }), /no function is bound to price/);
});

test("an agent takes the mind of another, of a type made in code, or none", () => {
    const { world, settler } = settlement(), done = [];
    world.addActivity("Rest", () => (done.push("rest"), RUNNING));
    world.addPlannerType("idler", new Domain({ symbols: { rested: { type: "bool", planned: true } }, actions: { Rest: { effect: "rested" } }, goals: { Ease: "rested" } }));
    assert.deepEqual(world.types, ["settler", "idler"]);
    settler.setMind("idler");
    run(world, 3);
    assert.equal(settler.goal.name, "Ease");
    settler.setMind(null);
    assert.equal(settler.goal, null);
    const other = world.createAgent("settler");
    settler.setMind(other);
    run(world, 3);
    assert.equal(settler.goal.name, "StayWarm");
    assert.throws(() => settler.setMind("settler"), /give an agent/);
    assert.throws(() => settler.setMind(new World().createAgent(null)), /another world/);
    settler.destroy();
    assert.throws(() => settler.setMind(null), { status: "not-found" });
});

test("a state is read, changed by actions and planned from", () => {
    const domain = Domain.parse(colony), state = domain.state("at = glade, logs = 1");
    assert.deepEqual([state.get("at"), state.get("logs"), state.get("fire"), state.get("felled(tree.2)")], ["glade", 1, false, false]);
    assert.equal(state.canApply("Light"), false);
    assert.throws(() => state.apply("Light"), /Light cannot be applied: /);
    assert.equal(state.apply("Fell", "tree.1"), 2);
    assert.equal(state.apply("Go", "hut"), 4);
    assert.equal(state.meets("StayWarm"), false);
    assert.deepEqual(domain.plan({ start: state, goal: "StayWarm" }).steps.map(({ action }) => action), ["Light"]);
    const copy = domain.state(state);
    copy.apply("Light");
    assert.equal(copy.meets("StayWarm"), true);
    assert.equal(String(state), "logs = 2, felled(tree.1)");
    state.set("at", "river");
    assert.equal(state.get("at"), "river");
    assert.throws(() => state.set("logs", 9), { status: "invalid" });
    assert.throws(() => state.set("at", "moon"), /there are: hut/);
    assert.throws(() => state.get("coins"), /the state has no "coins"; it has: at, logs/);
    assert.throws(() => state.apply("Fly"), /there is no action "Fly"/);
    assert.throws(() => domain.state("at = moon"), /moon/);
    assert.throws(() => Domain.parse(colony).plan({ start: state }), /another domain/);
});
