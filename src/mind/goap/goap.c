// Creation of a GOAP mind, the layout of its agents' mind data, and think: the part of a tick that reads the state and
// decides whether there is anything to do.

#include "mind/common/mind.h"
#include "mind/goap/goap.h"

#include <string.h>

#include "base/check.h"
#include "base/defaults.h"
#include "base/error.h"
#include "plan/domain/domain.h"

enum
{
    MAX_STEPS = 1024,
};

static const int64_t MAX_SETTLE = 3600ll * PLOY_SECOND;

static int64_t longest_interval(const ploy_bindings* bindings)
{
    int64_t longest = 0;
    for (uint32_t i = 0; bindings && i < pl_bindings_sensor_count(bindings); ++i) {
        int64_t interval = pl_bindings_sensor(bindings, i)->interval;
        if (longest < interval) longest = interval;
    }
    return longest;
}

static ploy_goap_mind_def goap_with_defaults(const ploy_goap_mind_def* given)
{
    ploy_goap_mind_def def = given ? *given : (ploy_goap_mind_def){0};
    def.parts.allocator = pl_allocator_choose(&def.parts.allocator);
    PL_DEFAULT_OR_OFF(def.search_interval, PLOY_DEFAULT_GOAP_SEARCH_INTERVAL);
    PL_DEFAULT_OR_OFF(def.interval, PLOY_DEFAULT_GOAP_INTERVAL);
    PL_DEFAULT_OR_OFF(def.hysteresis, PLOY_DEFAULT_GOAP_HYSTERESIS);
    if (def.settle == 0) def.settle = PLOY_DEFAULT_GOAP_SETTLE + longest_interval(def.parts.bindings);
    if (def.settle == PLOY_OFF) def.settle = 0;
    if (def.settle > MAX_SETTLE) def.settle = MAX_SETTLE;
    PL_DEFAULT(def.max_steps, PLOY_DEFAULT_GOAP_STEPS);
    PL_DEFAULT(def.debug, PLOY_TRACE_EVERYTHING);
    return def;
}

// Creation.

static void destroy(ploy_mind* mind)
{
    pl_goap* goap = (pl_goap*)mind;
    ploy_allocator allocator = goap->allocator;
    if (goap->planning && goap->planning->keeper == goap) goap->planning->keeper = NULL;
    ploy_plan_service_destroy(goap->planning);
    ploy_view_destroy(goap->view);
    ploy_utility_destroy(goap->utility);
    PL_DELETE_ARRAY(&allocator, goap->disabled, goap->action_words);
    PL_DELETE_ARRAY(&allocator, goap->lacked, goap->action_words);
    PL_DELETE_ARRAY(&allocator, goap->warned, goap->action_count + 1);
    PL_DELETE_ARRAY(&allocator, goap->initial, goap->words + 1);
    PL_DELETE_ARRAY(&allocator, goap->list, goap->goal_count + 1);
    PL_DELETE_ARRAY(&allocator, goap->actions, goap->action_count + 1);
    PL_DELETE_ARRAY(&allocator, goap->callbacks, goap->goal_count + 1);
    if (goap->beliefs) pl_pools_destroy(&goap->beliefs->pools);
    PL_DELETE(&allocator, goap->beliefs);
    pl_domain_drop(goap->domain);
    pl_held held = goap->held;
    PL_DELETE(&allocator, goap);
    pl_held_drop(&held);
}

