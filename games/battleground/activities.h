// The leaves of the fighters' behavior tree: DetectTarget, FindPath, FollowPath, AttackTarget. Each has the port
// `target`.

#ifndef BATTLEGROUND_ACTIVITIES_H
#define BATTLEGROUND_ACTIVITIES_H

#include <ploy/mind.h>

/// PLOY_OK or PLOY_OUT_OF_MEMORY.
ploy_status battle_bind_activities(ploy_bindings* bindings);

#endif
