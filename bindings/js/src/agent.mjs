// Agents, and what the callbacks of activities, conditions, scorers and sensors get.

import { NONE, PloyError, STATUS, alloc, allocStruct, allocText, allocWords, bytesOf, call, checked, enumName, fail, mem, offsetOf, owner, printed, raw, read, readAll, scoped, show, statusName, textAt, wordsAt } from "./runtime.mjs";
import { constants } from "./generated.mjs";
import { infoOf, isGoap, objectIndices } from "./names.mjs";
import { Blackboard, TYPES, fromValue, getKey, setKey, toValue } from "./values.mjs";

const at = {
    mind: offsetOf("ploy_agent.mind"), blackboard: offsetOf("ploy_agent.blackboard"), random: offsetOf("ploy_agent.random"),
    now: offsetOf("ploy_agent.now"), dt: offsetOf("ploy_agent.dt"), id: offsetOf("ploy_agent.id"), memory: offsetOf("ploy_agent.memory"),
    position: offsetOf("ploy_agent.position"), reason: offsetOf("ploy_agent.reason"), outer: offsetOf("ploy_agent.outer"),
    ports: offsetOf("ploy_call.ports"), portCount: offsetOf("ploy_call.port_count"), elapsed: offsetOf("ploy_call.elapsed"),
    duration: offsetOf("ploy_call.duration"), data: offsetOf("ploy_call.data"), portType: offsetOf("ploy_port.type"),
    keyType: offsetOf("ploy_port.key_type"), key: offsetOf("ploy_port.key"),
};
const PORT_BYTES = bytesOf("ploy_port"), ARGUMENT = constants.PLOY_PORT_OBJECT, OBJECT = TYPES.indexOf("object");

const MAX_PACE = constants.PLOY_MAX_PACE;
let acting = null;
/** Says whose callback is running: it lives, whatever the callback does. Returns whose was running before. */
export function setActing(agent) {
    const outer = acting;
    acting = agent;
    return outer;
}

/** The name of an action or goal and the names of its arguments. */
export function describeGrounded(domain, kind, index, args) {
    const { name, param_types, param_count } = infoOf(domain, kind, index);
    return { name, args: Array.from({ length: param_count }, (_, i) => textAt(raw.ploy_domain_object_name(domain, param_types[i], args[i]))) };
}

/** An agent of a world. It stays an object of its own after the agent is gone; then its methods throw. */
export class Agent {
    /** Whatever the game keeps with its agent. */
    user;
    #world;
    #index1;
    #generation;
    #pointer;
    constructor(world, index1, generation, pointer) {
        this.#world = world;
        this.#index1 = index1;
        this.#generation = generation;
        this.#pointer = pointer;
    }

    get world() {
        return this.#world;
    }

    /** The number of the agent, from 1. The number of an agent that is gone may be used again. */
    get number() {
        return this.#index1;
    }

    get isAlive() {
        return this.#world.isAlive && this.#world.findAgent(this.#index1, this.#generation) !== 0;
    }

    /** The address of the agent now; throws when it is gone. */
    get pointer() {
        if (acting === this) return this.#pointer; // it stays until the tick ends
        const pointer = this.#world.findAgent(this.#index1, this.#generation);
        if (pointer === 0) throw new PloyError(`agent ${this.#index1} is gone: ${textAt(raw.ploy_status_text(STATUS.PLOY_NOT_FOUND))}`, { status: "not-found" });
        return pointer;
    }

    /** Is it the agent at this address and of this generation? */
    is(pointer, generation) {
        return this.#pointer === pointer && this.#generation === generation;
    }

