#include "games/battleground/neighbors.h"

#include <stdlib.h>
#include <string.h>

#include "games/battleground/battle.h"

bool battle_crowd_init(battle_crowd* crowd, uint32_t fighters, int32_t side)
{
    uint32_t cells = 1;
    while (cells * cells < fighters) ++cells;
    *crowd = (battle_crowd){.cells = cells, .width = side / (int32_t)cells + 1};
    crowd->begin = calloc((size_t)cells * cells + 1, sizeof *crowd->begin);
    crowd->members = calloc(fighters, sizeof *crowd->members);
    crowd->points = calloc(fighters, sizeof *crowd->points);
    crowd->cell_of = calloc(fighters, sizeof *crowd->cell_of);
    return crowd->begin && crowd->members && crowd->points && crowd->cell_of;
}

void battle_crowd_clear(battle_crowd* crowd)
{
    free(crowd->begin);
    free(crowd->members);
    free(crowd->points);
    free(crowd->cell_of);
    *crowd = (battle_crowd){0};
}

static uint32_t cell_at(const battle_crowd* crowd, ploy_point at)
{
    return (uint32_t)(at.y / crowd->width) * crowd->cells + (uint32_t)(at.x / crowd->width);
}

// Counts the members of each cell, then puts each where its cell ends so far.
static void sort(battle* b)
{
    battle_crowd* crowd = &b->crowd;
    uint32_t cells = crowd->cells * crowd->cells;
    memset(crowd->begin, 0, ((size_t)cells + 1) * sizeof *crowd->begin);
    for (uint32_t i = 0; i < b->fighter_count; ++i) {
        const fighter* f = &b->fighters[i];
        crowd->cell_of[i] = fighter_is_in(f) ? cell_at(crowd, fighter_position(f)) : PLOY_NONE;
        if (fighter_is_in(f)) ++crowd->begin[crowd->cell_of[i] + 1];
    }
    for (uint32_t c = 0; c < cells; ++c) crowd->begin[c + 1] += crowd->begin[c];
    for (uint32_t i = b->fighter_count; i-- > 0;) {
        if (crowd->cell_of[i] == PLOY_NONE) continue;
        uint32_t at = --crowd->begin[crowd->cell_of[i] + 1];
        crowd->members[at] = i;
        crowd->points[at] = fighter_position(&b->fighters[i]);
    }
    // Each cell now ends where it began, one place too far on.
    memmove(crowd->begin, crowd->begin + 1, cells * sizeof *crowd->begin);
    crowd->begin[cells] = b->left;
}

// The best so far.
typedef struct finding
{
    uint32_t number; // PLOY_NONE: none
    uint64_t distance;
} finding;

static void look_into(const battle_crowd* crowd, uint32_t x, uint32_t y, const fighter* to, ploy_point here,
                      finding* best)
{
    uint32_t cell = y * crowd->cells + x;
    for (uint32_t i = crowd->begin[cell]; i < crowd->begin[cell + 1]; ++i) {
        uint32_t number = crowd->members[i];
        uint64_t distance = battle_distance_squared(here, crowd->points[i]);
        bool is_better = distance < best->distance || (distance == best->distance && number < best->number);
        if (is_better && number != to->number) *best = (finding){number, distance};
    }
}

// All cells that are `ring` cells away, at least one way.
static void look_around_ring(const battle_crowd* crowd, int32_t ring, const fighter* to, ploy_point here, finding* best)
{
    int32_t cells = (int32_t)crowd->cells, cx = here.x / crowd->width, cy = here.y / crowd->width;
    for (int32_t y = cy - ring; y <= cy + ring; ++y) {
        bool is_edge = y == cy - ring || y == cy + ring;
        for (int32_t x = cx - ring; x <= cx + ring; x += is_edge || ring == 0 ? 1 : 2 * ring) {
            if (x < 0 || y < 0 || x >= cells || y >= cells) continue;
            look_into(crowd, (uint32_t)x, (uint32_t)y, to, here, best);
        }
    }
}

fighter* battle_crowd_nearest(battle* b, const fighter* to)
{
    battle_crowd* crowd = &b->crowd;
    if (crowd->tick != b->ticks + 1) {
        sort(b);
        crowd->tick = b->ticks + 1;
    }
    ploy_point here = fighter_position(to);
    finding best = {PLOY_NONE, UINT64_MAX};
    for (int32_t ring = 0; ring < (int32_t)crowd->cells; ++ring) {
        // Whoever is in the next ring is at least so far away.
        uint64_t min = ring > 0 ? (uint64_t)(ring - 1) * (uint64_t)crowd->width : 0;
        if (best.number != PLOY_NONE && min * min > best.distance) break;
        look_around_ring(crowd, ring, to, here, &best);
    }
    return best.number == PLOY_NONE ? NULL : &b->fighters[best.number];
}
