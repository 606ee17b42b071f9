// What utility has to say in a tree, read from attributes: the scores of children, and the goals of a <Plan>.

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "mind/bt/bt_build.h"

static const char* utility_name(const ploy_utility* utility)
{
    return utility->name ? utility->name : "";
}

static const ploy_utility* find_utility(const pl_bt_build* b, const char* name)
{
    for (uint32_t i = 0; i < b->mind->utilities.count; ++i) {
        if (strcmp(utility_name(b->mind->utilities.data[i]), name) == 0) return b->mind->utilities.data[i];
    }
    return NULL;
}

const ploy_utility* pl_bt_find_utility(const pl_bt_build* b, const pl_bt_attribute* from, const char* name)
{
    const ploy_utility* found = find_utility(b, name);
    if (found) return found;
    pl_bt_fail_value(b, from, "unknown utility '%.100s'", name);
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t i = 0; i < b->mind->utilities.count; ++i) {
        pl_similar_offer(&similar, utility_name(b->mind->utilities.data[i]));
    }
    pl_similar_hint(&similar, b->error);
    return NULL;
}

static uint32_t find_option(const pl_bt_build* b, const pl_bt_attribute* from, const ploy_utility* utility,
                            const char* name)
{
    uint32_t option = ploy_utility_find_option(utility, name);
    if (option != PLOY_NONE) return option;
    pl_bt_fail_value(b, from, "the utility '%s' has no option '%.100s'", utility_name(utility), name);
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t i = 0; i < utility->options.count; ++i) pl_similar_offer(&similar, utility->options.data[i].name);
    pl_similar_hint(&similar, b->error);
    return PLOY_NONE;
}

// Scores.

// "NAME" is all of a utility, "NAME.OPTION" one of its options.
static ploy_status read_utility(const pl_bt_build* b, const pl_bt_attribute* from, const char* name, pl_score* score)
{
    char whole[PL_BT_TEXT];
    const char* dot = strrchr(name, '.');
    score->utility = find_utility(b, name);
    if (score->utility) return PLOY_OK;
    snprintf(whole, sizeof whole, "%.*s", dot ? (int)(dot - name) : (int)strlen(name), name);
    score->utility = pl_bt_find_utility(b, from, whole);
    if (!score->utility) return PLOY_INVALID;
    score->option = find_option(b, from, score->utility, dot + 1);
    return score->option == PLOY_NONE ? PLOY_INVALID : PLOY_OK;
}

ploy_status pl_bt_read_score(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, pl_score* score)
{
    static const char prefix[] = "utility:";
    const pl_bt_attribute* from = pl_bt_find(scope->tree, node, "_score");
    *score = (pl_score){.option = PLOY_NONE};
    if (!from) {
        const pl_bt_node* of = &scope->tree->nodes.data[node];
        return pl_bt_fail(b, of, "a child of <%s> needs the attribute '_score'",
                          scope->tree->nodes.data[of->parent].element);
    }
    if (strncmp(from->value, prefix, sizeof prefix - 1) == 0) {
        return read_utility(b, from, from->value + sizeof prefix - 1, score);
    }
    return pl_bt_read_guard(b, scope, node, "_score", false, &score->guard);
}

// Goals.

static ploy_status fail_goal(const pl_bt_build* b, const pl_bt_attribute* from, const char* name)
{
    const ploy_domain* domain = b->def->planner->domain;
    pl_bt_fail_value(b, from, "unknown goal '%.100s'", name);
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t i = 0; i < ploy_domain_goal_count(domain); ++i) {
        pl_similar_offer(&similar, ploy_domain_goal(domain, i).name);
    }
    pl_similar_hint(&similar, b->error);
    return PLOY_INVALID;
}

static ploy_status read_args(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, pl_bt_goal* goal)
{
    const ploy_domain* domain = b->def->planner->domain;
    ploy_goal_info info = ploy_domain_goal(domain, goal->goal);
    for (uint32_t i = 0; i < info.param_count; ++i) {
        const pl_bt_attribute* from = pl_bt_find(scope->tree, node, info.param_names[i]);
        const pl_bt_node* of = &scope->tree->nodes.data[node];
        if (!from) return pl_bt_fail(b, of, "goal '%s' needs the attribute '%s'", info.name, info.param_names[i]);
        goal->args[i] = ploy_domain_find_object(domain, info.param_types[i], from->value);
        if (goal->args[i] == PLOY_NONE) {
            return pl_bt_fail_value(b, from, "'%.100s' is no %s", from->value,
                                    ploy_domain_type(domain, info.param_types[i]).name);
        }
    }
    return PLOY_OK;
}

static ploy_status add_goal(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, const char* name,
                            pl_bt_plan* plan)
{
    const pl_bt_attribute* from = pl_bt_find(scope->tree, node, "goal");
    pl_bt_goal goal = {.goal = ploy_domain_find_goal(b->def->planner->domain, name), .option = PLOY_NONE};
    if (goal.goal == PLOY_NONE) return fail_goal(b, from, name);
    if (plan->count == PL_BT_GOALS) return pl_bt_fail_value(b, from, "more than %d goals", PL_BT_GOALS);
    ploy_status status = read_args(b, scope, node, &goal);
    if (status != PLOY_OK) return status;
    if (plan->utility) {
        goal.option = find_option(b, pl_bt_find(scope->tree, node, "choose"), plan->utility, name);
        if (goal.option == PLOY_NONE) return PLOY_INVALID;
    }
    ++plan->count;
    return PL_ARRAY_PUSH(&b->mind->goals, &b->mind->allocator, goal) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

static ploy_status add_goals(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, pl_bt_plan* plan)
{
    const pl_bt_attribute* from = pl_bt_find(scope->tree, node, "goal");
    char name[PL_BT_TEXT];
    ploy_status status = PLOY_OK;
    for (const char* at = from->value; status == PLOY_OK && *(at += strspn(at, " \t\r\n"));) {
        size_t length = strcspn(at, " \t\r\n");
        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), at);
        status = add_goal(b, scope, node, name, plan);
        at += length;
    }
    return status == PLOY_OK && plan->count == 0 ? fail_goal(b, from, from->value) : status;
}

ploy_status pl_bt_read_plan(const pl_bt_build* b, const pl_bt_scope* scope, uint32_t node, uint32_t* plan)
{
    const pl_bt_attribute* choose = pl_bt_find(scope->tree, node, "choose");
    pl_bt_plan added = {.first = b->mind->goals.count};
    if (!b->def->planner) return pl_bt_fail(b, &scope->tree->nodes.data[node], "<Plan> needs a planner");
    if (choose && !(added.utility = pl_bt_find_utility(b, choose, choose->value))) return PLOY_INVALID;
    ploy_status status = add_goals(b, scope, node, &added);
    if (status != PLOY_OK) return status;
    *plan = b->mind->plans.count;
    return PL_ARRAY_PUSH(&b->mind->plans, &b->mind->allocator, added) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}
