#include "mind/goap/plan_service.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/defaults.h"
#include "plan/domain/compiled.h"
#include "plan/search/cache.h"
#include "plan/search/planner.h"
#include "trace/emit.h"
#include "plan/domain/domain.h"

// Clients.

bool pl_plan_service_reserve(ploy_plan_service* p, uint32_t count)
{
    const ploy_allocator* a = &p->def.allocator;
    return PL_ARRAY_RESERVE(&p->clients, a, count) && PL_ARRAY_RESERVE(&p->states, a, p->clients.capacity) &&
           PL_ARRAY_RESERVE(&p->free, a, p->clients.capacity) && PL_ARRAY_RESERVE(&p->queue, a, p->clients.capacity) &&
           PL_ARRAY_RESERVE(&p->words, a, p->clients.capacity * (p->state_words + p->action_words));
}

static uint32_t take_client(ploy_plan_service* p)
{
    if (p->free.count > 0) return PL_ARRAY_POP(&p->free);
    if (!pl_plan_service_reserve(p, p->clients.count + 1)) return PLOY_NONE;
    p->states.data[p->states.count++] = PL_PLAN_CLIENT_IDLE;
    return p->clients.count++;
}

uint32_t pl_plan_service_join(ploy_plan_service* p, ploy_agent* agent)
{
    uint32_t client = take_client(p);
    if (client != PLOY_NONE) p->clients.data[client] = (pl_plan_client){.agent = agent, .without = PLOY_NONE};
    return client;
}

void pl_plan_service_leave(ploy_plan_service* p, uint32_t client)
{
    PL_ASSERT(client < p->clients.count && p->clients.data[client].agent);
    if (pl_plan_service_is_open(p, client)) ++p->cancelled;
    pl_plan_service_cancel(p, client);
    p->clients.data[client] = (pl_plan_client){0};
    p->free.data[p->free.count++] = client;
}

static void disable(const ploy_plan_service* p, uint64_t* disabled, const pl_plan_request* request)
{
    for (uint32_t w = 0; w < p->action_words; ++w) disabled[w] = request->disabled ? request->disabled[w] : 0;
    if (request->without != PLOY_NONE) disabled[request->without / 64] |= 1ull << (request->without % 64);
}

static bool has_place(uint8_t state)
{
    return state == PL_PLAN_CLIENT_QUEUED || state == PL_PLAN_CLIENT_DROPPED;
}

void pl_plan_service_request(ploy_plan_service* p, uint32_t client, const pl_plan_request* request)
{
    PL_ASSERT(client < p->clients.count);
    pl_plan_client* c = &p->clients.data[client];
    c->options = request->options;
    c->target = request->target;
    c->last = request->last;
    c->without = request->without;
    c->is_rest = request->is_rest;
    c->has_disabled = request->disabled || request->without != PLOY_NONE;
    memcpy(pl_plan_client_start(p, client), request->start, p->state_words * sizeof(uint64_t));
    disable(p, pl_plan_client_disabled(p, client), request);
    uint8_t* state = &p->states.data[client];
    *state = has_place(*state) ? PL_PLAN_CLIENT_QUEUED : PL_PLAN_CLIENT_WAITING;
}

void pl_plan_service_cancel(ploy_plan_service* p, uint32_t client)
{
    uint8_t* state = &p->states.data[client];
    *state = has_place(*state) ? PL_PLAN_CLIENT_DROPPED : PL_PLAN_CLIENT_IDLE;
}

bool pl_plan_service_is_open(const ploy_plan_service* p, uint32_t client)
{
    uint8_t state = p->states.data[client];
    return state != PL_PLAN_CLIENT_IDLE && state != PL_PLAN_CLIENT_DROPPED;
}

// The queue.

static void queue_requests(ploy_plan_service* p)
{
    uint8_t* at = p->states.data;
    uint8_t* end = at + p->states.count;
    while (at < end && (at = memchr(at, PL_PLAN_CLIENT_WAITING, (size_t)(end - at)))) {
        p->queue.data[p->queue.count++] = (uint32_t)(at - p->states.data);
        *at++ = PL_PLAN_CLIENT_QUEUED;
    }
}

// Removes the clients that were taken or have cancelled; the others keep their order.
static void compact_queue(ploy_plan_service* p)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < p->dealt; ++i) {
        uint32_t client = p->queue.data[i];
        if (p->states.data[client] == PL_PLAN_CLIENT_QUEUED) p->queue.data[kept++] = client;
        if (p->states.data[client] == PL_PLAN_CLIENT_DROPPED) p->states.data[client] = PL_PLAN_CLIENT_IDLE;
    }
    memmove(p->queue.data + kept, p->queue.data + p->dealt, (p->queue.count - p->dealt) * sizeof *p->queue.data);
    p->queue.count -= p->dealt - kept;
    p->dealt = 0;
}

