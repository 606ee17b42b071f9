// State machines: fsm.xml. A type has the machine of its name, or the first of the file.

#include <string.h>

#include "games/arena/technique.h"

static uint32_t machine_of(const ploy_file* file, const char* type)
{
    uint32_t machine = ploy_file_find_machine(file, type);
    return machine == PLOY_NONE ? 0 : machine;
}

static uint32_t find_use(const arena_controller* controller, const char* name)
{
    for (uint32_t i = 0; i < controller->use_count; i++) {
        if (strcmp(controller->uses[i].name, name) == 0) return i;
    }
    return PLOY_NONE;
}

static ploy_status load(arena_controller* controller, ploy_error* error)
{
    const ploy_file* file = controller->file;
    if (ploy_file_machine_count(file) == 0) {
        *error = (ploy_error){.message = "there is no machine in it", .hint = "<machine name=\"all\">"};
        return PLOY_INVALID;
    }
    for (uint32_t m = 0; m < ploy_file_machine_count(file); m++) {
        const ploy_machine* machine = ploy_file_machine(file, m);
        for (uint32_t i = 0; i < ploy_machine_state_count(machine); i++) {
            const char* name = ploy_machine_state(machine, i)->name;
            if (find_use(controller, name) == PLOY_NONE) arena_add_use(controller, "state", name);
        }
    }
    return PLOY_OK;
}

static ploy_status make(arena_controller* controller, const arena_type* type, ploy_mind** mind, ploy_error* error)
{
    const arena_kit* kit = arena_controllers_kit(controller->all);
    const ploy_machine* machine = ploy_file_machine(controller->file, machine_of(controller->file, type->name));
    return ploy_machine_compile(machine, kit->abilities, kit->keys, &controller->allocator, mind, error);
}

static const char* state_name(const arena_agent* agent)
{
    uint32_t state = ploy_machine_current(agent->self);
    return state == PLOY_NONE ? "" : ploy_machine_mind_state_name(agent->self->mind, state);
}

static arena_doing doing(const arena_controller* controller, const arena_agent* agent)
{
    (void)controller;
    return (arena_doing){"", state_name(agent)};
}

static uint32_t current(const arena_controller* controller, const arena_agent* agent)
{
    return find_use(controller, state_name(agent));
}

const arena_technique arena_fsm = {
    .name = "fsm", .has_file = true, .load = load, .make = make, .doing = doing, .current = current};
