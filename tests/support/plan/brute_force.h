// The reference planner: Dijkstra over plain states of a random domain.
//
// A node is the values, the last ground action (for no_two_moves and repeat_cost), the number of steps so far (for
// max_depth) and whether must_use is met; each of the last three only when the query needs it. There is no heuristic
// and no pruning. Only the meaning of the query is shared with the library.

#ifndef TEST_SUPPORT_PLAN_BRUTE_FORCE_H
#define TEST_SUPPORT_PLAN_BRUTE_FORCE_H

#include "support/plan/random_domain.h"

typedef struct brute_query
{
    const int64_t* start;
    uint32_t goal;
    uint32_t goal_args[PLOY_MAX_ARGS];
    uint64_t disabled;  ///< one bit per action
    uint32_t max_depth; ///< 0: no limit
    bool no_two_moves;
    uint32_t repeat_cost; ///< fixed point (1/1000); 0 or 1000: off
    uint32_t last_action; ///< PLOY_NONE: nothing
    uint32_t last_args[PLOY_MAX_ARGS];
    uint32_t must_use; ///< PLOY_NONE: none
} brute_query;

enum
{
    BRUTE_MAX_STEPS = 64
};

typedef struct brute_answer
{
    bool found;
    bool too_big;   ///< the search gave up: no answer
    int64_t cost;   ///< fixed point (1/1000)
    uint32_t nodes; ///< expanded
    uint32_t step_count;
    uint32_t steps[BRUTE_MAX_STEPS]; ///< ground actions; a longer plan is cut
} brute_answer;

brute_query brute_query_default(const int64_t* start, uint32_t goal, const uint32_t* goal_args);

/// The cheapest plan.
brute_answer brute_solve(const random_domain* d, const brute_query* query);
/// The cheapest plan without the action, or with it anywhere.
brute_answer brute_solve_without(const random_domain* d, const brute_query* query, uint32_t action);
brute_answer brute_solve_with(const random_domain* d, const brute_query* query, uint32_t action);

/// Executes a plan in the model under the options of the query. NULL when it is right: every step is allowed,
/// applicable and has the right cost, `cost` is their sum, and the goal holds at the end. Otherwise says in `why` what
/// is wrong.
const char* brute_execute(const random_domain* d, const brute_query* query, const ploy_step* steps, uint32_t step_count,
                          int64_t cost, char* why, size_t size);

/// The same query for the library. Fills `state` and `disabled`, which must outlive the query.
ploy_plan_query brute_to_ploy(const random_domain* d, const brute_query* query, uint64_t* state, uint64_t* disabled);

void brute_print(const random_domain* d, const brute_query* query, const brute_answer* answer, FILE* to);

#endif
