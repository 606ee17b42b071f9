// The path service: its requests, the frame, and the answers, which are handed out in the order of the requests.
// paths_frame.c does the work in between.

#include "nav/service/path_service.h"

#include "base/check.h"
#include "base/defaults.h"
#include "base/tasks.h"
#include "trace/emit.h"

static ploy_path_service_def path_service_with_defaults(const ploy_path_service_def* given)
{
    ploy_path_service_def def = given ? *given : (ploy_path_service_def){0};
    def.allocator = pl_allocator_choose(&def.allocator);
    PL_DEFAULT(def.slots, PLOY_DEFAULT_PATH_SERVICE_SLOTS);
    PL_DEFAULT_OR_OFF(def.share_from, PLOY_DEFAULT_PATH_SERVICE_SHARE_FROM);
    PL_DEFAULT(def.capacity, PLOY_DEFAULT_PATH_SERVICE_CAPACITY);
    return def;
}

// Life.

bool pl_path_service_reserve(ploy_path_service* p, uint32_t count)
{
    const ploy_allocator* a = &p->def.allocator;
    if (!pl_requests_reserve(&p->requests, count)) return false;
    count = p->requests.all.capacity;
    return PL_ARRAY_RESERVE(&p->jobs, a, count) && PL_ARRAY_RESERVE(&p->members, a, count) &&
           PL_ARRAY_RESERVE(&p->delivered, a, count) && pl_heap_reserve(&p->order, count);
}

static bool make_lanes(ploy_path_service* p)
{
    uint32_t count = p->def.max_nodes ? p->def.slots : pl_tasks_worker_count(&p->def.tasks);
    PL_ASSERT(count >= 1 && count <= 64);
    p->slots = PL_NEW_ARRAY(&p->def.allocator, pl_path_slot, count);
    if (!p->slots) return false;
    p->slot_count = count;
    for (uint32_t i = 0; i < count; ++i)
        if (!pl_path_slot_init(&p->slots[i], i, &p->def, &p->requests)) return false;
    return true;
}

// One-way ground that does not know its ways backwards has no fields.
static bool has_fields(const ploy_path_service* p)
{
    ploy_path_query query = {0};
    query.to = 0;
    bool has = p->requests.node_count > 0 &&
               ploy_pathfinder_begin_field(p->slots[0].pathfinder, &query, NULL, 0) != PLOY_NOT_SUPPORTED;
    ploy_pathfinder_cancel(p->slots[0].pathfinder);
    return has;
}

ploy_path_service* ploy_path_service_create(const ploy_path_service_def* given)
{
    ploy_path_service_def full = path_service_with_defaults(given);
    const ploy_path_service_def* def = &full;
    PL_ASSERT(def->ground);
    ploy_path_service* p = PL_NEW(&def->allocator, ploy_path_service);
    if (!p) return NULL;
    p->def = *def;
    p->usual = PLOY_DEFAULT_PATH_SERVICE_USUAL;
    atomic_init(&p->next_job, 0);
    pl_requests_init(&p->requests, &p->def.allocator, ploy_nav_map_node_count(def->ground));
    pl_heap_init(&p->order, &p->def.allocator);
    if (!make_lanes(p) || !pl_path_service_reserve(p, def->capacity)) {
        ploy_path_service_destroy(p);
        return NULL;
    }
    if (!has_fields(p)) p->def.share_from = 0;
    return p;
}

void ploy_path_service_destroy(ploy_path_service* paths)
{
    if (!paths) return;
    ploy_allocator allocator = paths->def.allocator;
    for (uint32_t i = 0; i < paths->slot_count; ++i) pl_path_slot_destroy(&paths->slots[i]);
    PL_DELETE_ARRAY(&allocator, paths->slots, paths->slot_count);
    PL_ARRAY_FREE(&paths->jobs, &allocator);
    PL_ARRAY_FREE(&paths->members, &allocator);
    PL_ARRAY_FREE(&paths->delivered, &allocator);
    pl_heap_destroy(&paths->order);
    pl_requests_destroy(&paths->requests);
    PL_DELETE(&allocator, paths);
}

