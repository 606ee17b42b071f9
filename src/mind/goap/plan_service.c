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

static ploy_plan_service_def plan_service_with_defaults(const ploy_plan_service_def* given)
{
    ploy_plan_service_def def = given ? *given : (ploy_plan_service_def){0};
    def.allocator = pl_allocator_choose(&def.allocator);
    PL_DEFAULT(def.slots, PLOY_DEFAULT_PLAN_SERVICE_SLOTS);
    PL_DEFAULT(def.cache_bytes, PLOY_DEFAULT_CACHE_BYTES);
    PL_DEFAULT(def.capacity, PLOY_DEFAULT_PLAN_SERVICE_CAPACITY);
    return def;
}

// Life.

static bool make_lane(ploy_plan_service* p, uint32_t index)
{
    ploy_planner_def def = {0};
    def.domain = p->domain;
    def.allocator = p->def.allocator;
    def.cache = p->cache;
    def.reserve_nodes = p->def.reserve_nodes;
    p->planners[index] = ploy_planner_create(&def);
    p->slots[index] = (pl_plan_service_slot){.planning = p, .planner = p->planners[index], .client = PL_NONE};
    return p->planners[index] != NULL;
}

static bool make_cache(ploy_plan_service* p)
{
    ploy_cache_def def = {0};
    def.domain = p->domain;
    def.allocator = p->def.allocator;
    def.bytes = p->def.cache_bytes;
    p->cache = ploy_cache_create(&def);
    return p->cache != NULL;
}

bool pl_plan_service_reserve(ploy_plan_service* p, uint32_t count)
{
    const ploy_allocator* a = &p->def.allocator;
    return PL_ARRAY_RESERVE(&p->clients, a, count) && PL_ARRAY_RESERVE(&p->states, a, p->clients.capacity) &&
           PL_ARRAY_RESERVE(&p->free, a, p->clients.capacity) && PL_ARRAY_RESERVE(&p->queue, a, p->clients.capacity) &&
           PL_ARRAY_RESERVE(&p->words, a, p->clients.capacity * (p->state_words + p->action_words));
}

static bool make_parts(ploy_plan_service* p)
{
    p->slots = PL_NEW_ARRAY(&p->def.allocator, pl_plan_service_slot, p->def.slots);
    p->planners = PL_NEW_ARRAY(&p->def.allocator, ploy_planner*, p->def.slots);
    bool made = p->slots && p->planners && make_cache(p) && pl_plan_service_reserve(p, p->def.capacity);
    for (uint32_t i = 0; made && i < p->def.slots; ++i) made = make_lane(p, i);
    return made;
}

ploy_plan_service* ploy_plan_service_create(const ploy_plan_service_def* given)
{
    ploy_plan_service_def full = plan_service_with_defaults(given);
    const ploy_plan_service_def* def = &full;
    PL_ASSERT(def->domain && def->slots > 0 && def->slots <= MAX_LANES);
    ploy_allocator allocator = pl_allocator_choose(&def->allocator);
    ploy_plan_service* p = PL_NEW(&allocator, ploy_plan_service);
    if (!p) return NULL;
    p->def = *def;
    p->def.allocator = allocator;
    p->domain = def->domain;
    p->version = ploy_domain_version(def->domain);
    p->state_words = ploy_domain_state_words(def->domain);
    p->action_words = ploy_domain_action_count(def->domain) / 64 + 1;
    if (make_parts(p)) return p;
    ploy_plan_service_destroy(p);
    return NULL;
}

void ploy_plan_service_destroy(ploy_plan_service* p)
{
    if (!p) return;
    ploy_allocator allocator = p->def.allocator;
    for (uint32_t i = 0; p->planners && i < p->def.slots; ++i) ploy_planner_destroy(p->planners[i]);
    ploy_cache_destroy(p->cache);
    PL_DELETE_ARRAY(&allocator, p->planners, p->def.slots);
    PL_DELETE_ARRAY(&allocator, p->slots, p->def.slots);
    PL_ARRAY_FREE(&p->clients, &allocator);
    PL_ARRAY_FREE(&p->states, &allocator);
    PL_ARRAY_FREE(&p->words, &allocator);
    PL_ARRAY_FREE(&p->free, &allocator);
    PL_ARRAY_FREE(&p->queue, &allocator);
    PL_DELETE(&allocator, p);
}

