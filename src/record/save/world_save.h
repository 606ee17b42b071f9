// A world as pieces (pieces.h), behind a head that says what it is:
//
//   "PLOYWRLD" | version | description: keys, fact types, sensors, groups
//   the world: now, ticks, seed, number of minds
//   its blackboard, then those of the list
//   its minds in the order of work: number in the list, class, what the mind holds itself
//   the ids
//   its agents in order of index: agent, sensors, blackboard, memory, mind, the mind's data for it
//   its squads, if it has any: they put their members' blackboards below their own when they are loaded
//   its reservations, if it has any

#ifndef PL_RECORD_SAVE_WORLD_SAVE_H
#define PL_RECORD_SAVE_WORLD_SAVE_H

#include <ploy/save.h>

#include "agent/world.h"

#define PL_SAVE_MAGIC 0x444C5257594F4C50u
#define PL_SAVE_VERSION 1u

/// What must be alike in the world that was saved and the one that is loaded.
uint64_t pl_save_description(const ploy_world* world);

/// The minds that a save numbers: the world's own by type, then those of the list.
uint32_t pl_save_mind_count(const ploy_world* world, const ploy_save_def* def);
ploy_mind* pl_save_mind(const ploy_world* world, const ploy_save_def* def, uint32_t index);

/// What tells one class of minds from another.
uint64_t pl_save_class(const ploy_mind* mind);

/// In an agent's piece, which parts follow.
enum
{
    PL_SAVE_BLACKBOARD = 1,
    PL_SAVE_MEMORY = 2,
    PL_SAVE_MIND = 4,
    PL_SAVE_TRACE_SHIFT = 3, ///< the agent's trace level, above: three bits
    PL_SAVE_PACE = 128,      ///< its pace is not 1 and follows its sensors
};

/// The parent of an agent's blackboard: none, the world's, or one of the list.
enum
{
    PL_SAVE_NO_PARENT,
    PL_SAVE_WORLD,
    PL_SAVE_LISTED,
};

#endif