// One search: the callbacks of the search service.

static void set_goal(ploy_plan_query* query, const pl_target* target)
{
    query->goal = target->goal;
    memcpy(query->goal_args, target->args, sizeof query->goal_args);
}

static ploy_plan_query query_of(const ploy_plan_service* p, uint32_t client)
{
    const pl_plan_client* c = &p->clients.data[client];
    const pl_compiled* compiled = pl_domain_compiled(p->domain);
    ploy_plan_query query = {0};
    query.start = pl_plan_client_start(p, client);
    if (c->target != PLOY_NONE) set_goal(&query, &compiled->targets[c->target]);
    query.disabled = c->has_disabled ? pl_plan_client_disabled(p, client) : NULL;
    query.agent = c->agent;
    query.options = c->options->plan;
    if (query.options.max_nodes == 0) query.options.max_nodes = p->def.max_nodes;
    query.score = c->options->score;
    query.score_user = c->options->score_user;
    query.viable = c->options->viable;
    // A plan for another goal may well begin with a move, though the agent has just arrived.
    bool is_move = c->last != PLOY_NONE && ploy_domain_action(p->domain, compiled->grounds[c->last].action).move;
    if (c->last != PLOY_NONE && !(is_move && query.options.no_two_moves && !c->is_rest)) {
        query.last1 = c->last + 1;
    }
    query.trace_agent = c->agent->id.index1;
    return query;
}

static ploy_trace trace_of(const pl_plan_client* c)
{
    ploy_trace trace = *c->agent->trace;
    if (trace.level > c->options->debug) trace.level = c->options->debug;
    return trace;
}

static void trace_inputs(const ploy_plan_service* p, const pl_plan_client* c, const ploy_plan_query* query)
{
    pl_decision_traced inputs = {c->agent->mind, p->domain, query, c->target, c->without, c->options->off};
    if (pl_trace_wants(query->trace, PLOY_TRACE_BASIC)) pl_decision_trace(&inputs);
}

void pl_plan_service_trace(ploy_plan_service* p, uint32_t client, const pl_plan_request* request)
{
    PL_ASSERT(!pl_plan_service_is_open(p, client));
    uint8_t state = p->states.data[client];
    pl_plan_service_request(p, client, request);
    p->states.data[client] = state;
    const pl_plan_client* c = &p->clients.data[client];
    ploy_plan_query query = query_of(p, client);
    ploy_trace trace = trace_of(c);
    query.trace = &trace;
    trace_inputs(p, c, &query);
}

static void run_client(ploy_plan_service* p, uint32_t slot, uint32_t client)
{
    p->states.data[client] = PL_PLAN_CLIENT_RUNNING;
    p->slots[slot].client = client;
    pl_search_slot_take(&p->search.slots[slot]);
}

enum
{
    BLOCKS_PER_SLOT = 16, // at least, so that slots have about as much to do
    MAX_BLOCK = 64,
};

static bool take(void* context, uint32_t index)
{
    ploy_plan_service* p = context;
    pl_plan_slot* slot = &p->slots[index];
    while (slot->next < p->dealt) {
        uint32_t client = p->queue.data[slot->next];
        bool ends_block = ++slot->next % p->block == 0;
        if (ends_block) slot->next += slot->skip;
        if (p->states.data[client] != PL_PLAN_CLIENT_QUEUED) continue;
        run_client(p, index, client);
        return true;
    }
    return false;
}

static ploy_status begin(void* context, uint32_t index)
{
    ploy_plan_service* p = context;
    pl_plan_slot* slot = &p->slots[index];
    const pl_plan_client* c = &p->clients.data[slot->client];
    ploy_plan_query query = query_of(p, slot->client);
    if (!query.score && c->options->utility) {
        slot->scorer = (pl_utility_scorer){c->options->utility, c->agent};
        query.score = pl_utility_score_step;
        query.score_user = &slot->scorer;
    }
    if (c->agent->trace) {
        slot->trace = trace_of(c);
        query.trace = &slot->trace;
        trace_inputs(p, c, &query);
    }
    ploy_status status = ploy_planner_begin(slot->planner, &query);
    // The cache has counted a search that catches up already.
    if (status == PLOY_IN_PROGRESS && p->search.slots[index].catch_up > 0) pl_planner_uncount(slot->planner);
    return status;
}

