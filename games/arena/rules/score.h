// Scores of each agent and each side.

#ifndef ARENA_RULES_SCORE_H
#define ARENA_RULES_SCORE_H

#include "games/arena/rules/match.h"

void arena_score_step(arena_match* match);

/// The sum over a side's agents; with teams, the score is the side's own.
arena_score arena_side_score(const arena_match* match, uint32_t side);
/// Mean distance between teammates in 1/1000 cell; -1: there is no value.
int64_t arena_mate_distance(const arena_score* score);
/// The same between members of one squad.
int64_t arena_squad_distance(const arena_score* score);
/// The same to the nearest teammate only.
int64_t arena_nearest_mate(const arena_score* score);

#endif
