// Worlds: bindings, files, agents, ticks, saves, recordings.

import { NONE, Owner, PloyError, STATUS, alloc, allocBytes, allocStruct, allocText, allocWords, bytesAt, bytesOf, call, callbackPointer, checked, enumName, enumNames, enumValue, fail, files, guarded, listen, mem, micros, offsetOf, onCallback, owner, printed, raw, read, readAll, register, scoped, show, statusName, textAt, unregister } from "./runtime.mjs";
import { Agent, Call, agentAt, describeGrounded, setActing } from "./agent.mjs";
import { Names } from "./names.mjs";
import { WorldDomain } from "./plan.mjs";
import { Blackboard, Keys, TYPES, fromValue, toValue } from "./values.mjs";
import { Reservations, Squads } from "./squads.mjs";
import { Remote, serve } from "./remote.mjs";

/** What an activity returns. */
export const RUNNING = 0;
export const SUCCESS = 1;
export const FAILURE = 2;

const PHASES = [...enumNames("ploy_phase", "PLOY_PHASE_").values()].filter((name) => name !== "count");
const TRACE = { none: 1, basic: 2, everything: 3 };
const MIND = offsetOf("ploy_agent.mind"), DATA_WORDS = 16;

/** The names of ports in their declaration: "goal:Pose >path:string". */
const portNames = (ports) => (ports ?? "").split(/\s+/).filter(Boolean).map((port) => port.replace(/^[<>]+/, "").split(":")[0]);

class FactType {
    constructor(name, index, attributes) {
        Object.assign(this, { name, index, attributes });
    }

    attribute(name) {
        const index = this.attributes.findIndex((attribute) => attribute.name === name);
        if (index < 0) throw new PloyError(`${this.name} has no attribute ${show(name)}`, { status: "not-found" });
        return { index, type: this.attributes[index].type };
    }

    /** A fact in memory as an object. */
    read(at) {
        const fact = read(at, "ploy_fact"), values = {}, first = at + offsetOf("ploy_fact.values");
        this.attributes.forEach(({ name, type }, i) => {
            if (fact.set & (1 << i)) values[name] = fromValue(type, mem().getBigInt64(first + 8 * i, true));
        });
        return { type: this.name, values, belief: fact.belief / 1000, age: fact.age / 1e6, source: fact.source };
    }
}

/** The world owns agents and what belongs to them, and ticks them. Order: add, load, create agents, tick. */
export class World extends Owner {
    #pointer;
    #bindings;
    #sensors = new Map();
    #factTypes = new Map();
    #squads = null;
    #reservations = null;
    #scratch;
    #onEvent;
    #isTicking = false;
    #remote = null;
    #files = new Set();
    #served = null;
    #minds = new Map(); // of the types made in code
    #domains = []; // the memory of those that minds read until the world is gone
    #clock;
    /** Agents by number. */
    agents = [];
    isObserved = false;

