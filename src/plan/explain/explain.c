// Explanations: entry points, the plan itself, and goal choice (every goal by priority, and its outcome).

#include "plan/explain/explain.h"

#include <string.h>

#include "base/check.h"
#include "base/defaults.h"
#include "base/memory.h"
#include "plan/domain/domain.h"
#include "plan/explain/conjunct.h"
#include "plan/search/goal_choice.h"
#include "plan/search/planner.h"

/// The explanation and its memory.
typedef struct explanation
{
    ploy_explanation out; // first, so that its address is that of the whole
    ploy_allocator allocator;
    pl_arena keep;
} explanation;

static ploy_explain_def explain_with_defaults(const ploy_explain_def* given)
{
    ploy_explain_def def = given ? *given : (ploy_explain_def){0};
    def.allocator = pl_allocator_choose(&def.allocator);
    PL_DEFAULT(def.max_set, PLOY_DEFAULT_EXPLAIN_MAX_SET);
    PL_DEFAULT(def.max_sets, PLOY_DEFAULT_EXPLAIN_MAX_SETS);
    PL_DEFAULT(def.max_searches, PLOY_DEFAULT_EXPLAIN_MAX_SEARCHES);
    return def;
}

const char* ploy_why_not_name(ploy_why_not_reason reason)
{
#define WHY_NOT_NAME(NAME, wire) wire,
    static const char* const names[] = {PLOY_WHY_NOT_LIST(WHY_NOT_NAME)};
#undef WHY_NOT_NAME
    return (uint32_t)reason < sizeof names / sizeof *names ? names[reason] : "unknown";
}

const char* ploy_goal_outcome_name(ploy_goal_outcome outcome)
{
#define GOAL_OUTCOME_NAME(NAME, wire) wire,
    static const char* const names[] = {PLOY_GOAL_OUTCOME_LIST(GOAL_OUTCOME_NAME)};
#undef GOAL_OUTCOME_NAME
    return (uint32_t)outcome < sizeof names / sizeof *names ? names[outcome] : "unknown";
}

void ploy_explanation_destroy(ploy_explanation* out)
{
    if (!out) return;
    explanation* it = (explanation*)out;
    ploy_allocator allocator = it->allocator;
    pl_arena_destroy(&it->keep);
    PL_DELETE(&allocator, it);
}

bool pl_explain_conjunct(pl_explainer* e, const ploy_conjunct* from, const uint32_t* args, ploy_conjunct* to)
{
    *to = *from;
    const ploy_domain* domain = e->def->domain;
    if (args) {
        to->text = pl_conjunct_ground(domain, from->part, from->owner, args, from->text, e->keep);
    } else {
        char* copy = pl_arena_alloc(e->keep, strlen(from->text) + 1);
        to->text = copy ? strcpy(copy, from->text) : NULL;
    }
    to->values = to->text ? pl_conjunct_values(domain, to->text, e->def->query.start, e->keep) : NULL;
    return to->text && to->values;
}

// The plan itself.

static ploy_status keep_plan(pl_explainer* e, const ploy_plan* plan)
{
    ploy_explanation* out = e->out;
    if (plan->status == PLOY_OUT_OF_MEMORY || plan->status == PLOY_INVALID) return plan->status;
    ploy_step* steps = PL_ARENA_ARRAY(e->keep, ploy_step, plan->step_count);
    if (!steps) return PLOY_OUT_OF_MEMORY;
    if (plan->step_count > 0) memcpy(steps, plan->steps, plan->step_count * sizeof *steps);
    out->status = plan->status;
    out->cost = plan->cost;
    out->expanded = out->nodes = plan->expanded;
    out->proved = plan->proved || plan->status == PLOY_NOT_FOUND || plan->status == PLOY_ALREADY;
    out->steps = steps;
    out->step_count = plan->step_count;
    return PLOY_OK;
}