static bool make_arrays(pl_goap* goap, const ploy_goap_mind_def* def)
{
    const ploy_allocator* a = &goap->allocator;
    goap->disabled = PL_NEW_ARRAY(a, uint64_t, goap->action_words);
    goap->lacked = PL_NEW_ARRAY(a, uint64_t, goap->action_words);
    goap->warned = PL_NEW_ARRAY(a, pl_counter, goap->action_count + 1);
    goap->initial = PL_NEW_ARRAY(a, uint64_t, goap->words + 1);
    goap->list = PL_NEW_ARRAY(a, uint32_t, goap->goal_count + 1);
    goap->actions = PL_NEW_ARRAY(a, pl_goap_action, goap->action_count + 1);
    goap->callbacks = PL_NEW_ARRAY(a, pl_goap_callbacks, goap->goal_count + 1);
    goap->beliefs = PL_NEW(a, pl_goap_belief_pool);
    if (goap->beliefs) pl_pools_init(&goap->beliefs->pools, a, PLOY_DEFAULT_GOAP_BELIEF_BYTES);
    bool is_whole = goap->disabled && goap->lacked && goap->warned && goap->initial;
    if (!is_whole || !goap->list || !goap->actions || !goap->callbacks || !goap->beliefs) return false;
    ploy_state_init(goap->domain, goap->initial);
    uint32_t given = (goap->action_count + 63) / 64;
    if (def->disabled) memcpy(goap->lacked, def->disabled, given * sizeof *goap->lacked);
    memcpy(goap->disabled, goap->lacked, given * sizeof *goap->disabled);
    return true;
}

static bool make_planning(pl_goap* goap, const ploy_goap_mind_def* def)
{
    goap->planning = def->planning;
    if (goap->planning) {
        pl_shared_take(&goap->planning->shared);
    } else {
        ploy_plan_service_def own = {0};
        own.domain = def->domain;
        own.allocator = goap->allocator;
        goap->planning = ploy_plan_service_create(&own);
    }
    return goap->planning != NULL;
}

static uint32_t place(uint32_t* at, uint32_t bytes)
{
    uint32_t here = *at;
    *at += (bytes + 7) / 8 * 8;
    return here;
}

static uint32_t bytes_for(uint32_t count)
{
    return count <= UINT8_MAX + 1 ? 1 : count <= UINT16_MAX + 1 ? 2 : 4;
}

static void lay_out(pl_goap* goap)
{
    uint32_t at = sizeof(pl_goap_data);
    place(&at, goap->words * (uint32_t)sizeof(uint64_t));
    goap->scratch_at = place(&at, goap->words * (uint32_t)sizeof(uint64_t));
    goap->unused_at = place(&at, goap->action_words * (uint32_t)sizeof(uint64_t));
    goap->notes_at = place(&at, goap->list_count * (uint32_t)sizeof(pl_goap_note));
    goap->step_bytes = bytes_for(pl_domain_compiled(goap->domain)->ground_count);
    goap->steps_at = place(&at, goap->def.max_steps * goap->step_bytes);
    goap->activities_at = place(&at, goap->activity_count * (uint32_t)sizeof(pl_activity));
    goap->runs_at = place(&at, goap->activity_count * goap->run_bytes);
    goap->belief_capacity = pl_goap_count_beliefs(goap);
    goap->ties_at = place(&at, goap->utility ? (uint32_t)sizeof(pl_goap_ties) : 0);
    goap->has_objects = pl_domain_can_change(goap->domain);
    goap->objects_at = place(&at, goap->has_objects ? (uint32_t)sizeof(uint32_t) : 0);
    goap->tail_at = place(&at, goap->def.act_early ? (uint32_t)sizeof(int64_t) : 0);
    goap->mind.data_bytes = at;
}

static void keep_settings(pl_goap* goap, const ploy_goap_mind_def* def)
{
    goap->def = *def;
    goap->def.disabled = NULL;
    goap->def.goals = NULL;
    goap->def.action_bindings = NULL;
    goap->def.goal_callbacks = NULL;
    goap->def.utility = NULL;
    goap->options = (pl_plan_service_options){
        .done = pl_goap_answered,
        .plan = def->options,
        .score = def->score,
        .score_user = def->score_user,
        .utility = goap->utility,
        .viable = goap->any_viable ? pl_goap_is_viable : NULL,
        .debug = def->debug,
        .off = goap->disabled,
    };
    goap->rest = goap->options;
    goap->rest.better = pl_goap_improve_rest;
    if (def->act_early) goap->options.plan.search = PLOY_SEARCH_GREEDY;
}

static ploy_status make_utility(pl_goap* goap, const ploy_goap_mind_def* def, ploy_error* error)
{
    if (!def->utility) return PLOY_OK;
    ploy_utility_def own = *def->utility;
    own.parts = pl_mind_parts_within(&own.parts, &def->parts);
    return ploy_utility_create(&own, &goap->utility, error);
}

