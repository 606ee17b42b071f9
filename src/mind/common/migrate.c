#include "mind/common/migrate.h"

#include <string.h>

static bool carry_args(pl_versions e, const uint32_t* from_types, const uint32_t* to_types, uint32_t count,
                       const uint32_t* from, uint32_t* to)
{
    memset(to, 0, PLOY_MAX_ARGS * sizeof *to);
    for (uint32_t i = 0; i < count; ++i) {
        const char* object = ploy_domain_object_name(e.from, from_types[i], from[i]);
        to[i] = ploy_domain_find_object(e.to, to_types[i], object);
        if (to[i] == PLOY_NONE) return false;
    }
    return true;
}

uint32_t pl_migrate_action(pl_versions e, uint32_t action, const uint32_t* from, uint32_t to[PLOY_MAX_ARGS])
{
    ploy_action_info old = ploy_domain_action(e.from, action);
    uint32_t found = ploy_domain_find_action(e.to, old.name);
    if (found == PLOY_NONE) return PLOY_NONE;
    ploy_action_info fresh = ploy_domain_action(e.to, found);
    bool fits = fresh.param_count == old.param_count &&
                carry_args(e, old.param_types, fresh.param_types, fresh.param_count, from, to);
    return fits ? found : PLOY_NONE;
}

uint32_t pl_migrate_goal(pl_versions e, uint32_t goal, const uint32_t* from, uint32_t to[PLOY_MAX_ARGS])
{
    ploy_goal_info old = ploy_domain_goal(e.from, goal);
    uint32_t found = ploy_domain_find_goal(e.to, old.name);
    if (found == PLOY_NONE) return PLOY_NONE;
    ploy_goal_info fresh = ploy_domain_goal(e.to, found);
    bool fits = fresh.param_count == old.param_count &&
                carry_args(e, old.param_types, fresh.param_types, fresh.param_count, from, to);
    return fits ? found : PLOY_NONE;
}

void pl_migrate_beliefs(pl_versions e, const ploy_view* view, const uint64_t* from, uint64_t* to)
{
    for (uint32_t s = 0; s < ploy_domain_symbol_count(e.to); ++s) {
        ploy_symbol_info fresh = ploy_domain_symbol(e.to, s);
        uint32_t symbol = ploy_domain_find_symbol(e.from, fresh.name);
        if (symbol == PLOY_NONE) continue;
        ploy_symbol_info old = ploy_domain_symbol(e.from, symbol);
        if (old.variable_count != fresh.variable_count || old.type != fresh.type) continue;
        for (uint32_t i = 0; i < fresh.variable_count; ++i) {
            if (view && ploy_view_senses(view, fresh.first_variable + i)) continue;
            int64_t value = ploy_state_get(e.from, from, old.first_variable + i);
            (void)ploy_state_set(e.to, to, fresh.first_variable + i, value);
        }
    }
}
