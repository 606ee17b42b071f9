// Bindings from inside: one list each of activities, conditions, scorers, nodes and sensors, with their names in the same
// order, and the reasons of failures.
//
// Lists are short (tens). An item never moves, and binding its name again changes its callbacks alone, so a mind may
// keep indices and addresses. Finding a name marks it as used: what nobody ever looks for is misspelt or forgotten.

#ifndef PL_MIND_COMMON_BINDINGS_H
#define PL_MIND_COMMON_BINDINGS_H

#include <ploy/mind.h>
#include <ploy/plan.h>

#include "base/containers/arena.h"
#include "base/containers/array.h"
#include "base/containers/names.h"
#include "base/hints.h"
#include "base/shared.h"
#include "mind/common/ports.h"

typedef struct pl_binding_list
{
    pl_names names;
    PL_ARRAY(void*) items;      ///< by index, which is the id of the name
    PL_ARRAY(pl_counter*) used; ///< likewise; set by any thread that finds the name
} pl_binding_list;

/// The items of the lists: the def as it was given, and its ports. The def comes first, so its address is the item's.
typedef struct pl_activity_item
{
    ploy_activity_def def;
    pl_port_list ports;
    bool is_disabled; ///< by a debugger: it fails instead of starting
} pl_activity_item;

typedef struct pl_condition_item
{
    ploy_condition_def def;
    pl_port_list ports;
} pl_condition_item;

typedef struct pl_scorer_item
{
    ploy_scorer_def def;
    pl_port_list ports;
} pl_scorer_item;

typedef struct pl_node_item
{
    ploy_node_def def;
    pl_port_list ports;
} pl_node_item;

/// The ports of a def that bindings gave.
static inline const pl_port_list* pl_activity_ports(const ploy_activity_def* def)
{
    return &((const pl_activity_item*)def)->ports;
}

static inline bool pl_activity_is_disabled(const ploy_activity_def* def)
{
    return ((const pl_activity_item*)def)->is_disabled;
}

static inline const pl_port_list* pl_condition_ports(const ploy_condition_def* def)
{
    return &((const pl_condition_item*)def)->ports;
}

static inline const pl_port_list* pl_scorer_ports(const ploy_scorer_def* def)
{
    return &((const pl_scorer_item*)def)->ports;
}

static inline const pl_port_list* pl_node_ports(const ploy_node_def* def)
{
    return &((const pl_node_item*)def)->ports;
}

struct ploy_bindings
{
    ploy_allocator allocator;
    pl_arena arena; ///< the items
    pl_binding_list activities;
    pl_binding_list conditions;
    pl_binding_list scorers;
    pl_binding_list nodes;
    pl_binding_list sensors;
    pl_names port_names;
    pl_names reasons;
    pl_shared shared; ///< by minds and worlds
};

/// The index of a name, which counts as used from now on; PLOY_NONE: it is not bound.
uint32_t pl_binding_find(const pl_binding_list* list, const char* name, size_t length);

static inline bool pl_binding_is_used(const pl_binding_list* list, uint32_t index)
{
    return pl_counter_get(list->used.data[index]) != 0;
}

// The functions that libploy-io calls, too, are exported.

uint32_t pl_bindings_condition_count(const ploy_bindings* bindings);
uint32_t pl_bindings_scorer_count(const ploy_bindings* bindings);
const ploy_condition_def* pl_bindings_condition(const ploy_bindings* bindings, uint32_t index);
const ploy_scorer_def* pl_bindings_scorer(const ploy_bindings* bindings, uint32_t index);
uint32_t pl_bindings_find_condition(const ploy_bindings* bindings, const char* name);
uint32_t pl_bindings_find_node(const ploy_bindings* bindings, const char* name);
uint32_t pl_bindings_find_scorer(const ploy_bindings* bindings, const char* name);
uint32_t pl_bindings_find_sensor(const ploy_bindings* bindings, const char* name);

/// Binds to a domain what it calls, as far as there are conditions and scorers of these names.
void pl_bindings_bind_calls(const ploy_bindings* bindings, ploy_domain* domain);
/// The error of a domain that calls a name that is not bound, or that cannot be called.
ploy_status pl_bindings_fail_call(const ploy_bindings* bindings, const ploy_domain* domain, const char* name,
                                  ploy_error* error);
uint32_t pl_bindings_sensor_count(const ploy_bindings* bindings);
const ploy_sensor_def* pl_bindings_sensor(const ploy_bindings* bindings, uint32_t index);
/// "" for 0 and for numbers that were never given.
const char* pl_bindings_reason(const ploy_bindings* bindings, uint32_t reason);

/// The ports of an activity or condition that an action or goal of a domain uses. A port gets the parameter of its
/// name, or else the blackboard key of its name.
typedef struct pl_ports
{
    ploy_port fixed[PLOY_MAX_PORTS]; ///< of a port without a parameter
    uint8_t params[PLOY_MAX_PORTS];  ///< index of the parameter; UINT8_MAX: none
    uint8_t count;
} pl_ports;

/// An action or goal whose parameters become ports.
typedef struct pl_port_source
{
    const char* noun; ///< "action", "goal"
    const char* name;
    const char* const* params;
    const uint32_t* types; ///< of the parameters
    uint32_t param_count;
    const ploy_blackboard_keys* keys; ///< NULL: the agents have no blackboard
} pl_port_source;

/// PLOY_INVALID: a port of `user` (a `noun` of the bindings) is neither a parameter nor a key, which error names the
/// nearest of; or its type does not fit; or there are more than PLOY_MAX_PORTS.
ploy_status pl_ports_connect(const pl_port_source* from, const char* noun, const char* user,
                                      const pl_port_list* ports, pl_ports* made, ploy_error* error);

static inline void pl_ports_fill(const pl_ports* from, const uint32_t* args, ploy_port ports[PLOY_MAX_PORTS])
{
    for (uint32_t i = 0; i < from->count; ++i) {
        ports[i] = from->fixed[i];
        if (from->params[i] != UINT8_MAX) ports[i].value = args[from->params[i]];
    }
}

#endif
