// Saves: an agent's mind data without scratch, and its open request to the plan service. One mind of those that share a
// service also saves the service: its queue and the searches in progress.

#include <string.h>

#include "base/check.h"
#include "mind/goap/goap.h"
#include "plan/domain/domain.h"

// The numbers of the mind data, listed once for both directions; the states stand between them.
#define NUMBERS(X)                                                                                                     \
    X(u64, stamp)                                                                                                      \
    X(i64, next)                                                                                                       \
    X(i64, since)                                                                                                      \
    X(i64, cost)                                                                                                       \
    X(i64, min_score)                                                                                                  \
    X(i64, tried_score)                                                                                                \
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
    X(u16, belief_count)

#define MORE_NUMBERS(X)                                                                                                \
    X(u8, mode)                                                                                                        \
    X(u8, reason)                                                                                                      \
    X(u8, succeeded)                                                                                                   \
    X(u8, status)

// The states, as one word of bits and one byte for the action.
enum
{
    SAVED_CHANGED = 1 << 0,
    SAVED_BROKEN = 1 << 1,
    SAVED_PLAN_NEW = 1 << 2,
    SAVED_MET = 1 << 3,
    SAVED_IRRELEVANT = 1 << 4,
    SAVED_LOST = 1 << 5,
    SAVED_ABORTED = 1 << 6,
    SAVED_REPLAN = 1 << 7,
    SAVED_PARTIAL = 1 << 8,
    SAVED_REPAIRED = 1 << 9,
    SAVED_SAME = 1 << 10,
    SAVED_READ = 1 << 11,
    SAVED_PUSHED = 1 << 12,
    SAVED_SUPERSEDED = 1 << 13,
    SAVED_TIE_SETTLED = 1 << 14,
    SAVED_HELD = 1 << 15,
};

static uint16_t pack_goal(const pl_goap_data* m)
{
    static const uint16_t bits[] = {[PL_GOAP_HELD] = SAVED_HELD,
                                    [PL_GOAP_BROKEN] = SAVED_BROKEN,
                                    [PL_GOAP_LOST] = SAVED_BROKEN | SAVED_LOST,
                                    [PL_GOAP_IRRELEVANT] = SAVED_IRRELEVANT,
                                    [PL_GOAP_MET] = SAVED_MET,
                                    [PL_GOAP_ABORTED] = SAVED_ABORTED};
    return bits[m->goal_state];
}

static uint16_t pack_states(const pl_goap_data* m)
{
    unsigned bits = pack_goal(m);
    if (m->state_status == PL_GOAP_CHANGED) bits |= SAVED_CHANGED;
    if (m->state_status != PL_GOAP_UNREAD) bits |= SAVED_READ;
    if (pl_goap_has_answer(m)) bits |= SAVED_PLAN_NEW;
    if (m->plan_origin == PL_GOAP_REPAIRED) bits |= SAVED_REPAIRED;
    if (m->plan_origin == PL_GOAP_PLANNED_SAME) bits |= SAVED_SAME;
    if (m->action_state == PL_GOAP_SUPERSEDED) bits |= SAVED_SUPERSEDED;
    if (m->is_replan_requested) bits |= SAVED_REPLAN;
    if (m->is_partial) bits |= SAVED_PARTIAL;
    if (m->is_pushed) bits |= SAVED_PUSHED;
    if (m->is_tie_settled) bits |= SAVED_TIE_SETTLED;
    return (uint16_t)bits;
}

static pl_goap_goal_state unpack_goal(const pl_goap_data* m, uint16_t bits)
{
    if (m->goal == PLOY_NONE) return PL_GOAP_NO_GOAL;
    if (bits & SAVED_ABORTED) return PL_GOAP_ABORTED;
    if (bits & SAVED_MET) return PL_GOAP_MET;
    if (bits & SAVED_IRRELEVANT) return PL_GOAP_IRRELEVANT;
    if (bits & SAVED_LOST) return PL_GOAP_LOST;
    if (bits & SAVED_BROKEN) return PL_GOAP_BROKEN;
    return bits & SAVED_HELD ? PL_GOAP_HELD : PL_GOAP_PURSUED;
}

