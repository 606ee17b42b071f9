// What a mind uses and others created: it may be destroyed before the mind.

#ifndef PL_MIND_COMMON_HELD_H
#define PL_MIND_COMMON_HELD_H

#include <ploy/mind.h>

#include "mind/common/bindings.h"

typedef struct pl_held
{
    const ploy_bindings* bindings;
    const ploy_blackboard_keys* keys;
    const ploy_fact_types* fact_types;
} pl_held;

pl_held pl_held_take(const ploy_mind_parts* parts);
/// Last of all in destroy.
void pl_held_drop(const pl_held* held);

#endif
