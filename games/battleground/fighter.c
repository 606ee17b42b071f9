#include "games/battleground/fighter.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "games/battleground/battle.h"

enum
{
    MIN_HEALTH = 24,
    MAX_HEALTH = 40,
    MIN_ATTACK = 4,
    MAX_ATTACK = 12,
    MAX_DEFENSE = 3,
    MIN_SPEED = 48, // about three nodes per second
    MAX_SPEED = 72,
    STREAM_OF_STRENGTHS = 1 << 20,
};

uint64_t fighter_handle(const fighter* f)
{
    return (uint64_t)f->life << 32 | (f->number + 1);
}

void fighter_draw(fighter* f, uint64_t seed)
{
    ploy_random random = {.seed = seed, .stream = STREAM_OF_STRENGTHS + f->number};
    f->health = ploy_random_range(&random, MIN_HEALTH, MAX_HEALTH);
    f->attack = (uint32_t)ploy_random_range(&random, MIN_ATTACK, MAX_ATTACK);
    f->defense = ploy_random_below(&random, MAX_DEFENSE + 1);
    f->speed = (uint32_t)ploy_random_range(&random, MIN_SPEED, MAX_SPEED);
}

_Static_assert(sizeof(void*) < 8 || (sizeof(fighter) == 2 * FIGHTER_LINE && offsetof(fighter, agent) == FIGHTER_LINE),
               "two lines of a cache; fewer bytes where pointers are small");

void fighter_place(fighter* f, uint32_t node)
{
    fighter_stand(f, node);
    f->fights = 0;
    f->route_state = ROUTE_NONE;
    ++f->life;
}

void fighter_stand(fighter* f, uint32_t node)
{
    f->from = f->to = node;
    f->gone = f->length = 0;
    fighter_update_position(f);
}

static ploy_point position_of(const fighter* f)
{
    const ploy_point* at = ploy_terrain_positions(f->battle->ground.terrain);
    if (f->length == 0) return at[f->to];
    int64_t x = (int64_t)at[f->to].x - at[f->from].x, y = (int64_t)at[f->to].y - at[f->from].y;
    return (ploy_point){at[f->from].x + (int32_t)(x * f->gone / f->length),
                        at[f->from].y + (int32_t)(y * f->gone / f->length)};
}

void fighter_update_position(fighter* f)
{
    f->position = position_of(f);
    if (fighter_is_in(f)) f->battle->now[f->agent.index1 - 1] = (fighter_view){f->position, fighter_node(f), f->life};
}

const fighter_view* fighter_seen(const fighter* f)
{
    return &f->battle->seen[f->number];
}

uint32_t fighter_node(const fighter* f)
{
    return 2 * f->gone < f->length ? f->from : f->to;
}

// By the library's allocator, so that the log says when there is no memory: the fighter then stays where it is.
static void* resize_route(fighter* f, uint32_t count)
{
    ploy_allocator memory = ploy_allocator_default();
    return memory.resize(memory.user, f->route, f->route_capacity * sizeof *f->route, count * sizeof *f->route);
}

bool fighter_make_room(fighter* f, uint32_t count)
{
    if (count <= f->route_capacity) return true;
    uint32_t* route = resize_route(f, 2 * count);
    if (!route) return false;
    f->route = route;
    f->route_capacity = 2 * count;
    return true;
}

void fighter_free_route(fighter* f)
{
    if (f->route) resize_route(f, 0);
}

bool fighter_set_route(fighter* f, const uint32_t* nodes, uint32_t count)
{
    if (count == 0 || nodes[0] != f->to || !fighter_make_room(f, count)) return false;
    memcpy(f->route, nodes, count * sizeof *nodes);
    f->route_count = count;
    f->route_at = 1;
    f->route_state = ROUTE_READY;
    return true;
}

static bool set_out(fighter* f)
{
    const ploy_point* at = ploy_terrain_positions(f->battle->ground.terrain);
    f->from = f->to;
    f->gone = f->length = 0;
    if (f->route_at == f->route_count) return false;
    f->to = f->route[f->route_at++];
    f->length = battle_distance(at[f->from], at[f->to]);
    return true;
}

static bool move_on(fighter* f)
{
    uint32_t left = f->speed;
    for (;;) {
        uint32_t step = f->length - f->gone < left ? f->length - f->gone : left;
        f->gone += step;
        left -= step;
        if (f->gone < f->length) return false;
        if (!set_out(f)) return true;
    }
}

bool fighter_walk(fighter* f)
{
    bool has_arrived = move_on(f);
    fighter_update_position(f);
    return has_arrived;
}
