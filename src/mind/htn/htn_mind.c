// The mind: creation, a tick of an agent, hot reload, and why.

#include "base/check.h"
#include "base/containers/bitset.h"
#include "mind/common/mind.h"
#include "mind/htn/htn_mind.h"

#include <string.h>

#include "base/defaults.h"
#include "base/error.h"
#include "base/hash.h"
#include "knowledge/blackboard.h"
#include "mind/common/bindings.h"
#include "plan/domain/compiled.h"
#include "trace/emit.h"
#include "plan/domain/domain.h"
#include "plan/language/text.h"

static ploy_htn_mind_def htn_mind_with_defaults(const ploy_htn_mind_def* given)
{
    ploy_htn_mind_def def = given ? *given : (ploy_htn_mind_def){0};
    PL_DEFAULT(def.retry, PLOY_DEFAULT_HTN_RETRY);
    def.parts.allocator = pl_allocator_choose(&def.parts.allocator);
    return def;
}

// Creation.

static ploy_status find_task(pl_htn_mind* mind, const char* name, ploy_error* error)
{
    mind->task = name ? ploy_htn_find_task(mind->htn, name) : PLOY_NONE;
    if (mind->task == PLOY_NONE) {
        pl_error_set(error, 0, 0, "the task network has no task '%s'", name ? name : "");
        return PLOY_INVALID;
    }
    if (mind->htn->tasks.data[mind->task].param_count == 0) return PLOY_OK;
    pl_error_set(error, 0, 0, "the task '%s' has parameters: an agent can only do a task without parameters", name);
    return PLOY_INVALID;
}

static ploy_status bind_action(pl_htn_mind* mind, const ploy_htn_mind_def* def, uint32_t index, ploy_error* error)
{
    ploy_action_info info = ploy_domain_action(mind->htn->domain, index);
    pl_htn_action* action = &mind->actions[index];
    action->duration = info.duration;
    action->limit = info.limit;
    action->activity = def->parts.bindings ? ploy_bindings_find_activity(def->parts.bindings, info.name) : PLOY_NONE;
    if (action->activity == PLOY_NONE) return PLOY_OK;
    const ploy_activity_def* activity = ploy_bindings_activity(def->parts.bindings, action->activity);
    if (activity->data_bytes > mind->run_bytes) mind->run_bytes = activity->data_bytes;
    pl_port_source from = {"action", info.name, info.param_names, info.param_types, info.param_count, def->parts.keys};
    return pl_ports_connect(&from, "activity", activity->name, pl_activity_ports(activity), &action->ports, error);
}

static ploy_status bind_actions(pl_htn_mind* mind, const ploy_htn_mind_def* def, ploy_error* error)
{
    mind->action_count = ploy_domain_action_count(mind->htn->domain);
    mind->actions = PL_NEW_ARRAY(&mind->allocator, pl_htn_action, mind->action_count + 1);
    if (!mind->actions) return PLOY_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < mind->action_count; ++i) {
        ploy_status status = bind_action(mind, def, i, error);
        if (status != PLOY_OK) return status;
    }
    mind->disabled = PL_NEW_ARRAY(&mind->allocator, uint64_t, mind->action_count / 64 + 1);
    mind->lacked = PL_NEW_ARRAY(&mind->allocator, uint64_t, mind->action_count / 64 + 1);
    if (!mind->disabled || !mind->lacked) return PLOY_OUT_OF_MEMORY;
    size_t bytes = (mind->action_count + 63) / 64 * sizeof(uint64_t);
    if (def->disabled) memcpy(mind->lacked, def->disabled, bytes);
    memcpy(mind->disabled, mind->lacked, bytes);
    return PLOY_OK;
}

void pl_htn_disable(ploy_mind* mind, uint32_t action, bool is_disabled)
{
    pl_htn_mind* m = (pl_htn_mind*)mind;
    if (is_disabled || pl_bits_test(m->lacked, action)) {
        pl_bits_set(m->disabled, action);
    } else {
        pl_bits_clear(m->disabled, action);
    }
}

static uint32_t lay_out(uint32_t* end, size_t bytes)
{
    uint32_t at = *end;
    *end += (uint32_t)((bytes + 7) / 8 * 8);
    return at;
}

