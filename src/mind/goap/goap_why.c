// What the agent does and why; or why it does nothing: every goal, with what became of it.

#include <ploy/explain.h>

#include "base/defaults.h"
#include "mind/goap/goap.h"
#include "plan/language/text.h"

static void add_args(pl_writer* w, const ploy_domain* domain, const uint32_t* types, const uint32_t* args,
                     uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        pl_writer_add(w, "%s%s", i ? ", " : "(", ploy_domain_object_name(domain, types[i], args[i]));
    }
    if (count > 0) pl_writer_add(w, ")");
}

static void add_ground(pl_writer* w, const pl_goap* goap, uint32_t ground)
{
    const pl_ground* g = pl_goap_ground(goap, ground);
    ploy_action_info info = ploy_domain_action(goap->domain, g->action);
    pl_writer_add(w, "%s", info.name);
    add_args(w, goap->domain, info.param_types, g->args, info.param_count);
}

static void add_target(pl_writer* w, const pl_goap* goap, uint32_t target)
{
    const pl_target* t = pl_goap_target(goap, target);
    ploy_goal_info info = ploy_domain_goal(goap->domain, t->goal);
    pl_writer_add(w, "%s", info.name);
    add_args(w, goap->domain, info.param_types, t->args, info.param_count);
}

static void add_goal(pl_writer* w, const ploy_agent* agent)
{
    const pl_goap_data* m = pl_goap_data_of(agent);
    const pl_goap_note* note = pl_goap_note_of(agent, m->goal);
    pl_writer_add(w, "goal ");
    add_target(w, pl_goap_of(agent), m->goal);
    if (m->is_pushed) {
        pl_writer_add(w, ", pushed by the game");
    } else if (note) {
        pl_writer_add(w, ", priority ");
        pl_writer_add_decimal(w, note->priority);
    }
    pl_writer_add(w, "\n");
}

static void add_plan(pl_writer* w, const ploy_agent* agent)
{
    const pl_goap_data* m = pl_goap_data_of(agent);
    bool is_current = m->plan_state == PL_GOAP_PLAN_CURRENT;
    pl_writer_add(w, is_current ? "plan" : "no plan");
    for (uint32_t i = 0; is_current && i < m->count; ++i) {
        pl_writer_add(w, i ? ", " : " ");
        if (i == m->at) pl_writer_add(w, "[");
        add_ground(w, pl_goap_of(agent), pl_goap_steps(agent)[i]);
        if (i == m->at) pl_writer_add(w, "]");
    }
    if (is_current && m->is_partial) pl_writer_add(w, ", …");
    if (is_current && m->plan_origin == PL_GOAP_REPAIRED) pl_writer_add(w, " (repaired)");
    if (is_current && m->plan_origin == PL_GOAP_PLANNED_SAME)
        pl_writer_add(w, " (with the actions of the plan before)");
    pl_writer_add(w, "\n");
}

static void add_step(pl_writer* w, const ploy_agent* agent)
{
    const pl_goap_data* m = pl_goap_data_of(agent);
    if (m->running != PLOY_NONE) {
        static const char* const verbs[] = {"", "doing ", "doing ", "ending ", "halting "};
        pl_writer_add(w, "%s", verbs[m->action_state]);
        add_ground(w, pl_goap_of(agent), m->running);
        pl_writer_add(w, " for ");
        pl_writer_add_decimal(w, (agent->now - m->since) / (PLOY_SECOND / PLOY_UNIT));
        pl_writer_add(w, " s\n");
    } else if (pl_goap_is_broken(m)) {
        pl_writer_add(w, "the plan broke: %s\n", ploy_goap_reason_text((ploy_goap_reason)m->reason));
    }
}

// What stands in the way of a goal without a plan: the smallest sets of conditions that would have to fall.
static void add_obstacles(pl_writer* w, const ploy_agent* agent, uint32_t place)
{
    const pl_goap* goap = pl_goap_of(agent);
    ploy_explain_def def = {0};
    def.domain = goap->domain;
    def.allocator = goap->allocator;
    def.query.start = pl_goap_state_of(agent);
    def.query.goal = goap->list[place];
    def.query.disabled = goap->disabled;
    def.query.agent = (void*)agent;
    def.unlisted = goap->disabled;
    def.max_searches = PLOY_DEFAULT_GOAP_WHY_SEARCHES;
    ploy_explanation* explanation;
    if (ploy_explain_plan(&def, &explanation) != PLOY_OK) return;
    const ploy_blocker_sets* sets = &explanation->obstacles;
    for (uint32_t i = 0; i < sets->set_count; ++i) {
        pl_writer_add(w, i ? "      or " : "      ");
        for (uint32_t k = 0; k < sets->sets[i].obstacle_count; ++k) {
            char text[240];
            ploy_blocker_print(goap->domain, &sets->sets[i].obstacles[k], text, sizeof text);
            pl_writer_add(w, "%s%s", k ? ", and " : "", text);
        }
        pl_writer_add(w, "\n");
    }
    ploy_explanation_destroy(explanation);
}

static void add_note(pl_writer* w, const ploy_agent* agent, uint32_t place)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_note* note = &pl_goap_notes(agent)[place];
    pl_writer_add(w, "  %s", ploy_domain_goal(goap->domain, goap->list[place]).name);
    if (note->priority > 0) {
        pl_writer_add(w, ", priority ");
        pl_writer_add_decimal(w, note->priority);
        pl_writer_add(w, ",");
    }
    pl_writer_add(w, " %s", ploy_goal_status_text((ploy_goal_status)note->fate));
    if (note->fate == PLOY_GOAL_STATUS_NO_PLAN) pl_writer_add(w, ": %s", ploy_status_text((ploy_status)note->status));
    pl_writer_add(w, "\n");
    if (note->fate == PLOY_GOAL_STATUS_NO_PLAN && note->status == PLOY_NOT_FOUND) add_obstacles(w, agent, place);
}

static void add_idle(pl_writer* w, const ploy_agent* agent)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_data* m = pl_goap_data_of(agent);
    bool is_waiting = m->planned != PLOY_NONE;
    if (is_waiting) {
        pl_writer_add(w, "waits for a plan for ");
        add_target(w, goap, m->planned);
        pl_writer_add(w, "\n");
    } else {
        pl_writer_add(w, "does nothing%s\n", goap->def.manual ? ": it does not plan by itself" : "");
    }
    if (m->status != PLOY_OK) {
        pl_writer_add(w, "what was pushed had no plan: %s\n", ploy_status_text((ploy_status)m->status));
    }
}

size_t pl_goap_why(const ploy_agent* agent, char* text, size_t size)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_data* m = pl_goap_data_of(agent);
    pl_writer writer = pl_writer_begin(text, size);
    if (m->goal != PLOY_NONE) {
        add_goal(&writer, agent);
        add_plan(&writer, agent);
        add_step(&writer, agent);
    } else {
        add_idle(&writer, agent);
    }
    if (goap->list_count > 0) pl_writer_add(&writer, "goals\n");
    for (uint32_t i = 0; i < goap->list_count; ++i) add_note(&writer, agent, i);
    return writer.length;
}
