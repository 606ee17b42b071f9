// An agent that does anything at random: what others must beat.

#include "games/arena/controllers/simple_mind.h"
#include "games/arena/controllers/technique.h"

static ploy_status make(arena_controller* controller, const arena_type* type, ploy_mind** mind, ploy_error* error)
{
    (void)type, (void)error;
    *mind = arena_random_mind_create(&controller->allocator, arena_controllers_kit(controller->all)->bindings);
    return *mind ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

const arena_technique arena_random = {.name = "random", .make = make};
