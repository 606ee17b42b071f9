// The planner: selects the heuristic, settles the rules, runs the search, and turns its result into a plan. Before the
// moves of a result become a plan, they are applied to the start one by one.

#include "plan/search/planner.h"

#include <ploy/plan.h>

#include <string.h>

#include "base/check.h"
#include "base/containers/arena.h"
#include "base/defaults.h"
#include "base/memory.h"
#include "plan/domain/domain.h"
#include "plan/heuristic/state_equation.h"
#include "plan/search/goal_choice.h"
#include "trace/emit.h"

// What a call without a planner or a query gets.
static const ploy_plan invalid_plan = {.status = PLOY_INVALID, .goal = PLOY_NONE};

static ploy_planner_def planner_with_defaults(const ploy_planner_def* given)
{
    ploy_planner_def def = given ? *given : (ploy_planner_def){0};
    def.allocator = pl_allocator_choose(&def.allocator);
    PL_DEFAULT(def.max_nodes, PLOY_DEFAULT_PLANNER_MAX_NODES);
    PL_DEFAULT(def.cache_bytes, PLOY_DEFAULT_PLANNER_CACHE_BYTES);
    return def;
}

// Creation.

static bool make_parts(ploy_planner* p)
{
    p->start = PL_NEW_ARRAY(&p->allocator, uint64_t, p->words + 1);
    p->state = PL_NEW_ARRAY(&p->allocator, uint64_t, p->words + 1);
    if (!p->start || !p->state) return false;
    if (p->def.reserve_nodes) {
        if (!pl_search_reserve(&p->search, p->def.reserve_nodes) ||
            !pl_forward_reserve(&p->forward, p->def.reserve_nodes))
            return false;
    }
    if (p->def.cache || p->def.no_cache) return true;
    ploy_cache_def def = {0};
    def.domain = p->domain;
    def.allocator = p->allocator;
    def.bytes = p->def.cache_bytes;
    p->own = ploy_cache_create(&def);
    return p->own != NULL;
}

ploy_planner* ploy_planner_create(const ploy_planner_def* given)
{
    PL_NEED_NAMED("def", NULL, given, NULL);
    bool has_own_limit = given->max_nodes != 0;
    ploy_planner_def full = planner_with_defaults(given);
    const ploy_planner_def* def = &full;
    PL_NEED(def->domain, NULL);
    PL_ASSERT(pl_domain_compiled(def->domain));
    ploy_allocator allocator = pl_allocator_choose(&def->allocator);
    ploy_planner* p = PL_NEW(&allocator, ploy_planner);
    if (!p) return NULL;
    p->allocator = allocator;
    p->def = *def;
    p->has_own_limit = has_own_limit;
    p->domain = pl_domain_take(def->domain);
    p->shared = def->cache;
    p->words = ploy_domain_state_words(def->domain);
    p->status = PLOY_NOT_FOUND;
    pl_arena_init(&p->scratch, &p->allocator, 0);
    pl_arena_init(&p->last_memory, &p->allocator, 0);
    pl_search_init(&p->search, &p->allocator);
    pl_forward_init(&p->forward, &p->allocator, p->words);
    pl_backward_init(&p->backward, &p->allocator);
    pl_depth_first_init(&p->depth_first, &p->allocator);
    pl_wide_init(&p->wide, &p->allocator);
    pl_search_init(&p->back, &p->allocator);
    pl_lazy_init(&p->lazy, &p->allocator);
    pl_windows_init(&p->windows, &p->allocator);
    pl_rules_room_init(&p->rules_room, &p->allocator);
    if (make_parts(p)) return p;
    ploy_planner_destroy(p);
    return NULL;
}

