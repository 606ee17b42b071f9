// A tick of the planning service: those that asked are queued, lanes take from the queue in turns, and what they do not
// get to stays there. A search that runs out of nodes stays in its lane for the next tick.

#include <string.h>

#include "base/check.h"
#include "base/defaults.h"
#include "base/index.h"
#include "base/tasks.h"
#include "mind/goap/decision_trace.h"
#include "mind/goap/plan_service.h"
#include "plan/search/cache.h"
#include "plan/domain/compiled.h"
#include "plan/search/planner.h"
#include "trace/emit.h"

static bool is_busy(const pl_plan_service_slot* slot)
{
    return slot->client != PL_NONE;
}

static uint32_t busy_count(const ploy_plan_service* p)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->def.slots; ++i) count += is_busy(&p->slots[i]);
    return count;
}

// The queue.

static void collect(ploy_plan_service* p)
{
    uint8_t* at = p->states.data;
    uint8_t* end = at + p->states.count;
    while (at < end && (at = memchr(at, PL_CLIENT_WAITING, (size_t)(end - at)))) {
        p->queue.data[p->queue.count++] = (uint32_t)(at - p->states.data);
        *at++ = PL_CLIENT_QUEUED;
    }
}

// Those that were taken, or do not want to be any more, leave the queue; the others keep their order.
static void close_ranks(ploy_plan_service* p)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < p->dealt; ++i) {
        uint32_t client = p->queue.data[i];
        if (p->states.data[client] == PL_CLIENT_QUEUED) p->queue.data[kept++] = client;
        if (p->states.data[client] == PL_CLIENT_DROPPED) p->states.data[client] = PL_CLIENT_IDLE;
    }
    memmove(p->queue.data + kept, p->queue.data + p->dealt, (p->queue.count - p->dealt) * sizeof *p->queue.data);
    p->queue.count -= p->dealt - kept;
    p->dealt = 0;
}

// One search.

static void set_goal(ploy_plan_query* query, const pl_target* target)
{
    query->goal = target->goal;
    memcpy(query->goal_args, target->args, sizeof query->goal_args);
}

static ploy_plan_query query_of(const ploy_plan_service* p, uint32_t client)
{
    const pl_client* c = &p->clients.data[client];
    const pl_compiled* compiled = pl_domain_compiled(p->domain);
    ploy_plan_query query = {0};
    query.start = pl_client_start(p, client);
    if (c->target != PL_NONE) set_goal(&query, &compiled->targets[c->target]);
    query.disabled = c->has_disabled ? pl_client_disabled(p, client) : NULL;
    query.agent = c->agent;
    query.options = c->options->plan;
    if (query.options.max_nodes == 0) query.options.max_nodes = p->def.max_nodes;
    query.score = c->options->score;
    query.score_user = c->options->score_user;
    query.viable = c->options->viable;
    // A plan for another goal may well begin with a move, though the agent has just arrived.
    bool is_move = c->last != PL_NONE && ploy_domain_action(p->domain, compiled->grounds[c->last].action).move;
    if (c->last != PL_NONE && !(is_move && query.options.no_two_moves && !c->is_rest)) {
        query.last1 = c->last + 1;
    }
    query.trace_agent = c->agent->id.index1;
    return query;
}

static ploy_trace trace_of(const pl_client* c)
{
    ploy_trace trace = *c->agent->trace;
    if (trace.level > c->options->debug) trace.level = c->options->debug;
    return trace;
}

static void tell(const ploy_plan_service* p, const pl_client* c, const ploy_plan_query* query)
{
    pl_decision_traced asked = {p->domain, query, c->target, c->without, c->options->off};
    if (pl_trace_wants(query->trace, PLOY_TRACE_BASIC)) pl_decision_trace(&asked);
}

void pl_plan_service_trace(ploy_plan_service* p, uint32_t client, const pl_plan_request* ask)
{
    PL_ASSERT(ask->target == PL_NONE && !pl_plan_service_is_open(p, client));
    uint8_t state = p->states.data[client];
    pl_plan_service_request(p, client, ask);
    p->states.data[client] = state;
    const pl_client* c = &p->clients.data[client];
    ploy_plan_query query = query_of(p, client);
    ploy_trace trace = trace_of(c);
    query.trace = &trace;
    tell(p, c, &query);
}

