// Who is near: fighters sorted into square cells, about one in each, so that looking for the nearest looks at few.
// It shows them as they stood when the first of a tick looked around.

#ifndef BATTLEGROUND_NEIGHBORS_H
#define BATTLEGROUND_NEIGHBORS_H

#include "games/battleground/fighter.h"

typedef struct battle_crowd
{
    uint32_t cells;     ///< a side
    int32_t width;      ///< of a cell, in units
    uint32_t* begin;    ///< of each cell's members, and one more
    uint32_t* members;  ///< numbers of fighters, cell by cell, ascending in each
    ploy_point* points; ///< where the members stand
    uint32_t* cell_of;  ///< by number of the fighter, while sorting
    uint64_t tick;      ///< whose order this is, plus one; 0: none
} battle_crowd;

/// False: out of memory; the crowd must be cleared all the same.
bool battle_crowd_init(battle_crowd* crowd, uint32_t fighters, int32_t side);
void battle_crowd_clear(battle_crowd* crowd);

/// The nearest other fighter in a straight line, ties to the lower number; NULL: there is none.
fighter* battle_crowd_nearest(battle* b, const fighter* to);

#endif
