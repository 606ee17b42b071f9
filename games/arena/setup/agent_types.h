// Types of agents, as data/types.txt has them: what an agent can do at all. A controller may have a mind for each.

#ifndef ARENA_SETUP_AGENT_TYPES_H
#define ARENA_SETUP_AGENT_TYPES_H

#include <ploy/base.h>

#define ARENA_TYPES 8

/// Field, what its number means. Left out, each is 0.
#define ARENA_TYPE_FIELDS(X)                                                                                           \
    X(fire, NUMBER)  /* 1: has guns */                                                                                 \
    X(melee, NUMBER) /* 1: strikes */

typedef struct arena_type
{
    char name[32];
#define ARENA_TYPE_FIELD(name, unit) int32_t name;
    ARENA_TYPE_FIELDS(ARENA_TYPE_FIELD)
#undef ARENA_TYPE_FIELD
} arena_type;

/// What agents are unless told.
extern const arena_type arena_type_all;

/// As many as there are, at most ARENA_TYPES. PLOY_INVALID and what is wrong where.
ploy_status arena_types_read(arena_type* types, uint32_t* count, const char* text, size_t bytes, ploy_error* error);

#endif
