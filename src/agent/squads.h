// Squads and their members. A squad lies in a list by the index of its id; an agent finds its squad through a list by
// the index of its own.
//
// A task is a row of phases. In each, a member's slot says what its role is and what it is ordered to do, and whether
// the phase waits for that order (squad_task.c says so for all eight). A phase ends when no order that is waited for is
// open. An order ends well, badly, or with its member, so no phase waits for the dead.

#ifndef PL_AGENT_SQUADS_H
#define PL_AGENT_SQUADS_H

#include <ploy/squad.h>

#include "agent/world.h"
#include "base/containers/array.h"
#include "base/hash.h"
#include "base/containers/id_pool.h"

enum
{
    PL_SQUAD_NAME_BYTES = 32,
};

typedef struct pl_member
{
    ploy_agent_id agent;
    ploy_order order;        ///< the last one; open or not
    uint32_t slot;           ///< in the task; PLOY_NONE: not yet
    ploy_order_state report; ///< of the agent; open: none
    bool is_waited_for;
    bool has_refused; ///< an order of this phase ended badly
} pl_member;

typedef struct pl_squad_task
{
    ploy_squad_task_def def;
    uint32_t number; ///< 0: none
    bool is_standing;
    bool is_aborted;
} pl_squad_task;

typedef struct pl_squad
{
    ploy_squad_id id;
    char name[PL_SQUAD_NAME_BYTES];
    uint32_t size;
    int64_t home;
    bool is_closed;
    ploy_squad_task_def standing;
    ploy_blackboard* blackboard;
    pl_member* members; ///< in the order they joined
    uint32_t count;

    pl_squad_task task;
    int64_t begun;
    uint32_t phase;
    uint32_t slot_count; ///< when slots were last given out
    uint32_t done_count; ///< orders of this phase that were waited for and ended well
    uint32_t bad_count;  ///< and badly
    bool has_changed;    ///< somebody came or went since then
    int64_t rest_until;  ///< the standing task does not begin before

    pl_squad_task queue[PLOY_SQUAD_QUEUE];
    uint32_t queue_count;
} pl_squad;

enum
{
    PL_IN_NOTHING,
    PL_IN_POOL,
    PL_IN_SQUAD,
};

/// Where the agent of an index is.
typedef struct pl_agent_place
{
    uint32_t generation;
    uint32_t in;
    uint32_t squad; ///< its index
} pl_agent_place;

/// The name of the fact type that an order is.
#define PL_ORDER_FACT "order"

struct ploy_squads
{
    ploy_world* world;
    ploy_squads_def def;
    int64_t now;
    pl_id_pool ids;
    PL_ARRAY(pl_squad) list; ///< by index of id
    PL_ARRAY(ploy_agent_id) pool;
    PL_ARRAY(pl_agent_place) places;           ///< by index of agent
    uint32_t order_fact;                       ///< the fact type, or PLOY_NONE
    uint32_t order_key, place_key, target_key; ///< or PLOY_NONE
    uint32_t task_numbers;
    uint32_t order_numbers;
};

static inline bool pl_agent_is(ploy_agent_id a, ploy_agent_id b)
{
    return a.index1 == b.index1 && a.generation == b.generation;
}

/// An id as the trace and facts have it.
static inline uint64_t pl_squad_word(ploy_squad_id id)
{
    return (uint64_t)id.generation << 32 | id.index1;
}

/// 0 where the game does not say.
static inline int64_t pl_squads_distance(const ploy_squads* squads, ploy_agent_id agent, int64_t place)
{
    const ploy_squad_callbacks* calls = &squads->def.calls;
    return calls->distance ? calls->distance(calls->user, agent, place) : 0;
}

static inline bool pl_member_has_order(const pl_member* member)
{
    return member->order.number != 0 && member->order.state == PLOY_ORDER_OPEN;
}

/// NULL: it is gone.
pl_squad* pl_squad_at(const ploy_squads* squads, ploy_squad_id id);
/// NULL: it is in no squad.
pl_member* pl_member_of(const ploy_squads* squads, ploy_agent_id agent, pl_squad** squad);
pl_agent_place* pl_agent_place_of(const ploy_squads* squads, ploy_agent_id agent);
ploy_agent* pl_member_agent(const ploy_squads* squads, const pl_member* member);
/// Members and blackboard, for a size that is set; false when out of memory, and nothing is left.
bool pl_squad_make(ploy_squads* squads, pl_squad* squad);
/// Everything but the id, before its memory is freed or given to another.
void pl_squad_free(ploy_squads* squads, pl_squad* squad);
/// Without any squad or agent; no callback is called, open orders are forgotten.
void pl_squads_clear(ploy_squads* squads);
/// The squads of a world, without callbacks. NULL when out of memory.
ploy_squads* pl_squads_create(ploy_world* world);
/// NULL is allowed.
void pl_squads_destroy(ploy_squads* squads);
/// Keys and the fact type that orders go to.
void pl_squads_find_names(ploy_squads* squads);
/// The world is complete: names are found, and squads that were created before get their blackboards. false when out of
/// memory.
bool pl_squads_seal(ploy_squads* squads);
void pl_squads_save(const ploy_squads* squads, ploy_writer* writer);
/// After the world's agents. Squads and members that are there go first. PLOY_INVALID, PLOY_OUT_OF_MEMORY: none are left.
ploy_status pl_squads_load(ploy_squads* squads, ploy_reader* reader);

