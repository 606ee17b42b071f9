// Inside the path service: what a frame works on.

#ifndef PL_NAV_SERVICE_PATH_SERVICE_H
#define PL_NAV_SERVICE_PATH_SERVICE_H

#include <ploy/path_service.h>
#include <stdatomic.h>

#include "nav/service/path_slot.h"

typedef struct pl_path_service_job
{
    uint32_t first; ///< in members
    uint32_t count;
    uint32_t slot; ///< with lanes: who is to run it
    bool is_begun;
} pl_path_service_job;

struct ploy_path_service
{
    ploy_path_service_def def;
    pl_requests requests;
    pl_path_slot* slots;
    uint32_t slot_count;
    PL_ARRAY(pl_path_service_job) jobs;
    pl_request_list members;   ///< of the jobs, and before them those that were under way when the frame began
    pl_heap order;             ///< of the answers of a frame
    PL_ARRAY(pl_id) delivered; ///< in this frame or the last
    uint32_t usual;            ///< nodes of a job, as far as known
    bool is_updating;
    ploy_path_service_stats stats;
    atomic_uint next_job;
};

/// Room for so many requests; false when out of memory.
bool pl_path_service_reserve(ploy_path_service* paths, uint32_t count);

/// Run requests; who is answered is ANSWERED then, and among the members. Without a limit on nodes, and with one.
void pl_path_service_run_workers(ploy_path_service* paths);
void pl_path_service_run_slots(ploy_path_service* paths);

#endif
