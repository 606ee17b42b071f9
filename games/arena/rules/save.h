// A match as bytes: it goes on from there bit for bit. Map, rules and data are not in them: a match is loaded into one
// that was begun with the same setup.

#ifndef ARENA_RULES_SAVE_H
#define ARENA_RULES_SAVE_H

#include "games/arena/controllers/play.h"

/// Not inside a step. A writer that only counts is welcome. PLOY_NOT_SUPPORTED: not now, since all agents of a mind are
/// dead that plans with what it has learned; try again after the next step. PLOY_OUT_OF_MEMORY.
ploy_status arena_game_save(const arena_game* game, ploy_writer* writer);

/// Into a game just begun on a fresh stage with the same setup, but empty; tasks, trace and clock may differ. What
/// controllers count (uses, lengths of plans) begins anew. PLOY_INVALID: not such a save; PLOY_OUT_OF_MEMORY; the game
/// can only be ended then.
ploy_status arena_game_load(arena_game* game, ploy_reader* reader, ploy_error* error);

#endif
