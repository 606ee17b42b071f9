// The leaves of the fighter's tree, each with the port `target`: DetectTarget, FindPath, FollowPath, AttackTarget.

#ifndef BATTLEGROUND_ACTIVITIES_H
#define BATTLEGROUND_ACTIVITIES_H

#include <ploy/mind.h>

/// PLOY_OUT_OF_MEMORY.
ploy_status deeds_bind(ploy_bindings* bindings);

#endif
