// Making a utility: names become indices, curves become tables, the lists of considerations are checked to be trees.

#ifndef PL_MIND_UTILITY_UTILITY_BUILD_H
#define PL_MIND_UTILITY_UTILITY_BUILD_H

#include "base/error.h"
#include "mind/utility/utility.h"

typedef struct pl_utility_builder
{
    const ploy_utility_def* def;
    ploy_utility* utility;
    ploy_error* error;         ///< may be NULL
    const ploy_option* option; ///< under way
    uint32_t index;            ///< of it
    uint32_t line;             ///< of what is under way
} pl_utility_builder;

/// "option 'Flee': …" into the error; returns PLOY_INVALID.
ploy_status pl_utility_fail(pl_utility_builder* b, const char* format, ...) PL_PRINTF(2, 3);

/// Puts the error of a text into the same form; returns the status.
ploy_status pl_utility_fail_text(pl_utility_builder* b, const char* noun, ploy_status status);

/// A name that is not known, with the nearest of those that are.
ploy_status pl_utility_fail_name(pl_utility_builder* b, const char* noun, const char* name, const pl_names* known);

/// Kept as long as the utility; NULL when out of memory.
const char* pl_utility_keep(pl_utility_builder* b, const char* text);

/// The option reads this key; its place among all that are read goes to slot (may be NULL). PLOY_OUT_OF_MEMORY.
ploy_status pl_utility_reads(pl_utility_builder* b, uint32_t key, uint32_t* slot);
/// All that a guard reads.
ploy_status pl_utility_reads_guard(pl_utility_builder* b, const pl_guard* guard);

/// One port for each name, as the bindings have it.
ploy_status pl_utility_bind(pl_utility_builder* b, const char* const* names, uint32_t count,
                            const ploy_port_binding* bindings, uint32_t binding_count, const ploy_port** ports);

/// The option's considerations as parts.
ploy_status pl_utility_build_parts(pl_utility_builder* b, pl_option* option);

/// One leaf at the end of the list.
ploy_status pl_utility_build_leaf(pl_utility_builder* b, const ploy_consideration* from);

/// A weight of an option or a consideration as it counts: 0 stands for 1,000, PLOY_OFF for 0.
int64_t pl_utility_weight(int64_t given);

#endif
