// Plays the missing matches, on several threads or ranks, and stores each result at once.

#ifndef EXPERIMENT_RUN_H
#define EXPERIMENT_RUN_H

#include "programs/experiment/store.h"
#include "programs/workers/workers.h"

typedef struct study_run
{
    const study* s;
    store* st;
    study_result* results; ///< one per match; those done stay
    uint32_t jobs;         ///< threads, where there are no ranks
    workers_cost cost;     ///< of this run
} study_run;

/// False: text says what went wrong; finished matches are stored.
bool study_run_all(study_run* r, char* text, size_t size);

/// Plays one match per job, for workers_serve.
extern const worker_kind study_worker;

#endif
