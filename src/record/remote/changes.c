// Commands that change what agents decide by: actions, goals, costs, priorities, files.

#include <string.h>

#include "agent/world.h"
#include "base/check.h"
#include "base/error.h"
#include "mind/bt/bt.h"
#include "mind/common/bindings.h"
#include "mind/goap/goap.h"
#include "mind/htn/htn_mind.h"
#include "plan/domain/domain.h"
#include "record/remote/remote.h"

static const char* word(const ploy_remote* remote, uint32_t i)
{
    return remote->words.words[i];
}

// Every mind of the world, the types' and those of agents.

static ploy_mind* any_mind(const ploy_world* world, uint32_t i)
{
    return (ploy_mind*)(uintptr_t)world->minds.entries.data[i].key;
}

typedef void each_mind_fn(ploy_remote* remote, ploy_mind* mind, const char* name, void* user);

static void each_mind(ploy_remote* remote, const char* name, each_mind_fn* call, void* user)
{
    const ploy_world* world = remote->world;
    for (uint32_t i = 0; i < world->minds.entries.count; ++i) call(remote, any_mind(world, i), name, user);
    for (uint32_t i = 0; i < world->types.count; ++i) {
        ploy_mind* mind = world->types.data[i].mind;
        if (mind && ploy_world_mind_agents(world, mind) == 0) call(remote, mind, name, user);
    }
}

// The agent that plans: the one in a behavior tree, if it is active; NULL: none.
static ploy_agent* planning_agent(ploy_agent* agent)
{
    if (!agent->mind) return NULL;
    if (strcmp(agent->mind->kind->name, "goap") == 0) return agent;
    bool is_bt = strcmp(agent->mind->kind->name, "bt") == 0 && pl_bt_mind_planner(agent->mind);
    return is_bt ? (ploy_agent*)ploy_bt_planner(agent) : NULL;
}

// Disabled actions.

typedef struct action_switch
{
    bool is_off;
    bool is_found;
} action_switch;

static void drop_htn_plan(ploy_agent* agent, uint32_t action)
{
    ploy_step steps[16];
    uint32_t count = pl_htn_planned_steps(agent, steps, 16);
    for (uint32_t i = 0; i < count && i < 16; ++i) {
        if (steps[i].action != action) continue;
        pl_htn_drop(agent);
        return;
    }
}

static void notify_agents(ploy_remote* remote, const ploy_mind* mind, uint32_t action, bool is_off)
{
    ploy_agent_id id = {0};
    while ((id = ploy_world_next_agent(remote->world, id)).index1 != 0) {
        ploy_agent* agent = ploy_world_agent(remote->world, id);
        if (agent->mind != mind) continue;
        ploy_agent* planning = planning_agent(agent);
        if (planning) pl_goap_note_disabled(planning, action, is_off);
        if (!planning && is_off && strcmp(mind->kind->name, "htn") == 0) drop_htn_plan(agent, action);
    }
}

static void switch_mind(ploy_remote* remote, ploy_mind* mind, const char* name, void* user)
{
    action_switch* to = user;
    const ploy_domain* domain = pl_remote_domain(mind);
    uint32_t action = domain ? ploy_domain_find_action(domain, name) : PLOY_NONE;
    if (action == PLOY_NONE) return;
    to->is_found = true;
    const ploy_mind* planner = strcmp(mind->kind->name, "bt") == 0 ? pl_bt_mind_planner(mind) : mind;
    if (strcmp(planner->kind->name, "htn") == 0) {
        pl_htn_disable((ploy_mind*)planner, action, to->is_off);
    } else {
        pl_goap_disable((ploy_mind*)planner, action, to->is_off);
    }
    notify_agents(remote, mind, action, to->is_off);
}

static bool switch_action(ploy_remote* remote, const char* name, bool is_off)
{
    action_switch to = {.is_off = is_off};
    each_mind(remote, name, switch_mind, &to);
    const pl_binding_list* activities = &remote->world->def.bindings->activities;
    uint32_t activity = pl_names_find(&activities->names, name, strlen(name));
    if (activity != PLOY_NONE) ((pl_activity_item*)activities->items.data[activity])->is_disabled = is_off;
    return to.is_found || activity != PLOY_NONE;
}

static uint32_t find_disabled(const ploy_remote* remote, const char* name)
{
    uint32_t i = 0;
    while (i < remote->disabled.count && strcmp(remote->disabled.data[i], name) != 0) ++i;
    return i;
}

