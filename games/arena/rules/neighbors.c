#include "games/arena/rules/neighbors.h"

#include <string.h>

#include "games/arena/setup/allocation.h"

#define SQUARE (16 * ARENA_CELL)

static size_t squares(const arena_neighbors* neighbors)
{
    return (size_t)neighbors->width * neighbors->height;
}

bool arena_neighbors_make(arena_match* match)
{
    arena_neighbors* neighbors = &match->neighbors;
    neighbors->width = match->map->width * ARENA_CELL / SQUARE + 1;
    neighbors->height = match->map->height * ARENA_CELL / SQUARE + 1;
    neighbors->first = arena_take(&match->allocator, squares(neighbors), sizeof *neighbors->first);
    neighbors->next = arena_take(&match->allocator, match->agent_count, sizeof *neighbors->next);
    neighbors->found = arena_take(&match->allocator, match->agent_count, sizeof *neighbors->found);
    return neighbors->first && neighbors->next && neighbors->found;
}

void arena_neighbors_free(arena_match* match)
{
    arena_neighbors* neighbors = &match->neighbors;
    arena_give(&match->allocator, neighbors->first, squares(neighbors), sizeof *neighbors->first);
    arena_give(&match->allocator, neighbors->next, match->agent_count, sizeof *neighbors->next);
    arena_give(&match->allocator, neighbors->found, match->agent_count, sizeof *neighbors->found);
}

void arena_neighbors_update(arena_match* match)
{
    arena_neighbors* neighbors = &match->neighbors;
    memset(neighbors->first, 0xFF, squares(neighbors) * sizeof *neighbors->first);
    for (uint32_t i = match->agent_count; i-- > 0;) {
        const arena_agent* agent = &match->agents[i];
        if (!arena_is_alive(agent)) continue;
        uint32_t* first =
            &neighbors->first[(uint32_t)(agent->at.y / SQUARE) * neighbors->width + (uint32_t)(agent->at.x / SQUARE)];
        neighbors->next[i] = *first;
        *first = i;
    }
}

static uint32_t square_of(int32_t at, uint32_t count)
{
    if (at < 0) return 0;
    uint32_t square = (uint32_t)at / SQUARE;
    return square < count ? square : count - 1;
}

uint32_t arena_neighbors_find(arena_match* match, arena_vec at, int32_t reach)
{
    arena_neighbors* neighbors = &match->neighbors;
    uint32_t left = square_of(at.x - reach, neighbors->width), right = square_of(at.x + reach, neighbors->width);
    uint32_t low = square_of(at.y - reach, neighbors->height), high = square_of(at.y + reach, neighbors->height);
    uint32_t count = 0;
    for (uint32_t y = low; y <= high; y++) {
        for (uint32_t x = left; x <= right; x++) {
            uint32_t i = neighbors->first[y * neighbors->width + x];
            for (; i != PLOY_NONE; i = neighbors->next[i]) neighbors->found[count++] = i;
        }
    }
    return count;
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
