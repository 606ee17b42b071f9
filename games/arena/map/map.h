// A map: walls, where an agent can stand, places, and a coarse graph of nodes that says what sees what and how far it
// is on foot. Made once, never changed, shared by any number of matches on any number of threads.
//
// An agent stands on 2 by 2 cells, its own node the one of least x and y; its middle is the corner where they meet. A
// line that ploy_grid_sees for agents of size 2 can be walked by that middle.

#ifndef ARENA_MAP_MAP_H
#define ARENA_MAP_MAP_H

#include <ploy/grid.h>

#include "games/arena/map/vec.h"

#define ARENA_AGENT_SIZE 2
/// Cells between two nodes of the coarse graph.
#define ARENA_LATTICE 12

typedef enum arena_place_kind
{
    ARENA_SPAWN,
    ARENA_HEALTH,
    ARENA_AMMO,
    ARENA_SITE, ///< where a point or a base may be
    ARENA_PLACE_KINDS,
} arena_place_kind;

typedef struct arena_place
{
    arena_place_kind kind;
    uint32_t weapon; ///< of ammunition
    uint32_t node;
    uint32_t spot; ///< the nearest
    arena_vec middle;
} arena_place;

/// Squares for which the map knows the pickups around, in cells.
#define ARENA_AROUND 32

/// Bits of a cell: free; an agent can have its node here; a pickup is near.
#define ARENA_CELL_FREE 1
#define ARENA_CELL_STAND 2
#define ARENA_CELL_PICKUP 4

/// A node of the coarse graph.
typedef struct arena_spot
{
    uint32_t node;
    arena_vec middle;
    uint32_t first_seen, seen_count; ///< of those it sees, in arena_map.seen
} arena_spot;

typedef struct arena_map
{
    ploy_allocator allocator;
    ploy_grid* grid;
    uint32_t width, height;
    uint8_t* cells; ///< bits below
    arena_place* places;
    uint32_t place_count;
    uint32_t kind_count[ARENA_PLACE_KINDS];
    uint32_t* of_kind[ARENA_PLACE_KINDS]; ///< their places
    uint32_t around_width, around_height; ///< squares of ARENA_AROUND cells
    uint32_t* around_first;               ///< of each square, and one more: where its pickups begin in around
    uint32_t around_total;
    uint32_t* around; ///< pickups within sight of a square, in the order of the places
    arena_spot* spots;
    uint32_t spot_count;
    uint32_t* lattice; ///< the spot of each square of the lattice, or PLOY_NONE
    uint32_t lattice_width, lattice_height;
    uint32_t* seen; ///< spots, those of one in ascending order
    uint32_t seen_total, seen_capacity;
    uint16_t* steps; ///< cells on foot between two spots; NULL: too many of them, or no memory wanted
} arena_map;

typedef struct arena_map_def
{
    ploy_allocator allocator;
    const char* map; ///< MovingAI text
    size_t map_bytes;
    const char* places;
    size_t places_bytes;
    uint32_t tiles; ///< so many copies along each side, joined where both sides are free; default 1
} arena_map_def;

arena_map_def arena_map_def_default(void);
/// PLOY_OK, PLOY_INVALID (error says where) or PLOY_OUT_OF_MEMORY.
ploy_status arena_map_create(const arena_map_def* def, arena_map** map, ploy_error* error);
/// One of those built in: "halls" or "yard".
ploy_status arena_map_load(const char* name, uint32_t tiles, const ploy_allocator* allocator, arena_map** map,
                           ploy_error* error);
void arena_map_destroy(arena_map* map);

static inline arena_vec arena_map_middle(const arena_map* map, uint32_t node)
{
    return (arena_vec){(int32_t)(node % map->width + 1) * ARENA_CELL, (int32_t)(node / map->width + 1) * ARENA_CELL};
}

/// The node of whoever's middle is there.
static inline uint32_t arena_map_node(const arena_map* map, arena_vec middle)
{
    return (uint32_t)((middle.y - ARENA_CELL / 2) >> 10) * map->width + (uint32_t)((middle.x - ARENA_CELL / 2) >> 10);
}

static inline uint32_t arena_map_cell(const arena_map* map, arena_vec at)
{
    return (uint32_t)(at.y >> 10) * map->width + (uint32_t)(at.x >> 10);
}

static inline bool arena_map_is_free(const arena_map* map, arena_vec at)
{
    return map->cells[arena_map_cell(map, at)] & ARENA_CELL_FREE;
}

static inline bool arena_map_can_stand(const arena_map* map, arena_vec middle)
{
    return map->cells[arena_map_node(map, middle)] & ARENA_CELL_STAND;
}

/// Could an agent's middle be there, walls apart? Around the map there is nothing to ask about.
static inline bool arena_map_has(const arena_map* map, arena_vec middle)
{
    return middle.x >= ARENA_CELL && middle.y >= ARENA_CELL && middle.x <= (int32_t)(map->width - 2) * ARENA_CELL &&
           middle.y <= (int32_t)(map->height - 2) * ARENA_CELL;
}

/// Pickups that can be seen or touched from there; all of them and a few more.
static inline const uint32_t* arena_map_pickups(const arena_map* map, arena_vec at, uint32_t* count)
{
    uint32_t x = (uint32_t)at.x / (ARENA_AROUND * ARENA_CELL), y = (uint32_t)at.y / (ARENA_AROUND * ARENA_CELL);
    const uint32_t* first = &map->around_first[y * map->around_width + x];
    *count = first[1] - first[0];
    return map->around + first[0];
}

/// Does one see the other? The same both ways.
bool arena_map_sees(const arena_map* map, arena_vec from, arena_vec to);
/// Can one walk straight from node to node?
bool arena_map_walks(const arena_map* map, uint32_t from, uint32_t to);
/// How far a thing flies before it meets a wall: `to` itself, or the point on the way there where it does; no cell of a
/// wall is touched before. False: a wall was met.
bool arena_map_fly(const arena_map* map, arena_vec from, arena_vec to, arena_vec* end);

/// The spot nearest to a place, as the lattice has it; PLOY_NONE: none around.
uint32_t arena_map_spot(const arena_map* map, arena_vec at);
bool arena_map_spot_sees(const arena_map* map, uint32_t from, uint32_t to);
/// On foot, in units; straight where it is near or not known. Good for comparing, not a path.
/// The spots are those nearest to the two places, or PLOY_NONE.
int32_t arena_map_way(const arena_map* map, arena_vec from, uint32_t from_spot, arena_vec to, uint32_t to_spot);

#endif