static void lay_out_memory(pl_htn_mind* mind)
{
    const ploy_htn* htn = mind->htn;
    uint32_t end = 0;
    mind->words = pl_domain_compiled(htn->domain)->words;
    mind->rest_room = htn->has_pauses ? htn->max_rest : 0;
    lay_out(&end, sizeof(pl_htn_data));
    mind->state_at = lay_out(&end, mind->words * sizeof(uint64_t));
    mind->trial_at = lay_out(&end, mind->words * sizeof(uint64_t));
    mind->rank_at = lay_out(&end, PL_HTN_RANK * sizeof(uint32_t));
    mind->steps_at = lay_out(&end, htn->max_steps * sizeof(pl_htn_step));
    mind->rest_at = lay_out(&end, mind->rest_room * sizeof(ploy_htn_remainder));
    mind->run_at = lay_out(&end, mind->run_bytes);
    mind->mind = (ploy_mind){.kind = &pl_htn_class, .data_bytes = end};
}

static bool is_parallel(const pl_htn_mind* mind)
{
    bool parallel = true;
    for (uint32_t i = 0; i < mind->action_count; ++i) {
        uint32_t activity = mind->actions[i].activity;
        parallel = parallel && (activity == PLOY_NONE || ploy_bindings_activity(mind->bindings, activity)->parallel);
    }
    return parallel;
}

static void destroy(ploy_mind* base)
{
    pl_htn_mind* mind = (pl_htn_mind*)base;
    ploy_allocator allocator = mind->allocator;
    for (uint32_t i = 0; i < mind->planners.count; ++i) ploy_htn_planner_destroy(mind->planners.data[i]);
    PL_ARRAY_FREE(&mind->planners, &allocator);
    PL_ARRAY_FREE(&mind->agents, &allocator);
    PL_DELETE_ARRAY(&allocator, mind->actions, mind->action_count + 1);
    PL_DELETE_ARRAY(&allocator, mind->disabled, mind->action_count / 64 + 1);
    PL_DELETE_ARRAY(&allocator, mind->lacked, mind->action_count / 64 + 1);
    ploy_view_destroy(mind->view);
    ploy_htn_destroy((ploy_htn*)mind->htn);
    pl_held held = mind->held;
    PL_DELETE(&allocator, mind);
    pl_held_drop(&held);
}

ploy_status ploy_htn_mind_create(const ploy_htn_mind_def* given, ploy_mind** mind, ploy_error* error)
{
    PL_NEED_ERROR(error, mind, PLOY_INVALID);
    *mind = NULL;
    PL_NEED_NAMED("def", error, given, PLOY_INVALID);
    ploy_htn_mind_def full = htn_mind_with_defaults(given);
    const ploy_htn_mind_def* def = &full;
    PL_NEED_ERROR(error, def->htn, PLOY_INVALID);
    pl_error_clear(error);
    pl_htn_mind* made = PL_NEW(&def->parts.allocator, pl_htn_mind);
    if (!made) return PLOY_OUT_OF_MEMORY;
    made->allocator = def->parts.allocator;
    made->htn = def->htn;
    pl_shared_take(&((ploy_htn*)def->htn)->shared);
    made->held = pl_held_take(&def->parts);
    made->bindings = def->parts.bindings;
    made->retry = def->retry;
    ploy_status status = find_task(made, def->task, error);
    if (status == PLOY_OK) status = bind_actions(made, def, error);
    if (status == PLOY_OK && def->parts.keys) {
        status =
            ploy_view_create(&(ploy_view_def){made->allocator, def->htn->domain, def->parts.keys}, &made->view, error);
    }
    if (status != PLOY_OK) {
        destroy(&made->mind);
        return status;
    }
    lay_out_memory(made);
    made->mind.parallel = is_parallel(made);
    *mind = &made->mind;
    return PLOY_OK;
}

// Thinking: is the plan still valid, and is a search needed?

static ploy_status begin(ploy_agent* agent)
{
    ploy_state_init(pl_htn_mind_of(agent)->htn->domain, pl_htn_state(agent));
    return pl_htn_add_agent(agent);
}

