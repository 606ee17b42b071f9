// The arena as an environment for agents whose decisions come from outside: reset, step, observe, act. Built as a shared
// library, libploy-arena, so that other languages can play and learn: bindings/python/ploy/arena.py.
//
// A side is played by a controller ("goap+squad") or external. An external agent does one activity of the arena at a
// time, the same ones that every controller chooses from; the managers carry it out. It sees what its blackboard has.

#ifndef ARENA_CONTROLLERS_ENVIRONMENT_H
#define ARENA_CONTROLLERS_ENVIRONMENT_H

#include <ploy/base.h>

typedef struct arena_environment arena_environment;

typedef struct arena_environment_def
{
    const char* mode;     ///< NULL: "domination"
    const char* map;      ///< NULL: "halls"
    const char* sides[2]; ///< controllers; NULL: this side is external
    uint32_t agents;      ///< 0: 10, five per side. Even indices are on side 0
    const char* record;   ///< the file that each match is recorded into, for `ploy view`; NULL: none
} arena_environment_def;

/// Begins nothing yet: call reset first. NULL: out of memory, or the def is wrong, and message says how.
PLOY_API arena_environment* arena_environment_create(const arena_environment_def* def, char* message, size_t size);
/// NULL is allowed.
PLOY_API void arena_environment_destroy(arena_environment* environment);

/// A new match. The same seed and the same acts give the same match. false: out of memory, or the recording cannot be
/// written, and there is no match.
PLOY_API bool arena_environment_reset(arena_environment* environment, uint64_t seed);
/// So many steps of 1/60 second. Returns how many were made: fewer when a debugger has paused the match.
PLOY_API uint32_t arena_environment_step(arena_environment* environment, uint32_t steps);

/// Lets a debugger attach to the match, until the next reset. The address for `ploy attach`; NULL: message says why not.
PLOY_API const char* arena_environment_attach(arena_environment* environment, bool is_paused, char* message, size_t size);

PLOY_API uint32_t arena_environment_action_count(const arena_environment* environment);
/// The name of an activity.
PLOY_API const char* arena_environment_action_name(const arena_environment* environment, uint32_t action);
/// From now on the agent does this, again and again, until the next act; PLOY_NONE: nothing. An action that
/// is not possible at the moment is tried again in each step. false: no such agent or action, or the agent is not external.
PLOY_API bool arena_environment_act(arena_environment* environment, uint32_t agent, uint32_t action);
/// Writes one byte per action: 1 if the agent could start it now. All 0: it is dead.
PLOY_API void arena_environment_mask(const arena_environment* environment, uint32_t agent, uint8_t* mask);

PLOY_API uint32_t arena_environment_value_count(void);
/// The name of an observed value.
PLOY_API const char* arena_environment_value_name(uint32_t value);
/// Writes what the agent knows, one number per value.
PLOY_API void arena_environment_observe(const arena_environment* environment, uint32_t agent, float* values);

/// Of a side, or of an agent.
typedef struct arena_standing
{
    int32_t score;
    uint32_t kills, deaths;
} arena_standing;

PLOY_API arena_standing arena_environment_side(const arena_environment* environment, uint32_t side);
PLOY_API arena_standing arena_environment_agent(const arena_environment* environment, uint32_t agent);
/// In teams, the score of a side counts.
PLOY_API bool arena_environment_has_teams(const arena_environment* environment);
PLOY_API uint64_t arena_environment_hash(const arena_environment* environment);

// To draw it. Positions are in 1/1024 of a cell.

/// One byte per cell, row by row; bit 0: it is free. Valid until destroy.
PLOY_API const uint8_t* arena_environment_cells(const arena_environment* environment, uint32_t* width, uint32_t* height);

typedef struct arena_body
{
    int32_t x, y;
    int32_t facing_x, facing_y; ///< of length 16,384
    int32_t health;             ///< 0: dead
    uint32_t side;
    const char* doing; ///< the activity that it started last; ""
} arena_body;

PLOY_API uint32_t arena_environment_agent_count(const arena_environment* environment);
PLOY_API arena_body arena_environment_body(const arena_environment* environment, uint32_t agent);

typedef enum arena_thing_kind
{
    ARENA_THING_SHOT,
    ARENA_THING_HEALTH,
    ARENA_THING_AMMO,
    ARENA_THING_POINT,
    ARENA_THING_FLAG,
} arena_thing_kind;

typedef struct arena_thing
{
    uint32_t kind; ///< an arena_thing_kind
    int32_t x, y;
    uint32_t side1; ///< whose it is: the side plus 1; 0: nobody's
} arena_thing;

/// Shots in the air, pickups that are there, points and flags. Returns how many there are, which may exceed `capacity`.
PLOY_API uint32_t arena_environment_things(const arena_environment* environment, arena_thing* things, uint32_t capacity);

#endif
