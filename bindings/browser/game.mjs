// The rules: places, walking, tools, hunger. No drawing, no page: the test runs it in node, too.
import { Domain, RUNNING, SUCCESS, SpatialIndex, World } from "../../build/js/ploy.mjs";

export const PLACES = {
    mine: { x: 110, y: 110, label: "mine" }, woods: { x: 120, y: 430, label: "woods" }, furnace: { x: 400, y: 150, label: "furnace" },
    anvil: { x: 480, y: 360, label: "anvil" }, market: { x: 720, y: 400, label: "market" }, inn: { x: 720, y: 130, label: "inn" },
};
const SPEED = 70; // per second
const FIRE_SECONDS = 40;
const SMITHS = [["Ada", "#c0563b", 90, 80], ["Bram", "#3b7cc0", 10, 90], ["Cleo", "#8a56b0", 60, 10], ["Dirk", "#4b9a57", 25, 45]]; // name, color, food, rest

/** Seconds from place to place, as they lie on the canvas. */
function measure(domain) {
    const walk = domain.table("walk"), all = Object.entries(PLACES);
    for (const [from, a] of all) for (const [to, b] of all) walk.set([from, to], Math.ceil(10 * Math.hypot(a.x - b.x, a.y - b.y) / SPEED) / 10);
}

export class Game {
    fire = 0;
    isMineOpen = true;
    smiths = [];
    log = [];
    #near = new SpatialIndex({ cell: 100 });

    /** xml: the text of smiths.xml. record: a path, if the game is to be recorded. */
    constructor(xml, { seed = 1, record } = {}) {
        const world = this.world = new World({ seed, onEvent: (agent, event) => this.#hear(agent, event) });
        world.addActivity("GoTo", { ports: "place", update: (agent, call) => this.#walk(agent, call.get("place")) });
        for (const name of ["MineOre", "ChopWood", "Smelt", "Forge", "BuyScrap", "SellSword", "BuyBread", "EatSupper"])
            world.addActivity(name, (agent, call) => this.#work(agent, call, name));
        world.addActivity("LightFire", (agent, call) => this.#work(agent, call, "LightFire", () => (this.fire = FIRE_SECONDS)));
        for (const name of ["EatBread", "WashDishes"]) world.addActivity(name, (agent, call) => this.#work(agent, call, name, () => (agent.user.food = 60)));
        world.addActivity("EatSupper", (agent, call) => this.#work(agent, call, "EatSupper", () => (agent.user.food = 90)));
        world.addActivity("Sleep", (agent, call) => this.#work(agent, call, "Sleep", () => (agent.user.rest = 100)));
        world.addSensor("body", (agent) => {
            agent.set("hungry", agent.user.food < 15);
            agent.set("tired", agent.user.rest < 15);
        });
        world.addSensor("eyes", (agent) => {
            agent.set("fire", this.fire > 0);
            agent.set("mineOpen", this.isMineOpen);
        });
        world.loadText("smiths.xml", xml);
        measure(world.domain("smith"));
        const name = (agent) => agent.user.name;
        if (record) world.record(record, { name });
        this.remote = world.remote({ name }); // what a debugger commands: request("pause")
        this.domain = Domain.parse(xml);
        measure(this.domain);
        SMITHS.forEach(([name, color, food, rest], i) => {
            const smith = { name, color, x: 690 + 22 * i, y: 175, food, rest, doing: "", swords: 0 };
            smith.agent = world.createAgent("smith", smith);
            this.smiths.push(smith);
        });
    }

    tick(seconds) {
        if (!this.world.mayTick()) return; // a debugger has paused it
        this.fire = Math.max(0, this.fire - seconds);
        for (const smith of this.smiths) {
            smith.food = Math.max(0, smith.food - seconds);
            smith.rest = Math.max(0, smith.rest - 0.8 * seconds);
        }
        this.world.tick(seconds);
    }

    #spot(smith, name) {
        const place = PLACES[name], i = this.smiths.indexOf(smith);
        return { x: place.x - 36 + 24 * i, y: place.y + 48 + 8 * (i % 2) };
    }

    #walk(agent, name) {
        const smith = agent.user, to = this.#spot(smith, name), left = Math.hypot(to.x - smith.x, to.y - smith.y), step = SPEED * agent.dt;
        smith.doing = `walks to the ${name}`;
        const isThere = left <= step;
        smith.x = isThere ? to.x : smith.x + (to.x - smith.x) / left * step;
        smith.y = isThere ? to.y : smith.y + (to.y - smith.y) / left * step;
        agent.position = { x: 25 * smith.x, y: 25 * smith.y };
        agent.set("at", isThere ? name : "road");
        return isThere ? SUCCESS : RUNNING;
    }

    #work(agent, call, name, done) {
        agent.user.doing = name.replace(/(?!^)([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
        if (call.elapsed < call.duration) return RUNNING;
        if (name === "SellSword") ++agent.user.swords;
        done?.();
        return SUCCESS;
    }

    #hear(agent, { kind, name, reason }) {
        if (kind === "goal-started") this.log.push(`${agent.user.name} now wants to ${sayGoal(name)}`);
        if (kind === "goal-aborted") this.log.push(`${agent.user.name} no longer tries to ${sayGoal(name)}: ${reason}`);
        if (this.log.length > 200) this.log.shift();
    }

    /** The smith who is nearest to a point, if one is near. */
    smithAt(x, y, radius) {
        this.#near.build(this.smiths.flatMap((smith) => [Math.round(smith.x), Math.round(smith.y)]));
        return this.smiths[this.#near.nearest({ x, y, radius })];
    }

    /** What a smith carries, for its hands. */
    carries(smith) {
        return ["sword", "ingot", "ore", "wood", "bread"].filter((thing) => smith.agent.get(thing));
    }

    /** The smith's state as a domain's text. */
    state(smith) {
        const { agent } = smith, text = [`at = ${agent.get("at")}`, `coins = ${agent.get("coins")}`];
        for (const symbol of ["ore", "wood", "ingot", "sword", "bread", "fire", "mineOpen", "hungry", "tired"]) text.push(`${symbol} = ${agent.get(symbol)}`);
        return text.join(", ");
    }

    /** Why a smith does not do something, or why it does what it does. */
    why(smith, action) {
        if (!action) return smith.agent.why();
        const goal = smith.agent.goal?.name ?? "SellASword";
        return this.domain.explain({ start: this.state(smith), goal, whyNot: action });
    }

    /** Hot reload: the smiths go on with the new file. Throws what is wrong with it. */
    reload(xml) {
        const fresh = Domain.parse(xml);
        measure(fresh);
        this.world.loadText("smiths.xml", xml);
        this.domain = fresh;
    }
}

const sayGoal = (name) => name.replace(/(?!^)([A-Z])/g, (letter) => ` ${letter}`).toLowerCase();
