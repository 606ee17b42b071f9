#include "games/arena/vec.h"

// Cosine and sine of six degrees, of length ARENA_ONE.
#define TURN_COS 16294
#define TURN_SIN 1713

static int bit_length(uint64_t value)
{
    int bits = 0;
    for (int step = 32; step > 0; step /= 2) {
        if (value >> step) value >>= step, bits += step;
    }
    return value ? bits + 1 : bits;
}

uint32_t arena_root(uint64_t square)
{
    if (square == 0) return 0;
    // Newton's method from above falls until it is there.
    uint64_t root = (uint64_t)1 << (bit_length(square) + 1) / 2;
    for (;;) {
        uint64_t next = (root + square / root) / 2;
        if (next >= root) return (uint32_t)root;
        root = next;
    }
}

int32_t arena_distance(arena_vec a, arena_vec b)
{
    return (int32_t)arena_root((uint64_t)arena_square(a, b));
}

arena_vec arena_direction(arena_vec v)
{
    int64_t length = arena_root((uint64_t)arena_dot(v, v));
    if (length == 0) return (arena_vec){0, 0};
    return (arena_vec){(int32_t)((int64_t)v.x * ARENA_ONE / length), (int32_t)((int64_t)v.y * ARENA_ONE / length)};
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
