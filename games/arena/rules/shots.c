#include "games/arena/rules/shots.h"

#include "games/arena/rules/neighbors.h"
#include "games/arena/rules/damage.h"
#include "games/arena/setup/allocation.h"

#define SHOTS_PER_AGENT 48

bool arena_shots_make(arena_match* match)
{
    match->shot_capacity = match->agent_count * SHOTS_PER_AGENT;
    match->shots = arena_take(&match->allocator, match->shot_capacity, sizeof *match->shots);
    return match->shots;
}

void arena_shots_free(arena_match* match)
{
    arena_give(&match->allocator, match->shots, match->shot_capacity, sizeof *match->shots);
}

static arena_vec stray(arena_agent* by, arena_vec direction, int32_t spread)
{
    int32_t aside = spread ? ploy_random_range(&by->agent->random, -spread, spread) : 0;
    arena_vec side = arena_side(direction);
    return arena_direction((arena_vec){direction.x + side.x * aside / 1000, direction.y + side.y * aside / 1000});
}

bool arena_shots_fire(arena_agent* by, uint32_t weapon, arena_vec direction)
{
    arena_match* match = by->match;
    const arena_weapon* kind = &match->weapons[weapon];
    if (match->shot_count + (uint32_t)kind->pellets > match->shot_capacity) return false;
    for (int32_t i = 0; i < kind->pellets; i++) {
        match->shots[match->shot_count++] = (arena_shot){by->at, stray(by, direction, kind->spread), kind->range,
                                                         (uint16_t)by->index, (uint16_t)weapon};
    }
    by->score.shots += (uint32_t)kind->pellets;
    return true;
}

/// The first agent that the projectile meets within that length; NULL: none.
static arena_agent* first_hit(arena_match* match, const arena_shot* shot, int32_t length)
{
    const arena_agent* owner = &match->agents[shot->owner];
    uint32_t count = arena_neighbors_find(match, shot->at, length + 2 * ARENA_CELL);
    arena_agent* first = NULL;
    int64_t first_along = INT64_MAX;
    for (uint32_t i = 0; i < count; i++) {
        arena_agent* agent = &match->agents[match->neighbors.found[i]];
        arena_vec to = arena_sub(agent->at, shot->at);
        int64_t along = arena_dot(to, shot->direction) / ARENA_ONE,
                aside = arena_cross(to, shot->direction) / ARENA_ONE;
        if (along < 0 || along > length || aside > ARENA_BODY || aside < -ARENA_BODY || along >= first_along) continue;
        if (agent == owner || !arena_is_alive(agent) || !arena_can_hurt(match, owner, agent)) continue;
        first = agent;
        first_along = along;
    }
    return first;
}

/// False: its flight has ended.
static bool fly(arena_match* match, arena_shot* shot)
{
    const arena_weapon* weapon = &match->weapons[shot->weapon];
    arena_agent* owner = &match->agents[shot->owner];
    int32_t length = weapon->speed < shot->left ? weapon->speed : shot->left;
    arena_vec end;
    bool is_clear =
        arena_map_fly(match->map, shot->at, arena_add(shot->at, arena_along(shot->direction, length)), &end);
    arena_agent* hit = first_hit(match, shot, arena_distance(shot->at, end));
    if (hit) {
        owner->score.hits++;
        end = hit->at;
        arena_hurt(hit, owner, weapon->damage);
    }
    shot->left -= length;
    bool ends = hit || !is_clear || shot->left <= 0;
    if (ends && weapon->splash > 0) arena_blast(match, owner, weapon, end, hit);
    shot->at = end;
    return !ends;
}

void arena_shots_step(arena_match* match)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < match->shot_count; i++) {
        if (fly(match, &match->shots[i])) match->shots[kept++] = match->shots[i];
    }
    match->shot_count = kept;
}
