// What is counted, for each agent and each side.

#ifndef ARENA_RULES_SCORE_H
#define ARENA_RULES_SCORE_H

#include "games/arena/rules/match.h"

void arena_score_step(arena_match* match);

/// Of a side: its agents' figures summed, and its own score where teams play.
arena_score arena_side_score(const arena_match* match, uint32_t side);
/// Mean distance between team mates in thousandths of a cell; -1: never measured.
int64_t arena_mate_distance(const arena_score* score);
/// The same between those of one squad.
int64_t arena_squad_distance(const arena_score* score);
/// The same to the nearest team mate alone.
int64_t arena_nearest_mate(const arena_score* score);

#endif
