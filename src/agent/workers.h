// What each worker has for itself while agents act in parallel: the calls that activities deferred, and a watch.
//
// A worker appends the calls of its agents to its own list, so no lock is needed. A share of the agents is a run of
// ascending indices; for each share with calls the worker notes where they lie. When all agents have acted, the runs of
// all workers are visited in order of agents: the order of calls is the same for every number of workers.
//
//   worker 0   | agents 0..63: a b | agents 192..255: e |
//   worker 1   | agents 64..127: c | agents 128..191: d |      made as a b c d e

#ifndef PL_AGENT_WORKERS_H
#define PL_AGENT_WORKERS_H

#include <ploy/world.h>

#include "base/containers/array.h"
#include "base/watch.h"

/// A deferred call; its data follows.
typedef struct pl_deferred
{
    ploy_deferred_fn* fn;
    ploy_agent* agent;
    uint32_t index; ///< of the agent
    uint32_t words; ///< of data
} pl_deferred;

/// The calls of one share.
typedef struct pl_deferred_run
{
    uint32_t first;      ///< index of the first agent with calls
    uint32_t begin, end; ///< words
} pl_deferred_run;

typedef struct pl_worker
{
    pl_watch watch;
    PL_ARRAY(uint64_t) words; ///< deferred calls
    PL_ARRAY(pl_deferred_run) runs;
    uint32_t next;      ///< run, while calls are made
    uint32_t share;     ///< word at which the calls of the current share begin
    bool has_left_some; ///< agents that act on one thread
    uint32_t sensed;    ///< updates of parallel sensors in this tick
    bool has_serial;    ///< some agent has an update for one thread left
    char padding[64];   ///< so that two workers do not write to the same cache line
} pl_worker;

typedef struct pl_workers
{
    const ploy_allocator* allocator;
    pl_worker* list;
    uint32_t count;
} pl_workers;

bool pl_workers_init(pl_workers* workers, const ploy_allocator* allocator, uint32_t count);
void pl_workers_destroy(pl_workers* workers);

/// Around a share of agents.
void pl_worker_begin_share(pl_worker* worker);
void pl_worker_end_share(pl_worker* worker);
/// PLOY_OK or PLOY_OUT_OF_MEMORY.
ploy_status pl_worker_defer(pl_workers* workers, pl_worker* worker, const pl_deferred* call, const void* data,
                            size_t bytes);

/// The run with the lowest agents that is left; NULL: none. `worker` gets whose it is.
const pl_deferred_run* pl_workers_next(const pl_workers* workers, pl_worker** worker);
/// All calls were made. Each worker gets room for as many as all of them had together: which worker gets which agents
/// differs from tick to tick, and once warm nothing is allocated.
void pl_workers_clear(pl_workers* workers);

#endif