// What a search that goes on has found.
static void deliver(const ploy_plan_service* p, uint32_t index)
{
    const pl_plan_client* c = &p->clients.data[p->slots[index].client];
    const ploy_plan* plan = ploy_planner_best(p->slots[index].planner);
    if (!plan) return;
    pl_planner_trace_found(p->slots[index].planner);
    c->options->better(c->agent, plan);
}

// A search that catches up has delivered what it finds already.
static ploy_status update(void* context, uint32_t index, uint32_t max_nodes)
{
    const ploy_plan_service* p = context;
    ploy_planner* planner = p->slots[index].planner;
    uint32_t cost = pl_planner_best_cost(planner);
    ploy_status status = ploy_planner_update(planner, max_nodes);
    bool is_better = status == PLOY_IN_PROGRESS && pl_planner_best_cost(planner) < cost;
    bool is_new = p->search.slots[index].catch_up == 0;
    if (is_better && is_new && p->clients.data[p->slots[index].client].options->better) deliver(p, index);
    return status;
}

// A client that requests again in done stays in the slot.
static uint32_t finish(void* context, uint32_t index)
{
    ploy_plan_service* p = context;
    const ploy_plan* plan = ploy_planner_end(p->slots[index].planner);
    uint32_t client = p->slots[index].client, expanded = plan->expanded;
    ++p->search.slots[index].finished;
    if (plan->status == PLOY_OUT_OF_NODES && !p->slots[index].ran_out1) p->slots[index].ran_out1 = client + 1;
    p->states.data[client] = PL_PLAN_CLIENT_IDLE;
    p->clients.data[client].options->done(p->clients.data[client].agent, plan);
    if (p->states.data[client] == PL_PLAN_CLIENT_WAITING) run_client(p, index, client);
    return expanded;
}

static const pl_search_service_callbacks callbacks = {take, begin, update, finish};

// A tick.

// Releases searches whose client has cancelled or requested something else; after a change of the domain all others
// begin again.
static void check_running(ploy_plan_service* p)
{
    bool has_changed = p->version != pl_domain_version(p->domain);
    p->version = pl_domain_version(p->domain);
    for (uint32_t i = 0; i < p->search.slot_count; ++i) {
        pl_search_slot* slot = &p->search.slots[i];
        if (!slot->is_running) continue;
        if (p->states.data[p->slots[i].client] != PL_PLAN_CLIENT_RUNNING) pl_search_slot_release(slot);
        if (has_changed) pl_search_slot_restart(slot);
    }
}

// Heuristics are made, and old ones discarded, only while no search reads them. This runs on one thread, and most goals
// have theirs: these clients' agents and states, which would come from memory, are not read.
static void prepare(ploy_plan_service* p)
{
    const pl_plan_service_options* options = NULL;
    bool is_whole = false;
    if (pl_search_service_running_count(&p->search) > 0) return;
    for (uint32_t i = 0; i < p->dealt; ++i) {
        uint32_t client = p->queue.data[i];
        const pl_plan_client* c = &p->clients.data[client];
        if (p->states.data[client] != PL_PLAN_CLIENT_QUEUED) continue;
        if (c->options != options) {
            options = c->options;
            is_whole = pl_query_is_whole(&(ploy_plan_query){.options = options->plan});
        }
        if (c->target != PLOY_NONE && pl_cache_is_settled(p->cache, c->target, is_whole)) continue;
        ploy_plan_query query = query_of(p, client);
        pl_cache_expect(p->cache, &query);
    }
}

// Slots that have nodes take from the queue in turns, one client each; in a long queue a block of clients each, whose
// memory lies together. Now and then nothing is dealt until all searches have ended, so
// that the cache can learn.
static void deal(ploy_plan_service* p)
{
    uint32_t open = 0;
    uint64_t nodes = 0;
    for (uint32_t i = 0; i < p->search.slot_count; ++i) {
        uint64_t left = p->search.slots[i].left;
        p->slots[i].next = left > 0 ? open++ : UINT32_MAX;
        nodes = left > UINT64_MAX - nodes ? UINT64_MAX : nodes + left;
    }
    bool holds_back =
        p->unmerged > PLOY_DEFAULT_PLAN_SERVICE_UNMERGED && pl_search_service_running_count(&p->search) > 0;
    p->dealt = holds_back ? 0 : p->queue.count < nodes ? p->queue.count : (uint32_t)nodes;
    p->block = p->dealt / (open * BLOCKS_PER_SLOT + 1);
    p->block = p->block < 1 ? 1 : p->block > MAX_BLOCK ? MAX_BLOCK : p->block;
    for (uint32_t i = 0; i < p->search.slot_count; ++i) {
        pl_plan_slot* slot = &p->slots[i];
        slot->skip = p->block * (open - 1);
        if (slot->next != UINT32_MAX) slot->next *= p->block;
    }
}

