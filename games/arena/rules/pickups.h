// Health and ammunition that lie on the map. An agent that touches a pickup and needs it takes it; it comes back later.

#ifndef ARENA_RULES_PICKUPS_H
#define ARENA_RULES_PICKUPS_H

#include "games/arena/rules/match.h"

static inline bool arena_pickup_is_there(const arena_match* match, uint32_t place)
{
    return match->pickup_back[place] <= match->step;
}

/// Is a pickup there that the agent touches where it is?
bool arena_pickup_is_touched(arena_agent* agent);
/// Before it, arena_bodies_part notes who stands at pickups.
void arena_pickups_step(arena_match* match);

#endif
