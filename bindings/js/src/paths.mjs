// Paths alone: grids, graphs, obstacles and pathfinders.

import { NONE, PloyError, STATUS, alloc, allocBytes, allocStruct, allocWords, bytesOf, checked, fail, fill, mem, raw, read, register, scoped, show, statusName, wordsAt } from "./runtime.mjs";

export function node(map, value, what) {
    if (!Number.isInteger(value) || value < 0 || value >= raw.ploy_nav_map_node_count(map))
        throw new PloyError(`${what} is a node 0 .. ${raw.ploy_nav_map_node_count(map) - 1}, not ${show(value)}`, { status: "invalid" });
    return value;
}

/** The factors of areas as the library has them: in memory that stays for as long as its holder, since searches read it. */
export class AreaCosts {
    #kept = new Map();
    #holders = [];

    /** Address and count; the same factors are in the same place. */
    keep(factors) {
        if (factors === undefined) return { area_costs: 0, area_count: 0 };
        const costs = Array.from(factors, (factor) => (factor === Infinity ? NONE : Math.round(factor * 256))), text = costs.join();
        if (!this.#kept.has(text)) {
            const at = raw.malloc(4 * Math.max(costs.length, 1)), holder = {};
            if (at === 0) fail(STATUS.PLOY_OUT_OF_MEMORY);
            new Uint32Array(raw.memory.buffer, at, costs.length).set(costs);
            register(holder, "free", at);
            this.#holders.push(holder);
            this.#kept.set(text, { area_costs: at, area_count: costs.length });
        }
        return this.#kept.get(text);
    }
}

/** A query in memory of the scope. `areas`: where its factors are kept. */
export function allocQuery(map, areas, { from = 0, to, obstacles, areaCosts, maxNodes, partial, plain, agentSize }) {
    return allocStruct("ploy_path_query", {
        from: node(map, from, "from"), to: node(map, to, "to"), obstacles: obstacles?.pointer ?? 0, ...areas.keep(areaCosts),
        max_nodes: maxNodes, partial, method: plain ? 1 : 0, agent_size: agentSize,
    });
}

