// A slot of a path service: one search at a time, and the paths it found in this tick. Each has its own pathfinder and
// memory and writes only to the requests that it was given, so slots run on any threads without a lock.
//
// A slot is given one request, or several to one target. Those are answered by a distance field from the target. A
// request that the field cannot answer (a partial path, a start on a blocked node) gets a search of its own.

#ifndef PL_NAV_SERVICE_PATH_SLOT_H
#define PL_NAV_SERVICE_PATH_SLOT_H

#include "nav/map/nav_map.h"
#include "nav/service/path_fields.h"
#include "nav/service/path_requests.h"
#include "search/service.h"

typedef struct pl_path_slot
{
    ploy_allocator allocator;
    pl_path_requests* requests;
    ploy_pathfinder* pathfinder;
    pl_search_slot* search; ///< of the search service
    uint32_t index;
    uint32_t next_job;          ///< of those dealt to it
    pl_path_entry_list members; ///< not answered yet; the last is the one searched for, unless it is a field
    pl_node_list from;          ///< starts of the members when the field began: cancelled ones stay in it
    pl_node_list nodes;         ///< of the answers of this tick
    bool is_field;
    pl_kept_field* kept;       ///< the field that answers them; NULL: the slot's own
    bool has_no_field;         ///< the field could not begin
    uint64_t obstacle_version; ///< when the search began
    uint64_t fields;           ///< since the service was made
    uint64_t shared;           ///< requests answered by fields
} pl_path_slot;

/// false when out of memory; the slot can be destroyed all the same.
bool pl_path_slot_init(pl_path_slot* slot, uint32_t index, const ploy_path_service_def* def, pl_path_requests* requests,
                       pl_search_slot* search);
void pl_path_slot_destroy(pl_path_slot* slot);

/// Room for jobs of `member_count` requests; false when out of memory. There is always room for one.
bool pl_path_slot_reserve(pl_path_slot* slot, uint32_t member_count);

/// One request, or several for a field, which may be a kept one. The slot must be idle and have room.
void pl_path_slot_take(pl_path_slot* slot, const uint32_t* members, uint32_t count, pl_kept_field* kept);

/// Removes one of its requests.
void pl_path_slot_drop(pl_path_slot* slot, uint32_t request);

/// Have obstacles changed since the running search began?
bool pl_path_slot_is_stale(const pl_path_slot* slot);

/// After a load, for a search that had begun: the next tick restarts it.
void pl_path_slot_make_stale(pl_path_slot* slot);

/// Removes all requests and answers and sets all counts to 0.
void pl_path_slot_clear(pl_path_slot* slot);

/// Callbacks of the search service.
ploy_status pl_path_slot_begin(pl_path_slot* slot);
ploy_status pl_path_slot_update(pl_path_slot* slot, uint32_t max_nodes);
uint32_t pl_path_slot_finish(pl_path_slot* slot);

#endif
