// Playing what is still to be played, on several threads, each result stored when it is there.

#ifndef EXPERIMENT_RUN_H
#define EXPERIMENT_RUN_H

#include "programs/experiment/store.h"

typedef struct study_run
{
    const study* s;
    store* st;
    study_result* results; ///< of each match; those done are left alone
    uint32_t jobs;
} study_run;

/// False: message says what went wrong; what was done is stored.
bool study_run_all(const study_run* r, char* message, size_t size);

#endif
