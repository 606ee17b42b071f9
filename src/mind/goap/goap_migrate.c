// Hot reload: an agent migrates to a new version of its mind in the middle of a plan. Goals, actions, objects and
// symbols are matched by name. A running action that no longer exists is aborted; a plan with a step that no longer
// exists is planned again; a goal that no longer exists is aborted with its plan and action.

#include <string.h>

#include "base/check.h"
#include "mind/common/mind.h"
#include "mind/goap/goap.h"

typedef struct goap_versions
{
    const pl_goap* from;
    const pl_goap* to;
} goap_versions;

// Names.

static pl_versions domains_of(goap_versions e)
{
    return (pl_versions){e.from->domain, e.to->domain};
}

// The same target in the new version, or PLOY_NONE.
static uint32_t migrate_target(goap_versions e, uint32_t target)
{
    if (target == PLOY_NONE) return PLOY_NONE;
    const pl_target* t = pl_goap_target(e.from, target);
    uint32_t args[PLOY_MAX_ARGS], goal = pl_migrate_goal(domains_of(e), t->goal, t->args, args);
    return goal == PLOY_NONE ? PLOY_NONE : pl_domain_target_index(e.to->domain, goal, args);
}

// The same ground action in the new version. PLOY_NONE: there is none, or it is disabled.
static uint32_t migrate_ground(goap_versions e, uint32_t ground)
{
    if (ground == PLOY_NONE) return PLOY_NONE;
    const pl_ground* g = pl_goap_ground(e.from, ground);
    uint32_t args[PLOY_MAX_ARGS], action = pl_migrate_action(domains_of(e), g->action, g->args, args);
    if (action == PLOY_NONE || (e.to->disabled[action / 64] >> (action % 64) & 1)) return PLOY_NONE;
    return pl_domain_ground_index(e.to->domain, action, args);
}

// Does the action have the same activities?
static bool drives_same(goap_versions e, uint32_t from, uint32_t to)
{
    const pl_goap_action* a = &e.from->actions[pl_goap_ground(e.from, from)->action];
    const pl_goap_action* b = &e.to->actions[pl_goap_ground(e.to, to)->action];
    if (e.from->def.parts.bindings != e.to->def.parts.bindings || a->activity_count != b->activity_count) return false;
    for (uint32_t i = 0; i < a->activity_count; ++i) {
        if (a->activities[i].index != b->activities[i].index) return false;
    }
    return a->completes == b->completes;
}

// Migration.

static bool migrate_steps(goap_versions e, const ploy_agent* agent, const ploy_agent* old)
{
    const pl_goap_data* from = pl_goap_data_of(old);
    pl_goap_data* m = pl_goap_data_of(agent);
    uint32_t count = from->count - from->at;
    if (from->plan_state == PL_GOAP_PLAN_NEW || pl_goap_is_broken(from) || count > e.to->def.max_steps) return false;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t ground = migrate_ground(e, pl_goap_step(old, from->at + i));
        if (ground == PLOY_NONE) return false;
        pl_goap_set_step(agent, i, ground);
    }
    m->count = (uint16_t)count;
    if (e.to->has_objects) *pl_goap_object_stamp(agent) = e.from->has_objects ? *pl_goap_object_stamp(old) : 0;
    if (e.to->def.act_early && e.from->def.act_early) *pl_goap_tail(agent) = *pl_goap_tail(old);
    m->plan_state = from->plan_state;
    m->plan_origin = from->plan_origin;
    m->is_partial = from->is_partial;
    return true;
}

static void migrate_running(goap_versions e, const ploy_agent* agent, const ploy_agent* old)
{
    const pl_goap_data* from = pl_goap_data_of(old);
    pl_goap_data* m = pl_goap_data_of(agent);
    m->running = migrate_ground(e, from->running);
    m->action_state = from->action_state;
    m->since = from->since;
    m->succeeded = from->succeeded;
    m->reason = from->reason;
    uint32_t count = e.to->actions[pl_goap_ground(e.to, m->running)->action].activity_count;
    uint32_t bytes = e.from->run_bytes < e.to->run_bytes ? e.from->run_bytes : e.to->run_bytes;
    for (uint32_t i = 0; i < count; ++i) {
        pl_goap_activities(agent)[i] = pl_goap_activities(old)[i];
        memcpy(pl_goap_part(agent, e.to->runs_at + i * e.to->run_bytes),
               pl_goap_part(old, e.from->runs_at + i * e.from->run_bytes), bytes);
    }
}

ploy_status pl_goap_migrate(ploy_agent* agent, ploy_agent* old)
{
    goap_versions e = {pl_goap_of(old), pl_goap_of(agent)};
    pl_goap_data* from = pl_goap_data_of(old);
    pl_goap_data* m = pl_goap_data_of(agent);
    ploy_status status = pl_goap_join(agent);
    if (status != PLOY_OK) return status;
    uint32_t goal = migrate_target(e, from->goal);
    m->pushed = migrate_target(e, from->pushed);
    pl_goap_migrate_beliefs(agent, old);
    if (goal == PLOY_NONE) {
        pl_goap_forget_expected(agent);
        pl_goap_end(old);
        return PLOY_OK;
    }
    m->goal = goal;
    m->last = migrate_ground(e, from->last);
    bool is_kept = from->goal_state == PL_GOAP_ABORTED || from->goal_state == PL_GOAP_HELD;
    m->goal_state = is_kept ? from->goal_state : PL_GOAP_PURSUED;
    m->is_pushed = from->is_pushed;
    m->is_replan_requested = from->is_replan_requested;
    pl_migrate_beliefs(domains_of(e), e.to->view, pl_goap_state_of(old), pl_goap_state_of(agent));
    uint32_t running = migrate_ground(e, from->running);
    bool goes_on = migrate_steps(e, agent, old);
    if (from->running != PLOY_NONE && goes_on && running != PLOY_NONE && drives_same(e, from->running, running)) {
        migrate_running(e, agent, old);
    } else if (from->running != PLOY_NONE) {
        pl_goap_forget_expected(agent);
        pl_goap_cut_short(old);
    }
    if (!goes_on && m->goal_state != PL_GOAP_HELD) pl_goap_raise(m, PL_GOAP_BROKEN);
    pl_goap_drop_beliefs(old);
    pl_plan_service_leave(e.from->planning, from->client);
    return PLOY_OK;
}
