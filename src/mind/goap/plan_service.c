#include "mind/goap/plan_service.h"

#include <string.h>

#include "base/check.h"
#include "base/defaults.h"
#include "base/index.h"
#include "plan/search/cache.h"
#include "plan/search/planner.h"

enum
{
    MAX_LANES = 64,
};

ploy_planning_def ploy_planning_def_default(void)
{
    return (ploy_planning_def){
        .cookie = PL_COOKIE,
        .allocator = ploy_allocator_default(),
        .lanes = PLOY_DEFAULT_PLANNING_LANES,
        .cache_bytes = PLOY_DEFAULT_CACHE_BYTES,
        .capacity = PLOY_DEFAULT_PLANNING_CAPACITY,
    };
}

// Life.

static bool make_lane(ploy_planning* p, uint32_t index)
{
    ploy_planner_def def = ploy_planner_def_default();
    def.domain = p->domain;
    def.allocator = p->def.allocator;
    def.cache = p->cache;
    def.reserve_nodes = p->def.reserve_nodes;
    p->planners[index] = ploy_planner_create(&def);
    p->lanes[index] = (pl_planning_lane){.planning = p, .planner = p->planners[index], .client = PL_NONE};
    return p->planners[index] != NULL;
}

static bool make_cache(ploy_planning* p)
{
    ploy_cache_def def = ploy_cache_def_default();
    def.domain = p->domain;
    def.allocator = p->def.allocator;
    def.bytes = p->def.cache_bytes;
    p->cache = ploy_cache_create(&def);
    return p->cache != NULL;
}

bool pl_planning_reserve(ploy_planning* p, uint32_t count)
{
    const ploy_allocator* a = &p->def.allocator;
    return PL_ARRAY_RESERVE(&p->clients, a, count) && PL_ARRAY_RESERVE(&p->states, a, p->clients.capacity) &&
           PL_ARRAY_RESERVE(&p->free, a, p->clients.capacity) && PL_ARRAY_RESERVE(&p->queue, a, p->clients.capacity) &&
           PL_ARRAY_RESERVE(&p->words, a, p->clients.capacity * (p->state_words + p->action_words));
}

static bool make_parts(ploy_planning* p)
{
    p->lanes = PL_NEW_ARRAY(&p->def.allocator, pl_planning_lane, p->def.lanes);
    p->planners = PL_NEW_ARRAY(&p->def.allocator, ploy_planner*, p->def.lanes);
    bool made = p->lanes && p->planners && make_cache(p) && pl_planning_reserve(p, p->def.capacity);
    for (uint32_t i = 0; made && i < p->def.lanes; ++i) made = make_lane(p, i);
    return made;
}

ploy_planning* ploy_planning_create(const ploy_planning_def* def)
{
    PL_ASSERT_COOKIE(def);
    PL_ASSERT(def->domain && def->lanes > 0 && def->lanes <= MAX_LANES);
    ploy_allocator allocator = pl_allocator_choose(&def->allocator);
    ploy_planning* p = PL_NEW(&allocator, ploy_planning);
    if (!p) return NULL;
    p->def = *def;
    p->def.allocator = allocator;
    p->domain = def->domain;
    p->version = ploy_domain_version(def->domain);
    p->state_words = ploy_domain_state_words(def->domain);
    p->action_words = ploy_domain_action_count(def->domain) / 64 + 1;
    if (make_parts(p)) return p;
    ploy_planning_destroy(p);
    return NULL;
}

void ploy_planning_destroy(ploy_planning* p)
{
    if (!p) return;
    ploy_allocator allocator = p->def.allocator;
    for (uint32_t i = 0; p->planners && i < p->def.lanes; ++i) ploy_planner_destroy(p->planners[i]);
    ploy_cache_destroy(p->cache);
    PL_DELETE_ARRAY(&allocator, p->planners, p->def.lanes);
    PL_DELETE_ARRAY(&allocator, p->lanes, p->def.lanes);
    PL_ARRAY_FREE(&p->clients, &allocator);
    PL_ARRAY_FREE(&p->states, &allocator);
    PL_ARRAY_FREE(&p->words, &allocator);
    PL_ARRAY_FREE(&p->free, &allocator);
    PL_ARRAY_FREE(&p->queue, &allocator);
    PL_DELETE(&allocator, p);
}

