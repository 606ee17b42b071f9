// Writes an agent's state to its blackboard once per step, for its mind.

#ifndef ARENA_AI_BLACKBOARD_UPDATE_H
#define ARENA_AI_BLACKBOARD_UPDATE_H

#include "games/arena/rules/match.h"

void arena_blackboard_update(arena_agent* agent);

#endif
