#include "base/containers/table.h"

#include "base/hash.h"
#include "support/base/allocators.h"
#include "support/base/asserts.h"
#include "support/base/test.h"

#define KEYS 400

// Keys that differ only in high or low bits would collide in few slots if the hash did not spread them.
static uint64_t key_of(uint32_t i)
{
    return i % 2 ? (uint64_t)i << 40 : i;
}

static void random_changes_agree_with_a_plain_array(void** state)
{
    (void)state;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    static uint32_t oracle[KEYS];
    for (uint32_t i = 0; i < KEYS; ++i) {
        oracle[i] = PLOY_NONE;
    }
    pl_map map;
    pl_map_init(&map, &allocator);
    ploy_random random = {.seed = 4};
    for (uint32_t step = 0; step < 20000; ++step) {
        uint32_t i = ploy_random_below(&random, KEYS);
        // Phases that mostly add alternate with phases that mostly remove.
        bool add = ploy_random_below(&random, 100) < (step / 2000 % 2 ? 25u : 75u);
        if (add) {
            assert_true(pl_map_set(&map, key_of(i), step));
            oracle[i] = step;
        } else {
            assert_true(pl_map_remove(&map, key_of(i)) == (oracle[i] != PLOY_NONE));
            oracle[i] = PLOY_NONE;
        }
        for (uint32_t j = step % 7; j < KEYS; j += 7) {
            assert_int_equal(pl_map_get(&map, key_of(j)), oracle[j]);
        }
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < KEYS; ++i) {
        count += oracle[i] != PLOY_NONE;
    }
    assert_int_equal(map.entries.count, count);
    pl_map_clear(&map);
    assert_int_equal(pl_map_get(&map, key_of(1)), PLOY_NONE);
    pl_map_destroy(&map);
    assert_true(counters.live_blocks == 0);
}

static void nothing_is_allocated_within_the_reserve(void** state)
{
    (void)state;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    pl_map map;
    pl_map_init(&map, &allocator);
    assert_true(pl_map_reserve(&map, KEYS));
    uint64_t calls = counters.calls;
    for (uint32_t i = 0; i < KEYS; ++i) {
        assert_true(pl_map_set(&map, key_of(i), i));
    }
    assert_true(counters.calls == calls);
    pl_map_destroy(&map);
}

// Many items with the same hash, so that every removal has to shift others back.
static void items_of_one_hash_are_all_found_after_removals(void** state)
{
    (void)state;
    pl_table table;
    pl_table_init(&table, NULL);
    for (uint32_t i = 0; i < 50; ++i) {
        assert_true(pl_table_add(&table, (uint64_t)(i % 3) << 32, i));
    }
    for (uint32_t i = 0; i < 50; i += 2) {
        pl_table_remove(&table, (uint64_t)(i % 3) << 32, i);
    }
    bool found[50] = {0};
    for (uint64_t hash = 0; hash < 3; ++hash) {
        pl_probe probe = pl_probe_begin(&table, hash << 32);
        for (uint32_t i; (i = pl_probe_next(&table, &probe)) != PLOY_NONE;) {
            assert_int_equal(i % 3, hash);
            found[i] = true;
        }
    }
    for (uint32_t i = 0; i < 50; ++i) {
        assert_true(found[i] == (i % 2 == 1));
    }
    EXPECT_API_MISUSE(pl_table_remove(&table, 0, 48));
    pl_table_destroy(&table);
}

static bool set_many(const ploy_allocator* allocator)
{
    pl_map map;
    pl_map_init(&map, allocator);
    bool ok = true;
    for (uint32_t i = 0; i < 100 && ok; ++i) {
        ok = pl_map_set(&map, i, i);
        assert_int_equal(pl_map_get(&map, i), ok ? i : PLOY_NONE);
        assert_int_equal(map.entries.count, map.table.count);
    }
    pl_map_destroy(&map);
    return ok;
}

static void a_failing_allocator_gives_false_and_changes_nothing(void** state)
{
    (void)state;
    test_fail_every_allocation(set_many);
}

TEST_MAIN(TEST(random_changes_agree_with_a_plain_array), TEST(nothing_is_allocated_within_the_reserve),
          TEST(items_of_one_hash_are_all_found_after_removals),
          TEST(a_failing_allocator_gives_false_and_changes_nothing))
