#include "plan/explain/what_if.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/defaults.h"
#include "plan/domain/compiled.h"
#include "plan/explain/conjunct.h"
#include "plan/explain/range_need.h"
#include "plan/language/text.h"
#include "plan/domain/domain.h"
#include "plan/search/planner.h"

#define ALWAYS "true"

// The twin.

static const uint32_t* original_args(const pl_what_if* w, const ploy_evaluation* call)
{
    return call->owner == w->twin && w->twin_of != PLOY_NONE ? w->twin_args : call->args;
}

static bool answer_context(void* user, const ploy_evaluation* call)
{
    const pl_what_if* w = user;
    if (pl_bits_test(w->ignores_context, call->owner)) return true;
    return pl_action_context(w->def->domain, pl_what_if_original(w, call->owner), original_args(w, call), call->start,
                             call->agent);
}

static int64_t answer_cost(void* user, const ploy_evaluation* call)
{
    const pl_what_if* w = user;
    return ploy_action_cost(w->def->domain, pl_what_if_original(w, call->owner), original_args(w, call), call->start,
                            call->agent);
}

typedef struct joined
{
    const ploy_domain* domain;
    const char* const* texts;
    uint32_t count;
    const char* between;
} joined;

static void write_joined(pl_text_writer* to, const void* what)
{
    const joined* j = what;
    for (uint32_t i = 0; i < j->count; i++) pl_writer_add(to, "%s%s", i > 0 ? j->between : "", j->texts[i]);
}

// Clauses of a part and then those of the actions that it is built on are numbered from 0.

static uint32_t layered_count(const ploy_domain* domain, ploy_part part, uint32_t owner)
{
    uint32_t count = 0;
    for (; owner != PLOY_NONE; owner = pl_part_base(domain, part, owner))
        count += ploy_domain_clause_count(domain, part, owner);
    return count;
}

/// The action that owns a clause; *clause becomes its number there.
static uint32_t layer_of(const ploy_domain* domain, ploy_part part, uint32_t owner, uint32_t* clause)
{
    while (*clause >= ploy_domain_clause_count(domain, part, owner)) {
        *clause -= ploy_domain_clause_count(domain, part, owner);
        owner = pl_part_base(domain, part, owner);
    }
    return owner;
}

/// A clause with its parameters replaced. NULL: out of memory.
static const char* ground_clause(const pl_what_if* w, ploy_part part, uint32_t clause)
{
    const ploy_domain* domain = w->def->domain;
    uint32_t owner = layer_of(domain, part, w->twin_of, &clause);
    const char* text = ploy_domain_clause(domain, part, owner, clause);
    return pl_conjunct_ground(domain, part, owner, w->twin_args, text, w->scratch);
}

/// All clauses of a part with their parameters replaced, as one text. NULL: out of memory.
static const char* ground_part(const pl_what_if* w, ploy_part part, const char* between)
{
    const ploy_domain* domain = w->def->domain;
    uint32_t count = layered_count(domain, part, w->twin_of);
    const char** texts = PL_ARENA_ARRAY(w->scratch, const char*, count);
    for (uint32_t i = 0; texts && i < count; i++) {
        texts[i] = ground_clause(w, part, i);
        if (!texts[i]) return NULL;
    }
    joined j = {domain, texts, count, between};
    return texts ? pl_keep_text(w->scratch, write_joined, &j) : NULL;
}

uint32_t pl_what_if_source(const pl_what_if* w, const ploy_conjunct* conjunct)
{
    uint32_t clause = conjunct->clause;
    if (conjunct->part != PLOY_PART_PRE || conjunct->owner != w->twin) return conjunct->owner;
    return layer_of(w->def->domain, conjunct->part, w->twin_of, &clause);
}

/// A context of the action or its bases: the callback evaluates all of them.
static const char* context_of(const ploy_domain* domain, uint32_t action)
{
    const char* name = NULL;
    for (; action != PLOY_NONE && !name; action = ploy_domain_action(domain, action).base)
        name = ploy_domain_action(domain, action).context;
    return name;
}

/// The name of the twin. If the domain has an action of this name, ground actions cannot be explained.
static const char* const twin_name = "_ploy_twin";

