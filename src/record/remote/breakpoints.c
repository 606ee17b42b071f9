// Breakpoints: what pauses the world at the end of a tick. Names are compared as events pass by; conditions are evaluated
// after each tick, and count when they become true.

#include <stdio.h>
#include <string.h>

#include "agent/world.h"
#include "base/check.h"
#include "base/error.h"
#include "mind/bt/bt.h"
#include "mind/common/bindings.h"
#include "mind/fuzzy/fuzzy.h"
#include "mind/utility/utility.h"
#include "record/remote/remote.h"

enum
{
    DITHER_RETURNS = 3,             // in a row
    DITHER_WITHIN = PLOY_SECOND,    // a return after longer is none
    EVENT_QUEUE_BYTES = 1 << 16,    // of events that nobody reads
};

static const char* const kind_names[PL_BREAK_KINDS] = {"goal", "action", "state", "node", "condition", "dither"};

const char* pl_break_kind_name(pl_break_kind kind)
{
    return kind_names[kind];
}

// Meeting one.

static void meet(ploy_remote* remote, const pl_breakpoint* point, uint32_t agent, const char* what)
{
    if (remote->hit != 0) return; // the first one of a tick is reported
    remote->hit = point->number;
    remote->hit_agent = agent;
    snprintf(remote->hit_what, sizeof remote->hit_what, "%s", what);
}

static void offer(ploy_remote* remote, pl_break_kind kind, uint32_t agent, const char* name)
{
    if (!(remote->wanted >> kind & 1) || !name) return;
    for (uint32_t i = 0; i < remote->breaks.count; ++i) {
        const pl_breakpoint* point = &remote->breaks.data[i];
        if (point->kind != kind || (point->agent != 0 && point->agent != agent)) continue;
        if (strcmp(point->name, name) == 0) meet(remote, point, agent, name);
    }
}

// Back and forth.

static pl_alternation* alternation_of(ploy_remote* remote, uint32_t agent)
{
    while (remote->alternations.count < agent) {
        if (!PL_ARRAY_PUSH(&remote->alternations, &remote->allocator, (pl_alternation){0})) return NULL;
    }
    return &remote->alternations.data[agent - 1];
}

static void note_change(ploy_remote* remote, uint32_t agent, uint32_t thing, const char* name)
{
    if (!(remote->wanted >> PL_BREAK_DITHER & 1)) return;
    pl_alternation* a = alternation_of(remote, agent);
    if (!a || a->is == thing + 1) return;
    int64_t now = remote->world->now;
    bool is_back = a->was == thing + 1 && now - a->left < DITHER_WITHIN;
    a->returns = is_back ? a->returns + 1 : 0;
    a->was = a->is;
    a->left = now;
    a->is = thing + 1;
    if (a->returns < DITHER_RETURNS) return;
    a->returns = 0;
    for (uint32_t i = 0; i < remote->breaks.count; ++i) {
        const pl_breakpoint* point = &remote->breaks.data[i];
        bool is_meant = point->kind == PL_BREAK_DITHER && (point->agent == 0 || point->agent == agent);
        if (is_meant) meet(remote, point, agent, name);
    }
}

static void note_finished(ploy_remote* remote, uint32_t agent)
{
    if (agent <= remote->alternations.count) remote->alternations.data[agent - 1] = (pl_alternation){0};
}

// Names of what events are about.

static const char* goal_name(const ploy_agent* agent, uint64_t goal)
{
    const ploy_domain* domain = pl_remote_domain(agent->mind);
    return domain && goal < ploy_domain_goal_count(domain) ? ploy_domain_goal(domain, (uint32_t)goal).name : NULL;
}

static const char* action_name(const ploy_agent* agent, uint64_t action)
{
    const ploy_domain* domain = pl_remote_domain(agent->mind);
    bool exists = domain && action < ploy_domain_action_count(domain);
    return exists ? ploy_domain_action(domain, (uint32_t)action).name : NULL;
}

static bool is_mind(const ploy_agent* agent, const char* kind)
{
    return agent->mind && strcmp(agent->mind->kind->name, kind) == 0;
}

