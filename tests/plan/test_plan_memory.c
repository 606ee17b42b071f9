// Memory while planning: none once warm, and a status instead of a crash or a leak when there is none.

#include "support/base/allocators.h"
#include "support/plan/random_queries.h"
#include "support/base/test.h"
#include "plan/domain/domain.h"

enum
{
    QUESTIONS = 4,
    SEARCHES = 9,
    USUAL = 3, // of them, the first ones
    WARM_UP = 12,
    CACHE = 1 << 20
};

static const ploy_search searches[SEARCHES] = {PLOY_SEARCH_AUTO,  PLOY_SEARCH_ASTAR,  PLOY_SEARCH_REGRESSIVE,
                                               PLOY_SEARCH_BNB,   PLOY_SEARCH_GREEDY, PLOY_SEARCH_ANYTIME,
                                               PLOY_SEARCH_BLIND, PLOY_SEARCH_HMAX,   PLOY_SEARCH_LMCUT};

static random_domain* draw_domain(uint64_t seed)
{
    random_knobs knobs = seed % 4 == 3 ? random_knobs_wide() : random_knobs_tiny();
    return random_domain_create(seed, &knobs);
}

static ploy_planner* planner_of(const random_domain* d, test_allocator* counters, size_t cache_bytes, ploy_cache* cache)
{
    ploy_planner_def def = {0};
    def.domain = d->domain;
    def.allocator = test_allocator_of(counters);
    def.cache_bytes = cache_bytes;
    def.no_cache = cache_bytes == 0;
    def.cache = cache;
    return ploy_planner_create(&def);
}

static void ask_all(ploy_planner* planner, question* questions)
{
    for (uint32_t i = 0; i < QUESTIONS; i++)
        for (uint32_t s = 0; s < SEARCHES; s++) {
            questions[i].query.options.search = searches[s];
            question_check_executable(&questions[i], ploy_planner_plan(planner, &questions[i].query), false,
                                      "counting allocations");
        }
}

static void check_warm(uint64_t seed, size_t cache_bytes, bool calls, uint32_t options)
{
    random_knobs knobs = seed % 4 == 3 ? random_knobs_wide() : random_knobs_tiny();
    knobs.calls = calls;
    random_domain* d = random_domain_create(seed, &knobs);
    ploy_random random = {.seed = seed, .stream = 5};
    test_allocator counters = {.fail_at = 0};
    ploy_planner* planner = planner_of(d, &counters, cache_bytes, NULL);
    assert_non_null(planner);
    question questions[QUESTIONS];
    for (uint32_t i = 0; i < QUESTIONS; i++) question_draw(&questions[i], d, &random, options);
    for (uint32_t i = 0; i < WARM_UP; i++) ask_all(planner, questions);
    uint64_t before = counters.calls;
    for (uint32_t i = 0; i < 3; i++) ask_all(planner, questions);
    if (counters.calls != before)
        question_fail(&questions[0], NULL, cache_bytes ? "with a cache" : "without a cache", "allocates though warm");
    ploy_planner_destroy(planner);
    assert_true(counters.live_blocks == 0 && counters.live_bytes == 0);
    random_domain_destroy(d);
}

static void check_warm_on_seeds(size_t cache_bytes, bool calls, uint32_t options)
{
    seed_range seeds = question_seeds(1, 200);
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) check_warm(seed, cache_bytes, calls, options);
}

static void a_warm_planner_allocates_nothing(void** unused)
{
    (void)unused;
    check_warm_on_seeds(CACHE, false, QUESTION_DISABLED);
}

static void a_warm_planner_allocates_nothing_when_options_come_and_go(void** unused)
{
    (void)unused;
    check_warm_on_seeds(CACHE, false, QUESTION_ALL & ~QUESTION_DEPTH);
}

static void a_warm_planner_allocates_nothing_when_callbacks_answer_each_start_differently(void** unused)
{
    (void)unused;
    check_warm_on_seeds(CACHE, true, QUESTION_DISABLED);
}

static void a_warm_planner_allocates_nothing_when_its_cache_is_too_small_or_missing(void** unused)
{
    (void)unused;
    check_warm_on_seeds(3000, false, QUESTION_DISABLED);
    check_warm_on_seeds(0, false, QUESTION_DISABLED);
}

