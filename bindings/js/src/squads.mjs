// Squads, their tasks and orders, and reservations.

import { PloyError, STATUS, alloc, allocStruct, allocText, allocWords, bytesOf, call, callbackPointer, enumName, enumValue, fail, guarded, mem, micros, offsetOf, onCallback, owner, printed, raw, read, scoped, show, textAt } from "./runtime.mjs";
import { Blackboard } from "./values.mjs";

const taskKind = (name) => enumValue("ploy_squad_task_kind", "PLOY_SQUAD_TASK_", name);
const orderState = (name) => enumValue("ploy_order_state", "PLOY_ORDER_", name);

function taskFields({ kind = "none", places = [], target = 0, rounds, min, limit, patience } = {}) {
    return {
        kind: taskKind(kind), places: places.map(BigInt), place_count: places.length, target: BigInt(target), rounds, min,
        limit: limit === undefined ? undefined : micros(limit, "limit"), patience: patience === undefined ? undefined : micros(patience, "patience"),
    };
}

function orderOf({ number, task, kind, role, place, target, issued, deadline, state }) {
    return {
        number, task, kind: enumName("ploy_order_kind", "PLOY_ORDER_", kind), role: enumName("ploy_role", "PLOY_ROLE_", role), place, target,
        issued: issued / 1e6, deadline: deadline >= 2 ** 62 ? Infinity : deadline / 1e6, state: enumName("ploy_order_state", "PLOY_ORDER_", state),
    };
}

/** A squad: agents that share a blackboard and work on one task together. */
export class Squad {
    #squads;
    #id;
    constructor(squads, index1, generation) {
        this.#squads = squads;
        this.#id = [index1, generation];
    }

