#include "games/battleground/neighbors.h"

#include <stdlib.h>
#include <string.h>

#include "games/battleground/battle.h"

bool battle_neighbors_init(battle_neighbors* neighbors, uint32_t fighters, int32_t side)
{
    uint32_t cells = 1;
    while (cells * cells < fighters) ++cells;
    *neighbors = (battle_neighbors){.cells = cells, .width = side / (int32_t)cells + 1};
    neighbors->begin = calloc((size_t)cells * cells + 1, sizeof *neighbors->begin);
    neighbors->members = calloc(fighters, sizeof *neighbors->members);
    neighbors->points = calloc(fighters, sizeof *neighbors->points);
    neighbors->cell_of = calloc(fighters, sizeof *neighbors->cell_of);
    return neighbors->begin && neighbors->members && neighbors->points && neighbors->cell_of;
}

void battle_neighbors_clear(battle_neighbors* neighbors)
{
    free(neighbors->begin);
    free(neighbors->members);
    free(neighbors->points);
    free(neighbors->cell_of);
    *neighbors = (battle_neighbors){0};
}

static uint32_t cell_at(const battle_neighbors* neighbors, ploy_point at)
{
    return (uint32_t)(at.y / neighbors->width) * neighbors->cells + (uint32_t)(at.x / neighbors->width);
}

// A counting sort: counts the members of each cell, then puts each at its cell's current end.
void battle_neighbors_sort(battle* b)
{
    battle_neighbors* neighbors = &b->neighbors;
    uint32_t cells = neighbors->cells * neighbors->cells;
    memset(neighbors->begin, 0, ((size_t)cells + 1) * sizeof *neighbors->begin);
    for (uint32_t i = 0; i < b->fighter_count; ++i) {
        const fighter* f = &b->fighters[i];
        neighbors->cell_of[i] = fighter_is_in(f) ? cell_at(neighbors, b->seen[i].position) : PLOY_NONE;
        if (fighter_is_in(f)) ++neighbors->begin[neighbors->cell_of[i] + 1];
    }
    for (uint32_t c = 0; c < cells; ++c) neighbors->begin[c + 1] += neighbors->begin[c];
    for (uint32_t i = b->fighter_count; i-- > 0;) {
        if (neighbors->cell_of[i] == PLOY_NONE) continue;
        uint32_t at = --neighbors->begin[neighbors->cell_of[i] + 1];
        neighbors->members[at] = i;
        neighbors->points[at] = b->seen[i].position;
    }
    // Each cell now starts where it should end: shift by one.
    memmove(neighbors->begin, neighbors->begin + 1, cells * sizeof *neighbors->begin);
    neighbors->begin[cells] = b->left;
}

// The best so far.
typedef struct finding
{
    uint32_t number; // PLOY_NONE: none
    uint64_t distance;
} finding;

static void search_cell(const battle_neighbors* neighbors, uint32_t x, uint32_t y, const fighter* to, ploy_point here,
                        finding* best)
{
    uint32_t cell = y * neighbors->cells + x;
    for (uint32_t i = neighbors->begin[cell]; i < neighbors->begin[cell + 1]; ++i) {
        uint32_t number = neighbors->members[i];
        uint64_t distance = battle_distance_squared(here, neighbors->points[i]);
        bool is_better = distance < best->distance || (distance == best->distance && number < best->number);
        if (is_better && number != to->number) *best = (finding){number, distance};
    }
}

// All cells that are `ring` cells away in x or in y.
static void search_ring(const battle_neighbors* neighbors, int32_t ring, const fighter* to, ploy_point here,
                        finding* best)
{
    int32_t cells = (int32_t)neighbors->cells, cx = here.x / neighbors->width, cy = here.y / neighbors->width;
    for (int32_t y = cy - ring; y <= cy + ring; ++y) {
        bool is_edge = y == cy - ring || y == cy + ring;
        for (int32_t x = cx - ring; x <= cx + ring; x += is_edge || ring == 0 ? 1 : 2 * ring) {
            if (x < 0 || y < 0 || x >= cells || y >= cells) continue;
            search_cell(neighbors, (uint32_t)x, (uint32_t)y, to, here, best);
        }
    }
}

const fighter* battle_neighbors_nearest(const battle* b, const fighter* to)
{
    const battle_neighbors* neighbors = &b->neighbors;
    ploy_point here = fighter_position(to);
    finding best = {PLOY_NONE, UINT64_MAX};
    for (int32_t ring = 0; ring < (int32_t)neighbors->cells; ++ring) {
        // Every fighter in the next ring is at least this far away.
        uint64_t min = ring > 0 ? (uint64_t)(ring - 1) * (uint64_t)neighbors->width : 0;
        if (best.number != PLOY_NONE && min * min > best.distance) break;
        search_ring(neighbors, ring, to, here, &best);
    }
    return best.number == PLOY_NONE ? NULL : &b->fighters[best.number];
}
