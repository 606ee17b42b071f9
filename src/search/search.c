#include "search/search.h"

#include <string.h>

#include "base/check.h"
#include "base/hints.h"
#include "base/memory.h"
#include "trace/emit.h"

// A node that was never reached has all bits set, so that no base reaches its mark.
#define BASE_FIRST (UINT32_MAX - 3)

// At least this many entries are counted before the width of buckets may change.
#define MIN_COUNTED PL_CAP(64)

void pl_search_init(pl_astar* search, const ploy_allocator* allocator)
{
    *search = (pl_astar){.allocator = pl_allocator_choose(allocator),
                         .base = BASE_FIRST,
                         .weight = PL_SEARCH_WEIGHT,
                         .goal = PLOY_NONE,
                         .status = PLOY_NOT_FOUND,
                         .open.shift = 32};
}

void pl_search_destroy(pl_astar* search)
{
    PL_ARRAY_FREE(&search->open.keys, &search->allocator);
    PL_ARRAY_FREE(&search->open.nodes, &search->allocator);
    PL_ARRAY_FREE(&search->open.waiting, &search->allocator);
    PL_ARRAY_FREE(&search->nodes, &search->allocator);
}

static void wipe(pl_search_node* nodes, uint32_t count)
{
    if (count) memset(nodes, 0xFF, pl_array_bytes(count, sizeof *nodes));
}

static bool cover(pl_astar* search, uint32_t node_count)
{
    if (!PL_ARRAY_RESERVE(&search->nodes, &search->allocator, node_count)) return false;
    wipe(search->nodes.data + search->nodes.count, search->nodes.capacity - search->nodes.count);
    search->nodes.count = search->nodes.capacity;
    return true;
}

bool pl_search_cover(pl_astar* search, uint32_t node_count)
{
    return node_count <= search->nodes.count || cover(search, node_count);
}

bool pl_search_reserve(pl_astar* search, uint32_t node_count)
{
    return pl_search_cover(search, node_count) && pl_open_reserve(&search->open, &search->allocator, 2 * node_count);
}

// The inner loops are compiled once for searches by PL_SEARCH_CHEAPEST, which most are, and once for any: `order` is
// that constant or the order of the search.

PL_INLINE uint64_t weigh(const pl_astar* search, pl_search_order order, uint32_t estimate)
{
    return order == PL_SEARCH_WEIGHTED ? (uint64_t)search->weight * estimate / 4 : estimate;
}

PL_INLINE uint64_t key_of(const pl_astar* search, pl_search_order order, uint32_t g, uint32_t estimate)
{
    if (order == PL_SEARCH_NEAREST) return (uint64_t)estimate << 32 | g;
    uint64_t f = g + weigh(search, order, estimate);
    return (f > UINT32_MAX ? UINT32_MAX : f) << 32 | estimate;
}

static uint32_t estimate_in(const pl_astar* search, uint64_t key)
{
    return search->order == PL_SEARCH_NEAREST ? (uint32_t)(key >> 32) : (uint32_t)key;
}

static void forget_marks(pl_astar* search)
{
    if (search->base == 0) {
        wipe(search->nodes.data, search->nodes.count);
        search->base = BASE_FIRST;
    }
    search->base -= 2;
}

// To sort k entries costs about k^2; to move one on costs the same wherever it goes. Between the two bounds both are
// cheap, and the width stays.
static bool is_too_narrow(const pl_open* open)
{
    const pl_open_tally* t = &open->tally;
    return 16 * (uint64_t)t->left * t->buckets > (uint64_t)t->ordered * t->ordered && open->shift < 63;
}

static bool is_too_wide(const pl_open* open)
{
    const pl_open_tally* t = &open->tally;
    return 64 * (uint64_t)t->left * t->buckets < (uint64_t)t->ordered * t->ordered && t->ordered > 12 * t->buckets &&
           open->shift > 32;
}

