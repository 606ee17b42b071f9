#include "agent/squads.h"

#include "support/base/test.h"

#define NEVER PL_ASSIGN_NEVER

typedef struct best
{
    uint32_t placed;
    int64_t cost;
} best;

// Every way to give out jobs, tried one after the other.
static void try_all(const int64_t* costs, uint32_t agents, uint32_t jobs, uint32_t agent, uint32_t taken, best now,
                    best* found)
{
    if (agent == agents) {
        if (now.placed > found->placed || (now.placed == found->placed && now.cost < found->cost)) {
            *found = now;
        }
        return;
    }
    try_all(costs, agents, jobs, agent + 1, taken, now, found);
    for (uint32_t job = 0; job < jobs; ++job) {
        int64_t cost = costs[agent * jobs + job];
        if ((taken >> job & 1) == 0 && cost != NEVER) {
            best next = {now.placed + 1, now.cost + cost};
            try_all(costs, agents, jobs, agent + 1, taken | 1u << job, next, found);
        }
    }
}

static best best_of(const int64_t* costs, uint32_t agents, uint32_t jobs)
{
    best found = {0, INT64_MAX};
    try_all(costs, agents, jobs, 0, 0, (best){0}, &found);
    return found;
}

static best value_of(const int64_t* costs, uint32_t agents, uint32_t jobs, const uint32_t* job_of)
{
    best value = {0};
    uint32_t taken = 0;
    for (uint32_t a = 0; a < agents; ++a) {
        if (job_of[a] == PLOY_NONE) {
            continue;
        }
        assert_true(job_of[a] < jobs && (taken >> job_of[a] & 1) == 0);
        assert_true(costs[a * jobs + job_of[a]] != NEVER);
        taken |= 1u << job_of[a];
        value.cost += costs[a * jobs + job_of[a]];
        ++value.placed;
    }
    return value;
}

static void no_other_assignment_is_cheaper(void** state)
{
    (void)state;
    ploy_random random = {.seed = 7};
    for (uint32_t round = 0; round < 3000; ++round) {
        uint32_t agents = ploy_random_below(&random, 7), jobs = ploy_random_below(&random, 7);
        uint32_t range = round % 3 == 0 ? 4 : 1000;
        int64_t costs[36];
        for (uint32_t i = 0; i < agents * jobs; ++i) {
            bool is_never = ploy_random_below(&random, 4) == 0 && round % 2 == 0;
            costs[i] = is_never ? NEVER : (int64_t)ploy_random_below(&random, range);
        }
        uint32_t job_of[6];
        uint32_t placed = pl_assign(costs, agents, jobs, job_of);
        best value = value_of(costs, agents, jobs, job_of), min = best_of(costs, agents, jobs);
        assert_int_equal(placed, value.placed);
        assert_int_equal(value.placed, min.placed);
        assert_int_equal(value.cost, min.cost);
    }
}

static void the_largest_assignment_keeps_everyone_in_place(void** state)
{
    (void)state;
    static int64_t costs[PL_ASSIGN_MAX * PL_ASSIGN_MAX];
    uint32_t job_of[PL_ASSIGN_MAX];
    for (uint32_t i = 0; i < PL_ASSIGN_MAX * PL_ASSIGN_MAX; ++i) {
        int64_t apart = (int64_t)(i / PL_ASSIGN_MAX) - (int64_t)(i % PL_ASSIGN_MAX);
        costs[i] = apart * apart;
    }
    assert_int_equal(pl_assign(costs, PL_ASSIGN_MAX, PL_ASSIGN_MAX, job_of), PL_ASSIGN_MAX);
    for (uint32_t i = 0; i < PL_ASSIGN_MAX; ++i) {
        assert_int_equal(job_of[i], i);
    }
}

static void costs_beyond_the_bound_are_still_better_than_none(void** state)
{
    (void)state;
    int64_t costs[] = {NEVER - 1, NEVER, 5, NEVER};
    uint32_t job_of[2];
    assert_int_equal(pl_assign(costs, 2, 2, job_of), 1);
    assert_int_equal(job_of[0], PLOY_NONE);
    assert_int_equal(job_of[1], 0);
    assert_int_equal(pl_assign(costs, 1, 2, job_of), 1);
    assert_int_equal(job_of[0], 0);
}

TEST_MAIN(TEST(no_other_assignment_is_cheaper), TEST(the_largest_assignment_keeps_everyone_in_place),
          TEST(costs_beyond_the_bound_are_still_better_than_none))
