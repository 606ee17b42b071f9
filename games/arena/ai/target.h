// The target manager chooses one of the known enemies.

#ifndef ARENA_AI_TARGET_H
#define ARENA_AI_TARGET_H

#include "games/arena/rules/match.h"

void arena_target_step(arena_agent* agent);

#endif
