// Bodies: they go where they want, slide along walls, and make room for each other.

#ifndef ARENA_RULES_BODIES_H
#define ARENA_RULES_BODIES_H

#include "games/arena/rules/match.h"

/// Moves as far as walls allow; a move along one axis is tried where both together are not possible.
void arena_body_move(arena_agent* agent, arena_vec by);
/// Those that stand in each other are pushed apart a little.
void arena_bodies_part(arena_match* match);

#endif
