// What a technique brings to the controllers, and what it may use of them. Included by make_<technique>.c alone.

#ifndef ARENA_CONTROLLERS_TECHNIQUE_H
#define ARENA_CONTROLLERS_TECHNIQUE_H

#include "games/arena/controllers/controller.h"

#define ARENA_USES 128

typedef struct arena_technique
{
    const char* name; ///< of the controller; its file is NAME.xml
    bool has_file;
    /// After the file is loaded: checks it, binds what it calls, adds its uses. NULL: nothing to do.
    ploy_status (*load)(arena_controller* controller, ploy_error* error);
    /// The mind for agents of a type, as controller->minds[controller->mind_count]. Asked once a type, after load.
    ploy_status (*make)(arena_controller* controller, const arena_type* type, ploy_mind** mind, ploy_error* error);
    /// Frees what load made, after the minds are gone and before the file. NULL: nothing to do.
    void (*unload)(arena_controller* controller);
    /// NULL: what the agent's activity is called.
    arena_doing (*doing)(const arena_controller* controller, const arena_agent* agent);
    /// The use that the agent is at, or PLOY_NONE; asked after each step, a change counts as a change of state and as a
    /// use. NULL: the technique tells its uses itself.
    uint32_t (*current)(const arena_controller* controller, const arena_agent* agent);
} arena_technique;

extern const arena_technique arena_goap, arena_fsm, arena_fuzzy, arena_bt, arena_gobt, arena_utility, arena_htn,
    arena_random;

typedef struct arena_mind
{
    char type[32];
    ploy_mind* mind;
    uint32_t first_use; ///< the technique's: where the uses of this mind begin
} arena_mind;

struct arena_controller
{
    arena_controllers* all;
    const arena_technique* technique;
    uint32_t side;
    ploy_allocator allocator; ///< counts what goes through it
    size_t bytes;
    ploy_file* file; ///< NULL: it has none
    void* own;       ///< the technique's
    arena_mind minds[ARENA_TYPES];
    uint32_t mind_count;
    arena_use uses[ARENA_USES];
    uint32_t use_count;
    uint64_t plan_lengths[ARENA_PLAN_LENGTHS];
};

/// The row of the mind that the agent has; NULL: none of the controller's.
const arena_mind* arena_mind_of(const arena_controller* controller, const arena_agent* agent);
/// Lists a use; name lives as long as the controller. Its number; PLOY_NONE when there is no room.
uint32_t arena_add_use(arena_controller* controller, const char* kind, const char* name);
/// PLOY_NONE: there is none of that name.
uint32_t arena_find_use(const arena_controller* controller, const char* name);
/// It was begun.
void arena_count_use(arena_controller* controller, uint32_t use);
/// A plan of so many steps was taken.
void arena_count_plan(arena_controller* controller, arena_agent* agent, uint32_t steps);
/// Binds what the file's first domain calls.
void arena_bind_domain(arena_controller* controller);

#endif
