// The search service with searches that only count nodes: each request needs a fixed number of them.

#include "search/service.h"

#include "base/memory.h"
#include "support/base/test.h"

enum
{
    SLOTS = 3,
    REQUESTS = 12,
};

typedef struct counting
{
    pl_search_service service;
    uint32_t needs[REQUESTS];    ///< nodes; 0: it ends in begin
    uint32_t done[SLOTS];        ///< nodes of the running search
    uint32_t request[SLOTS];     ///< of the running search
    uint32_t next[SLOTS];        ///< the request that the slot takes next; requests are dealt round robin
    uint32_t finished[REQUESTS]; ///< times
    uint32_t begun[REQUESTS];    ///< times
    uint32_t repeats;            ///< how often finish takes its request again
} counting;

static bool take(void* context, uint32_t slot)
{
    counting* c = context;
    if (c->next[slot] >= REQUESTS) return false;
    c->request[slot] = c->next[slot];
    c->next[slot] += SLOTS;
    pl_search_slot_take(&c->service.slots[slot]);
    return true;
}

static ploy_status begin(void* context, uint32_t slot)
{
    counting* c = context;
    ++c->begun[c->request[slot]];
    c->done[slot] = 0;
    return c->needs[c->request[slot]] > 0 ? PLOY_IN_PROGRESS : PLOY_FOUND;
}

static ploy_status update(void* context, uint32_t slot, uint32_t max_nodes)
{
    counting* c = context;
    uint32_t missing = c->needs[c->request[slot]] - c->done[slot];
    c->done[slot] += max_nodes < missing ? max_nodes : missing;
    return max_nodes < missing ? PLOY_IN_PROGRESS : PLOY_FOUND;
}

static uint32_t finish(void* context, uint32_t slot)
{
    counting* c = context;
    uint32_t expanded = c->done[slot];
    ++c->finished[c->request[slot]];
    if (c->repeats > 0) {
        --c->repeats;
        pl_search_slot_take(&c->service.slots[slot]);
    }
    return expanded;
}

static const pl_search_service_callbacks callbacks = {take, begin, update, finish};

static void setup(counting* c, uint32_t needs)
{
    *c = (counting){0};
    ploy_allocator allocator = pl_allocator_choose(NULL);
    assert_true(pl_search_service_init(&c->service, &allocator, SLOTS, &callbacks, c));
    for (uint32_t i = 0; i < REQUESTS; ++i) c->needs[i] = needs;
    for (uint32_t i = 0; i < SLOTS; ++i) c->next[i] = i;
}

static void teardown(counting* c)
{
    ploy_allocator allocator = pl_allocator_choose(NULL);
    pl_search_service_destroy(&c->service, &allocator);
}

static uint32_t finished_count(const counting* c)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < REQUESTS; ++i) sum += c->finished[i];
    return sum;
}

static void without_a_limit_one_round_finishes_everything(void** state)
{
    (void)state;
    counting c;
    setup(&c, 7);
    pl_search_service_share(&c.service, 0, 0);
    pl_search_service_run(&c.service, NULL);
    for (uint32_t i = 0; i < REQUESTS; ++i) assert_int_equal(c.finished[i], 1);
    assert_int_equal(pl_search_service_expanded(&c.service), 7 * REQUESTS);
    assert_int_equal(pl_search_service_running_count(&c.service), 0);
    teardown(&c);
}

static void a_tick_spends_its_nodes_and_no_more(void** state)
{
    (void)state;
    counting c;
    setup(&c, 7);
    uint32_t ticks = 0;
    while (finished_count(&c) < REQUESTS) {
        pl_search_service_share(&c.service, 10, ++ticks);
        assert_int_equal(pl_search_service_nodes_left(&c.service), 10);
        uint64_t before = 0, after = 0;
        for (uint32_t i = 0; i < SLOTS; ++i) before += c.done[i];
        do pl_search_service_run(&c.service, NULL);
        while (pl_search_service_share_rest(&c.service));
        for (uint32_t i = 0; i < SLOTS; ++i) after += c.done[i];
        assert_true(after <= before + 10);
        assert_true(ticks < 100);
    }
    assert_int_equal(ticks, (7 * REQUESTS + 9) / 10);
    for (uint32_t i = 0; i < REQUESTS; ++i) assert_int_equal(c.begun[i], 1);
    teardown(&c);
}

