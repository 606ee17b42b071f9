// A question to a planner about a random domain, with brute force's answer beside it, and the comparison of the two.
//
// PLOY_SEED=N in the environment runs one seed alone in every test that draws seeds; PLOY_SEEDS=K runs K times as many.

#ifndef TEST_SUPPORT_PLAN_RANDOM_QUERIES_H
#define TEST_SUPPORT_PLAN_RANDOM_QUERIES_H

#include "support/plan/brute_force.h"

/// What a question may ask for beside start and goal.
enum
{
    QUESTION_PLAIN = 0,
    QUESTION_DISABLED = 1, ///< some actions are disabled
    QUESTION_MOVES = 2,    ///< no_two_moves
    QUESTION_STICKY = 4,
    QUESTION_DEPTH = 8,
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
    bool reachable; ///< without the depth limit there is a plan
    ploy_plan_query query;
} question;

typedef struct seed_range
{
    uint64_t first, end;
} seed_range;

seed_range question_seeds(uint64_t first, uint64_t count);

/// With their defaults; a planner that reads a shared cache. Fail the test when out of memory.
ploy_cache* question_cache(const ploy_domain* domain);
ploy_planner* question_planner(const ploy_domain* domain, ploy_cache* cache);

/// Each of `options` is taken with even odds, so a plain question may come out.
void question_draw(question* q, random_domain* d, ploy_random* random, uint32_t options);
/// Ask brute force again, after a change of the domain or of `brute`.
void question_solve(question* q);

/// Fail the test, saying seed, domain, both answers and how it was asked, unless the plan is what a search that
/// promises the cheapest must give.
void question_check(const question* q, const ploy_plan* plan, const char* how);
/// The same for a search that promises no more than an executable plan; `may_miss`: it may also find none where there
/// is one.
void question_check_executable(const question* q, const ploy_plan* plan, bool may_miss, const char* how);
/// Fails unless the plan executes, whatever it costs; only for one that was found.
void question_check_steps(const question* q, const ploy_plan* plan, const char* how);
_Noreturn void question_fail(const question* q, const ploy_plan* plan, const char* how, const char* wrong);

/// A plan kept beyond the planner's next begin.
typedef struct kept_plan
{
    ploy_plan plan;
    ploy_step steps[256];
} kept_plan;

void question_keep(const ploy_plan* plan, kept_plan* kept);
/// The same status, cost and steps; `expanded` too when asked.
bool question_same(const random_domain* d, const ploy_plan* a, const ploy_plan* b, bool expanded);

#endif
