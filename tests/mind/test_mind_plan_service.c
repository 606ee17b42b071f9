// The plan service against a planner that runs one query after the other.

#include "mind/goap/plan_service.h"

#include <stdlib.h>
#include <string.h>

#include "plan/domain/compiled.h"
#include "support/base/allocators.h"
#include "support/plan/random_domain.h"
#include "support/base/test.h"

enum
{
    MAX_CLIENTS = 100, // so that slots take blocks of them
};

typedef struct test_client
{
    ploy_agent agent;
    uint32_t id;
    uint32_t answers;
    uint32_t tick; ///< of the last answer
    ploy_status status;
    int64_t cost;
    uint32_t repeats; ///< requests it makes again in done
} test_client;

typedef struct service_stage
{
    random_domain* d;
    ploy_plan_service* service;
    test_client clients[MAX_CLIENTS];
    uint64_t starts[MAX_CLIENTS][RANDOM_MAX_WORDS];
    uint32_t targets[MAX_CLIENTS];
    uint32_t now;
    ploy_random random;
} service_stage;

static pl_plan_service_fn done;
static const pl_plan_service_options plain = {.done = done, .plan.search = PLOY_SEARCH_ASTAR};

static void request_plan(service_stage* o, uint32_t i)
{
    pl_plan_request wanted = {
        .options = &plain, .start = o->starts[i], .target = o->targets[i], .without = PLOY_NONE, .last = PLOY_NONE};
    pl_plan_service_request(o->service, o->clients[i].id, &wanted);
}

static void done(ploy_agent* agent, const ploy_plan* plan)
{
    service_stage* o = agent->user;
    test_client* c = &o->clients[agent->id.index1 - 1];
    ++c->answers;
    c->tick = o->now;
    c->status = plan->status;
    c->cost = plan->cost;
    if (c->repeats > 0) {
        --c->repeats;
        request_plan(o, agent->id.index1 - 1);
    }
}

static void stage_create(service_stage* o, uint64_t seed, uint32_t slots)
{
    memset(o, 0, sizeof *o);
    o->d = random_domain_of_seed(seed);
    o->random = (ploy_random){.seed = seed, .stream = 3};
    ploy_plan_service_def def = {0};
    def.domain = o->d->domain;
    def.slots = slots;
    o->service = ploy_plan_service_create(&def);
    for (uint32_t i = 0; i < MAX_CLIENTS; ++i) {
        test_client* c = &o->clients[i];
        c->agent = (ploy_agent){.user = o, .id.index1 = i + 1};
        c->id = pl_plan_service_join(o->service, &c->agent);
        int64_t values[RANDOM_MAX_VARIABLES];
        random_domain_start(o->d, &o->random, values);
        random_domain_pack(o->d, values, o->starts[i]);
        o->targets[i] = ploy_random_below(&o->random, pl_domain_compiled(o->d->domain)->target_count);
    }
}

static void stage_destroy(service_stage* o)
{
    for (uint32_t i = 0; i < MAX_CLIENTS; ++i) {
        if (o->clients[i].id != PLOY_NONE) pl_plan_service_leave(o->service, o->clients[i].id);
    }
    ploy_plan_service_destroy(o->service);
    random_domain_destroy(o->d);
}

static void tick(service_stage* o, uint32_t max_nodes)
{
    ++o->now;
    uint32_t spent = pl_plan_service_update(o->service, NULL, max_nodes);
    assert_true(max_nodes == 0 || spent <= max_nodes);
}

static void expect_answer(const service_stage* o, ploy_planner* planner, uint32_t i)
{
    const pl_target* target = &pl_domain_compiled(o->d->domain)->targets[o->targets[i]];
    ploy_plan_query query = {0};
    query.start = o->starts[i];
    query.goal = target->goal;
    memcpy(query.goal_args, target->args, sizeof query.goal_args);
    const ploy_plan* plan = ploy_planner_plan(planner, &query);
    assert_int_equal(o->clients[i].status, plan->status);
    if (plan->status == PLOY_FOUND) assert_int_equal(o->clients[i].cost, plan->cost);
}

static void every_request_is_answered_once_and_as_a_planner_would(void** state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; ++seed) {
        service_stage o;
        stage_create(&o, seed, 1 + (uint32_t)(seed % 5));
        for (uint32_t i = 0; i < MAX_CLIENTS; ++i) request_plan(&o, i);
        uint32_t max_nodes = seed % 3 == 0 ? 0 : 40;
        for (uint32_t t = 0; ploy_plan_service_get_stats(o.service).answered < MAX_CLIENTS; ++t) {
            assert_true(t < 100000);
            tick(&o, max_nodes);
        }
        ploy_planner_def def = {0};
        def.domain = o.d->domain;
        ploy_planner* planner = ploy_planner_create(&def);
        for (uint32_t i = 0; i < MAX_CLIENTS; ++i) {
            assert_int_equal(o.clients[i].answers, 1);
            expect_answer(&o, planner, i);
        }
        ploy_planner_destroy(planner);
        stage_destroy(&o);
    }
}

static void a_request_is_not_overtaken_by_clients_that_request_all_the_time(void** state)
{
    (void)state;
    service_stage o;
    stage_create(&o, 2, 2);
    for (uint32_t i = 0; i < MAX_CLIENTS; ++i) request_plan(&o, i);
    uint32_t last = 0;
    for (uint32_t t = 0; t < 2000 && last == 0; ++t) {
        tick(&o, 8);
        // Those that have been served ask again at once.
        bool all = true;
        for (uint32_t i = 0; i < MAX_CLIENTS; ++i) all = all && o.clients[i].answers > 0;
        if (all) last = o.now;
        for (uint32_t i = 0; i < MAX_CLIENTS; ++i) {
            if (!pl_plan_service_is_open(o.service, o.clients[i].id)) request_plan(&o, i);
        }
    }
    assert_true(last > 0);
    for (uint32_t i = 0; i < MAX_CLIENTS; ++i) assert_in_range(o.clients[i].answers, 1, 3);
    stage_destroy(&o);
}

