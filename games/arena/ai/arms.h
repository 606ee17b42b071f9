// The weapons manager carries out the requests on the blackboard.

#ifndef ARENA_AI_ARMS_H
#define ARENA_AI_ARMS_H

#include "games/arena/rules/match.h"

static inline bool arena_arms_is_loaded(const arena_agent* agent)
{
    return agent->arms.loaded[agent->arms.weapon] > 0;
}

int32_t arena_arms_rounds(const arena_agent* agent); ///< loaded or not, of all weapons
bool arena_arms_can_reload(const arena_agent* agent);
/// The best weapon for a distance; the current one when no other has rounds.
uint32_t arena_arms_best(const arena_agent* agent, int32_t distance);
static inline bool arena_arms_reach_target(const arena_agent* agent) ///< with a blow
{
    return agent->target.visible && agent->target.distance <= agent->match->weapons[ARENA_MELEE].range;
}

/// Call it when the agent has another target, or knows another distance to it.
static inline void arena_arms_note_reach(const arena_agent* agent)
{
    agent->match->notes.reaches[agent->index] = arena_arms_reach_target(agent);
}

/// The weapons of all agents, whose turns begin with another agent in each step.
void arena_arms_step_all(arena_match* match);

/// The same in three parts, of which the second runs on all workers. First, on one thread: who will strike whom.
void arena_arms_foresee(arena_match* match);
/// Then each agent that lives, on any worker; it may walk right after that unless the mark is ARENA_MARK_IN_ORDER. There
/// must be room for all shots. Returns its mark.
uint8_t arena_arms_aim(arena_agent* agent);
/// Then, on one thread, shots and blows of those that have marks.
void arena_arms_fire(arena_match* match);

#endif