// Each lane plans once, so that it has all the memory it needs for that; what it learned of who asks is forgotten.
ploy_status ploy_plan_service_prepare(ploy_plan_service* p, const ploy_plan_query* query)
{
    PL_ASSERT(p->ticks == 0);
    ploy_status status = ploy_cache_prepare(p->cache, query);
    if (status == PLOY_INVALID) return status;
    pl_cache_try_hard(p->cache, query);
    for (uint32_t i = 0; i < p->def.slots; ++i) {
        if (ploy_planner_plan(p->planners[i], query)->status == PLOY_OUT_OF_MEMORY) status = PLOY_OUT_OF_MEMORY;
        pl_planner_forget_requests(p->planners[i]);
    }
    return status;
}

size_t ploy_plan_service_bytes(const ploy_plan_service* p)
{
    size_t bytes = sizeof *p + p->def.slots * (sizeof *p->slots + sizeof *p->planners) + ploy_cache_bytes(p->cache);
    for (uint32_t i = 0; i < p->def.slots; ++i) bytes += ploy_planner_bytes(p->planners[i]);
    bytes += p->clients.capacity * sizeof(pl_client) + p->states.capacity;
    bytes += p->words.capacity * sizeof(uint64_t);
    return bytes + (p->free.capacity + p->queue.capacity) * sizeof(uint32_t);
}

ploy_plan_service_stats ploy_plan_service_get_stats(const ploy_plan_service* p)
{
    ploy_plan_service_stats stats = {.cancelled = p->cancelled};
    for (uint32_t i = 0; i < p->def.slots; ++i) {
        stats.expanded += p->slots[i].expanded;
        stats.answered += p->slots[i].answered;
    }
    for (uint32_t i = 0; i < p->states.count; ++i) {
        uint8_t state = p->states.data[i];
        stats.waiting += state == PL_CLIENT_WAITING || state == PL_CLIENT_QUEUED;
        stats.active += state == PL_CLIENT_RUNNING;
    }
    return stats;
}

// Clients.

static uint32_t take_place(ploy_plan_service* p)
{
    if (p->free.count > 0) return PL_ARRAY_POP(&p->free);
    if (!pl_plan_service_reserve(p, p->clients.count + 1)) return PL_NONE;
    p->states.data[p->states.count++] = PL_CLIENT_IDLE;
    return p->clients.count++;
}

uint32_t pl_plan_service_join(ploy_plan_service* p, ploy_agent* agent, pl_plan_service_fn* done)
{
    uint32_t client = take_place(p);
    if (client != PL_NONE) p->clients.data[client] = (pl_client){.agent = agent, .done = done, .without = PL_NONE};
    return client;
}

void pl_plan_service_leave(ploy_plan_service* p, uint32_t client)
{
    PL_ASSERT(client < p->clients.count && p->clients.data[client].agent);
    if (pl_plan_service_is_open(p, client)) ++p->cancelled;
    pl_plan_service_cancel(p, client);
    p->clients.data[client] = (pl_client){0};
    p->free.data[p->free.count++] = client;
}

static void disable(const ploy_plan_service* p, uint64_t* disabled, const pl_plan_request* ask)
{
    for (uint32_t w = 0; w < p->action_words; ++w) disabled[w] = ask->disabled ? ask->disabled[w] : 0;
    if (ask->without != PL_NONE) disabled[ask->without / 64] |= 1ull << (ask->without % 64);
}

void pl_plan_service_request(ploy_plan_service* p, uint32_t client, const pl_plan_request* ask)
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
    *state = has_place ? PL_CLIENT_QUEUED : PL_CLIENT_WAITING;
}

void pl_plan_service_cancel(ploy_plan_service* p, uint32_t client)
{
    uint8_t* state = &p->states.data[client];
    bool has_place = *state == PL_CLIENT_QUEUED || *state == PL_CLIENT_DROPPED;
    *state = has_place ? PL_CLIENT_DROPPED : PL_CLIENT_IDLE;
}

bool pl_plan_service_is_open(const ploy_plan_service* p, uint32_t client)
{
    uint8_t state = p->states.data[client];
    return state != PL_CLIENT_IDLE && state != PL_CLIENT_DROPPED;
}
