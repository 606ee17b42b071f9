// The interface of a technique to the controllers. Only make_<technique>.c and reload.c include it.

#ifndef ARENA_CONTROLLERS_TECHNIQUE_H
#define ARENA_CONTROLLERS_TECHNIQUE_H

#include <ploy/goap.h>

#include "games/arena/controllers/controller.h"
#include "games/arena/rules/behavior.h"

#define ARENA_USES 128
#define ARENA_MINDS 32 ///< of a controller

typedef struct arena_technique
{
    const char* name; ///< of the controller; its file is NAME.xml
    bool has_file;
    /// Called after the file was loaded: checks it and adds uses. NULL: none.
    ploy_status (*load)(arena_controller* controller, ploy_error* error);
    /// Creates the mind for a type, as controller->minds[controller->mind_count]. Called once per type, after load; per
    /// type and mode if it has modes.
    ploy_status (*make)(arena_controller* controller, const arena_type* type, const char* mode, ploy_mind** mind,
                        ploy_error* error);
    /// Frees what load made, after the minds and before the file. NULL: none.
    void (*unload)(arena_controller* controller);
    /// NULL: reports the name of the agent's activity.
    arena_doing (*doing)(const arena_controller* controller, const arena_agent* agent);
    /// The agent's current use, or PLOY_NONE. Called after each step; a change counts as a change of state and as a
    /// use. NULL: the technique counts its uses itself.
    uint32_t (*current)(const arena_controller* controller, const arena_agent* agent);
    bool is_long;   ///< it keeps to the dissertation
    bool has_modes; ///< what its minds can do depends on the mode, too
    bool has_goals; ///< its minds report goals; else a change of the current use counts as one
} arena_technique;

extern const arena_technique arena_goap, arena_fsm, arena_fuzzy, arena_bt, arena_gobt, arena_utility, arena_htn,
    arena_random, arena_long_goap, arena_long_fsm;

typedef struct arena_mind
{
    char type[32], mode[32];
    ploy_mind* mind;
    uint32_t first_use; ///< first use of this mind, for the technique
} arena_mind;

struct arena_controller
{
    arena_controllers* all;
    const arena_technique* technique;
    uint32_t side;
    ploy_allocator allocator; ///< counts its bytes
    size_t bytes;
    ploy_file* file; ///< NULL: none
    void* own;       ///< data of the technique
    arena_mind minds[ARENA_MINDS];
    uint32_t mind_count;
    arena_use uses[ARENA_USES];
    uint32_t use_count;
    uint64_t plan_lengths[ARENA_PLAN_LENGTHS];
    arena_controller* before; ///< as it was before the last hot reload, for what still points to its minds; NULL: none
};

uint32_t arena_controllers_count(const arena_controllers* controllers);
arena_controller* arena_controllers_at(const arena_controllers* controllers, uint32_t index);
/// Frees what its file made.
void arena_controller_empty(arena_controller* controller);

/// The row of the agent's mind; NULL: the mind belongs to another controller.
const arena_mind* arena_mind_of(const arena_controller* controller, const arena_agent* agent);
/// Adds a use and returns its number; PLOY_NONE: there is no room. The name must live as long as the controller.
uint32_t arena_add_use(arena_controller* controller, const char* kind, const char* name);
/// PLOY_NONE: there is none of that name.
uint32_t arena_find_use(const arena_controller* controller, const char* name);
/// Counts a start of the use.
void arena_count_use(arena_controller* controller, uint32_t use);
/// Counts a plan of so many steps.
void arena_count_plan(arena_controller* controller, arena_agent* agent, uint32_t steps);
/// Reports the start and the end of a planner's goal to the match's behavior.
void arena_report_goal(const arena_agent* agent, const ploy_goap_event* event);
/// Binds the names that the file's first domain calls ("call:distance_to_ammo", context="covering") to scorers and
/// conditions of the bindings. PLOY_INVALID: there is none of that name.
ploy_status arena_bind_domain(arena_controller* controller, ploy_error* error);

#endif
