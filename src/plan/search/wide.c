#include "plan/search/wide.h"

#include "base/memory.h"

void pl_wide_init(pl_wide* wide, const ploy_allocator* allocator)
{
    *wide = (pl_wide){.allocator = pl_allocator_choose(allocator)};
    pl_heap_init(&wide->open, &wide->allocator);
}

void pl_wide_destroy(pl_wide* wide)
{
    PL_ARRAY_FREE(&wide->nodes, &wide->allocator);
    pl_heap_destroy(&wide->open);
}

size_t pl_wide_bytes(const pl_wide* wide)
{
    return pl_array_bytes(wide->nodes.capacity, sizeof(pl_wide_node)) +
           pl_array_bytes(wide->open.entries.capacity, sizeof(pl_heap_entry)) +
           pl_array_bytes(wide->open.positions.capacity, sizeof(uint32_t));
}

// Takes the path to a node if it is the cheapest so far.
static bool offer(pl_wide* wide, uint32_t node, pl_wide_node path)
{
    if (!PL_ARRAY_RESERVE(&wide->nodes, &wide->allocator, node + 1)) return false;
    while (wide->nodes.count <= node) wide->nodes.data[wide->nodes.count++] = (pl_wide_node){.g = -1};
    pl_wide_node* known = &wide->nodes.data[node];
    if (known->g >= 0 && known->g <= path.g) return true;
    bool is_open = pl_heap_has(&wide->open, node);
    *known = path;
    if (!is_open) return pl_heap_push(&wide->open, node, (uint64_t)path.g);
    pl_heap_lower(&wide->open, node, (uint64_t)path.g);
    return true;
}

ploy_status pl_wide_begin(pl_wide* wide, pl_forward* forward, const pl_rules_room* room, uint32_t max_nodes)
{
    wide->forward = forward;
    wide->room = room;
    wide->max_nodes = max_nodes ? max_nodes : UINT32_MAX;
    wide->expanded = wide->generated = 0;
    wide->goal = PLOY_NONE;
    wide->work = (pl_search_work){0};
    PL_ARRAY_CLEAR(&wide->nodes);
    pl_heap_clear(&wide->open);
    bool begun = offer(wide, 0, (pl_wide_node){0, PLOY_NONE, PLOY_NONE});
    return wide->status = begun ? PLOY_IN_PROGRESS : PLOY_OUT_OF_MEMORY;
}

// The last ground action before a node, plus one; 0: none, or no rule needs it.
static uint32_t last_of(const pl_wide* wide, uint32_t node)
{
    const pl_rules* rules = wide->forward->rules;
    if (!rules->repeat_costs) return 0;
    return pl_tail_last(pl_tuples_at(wide->forward->states, node)[rules->heuristic->words]);
}

static ploy_status expand(pl_wide* wide, uint32_t node)
{
    const pl_edge* edges;
    const pl_rules* rules = wide->forward->rules;
    const int64_t g = wide->nodes.data[node].g;
    const uint32_t last = last_of(wide, node);
    const uint32_t count = pl_forward_expand(wide->forward, node, &edges);
    if (count == PL_EXPAND_NO_MEMORY) return PLOY_OUT_OF_MEMORY;
    if (count == PL_EXPAND_NO_NODES) return PLOY_OUT_OF_NODES;
    wide->generated += count;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t move = edges[i].label;
        if (edges[i].estimate == PL_DEAD) continue;
        bool is_repeat = last == rules->heuristic->moves[move].ground + 1;
        const uint64_t* state = pl_tuples_at(wide->forward->states, node);
        int64_t price = pl_rules_price(rules, wide->room, move, state, is_repeat);
        int64_t sum = price > INT64_MAX - g ? INT64_MAX : g + price;
        if (!offer(wide, edges[i].to, (pl_wide_node){sum, node, move})) return PLOY_OUT_OF_MEMORY;
    }
    return PLOY_IN_PROGRESS;
}

static ploy_status step(pl_wide* wide)
{
    if (pl_heap_is_empty(&wide->open)) return PLOY_NOT_FOUND;
    uint32_t node = pl_heap_first(&wide->open).item;
    if (pl_forward_is_goal(wide->forward, node)) {
        wide->goal = node;
        return PLOY_FOUND;
    }
    if (wide->expanded == wide->max_nodes || pl_search_work_is_done(&wide->work, wide->expanded, wide->generated))
        return PLOY_OUT_OF_NODES;
    pl_heap_pop(&wide->open);
    ++wide->expanded;
    return expand(wide, node);
}

ploy_status pl_wide_update(pl_wide* wide, uint32_t max_nodes)
{
    for (uint32_t i = 0; i < max_nodes && wide->status == PLOY_IN_PROGRESS; ++i) wide->status = step(wide);
    return wide->status;
}
