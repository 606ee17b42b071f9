// The state that an agent decides from: what its blackboard says, and what it believes of its own actions.
//
// Sensors run at intervals, so the blackboard may show an action's effect only some time after the action has
// succeeded. In between the agent believes the effect. A belief ends when its key is next written, by anyone, the same
// value or another, because then the writer has looked; or when def.settle has passed. While it lasts, its value
// stands in the agent's state in place of the blackboard's:
//
//   action succeeds          key written: what was written counts
//        |------ believed ---------|
//        |------ believed ----------------------------| settle has passed: the blackboard counts; act warns
//
// An effect that the blackboard already shows needs no belief. "x = 3" says what x is then; "x += 1" does not, so it is
// believed only if x is what it was when the action started: else whoever wrote it meanwhile has counted the action in.
// For that an action with such effects notes their values when it starts (action PL_GOAP_EXPECTED).
//
// An agent keeps as many beliefs as its actions have variables with keys, at most 16 or one action's; the oldest goes.
// The list comes from a pool of the mind and goes back when it is empty.
//
// Variables without a key are not sensed: a step that succeeds applies its effects to them, and they are reset to
// their initial values when the plan ends.

#include <string.h>

#include "base/check.h"
#include "base/containers/bitset.h"
#include "knowledge/blackboard.h"
#include "mind/goap/goap.h"
#include "plan/domain/domain.h"

enum
{
    MAX_BELIEFS = 16,
};

static void put(const pl_variable* v, int64_t value, uint64_t* state)
{
    value = value < 0 ? 0 : value >= v->size ? v->size - 1 : value;
    uint64_t field = (v->bits == 64 ? ~0ull : (1ull << v->bits) - 1) << v->shift;
    state[v->word] = (state[v->word] & ~field) | (uint64_t)value << v->shift;
}

static void force_effect(const pl_compiled* c, const pl_effect* effect, uint64_t* state)
{
    const pl_variable* v = &c->variables[effect->variable];
    put(v, effect->amount + (effect->kind == PL_EFFECT_ADD ? (int64_t)pl_variable_value(v, state) : 0), state);
}

void pl_goap_force(const pl_goap* goap, uint32_t ground, uint64_t* state)
{
    const pl_compiled* c = pl_domain_compiled(goap->domain);
    const pl_ground* g = &c->grounds[ground];
    for (uint32_t i = 0; i < g->effect_count; ++i) force_effect(c, &c->effects[g->first_effect + i], state);
}

void pl_goap_write_effects(const ploy_agent* agent, uint32_t ground)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_compiled* c = pl_domain_compiled(goap->domain);
    const pl_ground* g = &c->grounds[ground];
    uint64_t* scratch = pl_goap_scratch(agent);
    memcpy(scratch, pl_goap_state_of(agent), goap->words * sizeof *scratch);
    ploy_view_read(goap->view, agent->blackboard, scratch);
    pl_goap_force(goap, ground, scratch);
    for (uint32_t i = 0; i < g->effect_count; ++i) {
        uint32_t variable = c->effects[g->first_effect + i].variable;
        pl_view_write(goap->view, agent->blackboard, variable, pl_variable_value(&c->variables[variable], scratch));
    }
}

bool pl_goap_reset_unsensed(const pl_goap* goap, uint64_t* state)
{
    const uint64_t* sensed = goap->view->sensed;
    uint64_t changed = 0;
    for (uint32_t w = 0; w < goap->words; ++w) {
        uint64_t reset = (state[w] & sensed[w]) | (goap->initial[w] & ~sensed[w]);
        changed |= reset ^ state[w];
        state[w] = reset;
    }
    return changed != 0;
}

// Beliefs.

// How many different variables with keys the effects of all actions have, at most `max`.
static uint32_t count_changed(const pl_goap* goap, uint32_t max)
{
    const pl_compiled* c = pl_domain_compiled(goap->domain);
    uint32_t seen[MAX_BELIEFS], count = 0;
    for (uint32_t i = 0; i < c->effect_count && count < max; ++i) {
        uint32_t variable = c->effects[i].variable, k = 0;
        while (k < count && seen[k] != variable) ++k;
        if (k == count && ploy_view_senses(goap->view, variable)) seen[count++] = variable;
    }
    return count;
}

