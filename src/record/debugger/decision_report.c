// What was decided: the recorded decision, its replay, and the plans for the other goals.

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "record/debugger/debugger.h"
#include "plan/domain/domain.h"

enum
{
    MAX_IN_TICK = 1000, // decisions of a tick that are listed
};

// Pieces of text.

const char* pl_print_goal(const pl_debug_run* run, uint32_t goal, char* text, size_t size)
{
    const pl_replay* s = run->replay;
    if (goal >= ploy_domain_goal_count(s->domain)) { // a changed recording may have a plan without a goal
        snprintf(text, size, "no goal");
        return text;
    }
    ploy_goal_info info = ploy_domain_goal(s->domain, goal);
    int length = snprintf(text, size, "%s", info.name);
    if (info.param_count == 0 || run->scene->context.goal != goal || run->scene->context.target == PLOY_NONE)
        return text;
    ploy_plan_query query = pl_scene_query(run->replay, run->scene, goal);
    for (uint32_t i = 0; i < info.param_count && (size_t)length < size; ++i) {
        length += snprintf(text + length, size - (size_t)length, "%s%s%s", i == 0 ? "(" : ", ",
                           ploy_domain_object_name(s->domain, info.param_types[i], query.goal_args[i]),
                           i + 1 == info.param_count ? ")" : "");
    }
    return text;
}

const char* pl_print_step(const ploy_domain* domain, const ploy_step* step, char* text, size_t size)
{
    ploy_action_print(domain, step->action, step->args, text, size);
    return text;
}

void pl_add_steps(pl_text* text, const ploy_domain* domain, const ploy_step* steps, uint32_t count)
{
    char name[512];
    for (uint32_t i = 0; i < count; ++i) {
        pl_text_add(text, "%s%s",
                    i == 0           ? ""
                    : i + 1 == count ? " and "
                                     : ", ",
                    pl_print_step(domain, &steps[i], name, sizeof name));
    }
}

void pl_add_variable(pl_text* text, const ploy_domain* domain, uint32_t variable, int64_t value)
{
    char name[512], shown[256];
    ploy_symbol_info symbol = ploy_domain_symbol(domain, pl_domain_symbol_of(domain, variable));
    ploy_domain_variable_print(domain, variable, name, sizeof name);
    ploy_value_print(domain, variable, value, shown, sizeof shown);
    if (symbol.type == PLOY_VALUE_BOOL) {
        pl_text_add(text, "%s%s", value ? "" : "not ", name);
    } else {
        pl_text_add(text, "%s = %s", name, shown);
    }
}

void pl_json_steps(pl_text* json, const ploy_domain* domain, const ploy_step* steps, uint32_t count)
{
    pl_json_open(json, "steps", '[');
    for (uint32_t i = 0; i < count; ++i) {
        ploy_action_info action = ploy_domain_action(domain, steps[i].action);
        pl_json_open(json, NULL, '{');
        pl_json_string(json, "action", action.name);
        pl_json_open(json, "args", '[');
        for (uint32_t k = 0; k < action.param_count; ++k) {
            pl_json_string(json, NULL, ploy_domain_object_name(domain, action.param_types[k], steps[i].args[k]));
        }
        pl_json_close(json, ']');
        pl_json_decimal(json, "cost", steps[i].cost);
        pl_json_close(json, '}');
    }
    pl_json_close(json, ']');
}

void pl_add_choice(pl_debug_run* run, const pl_scene_choice* o)
{
    char name[512];
    if (o->goal == PLOY_NONE) {
        pl_text_add(&run->text, "do nothing");
    } else if (o->keeps) {
        pl_text_add(&run->text, "keep %s", pl_print_goal(run, o->goal, name, sizeof name));
    } else if (o->holds) {
        pl_text_add(&run->text, "hold %s", pl_print_goal(run, o->goal, name, sizeof name));
    } else {
        pl_text_add(&run->text, "choose %s and plan ", pl_print_goal(run, o->goal, name, sizeof name));
        pl_add_steps(&run->text, run->replay->domain, o->plan->steps, o->plan->step_count);
        pl_text_add(&run->text, " (cost ");
        pl_text_add_decimal(&run->text, o->plan->cost);
        pl_text_add(&run->text, ")");
    }
}

