// One search at a time: reads the query, settles its rules, picks the way to search, and turns what that finds into a plan. All memory is kept from one
// search to the next.

#include "plan/planner.h"

#include <string.h>

#include "base/arena_allocator.h"
#include "base/array.h"
#include "base/check.h"
#include "base/defaults.h"
#include "base/memory.h"
#include "plan/backward.h"
#include "plan/cache.h"
#include "plan/depth_first.h"
#include "plan/forward.h"
#include "trace/emit.h"

struct ploy_planner
{
    ploy_allocator allocator;
    ploy_planner_def def;
    const ploy_domain* domain;
    ploy_cache* own;
    const ploy_cache* shared;
    pl_guide* last; // made for the goal asked last, when no cache has it
    pl_arena last_memory;
    pl_arena scratch;
    pl_search search;
    pl_forward forward;
    pl_backward backward;
    pl_depth_first depth_first;
    pl_rules rules;
    ploy_query query;
    uint64_t* start;
    PL_ARRAY(uint32_t) costs;
    PL_ARRAY(uint32_t) again;
    PL_ARRAY(uint64_t) available;
    PL_ARRAY(int64_t) prices;      // of moves today, thousandths
    PL_ARRAY(int64_t) call_costs;  // of grounds
    PL_ARRAY(uint32_t) moves;      // of the plan
    PL_ARRAY(ploy_step) steps;
    PL_ARRAY(ploy_step) kept;      // of plans of a batch
    PL_ARRAY(uint32_t) asked;      // an entry of the shared cache
    PL_ARRAY(int64_t) priorities;
    uint64_t* state; // scratch
    uint32_t words;
    ploy_status status;
    bool from_policy;
    ploy_plan plan;
};

const char* ploy_search_name(ploy_search search)
{
    static const char* const names[] = {
#define X(name, text, about) text,
        PLOY_SEARCH_LIST(X)
#undef X
    };
    return (size_t)search < sizeof names / sizeof *names ? names[search] : "unknown";
}

ploy_status ploy_search_find(const char* name, ploy_search* search)
{
#define X(NAME, text, about)                                                                                                       \
    if (strcmp(name, text) == 0) {                                                                                                 \
        *search = PLOY_SEARCH_##NAME;                                                                                              \
        return PLOY_FOUND;                                                                                                         \
    }
    PLOY_SEARCH_LIST(X)
#undef X
    return PLOY_NOT_FOUND;
}

ploy_query ploy_query_default(void)
{
    return (ploy_query){.cookie = PL_COOKIE, .last_action = PLOY_NONE, .must_use = PLOY_NONE};
}

ploy_planner_def ploy_planner_def_default(void)
{
    return (ploy_planner_def){.cookie = PL_COOKIE,
                              .allocator = ploy_allocator_default(),
                              .max_nodes = PLOY_DEFAULT_PLANNER_MAX_NODES,
                              .cache_bytes = PLOY_DEFAULT_PLANNER_CACHE_BYTES};
}

// ---- Life ----

static bool make_parts(ploy_planner* p)
{
    p->start = PL_NEW_ARRAY(&p->allocator, uint64_t, p->words + 1);
    p->state = PL_NEW_ARRAY(&p->allocator, uint64_t, p->words + 1);
    if (!p->start || !p->state) return false;
    if (p->def.reserve_nodes) {
        if (!pl_search_reserve(&p->search, p->def.reserve_nodes) || !pl_forward_reserve(&p->forward, p->def.reserve_nodes)) return false;
    }
    if (p->def.cache || !p->def.cache_bytes) return true;
    ploy_cache_def def = ploy_cache_def_default();
    def.domain = p->domain;
    def.allocator = p->allocator;
    def.bytes = p->def.cache_bytes;
    p->own = ploy_cache_create(&def);
    return p->own != NULL;
}

