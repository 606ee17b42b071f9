// Commands that change the world.

#include <string.h>

#include "agent/world.h"
#include "base/check.h"
#include "base/error.h"
#include "knowledge/blackboard.h"
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

// Blackboards.

typedef struct written_key
{
    ploy_blackboard* blackboard;
    const ploy_agent* agent; // NULL: the world's
    uint32_t key;
} written_key;

static ploy_status find_key(ploy_remote* remote, written_key* target)
{
    const ploy_blackboard_keys* keys = remote->world->def.keys;
    bool is_world = strcmp(word(remote, 1), "world") == 0;
    target->agent = is_world ? NULL : pl_remote_find_agent(remote, word(remote, 1));
    if (!is_world && !target->agent) return PLOY_INVALID;
    target->blackboard = is_world ? ploy_world_blackboard(remote->world) : target->agent->blackboard;
    if (!target->blackboard) return pl_remote_fail(remote, "'%s' has no blackboard", word(remote, 1));
    target->key = ploy_blackboard_keys_find(keys, word(remote, 2));
    if (target->key != PLOY_NONE) return PLOY_OK;
    pl_similar similar = pl_similar_begin(word(remote, 2));
    for (uint32_t i = 0; i < ploy_blackboard_keys_count(keys); ++i) {
        pl_similar_offer(&similar, ploy_blackboard_keys_name(keys, i));
    }
    pl_remote_fail(remote, "there is no key '%s'", word(remote, 2));
    pl_similar_hint(&similar, &remote->error);
    return PLOY_INVALID;
}

// An object of the domain by its name: "at" is camp.
static bool parse_object(const ploy_domain* domain, const char* key, const char* text, ploy_value* value)
{
    char name[512];
    for (uint32_t v = 0; domain && v < ploy_domain_variable_count(domain); ++v) {
        ploy_domain_variable_print(domain, v, name, sizeof name);
        if (strcmp(name, key) != 0) continue;
        uint32_t type = ploy_domain_symbol(domain, pl_domain_symbol_of(domain, v)).object_type;
        uint32_t object = type == PLOY_NONE ? PLOY_NONE : ploy_domain_find_object(domain, type, text);
        *value = object;
        return object != PLOY_NONE;
    }
    return false;
}

static const ploy_mind* any_mind(const ploy_world* world, uint32_t i)
{
    return (const ploy_mind*)(uintptr_t)world->minds.entries.data[i].key;
}

static bool parse_special(const ploy_remote* remote, const written_key* target, const char* text, ploy_value* value)
{
    const ploy_world* world = remote->world;
    const ploy_blackboard_keys* keys = world->def.keys;
    const char* key = ploy_blackboard_keys_name(keys, target->key);
    switch (ploy_blackboard_keys_type(keys, target->key)) {
    case PLOY_VALUE_INT:
        return pl_blackboard_keys_enum(keys, text, value);
    case PLOY_VALUE_OBJECT:
        if (target->agent) return parse_object(pl_remote_domain(target->agent->mind), key, text, value);
        for (uint32_t i = 0; i < world->minds.entries.count; ++i) {
            if (parse_object(pl_remote_domain(any_mind(world, i)), key, text, value)) return true;
        }
        return false;
    default:
        return false;
    }
}

static ploy_status parse_value(ploy_remote* remote, const written_key* target, void* room, ploy_value* value)
{
    const ploy_blackboard_keys* keys = remote->world->def.keys;
    const char* text = word(remote, 3);
    if (parse_special(remote, target, text, value)) return PLOY_OK;
    if (pl_value_parse(&keys->structs, pl_key_kind(keys, target->key), text, room, value)) return PLOY_OK;
    return pl_remote_fail(remote, "'%s' is of type %s, and '%.80s' is none", word(remote, 2),
                          pl_key_type_name(keys, target->key), text);
}

