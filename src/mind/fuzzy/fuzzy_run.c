// The mind: a tick of an agent, save and load, hot reload, and why.

#include <inttypes.h>
#include <string.h>

#include "base/check.h"
#include "knowledge/blackboard.h"
#include "mind/fuzzy/fuzzy.h"
#include "plan/language/text.h"
#include "trace/emit.h"

ploy_status pl_fuzzy_begin(ploy_agent* agent)
{
    ((pl_fuzzy_data*)agent->mind_data)->stamp = UINT64_MAX;
    return PLOY_OK;
}

// Thinking.

static void note_outputs(const pl_fuzzy_mind* mind, pl_fuzzy_data* memory, const pl_fuzzy_result* result)
{
    for (uint32_t i = 0; i < mind->outputs.count; ++i) {
        const pl_fuzzy_output* output = &mind->outputs.data[i];
        pl_fuzzy_known(mind, memory)[i] =
            pl_fuzzy_defuzzify(mind->sets.data + output->first, result->sets + output->first, output->count, output->by,
                               &memory->outputs[i]);
    }
}

static void trace_inference(const pl_fuzzy_mind* mind, const ploy_agent* agent, const int64_t* values,
                            const pl_fuzzy_result* result)
{
    if (!pl_trace_wants_values(agent->trace)) return;
    for (uint32_t i = 0; i < mind->values.count; ++i) {
        if (mind->values.data[i]) PL_TRACE(agent->trace, VARIABLE_READ, agent->id.index1, i, (uint64_t)values[i]);
    }
    for (uint32_t i = 0; i < mind->states.count; ++i) {
        PL_TRACE(agent->trace, STATE_WEIGHED, agent->id.index1, i, result->states[i]);
    }
}

void pl_fuzzy_think(ploy_agent* agent)
{
    const pl_fuzzy_mind* mind = pl_fuzzy_of(agent);
    pl_fuzzy_data* memory = agent->mind_data;
    uint64_t stamp = agent->blackboard && !mind->polls ? pl_blackboard_stamp_all(agent->blackboard) : UINT64_MAX;
    if (stamp == memory->stamp && stamp != UINT64_MAX) return;
    memory->stamp = stamp;
    int64_t values[PLOY_FUZZY_MAX_VARIABLES];
    for (uint32_t i = 0; i < mind->values.count; ++i) {
        const pl_guard* value = mind->values.data[i];
        values[i] = value ? pl_guard_number(value, agent) : 0;
    }
    pl_fuzzy_result result;
    pl_fuzzy_infer(&mind->ops, mind->sets.data, values, &result);
    memcpy(pl_fuzzy_weights(mind, memory), result.states, mind->states.count * sizeof *result.states);
    note_outputs(mind, memory, &result);
    trace_inference(mind, agent, values, &result);
}

// Acting.

static pl_activity_plan plan_of(const pl_fuzzy_mind* mind, const pl_fuzzy_mind_state* state, uint32_t activity,
                                void* memory)
{
    pl_activity_plan plan = state->does.plans.data[activity];
    plan.memory = (uint8_t*)memory + mind->bytes_at.data[state->slot + activity];
    return plan;
}

static bool halt(const pl_fuzzy_mind* mind, const pl_fuzzy_mind_state* state, ploy_agent* agent)
{
    bool done = true;
    for (uint32_t i = 0; i < state->does.plans.count; ++i) {
        pl_activity_plan plan = plan_of(mind, state, i, agent->mind_data);
        done = pl_activity_halt(&pl_fuzzy_activities(mind, agent->mind_data)[state->slot + i], &plan, agent) && done;
    }
    return done;
}

static void perform(const pl_fuzzy_mind* mind, const pl_fuzzy_mind_state* state, ploy_agent* agent)
{
    for (uint32_t i = 0; i < state->does.plans.count; ++i) {
        pl_activity* activity = &pl_fuzzy_activities(mind, agent->mind_data)[state->slot + i];
        pl_activity_plan plan = plan_of(mind, state, i, agent->mind_data);
        if (activity->phase == PL_ACTIVITY_IDLE) {
            pl_activity_start(activity, &plan, agent);
        } else {
            pl_activity_perform(activity, &plan, agent);
        }
    }
}

static void act_state(const pl_fuzzy_mind* mind, uint32_t index, ploy_agent* agent)
{
    const pl_fuzzy_mind_state* state = &mind->states.data[index];
    uint8_t* phase = &pl_fuzzy_phases(mind, agent->mind_data)[index];
    uint32_t weight = pl_fuzzy_weights(mind, agent->mind_data)[index];
    if (state->key != PLOY_NONE && agent->blackboard) ploy_blackboard_set(agent->blackboard, state->key, weight);
    if (*phase == PL_FUZZY_ON && weight < state->off) {
        *phase = PL_FUZZY_STOPPING;
        PL_TRACE(agent->trace, STATE_CHANGED, agent->id.index1, index, PLOY_NONE, weight);
    }
    if (*phase == PL_FUZZY_STOPPING && halt(mind, state, agent)) *phase = PL_FUZZY_OFF;
    if (*phase == PL_FUZZY_OFF && weight >= state->on) {
        *phase = PL_FUZZY_ON;
        PL_TRACE(agent->trace, STATE_CHANGED, agent->id.index1, PLOY_NONE, index, weight);
    }
    if (*phase == PL_FUZZY_ON) perform(mind, state, agent);
}