ploy_planner* ploy_planner_create(const ploy_planner_def* def)
{
    PL_ASSERT_COOKIE(def);
    PL_ASSERT(def->domain && pl_domain_compiled(def->domain));
    ploy_allocator allocator = pl_allocator_choose(&def->allocator);
    ploy_planner* p = PL_NEW(&allocator, ploy_planner);
    if (!p) return NULL;
    p->allocator = allocator;
    p->def = *def;
    p->domain = def->domain;
    p->shared = def->cache;
    p->words = ploy_domain_state_words(def->domain);
    p->status = PLOY_NOT_FOUND;
    pl_arena_init(&p->scratch, &p->allocator, 0);
    pl_arena_init(&p->last_memory, &p->allocator, 0);
    pl_search_init(&p->search, &p->allocator);
    pl_forward_init(&p->forward, &p->allocator, p->words);
    pl_backward_init(&p->backward, &p->allocator);
    pl_depth_first_init(&p->depth_first, &p->allocator);
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
    PL_ARRAY_FREE(&p->costs, &allocator);
    PL_ARRAY_FREE(&p->again, &allocator);
    PL_ARRAY_FREE(&p->available, &allocator);
    PL_ARRAY_FREE(&p->prices, &allocator);
    PL_ARRAY_FREE(&p->call_costs, &allocator);
    PL_ARRAY_FREE(&p->moves, &allocator);
    PL_ARRAY_FREE(&p->steps, &allocator);
    PL_ARRAY_FREE(&p->kept, &allocator);
    PL_ARRAY_FREE(&p->asked, &allocator);
    PL_ARRAY_FREE(&p->priorities, &allocator);
    PL_DELETE_ARRAY(&allocator, p->start, p->words + 1);
    PL_DELETE_ARRAY(&allocator, p->state, p->words + 1);
    PL_DELETE(&allocator, p);
}

size_t ploy_planner_bytes(const ploy_planner* p)
{
    return sizeof *p + 2 * ((size_t)p->words + 1) * sizeof(uint64_t) + pl_search_bytes(&p->search) + pl_forward_bytes(&p->forward) +
           pl_backward_bytes(&p->backward) + pl_depth_first_bytes(&p->depth_first) + p->scratch.peak +
           pl_array_bytes(p->costs.capacity + p->again.capacity + p->moves.capacity + p->asked.capacity, sizeof(uint32_t)) +
           pl_array_bytes(p->available.capacity + p->prices.capacity + p->call_costs.capacity + p->priorities.capacity, sizeof(int64_t)) +
           pl_array_bytes(p->steps.capacity + p->kept.capacity, sizeof(ploy_step));
}

// ---- The guide ----

uint32_t pl_planner_asked(const ploy_planner* p, uint32_t index)
{
    return index < p->asked.count ? p->asked.data[index] : 0;
}

void pl_planner_forget_asked(ploy_planner* p)
{
    for (uint32_t i = 0; i < p->asked.count; ++i) p->asked.data[i] = 0;
}

static bool count_asked(ploy_planner* p, uint32_t index)
{
    if (!PL_ARRAY_RESERVE(&p->asked, &p->allocator, index + 1)) return false;
    while (p->asked.count <= index) p->asked.data[p->asked.count++] = 0;
    ++p->asked.data[index];
    return true;
}

// A guide of the planner's own, made like a cache makes its first, in memory that is used again for the next. Never one left by a query whose callbacks answered otherwise.
static const pl_guide* make_last(ploy_planner* p, uint32_t target, bool is_whole)
{
    const pl_guide* last = p->last;
    bool is_current = last && last->version == ploy_domain_version(p->domain) && last->target == target && last->is_whole == is_whole;
    if (is_current && !last->call_count) return last;
    p->last = NULL;
    pl_arena_reset(&p->last_memory);
    const pl_compiled* c = pl_domain_compiled(p->domain);
    if (!PL_ARRAY_RESERVE(&p->call_costs, &p->allocator, c->ground_count)) return NULL;
    pl_ask_costs(p->domain, p->start, p->query.agent, p->call_costs.data);
    pl_guide_request request = {p->domain, target, p->call_costs.data, PLOY_DEFAULT_CACHE_FIRST_BYTES, 1, is_whole};
    ploy_allocator memory = pl_arena_allocator(&p->last_memory);
    return p->last = pl_guide_create(&memory, &p->scratch, &request);
}

