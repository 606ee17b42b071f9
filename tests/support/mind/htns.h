// A small domain for tests of networks, and short ways to write them down.

#ifndef TEST_SUPPORT_MIND_HTNS_H
#define TEST_SUPPORT_MIND_HTNS_H

#include <ploy/htn.h>

extern const char* const network_places[3];

/// Go(p), Secure(p), Arm, Gain, Shoot, Drop, in this order; at, armed, hit, safe(place), ammo. NULL when out of memory.
ploy_domain* network_domain(const ploy_allocator* allocator);

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
