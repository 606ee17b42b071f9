// A list of activities as text, `Aim Walk(to=target, pace=2, for=1.5)`, and as plans for deeds. A port's value is a key
// of the board, a number or a bool; `for` is the duration and `limit` the time after which it fails, in seconds.

#ifndef PL_MIND_COMMON_ACTIVITY_LIST_H
#define PL_MIND_COMMON_ACTIVITY_LIST_H

#include "base/containers/array.h"
#include "mind/common/activity.h"

typedef struct pl_activities
{
    PL_ARRAY(pl_activity_plan) plans; ///< memory is left NULL: it is the agent's
    PL_ARRAY(ploy_port) ports;        ///< of all plans, which point into it
} pl_activities;

/// Into zeroed deeds; text NULL: none. Free them also after a failure. Lines and columns of errors are the text's.
ploy_status pl_activities_parse(pl_activities* activities, const char* text, const ploy_bindings* bindings,
                                const ploy_blackboard_keys* keys, const ploy_allocator* allocator, ploy_error* error);
void pl_activities_free(pl_activities* activities, const ploy_allocator* allocator);

#endif