static bool has_work(const ploy_plan_service* p)
{
    for (uint32_t i = 0; i < p->search.slot_count; ++i) {
        const pl_search_slot* slot = &p->search.slots[i];
        if (slot->left > 0 && (slot->is_running || p->slots[i].next < p->dealt)) return true;
    }
    return false;
}

static bool run_round(ploy_plan_service* p, const ploy_tasks* tasks)
{
    deal(p);
    if (!has_work(p)) return pl_search_service_share_rest(&p->search);
    prepare(p);
    pl_search_service_run(&p->search, tasks);
    compact_queue(p);
    return true;
}

static void learn(ploy_plan_service* p)
{
    if (pl_search_service_running_count(&p->search) > 0) {
        ++p->unmerged;
        return;
    }
    p->unmerged = 0;
    pl_cache_merge(p->cache, p->planners, p->def.slots);
}

// Limits.

// A node of a large domain costs more.
static uint32_t default_nodes(const ploy_plan_service* p)
{
    uint32_t nodes = PLOY_DEFAULT_PLAN_SERVICE_NODES / (1 + pl_domain_compiled(p->domain)->operator_count / 32);
    return nodes < p->def.slots ? p->def.slots : nodes;
}

static const char* goal_of(const ploy_plan_service* p, uint32_t client)
{
    uint32_t target = p->clients.data[client].target;
    return target == PLOY_NONE ? ""
                               : ploy_domain_goal(p->domain, pl_domain_compiled(p->domain)->targets[target].goal).name;
}

static void log_search(ploy_plan_service* p, uint32_t client)
{
    char limit[64] = "the default limit, about a second of work";
    uint32_t max_nodes = query_of(p, client).options.max_nodes;
    if (max_nodes) snprintf(limit, sizeof limit, "max_nodes, %u", (unsigned)max_nodes);
    pl_log("ploy_world_tick: domain '%.60s': the search of agent %u for a plan for '%.60s' reached %s; it may have a "
           "plan. "
           "Set max_nodes of its <agent>, or make the domain smaller",
           ploy_domain_name(p->domain), (unsigned)p->clients.data[client].agent->id.index1, goal_of(p, client), limit);
    p->has_logged_search = true;
}

static void log_tick(ploy_plan_service* p, uint32_t client, uint32_t max_nodes)
{
    pl_log("ploy_world_tick: domain '%.60s': planning reached the default limit of %u nodes in one tick; the search of "
           "agent %u for '%.60s' goes on in the next tick. ploy_world_def.max_nodes sets another limit",
           ploy_domain_name(p->domain), (unsigned)max_nodes, (unsigned)p->clients.data[client].agent->id.index1,
           goal_of(p, client));
    p->has_logged_tick = true;
}

static void log_limits(ploy_plan_service* p, bool is_default, uint32_t max_nodes)
{
    for (uint32_t i = 0; i < p->search.slot_count; ++i) {
        uint32_t ran_out1 = p->slots[i].ran_out1;
        p->slots[i].ran_out1 = 0;
        if (ran_out1 && !p->has_logged_search) log_search(p, ran_out1 - 1);
        bool goes_on = is_default && p->search.slots[i].is_running && p->search.slots[i].left == 0;
        if (goes_on && !p->has_logged_tick) log_tick(p, p->slots[i].client, max_nodes);
    }
}

uint32_t pl_plan_service_update(ploy_plan_service* p, const ploy_tasks* tasks, uint32_t max_nodes)
{
    bool is_default = max_nodes == 0;
    if (is_default) max_nodes = default_nodes(p);
    queue_requests(p);
    check_running(p);
    ++p->ticks;
    if (p->queue.count == 0 && pl_search_service_running_count(&p->search) == 0) return 0;
    pl_search_service_share(&p->search, max_nodes, p->ticks);
    uint64_t before = pl_search_service_nodes_left(&p->search);
    while (run_round(p, tasks)) {
    }
    uint64_t spent = before - pl_search_service_nodes_left(&p->search);
    learn(p);
    log_limits(p, is_default, max_nodes);
    return spent < UINT32_MAX ? (uint32_t)spent : UINT32_MAX;
}

// Create and destroy.

