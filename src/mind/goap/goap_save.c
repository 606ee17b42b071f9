// Saves: an agent's mind data without scratch, and its open request to the plan service. One mind of those that share a
// service also saves the service: its queue and the searches in progress.

#include <string.h>

#include "base/check.h"
#include "mind/goap/goap.h"
#include "plan/domain/domain.h"

// The numbers of the mind data, listed once for both directions.
#define NUMBERS(X)                                                                                                     \
    X(u64, stamp)                                                                                                      \
    X(i64, next)                                                                                                       \
    X(i64, since)

#define TIES(X)                                                                                                        \
    X(i64, cost)                                                                                                       \
    X(i64, min_score)                                                                                                  \
    X(i64, tried_score)                                                                                                \
    X(u32, tried)

#define INDICES(X)                                                                                                     \
    X(u32, goal)                                                                                                       \
    X(u32, planned)                                                                                                    \
    X(u32, pushed)                                                                                                     \
    X(u32, used)                                                                                                       \
    X(u32, running)                                                                                                    \
    X(u32, last)                                                                                                       \
    X(u32, avoid)                                                                                                      \
    X(u16, at)                                                                                                         \
    X(u16, count)

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

// Beside the mode of the search.
enum
{
    SAVED_BEST = 1 << 2,
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
    m->goal_state = unpack_goal(m, bits);
    m->state_status = PL_GOAP_UNREAD;
    if (bits & SAVED_READ) m->state_status = PL_GOAP_EVALUATED;
    if (bits & SAVED_CHANGED) m->state_status = PL_GOAP_CHANGED;
    if (bits & SAVED_PLAN_NEW) {
        m->plan_state = m->count > 0 ? PL_GOAP_PLAN_NEW : PL_GOAP_PLAN_NOTHING;
    } else {
        m->plan_state = m->count > 0 ? PL_GOAP_PLAN_CURRENT : PL_GOAP_NO_PLAN;
    }
    m->plan_origin = PL_GOAP_PLANNED;
    if (bits & SAVED_SAME) m->plan_origin = PL_GOAP_PLANNED_SAME;
    if (bits & SAVED_REPAIRED) m->plan_origin = PL_GOAP_REPAIRED;
    m->is_replan_requested = (bits & SAVED_REPLAN) != 0;
    m->is_partial = (bits & SAVED_PARTIAL) != 0;
    m->is_pushed = (bits & SAVED_PUSHED) != 0;
}

static const uint8_t saved_actions[] = {[PL_GOAP_IDLE] = 0,
                                        [PL_GOAP_RUNNING] = 1,
                                        [PL_GOAP_SUPERSEDED] = 1,
                                        [PL_GOAP_FINISHING] = 2,
                                        [PL_GOAP_ABORTING] = 3};

// false: there is no such state.
static bool unpack_action(pl_goap_data* m, uint8_t saved, uint16_t bits)
{
    static const uint8_t actions[] = {PL_GOAP_IDLE, PL_GOAP_RUNNING, PL_GOAP_FINISHING, PL_GOAP_ABORTING};
    if (saved >= sizeof actions) return false;
    m->action_state = actions[saved] & 7u;
    if (m->action_state == PL_GOAP_RUNNING && (bits & SAVED_SUPERSEDED)) m->action_state = PL_GOAP_SUPERSEDED;
    return true;
}

void pl_goap_save(const ploy_agent* agent, ploy_writer* writer)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_data* m = pl_goap_data_of(agent);
#define WRITE(type, field) ploy_write_##type(writer, m->field);
#define WRITE_TIE(type, field) ploy_write_##type(writer, ties.field);
    pl_goap_ties ties = {.tried = PLOY_NONE};
    if (goap->utility) ties = *pl_goap_ties_of(agent);
    NUMBERS(WRITE)
    TIES(WRITE_TIE)
    INDICES(WRITE)
    ploy_write_u16(writer, (uint16_t)pl_goap_belief_count(agent));
    ploy_write_u16(writer, (uint16_t)(pack_states(m) | (ties.is_settled ? SAVED_TIE_SETTLED : 0)));
    ploy_write_u8(writer, saved_actions[m->action_state]);
    ploy_write_u8(writer, (uint8_t)(m->mode | (m->is_best ? SAVED_BEST : 0)));
    ploy_write_u8(writer, m->reason);
    ploy_write_u8(writer, m->succeeded);
    ploy_write_u8(writer, m->status);
#undef WRITE
#undef WRITE_TIE
    for (uint32_t i = 0; i < goap->words; ++i) ploy_write_u64(writer, pl_goap_state_of(agent)[i]);
    for (uint32_t i = 0; i < goap->action_words; ++i) ploy_write_u64(writer, pl_goap_unused(agent)[i]);
    for (uint32_t i = 0; i < goap->list_count; ++i) {
        const pl_goap_note* note = &pl_goap_notes(agent)[i];
        ploy_write_i64(writer, pl_goap_note_next(note));
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
    for (uint32_t i = 0; i < pl_goap_belief_count(agent); ++i) {
        const pl_goap_belief* belief = &m->beliefs->list[i];
        ploy_write_i64(writer, agent->now - (uint32_t)((uint32_t)agent->now - belief->since));
        ploy_write_u32(writer, belief->mark);
        ploy_write_u16(writer, belief->row);
        ploy_write_u16(writer, belief->action);
    }
    for (uint32_t i = 0; i < m->count; ++i) ploy_write_u32(writer, pl_goap_step(agent, i));
    if (goap->has_objects) ploy_write_u32(writer, *pl_goap_object_stamp(agent));
    if (goap->def.act_early) ploy_write_i64(writer, *pl_goap_tail(agent));
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
           below(m->avoid, goap->action_count) && m->count <= goap->def.max_steps && m->at <= m->count;
}