void ploy_planner_destroy(ploy_planner* p)
{
    if (!p) return;
    ploy_allocator allocator = p->allocator;
    pl_arena_destroy(&p->last_memory);
    ploy_cache_destroy(p->own);
    pl_arena_destroy(&p->scratch);
    pl_search_destroy(&p->search);
    pl_forward_destroy(&p->forward);
    pl_backward_destroy(&p->backward);
    pl_depth_first_destroy(&p->depth_first);
    pl_wide_destroy(&p->wide);
    pl_search_destroy(&p->back);
    pl_lazy_destroy(&p->lazy);
    pl_windows_destroy(&p->windows);
    PL_ARRAY_FREE(&p->portfolio.best, &allocator);
    pl_rules_room_destroy(&p->rules_room);
    PL_ARRAY_FREE(&p->call_costs, &allocator);
    PL_ARRAY_FREE(&p->moves, &allocator);
    PL_ARRAY_FREE(&p->steps, &allocator);
    PL_ARRAY_FREE(&p->kept, &allocator);
    PL_ARRAY_FREE(&p->requests, &allocator);
    PL_ARRAY_FREE(&p->priorities, &allocator);
    PL_DELETE_ARRAY(&allocator, p->start, p->words + 1);
    PL_DELETE_ARRAY(&allocator, p->state, p->words + 1);
    pl_domain_drop(p->domain);
    PL_DELETE(&allocator, p);
}

size_t ploy_planner_bytes(const ploy_planner* p)
{
    PL_NEED_NAMED("planner", NULL, p, 0);
    return sizeof *p + 2 * ((size_t)p->words + 1) * sizeof(uint64_t) + pl_search_bytes(&p->search) +
           pl_forward_bytes(&p->forward) + pl_backward_bytes(&p->backward) + pl_depth_first_bytes(&p->depth_first) +
           pl_wide_bytes(&p->wide) + pl_search_bytes(&p->back) + pl_lazy_bytes(&p->lazy) +
           pl_windows_bytes(&p->windows) + p->scratch.peak + pl_rules_room_bytes(&p->rules_room) +
           pl_array_bytes(p->moves.capacity + p->requests.capacity + p->portfolio.best.capacity, sizeof(uint32_t)) +
           pl_array_bytes(p->call_costs.capacity + p->priorities.capacity, sizeof(int64_t)) +
           pl_array_bytes(p->steps.capacity + p->kept.capacity, sizeof(ploy_step));
}

// The heuristic.

uint32_t pl_planner_requests(const ploy_planner* p, uint32_t index)
{
    return index < p->requests.count ? p->requests.data[index] : 0;
}

void pl_planner_forget_requests(ploy_planner* p)
{
    for (uint32_t i = 0; i < p->requests.count; ++i) p->requests.data[i] = 0;
}

bool pl_planner_count_requests(ploy_planner* p, uint32_t index, uint32_t times)
{
    if (!PL_ARRAY_RESERVE(&p->requests, &p->allocator, index + 1)) return false;
    while (p->requests.count <= index) p->requests.data[p->requests.count++] = 0;
    p->requests.data[index] += times;
    p->last_request = index;
    return true;
}

void pl_planner_uncount(ploy_planner* p)
{
    if (p->last_request < p->requests.count && p->requests.data[p->last_request] > 0)
        --p->requests.data[p->last_request];
}

// A heuristic of the planner's own, made as a cache makes its first one, in memory that the next one reuses. With
// cost callbacks it is made for every query.
static const pl_heuristic* make_last(ploy_planner* p, uint32_t target, bool is_whole, bool needs_tables)
{
    const pl_heuristic* last = p->last;
    bool is_current =
        last && last->version == pl_domain_version(p->domain) && last->target == target && last->is_whole == is_whole;
    if (is_current && !last->call_count && (last->level || !needs_tables)) return last;
    p->last = NULL;
    pl_arena_reset(&p->last_memory);
    const pl_compiled* c = pl_domain_compiled(p->domain);
    if (!PL_ARRAY_RESERVE(&p->call_costs, &p->allocator, c->ground_count)) return NULL;
    pl_evaluate_costs(p->domain, p->start, p->query.agent, p->call_costs.data);
    size_t table_bytes = needs_tables ? PLOY_DEFAULT_CACHE_FIRST_BYTES : 0;
    pl_heuristic_request request = {p->domain, target, p->call_costs.data, table_bytes, needs_tables, is_whole};
    ploy_allocator memory = pl_arena_allocator(&p->last_memory);
    return p->last = pl_heuristic_create(&memory, &p->scratch, &request);
}

