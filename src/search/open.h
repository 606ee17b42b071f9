// The open list of a search: nodes with 64-bit keys, the lowest key first, ties to the lower node. It does not know
// where a node is in it: a node that becomes cheaper is inserted once more, and the search skips entries that are out
// of date when they come up.
//
// Most entries come up much later or never, so they are not sorted until their turn is near. Entries wait in 64 buckets
// of equal width, in no order. An entry beyond the last bucket waits there and is moved on when that bucket is reached.
// Only the entries of the buckets reached so far are in order:
//
//   keys, nodes:  those entries, last first; when there are many, as a 4-ary heap until it is empty
//   waiting:      the others, 16 bytes each, linked by bucket: key >> shift > at
//
// The best width is a few entries per bucket. The search adapts it and keeps it for the next search; it changes nothing
// but the time.

#ifndef PL_SEARCH_OPEN_H
#define PL_SEARCH_OPEN_H

#include <ploy/base.h>

#include <string.h>

#include "base/containers/array.h"
#include "base/defaults.h"
#include "base/hints.h"

enum
{
    PL_OPEN_BUCKETS = 64,        ///< one bit each in a word
    PL_OPEN_SORTED = PL_CAP(32), ///< more entries than this become a heap
};

typedef struct pl_open_entry
{
    uint64_t key;
    uint32_t node;
} pl_open_entry;

typedef struct pl_open_waiting
{
    uint64_t key;
    uint32_t node;
    uint32_t next; ///< PLOY_NONE: the last
} pl_open_waiting;

/// Counts of the buckets reached since their width was last checked.
typedef struct pl_open_tally
{
    uint32_t buckets;
    uint32_t ordered; ///< entries that were put in order
    uint32_t left;    ///< entries that were moved on, since they belong to later buckets
} pl_open_tally;

typedef struct pl_open
{
    PL_ARRAY(uint64_t) keys; ///< its count is that of both
    PL_ARRAY(uint32_t) nodes;
    uint32_t room; ///< capacity for entries, ordered or waiting
    uint32_t is_heap;
    uint32_t shift;         ///< from a key to its bucket; 32 .. 63
    uint32_t at;            ///< the bucket reached so far
    uint64_t filled;        ///< one bit per bucket: it has entries
    uint32_t waiting_count; ///< in buckets
    pl_open_tally tally;
    uint32_t vacant; ///< the first free one of `waiting`; PLOY_NONE: none
    PL_ARRAY(pl_open_waiting) waiting;
    uint32_t heads[PL_OPEN_BUCKETS]; ///< the first entry of each bucket; PLOY_NONE: none
} pl_open;

static inline bool pl_open_is_before(uint64_t key, uint32_t node, uint64_t other_key, uint32_t other_node)
{
    return key != other_key ? key < other_key : node < other_node;
}

/// Makes room for `count` entries; false when out of memory.
static inline bool pl_open_reserve(pl_open* open, const ploy_allocator* allocator, uint32_t count)
{
    if (count <= open->room) return true;
    if (!PL_ARRAY_RESERVE(&open->keys, allocator, count) || !PL_ARRAY_RESERVE(&open->nodes, allocator, count) ||
        !PL_ARRAY_RESERVE(&open->waiting, allocator, count)) {
        return false;
    }
    uint32_t ordered = open->keys.capacity < open->nodes.capacity ? open->keys.capacity : open->nodes.capacity;
    open->room = ordered < open->waiting.capacity ? ordered : open->waiting.capacity;
    return true;
}

static inline uint32_t pl_open_count(const pl_open* open)
{
    return open->keys.count + open->waiting_count;
}

static inline uint32_t pl_open_bucket(const pl_open* open, uint64_t key)
{
    return (uint32_t)(key >> open->shift);
}

