// Damage and death.

#ifndef ARENA_RULES_DAMAGE_H
#define ARENA_RULES_DAMAGE_H

#include "games/arena/rules/match.h"

/// Can one agent hurt the other? An agent can always hurt itself.
bool arena_can_hurt(const arena_match* match, const arena_agent* by, const arena_agent* victim);
/// Takes health. Without health left the victim dies, and scores, flags and events follow.
void arena_hurt(arena_agent* victim, arena_agent* by, int32_t amount);
/// The same where it is known already what the victim will believe of where it came from (arena_believed_origin).
void arena_hurt_from(arena_agent* victim, arena_agent* by, int32_t amount, arena_vec from);
/// A blast: damage falls with distance, and walls stop it. Counts one hit per enemy, except for the agent that was hit
/// directly.
void arena_blast(arena_match* match, arena_agent* by, const arena_weapon* weapon, arena_vec at,
                 const arena_agent* direct);

#endif
