// Terrain from a seed.

import { alloc, allocStruct, checked, enumValue, mem, raw, register, scoped, PloyError, show } from "./runtime.mjs";

/** Points spread evenly at random, joined to their neighbors, with hills and trees. A seed gives the same terrain on every
 *  machine. new Graph({ terrain }) is its map. */
export class Terrain {
    #pointer;
    /** shape "rectangle" or "disk"; width, height and spacing in units; relief: the largest elevation, 0: flat; climbCost and
     *  descentCost: of a unit up and down, beside 1 for a level unit; trees: the share of nodes that have one, 0 .. 1. */
    constructor({ seed, shape = "rectangle", width, height, spacing, relief, hillWidth, octaves, climbCost, descentCost, trees } = {}) {
        const off = (value, scale) => (value === undefined ? undefined : Math.round(value * scale) || -1);
        scoped(() => {
            const out = alloc(4);
            checked((error) => raw.ploy_terrain_create(allocStruct("ploy_terrain_def", {
                seed, shape: enumValue("ploy_terrain_shape", "PLOY_TERRAIN_", shape), width, height, spacing, relief: off(relief, 1),
                hill_width: hillWidth, octaves, climb_cost: off(climbCost, 1000), descent_cost: off(descentCost, 1000), trees: off(trees, 1000),
            }), out, error), "terrain");
            this.#pointer = mem().getUint32(out, true);
        });
        register(this, "ploy_terrain_destroy", this.#pointer);
    }

    get pointer() {
        return this.#pointer;
    }

    get nodeCount() {
        return raw.ploy_terrain_node_count(this.#pointer);
    }

    #numbers(Kind, at, count) {
        return new Kind(raw.memory.buffer, at, count).slice();
    }

    /** x and y of each node: 2 * nodeCount numbers. */
    get positions() {
        return this.#numbers(Int32Array, raw.ploy_terrain_positions(this.#pointer), 2 * this.nodeCount);
    }

    /** One per node. */
    get elevations() {
        return this.#numbers(Int32Array, raw.ploy_terrain_elevations(this.#pointer), this.nodeCount);
    }

    /** Three nodes per triangle, counterclockwise. */
    get triangles() {
        return scoped(() => {
            const nodes = alloc(4), count = raw.ploy_terrain_triangles(this.#pointer, nodes);
            return this.#numbers(Uint32Array, mem().getUint32(nodes, true), 3 * count);
        });
    }

    /** From, to and cost of each edge; isBidirectional: each leads back at the same cost. */
    get edges() {
        return scoped(() => {
            const edges = alloc(4), both = alloc(4), count = raw.ploy_terrain_edges(this.#pointer, edges, both);
            return { edges: this.#numbers(Uint32Array, mem().getUint32(edges, true), 3 * count), isBidirectional: mem().getUint8(both) !== 0 };
        });
    }

    hasTree(node) {
        if (!Number.isInteger(node) || node < 0 || node >= this.nodeCount) throw new PloyError(`node is a node 0 .. ${this.nodeCount - 1}, not ${show(node)}`, { status: "invalid" });
        return raw.ploy_terrain_has_tree(this.#pointer, node) !== 0;
    }

    /** Blocks every node that has a tree, in obstacles of a graph of this terrain. */
    blockTrees(obstacles) {
        if (obstacles.nodeCount !== this.nodeCount) throw new PloyError(`the obstacles are of a map with ${obstacles.nodeCount} nodes, the terrain has ${this.nodeCount}`, { status: "invalid" });
        raw.ploy_terrain_block_trees(this.#pointer, obstacles.pointer);
    }
}