uint32_t pl_goap_count_beliefs(const pl_goap* goap)
{
    const pl_compiled* c = pl_domain_compiled(goap->domain);
    uint32_t most = 0, most_adds = 0;
    if (goap->def.settle == 0 || goap->def.write_effects || goap->view->rows.count == 0) return 0;
    if (goap->view->rows.count > UINT16_MAX || goap->action_count > PL_GOAP_EXPECTED) return 0;
    for (uint32_t ground = 0; ground < c->ground_count; ++ground) {
        const pl_ground* g = &c->grounds[ground];
        uint32_t adds = 0;
        for (uint32_t i = 0; i < g->effect_count; ++i) adds += c->effects[g->first_effect + i].kind == PL_EFFECT_ADD;
        if (most < g->effect_count) most = g->effect_count;
        if (most_adds < adds) most_adds = adds;
    }
    uint32_t changed = count_changed(goap, MAX_BELIEFS);
    return (most > changed ? most : changed) + most_adds;
}

// What the blackboard says, as an index in the variable's range.
static uint64_t sensed_value(const ploy_agent* agent, const pl_view_row* row)
{
    return pl_view_index(row, pl_blackboard_read(agent->blackboard, row->key));
}

static uint64_t mask_of(const pl_view_row* row)
{
    return row->bits == 64 ? ~0ull : (1ull << row->bits) - 1;
}

static uint64_t field_of(const pl_view_row* row, const uint64_t* state)
{
    return state[row->word] >> row->shift & mask_of(row);
}

static void set_field(const pl_view_row* row, uint64_t value, uint64_t* state)
{
    state[row->word] = (state[row->word] & ~(mask_of(row) << row->shift)) | value << row->shift;
}

static uint32_t list_bytes(const pl_goap* goap)
{
    return (uint32_t)(sizeof(pl_goap_belief_list) + goap->belief_capacity * sizeof(pl_goap_belief));
}

pl_goap_belief_list* pl_goap_make_beliefs(ploy_agent* agent)
{
    pl_goap_belief_pool* pool = pl_goap_of(agent)->beliefs;
    pl_spin_lock(&pool->lock);
    pl_goap_belief_list* made = pl_pools_take(&pool->pools, list_bytes(pl_goap_of(agent)));
    pl_spin_unlock(&pool->lock);
    return pl_goap_data_of(agent)->beliefs = made;
}

void pl_goap_drop_beliefs(ploy_agent* agent)
{
    pl_goap_belief_pool* pool = pl_goap_of(agent)->beliefs;
    pl_goap_data* m = pl_goap_data_of(agent);
    if (!m->beliefs) return;
    pl_spin_lock(&pool->lock);
    pl_pools_give(&pool->pools, m->beliefs, list_bytes(pl_goap_of(agent)));
    pl_spin_unlock(&pool->lock);
    m->beliefs = NULL;
}

// Gives the list back if there is nothing in it.
static void drop_if_empty(ploy_agent* agent)
{
    const pl_goap_belief_list* beliefs = pl_goap_data_of(agent)->beliefs;
    if (beliefs && beliefs->count == 0 && !beliefs->is_unsensed) pl_goap_drop_beliefs(agent);
}

static void remove_at(ploy_agent* agent, uint32_t index)
{
    pl_goap_belief_list* beliefs = pl_goap_data_of(agent)->beliefs;
    pl_goap_belief* list = beliefs->list;
    --beliefs->count;
    memmove(&list[index], &list[index + 1], (beliefs->count - index) * sizeof *list);
}

// The belief about a row, or what was noted of it when the action started; NULL: none.
static pl_goap_belief* find(const ploy_agent* agent, uint32_t row, bool is_expected)
{
    for (uint32_t i = 0; i < pl_goap_belief_count(agent); ++i) {
        pl_goap_belief* belief = &pl_goap_data_of(agent)->beliefs->list[i];
        if (belief->row == row && (belief->action == PL_GOAP_EXPECTED) == is_expected) return belief;
    }
    return NULL;
}

static void add(ploy_agent* agent, pl_goap_belief belief)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    bool has_list = m->beliefs || pl_goap_make_beliefs(agent);
    bool is_full = has_list && m->beliefs->count == pl_goap_of(agent)->belief_capacity;
    if (is_full) remove_at(agent, 0);
    if (is_full || !has_list) m->stamp = UINT64_MAX; // no stamp is: the key is read again
    if (has_list) m->beliefs->list[m->beliefs->count++] = belief;
}

