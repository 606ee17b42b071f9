// Paths for many agents, some per update.

import { STATUS, alloc, allocBytes, allocStruct, allocWords, bytesAt, bytesOf, call, callbackPointer, checked, enumName, fail, guarded, mem, offsetOf, onCallback, owner, Owner, PloyError, raw, read, register, scoped, show, statusName } from "./runtime.mjs";
import { AreaCosts, allocQuery, pathAt } from "./paths.mjs";

const ID = offsetOf("ploy_path_answer.id"), PATH = offsetOf("ploy_path_answer.path"), OWNER = offsetOf("ploy_path_answer.owner");

const idAt = (at) => mem().getBigUint64(at, true);

/** An answer of an update. Its nodes are the script's own. */
function answerAt(at) {
    const { waited, shared } = read(at, "ploy_path_answer");
    return { request: idAt(at + ID), owner: mem().getBigUint64(at + OWNER, true), ...pathAt(at + PATH), waited, shared };
}

/** Requests wait by priority; an update answers as many as its limits allow. It answers the same on every machine. */
export class PathService extends Owner {
    #pointer;
    #map;
    #areas = new AreaCosts();
    #obstacles = new Set(); // those of requests: they live as long as the service

    /** map: a Grid or a Graph. maxAnswers and maxNodes: per update; without them every request is answered. slots: searches at
     *  once, with maxNodes. shareFrom: one search answers so many requests to one target, or more; 0: never. */
    constructor(map, { maxAnswers, maxNodes, slots, shareFrom, capacity } = {}) {
        super();
        this.#map = map;
        this.#pointer = scoped(() => raw.ploy_path_service_create(allocStruct("ploy_path_service_def", {
            map: map.map, max_answers: maxAnswers, max_nodes: maxNodes, slots, share_from: shareFrom === 0 ? -1 : shareFrom, capacity,
        })));
        if (this.#pointer === 0) fail(STATUS.PLOY_OUT_OF_MEMORY);
        register(this, "ploy_path_service_destroy", this.#pointer, map);
    }

    /** Puts a request into the queue, and returns its id. query: see Pathfinder.find. owner: a number; a newer request of the
     *  same owner drops the older one. priority: higher goes first. Obstacles may change until the answer. */
    request(query, { owner: of = 0, priority = 0 } = {}) {
        if (typeof of !== "bigint" && !Number.isSafeInteger(of)) throw new TypeError(`an owner is a number, not ${show(of)}`);
        if (!Number.isInteger(priority) || Math.abs(priority) > 32767) throw new PloyError(`a priority is -32767 .. 32767, not ${show(priority)}`, { status: "invalid" });
        if (query.obstacles) this.#obstacles.add(query.obstacles);
        return scoped(() => {
            const request = allocStruct("ploy_path_request", { owner: of, priority }), asked = allocQuery(this.#map.map, this.#areas, query);
            new Uint8Array(raw.memory.buffer).copyWithin(request + offsetOf("ploy_path_request.query"), asked, asked + bytesOf("ploy_path_query"));
            const id = alloc(8);
            raw.ploy_path_service_request(id, this.#pointer, request);
            if (idAt(id) === 0n) fail(STATUS.PLOY_OUT_OF_MEMORY);
            return idAt(id);
        });
    }

    #id(request) {
        if (typeof request !== "bigint") throw new TypeError(`a request is what request() returned, not ${show(request)}`);
        return allocWords([Number(request & 0xffffffffn), Number(request >> 32n)]);
    }

    /** Drops a request. False: it was answered or dropped already. */
    cancel(request) {
        return scoped(() => raw.ploy_path_service_cancel(this.#pointer, this.#id(request))) !== 0;
    }

    /** Answers requests by priority until a limit is reached. Returns the answers, in the order of the requests. */
    update() {
        const answers = [];
        this.keep((at) => answers.push(answerAt(at)));
        try {
            call(this, () => raw.ploy_path_service_update(this.#pointer, callbackPointer("ploy_path_service_update.done"), 0));
        } finally {
            this.closures.pop();
        }
        return answers;
    }

    /** The answer, if the last update gave it; null: the request waits or is searched. Throws for one that was dropped,
     *  cancelled, or answered before the last update. */
    poll(request) {
        return scoped(() => {
            const answer = alloc(bytesOf("ploy_path_answer")), status = raw.ploy_path_service_poll(this.#pointer, this.#id(request), answer);
            if (status === STATUS.PLOY_IN_PROGRESS) return null;
            if (status !== STATUS.PLOY_OK) throw new PloyError(`request ${request}: it was dropped, cancelled, or answered before the last update`, { status: statusName(status) });
            return answerAt(answer);
        });
    }

    /** Requests and work since the service was made. */
    stats() {
        return scoped(() => {
            const at = alloc(bytesOf("ploy_path_service_stats"));
            raw.ploy_path_service_get_stats(at, this.#pointer);
            return read(at, "ploy_path_service_stats");
        });
    }

    #saveDef({ obstacles = [], areaCosts = [] }) {
        const lists = areaCosts.map((factors) => this.#areas.keep(factors)), bytes = bytesOf("ploy_path_area_costs");
        const areas = alloc(Math.max(1, lists.length * bytes));
        lists.forEach(({ area_costs: at, area_count: count }, i) => allocWordsAt(areas + i * bytes, [at, count]));
        return allocStruct("ploy_path_service_save_def", {
            obstacle_layers: allocWords(obstacles.map(({ pointer }) => pointer)), obstacle_layer_count: obstacles.length, areas, area_count: lists.length,
        });
    }

    /** All that decides which answers come when, as bytes. lists: the obstacles and area costs that requests use, in an order
     *  that load gets again. */
    save(lists = {}) {
        return scoped(() => {
            const def = this.#saveDef(lists), writer = allocStruct("ploy_writer");
            const write = (to) => {
                const status = raw.ploy_path_service_save(this.#pointer, def, to);
                if (status !== STATUS.PLOY_OK) fail(status, 0, "save: obstacles or area costs of a request are not in the lists");
            };
            write(writer);
            const { count } = read(writer, "ploy_writer"), bytes = alloc(Math.max(1, count));
            write(allocStruct("ploy_writer", { bytes, capacity: count }));
            return bytesAt(bytes, count);
        });
    }

    /** Goes on from a save, in a service made in the same way, with the same lists. */
    load(bytes, lists = {}) {
        if (!(bytes instanceof Uint8Array)) throw new TypeError(`a save is a Uint8Array, not ${show(bytes)}`);
        for (const layer of lists.obstacles ?? []) this.#obstacles.add(layer);
        scoped(() => {
            const reader = allocStruct("ploy_reader", { bytes: allocBytes(bytes), count: bytes.length });
            const status = raw.ploy_path_service_load(this.#pointer, this.#saveDef(lists), reader);
            if (status !== STATUS.PLOY_OK) fail(status, 0, "load");
        });
    }
}

function allocWordsAt(at, words) {
    words.forEach((word, i) => mem().setUint32(at + 4 * i, word, true));
}

onCallback("ploy_path_service_update.done", guarded(undefined, (user, answer) => void owner().closures.at(-1)(answer)));