static const pl_guide* find_guide(ploy_planner* p, uint32_t target, bool is_whole)
{
    const pl_guide* guide = NULL;
    if (p->own) guide = pl_cache_ask(p->own, target, is_whole, p->start, p->query.agent);
    if (p->shared) {
        if (!count_asked(p, 2 * target + is_whole)) return NULL;
        guide = pl_cache_find(p->shared, target, is_whole);
    }
    return guide ? guide : make_last(p, target, is_whole);
}

// ---- The rules ----

static bool reserve_rules(ploy_planner* p, const pl_guide* g)
{
    uint32_t n = g->move_count;
    return PL_ARRAY_RESERVE(&p->costs, &p->allocator, n) && PL_ARRAY_RESERVE(&p->again, &p->allocator, n) &&
           PL_ARRAY_RESERVE(&p->prices, &p->allocator, n) && PL_ARRAY_RESERVE(&p->available, &p->allocator, n / 64 + 1);
}

static int64_t again_price(const ploy_query* query, int64_t price)
{
    return price / PLOY_UNIT * query->sticky + price % PLOY_UNIT * query->sticky / PLOY_UNIT;
}

static bool disables_any(const ploy_planner* p)
{
    const uint64_t* disabled = p->query.disabled;
    for (uint32_t a = 0; disabled && a < ploy_domain_action_count(p->domain); a += 64) {
        if (disabled[a / 64]) return true;
    }
    return false;
}

static bool is_disabled(const ploy_query* query, uint32_t action)
{
    return query->disabled && (query->disabled[action / 64] >> (action % 64) & 1);
}

// Which moves the query and the contexts allow. Each ground action's moves are neighbours, so each is asked about once.
static void ask_available(ploy_planner* p, const pl_guide* g)
{
    uint32_t asked = PL_NONE;
    bool is_available = true;
    memset(p->available.data, 0, (g->move_count / 64 + 1) * sizeof(uint64_t));
    for (uint32_t m = 0; m < g->move_count; ++m) {
        uint32_t ground = g->moves[m].ground;
        if (ground != asked) {
            asked = ground;
            is_available = !is_disabled(&p->query, p->rules.c->grounds[ground].action) &&
                           (!g->context_count || pl_domain_ask_context(p->domain, ground, p->start, p->query.agent));
        }
        if (is_available) p->available.data[m / 64] |= 1ull << (m % 64);
    }
    p->rules.available = p->available.data;
}

// What moves cost today, by the callbacks where they set it.
static void ask_prices(ploy_planner* p, const pl_guide* g)
{
    uint32_t asked = PL_NONE;
    int64_t price = 0;
    for (uint32_t m = 0; m < g->move_count; ++m) {
        const pl_move* move = &g->moves[m];
        if (move->is_call && move->ground != asked) {
            asked = move->ground;
            price = pl_domain_ask_cost(p->domain, asked, p->start, p->query.agent);
        }
        p->prices.data[m] = move->is_call ? price : move->cost;
    }
}

static uint32_t in_units(int64_t price, int64_t unit)
{
    int64_t units = price / unit;
    return units < UINT32_MAX ? (uint32_t)units : UINT32_MAX - 1;
}

static void set_costs(ploy_planner* p, const pl_guide* g, bool is_sticky)
{
    int64_t unit = g->unit;
    for (uint32_t m = 0; m < g->move_count; ++m) {
        unit = pl_gcd(unit, p->prices.data[m]);
        if (is_sticky) unit = pl_gcd(unit, again_price(&p->query, p->prices.data[m]));
    }
    for (uint32_t m = 0; m < g->move_count; ++m) {
        p->costs.data[m] = in_units(p->prices.data[m], unit);
        if (is_sticky) p->again.data[m] = in_units(again_price(&p->query, p->prices.data[m]), unit);
    }
    p->rules.unit = unit;
    p->rules.scale = in_units(g->unit, unit);
    p->rules.costs = p->costs.data;
    p->rules.again = is_sticky ? p->again.data : NULL;
}

