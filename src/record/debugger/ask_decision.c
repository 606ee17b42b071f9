// What was decided, as it was recorded and asked again.

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/index.h"
#include "record/debugger/debugger_query.h"

static bool is_chosen(const pl_debug_query* a, uint32_t goal)
{
    return goal == a->decision->goal;
}

static const char* fate_text(const pl_debug_query* a, const pl_decision_goal* goal)
{
    return is_chosen(a, goal->goal) ? "is chosen" : ploy_goal_status_text(goal->status);
}

// The list by priority, in the order of the list among equals.
static const pl_decision_goal** sorted(const pl_debug_query* a)
{
    const pl_decision* d = a->decision;
    const pl_decision_goal** list = PL_ARENA_ARRAY(&a->debugger->scratch, const pl_decision_goal*, d->goal_count + 1);
    for (uint32_t i = 0; list && i < d->goal_count; ++i) {
        uint32_t at = i;
        for (; at > 0 && list[at - 1]->priority < d->goals[i].priority; --at) list[at] = list[at - 1];
        list[at] = &d->goals[i];
    }
    return list;
}

static void tell_goals(pl_debug_query* a, const pl_decision_goal** list)
{
    const ploy_domain* domain = a->stage->domain;
    if (a->decision->goal_count > 0) pl_text_add(&a->text, "Goals by priority:\n");
    pl_json_open(&a->json, "goals", '[');
    for (uint32_t i = 0; i < a->decision->goal_count; ++i) {
        const char* name = ploy_domain_goal(domain, list[i]->goal).name;
        pl_text_add(&a->text, "  ");
        pl_text_add_decimal(&a->text, list[i]->priority);
        pl_text_add(&a->text, "  %s %s\n", name, fate_text(a, list[i]));
        pl_json_open(&a->json, NULL, '{');
        pl_json_string(&a->json, "goal", name);
        pl_json_decimal(&a->json, "priority", list[i]->priority);
        pl_json_string(&a->json, "status", fate_text(a, list[i]));
        pl_json_close(&a->json, '}');
    }
    pl_json_close(&a->json, ']');
}

static ploy_step* recorded_steps(const pl_debug_query* a)
{
    const pl_decision* d = a->decision;
    ploy_step* steps = PL_ARENA_ARRAY(&a->debugger->scratch, ploy_step, d->step_count + 1);
    for (uint32_t i = 0; steps && i < d->step_count; ++i) {
        steps[i] = pl_scene_step(a->stage, d->steps[i].id);
        steps[i].cost = d->steps[i].cost;
    }
    return steps;
}

static bool is_same_plan(const pl_decision* d, const ploy_step* steps, const ploy_plan* plan)
{
    if (plan->status != d->status) return false;
    if (plan->status != PLOY_FOUND) return true;
    if (plan->cost != d->cost || plan->step_count != d->step_count) return false;
    for (uint32_t i = 0; i < plan->step_count; ++i) {
        bool is_same = plan->steps[i].action == steps[i].action && plan->steps[i].cost == steps[i].cost &&
                       memcmp(plan->steps[i].args, steps[i].args, sizeof steps[i].args) == 0;
        if (!is_same) return false;
    }
    return true;
}

static void tell_plan(pl_debug_query* a, const ploy_step* steps)
{
    const pl_decision* d = a->decision;
    char name[512];
    pl_json_open(&a->json, "plan", '{');
    pl_json_string(&a->json, "status", d->is_ended ? ploy_status_name(d->status) : "running");
    if (d->is_ended && d->status == PLOY_FOUND) {
        pl_text_add(&a->text, "Plan for %s, cost ", pl_ask_goal(a, d->goal, name, sizeof name));
        pl_text_add_decimal(&a->text, d->cost);
        pl_text_add(&a->text, ":\n");
        pl_json_decimal(&a->json, "cost", d->cost);
    } else {
        pl_json_null(&a->json, "cost");
    }
    for (uint32_t i = 0; i < d->step_count; ++i) {
        pl_text_add(&a->text, "  %" PRIu32 ". %s, cost ", i + 1,
                    pl_ask_step(a->stage->domain, &steps[i], name, sizeof name));
        pl_text_add_decimal(&a->text, steps[i].cost);
        pl_text_add(&a->text, "\n");
    }
    pl_ask_json_steps(&a->json, a->stage->domain, steps, d->step_count);
    pl_json_close(&a->json, '}');
}

