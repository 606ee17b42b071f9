#include <string.h>

#include "base/check.h"
#include "mind/fuzzy/fuzzy_mind.h"
#include "plan/language/text.h"
#include "trace/emit.h"

ploy_status pl_fuzzy_begin(ploy_self* self)
{
    ((pl_fuzzy_memory*)self->memory)->stamp = UINT64_MAX;
    return PLOY_OK;
}

// Thinking.

static void note_outputs(const pl_fuzzy_mind* mind, pl_fuzzy_memory* memory, const pl_fuzzy_result* result)
{
    for (uint32_t i = 0; i < mind->outputs.count; ++i) {
        const pl_fuzzy_output* output = &mind->outputs.data[i];
        pl_fuzzy_known(mind, memory)[i] =
            pl_fuzzy_defuzzify(mind->sets.data + output->first, result->sets + output->first, output->count, output->by,
                               &memory->outputs[i]);
    }
}

static void trace_inference(const pl_fuzzy_mind* mind, const ploy_self* self, const int64_t* values,
                            const pl_fuzzy_result* result)
{
    if (!pl_trace_wants(self->trace, PLOY_TRACE_EVERYTHING)) return;
    for (uint32_t i = 0; i < mind->values.count; ++i) {
        if (mind->values.data[i]) PL_TRACE(self->trace, VARIABLE_READ, self->agent, i, (uint64_t)values[i]);
    }
    for (uint32_t i = 0; i < mind->states.count; ++i) {
        PL_TRACE(self->trace, STATE_WEIGHED, self->agent, i, result->states[i]);
    }
}

void pl_fuzzy_think(ploy_self* self)
{
    const pl_fuzzy_mind* mind = pl_fuzzy_of(self);
    pl_fuzzy_memory* memory = self->memory;
    uint64_t stamp = self->board && !mind->polls ? ploy_board_stamp_all(self->board) : UINT64_MAX;
    if (stamp == memory->stamp && stamp != UINT64_MAX) return;
    memory->stamp = stamp;
    int64_t values[PLOY_FUZZY_MAX_VARIABLES];
    for (uint32_t i = 0; i < mind->values.count; ++i) {
        const pl_guard* value = mind->values.data[i];
        values[i] = value ? pl_guard_number(value, self) : 0;
    }
    pl_fuzzy_result result;
    pl_fuzzy_infer(&mind->ops, mind->sets.data, values, &result);
    memcpy(pl_fuzzy_weights(mind, memory), result.states, mind->states.count * sizeof *result.states);
    note_outputs(mind, memory, &result);
    trace_inference(mind, self, values, &result);
}

// Acting.

static pl_deed_plan plan_of(const pl_fuzzy_mind* mind, const pl_fuzzy_active* state, uint32_t deed, void* memory)
{
    pl_deed_plan plan = state->does.plans.data[deed];
    plan.memory = (uint8_t*)memory + mind->bytes_at.data[state->slot + deed];
    return plan;
}

static bool halt(const pl_fuzzy_mind* mind, const pl_fuzzy_active* state, ploy_self* self)
{
    bool done = true;
    for (uint32_t i = 0; i < state->does.plans.count; ++i) {
        pl_deed_plan plan = plan_of(mind, state, i, self->memory);
        done = pl_deed_halt(&pl_fuzzy_deeds(mind, self->memory)[state->slot + i], &plan, self) && done;
    }
    return done;
}

static void perform(const pl_fuzzy_mind* mind, const pl_fuzzy_active* state, ploy_self* self)
{
    for (uint32_t i = 0; i < state->does.plans.count; ++i) {
        pl_deed* deed = &pl_fuzzy_deeds(mind, self->memory)[state->slot + i];
        pl_deed_plan plan = plan_of(mind, state, i, self->memory);
        if (deed->phase == PL_DEED_IDLE) {
            pl_deed_start(deed, &plan, self);
        } else {
            pl_deed_perform(deed, &plan, self);
        }
    }
}

