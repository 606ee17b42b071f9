// Hierarchical task networks: htn.xml. Agents repeat the first task of the first htn. A type has the actions of the
// agent of its name, else of the first agent of the file.

#include "games/arena/controllers/technique.h"

static const ploy_domain* domain_of(const arena_controller* controller)
{
    return ploy_file_domain(controller->file, 0);
}

static ploy_status load(arena_controller* controller, ploy_error* error)
{
    const ploy_file* file = controller->file;
    if (ploy_file_domain_count(file) != 1 || ploy_file_htn_count(file) == 0 || ploy_file_agent_count(file) == 0) {
        *error = (ploy_error){.message = "it needs one domain, an htn over it and at least one agent"};
        return PLOY_INVALID;
    }
    ploy_status status = arena_bind_domain(controller, error);
    if (status != PLOY_OK) return status;
    for (uint32_t i = 0; i < ploy_domain_action_count(domain_of(controller)); i++) {
        arena_add_use(controller, "action", ploy_domain_action(domain_of(controller), i).name);
    }
    return PLOY_OK;
}

static ploy_status make(arena_controller* controller, const arena_type* type, const char* mode, ploy_mind** mind,
                        ploy_error* error)
{
    (void)mode;
    const arena_kit* kit = arena_controllers_kit(controller->all);
    uint32_t agent = ploy_file_find_agent(controller->file, type->name);
    ploy_htn_mind_def def = {0};
    def.parts = (ploy_mind_parts){.allocator = controller->allocator, .keys = kit->keys, .fact_types = kit->fact_types, .bindings = kit->bindings};
    def.htn = ploy_file_htn(controller->file, 0);
    def.task = ploy_htn_task_name(def.htn, 0);
    def.disabled = ploy_file_agent(controller->file, agent == PLOY_NONE ? 0 : agent).goap.disabled;
    return ploy_htn_mind_create(&def, mind, error);
}

static uint32_t current(const arena_controller* controller, const arena_agent* agent)
{
    (void)controller;
    return ploy_htn_step(agent->agent).action;
}

static arena_doing doing(const arena_controller* controller, const arena_agent* agent)
{
    uint32_t action = ploy_htn_step(agent->agent).action;
    return (arena_doing){"", action == PLOY_NONE ? "" : ploy_domain_action(domain_of(controller), action).name};
}

const arena_technique arena_htn = {
    .name = "htn", .has_file = true, .load = load, .make = make, .doing = doing, .current = current};
