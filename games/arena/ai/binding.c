// Names that domains call ("call:way_to_ammo", context="covering") are measures and conditions of the abilities.

#include "games/arena/controllers/technique.h"

static bool ask_condition(void* user, const ploy_evaluation* call)
{
    const ploy_condition_def* def = user;
    ploy_call run = {.user = def->user};
    return def->test(call->agent, &run);
}

static int64_t ask_measure(void* user, const ploy_evaluation* call)
{
    const ploy_scorer_def* def = user;
    ploy_call run = {.user = def->user};
    return def->measure(call->agent, &run);
}

void arena_bind_domain(arena_controller* controller)
{
    const ploy_bindings* bindings = arena_controllers_kit(controller->all)->bindings;
    ploy_domain* domain = ploy_file_domain(controller->file, 0);
    for (uint32_t i = 0; i < ploy_bindings_condition_count(bindings); i++) {
        const ploy_condition_def* def = ploy_bindings_condition(bindings, i);
        ploy_domain_bind_context(domain, def->name, ask_condition, (void*)def);
    }
    for (uint32_t i = 0; i < ploy_bindings_scorer_count(bindings); i++) {
        const ploy_scorer_def* def = ploy_bindings_scorer(bindings, i);
        ploy_domain_bind_number(domain, def->name, ask_measure, (void*)def);
    }
}