static ploy_status find_plan(pl_explainer* e)
{
    ploy_planner_def def = {0};
    def.domain = e->def->domain;
    def.allocator = e->def->allocator;
    ploy_planner* planner = ploy_planner_create(&def);
    if (!planner) return PLOY_OUT_OF_MEMORY;
    planner->max_work = e->max_work / 2;
    ploy_plan_query query = e->def->query;
    query.must_use1 = 0;
    ploy_status status = keep_plan(e, ploy_planner_plan(planner, &query));
    ploy_planner_destroy(planner);
    e->out->searches++;
    e->out->goal = query.goal;
    memcpy(e->out->goal_args, query.goal_args, sizeof query.goal_args);
    return status;
}

static ploy_status explain_plan(pl_explainer* e)
{
    ploy_status status = find_plan(e);
    if (status != PLOY_OK) return status;
    bool found = e->out->status == PLOY_FOUND;
    if (!found && e->out->status != PLOY_NOT_FOUND) return PLOY_OK;
    status = pl_what_if_begin(&e->what_if, e->def, &e->scratch, PLOY_NONE, NULL);
    if (status != PLOY_OK) return status;
    status = found ? pl_explain_steps(e) : pl_explain_no_plan(e);
    e->out->searches += e->what_if.searches;
    pl_what_if_end(&e->what_if);
    return status;
}

// Half of the work goes to the plan itself, the other half to plans with the action.
static ploy_status explain_action(pl_explainer* e, uint32_t action, const uint32_t* args)
{
    e->max_work = PLOY_DEFAULT_EXPLAIN_MAX_WORK;
    ploy_status status = find_plan(e);
    if (status == PLOY_OK) status = pl_what_if_begin(&e->what_if, e->def, &e->scratch, action, args);
    if (status != PLOY_OK) return status;
    if (!e->def->max_nodes) pl_what_if_limit(&e->what_if, e->max_work / 2);
    status = pl_explain_why_not(e, action, args);
    e->out->nodes += (uint32_t)e->what_if.nodes;
    e->out->searches += e->what_if.searches;
    pl_what_if_end(&e->what_if);
    return status;
}

// Entry points.

static bool begin(pl_explainer* e, const ploy_explain_def* def)
{
    explanation* it = PL_NEW(&def->allocator, explanation);
    if (!it) return false;
    it->allocator = def->allocator;
    pl_arena_init(&it->keep, &it->allocator, 0);
    it->out.domain = def->domain;
    it->out.goal = PLOY_NONE;
    *e = (pl_explainer){.def = def, .out = &it->out, .keep = &it->keep};
    pl_arena_init(&e->scratch, &def->allocator, 0);
    return true;
}

static ploy_status end(pl_explainer* e, ploy_status status, ploy_explanation** out)
{
    pl_arena_destroy(&e->scratch);
    if (status != PLOY_OK) ploy_explanation_destroy(e->out);
    *out = status == PLOY_OK ? e->out : NULL;
    return status;
}

ploy_status ploy_explain_plan(const ploy_explain_def* given, ploy_explanation** out)
{
    PL_NEED_NAMED("explanation", NULL, out, PLOY_INVALID);
    *out = NULL;
    PL_NEED_NAMED("def", NULL, given, PLOY_INVALID);
    PL_NEED_NAMED("def->domain", NULL, given->domain, PLOY_INVALID);
    PL_NEED_NAMED("def->query.start", NULL, given->query.start, PLOY_INVALID);
    pl_explainer e;
    ploy_explain_def def = explain_with_defaults(given);
    if (!begin(&e, &def)) return PLOY_OUT_OF_MEMORY;
    return end(&e, explain_plan(&e), out);
}

ploy_status ploy_explain_action(const ploy_explain_def* given, uint32_t action, const uint32_t* args,
                                ploy_explanation** out)
{
    PL_NEED_NAMED("explanation", NULL, out, PLOY_INVALID);
    *out = NULL;
    PL_NEED_NAMED("def", NULL, given, PLOY_INVALID);
    PL_NEED_NAMED("def->domain", NULL, given->domain, PLOY_INVALID);
    PL_NEED_NAMED("def->query.start", NULL, given->query.start, PLOY_INVALID);
    pl_explainer e;
    ploy_explain_def def = explain_with_defaults(given);
    if (!begin(&e, &def)) return PLOY_OUT_OF_MEMORY;
    PL_ASSERT(action < ploy_domain_action_count(def.domain));
    if (ploy_domain_action(def.domain, action).param_count == 0) args = NULL;
    return end(&e, explain_action(&e, action, args), out);
}

