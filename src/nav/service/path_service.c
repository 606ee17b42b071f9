// The path service: a search service (search/service.h) with a pathfinder per slot. A tick takes requests out of the
// queue as jobs (one request, or all to one target), lets the slots run them, and hands out the answers in the order of
// the requests.
//
// Without a limit on nodes there is one slot per worker, every job runs to its end, and a worker takes the next job as
// soon as it is free: the answers are the same whichever worker finds them. With a limit the number of slots is fixed,
// each has its part of the nodes, and the jobs of each are fixed before they run. Jobs that a slot does not get to go back
// to the queue; a search that it cannot finish stays in the slot for the next tick.

#include "nav/service/path_service.h"

#include "base/check.h"
#include "base/watch.h"
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

// Jobs.

static uint32_t largest_job(const ploy_path_service* p)
{
    uint32_t largest = 0;
    for (uint32_t i = 0; i < p->jobs.count; ++i)
        largest = p->jobs.data[i].count > largest ? p->jobs.data[i].count : largest;
    return largest;
}

static bool reserve_slots(ploy_path_service* p)
{
    uint32_t largest = largest_job(p);
    bool ok = true;
    for (uint32_t i = 0; i < p->search.slot_count; ++i) ok = pl_path_slot_reserve(&p->slots[i], largest) && ok;
    return ok;
}

static void put_back(ploy_path_service* p, const pl_path_job* job)
{
    for (uint32_t i = 0; i < job->count; ++i) pl_path_requests_put_back(&p->requests, p->members.data[job->first + i]);
}

static void fill_jobs(ploy_path_service* p, uint32_t job_count, uint32_t request_count, uint32_t share_from)
{
    PL_ARRAY_CLEAR(&p->jobs);
    for (; p->jobs.count < job_count && request_count > 0; request_count -= p->jobs.data[p->jobs.count++].count) {
        uint32_t first = p->members.count, index = pl_path_requests_take(&p->requests);
        if (index == PLOY_NONE) return;
        p->members.data[p->members.count++] = index;
        if (share_from > 1)
            pl_path_requests_take_alike(&p->requests, index, share_from - 1, request_count - 1, &p->members);
        p->jobs.data[p->jobs.count] = (pl_path_job){.first = first, .count = p->members.count - first};
    }
}

static void find_fields(ploy_path_service* p)
{
    for (uint32_t i = 0; i < p->jobs.count; ++i) {
        pl_path_job* job = &p->jobs.data[i];
        const ploy_path_query* query = &pl_path_requests_at(&p->requests, p->members.data[job->first])->query;
        if (job->count > 1) job->field = pl_path_fields_find(&p->fields, &p->def, query, p->stats.updates);
    }
}

// Takes at most job_count jobs of at most request_count requests in all. Without memory for large jobs, nothing is
// shared.
static void take_jobs(ploy_path_service* p, uint32_t job_count, uint32_t request_count)
{
    uint32_t before = p->members.count;
    fill_jobs(p, job_count, request_count, p->def.share_from);
    if (reserve_slots(p)) {
        find_fields(p);
        return;
    }
    for (uint32_t i = 0; i < p->jobs.count; ++i) put_back(p, &p->jobs.data[i]);
    p->members.count = before;
    fill_jobs(p, job_count, request_count, 0);
}

static uint32_t answers_allowed(const ploy_path_service* p)
{
    return p->def.max_answers ? p->def.max_answers : UINT32_MAX;
}

// Callbacks of the search service.

// The next job of all without a limit on nodes, and else the next that was dealt to the slot.
static pl_path_job* next_job(ploy_path_service* p, pl_path_slot* slot)
{
    if (p->def.max_nodes == 0) {
        uint32_t next = pl_counter_next(&p->next_job);
        return next < p->jobs.count ? &p->jobs.data[next] : NULL;
    }
    while (slot->next_job < p->jobs.count) {
        pl_path_job* job = &p->jobs.data[slot->next_job++];
        if (job->slot == slot->index) return job;
    }
    return NULL;
}

static bool take(void* context, uint32_t slot)
{
    ploy_path_service* p = context;
    pl_path_job* job = next_job(p, &p->slots[slot]);
    if (!job) return false;
    job->is_taken = true;
    pl_path_slot_take(&p->slots[slot], &p->members.data[job->first], job->count, job->field);
    return true;
}

static ploy_status begin(void* context, uint32_t slot)
{
    const ploy_path_service* p = context;
    return pl_path_slot_begin(&p->slots[slot]);
}

static ploy_status update(void* context, uint32_t slot, uint32_t max_nodes)
{
    const ploy_path_service* p = context;
    return pl_path_slot_update(&p->slots[slot], max_nodes);
}

