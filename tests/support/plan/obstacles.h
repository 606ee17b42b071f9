// Obstacles in the model of a random domain, and the model with some of them removed. Explanations are checked against
// it.

#ifndef TEST_SUPPORT_PLAN_OBSTACLES_H
#define TEST_SUPPORT_PLAN_OBSTACLES_H

#include <ploy/explain.h>

#include "support/plan/brute_force.h"

enum
{
    LIFTING_MAX = 512
};

typedef struct model_obstacle
{
    ploy_blocker_kind kind;
    uint32_t owner;
    uint32_t clause, index;
    uint32_t expr; ///< GOAL and PRE
} model_obstacle;

/// The effect of a RANGE.
static inline const random_effect* model_effect(const random_domain* d, const model_obstacle* it)
{
    return &d->actions[it->owner].effects[it->clause].effects[it->index];
}

typedef struct model_obstacles
{
    model_obstacle list[LIFTING_MAX];
    uint32_t count;
} model_obstacles;

/// The conjuncts of a clause, left to right.
void model_add_goal(const random_domain* d, uint32_t goal, model_obstacles* to);
void model_add_action(const random_domain* d, const brute_query* query, uint32_t action, model_obstacles* to);
/// The index in the list of what an explanation names, with this owner; PLOY_NONE when it is not there.
uint32_t model_find(const model_obstacles* in, const ploy_blocker* obstacle, uint32_t owner);

/// The answer of brute force with these obstacles removed. `use` not PLOY_NONE: the only goal is to use this action.
brute_answer model_solve_without(const random_domain* d, const brute_query* query, const model_obstacles* all,
                                 const uint32_t* removed, uint32_t count, uint32_t use);

/// Whether there is a set of `size` obstacles whose removal makes a plan possible.
bool model_some_set_helps(const random_domain* d, const brute_query* query, const model_obstacles* all, uint32_t size,
                          uint32_t use);

/// Whether an expression holds.
bool model_holds(const random_domain* d, uint32_t expr, const uint32_t* args, const int64_t* values);

/// Applies the effects of a ground action, applicable or not. Values stop at the ends of their ranges.
void model_force(const random_domain* d, uint32_t ground, int64_t* values);

/// A copy with one more ground action, the twin of another: `*twin` is its action. Free it with model_copy_free.
random_domain* model_with_twin(const random_domain* d, uint32_t action, const uint32_t* args, uint32_t* twin);
random_domain* model_copy(const random_domain* d);
void model_copy_free(random_domain* copy);

#endif