// Reads the blackboard if anything on it has changed. True if the state has changed.
static bool read_blackboard(ploy_agent* agent)
{
    const pl_htn_mind* mind = pl_htn_mind_of(agent);
    pl_htn_data* m = pl_htn_data_of(agent);
    bool is_first = !m->is_warm;
    m->is_warm = true;
    if (!mind->view || !agent->blackboard) return is_first;
    uint64_t stamp = pl_blackboard_stamp_all(agent->blackboard);
    if (!is_first && stamp == m->blackboard_stamp && agent->blackboard == m->blackboard) return false;
    m->blackboard_stamp = stamp;
    m->blackboard = agent->blackboard;
    uint64_t* state = pl_htn_state(agent);
    uint64_t before = pl_hash_words(state, mind->words);
    ploy_view_read(mind->view, agent->blackboard, state);
    return is_first || before != pl_hash_words(state, mind->words);
}

// Simulates the rest of the plan in a copy of the state, and adds up its cost.
static bool still_holds(ploy_agent* agent)
{
    const pl_htn_mind* mind = pl_htn_mind_of(agent);
    pl_htn_data* m = pl_htn_data_of(agent);
    uint64_t* state = pl_htn_part(agent, mind->trial_at);
    memcpy(state, pl_htn_state(agent), mind->words * sizeof *state);
    m->cost = 0;
    for (uint32_t i = m->at; i < m->count; ++i) {
        const pl_htn_step* from = &pl_htn_steps(agent)[i];
        ploy_step step = {.action = from->action};
        memcpy(step.args, from->args, sizeof step.args);
        step.id = pl_domain_ground_index(mind->htn->domain, step.action, step.args);
        m->cost += ploy_action_cost(mind->htn->domain, step.action, step.args, state, agent);
        bool is_running = m->is_doing && i == m->at;
        if (!pl_htn_apply(mind->htn, state, &step) && !is_running) return false;
    }
    return true;
}

static void think(ploy_agent* agent)
{
    pl_htn_data* m = pl_htn_data_of(agent);
    bool has_changed = read_blackboard(agent);
    bool has_plan = m->at < m->count;
    if (m->wants == PL_HTN_WANTS_PLAN) return; // it still waits for its turn
    if (has_plan && has_changed) {
        m->wants = still_holds(agent) ? PL_HTN_WANTS_BETTER : PL_HTN_WANTS_PLAN;
    } else if (!has_plan && m->rest_count > 0) {
        m->wants = PL_HTN_WANTS_REST;
    } else if (!has_plan && (has_changed || agent->now >= m->retry_at)) {
        m->wants = PL_HTN_WANTS_PLAN;
    }
}

// Acting.

static pl_activity_plan activity_of(const ploy_agent* agent, const pl_htn_step* step, ploy_port ports[PLOY_MAX_PORTS])
{
    const pl_htn_mind* mind = pl_htn_mind_of(agent);
    const pl_htn_action* action = &mind->actions[step->action];
    pl_ports_fill(&action->ports, step->args, ports);
    return (pl_activity_plan){
        .def = ploy_bindings_activity(mind->bindings, action->activity),
        .ports = ports,
        .activity = action->activity,
        .duration = action->duration,
        .limit = action->limit,
        .memory = pl_htn_part(agent, mind->run_at),
    };
}

static bool has_activity(const ploy_agent* agent, const pl_htn_step* step)
{
    return pl_htn_mind_of(agent)->actions[step->action].activity != PLOY_NONE;
}

static uint64_t ground_of(const ploy_agent* agent, const pl_htn_step* step)
{
    return pl_domain_ground_index(pl_htn_mind_of(agent)->htn->domain, step->action, step->args);
}

static ploy_outcome start(ploy_agent* agent)
{
    pl_htn_data* m = pl_htn_data_of(agent);
    ploy_port ports[PLOY_MAX_PORTS];
    m->doing = pl_htn_steps(agent)[m->at];
    m->is_doing = true;
    PL_TRACE(agent->trace, ACTION_STARTED, agent->id.index1, m->doing.action, ground_of(agent, &m->doing),
             pl_htn_mind_of(agent)->task);
    if (has_activity(agent, &m->doing)) {
        pl_activity_plan plan = activity_of(agent, &m->doing, ports);
        return pl_activity_start(&m->activity, &plan, agent);
    }
    m->activity = (pl_activity){.since = agent->now};
    return pl_htn_mind_of(agent)->actions[m->doing.action].duration > 0 ? PLOY_RUNNING : PLOY_SUCCESS;
}