typedef enum cost_change { COSTS_SAME, COSTS_HIGHER, COSTS_LOWER } cost_change;

static cost_change compare_costs(const ploy_planner* p, const pl_guide* g)
{
    cost_change change = COSTS_SAME;
    for (uint32_t m = 0; m < g->move_count; ++m) {
        if (p->prices.data[m] < g->moves[m].cost) return COSTS_LOWER;
        if (p->prices.data[m] > g->moves[m].cost) change = COSTS_HIGHER;
    }
    return change;
}

// A cheaper repetition would make the tables' costs too high.
static bool repeats_cheaper(const ploy_query* query, bool is_sticky)
{
    return is_sticky && query->sticky < PLOY_UNIT;
}

static bool settle_rules(ploy_planner* p, const pl_guide* g, bool* is_exact)
{
    const ploy_query* q = &p->query;
    bool is_sticky = q->sticky != 0 && q->sticky != PLOY_UNIT;
    bool is_whole = pl_query_is_whole(q);
    p->rules = (pl_rules){.c = pl_domain_compiled(p->domain),
                          .guide = g,
                          .unit = g->unit,
                          .scale = 1,
                          .costs = g->costs,
                          .max_depth = q->max_depth,
                          .must_use = q->must_use,
                          .last_ground = PL_NONE,
                          .no_two_moves = q->no_two_moves,
                          .has_tail = q->max_depth || q->no_two_moves || is_sticky || q->must_use != PLOY_NONE,
                          .tables_hold = !repeats_cheaper(q, is_sticky)};
    if (q->last_action != PLOY_NONE) {
        p->rules.last_ground = pl_domain_ground_index(p->domain, q->last_action, q->last_args);
        p->rules.last_is_move = ploy_domain_action(p->domain, q->last_action).move;
    }
    *is_exact = true;
    bool is_limited = g->context_count || disables_any(p);
    if ((is_limited || g->call_count || is_sticky) && !reserve_rules(p, g)) return false;
    if (is_limited) ask_available(p, g);
    if (!g->call_count && !is_sticky) return true;
    ask_prices(p, g);
    cost_change change = g->call_count ? compare_costs(p, g) : COSTS_SAME;
    if (change == COSTS_LOWER && p->own && g == pl_cache_find(p->own, g->target, is_whole)) {
        const pl_guide* lowered = pl_cache_lower(p->own, g->target, is_whole, p->start, q->agent);
        if (lowered != g) return settle_rules(p, lowered, is_exact);
    }
    *is_exact = change == COSTS_SAME;
    p->rules.tables_hold &= change != COSTS_LOWER;
    set_costs(p, g, is_sticky);
    return true;
}

// ---- The policy ----

// The moves of the policy's plan, if this query allows them all.
static ploy_status look_up(ploy_planner* p)
{
    const pl_guide* g = p->rules.guide;
    uint32_t at = pl_policy_find(&g->policy, g, p->start);
    if (at == PL_NONE) return PLOY_NOT_FOUND;
    PL_ARRAY_CLEAR(&p->moves);
    for (const pl_policy_entry* e = &g->policy.entries[at]; e->next != PL_POLICY_END; e = &g->policy.entries[e->next]) {
        if (!pl_rules_available(&p->rules, e->move)) return PLOY_RUNNING;
        if (!PL_ARRAY_PUSH(&p->moves, &p->allocator, e->move)) return PLOY_OUT_OF_MEMORY;
    }
    return p->query.max_depth && p->moves.count > p->query.max_depth ? PLOY_RUNNING : PLOY_FOUND;
}

static bool may_look_up(const ploy_planner* p, bool is_exact)
{
    const pl_rules* t = &p->rules;
    return p->query.search == PLOY_SEARCH_ASTAR && is_exact && t->guide->policy.complete && !t->no_two_moves && !t->again &&
           t->must_use == PL_NONE;
}

// ---- Begin, update, end ----

static uint32_t node_limit(const ploy_planner* p)
{
    return p->def.max_nodes ? p->def.max_nodes : UINT32_MAX - 2;
}