typedef struct batch_check
{
    question* questions;
    uint32_t next;
} batch_check;

static void take(void* user, uint32_t index, const ploy_plan* plan)
{
    batch_check* check = user;
    assert_int_equal(index, check->next++);
    question_check(&check->questions[index], plan, "in a batch");
}

static void run_batch(ploy_cache* cache, ploy_planner* const* planners, question* questions)
{
    ploy_plan_query queries[QUESTIONS];
    for (uint32_t i = 0; i < QUESTIONS; i++) queries[i] = questions[i].query;
    batch_check check = {questions, 0};
    assert_int_equal(
        ploy_plan_batch(cache, planners, &(ploy_tasks){.worker_count = 0}, queries, QUESTIONS, take, &check), PLOY_OK);
    assert_int_equal(check.next, QUESTIONS);
}

static void a_warm_batch_allocates_nothing(void** unused)
{
    (void)unused;
    seed_range seeds = question_seeds(1001, 200);
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
        random_domain* d = draw_domain(seed);
        ploy_random random = {.seed = seed, .stream = 5};
        test_allocator counters = {.fail_at = 0};
        ploy_cache_def def = {0};
        def.domain = d->domain;
        def.allocator = test_allocator_of(&counters);
        ploy_cache* cache = ploy_cache_create(&def);
        ploy_planner* planner = planner_of(d, &counters, 0, cache);
        assert_true(cache && planner);
        question questions[QUESTIONS];
        for (uint32_t i = 0; i < QUESTIONS; i++) question_draw(&questions[i], d, &random, QUESTION_PLAIN);
        for (uint32_t i = 0; i < WARM_UP; i++) run_batch(cache, &planner, questions);
        uint64_t calls = counters.calls;
        for (uint32_t i = 0; i < 3; i++) run_batch(cache, &planner, questions);
        if (counters.calls != calls) question_fail(&questions[0], NULL, "in a batch", "allocates though warm");
        ploy_planner_destroy(planner);
        ploy_cache_destroy(cache);
        assert_true(counters.live_blocks == 0 && counters.live_bytes == 0);
        random_domain_destroy(d);
    }
}

// Failing allocators.

// Right, or out of memory and nothing else.
// What the question's search promises.
static void check_promise(const question* q, const ploy_plan* plan, const char* how)
{
    ploy_search search = q->query.options.search;
    if (search == PLOY_SEARCH_GREEDY || search == PLOY_SEARCH_ANYTIME)
        question_check_executable(q, plan, false, how);
    else
        question_check(q, plan, how);
}

static void check_or_out_of_memory(const question* q, const ploy_plan* plan, const char* how)
{
    if (plan->status != PLOY_OUT_OF_MEMORY)
        check_promise(q, plan, how);
    else if (plan->step_count)
        question_fail(q, plan, how, "out of memory, and has steps");
}

// Everything a planner does, on an allocator that fails from some call on; then once more with memory.
static void plan_with(test_allocator* counters, question* questions, size_t cache_bytes, ploy_search search)
{
    ploy_planner* planner = planner_of(questions[0].d, counters, cache_bytes, NULL);
    if (!planner) return;
    for (uint32_t round = 0; round < 3; round++)
        for (uint32_t i = 0; i < QUESTIONS; i++) {
            questions[i].query.options.search = search;
            check_or_out_of_memory(&questions[i], ploy_planner_plan(planner, &questions[i].query),
                                   "with a failing allocator");
        }
    ploy_status status = ploy_planner_begin(planner, &questions[0].query);
    while (status == PLOY_IN_PROGRESS) status = ploy_planner_update(planner, 1);
    check_or_out_of_memory(&questions[0], ploy_planner_end(planner), "in slices with a failing allocator");
    counters->fail_at = 0;
    check_promise(&questions[1], ploy_planner_plan(planner, &questions[1].query), "with memory again");
    ploy_planner_destroy(planner);
}

static void fail_every_allocation(question* questions, size_t cache_bytes, ploy_search search)
{
    bool reached = true;
    for (uint64_t n = 1; reached; n++) {
        test_allocator counters = {.fail_at = n};
        plan_with(&counters, questions, cache_bytes, search);
        reached = counters.calls >= n;
        if (counters.live_blocks || counters.live_bytes)
            question_fail(&questions[0], NULL, "with a failing allocator", "leaks");
        assert_true(n < 10000);
    }
}