static const char* state_name(const ploy_agent* agent, uint64_t state)
{
    if (state >= PLOY_NONE) return NULL;
    if (is_mind(agent, "fsm")) {
        const char* name = ploy_fsm_mind_state_name(agent->mind, (uint32_t)state);
        return *name ? name : NULL;
    }
    if (!is_mind(agent, "fuzzy")) return NULL;
    const pl_fuzzy_mind* mind = pl_fuzzy_of(agent);
    return state < mind->states.count ? mind->states.data[state].name : NULL;
}

static const char* option_name(const ploy_agent* agent, uint64_t option)
{
    if (!is_mind(agent, "utility")) return NULL;
    const ploy_utility* utility = ploy_utility_mind_utility(agent->mind);
    return option < utility->options.count ? utility->options.data[option].name : NULL;
}

static const char* node_name(const ploy_agent* agent, uint64_t node)
{
    if (!is_mind(agent, "bt") || node >= ploy_bt_mind_node_count(agent->mind)) return NULL;
    return ploy_bt_mind_node_name(agent->mind, (uint32_t)node);
}

// Of minds that choose nothing else, activities are what they go back and forth between.
static bool alternates_activities(const ploy_agent* agent)
{
    return is_mind(agent, "htn") || (is_mind(agent, "bt") && !pl_bt_mind_planner(agent->mind));
}

static void watch_activity(ploy_remote* remote, const ploy_agent* agent, uint64_t activity)
{
    const ploy_bindings* bindings = remote->world->def.bindings;
    if (activity >= ploy_bindings_activity_count(bindings)) return;
    const char* name = ploy_bindings_activity(bindings, (uint32_t)activity)->name;
    offer(remote, PL_BREAK_ACTION, agent->id.index1, name);
    if (alternates_activities(agent)) note_change(remote, agent->id.index1, (uint32_t)activity, name);
}

static void watch(ploy_remote* remote, const ploy_trace_event* event)
{
    if (event->agent == 0 || event->agent > pl_id_pool_end(&remote->world->ids)) return;
    const ploy_agent* agent = pl_world_agent(remote->world, event->agent - 1);
    const char* name = NULL;
    uint32_t first = (uint32_t)event->args[0];
    switch (event->kind) {
    case PLOY_TRACE_GOAL_STARTED:
        name = goal_name(agent, first);
        offer(remote, PL_BREAK_GOAL, event->agent, name);
        note_change(remote, event->agent, first, name ? name : "");
        break;
    case PLOY_TRACE_GOAL_FINISHED:
        note_finished(remote, event->agent);
        break;
    case PLOY_TRACE_ACTION_STARTED:
        offer(remote, PL_BREAK_ACTION, event->agent, action_name(agent, first));
        break;
    case PLOY_TRACE_ACTIVITY_STARTED:
        watch_activity(remote, agent, first);
        break;
    case PLOY_TRACE_ACTIVITY_ENDED:
        if (event->args[1] == PLOY_SUCCESS && alternates_activities(agent)) note_finished(remote, event->agent);
        break;
    case PLOY_TRACE_STATE_CHANGED:
        name = state_name(agent, event->args[1]);
        offer(remote, PL_BREAK_STATE, event->agent, name);
        if (name) note_change(remote, event->agent, (uint32_t)event->args[1], name);
        break;
    case PLOY_TRACE_UTILITY_CHOSEN:
        name = option_name(agent, first);
        offer(remote, PL_BREAK_STATE, event->agent, name);
        if (name) note_change(remote, event->agent, first, name);
        break;
    case PLOY_TRACE_BT_NODE:
        if (event->args[1] < PLOY_SKIPPED) offer(remote, PL_BREAK_NODE, event->agent, node_name(agent, first));
        break;
    default:
        break;
    }
}

void pl_remote_emit(void* user, const ploy_trace_event* event)
{
    ploy_remote* remote = user;
    if (remote->wanted != 0) watch(remote, event);
    const ploy_trace* inner = remote->inner;
    if (inner && inner->emit && inner->level >= ploy_trace_level_of(event->kind)) inner->emit(inner->user, event);
}

// Conditions.

static void check_agent(ploy_remote* remote, pl_breakpoint* point, ploy_agent* agent)
{
    while (point->true_in.count < agent->id.index1) {
        if (!PL_ARRAY_PUSH(&point->true_in, &remote->allocator, 0)) return;
    }
    uint32_t* was = &point->true_in.data[agent->id.index1 - 1];
    bool holds = pl_guard_holds(point->guard, agent), held = *was == agent->id.generation + 1;
    if (holds && !held) meet(remote, point, agent->id.index1, point->name);
    *was = holds ? agent->id.generation + 1 : 0;
}