    /** The id in memory of the scope. */
    id() {
        return allocWords(this.#id);
    }

    is(index1, generation) {
        return this.#id[0] === index1 && this.#id[1] === generation;
    }

    /** The agent joins, from the pool, another squad or nowhere. */
    join(agent) {
        this.#do(`agent ${agent.number}`, (pointer) => raw.ploy_squad_join(pointer, this.id(), agent.id()));
    }

    /** Its task is aborted, its members go to the pool. */
    destroy() {
        this.#do("squad", (pointer) => raw.ploy_squad_destroy(pointer, this.id()));
    }

    /** Its members, in the order they joined. */
    get members() {
        return scoped(() => {
            const pointer = this.#squads.pointer, count = raw.ploy_squad_member_count(pointer, this.id()), id = alloc(8);
            return Array.from({ length: count }, (_, i) => {
                raw.ploy_squad_member(id, pointer, this.id(), i);
                return this.#squads.world.agentOf(id);
            });
        });
    }

    /** What is set there all members read. */
    get blackboard() {
        return new Blackboard(this.#squads.world, () => {
            const pointer = scoped(() => raw.ploy_squad_blackboard(this.#squads.pointer, this.id()));
            if (pointer === 0) throw new PloyError("the squad is gone, or the world has no keys", { status: "not-found" });
            return pointer;
        });
    }

    /** Puts a task behind those that wait: { kind: "patrol", places: [1, 2] }. Returns its number. */
    queue(task) {
        return call(this.#squads.world, () => scoped(() => {
            const number = alloc(4);
            const status = raw.ploy_squad_queue(this.#squads.pointer, this.id(), allocStruct("ploy_squad_task_def", taskFields(task)), number);
            if (status !== STATUS.PLOY_OK) fail(status, 0, `task ${task.kind}`);
            return mem().getUint32(number, true);
        }));
    }

    /** Ends a task; without a number all of them. */
    abort(task = 0) {
        this.#do(`task ${task}`, (pointer) => raw.ploy_squad_abort(pointer, this.id(), task));
    }

    /** The running task: number (0: none), kind, phase, waiting, begun. */
    get task() {
        return scoped(() => {
            const info = alloc(bytesOf("ploy_squad_task_info"));
            raw.ploy_squad_task(info, this.#squads.pointer, this.id());
            const { number, kind, phase, waiting, begun } = read(info, "ploy_squad_task_info");
            return { number, kind: enumName("ploy_squad_task_kind", "PLOY_SQUAD_TASK_", kind), phase, waiting, begun: begun / 1e6 };
        });
    }

    /** What the squad does and which members it waits for, in English. */
    why() {
        return printed((text, size) => scoped(() => raw.ploy_squad_why(this.#squads.pointer, this.id(), text, size)));
    }

    #do(what, work) {
        const status = call(this.#squads.world, () => scoped(() => work(this.#squads.pointer)));
        if (status !== STATUS.PLOY_OK && status !== STATUS.PLOY_ALREADY) fail(status, 0, what);
    }
}

/** The squads of a world. */
export class Squads {
    #known = [];
    constructor(world) {
        this.world = world;
        if (this.pointer === 0) fail(STATUS.PLOY_OUT_OF_MEMORY);
    }

    get pointer() {
        return raw.ploy_world_squads(this.world.pointer);
    }

    /** What the game answers, before the first squad: distance(agent, place), where(agent), spot(squad, task, role, slot,
     *  place), check(agent, order), ended(squad, task, end), findPlace(name); arriveWithin: a move is done at this distance from its place. */
    configure({ distance, where, spot, check, ended, findPlace, arriveWithin, orderKey, placeKey, targetKey, pause } = {}) {
        const user = this.world.keep({ distance, where, spot, check, ended, findPlace, squads: this });
        const pointer = (field, used) => (used ? callbackPointer(`ploy_squad_callbacks.${field}`) : 0);
        const kept = [orderKey, placeKey, targetKey].map((text) => (text === undefined ? undefined : keptText(text)));
        scoped(() => raw.ploy_squads_configure(this.pointer, fillTexts(allocStruct("ploy_squads_def", {
            calls: {
                user, distance: pointer("distance", distance), where: pointer("where", where), spot: pointer("spot", spot),
                check: pointer("check", check), ended: pointer("ended", ended), find_place: pointer("find_place", findPlace),
            },
            arrive_within: arriveWithin === undefined ? undefined : BigInt(arriveWithin), pause: pause === undefined ? undefined : micros(pause, "pause"),
        }), kept)));
    }

    /** A new squad. size: members at most; standing: a task that it begins whenever there is nothing else to do. */
    create({ name = "", size, home, closed, standing } = {}) {
        return call(this.world, () => scoped(() => {
            const id = alloc(8);
            const status = raw.ploy_squad_create(this.pointer, allocStruct("ploy_squad_def", {
                name, size, home: home === undefined ? undefined : BigInt(home), closed, standing: standing && taskFields(standing),
            }), id);
            if (status !== STATUS.PLOY_OK) fail(status, 0, `squad ${name}`);
            return this.at(id);
        }));
    }

    /** A squad by name, as a file names it; null: there is none. */
    find(name) {
        return scoped(() => {
            const id = alloc(8);
            raw.ploy_squads_find(id, this.pointer, allocText(name));
            return this.at(id);
        });
    }

    /** The squad of an agent; null: it is in none. */
    of(agent) {
        return scoped(() => {
            const id = alloc(8);
            raw.ploy_squads_of(id, this.pointer, agent.id());
            return this.at(id);
        });
    }

    at(id) {
        const index1 = mem().getUint32(id, true), generation = mem().getUint32(id + 4, true);
        if (index1 === 0) return null;
        if (!this.#known[index1]?.is(index1, generation)) this.#known[index1] = new Squad(this, index1, generation);
        return this.#known[index1];
    }

    /** Into the pool: the agent joins the nearest squad that has room. */
    enlist(agent) {
        this.#do(agent, () => raw.ploy_squads_enlist(this.pointer, agent.id()));
    }

    /** Out of its squad or the pool. */
    leave(agent) {
        this.#do(agent, () => raw.ploy_squads_leave(this.pointer, agent.id()));
    }

    /** The agent's open order; null: it has none. */
    order(agent) {
        return scoped(() => {
            const order = alloc(bytesOf("ploy_order"));
            const status = raw.ploy_squads_order(this.pointer, agent.id(), order);
            return status === STATUS.PLOY_OK ? orderOf(read(order, "ploy_order")) : null;
        });
    }

    /** The agent reports how its order ended: "done", "failed" or "overruled". */
    report(agent, number, state) {
        this.#do(agent, () => raw.ploy_squads_report(this.pointer, agent.id(), number, orderState(state)));
    }

    #do(agent, work) {
        const status = call(this.world, () => scoped(work));
        if (status !== STATUS.PLOY_OK && status !== STATUS.PLOY_ALREADY) fail(status, 0, `agent ${agent.number}`);
    }
}

/** A text that outlives every world. */
function keptText(text) {
    const bytes = new TextEncoder().encode(`${text}\0`), at = raw.malloc(bytes.length);
    new Uint8Array(raw.memory.buffer).set(bytes, at);
    return at;
}

function fillTexts(at, texts) {
    ["order_key", "place_key", "target_key"].forEach((field, i) => {
        if (texts[i]) mem().setUint32(at + offsetOf(`ploy_squads_def.${field}`), texts[i], true);
    });
    return at;
}

/** Claims on resources, so that two agents do not walk to one ingot. A resource is any whole number of the game. */
export class Reservations {
    constructor(world) {
        this.world = world;
    }

    #pointer() {
        return raw.ploy_world_reservations(this.world.pointer);
    }

    /** The agent gets the resource, one of `slots`, until the world's time passes `until` seconds. False: others have it. */
    claim(resource, agent, { slots = 1, until = Infinity } = {}) {
        const end = until === Infinity ? 0x7fffffffffffffffn : BigInt(micros(until, "until"));
        const status = scoped(() => raw.ploy_reservations_claim(this.#pointer(), BigInt(resource), agent.id(), slots, end));
        if (status === STATUS.PLOY_FULL) return false;
        if (status !== STATUS.PLOY_OK && status !== STATUS.PLOY_ALREADY) fail(status, 0, `resource ${resource}`);
        return true;
    }

    /** False: the agent had no claim on it. */
    release(resource, agent) {
        return scoped(() => raw.ploy_reservations_release(this.#pointer(), BigInt(resource), agent.id())) === STATUS.PLOY_OK;
    }

    /** Agents that have the resource. */
    count(resource) {
        return raw.ploy_reservations_count(this.#pointer(), BigInt(resource));
    }

    /** Could the agent claim it? */
    isFree(resource, agent, slots = 1) {
        return scoped(() => raw.ploy_reservations_is_free(this.#pointer(), BigInt(resource), agent.id(), slots)) !== 0;
    }
}

const bound = (user) => owner().closures[user];
const place = (value, what) => {
    if (!Number.isSafeInteger(value)) throw new PloyError(`${what} returns a whole number, not ${show(value)}`, { status: "invalid" });
    return BigInt(value);
};
onCallback("ploy_squad_callbacks.distance", guarded(-1n, (user, agent, to) => place(bound(user).distance(owner().agentOf(agent), Number(to)), "distance")));
onCallback("ploy_squad_callbacks.where", guarded(0n, (user, agent) => place(bound(user).where(owner().agentOf(agent)), "where")));
onCallback("ploy_squad_callbacks.spot", guarded(0n, (user, squad, task, role, slot, at) => place(bound(user).spot(bound(user).squads.at(squad),
    enumName("ploy_squad_task_kind", "PLOY_SQUAD_TASK_", task), enumName("ploy_role", "PLOY_ROLE_", role), slot, Number(at)), "spot")));
onCallback("ploy_squad_callbacks.check", guarded(0, (user, agent, order) => orderState(bound(user).check(owner().agentOf(agent), orderOf(read(order, "ploy_order"))))));
onCallback("ploy_squad_callbacks.ended", guarded(undefined, (user, squad, task, end) =>
    void bound(user).ended(bound(user).squads.at(squad), task, enumName("ploy_squad_task_end", "PLOY_SQUAD_TASK_END_", end))));
onCallback("ploy_squad_callbacks.find_place", guarded(0, (user, name, at) => {
    const found = bound(user).findPlace(textAt(name));
    if (found === null || found === undefined) return 0;
    mem().setBigInt64(at, place(found, "findPlace"), true);
    return 1;
}));
