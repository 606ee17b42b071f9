// State machines: fsm.xml, and long.fsm.xml with the states of the dissertation. A type uses the state machine of its name, else the first of the file.

#include "games/arena/controllers/technique.h"

static uint32_t machine_of(const ploy_file* file, const char* type)
{
    uint32_t machine = ploy_file_find_fsm(file, type);
    return machine == PLOY_NONE ? 0 : machine;
}

static ploy_status load(arena_controller* controller, ploy_error* error)
{
    if (ploy_file_fsm_count(controller->file) > 0) return PLOY_OK;
    *error = (ploy_error){.message = "there is no state machine in it", .hint = "<fsm name=\"all\">"};
    return PLOY_INVALID;
}

static void add_state(arena_controller* controller, const ploy_fsm* machine, const ploy_mind* mind, uint32_t index)
{
    uint32_t use = arena_add_use(controller, "state", ploy_fsm_mind_state_name(mind, index));
    const char* parent = ploy_fsm_state(machine, index)->parent;
    if (use != PLOY_NONE && parent) controller->uses[use].outer = arena_find_use(controller, parent);
}

// The states become uses when their state machine is created, in order.
static ploy_status make(arena_controller* controller, const arena_type* type, const char* mode, ploy_mind** mind,
                        ploy_error* error)
{
    (void)mode;
    const arena_kit* kit = arena_controllers_kit(controller->all);
    const ploy_fsm* machine = ploy_file_fsm(controller->file, machine_of(controller->file, type->name));
    ploy_mind_parts parts = {.allocator = controller->allocator, .keys = kit->keys, .fact_types = kit->fact_types, .bindings = kit->bindings};
    ploy_status status = ploy_fsm_mind_create(&(ploy_fsm_mind_def){parts, machine}, mind, error);
    if (status != PLOY_OK) return status;
    controller->minds[controller->mind_count].first_use = controller->use_count;
    for (uint32_t i = 0; i < ploy_fsm_state_count(machine); i++) add_state(controller, machine, *mind, i);
    return PLOY_OK;
}

static const char* state_name(const arena_agent* agent)
{
    uint32_t state = ploy_fsm_current(agent->agent);
    return state == PLOY_NONE ? "" : ploy_fsm_mind_state_name(agent->agent->mind, state);
}

static arena_doing doing(const arena_controller* controller, const arena_agent* agent)
{
    (void)controller;
    return (arena_doing){"", state_name(agent)};
}

static uint32_t current(const arena_controller* controller, const arena_agent* agent)
{
    uint32_t state = ploy_fsm_current(agent->agent);
    const arena_mind* mind = arena_mind_of(controller, agent);
    return state == PLOY_NONE || !mind ? PLOY_NONE : mind->first_use + state;
}

const arena_technique arena_fsm = {
    .name = "fsm", .has_file = true, .load = load, .make = make, .doing = doing, .current = current};
const arena_technique arena_long_fsm = {
    .name = "long.fsm", .has_file = true, .load = load, .make = make, .doing = doing, .current = current,
    .is_long = true};