static ploy_status begin(pl_plan_service_slot* slot)
{
    const ploy_plan_service* p = slot->planning;
    const pl_client* c = &p->clients.data[slot->client];
    ploy_plan_query query = query_of(p, slot->client);
    if (!query.score && c->options->utility) {
        slot->scorer = (ploy_utility_scorer){c->options->utility, c->agent};
        query.score = ploy_utility_score_step;
        query.score_user = &slot->scorer;
    }
    if (c->agent->trace) {
        slot->trace = trace_of(c);
        query.trace = &slot->trace;
        tell(p, c, &query);
    }
    slot->is_begun = true;
    slot->spent = 0;
    ploy_status status = ploy_planner_begin(slot->planner, &query);
    if (status == PLOY_IN_PROGRESS && slot->catch_up > 0) {
        pl_planner_uncount(slot->planner);
        status = ploy_planner_update(slot->planner, slot->catch_up);
        slot->spent = slot->catch_up;
    }
    slot->catch_up = 0;
    return status;
}

static void let_go(pl_plan_service_slot* slot)
{
    slot->client = PL_NONE;
    slot->is_begun = false;
    slot->spent = slot->catch_up = 0;
}

// The client may ask again in done: then it stays in the lane.
static uint32_t answer(pl_plan_service_slot* slot)
{
    ploy_plan_service* p = slot->planning;
    const ploy_plan* plan = ploy_planner_end(slot->planner);
    uint32_t client = slot->client, expanded = plan->expanded;
    uint32_t used = expanded > slot->spent ? expanded - slot->spent : 1;
    slot->expanded += expanded;
    ++slot->answered;
    let_go(slot);
    p->states.data[client] = PL_CLIENT_IDLE;
    p->clients.data[client].done(p->clients.data[client].agent, plan);
    if (p->states.data[client] == PL_CLIENT_WAITING) {
        p->states.data[client] = PL_CLIENT_RUNNING;
        slot->client = client;
    }
    return used;
}

// One slice; lane->left goes down by at least 1.
static void step(pl_plan_service_slot* slot)
{
    uint32_t slice = slot->left < UINT32_MAX ? (uint32_t)slot->left : UINT32_MAX;
    ploy_status status = slot->is_begun ? PLOY_IN_PROGRESS : begin(slot);
    if (status == PLOY_IN_PROGRESS) status = ploy_planner_update(slot->planner, slice);
    uint32_t used = slice;
    if (status == PLOY_IN_PROGRESS) {
        slot->spent += slice;
    } else {
        used = answer(slot);
    }
    slot->left -= used < slot->left ? used : slot->left;
}

// Lanes.

static bool take(pl_plan_service_slot* slot)
{
    ploy_plan_service* p = slot->planning;
    for (; slot->first < p->dealt; slot->first += slot->stride) {
        uint32_t client = p->queue.data[slot->first];
        if (p->states.data[client] != PL_CLIENT_QUEUED) continue;
        p->states.data[client] = PL_CLIENT_RUNNING;
        slot->client = client;
        slot->first += slot->stride;
        return true;
    }
    return false;
}

static void run_lanes(uint32_t first, uint32_t end, uint32_t worker, void* context)
{
    (void)worker;
    ploy_plan_service* p = context;
    for (uint32_t i = first; i < end; ++i) {
        pl_plan_service_slot* slot = &p->slots[i];
        while (slot->left > 0 && (is_busy(slot) || take(slot))) step(slot);
    }
}

// A search whose client wants something else by now, or nothing, is given up; one on a domain that has changed begins
// again.
static void look_after(ploy_plan_service* p)
{
    bool has_changed = p->version != ploy_domain_version(p->domain);
    p->version = ploy_domain_version(p->domain);
    for (uint32_t i = 0; i < p->def.slots; ++i) {
        pl_plan_service_slot* slot = &p->slots[i];
        if (!is_busy(slot)) continue;
        if (p->states.data[slot->client] != PL_CLIENT_RUNNING) let_go(slot);
        if (has_changed) slot->is_begun = false;
    }
}

