// A map: walls, cells where an agent can stand, places, and a coarse graph of spots with what they see and how far
// apart they are on foot. A map never changes after it was created. Any number of matches on any number of threads
// share one.
//
// An agent stands on 2 by 2 cells. Its node is the cell with the lowest x and y; its center is the corner where the
// four cells meet. If ploy_grid_sees says yes for agents of size 2, the center can walk that line.

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
    ARENA_SITE, ///< a point or a base may be here
    ARENA_PLACE_KINDS,
} arena_place_kind;

typedef struct arena_place
{
    arena_place_kind kind;
    uint32_t weapon; ///< which weapon's ammunition
    uint32_t node;
    uint32_t spot; ///< the nearest spot
    arena_vec middle;
} arena_place;

/// Size in cells of the squares for which the map lists the pickups around.
#define ARENA_AROUND 32
/// How far agents may see: lists of what lies around are made for it.
#define ARENA_MAX_SIGHT (56 * ARENA_CELL)

/// How near an agent must be to a pickup to touch it.
#define ARENA_PICKUP_REACH (3 * ARENA_CELL / 2)

/// Bits of a cell: it is free; an agent can have its node here; a pickup is near; one may be near an agent with its node
/// here (in tiles alone).
#define ARENA_CELL_FREE 1
#define ARENA_CELL_STAND 2
#define ARENA_CELL_PICKUP 4
#define ARENA_CELL_REACH 8
/// Cells along each side of a tile.
#define ARENA_TILE 8

/// A node of the coarse graph.
typedef struct arena_spot
{
    uint32_t node;
    arena_vec middle;
    uint32_t first_seen, seen_count; ///< range in arena_map.seen: the spots it sees
} arena_spot;

typedef struct arena_map
{
    ploy_allocator allocator;
    ploy_grid* grid;
    uint32_t width, height;
    uint8_t* cells; ///< bits of each cell
    uint8_t* tiles; ///< the same by tiles of 64 bytes, each a line of the cache: who moves about stays in a few
    uint32_t tiles_across, tile_count;
    void* tile_memory;
    arena_place* places;
    uint32_t place_count;
    uint32_t kind_count[ARENA_PLACE_KINDS];
    uint32_t* of_kind[ARENA_PLACE_KINDS]; ///< places of each kind
    uint32_t around_width, around_height; ///< in squares of ARENA_AROUND cells
    uint32_t* around_first; ///< by square and kind, health first: where its pickups begin in around; the end
    uint32_t around_total;
    uint32_t* around;      ///< pickups within sight of each square, in the order of the places
    uint32_t* touch_first; ///< by tile: where the pickups that can be touched there begin in touch_list; the end
    uint32_t* touch_list;  ///< in the order of the places
    uint32_t touch_total;
    arena_spot* spots;
    uint32_t spot_count;
    uint32_t* lattice; ///< the spot of each square of the lattice, or PLOY_NONE
    uint32_t lattice_width, lattice_height;
    uint32_t* seen; ///< visible spots, in ascending order for each spot
    uint32_t seen_total, seen_capacity;
    uint16_t* steps; ///< cells on foot between two spots; NULL: too many spots
} arena_map;

typedef struct arena_map_def
{
    ploy_allocator allocator;
    const char* map; ///< MovingAI text
    size_t map_bytes;
    const char* places;
    size_t places_bytes;
    uint32_t tiles;     ///< copies along each side, joined where both sides are free; default 1
    bool* wrong_places; ///< gets true when an error is in the places; may be NULL
} arena_map_def;

arena_map_def arena_map_def_default(void);
/// PLOY_OK, PLOY_INVALID (error says where) or PLOY_OUT_OF_MEMORY.
ploy_status arena_map_create(const arena_map_def* def, arena_map** map, ploy_error* error);
void arena_map_destroy(arena_map* map);

static inline arena_vec arena_map_middle(const arena_map* map, uint32_t node)
{
    return (arena_vec){(int32_t)(node % map->width + 1) * ARENA_CELL, (int32_t)(node / map->width + 1) * ARENA_CELL};
}

/// The node of an agent with that center.
static inline uint32_t arena_map_node(const arena_map* map, arena_vec middle)
{
    return (uint32_t)((middle.y - ARENA_CELL / 2) >> 10) * map->width + (uint32_t)((middle.x - ARENA_CELL / 2) >> 10);
}

