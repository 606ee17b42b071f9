// What goes wrong in a game: an exception with the message of the library, never a crash, and the world goes on.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { MessageChannel, Worker } from "node:worker_threads";
import { Domain, FAILURE, Grid, PathService, Pathfinder, PloyError, RUNNING, Recording, SUCCESS, World, setLog } from "../../../build/js/ploy.mjs";

const farm = readFileSync(new URL("../../../examples/data/farmer.xml", import.meta.url), "utf8");

function farmWith(eat, sense = (agent) => agent.set("hungry", true)) {
    const world = new World();
    world.addActivity("Eat", eat);
    world.addSensor("stomach", sense);
    world.loadText("farmer.xml", farm);
    return world;
}
/** Ticks until something is thrown. */
function thrownBy(world, ticks = 100) {
    for (let tick = 0; tick < ticks; ++tick) {
        try {
            world.tick(0.1);
        } catch (error) {
            return error;
        }
    }
    return null;
}

test("what an activity throws comes out of the tick, and the world goes on", () => {
    const mistake = new Error("the oven is cold");
    let calls = 0;
    const world = farmWith(() => {
        if (++calls < 3) throw mistake;
        return SUCCESS;
    });
    const agent = world.createAgent("farmer");
    assert.equal(thrownBy(world), mistake);
    assert.ok(agent.isAlive);
    assert.equal(thrownBy(world), mistake);
    assert.equal(thrownBy(world), null);
    assert.ok(calls >= 3);
});

test("what a sensor, a condition, a scorer and an observer throw comes out, too", () => {
    const sensed = farmWith(() => SUCCESS, () => { throw new RangeError("blind"); });
    sensed.createAgent("farmer");
    assert.throws(() => sensed.tick(0.1), RangeError);
    const world = new World();
    world.addKey("x", { type: "int" });
    world.addActivity("Walk", () => SUCCESS);
    world.addCondition("IsFar", () => { throw new RangeError("condition"); });
    world.addScorer("hunger", () => { throw new RangeError("scorer"); });
    world.loadText("t.xml", `<ploy version="1"><BehaviorTree ID="T"><Sequence><IsFar/><Walk/></Sequence></BehaviorTree>
        <utility name="U"><option name="Walk"><scorer of="hunger"/></option></utility></ploy>`);
    world.createAgent("T");
    assert.throws(() => world.tick(0.1), /condition/);
    const other = new World();
    other.addActivity("Walk", () => SUCCESS);
    other.addScorer("hunger", () => { throw new RangeError("scorer"); });
    other.loadText("u.xml", '<ploy version="1"><utility name="U"><option name="Walk"><scorer of="hunger"/></option></utility></ploy>');
    other.createAgent("U");
    assert.throws(() => other.tick(0.1), /scorer/);
    world.blackboard.observe("x", () => { throw new RangeError("observer"); });
    assert.throws(() => world.blackboard.set("x", 1), /observer/);
    assert.equal(world.blackboard.get("x"), 1);
});

test("a throw deep in nested calls leaves the library's stack as it was", () => {
    const world = farmWith((agent) => {
        agent.get("no such key");
        return SUCCESS;
    });
    for (let i = 0; i < 50; ++i) world.createAgent("farmer");
    let errors = 0;
    for (let tick = 0; tick < 2000; ++tick) {
        try {
            world.tick(0.1);
        } catch (error) {
            assert.match(error.message, /no such key/);
            ++errors;
        }
    }
    assert.ok(errors > 10);
    assert.equal(world.size, 50);
});

test("a world destroyed or ticked inside its own callback is refused with the library's message", () => {
    for (const [what, message] of [["destroy", /ploy_world_destroy: not inside a tick/], ["tick", /ploy_world_tick: not inside a tick/],
        ["save", /ploy_world_save: not inside a tick/], ["hash", /ploy_world_hash: not inside a tick/]]) {
        let caught = null;
        const world = farmWith((agent) => {
            try {
                agent.world[what](0.1);
            } catch (error) {
                caught = error;
            }
            return SUCCESS;
        });
        world.createAgent("farmer");
        assert.equal(thrownBy(world), null);
        assert.ok(caught instanceof PloyError, what);
        assert.match(caught.message, message);
        world.destroy();
    }
});

