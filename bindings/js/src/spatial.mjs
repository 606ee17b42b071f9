// Who is near: a spatial index of points.

import { NONE, PloyError, STATUS, allocStruct, bytesOf, fail, offsetOf, raw, register, scoped, show } from "./runtime.mjs";

const ITEM = bytesOf("ploy_spatial_item"), QUERY = bytesOf("ploy_spatial_query"), ALL = 0x7fffffff;
const at = Object.fromEntries(["position", "without", "facing"].map((field) => [field, offsetOf(`ploy_spatial_query.${field}`)]));

/** Memory that grows and stays, so that a tick does not allocate. */
class Room {
    #holder = null;
    #bytes = 0;
    at = 0;
    of(bytes) {
        if (bytes > this.#bytes) {
            this.#bytes = Math.max(bytes, 2 * this.#bytes);
            this.#holder = {};
            this.at = raw.malloc(this.#bytes);
            if (this.at === 0) fail(STATUS.PLOY_OUT_OF_MEMORY);
            register(this.#holder, "free", this.at);
        }
        return this.at;
    }
}

const pairs = (positions, what) => {
    if (typeof positions?.length !== "number" || positions.length % 2 !== 0) throw new TypeError(`${what} are x and y of each point in one array, not ${show(positions)}`);
    return positions.length / 2;
};

/** Points by place, built again in each tick: build with all points in one array, then find. Positions are whole numbers of any
 *  unit, as agent.position. Results are indices of points. */
export class SpatialIndex {
    #pointer;
    #items = new Room();
    #queries = new Room();
    #found = new Room();

    /** cell: side of a cell of the index, about half the usual radius; it changes the time alone. */
    constructor({ cell, capacity } = {}) {
        this.#pointer = scoped(() => raw.ploy_spatial_create(allocStruct("ploy_spatial_def", { cell, capacity })));
        if (this.#pointer === 0) fail(STATUS.PLOY_OUT_OF_MEMORY);
        register(this, "ploy_spatial_destroy", this.#pointer);
        this.size = 0;
    }

    /** positions: [x, y, x, y, …]. masks: what each point is, in bits of the game's; 0: it is not there. Without masks all are 1. */
    build(positions, masks) {
        const count = pairs(positions, "positions");
        if (masks && masks.length !== count) throw new PloyError(`there are ${count} positions and ${masks.length} masks`, { status: "invalid" });
        const items = this.#items.of(Math.max(1, count) * ITEM), words = new Int32Array(raw.memory.buffer, items, 3 * count);
        for (let i = 0, word = 0; i < count; ++i) {
            words[word++] = positions[2 * i];
            words[word++] = positions[2 * i + 1];
            words[word++] = masks ? masks[i] : 1;
        }
        const status = raw.ploy_spatial_build(this.#pointer, items, count);
        this.size = status === STATUS.PLOY_OK ? count : 0;
        if (status !== STATUS.PLOY_OK) fail(status, 0, "spatial index");
    }

    /** A query in memory of the scope. */
    #query({ x = 0, y = 0, radius = Infinity, mask = NONE, without, facing, cosine = 0, always = 0, nearestFirst, grid, obstacles, gridUnit }) {
        if (!(radius >= 0)) throw new PloyError(`a radius is a number from 0 on, not ${show(radius)}`, { status: "invalid" });
        const whole = (number) => Math.min(Math.round(number), ALL);
        return allocStruct("ploy_spatial_query", {
            position: { x: whole(x), y: whole(y) }, radius: whole(radius), mask: mask >>> 0, without: without ?? NONE,
            facing: facing ? { x: whole(facing.x), y: whole(facing.y) } : undefined, cosine: Math.round(1000 * cosine), always: whole(always),
            nearest_first: nearestFirst, grid: grid?.pointer ?? 0, obstacles: obstacles?.pointer ?? 0, grid_unit: gridUnit,
        });
    }

    /** The indices of the points within a radius of (x, y). mask: points with one of these bits; without: an index that is left
     *  out; facing and cosine: a cone, the cosine of half its angle, and within `always` all around; grid: walls that hide;
     *  nearestFirst: by distance; max: no more than so many. */
    find({ max = this.size, ...query }) {
        return scoped(() => {
            const asked = this.#query(query), found = this.#found.of(4 * Math.max(1, max));
            const count = raw.ploy_spatial_find(this.#pointer, asked, found, max);
            return new Uint32Array(raw.memory.buffer, found, count).slice();
        });
    }

    /** The nearest point, or null. */
    nearest(query) {
        const found = scoped(() => raw.ploy_spatial_nearest(this.#pointer, this.#query(query))) >>> 0;
        return found === NONE ? null : found;
    }

    /** One query per point of `positions`, all in one call: { counts, items }, where the points of query i are items[i * max] and
     *  the next ones, counts[i] of them. withoutSelf: query i leaves out point i; facings: [x, y, x, y, …], one per query. */
    findAll(positions, { max = 16, withoutSelf = false, facings, ...query }) {
        const count = pairs(positions, "positions");
        if (facings && pairs(facings, "facings") !== count) throw new PloyError(`there are ${count} positions and ${facings.length / 2} facings`, { status: "invalid" });
        return scoped(() => {
            const one = this.#query(query), all = this.#queries.of(Math.max(1, count) * QUERY), found = this.#found.of(4 * Math.max(1, count * (max + 1)));
            const bytes = new Uint8Array(raw.memory.buffer), words = new Int32Array(raw.memory.buffer);
            for (let i = 0, to = all; i < count; ++i, to += QUERY) {
                bytes.copyWithin(to, one, one + QUERY);
                words[(to + at.position) >> 2] = positions[2 * i];
                words[(to + at.position + 4) >> 2] = positions[2 * i + 1];
                if (withoutSelf) words[(to + at.without) >> 2] = i;
                if (facings) words[(to + at.facing) >> 2] = facings[2 * i], words[(to + at.facing + 4) >> 2] = facings[2 * i + 1];
            }
            raw.ploy_spatial_find_all(this.#pointer, all, count, found, found + 4 * count * max, max);
            const result = new Uint32Array(raw.memory.buffer, found, count * (max + 1));
            return { counts: result.slice(count * max), items: result.slice(0, count * max) };
        });
    }
}
