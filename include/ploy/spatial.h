/// Who is near: a spatial index of points, for sensors. It is a uniform grid that is built again in each tick, on all
/// workers, and then read by any thread.
///
///   ploy_spatial* index = ploy_spatial_create(&(ploy_spatial_def){.cell = 8000});
///   ploy_spatial_build(index, items, count);                 // once per tick
///   ploy_spatial_query query = ploy_spatial_query_around(here, 20000);
///   query.mask = ENEMY, query.without = self;
///   uint32_t found[32], n = ploy_spatial_find(index, &query, found, 32);
///
/// The order of results depends on the items alone: not on workers, threads or the machine. Positions are
/// ploy_agent.position or any other whole numbers.

#ifndef PLOY_SPATIAL_H
#define PLOY_SPATIAL_H

#include <ploy/base.h>
#include <ploy/grid.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ploy_spatial ploy_spatial;

typedef struct ploy_spatial_def
{
    ploy_allocator allocator;
    ploy_tasks tasks;  ///< for building and for batches; zeroed: the calling thread
    int32_t cell;      ///< side of a cell of the index; about half the usual radius. Default 4000. It changes the time alone
    uint32_t capacity; ///< items that need no more memory; default 64
} ploy_spatial_def;

/// def may be NULL. NULL when out of memory.
PLOY_API ploy_spatial* ploy_spatial_create(const ploy_spatial_def* def);
/// NULL is allowed.
PLOY_API void ploy_spatial_destroy(ploy_spatial* spatial);

typedef struct ploy_spatial_item
{
    ploy_point position; ///< -2^30 .. 2^30
    uint32_t mask;       ///< what it is, in bits of the game's; 0: it is not there
} ploy_spatial_item;

/// Replaces what the index holds. Results are indices of these items, which are copied. About 20 ns per item and worker;
/// no allocation once warm. PLOY_OK; PLOY_OUT_OF_MEMORY: the index is empty.
PLOY_API ploy_status ploy_spatial_build(ploy_spatial* spatial, const ploy_spatial_item* items, uint32_t count);

typedef struct ploy_spatial_query
{
    ploy_point position;
    int32_t radius;        ///< items at this distance are found; INT32_MAX: all
    uint32_t mask;         ///< items with one of these bits
    uint32_t without;      ///< index of an item that is left out; PLOY_NONE: none
    ploy_point facing;     ///< middle of a cone, of any length; zero: all around
    int32_t cosine;        ///< of half the angle of the cone, fixed point (1/1000): 0 is a half circle, 500 120 degrees
    int32_t always;        ///< within this distance items are found outside of the cone, too
    bool nearest_first;    ///< by distance, ties by index; of more than there is room for, the nearest
    const ploy_grid* grid; ///< items that a line of sight on this grid reaches; NULL: no walls
    const ploy_obstacles* obstacles; ///< of the grid, or NULL
    int32_t grid_unit;     ///< side of a cell of the grid in units of positions; default 1000
} ploy_spatial_query;

/// A circle, any item, all around.
PLOY_API ploy_spatial_query ploy_spatial_query_around(ploy_point position, int32_t radius);

/// Writes indices of items, at most `capacity` of them. Returns how many. On any thread, many at once.
PLOY_API uint32_t ploy_spatial_find(const ploy_spatial* spatial, const ploy_spatial_query* query, uint32_t* items,
                                    uint32_t capacity);
/// The nearest item, ties by index. PLOY_NONE: there is none.
PLOY_API uint32_t ploy_spatial_nearest(const ploy_spatial* spatial, const ploy_spatial_query* query);
/// Many queries on all workers: the items of query i are at items + i * capacity, their number is counts[i].
PLOY_API void ploy_spatial_find_all(const ploy_spatial* spatial, const ploy_spatial_query* queries, uint32_t count,
                                    uint32_t* items, uint32_t* counts, uint32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
