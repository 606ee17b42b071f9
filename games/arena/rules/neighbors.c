#include "games/arena/rules/neighbors.h"

#include "games/arena/setup/allocation.h"

#define SQUARE (16 * ARENA_CELL)
/// Agents move a little between the update and the last search of a step.
#define MOVED ARENA_CELL

bool arena_neighbors_make(arena_match* match, const ploy_tasks* tasks)
{
    arena_neighbors* neighbors = &match->neighbors;
    ploy_spatial_def def = {0};
    def.allocator = match->allocator;
    def.tasks = *tasks;
    def.cell = SQUARE;
    def.capacity = match->agent_count;
    neighbors->index = ploy_spatial_create(&def);
    neighbors->items = arena_take(&match->allocator, match->agent_count, sizeof *neighbors->items);
    neighbors->found = arena_take(&match->allocator, match->agent_count, sizeof *neighbors->found);
    return neighbors->index && neighbors->items && neighbors->found;
}

void arena_neighbors_free(arena_match* match)
{
    arena_neighbors* neighbors = &match->neighbors;
    ploy_spatial_destroy(neighbors->index);
    arena_give(&match->allocator, neighbors->items, match->agent_count, sizeof *neighbors->items);
    arena_give(&match->allocator, neighbors->found, match->agent_count, sizeof *neighbors->found);
}

// Without memory nobody is near anybody.
void arena_neighbors_update(arena_match* match)
{
    ploy_spatial_item* items = match->neighbors.items;
    for (uint32_t i = 0; i < match->agent_count; i++) {
        const arena_agent* agent = &match->agents[i];
        items[i] = (ploy_spatial_item){{agent->at.x, agent->at.y}, arena_is_alive(agent)};
    }
    (void)ploy_spatial_build(match->neighbors.index, items, match->agent_count);
}

uint32_t arena_neighbors_list(const arena_match* match, arena_vec at, int32_t reach, uint32_t* list)
{
    ploy_spatial_query query = ploy_spatial_query_around((ploy_point){at.x, at.y}, reach + MOVED);
    return ploy_spatial_find(match->neighbors.index, &query, list, match->agent_count);
}

uint32_t arena_neighbors_find(arena_match* match, arena_vec at, int32_t reach)
{
    return arena_neighbors_list(match, at, reach, match->neighbors.found);
}

#define ROOM (ARENA_CELL + ARENA_CELL / 4)
#define PUSH 40

// Move in x, then in y: a step is shorter than a cell, so no corner is cut.
void arena_body_move(arena_agent* agent, arena_vec by)
{
    const arena_map* map = agent->match->map;
    arena_vec next = {agent->at.x + by.x, agent->at.y};
    if (arena_map_can_stand(map, next)) agent->at = next;
    next = (arena_vec){agent->at.x, agent->at.y + by.y};
    if (arena_map_can_stand(map, next)) agent->at = next;
}

static void part(arena_agent* a, arena_agent* b)
{
    if (!arena_is_near(a->at, b->at, ROOM)) return;
    arena_vec away = arena_direction(arena_sub(a->at, b->at));
    if (away.x == 0 && away.y == 0) away = (arena_vec){a->index < b->index ? ARENA_ONE : -ARENA_ONE, 0};
    arena_vec by = arena_along(away, PUSH);
    arena_body_move(a, by);
    arena_body_move(b, (arena_vec){-by.x, -by.y});
}

void arena_bodies_part(arena_match* match)
{
    for (uint32_t i = 0; i < match->agent_count; i++) {
        arena_agent* agent = &match->agents[i];
        if (!arena_is_alive(agent)) continue;
        uint32_t count = arena_neighbors_find(match, agent->at, 2 * ARENA_CELL);
        for (uint32_t k = 0; k < count; k++) {
            uint32_t other = match->neighbors.found[k];
            if (other > i && arena_is_alive(&match->agents[other])) part(agent, &match->agents[other]);
        }
    }
}
