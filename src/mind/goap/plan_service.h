// The plan service: plans for many agents of one domain. Minds of any kind request their plans here. It is a search
// service (search/service.h) with a planner per slot, one shared cache, and a queue of clients:
//
//   request   WAITING --- queued, in order of client ---> QUEUED --- a slot takes it ---> RUNNING --- done ---> IDLE
//   cancel    while QUEUED: DROPPED, until the queue passes over it (or it requests again, and keeps its place)
//
// Invariant: a request and a cancel write only the client's own entry, so agents may do both on any threads at the same
// time. The queue is made on one thread in order of client, so it does not depend on who was first. A client that
// requests again inside done is served at once, by the same slot.
//
// Workload: thousands of requests per tick that a policy answers in 100 ns; now and then a search of many ticks.

#ifndef PL_MIND_GOAP_PLAN_SERVICE_H
#define PL_MIND_GOAP_PLAN_SERVICE_H

#include <ploy/goap.h>
#include <ploy/plan.h>

#include "base/containers/array.h"
#include "base/shared.h"
#include "mind/utility/utility.h"
#include "search/service.h"

/// Receives the answer on the slot's thread, so it writes only what belongs to the agent. The plan lives during the
/// call.
typedef void pl_plan_service_fn(ploy_agent* agent, const ploy_plan* plan);

/// The part of a request that is the same for all agents of a mind. It stays in place while a request is open.
typedef struct pl_plan_service_options
{
    pl_plan_service_fn* done;
    pl_plan_service_fn*
        better; ///< gets each plan that a search finds while it goes on, at most one per slice; NULL: the
                ///< agent waits until the search has ended
    ploy_plan_options plan;
    ploy_score_fn* score;
    void* score_user;
    const ploy_utility* utility; ///< scores when there is no score function; or NULL
    ploy_viable_fn* viable;
    ploy_trace_level debug;
    const uint64_t* off; ///< one bit per action that no agent of the mind has, for the trace; NULL: they have all
} pl_plan_service_options;

typedef struct pl_plan_request
{
    const pl_plan_service_options* options;
    const uint64_t* start;    ///< copied
    const uint64_t* disabled; ///< copied; one bit per action; NULL: none is
    uint32_t target;          ///< the goal and its arguments
    uint32_t without;         ///< one more action that is disabled, or PLOY_NONE
    uint32_t last;            ///< ground action done before, or PLOY_NONE
    bool is_rest;             ///< the rest of a plan that begins with `last`
} pl_plan_request;

typedef enum pl_plan_client_state
{
    PL_PLAN_CLIENT_IDLE,
    PL_PLAN_CLIENT_WAITING,
    PL_PLAN_CLIENT_QUEUED,
    PL_PLAN_CLIENT_DROPPED,
    PL_PLAN_CLIENT_RUNNING,
} pl_plan_client_state;

typedef struct pl_plan_client
{
    ploy_agent* agent; ///< NULL: free
    const pl_plan_service_options* options;
    uint32_t target;
    uint32_t last;
    uint32_t without; ///< for the trace alone: it is disabled already
    bool is_rest;
    bool has_disabled;
} pl_plan_client;

/// Beside the slot of the search service.
typedef struct pl_plan_slot
{
    ploy_planner* planner;
    uint32_t client;   ///< while the slot runs
    uint32_t next;     ///< index in the queue that it takes from next
    uint32_t skip;     ///< from the end of its block to its next one
    uint32_t ran_out1; ///< a client whose search reached its limit in this tick, plus one; 0: none
    pl_utility_scorer scorer;
    ploy_trace trace; ///< the agent's, with at most the level of the mind
} pl_plan_slot;

typedef PL_ARRAY(uint32_t) pl_plan_client_list;

