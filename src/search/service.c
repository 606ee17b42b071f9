#include "search/service.h"

#include <string.h>

#include "base/check.h"
#include "base/memory.h"
#include "base/tasks.h"

bool pl_search_service_init(pl_search_service* service, const ploy_allocator* allocator, uint32_t slot_count,
                            const pl_search_service_callbacks* callbacks, void* context)
{
    PL_ASSERT(slot_count >= 1 && slot_count <= PL_MAX_SEARCH_SLOTS);
    *service = (pl_search_service){.callbacks = callbacks, .context = context, .max_restarts = UINT32_MAX};
    service->slots = PL_NEW_ARRAY(allocator, pl_search_slot, slot_count);
    if (service->slots) service->slot_count = slot_count;
    return service->slots != NULL;
}

void pl_search_service_destroy(pl_search_service* service, const ploy_allocator* allocator)
{
    PL_DELETE_ARRAY(allocator, service->slots, service->slot_count);
}

void pl_search_service_clear(pl_search_service* service)
{
    memset(service->slots, 0, service->slot_count * sizeof *service->slots);
}

uint32_t pl_search_service_running_count(const pl_search_service* service)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < service->slot_count; ++i) count += service->slots[i].is_running;
    return count;
}

uint64_t pl_search_service_nodes_left(const pl_search_service* service)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < service->slot_count; ++i) sum += service->slots[i].left;
    return sum;
}

uint64_t pl_search_service_expanded(const pl_search_service* service)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < service->slot_count; ++i) sum += service->slots[i].expanded;
    return sum;
}

// The budget.

void pl_search_service_share(pl_search_service* service, uint32_t max_nodes, uint64_t turn)
{
    uint32_t count = service->slot_count, rest = max_nodes % count;
    for (uint32_t i = 0; i < count; ++i) {
        bool gets_one = (i + turn) % count < rest;
        service->slots[i].left = max_nodes ? max_nodes / count + gets_one : UINT64_MAX;
    }
}

bool pl_search_service_share_rest(pl_search_service* service)
{
    uint64_t rest = 0;
    uint32_t running = pl_search_service_running_count(service);
    if (running == 0) return false;
    for (uint32_t i = 0; i < service->slot_count; ++i) {
        if (service->slots[i].is_running) continue;
        rest += service->slots[i].left;
        service->slots[i].left = 0;
    }
    if (rest == 0) return false;
    uint64_t each = rest / running, more = rest % running;
    for (uint32_t i = 0, k = 0; i < service->slot_count; ++i)
        if (service->slots[i].is_running) service->slots[i].left += each + (k++ < more);
    return true;
}

// A slice.

ploy_status pl_search_service_begin(pl_search_service* service, uint32_t index)
{
    pl_search_slot* slot = &service->slots[index];
    slot->is_begun = true;
    slot->spent = 0;
    ploy_status status = service->callbacks->begin(service->context, index);
    if (status == PLOY_IN_PROGRESS && slot->catch_up > 0) {
        status = service->callbacks->update(service->context, index, slot->catch_up);
        slot->spent = slot->catch_up;
    }
    slot->catch_up = 0;
    return status;
}

// A finished search costs at least one node, so that a round of searches that end at once ends, too.
static uint32_t finish(pl_search_service* service, uint32_t index)
{
    pl_search_slot* slot = &service->slots[index];
    uint32_t spent = slot->spent;
    pl_search_slot_release(slot);
    uint32_t expanded = service->callbacks->finish(service->context, index);
    slot->expanded += expanded;
    return expanded > spent ? expanded - spent : 1;
}

static void run_slice(pl_search_service* service, uint32_t index)
{
    pl_search_slot* slot = &service->slots[index];
    bool is_limited = slot->restarts < service->max_restarts;
    uint32_t slice = is_limited && slot->left < UINT32_MAX ? (uint32_t)slot->left : UINT32_MAX;
    ploy_status status = slot->is_begun ? PLOY_IN_PROGRESS : pl_search_service_begin(service, index);
    if (status == PLOY_IN_PROGRESS) status = service->callbacks->update(service->context, index, slice);
    uint32_t used = slice;
    if (status == PLOY_IN_PROGRESS)
        slot->spent += slice;
    else
        used = finish(service, index);
    if (is_limited) slot->left -= used < slot->left ? used : slot->left;
}

// A round.

static void run_slot(pl_search_service* service, uint32_t index)
{
    pl_search_slot* slot = &service->slots[index];
    while (slot->left > 0 && (slot->is_running || service->callbacks->take(service->context, index)))
        run_slice(service, index);
}

static void run_range(uint32_t begin, uint32_t end, uint32_t worker, void* context)
{
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) run_slot(context, i);
}

static void run_worker(uint32_t begin, uint32_t end, uint32_t worker, void* context)
{
    (void)begin;
    (void)end;
    run_slot(context, worker);
}

void pl_search_service_run(pl_search_service* service, const ploy_tasks* tasks)
{
    pl_parallel_for(tasks, service->slot_count, 1, run_range, service);
}

void pl_search_service_run_workers(pl_search_service* service, const ploy_tasks* tasks, uint32_t worker_count)
{
    uint32_t shares = worker_count < service->slot_count ? worker_count : service->slot_count;
    pl_parallel_for(tasks, shares, 1, run_worker, service);
}