test("a destroyed world says so", () => {
    const world = farmWith(() => SUCCESS), agent = world.createAgent("farmer");
    world.destroy();
    world.destroy();
    for (const use of [() => world.tick(0.1), () => world.createAgent("farmer"), () => agent.get("hungry"), () => world.save(), () => world.squads,
        () => world.blackboard.get("hungry"), () => agent.why()])
        assert.throws(use, /the world was destroyed/);
    assert.equal(agent.isAlive, false);
});

test("an agent that is gone says so", () => {
    const world = farmWith(() => SUCCESS), agent = world.createAgent("farmer"), other = world.createAgent("farmer");
    agent.destroy();
    for (const use of [() => agent.get("hungry"), () => agent.set("hungry", true), () => agent.now, () => agent.why(), () => agent.plan, () => agent.destroy()])
        assert.throws(use, (error) => error instanceof PloyError && error.status === "not-found");
    assert.equal(agent.isAlive, false);
    assert.throws(() => world.squads.enlist(agent), { status: "not-found" });
    const again = world.createAgent("farmer");
    assert.equal(again.number, agent.number, "the number is used again");
    assert.equal(agent.isAlive, false, "and it is not the old agent");
    assert.ok(other.isAlive);
});

test("an agent may destroy itself in its activity", () => {
    const world = farmWith((agent) => {
        agent.destroy();
        return RUNNING;
    });
    const agent = world.createAgent("farmer");
    assert.equal(thrownBy(world), null);
    assert.equal(agent.isAlive, false);
    assert.equal(world.size, 0);
});

test("a file with an error names line, column, what is wrong and what would be right", () => {
    const world = new World();
    world.addSensor("stomach", () => {});
    assert.throws(() => world.loadText("farmer.xml", farm.replace('type="bool"', 'type="boool"')),
        (error) => error instanceof PloyError && error.line > 0 && error.column > 0 && /boool/.test(error.message) && error.message.startsWith("farmer.xml:"));
    assert.throws(() => world.loadText("cut.xml", farm.slice(0, 100)), PloyError);
    assert.throws(() => world.loadText("empty.xml", ""), PloyError);
    assert.throws(() => Domain.parse('<ploy version="1"><domain name="d"><goal name="G">unknown</goal></domain></ploy>'), /unknown/);
    assert.throws(() => new Domain({ symbols: { a: "bool" }, goals: { G: "a and" } }), PloyError);
});

test("a type that no file has is refused, and the nearest is named", () => {
    const world = farmWith(() => SUCCESS);
    assert.throws(() => world.createAgent("framer"), /farmer/);
});

test("wrong types are refused before they reach the library", () => {
    const world = farmWith(() => SUCCESS), agent = world.createAgent("farmer");
    assert.throws(() => agent.set("hungry", "yes"), /hungry is of type bool, not "yes"/);
    assert.throws(() => agent.set("hungry", 2), PloyError);
    assert.throws(() => agent.set("hungry", undefined), PloyError);
    assert.throws(() => agent.get(7), PloyError);
    assert.throws(() => agent.get("nothing"), /there is no blackboard key "nothing"/);
    assert.throws(() => world.tick("0.1"), TypeError);
    assert.throws(() => world.tick(NaN), TypeError);
    assert.throws(() => world.tick(-1), PloyError);
    assert.throws(() => world.addActivity("Eat", 5), TypeError);
    assert.throws(() => world.addActivity(5, () => SUCCESS), TypeError);
    assert.throws(() => world.addSensor("s"), TypeError);
    assert.throws(() => world.loadFile(5), TypeError);
    assert.throws(() => world.load([1, 2, 3]), TypeError);
    assert.throws(() => agent.random(0), PloyError);
    assert.throws(() => new Recording("farm.rec"), TypeError);
    assert.throws(() => new Grid({ width: 2, height: 2, cells: [1, 1, 1] }), PloyError);
    assert.throws(() => new Pathfinder(new Grid({ width: 2, height: 2, cells: [1, 1, 1, 1] })).find({ from: 0, to: 9 }), PloyError);
});