struct ploy_plan_service
{
    ploy_plan_service_def def;
    pl_shared shared; ///< by minds
    const ploy_domain* domain;
    ploy_cache* cache;
    pl_search_service search;
    pl_plan_slot* slots;
    ploy_planner** planners; ///< of the slots, for the cache
    PL_ARRAY(pl_plan_client) clients;
    PL_ARRAY(uint8_t) states; ///< pl_plan_client_state, one per client
    PL_ARRAY(uint64_t) words; ///< start and disabled of each client
    pl_plan_client_list free;
    pl_plan_client_list queue;
    const void* keeper; ///< the mind that saves the service: the first that is saved
    uint64_t ticks;
    uint64_t cancelled; ///< written between ticks alone
    uint32_t state_words;
    uint32_t action_words;
    uint32_t dealt;         ///< entries of the queue that slots take from in this round
    uint32_t block;         ///< entries that a slot takes before the next slot's turn
    uint32_t version;       ///< of the domain, when the running searches began
    uint32_t unmerged;      ///< ticks since the cache could learn
    bool has_logged_search; ///< that a search reached its limit
    bool has_logged_tick;   ///< that a tick did
};

/// Room for `count` clients; false when out of memory.
bool pl_plan_service_reserve(ploy_plan_service* service, uint32_t count);
/// On one thread at a time, between ticks. Returns a client, or PLOY_NONE when out of memory.
uint32_t pl_plan_service_join(ploy_plan_service* service, ploy_agent* agent);
/// Cancels the client's request.
void pl_plan_service_leave(ploy_plan_service* service, uint32_t client);

/// On any thread, one thread per client. Replaces the client's earlier request.
void pl_plan_service_request(ploy_plan_service* service, uint32_t client, const pl_plan_request* request);
void pl_plan_service_cancel(ploy_plan_service* service, uint32_t client);
bool pl_plan_service_is_open(const ploy_plan_service* service, uint32_t client);
/// Traces the inputs of a decision for which no search runs: the request's target is PLOY_NONE, or is held.
void pl_plan_service_trace(ploy_plan_service* service, uint32_t client, const pl_plan_request* request);

/// One tick. max_nodes 0: the default, which is lower in a domain of many operators. Returns the nodes spent. The first
/// time that a search or, by default, a tick reaches its limit, that is logged.
uint32_t pl_plan_service_update(ploy_plan_service* service, const ploy_tasks* tasks, uint32_t max_nodes);

/// What does not belong to a client: the queue, the running searches, what the cache has learned.
void pl_plan_service_save(const ploy_plan_service* service, ploy_writer* writer);
ploy_status pl_plan_service_load(ploy_plan_service* service, ploy_reader* reader);
/// A client's index and its request. Loading replaces joining.
void pl_plan_service_save_client(const ploy_plan_service* service, uint32_t client, ploy_writer* writer);
ploy_status pl_plan_service_load_client(ploy_plan_service* service, ploy_agent* agent,
                                        const pl_plan_service_options* options, ploy_reader* reader, uint32_t* client);

static inline uint64_t* pl_plan_client_start(const ploy_plan_service* service, uint32_t client)
{
    return service->words.data + (size_t)client * (service->state_words + service->action_words);
}

static inline uint64_t* pl_plan_client_disabled(const ploy_plan_service* service, uint32_t client)
{
    return pl_plan_client_start(service, client) + service->state_words;
}

// The inputs of a search as trace events: all that <ploy/debugger.h> needs to repeat it without the game.
//
// Every context, activity and cost that callbacks of the game decide is evaluated here, not only those that matter to
// this search, so that the debugger can plan for other goals as well. Callbacks read only, so evaluating them more
// often changes nothing. It happens only while a trace is recorded.

typedef struct pl_decision_traced
{
    const ploy_mind* mind;
    const ploy_domain* domain;
    const ploy_plan_query* query; ///< with its trace, which is on
    uint32_t target;              ///< or PLOY_NONE: nothing is searched
    uint32_t without;             ///< action, or PLOY_NONE
    const uint64_t* off;          ///< one bit per action that the agent cannot do; NULL: it can do all
} pl_decision_traced;

void pl_decision_trace(const pl_decision_traced* inputs);

#endif
