// Plays matches: the only file of the study that depends on the game.

#ifndef EXPERIMENT_STUDY_PLAYER_H
#define EXPERIMENT_STUDY_PLAYER_H

#include "programs/experiment/result.h"

/// Names of all techniques, separated by spaces; each may have "+squad" after it.
const char* study_play_techniques(void);
/// Names of all modes, separated by spaces.
const char* study_play_modes(void);
/// Maps are 1 to this number.
uint32_t study_play_maps(void);

/// Digest of the built-in data files: other data gives other results.
uint64_t study_play_digest(void);

/// Plays matches one after the other; one per thread.
typedef struct study_player study_player;

/// NULL when out of memory.
study_player* study_player_create(void);
void study_player_destroy(study_player* player);
/// Before the first match: the folder's files replace the built-in data of their names.
void study_player_set_folder(study_player* player, const char* folder);
/// Plays one match to its end, as study_play.
ploy_status study_play_match(study_player* player, const study_cell* cell, const study_match* match,
                             study_result* result, ploy_error* error);
/// Plays match number `match` to its end; earlier matches do not affect it. On a failure the error says why, and the
/// result is empty.
ploy_status study_play(study_player* player, const study* s, uint32_t match, study_result* result, ploy_error* error);

#endif