size_t ploy_path_service_bytes(const ploy_path_service* paths)
{
    size_t bytes = sizeof *paths + paths->requests.all.capacity * sizeof(pl_request) +
                   paths->jobs.capacity * sizeof(pl_path_service_job);
    for (uint32_t i = 0; i < paths->slot_count; ++i)
        bytes += sizeof(pl_path_slot) + pl_path_slot_bytes(&paths->slots[i]);
    return bytes;
}

// Requests.

static const ploy_trace* trace_of(const ploy_path_service* p, const pl_request* request)
{
    return request->trace_agent ? p->def.trace : NULL;
}

static void drop(ploy_path_service* p, uint32_t index, ploy_path_drop why)
{
    pl_request* request = pl_requests_at(&p->requests, index);
    PL_TRACE(trace_of(p, request), PATH_DROPPED, request->trace_agent, request->sequence, why);
    if (request->state == PL_REQUEST_TAKEN) pl_path_slot_drop(&p->slots[request->slot], index);
    pl_requests_release(&p->requests, index);
}

ploy_path_request_id ploy_path_service_request(ploy_path_service* paths, const ploy_path_request* request)
{
    const pl_id_pool* ids = &paths->requests.ids;
    if (!pl_path_service_reserve(paths, pl_id_pool_end(ids) + (ids->free.count == 0))) return (ploy_path_request_id){0};
    uint32_t older = pl_requests_of_owner(&paths->requests, request->owner);
    if (older != PL_NONE) {
        drop(paths, older, PLOY_PATH_STALE);
        ++paths->stats.stale;
    }
    pl_id id = pl_requests_add(&paths->requests, request, paths->stats.updates + paths->is_updating);
    const pl_request* added = pl_requests_at(&paths->requests, pl_id_index(id));
    PL_TRACE(trace_of(paths, added), PATH_REQUESTED, added->trace_agent, added->sequence, added->query.from,
             added->query.to, (uint64_t)added->priority);
    return (ploy_path_request_id){id.index1, id.generation};
}

static uint32_t index_of(const ploy_path_service* p, ploy_path_request_id id)
{
    pl_id inner = {id.index1, id.generation};
    return pl_id_pool_is_live(&p->requests.ids, inner) ? pl_id_index(inner) : PL_NONE;
}

bool ploy_path_service_cancel(ploy_path_service* paths, ploy_path_request_id id)
{
    uint32_t index = index_of(paths, id);
    if (index == PL_NONE || pl_requests_at(&paths->requests, index)->state == PL_REQUEST_DELIVERED) return false;
    drop(paths, index, PLOY_PATH_CANCELLED);
    ++paths->stats.cancelled;
    return true;
}

static void learn_usual(ploy_path_service* p, uint64_t expanded, uint64_t answered)
{
    if (answered == 0) return;
    uint64_t mean = expanded / answered;
    uint64_t usual = ((uint64_t)p->usual * 7 + mean) / 8;
    p->usual = usual < 1 ? 1 : usual > UINT32_MAX ? UINT32_MAX : (uint32_t)usual;
}

// Answers.

static ploy_path_answer answer_of(const ploy_path_service* p, uint32_t index)
{
    const pl_request* request = pl_requests_at(&p->requests, index);
    pl_id id = pl_id_pool_at(&p->requests.ids, index);
    ploy_path_answer answer = {{id.index1, id.generation}, request->owner, request->path, 0, request->shared};
    // Updates count from their end.
    answer.waited = (uint32_t)(p->stats.updates - (p->is_updating ? 0 : 1) - request->tick);
    if (request->path.count) answer.path.nodes = p->slots[request->slot].nodes.data + request->first_node;
    return answer;
}

