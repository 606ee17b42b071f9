// The mind of a network, and what one agent remembers:
//
//   head | state as last seen | state for trying | notes of the plan's rank | steps | where to go on after a pause |
//   memory of the activity
//
// Searches are asked for in think and done in work, for the mind's agents in order of their indices, so that the mind
// keeps a list of them. Workload: many agents, of which few need a plan in a tick.

#ifndef PL_MIND_HTN_HTN_MIND_H
#define PL_MIND_HTN_HTN_MIND_H

#include <ploy/goap.h>

#include "mind/common/activity.h"
#include "mind/htn/htn.h"
#include "mind/common/ports.h"

enum
{
    PL_NETWORK_RANK = 64, ///< notes of a rank that are kept: what comes after them does not make a plan better
};

/// What an agent asks work for.
typedef enum pl_network_want
{
    PL_NETWORK_WANTS_NOTHING,
    PL_NETWORK_WANTS_PLAN,
    PL_NETWORK_WANTS_BETTER, ///< than the one under way
    PL_NETWORK_WANTS_REST,   ///< after a pause
} pl_network_want;

typedef struct pl_network_action
{
    uint32_t activity; ///< PLOY_NONE: it takes its duration
    int64_t duration;  ///< microseconds
    int64_t limit;
    pl_ports ports;
} pl_network_action;

typedef struct pl_network_mind
{
    ploy_mind mind;
    ploy_allocator allocator;
    const ploy_network* network;
    const ploy_abilities* abilities;
    ploy_view* view; ///< NULL: nothing is sensed
    uint64_t* disabled;
    pl_network_action* actions;
    uint32_t action_count;
    uint32_t task;
    int64_t retry;
    uint32_t words;
    uint32_t state_at, trial_at, rank_at, steps_at, rest_at, run_at; ///< bytes into the memory
    uint32_t run_bytes;
    uint32_t rest_room;
    PL_ARRAY(ploy_self*) selves;              ///< by agent index
    PL_ARRAY(ploy_network_planner*) planners; ///< one a worker
    uint32_t next;                            ///< agent index at which a limited work goes on
} pl_network_mind;

typedef struct pl_network_step
{
    uint32_t action;
    uint32_t args[PLOY_MAX_ARGS];
} pl_network_step;

typedef struct pl_network_memory
{
    pl_deed deed;
    int64_t retry_at;
    uint64_t board_stamp;
    const ploy_board* board; ///< that it is of
    int64_t cost;            ///< of the plan, when it was found
    pl_network_step doing;   ///< while is_doing
    uint32_t rank_count;
    uint16_t at; ///< the step under way or next
    uint16_t count;
    uint16_t rest_count;
    uint8_t status; ///< of the last search
    uint8_t wants;  ///< pl_network_want
    uint8_t is_doing;
    uint8_t is_leaving; ///< what is done is being halted to make way
    uint8_t is_warm;    ///< the state has been read
} pl_network_memory;

static inline pl_network_mind* pl_network_mind_of(const ploy_self* self)
{
    return (pl_network_mind*)self->mind;
}

static inline pl_network_memory* pl_network_memory_of(const ploy_self* self)
{
    return self->memory;
}

static inline void* pl_network_part(const ploy_self* self, uint32_t at)
{
    return (char*)self->memory + at;
}

static inline uint64_t* pl_network_state(const ploy_self* self)
{
    return pl_network_part(self, pl_network_mind_of(self)->state_at);
}

static inline uint32_t* pl_network_rank(const ploy_self* self)
{
    return pl_network_part(self, pl_network_mind_of(self)->rank_at);
}

static inline pl_network_step* pl_network_steps(const ploy_self* self)
{
    return pl_network_part(self, pl_network_mind_of(self)->steps_at);
}

static inline ploy_network_rest* pl_network_rest_of(const ploy_self* self)
{
    return pl_network_part(self, pl_network_mind_of(self)->rest_at);
}

extern const ploy_mind_class pl_network_class;

/// Among the mind's agents from now on; PLOY_OK or PLOY_OUT_OF_MEMORY.
ploy_status pl_network_enlist(ploy_self* self);
void pl_network_dismiss(ploy_self* self);

uint32_t pl_network_work(ploy_mind* mind, const ploy_tasks* tasks, uint32_t max_nodes);
/// Nothing is planned any more; what is under way is left to be halted.
void pl_network_drop(ploy_self* self);

void pl_network_save(const ploy_self* self, ploy_writer* writer);
ploy_status pl_network_load(ploy_self* self, ploy_reader* reader);
size_t pl_network_shape(const ploy_mind* mind, char* text, size_t size);
size_t pl_network_why(const ploy_self* self, char* text, size_t size);

#endif
