// What a debugger shows: the world, its agents, and one agent.

#include <inttypes.h>
#include <ploy/explain.h>
#include <stdio.h>
#include <string.h>

#include "agent/world.h"
#include "base/check.h"
#include "knowledge/blackboard.h"
#include "mind/bt/bt.h"
#include "mind/goap/goap.h"
#include "mind/htn/htn_mind.h"
#include "record/object_name.h"
#include "record/remote/remote.h"

enum
{
    MAX_STEPS = 64,
};

void pl_remote_name(const ploy_remote* remote, const ploy_agent* agent, char* text, size_t size)
{
    const char* type = ploy_agent_type(agent);
    snprintf(text, size, "%s %" PRIu32, *type ? type : "agent", agent->id.index1);
    if (remote->def.name) remote->def.name(remote->def.name_user, agent, text, size);
}

// The world.

static void report_agent_name(ploy_remote* remote, const ploy_agent* agent)
{
    char name[128];
    pl_remote_name(remote, agent, name, sizeof name);
    pl_json_count(&remote->answer, "number", agent->id.index1);
    pl_json_string(&remote->answer, "name", name);
}

static void report_breaks(ploy_remote* remote)
{
    pl_json_open(&remote->answer, "breakpoints", '[');
    for (uint32_t i = 0; i < remote->breaks.count; ++i) {
        const pl_breakpoint* point = &remote->breaks.data[i];
        pl_json_open(&remote->answer, NULL, '{');
        pl_json_count(&remote->answer, "number", point->number);
        pl_json_string(&remote->answer, "kind", pl_break_kind_name(point->kind));
        pl_json_string(&remote->answer, "name", point->name);
        if (point->agent != 0) pl_json_count(&remote->answer, "agent", point->agent);
        pl_json_close(&remote->answer, '}');
    }
    pl_json_close(&remote->answer, ']');
}

static void report_held(ploy_remote* remote)
{
    const ploy_blackboard_keys* keys = remote->world->def.keys;
    pl_json_open(&remote->answer, "held", '[');
    for (uint32_t i = 0; i < remote->held.count; ++i) {
        pl_json_open(&remote->answer, NULL, '{');
        pl_json_count(&remote->answer, "agent", remote->held.data[i]->agent);
        pl_json_string(&remote->answer, "key", ploy_blackboard_keys_name(keys, remote->held.data[i]->key));
        pl_json_close(&remote->answer, '}');
    }
    pl_json_close(&remote->answer, ']');
}

static void report_disabled(ploy_remote* remote)
{
    pl_json_open(&remote->answer, "disabled", '[');
    for (uint32_t i = 0; i < remote->disabled.count; ++i)
        pl_json_string(&remote->answer, NULL, remote->disabled.data[i]);
    pl_json_close(&remote->answer, ']');
}

ploy_status pl_remote_status(ploy_remote* remote)
{
    const ploy_world* world = remote->world;
    pl_json_count(&remote->answer, "tick", world->ticks);
    pl_json_decimal(&remote->answer, "seconds", world->now / 1000);
    pl_json_flag(&remote->answer, "paused", remote->is_paused);
    pl_json_count(&remote->answer, "agents", world->ids.live_count);
    pl_json_flag(&remote->answer, "loads", remote->def.load != NULL);
    report_breaks(remote);
    report_held(remote);
    report_disabled(remote);
    return PLOY_OK;
}

ploy_status pl_remote_agents(ploy_remote* remote)
{
    char why[512];
    ploy_agent_id id = {0};
    pl_json_open(&remote->answer, "agents", '[');
    while ((id = ploy_world_next_agent(remote->world, id)).index1 != 0) {
        const ploy_agent* agent = ploy_world_agent(remote->world, id);
        pl_json_open(&remote->answer, NULL, '{');
        report_agent_name(remote, agent);
        pl_json_string(&remote->answer, "type", ploy_agent_type(agent));
        pl_json_string(&remote->answer, "mind", agent->mind ? agent->mind->kind->name : "");
        ploy_mind_why(agent, why, sizeof why);
        pl_json_string(&remote->answer, "why", why);
        pl_json_close(&remote->answer, '}');
    }
    pl_json_close(&remote->answer, ']');
    return PLOY_OK;
}