void pl_fuzzy_act(ploy_agent* agent)
{
    const pl_fuzzy_mind* mind = pl_fuzzy_of(agent);
    const pl_fuzzy_data* memory = agent->mind_data;
    for (uint32_t i = 0; i < mind->outputs.count && agent->blackboard; ++i) {
        const pl_fuzzy_output* output = &mind->outputs.data[i];
        if (!pl_fuzzy_known(mind, agent->mind_data)[i]) continue;
        ploy_blackboard_set(agent->blackboard, output->key,
                            output->whole ? memory->outputs[i] / PLOY_UNIT : memory->outputs[i]);
    }
    for (uint32_t i = 0; i < mind->states.count; ++i) {
        act_state(mind, i, agent);
    }
}

static void stop(const pl_fuzzy_mind* mind, uint32_t index, ploy_agent* agent)
{
    halt(mind, &mind->states.data[index], agent);
    pl_fuzzy_phases(mind, agent->mind_data)[index] = PL_FUZZY_OFF;
}

void pl_fuzzy_end(ploy_agent* agent)
{
    for (uint32_t i = 0; i < pl_fuzzy_of(agent)->states.count; ++i) {
        stop(pl_fuzzy_of(agent), i, agent);
    }
}

// Saving. Outputs are computed again before they are used.

void pl_fuzzy_save(const ploy_agent* agent, ploy_writer* writer)
{
    const pl_fuzzy_mind* mind = pl_fuzzy_of(agent);
    ploy_write_u64(writer, mind->fingerprint);
    for (uint32_t i = 0; i < mind->states.count; ++i) {
        ploy_write_u8(writer, pl_fuzzy_phases(mind, agent->mind_data)[i]);
        ploy_write_u32(writer, pl_fuzzy_weights(mind, agent->mind_data)[i]);
    }
    for (uint32_t i = 0; i < mind->slots; ++i) {
        ploy_write_i64(writer, pl_fuzzy_activities(mind, agent->mind_data)[i].since);
        ploy_write_u8(writer, (uint8_t)pl_fuzzy_activities(mind, agent->mind_data)[i].phase);
    }
    uint32_t from = mind->bytes_at.data[0];
    pl_activity_save_data((uint8_t*)agent->mind_data + from, mind->mind.data_bytes - from, writer);
}

ploy_status pl_fuzzy_load(ploy_agent* agent, ploy_reader* reader)
{
    const pl_fuzzy_mind* mind = pl_fuzzy_of(agent);
    if (ploy_read_u64(reader) != mind->fingerprint) return PLOY_INVALID;
    pl_fuzzy_begin(agent);
    for (uint32_t i = 0; i < mind->states.count; ++i) {
        pl_fuzzy_phases(mind, agent->mind_data)[i] = ploy_read_u8(reader);
        pl_fuzzy_weights(mind, agent->mind_data)[i] = ploy_read_below(reader, 1001);
        if (pl_fuzzy_phases(mind, agent->mind_data)[i] > PL_FUZZY_STOPPING) reader->failed = true;
    }
    for (uint32_t i = 0; i < mind->slots; ++i) {
        pl_fuzzy_activities(mind, agent->mind_data)[i].since = ploy_read_i64(reader);
        pl_fuzzy_activities(mind, agent->mind_data)[i].phase = ploy_read_u8(reader);
        if (pl_fuzzy_activities(mind, agent->mind_data)[i].phase > PL_ACTIVITY_HALTING) reader->failed = true;
    }
    uint32_t from = mind->bytes_at.data[0];
    pl_activity_load_data((uint8_t*)agent->mind_data + from, mind->mind.data_bytes - from, reader);
    return reader->failed ? PLOY_INVALID : PLOY_OK;
}

// Hot reload: states of the same name with the same activities continue.

static bool is_same(const pl_fuzzy_mind_state* a, const pl_fuzzy_mind_state* b)
{
    if (strcmp(a->name, b->name) != 0 || a->does.plans.count != b->does.plans.count) return false;
    for (uint32_t i = 0; i < a->does.plans.count; ++i) {
        if (a->does.plans.data[i].activity != b->does.plans.data[i].activity) return false;
    }
    return true;
}