static void a_request_made_in_done_is_answered_in_the_same_tick(void** state)
{
    (void)state;
    service_stage o;
    stage_create(&o, 5, 4);
    o.clients[7].repeats = 3;
    request_plan(&o, 7);
    tick(&o, 0);
    assert_int_equal(o.clients[7].answers, 4);
    stage_destroy(&o);
}

static void a_cancelled_request_is_not_answered(void** state)
{
    (void)state;
    service_stage o;
    stage_create(&o, 4, 2);
    for (uint32_t i = 0; i < MAX_CLIENTS; ++i) request_plan(&o, i);
    pl_plan_service_cancel(o.service, o.clients[3].id);
    tick(&o, 1);
    // One in the queue, one that has gone, one that was cancelled and asks again.
    pl_plan_service_cancel(o.service, o.clients[30].id);
    pl_plan_service_leave(o.service, o.clients[31].id);
    o.clients[31].id = PLOY_NONE;
    pl_plan_service_cancel(o.service, o.clients[32].id);
    request_plan(&o, 32);
    tick(&o, 0);
    assert_int_equal(o.clients[3].answers, 0);
    assert_int_equal(o.clients[30].answers, 0);
    assert_int_equal(o.clients[31].answers, 0);
    assert_int_equal(o.clients[32].answers, 1);
    assert_int_equal(ploy_plan_service_get_stats(o.service).waiting, 0);
    assert_int_equal(ploy_plan_service_get_stats(o.service).cancelled, 1);
    stage_destroy(&o);
}

typedef struct prepared
{
    test_allocator counters;
    random_domain* d;
    ploy_plan_service* service;
    test_client clients[MAX_CLIENTS];
    uint64_t start[RANDOM_MAX_WORDS];
    uint32_t answers;
} prepared;

static void count_answer(ploy_agent* agent, const ploy_plan* plan)
{
    (void)plan;
    ++((prepared*)agent->user)->answers;
}

static const pl_plan_service_options counted = {.done = count_answer, .plan.search = PLOY_SEARCH_ASTAR};

static void prepare_all(prepared* p, ploy_random* random)
{
    ploy_plan_service_def def = {0};
    def.domain = p->d->domain;
    def.allocator = test_allocator_of(&p->counters);
    def.capacity = MAX_CLIENTS;
    def.reserve_nodes = 100000;
    def.cache_bytes = 64u << 20;
    p->service = ploy_plan_service_create(&def);
    assert_non_null(p->service);
    const pl_compiled* c = pl_domain_compiled(p->d->domain);
    int64_t values[RANDOM_MAX_VARIABLES];
    random_domain_start(p->d, random, values);
    random_domain_pack(p->d, values, p->start);
    for (uint32_t t = 0; t < c->target_count; ++t) {
        ploy_plan_query query = {0};
        query.start = p->start;
        query.goal = c->targets[t].goal;
        memcpy(query.goal_args, c->targets[t].args, sizeof query.goal_args);
        ploy_status status = ploy_plan_service_prepare(p->service, &query);
        assert_true(status == PLOY_OK || status == PLOY_FULL);
    }
    for (uint32_t i = 0; i < MAX_CLIENTS; ++i) {
        p->clients[i].agent = (ploy_agent){.user = p, .id.index1 = i + 1};
        p->clients[i].id = pl_plan_service_join(p->service, &p->clients[i].agent);
    }
}

static void a_prepared_service_takes_no_memory_from_the_first_tick_on(void** state)
{
    (void)state;
    uint32_t answers = 0;
    for (uint64_t seed = 0; seed < 60; ++seed) {
        prepared p = {.d = random_domain_of_seed(seed)};
        ploy_random random = {.seed = seed, .stream = 5};
        prepare_all(&p, &random);
        uint64_t calls = p.counters.calls;
        for (uint32_t tick = 0; tick < 3; ++tick) {
            for (uint32_t i = 0; i < MAX_CLIENTS; ++i) {
                uint32_t target = ploy_random_below(&random, pl_domain_compiled(p.d->domain)->target_count);
                pl_plan_request wanted = {
                    .options = &counted, .start = p.start, .target = target, .without = PLOY_NONE, .last = PLOY_NONE};
                pl_plan_service_request(p.service, p.clients[i].id, &wanted);
            }
            pl_plan_service_update(p.service, NULL, 0);
        }
        assert_int_equal(p.counters.calls, calls);
        answers += p.answers;
        for (uint32_t i = 0; i < MAX_CLIENTS; ++i) pl_plan_service_leave(p.service, p.clients[i].id);
        ploy_plan_service_destroy(p.service);
        assert_int_equal(p.counters.live_blocks, 0);
        random_domain_destroy(p.d);
    }
    assert_int_equal(answers, 60 * 3 * MAX_CLIENTS);
}

TEST_MAIN(TEST(a_prepared_service_takes_no_memory_from_the_first_tick_on),
          TEST(every_request_is_answered_once_and_as_a_planner_would),
          TEST(a_request_is_not_overtaken_by_clients_that_request_all_the_time),
          TEST(a_request_made_in_done_is_answered_in_the_same_tick), TEST(a_cancelled_request_is_not_answered))
