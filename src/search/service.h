// A search service: a fixed number of slots that run searches side by side, in slices, on a budget of nodes per tick.
// The path service (nav) and the plan service (mind) are built on it.
//
//            take                begin               update ...            finish
//   idle ----------> running ----------> in progress ----------> finished ----------> idle, or running the next search
//    ^                  ^------ restart ------'
//    '----- release (cancel) -----'
//
// What is the same in both services is here: sharing out the nodes, a slice of a search, a round of all slots on worker
// threads, restarts, catching up after a load, cancel, counts.
//
// What stays with each service, because it differs:
//   the queue     Paths wait in a heap by priority, with requests to one target linked for a shared search. Plans are
//                 requested from any thread by writing one byte, and thousands of them are answered per tick in about
//                 100 ns each, so they wait in a plain list in order of client.
//   dealing       The path service gives each slot as many jobs as its nodes will probably pay for. The plan service
//                 deals its list out with a stride and stores nothing per job.
//   the answer    Paths are handed out after the tick, in order of request. A plan goes to its agent on the slot's
//                 thread, and the agent may request again at once.
//   save formats  A running search is always saved as its request and the nodes spent on it.
//
// Invariant: a slot writes only its own state, and which requests it takes is fixed before the round begins, so the
// number of workers changes nothing but the time. (Without a budget every search runs to its end, so there the order
// in which slots take requests may be left to chance.)

#ifndef PL_SEARCH_SERVICE_H
#define PL_SEARCH_SERVICE_H

#include <ploy/base.h>

typedef struct pl_search_slot
{
    bool is_running;   ///< it has a request
    bool is_begun;     ///< and the search for it has begun
    uint32_t spent;    ///< nodes of the search in progress
    uint32_t catch_up; ///< nodes the search had spent when it was saved; begin expands them again, free of charge
    uint32_t restarts; ///< of this request
    uint64_t left;     ///< nodes the slot may still expand in this tick
    uint64_t expanded; ///< nodes of all finished searches
    uint64_t finished; ///< searches
} pl_search_slot;

/// What a slot runs. All are called on the slot's thread.
typedef struct pl_search_service_callbacks
{
    /// Gives an idle slot its next request with pl_search_slot_take; false: there is none.
    bool (*take)(void* context, uint32_t slot);
    /// Begins the slot's search. Any status but PLOY_IN_PROGRESS finishes it.
    ploy_status (*begin)(void* context, uint32_t slot);
    ploy_status (*update)(void* context, uint32_t slot, uint32_t max_nodes);
    /// Answers the request and returns the nodes that the search expanded. The slot is idle by then, unless the
    /// callback takes another request.
    uint32_t (*finish)(void* context, uint32_t slot);
} pl_search_service_callbacks;

typedef struct pl_search_service
{
    const pl_search_service_callbacks* callbacks;
    void* context;
    pl_search_slot* slots;
    uint32_t slot_count;
    uint32_t max_restarts; ///< a search restarted this often runs to its end, whatever it costs
} pl_search_service;

#define PL_MAX_SEARCH_SLOTS 64

/// slot_count: 1 .. PL_MAX_SEARCH_SLOTS. false when out of memory; destroy is allowed then, too.
bool pl_search_service_init(pl_search_service* service, const ploy_allocator* allocator, uint32_t slot_count,
                            const pl_search_service_callbacks* callbacks, void* context);
void pl_search_service_destroy(pl_search_service* service, const ploy_allocator* allocator);

/// All slots idle, all counts 0.
void pl_search_service_clear(pl_search_service* service);

// A tick.

/// Gives each slot an equal part of max_nodes (0: no limit). With each turn other slots get the odd nodes.
void pl_search_service_share(pl_search_service* service, uint32_t max_nodes, uint64_t turn);

/// Moves the nodes left in idle slots to those that run. false: there are none to move.
bool pl_search_service_share_rest(pl_search_service* service);

/// A round: every slot takes requests and runs them until it has no nodes left or nothing to take.
void pl_search_service_run(pl_search_service* service, const ploy_tasks* tasks);

/// A round in which worker i runs slot i, for at most worker_count workers: `take` may hand out requests in any order.
void pl_search_service_run_workers(pl_search_service* service, const ploy_tasks* tasks, uint32_t worker_count);

uint32_t pl_search_service_running_count(const pl_search_service* service);
uint64_t pl_search_service_nodes_left(const pl_search_service* service);
uint64_t pl_search_service_expanded(const pl_search_service* service);

// One slot.

/// The slot must be idle.
static inline void pl_search_slot_take(pl_search_slot* slot)
{
    slot->is_running = true;
    slot->is_begun = false;
    slot->restarts = 0;
}

/// Gives up its request.
static inline void pl_search_slot_release(pl_search_slot* slot)
{
    slot->is_running = slot->is_begun = false;
    slot->spent = slot->catch_up = 0;
}

/// The search begins again with the next slice.
static inline void pl_search_slot_restart(pl_search_slot* slot)
{
    slot->is_begun = false;
    ++slot->restarts;
}

/// Begins the search of a slot and catches up with `catch_up`; a round does this by itself.
ploy_status pl_search_service_begin(pl_search_service* service, uint32_t slot);

#endif
