// A frame takes requests out of the queue as jobs (one request, or all that want to go to one place) and lets lanes run
// them.
//
// Without a limit on nodes every job is run to its end, so any worker may take any job with its own lane: what comes
// out is the same. With one, the lanes are as many as the caller says, whatever the workers; each has its part of the
// nodes, and which jobs it runs is fixed before they run. What it does not get to goes back to the queue; a search that
// it cannot finish stays in the lane for the next frame.

#include "nav/service/path_service.h"

#include "base/check.h"
#include "base/defaults.h"
#include "base/tasks.h"

// Jobs.

static uint32_t largest_job(const ploy_path_service* p)
{
    uint32_t largest = 0;
    for (uint32_t i = 0; i < p->jobs.count; ++i)
        largest = p->jobs.data[i].count > largest ? p->jobs.data[i].count : largest;
    return largest;
}

static bool reserve_lanes(ploy_path_service* p)
{
    uint32_t largest = largest_job(p);
    bool ok = true;
    for (uint32_t i = 0; i < p->slot_count; ++i) ok = pl_path_slot_reserve(&p->slots[i], largest) && ok;
    return ok;
}

static void put_back(ploy_path_service* p, const pl_path_service_job* j)
{
    for (uint32_t i = 0; i < j->count; ++i) pl_requests_put_back(&p->requests, p->members.data[j->first + i]);
}

static void fill_jobs(ploy_path_service* p, uint32_t job_count, uint32_t request_count, uint32_t share_from)
{
    PL_ARRAY_CLEAR(&p->jobs);
    for (; p->jobs.count < job_count && request_count > 0; request_count -= p->jobs.data[p->jobs.count++].count) {
        uint32_t first = p->members.count, index = pl_requests_take(&p->requests);
        if (index == PL_NONE) return;
        p->members.data[p->members.count++] = index;
        if (share_from > 1) pl_requests_take_alike(&p->requests, index, share_from - 1, request_count - 1, &p->members);
        p->jobs.data[p->jobs.count] = (pl_path_service_job){.first = first, .count = p->members.count - first};
    }
}

// Takes at most job_count jobs of at most request_count requests in all. Without memory for large ones, nothing is
// shared.
static void take_jobs(ploy_path_service* p, uint32_t job_count, uint32_t request_count)
{
    uint32_t before = p->members.count;
    fill_jobs(p, job_count, request_count, p->def.share_from);
    if (reserve_lanes(p)) return;
    for (uint32_t i = 0; i < p->jobs.count; ++i) put_back(p, &p->jobs.data[i]);
    p->members.count = before;
    fill_jobs(p, job_count, request_count, 0);
}

static void run_job(ploy_path_service* p, pl_path_slot* slot, pl_path_service_job* j, uint32_t max_nodes)
{
    j->is_begun = true;
    pl_path_slot_take(slot, &p->members.data[j->first], j->count);
    slot->left -= pl_path_slot_run(slot, max_nodes);
}

static uint32_t answers_allowed(const ploy_path_service* p)
{
    return p->def.max_answers ? p->def.max_answers : UINT32_MAX;
}

// A frame without a limit on nodes.

// Each worker takes the next job as soon as it is free: jobs differ too much to be dealt out beforehand.
static void work_off(uint32_t begin, uint32_t end, uint32_t worker, void* context)
{
    ploy_path_service* p = context;
    (void)begin;
    (void)end;
    for (;;) {
        uint32_t next = atomic_fetch_add_explicit(&p->next_job, 1, memory_order_relaxed);
        if (next >= p->jobs.count) return;
        run_job(p, &p->slots[worker], &p->jobs.data[next], UINT32_MAX);
    }
}

// Which worker holds which path is a matter of chance: give each room for all of them, so that once warm none grows.
static void even_out(ploy_path_service* p)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < p->slot_count; ++i) sum += p->slots[i].nodes.count;
    for (uint32_t i = 0; i < p->slot_count; ++i) (void)PL_ARRAY_RESERVE(&p->slots[i].nodes, &p->def.allocator, sum);
}