static uint32_t finish(void* context, uint32_t slot)
{
    const ploy_path_service* p = context;
    return pl_path_slot_finish(&p->slots[slot]);
}

static const pl_search_service_callbacks callbacks = {take, begin, update, finish};

// A tick without a limit on nodes.

// Which slot holds which path is a matter of chance: give each room for all of them, so that once warm none grows.
static void reserve_nodes(ploy_path_service* p)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < p->search.slot_count; ++i) sum += p->slots[i].nodes.count;
    for (uint32_t i = 0; i < p->search.slot_count; ++i)
        (void)PL_ARRAY_RESERVE(&p->slots[i].nodes, &p->def.allocator, sum);
}

static void run_unlimited(ploy_path_service* p)
{
    take_jobs(p, UINT32_MAX, answers_allowed(p));
    pl_counter_set(&p->next_job, 0);
    pl_search_service_share(&p->search, 0, 0);
    pl_search_service_run_workers(&p->search, &p->def.tasks, p->jobs.count);
    if (p->search.slot_count > 1) reserve_nodes(p);
}

// A tick with a limit on nodes.

static void check_running(ploy_path_service* p)
{
    for (uint32_t i = 0; i < p->search.slot_count; ++i) {
        pl_path_slot* slot = &p->slots[i];
        if (pl_path_slot_is_stale(slot)) {
            pl_search_slot_restart(slot->search);
            ++p->stats.restarted;
        }
        for (uint32_t k = 0; k < slot->members.count; ++k) p->members.data[p->members.count++] = slot->members.data[k];
    }
}

// How many new jobs a slot will get to, by what a job has usually taken so far. Too many only costs putting them back.
static uint32_t jobs_wanted(const ploy_path_service* p, uint32_t slot)
{
    const pl_search_slot* search = &p->search.slots[slot];
    if (search->left == 0) return 0;
    return (uint32_t)search->left / p->usual + !search->is_running;
}

// In turns, so that what comes first in the queue comes first everywhere.
static void deal(ploy_path_service* p)
{
    uint32_t slot = 0, round = 0;
    for (uint32_t i = 0; i < p->search.slot_count; ++i) p->slots[i].next_job = 0;
    for (uint32_t i = 0; i < p->jobs.count; ++i, ++slot) {
        for (;; ++slot) {
            if (slot == p->search.slot_count) {
                slot = 0;
                ++round;
            }
            if (jobs_wanted(p, slot) > round) break;
        }
        p->jobs.data[i].slot = slot;
    }
}

static bool has_work(const ploy_path_service* p, uint32_t slot)
{
    if (p->search.slots[slot].left == 0) return false;
    for (uint32_t i = 0; i < p->jobs.count; ++i)
        if (p->jobs.data[i].slot == slot) return true;
    return p->search.slots[slot].is_running;
}

static uint32_t count_slots_with_work(const ploy_path_service* p)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->search.slot_count; ++i) count += has_work(p, i);
    return count;
}

static void put_back_the_rest(ploy_path_service* p)
{
    uint32_t kept = p->jobs.count ? p->jobs.data[0].first : p->members.count;
    for (uint32_t i = 0; i < p->jobs.count; ++i) {
        const pl_path_job* job = &p->jobs.data[i];
        if (!job->is_taken) {
            put_back(p, job);
            continue;
        }
        for (uint32_t k = 0; k < job->count; ++k) p->members.data[kept++] = p->members.data[job->first + k];
    }
    p->members.count = kept;
}

// Jobs may turn out smaller than expected: then there is another round. false: all is done, or the nodes are used up.
static bool run_round(ploy_path_service* p)
{
    uint32_t job_count = 0;
    for (uint32_t i = 0; i < p->search.slot_count; ++i) job_count += jobs_wanted(p, i);
    take_jobs(p, job_count, answers_allowed(p) > p->members.count ? answers_allowed(p) - p->members.count : 0);
    deal(p);
    uint32_t working = count_slots_with_work(p);
    if (working == 0) return false;
    pl_search_service_run(&p->search, working == 1 ? NULL : &p->def.tasks);
    put_back_the_rest(p);
    return true;
}

static void run_limited(ploy_path_service* p)
{
    pl_search_service_share(&p->search, p->def.max_nodes, 0);
    check_running(p);
    while (run_round(p)) {
    }
}

// Create and destroy.

bool pl_path_service_reserve(ploy_path_service* p, uint32_t count)
{
    const ploy_allocator* a = &p->def.allocator;
    if (!pl_path_requests_reserve(&p->requests, count)) return false;
    count = p->requests.all.capacity;
    return PL_ARRAY_RESERVE(&p->jobs, a, count) && PL_ARRAY_RESERVE(&p->members, a, count) &&
           PL_ARRAY_RESERVE(&p->delivered, a, count) && pl_heap_reserve(&p->order, count);
}