static ploy_status add_twin(pl_what_if* w)
{
    const ploy_domain* domain = w->def->domain;
    ploy_action_info info = ploy_domain_action(domain, w->twin_of);
    const char* cost = ploy_domain_clause_count(domain, PLOY_PART_COST, w->twin_of) > 0
                           ? ploy_domain_clause(domain, PLOY_PART_COST, w->twin_of, 0)
                           : "1";
    if (strncmp(cost, "call:", 5) != 0) cost = ground_part(w, PLOY_PART_COST, " + ");
    ploy_action_def def = {0};
    def.name = twin_name;
    def.effect = ground_part(w, PLOY_PART_EFFECT, ", ");
    def.cost = cost;
    def.context = context_of(domain, w->twin_of);
    def.duration = info.duration;
    def.precedence = info.precedence;
    def.move = info.move;
    if (!def.effect || !def.cost) return PLOY_OUT_OF_MEMORY;
    return ploy_domain_add_action(w->copy, &def, &w->twin, NULL);
}

/// The twin's conditions, clause by clause, so that they are numbered as the action's are.
static ploy_status add_twin_conditions(pl_what_if* w)
{
    uint32_t count = layered_count(w->def->domain, PLOY_PART_PRE, w->twin_of);
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < count && status == PLOY_OK; i++) {
        const char* text = ground_clause(w, PLOY_PART_PRE, i);
        status = text ? ploy_domain_add_clause(w->copy, PLOY_PART_PRE, w->twin, text, NULL) : PLOY_OUT_OF_MEMORY;
    }
    return status;
}

// The copy.

static ploy_status add_anything(pl_what_if* w)
{
    ploy_goal_def def = {0};
    def.name = "_ploy_anything";
    def.condition = ALWAYS;
    return ploy_domain_add_goal(w->copy, &def, &w->anything, NULL);
}

static ploy_status build_copy(pl_what_if* w)
{
    w->copy = pl_domain_clone(w->def->domain, &w->def->allocator);
    if (!w->copy) return PLOY_OUT_OF_MEMORY;
    ploy_status status = add_anything(w);
    if (status == PLOY_OK && w->twin_of != PLOY_NONE) status = add_twin(w);
    if (status == PLOY_OK) status = ploy_domain_compile(w->copy, NULL);
    if (status == PLOY_OK && w->twin_of != PLOY_NONE) status = add_twin_conditions(w);
    return status;
}

static void bind_copy(pl_what_if* w)
{
    for (uint32_t a = 0; a < ploy_domain_action_count(w->copy); a++) {
        ploy_action_info info = ploy_domain_action(w->copy, a);
        if (info.context) ploy_domain_bind_context(w->copy, info.context, answer_context, w);
        if (ploy_domain_clause_count(w->copy, PLOY_PART_COST, a) == 0) continue;
        const char* cost = ploy_domain_clause(w->copy, PLOY_PART_COST, a, 0);
        if (strncmp(cost, "call:", 5) == 0) ploy_domain_bind_number(w->copy, cost + 5, answer_cost, w);
    }
}

static ploy_status make_query(pl_what_if* w)
{
    uint32_t actions = ploy_domain_action_count(w->def->domain);
    uint32_t words = pl_bits_words(actions + 1);
    w->disabled = PL_ARENA_ARRAY(w->scratch, uint64_t, words);
    w->now = PL_ARENA_ARRAY(w->scratch, uint64_t, words);
    w->ignores_context = PL_ARENA_ARRAY(w->scratch, uint64_t, words);
    if (!w->disabled || !w->now || !w->ignores_context) return PLOY_OUT_OF_MEMORY;
    if (w->def->query.disabled) memcpy(w->disabled, w->def->query.disabled, pl_bits_words(actions) * sizeof(uint64_t));
    if (actions % 64 != 0) w->disabled[actions / 64] &= ((uint64_t)1 << actions % 64) - 1;
    if (w->twin_of != PLOY_NONE && pl_bits_test(w->disabled, w->twin_of)) pl_bits_set(w->disabled, w->twin);
    w->query = w->def->query;
    w->query.options.search = PLOY_SEARCH_AUTO;
    w->query.must_use1 = 0;
    w->query.disabled = w->now;
    w->query.trace = NULL;
    if (w->query.options.max_nodes == 0)
        w->query.options.max_nodes = w->def->max_nodes ? w->def->max_nodes : PLOY_DEFAULT_EXPLAIN_MAX_NODES;
    return PLOY_OK;
}

