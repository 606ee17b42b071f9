// The open list: a 4-ary heap of nodes with 64-bit keys, least key first, ties to the lower node. It does not know
// where in it a node is: a node that turns out cheaper is put in once more, and the search passes over entries that are
// out of date when they come up. That is cheaper than to keep every node's place, for few nodes are ever put in twice.
//
// Taking out the first entry leaves a gap at the top. What the search puts in next mostly belongs near the top, so it
// goes into the gap and sinks a level or two; only if nothing comes is the gap filled from the end.
//
// Keys and nodes lie apart, so that four children's keys are half a cache line, and nodes are looked at only where keys
// are equal.

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
    PL_ARRAY(uint64_t) keys; ///< its count is that of both
    PL_ARRAY(uint32_t) nodes;
    bool has_gap; ///< the first entry has been taken out; the count still has it
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

static inline void pl_open_clear(pl_open* open)
{
    PL_ARRAY_CLEAR(&open->keys);
    open->has_gap = false;
}

static inline void pl_open_move(pl_open* open, uint32_t to, uint32_t from)
{
    open->keys.data[to] = open->keys.data[from];
    open->nodes.data[to] = open->nodes.data[from];
}

static inline void pl_open_rise(pl_open* open, uint32_t at, pl_open_entry entry)
{
    const uint64_t* keys = open->keys.data;
    for (uint32_t parent; at > 0; at = parent) {
        parent = (at - 1) / 4;
        if (!pl_open_is_before(entry.key, entry.node, keys[parent], open->nodes.data[parent])) break;
        pl_open_move(open, at, parent);
    }
    open->keys.data[at] = entry.key;
    open->nodes.data[at] = entry.node;
}

static inline uint32_t pl_open_first_of(const pl_open* open, uint32_t begin, uint32_t end)
{
    const uint64_t* keys = open->keys.data;
    const uint32_t* nodes = open->nodes.data;
    uint32_t best = begin;
    for (uint32_t i = begin + 1; i < end; ++i) {
        if (pl_open_is_before(keys[i], nodes[i], keys[best], nodes[best])) best = i;
    }
    return best;
}

// The first of four: a little tournament of keys without branches, but for the rare equal ones.
static inline uint32_t pl_open_first_of_four(const pl_open* open, uint32_t begin)
{
    const uint64_t *k = open->keys.data + begin, k0 = k[0], k1 = k[1], k2 = k[2], k3 = k[3];
    uint64_t a = k1 < k0 ? k1 : k0, b = k3 < k2 ? k3 : k2;
    uint32_t first = (uint32_t)(k1 < k0), second = 2 + (uint32_t)(k3 < k2);
    if ((k0 == k1) | (k2 == k3) | (a == b)) return pl_open_first_of(open, begin, begin + 4);
    return begin + (first ^ ((first ^ second) & (0 - (uint32_t)(b < a))));
}

// The first child of an entry, or its own place when it has none.
static inline uint32_t pl_open_first_child(const pl_open* open, uint32_t at, uint32_t count)
{
    if (count > 4 && at <= (count - 5) / 4) return pl_open_first_of_four(open, 4 * at + 1);
    return count > 1 && at <= (count - 2) / 4 ? pl_open_first_of(open, 4 * at + 1, count) : at;
}

static inline void pl_open_sink(pl_open* open, pl_open_entry entry)
{
    uint32_t at = 0, child;
    for (; (child = pl_open_first_child(open, at, open->keys.count)) != at; at = child) {
        if (!pl_open_is_before(open->keys.data[child], open->nodes.data[child], entry.key, entry.node)) break;
        pl_open_move(open, at, child);
    }
    open->keys.data[at] = entry.key;
    open->nodes.data[at] = entry.node;
}

/// There must be room.
static inline void pl_open_push(pl_open* open, pl_open_entry entry)
{
    if (open->has_gap) {
        open->has_gap = false;
        pl_open_sink(open, entry);
    } else {
        pl_open_rise(open, open->keys.count++, entry);
    }
}

// Nothing came into the gap. It sinks to the bottom and the last entry, which mostly belongs there, rises from it.
static inline void pl_open_fill_gap(pl_open* open)
{
    uint32_t count = --open->keys.count, at = 0, child;
    open->has_gap = false;
    if (count == 0) return;
    for (; (child = pl_open_first_child(open, at, count)) != at; at = child) pl_open_move(open, at, child);
    pl_open_rise(open, at, (pl_open_entry){open->keys.data[count], open->nodes.data[count]});
}

static inline bool pl_open_is_empty(pl_open* open)
{
    if (open->has_gap) pl_open_fill_gap(open);
    return open->keys.count == 0;
}

/// The first entry; the list must have been found not to be empty since the last push or pop.
static inline pl_open_entry pl_open_first(const pl_open* open)
{
    return (pl_open_entry){open->keys.data[0], open->nodes.data[0]};
}

/// Takes it out.
static inline void pl_open_pop(pl_open* open)
{
    open->has_gap = true;
}

#endif