void pl_path_service_run_workers(ploy_path_service* p)
{
    take_jobs(p, UINT32_MAX, answers_allowed(p));
    atomic_store_explicit(&p->next_job, 0, memory_order_relaxed);
    uint32_t shares = p->jobs.count < p->slot_count ? p->jobs.count : p->slot_count;
    pl_parallel_for(&p->def.tasks, shares, 1, work_off, p);
    if (p->slot_count > 1) even_out(p);
}

// A frame with a limit on nodes.

static void begin_lanes(ploy_path_service* p)
{
    for (uint32_t i = 0; i < p->slot_count; ++i) {
        pl_path_slot* slot = &p->slots[i];
        slot->left = p->def.max_nodes / p->slot_count + (i < p->def.max_nodes % p->slot_count);
        p->stats.restarted += pl_path_slot_restart_if_changed(slot);
        for (uint32_t k = 0; k < slot->members.count; ++k) p->members.data[p->members.count++] = slot->members.data[k];
    }
}

// How many new jobs a lane will get to, by what a job has usually taken so far; too many only costs putting them back.
static uint32_t wanted(const ploy_path_service* p, const pl_path_slot* slot)
{
    if (slot->left == 0) return 0;
    return slot->left / p->usual + !pl_path_slot_is_busy(slot);
}

// In turns, so that what comes first in the queue comes first everywhere.
static void deal(ploy_path_service* p)
{
    uint32_t slot = 0, round = 0;
    for (uint32_t i = 0; i < p->jobs.count; ++i, ++slot) {
        for (;; ++slot) {
            if (slot == p->slot_count) {
                slot = 0;
                ++round;
            }
            if (wanted(p, &p->slots[slot]) > round) break;
        }
        p->jobs.data[i].slot = slot;
    }
}

static void run_lane(ploy_path_service* p, pl_path_slot* slot)
{
    if (pl_path_slot_is_busy(slot) && slot->left > 0) {
        bool is_late = slot->restarts >= PLOY_DEFAULT_PATH_SERVICE_RESTARTS;
        slot->left -= pl_path_slot_run(slot, is_late ? UINT32_MAX : slot->left);
    }
    for (uint32_t i = 0; i < p->jobs.count && slot->left > 0; ++i)
        if (p->jobs.data[i].slot == slot->index) run_job(p, slot, &p->jobs.data[i], slot->left);
}

static void run_lanes(uint32_t begin, uint32_t end, uint32_t worker, void* context)
{
    (void)worker;
    ploy_path_service* p = context;
    for (uint32_t i = begin; i < end; ++i) run_lane(p, &p->slots[i]);
}

static bool has_work(const ploy_path_service* p, const pl_path_slot* slot)
{
    if (slot->left == 0) return false;
    for (uint32_t i = 0; i < p->jobs.count; ++i)
        if (p->jobs.data[i].slot == slot->index) return true;
    return pl_path_slot_is_busy(slot);
}

static uint32_t count_work(const ploy_path_service* p)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->slot_count; ++i) count += has_work(p, &p->slots[i]);
    return count;
}

static void put_back_unbegun(ploy_path_service* p)
{
    uint32_t kept = p->jobs.count ? p->jobs.data[0].first : p->members.count;
    for (uint32_t i = 0; i < p->jobs.count; ++i) {
        pl_path_service_job* j = &p->jobs.data[i];
        if (!j->is_begun) {
            put_back(p, j);
            continue;
        }
        for (uint32_t k = 0; k < j->count; ++k) p->members.data[kept++] = p->members.data[j->first + k];
    }
    p->members.count = kept;
}

// Jobs may turn out smaller than expected: then there is another round. false: all is done, or the nodes are used up.
static bool run_round(ploy_path_service* p)
{
    uint32_t job_count = 0;
    for (uint32_t i = 0; i < p->slot_count; ++i) job_count += wanted(p, &p->slots[i]);
    take_jobs(p, job_count, answers_allowed(p) > p->members.count ? answers_allowed(p) - p->members.count : 0);
    deal(p);
    uint32_t working = count_work(p);
    if (working == 0) return false;
    if (working == 1)
        run_lanes(0, p->slot_count, 0, p);
    else
        pl_parallel_for(&p->def.tasks, p->slot_count, 1, run_lanes, p);
    put_back_unbegun(p);
    return true;
}

void pl_path_service_run_slots(ploy_path_service* p)
{
    begin_lanes(p);
    while (run_round(p)) {
    }
}
