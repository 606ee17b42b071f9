#include <stdio.h>
#include <string.h>

#include "base/containers/names.h"
#include "base/containers/tuples.h"
#include "support/base/allocators.h"
#include "support/base/test.h"

static void names_get_dense_ids_in_the_order_of_first_use(void** state)
{
    (void)state;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    pl_names names;
    pl_names_init(&names, &allocator);
    static const char* first_text;
    for (uint32_t round = 0; round < 2; ++round) {
        for (uint32_t i = 0; i < 2000; ++i) {
            char text[32];
            int length = snprintf(text, sizeof text, "name%u", (unsigned)i);
            assert_int_equal(pl_names_find(&names, text, (size_t)length), round ? i : PLOY_NONE);
            assert_int_equal(pl_names_intern(&names, text, (size_t)length), i);
            assert_string_equal(pl_names_text(&names, i), text);
        }
        first_text = round ? first_text : pl_names_text(&names, 0);
    }
    assert_ptr_equal(pl_names_text(&names, 0), first_text);
    assert_int_equal(pl_names_count(&names), 2000);
    pl_names_destroy(&names);
    assert_true(counters.live_blocks == 0);
}

static void only_the_given_length_counts(void** state)
{
    (void)state;
    pl_names names;
    pl_names_init(&names, NULL);
    assert_int_equal(pl_names_intern(&names, "ammo and more", 4), 0);
    assert_int_equal(pl_names_intern(&names, "", 0), 1);
    assert_int_equal(pl_names_find(&names, "ammo", 4), 0);
    assert_int_equal(pl_names_find(&names, "amm", 3), PLOY_NONE);
    assert_int_equal(pl_names_find(&names, "", 0), 1);
    assert_string_equal(pl_names_text(&names, 0), "ammo");
    pl_names_destroy(&names);
}

#define WIDTH 3
#define MAX_TUPLES 600

static void tuples_agree_with_a_linear_search(void** state)
{
    (void)state;
    static uint64_t oracle[MAX_TUPLES][WIDTH];
    uint32_t count = 0;
    pl_tuples tuples;
    pl_tuples_init(&tuples, NULL, WIDTH);
    ploy_random random = {.seed = 5};
    for (int step = 0; step < 5000 && count < MAX_TUPLES; ++step) {
        uint64_t words[WIDTH];
        for (int i = 0; i < WIDTH; ++i) {
            words[i] = ploy_random_below(&random, 8);
        }
        uint32_t known = 0;
        while (known < count && memcmp(oracle[known], words, sizeof words) != 0) {
            ++known;
        }
        assert_int_equal(pl_tuples_find(&tuples, words), known < count ? known : PLOY_NONE);
        assert_int_equal(pl_tuples_intern(&tuples, words), known);
        if (known == count) {
            memcpy(oracle[count++], words, sizeof words);
        }
        assert_memory_equal(pl_tuples_at(&tuples, known), words, sizeof words);
        assert_int_equal(tuples.count, count);
    }
    assert_int_equal(pl_tuples_intern(&tuples, pl_tuples_at(&tuples, 7)), 7);
    pl_tuples_clear(&tuples);
    assert_int_equal(pl_tuples_find(&tuples, oracle[0]), PLOY_NONE);
    assert_int_equal(pl_tuples_intern(&tuples, oracle[1]), 0);
    pl_tuples_destroy(&tuples);
}

// Of a tuple of two words, which has another second word and the same hash.
static void make_alike(const uint64_t* words, uint64_t second, uint64_t* alike)
{
    uint64_t one[2] = {1, 0}, other[2] = {words[0], second}, inverse = 1;
    uint64_t factor = pl_tuples_hash(one, 2);
    for (int i = 0; i < 6; ++i) inverse *= 2 - factor * inverse; // doubles the bits that are right
    alike[0] = words[0] + (pl_tuples_hash(words, 2) - pl_tuples_hash(other, 2)) * inverse;
    alike[1] = second;
}

static void tuples_of_one_hash_stay_apart(void** state)
{
    (void)state;
    enum
    {
        COUNT = 40
    };
    uint64_t words[COUNT][2] = {{17, 4}};
    pl_tuples tuples;
    pl_tuples_init(&tuples, NULL, 2);
    for (uint32_t i = 0; i < COUNT; ++i) {
        if (i) make_alike(words[0], 1000 + i, words[i]);
        assert_true(pl_tuples_hash(words[i], 2) == pl_tuples_hash(words[0], 2));
        assert_int_equal(pl_tuples_find(&tuples, words[i]), PLOY_NONE);
        assert_int_equal(pl_tuples_intern(&tuples, words[i]), i);
    }
    for (uint32_t i = 0; i < COUNT; ++i) assert_int_equal(pl_tuples_find(&tuples, words[i]), i);
    pl_tuples_destroy(&tuples);
}