static ploy_status make_planner(pl_what_if* w)
{
    ploy_planner_def def = {0};
    def.domain = w->copy;
    def.allocator = w->def->allocator;
    def.no_cache = true; // the domain changes from search to search
    if (w->query.options.max_nodes > PLOY_DEFAULT_PLANNER_MAX_NODES) def.max_nodes = w->query.options.max_nodes;
    w->planner = ploy_planner_create(&def);
    return w->planner ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

ploy_status pl_what_if_begin(pl_what_if* w, const ploy_explain_def* def, pl_arena* scratch, uint32_t action,
                             const uint32_t* args)
{
    *w = (pl_what_if){
        .def = def, .scratch = scratch, .twin_of = args ? action : PLOY_NONE, .twin_args = args, .twin = PLOY_NONE};
    ploy_status status = build_copy(w);
    if (status == PLOY_OK) status = make_query(w);
    if (status == PLOY_OK) status = make_planner(w);
    if (status == PLOY_OK)
        bind_copy(w);
    else
        pl_what_if_end(w);
    return status;
}

void pl_what_if_end(pl_what_if* w)
{
    ploy_planner_destroy(w->planner);
    ploy_domain_destroy(w->copy);
    PL_ARRAY_FREE(&w->obstacles, &w->def->allocator);
    PL_ARRAY_FREE(&w->ranges, &w->def->allocator);
    PL_ARRAY_FREE(&w->clamped, &w->def->allocator);
    w->planner = NULL;
    w->copy = NULL;
}

// Obstacles.

// Is the condition already in the list? It may belong to a base that several actions are built on, or that the query is
// about.
static bool is_known(const pl_what_if* w, const ploy_conjunct* c)
{
    for (uint32_t i = 0; i < w->obstacles.count; i++) {
        const ploy_conjunct* known = &w->obstacles.data[i].conjunct;
        bool same = known->text && known->part == c->part && known->owner == c->owner;
        if (same && known->clause == c->clause && known->index == c->index) return true;
    }
    return false;
}

bool pl_what_if_add_conjuncts(pl_what_if* w, ploy_part part, uint32_t owner)
{
    pl_conjuncts all;
    if (!pl_conjuncts_collect(w->copy, part, owner, w->scratch, &all)) return false;
    ploy_blocker_kind kind = part == PLOY_PART_PRE ? PLOY_BLOCKER_PRE : PLOY_BLOCKER_GOAL;
    for (uint32_t i = 0; i < all.count; i++) {
        pl_what_if_obstacle obstacle = {.kind = kind, .owner = owner, .conjunct = all.list[i]};
        if (all.list[i].owner != owner && is_known(w, &all.list[i])) continue;
        if (!PL_ARRAY_PUSH(&w->obstacles, &w->def->allocator, obstacle)) return false;
    }
    return true;
}

// The conditions of the action that keep the effect in range.
static ploy_status find_implying(pl_what_if* w, uint32_t action, const pl_range_need* need, pl_what_if_range* range)
{
    for (uint32_t i = 0; i < w->obstacles.count; i++) {
        const pl_what_if_obstacle* it = &w->obstacles.data[i];
        uint32_t owner = action;
        while (owner != PLOY_NONE && owner != it->conjunct.owner) owner = pl_part_base(w->copy, PLOY_PART_PRE, owner);
        if (it->kind != PLOY_BLOCKER_PRE || owner == PLOY_NONE) continue;
        ploy_status status = pl_range_need_is_implied(w->copy, action, need, it->conjunct.text);
        if (status == PLOY_FOUND) range->obstacles[range->obstacle_count++] = i;
        if (status != PLOY_FOUND && status != PLOY_NOT_FOUND) return status;
    }
    return PLOY_OK;
}

static ploy_status add_range(pl_what_if* w, uint32_t action, const pl_range_need* need)
{
    pl_what_if_range range = {pl_effect_key(action, need->number),
                              PL_ARENA_ARRAY(w->scratch, uint32_t, w->obstacles.count + 1), 0};
    if (!range.obstacles) return PLOY_OUT_OF_MEMORY;
    ploy_status status = find_implying(w, action, need, &range);
    if (status != PLOY_OK) return status;
    if (range.obstacle_count == 0) {
        pl_what_if_obstacle obstacle = {.kind = PLOY_BLOCKER_RANGE, .owner = action, .conjunct = need->conjunct};
        range.obstacles[range.obstacle_count++] = w->obstacles.count;
        if (!PL_ARRAY_PUSH(&w->obstacles, &w->def->allocator, obstacle)) return PLOY_OUT_OF_MEMORY;
    }
    return PL_ARRAY_PUSH(&w->ranges, &w->def->allocator, range) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

static ploy_status add_ranges(pl_what_if* w, uint32_t action)
{
    pl_range_needs needs;
    ploy_status status = PLOY_OK;
    if (!pl_range_needs_collect(w->copy, action, w->scratch, &needs)) return PLOY_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < needs.count && status == PLOY_OK; i++) status = add_range(w, action, &needs.list[i]);
    return status;
}

bool pl_what_if_context_denies(const pl_what_if* w, uint32_t action)
{
    const ploy_domain* domain = w->def->domain;
    uint32_t original = pl_what_if_original(w, action);
    if (!pl_domain_has_context(domain, original)) return false;
    if (original != action) return !pl_action_context(domain, original, w->twin_args, w->query.start, w->query.agent);
    const pl_compiled* c = pl_domain_compiled(domain);
    for (uint32_t g = c->action_first_ground[original]; g < c->action_first_ground[original + 1]; g++)
        if (!pl_action_context(domain, original, c->grounds[g].args, w->query.start, w->query.agent)) return true;
    return false;
}

static bool add_gates(pl_what_if* w, uint32_t action)
{
    uint32_t original = pl_what_if_original(w, action);
    bool ok = true;
    if (pl_bits_test(w->disabled, action)) {
        bool unlisted = w->def->unlisted && pl_bits_test(w->def->unlisted, original);
        pl_what_if_obstacle obstacle = {.kind = unlisted ? PLOY_BLOCKER_UNLISTED : PLOY_BLOCKER_DISABLED,
                                        .owner = action};
        ok = PL_ARRAY_PUSH(&w->obstacles, &w->def->allocator, obstacle);
    }
    if (ok && pl_what_if_context_denies(w, action)) {
        pl_what_if_obstacle obstacle = {.kind = PLOY_BLOCKER_CONTEXT, .owner = action};
        ok = PL_ARRAY_PUSH(&w->obstacles, &w->def->allocator, obstacle);
    }
    return ok;
}

ploy_status pl_what_if_add_action(pl_what_if* w, uint32_t action)
{
    bool added = add_gates(w, action) && pl_what_if_add_conjuncts(w, PLOY_PART_PRE, action);
    return added ? add_ranges(w, action) : PLOY_OUT_OF_MEMORY;
}

void pl_what_if_remove_all(pl_what_if* w, bool removed)
{
    for (uint32_t i = 0; i < w->obstacles.count; i++) w->obstacles.data[i].removed = removed;
}

static bool is_text(const pl_what_if_obstacle* obstacle)
{
    return obstacle->kind == PLOY_BLOCKER_PRE || obstacle->kind == PLOY_BLOCKER_GOAL;
}

static bool same_clause(const pl_what_if_obstacle* a, const pl_what_if_obstacle* b)
{
    return a->kind == b->kind && a->conjunct.owner == b->conjunct.owner && a->conjunct.clause == b->conjunct.clause;
}

typedef struct clause_of
{
    const pl_what_if* w;
    const pl_what_if_obstacle* member;
} clause_of;

static void write_clause(pl_text_writer* to, const void* what)
{
    const clause_of* of = what;
    bool any = false;
    for (uint32_t i = 0; i < of->w->obstacles.count; i++) {
        const pl_what_if_obstacle* obstacle = &of->w->obstacles.data[i];
        if (obstacle->removed || !same_clause(obstacle, of->member)) continue;
        pl_writer_add(to, "%s(%s)", any ? " and " : "", obstacle->conjunct.text);
        any = true;
    }
    if (!any) pl_writer_add(to, ALWAYS);
}

static ploy_status rewrite_clause(pl_what_if* w, const pl_what_if_obstacle* member)
{
    pl_arena_place place = pl_arena_mark(w->scratch);
    clause_of of = {w, member};
    const char* text = pl_keep_text(w->scratch, write_clause, &of);
    const ploy_conjunct* c = &member->conjunct;
    ploy_status status =
        text ? ploy_domain_change_clause(w->copy, c->part, c->owner, c->clause, text, NULL) : PLOY_OUT_OF_MEMORY;
    pl_arena_rewind(w->scratch, place);
    for (uint32_t i = 0; i < w->obstacles.count && status == PLOY_OK; i++) {
        pl_what_if_obstacle* obstacle = &w->obstacles.data[i];
        if (same_clause(obstacle, member)) obstacle->applied = obstacle->removed;
    }
    return status;
}

static bool is_clamped(const pl_what_if* w, const pl_what_if_range* range)
{
    for (uint32_t i = 0; i < range->obstacle_count; i++)
        if (!w->obstacles.data[range->obstacles[i]].removed) return false;
    return true;
}

// Actions come in ascending order, and so do their effects.
static ploy_status apply_ranges(pl_what_if* w)
{
    uint32_t before = w->clamped.count, count = 0;
    if (w->ranges.count == 0) return PLOY_OK;
    if (!PL_ARRAY_RESERVE(&w->clamped, &w->def->allocator, w->ranges.count)) return PLOY_OUT_OF_MEMORY;
    bool differs = false;
    for (uint32_t i = 0; i < w->ranges.count; i++) {
        if (!is_clamped(w, &w->ranges.data[i])) continue;
        differs = differs || count >= before || w->clamped.data[count] != w->ranges.data[i].effect;
        w->clamped.data[count++] = w->ranges.data[i].effect;
    }
    w->clamped.count = count;
    return differs || count != before ? pl_domain_clamp(w->copy, w->clamped.data, count) : PLOY_OK;
}

static ploy_status apply(pl_what_if* w)
{
    uint32_t words = pl_bits_words(ploy_domain_action_count(w->def->domain) + 1);
    memcpy(w->now, w->disabled, words * sizeof(uint64_t));
    memset(w->ignores_context, 0, words * sizeof(uint64_t));
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < w->obstacles.count && status == PLOY_OK; i++) {
        const pl_what_if_obstacle* obstacle = &w->obstacles.data[i];
        if (is_text(obstacle)) {
            if (obstacle->removed != obstacle->applied) status = rewrite_clause(w, obstacle);
        } else if (obstacle->removed && obstacle->kind == PLOY_BLOCKER_CONTEXT) {
            pl_bits_set(w->ignores_context, obstacle->owner);
        } else if (obstacle->removed && obstacle->kind != PLOY_BLOCKER_RANGE) {
            pl_bits_clear(w->now, obstacle->owner);
        }
    }
    return status == PLOY_OK ? apply_ranges(w) : status;
}

