// From one edition of a domain to the next: actions, goals, objects and symbols are the same if their names are.

#ifndef PL_MIND_COMMON_MIGRATE_H
#define PL_MIND_COMMON_MIGRATE_H

#include <ploy/goap.h>

typedef struct pl_versions
{
    const ploy_domain* from;
    const ploy_domain* to;
} pl_versions;

/// The same action and its arguments; PLOY_NONE: there is none.
uint32_t pl_migrate_action(pl_versions versions, uint32_t action, const uint32_t* from, uint32_t to[PLOY_MAX_ARGS]);
uint32_t pl_migrate_goal(pl_versions versions, uint32_t goal, const uint32_t* from, uint32_t to[PLOY_MAX_ARGS]);
/// Values of symbols that the newer edition's view (NULL: none) does not sense.
void pl_migrate_beliefs(pl_versions versions, const ploy_view* view, const uint64_t* from, uint64_t* to);

#endif
