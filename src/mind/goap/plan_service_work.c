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

static bool is_busy(const pl_planning_lane* lane)
{
    return lane->client != PL_NONE;
}

static uint32_t busy_count(const ploy_planning* p)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->def.lanes; ++i) count += is_busy(&p->lanes[i]);
    return count;
}

// The queue.

static void collect(ploy_planning* p)
{
    uint8_t* at = p->states.data;
    uint8_t* end = at + p->states.count;
    while (at < end && (at = memchr(at, PL_CLIENT_ASKED, (size_t)(end - at)))) {
        p->queue.data[p->queue.count++] = (uint32_t)(at - p->states.data);
        *at++ = PL_CLIENT_QUEUED;
    }
}

// Those that were taken, or do not want to be any more, leave the queue; the others keep their order.
static void close_ranks(ploy_planning* p)
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

static void set_goal(ploy_query* query, const pl_target* target)
{
    query->goal = target->goal;
    memcpy(query->goal_args, target->args, sizeof query->goal_args);
}

static ploy_query query_of(const ploy_planning* p, uint32_t client)
{
    const pl_client* c = &p->clients.data[client];
    const pl_compiled* compiled = pl_domain_compiled(p->domain);
    ploy_query query = ploy_query_default();
    query.start = pl_client_start(p, client);
    if (c->target != PL_NONE) set_goal(&query, &compiled->targets[c->target]);
    query.disabled = c->has_disabled ? pl_client_disabled(p, client) : NULL;
    query.agent = c->self;
    query.max_nodes = p->def.max_nodes;
    query.search = c->options->search;
    query.max_depth = c->options->max_depth;
    query.no_two_moves = c->options->no_two_moves;
    query.sticky = c->options->sticky;
    query.score = c->options->score;
    query.score_user = c->options->score_user;
    query.viable = c->options->viable;
    // A plan for another goal may well begin with a move, though the agent has just arrived.
    bool is_move = c->last != PL_NONE && ploy_domain_action(p->domain, compiled->grounds[c->last].action).move;
    if (c->last != PL_NONE && !(is_move && query.no_two_moves && !c->is_rest)) {
        query.last_action = compiled->grounds[c->last].action;
        memcpy(query.last_args, compiled->grounds[c->last].args, sizeof query.last_args);
    }
    query.trace_agent = c->self->agent;
    return query;
}

static ploy_trace trace_of(const pl_client* c)
{
    ploy_trace trace = *c->self->trace;
    if (trace.level > c->options->debug) trace.level = c->options->debug;
    return trace;
}

static void tell(const ploy_planning* p, const pl_client* c, const ploy_query* query)
{
    pl_decision_asked asked = {p->domain, query, c->target, c->without, c->options->off};
    if (pl_trace_wants(query->trace, PLOY_TRACE_BASIC)) pl_decision_trace(&asked);
}

void pl_planning_tell(ploy_planning* p, uint32_t client, const pl_ask* ask)
{
    PL_ASSERT(ask->target == PL_NONE && !pl_planning_is_open(p, client));
    uint8_t state = p->states.data[client];
    pl_planning_ask(p, client, ask);
    p->states.data[client] = state;
    const pl_client* c = &p->clients.data[client];
    ploy_query query = query_of(p, client);
    ploy_trace trace = trace_of(c);
    query.trace = &trace;
    tell(p, c, &query);
}

static ploy_status begin(pl_planning_lane* lane)
{
    const ploy_planning* p = lane->planning;
    const pl_client* c = &p->clients.data[lane->client];
    ploy_query query = query_of(p, lane->client);
    if (!query.score && c->options->utility) {
        lane->scorer = (ploy_utility_scorer){c->options->utility, c->self};
        query.score = ploy_utility_score_step;
        query.score_user = &lane->scorer;
    }
    if (c->self->trace) {
        lane->trace = trace_of(c);
        query.trace = &lane->trace;
        tell(p, c, &query);
    }
    lane->is_begun = true;
    lane->spent = 0;
    ploy_status status = ploy_planner_begin(lane->planner, &query);
    if (status == PLOY_RUNNING && lane->catch_up > 0) {
        pl_planner_uncount(lane->planner);
        status = ploy_planner_update(lane->planner, lane->catch_up);
        lane->spent = lane->catch_up;
    }
    lane->catch_up = 0;
    return status;
}

static void let_go(pl_planning_lane* lane)
{
    lane->client = PL_NONE;
    lane->is_begun = false;
    lane->spent = lane->catch_up = 0;
}

// The client may ask again in done: then it stays in the lane.
static uint32_t answer(pl_planning_lane* lane)
{
    ploy_planning* p = lane->planning;
    const ploy_plan* plan = ploy_planner_end(lane->planner);
    uint32_t client = lane->client, expanded = plan->expanded;
    uint32_t used = expanded > lane->spent ? expanded - lane->spent : 1;
    lane->expanded += expanded;
    ++lane->answered;
    let_go(lane);
    p->states.data[client] = PL_CLIENT_IDLE;
    p->clients.data[client].done(p->clients.data[client].self, plan);
    if (p->states.data[client] == PL_CLIENT_ASKED) {
        p->states.data[client] = PL_CLIENT_RUNNING;
        lane->client = client;
    }
    return used;
}