// Does the search begin with estimates from tables? An anytime search gets them when it has its first plan.
static bool needs_tables(const ploy_planner* p)
{
    ploy_search search = p->query.options.search;
    return search == PLOY_SEARCH_AUTO || search == PLOY_SEARCH_ASTAR || pl_planner_is_depth_first(p);
}

bool pl_planner_add_tables(ploy_planner* p)
{
    const pl_heuristic* g = p->rules.heuristic;
    if (g->level > 0) return true;
    if (p->last == g) return pl_heuristic_add_tables(p->last, &p->scratch, p->domain, PLOY_DEFAULT_CACHE_FIRST_BYTES);
    bool is_own = p->own && g == pl_cache_find(p->own, g->target, g->is_whole);
    return !is_own || pl_cache_add_tables(p->own, g->target, g->is_whole);
}

static const pl_heuristic* find_heuristic(ploy_planner* p, uint32_t target, bool is_whole)
{
    const pl_heuristic* heuristic = NULL;
    if (p->own) heuristic = pl_cache_request(p->own, target, is_whole, needs_tables(p), p->start, p->query.agent);
    if (p->shared) {
        if (!pl_planner_count_requests(p, 2 * target + is_whole, 1)) return NULL;
        heuristic = pl_cache_find(p->shared, target, is_whole);
    }
    return heuristic ? heuristic : make_last(p, target, is_whole, needs_tables(p));
}

// Settles the rules. If a cost is now lower than when a heuristic of the planner's own cache was made, the heuristic is
// made again.
static bool settle(ploy_planner* p, const pl_heuristic* g, pl_cost_change* change)
{
    if (!pl_rules_settle(&p->rules, &p->rules_room, p->domain, &p->query, g, change)) return false;
    if (*change != PL_COSTS_LOWER || !p->own || g != pl_cache_find(p->own, g->target, g->is_whole)) return true;
    const pl_heuristic* lowered = pl_cache_lower(p->own, g->target, g->is_whole, p->start, p->query.agent);
    return lowered == g || pl_rules_settle(&p->rules, &p->rules_room, p->domain, &p->query, lowered, change);
}

// The policy.

// Takes the moves of the policy's plan, if this query allows all of them.
static ploy_status look_up(ploy_planner* p)
{
    const pl_heuristic* g = p->rules.heuristic;
    if (!pl_policy_knows(&g->policy, p->start)) return PLOY_IN_PROGRESS;
    uint32_t at = pl_policy_find(&g->policy, p->start);
    if (at == PLOY_NONE) return PLOY_NOT_FOUND;
    PL_ARRAY_CLEAR(&p->moves);
    for (const pl_policy_entry* e = &g->policy.entries[at]; e->next != PL_POLICY_END; e = &g->policy.entries[e->next]) {
        if (!pl_rules_available(&p->rules, e->move)) return PLOY_IN_PROGRESS;
        if (!PL_ARRAY_PUSH(&p->moves, &p->allocator, e->move)) return PLOY_OUT_OF_MEMORY;
    }
    return p->query.options.max_depth && p->moves.count > p->query.options.max_depth ? PLOY_IN_PROGRESS : PLOY_FOUND;
}

// A heuristic that no cache holds may have been made for this query or for the one before; the answer is the same: an
// anytime search does not look for a policy in it before it has a plan.
static bool may_look_up(const ploy_planner* p)
{
    const pl_rules* t = &p->rules;
    if (p->query.options.search == PLOY_SEARCH_ANYTIME && t->heuristic == p->last) return false;
    return !p->always_searches && pl_search_may_look_up(p->query.options.search) && t->heuristic->policy.complete &&
           !t->no_two_moves && !t->repeat_costs && t->must_use == PLOY_NONE;
}

// Begin and update.

