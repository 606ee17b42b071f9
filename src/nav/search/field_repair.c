#include "nav/search/field_repair.h"

#include <string.h>

#include "base/memory.h"

enum
{
    MAX_LOST_SHARE = 4, ///< one of so many nodes
};

static uint32_t word_count(const ploy_nav_map* map)
{
    return pl_bits_words(map->inner_count) + 1;
}

void pl_field_repair_destroy(pl_field_repair* repair, const ploy_nav_map* map)
{
    PL_DELETE_ARRAY(&repair->allocator, repair->bits, word_count(map));
    PL_ARRAY_FREE(&repair->changed, &repair->allocator);
    PL_ARRAY_FREE(&repair->lost, &repair->allocator);
    PL_ARRAY_FREE(&repair->seeds, &repair->allocator);
}

void pl_field_repair_note(pl_field_repair* repair, const ploy_nav_map* map, const ploy_obstacles* obstacles)
{
    if (!repair->bits) repair->bits = PL_NEW_ARRAY(&repair->allocator, uint64_t, word_count(map));
    size_t bytes = pl_array_bytes(word_count(map), sizeof *repair->bits);
    if (!repair->bits) return;
    if (obstacles) memcpy(repair->bits, obstacles->bits, bytes);
    else memset(repair->bits, 0, bytes);
}

static bool push(pl_field_repair* repair, pl_node_list* list, uint32_t node)
{
    return PL_ARRAY_PUSH(list, &repair->allocator, node);
}

// The node, and where obstacles have corners its neighbors: their steps may differ.
static bool note_change(pl_field_repair* repair, const ploy_nav_map* map, pl_walk* walk, uint32_t node)
{
    const uint32_t* near;
    uint32_t count = map->kind->obstacles_have_corners ? map->kind->neighbors(walk, node, false, &near) : 0;
    bool ok = push(repair, &repair->changed, node);
    for (uint32_t i = 0; i < count && ok; ++i) ok = push(repair, &repair->changed, near[i]);
    return ok;
}

static bool find_changes(pl_field_repair* repair, const ploy_nav_map* map, pl_walk* walk, const uint64_t* now)
{
    bool ok = true;
    PL_ARRAY_CLEAR(&repair->changed);
    for (uint32_t w = 0; w < word_count(map) && ok; ++w) {
        for (uint64_t left = repair->bits[w] ^ now[w]; left && ok; left &= left - 1) {
            ok = note_change(repair, map, walk, w * 64 + pl_trailing_zeros(left));
        }
    }
    return ok;
}

static bool has_edge(const pl_edge* edges, uint32_t count, uint32_t to, uint32_t cost)
{
    for (uint32_t i = 0; i < count; ++i) {
        if (edges[i].to == to && edges[i].cost == cost) return true;
    }
    return false;
}

static bool is_child(const pl_astar* search, uint32_t node, uint32_t parent)
{
    return pl_search_reached(search, node) && pl_search_at(search, node)->parent == parent;
}

static bool lose(pl_field_repair* repair, pl_astar* search, uint32_t node)
{
    pl_search_forget(search, node);
    return push(repair, &repair->lost, node);
}

// The children whose step to a changed node is gone.
static bool cut(pl_field_repair* repair, const ploy_nav_map* map, pl_walk* walk, pl_astar* search, const pl_space* space,
                uint32_t node)
{
    const pl_edge* edges;
    const uint32_t* near;
    if (!pl_search_reached(search, node)) return true;
    uint32_t g = pl_search_at(search, node)->g, edge_count = space->expand(space->context, node, &edges);
    uint32_t count = map->kind->neighbors(walk, node, false, &near);
    for (uint32_t i = 0; i < count; ++i) {
        if (!is_child(search, near[i], node)) continue;
        if (has_edge(edges, edge_count, near[i], pl_search_at(search, near[i])->g - g)) continue;
        if (!lose(repair, search, near[i])) return false;
    }
    return true;
}

// Their children, and so on.
static ploy_status lose_branches(pl_field_repair* repair, const ploy_nav_map* map, pl_walk* walk, pl_astar* search)
{
    for (uint32_t at = 0; at < repair->lost.count; ++at) {
        const uint32_t* near;
        uint32_t node = repair->lost.data[at], count = map->kind->neighbors(walk, node, false, &near);
        for (uint32_t i = 0; i < count; ++i) {
            if (is_child(search, near[i], node) && !lose(repair, search, near[i])) return PLOY_OUT_OF_MEMORY;
        }
        if (repair->lost.count > map->inner_count / MAX_LOST_SHARE) return PLOY_FULL;
    }
    return PLOY_OK;
}

static bool list_seeds(pl_field_repair* repair, const ploy_nav_map* map, pl_walk* walk, const pl_astar* search)
{
    bool ok = true;
    PL_ARRAY_CLEAR(&repair->seeds);
    for (uint32_t i = 0; i < repair->changed.count && ok; ++i) {
        uint32_t node = repair->changed.data[i];
        ok = !pl_search_reached(search, node) || push(repair, &repair->seeds, node);
    }
    for (uint32_t i = 0; i < repair->lost.count && ok; ++i) {
        const uint32_t* near;
        uint32_t count = map->kind->neighbors(walk, repair->lost.data[i], true, &near);
        for (uint32_t k = 0; k < count && ok; ++k) {
            ok = !pl_search_reached(search, near[k]) || push(repair, &repair->seeds, near[k]);
        }
    }
    return ok;
}

ploy_status pl_field_repair_begin(pl_field_repair* repair, const ploy_nav_map* map, pl_walk* walk, pl_astar* search,
                                  const pl_space* space, const ploy_obstacles* obstacles)
{
    if (!repair->bits) return PLOY_NOT_SUPPORTED;
    if (!obstacles) return PLOY_ALREADY;
    if (!find_changes(repair, map, walk, obstacles->bits)) return PLOY_OUT_OF_MEMORY;
    if (repair->changed.count == 0) return PLOY_ALREADY;
    if (map->kind->has_free_steps(walk)) return PLOY_NOT_SUPPORTED;
    memcpy(repair->bits, obstacles->bits, pl_array_bytes(word_count(map), sizeof *repair->bits));
    PL_ARRAY_CLEAR(&repair->lost);
    for (uint32_t i = 0; i < repair->changed.count; ++i) {
        if (!cut(repair, map, walk, search, space, repair->changed.data[i])) return PLOY_OUT_OF_MEMORY;
    }
    ploy_status status = lose_branches(repair, map, walk, search);
    if (status != PLOY_OK) return status;
    return list_seeds(repair, map, walk, search) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

void pl_field_repair_adopt(pl_astar* search, uint32_t node, const pl_edge* edges, uint32_t count)
{
    const pl_search_node* parent = &search->nodes.data[node];
    for (uint32_t i = 0; i < count; ++i) {
        pl_search_node* child = &search->nodes.data[edges[i].to];
        bool is_as_good = pl_search_reached(search, edges[i].to) && child->g == parent->g + edges[i].cost;
        if (!is_as_good || child->parent == PLOY_NONE) continue;
        uint32_t other = search->nodes.data[child->parent].g;
        if (parent->g > other || (parent->g == other && node >= child->parent)) continue;
        child->parent = node;
        child->label = edges[i].label;
    }
}