static void the_odd_nodes_go_round(void** state)
{
    (void)state;
    counting c;
    setup(&c, 1000);
    uint64_t sums[SLOTS] = {0};
    for (uint32_t turn = 0; turn < SLOTS; ++turn) {
        pl_search_service_share(&c.service, 7, turn);
        for (uint32_t i = 0; i < SLOTS; ++i) sums[i] += c.service.slots[i].left;
    }
    for (uint32_t i = 0; i < SLOTS; ++i) assert_int_equal(sums[i], 7);
    teardown(&c);
}

static void a_search_that_ends_at_once_costs_one_node(void** state)
{
    (void)state;
    counting c;
    setup(&c, 0);
    pl_search_service_share(&c.service, 6, 0);
    pl_search_service_run(&c.service, NULL);
    assert_int_equal(finished_count(&c), 6);
    assert_int_equal(pl_search_service_nodes_left(&c.service), 0);
    teardown(&c);
}

static void a_search_restarted_too_often_runs_to_its_end(void** state)
{
    (void)state;
    counting c;
    setup(&c, 100);
    c.service.max_restarts = 2;
    for (uint32_t restarts = 0; restarts <= 2; ++restarts) {
        assert_int_equal(c.finished[0], 0);
        pl_search_service_share(&c.service, 30, 0);
        pl_search_service_run(&c.service, NULL);
        if (restarts < 2) pl_search_slot_restart(&c.service.slots[0]);
    }
    assert_int_equal(c.finished[0], 1);
    assert_int_equal(c.begun[0], 3);
    assert_int_equal(c.finished[1], 0);
    teardown(&c);
}

static void a_loaded_search_catches_up_free_of_charge(void** state)
{
    (void)state;
    counting c;
    setup(&c, 50);
    assert_true(take(&c, 0));
    c.service.slots[0].catch_up = 45;
    c.next[0] = c.next[1] = c.next[2] = REQUESTS;
    pl_search_service_share(&c.service, 15, 0);
    pl_search_service_run(&c.service, NULL);
    assert_int_equal(c.finished[0], 1);
    assert_int_equal(c.service.slots[0].left, 0);
    assert_int_equal(c.service.slots[0].expanded, 50);
    teardown(&c);
}

static void a_request_made_in_finish_is_served_by_the_same_slot(void** state)
{
    (void)state;
    counting c;
    setup(&c, 5);
    c.repeats = 3;
    pl_search_service_share(&c.service, 0, 0);
    pl_search_service_run(&c.service, NULL);
    assert_int_equal(c.finished[0], 4);
    assert_int_equal(finished_count(&c), REQUESTS + 3);
    teardown(&c);
}

static void a_released_slot_is_idle(void** state)
{
    (void)state;
    counting c;
    setup(&c, 50);
    pl_search_service_share(&c.service, 15, 0);
    pl_search_service_run(&c.service, NULL);
    assert_int_equal(pl_search_service_running_count(&c.service), SLOTS);
    pl_search_slot_release(&c.service.slots[1]);
    assert_int_equal(pl_search_service_running_count(&c.service), SLOTS - 1);
    pl_search_service_share(&c.service, 0, 0);
    pl_search_service_run(&c.service, NULL);
    assert_int_equal(c.finished[1], 0);
    assert_int_equal(finished_count(&c), REQUESTS - 1);
    teardown(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_limit_one_round_finishes_everything),
        cmocka_unit_test(a_tick_spends_its_nodes_and_no_more),
        cmocka_unit_test(the_odd_nodes_go_round),
        cmocka_unit_test(a_search_that_ends_at_once_costs_one_node),
        cmocka_unit_test(a_search_restarted_too_often_runs_to_its_end),
        cmocka_unit_test(a_loaded_search_catches_up_free_of_charge),
        cmocka_unit_test(a_request_made_in_finish_is_served_by_the_same_slot),
        cmocka_unit_test(a_released_slot_is_idle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
