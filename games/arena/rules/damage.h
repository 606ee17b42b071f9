// Hurting and dying.

#ifndef ARENA_RULES_DAMAGE_H
#define ARENA_RULES_DAMAGE_H

#include "games/arena/rules/match.h"

/// Can the one hurt the other? Oneself always.
bool arena_can_hurt(const arena_match* match, const arena_agent* by, const arena_agent* victim);
/// Takes health; at none left the victim dies and everything that follows from that happens.
void arena_hurt(arena_agent* victim, arena_agent* by, int32_t amount);
/// A blast: less the farther, nothing behind walls. Counts a hit for each enemy but the one that was hit already.
void arena_blast(arena_match* match, arena_agent* by, const arena_weapon* weapon, arena_vec at,
                 const arena_agent* direct);

#endif
