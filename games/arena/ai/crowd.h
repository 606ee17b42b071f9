// Level of detail for crowds: in a match of many agents, those far from what matters sense and decide at a slower pace.

#ifndef ARENA_AI_CROWD_H
#define ARENA_AI_CROWD_H

#include "games/arena/rules/match.h"

/// Are there so many agents that details are left out?
static inline bool arena_is_crowd(const arena_match* match)
{
    return match->agent_count > (uint32_t)match->tactics.crowd;
}
/// Are some of them slowed down?
static inline bool arena_has_paces(const arena_match* match)
{
    return arena_is_crowd(match) && match->tactics.crowd_pace > 1;
}
/// Gives the agents whose turn it is their pace for this step, once neighbors are sorted. What is near an agent now
/// decides, so one that is approached is awake in its very next turn.
void arena_crowd_step(arena_match* match);
/// Notes that the agent senses in this step: those that do not are not prepared either.
void arena_crowd_note(const arena_agent* agent);
bool arena_is_awake(const arena_agent* agent);
/// A sensor with a longer interval than a slow agent's turns would not be any rarer: does the agent leave out this update
/// of such a sensor? It makes one of `pace`. interval: steps.
bool arena_crowd_skips(const arena_agent* agent, int32_t interval);
/// Does an update by the enemy sensor write all of the blackboard? In a crowd one of a few does.
bool arena_crowd_shows_all(const arena_agent* agent);

#endif