static ploy_plan_service_def plan_service_with_defaults(const ploy_plan_service_def* given)
{
    ploy_plan_service_def def = given ? *given : (ploy_plan_service_def){0};
    def.allocator = pl_allocator_choose(&def.allocator);
    PL_DEFAULT(def.slots, PLOY_DEFAULT_PLAN_SERVICE_SLOTS);
    PL_DEFAULT(def.cache_bytes, PLOY_DEFAULT_CACHE_BYTES);
    PL_DEFAULT(def.capacity, PLOY_DEFAULT_PLAN_SERVICE_CAPACITY);
    return def;
}

static bool make_planner(ploy_plan_service* p, uint32_t index)
{
    ploy_planner_def def = {0};
    def.domain = p->domain;
    def.allocator = p->def.allocator;
    def.cache = p->cache;
    def.reserve_nodes = p->def.reserve_nodes;
    p->slots[index].planner = p->planners[index] = ploy_planner_create(&def);
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

static bool make_parts(ploy_plan_service* p)
{
    p->slots = PL_NEW_ARRAY(&p->def.allocator, pl_plan_slot, p->def.slots);
    p->planners = PL_NEW_ARRAY(&p->def.allocator, ploy_planner*, p->def.slots);
    bool made = pl_search_service_init(&p->search, &p->def.allocator, p->def.slots, &callbacks, p);
    made = made && p->slots && p->planners && make_cache(p) && pl_plan_service_reserve(p, p->def.capacity);
    for (uint32_t i = 0; made && i < p->def.slots; ++i) made = make_planner(p, i);
    return made;
}

ploy_plan_service* ploy_plan_service_create(const ploy_plan_service_def* given)
{
    PL_NEED_NAMED("def", NULL, given, NULL);
    ploy_plan_service_def def = plan_service_with_defaults(given);
    PL_NEED_NAMED("def->domain", NULL, def.domain, NULL);
    PL_ASSERT(def.slots <= PL_MAX_SEARCH_SLOTS);
    ploy_plan_service* p = PL_NEW(&def.allocator, ploy_plan_service);
    if (!p) return NULL;
    p->def = def;
    p->domain = pl_domain_take(def.domain);
    p->version = pl_domain_version(def.domain);
    p->state_words = ploy_domain_state_words(def.domain);
    p->action_words = ploy_domain_action_count(def.domain) / 64 + 1;
    if (make_parts(p)) return p;
    ploy_plan_service_destroy(p);
    return NULL;
}

void ploy_plan_service_destroy(ploy_plan_service* p)
{
    if (!p || !pl_shared_drop(&p->shared)) return;
    ploy_allocator allocator = p->def.allocator;
    for (uint32_t i = 0; p->planners && i < p->def.slots; ++i) ploy_planner_destroy(p->planners[i]);
    ploy_cache_destroy(p->cache);
    pl_search_service_destroy(&p->search, &allocator);
    PL_DELETE_ARRAY(&allocator, p->planners, p->def.slots);
    PL_DELETE_ARRAY(&allocator, p->slots, p->def.slots);
    PL_ARRAY_FREE(&p->clients, &allocator);
    PL_ARRAY_FREE(&p->states, &allocator);
    PL_ARRAY_FREE(&p->words, &allocator);
    PL_ARRAY_FREE(&p->free, &allocator);
    PL_ARRAY_FREE(&p->queue, &allocator);
    pl_domain_drop(p->domain);
    PL_DELETE(&allocator, p);
}

// Each slot plans once, so that it has all the memory it needs for that; the cache does not count these requests.
ploy_status ploy_plan_service_prepare(ploy_plan_service* p, const ploy_plan_query* query)
{
    PL_NEED_NAMED("planning", NULL, p, PLOY_INVALID);
    PL_NEED(query, PLOY_INVALID);
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

ploy_plan_service_stats ploy_plan_service_get_stats(const ploy_plan_service* p)
{
    PL_NEED_NAMED("planning", NULL, p, (ploy_plan_service_stats){0});
    ploy_plan_service_stats stats = {.cancelled = p->cancelled, .expanded = pl_search_service_expanded(&p->search)};
    for (uint32_t i = 0; i < p->search.slot_count; ++i) stats.answered += p->search.slots[i].finished;
    for (uint32_t i = 0; i < p->states.count; ++i) {
        uint8_t state = p->states.data[i];
        stats.waiting += state == PL_PLAN_CLIENT_WAITING || state == PL_PLAN_CLIENT_QUEUED;
        stats.active += state == PL_PLAN_CLIENT_RUNNING;
    }
    return stats;
}