// Members (squad_members.c).

/// Takes a member out; the agent may be gone.
void pl_squad_remove(ploy_squads* squads, pl_squad* squad, uint32_t index);
void pl_squads_drop_gone(ploy_squads* squads);
void pl_squads_fill_from_pool(ploy_squads* squads);
bool pl_agent_place_set(ploy_squads* squads, ploy_agent_id agent, uint32_t in, uint32_t squad);

// Orders (orders.c).

/// What a slot has to do in a phase.
typedef struct pl_duty
{
    ploy_role role;
    ploy_order_kind kind; ///< none: nothing
    ploy_order_kind then; ///< while others are waited for, once it is done; none: nothing
    int64_t place;
    bool is_waited_for;
} pl_duty;

/// An order like the one that is open leaves that as it is.
void pl_order_give(ploy_squads* squads, pl_squad* squad, pl_member* member, const pl_duty* duty);
/// Nothing to do if none is open.
void pl_order_end(ploy_squads* squads, pl_squad* squad, pl_member* member, ploy_order_state state);
/// How an open order stands now.
ploy_order_state pl_order_check(const ploy_squads* squads, const pl_member* member);

// Tasks: the eight of them as duties (squad_task.c), slots (roles.c), and what makes them go on (squad_tick.c).

/// With its defaults filled in.
ploy_squad_task_def pl_squad_task_with_defaults(const ploy_squad_task_def* given);
bool pl_squad_task_is_valid(const ploy_squad_task_def* def);
/// Members without which it makes no sense.
uint32_t pl_squad_task_min(const ploy_squad_task_def* def);
/// UINT32_MAX: it has no end of its own.
uint32_t pl_squad_task_phases(const ploy_squad_task_def* def);
/// The duty of one of `slots` slots.
pl_duty pl_squad_task_duty(const ploy_squad_task_def* def, uint32_t phase, uint32_t slot, uint32_t slots);
/// Does another member take over when no member did what the phase waits for?
bool pl_squad_task_replaces(const ploy_squad_task_def* def, uint32_t phase);

/// The duty of a slot now, at its spot.
pl_duty pl_squad_duty(const ploy_squads* squads, const pl_squad* squad, uint32_t slot);
/// Gives out all slots again, at the lowest sum of distances.
void pl_squad_give_roles(ploy_squads* squads, pl_squad* squad, bool all_are_new);
/// Must slots be given out again before the phase begins?
bool pl_squad_needs_roles(const pl_squad* squad);
/// The lowest free slot, to a member that joined.
void pl_squad_give_free_slot(ploy_squads* squads, pl_squad* squad, pl_member* member);

void pl_squad_end_task(ploy_squads* squads, pl_squad* squad, ploy_squad_task_end end);
/// All squads, at the beginning of the world's tick.
void pl_squads_tick(ploy_squads* squads, int64_t now);

// Assignment: which agent gets which job, so that the sum of costs is the lowest.

/// Agents or jobs of one assignment, at most.
#define PL_ASSIGN_MAX PLOY_SQUAD_MAX

/// A cost that stands for "cannot".
#define PL_ASSIGN_NEVER INT64_MAX

/// costs[a * jobs + j], each 0 .. 2^40 or PL_ASSIGN_NEVER; larger ones count as 2^40. As many agents as possible get one
/// job each, no job goes to two, and the sum of costs is the lowest possible; job_of[a] is PLOY_NONE for an agent that
/// gets none. agents and jobs are at most PL_ASSIGN_MAX. Returns how many got one. Cubic in the larger number.
uint32_t pl_assign(const int64_t* costs, uint32_t agents, uint32_t jobs, uint32_t* job_of);

uint32_t pl_squads_count(const ploy_squads* squads);
/// In order of index: the first after this one (zero: of all). Zero: no more.
ploy_squad_id pl_squads_next(const ploy_squads* squads, ploy_squad_id after);
/// Agents in the pool.
uint32_t pl_squads_pool_count(const ploy_squads* squads);
/// "" when it is gone.
const char* pl_squad_name(const ploy_squads* squads, ploy_squad_id squad);
/// PLOY_SQUAD_TASK_KIND_COUNT: no such name.
/// For files.
ploy_squad_task_kind pl_squad_task_find(const char* name);

#endif