    /** The id in memory of the scope, for calls that take it by value. */
    id() {
        return allocWords([this.#index1, this.#generation]);
    }

    /** Seconds since the world was created. */
    get now() {
        return Number(mem().getBigInt64(this.pointer + at.now, true)) / 1e6;
    }

    /** Seconds since the agent's last tick. */
    get dt() {
        return Number(mem().getBigInt64(this.pointer + at.dt, true)) / 1e6;
    }

    /** The name of its type, or "". */
    get type() {
        return textAt(raw.ploy_agent_type(this.pointer));
    }

    /** The value of a blackboard key: the agent's own, its squad's, the world's, or the initial one. */
    get(key) {
        return getKey(this.#world, this.#blackboard(), this.#world.keys.find(key));
    }

    /** Sets a key on the agent's blackboard. True: it changed. */
    set(key, value) {
        return setKey(this.#world, this.#blackboard(), this.#world.keys.find(key), value);
    }

    #blackboard() {
        const blackboard = mem().getUint32(this.pointer + at.blackboard, true);
        if (blackboard === 0) throw new PloyError(`agent ${this.#index1} has no blackboard`, { status: "not-supported" });
        return blackboard;
    }

    /** The agent's blackboard, to observe it. */
    get blackboard() {
        return new Blackboard(this.#world, () => this.#blackboard());
    }

    /** Where the agent is, in 1/1000 of a cell of the game's map: recordings show it. */
    get position() {
        const pointer = this.pointer + at.position;
        return { x: mem().getInt32(pointer, true), y: mem().getInt32(pointer + 4, true) };
    }
    set position({ x, y }) {
        const pointer = this.pointer + at.position;
        mem().setInt32(pointer, Math.round(x), true);
        mem().setInt32(pointer + 4, Math.round(y), true);
    }

    /** A random number 0 .. bound - 1 of the agent's own, the same in every run. */
    random(bound) {
        if (!Number.isInteger(bound) || bound < 1) throw new PloyError(`a bound is a whole number above 0, not ${show(bound)}`, { status: "invalid" });
        return raw.ploy_random_below(this.pointer + at.random, bound) >>> 0;
    }

    /** Says why the activity fails, for recordings: called before it returns FAILURE. */
    fails(reason) {
        mem().setUint32(this.pointer + at.reason, this.#world.addReason(reason), true);
    }

    /** What the agent does and why, in English. */
    why() {
        return printed((text, size) => raw.ploy_mind_why(this.pointer, text, size));
    }

    /** Inside a tick it is gone when the tick ends. */
    destroy() {
        const status = call(this.#world, () => scoped(() => raw.ploy_agent_destroy(this.#world.pointer, this.id())));
        if (status === STATUS.PLOY_NOT_FOUND) fail(status, 0, `agent ${this.#index1}`);
    }

    /** Switches a sensor of the agent on or off. */
    setSensor(name, isOn) {
        const sensor = this.#world.sensorIndex(name);
        this.#ask((world, id) => raw.ploy_agent_set_sensor(world, id, sensor, isOn ? 1 : 0));
    }

    /** Level of detail: it senses and thinks only in every pace-th of its ticks, 1 .. 256 (1: in each), and acts in all. */
    setPace(pace) {
        if (!Number.isInteger(pace) || pace < 1 || pace > MAX_PACE) throw new PloyError(`a pace is 1 .. ${MAX_PACE}, not ${show(pace)}`, { status: "invalid" });
        this.#ask((world, id) => raw.ploy_agent_set_pace(world, id, pace));
    }

    /** Ends its mind and begins another one, at once or, inside a tick, when it ends. `mind`: another agent, whose mind it
     *  shares; an agent type of addPlannerType; null: nothing decides. */
    setMind(mind) {
        if (mind instanceof Agent && mind.world !== this.#world) throw new PloyError("the other agent is of another world", { status: "invalid" });
        const pointer = mind instanceof Agent ? mind.mind : mind === null ? 0 : this.#world.mindOf(mind);
        this.#ask((world, id) => raw.ploy_agent_set_mind(world, id, pointer));
    }

    #ask(change) {
        const status = call(this.#world, () => scoped(() => change(this.#world.pointer, this.id())));
        if (status !== STATUS.PLOY_OK) fail(status, 0, `agent ${this.#index1}`);
    }

    /** What it took to think and act in the last tick, in the unit of the world's clock. 0: it was not its turn. */
    get time() {
        this.pointer; // throws when it is gone
        return Number(scoped(() => raw.ploy_agent_get_time(this.#world.pointer, this.id())));
    }

    /** The address of its mind; 0: nothing decides. */
    get mind() {
        return mem().getUint32(this.pointer + at.mind, true);
    }

    // GOAP.

    #domain() {
        return isGoap(this.mind) ? raw.ploy_goap_domain(this.mind) : 0;
    }

    #grounded(kind, read) {
        const domain = this.#domain();
        if (domain === 0) return null;
        return scoped(() => {
            const args = alloc(16), index = read(this.pointer, args);
            return index >>> 0 === NONE ? null : describeGrounded(domain, kind, index, wordsAt(args, 4));
        });
    }

    /** The goal that it pursues: name and args, or null. */
    get goal() {
        return this.#grounded("goal", raw.ploy_goap_goal);
    }

    /** The running action: name and args, or null. */
    get action() {
        return this.#grounded("action", raw.ploy_goap_action);
    }

    /** How far the running action is, 0 to 1. */
    get progress() {
        return this.#domain() === 0 ? 0 : call(this.#world, () => raw.ploy_goap_progress(this.pointer)) / 1000;
    }

    /** The priority of a goal when it was last evaluated; 0: it is not relevant, or was not evaluated yet. */
    priority(goal) {
        const domain = this.#domain();
        return domain === 0 ? 0 : Number(raw.ploy_goap_priority(this.pointer, this.#findGoal(domain, goal))) / 1000;
    }

    #findGoal(domain, goal) {
        const index = scoped(() => raw.ploy_domain_find_goal(domain, allocText(goal))) >>> 0;
        if (index === NONE) throw new PloyError(`there is no goal ${show(goal)}`, { status: "not-found" });
        return index;
    }

    /** The remaining steps of the plan, the running one first: name and args of each. */
    get plan() {
        const domain = this.#domain();
        if (domain === 0) return [];
        return scoped(() => {
            const count = raw.ploy_goap_steps(this.pointer, 0, 0), steps = alloc(Math.max(1, count) * bytesOf("ploy_step"));
            raw.ploy_goap_steps(this.pointer, steps, count);
            return readAll(steps, count, "ploy_step").map(({ action, args }) => describeGrounded(domain, "action", action, args));
        });
    }

    /** Pursues this goal above all others until it is finished or aborted or has no plan. */
    push(goal, ...args) {
        const domain = this.#domain();
        if (domain === 0) throw new PloyError(`agent ${this.#index1} does not plan`, { status: "not-supported" });
        scoped(() => {
            const index = this.#findGoal(domain, goal);
            const objects = objectIndices(domain, "goal", index, args);
            const status = call(this.#world, () => raw.ploy_goap_push(this.pointer, index, objects.length ? allocWords(objects) : 0));
            if (status !== STATUS.PLOY_OK) fail(status, 0, `goal ${goal}`);
        });
    }

    /** Aborts the current goal; then the agent chooses again. */
    abort() {
        if (this.#domain() !== 0) raw.ploy_goap_abort(this.pointer);
    }

    /** Chooses and plans in its next tick, regardless of intervals. */
    replan() {
        if (this.#domain() !== 0) raw.ploy_goap_replan(this.pointer);
    }

    // Working memory.

    #memory() {
        const memory = mem().getUint32(this.pointer + at.memory, true);
        if (memory === 0) throw new PloyError(`agent ${this.#index1} has no working memory: no fact type was added`, { status: "not-supported" });
        return memory;
    }

    /** Remembers a fact: { distance: 3 } of a type. Refreshes a known one that agrees in its identifying attributes. */
    remember(type, values, { belief = 1, source = 0 } = {}) {
        const facts = this.#world.factType(type), memory = this.#memory();
        scoped(() => {
            const fact = allocStruct("ploy_fact", { type: facts.index, belief: Math.round(belief * 1000), source });
            for (const [name, value] of Object.entries(values)) {
                const attribute = facts.attribute(name);
                raw.ploy_fact_set(fact, attribute.index, toValue(attribute.type, value, `${type}.${name}`));
            }
            const status = raw.ploy_memory_remember(memory, fact, 0);
            if (status !== STATUS.PLOY_OK && status !== STATUS.PLOY_ALREADY && status !== STATUS.PLOY_FULL) fail(status, 0, `a fact of type ${type}`);
        });
    }

    /** The facts of a type that have these values: each with its values, belief (0 .. 1) and age in seconds. */
    facts(type, like = {}) {
        const facts = this.#world.factType(type), memory = this.#memory();
        return scoped(() => {
            const query = this.#query(facts, type, like), found = [], id = alloc(8), fact = alloc(bytesOf("ploy_fact")), after = alloc(8);
            for (;;) {
                raw.ploy_memory_next(id, memory, query, after);
                if (mem().getUint32(id, true) === 0) return found;
                raw.ploy_memory_get(memory, id, fact);
                found.push(facts.read(fact));
                mem().setBigUint64(after, mem().getBigUint64(id, true), true);
            }
        });
    }

    /** Forgets the facts of a type that have these values. Returns how many there were. */
    forget(type, like = {}) {
        const facts = this.#world.factType(type), memory = this.#memory();
        return scoped(() => raw.ploy_memory_forget_all(memory, this.#query(facts, type, like)));
    }

    #query(facts, type, like) {
        const query = alloc(bytesOf("ploy_fact_query"));
        raw.ploy_fact_query_init(query, facts.index);
        for (const [name, value] of Object.entries(like)) {
            const attribute = facts.attribute(name);
            raw.ploy_fact_query_equal(query, attribute.index, toValue(attribute.type, value, `${type}.${name}`));
        }
        return query;
    }
}

/** The agent of an address that a callback got. */
export function agentAt(pointer) {
    const numbers = mem();
    const outer = numbers.getUint32(pointer + at.outer, true);
    if (outer !== 0) pointer = outer;
    const index1 = numbers.getUint32(pointer + at.id, true), generation = numbers.getUint32(pointer + at.id + 4, true);
    const known = owner().agents[index1];
    return known !== undefined && known.is(pointer, generation) ? known : owner().adopt(index1, generation, pointer);
}

/** One call of an activity, condition or scorer: its ports and times. Valid only during the callback. */
export class Call {
    #at = 0;
    #agent = 0;
    #ports = null;
    #words = 0;
    begin(pointer, agent, bound) {
        this.#at = pointer;
        this.#agent = agent;
        this.#ports = bound.ports;
        this.#words = bound.words;
        return this;
    }
    end() {
        this.#at = 0;
    }

    #index(port) {
        if (this.#at === 0) throw new PloyError("a call is valid only during its callback", { status: "invalid" });
        const index = typeof port === "number" ? port : this.#ports.indexOf(port);
        if (!(index >= 0 && index < mem().getUint32(this.#at + at.portCount, true)))
            throw new PloyError(`there is no port ${show(port)}; there are: ${this.#ports.join(", ") || "none"}`, { status: "not-found" });
        return index;
    }

    #port(index) {
        return mem().getUint32(this.#at + at.ports, true) + index * PORT_BYTES;
    }

    #type(index) {
        return mem().getUint16(this.#port(index) + at.portType, true);
    }

    /** The objects that a port may have: an argument of an action or goal, or a key of a symbol. */
    #objects(index) {
        const numbers = mem(), port = this.#port(index), key = numbers.getUint32(port + at.key, true);
        if (key !== NONE) return numbers.getUint16(port + at.portType, true) === OBJECT ? owner().names.ofKey(key) : undefined;
        const type = numbers.getUint16(port + at.keyType, true);
        return type < ARGUMENT ? undefined : owner().names.ofArgument(this.#agent, numbers.getUint32(this.#agent + at.mind, true), type - ARGUMENT);
    }

    /** Reads a port, by name or number. An object of a domain is its name. */
    get(port) {
        const index = this.#index(port);
        return fromValue(this.#type(index), raw.ploy_call_get(this.#at, this.#agent, index), this.#objects(index));
    }

    /** Writes the blackboard key that a port names. */
    set(port, value) {
        const index = this.#index(port);
        const status = call(owner(), () => scoped(() => raw.ploy_call_set(this.#at, this.#agent, index, toValue(this.#type(index), value, `port ${port}`, this.#objects(index)))));
        if (status !== STATUS.PLOY_OK && status !== STATUS.PLOY_ALREADY)
            throw new PloyError(`port ${port}: ${textAt(raw.ploy_status_text(status))}`, { status: statusName(status) });
    }

    /** Seconds since the activity started. */
    get elapsed() {
        return Number(mem().getBigInt64(this.#at + at.elapsed, true)) / 1e6;
    }

    /** Seconds that the data says the activity takes; 0: it does not say. */
    get duration() {
        return Number(mem().getBigInt64(this.#at + at.duration, true)) / 1e6;
    }

    /** The numbers that the library keeps for this run of the activity (dataWords), saved with the world. */
    get data() {
        const pointer = mem().getUint32(this.#at + at.data, true);
        return pointer === 0 ? null : new Int32Array(raw.memory.buffer, pointer, this.#words);
    }
}
