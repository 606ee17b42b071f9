// Inside the path service: what a frame works on.

#ifndef PL_NAV_SERVICE_PATH_SERVICE_H
#define PL_NAV_SERVICE_PATH_SERVICE_H

#include <ploy/path_service.h>
#include <stdatomic.h>

#include "nav/service/path_slot.h"

typedef struct pl_paths_job
{
    uint32_t first; ///< in members
    uint32_t count;
    uint32_t lane; ///< with lanes: who is to run it
    bool is_begun;
} pl_paths_job;

struct ploy_paths
{
    ploy_paths_def def;
    pl_requests requests;
    pl_lane* lanes;
    uint32_t lane_count;
    PL_ARRAY(pl_paths_job) jobs;
    pl_request_list members;   ///< of the jobs, and before them those that were under way when the frame began
    pl_heap order;             ///< of the answers of a frame
    PL_ARRAY(pl_id) delivered; ///< in this frame or the last
    uint32_t usual;            ///< nodes of a job, as far as known
    bool is_updating;
    ploy_paths_stats stats;
    atomic_uint next_job;
};

/// Room for so many requests; false when out of memory.
bool pl_paths_reserve(ploy_paths* paths, uint32_t count);

/// Run requests; who is answered is ANSWERED then, and among the members. Without a limit on nodes, and with one.
void pl_paths_run_workers(ploy_paths* paths);
void pl_paths_run_lanes(ploy_paths* paths);

#endif
