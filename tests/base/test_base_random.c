#include <ploy/base.h>

#include "base/hash.h"
#include "support/base/asserts.h"
#include "support/base/test.h"

// The first two words of the published test vectors of Philox 4x32-10.
static void the_numbers_are_those_of_philox(void** state)
{
    (void)state;
    assert_true(ploy_random_at(0, 0, 0) == 0xE169C58D6627E8D5u);
    assert_true(ploy_random_at(UINT64_MAX, UINT64_MAX, UINT64_MAX) == 0x41C83B0E408F276Du);
    assert_true(ploy_random_at(0x299F31D0A4093822u, 0x0370734413198A2Eu, 0x85A308D3243F6A88u) == 0x94FDCCEBD16CFE09u);
}

static void a_draw_depends_on_seed_stream_and_counter_alone(void** state)
{
    (void)state;
    ploy_random random = {.seed = 8, .stream = 9};
    for (uint64_t i = 0; i < 100; ++i) {
        assert_true(ploy_random_next(&random) == ploy_random_at(8, 9, i));
    }
    assert_true(ploy_random_at(8, 9, 1) != ploy_random_at(8, 10, 1));
    assert_true(ploy_random_at(8, 9, 1) != ploy_random_at(9, 9, 1));
}

static void draws_below_a_bound_are_even(void** state)
{
    (void)state;
    ploy_random random = {.seed = 10};
    uint32_t counts[7] = {0};
    for (int i = 0; i < 70000; ++i) {
        ++counts[ploy_random_below(&random, 7)];
    }
    for (int i = 0; i < 7; ++i) {
        assert_in_range(counts[i], 9600, 10400);
    }
    assert_int_equal(random.counter, 70000);
    EXPECT_API_MISUSE((void)ploy_random_below(&random, 0));
}

static void a_range_includes_both_ends_and_may_be_everything(void** state)
{
    (void)state;
    ploy_random random = {.seed = 11};
    bool min = false, max = false, negative = false, positive = false;
    for (int i = 0; i < 1000; ++i) {
        int32_t value = ploy_random_range(&random, -3, 3);
        assert_true(value >= -3 && value <= 3);
        min = min || value == -3;
        max = max || value == 3;
        int32_t any = ploy_random_range(&random, INT32_MIN, INT32_MAX);
        negative = negative || any < -1000000000;
        positive = positive || any > 1000000000;
        assert_int_equal(ploy_random_range(&random, INT32_MAX, INT32_MAX), INT32_MAX);
    }
    assert_true(min && max && negative && positive);
}

static void hashes_are_the_same_everywhere(void** state)
{
    (void)state;
    pl_digest digest = {0};
    for (uint64_t i = 0; i < 1000; ++i) {
        pl_digest_add(&digest, ploy_random_at(1, 2, i));
    }
    pl_digest_add_bytes(&digest, "determinism is a number", 23);
    pl_digest_add_float(&digest, 0.1f);
    assert_true(digest.value == 0x7C5D29FD0FA92187u);
}

static void a_digest_depends_on_order_length_and_grouping(void** state)
{
    (void)state;
    uint64_t ab[] = {1, 2}, ba[] = {2, 1}, zeros[] = {0, 0, 0};
    assert_true(pl_hash_words(ab, 2) != pl_hash_words(ba, 2));
    assert_true(pl_hash_words(zeros, 2) != pl_hash_words(zeros, 3));
    assert_true(pl_hash_bytes("ab\0", 2) != pl_hash_bytes("ab\0", 3));
    pl_digest plus = {0}, minus = {0};
    pl_digest_add_float(&plus, 0.0f);
    pl_digest_add_float(&minus, -0.0f);
    assert_true(plus.value == minus.value);
}

TEST_MAIN(TEST(the_numbers_are_those_of_philox), TEST(a_draw_depends_on_seed_stream_and_counter_alone),
          TEST(draws_below_a_bound_are_even), TEST(a_range_includes_both_ends_and_may_be_everything),
          TEST(hashes_are_the_same_everywhere), TEST(a_digest_depends_on_order_length_and_grouping))
