// The path service: paths for many agents, some per update. Requests wait by priority; an update answers as many as its
// limits allow, on as many threads as there are. The answers do not depend on the number of threads.

#ifndef PLOY_PATH_SERVICE_H
#define PLOY_PATH_SERVICE_H

#include <ploy/nav.h>
#include <ploy/stream.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ploy_path_service ploy_path_service;

typedef struct ploy_path_service_def
{
    const ploy_nav_map* map;  ///< must outlive the service
    ploy_allocator allocator; ///< with several workers it is called from several threads at once
    ploy_tasks tasks;         ///< zeroed: everything runs on the calling thread. No task may call this service
    uint32_t max_answers;     ///< requests answered per update; 0: no limit (default)
    uint32_t max_nodes;       ///< nodes expanded per update, all requests together; 0: no limit (default)
    /// With max_nodes: searches that run at once, each with an equal part of it, 1 .. 64; default 4. More slots than
    /// workers cost memory only. Without max_nodes there is one slot per worker.
    uint32_t slots;
    /// One search from the target answers this many requests to it, or more; default 4; negative: never.
    int32_t share_from;
    /// Targets whose search is kept from update to update, for crowds: a target that is shared again has a whole distance
    /// field, which is only repaired when obstacles change (ploy_pathfinder_begin_repair). 16 bytes per node and target.
    /// Without max_nodes, for queries without area costs. Paths are the same. Default 0.
    uint32_t kept_fields;
    uint32_t capacity;       ///< requests at once that need no more memory; default 64
    const ploy_trace* trace; ///< receives the events of requests with a trace_agent, on the calling thread. NULL: none
} ploy_path_service_def;

/// NULL when out of memory.
PLOY_API ploy_path_service* ploy_path_service_create(const ploy_path_service_def* def);

/// NULL is allowed. Drops waiting requests.
PLOY_API void ploy_path_service_destroy(ploy_path_service* paths);

/// Zero is no request. An id is never used twice.
typedef struct ploy_path_request_id
{
    uint32_t index1;
    uint32_t generation;
} ploy_path_request_id;

typedef struct ploy_path_request
{
    /// Obstacles and area costs must live until the answer. Obstacles may change between updates: a running search then
    /// begins again; after the third time it is finished in one update, whatever it costs. Area costs must not change.
    ploy_path_query query;
    uint64_t owner;       ///< a newer request of the same owner drops the older one, unanswered. 0 (default): no owner
    int16_t priority;     ///< higher goes first, then the older; default 0
    uint32_t trace_agent; ///< index plus one of the agent it is for; 0 (default): it is not traced
} ploy_path_request;

/// Why a request is never answered, for the trace.
typedef enum ploy_path_drop
{
    PLOY_PATH_STALE, ///< its owner made a newer request
    PLOY_PATH_CANCELLED,
} ploy_path_drop;

/// Puts the request into the queue. Returns the zero id when out of memory, and then nothing has changed.
PLOY_API ploy_path_request_id ploy_path_service_request(ploy_path_service* paths, const ploy_path_request* request);

/// Drops a request at any time before its answer was handed out; false when it is too late, or there is no such request.
PLOY_API bool ploy_path_service_cancel(ploy_path_service* paths, ploy_path_request_id id);

typedef struct ploy_path_answer
{
    ploy_path_request_id id;
    uint64_t owner;
    /// Its nodes belong to the service until the next update. `expanded` of a shared search counts for all its answers.
    ploy_path path;
    uint32_t waited; ///< updates it waited for: 0 when the first update after the request answered it
    /// Answered by a search from the target. The cost is that of a search of its own; among paths of equal cost it may be
    /// another one.
    bool shared;
} ploy_path_answer;

/// Receives the answers of an update, in the order of the requests. May request and cancel, but not update.
typedef void ploy_path_answer_fn(void* user, const ploy_path_answer* answer);

/// Answers requests by priority until a limit is reached. done may be NULL.
PLOY_API void ploy_path_service_update(ploy_path_service* paths, ploy_path_answer_fn* done, void* user);

/// Instead of done: PLOY_OK and the answer, if the last update gave one; PLOY_IN_PROGRESS while the request waits or
/// runs; PLOY_INVALID for a request that was dropped, cancelled, or answered before the last update.
PLOY_API ploy_status ploy_path_service_poll(const ploy_path_service* paths, ploy_path_request_id id,
                                            ploy_path_answer* answer);

typedef struct ploy_path_service_stats
{
    uint32_t waiting; ///< not begun
    uint32_t active;  ///< begun and not answered
    uint64_t updates;
    uint64_t answered;
    uint64_t shared; ///< answers of shared searches
    uint64_t fields; ///< shared searches
    uint64_t stale;  ///< dropped for a newer request of the same owner
    uint64_t cancelled;
    uint64_t restarted; ///< searches begun again because obstacles changed
    uint64_t expanded;  ///< nodes
} ploy_path_service_stats;

PLOY_API ploy_path_service_stats ploy_path_service_get_stats(const ploy_path_service* paths);

// Saves.

typedef struct ploy_path_area_costs
{
    const uint32_t* costs;
    uint32_t count;
} ploy_path_area_costs;

/// A save refers to what requests point at by index: use the same lists in the same order for save and load.
typedef struct ploy_path_service_save_def
{
    const ploy_obstacles* const* obstacle_layers; ///< all that requests use. Default none
    uint32_t obstacle_layer_count;
    const ploy_path_area_costs* areas; ///< likewise, costs and count as in the requests
    uint32_t area_count;
} ploy_path_service_save_def;

/// Saves all that decides which answers come when: after a load the service goes on bit for bit. Not during an update.
/// PLOY_NOT_FOUND: a request points at something that is not in the lists.
PLOY_API ploy_status ploy_path_service_save(const ploy_path_service* paths, const ploy_path_service_save_def* def,
                                            ploy_writer* writer);

/// Into a service made like the saved one, with any number of workers; obstacle layers must be as they were. Drops what
/// the service had. Running searches begin again and catch up. PLOY_INVALID (not such a save) or PLOY_OUT_OF_MEMORY: the
/// service is empty then.
PLOY_API ploy_status ploy_path_service_load(ploy_path_service* paths, const ploy_path_service_save_def* def,
                                            ploy_reader* reader);

#ifdef __cplusplus
}
#endif

#endif