// Nothing waits between searches, so the width can change at no cost.
static void clear_open(pl_open* open, uint64_t first_key)
{
    ++open->tally.buckets;
    for (; open->tally.ordered >= MIN_COUNTED && is_too_wide(open); open->tally.ordered /= 2) --open->shift;
    pl_open_clear(open, first_key);
}

ploy_status pl_search_begin(pl_astar* search, const pl_space* space, uint32_t start, uint32_t estimate,
                            pl_search_order order, uint32_t max_nodes)
{
    search->space = *space;
    search->order = order;
    search->max_nodes = max_nodes ? max_nodes : UINT32_MAX;
    search->expanded = search->generated = 0;
    search->goal = PLOY_NONE;
    search->overflowed = false;
    search->work = (pl_search_work){0};
    clear_open(&search->open, key_of(search, order, 0, estimate));
    forget_marks(search);
    if (estimate == PL_DEAD) return search->status = PLOY_NOT_FOUND;
    if (!pl_search_cover(search, start + 1)) return search->status = PLOY_OUT_OF_MEMORY;
    search->nodes.data[start] = (pl_search_node){0, search->base, PLOY_NONE, PLOY_NONE};
    if (!pl_open_reserve(&search->open, &search->allocator, 1)) return search->status = PLOY_OUT_OF_MEMORY;
    pl_open_push(&search->open, (pl_open_entry){key_of(search, order, 0, estimate), start});
    return search->status = PLOY_IN_PROGRESS;
}

ploy_status pl_search_resume(pl_astar* search, const pl_space* space, const uint32_t* nodes, uint32_t count,
                             uint32_t max_nodes)
{
    uint32_t lowest = UINT32_MAX;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t g = search->nodes.data[nodes[i]].g;
        lowest = g < lowest ? g : lowest;
    }
    search->space = *space;
    search->max_nodes = max_nodes ? max_nodes : UINT32_MAX;
    search->expanded = search->generated = 0;
    clear_open(&search->open, key_of(search, PL_SEARCH_CHEAPEST, lowest, 0));
    if (!pl_open_reserve(&search->open, &search->allocator, count)) return search->status = PLOY_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; ++i) {
        pl_search_node* node = &search->nodes.data[nodes[i]];
        if (node->mark == search->base) continue;
        node->mark = search->base;
        pl_open_push(&search->open, (pl_open_entry){key_of(search, PL_SEARCH_CHEAPEST, node->g, 0), nodes[i]});
    }
    return search->status = PLOY_IN_PROGRESS;
}

// The node waits, and no cheaper path to it was found since the key was made. (All keys beyond 32 bits are alike.)
PL_INLINE bool is_current(const pl_astar* search, pl_search_order order, uint64_t key, uint32_t id)
{
    const pl_search_node* node = &search->nodes.data[id];
    uint32_t estimate = (uint32_t)(order == PL_SEARCH_NEAREST ? key >> 32 : key);
    return (node->mark == search->base) & (key_of(search, order, node->g, estimate) == key);
}

PL_INLINE void sort_by(pl_astar* search, pl_search_order order, uint32_t waiting)
{
    pl_open* open = &search->open;
    // Half of them may be out of date, which no branch predictor can guess, so nothing branches on it.
    uint32_t end = open->keys.count;
    for (uint32_t next; waiting != PLOY_NONE; waiting = next) {
        const pl_open_waiting entry = open->waiting.data[waiting];
        next = entry.next;
        if (pl_open_bucket(open, entry.key) > open->at) {
            pl_open_link(open, waiting);
            ++open->tally.left;
        } else {
            pl_open_unwait(open, waiting);
            ++open->tally.ordered;
            pl_open_put(open, end, (pl_open_entry){entry.key, entry.node});
            end += is_current(search, order, entry.key, entry.node);
        }
    }
    pl_open_insert_until(open, end);
}

// Moves each entry of the list to where it belongs now, and drops those that are out of date.
static void sort_waiting(pl_astar* search, uint32_t waiting)
{
    if (search->order == PL_SEARCH_CHEAPEST)
        sort_by(search, PL_SEARCH_CHEAPEST, waiting);
    else
        sort_by(search, search->order, waiting);
}