static void share_out(ploy_plan_service* p, uint32_t max_nodes)
{
    uint32_t slots = p->def.slots, rest = max_nodes % slots;
    for (uint32_t i = 0; i < slots; ++i) {
        bool gets_one = (i + p->ticks) % slots < rest;
        p->slots[i].left = max_nodes ? max_nodes / slots + gets_one : UINT64_MAX;
    }
}

// Nodes of lanes that have nothing to do go to those that have.
static bool share_rest(ploy_plan_service* p)
{
    uint64_t rest = 0;
    uint32_t busy = busy_count(p);
    if (busy == 0) return false;
    for (uint32_t i = 0; i < p->def.slots; ++i) {
        if (is_busy(&p->slots[i])) continue;
        rest += p->slots[i].left;
        p->slots[i].left = 0;
    }
    if (rest == 0) return false;
    uint64_t each = rest / busy, more = rest % busy;
    for (uint32_t i = 0, k = 0; i < p->def.slots; ++i) {
        if (is_busy(&p->slots[i])) p->slots[i].left += each + (k++ < more);
    }
    return true;
}

// A round.

// Guides are made, and old ones given up, only while no search looks at them.
static void prepare(ploy_plan_service* p)
{
    if (busy_count(p) > 0) return;
    for (uint32_t i = 0; i < p->dealt; ++i) {
        uint32_t client = p->queue.data[i];
        if (p->states.data[client] != PL_CLIENT_QUEUED) continue;
        ploy_plan_query query = query_of(p, client);
        pl_cache_expect(p->cache, &query);
    }
}

static void deal(ploy_plan_service* p)
{
    uint32_t open = 0;
    uint64_t nodes = 0;
    for (uint32_t i = 0; i < p->def.slots; ++i) {
        pl_plan_service_slot* slot = &p->slots[i];
        slot->first = slot->left > 0 ? open++ : UINT32_MAX;
        nodes = slot->left > UINT64_MAX - nodes ? UINT64_MAX : nodes + slot->left;
    }
    for (uint32_t i = 0; i < p->def.slots; ++i) p->slots[i].stride = open;
    bool holds_back = p->unmerged > PLOY_DEFAULT_PLAN_SERVICE_UNMERGED && busy_count(p) > 0;
    p->dealt = holds_back ? 0 : p->queue.count < nodes ? p->queue.count : (uint32_t)nodes;
}

static bool has_work(const ploy_plan_service* p)
{
    for (uint32_t i = 0; i < p->def.slots; ++i) {
        const pl_plan_service_slot* slot = &p->slots[i];
        if (slot->left > 0 && (is_busy(slot) || slot->first < p->dealt)) return true;
    }
    return false;
}

static bool run_round(ploy_plan_service* p, const ploy_tasks* tasks)
{
    deal(p);
    if (!has_work(p)) return share_rest(p);
    prepare(p);
    pl_parallel_for(tasks, p->def.slots, 1, run_lanes, p);
    close_ranks(p);
    return true;
}

static void learn(ploy_plan_service* p)
{
    if (busy_count(p) > 0) {
        ++p->unmerged;
        return;
    }
    p->unmerged = 0;
    ploy_cache_merge(p->cache, p->planners, p->def.slots);
}

static uint64_t nodes_left(const ploy_plan_service* p)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < p->def.slots; ++i) sum += p->slots[i].left;
    return sum;
}

uint32_t pl_plan_service_work(ploy_plan_service* p, const ploy_tasks* tasks, uint32_t max_nodes)
{
    collect(p);
    look_after(p);
    ++p->ticks;
    if (p->queue.count == 0 && busy_count(p) == 0) return 0;
    share_out(p, max_nodes);
    uint64_t before = nodes_left(p);
    while (run_round(p, tasks)) {
    }
    uint64_t spent = before - nodes_left(p);
    learn(p);
    return spent < UINT32_MAX ? (uint32_t)spent : UINT32_MAX;
}