void pl_json_choice(pl_debug_run* run, const pl_scene_choice* o)
{
    char name[512];
    pl_json_string(&run->json, "goal", o->goal == PLOY_NONE ? NULL : pl_print_goal(run, o->goal, name, sizeof name));
    pl_json_flag(&run->json, "keeps", o->keeps);
    pl_json_flag(&run->json, "holds", o->holds);
    if (o->plan) {
        pl_json_decimal(&run->json, "cost", o->plan->cost);
    } else {
        pl_json_null(&run->json, "cost");
    }
    pl_json_steps(&run->json, run->replay->domain, o->plan ? o->plan->steps : NULL, o->plan ? o->plan->step_count : 0);
}

// The decision.

static bool is_chosen(const pl_debug_run* run, uint32_t goal)
{
    return goal == run->decision->goal;
}

static const char* status_text(const pl_debug_run* run, const pl_decision_goal* goal)
{
    bool is_new = is_chosen(run, goal->goal) && goal->status != PLOY_GOAL_STATUS_HELD;
    return is_new ? "is chosen" : ploy_goal_status_text(goal->status);
}

// The goals by priority; among equals in the order of the list.
static const pl_decision_goal** sorted(const pl_debug_run* run)
{
    const pl_decision* d = run->decision;
    const pl_decision_goal** list = PL_ARENA_ARRAY(&run->debugger->scratch, const pl_decision_goal*, d->goal_count + 1);
    for (uint32_t i = 0; list && i < d->goal_count; ++i) {
        uint32_t at = i;
        for (; at > 0 && list[at - 1]->priority < d->goals[i].priority; --at) list[at] = list[at - 1];
        list[at] = &d->goals[i];
    }
    return list;
}

static void report_goals(pl_debug_run* run, const pl_decision_goal** list)
{
    const ploy_domain* domain = run->replay->domain;
    if (run->decision->goal_count > 0) pl_text_add(&run->text, "Goals by priority:\n");
    pl_json_open(&run->json, "goals", '[');
    for (uint32_t i = 0; i < run->decision->goal_count; ++i) {
        const char* name = ploy_domain_goal(domain, list[i]->goal).name;
        pl_text_add(&run->text, "  ");
        pl_text_add_decimal(&run->text, list[i]->priority);
        pl_text_add(&run->text, "  %s %s\n", name, status_text(run, list[i]));
        pl_json_open(&run->json, NULL, '{');
        pl_json_string(&run->json, "goal", name);
        pl_json_decimal(&run->json, "priority", list[i]->priority);
        pl_json_string(&run->json, "status", status_text(run, list[i]));
        pl_json_close(&run->json, '}');
    }
    pl_json_close(&run->json, ']');
}

