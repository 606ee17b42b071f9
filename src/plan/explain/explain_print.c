// Prints an explanation as lines of English.

#include <string.h>

#include "base/check.h"
#include "plan/explain/explain.h"
#include "plan/language/text.h"

static void write_action(pl_text_writer* to, const ploy_domain* domain, uint32_t action, const uint32_t* args)
{
    ploy_action_info info = ploy_domain_action(domain, action);
    pl_writer_add(to, "%s", info.name);
    for (uint32_t i = 0; i < info.param_count; i++)
        pl_writer_add(to, "%s%s", i == 0 ? "(" : ", ", ploy_domain_object_name(domain, info.param_types[i], args[i]));
    if (info.param_count > 0) pl_writer_add(to, ")");
}

size_t ploy_action_print(const ploy_domain* domain, uint32_t action, const uint32_t* args, char* text, size_t size)
{
    PL_NEED(domain, 0);
    if (size > 0) PL_NEED(text, 0);
    pl_text_writer to = pl_writer_begin(text, size);
    write_action(&to, domain, action, args);
    return to.length;
}

static void write_cost(pl_text_writer* to, const char* before, int64_t cost, const char* after)
{
    pl_writer_add(to, "%s", before);
    pl_writer_add_decimal(to, cost);
    pl_writer_add(to, "%s", after);
}

static void write_values(pl_text_writer* to, const ploy_conjunct* conjunct)
{
    if (conjunct->values[0]) pl_writer_add(to, " (now %s)", conjunct->values);
}

static const char* goal_name(const ploy_explanation* x)
{
    return ploy_domain_goal(x->domain, x->goal).name;
}

/// The base action that a condition comes from, if it is not the action's own.
static void write_base(pl_text_writer* to, const ploy_domain* domain, const ploy_conjunct* conjunct, uint32_t action)
{
    if (conjunct->owner != action) pl_writer_add(to, ", from %s", ploy_domain_action(domain, conjunct->owner).name);
}

/// "it would go below 0"
static void write_range_end(pl_text_writer* to, const ploy_domain* domain, const char* condition)
{
    char name[256];
    size_t length = strcspn(condition, " (");
    if (length >= sizeof name) return;
    memcpy(name, condition, length);
    name[length] = '\0';
    uint32_t symbol = ploy_domain_find_symbol(domain, name);
    if (symbol == PLOY_NONE) return;
    ploy_symbol_info info = ploy_domain_symbol(domain, symbol);
    bool is_below = strstr(condition, ">=") != NULL;
    int64_t end = is_below ? info.min : info.max;
    pl_writer_add(to, ": it would go %s ", is_below ? "below" : "above");
    pl_writer_add_decimal(to, info.type == PLOY_VALUE_INT ? end * PLOY_UNIT : end);
}

// Obstacles.

static void write_obstacle(pl_text_writer* to, const ploy_domain* domain, const ploy_blocker* o)
{
    const char* name = o->kind == PLOY_BLOCKER_GOAL ? ploy_domain_goal(domain, o->owner).name
                                                    : ploy_domain_action(domain, o->owner).name;
    switch (o->kind) {
    case PLOY_BLOCKER_GOAL:
        pl_writer_add(to, "the goal requires %s", o->conjunct.text);
        break;
    case PLOY_BLOCKER_PRE:
        pl_writer_add(to, "%s needs %s", name, o->conjunct.text);
        write_base(to, domain, &o->conjunct, o->owner);
        break;
    case PLOY_BLOCKER_CONTEXT:
        pl_writer_add(to, "the context of %s does not hold", name);
        break;
    case PLOY_BLOCKER_DISABLED:
        pl_writer_add(to, "%s is disabled", name);
        break;
    case PLOY_BLOCKER_UNLISTED:
        pl_writer_add(to, "%s is not in the agent's list", name);
        break;
    case PLOY_BLOCKER_RANGE:
        pl_writer_add(to, "%s needs %s", name, o->conjunct.text);
        write_base(to, domain, &o->conjunct, o->owner);
        write_range_end(to, domain, o->conjunct.text);
        break;
    }
}