/** A map of square cells. The node of a cell is y * width + x. */
export class Grid {
    #pointer;
    /** cells: width * height numbers row by row: 0 is blocked, 1 to 255 is the weight of a step into the cell. */
    constructor({ width, height, cells, fourNeighbors, maxSize }) {
        if (cells.length !== width * height) throw new PloyError(`a grid of ${width} by ${height} has ${width * height} cells, not ${cells.length}`, { status: "invalid" });
        scoped(() => {
            const out = alloc(4);
            checked((error) => raw.ploy_grid_create(allocStruct("ploy_grid_def", {
                width, height, cells: allocBytes(Uint8Array.from(cells)), four_neighbors: fourNeighbors, max_size: maxSize,
            }), out, error), "grid");
            this.#pointer = mem().getUint32(out, true);
        });
        this.map = raw.ploy_grid_map(this.#pointer);
        register(this, "ploy_grid_destroy", this.#pointer);
        this.width = width;
        this.height = height;
    }

    get pointer() {
        return this.#pointer;
    }

    /** The weight of a step into a cell; 0: it is blocked. */
    weight(at) {
        return raw.ploy_grid_weight(this.#pointer, node(this.map, at, "node"));
    }

    node(x, y) {
        return y * this.width + x;
    }
    cell(at) {
        return { x: at % this.width, y: Math.floor(at / this.width) };
    }

    /** Line of sight between the centers of two cells. */
    sees(from, to, { obstacles, agentSize = 1 } = {}) {
        return raw.ploy_grid_sees(this.#pointer, obstacles?.pointer ?? 0, agentSize, node(this.map, from, "from"), node(this.map, to, "to")) !== 0;
    }

    /** Keeps only cells of a path that see the next one kept. */
    smooth(nodes, { obstacles, agentSize = 1 } = {}) {
        return scoped(() => {
            const at = allocWords(nodes);
            return wordsAt(at, raw.ploy_grid_smooth(this.#pointer, obstacles?.pointer ?? 0, agentSize, at, nodes.length));
        });
    }
}

/** What a step costs on a grid without weights. */
export const STRAIGHT = 2378;
/** The same for a diagonal step. */
export const DIAGONAL = 3363;

/** A map of nodes and edges: edges are [from, to, cost]; positions, if given, [x, y] per node. Or { terrain, landmarks }: the
 *  nodes of a terrain. */
export class Graph {
    #pointer;
    constructor({ nodeCount, edges, positions, areas, bidirectional, keepReverse, landmarks, terrain }) {
        scoped(() => {
            const out = alloc(4), def = alloc(bytesOf("ploy_graph_def"));
            if (terrain) raw.ploy_terrain_graph_def(def, terrain.pointer);
            else fill(def, "ploy_graph_def", {
                node_count: nodeCount, edges: allocWords(edges.flat()), edge_count: edges.length,
                positions: positions ? allocWords(Int32Array.from(positions.flat())) : 0, areas: areas ? allocBytes(Uint8Array.from(areas)) : 0,
                bidirectional, keep_reverse: keepReverse,
            });
            checked((error) => raw.ploy_graph_create(fill(def, "ploy_graph_def", { landmark_count: landmarks }), out, error), "graph");
            this.#pointer = mem().getUint32(out, true);
        });
        this.map = raw.ploy_graph_map(this.#pointer);
        register(this, "ploy_graph_destroy", this.#pointer);
    }

    /** The node nearest to a point, or null. */
    nearest(x, y, obstacles) {
        const found = scoped(() => raw.ploy_graph_nearest(this.#pointer, allocWords(Int32Array.of(x, y)), obstacles?.pointer ?? 0)) >>> 0;
        return found === NONE ? null : found;
    }
}

/** Which nodes of a map cannot be entered at the moment. */
export class Obstacles {
    #map;
    constructor(map) {
        this.#map = map.map;
        this.pointer = scoped(() => raw.ploy_obstacles_create(allocStruct("ploy_obstacles_def", { map: map.map })));
        if (this.pointer === 0) fail(STATUS.PLOY_OUT_OF_MEMORY);
        register(this, "ploy_obstacles_destroy", this.pointer, map);
    }
    block(at) {
        raw.ploy_obstacles_block(this.pointer, node(this.#map, at, "node"));
    }
    unblock(at) {
        raw.ploy_obstacles_unblock(this.pointer, node(this.#map, at, "node"));
    }
    isBlocked(at) {
        return raw.ploy_obstacles_is_blocked(this.pointer, node(this.#map, at, "node")) !== 0;
    }
    get count() {
        return raw.ploy_obstacles_blocked_count(this.pointer);
    }
    /** Of its map. */
    get nodeCount() {
        return raw.ploy_nav_map_node_count(this.#map);
    }
}

export function pathAt(at) {
    const { status, reason, cost, nodes, count, expanded } = read(at, "ploy_path");
    return { status: statusName(status), reason: statusName(reason), cost, nodes: wordsAt(nodes, count), expanded };
}

/** Finds paths on a grid or a graph. */
export class Pathfinder {
    #pointer;
    #map;
    #areas = new AreaCosts();
    constructor(map) {
        this.#map = map;
        this.#pointer = scoped(() => raw.ploy_pathfinder_create(allocStruct("ploy_pathfinder_def", { map: map.map })));
        if (this.#pointer === 0) fail(STATUS.PLOY_OUT_OF_MEMORY);
        register(this, "ploy_pathfinder_destroy", this.#pointer, map);
    }

    #query(query) {
        return allocQuery(this.#map.map, this.#areas, query);
    }

    /** A path: status ("found", "not-found", …), cost, nodes from first to last. */
    find(query) {
        return scoped(() => pathAt(raw.ploy_pathfinder_find(this.#pointer, this.#query(query))));
    }

    /** The same in slices: begin, then update(maxNodes) until it returns a path; null: in progress. Obstacles must live
     *  and stay as they are until then. */
    begin(query) {
        scoped(() => raw.ploy_pathfinder_begin(this.#pointer, this.#query(query)));
    }
    update(maxNodes) {
        const status = raw.ploy_pathfinder_update(this.#pointer, maxNodes);
        return status === STATUS.PLOY_IN_PROGRESS ? null : pathAt(raw.ploy_pathfinder_end(this.#pointer));
    }

    /** The cost to get to one node from every other. Then costFrom and pathFrom answer without a search. */
    field(query) {
        const status = scoped(() => {
            const begun = raw.ploy_pathfinder_begin_field(this.#pointer, this.#query(query), 0, 0);
            return begun === STATUS.PLOY_IN_PROGRESS ? raw.ploy_pathfinder_update(this.#pointer, 0xffffffff) : begun;
        });
        if (status !== STATUS.PLOY_FOUND) fail(status, 0, "field");
    }
    /** -1: there is no path. */
    costFrom(from) {
        return Number(raw.ploy_pathfinder_cost_from(this.#pointer, node(this.#map.map, from, "from")));
    }
    pathFrom(from) {
        return pathAt(raw.ploy_pathfinder_path_from(this.#pointer, node(this.#map.map, from, "from")));
    }
}
