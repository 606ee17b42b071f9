// Projectiles: each flies straight until it meets an agent, a wall, or the end of its range.

#ifndef ARENA_RULES_SHOTS_H
#define ARENA_RULES_SHOTS_H

#include "games/arena/rules/match.h"

bool arena_shots_make(arena_match* match);
void arena_shots_free(arena_match* match);
/// Where the projectiles of a shot in that direction go: the weapon's spread scatters them. On any worker.
void arena_shots_scatter(arena_agent* by, uint32_t weapon, arena_vec direction, arena_volley* volley);
/// Is there room for one shot of every agent, whatever its weapon?
bool arena_shots_have_room(const arena_match* match);
/// Fires them from there; there must be room.
void arena_shots_launch(arena_agent* by, uint32_t weapon, arena_vec from, const arena_volley* volley);
/// Both. False: there are too many projectiles.
bool arena_shots_fire(arena_agent* by, uint32_t weapon, arena_vec direction);
void arena_shots_step(arena_match* match);

#endif
