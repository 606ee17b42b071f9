// What a game requests from an agent with a GOAP mind and reads from it: pushed goals, the current plan, and why.

#include <ploy/explain.h>
#include <string.h>

#include "base/check.h"
#include "base/defaults.h"
#include "mind/goap/goap.h"
#include "plan/language/text.h"

static const ploy_mind_class* class_of(const ploy_agent* agent)
{
    return agent->mind ? agent->mind->kind : NULL;
}

#define assert_goap(agent) assert_goap_for(__func__, agent)

static void assert_goap_for(const char* function, const ploy_agent* agent)
{
    bool agent_has_goap_mind = class_of(agent) && class_of(agent)->act == pl_goap_act;
    PL_ASSERT_FOR(function, agent_has_goap_mind);
}

// Requests.

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
    PL_NEED(agent, PLOY_INVALID);
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
    PL_NEED(agent, );
    assert_goap(agent);
    pl_goap_data* m = pl_goap_data_of(agent);
    if (m->goal == PLOY_NONE) {
        m->next = agent->now;
    } else {
        m->goal_state = PL_GOAP_ABORTED;
    }
    m->pushed = PLOY_NONE;
    if (pl_goap_has_answer(m)) pl_goap_drop_steps(m);
    m->planned = PLOY_NONE;
    pl_plan_service_cancel(pl_goap_of(agent)->planning, m->client);
}

void ploy_goap_replan(ploy_agent* agent)
{
    PL_NEED(agent, );
    assert_goap(agent);
    pl_goap_data_of(agent)->is_replan_requested = true;
}

// Queries.

const ploy_domain* ploy_goap_domain(const ploy_mind* mind)
{
    PL_NEED(mind, NULL);
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
    PL_NEED(agent, PLOY_NONE);
    assert_goap(agent);
    uint32_t target = pl_goap_data_of(agent)->goal;
    if (target == PLOY_NONE) return PLOY_NONE;
    const pl_target* t = pl_goap_target(pl_goap_of(agent), target);
    return give(t->goal, t->args, args);
}

uint32_t ploy_goap_action(const ploy_agent* agent, uint32_t args[PLOY_MAX_ARGS])
{
    PL_NEED(agent, PLOY_NONE);
    assert_goap(agent);
    uint32_t running = pl_goap_data_of(agent)->running;
    if (running == PLOY_NONE) return PLOY_NONE;
    const pl_ground* ground = pl_goap_ground(pl_goap_of(agent), running);
    return give(ground->action, ground->args, args);
}

// The progress of the slowest activity that the action waits for.
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
    PL_NEED(agent, 0);
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
    PL_NEED(agent, 0);
    if (capacity > 0) PL_NEED(steps, 0);
    assert_goap(agent);
    const pl_goap_data* m = pl_goap_data_of(agent);
    uint32_t count = m->plan_state == PL_GOAP_PLAN_CURRENT ? m->count - m->at : 0;
    for (uint32_t i = 0; i < count && i < capacity; ++i) {
        steps[i] = pl_compiled_step(pl_domain_compiled(pl_goap_of(agent)->domain), pl_goap_step(agent, m->at + i));
    }
    return count;
}

int64_t ploy_goap_priority(const ploy_agent* agent, uint32_t goal)
{
    PL_NEED(agent, 0);
    assert_goap(agent);
    const pl_goap* goap = pl_goap_of(agent);
    PL_ASSERT(goal < goap->goal_count);
    uint32_t place = goap->callbacks[goal].list;
    return place == PLOY_NONE ? 0 : pl_goap_notes(agent)[place].priority;
}

const uint64_t* ploy_goap_state(const ploy_agent* agent)
{
    PL_NEED(agent, NULL);
    assert_goap(agent);
    return pl_goap_state_of(agent);
}

ploy_goal_status pl_goap_goal_status(const ploy_agent* agent, uint32_t goal)
{
    assert_goap(agent);
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_data* m = pl_goap_data_of(agent);
    PL_ASSERT(goal < goap->goal_count);
    if (m->goal != PLOY_NONE && pl_goap_target(goap, m->goal)->goal == goal) {
        return m->goal_state == PL_GOAP_HELD ? PLOY_GOAL_STATUS_HELD : PLOY_GOAL_STATUS_PURSUED;
    }
    uint32_t place = goap->callbacks[goal].list;
    return place == PLOY_NONE ? PLOY_GOAL_STATUS_UNEVALUATED
                              : (ploy_goal_status)pl_goap_notes(agent)[place].goal_status;
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

const char* ploy_goal_status_text(ploy_goal_status status)
{
    static const char* const texts[] = {PLOY_GOAL_STATUS_LIST(NAME)};
    return (unsigned)status < sizeof texts / sizeof *texts ? texts[status] : "unknown";
}

// What the agent does and why, or why it does nothing: every goal with its status.

static void add_args(pl_text_writer* w, const ploy_domain* domain, const uint32_t* types, const uint32_t* args,
                     uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        pl_writer_add(w, "%s%s", i ? ", " : "(", ploy_domain_object_name(domain, types[i], args[i]));
    }
    if (count > 0) pl_writer_add(w, ")");
}