size_t ploy_blocker_print(const ploy_domain* domain, const ploy_blocker* obstacle, char* text, size_t size)
{
    PL_NEED(domain, 0);
    PL_NEED(obstacle, 0);
    if (size > 0) PL_NEED(text, 0);
    pl_text_writer to = pl_writer_begin(text, size);
    write_obstacle(&to, domain, obstacle);
    return to.length;
}

static void write_changers(pl_text_writer* to, const ploy_domain* domain, const ploy_blocker* o)
{
    for (uint32_t i = 0; i < o->changer_count; i++)
        pl_writer_add(to, "%s%s", i > 0 ? ", " : "", ploy_domain_action(domain, o->changers[i]).name);
}

/// What is known about a condition by itself.
static void write_prospect(pl_text_writer* to, const ploy_domain* domain, const ploy_blocker* o)
{
    if (o->kind != PLOY_BLOCKER_GOAL && o->kind != PLOY_BLOCKER_PRE && o->kind != PLOY_BLOCKER_RANGE) return;
    const char* colon = o->kind == PLOY_BLOCKER_RANGE ? ";" : ":";
    write_values(to, &o->conjunct);
    if (o->alone == PLOY_FOUND) {
        pl_writer_add(to, "%s achievable alone, but not with the rest", colon);
    } else if (o->alone == PLOY_NOT_FOUND && o->changer_count == 0) {
        pl_writer_add(to, "%s no available action changes it", colon);
    } else if (o->alone == PLOY_NOT_FOUND) {
        pl_writer_add(to, "%s no available action achieves it (changed by ", colon);
        write_changers(to, domain, o);
        pl_writer_add(to, ")");
    }
}

static void write_set(pl_text_writer* to, const ploy_domain* domain, const ploy_blocker_set* set)
{
    for (uint32_t i = 0; i < set->obstacle_count; i++) {
        pl_writer_add(to, "%s", i == 0 ? "  - " : "    and ");
        write_obstacle(to, domain, &set->obstacles[i]);
        write_prospect(to, domain, &set->obstacles[i]);
        pl_writer_add(to, "\n");
    }
}

static void write_sets(pl_text_writer* to, const ploy_domain* domain, const ploy_blocker_sets* sets,
                       const char* purpose)
{
    if (sets->status == PLOY_NOT_FOUND) {
        pl_writer_add(to, "Satisfying all of these conditions does not make %s.\n", purpose);
        return;
    }
    if (sets->set_count == 0) {
        pl_writer_add(to, "Not settled within the limits: satisfying fewer than %u conditions does not make %s.\n",
                      sets->at_least, purpose);
        return;
    }
    bool single = sets->set_count == 1 && !sets->more;
    pl_writer_add(to, "Satisfying %s makes %s%s:\n", single ? "this" : "any one of these", purpose,
                  sets->status == PLOY_FOUND ? "" : " (a smaller set may be enough)");
    for (uint32_t i = 0; i < sets->set_count; i++) write_set(to, domain, &sets->sets[i]);
    if (sets->more) pl_writer_add(to, "  - there may be more of this size\n");
}

// Why this plan.

static bool says_the_same(const ploy_link* a, const ploy_link* b)
{
    return a->step == b->step && a->turns == b->turns && strcmp(a->conjunct.text, b->conjunct.text) == 0;
}

/// The number of links that say the same as link `first`; 0 if it is not the first of them.
static uint32_t count_alike(const ploy_explanation* x, uint32_t first)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < x->link_count; i++) {
        if (!says_the_same(&x->links[i], &x->links[first])) continue;
        if (i < first) return 0;
        count++;
    }
    return count;
}