// Empties all buckets into one list, in no order, without the entries that are out of date.
static uint32_t unlink_all(pl_astar* search)
{
    pl_open* open = &search->open;
    uint32_t all = PLOY_NONE;
    while (open->filled) {
        uint32_t bucket = pl_trailing_zeros(open->filled);
        for (uint32_t i = pl_open_empty_bucket(open, bucket), next; i != PLOY_NONE; i = next) {
            pl_open_waiting* entry = &open->waiting.data[i];
            next = entry->next;
            if (!is_current(search, search->order, entry->key, entry->node)) {
                pl_open_unwait(open, i);
                continue;
            }
            entry->next = all;
            all = i;
        }
    }
    return all;
}

static void widen(pl_astar* search)
{
    uint32_t all = unlink_all(search);
    ++search->open.shift;
    search->open.at >>= 1;
    sort_waiting(search, all);
}

static void narrow(pl_astar* search)
{
    uint32_t all = unlink_all(search);
    --search->open.shift;
    search->open.at = search->open.at << 1 | 1;
    sort_waiting(search, all);
}

static void fit_width(pl_astar* search)
{
    if (is_too_narrow(&search->open))
        widen(search);
    else if (is_too_wide(&search->open))
        narrow(search);
    search->open.tally = (pl_open_tally){0};
}

// To change the width costs a pass over all waiting entries, so it is checked only after as many were counted.
static void reach_next_bucket(pl_astar* search)
{
    pl_open* open = &search->open;
    sort_waiting(search, pl_open_take_bucket(open));
    ++open->tally.buckets;
    if (open->tally.ordered + open->tally.left >= open->waiting_count + MIN_COUNTED) fit_width(search);
}

// The first entry that is not out of date; its node is PLOY_NONE when there is none.
PL_INLINE pl_open_entry first_open(pl_astar* search)
{
    pl_open* open = &search->open;
    for (;; pl_open_pop(open)) {
        while (open->keys.count == 0) {
            if (!open->filled) return (pl_open_entry){0, PLOY_NONE};
            reach_next_bucket(search);
        }
        pl_open_entry first = pl_open_first(open);
        if (search->nodes.data[first.node].mark == search->base) return first;
    }
}

// Drops entries that are out of date; then there is at most one entry per node.
static void drop_outdated(pl_astar* search)
{
    pl_open* open = &search->open;
    uint32_t count = open->keys.count;
    open->keys.count = 0;
    open->is_heap = false;
    for (uint32_t i = 0; i < count; ++i) {
        pl_open_entry entry = pl_open_get(open, i);
        // Inserting writes only before the entries that are still to be read.
        if (is_current(search, search->order, entry.key, entry.node)) pl_open_insert(open, entry);
    }
    sort_waiting(search, unlink_all(search));
}

// Makes room for more entries in the open list, which never needs to hold more than two per node.
static bool make_room(pl_astar* search, uint32_t count)
{
    uint32_t needed = pl_open_count(&search->open) + count;
    if (needed <= search->open.room) return true;
    if ((needed - 1) / 2 >= search->nodes.count) drop_outdated(search);
    return pl_open_reserve(&search->open, &search->allocator, pl_open_count(&search->open) + count);
}

// Takes the edge if it is a cheaper path to its end. There must be room in the open list.
PL_INLINE bool follow(pl_astar* search, pl_search_order order, const ploy_trace* trace, uint32_t from, uint32_t from_g,
                      const pl_edge* edge)
{
    if (edge->to >= search->nodes.count && !cover(search, edge->to + 1)) return false;
    pl_search_node* node = &search->nodes.data[edge->to];
    uint64_t wide = (uint64_t)from_g + edge->cost;
    uint32_t g = (uint32_t)wide;
    if (wide >= PL_COST_TOO_HIGH) {
        search->overflowed = true;
        return true;
    }
    if (pl_search_offer(search, g) >= pl_search_known(node)) return true;
    // A greedy search never opens a node twice: it wants any goal, not the cheapest.
    bool stays_closed = order == PL_SEARCH_NEAREST && node->mark == search->base + 1;
    *node = (pl_search_node){g, search->base + stays_closed, from, edge->label};
    PL_TRACE(trace, NODE_REACHED, search->trace_agent, edge->to, from, edge->label, g);
    if (stays_closed) return true;
    pl_open_push(&search->open, (pl_open_entry){key_of(search, order, g, edge->estimate), edge->to});
    return true;
}

