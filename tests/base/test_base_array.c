#include "base/containers/array.h"

#include "support/base/allocators.h"
#include "support/base/asserts.h"
#include "support/base/test.h"

typedef struct int_pair
{
    uint32_t a;
    uint64_t b;
} int_pair;

typedef PL_ARRAY(int_pair) pairs;

static void items_keep_their_values_while_the_array_grows(void** state)
{
    (void)state;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    pairs list = {0};
    for (uint32_t i = 0; i < 1000; ++i) {
        assert_true(PL_ARRAY_PUSH(&list, &allocator, (int_pair){i, i * 3}));
    }
    for (uint32_t i = 1000; i-- > 0;) {
        int_pair last = PL_ARRAY_POP(&list);
        assert_true(last.a == i && last.b == i * 3);
    }
    PL_ARRAY_FREE(&list, &allocator);
    assert_true(counters.live_blocks == 0 && list.data == NULL);
}

static void nothing_is_allocated_within_the_reserve(void** state)
{
    (void)state;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    pairs list = {0};
    assert_true(PL_ARRAY_RESERVE(&list, &allocator, 500));
    for (uint32_t round = 0; round < 3; ++round) {
        for (uint32_t i = 0; i < 500; ++i) {
            assert_true(PL_ARRAY_PUSH(&list, &allocator, (int_pair){0}));
        }
        PL_ARRAY_CLEAR(&list);
    }
    assert_int_equal(counters.calls, 1);
    PL_ARRAY_FREE(&list, &allocator);
}

static void popping_from_an_empty_array_is_api_misuse(void** state)
{
    (void)state;
    pairs list = {0};
    EXPECT_API_MISUSE((void)PL_ARRAY_POP(&list));
}

static bool push_many(const ploy_allocator* allocator)
{
    pairs list = {0};
    bool ok = true;
    for (uint32_t i = 0; i < 100 && ok; ++i) {
        ok = PL_ARRAY_PUSH(&list, allocator, (int_pair){i, i});
        for (uint32_t j = 0; j < list.count; ++j) {
            assert_int_equal(list.data[j].a, j);
        }
    }
    PL_ARRAY_FREE(&list, allocator);
    return ok;
}

static void a_failed_growth_changes_nothing(void** state)
{
    (void)state;
    test_fail_every_allocation(push_many);
}

TEST_MAIN(TEST(items_keep_their_values_while_the_array_grows), TEST(nothing_is_allocated_within_the_reserve),
          TEST(popping_from_an_empty_array_is_api_misuse), TEST(a_failed_growth_changes_nothing))