// Searches.

// Work of a search besides its nodes and edges, per operator: the copy is compiled, and a heuristic made.
#define WORK_PER_OPERATOR 20

void pl_what_if_limit(pl_what_if* w, uint64_t max_work)
{
    if (w->def->query.options.max_nodes != 0) return;
    w->max_work = max_work;
    w->query.options.max_nodes = 0;
}

// Whether there is something left to search with.
static bool may_search(pl_what_if* w)
{
    if (w->searches >= w->def->max_searches) return false;
    if (!w->max_work) return true;
    w->work += (uint64_t)WORK_PER_OPERATOR * pl_domain_compiled(w->copy)->operator_count;
    w->planner->max_work = w->work < w->max_work ? w->max_work - w->work : 0;
    return w->planner->max_work > 0;
}

ploy_status pl_what_if_search(pl_what_if* w, pl_answer* answer)
{
    *answer = (pl_answer){.status = PLOY_FULL};
    if (!may_search(w)) return PLOY_OK;
    answer->status = apply(w);
    if (answer->status == PLOY_OUT_OF_MEMORY) return PLOY_OUT_OF_MEMORY;
    if (answer->status != PLOY_OK) return PLOY_OK;
    w->searches++;
    const ploy_plan* plan = ploy_planner_plan(w->planner, &w->query);
    if (plan->status == PLOY_OUT_OF_MEMORY) return PLOY_OUT_OF_MEMORY;
    w->nodes += plan->expanded;
    w->work += plan->generated;
    *answer = (pl_answer){plan->status, plan->cost};
    if (plan->status == PLOY_ALREADY) *answer = (pl_answer){PLOY_FOUND, 0};
    return PLOY_OK;
}

ploy_status pl_what_if_search_use(pl_what_if* w, uint32_t action, pl_answer* answer)
{
    ploy_plan_query query = w->query;
    w->query.goal = w->anything;
    w->query.must_use1 = action + 1;
    ploy_status status = pl_what_if_search(w, answer);
    w->query = query;
    return status;
}
