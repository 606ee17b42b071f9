// An experiment: the matches to play. A file gives a flat list of independent matches; the n-th one has seed base + n,
// and every second match of a test swaps the sides.
//
//   <experiment version="1" name="long2007" game="arena" seed="200700000">
//     <test mode="ctf" maps="1 2" first="long.goap+squad" second="long.fsm" matches="5" minutes="20"/>
//     <robin mode="ctf" maps="1" controllers="goap fsm bt" matches="2" minutes="20"/>
//   </experiment>

#ifndef EXPERIMENT_STUDY_H
#define EXPERIMENT_STUDY_H

#include <ploy/base.h>

#include "programs/experiment/seeds.h"

#define STUDY_NAME 32
#define STUDY_TEXT 2048


/// A repeated match: a cell of the plan.
typedef struct study_cell
{
    char mode[STUDY_NAME];
    uint32_t map;
    char controllers[2][STUDY_NAME]; ///< first and second controller, "+squad" after the name
    uint32_t matches;
    uint32_t seconds; ///< of play per match
    bool technical;   ///< only its cost counts: each controller plays against itself, both in turn
    bool robin;       ///< part of the round robin: does not count for claims
} study_cell;

typedef struct study_match
{
    uint32_t cell;
    uint64_t seed;
    bool swapped; ///< the first controller plays blue
} study_match;

typedef struct study
{
    char name[STUDY_NAME];
    uint64_t seed;
    char tuned[STUDY_TEXT]; ///< what was tuned, and with which seeds; for the report
    study_cell* cells;
    uint32_t cell_count;
    study_match* matches;
    uint32_t match_count;
    uint64_t digest; ///< of everything that decides what is played
    char* text;      ///< the file, for others who play its matches
    size_t bytes;
} study;

/// All or nothing: on an error the study is empty, and the error names line, column and a correction.
ploy_status study_load(study* s, const char* path, ploy_error* error);
ploy_status study_parse(study* s, const char* text, size_t bytes, ploy_error* error);
void study_free(study* s);

static inline const study_cell* study_cell_of(const study* s, uint32_t match)
{
    return &s->cells[s->matches[match].cell];
}

/// Seconds of play of a match; a technical run is two games.
static inline uint64_t study_match_seconds(const study* s, uint32_t match)
{
    const study_cell* cell = study_cell_of(s, match);
    return (uint64_t)cell->seconds * (cell->technical ? 2 : 1);
}

/// Seconds of play of all matches.
uint64_t study_seconds(const study* s);
/// The part of a controller's name before "+squad".
void study_technique(const char* controller, char technique[STUDY_NAME]);
bool study_has_squad(const char* controller);

#endif
