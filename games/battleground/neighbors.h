// Finds the nearest fighter: fighters are sorted into square cells, about one per cell, so that a search visits few.
// Positions are those of the first search in a tick.

#ifndef BATTLEGROUND_NEIGHBORS_H
#define BATTLEGROUND_NEIGHBORS_H

#include "games/battleground/fighter.h"

typedef struct battle_neighbors
{
    uint32_t cells;     ///< cells per side
    int32_t width;      ///< side of a cell, in units
    uint32_t* begin;    ///< first member of each cell, and the end
    uint32_t* members;  ///< numbers of fighters by cell, ascending within each
    ploy_point* points; ///< positions of the members
    uint32_t* cell_of;  ///< cell of each fighter, while sorting
    uint64_t tick;      ///< tick of this order, plus 1; 0: none
} battle_neighbors;

/// False: out of memory. Clear it even then.
bool battle_neighbors_init(battle_neighbors* neighbors, uint32_t fighters, int32_t side);
void battle_neighbors_clear(battle_neighbors* neighbors);

/// The nearest other fighter in a straight line; ties go to the lower number. NULL: there is none.
fighter* battle_neighbors_nearest(battle* b, const fighter* to);

#endif
