// The table of techniques: a new one is a row here, a make_<technique>.c and a data file.

#ifndef ARENA_CONTROLLERS_TECHNIQUES_H
#define ARENA_CONTROLLERS_TECHNIQUES_H

#include "games/arena/controllers/technique.h"

extern const arena_technique* const arena_techniques[];
extern const uint32_t arena_technique_count;

#endif