static bool is_depth_first(const ploy_planner* p)
{
    return p->query.search == PLOY_SEARCH_BNB || p->query.search == PLOY_SEARCH_UTILITY;
}

static ploy_status begin_forward(ploy_planner* p)
{
    ploy_search kind = p->query.search;
    p->forward.counts_unmet = kind == PLOY_SEARCH_GREEDY;
    p->forward.search = is_depth_first(p) ? NULL : &p->search;
    if (pl_forward_begin(&p->forward, &p->rules, p->start, node_limit(p)) == PL_NONE) return PLOY_OUT_OF_MEMORY;
    if (is_depth_first(p)) {
        p->depth_first.domain = p->domain;
        p->depth_first.score = kind == PLOY_SEARCH_UTILITY ? p->query.score : NULL;
        p->depth_first.score_user = p->query.score_user;
        return pl_depth_first_begin(&p->depth_first, &p->forward, p->query.max_nodes);
    }
    pl_space space = pl_forward_space(&p->forward);
    pl_search_order order = kind == PLOY_SEARCH_GREEDY ? PL_SEARCH_NEAREST : PL_SEARCH_CHEAPEST;
    return pl_search_begin(&p->search, &space, 0, pl_forward_estimate(&p->forward, 0), order, p->query.max_nodes);
}

static ploy_status begin_search(ploy_planner* p)
{
    p->search.trace = p->query.trace;
    p->search.trace_agent = p->query.trace_agent;
    PL_TRACE(p->query.trace, SEARCH_BEGUN, p->query.trace_agent, (uint64_t)p->query.search, 0);
    if (p->query.search != PLOY_SEARCH_REGRESSIVE) return begin_forward(p);
    if (!pl_backward_begin(&p->backward, &p->rules, &p->search, p->start, node_limit(p))) return PLOY_OUT_OF_MEMORY;
    pl_space space = pl_backward_space(&p->backward);
    return pl_search_begin(&p->search, &space, 0, 0, PL_SEARCH_CHEAPEST, p->query.max_nodes);
}

static ploy_status begin(ploy_planner* p)
{
    const ploy_query* q = &p->query;
    const pl_compiled* c = pl_domain_compiled(p->domain);
    if (ploy_domain_unbound(p->domain) || (q->search == PLOY_SEARCH_UTILITY && !q->score)) return PLOY_INVALID;
    uint32_t target = pl_domain_target_index(p->domain, q->goal, q->goal_args);
    if (q->must_use == PLOY_NONE && pl_target_holds(c, target, p->start)) return PLOY_ALREADY;
    const pl_guide* guide = find_guide(p, target, pl_query_is_whole(q));
    bool is_exact;
    if (!guide || !settle_rules(p, guide, &is_exact)) return PLOY_OUT_OF_MEMORY;
    if (may_look_up(p, is_exact)) {
        ploy_status status = look_up(p);
        p->from_policy = status == PLOY_FOUND;
        if (status != PLOY_RUNNING) return status;
    }
    return begin_search(p);
}

ploy_status ploy_planner_begin(ploy_planner* p, const ploy_query* query)
{
    PL_ASSERT_COOKIE(query);
    PL_ASSERT(query->start && query->goal < ploy_domain_goal_count(p->domain));
    p->query = *query;
    memcpy(p->start, query->start, p->words * sizeof *p->start);
    p->query.start = p->start;
    p->from_policy = false;
    p->search.expanded = p->search.generated = p->depth_first.expanded = p->depth_first.generated = 0;
    p->forward.depth_cut = p->backward.depth_cut = false;
    PL_TRACE(query->trace, PLAN_ASKED, query->trace_agent, query->goal);
    return p->status = begin(p);
}

ploy_status ploy_planner_update(ploy_planner* p, uint32_t max_nodes)
{
    if (p->status != PLOY_RUNNING) return p->status;
    p->status = is_depth_first(p) ? pl_depth_first_update(&p->depth_first, max_nodes) : pl_search_update(&p->search, max_nodes);
    bool was_cut = p->forward.depth_cut || p->backward.depth_cut;
    if (p->status == PLOY_NOT_FOUND && was_cut) p->status = PLOY_OUT_OF_DEPTH;
    return p->status;
}

