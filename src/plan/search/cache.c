#include <ploy/plan.h>
#include "plan/search/cache.h"

#include <string.h>

#include "base/containers/array.h"
#include "base/check.h"
#include "base/defaults.h"
#include "base/memory.h"
#include "plan/search/planner.h"
#include "plan/domain/domain.h"
#include "base/tasks.h"

// A goal gets its second attempt at this request.
#define REQUESTED_OFTEN 4

// A goal may be replaced after this many requests for other goals.
#define LONG_UNUSED 1024

typedef struct entry
{
    pl_heuristic* heuristic;
    uint32_t asked;
    uint64_t used;   // the cache's clock at the last request
    bool is_refused; // it was made once and did not fit
} entry;

struct ploy_cache
{
    ploy_allocator allocator;
    ploy_cache_def def;
    uint32_t version; // domain version of the entries
    uint64_t clock;
    size_t guide_bytes;
    PL_ARRAY(entry) entries; // two per target: without what does not matter, and whole
    PL_ARRAY(int64_t) call_costs;
    PL_ARRAY(pl_batch_result) results;
    pl_arena scratch;
};

static ploy_cache_def cache_with_defaults(const ploy_cache_def* given)
{
    ploy_cache_def def = given ? *given : (ploy_cache_def){0};
    def.allocator = pl_allocator_choose(&def.allocator);
    PL_DEFAULT(def.bytes, PLOY_DEFAULT_CACHE_BYTES);
    PL_DEFAULT(def.goal_bytes, PLOY_DEFAULT_CACHE_GOAL_BYTES);
    PL_DEFAULT(def.first_bytes, PLOY_DEFAULT_CACHE_FIRST_BYTES);
    return def;
}

ploy_cache* ploy_cache_create(const ploy_cache_def* given)
{
    PL_NEED_NAMED("def", NULL, given, NULL);
    ploy_cache_def full = cache_with_defaults(given);
    const ploy_cache_def* def = &full;
    PL_NEED(def->domain, NULL);
    ploy_allocator allocator = pl_allocator_choose(&def->allocator);
    ploy_cache* cache = PL_NEW(&allocator, ploy_cache);
    if (!cache) return NULL;
    cache->allocator = allocator;
    cache->def = *def;
    pl_domain_take(def->domain);
    pl_arena_init(&cache->scratch, &allocator, 0);
    return cache;
}

static void drop(ploy_cache* cache, entry* e)
{
    if (!e->heuristic) return;
    cache->guide_bytes -= e->heuristic->bytes;
    pl_heuristic_destroy(e->heuristic);
    e->heuristic = NULL;
}

static void drop_all(ploy_cache* cache)
{
    for (uint32_t i = 0; i < cache->entries.count; ++i) drop(cache, &cache->entries.data[i]);
    PL_ARRAY_CLEAR(&cache->entries);
}

void ploy_cache_destroy(ploy_cache* cache)
{
    if (!cache) return;
    drop_all(cache);
    ploy_allocator allocator = cache->allocator;
    PL_ARRAY_FREE(&cache->entries, &allocator);
    PL_ARRAY_FREE(&cache->call_costs, &allocator);
    PL_ARRAY_FREE(&cache->results, &allocator);
    pl_arena_destroy(&cache->scratch);
    pl_domain_drop(cache->def.domain);
    PL_DELETE(&allocator, cache);
}

size_t ploy_cache_bytes(const ploy_cache* cache)
{
    PL_NEED(cache, 0);
    return sizeof *cache + cache->guide_bytes + pl_array_bytes(cache->entries.capacity, sizeof(entry)) +
           pl_array_bytes(cache->call_costs.capacity, sizeof(int64_t));
}

pl_batch_result* pl_cache_results(ploy_cache* cache, uint32_t count)
{
    return PL_ARRAY_RESERVE(&cache->results, &cache->allocator, count) ? cache->results.data : NULL;
}

void pl_evaluate_costs(const ploy_domain* domain, const uint64_t* start, void* agent, int64_t* costs)
{
    const pl_compiled* c = pl_domain_compiled(domain);
    for (uint32_t i = 0; i < c->ground_count; ++i) {
        if (c->grounds[i].operator_count && pl_domain_cost_is_call(domain, c->grounds[i].action)) {
            costs[i] = pl_domain_evaluate_cost(domain, i, start, agent);
        }
    }
}

bool pl_query_is_whole(const ploy_plan_query* query)
{
    bool has_repeat_cost = query->options.repeat_cost != 0 && query->options.repeat_cost != PLOY_UNIT;
    return query->options.no_two_moves || has_repeat_cost || query->must_use1 ||
           query->options.search == PLOY_SEARCH_UTILITY;
}

