#include "games/arena/map/vec.h"

// Cosine and sine of six degrees, of length ARENA_ONE.
#define TURN_COS 16294
#define TURN_SIN 1713

arena_vec arena_turn(arena_vec from, arena_vec to)
{
    int64_t aligned = arena_dot(from, to);
    if (aligned >= (int64_t)TURN_COS * ARENA_ONE || (to.x == 0 && to.y == 0)) return to.x || to.y ? to : from;
    int64_t sine = arena_cross(from, to) < 0 ? -TURN_SIN : TURN_SIN;
    arena_vec turned = {(int32_t)((from.x * (int64_t)TURN_COS - from.y * sine) / ARENA_ONE),
                        (int32_t)((from.x * sine + from.y * (int64_t)TURN_COS) / ARENA_ONE)};
    return arena_direction(turned);
}