// One agent.

static void report_step(ploy_remote* remote, const char* key, const ploy_domain* domain, uint32_t action,
                        const uint32_t* args)
{
    char text[256];
    ploy_action_print(domain, action, args, text, sizeof text);
    pl_json_string(&remote->answer, key, text);
}

static void report_goals(ploy_remote* remote, const ploy_agent* agent, const ploy_domain* domain)
{
    pl_json_open(&remote->answer, "goals", '[');
    for (uint32_t i = 0; i < ploy_domain_goal_count(domain); ++i) {
        pl_json_open(&remote->answer, NULL, '{');
        pl_json_string(&remote->answer, "name", ploy_domain_goal(domain, i).name);
        pl_json_decimal(&remote->answer, "priority", ploy_goap_priority(agent, i));
        pl_json_string(&remote->answer, "status", ploy_goal_status_text(pl_goap_goal_status(agent, i)));
        pl_json_close(&remote->answer, '}');
    }
    pl_json_close(&remote->answer, ']');
}

static void report_planning(ploy_remote* remote, const ploy_agent* agent)
{
    const ploy_domain* domain = ploy_goap_domain(agent->mind);
    uint32_t args[PLOY_MAX_ARGS];
    ploy_step steps[MAX_STEPS];
    uint32_t goal = ploy_goap_goal(agent, args), action = ploy_goap_action(agent, args);
    pl_json_string(&remote->answer, "goal", goal == PLOY_NONE ? NULL : ploy_domain_goal(domain, goal).name);
    if (action == PLOY_NONE) pl_json_null(&remote->answer, "action");
    if (action != PLOY_NONE) report_step(remote, "action", domain, action, args);
    uint32_t count = ploy_goap_steps(agent, steps, MAX_STEPS);
    pl_json_open(&remote->answer, "plan", '[');
    for (uint32_t i = 0; i < count && i < MAX_STEPS; ++i) {
        report_step(remote, NULL, domain, steps[i].action, steps[i].args);
    }
    pl_json_close(&remote->answer, ']');
    report_goals(remote, agent, domain);
}

static void report_actions(ploy_remote* remote, const ploy_domain* domain)
{
    pl_json_open(&remote->answer, "actions", '[');
    for (uint32_t i = 0; i < ploy_domain_action_count(domain); ++i) {
        pl_json_string(&remote->answer, NULL, ploy_domain_action(domain, i).name);
    }
    pl_json_close(&remote->answer, ']');
}

// A key of agents: the value, whose generation counts if it has one.
static bool print_agent(const ploy_remote* remote, ploy_value value, char* text, size_t size)
{
    uint32_t index1 = (uint32_t)value, generation = (uint32_t)((uint64_t)value >> 32);
    if (value == 0) return snprintf(text, size, "none") > 0;
    const ploy_world* world = remote->world;
    pl_id id =
        index1 > 0 && index1 <= pl_id_pool_end(&world->ids) ? pl_id_pool_at(&world->ids, index1 - 1) : (pl_id){0};
    if (pl_id_is_null(id) || (generation != 0 && generation != id.generation)) return false;
    pl_remote_name(remote, pl_world_agent(world, index1 - 1), text, size);
    return true;
}

// An agent or an object of the domain by its name.
static bool print_object(const ploy_remote* remote, const ploy_agent* agent, uint32_t key, ploy_value value, char* text,
                         size_t size)
{
    const ploy_blackboard_keys* keys = agent->blackboard->keys;
    const char* of = pl_blackboard_key(keys, key)->object_type;
    if (of && strcmp(of, "agent") == 0) return print_agent(remote, value, text, size);
    const ploy_domain* domain = pl_remote_domain(agent->mind);
    const char* name = pl_object_name(domain, ploy_blackboard_keys_name(keys, key), of, value);
    if (name) snprintf(text, size, "%s", name);
    return name != NULL;
}

