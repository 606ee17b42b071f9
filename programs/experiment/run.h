// Plays the missing matches on several threads and stores each result at once.

#ifndef EXPERIMENT_RUN_H
#define EXPERIMENT_RUN_H

#include "programs/experiment/store.h"

typedef struct study_run
{
    const study* s;
    store* st;
    study_result* results; ///< one per match; those done stay
    uint32_t jobs;
} study_run;

/// False: message says what went wrong; finished matches are stored.
bool study_run_all(const study_run* r, char* message, size_t size);

#endif
