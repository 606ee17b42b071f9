// The requests of a path service: who asked for what, who waits, who comes first, who wants to go to the same place.
//
//   add -> WAITING -- take --> TAKEN -- the answer is written --> ANSWERED -- handed out --> DELIVERED -> release
//             ^---- put back ----'
//
// Those that wait are in a heap (priority, then age) and in a ring for each target. Nothing here searches. Adding is
// the only thing that allocates.

#ifndef PL_NAV_SERVICE_PATH_REQUESTS_H
#define PL_NAV_SERVICE_PATH_REQUESTS_H

#include <ploy/path_service.h>

#include "base/containers/heap.h"
#include "base/containers/id_pool.h"
#include "base/containers/map.h"

typedef enum pl_request_state
{
    PL_REQUEST_WAITING,
    PL_REQUEST_TAKEN,
    PL_REQUEST_ANSWERED,
    PL_REQUEST_DELIVERED,
} pl_request_state;

typedef struct pl_request
{
    ploy_path_query query;
    uint64_t owner;
    uint64_t sequence; ///< requests before it
    uint64_t tick;     ///< updates before it
    pl_request_state state;
    int16_t priority;
    bool shared;
    uint32_t trace_agent;
    uint32_t slot;       ///< that searches it, or holds the nodes of its answer
    uint32_t first_node; ///< in the lane's memory
    uint32_t next;       ///< of those that wait for the same target
    uint32_t previous;
    ploy_path path;
} pl_request;

typedef PL_ARRAY(uint32_t) pl_request_list;

typedef struct pl_requests
{
    ploy_allocator allocator;
    pl_id_pool ids;
    PL_ARRAY(pl_request) all; ///< beside the ids
    pl_heap waiting;
    pl_map targets; ///< target to the oldest that waits for it
    pl_map owners;  ///< owner to the request not handed out
    uint64_t next_sequence;
    uint32_t node_count; ///< of the ground
} pl_requests;

void pl_requests_init(pl_requests* requests, const ploy_allocator* allocator, uint32_t node_count);
void pl_requests_destroy(pl_requests* requests);

/// Room for count at once; false when out of memory.
bool pl_requests_reserve(pl_requests* requests, uint32_t count);

/// Forgets all, as if none had ever been; keeps its room.
void pl_requests_clear(pl_requests* requests);

/// There must be room for one more. The owner must have none.
pl_id pl_requests_add(pl_requests* requests, const ploy_path_request* request, uint64_t tick);

/// The owner's request that was not handed out yet, or PL_NONE.
uint32_t pl_requests_of_owner(const pl_requests* requests, uint64_t owner);

/// The first that waits, now taken; PL_NONE: none waits.
uint32_t pl_requests_take(pl_requests* requests);

/// Takes at most `most` others that wait for the same under the same conditions and appends them, if there are at least
/// `least`. The list must have room.
void pl_requests_take_alike(pl_requests* requests, uint32_t index, uint32_t min, uint32_t max, pl_request_list* list);

/// A taken one waits again, behind the others that want to go there.
void pl_requests_put_back(pl_requests* requests, uint32_t index);

/// Out of the queue, if it waits, and forgotten.
void pl_requests_release(pl_requests* requests, uint32_t index);

/// The owner may ask again without dropping this one.
void pl_requests_forget_owner(pl_requests* requests, uint32_t index);

static inline pl_request* pl_requests_at(const pl_requests* requests, uint32_t index)
{
    return &requests->all.data[index];
}

#endif