// What only the game can set by its number has a name beside it: "fighter 3".
static void report_handle(ploy_remote* remote, const char* of, ploy_value value)
{
    char text[128] = "none";
    if (value != 0) snprintf(text, sizeof text, "%.100s %" PRIu32, of, (uint32_t)value);
    pl_json_string(&remote->answer, "name", text);
}

static bool is_held(const ploy_remote* remote, uint32_t agent, uint32_t key)
{
    for (uint32_t i = 0; i < remote->held.count; ++i) {
        if (remote->held.data[i]->agent == agent && remote->held.data[i]->key == key) return true;
    }
    return false;
}

static const char* scope_name(const ploy_blackboard* holder)
{
    if (!holder) return "";
    switch (holder->scope) {
    case PLOY_SCOPE_AGENT:
        return "agent";
    case PLOY_SCOPE_SQUAD:
        return "squad";
    case PLOY_SCOPE_WORLD:
        return "world";
    default:
        return "other";
    }
}

static void report_key(ploy_remote* remote, const ploy_agent* agent, uint32_t key)
{
    const ploy_blackboard_keys* keys = agent->blackboard->keys;
    char text[PLOY_STRUCT_TEXT];
    const char* name = ploy_blackboard_keys_name(keys, key);
    ploy_value value = ploy_blackboard_get(agent->blackboard, key);
    const char* of = pl_blackboard_key(keys, key)->object_type;
    bool is_object = of || ploy_blackboard_keys_type(keys, key) == PLOY_VALUE_OBJECT;
    size_t length = 0;
    const char* named = pl_key_value_name(keys, key, value, &length);
    bool is_named = is_object && print_object(remote, agent, key, value, text, sizeof text);
    if (named) is_named = snprintf(text, sizeof text, "%.*s", (int)length, named) > 0;
    if (!is_named) pl_key_print(keys, key, value, text, sizeof text);
    pl_json_open(&remote->answer, NULL, '{');
    pl_json_string(&remote->answer, "key", name);
    pl_json_string(&remote->answer, "type", pl_key_type_name(keys, key));
    pl_json_string(&remote->answer, "value", text);
    if (of && !is_named) report_handle(remote, of, value);
    pl_json_string(&remote->answer, "from", scope_name(pl_blackboard_holder(agent->blackboard, key)));
    if (is_held(remote, agent->id.index1, key)) pl_json_flag(&remote->answer, "held", true);
    pl_json_close(&remote->answer, '}');
}

ploy_status pl_remote_agent(ploy_remote* remote)
{
    const ploy_agent* agent = pl_remote_find_agent(remote, remote->words.words[1]);
    if (!agent) return PLOY_INVALID;
    char why[2048];
    report_agent_name(remote, agent);
    pl_json_string(&remote->answer, "type", ploy_agent_type(agent));
    const char* mind = agent->mind ? agent->mind->kind->name : "";
    pl_json_string(&remote->answer, "mind", mind);
    ploy_mind_why(agent, why, sizeof why);
    pl_json_string(&remote->answer, "why", why);
    bool is_bt = strcmp(mind, "bt") == 0 && pl_bt_mind_planner(agent->mind);
    const ploy_agent* planning = strcmp(mind, "goap") == 0 ? agent : is_bt ? ploy_bt_planner(agent) : NULL;
    if (planning) report_planning(remote, planning);
    const ploy_domain* domain = pl_remote_domain(agent->mind);
    if (domain) report_actions(remote, domain);
    pl_json_open(&remote->answer, "blackboard", '[');
    uint32_t count = agent->blackboard ? ploy_blackboard_keys_count(agent->blackboard->keys) : 0;
    for (uint32_t key = 0; key < count; ++key) report_key(remote, agent, key);
    pl_json_close(&remote->answer, ']');
    return PLOY_OK;
}
