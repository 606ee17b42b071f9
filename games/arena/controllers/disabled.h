// What a type of agents and a mode may not use of a controller's domain: rows of NAME.type and of NAME.mode,
//
//   disable long.goap AttackMelee FindAmmo
//
// with names of goals and actions; a name that both have disables both.

#ifndef ARENA_CONTROLLERS_DISABLED_H
#define ARENA_CONTROLLERS_DISABLED_H

#include "games/arena/controllers/technique.h"

enum
{
    ARENA_MAX_DISABLED = 128, ///< goals, and actions, of a domain
};

typedef struct arena_disabled
{
    uint64_t actions[ARENA_MAX_DISABLED / 64];
    uint32_t goals[ARENA_MAX_DISABLED]; ///< that are left
    uint32_t goal_count;
    bool is_any;
} arena_disabled;

/// Takes what is disabled from the goals and actions of a mind, which points to `disabled` then if anything is. PLOY_INVALID: the error
/// says what is wrong, and arena_controllers_file is the file.
ploy_status arena_disable(arena_controller* controller, const arena_type* type, const char* mode,
                          arena_disabled* disabled, ploy_goap_mind_def* def, ploy_error* error);

#endif
