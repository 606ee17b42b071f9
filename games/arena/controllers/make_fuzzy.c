// Fuzzy state machines: fuzzy.xml. A type uses the one of its name, else the first of the file.

#include "games/arena/controllers/technique.h"

static const ploy_fuzzy* fuzzy_of(const arena_controller* controller, const char* type)
{
    uint32_t fuzzy = ploy_file_find_fuzzy(controller->file, type);
    return ploy_file_fuzzy(controller->file, fuzzy == PLOY_NONE ? 0 : fuzzy);
}

static ploy_status load(arena_controller* controller, ploy_error* error)
{
    const ploy_file* file = controller->file;
    if (ploy_file_fuzzy_count(file) == 0) {
        *error = (ploy_error){.message = "there is no fuzzy state machine in it", .hint = "<fuzzy name=\"all\">"};
        return PLOY_INVALID;
    }
    for (uint32_t f = 0; f < ploy_file_fuzzy_count(file); f++) {
        const ploy_fuzzy* fuzzy = ploy_file_fuzzy(file, f);
        for (uint32_t i = 0; i < ploy_fuzzy_state_count(fuzzy); i++) {
            const char* name = ploy_fuzzy_state_at(fuzzy, i)->name;
            if (arena_find_use(controller, name) == PLOY_NONE) arena_add_use(controller, "state", name);
        }
    }
    return PLOY_OK;
}

static ploy_status make(arena_controller* controller, const arena_type* type, const char* mode, ploy_mind** mind,
                        ploy_error* error)
{
    (void)mode;
    const arena_kit* kit = arena_controllers_kit(controller->all);
    ploy_mind_parts parts = {.allocator = controller->allocator, .keys = kit->keys, .fact_types = kit->fact_types, .bindings = kit->bindings};
    return ploy_fuzzy_mind_create(&(ploy_fuzzy_mind_def){parts, fuzzy_of(controller, type->name)}, mind, error);
}

/// The active state with the highest weight.
static const char* strongest(const arena_controller* controller, const arena_agent* agent)
{
    const ploy_fuzzy* fuzzy = fuzzy_of(controller, agent->type.name);
    uint32_t best = PLOY_NONE;
    for (uint32_t i = 0; i < ploy_fuzzy_state_count(fuzzy); i++) {
        if (!ploy_fuzzy_is_active(agent->agent, i)) continue;
        if (best == PLOY_NONE || ploy_fuzzy_weight(agent->agent, i) > ploy_fuzzy_weight(agent->agent, best)) best = i;
    }
    return best == PLOY_NONE ? "" : ploy_fuzzy_state_at(fuzzy, best)->name;
}

static arena_doing doing(const arena_controller* controller, const arena_agent* agent)
{
    return (arena_doing){strongest(controller, agent), agent->doing ? agent->doing : ""};
}

static uint32_t current(const arena_controller* controller, const arena_agent* agent)
{
    return arena_find_use(controller, strongest(controller, agent));
}

const arena_technique arena_fuzzy = {
    .name = "fuzzy", .has_file = true, .load = load, .make = make, .doing = doing, .current = current};
