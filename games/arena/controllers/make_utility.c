// Utility: utility.xml. A type uses the utility of its name, else the first of the file.

#include "games/arena/controllers/technique.h"

static ploy_status load(arena_controller* controller, ploy_error* error)
{
    const ploy_file* file = controller->file;
    if (ploy_file_utility_count(file) == 0) {
        *error = (ploy_error){.message = "there is no utility in it", .hint = "<utility name=\"all\">"};
        return PLOY_INVALID;
    }
    for (uint32_t u = 0; u < ploy_file_utility_count(file); u++) {
        ploy_utility_def def = ploy_file_utility(file, u);
        for (uint32_t i = 0; i < def.option_count; i++) {
            const char* name = def.options[i].name;
            if (arena_find_use(controller, name) == PLOY_NONE) arena_add_use(controller, "option", name);
        }
    }
    return PLOY_OK;
}

static ploy_status make(arena_controller* controller, const arena_type* type, const char* mode, ploy_mind** mind,
                        ploy_error* error)
{
    (void)mode;
    const arena_kit* kit = arena_controllers_kit(controller->all);
    uint32_t index = ploy_file_find_utility(controller->file, type->name);
    ploy_mind_parts parts = {.allocator = controller->allocator, .keys = kit->keys, .fact_types = kit->fact_types, .bindings = kit->bindings};
    ploy_utility_def utility = ploy_file_utility(controller->file, index == PLOY_NONE ? 0 : index);
    return ploy_utility_mind_create(&(ploy_utility_mind_def){parts, &utility}, mind, error);
}

/// An option has the name of its activity.
static uint32_t current(const arena_controller* controller, const arena_agent* agent)
{
    return ploy_utility_running(agent->agent) == PLOY_NONE ? PLOY_NONE : arena_find_use(controller, agent->doing);
}

const arena_technique arena_utility = {
    .name = "utility", .has_file = true, .load = load, .make = make, .current = current};