static void write_only_needer(pl_text_writer* to, const ploy_explanation* x, uint32_t need)
{
    if (need == x->step_count) {
        pl_writer_add(to, "the goal requires\n");
        return;
    }
    pl_writer_add(to, "step %u (", need + 1);
    write_action(to, x->domain, x->steps[need].action, x->steps[need].args);
    pl_writer_add(to, ") needs\n");
}

static uint32_t goes_to_goal(const ploy_explanation* x, uint32_t first)
{
    for (uint32_t i = first; i < x->link_count; i++)
        if (x->links[i].need == x->step_count && says_the_same(&x->links[i], &x->links[first])) return 1;
    return 0;
}

/// "steps 3, 4 and the goal need". Links are in order of need, so the goal comes last.
static void write_needers(pl_text_writer* to, const ploy_explanation* x, uint32_t first, uint32_t count)
{
    uint32_t written = 0;
    for (uint32_t i = first; i < x->link_count; i++) {
        if (!says_the_same(&x->links[i], &x->links[first])) continue;
        bool is_goal = x->links[i].need == x->step_count;
        if (written > 0)
            pl_writer_add(to, written + 1 < count ? ", " : " and ");
        else
            pl_writer_add(to, count - goes_to_goal(x, first) > 1 ? "steps " : "step ");
        if (is_goal)
            pl_writer_add(to, "the goal");
        else
            pl_writer_add(to, "%u", x->links[i].need + 1);
        written++;
    }
    pl_writer_add(to, " need\n");
}

/// All links of one step that serve the same condition, in one line.
static void write_links(pl_text_writer* to, const ploy_explanation* x, uint32_t first)
{
    const ploy_link* link = &x->links[first];
    uint32_t count = count_alike(x, first);
    if (count == 0) return;
    pl_writer_add(to, link->turns ? "   makes %s hold, which " : "   counts towards %s, which ", link->conjunct.text);
    if (count == 1)
        write_only_needer(to, x, link->need);
    else
        write_needers(to, x, first, count);
}

static const ploy_without* find_without(const ploy_explanation* x, uint32_t action)
{
    for (uint32_t i = 0; i < x->without_count; i++)
        if (x->without[i].action == action) return &x->without[i];
    return NULL;
}

static bool is_first(const ploy_explanation* x, uint32_t step)
{
    for (uint32_t i = 0; i < step; i++)
        if (x->steps[i].action == x->steps[step].action) return false;
    return true;
}

static void write_difference(pl_text_writer* to, int64_t extra_cost)
{
    write_cost(to, extra_cost < 0 ? " (" : " (+", extra_cost, ")");
}

static void write_without(pl_text_writer* to, const ploy_explanation* x, uint32_t step)
{
    const ploy_without* w = find_without(x, x->steps[step].action);
    if (!w || !is_first(x, step)) return;
    pl_writer_add(to, "   without %s: ", ploy_domain_action(x->domain, w->action).name);
    if (w->status == PLOY_FOUND) {
        write_cost(to, "the best plan costs ", w->cost, "");
        write_difference(to, w->extra_cost);
    } else {
        pl_writer_add(to, w->status == PLOY_NOT_FOUND ? "no plan" : "not settled within the limits");
    }
    pl_writer_add(to, "\n");
}

static void write_step(pl_text_writer* to, const ploy_explanation* x, uint32_t step)
{
    pl_writer_add(to, "%u. ", step + 1);
    write_action(to, x->domain, x->steps[step].action, x->steps[step].args);
    write_cost(to, ", cost ", x->steps[step].cost, "\n");
    for (uint32_t i = 0; i < x->link_count; i++)
        if (x->links[i].step == step) write_links(to, x, i);
    write_without(to, x, step);
}

static void write_plan(pl_text_writer* to, const ploy_explanation* x)
{
    pl_writer_add(to, "Plan for %s", goal_name(x));
    write_cost(to, ", cost ", x->cost, x->proved ? ", the cheapest:\n" : ":\n");
    for (uint32_t i = 0; i < x->step_count; i++) write_step(to, x, i);
}

