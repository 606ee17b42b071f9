// Minds of the arena's own, to exercise its rules and to measure others against: one that does anything at random, and
// a drill, a fixed list of what comes first.

#ifndef ARENA_CONTROLLERS_SIMPLE_MIND_H
#define ARENA_CONTROLLERS_SIMPLE_MIND_H

#include "games/arena/rules/agent.h"

/// NULL when out of memory. The abilities must outlive it. Destroyed by ploy_mind_destroy.
ploy_mind* arena_random_mind_create(const ploy_allocator* allocator, const ploy_bindings* bindings);
ploy_mind* arena_drill_mind_create(const ploy_allocator* allocator, const ploy_bindings* bindings);

/// The name of the activity under way; "" when there is none.
const char* arena_simple_mind_doing(const ploy_agent* agent);

#endif
