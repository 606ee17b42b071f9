#ifndef PL_MIND_COMMON_MIND_H
#define PL_MIND_COMMON_MIND_H

#include <ploy/mind.h>

/// Of a part within a mind: its own parts, and those of the mind where it has none.
ploy_mind_parts pl_mind_parts_within(const ploy_mind_parts* own, const ploy_mind_parts* outer);

/// The parts of a mind as text, in the format of docs/internals/formats.md; returns the length, like snprintf. "" when
/// the class has no describe.
size_t pl_mind_describe(const ploy_mind* mind, char* text, size_t size);

/// "running", "success", "failure".
const char* pl_outcome_name(ploy_outcome outcome);

#endif
