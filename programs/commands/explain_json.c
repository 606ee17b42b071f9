#include "programs/commands/explain_json.h"

#include "programs/cli/plan_status.h"
#include "programs/commands/plan_request.h"

static const char* action_name(const ploy_explanation* x, uint32_t action)
{
    return ploy_domain_action(x->domain, action).name;
}

static void json_conjunct(json* j, const ploy_explanation* x, const ploy_conjunct* c)
{
    json_text(j, "condition", c->text);
    json_text(j, "now", c->values);
    if (c->part == PLOY_PART_PRE) json_text(j, "from", action_name(x, c->owner));
}

static void json_conjuncts(json* j, const ploy_explanation* x, const char* key, const ploy_conjunct* list,
                           uint32_t count)
{
    json_array(j, key);
    for (uint32_t k = 0; k < count; k++) {
        json_object(j, NULL);
        json_conjunct(j, x, &list[k]);
        json_close(j);
    }
    json_close(j);
}

static void json_link(json* j, const ploy_explanation* x, const ploy_link* link)
{
    json_object(j, NULL);
    json_count(j, "step", link->step);
    if (link->need < x->step_count)
        json_count(j, "needed_by", link->need);
    else
        json_null(j, "needed_by");
    json_text(j, "condition", link->conjunct.text);
    json_flag(j, "turns", link->turns);
    json_flag(j, "counts", link->counts);
    json_close(j);
}

static void json_without(json* j, const ploy_explanation* x, const ploy_without* w)
{
    json_object(j, NULL);
    json_text(j, "action", action_name(x, w->action));
    json_text(j, "status", plan_status_name(w->status));
    if (w->status == PLOY_FOUND)
        json_fixed(j, "cost", w->cost);
    else
        json_null(j, "cost");
    if (w->status == PLOY_FOUND)
        json_fixed(j, "extra_cost", w->extra_cost);
    else
        json_null(j, "extra_cost");
    json_close(j);
}

static void json_plan(json* j, const ploy_explanation* x)
{
    json_array(j, "steps");
    for (uint32_t k = 0; k < x->step_count; k++) json_step(j, x->domain, &x->steps[k]);
    json_close(j);
    json_array(j, "links");
    for (uint32_t k = 0; k < x->link_count; k++) json_link(j, x, &x->links[k]);
    json_close(j);
    json_array(j, "without");
    for (uint32_t k = 0; k < x->without_count; k++) json_without(j, x, &x->without[k]);
    json_close(j);
}

static const char* kind_name(ploy_blocker_kind kind)
{
    static const char* const names[] = {"goal", "precondition", "context", "disabled", "unlisted", "range"};
    return names[kind];
}

static void json_obstacle(json* j, const ploy_explanation* x, const ploy_blocker* o)
{
    char text[1024];
    bool is_goal = o->kind == PLOY_BLOCKER_GOAL;
    json_object(j, NULL);
    json_text(j, "kind", kind_name(o->kind));
    json_text(j, "text", ploy_blocker_print(x->domain, o, text, sizeof text) < sizeof text ? text : NULL);
    json_text(j, "action", is_goal ? NULL : action_name(x, o->owner));
    if (is_goal || o->kind == PLOY_BLOCKER_PRE || o->kind == PLOY_BLOCKER_RANGE) {
        json_conjunct(j, x, &o->conjunct);
        json_text(j, "alone",
                  o->alone == PLOY_FOUND       ? "possible"
                  : o->alone == PLOY_NOT_FOUND ? "impossible"
                                               : "not-settled");
        json_array(j, "changed_by");
        for (uint32_t k = 0; k < o->changer_count; k++) json_text(j, NULL, action_name(x, o->changers[k]));
        json_close(j);
    }
    json_close(j);
}

static const char* settled_name(ploy_status status)
{
    return status == PLOY_FOUND ? "smallest" : status == PLOY_NOT_FOUND ? "none" : "limit-reached";
}

