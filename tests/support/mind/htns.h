// A small domain for tests of hierarchical task networks, and macros that keep their definitions short.

#ifndef TEST_SUPPORT_MIND_HTNS_H
#define TEST_SUPPORT_MIND_HTNS_H

#include <ploy/htn.h>

extern const char* const htn_places[3];

/// Go(p), Secure(p), Arm, Gain, Shoot, Drop, in this order; at, armed, hit, safe(place), ammo. NULL when out of memory.
ploy_domain* htn_domain(const ploy_allocator* allocator);

#define DO(task)                                                                                                       \
    {                                                                                                                  \
        .name = task                                                                                                   \
    }
#define ON(task, arg)                                                                                                  \
    {                                                                                                                  \
        .name = task, .args = {arg}, .arg_count = 1                                                                    \
    }
#define PAUSE                                                                                                          \
    {                                                                                                                  \
        .name = NULL                                                                                                   \
    }
#define SUB(...)                                                                                                       \
    .subtasks = (const ploy_htn_subtask[]){__VA_ARGS__},                                                               \
    .subtask_count = sizeof((const ploy_htn_subtask[]){__VA_ARGS__}) / sizeof(ploy_htn_subtask)
#define METHODS(...)                                                                                                   \
    .methods = (const ploy_htn_method[]){__VA_ARGS__},                                                                 \
    .method_count = sizeof((const ploy_htn_method[]){__VA_ARGS__}) / sizeof(ploy_htn_method)

#endif
