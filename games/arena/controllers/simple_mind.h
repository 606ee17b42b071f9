// Simple minds to test the rules and to compare other minds with: one acts at random, one is a drill (a fixed priority
// list).

#ifndef ARENA_CONTROLLERS_SIMPLE_MIND_H
#define ARENA_CONTROLLERS_SIMPLE_MIND_H

#include "games/arena/rules/agent.h"

/// NULL: out of memory. The bindings must outlive the mind. Destroy it with ploy_mind_destroy.
ploy_mind* arena_random_mind_create(const ploy_allocator* allocator, const ploy_bindings* bindings);
ploy_mind* arena_drill_mind_create(const ploy_allocator* allocator, const ploy_bindings* bindings);

/// The name of the running activity; "" for none.
const char* arena_simple_mind_doing(const ploy_agent* agent);

#endif