static bool make_slots(ploy_path_service* p)
{
    uint32_t count = p->def.max_nodes ? p->def.slots : pl_tasks_worker_count(&p->def.tasks);
    if (!pl_search_service_init(&p->search, &p->def.allocator, count, &callbacks, p)) return false;
    p->search.max_restarts = PLOY_DEFAULT_PATH_SERVICE_RESTARTS;
    p->slots = PL_NEW_ARRAY(&p->def.allocator, pl_path_slot, count);
    if (!p->slots) return false;
    for (uint32_t i = 0; i < count; ++i)
        if (!pl_path_slot_init(&p->slots[i], i, &p->def, &p->requests, &p->search.slots[i])) return false;
    return true;
}

// A map with one-way edges that are not kept backwards has no fields.
static bool has_fields(const ploy_path_service* p)
{
    ploy_path_query query = {0};
    query.to = 0;
    bool has = p->requests.node_count > 0 &&
               ploy_pathfinder_begin_field(p->slots[0].pathfinder, &query, NULL, 0) != PLOY_NOT_SUPPORTED;
    ploy_pathfinder_end(p->slots[0].pathfinder);
    return has;
}

ploy_path_service* ploy_path_service_create(const ploy_path_service_def* given)
{
    PL_NEED_NAMED("def", NULL, given, NULL);
    ploy_path_service_def full = path_service_with_defaults(given);
    const ploy_path_service_def* def = &full;
    PL_NEED(def->map, NULL);
    ploy_path_service* p = PL_NEW(&def->allocator, ploy_path_service);
    if (!p) return NULL;
    p->def = *def;
    p->usual = PLOY_DEFAULT_PATH_SERVICE_USUAL;
    pl_counter_set(&p->next_job, 0);
    pl_path_requests_init(&p->requests, &p->def.allocator, ploy_nav_map_node_count(def->map));
    pl_heap_init(&p->order, &p->def.allocator);
    if (!make_slots(p) || !pl_path_service_reserve(p, def->capacity) || !pl_path_fields_init(&p->fields, &p->def)) {
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
    for (uint32_t i = 0; paths->slots && i < paths->search.slot_count; ++i) pl_path_slot_destroy(&paths->slots[i]);
    PL_DELETE_ARRAY(&allocator, paths->slots, paths->search.slot_count);
    pl_path_fields_destroy(&paths->fields, &allocator);
    pl_search_service_destroy(&paths->search, &allocator);
    PL_ARRAY_FREE(&paths->jobs, &allocator);
    PL_ARRAY_FREE(&paths->members, &allocator);
    PL_ARRAY_FREE(&paths->delivered, &allocator);
    pl_heap_destroy(&paths->order);
    pl_path_requests_destroy(&paths->requests);
    PL_DELETE(&allocator, paths);
}

// Requests.

static const ploy_trace* trace_of(const ploy_path_service* p, const pl_path_entry* request)
{
    return request->trace_agent ? p->def.trace : NULL;
}

static void drop(ploy_path_service* p, uint32_t index, ploy_path_drop why)
{
    pl_path_entry* request = pl_path_requests_at(&p->requests, index);
    PL_TRACE(trace_of(p, request), PATH_DROPPED, request->trace_agent, request->sequence, why);
    if (request->state == PL_PATH_ENTRY_TAKEN) pl_path_slot_drop(&p->slots[request->slot], index);
    pl_path_requests_release(&p->requests, index);
}

ploy_path_request_id ploy_path_service_request(ploy_path_service* paths, const ploy_path_request* request)
{
    PL_NEED(paths, (ploy_path_request_id){0});
    PL_NEED(request, (ploy_path_request_id){0});
    PL_WATCH_CALL();
    const pl_id_pool* ids = &paths->requests.ids;
    if (!pl_path_service_reserve(paths, pl_id_pool_end(ids) + (ids->free.count == 0))) return (ploy_path_request_id){0};
    uint32_t older = pl_path_requests_of_owner(&paths->requests, request->owner);
    if (older != PLOY_NONE) {
        drop(paths, older, PLOY_PATH_STALE);
        ++paths->stats.stale;
    }
    pl_id id = pl_path_requests_add(&paths->requests, request, paths->stats.updates + paths->is_updating);
    const pl_path_entry* added = pl_path_requests_at(&paths->requests, pl_id_index(id));
    PL_TRACE(trace_of(paths, added), PATH_REQUESTED, added->trace_agent, added->sequence, added->query.from,
             added->query.to, (uint64_t)added->priority);
    return (ploy_path_request_id){id.index1, id.generation};
}

static uint32_t index_of(const ploy_path_service* p, ploy_path_request_id id)
{
    pl_id inner = {id.index1, id.generation};
    return pl_id_pool_is_live(&p->requests.ids, inner) ? pl_id_index(inner) : PLOY_NONE;
}

bool ploy_path_service_cancel(ploy_path_service* paths, ploy_path_request_id id)
{
    PL_NEED(paths, false);
    PL_WATCH_CALL();
    uint32_t index = index_of(paths, id);
    if (index == PLOY_NONE || pl_path_requests_at(&paths->requests, index)->state == PL_PATH_ENTRY_DELIVERED)
        return false;
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
    const pl_path_entry* request = pl_path_requests_at(&p->requests, index);
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
        pl_path_entry* request = pl_path_requests_at(&p->requests, p->members.data[i]);
        if (request->state == PL_PATH_ENTRY_ANSWERED) pl_heap_push(&p->order, p->members.data[i], request->sequence);
    }
    PL_ARRAY_CLEAR(&p->delivered);
    while (!pl_heap_is_empty(&p->order))
        p->delivered.data[p->delivered.count++] = pl_id_pool_at(&p->requests.ids, pl_heap_pop(&p->order).item);
}

