// What a game can do for its agents, as minds read it: three lists, each with the names of its items in the same order.
// Lists are short (tens). An item never moves, and being bound anew changes its callbacks alone, so a mind may keep
// indices and addresses.

#ifndef PL_MIND_COMMON_BINDINGS_H
#define PL_MIND_COMMON_BINDINGS_H

#include <ploy/mind.h>

#include "base/containers/arena.h"
#include "base/containers/array.h"
#include "base/containers/names.h"

struct ploy_bindings
{
    ploy_allocator allocator;
    pl_arena arena; ///< the items
    PL_ARRAY(ploy_activity_def*) activities;
    PL_ARRAY(ploy_condition_def*) conditions;
    PL_ARRAY(ploy_scorer_def*) measures;
    pl_names activity_names;
    pl_names condition_names;
    pl_names measure_names;
    pl_names port_names;
    pl_names reasons;
};

#endif