    constructor({ seed = 0, groups, row, maxNodes, maxSensorUpdates, capacity, onEvent, clock } = {}) {
        super();
        this.#onEvent = onEvent;
        this.#clock = clock;
        if (clock !== undefined && typeof clock !== "function") throw new TypeError(`a clock is a function, not ${show(clock)}`);
        const pointer = call(this, () => scoped(() => raw.ploy_world_create(allocStruct("ploy_world_def", {
            seed, groups, row, max_nodes: maxNodes, max_sensor_updates: maxSensorUpdates, capacity,
            on_event: onEvent ? callbackPointer("ploy_world_def.on_event") : 0,
            clock: clock ? callbackPointer("ploy_world_def.clock") : 0,
        }))));
        if (pointer === 0) fail(STATUS.PLOY_OUT_OF_MEMORY);
        this.#pointer = pointer;
        this.#scratch = raw.malloc(8);
        this.#bindings = raw.ploy_world_bindings(pointer);
        this.keys = new Keys(raw.ploy_world_keys(pointer));
        this.names = new Names(this);
        register(this, "ploy_world_destroy", pointer, this.#domains);
    }

    get pointer() {
        if (this.#pointer === 0) throw new PloyError("the world was destroyed", { status: "invalid" });
        return this.#pointer;
    }

    get isAlive() {
        return this.#pointer !== 0;
    }

    /** Ends all agents, closes the recording and frees everything. Without it this happens when the world is collected.
     *  Throws inside a tick. */
    destroy() {
        if (this.#pointer === 0) return;
        if (this.calls > 0 && !this.#isTicking) throw new PloyError("ploy_world_destroy: not inside a call of the world", { status: "not-supported" });
        this.#served?.close();
        call(this, () => raw.ploy_world_destroy(this.#pointer));
        unregister(this);
        raw.free(this.#scratch);
        this.#pointer = 0;
        this.agents = [];
        this.closures = [];
    }

    // Bindings.

    #add(kind, fields, bound) {
        const user = this.keep(bound);
        return scoped(() => {
            const index = alloc(4);
            const [status, messages] = listen(() => raw[`ploy_bindings_add_${kind}`](this.#livingBindings(), allocStruct(`ploy_${kind}_def`, { ...fields, user }), index));
            if (status !== STATUS.PLOY_OK)
                throw new PloyError(messages[0] ?? `${kind} ${show(fields.name)}: ${textAt(raw.ploy_status_text(status))}`, { status: statusName(status) });
            return mem().getUint32(index, true);
        });
    }

    #livingBindings() {
        return this.pointer && this.#bindings;
    }

    /** Binds an activity: the game's code behind an action, a leaf, a state, an option or a task. A function is called in
     *  every tick and returns RUNNING, SUCCESS or FAILURE; an object may have start, update, valid, viable, finished, halt
     *  and progress. */
    addActivity(name, activity) {
        const def = typeof activity === "function" ? { update: activity } : activity;
        if (def === null || typeof def !== "object") throw new TypeError(`activity ${name} is a function or an object, not ${show(activity)}`);
        const fields = { name, ports: def.ports, data_bytes: 4 * (def.dataWords ?? 0) };
        for (const part of ["viable", "start", "valid", "update", "finished", "halt", "progress"]) {
            if (def[part] === undefined) continue;
            if (typeof def[part] !== "function") throw new TypeError(`${part} of activity ${name} is a function, not ${show(def[part])}`);
            fields[part] = callbackPointer(`ploy_activity_def.${part}`);
        }
        this.#add("activity", fields, { name, def, ports: portNames(def.ports), words: def.dataWords ?? 0 });
    }

    /** Binds a condition: test(agent, call) returns true or false and only reads. */
    addCondition(name, test, { ports, pure } = {}) {
        if (typeof test !== "function") throw new TypeError(`condition ${name} is a function, not ${show(test)}`);
        this.#add("condition", { name, ports, pure, test: callbackPointer("ploy_condition_def.test") }, { name, test, ports: portNames(ports), words: 0 });
    }

    /** Binds a scorer: score(agent, call) returns a number and only reads. */
    addScorer(name, score, { ports } = {}) {
        if (typeof score !== "function") throw new TypeError(`scorer ${name} is a function, not ${show(score)}`);
        this.#add("scorer", { name, ports, score: callbackPointer("ploy_scorer_def.score") }, { name, score, ports: portNames(ports), words: 0 });
    }

    /** Binds a sensor: sense(agent) writes what the agent notices to its blackboard. interval and offset in seconds. */
    addSensor(name, sense, { interval, offset } = {}) {
        if (typeof sense !== "function") throw new TypeError(`sensor ${name} is a function, not ${show(sense)}`);
        const index = this.#add("sensor", {
            name, sense: callbackPointer("ploy_sensor_def.sense"),
            interval: interval === undefined ? undefined : micros(interval, "interval"),
            offset: offset === undefined ? undefined : offset < 0 ? -1 : micros(offset, "offset"),
        }, { name, sense });
        this.#sensors.set(name, index);
    }

    /** Binds a control node or decorator of behavior trees: tick(agent, children, call) decides which children run. */
    addNode(name, tick, { ports, minChildren, maxChildren, dataWords = 0 } = {}) {
        if (typeof tick !== "function") throw new TypeError(`node ${name} is a function, not ${show(tick)}`);
        this.#add("node", {
            name, ports, min_children: minChildren, max_children: maxChildren, data_bytes: 4 * dataWords,
            tick: callbackPointer("ploy_node_def.tick"),
        }, { name, tick, ports: portNames(ports), words: Math.min(dataWords, DATA_WORDS) });
    }

    sensorIndex(name) {
        if (!this.#sensors.has(name)) throw new PloyError(`there is no sensor ${show(name)}`, { status: "not-found" });
        return this.#sensors.get(name);
    }

    /** The number of a reason for failures. */
    addReason(text) {
        return scoped(() => raw.ploy_bindings_add_reason(this.#livingBindings(), allocText(text)));
    }

    /** Adds a blackboard key before the first agent: type "bool", "int", "decimal", "object", "float" or "string". */
    addKey(name, { type = "bool", initial, volatile: isVolatile, scopes } = {}) {
        const number = TYPES.indexOf(type);
        if (number < 0) throw new PloyError(`${show(type)} is none of ${TYPES.join(", ")}`, { status: "invalid" });
        scoped(() => {
            const value = initial === undefined ? undefined : toValue(number, initial, name);
            const status = raw.ploy_blackboard_keys_add(raw.ploy_world_keys(this.pointer), allocStruct("ploy_key_def", {
                name, type: number, initial: value, is_volatile: isVolatile, scopes,
            }), 0);
            if (status !== STATUS.PLOY_OK) fail(status, 0, `key ${name}`);
        });
    }

    /** Gives numbers names that scripts of behavior trees know: { RED: 1, GREEN: 2 }. Before the files that use them. */
    addEnum(values) {
        for (const [name, value] of Object.entries(values)) {
            if (!Number.isSafeInteger(value)) throw new TypeError(`${name} is a whole number, not ${show(value)}`);
            const status = scoped(() => raw.ploy_blackboard_keys_add_enum(raw.ploy_world_keys(this.pointer), allocText(name), BigInt(value)));
            if (status !== STATUS.PLOY_OK) fail(status, 0, `enum ${name}`);
        }
    }

    /** Adds a type of facts for working memories before the first agent. attributes: { target: { type: "object",
     *  identifies: true }, distance: "int" }; decay "halving", "linear" or "none", decayTime in seconds. */
    addFactType(name, attributes, { capacity, decay, decayTime, floor } = {}) {
        scoped(() => {
            const list = Object.entries(attributes).map(([attribute, how]) => ({
                name: attribute, type: TYPES.indexOf(how.type ?? how), identifies: how.identifies === true,
            }));
            const status = raw.ploy_fact_types_add(raw.ploy_world_fact_types(this.pointer), allocStruct("ploy_fact_type_def", {
                name, attributes: list, attribute_count: list.length, capacity,
                decay: decay === undefined ? undefined : enumValue("ploy_decay", "PLOY_DECAY_", decay),
                decay_time: decayTime === undefined ? undefined : micros(decayTime, "decayTime"),
                floor: floor === undefined ? undefined : Math.round(floor * 1000),
            }), 0);
            if (status !== STATUS.PLOY_OK) fail(status, 0, `fact type ${name}`);
        });
    }

    /** A fact type by name: its index and its attributes. */
    factType(name) {
        const known = this.#factTypes.get(name);
        if (known) return known;
        const types = raw.ploy_world_fact_types(this.pointer);
        const found = scoped(() => {
            const index = raw.ploy_fact_types_find(types, allocText(name)) >>> 0;
            if (index === NONE) throw new PloyError(`there is no fact type ${show(name)}`, { status: "not-found" });
            const at = alloc(bytesOf("ploy_fact_attribute"));
            const attributes = Array.from({ length: raw.ploy_fact_types_attribute_count(types, index) }, (_, i) => {
                raw.ploy_fact_types_attribute(at, types, index, i);
                return read(at, "ploy_fact_attribute");
            });
            return new FactType(name, index, attributes);
        });
        this.#factTypes.set(name, found);
        return found;
    }

    // Files.

    /** Loads a file: agent types, minds, keys, sensors, squads. The same path again is hot reload. */
    loadFile(path) {
        if (typeof path !== "string") throw new TypeError(`a path is a text, not ${show(path)}`);
        call(this, () => scoped(() => checked((error) => raw.ploy_world_load_file(this.pointer, allocText(files.resolve(path)), error), path)));
        this.addFile(files.resolve(path));
    }

    /** The same from a text; `name` takes the place of the path. */
    loadText(name, text) {
        call(this, () => scoped(() => {
            const bytes = new TextEncoder().encode(text);
            checked((error) => raw.ploy_world_load_text(this.pointer, allocText(name), allocBytes(bytes), bytes.length, error), name);
        }));
        this.addFile(name);
    }

    /** A file was loaded, perhaps again. */
    addFile(name) {
        this.#files.add(name);
        this.names.addFile(name);
    }

    /** The loaded file that a debugger means: by its name, by the last part of it, or the only one; else another one. */
    fileNamed(name) {
        const all = [...this.#files], last = (path) => path.slice(path.lastIndexOf("/") + 1);
        return all.find((one) => one === name) ?? all.find((one) => last(one) === last(name)) ?? (all.length === 1 ? all[0] : name);
    }

    /** Everything for which the world would refuse this text: a list of errors, empty if it can be loaded. */
    checkText(name, text) {
        const errors = [];
        call(this, () => scoped(() => {
            const bytes = new TextEncoder().encode(text), user = this.keep((error) => errors.push(error));
            raw.ploy_world_check_text(this.pointer, allocText(name), allocBytes(bytes), bytes.length, callbackPointer("ploy_world_check_text.on_error"), user);
            this.closures.pop();
        }));
        return errors;
    }

    /** An agent type that plans in a domain made in code (see Domain). */
    addPlannerType(name, domain, { hysteresis, interval, searchInterval, writeEffects, manual, maxSteps } = {}) {
        call(this, () => scoped(() => {
            raw.ploy_view_add_keys(domain.pointer, raw.ploy_world_keys(this.pointer), 0);
            checked((error) => raw.ploy_bindings_bind_domain(this.#bindings, domain.pointer, error), name);
            const def = allocStruct("ploy_goap_mind_def", {
                domain: domain.pointer, manual, max_steps: maxSteps, write_effects: writeEffects,
                hysteresis: hysteresis === undefined ? undefined : Math.round(hysteresis * 1000) || -1,
                interval: interval === undefined ? undefined : micros(interval, "interval") || -1,
                search_interval: searchInterval === undefined ? undefined : micros(searchInterval, "searchInterval") || -1,
                event: this.#onEvent ? callbackPointer("ploy_goap_mind_def.event") : 0,
            });
            raw.ploy_world_parts(def + offsetOf("ploy_goap_mind_def.parts"), this.pointer);
            const mind = alloc(4);
            checked((error) => raw.ploy_goap_mind_create(def, mind, error), name);
            const pointer = mem().getUint32(mind, true), status = raw.ploy_world_add_mind(this.pointer, allocText(name), pointer);
            if (status !== STATUS.PLOY_OK) fail(status, 0, `agent type ${name}`);
            domain.usedBy(this);
            this.#domains.push(domain.memory);
            this.#minds.set(name, pointer);
            this.names.addDomain(domain);
        }));
    }

    /** The mind of a type that was made in code. */
    mindOf(type) {
        if (!this.#minds.has(type)) throw new PloyError(`${show(type)} is no type of addPlannerType; for a type of a file give an agent that has its mind`, { status: "not-found" });
        return this.#minds.get(type);
    }

    /** The names of all agent types: of the files, and of addPlannerType. */
    get types() {
        return [...this.names.types(), ...this.#minds.keys()];
    }

    /** A domain of the loaded files, as it is now and after each hot reload: by name, or the first. Its tables and spawned
     *  objects are changed between ticks. */
    domain(name) {
        return new WorldDomain(this, name);
    }

    // Agents.

    /** Creates an agent of a type from a file. `user` is whatever the game keeps with it. */
    createAgent(type, user) {
        return call(this, () => scoped(() => {
            const id = alloc(8);
            const [, messages] = listen(() => raw.ploy_agent_create(id, this.pointer, allocStruct("ploy_agent_def", { type: type ?? null })));
            const index1 = mem().getUint32(id, true), generation = mem().getUint32(id + 4, true);
            if (index1 === 0) throw new PloyError(messages[0] ?? `no agent of type ${show(type)}: out of memory`, { status: "not-found" });
            const agent = this.adopt(index1, generation, raw.ploy_world_agent(this.pointer, id));
            agent.user = user;
            return agent;
        }));
    }

    /** The object of an agent, made when it is first needed. */
    adopt(index1, generation, pointer) {
        return this.agents[index1] = new Agent(this, index1, generation, pointer);
    }

    /** The address of an agent, 0: it is gone. */
    findAgent(index1, generation) {
        const world = this.pointer;
        mem().setUint32(this.#scratch, index1, true);
        mem().setUint32(this.#scratch + 4, generation, true);
        return raw.ploy_world_agent(world, this.#scratch);
    }

    /** The object of an agent by its id in memory; null: there is none. */
    agentOf(id) {
        const index1 = mem().getUint32(id, true), generation = mem().getUint32(id + 4, true);
        if (index1 === 0) return null;
        const pointer = this.findAgent(index1, generation), known = this.agents[index1];
        if (pointer === 0) return null;
        return known?.is(pointer, generation) ? known : this.adopt(index1, generation, pointer);
    }

    /** All living agents, in order of their numbers. */
    *[Symbol.iterator]() {
        for (let index1 = 0, generation = 0; ;) {
            const next = scoped(() => {
                const id = alloc(8);
                raw.ploy_world_next_agent(id, this.pointer, allocWords([index1, generation]));
                return this.agentOf(id);
            });
            if (!next) return;
            yield next;
            [index1, generation] = scoped(() => {
                const id = next.id();
                return [mem().getUint32(id, true), mem().getUint32(id + 4, true)];
            });
        }
    }

    get size() {
        return this.stats().agents;
    }

    /** Work and memory of the last tick. */
    stats() {
        return scoped(() => {
            const stats = alloc(bytesOf("ploy_world_stats"));
            raw.ploy_world_get_stats(stats, this.pointer);
            const { agents, nodes, sensor_updates: sensorUpdates, sensor_updates_late: sensorUpdatesLate, bytes } = read(stats, "ploy_world_stats");
            return { agents, nodes, sensorUpdates, sensorUpdatesLate, bytes };
        });
    }

    /** Where the time of all ticks went, in the unit of the clock that the world was made with: phases, minds, sensors,
     *  activities, and the agent that took longest in the last tick. */
    profile() {
        if (!this.#clock) throw new PloyError("the world has no clock: new World({ clock: () => 1e6 * performance.now() })", { status: "not-supported" });
        return call(this, () => scoped(() => {
            const at = alloc(bytesOf("ploy_profile"));
            raw.ploy_world_get_profile(at, this.pointer);
            const { ticks, time, longest_tick: longestTick, phases, minds, mind_count: mindCount, worst_time: worstTime, ...rows } = read(at, "ploy_profile");
            return {
                ticks, time, longestTick, phases: Object.fromEntries(PHASES.map((name, i) => [name, phases[i]])),
                minds: readAll(minds, mindCount, "ploy_profile_mind").map(({ kind, calls, think, work, act }) => ({ kind, calls, think, work, act })),
                sensors: readAll(rows.sensors, rows.sensor_count, "ploy_profile_row"),
                activities: readAll(rows.activities, rows.activity_count, "ploy_profile_row"),
                worst: { agent: this.agentOf(at + offsetOf("ploy_profile.worst_agent")), time: worstTime },
            };
        }));
    }

    /** The reading of the world's clock. */
    readClock() {
        return BigInt(Math.round(this.#clock()));
    }

    get isTicking() {
        return this.#isTicking;
    }

    // Time.

    /** Lets `seconds` pass and ticks the agents. What a callback threw is thrown when the tick has ended. */
    tick(seconds) {
        const dt = micros(seconds, "dt");
        if (dt < 0) throw new PloyError(`time goes on: dt is ${seconds}`, { status: "invalid" });
        const outer = this.#isTicking;
        this.#isTicking = true;
        try {
            call(this, () => raw.ploy_world_tick(this.pointer, BigInt(dt)));
        } finally {
            this.#isTicking = outer;
        }
    }

    /** Seconds since the world was created. */
    get now() {
        return Number(raw.ploy_world_now(this.pointer)) / 1e6;
    }

    /** Ticks that have ended. */
    get ticks() {
        return Number(raw.ploy_world_ticks(this.pointer));
    }

    /** The blackboard that all agents and squads read through. */
    get blackboard() {
        return new Blackboard(this, () => {
            const pointer = raw.ploy_world_blackboard(this.pointer);
            if (pointer === 0) throw new PloyError("the world has no blackboard keys", { status: "not-supported" });
            return pointer;
        });
    }

    get squads() {
        return this.#squads ??= new Squads(this);
    }

    get reservations() {
        return this.#reservations ??= new Reservations(this);
    }

    // Saves and recordings.

    /** All that decides what happens next, as bytes. Not inside a tick. */
    save() {
        return call(this, () => scoped(() => {
            const writer = allocStruct("ploy_writer");
            let status = raw.ploy_world_save(this.pointer, 0, writer);
            if (status !== STATUS.PLOY_OK) fail(status, 0, "save");
            const { count } = read(writer, "ploy_writer"), bytes = alloc(count);
            const again = allocStruct("ploy_writer", { bytes, capacity: count });
            status = raw.ploy_world_save(this.pointer, 0, again);
            if (status !== STATUS.PLOY_OK) fail(status, 0, "save");
            return bytesAt(bytes, count);
        }));
    }

    /** Goes on from a save: into a world that was made in the same way and never had an agent or a tick. userOf(agent)
     *  gives what goes into agent.user. */
    load(bytes, userOf) {
        if (!(bytes instanceof Uint8Array)) throw new TypeError(`a save is a Uint8Array, not ${show(bytes)}`);
        call(this, () => scoped(() => {
            const reader = allocStruct("ploy_reader", { bytes: allocBytes(bytes), count: bytes.length });
            checked((error) => raw.ploy_world_load(this.pointer, 0, reader, error), "load");
        }));
        for (const agent of this) agent.user = userOf?.(agent);
    }

    /** 16 hex digits over all that a save holds. */
    hash() {
        return call(this, () => BigInt.asUintN(64, raw.ploy_world_hash(this.pointer)).toString(16).padStart(16, "0"));
    }

    /** Records everything from now on into a file, until the world is destroyed: for `ploy view` and `ploy ask`. Before
     *  the first agent. level "basic" or "everything"; name(agent) names agents; map is a drawing below them. */
    record(path, { level = "basic", name, map } = {}) {
        call(this, () => scoped(() => checked((error) => raw.ploy_world_record(this.pointer, allocStruct("ploy_record_def", {
            path: files.resolve(path), level: TRACE[level], map: map ?? null,
            name: name ? callbackPointer("ploy_record_def.name") : 0, user: name ? this.keep(name) : 0,
        }), error), path)));
    }

    /** A remote control for a debugger over a channel of your own, one per world. name(agent) names agents. */
    remote({ name } = {}) {
        return (this.#remote ??= new Remote(this, { name }));
    }

    /** In node: lets a debugger of this machine attach, and resolves to the address for `ploy attach`. Ask mayTick() before each
     *  tick, and let the event loop run between ticks. */
    async attach({ port = 0, paused = false, name } = {}) {
        const remote = this.remote({ name });
        if (this.#served) throw new PloyError("a debugger can attach already", { status: "not-supported" });
        this.#served = await serve(remote, port);
        if (paused) remote.request("pause");
        return this.#served.address;
    }

    /** false: a debugger has paused the world, so do not tick it, but ask again. */
    mayTick() {
        this.#served?.pass();
        return this.#remote ? this.#remote.mayTick() : true;
    }

    /** Events of goals and actions, for onEvent. */
    event(agent, at) {
        const domain = raw.ploy_goap_domain(mem().getUint32(agent + MIND, true));
        const { kind, reason, index, args } = read(at, "ploy_goap_event");
        const name = textAt(raw.ploy_goap_event_name(kind));
        const event = { kind: name, reason: reason === 0 ? "" : textAt(raw.ploy_goap_reason_text(reason)) };
        return Object.assign(event, describeGrounded(domain, name.startsWith("action") ? "action" : "goal", index, args));
    }

    hear(agent, at) {
        this.#onEvent(agentAt(agent), this.event(agent, at));
    }
}

// Callbacks. Calls are objects that are used again, one per level of nesting: a tick makes no garbage with them.

const calls = [];
let nesting = 0;
const USER = offsetOf("ploy_call.user");

function withCall(agent, at, use) {
    const world = owner(), acting = agentAt(agent), outer = setActing(acting);
    const bound = world.closures[mem().getUint32(at + USER, true)];
    const one = (calls[nesting] ??= new Call()).begin(at, agent, bound);
    ++nesting;
    try {
        return use(bound, acting, one);
    } finally {
        --nesting;
        one.end();
        setActing(outer);
    }
}

function sense(agent, user) {
    const world = owner(), acting = agentAt(agent), outer = setActing(acting);
    try {
        world.closures[user].sense(acting);
    } finally {
        setActing(outer);
    }
}

function outcomeOf(outcome, what) {
    if (outcome === RUNNING || outcome === SUCCESS || outcome === FAILURE) return outcome;
    throw new PloyError(`${what} returns RUNNING, SUCCESS or FAILURE, not ${show(outcome)}`, { status: "invalid" });
}

function numberOf(value, what) {
    if (typeof value !== "number" || !Number.isFinite(value)) throw new PloyError(`${what} returns a number, not ${show(value)}`, { status: "invalid" });
    return BigInt(Math.round(value * 1000));
}

const update = (bound, agent, one) => outcomeOf(bound.def.update(agent, one), `activity ${bound.name}`);
const start = (bound, agent, one) => outcomeOf(bound.def.start(agent, one), `start of activity ${bound.name}`);
const halt = (bound, agent, one) => outcomeOf(bound.def.halt(agent, one) ?? SUCCESS, `halt of activity ${bound.name}`);
const valid = (bound, agent, one) => (bound.def.valid(agent, one) ? 1 : 0);
const viable = (bound, agent, one) => (bound.def.viable(agent, one) ? 1 : 0);
const finished = (bound, agent, one) => void bound.def.finished(agent, one);
const progress = (bound, agent, one) => numberOf(bound.def.progress(agent, one), `progress of activity ${bound.name}`);
const test = (bound, agent, one) => (bound.test(agent, one) ? 1 : 0);
const score = (bound, agent, one) => numberOf(bound.score(agent, one), `scorer ${bound.name}`);

onCallback("ploy_activity_def.update", guarded(FAILURE, (agent, at) => withCall(agent, at, update)));
onCallback("ploy_activity_def.start", guarded(FAILURE, (agent, at) => withCall(agent, at, start)));
onCallback("ploy_activity_def.halt", guarded(FAILURE, (agent, at) => withCall(agent, at, halt)));
onCallback("ploy_activity_def.valid", guarded(0, (agent, at) => withCall(agent, at, valid)));
onCallback("ploy_activity_def.viable", guarded(0, (agent, at) => withCall(agent, at, viable)));
onCallback("ploy_activity_def.finished", guarded(undefined, (agent, at) => withCall(agent, at, finished)));
onCallback("ploy_activity_def.progress", guarded(0n, (agent, at) => withCall(agent, at, progress)));
onCallback("ploy_condition_def.test", guarded(0, (agent, at) => withCall(agent, at, test)));
onCallback("ploy_scorer_def.score", guarded(0n, (agent, at) => withCall(agent, at, score)));
onCallback("ploy_sensor_def.sense", guarded(undefined, sense));
onCallback("ploy_world_def.on_event", guarded(undefined, (user, agent, at) => owner().hear(agent, at)));
onCallback("ploy_world_def.clock", guarded(0n, () => owner().readClock()));
onCallback("ploy_goap_mind_def.event", guarded(undefined, (user, agent, at) => owner().hear(agent, at)));
onCallback("ploy_world_check_text.on_error", guarded(undefined, (user, at) => {
    const { line, column, message, hint } = read(at, "ploy_error");
    owner().closures[user]({ line, column, message, hint });
}));
onCallback("ploy_record_def.name", guarded(undefined, (user, agent, text, size) => {
    const bytes = new TextEncoder().encode(String(owner().closures[user](agentAt(agent)))).subarray(0, size - 1);
    const memory = new Uint8Array(raw.memory.buffer);
    memory.set(bytes, text);
    memory[text + bytes.length] = 0;
}));
onCallback("ploy_node_def.tick", guarded(FAILURE, (agent, at, children) => withCall(agent, at, (bound, one, made) => {
    const { count, is_start: isStart } = read(children, "ploy_children");
    return outcomeOf(bound.tick(one, {
        count, isStart,
        tick: (child) => raw.ploy_children_tick(children, child),
        halt: (child) => raw.ploy_children_halt(children, child) !== 0,
        isRunning: (child) => raw.ploy_children_is_running(children, child) !== 0,
    }, made), `node ${bound.name}`);
})));
