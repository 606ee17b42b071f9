#include "search/search.h"

#include <string.h>

#include "base/check.h"
#include "base/memory.h"
#include "trace/emit.h"

void pl_search_init(pl_search* search, const ploy_allocator* allocator)
{
    *search = (pl_search){.allocator = pl_allocator_choose(allocator), .goal = PL_NONE, .status = PLOY_NOT_FOUND};
    pl_heap_init(&search->open, &search->allocator);
}

void pl_search_destroy(pl_search* search)
{
    pl_heap_destroy(&search->open);
    PL_ARRAY_FREE(&search->nodes, &search->allocator);
}

static bool cover(pl_search* search, uint32_t node_count)
{
    if (!PL_ARRAY_RESERVE(&search->nodes, &search->allocator, node_count)) return false;
    search->nodes.count = search->nodes.capacity;
    return true;
}

bool pl_search_reserve(pl_search* search, uint32_t node_count)
{
    return (node_count <= search->nodes.count || cover(search, node_count)) && pl_heap_reserve(&search->open, node_count);
}

bool pl_search_cover(pl_search* search, uint32_t node_count)
{
    return (node_count <= search->nodes.count || cover(search, node_count)) && pl_heap_cover(&search->open, node_count);
}

static uint64_t key_of(const pl_search* search, uint32_t g, uint32_t estimate)
{
    if (search->order == PL_SEARCH_NEAREST) return (uint64_t)estimate << 32 | g;
    uint64_t f = (uint64_t)g + estimate;
    return (f > UINT32_MAX ? UINT32_MAX : f) << 32 | estimate;
}

static uint32_t estimate_in(const pl_search* search, uint64_t key)
{
    return search->order == PL_SEARCH_NEAREST ? (uint32_t)(key >> 32) : (uint32_t)key;
}

ploy_status pl_search_begin(pl_search* search, const pl_space* space, uint32_t start, uint32_t estimate, pl_search_order order,
                            uint32_t max_nodes)
{
    search->space = *space;
    search->order = order;
    search->max_nodes = max_nodes ? max_nodes : UINT32_MAX;
    search->expanded = search->generated = 0;
    search->goal = PL_NONE;
    search->overflowed = false;
    pl_heap_clear(&search->open);
    search->next.item = PL_NONE;
    if (estimate == PL_DEAD) return search->status = PLOY_NOT_FOUND;
    if (start >= search->nodes.count && !cover(search, start + 1)) return search->status = PLOY_OUT_OF_MEMORY;
    if (!pl_heap_note(&search->open, start)) return search->status = PLOY_OUT_OF_MEMORY;
    search->nodes.data[start] = (pl_search_node){0, PL_NONE, PL_NONE};
    search->next = (pl_heap_entry){key_of(search, 0, estimate), start};
    return search->status = PLOY_RUNNING;
}

static bool is_before(pl_heap_entry a, pl_heap_entry b)
{
    return (a.key < b.key) | ((a.key == b.key) & (a.item < b.item));
}

// Puts a node that is not in the open list into it. `next` stays ahead of the heap.
static bool open_node(pl_search* search, uint32_t node, uint64_t key)
{
    pl_heap_entry entry = {key, node};
    if (search->next.item == PL_NONE) {
        if (!pl_heap_is_empty(&search->open) && is_before(pl_heap_first(&search->open), entry)) return pl_heap_push(&search->open, node, key);
        search->next = entry;
        return pl_heap_note(&search->open, node);
    }
    if (is_before(entry, search->next)) {
        if (!pl_heap_note(&search->open, node)) return false;
        pl_heap_entry behind = search->next;
        search->next = entry;
        entry = behind;
    }
    return pl_heap_push(&search->open, entry.item, entry.key);
}

static bool lower_node(pl_search* search, uint32_t node, uint64_t key)
{
    if (search->next.item == node) {
        search->next.key = key;
        return true;
    }
    pl_heap_lower(&search->open, node, key);
    if (search->next.item == PL_NONE || !is_before((pl_heap_entry){key, node}, search->next)) return true;
    pl_heap_entry behind = search->next;
    search->next.item = PL_NONE;
    return pl_heap_push(&search->open, behind.item, behind.key);
}

static pl_heap_entry first_open(pl_search* search)
{
    if (search->next.item != PL_NONE || pl_heap_is_empty(&search->open)) return search->next;
    return pl_heap_first(&search->open);
}

static void close_first(pl_search* search)
{
    if (search->next.item != PL_NONE) search->next.item = PL_NONE;
    else pl_heap_pop(&search->open);
}

// Takes the edge if it leads to its end more cheaply than any before.
static bool follow(pl_search* search, uint32_t from, const pl_edge* edge)
{
    if (edge->to >= search->nodes.count && !cover(search, edge->to + 1)) return false;
    pl_search_node* node = &search->nodes.data[edge->to];
    uint64_t wide = (uint64_t)search->nodes.data[from].g + edge->cost;
    uint32_t g = (uint32_t)wide;
    if (wide >= UINT32_MAX) {
        search->overflowed = true;
        return true;
    }
    bool is_new = !pl_search_met(search, edge->to);
    if (!is_new && node->g <= g) return true;
    *node = (pl_search_node){g, from, edge->label};
    PL_TRACE(search->trace, NODE_REACHED, search->trace_agent, edge->to, from, edge->label, g);
    uint64_t key = key_of(search, g, edge->estimate);
    if (is_new || !pl_search_is_open(search, edge->to)) {
        // A greedy search never opens a node twice: it wants any goal, not the cheapest.
        return (!is_new && search->order == PL_SEARCH_NEAREST) || open_node(search, edge->to, key);
    }
    return lower_node(search, edge->to, key);
}

static ploy_status expand(pl_search* search, uint32_t id)
{
    const pl_edge* edges = NULL;
    uint32_t count = search->space.expand(search->space.context, id, &edges);
    if (count == PL_EXPAND_NO_MEMORY) return PLOY_OUT_OF_MEMORY;
    if (count == PL_EXPAND_NO_NODES) return PLOY_OUT_OF_NODES;
    search->generated += count;
    for (uint32_t i = 0; i < count; ++i) {
        if (edges[i].estimate != PL_DEAD && !follow(search, id, &edges[i])) return PLOY_OUT_OF_MEMORY;
    }
    return PLOY_RUNNING;
}

static ploy_status step(pl_search* search)
{
    pl_heap_entry first = first_open(search);
    uint32_t id = first.item;
    if (id == PL_NONE) return search->overflowed ? PLOY_NOT_SUPPORTED : PLOY_NOT_FOUND;
    if (search->space.is_goal(search->space.context, id)) {
        search->goal = id;
        return PLOY_FOUND;
    }
    if (search->expanded == search->max_nodes) return PLOY_OUT_OF_NODES;
    close_first(search);
    ++search->expanded;
    PL_TRACE(search->trace, NODE_EXPANDED, search->trace_agent, id, search->nodes.data[id].g, estimate_in(search, first.key));
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
           pl_array_bytes(search->open.entries.capacity, sizeof *search->open.entries.data) +
           pl_array_bytes(search->open.positions.capacity, sizeof *search->open.positions.data);
}