// One slice; lane->left goes down by at least 1.
static void step(pl_planning_lane* lane)
{
    uint32_t slice = lane->left < UINT32_MAX ? (uint32_t)lane->left : UINT32_MAX;
    ploy_status status = lane->is_begun ? PLOY_RUNNING : begin(lane);
    if (status == PLOY_RUNNING) status = ploy_planner_update(lane->planner, slice);
    uint32_t used = slice;
    if (status == PLOY_RUNNING) {
        lane->spent += slice;
    } else {
        used = answer(lane);
    }
    lane->left -= used < lane->left ? used : lane->left;
}

// Lanes.

static bool take(pl_planning_lane* lane)
{
    ploy_planning* p = lane->planning;
    for (; lane->first < p->dealt; lane->first += lane->stride) {
        uint32_t client = p->queue.data[lane->first];
        if (p->states.data[client] != PL_CLIENT_QUEUED) continue;
        p->states.data[client] = PL_CLIENT_RUNNING;
        lane->client = client;
        lane->first += lane->stride;
        return true;
    }
    return false;
}

static void run_lanes(uint32_t first, uint32_t end, uint32_t worker, void* context)
{
    (void)worker;
    ploy_planning* p = context;
    for (uint32_t i = first; i < end; ++i) {
        pl_planning_lane* lane = &p->lanes[i];
        while (lane->left > 0 && (is_busy(lane) || take(lane))) step(lane);
    }
}

// A search whose client wants something else by now, or nothing, is given up; one on a domain that has changed begins
// again.
static void look_after(ploy_planning* p)
{
    bool has_changed = p->version != ploy_domain_version(p->domain);
    p->version = ploy_domain_version(p->domain);
    for (uint32_t i = 0; i < p->def.lanes; ++i) {
        pl_planning_lane* lane = &p->lanes[i];
        if (!is_busy(lane)) continue;
        if (p->states.data[lane->client] != PL_CLIENT_RUNNING) let_go(lane);
        if (has_changed) lane->is_begun = false;
    }
}

static void share_out(ploy_planning* p, uint32_t max_nodes)
{
    uint32_t lanes = p->def.lanes, rest = max_nodes % lanes;
    for (uint32_t i = 0; i < lanes; ++i) {
        bool gets_one = (i + p->ticks) % lanes < rest;
        p->lanes[i].left = max_nodes ? max_nodes / lanes + gets_one : UINT64_MAX;
    }
}

// Nodes of lanes that have nothing to do go to those that have.
static bool share_rest(ploy_planning* p)
{
    uint64_t rest = 0;
    uint32_t busy = busy_count(p);
    if (busy == 0) return false;
    for (uint32_t i = 0; i < p->def.lanes; ++i) {
        if (is_busy(&p->lanes[i])) continue;
        rest += p->lanes[i].left;
        p->lanes[i].left = 0;
    }
    if (rest == 0) return false;
    uint64_t each = rest / busy, more = rest % busy;
    for (uint32_t i = 0, k = 0; i < p->def.lanes; ++i) {
        if (is_busy(&p->lanes[i])) p->lanes[i].left += each + (k++ < more);
    }
    return true;
}

// A round.

// Guides are made, and old ones given up, only while no search looks at them.
static void prepare(ploy_planning* p)
{
    if (busy_count(p) > 0) return;
    for (uint32_t i = 0; i < p->dealt; ++i) {
        uint32_t client = p->queue.data[i];
        if (p->states.data[client] != PL_CLIENT_QUEUED) continue;
        ploy_query query = query_of(p, client);
        pl_cache_expect(p->cache, &query);
    }
}

static void deal(ploy_planning* p)
{
    uint32_t open = 0;
    uint64_t nodes = 0;
    for (uint32_t i = 0; i < p->def.lanes; ++i) {
        pl_planning_lane* lane = &p->lanes[i];
        lane->first = lane->left > 0 ? open++ : UINT32_MAX;
        nodes = lane->left > UINT64_MAX - nodes ? UINT64_MAX : nodes + lane->left;
    }
    for (uint32_t i = 0; i < p->def.lanes; ++i) p->lanes[i].stride = open;
    bool holds_back = p->unmerged > PLOY_DEFAULT_PLANNING_UNMERGED && busy_count(p) > 0;
    p->dealt = holds_back ? 0 : p->queue.count < nodes ? p->queue.count : (uint32_t)nodes;
}

static bool has_work(const ploy_planning* p)
{
    for (uint32_t i = 0; i < p->def.lanes; ++i) {
        const pl_planning_lane* lane = &p->lanes[i];
        if (lane->left > 0 && (is_busy(lane) || lane->first < p->dealt)) return true;
    }
    return false;
}

static bool run_round(ploy_planning* p, const ploy_tasks* tasks)
{
    deal(p);
    if (!has_work(p)) return share_rest(p);
    prepare(p);
    pl_parallel_for(tasks, p->def.lanes, 1, run_lanes, p);
    close_ranks(p);
    return true;
}

static void learn(ploy_planning* p)
{
    if (busy_count(p) > 0) {
        ++p->unmerged;
        return;
    }
    p->unmerged = 0;
    ploy_cache_merge(p->cache, p->planners, p->def.lanes);
}

static uint64_t nodes_left(const ploy_planning* p)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < p->def.lanes; ++i) sum += p->lanes[i].left;
    return sum;
}

uint32_t pl_planning_work(ploy_planning* p, const ploy_tasks* tasks, uint32_t max_nodes)
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
