// What was used how often, over all matches: by technique, kind and name.

#ifndef EXPERIMENT_USES_H
#define EXPERIMENT_USES_H

#include "programs/experiment/evidence.h"

typedef struct use_row
{
    char technique[STUDY_NAME];
    char kind[STUDY_NAME];
    char name[2 * STUDY_NAME];
    uint64_t count;
} use_row;

/// Sorted by technique, kind and name. Free the rows. NULL: out of memory.
use_row* uses_collect(const evidence* e, uint32_t* count);

#endif
