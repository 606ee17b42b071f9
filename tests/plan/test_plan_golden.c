// One hash of the plans of some hundreds of random domains: every search, with a cold and a warm cache, and batches on
// 1 to 8 workers. It changes only when a decision of the library changes. It does not depend on the compiler, its
// optimization level, the platform or the number of workers. tests/check_golden.sh builds this test with other
// compilers and options and compares.

#include "support/plan/random_queries.h"
#include "support/base/test.h"

static const uint64_t golden = 0x5e6e9f994b1a5a42u;

enum
{
    DOMAINS = 300,
    QUESTIONS = 6,
    SEARCHES = 5
};

static void mix(uint64_t* hash, uint64_t value)
{
    for (uint32_t i = 0; i < 8; i++) *hash = (*hash ^ (value >> 8 * i & 255)) * 1099511628211u;
}

static void mix_plan(uint64_t* hash, const random_domain* d, const ploy_plan* plan)
{
    mix(hash, plan->status);
    mix(hash, plan->step_count ? (uint64_t)plan->cost : 0);
    mix(hash, plan->expanded);
    mix(hash, plan->generated);
    mix(hash, plan->step_count);
    for (uint32_t i = 0; i < plan->step_count; i++) {
        mix(hash, plan->steps[i].action);
        mix(hash, (uint64_t)plan->steps[i].cost);
        for (uint32_t k = 0; k < d->actions[plan->steps[i].action].param_count; k++) mix(hash, plan->steps[i].args[k]);
    }
}

// Options are for the domains with few states: there a node knows more than its state.
static void draw_questions(question* questions, random_domain* d)
{
    bool few = d->knobs.states <= random_knobs_tiny().states;
    ploy_random random = {.seed = d->seed, .stream = 6};
    for (uint32_t i = 0; i < QUESTIONS; i++)
        question_draw(&questions[i], d, &random, few && i % 2 ? QUESTION_ALL : QUESTION_PLAIN);
}

static int64_t score(void* user, const ploy_domain* domain, const ploy_step* step, const uint64_t* state)
{
    (void)user;
    (void)domain;
    return (int64_t)((step->action * 5 + step->args[0] + (state[0] & 3)) % 7) - 1;
}

static void hash_searches(uint64_t* hash, question* questions, size_t cache_bytes, uint32_t rounds)
{
    ploy_planner_def def = {0};
    def.domain = questions[0].d->domain;
    def.cache_bytes = cache_bytes;
    def.no_cache = cache_bytes == 0;
    ploy_planner* planner = ploy_planner_create(&def);
    assert_non_null(planner);
    for (uint32_t n = 0; n < rounds * QUESTIONS; n++)
        for (uint32_t s = 0; s < SEARCHES; s++) {
            question* q = &questions[n % QUESTIONS];
            q->query.options.search = (ploy_search)s;
            q->query.score = score;
            mix_plan(hash, q->d, ploy_planner_plan(planner, &q->query));
        }
    ploy_planner_destroy(planner);
}

// Batches.

typedef struct hashing
{
    uint64_t hash;
    const random_domain* d;
} hashing;

static void take(void* user, uint32_t index, const ploy_plan* plan)
{
    hashing* h = user;
    mix(&h->hash, index);
    mix_plan(&h->hash, h->d, plan);
}

// Each question comes several times a batch with another search, so that workers have something to share.
static uint64_t hash_batches(const question* questions, const ploy_tasks* tasks, uint32_t workers)
{
    enum
    {
        QUERIES = QUESTIONS * 3,
        ROUNDS = 3
    };
    const random_domain* d = questions[0].d;
    ploy_cache* cache = question_cache(d->domain);
    ploy_planner* planners[8];
    for (uint32_t i = 0; i < workers; i++) planners[i] = question_planner(d->domain, cache);
    ploy_plan_query queries[QUERIES];
    for (uint32_t i = 0; i < QUERIES; i++) {
        queries[i] = questions[i % QUESTIONS].query;
        queries[i].options.search = (ploy_search)(i / QUESTIONS);
    }
    hashing h = {14695981039346656037u, d};
    for (uint32_t i = 0; i < ROUNDS; i++)
        assert_int_equal(ploy_plan_batch(cache, planners, tasks, queries, QUERIES, take, &h), PLOY_OK);
    for (uint32_t i = 0; i < workers; i++) ploy_planner_destroy(planners[i]);
    ploy_cache_destroy(cache);
    return h.hash;
}

static void hash_on_workers(uint64_t* hash, const question* questions, ploy_scheduler* const* schedulers)
{
    uint64_t alone = hash_batches(questions, &(ploy_tasks){.worker_count = 0}, 1);
    for (uint32_t workers = 1; workers <= 8; workers++) {
        ploy_tasks tasks = ploy_scheduler_tasks(schedulers[workers - 1]);
        if (hash_batches(questions, &tasks, workers) == alone) continue;
        char how[40];
        snprintf(how, sizeof how, "a batch on %u workers", (unsigned)workers);
        question_fail(&questions[0], NULL, how, "other plans than on one");
    }
    mix(hash, alone);
}

static void plans_are_the_same_on_every_compiler_level_machine_and_worker_count(void** unused)
{
    (void)unused;
    uint64_t hash = 14695981039346656037u;
    ploy_scheduler* schedulers[8];
    for (uint32_t i = 0; i < 8; i++)
        assert_non_null(schedulers[i] = ploy_scheduler_create(&(ploy_scheduler_def){.workers = i + 1}));
    seed_range seeds = question_seeds(1, DOMAINS);
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
        random_domain* d = random_domain_plain_of_seed(seed);
        question questions[QUESTIONS];
        draw_questions(questions, d);
        hash_searches(&hash, questions, 0, 1);
        hash_searches(&hash, questions, 1 << 18, 4);
        hash_on_workers(&hash, questions, schedulers);
        random_domain_destroy(d);
    }
    for (uint32_t i = 0; i < 8; i++) ploy_scheduler_destroy(schedulers[i]);
    print_message("golden 0x%016llx\n", (unsigned long long)hash);
    if (seeds.end - seeds.first == DOMAINS) assert_true(hash == golden);
}

TEST_MAIN(TEST(plans_are_the_same_on_every_compiler_level_machine_and_worker_count))
