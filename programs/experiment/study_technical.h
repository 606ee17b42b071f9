// A technical run: what two controllers cost. Each plays a game against itself; the two games take turns in one process,
// a segment of STUDY_SEGMENT seconds each, so that whatever else the computer does meets both alike. Measured is the CPU
// time of whole steps, which other processes do not add to but make longer: they take the caches. So both games are played
// several times, step for step the same, and the shortest time of each step counts.

#ifndef EXPERIMENT_STUDY_TECHNICAL_H
#define EXPERIMENT_STUDY_TECHNICAL_H

#include "games/arena/controllers/play.h"
#include "programs/experiment/result.h"

/// The setup is that of the match; its sides are set here. Each game has a stage of its own.
ploy_status study_play_technical(arena_stage* const stages[2], const arena_setup* setup, const study_cell* cell,
                                 study_result* result, ploy_error* error);

#endif