// Why no plan.

static void write_conflict(pl_text_writer* to, const ploy_conflict* conflict)
{
    if (conflict->conjunct_count == 0) return;
    bool one = conflict->conjunct_count == 1;
    pl_writer_add(to,
                  one ? "This condition of the goal cannot be achieved:\n"
                      : "These conditions of the goal cannot be achieved together%s:\n",
                  conflict->status == PLOY_FOUND ? ", though any fewer can" : "; fewer may be enough");
    for (uint32_t i = 0; i < conflict->conjunct_count; i++) {
        pl_writer_add(to, "  - %s", conflict->conjuncts[i].text);
        write_values(to, &conflict->conjuncts[i]);
        pl_writer_add(to, "\n");
    }
}

static bool shares_sets(const ploy_explanation* x)
{
    return x->deeper.set_count > 0 && x->deeper.size == x->obstacles.size;
}

static void write_no_plan(pl_text_writer* to, const ploy_explanation* x)
{
    pl_writer_add(to, "No plan for %s: none exists (%u node%s expanded).\n", goal_name(x), x->expanded,
                  x->expanded == 1 ? "" : "s");
    if (x->why_not) return;
    write_conflict(to, &x->conflict);
    write_sets(to, x->domain, &x->obstacles, "a plan possible");
    if (shares_sets(x)) return;
    if (x->deeper.status == PLOY_NOT_FOUND) {
        pl_writer_add(to, "With the goal unchanged, satisfying conditions of actions does not help.\n");
        return;
    }
    pl_writer_add(to, "With the goal unchanged:\n");
    write_sets(to, x->domain, &x->deeper, "a plan possible");
}

static void write_cut_short(pl_text_writer* to, const ploy_explanation* x)
{
    pl_writer_add(to, "No plan for %s yet: %s, after %u node%s; there may be one.\n", goal_name(x),
                  ploy_status_text(x->status), x->expanded, x->expanded == 1 ? "" : "s");
}

// Why not.

static void write_why_not_action(pl_text_writer* to, const ploy_explanation* x)
{
    const ploy_why_not* n = x->why_not;
    if (n->ground)
        write_action(to, x->domain, n->action, n->args);
    else
        pl_writer_add(to, "%s", ploy_domain_action(x->domain, n->action).name);
}

static void write_with(pl_text_writer* to, const ploy_why_not* n)
{
    write_cost(to, "the best plan with it costs ", n->with_cost, "");
    write_difference(to, n->extra_cost);
    pl_writer_add(to, ".\n");
}

static void write_reason(pl_text_writer* to, const ploy_explanation* x)
{
    const ploy_why_not* n = x->why_not;
    write_why_not_action(to, x);
    switch (n->reason) {
    case PLOY_WHY_NOT_IN_PLAN:
        pl_writer_add(to, " is in the plan.\n");
        break;
    case PLOY_WHY_NOT_BLOCKED:
        pl_writer_add(to, " can never be applied from here.\n");
        write_sets(to, x->domain, &n->obstacles, "it applicable");
        break;
    case PLOY_WHY_NOT_COSTS_MORE:
        pl_writer_add(to, n->extra_cost > 0 ? " costs more: "
                                            : " costs less, but this search does not look for the cheapest plan: ");
        write_with(to, n);
        break;
    case PLOY_WHY_NOT_TIE:
        pl_writer_add(to, " is as good: a plan with it costs the same; precedence, then order, decided.\n");
        break;
    case PLOY_WHY_NOT_NO_USE:
        pl_writer_add(to, " does not help: nothing it changes is needed; ");
        write_with(to, n);
        break;
    case PLOY_WHY_NOT_DEAD_END:
        pl_writer_add(to, " can be applied, but no plan for this goal has it.\n");
        break;
    case PLOY_WHY_NOT_NO_PLAN:
        pl_writer_add(to, " can be applied, but the goal cannot be reached with it or without.\n");
        break;
    case PLOY_WHY_NOT_ALREADY:
        pl_writer_add(to, " is not needed: the goal holds already.\n");
        break;
    case PLOY_WHY_NOT_NOT_SETTLED:
        pl_writer_add(to, ": not settled within %u nodes, %s.\n", (unsigned)x->nodes, ploy_status_text(n->with_status));
        break;
    }
}

