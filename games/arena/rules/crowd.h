// Who is near: agents in squares of sixteen cells, sorted in once a step.

#ifndef ARENA_RULES_CROWD_H
#define ARENA_RULES_CROWD_H

#include "games/arena/rules/match.h"

bool arena_crowd_make(arena_match* match);
void arena_crowd_free(arena_match* match);
void arena_crowd_update(arena_match* match);
/// Living agents that may be within reach (all that are, and some more) go to crowd.found; returns how many.
uint32_t arena_crowd_near(arena_match* match, arena_vec at, int32_t reach);

#endif