// Events and callbacks of goals come from act: unless the game says otherwise, it expects them on its own thread.
static bool is_parallel(const pl_goap* goap)
{
    bool parallel = !goap->def.event || goap->def.event_parallel;
    for (uint32_t i = 0; i < goap->goal_count; ++i) {
        parallel = parallel && !goap->callbacks[i].def.finished && !goap->callbacks[i].def.aborted;
    }
    for (uint32_t i = 0; i < goap->action_count; ++i) {
        const pl_goap_action* action = &goap->actions[i];
        for (uint32_t k = 0; k < action->activity_count; ++k) {
            const ploy_bindings* bindings = goap->def.parts.bindings;
            parallel = parallel && ploy_bindings_activity(bindings, action->activities[k].index)->parallel;
        }
    }
    return parallel;
}

static ploy_status make(pl_goap* goap, const ploy_goap_mind_def* def, ploy_error* error)
{
    if (!make_arrays(goap, def)) return PLOY_OUT_OF_MEMORY;
    ploy_status status =
        ploy_view_create(&(ploy_view_def){goap->allocator, goap->domain, def->parts.keys}, &goap->view, error);
    if (status == PLOY_OK) status = pl_goap_bind(goap, def, error);
    if (status == PLOY_OK) status = make_utility(goap, def, error);
    if (status != PLOY_OK) return status;
    if (!make_planning(goap, def)) return PLOY_OUT_OF_MEMORY;
    keep_settings(goap, def);
    lay_out(goap);
    goap->mind.parallel = is_parallel(goap);
    return PLOY_OK;
}

static const ploy_mind_class goap_class;

ploy_status ploy_goap_mind_create(const ploy_goap_mind_def* given, ploy_mind** mind, ploy_error* error)
{
    PL_NEED_ERROR(error, mind, PLOY_INVALID);
    *mind = NULL;
    PL_NEED_NAMED("def", error, given, PLOY_INVALID);
    ploy_goap_mind_def full = goap_with_defaults(given);
    const ploy_goap_mind_def* def = &full;
    PL_NEED_ERROR(error, def->domain, PLOY_INVALID);
    PL_ASSERT(pl_domain_compiled(def->domain));
    PL_ASSERT(!def->planning || def->planning->domain == def->domain);
    PL_ASSERT(def->max_steps > 0 && def->max_steps <= MAX_STEPS);
    PL_ASSERT(def->interval >= 0 && def->search_interval >= 0 && def->hysteresis >= 0 && def->settle >= 0);
    pl_error_clear(error);
    const char* unbound = ploy_domain_find_unbound(def->domain);
    if (unbound) {
        pl_error_set(error, 0, 0, "the domain uses '%.80s', and nothing is bound to it", unbound);
        pl_error_missing(error, PLOY_MISSING_CALL, unbound, NULL);
        return PLOY_INVALID;
    }
    if (def->act_early && def->options.search != PLOY_SEARCH_ANYTIME) {
        pl_error_set(error, 0, 0, "act_early needs the search 'anytime', not '%s'",
                     ploy_search_name(def->options.search));
        return PLOY_INVALID;
    }
    ploy_allocator allocator = pl_allocator_choose(&def->parts.allocator);
    pl_goap* goap = PL_NEW(&allocator, pl_goap);
    if (!goap) return PLOY_OUT_OF_MEMORY;
    goap->mind.kind = &goap_class;
    goap->allocator = allocator;
    goap->held = pl_held_take(&def->parts);
    goap->domain = pl_domain_take(def->domain);
    goap->words = ploy_domain_state_words(def->domain);
    goap->action_count = ploy_domain_action_count(def->domain);
    goap->action_words = goap->action_count / 64 + 1;
    goap->goal_count = ploy_domain_goal_count(def->domain);
    ploy_status status = make(goap, def, error);
    if (status == PLOY_OK) {
        *mind = &goap->mind;
    } else {
        destroy(&goap->mind);
    }
    return status;
}

// An agent.

