// The requests of a path service and the order in which they are served.
//
//   add -> WAITING -- take --> TAKEN -- the answer is written --> ANSWERED -- handed out --> DELIVERED -> release
//             ^---- put back ----'
//
// Waiting requests are in a heap (priority, then age), and in a ring per target so that one search can serve several.
// Nothing here searches. Only reserve allocates.

#ifndef PL_NAV_SERVICE_PATH_REQUESTS_H
#define PL_NAV_SERVICE_PATH_REQUESTS_H

#include <ploy/path_service.h>

#include "base/containers/heap.h"
#include "base/containers/id_pool.h"
#include "base/containers/table.h"

typedef enum pl_path_entry_state
{
    PL_PATH_ENTRY_WAITING,
    PL_PATH_ENTRY_TAKEN,
    PL_PATH_ENTRY_ANSWERED,
    PL_PATH_ENTRY_DELIVERED,
} pl_path_entry_state;

typedef struct pl_path_entry
{
    ploy_path_query query;
    uint64_t owner;
    uint64_t sequence; ///< number of the request, from 1
    uint64_t tick;     ///< updates before the request
    pl_path_entry_state state;
    int16_t priority;
    bool shared;
    uint32_t trace_agent;
    uint32_t slot;       ///< searches it, or holds the nodes of its answer
    uint32_t first_node; ///< in the slot's memory
    uint32_t next;       ///< in the ring of its target
    uint32_t previous;
    ploy_path path;
} pl_path_entry;

typedef PL_ARRAY(uint32_t) pl_path_entry_list;

typedef struct pl_path_requests
{
    ploy_allocator allocator;
    pl_id_pool ids;
    PL_ARRAY(pl_path_entry) all; ///< by index of the id
    pl_heap waiting;
    pl_map targets; ///< target to the oldest request in its ring
    pl_map owners;  ///< owner to its request that was not handed out yet
    uint64_t next_sequence;
    uint32_t node_count; ///< of the nav map
} pl_path_requests;

void pl_path_requests_init(pl_path_requests* requests, const ploy_allocator* allocator, uint32_t node_count);
void pl_path_requests_destroy(pl_path_requests* requests);

/// Room for `count` requests at once; false when out of memory.
bool pl_path_requests_reserve(pl_path_requests* requests, uint32_t count);

/// Removes all requests and starts the numbers again; keeps the memory.
void pl_path_requests_clear(pl_path_requests* requests);

/// There must be room for one more, and the owner must have no other request.
pl_id pl_path_requests_add(pl_path_requests* requests, const ploy_path_request* request, uint64_t tick);

/// The owner's request that was not handed out yet, or PLOY_NONE.
uint32_t pl_path_requests_of_owner(const pl_path_requests* requests, uint64_t owner);

/// Takes the first waiting request; PLOY_NONE: none waits.
uint32_t pl_path_requests_take(pl_path_requests* requests);

/// Takes up to `max` waiting requests to the same target with the same obstacles, area costs and agent size, and appends
/// them to the list, which must have room. Takes none when there are fewer than `min`.
void pl_path_requests_take_alike(pl_path_requests* requests, uint32_t index, uint32_t min, uint32_t max,
                                 pl_path_entry_list* list);

/// A taken request waits again; in its ring it comes last.
void pl_path_requests_put_back(pl_path_requests* requests, uint32_t index);

/// Removes a request in any state.
void pl_path_requests_release(pl_path_requests* requests, uint32_t index);

/// A new request of the owner does not replace this one any more.
void pl_path_requests_forget_owner(pl_path_requests* requests, uint32_t index);

static inline pl_path_entry* pl_path_requests_at(const pl_path_requests* requests, uint32_t index)
{
    return &requests->all.data[index];
}

#endif
