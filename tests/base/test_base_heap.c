#include "base/containers/heap.h"
#include "base/containers/key_heap.h"
#include "base/containers/radix_queue.h"

#include "base/memory.h"
#include "support/base/allocators.h"
#include "support/base/asserts.h"
#include "support/base/test.h"

#define ITEMS 300

typedef struct heap_oracle
{
    bool in[ITEMS];
    uint64_t key[ITEMS];
    uint32_t count;
} heap_oracle;

static uint32_t oracle_first(const heap_oracle* all)
{
    uint32_t first = PLOY_NONE;
    for (uint32_t i = 0; i < ITEMS; ++i) {
        if (all->in[i] && (first == PLOY_NONE || all->key[i] < all->key[first])) {
            first = i;
        }
    }
    return first;
}

static void random_operations_agree_with_a_linear_search(void** state)
{
    (void)state;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    pl_heap heap;
    pl_heap_init(&heap, &allocator);
    static heap_oracle all;
    ploy_random random = {.seed = 6};
    for (uint32_t step = 0; step < 30000; ++step) {
        uint32_t item = ploy_random_below(&random, ITEMS);
        // Few keys, so that ties are common.
        uint64_t key = ploy_random_below(&random, 40);
        bool growing = step / 3000 % 2 == 0;
        if (all.count > 0 && ploy_random_below(&random, 100) < (growing ? 25u : 60u)) {
            uint32_t first = oracle_first(&all);
            assert_int_equal(pl_heap_first(&heap).item, first);
            pl_heap_entry entry = pl_heap_pop(&heap);
            assert_int_equal(entry.item, first);
            assert_true(entry.key == all.key[first]);
            all.in[first] = false;
            --all.count;
        } else if (!all.in[item]) {
            assert_true(pl_heap_push(&heap, item, key));
            all.in[item] = true;
            all.key[item] = key;
            ++all.count;
        } else if (key <= all.key[item]) {
            pl_heap_lower(&heap, item, key);
            all.key[item] = key;
        }
        assert_int_equal(heap.entries.count, all.count);
        assert_true(pl_heap_has(&heap, item) == all.in[item]);
        assert_true(!all.in[item] || pl_heap_key(&heap, item) == all.key[item]);
        assert_true(pl_heap_is_empty(&heap) == (all.count == 0));
    }
    pl_heap_clear(&heap);
    for (uint32_t i = 0; i < ITEMS; ++i) {
        assert_false(pl_heap_has(&heap, i));
    }
    pl_heap_destroy(&heap);
    assert_true(counters.live_blocks == 0);
}

static void ties_go_to_the_lower_item(void** state)
{
    (void)state;
    pl_heap heap;
    pl_heap_init(&heap, NULL);
    for (uint32_t i = 0; i < 100; ++i) {
        assert_true(pl_heap_push(&heap, i * 37 % 100, 5));
    }
    for (uint32_t i = 0; i < 100; ++i) {
        assert_int_equal(pl_heap_pop(&heap).item, i);
    }
    EXPECT_API_MISUSE((void)pl_heap_pop(&heap));
    pl_heap_destroy(&heap);
}

static void nothing_is_allocated_within_the_reserve(void** state)
{
    (void)state;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    pl_heap heap;
    pl_heap_init(&heap, &allocator);
    assert_true(pl_heap_reserve(&heap, ITEMS));
    uint64_t calls = counters.calls;
    for (uint32_t i = 0; i < ITEMS; ++i) {
        assert_true(pl_heap_push(&heap, i, ITEMS - i));
    }
    assert_true(counters.calls == calls);
    pl_heap_destroy(&heap);
}

static bool push_many(const ploy_allocator* allocator)
{
    pl_heap heap;
    pl_heap_init(&heap, allocator);
    bool ok = true;
    for (uint32_t i = 0; i < 100 && ok; ++i) {
        ok = pl_heap_push(&heap, i * 3, i);
        assert_true(pl_heap_has(&heap, i * 3) == ok);
    }
    pl_heap_destroy(&heap);
    return ok;
}

static void a_failing_allocator_gives_false_and_changes_nothing(void** state)
{
    (void)state;
    test_fail_every_allocation(push_many);
}

static void keys_come_out_in_order_however_often_they_are_in(void** state)
{
    (void)state;
    uint64_t heap[ITEMS], all[ITEMS];
    uint32_t count = 0, all_count = 0;
    ploy_random random = {.seed = 7};
    for (uint32_t step = 0; step < 30000; ++step) {
        bool is_push = count == 0 || (count < ITEMS && ploy_random_below(&random, 3) < (step / 3000 % 2 ? 1 : 2));
        if (is_push) {
            all[all_count++] = (uint64_t)ploy_random_below(&random, 40) << 32 | ploy_random_below(&random, 3);
            pl_key_heap_push(heap, &count, all[all_count - 1]);
        } else {
            uint32_t lowest = 0;
            for (uint32_t i = 1; i < all_count; ++i) lowest = all[i] < all[lowest] ? i : lowest;
            assert_int_equal(pl_key_heap_pop(heap, &count), all[lowest]);
            all[lowest] = all[--all_count];
        }
        assert_int_equal(count, all_count);
    }
}

// Costs never fall below the one taken last; items are what they cost, so that the oracle is a count per cost.
static void a_radix_queue_gives_the_lowest_cost(void** state)
{
    (void)state;
    enum
    {
        SPREAD = 3000
    };
    ploy_allocator allocator = pl_allocator_choose(NULL);
    pl_radix_queue queue = {0};
    static uint32_t counts[1 << 17];
    ploy_random random = {.seed = 8};
    for (uint32_t round = 0; round < 4; ++round) {
        uint32_t waiting = 0, taken = 0, cost, item;
        pl_radix_queue_clear(&queue);
        assert_false(pl_radix_queue_take(&queue, &cost, &item));
        for (uint32_t step = 0; step < 20000; ++step) {
            if (waiting && ploy_random_below(&random, 100) < (step / 2000 % 2 ? 70u : 40u)) {
                while (!counts[taken]) ++taken;
                assert_true(pl_radix_queue_take(&queue, &cost, &item));
                assert_int_equal(cost, taken);
                assert_int_equal(item, cost ^ 5);
                --counts[taken];
                --waiting;
            } else if (taken < (1 << 17) - SPREAD) {
                cost = taken + ploy_random_below(&random, round % 2 ? 4 : SPREAD);
                if (!pl_radix_queue_has_room(&queue))
                    assert_true(PL_ARRAY_RESERVE(&queue.entries, &allocator, queue.entries.count + 1));
                pl_radix_queue_add(&queue, cost, cost ^ 5);
                ++counts[cost];
                ++waiting;
            }
        }
        for (; waiting; --waiting) {
            while (!counts[taken]) ++taken;
            assert_true(pl_radix_queue_take(&queue, &cost, &item));
            assert_int_equal(cost, taken);
            --counts[taken];
        }
    }
    PL_ARRAY_FREE(&queue.entries, &allocator);
}

TEST_MAIN(TEST(a_radix_queue_gives_the_lowest_cost), TEST(keys_come_out_in_order_however_often_they_are_in),
          TEST(random_operations_agree_with_a_linear_search), TEST(ties_go_to_the_lower_item),
          TEST(nothing_is_allocated_within_the_reserve), TEST(a_failing_allocator_gives_false_and_changes_nothing))