static ploy_status check_written(ploy_remote* remote, ploy_status status)
{
    if (status == PLOY_ALREADY) return PLOY_OK;
    if (status != PLOY_NOT_SUPPORTED) return status;
    pl_remote_fail(remote, "the blackboard of '%s' cannot hold '%s'", word(remote, 1), word(remote, 2));
    pl_error_hint(&remote->error, "its scope is another: try the world's");
    return PLOY_INVALID;
}

ploy_status pl_remote_set(ploy_remote* remote)
{
    _Alignas(8) char room[PLOY_STRUCT_BYTES];
    written_key target;
    ploy_value value;
    ploy_status status = find_key(remote, &target);
    if (status == PLOY_OK) status = parse_value(remote, &target, room, &value);
    if (status != PLOY_OK) return status;
    return check_written(remote, ploy_blackboard_set(target.blackboard, target.key, value));
}

ploy_status pl_remote_unset(ploy_remote* remote)
{
    written_key target;
    ploy_status status = find_key(remote, &target);
    return status == PLOY_OK ? check_written(remote, ploy_blackboard_unset(target.blackboard, target.key)) : status;
}

// Held keys.

static void keep_value(void* user, ploy_blackboard* blackboard, uint32_t key)
{
    pl_held_key* held = user;
    if (held->is_setting) return;
    held->is_setting = true;
    ploy_blackboard_set(blackboard, key, held->value);
    held->is_setting = false;
}

static ploy_blackboard* blackboard_of(const pl_held_key* held)
{
    ploy_world* world = held->remote->world;
    if (held->agent == 0) return world->blackboard;
    const ploy_agent* agent = ploy_world_agent(world, (ploy_agent_id){held->agent, held->generation});
    return agent ? agent->blackboard : NULL;
}

static void free_held(pl_held_key* held)
{
    ploy_allocator allocator = held->remote->allocator;
    if (held->bytes) pl_free(&allocator, held->bytes, held->byte_count);
    PL_DELETE(&allocator, held);
}

static void release_at(ploy_remote* remote, uint32_t i)
{
    pl_held_key* held = remote->held.data[i];
    ploy_blackboard* blackboard = blackboard_of(held);
    if (blackboard) ploy_blackboard_unsubscribe(blackboard, held->observer);
    remote->held.data[i] = remote->held.data[--remote->held.count];
    free_held(held);
}

static uint32_t find_held(const ploy_remote* remote, const written_key* target)
{
    uint32_t agent = target->agent ? target->agent->id.index1 : 0;
    uint32_t generation = target->agent ? target->agent->id.generation : 0;
    for (uint32_t i = 0; i < remote->held.count; ++i) {
        const pl_held_key* held = remote->held.data[i];
        if (held->agent == agent && held->generation == generation && held->key == target->key) return i;
    }
    return PLOY_NONE;
}

// A string or a struct is copied.
static bool keep_bytes(pl_held_key* held, ploy_value value)
{
    const ploy_blackboard_keys* keys = held->remote->world->def.keys;
    pl_value_kind kind = pl_key_kind(keys, held->key);
    held->value = value;
    if (!pl_value_is_bytes(kind)) return true;
    held->byte_count = pl_value_bytes(&keys->structs, kind, value);
    held->bytes = pl_alloc(&held->remote->allocator, held->byte_count);
    if (!held->bytes) return false;
    memcpy(held->bytes, ploy_value_struct(value), held->byte_count);
    held->value = ploy_value_of(held->bytes);
    return true;
}

static ploy_status begin_holding(ploy_remote* remote, const written_key* target, ploy_value value)
{
    uint32_t old = find_held(remote, target);
    if (old != PLOY_NONE) release_at(remote, old);
    pl_held_key* held = PL_NEW(&remote->allocator, pl_held_key);
    if (!held) return PLOY_OUT_OF_MEMORY;
    *held = (pl_held_key){.remote = remote, .key = target->key};
    if (target->agent) {
        held->agent = target->agent->id.index1;
        held->generation = target->agent->id.generation;
    }
    bool is_kept = keep_bytes(held, value) && PL_ARRAY_RESERVE(&remote->held, &remote->allocator, remote->held.count + 1);
    ploy_status status = is_kept ? check_written(remote, ploy_blackboard_set(target->blackboard, target->key, held->value))
                                 : PLOY_OUT_OF_MEMORY;
    if (status == PLOY_OK)
        status = ploy_blackboard_subscribe(target->blackboard, target->key, keep_value, held, &held->observer);
    if (status != PLOY_OK) {
        free_held(held);
        return status;
    }
    remote->held.data[remote->held.count++] = held;
    return PLOY_OK;
}