static void offer_actions(ploy_remote* remote, ploy_mind* mind, const char* name, void* user)
{
    (void)remote, (void)name;
    const ploy_domain* domain = pl_remote_domain(mind);
    for (uint32_t i = 0; domain && i < ploy_domain_action_count(domain); ++i) {
        pl_similar_offer(user, ploy_domain_action(domain, i).name);
    }
}

static ploy_status no_action(ploy_remote* remote, const char* name)
{
    pl_similar similar = pl_similar_begin(name);
    each_mind(remote, name, offer_actions, &similar);
    pl_remote_fail(remote, "there is no action or activity '%s'", name);
    pl_similar_hint(&similar, &remote->error);
    return PLOY_INVALID;
}

ploy_status pl_remote_disable(ploy_remote* remote)
{
    const char* name = word(remote, 1);
    if (find_disabled(remote, name) < remote->disabled.count) return PLOY_OK;
    char* copy = pl_remote_copy(remote, name);
    if (!copy || !PL_ARRAY_PUSH(&remote->disabled, &remote->allocator, copy)) {
        pl_remote_free(remote, copy);
        return PLOY_OUT_OF_MEMORY;
    }
    if (switch_action(remote, name, true)) return PLOY_OK;
    pl_remote_free(remote, remote->disabled.data[--remote->disabled.count]);
    return no_action(remote, name);
}

ploy_status pl_remote_enable(ploy_remote* remote)
{
    uint32_t i = find_disabled(remote, word(remote, 1));
    if (i == remote->disabled.count) return pl_remote_fail(remote, "'%s' is not disabled", word(remote, 1));
    switch_action(remote, word(remote, 1), false);
    pl_remote_free(remote, remote->disabled.data[i]);
    remote->disabled.data[i] = remote->disabled.data[--remote->disabled.count];
    return PLOY_OK;
}

void pl_remote_undo(ploy_remote* remote)
{
    pl_remote_release_all(remote);
    while (remote->disabled.count > 0) {
        char* name = remote->disabled.data[--remote->disabled.count];
        switch_action(remote, name, false);
        pl_remote_free(remote, name);
    }
}

// Goals.

static ploy_agent* find_planning(ploy_remote* remote)
{
    ploy_agent* agent = pl_remote_find_agent(remote, word(remote, 1));
    ploy_agent* planning = agent ? planning_agent(agent) : NULL;
    if (agent && !planning) pl_remote_fail(remote, "'%s' does not pursue goals now", word(remote, 1));
    return planning;
}

ploy_status pl_remote_goal(ploy_remote* remote)
{
    ploy_agent* agent = find_planning(remote);
    if (!agent) return PLOY_INVALID;
    const ploy_domain* domain = ploy_goap_domain(agent->mind);
    uint32_t goal = ploy_domain_find_goal(domain, word(remote, 2)), args[PLOY_MAX_ARGS] = {0};
    if (goal == PLOY_NONE) {
        pl_similar similar = pl_similar_begin(word(remote, 2));
        for (uint32_t i = 0; i < ploy_domain_goal_count(domain); ++i) {
            pl_similar_offer(&similar, ploy_domain_goal(domain, i).name);
        }
        pl_remote_fail(remote, "there is no goal '%s'", word(remote, 2));
        pl_similar_hint(&similar, &remote->error);
        return PLOY_INVALID;
    }
    ploy_goal_info info = ploy_domain_goal(domain, goal);
    if (remote->words.count != 3 + info.param_count)
        return pl_remote_fail(remote, "'%s' takes %u objects", info.name, (unsigned)info.param_count);
    for (uint32_t i = 0; i < info.param_count; ++i) {
        args[i] = ploy_domain_find_object(domain, info.param_types[i], word(remote, 3 + i));
        if (args[i] == PLOY_NONE) return pl_remote_fail(remote, "there is no object '%s'", word(remote, 3 + i));
    }
    return ploy_goap_push(agent, goal, args);
}

ploy_status pl_remote_abort(ploy_remote* remote)
{
    ploy_agent* agent = find_planning(remote);
    if (!agent) return PLOY_INVALID;
    ploy_goap_abort(agent);
    return PLOY_OK;
}

// Costs and priorities.

// What a domain had, to give it back if another one refuses the change.
typedef struct changed_number
{
    ploy_domain* domain;
    uint32_t owner;
    char* before; // NULL: there was none
} changed_number;

typedef struct number_change
{
    ploy_part part;
    const char* text;
    PL_ARRAY(changed_number) done; // several minds may have one domain
    ploy_status status;            // PLOY_NOT_FOUND: no domain has the name
} number_change;

