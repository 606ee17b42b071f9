// The agents whose turn it is in a step: agents decide in groups, a row of one agent per side at a time.

#ifndef ARENA_AI_GROUP_H
#define ARENA_AI_GROUP_H

#include "games/arena/rules/match.h"

typedef struct arena_group
{
    arena_match* match;
    uint32_t first, stride; ///< rows
    uint32_t count;         ///< places to pass over; some are empty
} arena_group;

/// Row i of the world has its turn in tick i modulo groups. Right before or within a tick.
static inline arena_group arena_group_of(arena_match* match)
{
    uint32_t groups = (uint32_t)match->tactics.groups, rows = match->agent_count / ARENA_SIDES;
    uint32_t first = (uint32_t)(ploy_world_ticks(match->world) % groups);
    return (arena_group){match, first, groups, (rows / groups + 1) * ARENA_SIDES};
}

/// Of the agent in a place; PLOY_NONE: the place is empty.
static inline uint32_t arena_group_index(const arena_group* group, uint32_t i)
{
    uint32_t row = group->first + i / ARENA_SIDES * group->stride;
    uint32_t index = row * ARENA_SIDES + i % ARENA_SIDES;
    return index < group->match->agent_count ? index : PLOY_NONE;
}

/// NULL: nobody lives there.
static inline arena_agent* arena_group_agent(const arena_group* group, uint32_t i)
{
    uint32_t index = arena_group_index(group, i);
    arena_agent* agent = index != PLOY_NONE ? &group->match->agents[index] : NULL;
    return agent && arena_is_alive(agent) ? agent : NULL;
}

#endif
