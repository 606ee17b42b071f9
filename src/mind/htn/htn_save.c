// Save and load of an agent: its plan, the running step, and the state. Keys are read again after loading. A requested
// search is saved, so that the agent does not wait longer than without saving.

#include <string.h>

#include "mind/common/bindings.h"
#include "mind/htn/htn_mind.h"
#include "mind/htn/htn_search.h"
#include "plan/domain/compiled.h"

static uint32_t run_bytes(const ploy_agent* agent)
{
    const pl_htn_mind* mind = pl_htn_mind_of(agent);
    const pl_htn_data* m = pl_htn_data_of(agent);
    uint32_t activity = m->is_doing ? mind->actions[m->doing.action].activity : PLOY_NONE;
    return activity == PLOY_NONE ? 0 : ploy_bindings_activity(mind->bindings, activity)->data_bytes;
}

static void save_step(const pl_htn_step* step, ploy_writer* writer)
{
    ploy_write_u32(writer, step->action);
    for (uint32_t i = 0; i < PLOY_MAX_ARGS; ++i) ploy_write_u32(writer, step->args[i]);
}

static void save_plan(const ploy_agent* agent, ploy_writer* writer)
{
    const pl_htn_data* m = pl_htn_data_of(agent);
    bool has_unordered = pl_htn_mind_of(agent)->htn->has_unordered;
    ploy_write_i64(writer, m->cost);
    ploy_write_u16(writer, m->at);
    ploy_write_u16(writer, m->count);
    ploy_write_u16(writer, m->rest_count);
    ploy_write_u32(writer, m->rank_count);
    for (uint32_t i = 0; i < m->count; ++i) save_step(&pl_htn_steps(agent)[i], writer);
    for (uint32_t i = 0; i < m->rank_count; ++i) ploy_write_u32(writer, pl_htn_rank(agent)[i]);
    for (uint32_t i = 0; i < m->rest_count; ++i) {
        const ploy_htn_remainder* rest = &pl_htn_rest_of(agent)[i];
        ploy_write_u32(writer, rest->method);
        ploy_write_u32(writer, rest->left);
        ploy_write_u32(writer, rest->depth);
        if (has_unordered) {
            ploy_write_u32(writer, rest->within);
            ploy_write_u32(writer, rest->subtask);
        }
        for (uint32_t k = 0; k < PL_HTN_ARGS; ++k) ploy_write_u32(writer, rest->args[k]);
    }
}

void pl_htn_save(const ploy_agent* agent, ploy_writer* writer)
{
    const pl_htn_mind* mind = pl_htn_mind_of(agent);
    const pl_htn_data* m = pl_htn_data_of(agent);
    ploy_write_u8(writer, m->is_doing);
    ploy_write_u8(writer, m->is_leaving);
    ploy_write_u8(writer, m->is_warm);
    ploy_write_u8(writer, m->wants);
    ploy_write_u8(writer, m->status);
    ploy_write_i64(writer, m->retry_at);
    ploy_write_i64(writer, m->activity.since);
    ploy_write_u8(writer, (uint8_t)m->activity.phase);
    save_step(&m->doing, writer);
    for (uint32_t i = 0; i < mind->words; ++i) ploy_write_u64(writer, pl_htn_state(agent)[i]);
    save_plan(agent, writer);
    pl_activity_save_data(pl_htn_part(agent, mind->run_at), run_bytes(agent), writer);
}

// Fails when it is not a ground action of the domain.
static pl_htn_step load_step(const pl_htn_mind* mind, ploy_reader* reader)
{
    const ploy_domain* domain = mind->htn->domain;
    pl_htn_step step = {.action = ploy_read_below(reader, mind->action_count)};
    ploy_action_info info = {0};
    if (!reader->failed && mind->action_count > 0) info = ploy_domain_action(domain, step.action);
    for (uint32_t i = 0; i < PLOY_MAX_ARGS; ++i) {
        uint32_t count = i < info.param_count ? ploy_domain_type(domain, info.param_types[i]).object_count : 1;
        step.args[i] = ploy_read_below(reader, count);
    }
    return step;
}