void pl_goap_expect(ploy_agent* agent, uint32_t ground)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_compiled* c = pl_domain_compiled(goap->domain);
    const pl_ground* g = &c->grounds[ground];
    if (goap->belief_capacity == 0 || !agent->blackboard) return;
    for (uint32_t i = 0; i < g->effect_count; ++i) {
        const pl_effect* effect = &c->effects[g->first_effect + i];
        uint32_t row = effect->kind == PL_EFFECT_ADD ? pl_view_find(goap->view, effect->variable) : PLOY_NONE;
        if (row == PLOY_NONE) continue;
        uint32_t value = (uint32_t)sensed_value(agent, &goap->view->rows.data[row]);
        add(agent, (pl_goap_belief){(uint32_t)agent->now, value, (uint16_t)row, PL_GOAP_EXPECTED});
    }
}

void pl_goap_forget_expected(ploy_agent* agent)
{
    for (uint32_t i = pl_goap_belief_count(agent); i-- > 0;) {
        if (pl_goap_data_of(agent)->beliefs->list[i].action == PL_GOAP_EXPECTED) remove_at(agent, i);
    }
    drop_if_empty(agent);
}

// An effect on a variable with a key.
static void believe_effect(ploy_agent* agent, uint32_t action, const pl_effect* effect, uint32_t row)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_compiled* c = pl_domain_compiled(goap->domain);
    const pl_variable* v = &c->variables[effect->variable];
    const pl_view_row* r = &goap->view->rows.data[row];
    uint64_t* state = pl_goap_state_of(agent);
    uint64_t old = pl_variable_value(v, state), sensed = sensed_value(agent, r);
    uint32_t mark = pl_blackboard_write_mark(agent->blackboard, r->key);
    const pl_goap_belief* before = find(agent, row, false);
    if (effect->kind == PL_EFFECT_ADD) {
        const pl_goap_belief* expected = find(agent, row, true);
        if (!expected || expected->mark != sensed) return;
        if (!before || before->mark != mark) put(v, (int64_t)sensed, state);
    }
    force_effect(c, effect, state);
    if (before) remove_at(agent, (uint32_t)(before - pl_goap_data_of(agent)->beliefs->list));
    uint64_t value = pl_variable_value(v, state);
    if (value != sensed) add(agent, (pl_goap_belief){(uint32_t)agent->now, mark, (uint16_t)row, (uint16_t)action});
    if (value != old) pl_goap_mark_stale(agent);
}

void pl_goap_apply_unsensed(ploy_agent* agent, uint32_t ground)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_compiled* c = pl_domain_compiled(goap->domain);
    const pl_ground* g = &c->grounds[ground];
    for (uint32_t i = 0; i < g->effect_count; ++i) {
        const pl_effect* effect = &c->effects[g->first_effect + i];
        if (ploy_view_senses(goap->view, effect->variable)) continue;
        force_effect(c, effect, pl_goap_state_of(agent));
        pl_goap_mark_stale(agent);
    }
}

void pl_goap_believe(ploy_agent* agent, uint32_t ground)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_compiled* c = pl_domain_compiled(goap->domain);
    const pl_ground* g = &c->grounds[ground];
    if (goap->belief_capacity == 0 || !agent->blackboard) return;
    for (uint32_t i = 0; i < g->effect_count; ++i) {
        const pl_effect* effect = &c->effects[g->first_effect + i];
        uint32_t row = pl_view_find(goap->view, effect->variable);
        if (row != PLOY_NONE) believe_effect(agent, g->action, effect, row);
    }
    pl_goap_forget_expected(agent);
}

// Ends the beliefs whose key was written or whose time is up. false: none.
static bool end_beliefs(ploy_agent* agent)
{
    const pl_goap* goap = pl_goap_of(agent);
    pl_goap_belief_list* beliefs = pl_goap_data_of(agent)->beliefs;
    uint32_t count = beliefs->count;
    for (uint32_t i = count; i-- > 0;) {
        const pl_goap_belief* belief = &beliefs->list[i];
        if (belief->action == PL_GOAP_EXPECTED) continue;
        uint32_t key = goap->view->rows.data[belief->row].key;
        bool is_written = pl_blackboard_write_mark(agent->blackboard, key) != belief->mark;
        bool is_recent = (uint32_t)agent->now - belief->since < goap->def.settle;
        if (!is_written && is_recent) continue;
        if (!is_written) {
            beliefs->is_unsensed = true;
            beliefs->unsensed_action = belief->action;
            beliefs->unsensed_row = belief->row;
        }
        remove_at(agent, i);
    }
    bool has_ended = beliefs->count < count;
    drop_if_empty(agent);
    return has_ended;
}