static bool states_fit(const pl_goap_data* m)
{
    bool has_goal = m->goal != PLOY_NONE, has_action = m->running != PLOY_NONE, has_steps = m->at < m->count;
    return has_action == (m->action_state != PL_GOAP_IDLE) && (has_goal || !has_action) &&
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
        pl_goap_note_wait(note, ploy_read_i64(reader));
        note->priority = (int32_t)ploy_read_u32(reader);
        uint8_t goal_status = ploy_read_u8(reader), search_status = ploy_read_u8(reader);
        note->is_stale = ploy_read_u8(reader) != 0;
        if (goal_status > PLOY_GOAL_STATUS_HELD || search_status >= PLOY_STATUS_COUNT) reader->failed = true;
        note->goal_status = goal_status & 15u;
        note->search_status = search_status & 15u;
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

// false: out of memory.
static bool load_beliefs(ploy_agent* agent, ploy_reader* reader, uint32_t count)
{
    const pl_goap* goap = pl_goap_of(agent);
    if (count > 0 && !pl_goap_make_beliefs(agent)) return false;
    for (uint32_t i = 0; i < count; ++i) {
        pl_goap_belief* belief = &pl_goap_data_of(agent)->beliefs->list[pl_goap_data_of(agent)->beliefs->count++];
        belief->since = (uint32_t)ploy_read_i64(reader);
        belief->mark = ploy_read_u32(reader);
        belief->row = ploy_read_u16(reader);
        belief->action = ploy_read_u16(reader);
        bool is_known = belief->action < goap->action_count || belief->action == PL_GOAP_EXPECTED;
        if (belief->row >= goap->view->rows.count || !is_known) reader->failed = true;
    }
    return true;
}

// The numbers that have room for less than what is read.
static bool load_numbers(const pl_goap* goap, pl_goap_data* m, ploy_reader* reader)
{
    uint8_t mode = ploy_read_u8(reader), reason = ploy_read_u8(reader), succeeded = ploy_read_u8(reader);
    uint8_t status = ploy_read_u8(reader);
    m->mode = mode & 3u;
    m->is_best = (mode & SAVED_BEST) != 0;
    m->reason = reason & 15u;
    m->succeeded = succeeded & 7u;
    m->status = status & 15u;
    return mode <= (PL_GOAP_REST | SAVED_BEST) && (m->mode != PL_GOAP_REST || goap->def.act_early) &&
           m->reason == reason && reason <= PLOY_GOAP_REASON_GONE && m->succeeded == succeeded && m->status == status &&
           status < PLOY_STATUS_COUNT;
}

// A mind without a utility has none.
static bool load_ties(ploy_agent* agent, const pl_goap_ties* ties)
{
    const pl_goap* goap = pl_goap_of(agent);
    if (goap->utility) *pl_goap_ties_of(agent) = *ties;
    return goap->utility ? below(ties->tried, pl_domain_compiled(goap->domain)->ground_count)
                         : ties->tried == PLOY_NONE;
}

static ploy_status load_data(ploy_agent* agent, ploy_reader* reader)
{
    const pl_goap* goap = pl_goap_of(agent);
    pl_goap_data* m = pl_goap_data_of(agent);
    pl_goap_ties ties = {0};
#define READ(type, field) m->field = ploy_read_##type(reader);
#define READ_TIE(type, field) ties.field = ploy_read_##type(reader);
    NUMBERS(READ)
    TIES(READ_TIE)
    INDICES(READ)
#undef READ
#undef READ_TIE
    uint32_t belief_count = ploy_read_u16(reader);
    uint16_t states = ploy_read_u16(reader);
    uint8_t action = ploy_read_u8(reader);
    ties.is_settled = (states & SAVED_TIE_SETTLED) != 0;
    unpack_states(m, states);
    bool is_good = load_numbers(goap, m, reader) && unpack_action(m, action, states) && load_ties(agent, &ties);
    if (!is_good || reader->failed || belief_count > goap->belief_capacity) return PLOY_INVALID;
    if (!indices_fit(goap, m) || !states_fit(m)) return PLOY_INVALID;
    for (uint32_t i = 0; i < goap->words; ++i) pl_goap_state_of(agent)[i] = ploy_read_u64(reader);
    for (uint32_t i = 0; i < goap->action_words; ++i) pl_goap_unused(agent)[i] = ploy_read_u64(reader);
    load_notes(agent, reader);
    load_activities(agent, reader);
    if (!load_beliefs(agent, reader, belief_count)) return PLOY_OUT_OF_MEMORY;
    uint32_t ground_count = pl_domain_compiled(goap->domain)->ground_count;
    for (uint32_t i = 0; i < m->count; ++i) pl_goap_set_step(agent, i, ploy_read_below(reader, ground_count));
    if (goap->has_objects) *pl_goap_object_stamp(agent) = ploy_read_u32(reader);
    if (goap->def.act_early) *pl_goap_tail(agent) = ploy_read_i64(reader);
    if (reader->failed || !state_fits(goap, pl_goap_state_of(agent))) return PLOY_INVALID;
    const pl_plan_service_options* options = m->mode == PL_GOAP_REST ? &goap->rest : &goap->options;
    return pl_plan_service_load_client(goap->planning, agent, options, reader, &m->client);
}

ploy_status pl_goap_load(ploy_agent* agent, ploy_reader* reader)
{
    ploy_status status = load_data(agent, reader);
    if (status != PLOY_OK) pl_goap_drop_beliefs(agent);
    return status;
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