// When all methods are ordered, an entry is within the next one, and `within` is not saved.
static ploy_htn_remainder load_rest(const pl_htn_mind* mind, ploy_reader* reader, uint32_t within)
{
    const ploy_htn* htn = mind->htn;
    ploy_htn_remainder rest = {.method = ploy_read_below(reader, htn->methods.count)};
    const pl_htn_compiled_method* method = &htn->methods.data[rest.method];
    const pl_htn_compiled_task* task = &htn->tasks.data[method->task];
    rest.left = ploy_read_u32(reader);
    rest.depth = ploy_read_below(reader, htn->max_depth + 1);
    uint64_t all = ((uint64_t)1 << method->subtask_count) - 1;
    reader->failed = reader->failed || rest.left > all;
    rest.within = htn->has_unordered ? ploy_read_below(reader, mind->rest_room + 1) : within;
    if (htn->has_unordered) rest.subtask = ploy_read_below(reader, PLOY_MAX_SUBTASKS);
    for (uint32_t k = 0; k < PL_HTN_ARGS; ++k) {
        uint32_t free = k - task->param_count;
        uint32_t count = k < task->param_count       ? ploy_domain_type(htn->domain, task->param_types[k]).object_count
                         : free < method->free_count ? method->free_sizes[free]
                                                     : 1;
        rest.args[k] = ploy_read_below(reader, count);
    }
    return rest;
}

static void load_plan(ploy_agent* agent, ploy_reader* reader)
{
    const pl_htn_mind* mind = pl_htn_mind_of(agent);
    pl_htn_data* m = pl_htn_data_of(agent);
    m->cost = ploy_read_i64(reader);
    uint32_t at = ploy_read_u16(reader), count = ploy_read_u16(reader), rest_count = ploy_read_u16(reader);
    uint32_t rank_count = ploy_read_below(reader, PL_HTN_RANK + 1);
    if (at > count || count > mind->htn->max_steps || rest_count > mind->rest_room) reader->failed = true;
    if (reader->failed) return;
    m->at = (uint16_t)at;
    m->count = (uint16_t)count;
    m->rest_count = (uint16_t)rest_count;
    m->rank_count = rank_count;
    for (uint32_t i = 0; i < count; ++i) pl_htn_steps(agent)[i] = load_step(mind, reader);
    for (uint32_t i = 0; i < rank_count; ++i) pl_htn_rank(agent)[i] = ploy_read_u32(reader);
    for (uint32_t i = 0; i < rest_count; ++i) {
        pl_htn_rest_of(agent)[i] = load_rest(mind, reader, i + 1 < rest_count ? i + 2 : 0);
    }
    if (!pl_htn_rest_is_good(mind->htn, pl_htn_rest_of(agent), rest_count)) reader->failed = true;
}

static bool state_is_valid(const ploy_agent* agent)
{
    const ploy_domain* domain = pl_htn_mind_of(agent)->htn->domain;
    const pl_compiled* compiled = pl_domain_compiled(domain);
    bool good = true;
    for (uint32_t v = 0; v < compiled->variable_count && good; ++v) {
        good = pl_variable_value(&compiled->variables[v], pl_htn_state(agent)) < compiled->variables[v].size;
    }
    return good;
}

static bool head_is_valid(const ploy_agent* agent)
{
    const pl_htn_data* m = pl_htn_data_of(agent);
    bool has_activity = m->is_doing && pl_htn_mind_of(agent)->actions[m->doing.action].activity != PLOY_NONE;
    return m->is_doing <= 1 && m->is_leaving <= m->is_doing && m->is_warm <= 1 &&
           m->activity.phase <= PL_ACTIVITY_HALTING && (m->activity.phase != PL_ACTIVITY_IDLE) == has_activity &&
           m->activity.since >= 0 && m->activity.since <= agent->now && m->wants <= PL_HTN_WANTS_REST &&
           m->status < PLOY_STATUS_COUNT;
}

ploy_status pl_htn_load(ploy_agent* agent, ploy_reader* reader)
{
    const pl_htn_mind* mind = pl_htn_mind_of(agent);
    pl_htn_data* m = pl_htn_data_of(agent);
    m->is_doing = ploy_read_u8(reader);
    m->is_leaving = ploy_read_u8(reader);
    m->is_warm = ploy_read_u8(reader);
    m->wants = ploy_read_u8(reader);
    m->status = ploy_read_u8(reader);
    m->retry_at = ploy_read_i64(reader);
    m->activity.since = ploy_read_i64(reader);
    m->activity.phase = ploy_read_u8(reader);
    m->doing = load_step(mind, reader);
    for (uint32_t i = 0; i < mind->words; ++i) pl_htn_state(agent)[i] = ploy_read_u64(reader);
    load_plan(agent, reader);
    if (reader->failed || !head_is_valid(agent) || !state_is_valid(agent)) return PLOY_INVALID;
    pl_activity_load_data(pl_htn_part(agent, mind->run_at), run_bytes(agent), reader);
    return reader->failed ? PLOY_INVALID : pl_htn_add_agent(agent);
}
