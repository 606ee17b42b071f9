// Who is near: agents in squares of sixteen cells, sorted in once a step.

#ifndef ARENA_RULES_NEIGHBORS_H
#define ARENA_RULES_NEIGHBORS_H

#include "games/arena/rules/match.h"

bool arena_crowd_make(arena_match* match);
void arena_crowd_free(arena_match* match);
void arena_crowd_update(arena_match* match);
/// Living agents that may be within reach (all that are, and some more) go to crowd.found; returns how many.
uint32_t arena_crowd_near(arena_match* match, arena_vec at, int32_t reach);

/// Moves as far as walls allow; a move along one axis is tried where both together are not possible.
void arena_body_move(arena_agent* agent, arena_vec by);
/// Those that stand in each other are pushed apart a little.
void arena_bodies_part(arena_match* match);

#endif
