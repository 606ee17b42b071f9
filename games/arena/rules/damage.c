#include "games/arena/rules/damage.h"

#include "games/arena/rules/behavior.h"
#include "games/arena/rules/neighbors.h"
#include "games/arena/rules/modes.h"
#include "games/arena/ai/sensors/sensors.h"

bool arena_can_hurt(const arena_match* match, const arena_agent* by, const arena_agent* victim)
{
    return by == victim || arena_are_hostile(match, by, victim) || match->rules.friendly_fire;
}

static void die(arena_agent* victim, arena_agent* by)
{
    arena_match* match = victim->match;
    victim->health = 0;
    victim->score.deaths++;
    arena_behavior_note(victim);
    if (by != victim && arena_are_hostile(match, by, victim)) {
        by->score.kills++;
        by->score.score += match->rules.score_kill;
        arena_note_event(by, ARENA_EVENT_KILLED_ONE, 1, victim->at);
    } else {
        victim->score.score += match->rules.score_suicide;
    }
    victim->back_at = match->step + (uint32_t)match->rules.respawn;
    arena_modes_died(victim);
    arena_agent_reset(victim);
}

void arena_hurt(arena_agent* victim, arena_agent* by, int32_t amount)
{
    bool has_to_look = arena_is_alive(victim) && victim->health > amount && by != victim;
    arena_hurt_from(victim, by, amount, has_to_look ? arena_believed_origin(victim, by->at) : by->at);
}

void arena_hurt_from(arena_agent* victim, arena_agent* by, int32_t amount, arena_vec from)
{
    if (!arena_is_alive(victim) || amount <= 0) return;
    victim->health -= amount;
    victim->hurt_at = victim->match->step;
    if (by != victim) victim->hurt_by1 = by->index + 1;
    if (victim->health <= 0) {
        die(victim, by);
        return;
    }
    arena_sense_shot(victim, by, amount, from);
    if (victim->health <= victim->match->tactics.low_health)
        arena_note_event(victim, ARENA_EVENT_LOW_HEALTH, victim->health, victim->at);
}

void arena_blast(arena_match* match, arena_agent* by, const arena_weapon* weapon, arena_vec at,
                 const arena_agent* direct)
{
    uint32_t count = arena_neighbors_find(match, at, weapon->splash_range + ARENA_CELL);
    for (uint32_t i = 0; i < count; i++) {
        arena_agent* victim = &match->agents[match->neighbors.found[i]];
        int32_t distance = arena_distance(at, victim->at);
        arena_vec end;
        if (!arena_is_alive(victim) || victim == direct || distance >= weapon->splash_range) continue;
        if (!arena_can_hurt(match, by, victim) || !arena_map_fly(match->map, at, victim->at, &end)) continue;
        if (victim != by) by->score.hits++;
        arena_hurt(victim, by, weapon->splash * (weapon->splash_range - distance) / weapon->splash_range);
    }
}
