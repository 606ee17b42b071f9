// The rules of the modes at work: points, flags, rounds. Which of them are in force is data.

#ifndef ARENA_RULES_MODES_H
#define ARENA_RULES_MODES_H

#include "games/arena/rules/match.h"

/// Draws where points and bases are.
void arena_modes_begin(arena_match* match);
void arena_modes_step(arena_match* match);
/// Someone died just now: where it lies, its flag lies.
void arena_modes_died(arena_agent* agent);
/// May the dead come back by themselves?
bool arena_modes_let_back(const arena_match* match);

#endif
