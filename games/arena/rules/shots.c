#include "games/arena/rules/shots.h"

#include "games/arena/rules/neighbors.h"
#include "games/arena/rules/behavior.h"
#include "games/arena/ai/sensors/sensors.h"
#include "games/arena/rules/damage.h"
#include "games/arena/setup/allocation.h"
#include "games/tasks.h"

#define SHOTS_PER_AGENT 48
#define SHARE 16    ///< projectiles that a worker takes at least
#define ROUNDING 32 ///< units by which directions may lead past the end of a flight

/// What a projectile meets in a step.
typedef struct arena_flight
{
    arena_vec end;
    uint32_t hit1;  ///< agent's index plus 1; 0: none
    arena_vec from; ///< where that agent will believe that it came from
    bool is_clear;  ///< it meets no wall
} arena_flight;

bool arena_shots_make(arena_match* match)
{
    match->shot_capacity = match->agent_count * SHOTS_PER_AGENT;
    match->shots = arena_take(&match->allocator, match->shot_capacity, sizeof *match->shots);
    match->flights = arena_take(&match->allocator, match->shot_capacity, sizeof *match->flights);
    return match->shots && match->flights;
}

void arena_shots_free(arena_match* match)
{
    arena_give(&match->allocator, match->shots, match->shot_capacity, sizeof *match->shots);
    arena_give(&match->allocator, match->flights, match->shot_capacity, sizeof *match->flights);
}

static arena_vec stray(arena_agent* by, arena_vec direction, int32_t spread)
{
    int32_t aside = spread ? ploy_random_range(&by->agent->random, -spread, spread) : 0;
    arena_vec side = arena_side(direction);
    return arena_direction((arena_vec){direction.x + side.x * aside / 1000, direction.y + side.y * aside / 1000});
}

void arena_shots_scatter(arena_agent* by, uint32_t weapon, arena_vec direction, arena_volley* volley)
{
    const arena_weapon* kind = &by->match->weapons[weapon];
    for (int32_t i = 0; i < kind->pellets; i++) volley->directions[i] = stray(by, direction, kind->spread);
}

bool arena_shots_have_room(const arena_match* match)
{
    return match->shot_count + ARENA_MAX_PELLETS * match->agent_count <= match->shot_capacity;
}

void arena_shots_launch(arena_agent* by, uint32_t weapon, arena_vec from, const arena_volley* volley)
{
    arena_match* match = by->match;
    const arena_weapon* kind = &match->weapons[weapon];
    for (int32_t i = 0; i < kind->pellets; i++) {
        match->shots[match->shot_count++] =
            (arena_shot){from, volley->directions[i], kind->range, (uint16_t)by->index, (uint16_t)weapon};
    }
    by->score.shots += (uint32_t)kind->pellets;
    arena_behavior_note(by);
}

bool arena_shots_fire(arena_agent* by, uint32_t weapon, arena_vec direction)
{
    const arena_match* match = by->match;
    arena_volley volley;
    if (match->shot_count + (uint32_t)match->weapons[weapon].pellets > match->shot_capacity) return false;
    arena_shots_scatter(by, weapon, direction, &volley);
    arena_shots_launch(by, weapon, by->at, &volley);
    return true;
}

// A step of all projectiles is two passes. First each finds where it gets to and whom it meets there, on any worker:
// nobody moves or comes to life meanwhile. Then, in order, they hurt. Whom an earlier one has killed, a later one does
// not meet: it looks again.

/// The first agent that the projectile meets on its way there: its index plus 1; 0: none.
static uint32_t first_hit(const arena_match* match, const arena_shot* shot, arena_vec end)
{
    const arena_agent* owner = &match->agents[shot->owner];
    if (!arena_bodies_near(match, shot->at, end, ARENA_BODY + ROUNDING, shot->owner)) return 0;
    int32_t length = arena_distance(shot->at, end);
    uint32_t found[ARENA_MAX_AGENTS];
    uint32_t count = arena_neighbors_list(match, shot->at, length + 2 * ARENA_CELL, found);
    uint32_t first1 = 0;
    int64_t first_along = INT64_MAX;
    for (uint32_t i = 0; i < count; i++) {
        const arena_agent* agent = &match->agents[found[i]];
        arena_vec to = arena_sub(agent->at, shot->at);
        int64_t along = arena_dot(to, shot->direction) / ARENA_ONE,
                aside = arena_cross(to, shot->direction) / ARENA_ONE;
        if (along < 0 || along > length || aside > ARENA_BODY || aside < -ARENA_BODY || along >= first_along) continue;
        if (agent == owner || !arena_is_alive(agent) || !arena_can_hurt(match, owner, agent)) continue;
        first1 = found[i] + 1;
        first_along = along;
    }
    return first1;
}

static int32_t step_of(const arena_match* match, const arena_shot* shot)
{
    int32_t speed = match->weapons[shot->weapon].speed;
    return speed < shot->left ? speed : shot->left;
}

static void find_hit(const arena_match* match, const arena_shot* shot, arena_flight* f)
{
    f->hit1 = first_hit(match, shot, f->end);
    if (f->hit1) f->from = arena_believed_origin(&match->agents[f->hit1 - 1], match->agents[shot->owner].at);
}

static void find_flights(uint32_t begin, uint32_t end, uint32_t worker, void* context)
{
    (void)worker;
    arena_match* match = context;
    for (uint32_t i = begin; i < end; i++) {
        const arena_shot* shot = &match->shots[i];
        arena_flight* f = &match->flights[i];
        arena_vec to = arena_add(shot->at, arena_along(shot->direction, step_of(match, shot)));
        f->is_clear = arena_map_fly(match->map, shot->at, to, &f->end);
        find_hit(match, shot, f);
    }
}

static arena_agent* hit_of(arena_match* match, const arena_shot* shot, arena_flight* f)
{
    if (f->hit1 && !arena_is_alive(&match->agents[f->hit1 - 1])) find_hit(match, shot, f);
    return f->hit1 ? &match->agents[f->hit1 - 1] : NULL;
}

/// False: its flight has ended.
static bool fly(arena_match* match, arena_shot* shot, arena_flight* f)
{
    const arena_weapon* weapon = &match->weapons[shot->weapon];
    arena_agent* owner = &match->agents[shot->owner];
    arena_agent* hit = hit_of(match, shot, f);
    arena_vec end = f->end;
    if (hit) {
        owner->score.hits++;
        end = hit->at;
        arena_hurt_from(hit, owner, weapon->damage, f->from);
    }
    shot->left -= step_of(match, shot);
    bool ends = hit || !f->is_clear || shot->left <= 0;
    if (ends && weapon->splash > 0) arena_blast(match, owner, weapon, end, hit);
    shot->at = end;
    return !ends;
}

void arena_shots_step(arena_match* match)
{
    uint32_t kept = 0;
    game_run(&match->tasks, match->shot_count, SHARE, find_flights, match);
    for (uint32_t i = 0; i < match->shot_count; i++) {
        if (fly(match, &match->shots[i], &match->flights[i])) match->shots[kept++] = match->shots[i];
    }
    match->shot_count = kept;
}
