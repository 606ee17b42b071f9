#include "games/arena/map/vec.h"

#include <math.h>
#include <stddef.h>

// Cosine and sine of six degrees, of length ARENA_ONE.
#define TURN_COS 16294
#define TURN_SIN 1713

// The square root of a double is off by less than one, whatever the machine; the rest makes it exact.
uint32_t arena_root(uint64_t square)
{
    uint64_t root = (uint64_t)sqrt((double)square);
    while (root * root > square) root--;
    while ((root + 1) * (root + 1) <= square) root++;
    return (uint32_t)root;
}

int32_t arena_distance(arena_vec a, arena_vec b)
{
    return (int32_t)arena_root((uint64_t)arena_square(a, b));
}

arena_vec arena_heading(arena_vec v, int32_t* length)
{
    int64_t root = arena_root((uint64_t)arena_dot(v, v));
    if (length) *length = (int32_t)root;
    if (root == 0) return (arena_vec){0, 0};
    return (arena_vec){(int32_t)((int64_t)v.x * ARENA_ONE / root), (int32_t)((int64_t)v.y * ARENA_ONE / root)};
}

arena_vec arena_direction(arena_vec v)
{
    return arena_heading(v, NULL);
}

arena_vec arena_along(arena_vec direction, int32_t length)
{
    return (arena_vec){(int32_t)((int64_t)direction.x * length / ARENA_ONE),
                       (int32_t)((int64_t)direction.y * length / ARENA_ONE)};
}

arena_vec arena_turn(arena_vec from, arena_vec to)
{
    int64_t aligned = arena_dot(from, to);
    if (aligned >= (int64_t)TURN_COS * ARENA_ONE || (to.x == 0 && to.y == 0)) return to.x || to.y ? to : from;
    int64_t sine = arena_cross(from, to) < 0 ? -TURN_SIN : TURN_SIN;
    arena_vec turned = {(int32_t)((from.x * (int64_t)TURN_COS - from.y * sine) / ARENA_ONE),
                        (int32_t)((from.x * sine + from.y * (int64_t)TURN_COS) / ARENA_ONE)};
    return arena_direction(turned);
}
