// Catches activities that are parallel and change other agents (ploy_world_def.check). Each agent has a hash: of its mind
// data, its blackboard, its memory and the game's data. While one agent acts, the hashes of the others must stay.
//
// After each callback a few agents are watched, so that the activity can be named: those that were changed before, and
// a window over all that moves on from tick to tick. The others are compared before their own turn and at the end.

#ifndef PL_AGENT_ACT_CHECK_H
#define PL_AGENT_ACT_CHECK_H

#include "agent/world.h"

typedef struct pl_act_check pl_act_check;

/// NULL when out of memory.
pl_act_check* pl_act_check_create(const ploy_allocator* allocator);
/// NULL is allowed.
void pl_act_check_destroy(pl_act_check* check, const ploy_allocator* allocator);

/// The agents of this turn whose mind is parallel act, all on this thread.
void pl_act_checked(pl_turn* turn, pl_act_check* check);

// Of act.c.

bool pl_acts(pl_place at);
/// Notes it: what happens later in the tick does not change it.
bool pl_acts_in_parallel(pl_place at, pl_worker* worker);
void pl_act_for(pl_place at, pl_worker* worker);

#endif
