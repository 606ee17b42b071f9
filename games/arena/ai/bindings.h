// The bindings of the arena: activities with the names of the actions, one condition per bool key of the blackboard and
// one scorer per number. Minds of every kind use the same bindings.

#ifndef ARENA_AI_BINDINGS_H
#define ARENA_AI_BINDINGS_H

#include "games/arena/rules/agent.h"
#include "games/arena/setup/tactics.h"

/// Every failure reason: enum name, text. A reason has the same number in all bindings.
#define ARENA_REASON_LIST(X)                                                                                           \
    X(NO_TARGET, "there is no target")                                                                                 \
    X(NO_ROUNDS, "the weapon is empty")                                                                                \
    X(NO_PATH, "there is nowhere to go")                                                                               \
    X(NOTHING_THERE, "nothing was there")                                                                              \
    X(TOO_LATE, "somebody else was faster")                                                                            \
    X(ENGAGED, "an enemy is in the way")

typedef enum arena_reason
{
    ARENA_REASON_NONE,
#define ARENA_REASON_ENUM(NAME, text) ARENA_REASON_##NAME,
    ARENA_REASON_LIST(ARENA_REASON_ENUM)
#undef ARENA_REASON_ENUM
        ARENA_REASON_COUNT
} arena_reason;

/// NULL: out of memory. The bindings have no state: callbacks find what they need in agent->user. is_parallel:
/// activities run on any worker. They change only their own agent.
ploy_bindings* arena_bindings_create(const arena_tactics* tactics, bool is_parallel, const ploy_allocator* allocator);

/// The parts. False: out of memory.
bool arena_add_fighting(ploy_bindings* bindings, bool is_parallel);
bool arena_add_moving(ploy_bindings* bindings, bool is_parallel);
bool arena_add_objectives(ploy_bindings* bindings, bool is_parallel);
bool arena_add_soldiering(ploy_bindings* bindings, bool is_parallel);
bool arena_add_conditions(ploy_bindings* bindings);

/// One row of an activity table. Its callbacks get it as call->user. Static data.
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

/// The user data of the row.
static inline const void* arena_row_user(const ploy_call* call)
{
    return ((const arena_activity*)call->user)->user;
}

bool arena_add_activities(ploy_bindings* bindings, const arena_activity* list, uint32_t count, bool is_parallel);

/// Helpers for activities.
static inline arena_agent* arena_agent_of(const ploy_agent* agent)
{
    return agent->user;
}

void arena_order_move(arena_agent* agent, arena_nav_mode mode, uint32_t node);
void arena_order_fire(arena_agent* agent, arena_fire_mode mode);
/// Moves, and fires at enemies that show up.
void arena_order_go(arena_agent* agent, uint32_t node);
/// Success when the navigation manager has arrived, failure when it gave up.
ploy_outcome arena_nav_outcome(ploy_agent* agent);
/// The node to guard: the order's, else the nearest own point or base, else where the agent is.
uint32_t arena_place_to_guard(const arena_agent* agent);
/// A soldier's walk stops where a fight begins that it can fight.
bool arena_is_stopped(const arena_agent* agent);
ploy_outcome arena_fail(ploy_agent* agent, arena_reason reason);

#endif
