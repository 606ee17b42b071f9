// Playing matches: all that the study knows of the game.

#ifndef EXPERIMENT_STUDY_PLAYER_H
#define EXPERIMENT_STUDY_PLAYER_H

#include "programs/experiment/result.h"

/// Names of all techniques, one space between; each may have "+squad" after it.
const char* study_play_techniques(void);
/// Names of all modes, one space between.
const char* study_play_modes(void);
/// Maps are 1 to this.
uint32_t study_play_maps(void);

/// Of the data files that the game was built with: other data, other results.
uint64_t study_play_digest(void);

/// What plays matches, one after the other; one a thread.
typedef struct study_player study_player;

/// NULL when out of memory.
study_player* study_player_create(void);
void study_player_destroy(study_player* player);
/// Plays match number `match` to its end; the result does not depend on what was played before. Anything but PLOY_OK:
/// error says why, and the result is empty.
ploy_status study_play(study_player* player, const study* s, uint32_t match, study_result* result, ploy_error* error);

#endif
