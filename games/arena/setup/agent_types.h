// Types of agents, one per file data/NAME.type: what an agent of the type can do at all, and what controllers disable for
// it. A controller may also have a mind of the type's name.

#ifndef ARENA_SETUP_AGENT_TYPES_H
#define ARENA_SETUP_AGENT_TYPES_H

#include <ploy/base.h>

#define ARENA_TYPES 8

/// Fields: name, unit. The default of each is 0.
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

/// The type of an agent unless the game sets another.
extern const arena_type arena_type_all;

/// Reads all but the name. PLOY_INVALID: the error says what is wrong and where.
ploy_status arena_type_read(arena_type* type, const char* text, size_t bytes, ploy_error* error);

#endif