ploy_status ploy_explain_goals(const ploy_explain_def* given, const uint32_t* goals, uint32_t goal_count,
                               ploy_explanation** out)
{
    PL_NEED_NAMED("explanation", NULL, out, PLOY_INVALID);
    *out = NULL;
    PL_NEED_NAMED("def", NULL, given, PLOY_INVALID);
    PL_NEED_NAMED("def->domain", NULL, given->domain, PLOY_INVALID);
    PL_NEED_NAMED("def->query.start", NULL, given->query.start, PLOY_INVALID);
    pl_explainer e;
    ploy_explain_def def = explain_with_defaults(given);
    ploy_explain_def moved = def;
    if (!begin(&e, &moved)) return PLOY_OUT_OF_MEMORY;
    ploy_status status = pl_explain_goal_choice(&e, goals, goal_count, &moved.query);
    if (status == PLOY_OK && moved.query.goal != PLOY_NONE) status = explain_plan(&e);
    return end(&e, status, out);
}

static const uint32_t no_args[PLOY_MAX_ARGS];

/// The goals in list order, which breaks ties.
typedef struct goal_list
{
    ploy_goal_choice* goals;
    bool* is_irrelevant;
    bool* is_tried;
    uint32_t count;
} goal_list;

/// The given goals, or all goals without parameters.
static bool list_goals(pl_explainer* e, const uint32_t* goals, uint32_t goal_count, goal_list* list)
{
    const ploy_domain* domain = e->def->domain;
    uint32_t all = goals ? goal_count : ploy_domain_goal_count(domain);
    list->goals = PL_ARENA_ARRAY(e->keep, ploy_goal_choice, all);
    list->is_irrelevant = PL_ARENA_ARRAY(&e->scratch, bool, all);
    list->is_tried = PL_ARENA_ARRAY(&e->scratch, bool, all);
    if (!list->goals || !list->is_irrelevant || !list->is_tried) return false;
    const ploy_plan_query* query = &e->def->query;
    for (uint32_t i = 0; i < all; i++) {
        uint32_t goal = goals ? goals[i] : i;
        if (ploy_domain_goal(domain, goal).param_count > 0) continue;
        list->goals[list->count] = (ploy_goal_choice){
            .goal = goal,
            .outcome = PLOY_GOAL_OUTCOME_LOWER,
            .priority = pl_goal_priority(domain, goal, no_args, query->start, query->agent),
        };
        list->is_irrelevant[list->count++] = !pl_goal_relevant(domain, goal, no_args, query->start);
    }
    return true;
}

static pl_goal_candidate describe(const void* context, uint32_t index)
{
    const goal_list* list = context;
    return (pl_goal_candidate){.priority = list->goals[index].priority,
                               .is_irrelevant = list->is_irrelevant[index],
                               .is_blocked = list->is_tried[index]};
}

static ploy_goal_outcome outcome_of(ploy_status status, bool hold)
{
    if (status == PLOY_FOUND) return PLOY_GOAL_OUTCOME_CHOSEN;
    if (status == PLOY_ALREADY) return hold ? PLOY_GOAL_OUTCOME_HELD : PLOY_GOAL_OUTCOME_MET;
    return status == PLOY_NOT_FOUND ? PLOY_GOAL_OUTCOME_NO_PLAN : PLOY_GOAL_OUTCOME_CUT_SHORT;
}

static ploy_status try_goal(pl_explainer* e, ploy_planner* planner, ploy_goal_choice* it)
{
    ploy_plan_query query = e->def->query;
    query.goal = it->goal;
    query.must_use1 = 0;
    memset(query.goal_args, 0, sizeof query.goal_args);
    it->status = ploy_planner_plan(planner, &query)->status;
    it->outcome = outcome_of(it->status, ploy_domain_goal(e->def->domain, it->goal).hold);
    e->out->searches++;
    return it->status == PLOY_OUT_OF_MEMORY || it->status == PLOY_INVALID ? it->status : PLOY_OK;
}

