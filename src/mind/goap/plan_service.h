// Planning for many agents: who asked for what, and the lanes that search. Minds of any kind ask through this.
//
//   ask       own    ASKED --- collected, in order of client --> QUEUED --- a lane takes it --> RUNNING --- done -->
//   IDLE thread
//             cancelled while queued: DROPPED, until the queue passes over it (or it asks again, and keeps its place)
//
// Invariant: asking and cancelling write nothing but the client's own slot, so agents may do both on any threads at the
// same time, and the queue, made on one thread in order of client, does not show who was first. The number of lanes is
// fixed, which lane gets which request is fixed before they run, and each has its own part of the nodes, so the number
// of workers does not show either. A client that asks again inside done is served at once, by the same lane.
//
// Workload: thousands of requests a tick that a policy answers in 100 ns; now and then a search of many ticks.

#ifndef PL_MIND_GOAP_PLAN_SERVICE_H
#define PL_MIND_GOAP_PLAN_SERVICE_H

#include <ploy/goap.h>

#include "base/containers/array.h"

/// The answer; called on the lane's thread, so it writes nothing but what is self's. The plan lives during the call.
typedef void pl_plan_service_fn(ploy_agent* agent, const ploy_plan* plan);

/// What a mind always asks with: one for all its agents, stays where it is while a request is open.
typedef struct pl_plan_service_options
{
    ploy_plan_options plan;
    ploy_score_fn* score;
    void* score_user;
    const ploy_utility* utility; ///< scores where there is no score; or NULL
    ploy_viable_fn* viable;
    ploy_trace_level debug;
    const uint64_t* off; ///< a bit an action that no agent of the mind has, for the trace; NULL: they have all
} pl_plan_service_options;

typedef struct pl_plan_request
{
    const pl_plan_service_options* options;
    const uint64_t* start;    ///< copied
    const uint64_t* disabled; ///< copied; a bit an action; NULL: none is
    uint32_t target;          ///< the goal and its arguments
    uint32_t without;         ///< one more action that is disabled, or PL_NONE
    uint32_t last;            ///< ground action done before, or PL_NONE
    bool is_rest;             ///< the rest of a plan that begins with `last`
} pl_plan_request;

typedef enum pl_client_state
{
    PL_CLIENT_IDLE,
    PL_CLIENT_WAITING,
    PL_CLIENT_QUEUED,
    PL_CLIENT_DROPPED,
    PL_CLIENT_RUNNING,
} pl_client_state;

typedef struct pl_client
{
    ploy_agent* agent; ///< NULL: free
    pl_plan_service_fn* done;
    const pl_plan_service_options* options;
    uint32_t target;
    uint32_t last;
    uint32_t without; ///< for the trace alone: it is disabled already
    bool is_rest;
    bool has_disabled;
} pl_client;

typedef struct pl_plan_service_slot
{
    ploy_plan_service* planning;
    ploy_planner* planner;
    uint32_t client;   ///< searched for, or PL_NONE
    uint32_t spent;    ///< nodes of that search
    uint32_t catch_up; ///< nodes that it had spent when it was saved
    uint32_t first;    ///< place in the queue it takes from next
    uint32_t stride;
    uint64_t left; ///< nodes
    uint64_t expanded;
    uint64_t answered;
    ploy_utility_scorer scorer;
    ploy_trace trace; ///< of the client, at most as loud as the mind says
    bool is_begun;
} pl_plan_service_slot;

typedef PL_ARRAY(uint32_t) pl_client_list;

struct ploy_plan_service
{
    ploy_plan_service_def def;
    const ploy_domain* domain;
    ploy_cache* cache;
    pl_plan_service_slot* slots;
    ploy_planner** planners; ///< of the lanes, for the cache
    PL_ARRAY(pl_client) clients;
    PL_ARRAY(uint8_t) states; ///< pl_client_state, beside the clients
    PL_ARRAY(uint64_t) words; ///< start and disabled of each client
    pl_client_list free;
    pl_client_list queue;
    const void* keeper; ///< the mind that saves it: the first that is saved
    uint64_t ticks;
    uint64_t cancelled; ///< written between ticks alone
    uint32_t state_words;
    uint32_t action_words;
    uint32_t dealt;    ///< places of the queue that lanes take from in this round
    uint32_t version;  ///< of the domain, when the searches under way began
    uint32_t unmerged; ///< ticks since the cache could learn
};

/// Room for so many clients; false when out of memory.
bool pl_plan_service_reserve(ploy_plan_service* planning, uint32_t count);
/// On one thread at a time, between ticks. PL_NONE when out of memory.
uint32_t pl_plan_service_join(ploy_plan_service* planning, ploy_agent* agent, pl_plan_service_fn* done);
/// Forgets what it asked.
void pl_plan_service_leave(ploy_plan_service* planning, uint32_t client);

/// On any thread, each client by itself. Takes the place of what it asked before.
void pl_plan_service_request(ploy_plan_service* planning, uint32_t client, const pl_plan_request* ask);
void pl_plan_service_cancel(ploy_plan_service* planning, uint32_t client);
bool pl_plan_service_is_open(const ploy_plan_service* planning, uint32_t client);
/// Tells the trace all that a search would be asked with, though there is none: its target is PL_NONE.
void pl_plan_service_trace(ploy_plan_service* planning, uint32_t client, const pl_plan_request* ask);

/// max_nodes 0: no limit. Returns the nodes spent.
uint32_t pl_plan_service_work(ploy_plan_service* planning, const ploy_tasks* tasks, uint32_t max_nodes);

/// What does not belong to a client: the queue, the searches under way, what the cache has learned.
void pl_plan_service_save(const ploy_plan_service* planning, ploy_writer* writer);
ploy_status pl_plan_service_load(ploy_plan_service* planning, ploy_reader* reader);
/// A client's place and its request. Loading takes the place of joining.
void pl_plan_service_save_client(const ploy_plan_service* planning, uint32_t client, ploy_writer* writer);
ploy_status pl_plan_service_load_client(ploy_plan_service* planning, ploy_agent* agent, pl_plan_service_fn* done,
                                        const pl_plan_service_options* options, ploy_reader* reader, uint32_t* client);

static inline uint64_t* pl_client_start(const ploy_plan_service* planning, uint32_t client)
{
    return planning->words.data + (size_t)client * (planning->state_words + planning->action_words);
}

static inline uint64_t* pl_client_disabled(const ploy_plan_service* planning, uint32_t client)
{
    return pl_client_start(planning, client) + planning->state_words;
}

#endif