static void write_now(pl_text_writer* to, const ploy_explanation* x)
{
    const ploy_why_not* n = x->why_not;
    pl_writer_add(to, "Applicable now: %s", n->applicable_now ? "yes" : "no");
    if (!n->ground && ploy_domain_action(x->domain, n->action).param_count > 0) {
        pl_writer_add(to, n->applicable_now ? ", as " : "; nearest is ");
        write_action(to, x->domain, n->action, n->args);
    }
    pl_writer_add(to, ".\n");
    if (!n->available) pl_writer_add(to, "  - it is disabled\n");
    if (!n->context) pl_writer_add(to, "  - its context does not hold\n");
    for (uint32_t i = 0; i < n->unmet_count; i++) {
        pl_writer_add(to, "  - %s does not hold", n->unmet[i].text);
        write_base(to, x->domain, &n->unmet[i], n->action);
        if (n->unmet[i].part == PLOY_PART_EFFECT) write_range_end(to, x->domain, n->unmet[i].text);
        write_values(to, &n->unmet[i]);
        pl_writer_add(to, "\n");
    }
}

// Goals.

static const char* outcome_text(ploy_goal_outcome outcome)
{
    switch (outcome) {
    case PLOY_GOAL_OUTCOME_CHOSEN:
        return "chosen";
    case PLOY_GOAL_OUTCOME_LOWER:
        return "not tried, one before it was chosen";
    case PLOY_GOAL_OUTCOME_PRIORITY:
        return "passed over, its priority is not above 0";
    case PLOY_GOAL_OUTCOME_IRRELEVANT:
        return "passed over, it is not relevant now";
    case PLOY_GOAL_OUTCOME_MET:
        return "passed over, it is met already";
    case PLOY_GOAL_OUTCOME_NO_PLAN:
        return "passed over, there is no plan for it";
    case PLOY_GOAL_OUTCOME_CUT_SHORT:
        return "passed over, the search for a plan ran out";
    case PLOY_GOAL_OUTCOME_HELD:
        return "held, it is met and the agent stays with it";
    }
    return "";
}

static void write_goals(pl_text_writer* to, const ploy_explanation* x)
{
    for (uint32_t i = 0; i < x->goal_count; i++) {
        pl_writer_add(to, "Goal %s", ploy_domain_goal(x->domain, x->goals[i].goal).name);
        write_cost(to, " (priority ", x->goals[i].priority, "): ");
        pl_writer_add(to, "%s.\n", outcome_text(x->goals[i].outcome));
    }
}

static void write_explanation(pl_text_writer* to, const ploy_explanation* x)
{
    write_goals(to, x);
    if (x->goal == PLOY_NONE)
        pl_writer_add(to, "No goal to plan for.\n");
    else if (x->status == PLOY_FOUND)
        write_plan(to, x);
    else if (x->status == PLOY_ALREADY)
        pl_writer_add(to, "%s holds already: nothing to do.\n", goal_name(x));
    else if (x->status == PLOY_NOT_FOUND)
        write_no_plan(to, x);
    else
        write_cut_short(to, x);
    if (!x->why_not) return;
    write_reason(to, x);
    write_now(to, x);
}

size_t ploy_explanation_print(const ploy_explanation* explanation, char* text, size_t size)
{
    PL_NEED(explanation, 0);
    if (size > 0) PL_NEED(text, 0);
    pl_text_writer to = pl_writer_begin(text, size);
    write_explanation(&to, explanation);
    return to.length;
}
