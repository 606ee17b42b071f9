#include "search/search.h"

#include <string.h>

#include "base/check.h"
#include "base/memory.h"
#include "trace/emit.h"

void pl_search_init(pl_search* search, const ploy_allocator* allocator)
{
    *search =
        (pl_search){.allocator = pl_allocator_choose(allocator), .base = 1, .goal = PL_NONE, .status = PLOY_NOT_FOUND};
}

void pl_search_destroy(pl_search* search)
{
    PL_ARRAY_FREE(&search->open.keys, &search->allocator);
    PL_ARRAY_FREE(&search->open.nodes, &search->allocator);
    PL_ARRAY_FREE(&search->nodes, &search->allocator);
}

static void wipe(pl_search_node* nodes, uint32_t count)
{
    if (count) memset(nodes, 0, pl_array_bytes(count, sizeof *nodes));
}

static bool cover(pl_search* search, uint32_t node_count)
{
    if (!PL_ARRAY_RESERVE(&search->nodes, &search->allocator, node_count)) return false;
    wipe(search->nodes.data + search->nodes.count, search->nodes.capacity - search->nodes.count);
    search->nodes.count = search->nodes.capacity;
    return true;
}

bool pl_search_cover(pl_search* search, uint32_t node_count)
{
    return node_count <= search->nodes.count || cover(search, node_count);
}

bool pl_search_reserve(pl_search* search, uint32_t node_count)
{
    return pl_search_cover(search, node_count) && pl_open_reserve(&search->open, &search->allocator, 2 * node_count);
}

static uint64_t key_of(pl_search_order order, uint32_t g, uint32_t estimate)
{
    if (order == PL_SEARCH_NEAREST) return (uint64_t)estimate << 32 | g;
    uint64_t f = (uint64_t)g + estimate;
    return (f > UINT32_MAX ? UINT32_MAX : f) << 32 | estimate;
}

static uint32_t estimate_in(const pl_search* search, uint64_t key)
{
    return search->order == PL_SEARCH_NEAREST ? (uint32_t)(key >> 32) : (uint32_t)key;
}

static void forget_marks(pl_search* search)
{
    if (search->base > UINT32_MAX - 4) {
        wipe(search->nodes.data, search->nodes.count);
        search->base = 0;
    }
    search->base += 2;
}

ploy_status pl_search_begin(pl_search* search, const pl_space* space, uint32_t start, uint32_t estimate,
                            pl_search_order order, uint32_t max_nodes)
{
    search->space = *space;
    search->order = order;
    search->max_nodes = max_nodes ? max_nodes : UINT32_MAX;
    search->expanded = search->generated = 0;
    search->goal = PL_NONE;
    search->overflowed = false;
    pl_open_clear(&search->open);
    forget_marks(search);
    if (estimate == PL_DEAD) return search->status = PLOY_NOT_FOUND;
    if (!pl_search_cover(search, start + 1)) return search->status = PLOY_OUT_OF_MEMORY;
    search->nodes.data[start] = (pl_search_node){0, PL_NONE, PL_NONE, search->base + 1};
    if (!pl_open_reserve(&search->open, &search->allocator, 1)) return search->status = PLOY_OUT_OF_MEMORY;
    pl_open_push(&search->open, (pl_open_entry){key_of(order, 0, estimate), start});
    return search->status = PLOY_RUNNING;
}

// The first entry that is not out of date; its node is PL_NONE when there is none.
static pl_open_entry first_open(pl_search* search)
{
    while (!pl_open_is_empty(&search->open)) {
        pl_open_entry first = pl_open_first(&search->open);
        if (search->nodes.data[first.node].mark > search->base) return first;
        pl_open_pop(&search->open);
    }
    return (pl_open_entry){0, PL_NONE};
}

static bool is_current(const pl_search* search, pl_open_entry entry)
{
    uint32_t g = search->nodes.data[entry.node].g, estimate = estimate_in(search, entry.key);
    return pl_search_is_open(search, entry.node) && entry.key == key_of(search->order, g, estimate);
}