// Entries.

static bool is_current(const ploy_cache* cache)
{
    return cache->entries.count && cache->version == pl_domain_version(cache->def.domain);
}

static bool renew(ploy_cache* cache)
{
    if (is_current(cache)) return true;
    drop_all(cache);
    const pl_compiled* c = pl_domain_compiled(cache->def.domain);
    if (!PL_ARRAY_RESERVE(&cache->entries, &cache->allocator, 2 * c->target_count)) return false;
    if (!PL_ARRAY_RESERVE(&cache->call_costs, &cache->allocator, c->ground_count)) return false;
    cache->entries.count = 2 * c->target_count;
    memset(cache->entries.data, 0, cache->entries.count * sizeof(entry));
    cache->version = pl_domain_version(cache->def.domain);
    return true;
}

static entry* longest_unused(const ploy_cache* cache, const entry* keep)
{
    entry* oldest = NULL;
    for (uint32_t i = 0; i < cache->entries.count; ++i) {
        entry* e = &cache->entries.data[i];
        if (e->heuristic && e != keep && (!oldest || e->used < oldest->used)) oldest = e;
    }
    return oldest && oldest->used + LONG_UNUSED < cache->clock ? oldest : NULL;
}

static bool make_room(ploy_cache* cache, const entry* keep, size_t bytes)
{
    while (cache->guide_bytes + bytes > cache->def.bytes) {
        entry* oldest = longest_unused(cache, keep);
        if (!oldest) return false;
        drop(cache, oldest);
    }
    return true;
}

static size_t first_room(const ploy_cache* cache)
{
    return cache->def.first_bytes < cache->def.bytes ? cache->def.first_bytes : cache->def.bytes;
}

static pl_heuristic* make(ploy_cache* cache, uint32_t target, bool is_whole, uint32_t level)
{
    pl_heuristic_request request = {
        .domain = cache->def.domain,
        .target = target,
        .call_costs = cache->call_costs.data,
        .table_bytes = level == 0 ? 0 : level == 2 ? cache->def.goal_bytes : first_room(cache),
        .level = level,
        .is_whole = is_whole,
    };
    return pl_heuristic_create(&cache->allocator, &cache->scratch, &request);
}

static void put(ploy_cache* cache, entry* e, pl_heuristic* heuristic)
{
    if (!heuristic) return;
    size_t old = e->heuristic ? e->heuristic->bytes : 0;
    if (heuristic->bytes > old && !make_room(cache, e, heuristic->bytes - old)) {
        pl_heuristic_destroy(heuristic);
        e->is_refused = e->heuristic == NULL;
        return;
    }
    drop(cache, e);
    e->heuristic = heuristic;
    cache->guide_bytes += heuristic->bytes;
}

static entry* entry_of(const ploy_cache* cache, uint32_t target, bool is_whole)
{
    return &cache->entries.data[2 * target + is_whole];
}

// The second attempt replaces the first only if it gives a policy.
static void improve(ploy_cache* cache, entry* e, uint32_t target, const uint64_t* start, void* agent)
{
    e->heuristic->level = 2;
    if (e->heuristic->is_whole || e->heuristic->policy.complete || cache->def.goal_bytes <= cache->def.first_bytes)
        return;
    pl_evaluate_costs(cache->def.domain, start, agent, cache->call_costs.data);
    pl_heuristic* heuristic = make(cache, target, false, 2);
    if (heuristic && heuristic->policy.complete)
        put(cache, e, heuristic);
    else
        pl_heuristic_destroy(heuristic);
}

const pl_heuristic* pl_cache_find(const ploy_cache* cache, uint32_t target, bool is_whole)
{
    return is_current(cache) ? entry_of(cache, target, is_whole)->heuristic : NULL;
}

bool pl_cache_add_tables(ploy_cache* cache, uint32_t target, bool is_whole)
{
    entry* e = entry_of(cache, target, is_whole);
    size_t before = e->heuristic->bytes, room = first_room(cache);
    if (e->heuristic->level > 0 || (room > before && !make_room(cache, e, room - before))) return true;
    bool ok = pl_heuristic_add_tables(e->heuristic, &cache->scratch, cache->def.domain, room);
    cache->guide_bytes += e->heuristic->bytes - before;
    return ok;
}

