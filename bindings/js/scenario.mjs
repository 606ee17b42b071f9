// The worlds and the benchmark of bindings/scenario/README.md. read(name) gives the text of a file there.
//   node bindings/js/scenario.mjs hash | bench
import { RUNNING, SUCCESS, World } from "../../build/js/ploy.mjs";

const tenths = (agent) => Math.round(agent.now * 10);

function bindFarm(world) {
    world.addSensor("stomach", (agent) => {
        const energy = Math.max(agent.get("energy") - 1, 0);
        agent.set("energy", energy);
        agent.set("hungry", energy < 60);
    });
    world.addActivity("GoTo", {
        ports: "place",
        update(agent, call) {
            const steps = agent.get("steps") + 1, isThere = steps >= 15 + agent.number;
            agent.set("steps", isThere ? 0 : steps);
            agent.set("at", isThere ? call.get("place") : "road");
            return isThere ? SUCCESS : RUNNING;
        },
    });
    world.addActivity("Eat", (agent, call) => {
        if (call.elapsed < call.duration) return RUNNING;
        agent.set("energy", 100);
        agent.set("hungry", false);
        return SUCCESS;
    });
}

function bindWatch(world) {
    world.addSensor("ear", (agent) => agent.set("noise", (tenths(agent) * 7 + agent.number * 5) % 13));
    world.addCondition("IsLoud", (agent, call) => call.get("noise") > call.get("than"), { ports: "than:int noise:int" });
    world.addActivity("Shout", {
        ports: "<>word:string <>calm:decimal",
        start(agent, call) {
            call.set("calm", Math.max(call.get("calm") - 0.001, 0));
            call.set("word", call.get("word") === "alarm" ? "quiet" : "alarm");
            return SUCCESS;
        },
    });
    world.addActivity("Walk", {
        ports: "to:int <>place:int",
        update(agent, call) {
            const to = call.get("to"), place = call.get("place"), next = place + Math.sign(to - place);
            call.set("place", next);
            return next === to ? SUCCESS : RUNNING;
        },
    });
}

function bindInn(world) {
    const lower = (key, by) => (agent) => {
        const value = Math.max(agent.get(key) - by, 0);
        agent.set(key, value);
        return agent.get(key) === 0 ? SUCCESS : RUNNING;
    };
    world.addSensor("bell", (agent) => {
        if (agent.number === 1) world.squads.of(agent)?.blackboard.set("supper", Math.floor(agent.now) % 20 < 8);
        agent.remember("neighbor", { who: (tenths(agent) + agent.number) % 9, mood: agent.number });
    });
    world.addScorer("appetite", (agent) => Math.max(agent.get("hunger") - 0.02 * agent.facts("neighbor").length, 0));
    world.addActivity("Eat", lower("hunger", 0.12));
    world.addActivity("Sleep", lower("fatigue", 0.05));
    world.addActivity("Talk", (agent) => {
        agent.set("hunger", Math.min(agent.get("hunger") + 0.009, 1));
        agent.set("fatigue", Math.min(agent.get("fatigue") + 0.006, 1));
        return RUNNING;
    });
}

function hashOf(text, name, type, bind, isEnlisted) {
    const make = () => {
        const world = new World();
        bind(world);
        world.loadText(name, text);
        return world;
    };
    let world = make();
    for (let i = 0; i < 8; ++i) {
        const agent = world.createAgent(type);
        if (isEnlisted) world.squads.enlist(agent);
    }
    for (let tick = 0; tick < 10000; ++tick) {
        if (tick === 5000) {
            const loaded = make();
            loaded.load(world.save());
            world.destroy();
            world = loaded;
        }
        world.tick(0.1);
    }
    return world.hash();
}

/** The three hashes. */
export async function hashes(read) {
    return [
        hashOf(await read("farm.xml"), "farm.xml", "farmer", bindFarm, false),
        hashOf(await read("watch.xml"), "watch.xml", "guard", bindWatch, false),
        hashOf(await read("inn.xml"), "inn.xml", "guest", bindInn, true),
    ].join(" ");
}

/** Nanoseconds per tick of 1,000 agents that call `update` once each: the median. */
export function measure(text, update) {
    const world = new World();
    world.addActivity("Work", update);
    world.loadText("bench.xml", text);
    for (let i = 0; i < 1000; ++i) world.createAgent("worker");
    for (let i = 0; i < 20; ++i) world.tick(0.1);
    const times = [], TICKS = globalThis.process ? 1 : 16; // of one sample: the clock of a browser is coarse
    for (const begin = performance.now(); times.length < 20 || performance.now() - begin < 1000;) {
        const before = performance.now();
        for (let i = 0; i < TICKS; ++i) world.tick(0.1);
        times.push((performance.now() - before) / TICKS);
    }
    world.destroy();
    return Math.round(times.sort((a, b) => a - b)[times.length >> 1] * 1e6);
}

const nothing = () => RUNNING;
const count = (agent) => {
    agent.set("count", agent.get("count") + 1);
    return RUNNING;
};

/** The two times of the benchmark. */
export async function times(read) {
    const text = await read("bench.xml");
    return `${measure(text, nothing)} ${measure(text, count)}`;
}

if (globalThis.process?.argv[1]?.endsWith("scenario.mjs")) {
    const { readFile } = await import("node:fs/promises");
    const read = (name) => readFile(new URL(`../scenario/${name}`, import.meta.url), "utf8");
    console.log(`node ${process.argv[2] === "bench" ? await times(read) : await hashes(read)}`);
}