// As if there had been as many as there can be.
static void after_any_count_the_next_ids_fit_into_32_bits(void** state)
{
    (void)state;
    const uint32_t most = (1u << 31) / 8 * 5;
    static const uint32_t bases[] = {1, 1u << 30, (1u << 31) - 2, 1u << 31, UINT32_MAX - (1u << 31) / 8 * 5};
    for (uint32_t i = 0; i < sizeof bases / sizeof *bases; ++i) {
        pl_tuples tuples;
        uint64_t word = 5;
        pl_tuples_init(&tuples, NULL, 1);
        assert_true(pl_tuples_reserve(&tuples, 1)); // growing begins at 1 again
        tuples.base = bases[i];
        assert_int_equal(pl_tuples_intern(&tuples, &word), 0);
        tuples.count = most;
        pl_tuples_clear(&tuples);
        assert_true(tuples.base > 0 && tuples.base <= UINT32_MAX - most);
        assert_int_equal(pl_tuples_find(&tuples, &word), PLOY_NONE);
        assert_int_equal(pl_tuples_intern(&tuples, &word), 0);
        pl_tuples_destroy(&tuples);
    }
}

static void reserved_tuples_take_no_more_memory(void** state)
{
    (void)state;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    pl_tuples tuples;
    pl_tuples_init(&tuples, &allocator, 1);
    assert_true(pl_tuples_reserve(&tuples, 1000));
    uint64_t calls = counters.calls;
    for (uint64_t i = 0; i < 1000; ++i) {
        assert_true(pl_tuples_intern(&tuples, &i) == i);
    }
    assert_true(counters.calls == calls);
    pl_tuples_destroy(&tuples);
    assert_true(counters.live_blocks == 0);
}

static bool intern_many_names(const ploy_allocator* allocator)
{
    pl_names names;
    pl_names_init(&names, allocator);
    bool ok = true;
    for (uint32_t i = 0; i < 100 && ok; ++i) {
        char text[300] = {0};
        memset(text, 'a' + i % 26, i + 1);
        ok = pl_names_intern(&names, text, i + 1) == i;
        assert_int_equal(pl_names_count(&names), i + ok);
        assert_true((pl_names_find(&names, text, i + 1) == i) == ok);
    }
    pl_names_destroy(&names);
    return ok;
}

static bool intern_many_tuples(const ploy_allocator* allocator)
{
    pl_tuples tuples;
    pl_tuples_init(&tuples, allocator, 2);
    bool ok = true;
    for (uint32_t i = 0; i < 100 && ok; ++i) {
        ok = pl_tuples_intern(&tuples, (uint64_t[]){i, 1}) == i;
        assert_int_equal(tuples.count, i + ok);
    }
    pl_tuples_destroy(&tuples);
    return ok;
}

static void a_failing_allocator_gives_none_and_changes_nothing(void** state)
{
    (void)state;
    test_fail_every_allocation(intern_many_names);
    test_fail_every_allocation(intern_many_tuples);
}

static void names_that_are_cut_are_gone_and_may_come_again(void** state)
{
    (void)state;
    pl_names names;
    ploy_allocator allocator = ploy_allocator_default();
    pl_names_init(&names, &allocator);
    char text[16];
    for (int round = 0; round < 3; ++round) {
        for (uint32_t i = 0; i < 500; ++i) {
            int length = snprintf(text, sizeof text, "n%u", (unsigned)i);
            assert_int_equal(pl_names_intern(&names, text, (size_t)length), i);
        }
        pl_names_cut(&names, 100);
        assert_int_equal(pl_names_count(&names), 100);
        assert_int_equal(pl_names_find(&names, "n99", 3), 99);
        assert_int_equal(pl_names_find(&names, "n100", 4), PLOY_NONE);
    }
    pl_names_destroy(&names);
}

TEST_MAIN(TEST(names_that_are_cut_are_gone_and_may_come_again), TEST(names_get_dense_ids_in_the_order_of_first_use),
          TEST(only_the_given_length_counts), TEST(tuples_agree_with_a_linear_search),
          TEST(tuples_of_one_hash_stay_apart), TEST(after_any_count_the_next_ids_fit_into_32_bits),
          TEST(reserved_tuples_take_no_more_memory), TEST(a_failing_allocator_gives_none_and_changes_nothing))
