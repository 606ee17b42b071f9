// What agents can do, and what their minds can ask: activities by the names of D19's actions, a condition for each bool
// key of the board and a measure for each number, and distances on foot. Every kind of mind uses the same.

#ifndef ARENA_AI_BINDINGS_H
#define ARENA_AI_BINDINGS_H

#include "games/arena/rules/agent.h"

/// Every reason for self->reason: enum name, text. Their numbers are the same in all abilities.
#define ARENA_REASON_LIST(X)                                                                                           \
    X(NO_TARGET, "there is no target")                                                                                 \
    X(NO_ROUNDS, "the weapon is empty")                                                                                \
    X(NO_WAY, "there is nowhere to go")                                                                                \
    X(NOTHING_THERE, "nothing was there")                                                                              \
    X(TOO_LATE, "somebody else was faster")

typedef enum arena_reason
{
    ARENA_REASON_NONE,
#define ARENA_REASON_ENUM(NAME, text) ARENA_REASON_##NAME,
    ARENA_REASON_LIST(ARENA_REASON_ENUM)
#undef ARENA_REASON_ENUM
        ARENA_REASON_COUNT
} arena_reason;

/// NULL when out of memory. The same for all matches, and stateless: what they need they find in self->user.
ploy_bindings* arena_abilities_create(const ploy_allocator* allocator);

/// The parts. False: out of memory.
bool arena_add_fighting(ploy_bindings* bindings);
bool arena_add_moving(ploy_bindings* bindings);
bool arena_add_objectives(ploy_bindings* bindings);
bool arena_add_questions(ploy_bindings* bindings);

/// One row of an activity table: what its callbacks get as run->user. Lives for ever.
typedef struct arena_activity
{
    const char* name;
    ploy_condition_fn* viable;
    ploy_activity_fn* start;
    ploy_activity_fn* perform;
    uint32_t memory;
    const char* port;
    const void* user;
} arena_activity;

/// What the row carries for its callbacks.
static inline const void* arena_row_user(const ploy_call* call)
{
    return ((const arena_activity*)call->user)->user;
}

bool arena_add_activities(ploy_bindings* bindings, const arena_activity* list, uint32_t count);

/// What activities are made of.
static inline arena_agent* arena_self(const ploy_agent* agent)
{
    return agent->user;
}

void arena_order_move(arena_agent* agent, arena_nav_mode mode, uint32_t node);
void arena_order_fire(arena_agent* agent, arena_fire_mode mode);
/// Moves and fires at whatever shows up on the way.
void arena_order_go(arena_agent* agent, uint32_t node);
/// Success when the navigation manager is done, failure when it gave up.
ploy_outcome arena_nav_outcome(ploy_agent* agent);
ploy_outcome arena_fail(ploy_agent* agent, arena_reason reason);

#endif