const pl_heuristic* pl_cache_request(ploy_cache* cache, uint32_t target, bool is_whole, bool needs_tables,
                                     const uint64_t* start, void* agent)
{
    if (!renew(cache)) return NULL;
    entry* e = entry_of(cache, target, is_whole);
    e->used = ++cache->clock;
    ++e->asked;
    if (!e->heuristic) {
        if (e->is_refused || !make_room(cache, e, first_room(cache))) return NULL;
        pl_evaluate_costs(cache->def.domain, start, agent, cache->call_costs.data);
        put(cache, e, make(cache, target, is_whole, needs_tables));
    } else if (e->heuristic->level == 0) {
        if (needs_tables && !pl_cache_add_tables(cache, target, is_whole)) return NULL;
    } else if (e->heuristic->level < 2 && e->asked >= REQUESTED_OFTEN) {
        improve(cache, e, target, start, agent);
    }
    return e->heuristic;
}

const pl_heuristic* pl_cache_lower(ploy_cache* cache, uint32_t target, bool is_whole, const uint64_t* start,
                                   void* agent)
{
    entry* e = entry_of(cache, target, is_whole);
    pl_evaluate_costs(cache->def.domain, start, agent, cache->call_costs.data);
    for (uint32_t m = 0; m < e->heuristic->move_count; ++m) {
        const pl_move* move = &e->heuristic->moves[m];
        if (move->is_call && move->cost < cache->call_costs.data[move->ground])
            cache->call_costs.data[move->ground] = move->cost;
    }
    put(cache, e, make(cache, target, is_whole, e->heuristic->level));
    return e->heuristic;
}

ploy_status ploy_cache_prepare(ploy_cache* cache, const ploy_plan_query* query)
{
    PL_NEED(cache, PLOY_INVALID);
    PL_NEED(query, PLOY_INVALID);
    if (!pl_domain_compiled(cache->def.domain) || ploy_domain_find_unbound(cache->def.domain)) return PLOY_INVALID;
    uint32_t target = pl_domain_target_index(cache->def.domain, query->goal, query->goal_args);
    bool is_whole = pl_query_is_whole(query);
    if (pl_cache_find(cache, target, is_whole)) return PLOY_OK;
    return pl_cache_request(cache, target, is_whole, true, query->start, query->agent) ? PLOY_OK : PLOY_FULL;
}

bool pl_cache_is_settled(const ploy_cache* cache, uint32_t target, bool is_whole)
{
    const pl_heuristic* heuristic = pl_cache_find(cache, target, is_whole);
    return heuristic && heuristic->level >= 2;
}

void pl_cache_expect(ploy_cache* cache, const ploy_plan_query* query)
{
    uint32_t target = pl_domain_target_index(cache->def.domain, query->goal, query->goal_args);
    bool is_whole = pl_query_is_whole(query);
    if (!pl_cache_is_settled(cache, target, is_whole))
        (void)pl_cache_request(cache, target, is_whole, true, query->start, query->agent);
}

void pl_cache_try_hard(ploy_cache* cache, const ploy_plan_query* query)
{
    for (uint32_t i = 0; i < REQUESTED_OFTEN; ++i) pl_cache_expect(cache, query);
}

void pl_cache_merge(ploy_cache* cache, ploy_planner* const* planners, uint32_t planner_count)
{
    if (!renew(cache)) return;
    // Sums do not depend on which worker searched, and goals are merged in order. Callbacks need a query, and there is
    // none here: where they set costs, only ploy_cache_prepare makes tables.
    bool has_call_costs = pl_domain_compiled(cache->def.domain)->any_call_cost;
    for (uint32_t i = 0; i < cache->entries.count; ++i) {
        uint32_t asked = 0;
        for (uint32_t p = 0; p < planner_count; ++p) asked += pl_planner_requests(planners[p], i);
        if (!asked) continue;
        cache->entries.data[i].asked += asked - 1;
        if (!has_call_costs) pl_cache_request(cache, i / 2, i % 2, true, NULL, NULL);
    }
    for (uint32_t p = 0; p < planner_count; ++p) pl_planner_forget_requests(planners[p]);
}

// Saving.

void pl_cache_save(const ploy_cache* cache, ploy_writer* writer)
{
    bool is_used = is_current(cache);
    ploy_write_u32(writer, is_used ? cache->entries.count : 0);
    ploy_write_u64(writer, cache->clock);
    for (uint32_t i = 0; is_used && i < cache->entries.count; ++i) {
        const entry* e = &cache->entries.data[i];
        ploy_write_u32(writer, e->asked);
        ploy_write_u64(writer, e->used);
        ploy_write_u8(writer, e->is_refused);
        ploy_write_u8(writer, e->heuristic ? (uint8_t)e->heuristic->level : 0);
        if (!e->heuristic) continue;
        ploy_write_u8(writer, e->heuristic->policy.complete);
        ploy_write_u32(writer, e->heuristic->call_count);
        for (uint32_t m = 0; m < e->heuristic->move_count; ++m) {
            if (!e->heuristic->moves[m].is_call) continue;
            ploy_write_u32(writer, e->heuristic->moves[m].ground);
            ploy_write_i64(writer, e->heuristic->moves[m].cost);
        }
    }
}

