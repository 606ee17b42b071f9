// Projectiles: each flies straight until it meets an agent, a wall, or the end of its range.

#ifndef ARENA_RULES_SHOTS_H
#define ARENA_RULES_SHOTS_H

#include "games/arena/rules/match.h"

bool arena_shots_make(arena_match* match);
void arena_shots_free(arena_match* match);
/// Fires a weapon in a direction; its spread scatters the projectiles. False: there are too many projectiles.
bool arena_shots_fire(arena_agent* by, uint32_t weapon, arena_vec direction);
void arena_shots_step(arena_match* match);

#endif