/// Removes all entries; the next one will have this key.
static inline void pl_open_clear(pl_open* open, uint64_t first_key)
{
    PL_ARRAY_CLEAR(&open->keys);
    PL_ARRAY_CLEAR(&open->waiting);
    open->is_heap = false;
    open->filled = 0;
    memset(open->heads, 0xFF, sizeof open->heads);
    open->waiting_count = 0;
    open->vacant = PLOY_NONE;
    open->at = pl_open_bucket(open, first_key);
}

// Entries in order.

static inline void pl_open_put(pl_open* open, uint32_t at, pl_open_entry entry)
{
    open->keys.data[at] = entry.key;
    open->nodes.data[at] = entry.node;
}

static inline pl_open_entry pl_open_get(const pl_open* open, uint32_t at)
{
    return (pl_open_entry){open->keys.data[at], open->nodes.data[at]};
}

static inline bool pl_open_is_before_at(const pl_open* open, pl_open_entry entry, uint32_t at)
{
    return pl_open_is_before(entry.key, entry.node, open->keys.data[at], open->nodes.data[at]);
}

static inline void pl_open_rise(pl_open* open, uint32_t at, pl_open_entry entry)
{
    for (uint32_t parent; at > 0 && pl_open_is_before_at(open, entry, parent = (at - 1) / 4); at = parent) {
        pl_open_put(open, at, pl_open_get(open, parent));
    }
    pl_open_put(open, at, entry);
}

static inline uint32_t pl_open_first_of(const pl_open* open, uint32_t begin, uint32_t end)
{
    uint32_t best = begin;
    for (uint32_t i = begin + 1; i < end; ++i) {
        if (pl_open_is_before_at(open, pl_open_get(open, i), best)) best = i;
    }
    return best;
}

// The first of four: a small tournament of keys without branches, except for the rare equal ones.
static inline uint32_t pl_open_first_of_four(const pl_open* open, uint32_t begin)
{
    const uint64_t *k = open->keys.data + begin, k0 = k[0], k1 = k[1], k2 = k[2], k3 = k[3];
    uint64_t a = k1 < k0 ? k1 : k0, b = k3 < k2 ? k3 : k2;
    uint32_t first = (uint32_t)(k1 < k0), second = 2 + (uint32_t)(k3 < k2);
    if ((k0 == k1) | (k2 == k3) | (a == b)) return pl_open_first_of(open, begin, begin + 4);
    return begin + (first ^ ((first ^ second) & (0 - (uint32_t)(b < a))));
}

// The first child of an entry, or its own index when it has none.
static inline uint32_t pl_open_first_child(const pl_open* open, uint32_t at, uint32_t count)
{
    if (count > 4 && at <= (count - 5) / 4) return pl_open_first_of_four(open, 4 * at + 1);
    return count > 1 && at <= (count - 2) / 4 ? pl_open_first_of(open, 4 * at + 1, count) : at;
}

// The gap at the top sinks to the bottom; the last entry, which usually belongs there, rises from it.
static inline void pl_open_pop_heap(pl_open* open)
{
    uint32_t count = --open->keys.count, at = 0, child;
    open->is_heap = count > 0;
    if (count == 0) return;
    for (; (child = pl_open_first_child(open, at, count)) != at; at = child) {
        pl_open_put(open, at, pl_open_get(open, child));
    }
    pl_open_rise(open, at, pl_open_get(open, count));
}

// Entries in reverse order are a heap.
static inline void pl_open_make_heap(pl_open* open)
{
    for (uint32_t i = 0, k = open->keys.count - 1; i < k; ++i, --k) {
        pl_open_entry entry = pl_open_get(open, i);
        pl_open_put(open, i, pl_open_get(open, k));
        pl_open_put(open, k, entry);
    }
    open->is_heap = true;
}

// Inserts the entry into the sorted entries below `at`.
static inline void pl_open_sift(pl_open* open, uint32_t at, pl_open_entry entry)
{
    for (; at > 0 && !pl_open_is_before_at(open, entry, at - 1); --at) {
        pl_open_put(open, at, pl_open_get(open, at - 1));
    }
    pl_open_put(open, at, entry);
}

