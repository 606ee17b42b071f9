// What all types of minds share, and the migration of domain data on hot reload.

#ifndef PL_MIND_COMMON_MIND_H
#define PL_MIND_COMMON_MIND_H

#include <ploy/goap.h>
#include <ploy/mind.h>

#include "base/error.h"

/// The parts of something inside a mind, such as a utility: its own, and those of the mind where it has none.
ploy_mind_parts pl_mind_parts_within(const ploy_mind_parts* own, const ploy_mind_parts* outer);

/// Where the errors of a mind's description go; error is not NULL.
pl_reports pl_mind_reports(const ploy_mind_parts* parts, ploy_error* error);

/// The parts of a mind as text, in the format of docs/internals/formats.md; returns the length, like snprintf. "" when
/// the class has no describe.
size_t pl_mind_describe(const ploy_mind* mind, char* text, size_t size);

/// "running", "success", "failure".
const char* pl_outcome_name(ploy_outcome outcome);

/// Two versions of a domain. Actions, goals, objects and symbols are matched by name.
typedef struct pl_versions
{
    const ploy_domain* from;
    const ploy_domain* to;
} pl_versions;

/// The action of the same name and its arguments in the new version; PLOY_NONE: there is none.
uint32_t pl_migrate_action(pl_versions versions, uint32_t action, const uint32_t* from, uint32_t to[PLOY_MAX_ARGS]);
uint32_t pl_migrate_goal(pl_versions versions, uint32_t goal, const uint32_t* from, uint32_t to[PLOY_MAX_ARGS]);
/// Copies the values of symbols that the new version's view (NULL: none) does not sense.
void pl_migrate_beliefs(pl_versions versions, const ploy_view* view, const uint64_t* from, uint64_t* to);

#endif
