// One process: the build has no MPI.

#include <stdio.h>
#include <stdlib.h>

#include "programs/workers/ranks.h"

#if !defined(PLOY_MPI)

bool ranks_begin(char* text, size_t size)
{
    const char* count = getenv("OMPI_COMM_WORLD_SIZE");
    if (!count || atoi(count) < 2) return true;
    snprintf(text, size, "this program was built without MPI; install libopenmpi-dev and build it again");
    return false;
}

int ranks_end(int status)
{
    return status;
}

uint32_t ranks_number(void)
{
    return 0;
}

uint32_t ranks_count(void)
{
    return 1;
}

void ranks_serve(const worker_kind* kind)
{
    (void)kind;
}

bool ranks_run(const packet* setup, const job_source* source, workers_cost* cost, char* text, size_t size)
{
    (void)setup, (void)source, (void)cost;
    snprintf(text, size, "there are no ranks");
    return false;
}

#endif