static void check_conditions(ploy_remote* remote)
{
    for (uint32_t i = 0; i < remote->breaks.count; ++i) {
        pl_breakpoint* point = &remote->breaks.data[i];
        if (point->kind != PL_BREAK_CONDITION) continue;
        ploy_agent_id id = {0};
        while ((id = ploy_world_next_agent(remote->world, id)).index1 != 0) {
            if (point->agent == 0 || point->agent == id.index1)
                check_agent(remote, point, ploy_world_agent(remote->world, id));
        }
    }
}

static void tell_paused(ploy_remote* remote, const char* reason)
{
    pl_text* queue = &remote->queue;
    if (queue->chars.count > EVENT_QUEUE_BYTES) return;
    queue->depth = 0;
    pl_json_open(queue, NULL, '{');
    pl_json_string(queue, "event", "paused");
    pl_json_string(queue, "reason", reason);
    pl_json_count(queue, "tick", remote->world->ticks);
    if (remote->hit != 0) {
        char name[128] = "";
        bool is_there = remote->hit_agent <= pl_id_pool_end(&remote->world->ids);
        const ploy_agent* agent = is_there ? pl_world_agent(remote->world, remote->hit_agent - 1) : NULL;
        if (agent && agent->id.index1 != 0) pl_remote_name(remote, agent, name, sizeof name);
        pl_json_count(queue, "breakpoint", remote->hit);
        pl_json_count(queue, "agent", remote->hit_agent);
        pl_json_string(queue, "name", name);
        pl_json_string(queue, "what", remote->hit_what);
    }
    pl_json_close(queue, '}');
    pl_text_add(queue, "\n");
}

void pl_remote_after_tick(void* user)
{
    ploy_remote* remote = user;
    if (remote->wanted >> PL_BREAK_CONDITION & 1) check_conditions(remote);
    if (remote->hit != 0) {
        remote->is_paused = true;
        remote->steps = 0;
        tell_paused(remote, "break");
    } else if (remote->is_stepping && remote->steps == 0) {
        tell_paused(remote, "step");
    }
    remote->is_stepping = false;
    remote->hit = 0;
}

// The list.

// Nodes of behavior trees are traced only at level everything.
static void note_wanted(ploy_remote* remote)
{
    remote->wanted = 0;
    for (uint32_t i = 0; i < remote->breaks.count; ++i) remote->wanted |= 1u << remote->breaks.data[i].kind;
    ploy_trace_level level = remote->inner && remote->inner->level > PLOY_TRACE_BASIC ? remote->inner->level : PLOY_TRACE_BASIC;
    if (remote->wanted >> PL_BREAK_NODE & 1) level = PLOY_TRACE_EVERYTHING;
    if (!(remote->wanted >> PL_BREAK_DITHER & 1)) PL_ARRAY_CLEAR(&remote->alternations);
    if (level == remote->tee.level) return;
    remote->tee.level = level;
    pl_world_set_trace(remote->world, &remote->tee);
}

static void free_break(ploy_remote* remote, pl_breakpoint* point)
{
    pl_guard_destroy(point->guard);
    pl_remote_free(remote, point->name);
    PL_ARRAY_FREE(&point->true_in, &remote->allocator);
}

void pl_remote_clear_all(ploy_remote* remote)
{
    for (uint32_t i = 0; i < remote->breaks.count; ++i) free_break(remote, &remote->breaks.data[i]);
    PL_ARRAY_CLEAR(&remote->breaks);
    note_wanted(remote);
}

static ploy_status find_kind(ploy_remote* remote, pl_break_kind* kind)
{
    pl_similar similar = pl_similar_begin(remote->words.words[1]);
    for (uint32_t i = 0; i < PL_BREAK_KINDS; ++i) {
        *kind = (pl_break_kind)i;
        if (strcmp(kind_names[i], remote->words.words[1]) == 0) return PLOY_OK;
        pl_similar_offer(&similar, kind_names[i]);
    }
    pl_remote_fail(remote, "there is no breakpoint on '%s'", remote->words.words[1]);
    pl_similar_hint(&similar, &remote->error);
    return PLOY_INVALID;
}

