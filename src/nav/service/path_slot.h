// One search at a time of a path service, and what it found in this frame. A lane has its own finder and memory, and
// writes only to the requests that it was given, so lanes run on any threads without a lock; nothing that it writes
// depends on which.
//
// It is given one request, or several to one target: those are answered by a field from there, and whom the field
// cannot serve (partial paths, a start on blocked ground) is searched for one by one.

#ifndef PL_NAV_SERVICE_PATH_SLOT_H
#define PL_NAV_SERVICE_PATH_SLOT_H

#include "nav/map/nav_map.h"
#include "nav/service/path_requests.h"

typedef struct pl_path_slot
{
    ploy_allocator allocator;
    pl_requests* requests;
    ploy_pathfinder* pathfinder;
    uint32_t index;
    pl_request_list members; ///< not answered yet; the last is the one searched for, unless it is a field
    pl_node_list from;       ///< of the members that a field began with: who was dropped since stays in it
    pl_node_list nodes;      ///< of the answers of this frame
    bool is_field;
    bool is_begun;
    uint32_t spent; ///< nodes of the search under way
    uint32_t restarts;
    uint64_t overlay_version; ///< when the search began
    uint32_t left;            ///< nodes it may expand in this frame
    uint64_t expanded;        ///< nodes since the service was made, and so on
    uint64_t fields;
    uint64_t shared;
} pl_path_slot;

/// false when out of memory; the lane can be destroyed all the same.
bool pl_path_slot_init(pl_path_slot* slot, uint32_t index, const ploy_path_service_def* def, pl_requests* requests);
void pl_path_slot_destroy(pl_path_slot* slot);
size_t pl_path_slot_bytes(const pl_path_slot* slot);

/// Room for jobs of so many requests; false when out of memory. For one there always is.
bool pl_path_slot_reserve(pl_path_slot* slot, uint32_t member_count);

static inline bool pl_path_slot_is_busy(const pl_path_slot* slot)
{
    return slot->members.count > 0;
}

/// The lane must not be busy, and have room. One request, or several for a field.
void pl_path_slot_take(pl_path_slot* slot, const uint32_t* members, uint32_t count);

/// Forgets one of its requests.
void pl_path_slot_drop(pl_path_slot* slot, uint32_t request);

/// Begins again if the obstacles of the search under way have changed; true if so.
bool pl_path_slot_restart_if_changed(pl_path_slot* slot);

/// Have obstacles changed since the search under way began?
bool pl_path_slot_is_stale(const pl_path_slot* slot);

/// Without requests and answers, its counts 0.
void pl_path_slot_clear(pl_path_slot* slot);

/// Begins the search, a field for `from`, and brings it to where so many nodes were expanded; stale: to where it begins
/// again with the next frame. PLOY_INVALID: it cannot get there; PLOY_OUT_OF_MEMORY.
ploy_status pl_path_slot_catch_up(pl_path_slot* slot, uint32_t spent, bool is_stale);

/// Searches until all requests are answered or max_nodes (UINT32_MAX: no limit) are expanded. Returns how many, with a
/// limit.
uint32_t pl_path_slot_run(pl_path_slot* slot, uint32_t max_nodes);

#endif
