#include "games/arena/rules/neighbors.h"

#include <string.h>

#include "games/arena/setup/allocation.h"

#define SQUARE (16 * ARENA_CELL)

static size_t squares(const arena_crowd* crowd)
{
    return (size_t)crowd->width * crowd->height;
}

bool arena_crowd_make(arena_match* match)
{
    arena_crowd* crowd = &match->crowd;
    crowd->width = match->map->width * ARENA_CELL / SQUARE + 1;
    crowd->height = match->map->height * ARENA_CELL / SQUARE + 1;
    crowd->first = arena_take(&match->allocator, squares(crowd), sizeof *crowd->first);
    crowd->next = arena_take(&match->allocator, match->agent_count, sizeof *crowd->next);
    crowd->found = arena_take(&match->allocator, match->agent_count, sizeof *crowd->found);
    return crowd->first && crowd->next && crowd->found;
}

void arena_crowd_free(arena_match* match)
{
    arena_crowd* crowd = &match->crowd;
    arena_give(&match->allocator, crowd->first, squares(crowd), sizeof *crowd->first);
    arena_give(&match->allocator, crowd->next, match->agent_count, sizeof *crowd->next);
    arena_give(&match->allocator, crowd->found, match->agent_count, sizeof *crowd->found);
}

void arena_crowd_update(arena_match* match)
{
    arena_crowd* crowd = &match->crowd;
    memset(crowd->first, 0xFF, squares(crowd) * sizeof *crowd->first);
    for (uint32_t i = match->agent_count; i-- > 0;) {
        const arena_agent* agent = &match->agents[i];
        if (!arena_is_alive(agent)) continue;
        uint32_t* first =
            &crowd->first[(uint32_t)(agent->at.y / SQUARE) * crowd->width + (uint32_t)(agent->at.x / SQUARE)];
        crowd->next[i] = *first;
        *first = i;
    }
}

static uint32_t square_of(int32_t at, uint32_t count)
{
    if (at < 0) return 0;
    uint32_t square = (uint32_t)at / SQUARE;
    return square < count ? square : count - 1;
}

uint32_t arena_crowd_near(arena_match* match, arena_vec at, int32_t reach)
{
    arena_crowd* crowd = &match->crowd;
    uint32_t left = square_of(at.x - reach, crowd->width), right = square_of(at.x + reach, crowd->width);
    uint32_t low = square_of(at.y - reach, crowd->height), high = square_of(at.y + reach, crowd->height);
    uint32_t count = 0;
    for (uint32_t y = low; y <= high; y++) {
        for (uint32_t x = left; x <= right; x++) {
            uint32_t i = crowd->first[y * crowd->width + x];
            for (; i != PLOY_NONE; i = crowd->next[i]) crowd->found[count++] = i;
        }
    }
    return count;
}

#define ROOM (ARENA_CELL + ARENA_CELL / 4)
#define PUSH 40

// In x and then in y, so that no corner is cut: a step is shorter than a cell.
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
        uint32_t count = arena_crowd_near(match, agent->at, 2 * ARENA_CELL);
        for (uint32_t k = 0; k < count; k++) {
            uint32_t other = match->crowd.found[k];
            if (other > i && arena_is_alive(&match->agents[other])) part(agent, &match->agents[other]);
        }
    }
}