// The names that a mind has for a kind of breakpoint, one by one; NULL: no more.
static const char* nth_name(const ploy_mind* mind, pl_break_kind kind, uint32_t n)
{
    const ploy_agent of = {.mind = (ploy_mind*)mind};
    switch (kind) {
    case PL_BREAK_GOAL:
        return goal_name(&of, n);
    case PL_BREAK_ACTION:
        return action_name(&of, n);
    case PL_BREAK_STATE:
        return is_mind(&of, "utility") ? option_name(&of, n) : state_name(&of, n);
    case PL_BREAK_NODE:
        return node_name(&of, n);
    default:
        return NULL;
    }
}

// A name that nothing has would never be met.
static bool exists(const ploy_remote* remote, pl_break_kind kind, const char* name, pl_similar* similar)
{
    const ploy_world* world = remote->world;
    const char* found;
    for (uint32_t i = 0; i < world->minds.entries.count; ++i) {
        const ploy_mind* mind = (const ploy_mind*)(uintptr_t)world->minds.entries.data[i].key;
        for (uint32_t n = 0; (found = nth_name(mind, kind, n)) != NULL; ++n) {
            if (strcmp(found, name) == 0) return true;
            pl_similar_offer(similar, found);
        }
    }
    const ploy_bindings* bindings = world->def.bindings;
    for (uint32_t i = 0; kind == PL_BREAK_ACTION && i < ploy_bindings_activity_count(bindings); ++i) {
        found = ploy_bindings_activity(bindings, i)->name;
        if (strcmp(found, name) == 0) return true;
        pl_similar_offer(similar, found);
    }
    return false;
}

static ploy_status check_name(ploy_remote* remote, pl_break_kind kind, const char* name)
{
    pl_similar similar = pl_similar_begin(name);
    if (kind >= PL_BREAK_CONDITION || exists(remote, kind, name, &similar)) return PLOY_OK;
    pl_remote_fail(remote, "no agent has a %s '%s'", kind_names[kind], name);
    pl_similar_hint(&similar, &remote->error);
    return PLOY_INVALID;
}

ploy_status pl_remote_break(ploy_remote* remote)
{
    pl_breakpoint point = {0};
    ploy_status status = find_kind(remote, &point.kind);
    if (status != PLOY_OK) return status;
    bool has_name = point.kind != PL_BREAK_DITHER;
    uint32_t at = has_name ? 3 : 2;
    if (remote->words.count < at || remote->words.count > at + 1)
        return pl_remote_fail(remote, "break %s takes %s[AGENT]", kind_names[point.kind], has_name ? "a name and " : "");
    const char* name = has_name ? remote->words.words[2] : "";
    status = check_name(remote, point.kind, name);
    if (status != PLOY_OK) return status;
    if (remote->words.count > at) {
        const ploy_agent* agent = pl_remote_find_agent(remote, remote->words.words[at]);
        if (!agent) return PLOY_INVALID;
        point.agent = agent->id.index1;
    }
    if (point.kind == PL_BREAK_CONDITION) {
        status = pl_guard_compile_condition(name, remote->world->def.keys, remote->world->def.bindings,
                                            &remote->allocator, &point.guard, &remote->error);
        if (status != PLOY_OK) return status;
    }
    point.name = pl_remote_copy(remote, name);
    point.number = remote->last_break + 1;
    if (!point.name || !PL_ARRAY_PUSH(&remote->breaks, &remote->allocator, point)) {
        free_break(remote, &point);
        return PLOY_OUT_OF_MEMORY;
    }
    ++remote->last_break;
    note_wanted(remote);
    pl_json_count(&remote->answer, "breakpoint", point.number);
    return PLOY_OK;
}

ploy_status pl_remote_clear(ploy_remote* remote)
{
    int64_t number;
    if (remote->words.count == 1) return pl_remote_clear_all(remote), PLOY_OK;
    bool is_number = pl_value_parse_int(remote->words.words[1], &number);
    for (uint32_t i = 0; is_number && i < remote->breaks.count; ++i) {
        if (remote->breaks.data[i].number != number) continue;
        free_break(remote, &remote->breaks.data[i]);
        memmove(&remote->breaks.data[i], &remote->breaks.data[i + 1],
                (remote->breaks.count - i - 1) * sizeof *remote->breaks.data);
        --remote->breaks.count;
        note_wanted(remote);
        return PLOY_OK;
    }
    return pl_remote_fail(remote, "there is no breakpoint '%s'", remote->words.words[1]);
}