static ploy_status begin_depth_first(ploy_planner* p)
{
    p->forward.kind = PL_ESTIMATE_TABLES;
    p->forward.search = NULL;
    if (pl_forward_begin(&p->forward, &p->rules, p->start, pl_planner_node_limit(p)) == PLOY_NONE)
        return PLOY_OUT_OF_MEMORY;
    p->depth_first.domain = p->domain;
    p->depth_first.score = p->query.options.search == PLOY_SEARCH_UTILITY ? p->query.score : NULL;
    p->depth_first.score_user = p->query.score_user;
    PL_TRACE(p->query.trace, SEARCH_BEGUN, p->query.trace_agent, (uint64_t)p->query.options.search, 0);
    ploy_status status = pl_depth_first_begin(&p->depth_first, &p->forward, p->query.options.max_nodes);
    p->depth_first.work = pl_planner_work_limit(p, false);
    return status;
}

static ploy_status begin_search(ploy_planner* p)
{
    p->search.trace = p->query.trace;
    p->search.trace_agent = p->query.trace_agent;
    p->back.trace = p->query.options.search == PLOY_SEARCH_REGRESSIVE ? p->query.trace : NULL;
    p->back.trace_agent = p->query.trace_agent;
    p->has_searched = true;
    return pl_planner_is_depth_first(p) ? begin_depth_first(p) : pl_portfolio_begin(p);
}

static ploy_status begin(ploy_planner* p)
{
    const ploy_plan_query* q = &p->query;
    const pl_compiled* c = pl_domain_compiled(p->domain);
    if (ploy_domain_find_unbound(p->domain) || (q->options.search == PLOY_SEARCH_UTILITY && !q->score))
        return PLOY_INVALID;
    uint32_t target = pl_domain_target_index(p->domain, q->goal, q->goal_args);
    if (!q->must_use1 && pl_target_holds(c, target, p->start)) return PLOY_ALREADY;
    const pl_heuristic* heuristic = find_heuristic(p, target, pl_query_is_whole(q));
    pl_cost_change change;
    if (!heuristic || !settle(p, heuristic, &change)) return PLOY_OUT_OF_MEMORY;
    if (change == PL_COSTS_SAME && may_look_up(p)) {
        ploy_status status = look_up(p);
        p->from_policy = status == PLOY_FOUND;
        if (status != PLOY_IN_PROGRESS) return status;
    }
    return begin_search(p);
}

ploy_status ploy_planner_begin(ploy_planner* p, const ploy_plan_query* query)
{
    PL_NEED_NAMED("planner", NULL, p, PLOY_INVALID);
    PL_NEED(query, PLOY_INVALID);
    PL_NEED(query->start, PLOY_INVALID);
    PL_ASSERT(query->goal < ploy_domain_goal_count(p->domain));
    p->query = *query;
    memcpy(p->start, query->start, p->words * sizeof *p->start);
    p->query.start = p->start;
    p->from_policy = p->has_searched = p->is_wide = p->is_judged = false;
    p->wide.expanded = p->wide.generated = 0;
    p->search.expanded = p->search.generated = p->depth_first.expanded = p->depth_first.generated = 0;
    p->back.expanded = p->back.generated = p->lazy.expanded = p->lazy.generated = 0;
    p->portfolio.expanded = p->portfolio.generated = p->portfolio.bound = p->portfolio.count = 0;
    p->portfolio.has_plan = p->portfolio.is_proved = p->portfolio.is_exhausted = p->is_backward_ready = false;
    p->windows.expanded = p->windows.generated = p->windows.paid = 0;
    p->windows.has_window = p->windows.orders = false;
    p->forward.depth_cut = p->backward.depth_cut = false;
    PL_TRACE(query->trace, PLAN_REQUESTED, query->trace_agent, query->goal);
    p->status = begin(p);
    return p->status;
}

// What the searches before the wide one have expanded and generated.
static uint32_t expanded_before(const ploy_planner* p)
{
    return pl_planner_is_depth_first(p) ? p->depth_first.expanded : pl_portfolio_expanded(p);
}