void ploy_planner_cancel(ploy_planner* p)
{
    if (p->status == PLOY_RUNNING) p->status = PLOY_CANCELLED;
}

// ---- The plan ----

static bool collect_moves(ploy_planner* p)
{
    if (p->from_policy) return true;
    PL_ARRAY_CLEAR(&p->moves);
    if (is_depth_first(p)) {
        for (uint32_t i = 0; i < p->depth_first.best.count; ++i) {
            if (!PL_ARRAY_PUSH(&p->moves, &p->allocator, p->depth_first.best.data[i])) return false;
        }
        return true;
    }
    for (uint32_t id = p->search.goal; id != PL_NONE; id = pl_search_at(&p->search, id)->parent) {
        uint32_t label = pl_search_at(&p->search, id)->label;
        if (label != PL_NONE && !PL_ARRAY_PUSH(&p->moves, &p->allocator, label)) return false;
    }
    // Backwards, the way from node to parent is already the order of the plan.
    if (p->query.search == PLOY_SEARCH_REGRESSIVE) return true;
    for (uint32_t i = 0, j = p->moves.count; i + 1 < j--; ++i) {
        uint32_t swapped = p->moves.data[i];
        p->moves.data[i] = p->moves.data[j];
        p->moves.data[j] = swapped;
    }
    return true;
}

// Applies the moves to the start, one by one, before they are called a plan.
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
        const pl_move* move = &t->guide->moves[m];
        const pl_operator* op = &c->operators[move->op];
        const pl_ground* ground = &c->grounds[move->ground];
        if (!pl_cube_holds(c, &op->pre, p->state)) return PLOY_INVALID;
        pl_operator_apply(c, op, p->state, p->state);
        bool is_again = t->again && before == move->ground;
        ploy_step* step = &p->steps.data[p->steps.count++];
        step->action = ground->action;
        memcpy(step->args, ground->args, sizeof step->args);
        step->cost = t->costs == t->guide->costs ? move->cost : p->prices.data[m];
        if (is_again) step->cost = again_price(&p->query, step->cost);
        p->plan.cost += step->cost;
        before = move->ground;
    }
    return pl_target_holds(c, t->guide->target, p->state) ? PLOY_FOUND : PLOY_INVALID;
}

static void trace_plan(const ploy_planner* p)
{
    const ploy_trace* trace = p->query.trace;
    uint32_t agent = p->query.trace_agent;
    const ploy_plan* plan = &p->plan;
    if (!pl_trace_wants(trace, PLOY_TRACE_BASIC)) return;
    PL_TRACE(trace, SEARCH_ENDED, agent, (uint64_t)plan->status, (uint64_t)plan->cost, plan->expanded, plan->generated);
    if (plan->status != PLOY_FOUND && plan->status != PLOY_ALREADY) {
        PL_TRACE(trace, PLAN_FAILED, agent, plan->goal, (uint64_t)plan->status);
        return;
    }
    PL_TRACE(trace, PLAN_FOUND, agent, plan->goal, (uint64_t)plan->cost, plan->step_count);
    for (uint32_t i = 0; i < plan->step_count; ++i) {
        PL_TRACE(trace, PLAN_STEP, agent, i, plan->steps[i].action, (uint64_t)plan->steps[i].cost);
    }
}

const ploy_plan* ploy_planner_end(ploy_planner* p)
{
    bool proves = p->query.search != PLOY_SEARCH_GREEDY && p->query.search != PLOY_SEARCH_UTILITY;
    if (p->status == PLOY_RUNNING) p->status = PLOY_CANCELLED;
    p->plan = (ploy_plan){.status = p->status, .goal = p->query.goal};
    p->plan.expanded = is_depth_first(p) ? p->depth_first.expanded : p->search.expanded;
    p->plan.generated = is_depth_first(p) ? p->depth_first.generated : p->search.generated;
    if (p->status == PLOY_FOUND) p->plan.status = collect_moves(p) ? write_steps(p) : PLOY_OUT_OF_MEMORY;
    if (p->plan.status == PLOY_FOUND) {
        p->plan.steps = p->steps.data;
        p->plan.step_count = p->steps.count;
        p->plan.proved = proves;
    } else {
        p->plan.cost = 0;
        p->plan.proved = p->plan.status == PLOY_ALREADY;
    }
    trace_plan(p);
    return &p->plan;
}

