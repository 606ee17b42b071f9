// The mind of an htn, and the data of an agent:
//
//   head | state as last read | state for simulation | rank of the plan | steps | remainder after a pause |
//   data of the activity
//
// Agents request searches in think, and the mind runs them in work, in order of the agents' indices; so the mind keeps
// a list of its agents. Workload: many agents, of which few need a plan in one tick.

#ifndef PL_MIND_HTN_HTN_MIND_H
#define PL_MIND_HTN_HTN_MIND_H

#include <ploy/goap.h>

#include "mind/common/activity.h"
#include "mind/common/held.h"
#include "mind/htn/htn.h"
#include "mind/common/bindings.h"

enum
{
    PL_HTN_RANK = 64, ///< notes of a rank that are kept; later ones do not make a plan better
};

/// What an agent wants to be searched for.
typedef enum pl_htn_want
{
    PL_HTN_WANTS_NOTHING,
    PL_HTN_WANTS_PLAN,
    PL_HTN_WANTS_BETTER, ///< than the one in progress
    PL_HTN_WANTS_REST,   ///< after a pause
} pl_htn_want;

typedef struct pl_htn_action
{
    uint32_t activity; ///< PLOY_NONE: the action only takes its duration
    int64_t duration;  ///< microseconds
    int64_t limit;
    pl_ports ports;
} pl_htn_action;

typedef struct pl_htn_mind
{
    ploy_mind mind;
    ploy_allocator allocator;
    const ploy_htn* htn;
    pl_held held;
    const ploy_bindings* bindings;
    ploy_view* view;    ///< NULL: the agents have no blackboard keys
    uint64_t* disabled; ///< one bit per action
    uint64_t* lacked;   ///< likewise: disabled by the description, not by a debugger
    pl_htn_action* actions;
    uint32_t action_count;
    uint32_t task;
    int64_t retry;
    uint32_t words;
    uint32_t state_at, trial_at, rank_at, steps_at, rest_at, run_at; ///< offsets into the agent's data
    uint32_t run_bytes;
    uint32_t rest_room;
    PL_ARRAY(ploy_agent*) agents;         ///< by agent index
    PL_ARRAY(ploy_htn_planner*) planners; ///< one per worker
    uint32_t next;                        ///< agent index at which work with a node budget continues
} pl_htn_mind;

typedef struct pl_htn_step
{
    uint32_t action;
    uint32_t args[PLOY_MAX_ARGS];
} pl_htn_step;

typedef struct pl_htn_data
{
    pl_activity activity;
    int64_t retry_at;
    uint64_t blackboard_stamp;
    const ploy_blackboard* blackboard; ///< that the stamp belongs to
    int64_t cost;                      ///< of the rest of the plan
    pl_htn_step doing;                 ///< while is_doing
    uint32_t rank_count;
    uint16_t at; ///< the running step, or the next one
    uint16_t count;
    uint16_t rest_count;
    uint8_t status; ///< of the last search
    uint8_t wants;  ///< pl_htn_want
    uint8_t is_doing;
    uint8_t is_leaving; ///< the running step is being halted for another plan
    uint8_t is_warm;    ///< the state has been read
} pl_htn_data;

static inline pl_htn_mind* pl_htn_mind_of(const ploy_agent* agent)
{
    return (pl_htn_mind*)agent->mind;
}

static inline pl_htn_data* pl_htn_data_of(const ploy_agent* agent)
{
    return agent->mind_data;
}

static inline void* pl_htn_part(const ploy_agent* agent, uint32_t at)
{
    return (char*)agent->mind_data + at;
}

static inline uint64_t* pl_htn_state(const ploy_agent* agent)
{
    return pl_htn_part(agent, pl_htn_mind_of(agent)->state_at);
}

static inline uint32_t* pl_htn_rank(const ploy_agent* agent)
{
    return pl_htn_part(agent, pl_htn_mind_of(agent)->rank_at);
}

static inline pl_htn_step* pl_htn_steps(const ploy_agent* agent)
{
    return pl_htn_part(agent, pl_htn_mind_of(agent)->steps_at);
}

static inline ploy_htn_remainder* pl_htn_rest_of(const ploy_agent* agent)
{
    return pl_htn_part(agent, pl_htn_mind_of(agent)->rest_at);
}

extern const ploy_mind_class pl_htn_class;

/// Adds the agent to the mind's list; PLOY_OK or PLOY_OUT_OF_MEMORY.
ploy_status pl_htn_add_agent(ploy_agent* agent);
void pl_htn_remove_agent(ploy_agent* agent);

uint32_t pl_htn_work(ploy_mind* mind, const ploy_tasks* tasks, uint32_t max_nodes);
/// Which method of the mind's task a plan of this rank uses, plus one; 0: unknown.
uint32_t pl_htn_method1(const pl_htn_mind* mind, const uint32_t* rank, uint32_t rank_count);
/// Drops the plan; a running step will be halted.
void pl_htn_drop(ploy_agent* agent);
/// A debugger takes an action away from the next plans of all agents, or gives it back.
void pl_htn_disable(ploy_mind* mind, uint32_t action, bool is_disabled);

void pl_htn_save(const ploy_agent* agent, ploy_writer* writer);
ploy_status pl_htn_load(ploy_agent* agent, ploy_reader* reader);
/// Steps that are planned and not done, the running one first; returns how many there are. Their costs are 0.
uint32_t pl_htn_planned_steps(const ploy_agent* agent, ploy_step* steps, uint32_t capacity);
/// How the last search ended.
ploy_status pl_htn_status(const ploy_agent* agent);

#endif
