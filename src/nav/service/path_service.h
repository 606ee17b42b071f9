// Inside the path service.

#ifndef PL_NAV_SERVICE_PATH_SERVICE_H
#define PL_NAV_SERVICE_PATH_SERVICE_H

#include <ploy/path_service.h>

#include "nav/service/path_fields.h"
#include "nav/service/path_slot.h"

/// One request, or several to one target.
typedef struct pl_path_job
{
    uint32_t first; ///< in members
    uint32_t count;
    uint32_t slot; ///< with a limit on nodes: the slot that runs it
    pl_kept_field* field; ///< answers it; NULL: a search of its own does
    bool is_taken;
} pl_path_job;

struct ploy_path_service
{
    ploy_path_service_def def;
    pl_path_requests requests;
    pl_search_service search;
    pl_path_slot* slots; ///< one per slot of the search service
    pl_path_fields fields;
    PL_ARRAY(pl_path_job) jobs;
    pl_path_entry_list members; ///< of the jobs, and before them those that were running when the tick began
    pl_heap order;              ///< of the answers of a tick
    PL_ARRAY(pl_id) delivered;  ///< in this tick or the last
    uint32_t usual;             ///< nodes per job, a running mean
    bool is_updating;
    ploy_path_service_stats stats;
    pl_counter next_job;
};

/// Room for `count` requests; false when out of memory.
bool pl_path_service_reserve(ploy_path_service* paths, uint32_t count);

#endif
