// Actions that a debugger takes away from all agents of a mind, and gives back.

#include "base/containers/bitset.h"
#include "mind/goap/goap.h"

void pl_goap_disable(ploy_mind* mind, uint32_t action, bool is_disabled)
{
    pl_goap* goap = (pl_goap*)mind;
    if (is_disabled || pl_bits_test(goap->lacked, action)) {
        pl_bits_set(goap->disabled, action);
    } else {
        pl_bits_clear(goap->disabled, action);
    }
}

static bool has_step(const ploy_agent* agent, uint32_t action)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_data* m = pl_goap_data_of(agent);
    if (m->running != PLOY_NONE && pl_goap_ground(goap, m->running)->action == action) return true;
    for (uint32_t i = m->at; i < m->count; ++i) {
        if (pl_goap_ground(goap, pl_goap_step(agent, i))->action == action) return true;
    }
    return false;
}

void pl_goap_note_disabled(ploy_agent* agent, uint32_t action, bool is_disabled)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    m->used = PLOY_NONE; // it may list the action
    m->is_best = false;
    pl_goap_drop_rest(agent);
    if (is_disabled && has_step(agent, action)) {
        ploy_goap_abort(agent);
    } else if (!is_disabled || pl_plan_service_is_open(pl_goap_of(agent)->planning, m->client)) {
        if (pl_goap_has_answer(m)) pl_goap_drop_steps(m);
        m->planned = PLOY_NONE;
        pl_plan_service_cancel(pl_goap_of(agent)->planning, m->client);
        ploy_goap_replan(agent);
    }
}