static void json_sets(json* j, const char* key, const ploy_explanation* x, const ploy_blocker_sets* sets)
{
    json_object(j, key);
    json_text(j, "status", settled_name(sets->status));
    json_count(j, "size", sets->size);
    json_count(j, "at_least", sets->at_least);
    json_flag(j, "more", sets->more);
    json_array(j, "sets");
    for (uint32_t k = 0; k < sets->set_count; k++) {
        json_array(j, NULL);
        for (uint32_t i = 0; i < sets->sets[k].obstacle_count; i++) json_obstacle(j, x, &sets->sets[k].obstacles[i]);
        json_close(j);
    }
    json_close(j);
    json_close(j);
}

static void json_no_plan(json* j, const ploy_explanation* x)
{
    json_object(j, "no_plan");
    json_object(j, "conflict");
    json_text(j, "status", settled_name(x->conflict.status));
    json_count(j, "at_least", x->conflict.at_least);
    json_conjuncts(j, x, "conditions", x->conflict.conjuncts, x->conflict.conjunct_count);
    json_close(j);
    json_sets(j, "obstacles", x, &x->obstacles);
    json_sets(j, "obstacles_keeping_the_goal", x, &x->deeper);
    json_close(j);
}

static void json_why_not(json* j, const ploy_explanation* x)
{
    char text[1024];
    const ploy_why_not* n = x->why_not;
    ploy_step step = {.action = n->action};
    for (uint32_t k = 0; k < PLOY_MAX_ARGS; k++) step.args[k] = n->args[k];
    json_object(j, "why_not");
    json_text(j, "action", n->ground ? print_step(x->domain, &step, text, sizeof text) : action_name(x, n->action));
    json_text(j, "reason", ploy_why_not_name(n->reason));
    if (n->with_status == PLOY_FOUND)
        json_fixed(j, "cost", n->with_cost);
    else
        json_null(j, "cost");
    if (n->with_status == PLOY_FOUND)
        json_fixed(j, "extra_cost", n->extra_cost);
    else
        json_null(j, "extra_cost");
    if (n->reason == PLOY_WHY_NOT_BLOCKED) json_sets(j, "obstacles", x, &n->obstacles);
    json_flag(j, "applicable_now", n->applicable_now);
    json_text(j, "nearest", print_step(x->domain, &step, text, sizeof text));
    json_flag(j, "available", n->available);
    json_flag(j, "context", n->context);
    json_flag(j, "leaves_range", n->unmet_count > 0 && n->unmet[n->unmet_count - 1].part == PLOY_PART_EFFECT);
    json_conjuncts(j, x, "unmet", n->unmet, n->unmet_count);
    json_close(j);
}

static void json_goals(json* j, const ploy_explanation* x)
{
    json_array(j, "goals");
    for (uint32_t k = 0; k < x->goal_count; k++) {
        json_object(j, NULL);
        json_text(j, "goal", ploy_domain_goal(x->domain, x->goals[k].goal).name);
        json_fixed(j, "priority", x->goals[k].priority);
        json_text(j, "outcome", ploy_goal_outcome_name(x->goals[k].outcome));
        json_close(j);
    }
    json_close(j);
}

void json_explanation(json* j, const ploy_explanation* x)
{
    char text[1024];
    json_text(j, "status", plan_status_name(x->status));
    json_text(j, "goal", x->goal == PLOY_NONE ? NULL : print_goal(x->domain, x->goal, x->goal_args, text, sizeof text));
    if (plan_status_is_yes(x->status))
        json_fixed(j, "cost", x->cost);
    else
        json_null(j, "cost");
    json_count(j, "expanded", x->expanded);
    json_flag(j, "proved", x->proved);
    json_plan(j, x);
    if (x->goal_count > 0) json_goals(j, x);
    if (x->status == PLOY_NOT_FOUND && x->goal != PLOY_NONE && !x->why_not) json_no_plan(j, x);
    if (x->why_not) json_why_not(j, x);
    json_count(j, "searches", x->searches);
}
