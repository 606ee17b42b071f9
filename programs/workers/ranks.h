// The ranks of an MPI job. Without MPI there is one: rank 0.

#ifndef WORKERS_RANKS_H
#define WORKERS_RANKS_H

#include "programs/workers/workers.h"

bool ranks_begin(char* text, size_t size);
int ranks_end(int status);
uint32_t ranks_number(void);
uint32_t ranks_count(void);
void ranks_serve(const worker_kind* kind);
/// On rank 0, as workers_run.
bool ranks_run(const packet* setup, const job_source* source, workers_cost* cost, char* text, size_t size);

#endif