static void deliver(ploy_path_service* p, ploy_path_answer_fn* done, void* user)
{
    for (uint32_t i = 0; i < p->delivered.count; ++i) {
        // The callback of an earlier answer may have cancelled this one.
        if (!pl_id_pool_is_live(&p->requests.ids, p->delivered.data[i])) continue;
        uint32_t index = pl_id_index(p->delivered.data[i]);
        pl_path_entry* request = pl_path_requests_at(&p->requests, index);
        request->state = PL_PATH_ENTRY_DELIVERED;
        pl_path_requests_forget_owner(&p->requests, index);
        ++p->stats.answered;
        PL_TRACE(trace_of(p, request), PATH_ANSWERED, request->trace_agent, request->sequence,
                 (uint64_t)request->path.status, (uint64_t)request->path.cost, request->path.expanded);
        ploy_path_answer answer = answer_of(p, index);
        if (done) done(user, &answer);
    }
}

static void release_last_tick(ploy_path_service* p)
{
    for (uint32_t i = 0; i < p->delivered.count; ++i)
        if (pl_id_pool_is_live(&p->requests.ids, p->delivered.data[i]))
            pl_path_requests_release(&p->requests, pl_id_index(p->delivered.data[i]));
    PL_ARRAY_CLEAR(&p->delivered);
    PL_ARRAY_CLEAR(&p->members);
    PL_ARRAY_CLEAR(&p->jobs);
    for (uint32_t i = 0; i < p->search.slot_count; ++i) PL_ARRAY_CLEAR(&p->slots[i].nodes);
}

void ploy_path_service_update(ploy_path_service* paths, ploy_path_answer_fn* done, void* user)
{
    PL_NEED(paths, );
    PL_ASSERT(!paths->is_updating);
    paths->is_updating = true;
    release_last_tick(paths);
    uint64_t before = pl_search_service_expanded(&paths->search);
    if (paths->def.max_nodes)
        run_limited(paths);
    else
        run_unlimited(paths);
    sort_answers(paths);
    learn_usual(paths, pl_search_service_expanded(&paths->search) - before, paths->delivered.count);
    deliver(paths, done, user);
    ++paths->stats.updates;
    paths->is_updating = false;
}

ploy_status ploy_path_service_poll(const ploy_path_service* paths, ploy_path_request_id id, ploy_path_answer* answer)
{
    PL_NEED(paths, PLOY_INVALID);
    PL_NEED(answer, PLOY_INVALID);
    uint32_t index = index_of(paths, id);
    if (index == PLOY_NONE) return PLOY_INVALID;
    if (pl_path_requests_at(&paths->requests, index)->state != PL_PATH_ENTRY_DELIVERED) return PLOY_IN_PROGRESS;
    *answer = answer_of(paths, index);
    return PLOY_OK;
}

ploy_path_service_stats ploy_path_service_get_stats(const ploy_path_service* paths)
{
    PL_NEED(paths, (ploy_path_service_stats){0});
    ploy_path_service_stats stats = paths->stats;
    stats.waiting = paths->requests.waiting.entries.count;
    stats.expanded = pl_search_service_expanded(&paths->search);
    for (uint32_t i = 0; i < paths->search.slot_count; ++i) {
        stats.active += paths->slots[i].members.count;
        stats.fields += paths->slots[i].fields;
        stats.shared += paths->slots[i].shared;
    }
    return stats;
}