static void add_ground(pl_text_writer* w, const pl_goap* goap, uint32_t ground)
{
    const pl_ground* g = pl_goap_ground(goap, ground);
    ploy_action_info info = ploy_domain_action(goap->domain, g->action);
    pl_writer_add(w, "%s", info.name);
    add_args(w, goap->domain, info.param_types, g->args, info.param_count);
}

static void add_target(pl_text_writer* w, const pl_goap* goap, uint32_t target)
{
    const pl_target* t = pl_goap_target(goap, target);
    ploy_goal_info info = ploy_domain_goal(goap->domain, t->goal);
    pl_writer_add(w, "%s", info.name);
    add_args(w, goap->domain, info.param_types, t->args, info.param_count);
}

static void add_goal(pl_text_writer* w, const ploy_agent* agent)
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

static void add_plan(pl_text_writer* w, const ploy_agent* agent)
{
    const pl_goap_data* m = pl_goap_data_of(agent);
    bool is_current = m->plan_state == PL_GOAP_PLAN_CURRENT;
    if (m->goal_state == PL_GOAP_HELD) {
        pl_writer_add(w, "held: it is met, and the agent stays with it while it is relevant\n");
        return;
    }
    pl_writer_add(w, is_current ? "plan" : "no plan");
    for (uint32_t i = 0; is_current && i < m->count; ++i) {
        pl_writer_add(w, i ? ", " : " ");
        if (i == m->at) pl_writer_add(w, "[");
        add_ground(w, pl_goap_of(agent), pl_goap_step(agent, i));
        if (i == m->at) pl_writer_add(w, "]");
    }
    if (is_current && m->is_partial) pl_writer_add(w, ", …");
    if (is_current && m->plan_origin == PL_GOAP_REPAIRED) pl_writer_add(w, " (repaired)");
    if (is_current && m->plan_origin == PL_GOAP_PLANNED_SAME)
        pl_writer_add(w, " (with the actions of the plan before)");
    pl_writer_add(w, "\n");
}

static void add_step(pl_text_writer* w, const ploy_agent* agent)
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

// Why a goal has no plan: the smallest sets of blockers; satisfying any one set makes a plan possible.
static void add_obstacles(pl_text_writer* w, const ploy_agent* agent, uint32_t place)
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

static void add_note(pl_text_writer* w, const ploy_agent* agent, uint32_t place)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_note* note = &pl_goap_notes(agent)[place];
    pl_writer_add(w, "  %s", ploy_domain_goal(goap->domain, goap->list[place]).name);
    if (note->priority > 0) {
        pl_writer_add(w, ", priority ");
        pl_writer_add_decimal(w, note->priority);
        pl_writer_add(w, ",");
    }
    pl_writer_add(w, " %s", ploy_goal_status_text((ploy_goal_status)note->goal_status));
    if (note->goal_status == PLOY_GOAL_STATUS_NO_PLAN)
        pl_writer_add(w, ": %s", ploy_status_text((ploy_status)note->search_status));
    pl_writer_add(w, "\n");
    if (note->goal_status == PLOY_GOAL_STATUS_NO_PLAN && note->search_status == PLOY_NOT_FOUND)
        add_obstacles(w, agent, place);
}

static void add_idle(pl_text_writer* w, const ploy_agent* agent)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_data* m = pl_goap_data_of(agent);
    bool is_waiting = m->planned != PLOY_NONE;
    if (is_waiting) {
        pl_writer_add(w, "waits for a plan for ");
        add_target(w, goap, m->planned);
        pl_writer_add(w, "\n");
    } else {
        pl_writer_add(w, "does nothing%s\n", goap->def.manual ? ": it plans only when requested" : "");
    }
    if (m->status != PLOY_OK) {
        pl_writer_add(w, "the pushed goal had no plan: %s\n", ploy_status_text((ploy_status)m->status));
    }
}

// What its blackboard does not show yet.
static void add_beliefs(pl_text_writer* w, const ploy_agent* agent)
{
    const pl_goap* goap = pl_goap_of(agent);
    const char* before = "believes until it is sensed: ";
    for (uint32_t i = 0; i < pl_goap_belief_count(agent); ++i) {
        const pl_goap_belief* belief = &pl_goap_data_of(agent)->beliefs->list[i];
        if (belief->action == PL_GOAP_EXPECTED) continue;
        uint32_t key = goap->view->rows.data[belief->row].key;
        pl_writer_add(w, "%s%s", before, ploy_blackboard_keys_name(goap->def.parts.keys, key));
        before = ", ";
    }
    if (*before == ',') pl_writer_add(w, "\n");
}

size_t pl_goap_why(const ploy_agent* agent, char* text, size_t size)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_data* m = pl_goap_data_of(agent);
    pl_text_writer writer = pl_writer_begin(text, size);
    if (m->goal != PLOY_NONE) {
        add_goal(&writer, agent);
        add_plan(&writer, agent);
        add_step(&writer, agent);
    } else {
        add_idle(&writer, agent);
    }
    add_beliefs(&writer, agent);
    if (goap->list_count > 0) pl_writer_add(&writer, "goals\n");
    for (uint32_t i = 0; i < goap->list_count; ++i) add_note(&writer, agent, i);
    return writer.length;
}
