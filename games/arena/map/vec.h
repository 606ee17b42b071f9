// Integer vectors: positions in units of 1/1024 cell, directions of a fixed length. No angle and no float decides
// anything in the arena.

#ifndef ARENA_MAP_VEC_H
#define ARENA_MAP_VEC_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/// Units per cell, and the length of a direction.
#define ARENA_CELL 1024
#define ARENA_ONE 16384

typedef struct arena_vec
{
    int32_t x, y;
} arena_vec;

static inline arena_vec arena_add(arena_vec a, arena_vec b)
{
    return (arena_vec){a.x + b.x, a.y + b.y};
}

static inline arena_vec arena_sub(arena_vec a, arena_vec b)
{
    return (arena_vec){a.x - b.x, a.y - b.y};
}

static inline int64_t arena_dot(arena_vec a, arena_vec b)
{
    return (int64_t)a.x * b.x + (int64_t)a.y * b.y;
}

static inline int64_t arena_cross(arena_vec a, arena_vec b)
{
    return (int64_t)a.x * b.y - (int64_t)a.y * b.x;
}

/// Turned by 90 degrees.
static inline arena_vec arena_side(arena_vec a)
{
    return (arena_vec){-a.y, a.x};
}

/// The squared distance.
static inline int64_t arena_square(arena_vec a, arena_vec b)
{
    arena_vec d = arena_sub(a, b);
    return arena_dot(d, d);
}

static inline bool arena_is_near(arena_vec a, arena_vec b, int32_t distance)
{
    return arena_square(a, b) <= (int64_t)distance * distance;
}

/// The square root, rounded down, of less than 2^62. That of a double is off by less than one, whatever the machine; the
/// rest makes it exact.
static inline uint32_t arena_root(uint64_t square)
{
    uint64_t root = (uint64_t)(int64_t)sqrt((double)(int64_t)square);
    while (root * root > square) root--;
    while ((root + 1) * (root + 1) <= square) root++;
    return (uint32_t)root;
}

static inline int32_t arena_distance(arena_vec a, arena_vec b)
{
    return (int32_t)arena_root((uint64_t)arena_square(a, b));
}

/// The direction of a v of that length, with length ARENA_ONE except for rounding; 0 for 0.
static inline arena_vec arena_of_length(arena_vec v, int64_t length)
{
    if (length == 0) return (arena_vec){0, 0};
    return (arena_vec){(int32_t)((int64_t)v.x * ARENA_ONE / length), (int32_t)((int64_t)v.y * ARENA_ONE / length)};
}

static inline arena_vec arena_direction(arena_vec v)
{
    return arena_of_length(v, arena_root((uint64_t)arena_dot(v, v)));
}

/// The vector of that length in a direction.
static inline arena_vec arena_along(arena_vec direction, int32_t length)
{
    return (arena_vec){(int32_t)((int64_t)direction.x * length / ARENA_ONE),
                       (int32_t)((int64_t)direction.y * length / ARENA_ONE)};
}

/// Turns from one direction toward another by at most one step's turn, six degrees.
arena_vec arena_turn(arena_vec from, arena_vec to);

#endif
