// The target manager chooses one of the known enemies.

#ifndef ARENA_AI_TARGET_H
#define ARENA_AI_TARGET_H

#include "games/arena/rules/match.h"

void arena_target_step(arena_agent* agent);
/// The agent no longer believes in its target.
void arena_target_forget(arena_agent* agent);
/// A teammate that the agent knows near by and that sees the same target; NULL: none.
const arena_agent* arena_target_mate(const arena_agent* agent);
/// Was there one when it was the agent's turn to choose? Agents choose in order of their indices.
bool arena_target_has_mate(const arena_agent* agent);

#endif