// Throws out what is out of date; then there is at most one entry for each node.
static void tidy(pl_search* search)
{
    pl_open* open = &search->open;
    uint32_t count = open->keys.count, begin = open->has_gap;
    pl_open_clear(open);
    for (uint32_t i = begin; i < count; ++i) {
        pl_open_entry entry = {open->keys.data[i], open->nodes.data[i]};
        // What is pushed lies before what is still to be read.
        if (is_current(search, entry)) pl_open_push(open, entry);
    }
}

// Room for some more in the heap, which never needs to hold more than twice as many as there are nodes.
static bool make_room(pl_search* search, uint32_t count)
{
    uint32_t needed = search->open.keys.count + count;
    if (needed <= search->open.nodes.capacity && needed <= search->open.keys.capacity) return true;
    if ((needed - 1) / 2 >= search->nodes.count) tidy(search);
    return pl_open_reserve(&search->open, &search->allocator, search->open.keys.count + count);
}

// Takes the edge if it leads to its end more cheaply than any before. There must be room in the heap.
static bool follow(pl_search* search, uint32_t from, uint32_t from_g, const pl_edge* edge)
{
    if (edge->to >= search->nodes.count && !cover(search, edge->to + 1)) return false;
    pl_search_node* node = &search->nodes.data[edge->to];
    uint64_t wide = (uint64_t)from_g + edge->cost;
    uint32_t g = (uint32_t)wide;
    if (wide >= UINT32_MAX) {
        search->overflowed = true;
        return true;
    }
    if (node->mark >= search->base && node->g <= g) return true;
    // A greedy search never opens a node twice: it wants any goal, not the cheapest.
    bool stays_closed = node->mark == search->base && search->order == PL_SEARCH_NEAREST;
    *node = (pl_search_node){g, from, edge->label, search->base + !stays_closed};
    PL_TRACE(search->trace, NODE_REACHED, search->trace_agent, edge->to, from, edge->label, g);
    if (stays_closed) return true;
    pl_open_push(&search->open, (pl_open_entry){key_of(search->order, g, edge->estimate), edge->to});
    return true;
}

static ploy_status expand(pl_search* search, uint32_t id)
{
    const pl_edge* edges = NULL;
    uint32_t count = search->space.expand(search->space.context, id, &edges);
    if (count == PL_EXPAND_NO_MEMORY) return PLOY_OUT_OF_MEMORY;
    if (count == PL_EXPAND_NO_NODES) return PLOY_OUT_OF_NODES;
    if (!make_room(search, count)) return PLOY_OUT_OF_MEMORY;
    search->generated += count;
    uint32_t g = search->nodes.data[id].g;
    for (uint32_t i = 0; i < count; ++i) {
        if (edges[i].estimate != PL_DEAD && !follow(search, id, g, &edges[i])) return PLOY_OUT_OF_MEMORY;
    }
    return PLOY_RUNNING;
}

static ploy_status step(pl_search* search)
{
    pl_open_entry first = first_open(search);
    uint32_t id = first.node;
    if (id == PL_NONE) return search->overflowed ? PLOY_NOT_SUPPORTED : PLOY_NOT_FOUND;
    if (search->space.is_goal(search->space.context, id)) {
        search->goal = id;
        return PLOY_FOUND;
    }
    if (search->expanded == search->max_nodes) return PLOY_OUT_OF_NODES;
    pl_open_pop(&search->open);
    search->nodes.data[id].mark = search->base;
    ++search->expanded;
    PL_TRACE(search->trace, NODE_EXPANDED, search->trace_agent, id, search->nodes.data[id].g,
             estimate_in(search, first.key));
    return expand(search, id);
}

ploy_status pl_search_update(pl_search* search, uint32_t max_nodes)
{
    for (uint32_t i = 0; i < max_nodes && search->status == PLOY_RUNNING; ++i) search->status = step(search);
    return search->status;
}

void pl_search_cancel(pl_search* search)
{
    if (search->status == PLOY_RUNNING) search->status = PLOY_CANCELLED;
}

size_t pl_search_bytes(const pl_search* search)
{
    return pl_array_bytes(search->nodes.capacity, sizeof *search->nodes.data) +
           pl_array_bytes(search->open.keys.capacity, sizeof *search->open.keys.data) +
           pl_array_bytes(search->open.nodes.capacity, sizeof *search->open.nodes.data);
}