test("an activity that returns something else hears what it should return", () => {
    for (const wrong of [undefined, "success", 7, true, Promise.resolve(SUCCESS)]) {
        const world = farmWith(() => wrong);
        world.createAgent("farmer");
        assert.match(thrownBy(world).message, /activity Eat returns RUNNING, SUCCESS or FAILURE, not/);
    }
});

test("a call that is kept is of no use after its callback", () => {
    let kept = null;
    const world = farmWith((agent, call) => (kept = call, FAILURE));
    world.createAgent("farmer");
    assert.equal(thrownBy(world), null);
    assert.throws(() => kept.get(0), /valid only during its callback/);
});

test("a save that is damaged, cut or of another world is refused, and the world is as it was", () => {
    const world = farmWith(() => SUCCESS);
    world.createAgent("farmer");
    world.tick(0.1);
    const save = world.save();
    assert.throws(() => world.load(save), PloyError);
    for (const bytes of [new Uint8Array(0), save.subarray(0, save.length >> 1), save.map((byte, i) => (i === 20 ? byte ^ 255 : byte))]) {
        const fresh = farmWith(() => SUCCESS);
        assert.throws(() => fresh.load(bytes), PloyError);
        fresh.load(save);
        assert.equal(fresh.hash(), world.hash());
    }
});

test("API misuse that only the library sees is thrown with its message", () => {
    const world = new World();
    world.addKey("x", { type: "int" });
    assert.throws(() => world.addKey("x"), { status: "invalid" });
    world.createAgent(null);
    assert.throws(() => world.addKey("y"), { status: "not-supported" });
    assert.throws(() => world.record("/nowhere/at/all.rec"), PloyError);
});

test("a world cannot be sent to another thread, and each thread has a library of its own", async () => {
    const world = farmWith(() => SUCCESS);
    const { port1, port2 } = new MessageChannel();
    assert.throws(() => port1.postMessage(world), /could not be cloned/);
    port1.close();
    port2.close();
    const source = `import { parentPort } from "node:worker_threads";
        const { World } = await import(${JSON.stringify(new URL("../../../build/js/ploy.mjs", import.meta.url).href)});
        const world = new World();
        world.createAgent(null);
        world.tick(0.5);
        parentPort.postMessage([world.now, world.size]);`;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`));
    assert.deepEqual(await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject)), [0.5, 1]);
    assert.equal(world.size, 0);
});

test("a world, its domain, a path service and its map are freed in any order", { skip: !globalThis.gc && "needs node --expose-gc" }, async () => {
    const make = () => {
        const world = new World(), domain = new Domain({ symbols: { rested: { planned: true } }, actions: { Rest: { effect: "rested" } }, goals: { Ease: "rested" } });
        world.addActivity("Rest", () => RUNNING);
        world.addPlannerType("idler", domain);
        for (let i = 0; i < 20; ++i) world.createAgent("idler");
        world.tick(0.1);
        const service = new PathService(new Grid({ width: 20, height: 20, cells: new Uint8Array(400).fill(1) }), { maxNodes: 10 });
        for (let i = 0; i < 20; ++i) service.request({ from: i, to: 399 - i });
        service.update();
    };
    for (let round = 0; round < 20; ++round) {
        for (let i = 0; i < 4; ++i) make();
        globalThis.gc();
        await new Promise((resolve) => setTimeout(resolve, 1));
    }
});

test("worlds that nobody holds are freed", { skip: !globalThis.gc && "needs node --expose-gc" }, async () => {
    const { raw } = await import("../../../build/js/ploy.mjs");
    const make = () => {
        const world = farmWith(() => SUCCESS);
        for (let i = 0; i < 200; ++i) world.createAgent("farmer");
        world.tick(0.1);
    };
    let after = 0;
    for (let round = 0; round < 40; ++round) {
        for (let i = 0; i < 5; ++i) make();
        globalThis.gc();
        await new Promise((resolve) => setTimeout(resolve, 1));
        if (round === 10) after = raw.memory.buffer.byteLength;
    }
    assert.equal(raw.memory.buffer.byteLength, after, "memory does not grow with worlds that are gone");
});

setLog(null);
