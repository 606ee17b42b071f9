// The coarse graph of a map: one spot per square of a lattice where an agent can stand, which spots see each other, and
// how far apart they are on foot.

#ifndef ARENA_MAP_SPOTS_H
#define ARENA_MAP_SPOTS_H

#include "games/arena/map/map.h"

/// Spots farther apart than this many cells do not count as seeing each other.
#define ARENA_SPOT_SIGHT 48

/// Creates the spots of a map that has its grid. False: out of memory; arena_map_destroy frees what was made.
bool arena_spots_make(arena_map* map);

#endif