const ploy_plan* ploy_planner_plan(ploy_planner* p, const ploy_query* query)
{
    ploy_planner_begin(p, query);
    while (ploy_planner_update(p, UINT32_MAX) == PLOY_RUNNING) {}
    return ploy_planner_end(p);
}

// ---- The goal of the highest priority ----

static bool has_no_params(const ploy_domain* domain, uint32_t goal)
{
    return ploy_domain_goal(domain, goal).param_count == 0;
}

static bool ask_priorities(ploy_planner* p, const ploy_query* query, const uint32_t* goals, uint32_t count)
{
    static const uint32_t no_args[PLOY_MAX_ARGS] = {0};
    if (!PL_ARRAY_RESERVE(&p->priorities, &p->allocator, count + 1)) return false;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t goal = goals ? goals[i] : i;
        bool is_asked = has_no_params(p->domain, goal) && ploy_goal_relevant(p->domain, goal, no_args, query->start);
        p->priorities.data[i] = is_asked ? ploy_goal_priority(p->domain, goal, no_args, query->start, query->agent) : 0;
    }
    return true;
}

static uint32_t highest(const ploy_planner* p, uint32_t count)
{
    uint32_t best = PL_NONE;
    for (uint32_t i = 0; i < count; ++i) {
        if (p->priorities.data[i] > 0 && (best == PL_NONE || p->priorities.data[i] > p->priorities.data[best])) best = i;
    }
    return best;
}

const ploy_plan* ploy_planner_plan_best(ploy_planner* p, const ploy_query* query, const uint32_t* goals, uint32_t goal_count)
{
    uint32_t count = goals ? goal_count : ploy_domain_goal_count(p->domain);
    ploy_plan failed = {.status = PLOY_NOT_FOUND, .goal = PLOY_NONE};
    if (ploy_domain_unbound(p->domain)) {
        failed.status = PLOY_INVALID;
    } else if (!ask_priorities(p, query, goals, count)) {
        failed.status = PLOY_OUT_OF_MEMORY;
    } else {
        ploy_query asked = *query;
        for (uint32_t i; (i = highest(p, count)) != PL_NONE; p->priorities.data[i] = 0) {
            asked.goal = goals ? goals[i] : i;
            const ploy_plan* plan = ploy_planner_plan(p, &asked);
            if (plan->status == PLOY_FOUND) return plan;
            // What is told in the end: the first goal that holds already, else the first that failed, running out before "no plan".
            bool tells_more = failed.goal == PLOY_NONE || (plan->status == PLOY_ALREADY && failed.status != PLOY_ALREADY) ||
                              (failed.status == PLOY_NOT_FOUND && plan->status != PLOY_NOT_FOUND);
            if (tells_more) failed = *plan;
        }
    }
    p->plan = failed;
    return &p->plan;
}

// ---- Checking a plan ----

ploy_status ploy_plan_check(const ploy_domain* domain, uint64_t* state, uint32_t goal, const uint32_t* goal_args, const ploy_step* steps,
                            uint32_t step_count)
{
    for (uint32_t i = 0; i < step_count; ++i) {
        if (!ploy_action_applicable(domain, steps[i].action, steps[i].args, state)) return PLOY_INVALID;
        ploy_action_apply(domain, steps[i].action, steps[i].args, state);
    }
    return ploy_goal_met(domain, goal, goal_args, state) ? PLOY_OK : PLOY_INVALID;
}

// ---- Plans of a batch ----

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
    return p->kept.data + first;
}

void pl_planner_forget_kept(ploy_planner* p)
{
    PL_ARRAY_CLEAR(&p->kept);
}