ploy_status pl_remote_hold(ploy_remote* remote)
{
    _Alignas(8) char room[PLOY_STRUCT_BYTES];
    written_key target;
    ploy_value value;
    for (uint32_t i = remote->held.count; i > 0; --i) {
        if (!blackboard_of(remote->held.data[i - 1])) release_at(remote, i - 1); // its agent is gone
    }
    ploy_status status = find_key(remote, &target);
    if (status == PLOY_OK) status = parse_value(remote, &target, room, &value);
    return status == PLOY_OK ? begin_holding(remote, &target, value) : status;
}

ploy_status pl_remote_release(ploy_remote* remote)
{
    written_key target;
    ploy_status status = find_key(remote, &target);
    if (status != PLOY_OK) return status;
    uint32_t i = find_held(remote, &target);
    if (i == PLOY_NONE) return pl_remote_fail(remote, "'%s' is not held", word(remote, 2));
    release_at(remote, i);
    return PLOY_OK;
}

// Every mind of the world, the types' and those of agents.

typedef void each_mind_fn(ploy_remote* remote, ploy_mind* mind, const char* name, void* user);

static void each_mind(ploy_remote* remote, const char* name, each_mind_fn* call, void* user)
{
    const ploy_world* world = remote->world;
    for (uint32_t i = 0; i < world->minds.entries.count; ++i) call(remote, (ploy_mind*)any_mind(world, i), name, user);
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
    while (remote->held.count > 0) release_at(remote, remote->held.count - 1);
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

typedef struct number_change
{
    ploy_part part;
    const char* text;
    const ploy_domain* last; // several minds may have one domain
    ploy_status status;      // PLOY_NOT_FOUND: no domain has the name
} number_change;

static ploy_status change_domain(ploy_remote* remote, ploy_domain* domain, uint32_t owner, const number_change* to)
{
    bool has_one = ploy_domain_clause_count(domain, to->part, owner) > 0;
    char* before = has_one ? pl_remote_copy(remote, ploy_domain_clause(domain, to->part, owner, 0)) : NULL;
    if (has_one && !before) return PLOY_OUT_OF_MEMORY;
    ploy_status status = has_one ? ploy_domain_change_clause(domain, to->part, owner, 0, to->text, &remote->error)
                                 : ploy_domain_add_clause(domain, to->part, owner, to->text, &remote->error);
    if (status == PLOY_OK && ploy_domain_find_unbound(domain)) {
        status = ploy_bindings_bind_domain(remote->world->def.bindings, domain, &remote->error);
        if (status != PLOY_OK) ploy_domain_change_clause(domain, to->part, owner, 0, before, NULL);
    }
    pl_remote_free(remote, before);
    return status;
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
    if (owner == PLOY_NONE) return;
    if (domain != to->last) to->status = change_domain(remote, domain, owner, to);
    to->last = domain;
    if (to->status == PLOY_OK) replan(remote, mind);
}

static ploy_status change_numbers(ploy_remote* remote, ploy_part part)
{
    number_change to = {.part = part, .text = word(remote, 2), .status = PLOY_NOT_FOUND};
    each_mind(remote, word(remote, 1), change_number, &to);
    if (to.status != PLOY_NOT_FOUND) return to.status;
    return pl_remote_fail(remote, "there is no %s '%s'", part == PLOY_PART_COST ? "action" : "goal", word(remote, 1));
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