static ploy_outcome perform(ploy_agent* agent)
{
    pl_htn_data* m = pl_htn_data_of(agent);
    ploy_port ports[PLOY_MAX_PORTS];
    if (has_activity(agent, &m->doing)) {
        pl_activity_plan plan = activity_of(agent, &m->doing, ports);
        return pl_activity_perform(&m->activity, &plan, agent);
    }
    int64_t duration = pl_htn_mind_of(agent)->actions[m->doing.action].duration;
    return agent->now - m->activity.since >= duration ? PLOY_SUCCESS : PLOY_RUNNING;
}

// True when nothing runs any more.
static bool halt(ploy_agent* agent)
{
    pl_htn_data* m = pl_htn_data_of(agent);
    ploy_port ports[PLOY_MAX_PORTS];
    if (!m->is_doing) return true;
    if (has_activity(agent, &m->doing)) {
        pl_activity_plan plan = activity_of(agent, &m->doing, ports);
        if (!pl_activity_halt(&m->activity, &plan, agent)) return false;
    }
    m->is_doing = m->is_leaving = false;
    PL_TRACE(agent->trace, ACTION_ABORTED, agent->id.index1, m->doing.action, ground_of(agent, &m->doing), 0,
             agent->reason);
    return true;
}

// For symbols that no key provides, the effect of the step is assumed.
static void finish(ploy_agent* agent)
{
    pl_htn_data* m = pl_htn_data_of(agent);
    ploy_step step = {.action = m->doing.action};
    memcpy(step.args, m->doing.args, sizeof step.args);
    step.id = pl_domain_ground_index(pl_htn_mind_of(agent)->htn->domain, step.action, step.args);
    pl_htn_apply(pl_htn_mind_of(agent)->htn, pl_htn_state(agent), &step);
    m->blackboard = NULL; // so that the keys are read again
    m->is_doing = false;
    ++m->at;
    PL_TRACE(agent->trace, ACTION_FINISHED, agent->id.index1, m->doing.action, ground_of(agent, &m->doing));
    bool is_over = m->at == m->count && m->rest_count == 0;
    if (!is_over) return;
    m->at = m->count = 0;
    m->rank_count = 0;
    m->retry_at = agent->now;
}

static void fail(ploy_agent* agent)
{
    pl_htn_data* m = pl_htn_data_of(agent);
    PL_TRACE(agent->trace, ACTION_ABORTED, agent->id.index1, m->doing.action, ground_of(agent, &m->doing), 0,
             agent->reason);
    m->is_doing = false;
    pl_htn_drop(agent);
    m->retry_at = agent->now;
}

// The context of the running step is evaluated in each tick, as in a GOAP mind.
static void check_context(ploy_agent* agent)
{
    pl_htn_data* m = pl_htn_data_of(agent);
    if (!m->is_doing || m->is_leaving) return;
    const ploy_domain* domain = pl_htn_mind_of(agent)->htn->domain;
    if (pl_action_context(domain, m->doing.action, m->doing.args, pl_htn_state(agent), agent)) return;
    pl_htn_drop(agent);
    m->retry_at = agent->now;
}

static void act(ploy_agent* agent)
{
    pl_htn_data* m = pl_htn_data_of(agent);
    check_context(agent);
    if (m->is_leaving && !halt(agent)) return;
    ploy_outcome outcome = m->is_doing ? perform(agent) : PLOY_SUCCESS;
    if (m->is_doing && outcome == PLOY_SUCCESS) finish(agent);
    while (outcome == PLOY_SUCCESS && m->at < m->count) {
        outcome = start(agent);
        if (outcome == PLOY_SUCCESS) finish(agent);
    }
    if (outcome == PLOY_FAILURE) fail(agent);
}

static void end(ploy_agent* agent)
{
    halt(agent);
    pl_htn_remove_agent(agent);
}

// Hot reload: the running step continues if it is still an action that runs the same activity, until the new version
// has a plan of its own.
static bool migrate_step(const ploy_agent* agent, const ploy_agent* old, pl_htn_step* step)
{
    const pl_htn_mind* mind = pl_htn_mind_of(agent);
    const pl_htn_mind* before = pl_htn_mind_of(old);
    const pl_htn_step* from = &pl_htn_data_of(old)->doing;
    pl_versions versions = {before->htn->domain, mind->htn->domain};
    step->action = pl_migrate_action(versions, from->action, from->args, step->args);
    return step->action != PLOY_NONE && mind->actions[step->action].activity == before->actions[from->action].activity;
}