static void planning_with_any_allocation_failing_gives_a_status_and_no_leak(void** unused)
{
    (void)unused;
    seed_range seeds = question_seeds(2001, 40);
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
        random_domain* d = draw_domain(seed);
        ploy_random random = {.seed = seed, .stream = 5};
        question questions[QUESTIONS];
        for (uint32_t i = 0; i < QUESTIONS; i++)
            question_draw(&questions[i], d, &random, i % 2 ? QUESTION_PLAIN : QUESTION_ALL);
        for (uint32_t s = 0; s < SEARCHES; s++) {
            bool has_turn = s < USUAL || (seed / 2 + s) % (SEARCHES - USUAL) == 0;
            if (has_turn) fail_every_allocation(questions, seed % 2 ? CACHE : 0, searches[s]);
        }
        random_domain_destroy(d);
    }
}

static void take_or_out_of_memory(void* user, uint32_t index, const ploy_plan* plan)
{
    question* questions = user;
    check_or_out_of_memory(&questions[index], plan, "in a batch with a failing allocator");
}

static void batch_with(test_allocator* counters, question* questions)
{
    ploy_cache_def def = {0};
    def.domain = questions[0].d->domain;
    def.allocator = test_allocator_of(counters);
    ploy_cache* cache = ploy_cache_create(&def);
    ploy_planner* planner = cache ? planner_of(questions[0].d, counters, 0, cache) : NULL;
    ploy_plan_query queries[QUESTIONS];
    for (uint32_t i = 0; i < QUESTIONS; i++) queries[i] = questions[i].query;
    for (uint32_t round = 0; round < 4 && planner; round++) {
        ploy_status status = ploy_plan_batch(cache, &planner, &(ploy_tasks){.worker_count = 0}, queries, QUESTIONS,
                                             take_or_out_of_memory, questions);
        assert_true(status == PLOY_OK || status == PLOY_OUT_OF_MEMORY);
    }
    ploy_planner_destroy(planner);
    ploy_cache_destroy(cache);
}

static void batches_with_any_allocation_failing_give_a_status_and_no_leak(void** unused)
{
    (void)unused;
    seed_range seeds = question_seeds(3001, 30);
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
        random_domain* d = draw_domain(seed);
        ploy_random random = {.seed = seed, .stream = 5};
        question questions[QUESTIONS];
        for (uint32_t i = 0; i < QUESTIONS; i++) question_draw(&questions[i], d, &random, QUESTION_PLAIN);
        bool reached = true;
        for (uint64_t n = 1; reached; n++) {
            test_allocator counters = {.fail_at = n};
            batch_with(&counters, questions);
            reached = counters.calls >= n;
            if (counters.live_blocks || counters.live_bytes)
                question_fail(&questions[0], NULL, "a batch with a failing allocator", "leaks");
            assert_true(n < 10000);
        }
        random_domain_destroy(d);
    }
}

static random_domain* described;

static bool describe(const ploy_allocator* allocator)
{
    ploy_domain* domain = random_domain_build(described, allocator);
    ploy_domain* copy = domain ? pl_domain_clone(domain, allocator) : NULL;
    bool both = domain && copy;
    ploy_domain_destroy(copy);
    ploy_domain_destroy(domain);
    return both;
}

static void describing_and_cloning_a_domain_with_any_allocation_failing_leaks_nothing(void** unused)
{
    (void)unused;
    seed_range seeds = question_seeds(4001, 10);
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
        described = draw_domain(seed);
        test_fail_every_allocation(describe);
        random_domain_destroy(described);
    }
}

TEST_MAIN(TEST(a_warm_planner_allocates_nothing), TEST(a_warm_planner_allocates_nothing_when_options_come_and_go),
          TEST(a_warm_planner_allocates_nothing_when_callbacks_answer_each_start_differently),
          TEST(a_warm_planner_allocates_nothing_when_its_cache_is_too_small_or_missing),
          TEST(a_warm_batch_allocates_nothing), TEST(planning_with_any_allocation_failing_gives_a_status_and_no_leak),
          TEST(batches_with_any_allocation_failing_give_a_status_and_no_leak),
          TEST(describing_and_cloning_a_domain_with_any_allocation_failing_leaks_nothing))
