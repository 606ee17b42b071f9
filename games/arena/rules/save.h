// A match as bytes. A loaded match continues bit for bit. Map, rules and data are not part of it: load a save into a
// game that was started with the same setup.

#ifndef ARENA_RULES_SAVE_H
#define ARENA_RULES_SAVE_H

#include "games/arena/controllers/play.h"

/// Call it between steps. The writer may only count. PLOY_NOT_SUPPORTED: a mind that shares learned plans has no living
/// agent; try again after the next step. PLOY_OUT_OF_MEMORY.
ploy_status arena_game_save(const arena_game* game, ploy_writer* writer);

/// Loads into a game that was just started, empty, on a fresh stage with the same setup; tasks, trace and clock may
/// differ. The controllers' counts (uses, plan lengths) start at 0. PLOY_INVALID: not such a save. PLOY_OUT_OF_MEMORY.
/// After a failure the game can only be ended.
ploy_status arena_game_load(arena_game* game, ploy_reader* reader, ploy_error* error);

#endif
