// The target manager: of all enemies an agent knows of, the one it minds.

#ifndef ARENA_AI_TARGET_H
#define ARENA_AI_TARGET_H

#include "games/arena/rules/match.h"

void arena_target_step(arena_agent* agent);

#endif