static inline void pl_open_insert(pl_open* open, pl_open_entry entry)
{
    if (!open->is_heap && open->keys.count == PL_OPEN_SORTED) pl_open_make_heap(open);
    uint32_t at = open->keys.count++;
    if (open->is_heap)
        pl_open_rise(open, at, entry);
    else
        pl_open_sift(open, at, entry);
}

/// Inserts the entries that were appended behind those in order.
static inline void pl_open_insert_until(pl_open* open, uint32_t end)
{
    uint32_t at = open->keys.count;
    if (!open->is_heap && end <= PL_OPEN_SORTED) {
        for (; at < end; ++at) pl_open_sift(open, at, pl_open_get(open, at));
        open->keys.count = end;
    }
    for (; at < end; ++at) pl_open_insert(open, pl_open_get(open, at));
}

// Entries in buckets.

/// Where an entry waits. Its bucket must not have been reached.
static inline uint32_t pl_open_place(const pl_open* open, uint64_t key)
{
    uint32_t ahead = pl_open_bucket(open, key) - open->at, last = PL_OPEN_BUCKETS - 1;
    return (open->at + (ahead < last ? ahead : last)) % PL_OPEN_BUCKETS;
}

static inline void pl_open_link(pl_open* open, uint32_t waiting)
{
    uint32_t bucket = pl_open_place(open, open->waiting.data[waiting].key);
    open->waiting.data[waiting].next = open->heads[bucket];
    open->heads[bucket] = waiting;
    open->filled |= UINT64_C(1) << bucket;
}

static inline void pl_open_wait(pl_open* open, pl_open_entry entry)
{
    uint32_t at = open->vacant, bucket = pl_open_place(open, entry.key), next = open->heads[bucket];
    pl_open_waiting* list = open->waiting.data;
    if (at == PLOY_NONE)
        at = open->waiting.count++;
    else
        open->vacant = list[at].next;
    open->heads[bucket] = at;
    open->filled |= UINT64_C(1) << bucket;
    ++open->waiting_count;
    list[at] = (pl_open_waiting){entry.key, entry.node, next};
}

/// Frees an entry that waits no more.
static inline void pl_open_unwait(pl_open* open, uint32_t waiting)
{
    open->waiting.data[waiting].next = open->vacant;
    open->vacant = waiting;
    --open->waiting_count;
}

/// Returns the first of its entries; they still count as waiting.
static inline uint32_t pl_open_empty_bucket(pl_open* open, uint32_t bucket)
{
    uint32_t first = open->heads[bucket];
    open->heads[bucket] = PLOY_NONE;
    open->filled &= ~(UINT64_C(1) << bucket);
    return first;
}

/// Advances to the next bucket that has entries, empties it, and returns the first of them; some may belong to later
/// buckets.
static inline uint32_t pl_open_take_bucket(pl_open* open)
{
    uint32_t next = (open->at + 1) % PL_OPEN_BUCKETS;
    uint64_t turned = open->filled >> next | open->filled << ((PL_OPEN_BUCKETS - next) % PL_OPEN_BUCKETS);
    open->at += 1 + pl_trailing_zeros(turned);
    return pl_open_empty_bucket(open, open->at % PL_OPEN_BUCKETS);
}

/// There must be room.
static inline void pl_open_push(pl_open* open, pl_open_entry entry)
{
    if (pl_open_bucket(open, entry.key) > open->at) {
        pl_open_wait(open, entry);
    } else {
        ++open->tally.ordered;
        pl_open_insert(open, entry);
    }
}

/// The first entry of those in order; there must be one.
static inline pl_open_entry pl_open_first(const pl_open* open)
{
    return pl_open_get(open, open->is_heap ? 0 : open->keys.count - 1);
}

/// Removes it.
static inline void pl_open_pop(pl_open* open)
{
    if (open->is_heap)
        pl_open_pop_heap(open);
    else
        --open->keys.count;
}

#endif