PL_INLINE bool follow_each(pl_astar* search, pl_search_order order, const ploy_trace* trace, uint32_t from,
                           const pl_edge* edges, uint32_t count)
{
    uint32_t g = search->nodes.data[from].g;
    for (uint32_t i = 0; i < count; ++i) {
        if (edges[i].estimate != PL_DEAD && !follow(search, order, trace, from, g, &edges[i])) return false;
    }
    return true;
}

static bool follow_all(pl_astar* search, uint32_t from, const pl_edge* edges, uint32_t count)
{
    bool is_plain = search->order == PL_SEARCH_CHEAPEST && !search->trace;
    return is_plain ? follow_each(search, PL_SEARCH_CHEAPEST, NULL, from, edges, count)
                    : follow_each(search, search->order, search->trace, from, edges, count);
}

static ploy_status expand(pl_astar* search, uint32_t id)
{
    const pl_edge* edges = NULL;
    uint32_t count = search->space.expand(search->space.context, id, &edges);
    if (count == PL_EXPAND_NO_MEMORY) return PLOY_OUT_OF_MEMORY;
    if (count == PL_EXPAND_NO_NODES) return PLOY_OUT_OF_NODES;
    if (!make_room(search, count)) return PLOY_OUT_OF_MEMORY;
    search->generated += count;
    return follow_all(search, id, edges, count) ? PLOY_IN_PROGRESS : PLOY_OUT_OF_MEMORY;
}

static ploy_status step(pl_astar* search)
{
    pl_open_entry first = first_open(search);
    uint32_t id = first.node;
    if (id == PLOY_NONE) return search->overflowed ? PLOY_NOT_SUPPORTED : PLOY_NOT_FOUND;
    if (pl_space_is_goal(&search->space, id)) {
        search->goal = id;
        return PLOY_FOUND;
    }
    if (search->expanded == search->max_nodes ||
        pl_search_work_is_done(&search->work, search->expanded, search->generated))
        return PLOY_OUT_OF_NODES;
    pl_open_pop(&search->open);
    search->nodes.data[id].mark = search->base + 1;
    ++search->expanded;
    PL_TRACE(search->trace, NODE_EXPANDED, search->trace_agent, id, search->nodes.data[id].g,
             estimate_in(search, first.key));
    return expand(search, id);
}

ploy_status pl_search_update(pl_astar* search, uint32_t max_nodes)
{
    for (uint32_t i = 0; i < max_nodes && search->status == PLOY_IN_PROGRESS; ++i) search->status = step(search);
    return search->status;
}

void pl_search_cancel(pl_astar* search)
{
    if (search->status == PLOY_IN_PROGRESS) search->status = PLOY_CANCELLED;
}

uint32_t pl_search_lowest(pl_astar* search)
{
    pl_open_entry first = first_open(search);
    return first.node == PLOY_NONE ? UINT32_MAX : (uint32_t)(first.key >> 32);
}

size_t pl_search_bytes(const pl_astar* search)
{
    return pl_array_bytes(search->nodes.capacity, sizeof *search->nodes.data) +
           pl_array_bytes(search->open.keys.capacity, sizeof *search->open.keys.data) +
           pl_array_bytes(search->open.nodes.capacity, sizeof *search->open.nodes.data) +
           pl_array_bytes(search->open.waiting.capacity, sizeof *search->open.waiting.data);
}