static ploy_step* recorded_steps(const pl_debug_run* run)
{
    const pl_decision* d = run->decision;
    ploy_step* steps = PL_ARENA_ARRAY(&run->debugger->scratch, ploy_step, d->step_count + 1);
    for (uint32_t i = 0; steps && i < d->step_count; ++i) {
        steps[i] = pl_scene_step(run->replay, d->steps[i].id);
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

static void report_plan(pl_debug_run* run, const ploy_step* steps)
{
    const pl_decision* d = run->decision;
    char name[512];
    pl_json_open(&run->json, "plan", '{');
    pl_json_string(&run->json, "status", d->is_ended ? ploy_status_name(d->status) : "running");
    if (d->is_ended && d->status == PLOY_FOUND) {
        pl_text_add(&run->text, "Plan for %s, cost ", pl_print_goal(run, d->goal, name, sizeof name));
        pl_text_add_decimal(&run->text, d->cost);
        pl_text_add(&run->text, ":\n");
        pl_json_decimal(&run->json, "cost", d->cost);
    } else {
        pl_json_null(&run->json, "cost");
    }
    for (uint32_t i = 0; i < d->step_count; ++i) {
        pl_text_add(&run->text, "  %" PRIu32 ". %s, cost ", i + 1,
                    pl_print_step(run->replay->domain, &steps[i], name, sizeof name));
        pl_text_add_decimal(&run->text, steps[i].cost);
        pl_text_add(&run->text, "\n");
    }
    pl_json_steps(&run->json, run->replay->domain, steps, d->step_count);
    pl_json_close(&run->json, '}');
}

static void report_same(pl_debug_run* run)
{
    pl_json_flag(&run->json, "same", run->is_same);
    if (run->is_same) return;
    if (run->is_limited) {
        uint32_t max_nodes = run->scene->context.options.max_nodes;
        if (max_nodes)
            pl_text_add(&run->text, "The replay stopped after %" PRIu32 " nodes.\n", max_nodes);
        else
            pl_text_add(&run->text, "The replay stopped at the default limit of a search.\n");
        return;
    }
    pl_text_add(
        &run->text,
        run->decision->options.search == PLOY_SEARCH_UTILITY
            ? "The utility search used scores that only the game can compute; the rest of this answer uses A*.\n"
            : "The replay gives another plan: another version made the recording.\n");
}

static uint32_t first_without_plan(const pl_debug_run* run, const pl_decision_goal** list)
{
    const pl_decision* d = run->decision;
    if (d->goal != PLOY_NONE) return d->goal;
    for (uint32_t i = 0; i < d->goal_count; ++i) {
        if (list[i]->status == PLOY_GOAL_STATUS_NO_PLAN) return list[i]->goal;
    }
    return PLOY_NONE;
}

uint32_t pl_report_goal(const pl_debug_run* run)
{
    const pl_decision_goal** list = sorted(run);
    return list ? first_without_plan(run, list) : PLOY_NONE;
}

// The replay, and alternatives.

static void replay_decision(pl_debug_run* run, const ploy_step* steps)
{
    const pl_decision* d = run->decision;
    run->is_same = true;
    if (!d->is_ended || d->target == PLOY_NONE) return;
    const ploy_plan* plan = pl_scene_plan_recorded(run->replay, run->scene);
    run->is_same = is_same_plan(d, steps, plan);
    run->is_limited = plan->status == PLOY_OUT_OF_NODES;
}

static void report_difference(pl_debug_run* run, const ploy_plan* plan)
{
    const pl_decision* d = run->decision;
    if (!d->is_ended || d->status != PLOY_FOUND) return;
    int64_t extra_cost = plan->cost - d->cost;
    pl_json_decimal(&run->json, "extra_cost", extra_cost);
    pl_text_add(&run->text, extra_cost == 0 ? ", the same" : ", ");
    if (extra_cost == 0) return;
    pl_text_add_decimal(&run->text, extra_cost > 0 ? extra_cost : -extra_cost);
    pl_text_add(&run->text, extra_cost > 0 ? " more" : " less");
}

static void report_alternative(pl_debug_run* run, uint32_t goal)
{
    const ploy_plan* plan = pl_scene_plan(run->replay, run->scene, goal);
    const char* name = ploy_domain_goal(run->replay->domain, goal).name;
    pl_json_open(&run->json, NULL, '{');
    pl_json_string(&run->json, "goal", name);
    pl_json_string(&run->json, "status", ploy_status_name(plan->status));
    pl_text_add(&run->text, "  %s: ", name);
    if (plan->status == PLOY_FOUND) {
        pl_json_decimal(&run->json, "cost", plan->cost);
        pl_text_add(&run->text, "cost ");
        pl_text_add_decimal(&run->text, plan->cost);
        report_difference(run, plan);
        pl_text_add(&run->text, ": ");
        pl_add_steps(&run->text, run->replay->domain, plan->steps, plan->step_count);
        pl_text_add(&run->text, "\n");
    } else {
        pl_text_add(&run->text, plan->status == PLOY_ALREADY     ? "already met\n"
                                : plan->status == PLOY_NOT_FOUND ? "no plan\n"
                                                                 : "the search reached a limit\n");
    }
    pl_json_steps(&run->json, run->replay->domain, plan->steps, plan->step_count);
    pl_json_close(&run->json, '}');
}

static void report_alternatives(pl_debug_run* run, const pl_decision_goal** list)
{
    bool is_first = true;
    uint32_t subject = first_without_plan(run, list);
    pl_json_open(&run->json, "alternatives", '[');
    for (uint32_t i = 0; i < run->decision->goal_count; ++i) {
        if (is_chosen(run, list[i]->goal) || list[i]->priority <= 0 || list[i]->goal == subject) continue;
        if (is_first) pl_text_add(&run->text, "Plans for the other goals:\n");
        is_first = false;
        report_alternative(run, list[i]->goal);
    }
    pl_json_close(&run->json, ']');
}

// The summary.

static ploy_status sum_up_failure(pl_debug_run* run, const pl_decision_goal** list, pl_text* to)
{
    const pl_decision* d = run->decision;
    uint32_t goal = first_without_plan(run, list);
    bool is_added = false;
    char name[512];
    if (goal == PLOY_NONE) {
        bool has_refused = false;
        for (uint32_t i = 0; i < d->goal_count; ++i) has_refused |= list[i]->status == PLOY_GOAL_STATUS_REFUSED;
        pl_text_add(to, "%s has nothing to do: every goal is met%s or not relevant.", run->agent->name,
                    has_refused ? ", refused by the game" : "");
        return PLOY_OK;
    }
    if (d->goal != PLOY_NONE && d->status != PLOY_NOT_FOUND) {
        pl_text_add(to, "%s has no plan for %s yet: %s.", run->agent->name, pl_print_goal(run, goal, name, sizeof name),
                    ploy_status_text(d->status));
        return PLOY_OK;
    }
    pl_text_add(to, "%s %s: ", run->agent->name, d->current_goal == PLOY_NONE ? "is idle" : "finds no plan");
    uint32_t from = to->chars.count;
    ploy_status status = pl_add_causes(run, goal, to, &is_added);
    if (!is_added && to->chars.count == from) {
        pl_text_add(to, "there is no plan for %s", pl_print_goal(run, goal, name, sizeof name));
    }
    pl_text_add(to, ".");
    return status;
}

static ploy_status sum_up(pl_debug_run* run, const pl_decision_goal** list, const ploy_step* steps, pl_text* to)
{
    const pl_decision* d = run->decision;
    char name[512], old[512];
    if (d->goal != PLOY_NONE && !d->is_ended) {
        pl_text_add(to, "%s chose %s and waits for a plan: the recording ends before its search does.",
                    run->agent->name, pl_print_goal(run, d->goal, name, sizeof name));
        return PLOY_OK;
    }
    if (d->goal != PLOY_NONE && d->status == PLOY_ALREADY && ploy_domain_goal(run->replay->domain, d->goal).hold) {
        pl_text_add(to, "%s holds %s: it is met.", run->agent->name, pl_print_goal(run, d->goal, name, sizeof name));
        return PLOY_OK;
    }
    if (d->goal == PLOY_NONE || d->status != PLOY_FOUND) return sum_up_failure(run, list, to);
    pl_text_add(to, "%s chose %s", run->agent->name, pl_print_goal(run, d->goal, name, sizeof name));
    if (d->is_pushed) pl_text_add(to, ", which the game pushed,");
    if (d->current_goal != PLOY_NONE && d->current_goal != d->goal) {
        pl_text_add(to, " instead of %s", pl_print_goal(run, d->current_goal, old, sizeof old));
    }
    pl_text_add(to, " and plans ");
    pl_add_steps(to, run->replay->domain, steps, d->step_count);
    pl_text_add(to, ".");
    return PLOY_OK;
}

static ploy_status report_summary(pl_debug_run* run, const pl_decision_goal** list, const ploy_step* steps)
{
    pl_text sentence;
    pl_text_init(&sentence, &run->debugger->allocator);
    ploy_status status = sum_up(run, list, steps, &sentence);
    pl_text_add(&run->text, "%s\n", pl_text_string(&sentence));
    pl_json_string(&run->json, "summary", pl_text_string(&sentence));
    if (sentence.failed) status = PLOY_OUT_OF_MEMORY;
    pl_text_destroy(&sentence);
    return status;
}

static void report_state(pl_debug_run* run)
{
    const ploy_domain* domain = run->replay->domain;
    char name[512], value[256];
    size_t size = ploy_state_print(domain, run->scene->state, NULL, 0) + 1;
    char* state = pl_arena_alloc(&run->debugger->scratch, size);
    if (state && size > 1) {
        ploy_state_print(domain, run->scene->state, state, size);
        pl_text_add(&run->text, "State: %s\n", state);
    }
    pl_json_open(&run->json, "state", '{');
    for (uint32_t v = 0; v < ploy_domain_variable_count(domain); ++v) {
        ploy_domain_variable_print(domain, v, name, sizeof name);
        ploy_value_print(domain, v, ploy_state_get(domain, run->scene->state, v), value, sizeof value);
        pl_json_string(&run->json, name, value);
    }
    pl_json_close(&run->json, '}');
}

static ploy_status report_why(pl_debug_run* run, const pl_decision_goal** list)
{
    uint32_t goal = first_without_plan(run, list);
    uint32_t from = run->text.chars.count;
    if (goal == PLOY_NONE) return PLOY_OK;
    ploy_status status = pl_report_why(run, goal);
    pl_json_string(&run->json, "why", pl_text_string(&run->text) + from);
    return status;
}

static void report_head(pl_debug_run* run)
{
    const pl_decision* d = run->decision;
    static const char* const modes[] = {"same-actions", "without-failed", "all-actions", "rest"};
    char name[512];
    pl_json_count(&run->json, "decided", d->tick);
    pl_json_string(&run->json, "goal", d->goal == PLOY_NONE ? NULL : pl_print_goal(run, d->goal, name, sizeof name));
    pl_json_string(&run->json, "mode", d->mode <= PL_DECISION_REST ? modes[d->mode] : NULL);
    pl_json_flag(&run->json, "pushed", d->is_pushed);
    pl_json_string(&run->json, "current",
                   d->current_goal == PLOY_NONE ? NULL : pl_print_goal(run, d->current_goal, name, sizeof name));
    pl_text_add(&run->text, "%s (agent %" PRIu32 "), tick %" PRIu64 ", decided in tick %" PRIu64, run->agent->name,
                run->agent->number, run->query->tick, d->tick);
    if (d->in_tick > 1) pl_text_add(&run->text, ", %" PRIu32 ". of %" PRIu32, d->nth, d->in_tick);
    pl_text_add(&run->text, ".\n");
    if (d->mode != PL_DECISION_REST || !d->is_begun || d->last == PLOY_NONE) return;
    ploy_step running = pl_scene_step(run->replay, d->last);
    pl_text_add(&run->text,
                "It acts early: planned is only the rest, from the state after the running step %s on. It is taken if it "
                "costs less than the rest before.\n",
                pl_print_step(run->replay->domain, &running, name, sizeof name));
}

static void report_other(pl_debug_run* run, uint32_t nth, uint64_t choice)
{
    bool is_known = choice < run->replay->goal_count;
    const char* goal = is_known ? ploy_domain_goal(run->replay->domain, (uint32_t)choice).name : NULL;
    pl_json_string(&run->json, NULL, goal);
    if (nth == run->decision->nth) return;
    pl_text_add(&run->text, "In the same tick, decision %" PRIu32 ": %s.\n", nth, goal ? goal : "nothing to do");
}

// What the decisions of the same tick chose.
static ploy_status report_others(pl_debug_run* run)
{
    const pl_decision* d = run->decision;
    ploy_recording* recording = run->debugger->recording;
    ploy_trace_event event;
    uint64_t tick;
    uint32_t nth = 0;
    ploy_status status = PLOY_FOUND;
    pl_json_count(&run->json, "nth", d->nth);
    pl_json_open(&run->json, "in_tick", '[');
    ploy_recording_seek(recording, d->tick);
    while (nth < d->in_tick && nth < MAX_IN_TICK && status == PLOY_FOUND) {
        status = ploy_recording_next(recording, &event, &tick);
        bool is_choice = status == PLOY_FOUND && event.agent == d->agent &&
                         pl_event_kinds_of(&run->debugger->kinds, event.kind) == PLOY_TRACE_GOAL_CHOSEN;
        if (is_choice) report_other(run, ++nth, event.args[0]);
    }
    pl_json_close(&run->json, ']');
    if (nth == MAX_IN_TICK && nth < d->in_tick) pl_text_add(&run->text, "More decisions are not listed.\n");
    return status == PLOY_OUT_OF_MEMORY ? status : PLOY_OK;
}

ploy_status pl_report_decision(pl_debug_run* run)
{
    const pl_decision_goal** list = sorted(run);
    ploy_step* steps = recorded_steps(run);
    if (!list || !steps) return PLOY_OUT_OF_MEMORY;
    report_head(run);
    pl_report_force(run);
    replay_decision(run, steps);
    ploy_status status = report_summary(run, list, steps);
    if (status == PLOY_OK && !run->query->brief) status = pl_report_tree(run);
    if (status == PLOY_OK && run->decision->in_tick > 1) status = report_others(run);
    if (status != PLOY_OK) return status;
    report_state(run);
    report_goals(run, list);
    report_plan(run, steps);
    report_same(run);
    if (run->query->brief) return PLOY_OK;
    report_alternatives(run, list);
    return report_why(run, list);
}

ploy_status pl_report_with(pl_debug_run* run)
{
    pl_scene changed;
    if (!pl_scene_copy(run->replay, run->scene, &run->debugger->scratch, &changed)) return PLOY_OUT_OF_MEMORY;
    ploy_status status = ploy_state_parse(run->replay->domain, changed.state, run->query->with, run->error);
    if (status != PLOY_OK) return status;
    pl_scene_choice outcome = pl_scene_choose(run->replay, &changed);
    pl_text_add(&run->text, "\nWith %s, %s would ", run->query->with, run->agent->name);
    pl_add_choice(run, &outcome);
    pl_text_add(&run->text, ".\n");
    pl_json_open(&run->json, "with", '{');
    pl_json_string(&run->json, "changes", run->query->with);
    pl_json_choice(run, &outcome);
    pl_json_close(&run->json, '}');
    return PLOY_OK;
}