static void tell_same(pl_debug_query* a)
{
    pl_json_flag(&a->json, "same", a->is_same);
    if (a->is_same) return;
    pl_text_add(&a->text, a->decision->options.search == PLOY_SEARCH_UTILITY
                              ? "It was found by scores, which only the game can give; what follows is asked of A*.\n"
                              : "Asked again, another plan comes out: the recording was made by another version.\n");
}

static uint32_t first_without_plan(const pl_debug_query* a, const pl_decision_goal** list)
{
    const pl_decision* d = a->decision;
    if (d->goal != PLOY_NONE) return d->goal;
    for (uint32_t i = 0; i < d->goal_count; ++i) {
        if (list[i]->status == PLOY_GOAL_STATUS_NO_PLAN) return list[i]->goal;
    }
    return PLOY_NONE;
}

uint32_t pl_ask_subject(const pl_debug_query* a)
{
    const pl_decision_goal** list = sorted(a);
    return list ? first_without_plan(a, list) : PLOY_NONE;
}

// The plan again, and alternatives.

static void ask_again(pl_debug_query* a, const ploy_step* steps)
{
    const pl_decision* d = a->decision;
    a->is_same = true;
    if (!d->is_ended || d->target == PLOY_NONE) return;
    a->is_same = is_same_plan(d, steps, pl_scene_plan_recorded(a->stage, a->scene));
}

static void tell_difference(pl_debug_query* a, const ploy_plan* plan)
{
    const pl_decision* d = a->decision;
    if (!d->is_ended || d->status != PLOY_FOUND) return;
    int64_t extra_cost = plan->cost - d->cost;
    pl_json_decimal(&a->json, "dearer", extra_cost);
    pl_text_add(&a->text, extra_cost == 0 ? ", as much" : extra_cost > 0 ? ", " : ", ");
    if (extra_cost == 0) return;
    pl_text_add_decimal(&a->text, extra_cost > 0 ? extra_cost : -extra_cost);
    pl_text_add(&a->text, extra_cost > 0 ? " more" : " less");
}

static void tell_alternative(pl_debug_query* a, uint32_t goal)
{
    const ploy_plan* plan = pl_scene_plan(a->stage, a->scene, goal);
    const char* name = ploy_domain_goal(a->stage->domain, goal).name;
    pl_json_open(&a->json, NULL, '{');
    pl_json_string(&a->json, "goal", name);
    pl_json_string(&a->json, "status", ploy_status_name(plan->status));
    pl_text_add(&a->text, "  %s: ", name);
    if (plan->status == PLOY_FOUND) {
        pl_json_decimal(&a->json, "cost", plan->cost);
        pl_text_add(&a->text, "cost ");
        pl_text_add_decimal(&a->text, plan->cost);
        tell_difference(a, plan);
        pl_text_add(&a->text, ": ");
        pl_ask_steps(&a->text, a->stage->domain, plan->steps, plan->step_count);
        pl_text_add(&a->text, "\n");
    } else {
        pl_text_add(&a->text, plan->status == PLOY_ALREADY     ? "holds already\n"
                              : plan->status == PLOY_NOT_FOUND ? "no plan\n"
                                                               : "the search ran out before an answer\n");
    }
    pl_ask_json_steps(&a->json, a->stage->domain, plan->steps, plan->step_count);
    pl_json_close(&a->json, '}');
}

static void tell_alternatives(pl_debug_query* a, const pl_decision_goal** list)
{
    bool is_first = true;
    uint32_t told = first_without_plan(a, list);
    pl_json_open(&a->json, "alternatives", '[');
    for (uint32_t i = 0; i < a->decision->goal_count; ++i) {
        if (is_chosen(a, list[i]->goal) || list[i]->priority <= 0 || list[i]->goal == told) continue;
        if (is_first) pl_text_add(&a->text, "Plans for the other goals:\n");
        is_first = false;
        tell_alternative(a, list[i]->goal);
    }
    pl_json_close(&a->json, ']');
}

// The sentence that says it all.