static uint32_t generated_before(const ploy_planner* p)
{
    return pl_planner_is_depth_first(p) ? p->depth_first.generated : pl_portfolio_generated(p);
}

static ploy_status begin_wide(ploy_planner* p)
{
    uint32_t max_nodes = p->query.options.max_nodes, spent = expanded_before(p);
    if (max_nodes && spent >= max_nodes) return PLOY_OUT_OF_NODES;
    p->is_wide = true;
    p->backward.depth_cut = false;
    p->forward.kind = PL_ESTIMATE_TABLES;
    p->forward.search = NULL;
    if (!pl_planner_add_tables(p) ||
        pl_forward_begin(&p->forward, &p->rules, p->start, pl_planner_node_limit(p)) == PLOY_NONE)
        return PLOY_OUT_OF_MEMORY;
    ploy_status status = pl_wide_begin(&p->wide, &p->forward, &p->rules_room, max_nodes ? max_nodes - spent : 0);
    p->wide.work = pl_planner_work_limit(p, false);
    return status;
}

// Nodes of a search before the planner checks whether the goal is possible at all: most searches have ended by then.
#define REFUTE_AFTER 2000

// Does the search go on?
static bool refute(ploy_planner* p)
{
    p->is_judged = true;
    if (p->portfolio.has_plan) return true;
    pl_refutation refutation =
        pl_state_equation_refute(p->rules.heuristic, p->rules.c, p->start, p->rules.available, &p->scratch);
    if (refutation == PL_REFUTED) p->status = PLOY_NOT_FOUND;
    if (refutation == PL_REFUTATION_NO_MEMORY) p->status = PLOY_OUT_OF_MEMORY;
    return refutation == PL_NOT_REFUTED;
}

static void update(ploy_planner* p, uint32_t max_nodes)
{
    if (p->is_wide)
        p->status = pl_wide_update(&p->wide, max_nodes);
    else if (pl_planner_is_depth_first(p))
        p->status = pl_depth_first_update(&p->depth_first, max_nodes);
    else
        p->status = pl_portfolio_update(p, max_nodes);
    if (p->status == PLOY_NOT_SUPPORTED) p->status = begin_wide(p);
    bool was_cut = p->forward.depth_cut || p->backward.depth_cut;
    if (p->status == PLOY_NOT_FOUND && was_cut) p->status = PLOY_OUT_OF_DEPTH;
}

ploy_status ploy_planner_update(ploy_planner* p, uint32_t max_nodes)
{
    PL_NEED_NAMED("planner", NULL, p, PLOY_INVALID);
    while (p->status == PLOY_IN_PROGRESS && max_nodes > 0) {
        uint32_t expanded = expanded_before(p);
        if (!p->is_judged && expanded >= REFUTE_AFTER && !refute(p)) break;
        uint32_t nodes = p->is_judged || max_nodes < REFUTE_AFTER - expanded ? max_nodes : REFUTE_AFTER - expanded;
        update(p, nodes);
        max_nodes -= nodes;
    }
    return p->status;
}

const ploy_plan* ploy_planner_plan(ploy_planner* p, const ploy_plan_query* query)
{
    PL_NEED_NAMED("planner", NULL, p, &invalid_plan);
    PL_NEED(query, &invalid_plan);
    ploy_planner_begin(p, query);
    while (ploy_planner_update(p, UINT32_MAX) == PLOY_IN_PROGRESS) {
    }
    return ploy_planner_end(p);
}

// The searches.

const char* ploy_search_name(ploy_search search)
{
    static const char* const names[] = {
#define X(name, text, about) text,
        PLOY_SEARCH_LIST(X)
#undef X
    };
    return (size_t)search < sizeof names / sizeof *names ? names[search] : "unknown";
}

uint32_t ploy_search_find(const char* name)
{
    PL_NEED(name, PLOY_NONE);
#define X(NAME, text, about)                                                                                           \
    if (strcmp(name, text) == 0) return PLOY_SEARCH_##NAME;
    PLOY_SEARCH_LIST(X)
#undef X
    return PLOY_NONE;
}