static void unpack_states(pl_goap_data* m, uint16_t bits)
{
    m->goal_state = (uint8_t)unpack_goal(m, bits);
    m->state_status = bits & SAVED_CHANGED ? PL_GOAP_CHANGED : bits & SAVED_READ ? PL_GOAP_EVALUATED : PL_GOAP_UNREAD;
    if (bits & SAVED_PLAN_NEW) {
        m->plan_state = m->count > 0 ? PL_GOAP_PLAN_NEW : PL_GOAP_PLAN_NOTHING;
    } else {
        m->plan_state = m->count > 0 ? PL_GOAP_PLAN_CURRENT : PL_GOAP_NO_PLAN;
    }
    m->plan_origin = bits & SAVED_REPAIRED ? PL_GOAP_REPAIRED
                     : bits & SAVED_SAME   ? PL_GOAP_PLANNED_SAME
                                           : PL_GOAP_PLANNED;
    m->is_replan_requested = (bits & SAVED_REPLAN) != 0;
    m->is_partial = (bits & SAVED_PARTIAL) != 0;
    m->is_pushed = (bits & SAVED_PUSHED) != 0;
    m->is_tie_settled = (bits & SAVED_TIE_SETTLED) != 0;
}

static const uint8_t saved_actions[] = {[PL_GOAP_IDLE] = 0,
                                        [PL_GOAP_RUNNING] = 1,
                                        [PL_GOAP_SUPERSEDED] = 1,
                                        [PL_GOAP_FINISHING] = 2,
                                        [PL_GOAP_ABORTING] = 3};

static void unpack_action(pl_goap_data* m, uint8_t saved, uint16_t bits)
{
    static const uint8_t actions[] = {PL_GOAP_IDLE, PL_GOAP_RUNNING, PL_GOAP_FINISHING, PL_GOAP_ABORTING};
    m->action_state = saved < sizeof actions ? actions[saved] : UINT8_MAX;
    if (m->action_state == PL_GOAP_RUNNING && (bits & SAVED_SUPERSEDED)) m->action_state = PL_GOAP_SUPERSEDED;
}

void pl_goap_save(const ploy_agent* agent, ploy_writer* writer)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_data* m = pl_goap_data_of(agent);
#define WRITE(type, field) ploy_write_##type(writer, m->field);
    NUMBERS(WRITE)
    ploy_write_u16(writer, pack_states(m));
    ploy_write_u8(writer, saved_actions[m->action_state]);
    MORE_NUMBERS(WRITE)
#undef WRITE
    for (uint32_t i = 0; i < goap->words; ++i) ploy_write_u64(writer, pl_goap_state_of(agent)[i]);
    for (uint32_t i = 0; i < goap->action_words; ++i) ploy_write_u64(writer, pl_goap_unused(agent)[i]);
    for (uint32_t i = 0; i < goap->list_count; ++i) {
        const pl_goap_note* note = &pl_goap_notes(agent)[i];
        ploy_write_i64(writer, note->next);
        ploy_write_u32(writer, (uint32_t)note->priority);
        ploy_write_u8(writer, note->goal_status);
        ploy_write_u8(writer, note->search_status);
        ploy_write_u8(writer, note->is_stale);
    }
    for (uint32_t i = 0; i < goap->activity_count; ++i) {
        ploy_write_i64(writer, pl_goap_activities(agent)[i].since);
        ploy_write_u32(writer, pl_goap_activities(agent)[i].phase);
    }
    pl_activity_save_data(pl_goap_part(agent, goap->runs_at), (size_t)goap->activity_count * goap->run_bytes, writer);
    for (uint32_t i = 0; i < m->belief_count; ++i) {
        const pl_goap_belief* belief = &pl_goap_beliefs(agent)[i];
        ploy_write_i64(writer, agent->now - (uint32_t)((uint32_t)agent->now - belief->since));
        ploy_write_u32(writer, belief->mark);
        ploy_write_u16(writer, belief->row);
        ploy_write_u16(writer, belief->action);
    }
    for (uint32_t i = 0; i < m->count; ++i) ploy_write_u32(writer, pl_goap_steps(agent)[i]);
    if (pl_domain_can_change(goap->domain)) ploy_write_u32(writer, m->object_stamp);
    pl_plan_service_save_client(goap->planning, m->client, writer);
}

static bool below(uint32_t index, uint32_t bound)
{
    return index == PLOY_NONE || index < bound;
}