static bool load_guide(ploy_cache* cache, uint32_t index, uint32_t level, ploy_reader* reader)
{
    entry* e = &cache->entries.data[index];
    const pl_compiled* c = pl_domain_compiled(cache->def.domain);
    bool is_complete = ploy_read_u8(reader);
    uint32_t call_count = ploy_read_u32(reader);
    if (reader->failed || call_count > reader->count) return false;
    for (uint32_t i = 0; i < call_count; ++i) {
        uint32_t ground = ploy_read_below(reader, c->ground_count);
        cache->call_costs.data[ground] = ploy_read_i64(reader);
    }
    if (reader->failed) return false;
    // The second attempt counts only if it gave a policy.
    e->heuristic = make(cache, index / 2, index % 2, is_complete ? level : 1);
    if (!e->heuristic) return true;
    e->heuristic->level = level;
    cache->guide_bytes += e->heuristic->bytes;
    return true;
}

ploy_status pl_cache_load(ploy_cache* cache, ploy_reader* reader)
{
    drop_all(cache);
    uint32_t count = ploy_read_u32(reader);
    cache->clock = ploy_read_u64(reader);
    if (reader->failed) return PLOY_INVALID;
    if (count == 0) return PLOY_OK;
    if (!renew(cache)) return PLOY_OUT_OF_MEMORY;
    if (count != cache->entries.count) return PLOY_INVALID;
    for (uint32_t i = 0; i < count; ++i) {
        entry* e = &cache->entries.data[i];
        e->asked = ploy_read_u32(reader);
        e->used = ploy_read_u64(reader);
        e->is_refused = ploy_read_u8(reader);
        uint32_t level = ploy_read_u8(reader);
        if (reader->failed || level > 2) return PLOY_INVALID;
        if (level > 0 && !load_guide(cache, i, level, reader)) return PLOY_INVALID;
        if (level > 0 && !e->heuristic) return PLOY_OUT_OF_MEMORY;
    }
    return PLOY_OK;
}

// Batches of queries on one shared cache.

typedef struct batch
{
    ploy_planner* const* planners;
    const ploy_plan_query* queries;
    pl_batch_result* results;
} batch;

static void plan_share(uint32_t begin, uint32_t end, uint32_t worker, void* context)
{
    batch* b = context;
    ploy_planner* planner = b->planners[worker];
    for (uint32_t i = begin; i < end; ++i) {
        pl_batch_result* result = &b->results[i];
        result->plan = *ploy_planner_plan(planner, &b->queries[i]);
        result->worker = worker;
        if (pl_planner_keep(planner, &result->plan, &result->first)) continue;
        result->plan = (ploy_plan){.status = PLOY_OUT_OF_MEMORY, .goal = b->queries[i].goal};
    }
}

ploy_status ploy_plan_batch(ploy_cache* cache, ploy_planner* const* planners, const ploy_tasks* tasks,
                            const ploy_plan_query* queries, uint32_t query_count, ploy_batch_fn* done, void* user)
{
    PL_NEED(cache, PLOY_INVALID);
    if (query_count > 0) PL_NEED(planners, PLOY_INVALID);
    if (query_count > 0) PL_NEED(queries, PLOY_INVALID);
    if (query_count > 0) PL_NEED(done, PLOY_INVALID);
    if (query_count == 0) return PLOY_OK;
    batch b = {planners, queries, pl_cache_results(cache, query_count)};
    if (!b.results) return PLOY_OUT_OF_MEMORY;
    uint32_t workers = pl_tasks_worker_count(tasks);
    for (uint32_t i = 0; i < query_count; ++i) ploy_cache_prepare(cache, &queries[i]);
    for (uint32_t w = 0; w < workers; ++w) pl_planner_forget_kept(planners[w]);
    pl_parallel_for(tasks, query_count, 1, plan_share, &b);
    for (uint32_t i = 0; i < query_count; ++i) {
        pl_batch_result* result = &b.results[i];
        result->plan.steps = pl_planner_kept(planners[result->worker], result->first);
        done(user, i, &result->plan);
    }
    pl_cache_merge(cache, planners, workers);
    return PLOY_OK;
}