void pl_planner_reverse_moves(ploy_planner* p)
{
    for (uint32_t i = 0, j = p->moves.count; i + 1 < j--; ++i) {
        uint32_t swapped = p->moves.data[i];
        p->moves.data[i] = p->moves.data[j];
        p->moves.data[j] = swapped;
    }
}

static bool collect_moves(ploy_planner* p)
{
    if (p->from_policy) return true;
    PL_ARRAY_CLEAR(&p->moves);
    if (p->is_wide) {
        for (uint32_t id = p->wide.goal; p->wide.nodes.data[id].parent != PLOY_NONE; id = p->wide.nodes.data[id].parent)
            if (!PL_ARRAY_PUSH(&p->moves, &p->allocator, p->wide.nodes.data[id].move)) return false;
        pl_planner_reverse_moves(p);
        return true;
    }
    if (pl_planner_is_depth_first(p)) {
        for (uint32_t i = 0; i < p->depth_first.best.count; ++i) {
            if (!PL_ARRAY_PUSH(&p->moves, &p->allocator, p->depth_first.best.data[i])) return false;
        }
        return true;
    }
    return pl_portfolio_collect(p);
}

// Applies the moves to the start one by one, and checks that they are a plan.
static ploy_status write_steps(ploy_planner* p)
{
    const pl_rules* t = &p->rules;
    const pl_compiled* c = t->c;
    uint32_t before = t->last_ground;
    PL_ARRAY_CLEAR(&p->steps);
    if (!PL_ARRAY_RESERVE(&p->steps, &p->allocator, p->moves.count)) return PLOY_OUT_OF_MEMORY;
    memcpy(p->state, p->start, p->words * sizeof *p->state);
    for (uint32_t i = 0; i < p->moves.count; ++i) {
        uint32_t m = p->moves.data[i];
        const pl_move* move = &t->heuristic->moves[m];
        const pl_operator* op = &c->operators[move->op];
        if (!pl_partial_state_holds(c, &op->pre, p->state)) return PLOY_INVALID;
        bool is_repeat = before == move->ground;
        ploy_step* step = &p->steps.data[p->steps.count++];
        *step = pl_compiled_step(c, move->ground);
        step->cost = pl_rules_price(t, &p->rules_room, m, p->state, is_repeat);
        pl_operator_apply(c, op, p->state, p->state);
        p->plan.cost = step->cost > INT64_MAX - p->plan.cost ? INT64_MAX : p->plan.cost + step->cost;
        before = move->ground;
    }
    return pl_target_holds(c, t->heuristic->target, p->state) ? PLOY_FOUND : PLOY_INVALID;
}

void pl_planner_trace_found(const ploy_planner* p)
{
    const ploy_trace* trace = p->query.trace;
    uint32_t agent = p->query.trace_agent;
    const ploy_plan* plan = &p->plan;
    PL_TRACE(trace, PLAN_FOUND, agent, plan->goal, (uint64_t)plan->cost, plan->step_count);
    for (uint32_t i = 0; i < plan->step_count; ++i) {
        const ploy_step* step = &plan->steps[i];
        PL_TRACE(trace, PLAN_STEP, agent, i, step->action, (uint64_t)step->cost, step->id);
    }
}

static void trace_plan(const ploy_planner* p)
{
    const ploy_trace* trace = p->query.trace;
    uint32_t agent = p->query.trace_agent;
    const ploy_plan* plan = &p->plan;
    if (!pl_trace_wants(trace, PLOY_TRACE_BASIC)) return;
    if (p->has_searched) {
        PL_TRACE(trace, SEARCH_ENDED, agent, (uint64_t)plan->status, (uint64_t)plan->cost, plan->expanded,
                 plan->generated);
    }
    if (plan->status != PLOY_FOUND && plan->status != PLOY_ALREADY) {
        PL_TRACE(trace, PLAN_FAILED, agent, plan->goal, (uint64_t)plan->status);
        return;
    }
    pl_planner_trace_found(p);
}

