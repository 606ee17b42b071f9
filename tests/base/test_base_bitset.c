#include "base/containers/bitset.h"

#include <string.h>

#include "support/base/allocators.h"
#include "support/base/test.h"

#define BITS 300

static void a_growing_set_agrees_with_an_array_of_bools(void** state)
{
    (void)state;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    pl_bitset set;
    pl_bitset_init(&set, &allocator);
    bool oracle[BITS] = {0};
    ploy_random random = {.seed = 1};
    for (int step = 0; step < 5000; ++step) {
        uint32_t bit = ploy_random_below(&random, step < 2500 ? BITS / 3 : BITS);
        oracle[bit] = ploy_random_below(&random, 2) == 0;
        if (oracle[bit]) {
            assert_true(pl_bitset_set(&set, bit));
        } else {
            pl_bitset_clear(&set, bit);
        }
        uint32_t from = ploy_random_below(&random, BITS);
        uint32_t next = from;
        uint32_t count = 0;
        while (next < BITS && !oracle[next]) {
            ++next;
        }
        for (uint32_t i = 0; i < BITS; ++i) {
            count += oracle[i];
            assert_true(pl_bitset_test(&set, i) == oracle[i]);
        }
        assert_int_equal(pl_bitset_next(&set, from), next < BITS ? next : PLOY_NONE);
        assert_int_equal(pl_bitset_count(&set), count);
    }
    pl_bitset_clear_all(&set);
    assert_int_equal(pl_bitset_count(&set), 0);
    pl_bitset_destroy(&set);
    assert_true(counters.live_blocks == 0);
}

static void set_algebra_agrees_with_bit_by_bit(void** state)
{
    (void)state;
    ploy_random random = {.seed = 2};
    for (int step = 0; step < 3000; ++step) {
        uint64_t a[3], b[3], both[3], any[3], only_a[3];
        for (int i = 0; i < 3; ++i) {
            // Sparse, so that subsets and disjoint sets occur.
            a[i] = ploy_random_next(&random) & ploy_random_next(&random) & ploy_random_next(&random);
            a[i] &= step % 3 ? ploy_random_next(&random) & ploy_random_next(&random) : 0;
            b[i] = step % 2 ? ploy_random_next(&random) | a[i] : ploy_random_next(&random);
        }
        memcpy(both, a, sizeof a);
        memcpy(any, a, sizeof a);
        memcpy(only_a, a, sizeof a);
        pl_bits_and(both, b, 3);
        pl_bits_or(any, b, 3);
        pl_bits_and_not(only_a, b, 3);
        bool subset = true, intersect = false, equal = true;
        for (uint32_t i = 0; i < 192; ++i) {
            bool in_a = pl_bits_test(a, i), in_b = pl_bits_test(b, i);
            assert_true(pl_bits_test(both, i) == (in_a && in_b));
            assert_true(pl_bits_test(any, i) == (in_a || in_b));
            assert_true(pl_bits_test(only_a, i) == (in_a && !in_b));
            subset = subset && (!in_a || in_b);
            intersect = intersect || (in_a && in_b);
            equal = equal && in_a == in_b;
        }
        assert_true(pl_bits_are_subset(a, b, 3) == subset);
        assert_true(pl_bits_intersect(a, b, 3) == intersect);
        assert_true(pl_bits_are_equal(a, b, 3) == equal);
        assert_true(pl_bits_are_equal(a, a, 3));
    }
}

static void bits_beyond_the_end_read_as_clear(void** state)
{
    (void)state;
    pl_bitset set;
    pl_bitset_init(&set, NULL);
    assert_false(pl_bitset_test(&set, 1000000));
    pl_bitset_clear(&set, 1000000);
    assert_int_equal(pl_bitset_next(&set, 0), PLOY_NONE);
    assert_int_equal(pl_bitset_count(&set), 0);
    pl_bitset_destroy(&set);
}

static void a_partial_word_is_a_word(void** state)
{
    (void)state;
    assert_int_equal(pl_bits_words(0), 0);
    assert_int_equal(pl_bits_words(1), 1);
    assert_int_equal(pl_bits_words(64), 1);
    assert_int_equal(pl_bits_words(65), 2);
    assert_int_equal(pl_bits_words(UINT32_MAX), 1u << 26);
}

static bool set_many(const ploy_allocator* allocator)
{
    pl_bitset set;
    pl_bitset_init(&set, allocator);
    bool ok = true;
    for (uint32_t i = 0; i < 2000 && ok; i += 50) {
        ok = pl_bitset_set(&set, i);
    }
    pl_bitset_destroy(&set);
    return ok;
}

static void a_failing_allocator_gives_false_and_no_leak(void** state)
{
    (void)state;
    test_fail_every_allocation(set_many);
}

TEST_MAIN(TEST(a_growing_set_agrees_with_an_array_of_bools), TEST(set_algebra_agrees_with_bit_by_bit),
          TEST(bits_beyond_the_end_read_as_clear), TEST(a_partial_word_is_a_word),
          TEST(a_failing_allocator_gives_false_and_no_leak))