static void act_state(const pl_fuzzy_mind* mind, uint32_t index, ploy_self* self)
{
    const pl_fuzzy_active* state = &mind->states.data[index];
    uint8_t* phase = &pl_fuzzy_phases(mind, self->memory)[index];
    uint32_t weight = pl_fuzzy_weights(mind, self->memory)[index];
    if (state->key != PL_NONE && self->board) ploy_board_set(self->board, state->key, weight);
    if (*phase == PL_FUZZY_ON && weight < state->off) {
        *phase = PL_FUZZY_STOPPING;
        PL_TRACE(self->trace, STATE_CHANGED, self->agent, index, PLOY_NONE, weight);
    }
    if (*phase == PL_FUZZY_STOPPING && halt(mind, state, self)) *phase = PL_FUZZY_OFF;
    if (*phase == PL_FUZZY_OFF && weight >= state->on) {
        *phase = PL_FUZZY_ON;
        PL_TRACE(self->trace, STATE_CHANGED, self->agent, PLOY_NONE, index, weight);
    }
    if (*phase == PL_FUZZY_ON) perform(mind, state, self);
}

void pl_fuzzy_act(ploy_self* self)
{
    const pl_fuzzy_mind* mind = pl_fuzzy_of(self);
    const pl_fuzzy_memory* memory = self->memory;
    for (uint32_t i = 0; i < mind->outputs.count && self->board; ++i) {
        const pl_fuzzy_output* output = &mind->outputs.data[i];
        if (!pl_fuzzy_known(mind, self->memory)[i]) continue;
        ploy_board_set(self->board, output->key, output->whole ? memory->outputs[i] / PLOY_UNIT : memory->outputs[i]);
    }
    for (uint32_t i = 0; i < mind->states.count; ++i) {
        act_state(mind, i, self);
    }
}

static void stop(const pl_fuzzy_mind* mind, uint32_t index, ploy_self* self)
{
    halt(mind, &mind->states.data[index], self);
    pl_fuzzy_phases(mind, self->memory)[index] = PL_FUZZY_OFF;
}

void pl_fuzzy_end(ploy_self* self)
{
    for (uint32_t i = 0; i < pl_fuzzy_of(self)->states.count; ++i) {
        stop(pl_fuzzy_of(self), i, self);
    }
}

// Saving. Outputs are worked out anew before they are used.

void pl_fuzzy_save(const ploy_self* self, ploy_writer* writer)
{
    const pl_fuzzy_mind* mind = pl_fuzzy_of(self);
    ploy_write_u64(writer, mind->fingerprint);
    for (uint32_t i = 0; i < mind->states.count; ++i) {
        ploy_write_u8(writer, pl_fuzzy_phases(mind, self->memory)[i]);
        ploy_write_u32(writer, pl_fuzzy_weights(mind, self->memory)[i]);
    }
    for (uint32_t i = 0; i < mind->slots; ++i) {
        ploy_write_i64(writer, pl_fuzzy_deeds(mind, self->memory)[i].since);
        ploy_write_u8(writer, (uint8_t)pl_fuzzy_deeds(mind, self->memory)[i].phase);
    }
    uint32_t from = mind->bytes_at.data[0];
    ploy_write_bytes(writer, (uint8_t*)self->memory + from, mind->mind.memory_bytes - from);
}

ploy_status pl_fuzzy_load(ploy_self* self, ploy_reader* reader)
{
    const pl_fuzzy_mind* mind = pl_fuzzy_of(self);
    if (ploy_read_u64(reader) != mind->fingerprint) return PLOY_INVALID;
    pl_fuzzy_begin(self);
    for (uint32_t i = 0; i < mind->states.count; ++i) {
        pl_fuzzy_phases(mind, self->memory)[i] = ploy_read_u8(reader);
        pl_fuzzy_weights(mind, self->memory)[i] = ploy_read_below(reader, 1001);
        if (pl_fuzzy_phases(mind, self->memory)[i] > PL_FUZZY_STOPPING) reader->failed = true;
    }
    for (uint32_t i = 0; i < mind->slots; ++i) {
        pl_fuzzy_deeds(mind, self->memory)[i].since = ploy_read_i64(reader);
        pl_fuzzy_deeds(mind, self->memory)[i].phase = ploy_read_u8(reader);
        if (pl_fuzzy_deeds(mind, self->memory)[i].phase > PL_DEED_HALTING) reader->failed = true;
    }
    uint32_t from = mind->bytes_at.data[0];
    ploy_read_bytes(reader, (uint8_t*)self->memory + from, mind->mind.memory_bytes - from);
    return reader->failed ? PLOY_INVALID : PLOY_OK;
}