static ploy_status sum_up_failure(pl_debug_query* a, const pl_decision_goal** list, pl_text* to)
{
    const pl_decision* d = a->decision;
    uint32_t goal = first_without_plan(a, list);
    bool is_told = false;
    char name[512];
    if (goal == PLOY_NONE) {
        bool has_refused = false;
        for (uint32_t i = 0; i < d->goal_count; ++i) has_refused |= list[i]->status == PLOY_GOAL_STATUS_REFUSED;
        pl_text_add(to, "%s has nothing to do: every goal holds already%s or is not relevant.", a->agent->name,
                    has_refused ? ", was refused by the game" : "");
        return PLOY_OK;
    }
    if (d->goal != PLOY_NONE && d->status != PLOY_NOT_FOUND) {
        pl_text_add(to, "%s has no plan for %s yet: %s.", a->agent->name, pl_ask_goal(a, goal, name, sizeof name),
                    ploy_status_text(d->status));
        return PLOY_OK;
    }
    pl_text_add(to, "%s %s: ", a->agent->name, d->current_goal == PLOY_NONE ? "stands still" : "finds no plan");
    uint32_t from = to->chars.count;
    ploy_status status = pl_ask_chain(a, goal, to, &is_told);
    if (!is_told && to->chars.count == from) {
        pl_text_add(to, "there is no plan for %s", pl_ask_goal(a, goal, name, sizeof name));
    }
    pl_text_add(to, ".");
    return status;
}

static ploy_status sum_up(pl_debug_query* a, const pl_decision_goal** list, const ploy_step* steps, pl_text* to)
{
    const pl_decision* d = a->decision;
    char name[512], old[512];
    if (d->goal != PLOY_NONE && !d->is_ended) {
        pl_text_add(to, "%s chose %s and waits for a plan: its search has no answer when the recording ends.",
                    a->agent->name, pl_ask_goal(a, d->goal, name, sizeof name));
        return PLOY_OK;
    }
    if (d->goal == PLOY_NONE || d->status != PLOY_FOUND) return sum_up_failure(a, list, to);
    pl_text_add(to, "%s chose %s", a->agent->name, pl_ask_goal(a, d->goal, name, sizeof name));
    if (d->is_pushed) pl_text_add(to, ", as the game asked,");
    if (d->current_goal != PLOY_NONE && d->current_goal != d->goal) {
        pl_text_add(to, " in place of %s", pl_ask_goal(a, d->current_goal, old, sizeof old));
    }
    pl_text_add(to, " and plans ");
    pl_ask_steps(to, a->stage->domain, steps, d->step_count);
    pl_text_add(to, ".");
    return PLOY_OK;
}

static ploy_status tell_summary(pl_debug_query* a, const pl_decision_goal** list, const ploy_step* steps)
{
    pl_text sentence;
    pl_text_init(&sentence, &a->debugger->allocator);
    ploy_status status = sum_up(a, list, steps, &sentence);
    pl_text_add(&a->text, "%s\n", pl_text_string(&sentence));
    pl_json_string(&a->json, "summary", pl_text_string(&sentence));
    if (sentence.failed) status = PLOY_OUT_OF_MEMORY;
    pl_text_destroy(&sentence);
    return status;
}

static void tell_state(pl_debug_query* a)
{
    const ploy_domain* domain = a->stage->domain;
    char name[512], value[256];
    size_t size = ploy_state_print(domain, a->scene->state, NULL, 0) + 1;
    char* state = pl_arena_alloc(&a->debugger->scratch, size);
    if (state && size > 1) {
        ploy_state_print(domain, a->scene->state, state, size);
        pl_text_add(&a->text, "State: %s\n", state);
    }
    pl_json_open(&a->json, "state", '{');
    for (uint32_t v = 0; v < ploy_domain_variable_count(domain); ++v) {
        ploy_domain_variable_print(domain, v, name, sizeof name);
        ploy_value_print(domain, v, ploy_state_get(domain, a->scene->state, v), value, sizeof value);
        pl_json_string(&a->json, name, value);
    }
    pl_json_close(&a->json, '}');
}

