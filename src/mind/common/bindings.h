// What a game binds by name, as minds and worlds read it: activities, conditions, scorers, sensors, each a list with the
// names of its items in the same order, and the reasons why something failed.
//
// Lists are short (tens). An item never moves, and binding its name again changes its callbacks alone, so a mind may keep
// indices and addresses.

#ifndef PL_MIND_COMMON_BINDINGS_H
#define PL_MIND_COMMON_BINDINGS_H

#include <ploy/mind.h>

#include "base/containers/arena.h"
#include "base/containers/array.h"
#include "base/containers/names.h"

typedef struct pl_binding_list
{
    pl_names names;
    PL_ARRAY(void*) items; ///< by index, which is the id of the name
} pl_binding_list;

struct ploy_bindings
{
    ploy_allocator allocator;
    pl_arena arena; ///< the items
    pl_binding_list activities;
    pl_binding_list conditions;
    pl_binding_list scorers;
    pl_binding_list sensors;
    pl_names port_names;
    pl_names reasons;
};

// The functions that libploy-io calls, too, are exported.

uint32_t pl_bindings_condition_count(const ploy_bindings* bindings);
uint32_t pl_bindings_scorer_count(const ploy_bindings* bindings);
const ploy_condition_def* pl_bindings_condition(const ploy_bindings* bindings, uint32_t index);
const ploy_scorer_def* pl_bindings_scorer(const ploy_bindings* bindings, uint32_t index);
uint32_t pl_bindings_find_condition(const ploy_bindings* bindings, const char* name);
uint32_t pl_bindings_find_scorer(const ploy_bindings* bindings, const char* name);
PLOY_API uint32_t pl_bindings_find_sensor(const ploy_bindings* bindings, const char* name);
PLOY_API uint32_t pl_bindings_sensor_count(const ploy_bindings* bindings);
PLOY_API const ploy_sensor_def* pl_bindings_sensor(const ploy_bindings* bindings, uint32_t index);
/// "" for 0 and for numbers that were never given.
const char* pl_bindings_reason(const ploy_bindings* bindings, uint32_t reason);

#endif