static void sort_answers(ploy_path_service* p)
{
    pl_heap_clear(&p->order);
    for (uint32_t i = 0; i < p->members.count; ++i) {
        pl_request* request = pl_requests_at(&p->requests, p->members.data[i]);
        if (request->state == PL_REQUEST_ANSWERED) pl_heap_push(&p->order, p->members.data[i], request->sequence);
    }
    PL_ARRAY_CLEAR(&p->delivered);
    while (!pl_heap_is_empty(&p->order))
        p->delivered.data[p->delivered.count++] = pl_id_pool_at(&p->requests.ids, pl_heap_pop(&p->order).item);
}

static void deliver(ploy_path_service* p, ploy_path_answer_fn* done, void* user)
{
    for (uint32_t i = 0; i < p->delivered.count; ++i) {
        // Whoever took an answer before may have cancelled this one.
        if (!pl_id_pool_is_live(&p->requests.ids, p->delivered.data[i])) continue;
        uint32_t index = pl_id_index(p->delivered.data[i]);
        pl_request* request = pl_requests_at(&p->requests, index);
        request->state = PL_REQUEST_DELIVERED;
        pl_requests_forget_owner(&p->requests, index);
        ++p->stats.answered;
        PL_TRACE(trace_of(p, request), PATH_ANSWERED, request->trace_agent, request->sequence,
                 (uint64_t)request->path.status, (uint64_t)request->path.cost, request->path.expanded);
        ploy_path_answer answer = answer_of(p, index);
        if (done) done(user, &answer);
    }
}

static void forget_last_frame(ploy_path_service* p)
{
    for (uint32_t i = 0; i < p->delivered.count; ++i)
        if (pl_id_pool_is_live(&p->requests.ids, p->delivered.data[i]))
            pl_requests_release(&p->requests, pl_id_index(p->delivered.data[i]));
    PL_ARRAY_CLEAR(&p->delivered);
    PL_ARRAY_CLEAR(&p->members);
    PL_ARRAY_CLEAR(&p->jobs);
    for (uint32_t i = 0; i < p->slot_count; ++i) PL_ARRAY_CLEAR(&p->slots[i].nodes);
}

static uint64_t expanded_so_far(const ploy_path_service* p)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < p->slot_count; ++i) sum += p->slots[i].expanded;
    return sum;
}

void ploy_path_service_update(ploy_path_service* paths, ploy_path_answer_fn* done, void* user)
{
    PL_ASSERT(!paths->is_updating);
    paths->is_updating = true;
    forget_last_frame(paths);
    uint64_t before = expanded_so_far(paths);
    if (paths->def.max_nodes)
        pl_path_service_run_slots(paths);
    else
        pl_path_service_run_workers(paths);
    sort_answers(paths);
    learn_usual(paths, expanded_so_far(paths) - before, paths->delivered.count);
    deliver(paths, done, user);
    ++paths->stats.updates;
    paths->is_updating = false;
}

ploy_status ploy_path_service_poll(const ploy_path_service* paths, ploy_path_request_id id, ploy_path_answer* answer)
{
    uint32_t index = index_of(paths, id);
    if (index == PL_NONE) return PLOY_INVALID;
    if (pl_requests_at(&paths->requests, index)->state != PL_REQUEST_DELIVERED) return PLOY_IN_PROGRESS;
    *answer = answer_of(paths, index);
    return PLOY_OK;
}

ploy_path_service_stats ploy_path_service_get_stats(const ploy_path_service* paths)
{
    ploy_path_service_stats stats = paths->stats;
    stats.waiting = paths->requests.waiting.entries.count;
    stats.expanded = expanded_so_far(paths);
    for (uint32_t i = 0; i < paths->slot_count; ++i) {
        stats.active += paths->slots[i].members.count;
        stats.fields += paths->slots[i].fields;
        stats.shared += paths->slots[i].shared;
    }
    return stats;
}
