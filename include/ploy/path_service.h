// The path service: paths for many agents, some each frame. Requests wait by priority; a frame answers as many as its
// limits allow, on as many threads as there are; what it answers does not depend on their number.

#ifndef PLOY_PATH_SERVICE_H
#define PLOY_PATH_SERVICE_H

#include <ploy/stream.h>
#include <ploy/nav.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ploy_path_service ploy_path_service;

typedef struct ploy_path_service_def
{
    const ploy_nav_map* ground; ///< must outlive the service
    ploy_allocator allocator;   ///< with several workers it is called from several threads at once
    ploy_tasks tasks;           ///< zeroed: everything on the calling thread. No task may call this service
    uint32_t max_answers;       ///< requests answered a frame; 0: no limit (default)
    uint32_t max_nodes;         ///< nodes expanded a frame, all requests together; 0: no limit (default)
    /// With max_nodes: searches under way at once, each with an equal part of it, 1 .. 64; default 4. More lanes than
    /// workers cost memory only. Without max_nodes there is one for each worker.
    uint32_t slots;
    int32_t share_from; ///< as many requests to one target are answered by one search from there; default 4; 0: never
    uint32_t capacity;  ///< requests at once that need no more memory; default 64
    const ploy_trace* trace; ///< hears of requests that have a trace_agent, on the calling thread. Default NULL: none
} ploy_path_service_def;

/// NULL when out of memory.
PLOY_API ploy_path_service* ploy_path_service_create(const ploy_path_service_def* def);

/// NULL is allowed. Requests that wait are forgotten.
PLOY_API void ploy_path_service_destroy(ploy_path_service* paths);

/// Zero is no request. An id is never used twice.
typedef struct ploy_path_request_id
{
    uint32_t index1;
    uint32_t generation;
} ploy_path_request_id;

typedef struct ploy_path_request
{
    /// What it points at (obstacles, area costs) must live until the answer. Obstacles may change between frames: a
    /// search reads them as they are when it begins, and one under way begins again; after the third time it is
    /// finished in one frame, whatever it takes. Area costs must stay as they are.
    ploy_path_query query;
    uint64_t owner;       ///< a newer request of the same owner drops the older one, unanswered. 0 (default): nobody's
    int16_t priority;     ///< higher goes first, then the older; default 0
    uint32_t trace_agent; ///< index plus one of whom it is for; 0 (default): it leaves no trace
} ploy_path_request;

/// Why a request is never answered, as the trace has it.
typedef enum ploy_path_drop
{
    PLOY_PATH_STALE, ///< its owner asked for another way
    PLOY_PATH_CANCELLED,
} ploy_path_drop;

/// Takes the request into the queue. The zero id when out of memory, and then nothing has changed.
PLOY_API ploy_path_request_id ploy_path_service_request(ploy_path_service* paths, const ploy_path_request* request);

/// Forgets a request at any time before its answer was handed out; false when it is too late, or no such request.
PLOY_API bool ploy_path_service_cancel(ploy_path_service* paths, ploy_path_request_id id);

typedef struct ploy_path_answer
{
    ploy_path_request_id id;
    uint64_t owner;
    /// Its nodes belong to the service until the next update. Of a shared search, `expanded` is that of all of it.
    ploy_path path;
    uint32_t waited; ///< updates it had to wait for: 0 when the first update after the request answered it
    /// Answered by a search from the target. The cost is that of a search of its own; of several ways that cheap it may
    /// be another one.
    bool shared;
} ploy_path_answer;

/// Takes the answers of a frame, in the order of the requests. May request and cancel, but not update.
typedef void ploy_path_answer_fn(void* user, const ploy_path_answer* answer);

/// One frame: answers requests by priority until a limit is reached. A request that is alone is searched on the calling
/// thread. done may be NULL.
PLOY_API void ploy_path_service_update(ploy_path_service* paths, ploy_path_answer_fn* done, void* user);

/// Instead of done: PLOY_OK and the answer, when the last update gave one; PLOY_IN_PROGRESS while it waits or is under way;
/// PLOY_INVALID for a request that was dropped, cancelled, or answered before the last update.
PLOY_API ploy_status ploy_path_service_poll(const ploy_path_service* paths, ploy_path_request_id id,
                                            ploy_path_answer* answer);

typedef struct ploy_path_service_stats
{
    uint32_t waiting; ///< not begun
    uint32_t active;  ///< begun and not answered
    uint64_t updates;
    uint64_t answered;
    uint64_t shared; ///< of those answered
    uint64_t fields; ///< searches that were shared
    uint64_t stale;  ///< dropped for a newer one of the same owner
    uint64_t cancelled;
    uint64_t restarted; ///< searches begun again since obstacles changed
    uint64_t expanded;  ///< nodes
} ploy_path_service_stats;

PLOY_API ploy_path_service_stats ploy_path_service_get_stats(const ploy_path_service* paths);

/// Bytes of the service and its finders.
PLOY_API size_t ploy_path_service_bytes(const ploy_path_service* paths);

// Saves.

typedef struct ploy_path_area_costs
{
    const uint32_t* costs;
    uint32_t count;
} ploy_path_area_costs;

/// What requests point at, by numbers: the same lists in the same order for save and load.
typedef struct ploy_path_service_save_def
{
    const ploy_obstacles* const* obstacle_layers; ///< every one that a request names. Default none
    uint32_t overlay_count;
    const ploy_path_area_costs* areas; ///< likewise, costs and count as in the requests
    uint32_t area_count;
} ploy_path_service_save_def;

/// All that decides which answers come when: loaded, the service goes on bit for bit. Not inside an update. A search
/// under way is saved as its request and the nodes spent. PLOY_NOT_FOUND: a request names what is not in the lists.
PLOY_API ploy_status ploy_path_service_save(const ploy_path_service* paths, const ploy_path_service_save_def* def,
                                            ploy_writer* writer);

/// Into a service made as the saved one was, with any number of workers; overlays must be as they were. What it had is
/// forgotten. Searches under way are begun again and brought to where they were. PLOY_INVALID: not such a save;
/// PLOY_OUT_OF_MEMORY; it is empty then.
PLOY_API ploy_status ploy_path_service_load(ploy_path_service* paths, const ploy_path_service_save_def* def,
                                            ploy_reader* reader);

#ifdef __cplusplus
}
#endif

#endif
