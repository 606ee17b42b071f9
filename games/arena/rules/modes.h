// What the modes do in a step: points, flags and rounds. The rules of the mode say which of them are on.

#ifndef ARENA_RULES_MODES_H
#define ARENA_RULES_MODES_H

#include "games/arena/rules/match.h"

/// Draws the sites of points and bases.
void arena_modes_begin(arena_match* match);
void arena_modes_step(arena_match* match);
/// An agent has just died: it drops its flag.
void arena_modes_died(arena_agent* agent);
/// Do the dead respawn by themselves?
bool arena_modes_let_back(const arena_match* match);

#endif
