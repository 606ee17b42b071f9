// Simple minds to test the rules and to compare other minds with: one acts at random, one is a drill (a fixed priority
// list), one does what comes from outside.

#ifndef ARENA_CONTROLLERS_SIMPLE_MIND_H
#define ARENA_CONTROLLERS_SIMPLE_MIND_H

#include "games/arena/rules/agent.h"

/// NULL: out of memory. The bindings must outlive the mind. Destroy it with ploy_mind_destroy.
ploy_mind* arena_random_mind_create(const ploy_allocator* allocator, const ploy_bindings* bindings);
ploy_mind* arena_drill_mind_create(const ploy_allocator* allocator, const ploy_bindings* bindings);

/// Does the activity that wanted[agent's index] names by its index in the bindings, starts it again when it ended, and
/// changes when the number changes; PLOY_NONE: nothing. The list has one number per agent and must outlive the mind.
ploy_mind* arena_external_mind_create(const ploy_allocator* allocator, const ploy_bindings* bindings, const uint32_t* wanted);
/// Whether an agent with a simple mind could start the activity now.
bool arena_simple_mind_may(ploy_agent* agent, uint32_t activity);

/// The name of the running activity; "" for none.
const char* arena_simple_mind_doing(const ploy_agent* agent);

#endif
