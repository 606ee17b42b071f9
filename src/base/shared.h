// An object that others use may be destroyed before them: destroying it then only ends the creator's own use, and the
// memory goes with the last user. Whoever keeps a pointer takes the object and destroys it when done.

#ifndef PL_BASE_SHARED_H
#define PL_BASE_SHARED_H

#include <stdbool.h>

#include "base/hints.h"

/// Zeroed: only the creator uses the object. Objects may be shared between worlds, and so between threads.
typedef struct pl_shared
{
    pl_counter others; ///< users besides the creator
} pl_shared;

static inline void pl_shared_take(pl_shared* shared)
{
    pl_counter_next(&shared->others);
}

/// True: it was the last use, the object can be freed.
static inline bool pl_shared_drop(pl_shared* shared)
{
    return pl_counter_back(&shared->others) == 0;
}

#endif
