// What a game asks of an agent with a GOAP mind, and tells it.

#include <string.h>

#include "base/check.h"
#include "mind/goap/goap.h"

static const ploy_mind_class* class_of(const ploy_agent* agent)
{
    return agent->mind ? agent->mind->kind : NULL;
}

static void assert_goap(const ploy_agent* agent)
{
    PL_ASSERT(class_of(agent) && class_of(agent)->act == pl_goap_act);
}

// Telling.

static bool args_exist(const ploy_domain* domain, uint32_t goal, const uint32_t* args)
{
    ploy_goal_info info = ploy_domain_goal(domain, goal);
    for (uint32_t i = 0; i < info.param_count; ++i) {
        if (!args || args[i] >= ploy_domain_type(domain, info.param_types[i]).object_count) return false;
    }
    return true;
}

ploy_status ploy_goap_push(ploy_agent* agent, uint32_t goal, const uint32_t* args)
{
    assert_goap(agent);
    static const uint32_t no_args[PLOY_MAX_ARGS];
    const pl_goap* goap = pl_goap_of(agent);
    pl_goap_data* m = pl_goap_data_of(agent);
    if (goal >= goap->goal_count || !args_exist(goap->domain, goal, args)) return PLOY_INVALID;
    m->pushed = pl_domain_target_index(goap->domain, goal, args ? args : no_args);
    m->status = PLOY_OK;
    m->next = agent->now;
    if (m->pushed == m->goal) m->is_pushed = true;
    return PLOY_OK;
}

void ploy_goap_abort(ploy_agent* agent)
{
    assert_goap(agent);
    pl_goap_data* m = pl_goap_data_of(agent);
    if (m->goal == PLOY_NONE) {
        m->next = agent->now;
    } else {
        m->goal_state = PL_GOAP_ABORTED;
    }
    m->pushed = PLOY_NONE;
    if (m->plan_state == PL_GOAP_PLAN_NEW) pl_goap_drop_steps(m);
    m->planned = PLOY_NONE;
    pl_plan_service_cancel(pl_goap_of(agent)->planning, m->client);
}

void ploy_goap_replan(ploy_agent* agent)
{
    assert_goap(agent);
    pl_goap_data_of(agent)->is_replan_requested = true;
}

// Asking.

const ploy_domain* ploy_goap_domain(const ploy_mind* mind)
{
    PL_ASSERT(mind->kind->act == pl_goap_act);
    return ((const pl_goap*)mind)->domain;
}

static uint32_t give(uint32_t index, const uint32_t* from, uint32_t args[PLOY_MAX_ARGS])
{
    if (args) memcpy(args, from, PLOY_MAX_ARGS * sizeof *args);
    return index;
}

uint32_t ploy_goap_goal(const ploy_agent* agent, uint32_t args[PLOY_MAX_ARGS])
{
    assert_goap(agent);
    uint32_t target = pl_goap_data_of(agent)->goal;
    if (target == PLOY_NONE) return PLOY_NONE;
    const pl_target* t = pl_goap_target(pl_goap_of(agent), target);
    return give(t->goal, t->args, args);
}

uint32_t ploy_goap_action(const ploy_agent* agent, uint32_t args[PLOY_MAX_ARGS])
{
    assert_goap(agent);
    uint32_t running = pl_goap_data_of(agent)->running;
    if (running == PLOY_NONE) return PLOY_NONE;
    const pl_ground* ground = pl_goap_ground(pl_goap_of(agent), running);
    return give(ground->action, ground->args, args);
}

// Of the activities that complete the action, the one that is least far.
static uint32_t least_progress(ploy_agent* agent, const pl_goap_action* action, const uint32_t* args)
{
    const pl_goap_data* m = pl_goap_data_of(agent);
    uint32_t min = PLOY_UNIT;
    for (uint32_t i = 0; i < action->activity_count; ++i) {
        if (!(action->completes >> i & 1) || (m->succeeded >> i & 1)) continue;
        ploy_port ports[PLOY_MAX_PORTS];
        pl_activity_plan plan = pl_goap_activity_plan(agent, action, i, args, ports);
        uint32_t progress = pl_activity_progress(&pl_goap_activities(agent)[i], &plan, agent);
        min = progress < min ? progress : min;
    }
    return min;
}

uint32_t ploy_goap_progress(ploy_agent* agent)
{
    assert_goap(agent);
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_data* m = pl_goap_data_of(agent);
    if (m->running == PLOY_NONE) return 0;
    const pl_ground* ground = pl_goap_ground(goap, m->running);
    const pl_goap_action* action = &goap->actions[ground->action];
    if (action->activity_count > 0) return least_progress(agent, action, ground->args);
    int64_t elapsed = agent->now - m->since;
    return elapsed >= action->duration ? PLOY_UNIT : (uint32_t)(elapsed * PLOY_UNIT / action->duration);
}

uint32_t ploy_goap_steps(const ploy_agent* agent, ploy_step* steps, uint32_t capacity)
{
    assert_goap(agent);
    const pl_goap_data* m = pl_goap_data_of(agent);
    uint32_t count = m->plan_state == PL_GOAP_PLAN_CURRENT ? m->count - m->at : 0;
    for (uint32_t i = 0; i < count && i < capacity; ++i) {
        steps[i] = pl_compiled_step(pl_domain_compiled(pl_goap_of(agent)->domain), pl_goap_steps(agent)[m->at + i]);
    }
    return count;
}

int64_t ploy_goap_priority(const ploy_agent* agent, uint32_t goal)
{
    assert_goap(agent);
    const pl_goap* goap = pl_goap_of(agent);
    PL_ASSERT(goal < goap->goal_count);
    uint32_t place = goap->lives[goal].list;
    return place == PLOY_NONE ? 0 : pl_goap_notes(agent)[place].priority;
}

const uint64_t* ploy_goap_state(const ploy_agent* agent)
{
    assert_goap(agent);
    return pl_goap_state_of(agent);
}

ploy_goal_status pl_goap_goal_status(const ploy_agent* agent, uint32_t goal)
{
    assert_goap(agent);
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_data* m = pl_goap_data_of(agent);
    PL_ASSERT(goal < goap->goal_count);
    if (m->goal != PLOY_NONE && pl_goap_target(goap, m->goal)->goal == goal) return PLOY_GOAL_STATUS_PURSUED;
    uint32_t place = goap->lives[goal].list;
    return place == PLOY_NONE ? PLOY_GOAL_STATUS_UNEVALUATED : (ploy_goal_status)pl_goap_notes(agent)[place].fate;
}

// Names.

#define NAME(NAME_, text) text,

const char* ploy_goap_event_name(ploy_goap_event_kind kind)
{
    static const char* const names[] = {PLOY_GOAP_EVENT_LIST(NAME)};
    return (unsigned)kind < sizeof names / sizeof *names ? names[kind] : "unknown";
}

const char* ploy_goap_reason_text(ploy_goap_reason reason)
{
    static const char* const texts[] = {PLOY_GOAP_REASON_LIST(NAME)};
    return (unsigned)reason < sizeof texts / sizeof *texts ? texts[reason] : "unknown";
}

const char* ploy_goal_status_text(ploy_goal_status fate)
{
    static const char* const texts[] = {PLOY_GOAL_STATUS_LIST(NAME)};
    return (unsigned)fate < sizeof texts / sizeof *texts ? texts[fate] : "unknown";
}