// A newer edition: states of the same name that do the same go on.

static bool is_same(const pl_fuzzy_active* a, const pl_fuzzy_active* b)
{
    if (strcmp(a->name, b->name) != 0 || a->does.plans.count != b->does.plans.count) return false;
    for (uint32_t i = 0; i < a->does.plans.count; ++i) {
        if (a->does.plans.data[i].activity != b->does.plans.data[i].activity) return false;
    }
    return true;
}

static bool carry(const pl_fuzzy_mind* mind, ploy_self* self, const pl_fuzzy_mind* before, ploy_self* old,
                  uint32_t from)
{
    const pl_fuzzy_active* b = &before->states.data[from];
    uint32_t to = 0;
    while (to < mind->states.count && !is_same(&mind->states.data[to], b)) {
        ++to;
    }
    if (to == mind->states.count) return false;
    const pl_fuzzy_active* a = &mind->states.data[to];
    pl_fuzzy_phases(mind, self->memory)[to] = pl_fuzzy_phases(before, old->memory)[from];
    pl_fuzzy_weights(mind, self->memory)[to] = pl_fuzzy_weights(before, old->memory)[from];
    for (uint32_t i = 0; i < a->does.plans.count; ++i) {
        pl_fuzzy_deeds(mind, self->memory)[a->slot + i] = pl_fuzzy_deeds(before, old->memory)[b->slot + i];
        uint32_t bytes = ploy_abilities_activity(mind->abilities, a->does.plans.data[i].activity)->memory;
        memcpy((uint8_t*)self->memory + mind->bytes_at.data[a->slot + i],
               (uint8_t*)old->memory + before->bytes_at.data[b->slot + i], bytes);
    }
    return true;
}

ploy_status pl_fuzzy_adopt(ploy_self* self, ploy_self* old)
{
    pl_fuzzy_begin(self);
    if (!pl_is_fuzzy(old->mind) || pl_fuzzy_of(old)->abilities != pl_fuzzy_of(self)->abilities) {
        if (old->mind && old->mind->kind->end) old->mind->kind->end(old);
        return PLOY_OK;
    }
    for (uint32_t i = 0; i < pl_fuzzy_of(old)->states.count; ++i) {
        if (!carry(pl_fuzzy_of(self), self, pl_fuzzy_of(old), old, i)) stop(pl_fuzzy_of(old), i, old);
    }
    return PLOY_OK;
}

// Asking.

uint32_t ploy_fuzzy_weight(const ploy_self* self, uint32_t state)
{
    PL_ASSERT(pl_is_fuzzy(self->mind) && state < pl_fuzzy_of(self)->states.count);
    return pl_fuzzy_weights(pl_fuzzy_of(self), self->memory)[state];
}

bool ploy_fuzzy_is_active(const ploy_self* self, uint32_t state)
{
    PL_ASSERT(pl_is_fuzzy(self->mind) && state < pl_fuzzy_of(self)->states.count);
    return pl_fuzzy_phases(pl_fuzzy_of(self), self->memory)[state] != PL_FUZZY_OFF;
}

size_t pl_fuzzy_why(const ploy_self* self, char* text, size_t size)
{
    static const char* const phases[] = {"", " and active", " and being stopped"};
    const pl_fuzzy_mind* mind = pl_fuzzy_of(self);
    pl_writer writer = pl_writer_begin(text, size);
    for (uint32_t i = 0; i < mind->states.count; ++i) {
        pl_writer_add(&writer, "%s%s weighs ", i ? "; " : "", mind->states.data[i].name);
        pl_writer_add_decimal(&writer, pl_fuzzy_weights(mind, self->memory)[i]);
        pl_writer_add(&writer, "%s", phases[pl_fuzzy_phases(mind, self->memory)[i]]);
    }
    return writer.length;
}
