// Finds the nearest fighter: fighters are sorted into square cells, about one per cell, so that a search visits few.
// Positions are those when the tick began.

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
} battle_neighbors;

/// False: out of memory. Clear it even then.
bool battle_neighbors_init(battle_neighbors* neighbors, uint32_t fighters, int32_t side);
void battle_neighbors_clear(battle_neighbors* neighbors);

/// From what is seen of the fighters, once per tick.
void battle_neighbors_sort(battle* b);
/// The nearest other fighter in a straight line; ties go to the lower number. NULL: there is none.
const fighter* battle_neighbors_nearest(const battle* b, const fighter* to);

#endif
