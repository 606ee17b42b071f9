#include "games/arena/rules/modes.h"

#define TRIES 64

// Two sites far enough apart; if luck has it that none are, the farthest that were drawn.
static void draw_sites(arena_match* match, uint32_t sites[2])
{
    const arena_map* map = match->map;
    uint32_t count = map->kind_count[ARENA_SITE];
    int64_t best = -1;
    for (uint32_t i = 0; i < TRIES; i++) {
        uint32_t a = map->of_kind[ARENA_SITE][arena_match_draw(match, count)];
        uint32_t b = map->of_kind[ARENA_SITE][arena_match_draw(match, count)];
        int64_t square = arena_square(map->places[a].middle, map->places[b].middle);
        if (a == b || square <= best) continue;
        best = square;
        sites[0] = a;
        sites[1] = b;
        if (square >= (int64_t)match->rules.apart * match->rules.apart) return;
    }
}

void arena_modes_begin(arena_match* match)
{
    uint32_t sites[2] = {match->map->of_kind[ARENA_SITE][0], match->map->of_kind[ARENA_SITE][1]};
    draw_sites(match, sites);
    for (uint32_t i = 0; i < 2; i++) {
        const arena_place* site = &match->map->places[sites[i]];
        match->points[i] = (arena_point){site->node, site->middle, 0};
        match->flags[i] = (arena_flag){.base = site->node, .home = site->middle, .at = site->middle};
    }
}

void arena_modes_step(arena_match* match)
{
    if (match->rules.points) arena_points_step(match);
    if (match->rules.flags) arena_flags_step(match);
    if (match->rules.rounds) arena_rounds_step(match);
}

void arena_modes_died(arena_agent* agent)
{
    if (agent->carries) arena_flags_drop(agent);
}

bool arena_modes_let_back(const arena_match* match)
{
    return !match->rules.rounds;
}

void arena_award(arena_match* match, uint32_t side, int32_t score)
{
    match->side_score[side] += score;
}