static int64_t in_fixed_point(const ploy_planner* p, uint32_t units)
{
    return units > INT64_MAX / p->rules.unit ? INT64_MAX : (int64_t)units * p->rules.unit;
}

// The plan as far as it is known, from p->status.
static void write_plan(ploy_planner* p)
{
    const pl_portfolio* o = &p->portfolio;
    bool is_searched = !p->from_policy && !p->is_wide && !pl_planner_is_depth_first(p);
    p->plan = (ploy_plan){.status = p->status, .goal = p->query.goal, .search = p->query.options.search};
    p->plan.expanded = expanded_before(p) + p->wide.expanded;
    p->plan.generated = generated_before(p) + p->wide.generated;
    if (p->has_searched || p->from_policy) {
        p->plan.tables = p->rules.heuristic->patterns.count;
        p->plan.alike = p->rules.has_symmetry ? p->rules.heuristic->symmetry.count : 0;
        p->plan.from_policy = p->from_policy;
    }
    if (p->status == PLOY_FOUND) p->plan.status = collect_moves(p) ? write_steps(p) : PLOY_OUT_OF_MEMORY;
    if (p->has_searched && is_searched) p->plan.bound = in_fixed_point(p, pl_portfolio_bound(p));
    if (p->plan.status != PLOY_FOUND) {
        p->plan.cost = 0;
        p->plan.proved = p->plan.status == PLOY_ALREADY;
        return;
    }
    p->plan.steps = p->steps.data;
    p->plan.step_count = p->steps.count;
    p->plan.proved = is_searched ? o->is_proved : p->query.options.search != PLOY_SEARCH_UTILITY;
    p->plan.first_cost = is_searched ? in_fixed_point(p, o->first_cost) : p->plan.cost;
    if (p->plan.proved) p->plan.bound = p->plan.cost;
    if (is_searched) p->plan.search = o->found_by;
    if (p->from_policy || (p->is_wide && !pl_planner_is_depth_first(p))) p->plan.search = PLOY_SEARCH_ASTAR;
}

const ploy_plan* ploy_planner_end(ploy_planner* p)
{
    PL_NEED_NAMED("planner", NULL, p, &invalid_plan);
    if (p->status == PLOY_IN_PROGRESS) p->status = PLOY_CANCELLED;
    write_plan(p);
    trace_plan(p);
    return &p->plan;
}

uint32_t pl_planner_best_cost(const ploy_planner* p)
{
    return p->portfolio.has_plan ? p->portfolio.best_cost : UINT32_MAX;
}

const ploy_plan* ploy_planner_best(ploy_planner* p)
{
    PL_NEED_NAMED("planner", NULL, p, NULL);
    if (p->status != PLOY_IN_PROGRESS) return NULL;
    if (!p->portfolio.has_plan) return NULL;
    p->status = PLOY_FOUND;
    write_plan(p);
    p->status = PLOY_IN_PROGRESS;
    return p->plan.status == PLOY_FOUND ? &p->plan : NULL;
}

ploy_status pl_plan_check(const ploy_domain* domain, uint64_t* state, uint32_t goal, const uint32_t* goal_args,
                          const ploy_step* steps, uint32_t step_count)
{
    for (uint32_t i = 0; i < step_count; ++i) {
        if (!ploy_action_applicable(domain, steps[i].action, steps[i].args, state)) return PLOY_INVALID;
        ploy_action_apply(domain, steps[i].action, steps[i].args, state);
    }
    return ploy_goal_met(domain, goal, goal_args, state) ? PLOY_OK : PLOY_INVALID;
}

bool pl_planner_keep(ploy_planner* p, const ploy_plan* plan, uint32_t* first)
{
    *first = p->kept.count;
    if (!PL_ARRAY_RESERVE(&p->kept, &p->allocator, p->kept.count + plan->step_count)) return false;
    if (plan->step_count) memcpy(p->kept.data + p->kept.count, plan->steps, plan->step_count * sizeof *plan->steps);
    p->kept.count += plan->step_count;
    return true;
}

