// The coarse graph of a map: a spot in each square of a lattice where an agent can stand, which spots see which, and
// how far apart they are on foot.

#ifndef ARENA_MAP_SPOTS_H
#define ARENA_MAP_SPOTS_H

#include "games/arena/map/map.h"

/// How far spots are looked at from each other, in cells.
#define ARENA_SPOT_SIGHT 48

/// Fills the spots of a map that has its grid. False: out of memory; arena_map_destroy frees what is there.
bool arena_spots_make(arena_map* map);

#endif