/// Searches for the goals in the order of the choice until one has a plan. `*chosen` is its index, or PLOY_NONE.
static ploy_status try_goals(pl_explainer* e, ploy_planner* planner, goal_list* list, uint32_t* chosen)
{
    static const pl_goal_commitment none = {0};
    ploy_status status = PLOY_OK;
    while (status == PLOY_OK) {
        *chosen = pl_goal_choose(describe, list, list->count, &none);
        if (*chosen == PLOY_NONE) break;
        list->is_tried[*chosen] = true;
        status = try_goal(e, planner, &list->goals[*chosen]);
        ploy_goal_outcome outcome = list->goals[*chosen].outcome;
        if (outcome == PLOY_GOAL_OUTCOME_CHOSEN || outcome == PLOY_GOAL_OUTCOME_HELD) break;
    }
    return status;
}

/// Does goal `i` come before the chosen one, or is none chosen? Then there is a reason why it was not chosen.
static bool comes_up(const goal_list* list, uint32_t i, uint32_t chosen)
{
    if (chosen == PLOY_NONE) return true;
    int64_t priority = list->goals[i].priority, limit = list->goals[chosen].priority;
    return i < chosen ? !pl_goal_overtakes(limit, priority) : pl_goal_overtakes(priority, limit);
}

static void note_passed_over(goal_list* list, uint32_t chosen)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->is_tried[i] || !comes_up(list, i, chosen)) continue;
        pl_goal_candidate it = describe(list, i);
        pl_goal_standing standing = pl_goal_candidate_standing(&it);
        if (standing == PL_GOAL_STANDING_NO_PRIORITY) list->goals[i].outcome = PLOY_GOAL_OUTCOME_PRIORITY;
        if (standing == PL_GOAL_STANDING_IRRELEVANT) list->goals[i].outcome = PLOY_GOAL_OUTCOME_IRRELEVANT;
    }
}

/// By priority; stable.
static void sort_goals(ploy_goal_choice* list, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        ploy_goal_choice it = list[i];
        uint32_t at = i;
        for (; at > 0 && pl_goal_overtakes(it.priority, list[at - 1].priority); at--) list[at] = list[at - 1];
        list[at] = it;
    }
}

static uint32_t find_outcome(const ploy_goal_choice* list, uint32_t count, ploy_goal_outcome outcome)
{
    for (uint32_t i = 0; i < count; i++)
        if (list[i].outcome == outcome) return list[i].goal;
    return PLOY_NONE;
}

/// The goal that ploy_planner_plan_best reports: the chosen one, else one that holds, else one whose search did not
/// finish, else one without a plan.
static uint32_t reported_goal(const ploy_goal_choice* list, uint32_t count)
{
    static const ploy_goal_outcome order[] = {PLOY_GOAL_OUTCOME_CHOSEN, PLOY_GOAL_OUTCOME_HELD, PLOY_GOAL_OUTCOME_MET,
                                              PLOY_GOAL_OUTCOME_CUT_SHORT, PLOY_GOAL_OUTCOME_NO_PLAN};
    uint32_t goal = PLOY_NONE;
    for (uint32_t i = 0; i < sizeof order / sizeof *order && goal == PLOY_NONE; i++)
        goal = find_outcome(list, count, order[i]);
    return goal;
}

ploy_status pl_explain_goal_choice(pl_explainer* e, const uint32_t* goals, uint32_t goal_count, ploy_plan_query* query)
{
    if (ploy_domain_find_unbound(e->def->domain)) return PLOY_INVALID;
    goal_list list = {0};
    ploy_planner_def def = {.domain = e->def->domain, .allocator = e->def->allocator};
    ploy_planner* planner = list_goals(e, goals, goal_count, &list) ? ploy_planner_create(&def) : NULL;
    if (!planner) return PLOY_OUT_OF_MEMORY;
    uint32_t chosen = PLOY_NONE;
    ploy_status status = try_goals(e, planner, &list, &chosen);
    ploy_planner_destroy(planner);
    note_passed_over(&list, chosen);
    sort_goals(list.goals, list.count);
    e->out->goals = list.goals;
    e->out->goal_count = list.count;
    query->goal = reported_goal(list.goals, list.count);
    e->out->status = PLOY_NOT_FOUND; // remains if there is no goal to explain
    memset(query->goal_args, 0, sizeof query->goal_args);
    return status;
}