static void migrate_data(ploy_agent* agent, ploy_agent* old)
{
    const pl_htn_mind* mind = pl_htn_mind_of(agent);
    const pl_htn_mind* before = pl_htn_mind_of(old);
    pl_htn_data* m = pl_htn_data_of(agent);
    const pl_htn_data* from = pl_htn_data_of(old);
    pl_migrate_beliefs((pl_versions){before->htn->domain, mind->htn->domain}, mind->view, pl_htn_state(old),
                       pl_htn_state(agent));
    m->wants = PL_HTN_WANTS_PLAN;
    if (!from->is_doing) return;
    if (!migrate_step(agent, old, &m->doing)) {
        halt(old);
        return;
    }
    uint32_t bytes = mind->run_bytes < before->run_bytes ? mind->run_bytes : before->run_bytes;
    m->is_doing = true;
    m->is_leaving = from->is_leaving;
    m->activity = from->activity;
    memcpy(pl_htn_part(agent, mind->run_at), pl_htn_part(old, before->run_at), bytes);
}

static ploy_status migrate(ploy_agent* agent, ploy_agent* old)
{
    bool fits = old->mind->kind == &pl_htn_class && pl_htn_mind_of(old)->bindings == pl_htn_mind_of(agent)->bindings;
    ploy_status status = begin(agent);
    if (!fits || status != PLOY_OK) {
        if (old->mind->kind->end) old->mind->kind->end(old);
        return status;
    }
    migrate_data(agent, old);
    pl_htn_remove_agent(old);
    return PLOY_OK;
}

// Why: what the agent does, what comes next, and which method led to it.

static void write_step(pl_text_writer* writer, const ploy_domain* domain, const pl_htn_step* step)
{
    ploy_action_info info = ploy_domain_action(domain, step->action);
    pl_writer_add(writer, "%s", info.name);
    for (uint32_t i = 0; i < info.param_count; ++i) {
        pl_writer_add(writer, "%s%s", i == 0 ? "(" : ", ",
                      ploy_domain_object_name(domain, info.param_types[i], step->args[i]));
    }
    if (info.param_count > 0) pl_writer_add(writer, ")");
}

static void write_doing(pl_text_writer* writer, const ploy_agent* agent)
{
    const pl_htn_mind* mind = pl_htn_mind_of(agent);
    const pl_htn_data* m = pl_htn_data_of(agent);
    const char* task = mind->htn->tasks.data[mind->task].name;
    if (!m->is_doing) {
        pl_writer_add(writer, "Nothing is running for %s.", task);
        return;
    }
    write_step(writer, mind->htn->domain, &m->doing);
    pl_writer_add(writer,
                  m->is_leaving ? " is being halted because another plan for %s is better." : " is running for %s.",
                  task);
}

static void write_next(pl_text_writer* writer, const ploy_agent* agent)
{
    const pl_htn_mind* mind = pl_htn_mind_of(agent);
    const pl_htn_data* m = pl_htn_data_of(agent);
    uint32_t first = m->at + (m->is_doing && !m->is_leaving);
    for (uint32_t i = first; i < m->count; ++i) {
        pl_writer_add(writer, i == first ? " Then: " : ", ");
        write_step(writer, mind->htn->domain, &pl_htn_steps(agent)[i]);
    }
    if (first < m->count) pl_writer_add(writer, ".");
    if (m->rest_count > 0) pl_writer_add(writer, " Then it pauses and plans the rest.");
}

// The rank alone names only the method of the top task; the others would need another search.
static void write_method(pl_text_writer* writer, const ploy_agent* agent)
{
    const pl_htn_mind* mind = pl_htn_mind_of(agent);
    const pl_htn_compiled_task* task = &mind->htn->tasks.data[mind->task];
    uint32_t method1 = pl_htn_method1(mind, pl_htn_rank(agent), pl_htn_data_of(agent)->rank_count);
    if (method1 == 0) return;
    const pl_htn_compiled_method* method = &mind->htn->methods.data[task->first_method + method1 - 1];
    pl_writer_add(writer, " It uses method %u of %u", (unsigned)method1, (unsigned)task->method_count);
    if (*method->name) pl_writer_add(writer, ", %s", method->name);
    pl_writer_add(writer, method1 > 1 ? "; no method before it leads to a plan." : ".");
}

