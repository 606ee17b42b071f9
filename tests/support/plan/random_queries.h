// Random planning questions: a query over a random domain, the answer of brute force, and checks that compare a plan
// with it.
//
// In every test that draws seeds, the environment variable PLOY_SEED=N runs only that seed, and PLOY_SEEDS=K runs K
// times as many seeds.

#ifndef TEST_SUPPORT_PLAN_RANDOM_QUERIES_H
#define TEST_SUPPORT_PLAN_RANDOM_QUERIES_H

#include "support/plan/brute_force.h"

/// The options of a question, besides start and goal.
enum
{
    QUESTION_PLAIN = 0,
    QUESTION_DISABLED = 1, ///< some actions are disabled
    QUESTION_MOVES = 2,    ///< no_two_moves
    QUESTION_REPEAT = 4,   ///< repeat_cost
    QUESTION_DEPTH = 8,    ///< max_depth
    QUESTION_MUST_USE = 16,
    QUESTION_ALL = 31,
};

/// Points into itself: do not copy.
typedef struct question
{
    random_domain* d;
    int64_t values[RANDOM_MAX_VARIABLES];
    uint64_t state[RANDOM_MAX_WORDS];
    uint64_t disabled;
    brute_query brute;
    brute_answer answer;
    bool reachable; ///< there is a plan without the depth limit
    ploy_plan_query query;
} question;

typedef struct seed_range
{
    uint64_t first, end;
} seed_range;

seed_range question_seeds(uint64_t first, uint64_t count);

/// A cache with defaults, and a planner that reads it. Both fail the test when out of memory.
ploy_cache* question_cache(const ploy_domain* domain);
ploy_planner* question_planner(const ploy_domain* domain, ploy_cache* cache);

/// Draws each of `options` with probability 1/2, so the question may have none of them.
void question_draw(question* q, random_domain* d, ploy_random* random, uint32_t options);
/// Runs brute force again, after a change of the domain or of `brute`.
void question_solve(question* q);

/// Fails the test unless the plan is what a search that promises the cheapest plan must return. The message has the
/// seed, the domain, both answers and the query.
void question_check(const question* q, const ploy_plan* plan, const char* how);
/// The same for a search that promises only an executable plan. `may_miss`: it may find none although there is one.
void question_check_executable(const question* q, const ploy_plan* plan, bool may_miss, const char* how);
/// Fails the test unless the plan executes, whatever its cost. Call it only with a plan that was found.
void question_check_steps(const question* q, const ploy_plan* plan, const char* how);
_Noreturn void question_fail(const question* q, const ploy_plan* plan, const char* how, const char* wrong);

/// A copy of a plan that outlives the planner's next search.
typedef struct kept_plan
{
    ploy_plan plan;
    ploy_step steps[256];
} kept_plan;

void question_keep(const ploy_plan* plan, kept_plan* kept);
/// Whether status, cost and steps are equal, and `expanded` too if requested.
bool question_same(const random_domain* d, const ploy_plan* a, const ploy_plan* b, bool expanded);

#endif