// What is believed replaces what was read.
static void keep_beliefs(const ploy_agent* agent, const uint64_t* before, uint64_t* state)
{
    for (uint32_t i = 0; i < pl_goap_belief_count(agent); ++i) {
        const pl_goap_belief* belief = &pl_goap_data_of(agent)->beliefs->list[i];
        const pl_view_row* row = &pl_goap_of(agent)->view->rows.data[belief->row];
        if (belief->action != PL_GOAP_EXPECTED) set_field(row, field_of(row, before), state);
    }
}

bool pl_goap_read_state(ploy_agent* agent)
{
    const pl_goap* goap = pl_goap_of(agent);
    pl_goap_data* m = pl_goap_data_of(agent);
    uint64_t stamp = agent->blackboard ? pl_blackboard_stamp_all(agent->blackboard) : 0;
    bool is_first = m->state_status == PL_GOAP_UNREAD;
    bool has_ended = m->beliefs && end_beliefs(agent);
    if (!is_first && !has_ended && stamp == m->stamp) return false;
    uint64_t* state = pl_goap_state_of(agent);
    uint64_t* before = pl_goap_scratch(agent);
    memcpy(before, state, goap->words * sizeof *state);
    if (agent->blackboard) {
        ploy_view_read(goap->view, agent->blackboard, state);
        keep_beliefs(agent, before, state);
    }
    m->stamp = stamp;
    return is_first || memcmp(before, state, goap->words * sizeof *state) != 0;
}

// The row of the same key with the same range; PLOY_NONE: there is none.
static uint32_t find_same_row(const ploy_view* view, const pl_view_row* old)
{
    for (uint32_t i = 0; i < view->rows.count; ++i) {
        const pl_view_row* row = &view->rows.data[i];
        if (row->key != old->key) continue;
        return row->min == old->min && row->step == old->step && row->last == old->last ? i : PLOY_NONE;
    }
    return PLOY_NONE;
}

void pl_goap_migrate_beliefs(ploy_agent* agent, const ploy_agent* old)
{
    const pl_goap *from = pl_goap_of(old), *to = pl_goap_of(agent);
    for (uint32_t i = 0; to->belief_capacity > 0 && i < pl_goap_belief_count(old); ++i) {
        pl_goap_belief belief = pl_goap_data_of(old)->beliefs->list[i];
        const pl_view_row* old_row = &from->view->rows.data[belief.row];
        uint32_t row = find_same_row(to->view, old_row), action = PL_GOAP_EXPECTED;
        if (belief.action != PL_GOAP_EXPECTED) {
            action = ploy_domain_find_action(to->domain, ploy_domain_action(from->domain, belief.action).name);
        }
        if (row == PLOY_NONE || action == PLOY_NONE) continue;
        belief.row = (uint16_t)row;
        belief.action = (uint16_t)action;
        add(agent, belief);
        set_field(&to->view->rows.data[row], field_of(old_row, pl_goap_state_of(old)), pl_goap_state_of(agent));
    }
}

void pl_goap_warn_unsensed(ploy_agent* agent)
{
    const pl_goap* goap = pl_goap_of(agent);
    pl_goap_belief_list* beliefs = pl_goap_data_of(agent)->beliefs;
    uint32_t action = beliefs->unsensed_action, row = beliefs->unsensed_row;
    beliefs->is_unsensed = false;
    drop_if_empty(agent);
    if (pl_counter_next(&goap->warned[action]) != 0) return;
    const char* key = ploy_blackboard_keys_name(goap->def.parts.keys, goap->view->rows.data[row].key);
    pl_log(
        "domain '%.80s': %.80s has succeeded, but within %u.%03u s nobody wrote '%.80s', which it changes: the agent "
        "goes by the old value again. Write the key in a sensor or in the activity, or set write_effects or a longer "
        "settle for the agent",
        ploy_domain_name(goap->domain), ploy_domain_action(goap->domain, action).name,
        (unsigned)(goap->def.settle / PLOY_SECOND), (unsigned)(goap->def.settle / 1000 % 1000), key);
}