static ploy_status tell_why(pl_debug_query* a, const pl_decision_goal** list)
{
    uint32_t goal = first_without_plan(a, list);
    uint32_t from = a->text.chars.count;
    if (goal == PLOY_NONE) return PLOY_OK;
    ploy_status status = pl_ask_why(a, goal);
    pl_json_string(&a->json, "why", pl_text_string(&a->text) + from);
    return status;
}

static void tell_head(pl_debug_query* a)
{
    const pl_decision* d = a->decision;
    static const char* const modes[] = {"same-actions", "without-failed", "all-actions"};
    char name[512];
    pl_json_count(&a->json, "decided", d->tick);
    pl_json_string(&a->json, "goal", d->goal == PLOY_NONE ? NULL : pl_ask_goal(a, d->goal, name, sizeof name));
    pl_json_string(&a->json, "mode", d->mode < 3 ? modes[d->mode] : NULL);
    pl_json_flag(&a->json, "pushed", d->is_pushed);
    pl_json_string(&a->json, "current",
                   d->current_goal == PLOY_NONE ? NULL : pl_ask_goal(a, d->current_goal, name, sizeof name));
    pl_text_add(&a->text, "%s (agent %" PRIu32 "), tick %" PRIu64 ", decided in tick %" PRIu64, a->agent->name,
                a->agent->number, a->question->tick, d->tick);
    if (d->in_tick > 1) pl_text_add(&a->text, ", %" PRIu32 ". of %" PRIu32, d->nth, d->in_tick);
    pl_text_add(&a->text, ".\n");
}

// The other decisions of the same tick: what each chose.
static ploy_status tell_others(pl_debug_query* a)
{
    const pl_decision* d = a->decision;
    char name[512];
    ploy_status status = PLOY_OK;
    pl_json_count(&a->json, "nth", d->nth);
    pl_json_open(&a->json, "in_tick", '[');
    for (uint32_t i = 1; i <= d->in_tick && status == PLOY_OK; ++i) {
        pl_decision* other;
        status = pl_decision_read(&a->debugger->allocator, &a->debugger->kinds, a->debugger->recording, d->agent,
                                  d->tick, i, &other);
        if (status != PLOY_OK) break;
        bool is_known = other->goal < a->stage->goal_count;
        const char* goal = is_known ? ploy_domain_goal(a->stage->domain, other->goal).name : NULL;
        pl_json_string(&a->json, NULL, goal);
        snprintf(name, sizeof name, "%" PRIu32 ": %s", i, goal ? goal : "nothing to do");
        if (i != d->nth) pl_text_add(&a->text, "In the same tick, decision %s.\n", name);
        pl_decision_destroy(other);
    }
    pl_json_close(&a->json, ']');
    return status;
}

ploy_status pl_ask_decision(pl_debug_query* a)
{
    const pl_decision_goal** list = sorted(a);
    ploy_step* steps = recorded_steps(a);
    if (!list || !steps) return PLOY_OUT_OF_MEMORY;
    tell_head(a);
    ask_again(a, steps);
    ploy_status status = tell_summary(a, list, steps);
    if (status == PLOY_OK && a->decision->in_tick > 1) status = tell_others(a);
    if (status != PLOY_OK) return status;
    tell_state(a);
    tell_goals(a, list);
    tell_plan(a, steps);
    tell_same(a);
    if (a->question->brief) return PLOY_OK;
    tell_alternatives(a, list);
    return tell_why(a, list);
}

ploy_status pl_ask_with(pl_debug_query* a)
{
    pl_scene changed;
    if (!pl_scene_copy(a->stage, a->scene, &a->debugger->scratch, &changed)) return PLOY_OUT_OF_MEMORY;
    ploy_status status = ploy_state_parse(a->stage->domain, changed.state, a->question->with, a->error);
    if (status != PLOY_OK) return status;
    pl_outcome outcome = pl_scene_choose(a->stage, &changed);
    pl_text_add(&a->text, "\nWith %s, %s would ", a->question->with, a->agent->name);
    pl_ask_outcome(a, &outcome);
    pl_text_add(&a->text, ".\n");
    pl_json_open(&a->json, "with", '{');
    pl_json_string(&a->json, "changes", a->question->with);
    pl_ask_json_outcome(a, &outcome);
    pl_json_close(&a->json, '}');
    return PLOY_OK;
}