const ploy_step* pl_planner_kept(const ploy_planner* p, uint32_t first)
{
    return p->kept.data ? p->kept.data + first : NULL;
}

void pl_planner_forget_kept(ploy_planner* p)
{
    PL_ARRAY_CLEAR(&p->kept);
}

// The best goal: the relevant goal of the highest priority that has a plan.

/// Goals with parameters and irrelevant goals get priority 0; their callbacks are not called.
static bool evaluate_priorities(ploy_planner* p, const ploy_plan_query* query, const uint32_t* goals, uint32_t count)
{
    static const uint32_t no_args[PLOY_MAX_ARGS] = {0};
    const pl_compiled* c = pl_domain_compiled(p->domain);
    if (!PL_ARRAY_RESERVE(&p->priorities, &p->allocator, count + 1)) return false;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t goal = goals ? goals[i] : i;
        PL_ASSERT(c && goal < c->goal_count);
        bool is_candidate = p->domain->goals.data[goal].param_count == 0 &&
                            pl_target_is_relevant(c, &c->targets[c->goal_first_target[goal]], query->start);
        p->priorities.data[i] =
            is_candidate ? pl_goal_priority(p->domain, goal, no_args, query->start, query->agent) : 0;
    }
    return true;
}

static pl_goal_candidate describe(const void* planner, uint32_t index)
{
    return (pl_goal_candidate){.priority = ((const ploy_planner*)planner)->priorities.data[index]};
}

/// If no goal has a plan, the result reports the first goal that already holds, else the first search that did not
/// finish, else the first goal without a plan.
static bool has_run_out(const ploy_plan* plan)
{
    return plan->status == PLOY_OUT_OF_NODES || plan->status == PLOY_OUT_OF_DEPTH;
}

static bool says_more(const ploy_plan* plan, const ploy_plan* reported)
{
    return reported->goal == PLOY_NONE || (plan->status == PLOY_ALREADY && reported->status != PLOY_ALREADY) ||
           (reported->status == PLOY_NOT_FOUND && plan->status != PLOY_NOT_FOUND);
}

const ploy_plan* ploy_planner_plan_best(ploy_planner* p, const ploy_plan_query* query, const uint32_t* goals,
                                        uint32_t goal_count)
{
    PL_NEED_NAMED("planner", NULL, p, &invalid_plan);
    PL_NEED(query, &invalid_plan);
    uint32_t count = goals ? goal_count : ploy_domain_goal_count(p->domain);
    ploy_plan answer = {.status = PLOY_NOT_FOUND, .goal = PLOY_NONE};
    ploy_plan passed = {.status = PLOY_OK, .goal = PLOY_NONE};
    if (ploy_domain_find_unbound(p->domain)) {
        answer.status = PLOY_INVALID;
    } else if (!evaluate_priorities(p, query, goals, count)) {
        answer.status = PLOY_OUT_OF_MEMORY;
    } else {
        static const pl_goal_commitment none = {0};
        ploy_plan_query goal_query = *query;
        for (uint32_t i; (i = pl_goal_choose(describe, p, count, &none)) != PLOY_NONE; p->priorities.data[i] = 0) {
            goal_query.goal = goals ? goals[i] : i;
            ploy_planner_plan(p, &goal_query);
            bool is_held = p->plan.status == PLOY_ALREADY && ploy_domain_goal(p->domain, goal_query.goal).hold;
            if (is_held || p->plan.status == PLOY_FOUND || p->plan.status == PLOY_OUT_OF_MEMORY) {
                answer = p->plan;
                break;
            }
            if (has_run_out(&p->plan) && passed.status == PLOY_OK) passed = p->plan;
            if (says_more(&p->plan, &answer)) answer = p->plan;
        }
    }
    p->plan = answer;
    if (passed.goal != answer.goal) {
        p->plan.passed_status = passed.status;
        p->plan.passed_goal = passed.goal;
    }
    return &p->plan;
}
