// Saves: everything in an agent's memory but what is only scratch, and what it asked the planning service; for the
// service, which one mind keeps, the queue and the searches under way.

#include <string.h>

#include "base/check.h"
#include "mind/goap/goap.h"

// The numbers of the memory, once for both directions.
#define NUMBERS(X)                                                                                                     \
    X(u64, stamp)                                                                                                      \
    X(i64, next)                                                                                                       \
    X(i64, since)                                                                                                      \
    X(i64, cost)                                                                                                       \
    X(i64, min)                                                                                                        \
    X(i64, worth)                                                                                                      \
    X(u32, tried)                                                                                                      \
    X(u32, goal)                                                                                                       \
    X(u32, planned)                                                                                                    \
    X(u32, pushed)                                                                                                     \
    X(u32, used)                                                                                                       \
    X(u32, running)                                                                                                    \
    X(u32, last)                                                                                                       \
    X(u32, avoid)                                                                                                      \
    X(u16, at)                                                                                                         \
    X(u16, count)                                                                                                      \
    X(u16, flags)                                                                                                      \
    X(u8, phase)                                                                                                       \
    X(u8, mode)                                                                                                        \
    X(u8, reason)                                                                                                      \
    X(u8, succeeded)                                                                                                   \
    X(u8, status)

void pl_goap_save(const ploy_agent* agent, ploy_writer* writer)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_data* m = pl_goap_data_of(agent);
#define WRITE(type, field) ploy_write_##type(writer, m->field);
    NUMBERS(WRITE)
#undef WRITE
    for (uint32_t i = 0; i < goap->words; ++i) ploy_write_u64(writer, pl_goap_state_of(agent)[i]);
    for (uint32_t i = 0; i < goap->action_words; ++i) ploy_write_u64(writer, pl_goap_unused(agent)[i]);
    for (uint32_t i = 0; i < goap->list_count; ++i) {
        const pl_goap_note* note = &pl_goap_notes(agent)[i];
        ploy_write_i64(writer, note->next);
        ploy_write_u32(writer, (uint32_t)note->priority);
        ploy_write_u8(writer, note->fate);
        ploy_write_u8(writer, note->status);
        ploy_write_u8(writer, note->is_stale);
    }
    for (uint32_t i = 0; i < goap->activity_count; ++i) {
        ploy_write_i64(writer, pl_goap_activities(agent)[i].since);
        ploy_write_u32(writer, pl_goap_activities(agent)[i].phase);
    }
    ploy_write_bytes(writer, pl_goap_part(agent, goap->runs_at), (size_t)goap->activity_count * goap->run_bytes);
    for (uint32_t i = 0; i < m->count; ++i) ploy_write_u32(writer, pl_goap_steps(agent)[i]);
    pl_plan_service_save_client(goap->planning, m->client, writer);
}

static bool below(uint32_t index, uint32_t bound)
{
    return index == PL_NONE || index < bound;
}

static bool numbers_fit(const pl_goap* goap, const pl_goap_data* m)
{
    const pl_compiled* c = pl_domain_compiled(goap->domain);
    bool is_busy = m->phase != PL_GOAP_IDLE;
    return below(m->goal, c->target_count) && below(m->planned, c->target_count) && below(m->pushed, c->target_count) &&
           below(m->used, c->target_count) && below(m->running, c->ground_count) && below(m->last, c->ground_count) &&
           below(m->tried, c->ground_count) && below(m->avoid, goap->action_count) && m->count <= goap->def.max_steps &&
           m->at <= m->count && m->phase <= PL_GOAP_ABORTING && m->mode <= PL_GOAP_WITH_ALL &&
           is_busy == (m->running != PL_NONE) && (!is_busy || m->goal != PL_NONE) &&
           (!(m->flags & PL_GOAP_FRESH) || m->planned != PL_NONE);
}

static bool state_fits(const pl_goap* goap, const uint64_t* state)
{
    const pl_compiled* c = pl_domain_compiled(goap->domain);
    for (uint32_t i = 0; i < c->variable_count; ++i) {
        if (pl_variable_value(&c->variables[i], state) >= c->variables[i].size) return false;
    }
    return true;
}

static void load_notes(ploy_agent* agent, ploy_reader* reader)
{
    for (uint32_t i = 0; i < pl_goap_of(agent)->list_count; ++i) {
        pl_goap_note* note = &pl_goap_notes(agent)[i];
        note->next = ploy_read_i64(reader);
        note->priority = (int32_t)ploy_read_u32(reader);
        note->fate = ploy_read_u8(reader);
        note->status = ploy_read_u8(reader);
        note->is_stale = ploy_read_u8(reader);
        if (note->fate > PLOY_GOAL_STATUS_PURSUED || note->status >= PLOY_STATUS_COUNT) reader->failed = true;
    }
}

static void load_deeds(ploy_agent* agent, ploy_reader* reader)
{
    const pl_goap* goap = pl_goap_of(agent);
    for (uint32_t i = 0; i < goap->activity_count; ++i) {
        pl_goap_activities(agent)[i].since = ploy_read_i64(reader);
        pl_goap_activities(agent)[i].phase = ploy_read_below(reader, PL_ACTIVITY_HALTING + 1);
    }
    ploy_read_bytes(reader, pl_goap_part(agent, goap->runs_at), (size_t)goap->activity_count * goap->run_bytes);
}

ploy_status pl_goap_load(ploy_agent* agent, ploy_reader* reader)
{
    const pl_goap* goap = pl_goap_of(agent);
    pl_goap_data* m = pl_goap_data_of(agent);
#define READ(type, field) m->field = ploy_read_##type(reader);
    NUMBERS(READ)
#undef READ
    if (reader->failed || !numbers_fit(goap, m)) return PLOY_INVALID;
    for (uint32_t i = 0; i < goap->words; ++i) pl_goap_state_of(agent)[i] = ploy_read_u64(reader);
    for (uint32_t i = 0; i < goap->action_words; ++i) pl_goap_unused(agent)[i] = ploy_read_u64(reader);
    load_notes(agent, reader);
    load_deeds(agent, reader);
    uint32_t ground_count = pl_domain_compiled(goap->domain)->ground_count;
    for (uint32_t i = 0; i < m->count; ++i) pl_goap_steps(agent)[i] = ploy_read_below(reader, ground_count);
    if (reader->failed || !state_fits(goap, pl_goap_state_of(agent))) return PLOY_INVALID;
    return pl_plan_service_load_client(goap->planning, agent, pl_goap_answered, &goap->options, reader, &m->client);
}

void pl_goap_save_shared(const ploy_mind* mind, ploy_writer* writer)
{
    const pl_goap* goap = (const pl_goap*)mind;
    if (!goap->planning->keeper) goap->planning->keeper = goap;
    bool is_keeper = goap->planning->keeper == goap;
    ploy_write_u8(writer, is_keeper);
    if (is_keeper) pl_plan_service_save(goap->planning, writer);
}

ploy_status pl_goap_load_shared(ploy_mind* mind, ploy_reader* reader)
{
    const pl_goap* goap = (const pl_goap*)mind;
    bool is_keeper = ploy_read_u8(reader);
    if (reader->failed) return PLOY_INVALID;
    if (!is_keeper) return PLOY_OK;
    goap->planning->keeper = goap;
    return pl_plan_service_load(goap->planning, reader);
}