// Each lane plans once, so that it has all the memory it needs for that; what it learned of who asks is forgotten.
ploy_status ploy_planning_prepare(ploy_planning* p, const ploy_query* query)
{
    PL_ASSERT(p->ticks == 0);
    ploy_status status = ploy_cache_prepare(p->cache, query);
    if (status == PLOY_INVALID) return status;
    pl_cache_try_hard(p->cache, query);
    for (uint32_t i = 0; i < p->def.lanes; ++i) {
        if (ploy_planner_plan(p->planners[i], query)->status == PLOY_OUT_OF_MEMORY) status = PLOY_OUT_OF_MEMORY;
        pl_planner_forget_asked(p->planners[i]);
    }
    return status;
}

size_t ploy_planning_bytes(const ploy_planning* p)
{
    size_t bytes = sizeof *p + p->def.lanes * (sizeof *p->lanes + sizeof *p->planners) + ploy_cache_bytes(p->cache);
    for (uint32_t i = 0; i < p->def.lanes; ++i) bytes += ploy_planner_bytes(p->planners[i]);
    bytes += p->clients.capacity * sizeof(pl_client) + p->states.capacity;
    bytes += p->words.capacity * sizeof(uint64_t);
    return bytes + (p->free.capacity + p->queue.capacity) * sizeof(uint32_t);
}

ploy_planning_stats ploy_planning_get_stats(const ploy_planning* p)
{
    ploy_planning_stats stats = {.cancelled = p->cancelled};
    for (uint32_t i = 0; i < p->def.lanes; ++i) {
        stats.expanded += p->lanes[i].expanded;
        stats.answered += p->lanes[i].answered;
    }
    for (uint32_t i = 0; i < p->states.count; ++i) {
        uint8_t state = p->states.data[i];
        stats.waiting += state == PL_CLIENT_ASKED || state == PL_CLIENT_QUEUED;
        stats.under_way += state == PL_CLIENT_RUNNING;
    }
    return stats;
}

// Clients.

static uint32_t take_place(ploy_planning* p)
{
    if (p->free.count > 0) return PL_ARRAY_POP(&p->free);
    if (!pl_planning_reserve(p, p->clients.count + 1)) return PL_NONE;
    p->states.data[p->states.count++] = PL_CLIENT_IDLE;
    return p->clients.count++;
}

uint32_t pl_planning_join(ploy_planning* p, ploy_self* self, pl_planning_fn* done)
{
    uint32_t client = take_place(p);
    if (client != PL_NONE) p->clients.data[client] = (pl_client){.self = self, .done = done, .without = PL_NONE};
    return client;
}

void pl_planning_leave(ploy_planning* p, uint32_t client)
{
    PL_ASSERT(client < p->clients.count && p->clients.data[client].self);
    if (pl_planning_is_open(p, client)) ++p->cancelled;
    pl_planning_cancel(p, client);
    p->clients.data[client] = (pl_client){0};
    p->free.data[p->free.count++] = client;
}

static void disable(const ploy_planning* p, uint64_t* disabled, const pl_ask* ask)
{
    for (uint32_t w = 0; w < p->action_words; ++w) disabled[w] = ask->disabled ? ask->disabled[w] : 0;
    if (ask->without != PL_NONE) disabled[ask->without / 64] |= 1ull << (ask->without % 64);
}

void pl_planning_ask(ploy_planning* p, uint32_t client, const pl_ask* ask)
{
    PL_ASSERT(client < p->clients.count);
    pl_client* c = &p->clients.data[client];
    c->options = ask->options;
    c->target = ask->target;
    c->last = ask->last;
    c->without = ask->without;
    c->is_rest = ask->is_rest;
    c->has_disabled = ask->disabled || ask->without != PL_NONE;
    memcpy(pl_client_start(p, client), ask->start, p->state_words * sizeof(uint64_t));
    disable(p, pl_client_disabled(p, client), ask);
    uint8_t* state = &p->states.data[client];
    bool has_place = *state == PL_CLIENT_QUEUED || *state == PL_CLIENT_DROPPED;
    *state = has_place ? PL_CLIENT_QUEUED : PL_CLIENT_ASKED;
}

void pl_planning_cancel(ploy_planning* p, uint32_t client)
{
    uint8_t* state = &p->states.data[client];
    bool has_place = *state == PL_CLIENT_QUEUED || *state == PL_CLIENT_DROPPED;
    *state = has_place ? PL_CLIENT_DROPPED : PL_CLIENT_IDLE;
}

bool pl_planning_is_open(const ploy_planning* p, uint32_t client)
{
    uint8_t state = p->states.data[client];
    return state != PL_CLIENT_IDLE && state != PL_CLIENT_DROPPED;
}