static bool indices_fit(const pl_goap* goap, const pl_goap_data* m)
{
    const pl_compiled* c = pl_domain_compiled(goap->domain);
    return below(m->goal, c->target_count) && below(m->planned, c->target_count) && below(m->pushed, c->target_count) &&
           below(m->used, c->target_count) && below(m->running, c->ground_count) && below(m->last, c->ground_count) &&
           below(m->tried, c->ground_count) && below(m->avoid, goap->action_count) && m->count <= goap->def.max_steps &&
           m->at <= m->count && m->belief_count <= goap->belief_capacity;
}

static bool states_fit(const pl_goap_data* m)
{
    bool is_known = m->action_state <= PL_GOAP_ABORTING && m->mode <= PL_GOAP_WITH_ALL;
    bool has_goal = m->goal != PLOY_NONE, has_action = m->running != PLOY_NONE, has_steps = m->at < m->count;
    return is_known && has_action == (m->action_state != PL_GOAP_IDLE) && (has_goal || !has_action) &&
           has_steps == (m->plan_state == PL_GOAP_PLAN_CURRENT || m->plan_state == PL_GOAP_PLAN_NEW) &&
           (m->plan_state != PL_GOAP_PLAN_CURRENT || has_goal) && (!pl_goap_has_answer(m) || m->planned != PLOY_NONE);
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
        note->goal_status = ploy_read_u8(reader);
        note->search_status = ploy_read_u8(reader);
        note->is_stale = ploy_read_u8(reader);
        if (note->goal_status > PLOY_GOAL_STATUS_HELD || note->search_status >= PLOY_STATUS_COUNT)
            reader->failed = true;
    }
}

static void load_activities(ploy_agent* agent, ploy_reader* reader)
{
    const pl_goap* goap = pl_goap_of(agent);
    for (uint32_t i = 0; i < goap->activity_count; ++i) {
        pl_goap_activities(agent)[i].since = ploy_read_i64(reader);
        pl_goap_activities(agent)[i].phase = ploy_read_below(reader, PL_ACTIVITY_HALTING + 1);
    }
    pl_activity_load_data(pl_goap_part(agent, goap->runs_at), (size_t)goap->activity_count * goap->run_bytes, reader);
}

static void load_beliefs(ploy_agent* agent, ploy_reader* reader)
{
    const pl_goap* goap = pl_goap_of(agent);
    for (uint32_t i = 0; i < pl_goap_data_of(agent)->belief_count; ++i) {
        pl_goap_belief* belief = &pl_goap_beliefs(agent)[i];
        belief->since = (uint32_t)ploy_read_i64(reader);
        belief->mark = ploy_read_u32(reader);
        belief->row = ploy_read_u16(reader);
        belief->action = ploy_read_u16(reader);
        bool is_known = belief->action < goap->action_count || belief->action == PL_GOAP_EXPECTED;
        if (belief->row >= goap->view->rows.count || !is_known) reader->failed = true;
    }
}

ploy_status pl_goap_load(ploy_agent* agent, ploy_reader* reader)
{
    const pl_goap* goap = pl_goap_of(agent);
    pl_goap_data* m = pl_goap_data_of(agent);
#define READ(type, field) m->field = ploy_read_##type(reader);
    NUMBERS(READ)
    uint16_t states = ploy_read_u16(reader);
    uint8_t action = ploy_read_u8(reader);
    MORE_NUMBERS(READ)
#undef READ
    unpack_states(m, states);
    unpack_action(m, action, states);
    if (reader->failed || !indices_fit(goap, m) || !states_fit(m)) return PLOY_INVALID;
    for (uint32_t i = 0; i < goap->words; ++i) pl_goap_state_of(agent)[i] = ploy_read_u64(reader);
    for (uint32_t i = 0; i < goap->action_words; ++i) pl_goap_unused(agent)[i] = ploy_read_u64(reader);
    load_notes(agent, reader);
    load_activities(agent, reader);
    load_beliefs(agent, reader);
    uint32_t ground_count = pl_domain_compiled(goap->domain)->ground_count;
    for (uint32_t i = 0; i < m->count; ++i) pl_goap_steps(agent)[i] = ploy_read_below(reader, ground_count);
    if (pl_domain_can_change(goap->domain)) m->object_stamp = ploy_read_u32(reader);
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