static inline uint32_t arena_map_cell(const arena_map* map, arena_vec at)
{
    return (uint32_t)(at.y >> 10) * map->width + (uint32_t)(at.x >> 10);
}

/// Bits of the cell at column x and row y.
static inline uint32_t arena_map_bits(const arena_map* map, uint32_t x, uint32_t y)
{
    const uint8_t* tile =
        map->tiles + ((size_t)(y / ARENA_TILE) * map->tiles_across + x / ARENA_TILE) * (ARENA_TILE * ARENA_TILE);
    return tile[y % ARENA_TILE * ARENA_TILE + x % ARENA_TILE];
}

/// Bits of the node of an agent with that center.
static inline uint32_t arena_map_node_bits(const arena_map* map, arena_vec middle)
{
    return arena_map_bits(map, (uint32_t)(middle.x - ARENA_CELL / 2) >> 10,
                          (uint32_t)(middle.y - ARENA_CELL / 2) >> 10);
}

static inline bool arena_map_is_free(const arena_map* map, arena_vec at)
{
    return arena_map_bits(map, (uint32_t)at.x >> 10, (uint32_t)at.y >> 10) & ARENA_CELL_FREE;
}

static inline bool arena_map_can_stand(const arena_map* map, arena_vec middle)
{
    return arena_map_node_bits(map, middle) & ARENA_CELL_STAND;
}

/// Is the point far enough from the border of the map for an agent's center? Walls do not matter here.
static inline bool arena_map_has(const arena_map* map, arena_vec middle)
{
    return middle.x >= ARENA_CELL && middle.y >= ARENA_CELL && middle.x <= (int32_t)(map->width - 2) * ARENA_CELL &&
           middle.y <= (int32_t)(map->height - 2) * ARENA_CELL;
}

static inline const uint32_t* arena_map_first_around(const arena_map* map, arena_vec at)
{
    uint32_t x = (uint32_t)at.x / (ARENA_AROUND * ARENA_CELL), y = (uint32_t)at.y / (ARENA_AROUND * ARENA_CELL);
    return &map->around_first[2 * (y * map->around_width + x)];
}

/// Pickups that can be touched from the point, in the order of the places: all of them and a few more.
static inline const uint32_t* arena_map_touchable(const arena_map* map, arena_vec at, uint32_t* count)
{
    uint32_t x = (uint32_t)at.x / (ARENA_TILE * ARENA_CELL), y = (uint32_t)at.y / (ARENA_TILE * ARENA_CELL);
    const uint32_t* first = &map->touch_first[y * map->tiles_across + x];
    *count = first[1] - first[0];
    return map->touch_list + first[0];
}

/// Pickups of health, or of ammunition, that can be seen from the point: all of them and a few more.
static inline const uint32_t* arena_map_pickups_of(const arena_map* map, arena_vec at, bool health, uint32_t* count)
{
    const uint32_t* first = arena_map_first_around(map, at) + !health;
    *count = first[1] - first[0];
    return map->around + first[0];
}

/// Can the two points see each other? The answer is the same in both directions.
bool arena_map_sees(const arena_map* map, arena_vec from, arena_vec to);
/// Can an agent walk straight from node to node?
bool arena_map_walks(const arena_map* map, uint32_t from, uint32_t to);
/// Follows a line until it meets a wall. `end` gets `to`, or the last point before the wall. False: there is a wall.
bool arena_map_fly(const arena_map* map, arena_vec from, arena_vec to, arena_vec* end);

/// The spot nearest to a point, by the lattice. PLOY_NONE: there is none around.
uint32_t arena_map_spot(const arena_map* map, arena_vec at);
/// The same, for arena_map_distance; PLOY_NONE where the map has no walking distances.
static inline uint32_t arena_map_walked_spot(const arena_map* map, arena_vec at)
{
    return map->steps ? arena_map_spot(map, at) : PLOY_NONE;
}
bool arena_map_spot_sees(const arena_map* map, uint32_t from, uint32_t to);
/// Walking distance in units, to compare places with; the straight distance where the points are near or unknown. Both
/// spots are the nearest of their points, or PLOY_NONE.
int32_t arena_map_distance(const arena_map* map, arena_vec from, uint32_t from_spot, arena_vec to, uint32_t to_spot);

#endif