static bool migrate_state(const pl_fuzzy_mind* mind, ploy_agent* agent, const pl_fuzzy_mind* before, ploy_agent* old,
                          uint32_t from)
{
    const pl_fuzzy_mind_state* b = &before->states.data[from];
    uint32_t to = 0;
    while (to < mind->states.count && !is_same(&mind->states.data[to], b)) {
        ++to;
    }
    if (to == mind->states.count) return false;
    const pl_fuzzy_mind_state* a = &mind->states.data[to];
    pl_fuzzy_phases(mind, agent->mind_data)[to] = pl_fuzzy_phases(before, old->mind_data)[from];
    pl_fuzzy_weights(mind, agent->mind_data)[to] = pl_fuzzy_weights(before, old->mind_data)[from];
    for (uint32_t i = 0; i < a->does.plans.count; ++i) {
        pl_fuzzy_activities(mind, agent->mind_data)[a->slot + i] =
            pl_fuzzy_activities(before, old->mind_data)[b->slot + i];
        uint32_t bytes = ploy_bindings_activity(mind->bindings, a->does.plans.data[i].activity)->data_bytes;
        memcpy((uint8_t*)agent->mind_data + mind->bytes_at.data[a->slot + i],
               (uint8_t*)old->mind_data + before->bytes_at.data[b->slot + i], bytes);
    }
    return true;
}

ploy_status pl_fuzzy_migrate(ploy_agent* agent, ploy_agent* old)
{
    pl_fuzzy_begin(agent);
    if (!pl_is_fuzzy(old->mind) || pl_fuzzy_of(old)->bindings != pl_fuzzy_of(agent)->bindings) {
        if (old->mind && old->mind->kind->end) old->mind->kind->end(old);
        return PLOY_OK;
    }
    for (uint32_t i = 0; i < pl_fuzzy_of(old)->states.count; ++i) {
        if (!migrate_state(pl_fuzzy_of(agent), agent, pl_fuzzy_of(old), old, i)) stop(pl_fuzzy_of(old), i, old);
    }
    return PLOY_OK;
}

// Queries.

uint32_t ploy_fuzzy_weight(const ploy_agent* agent, uint32_t state)
{
    PL_NEED(agent, 0);
    PL_ASSERT(pl_is_fuzzy(agent->mind) && state < pl_fuzzy_of(agent)->states.count);
    return pl_fuzzy_weights(pl_fuzzy_of(agent), agent->mind_data)[state];
}

bool ploy_fuzzy_is_active(const ploy_agent* agent, uint32_t state)
{
    PL_NEED(agent, false);
    PL_ASSERT(pl_is_fuzzy(agent->mind) && state < pl_fuzzy_of(agent)->states.count);
    return pl_fuzzy_phases(pl_fuzzy_of(agent), agent->mind_data)[state] != PL_FUZZY_OFF;
}

size_t pl_fuzzy_why(const ploy_agent* agent, char* text, size_t size)
{
    static const char* const phases[] = {"", " and is active", " and is being halted"};
    const pl_fuzzy_mind* mind = pl_fuzzy_of(agent);
    pl_text_writer writer = pl_writer_begin(text, size);
    for (uint32_t i = 0; i < mind->states.count; ++i) {
        pl_writer_add(&writer, "%s%s has weight ", i ? "; " : "", mind->states.data[i].name);
        pl_writer_add_decimal(&writer, pl_fuzzy_weights(mind, agent->mind_data)[i]);
        pl_writer_add(&writer, "%s", phases[pl_fuzzy_phases(mind, agent->mind_data)[i]]);
    }
    return writer.length;
}

// The description: variables with their sets, states, rules.

static void add_variable(pl_text_writer* writer, const pl_fuzzy_mind* mind, uint32_t index)
{
    const pl_fuzzy_variable_text* source = &mind->sources.data[index];
    pl_writer_add(writer, mind->values.data[index] ? "variable " : "output ");
    pl_writer_end_line(writer, source->name);
    pl_writer_add(writer, "value ");
    pl_writer_end_line(writer, source->value);
    for (uint32_t i = source->first; i < source->first + source->count; ++i) {
        const ploy_fuzzy_set* set = &mind->sets.data[i].set;
        pl_writer_add(writer, "set %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " ", set->points[0], set->points[1],
                      set->points[2], set->points[3]);
        pl_writer_end_line(writer, set->name);
    }
}

size_t pl_fuzzy_describe(const ploy_mind* base, char* text, size_t size)
{
    const pl_fuzzy_mind* mind = (const pl_fuzzy_mind*)base;
    pl_text_writer writer = pl_writer_begin(text, size);
    pl_writer_add(&writer, "fuzzy\n");
    for (uint32_t i = 0; i < mind->sources.count; ++i) add_variable(&writer, mind, i);
    for (uint32_t i = 0; i < mind->states.count; ++i) {
        pl_writer_add(&writer, "state %" PRIu32 " %" PRIu32 " ", mind->states.data[i].on, mind->states.data[i].off);
        pl_writer_end_line(&writer, mind->states.data[i].name);
    }
    for (uint32_t i = 0; i < mind->rules.count; ++i) {
        pl_writer_add(&writer, "rule %" PRId64 " ", mind->rules.data[i].weight);
        pl_writer_end_line(&writer, mind->rules.data[i].text);
    }
    return writer.length;
}
