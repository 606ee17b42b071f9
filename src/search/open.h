// The open list: a 4-ary heap of nodes with 64-bit keys, least key first, ties to the lower node. It does not know where in it a node is: a node that turns
// out cheaper is put in once more, and the search passes over entries that are out of date when they come up. That is cheaper than to
// keep every node's place, for few nodes are ever put in twice.
//
// Keys and nodes lie apart, so that four children's keys are half a cache line, and nodes are looked at only where keys are equal.

#ifndef PL_SEARCH_OPEN_H
#define PL_SEARCH_OPEN_H

#include <ploy/base.h>

#include "base/array.h"

typedef struct pl_open_entry
{
    uint64_t key;
    uint32_t node;
} pl_open_entry;

typedef struct pl_open
{
    PL_ARRAY(uint64_t) keys;  ///< its count is that of both
    PL_ARRAY(uint32_t) nodes;
} pl_open;

static inline bool pl_open_is_before(uint64_t key, uint32_t node, uint64_t other_key, uint32_t other_node)
{
    return key != other_key ? key < other_key : node < other_node;
}

/// false when out of memory.
static inline bool pl_open_reserve(pl_open* open, const ploy_allocator* allocator, uint32_t count)
{
    return PL_ARRAY_RESERVE(&open->keys, allocator, count) && PL_ARRAY_RESERVE(&open->nodes, allocator, count);
}

/// The first entry, of which there must be one.
static inline pl_open_entry pl_open_first(const pl_open* open)
{
    return (pl_open_entry){open->keys.data[0], open->nodes.data[0]};
}

static inline void pl_open_rise(uint64_t* keys, uint32_t* nodes, uint32_t at, uint64_t key, uint32_t node)
{
    while (at > 0) {
        uint32_t parent = (at - 1) / 4;
        if (!pl_open_is_before(key, node, keys[parent], nodes[parent])) break;
        keys[at] = keys[parent];
        nodes[at] = nodes[parent];
        at = parent;
    }
    keys[at] = key;
    nodes[at] = node;
}

/// There must be room.
static inline void pl_open_push(pl_open* open, pl_open_entry entry)
{
    pl_open_rise(open->keys.data, open->nodes.data, open->keys.count++, entry.key, entry.node);
}

static inline uint32_t pl_open_first_of(const uint64_t* keys, const uint32_t* nodes, uint32_t begin, uint32_t end)
{
    uint32_t best = begin;
    for (uint32_t i = begin + 1; i < end; ++i) {
        if (pl_open_is_before(keys[i], nodes[i], keys[best], nodes[best])) best = i;
    }
    return best;
}

// The first of four: a little tournament of keys without branches, but for the rare equal ones.
static inline uint32_t pl_open_first_of_four(const uint64_t* keys, const uint32_t* nodes, uint32_t begin)
{
    const uint64_t *k = keys + begin, k0 = k[0], k1 = k[1], k2 = k[2], k3 = k[3];
    uint64_t a = k1 < k0 ? k1 : k0, b = k3 < k2 ? k3 : k2;
    uint32_t first = (uint32_t)(k1 < k0), second = 2 + (uint32_t)(k3 < k2);
    if ((k0 == k1) | (k2 == k3) | (a == b)) return pl_open_first_of(keys, nodes, begin, begin + 4);
    return begin + (first ^ ((first ^ second) & (0 - (uint32_t)(b < a))));
}

/// Takes out the first entry, of which there must be one. The gap sinks to the bottom and the last entry, which mostly belongs there, rises from it.
static inline void pl_open_pop(pl_open* open)
{
    uint64_t* keys = open->keys.data;
    uint32_t *nodes = open->nodes.data, count = --open->keys.count, gap = 0, child;
    for (; count > 4 && gap <= (count - 5) / 4; gap = child) {
        child = pl_open_first_of_four(keys, nodes, 4 * gap + 1);
        keys[gap] = keys[child];
        nodes[gap] = nodes[child];
    }
    if (gap <= count / 4 && 4 * gap + 1 < count) {
        child = pl_open_first_of(keys, nodes, 4 * gap + 1, count);
        keys[gap] = keys[child];
        nodes[gap] = nodes[child];
        gap = child;
    }
    pl_open_rise(keys, nodes, gap, keys[count], nodes[count]);
}

#endif