static ploy_status change_domain(ploy_remote* remote, number_change* to, ploy_domain* domain, uint32_t owner)
{
    changed_number one = {.domain = domain, .owner = owner};
    bool has_one = ploy_domain_clause_count(domain, to->part, owner) > 0;
    if (has_one) one.before = pl_remote_copy(remote, ploy_domain_clause(domain, to->part, owner, 0));
    bool fits = (!has_one || one.before) && PL_ARRAY_RESERVE(&to->done, &remote->allocator, to->done.count + 1);
    if (!fits) {
        pl_remote_free(remote, one.before);
        return PLOY_OUT_OF_MEMORY;
    }
    ploy_status status = has_one ? ploy_domain_change_clause(domain, to->part, owner, 0, to->text, &remote->error)
                                 : ploy_domain_add_clause(domain, to->part, owner, to->text, &remote->error);
    if (status != PLOY_OK) {
        pl_remote_free(remote, one.before);
        return status;
    }
    to->done.data[to->done.count++] = one;
    if (!ploy_domain_find_unbound(domain)) return PLOY_OK;
    return ploy_bindings_bind_domain(remote->world->def.bindings, domain, &remote->error);
}

static void end_change(ploy_remote* remote, number_change* to)
{
    for (uint32_t i = to->done.count; i > 0; --i) {
        changed_number* one = &to->done.data[i - 1];
        if (to->status != PLOY_OK) ploy_domain_change_clause(one->domain, to->part, one->owner, 0, one->before, NULL);
        pl_remote_free(remote, one->before);
    }
    PL_ARRAY_FREE(&to->done, &remote->allocator);
}

static bool is_changed(const number_change* to, const ploy_domain* domain)
{
    for (uint32_t i = 0; i < to->done.count; ++i) {
        if (to->done.data[i].domain == domain) return true;
    }
    return false;
}

static void replan(ploy_remote* remote, const ploy_mind* mind)
{
    ploy_agent_id id = {0};
    while ((id = ploy_world_next_agent(remote->world, id)).index1 != 0) {
        ploy_agent* agent = ploy_world_agent(remote->world, id);
        ploy_agent* planning = agent->mind == mind ? planning_agent(agent) : NULL;
        if (planning) ploy_goap_replan(planning);
    }
}

static void change_number(ploy_remote* remote, ploy_mind* mind, const char* name, void* user)
{
    number_change* to = user;
    ploy_domain* domain = (ploy_domain*)pl_remote_domain(mind);
    if (!domain || (to->status != PLOY_OK && to->status != PLOY_NOT_FOUND)) return;
    bool is_cost = to->part == PLOY_PART_COST;
    uint32_t owner = is_cost ? ploy_domain_find_action(domain, name) : ploy_domain_find_goal(domain, name);
    if (owner != PLOY_NONE && !is_changed(to, domain)) to->status = change_domain(remote, to, domain, owner);
}

static void replan_changed(ploy_remote* remote, ploy_mind* mind, const char* name, void* user)
{
    (void)name;
    if (is_changed(user, pl_remote_domain(mind))) replan(remote, mind);
}

// In every domain that has the name, or in none.
static ploy_status change_numbers(ploy_remote* remote, ploy_part part)
{
    const char* name = word(remote, 1);
    number_change to = {.part = part, .text = word(remote, 2), .status = PLOY_NOT_FOUND};
    each_mind(remote, name, change_number, &to);
    if (to.status == PLOY_OK) each_mind(remote, name, replan_changed, &to);
    end_change(remote, &to);
    if (to.status != PLOY_NOT_FOUND) return to.status;
    return pl_remote_fail(remote, "there is no %s '%s'", part == PLOY_PART_COST ? "action" : "goal", name);
}

ploy_status pl_remote_cost(ploy_remote* remote)
{
    return change_numbers(remote, PLOY_PART_COST);
}

ploy_status pl_remote_priority(ploy_remote* remote)
{
    return change_numbers(remote, PLOY_PART_PRIORITY);
}

// Files.

ploy_status pl_remote_load(ploy_remote* remote)
{
    if (!remote->def.load) return pl_remote_fail(remote, "this game cannot load files while it runs");
    const char* text = word(remote, 2);
    ploy_status status = remote->def.load(remote->def.load_user, word(remote, 1), text, strlen(text), &remote->error);
    for (uint32_t i = 0; status == PLOY_OK && i < remote->disabled.count; ++i) {
        switch_action(remote, remote->disabled.data[i], true);
    }
    return status;
}