static size_t why(const ploy_agent* agent, char* text, size_t size)
{
    const pl_htn_data* m = pl_htn_data_of(agent);
    pl_text_writer writer = pl_writer_begin(text, size);
    write_doing(&writer, agent);
    write_next(&writer, agent);
    write_method(&writer, agent);
    if (m->count == 0 && m->status != PLOY_OK) {
        pl_writer_add(&writer, " The last search: %s.", ploy_status_text((ploy_status)m->status));
    }
    return writer.length;
}

static void describe_method(pl_text_writer* writer, const ploy_htn* htn, const pl_htn_compiled_method* method)
{
    pl_writer_add(writer, "method ");
    pl_writer_end_line(writer, method->name);
    if (method->when && *method->when) {
        pl_writer_add(writer, "when ");
        pl_writer_end_line(writer, method->when);
    }
    for (uint32_t i = 0; i < method->subtask_count; ++i) {
        const pl_htn_compiled_subtask* part = &htn->subtasks.data[method->first_subtask + i];
        pl_writer_add(writer, "does ");
        pl_writer_end_line(writer, part->kind == PLOY_SUBTASK_TASK ? htn->tasks.data[part->index].name
                                   : part->kind == PLOY_SUBTASK_ACTION
                                       ? ploy_domain_action(htn->domain, part->index).name
                                       : "pause");
    }
}

// The tasks in their order, since the trace refers to them as goals, by index; below each its methods.
static size_t describe(const ploy_mind* base, char* text, size_t size)
{
    const ploy_htn* htn = ((const pl_htn_mind*)base)->htn;
    pl_text_writer writer = pl_writer_begin(text, size);
    pl_writer_add(&writer, "htn\n");
    for (uint32_t i = 0; i < htn->tasks.count; ++i) {
        const pl_htn_compiled_task* task = &htn->tasks.data[i];
        pl_writer_add(&writer, "task ");
        pl_writer_end_line(&writer, task->name);
        for (uint32_t k = 0; k < task->method_count; ++k)
            describe_method(&writer, htn, &htn->methods.data[task->first_method + k]);
    }
    return writer.length;
}

static void save_shared(const ploy_mind* mind, ploy_writer* writer)
{
    ploy_write_u32(writer, ((const pl_htn_mind*)mind)->next);
}

static ploy_status load_shared(ploy_mind* mind, ploy_reader* reader)
{
    ((pl_htn_mind*)mind)->next = ploy_read_u32(reader);
    return reader->failed ? PLOY_INVALID : PLOY_OK;
}

const ploy_mind_class pl_htn_class = {
    .name = "htn",
    .destroy = destroy,
    .begin = begin,
    .think = think,
    .work = pl_htn_work,
    .act = act,
    .end = end,
    .save = pl_htn_save,
    .load = pl_htn_load,
    .save_shared = save_shared,
    .load_shared = load_shared,
    .migrate = migrate,
    .why = why,
    .describe = describe,
};

ploy_step ploy_htn_step(const ploy_agent* agent)
{
    PL_NEED(agent, (ploy_step){0});
    const pl_htn_data* m = pl_htn_data_of(agent);
    ploy_step step = {.action = m->is_doing ? m->doing.action : PLOY_NONE};
    if (!m->is_doing) return step;
    memcpy(step.args, m->doing.args, sizeof step.args);
    step.id = pl_domain_ground_index(pl_htn_mind_of(agent)->htn->domain, step.action, step.args);
    return step;
}

uint32_t pl_htn_planned_steps(const ploy_agent* agent, ploy_step* steps, uint32_t capacity)
{
    const pl_htn_data* m = pl_htn_data_of(agent);
    for (uint32_t i = m->at; i < m->count && i - m->at < capacity; ++i) {
        const pl_htn_step* from = &pl_htn_steps(agent)[i];
        steps[i - m->at] = (ploy_step){.action = from->action};
        memcpy(steps[i - m->at].args, from->args, sizeof from->args);
        steps[i - m->at].id = pl_domain_ground_index(pl_htn_mind_of(agent)->htn->domain, from->action, from->args);
    }
    return m->count - m->at;
}

ploy_status pl_htn_status(const ploy_agent* agent)
{
    return (ploy_status)pl_htn_data_of(agent)->status;
}