ploy_status pl_goap_join(ploy_agent* agent)
{
    const pl_goap* goap = pl_goap_of(agent);
    pl_goap_data* m = pl_goap_data_of(agent);
    m->goal = m->planned = m->pushed = m->used = m->running = m->last = m->avoid = PLOY_NONE;
    if (goap->utility) pl_goap_ties_of(agent)->tried = PLOY_NONE;
    m->client = pl_plan_service_join(goap->planning, agent);
    if (m->client == PLOY_NONE) return PLOY_OUT_OF_MEMORY;
    m->next = agent->now;
    memcpy(pl_goap_state_of(agent), goap->initial, goap->words * sizeof(uint64_t));
    for (uint32_t i = 0; i < goap->list_count; ++i) pl_goap_note_wait(&pl_goap_notes(agent)[i], 0);
    return PLOY_OK;
}

static ploy_status begin(ploy_agent* agent)
{
    static const uint32_t no_args[PLOY_MAX_ARGS];
    const pl_goap* goap = pl_goap_of(agent);
    ploy_status status = pl_goap_join(agent);
    if (status != PLOY_OK) return status;
    for (uint32_t i = 0; i < goap->list_count; ++i) {
        const ploy_goal_callbacks* callbacks = &goap->callbacks[goap->list[i]].def;
        if (callbacks->initialize) callbacks->initialize(agent, goap->list[i], no_args, callbacks->user);
    }
    return PLOY_OK;
}

// The goals are evaluated when the first of them is due.
void pl_goap_mark_stale(ploy_agent* agent)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    if (m->state_status == PL_GOAP_UNREAD) return;
    m->state_status = PL_GOAP_CHANGED;
    for (uint32_t i = 0; i < pl_goap_of(agent)->list_count; ++i) {
        pl_goap_note* note = &pl_goap_notes(agent)[i];
        note->is_stale = true;
        if (pl_goap_note_next(note) < m->next) m->next = pl_goap_note_next(note);
    }
}

// Must the plan be checked although the state has not changed and no goal is due?
static bool has_to_check(const ploy_agent* agent)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_data* m = pl_goap_data_of(agent);
    if (m->goal == PLOY_NONE) return false;
    if (m->action_state != PL_GOAP_RUNNING || pl_goap_callbacks_of(goap, m->goal)->satisfied != PLOY_NONE) return true;
    return goap->actions[pl_goap_ground(goap, m->running)->action].has_context;
}

// Most ticks change nothing: then there is nothing to read.
static bool may_have_changed(const ploy_agent* agent, const pl_goap_data* m)
{
    return m->beliefs || m->state_status == PL_GOAP_UNREAD ||
           pl_blackboard_stamp_all(agent->blackboard) != m->stamp;
}

static void think(ploy_agent* agent)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    if (may_have_changed(agent, m) && pl_goap_read_state(agent)) {
        if (m->state_status == PL_GOAP_UNREAD) m->state_status = PL_GOAP_CHANGED;
        pl_goap_mark_stale(agent);
    }
    bool is_due = m->state_status != PL_GOAP_EVALUATED || m->goal_state > PL_GOAP_PURSUED || m->is_replan_requested ||
                  agent->now >= m->next;
    if (!is_due && !has_to_check(agent)) return;
    pl_goap_validate(agent);
    bool is_on_track = m->goal != PLOY_NONE && !pl_goap_is_broken(m) && !m->is_replan_requested;
    if (is_on_track && agent->now < m->next && m->pushed == PLOY_NONE) {
        // The change only matters to the plan until the goals are due.
        if (pl_goap_is_running(m)) m->state_status = PL_GOAP_EVALUATED;
        return;
    }
    pl_goap_choose(agent);
}

static uint32_t work(ploy_mind* mind, const ploy_tasks* tasks, uint32_t max_nodes)
{
    return pl_plan_service_update(((pl_goap*)mind)->planning, tasks, max_nodes);
}

static const ploy_mind_class goap_class = {
    .name = "goap",
    .destroy = destroy,
    .begin = begin,
    .think = think,
    .work = work,
    .act = pl_goap_act,
    .end = pl_goap_end,
    .save = pl_goap_save,
    .load = pl_goap_load,
    .save_shared = pl_goap_save_shared,
    .load_shared = pl_goap_load_shared,
    .migrate = pl_goap_migrate,
    .why = pl_goap_why,
};
