// The target manager: of all enemies an agent knows of, the one it minds.

#ifndef ARENA_TARGET_H
#define ARENA_TARGET_H

#include "games/arena/match.h"

void arena_target_step(arena_agent* agent);

#endif
