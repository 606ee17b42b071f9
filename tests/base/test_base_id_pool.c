#include "base/containers/id_pool.h"

#include "support/base/allocators.h"
#include "support/base/asserts.h"
#include "support/base/test.h"

static void a_freed_id_is_never_equal_to_its_reuse(void** state)
{
    (void)state;
    pl_id_pool pool;
    pl_id_pool_init(&pool, NULL);
    pl_id first = pl_id_pool_take(&pool);
    pl_id_pool_give(&pool, first);
    pl_id second = pl_id_pool_take(&pool);
    assert_int_equal(first.index1, second.index1);
    assert_int_not_equal(first.generation, second.generation);
    assert_false(pl_id_pool_is_live(&pool, first));
    assert_true(pl_id_pool_is_live(&pool, second));
    pl_id_pool_destroy(&pool);
}

static void the_zero_id_is_null_and_never_live(void** state)
{
    (void)state;
    pl_id_pool pool;
    pl_id_pool_init(&pool, NULL);
    pl_id null = {0};
    assert_true(pl_id_is_null(null));
    assert_false(pl_id_pool_is_live(&pool, null));
    pl_id id = pl_id_pool_take(&pool);
    assert_false(pl_id_is_null(id));
    assert_false(pl_id_pool_is_live(&pool, null));
    assert_false(pl_id_pool_is_live(&pool, (pl_id){99, 1}));
    pl_id_pool_destroy(&pool);
}

#define MAX_IDS 5000

static void random_allocations_and_frees_agree_with_a_list_of_all_ids(void** state)
{
    (void)state;
    static pl_id ids[MAX_IDS];
    static bool live[MAX_IDS];
    uint32_t count = 0;
    uint32_t live_count = 0;
    pl_id_pool pool;
    pl_id_pool_init(&pool, NULL);
    ploy_random random = {.seed = 3};
    while (count < MAX_IDS) {
        if (live_count == 0 || ploy_random_below(&random, 100) < 55) {
            ids[count] = pl_id_pool_take(&pool);
            live[count++] = true;
            ++live_count;
        } else {
            uint32_t i = ploy_random_below(&random, count);
            if (live[i]) {
                pl_id_pool_give(&pool, ids[i]);
                live[i] = false;
                --live_count;
            }
        }
        assert_int_equal(pool.live_count, live_count);
    }
    for (uint32_t i = 0; i < count; ++i) {
        pl_id at = pl_id_pool_at(&pool, pl_id_index(ids[i]));
        bool same = at.index1 == ids[i].index1 && at.generation == ids[i].generation;
        assert_true(pl_id_pool_is_live(&pool, ids[i]) == live[i]);
        assert_true(same == live[i]);
        assert_true(pl_id_index(ids[i]) < pl_id_pool_end(&pool));
    }
    pl_id_pool_destroy(&pool);
}

static void an_index_is_retired_before_its_generations_repeat(void** state)
{
    (void)state;
    pl_id_pool pool;
    pl_id_pool_init(&pool, NULL);
    pl_id_pool_give(&pool, pl_id_pool_take(&pool));
    pool.generations.data[0] = UINT32_MAX - 3;
    pl_id last = pl_id_pool_take(&pool);
    assert_int_equal(last.index1, 1);
    pl_id_pool_give(&pool, last);
    assert_int_equal(pl_id_pool_take(&pool).index1, 2);
    assert_false(pl_id_pool_is_live(&pool, last));
    pl_id_pool_destroy(&pool);
}

static void freeing_twice_is_api_misuse(void** state)
{
    (void)state;
    pl_id_pool pool;
    pl_id_pool_init(&pool, NULL);
    pl_id id = pl_id_pool_take(&pool);
    pl_id_pool_give(&pool, id);
    EXPECT_API_MISUSE(pl_id_pool_give(&pool, id));
    pl_id_pool_destroy(&pool);
}

static bool take_many(const ploy_allocator* allocator)
{
    pl_id_pool pool;
    pl_id_pool_init(&pool, allocator);
    bool ok = true;
    for (uint32_t i = 0; i < 200 && ok; ++i) {
        ok = !pl_id_is_null(pl_id_pool_take(&pool));
    }
    pl_id_pool_destroy(&pool);
    return ok;
}

static void a_failing_allocator_gives_the_null_id_and_no_leak(void** state)
{
    (void)state;
    test_fail_every_allocation(take_many);
}

TEST_MAIN(TEST(a_freed_id_is_never_equal_to_its_reuse), TEST(the_zero_id_is_null_and_never_live),
          TEST(random_allocations_and_frees_agree_with_a_list_of_all_ids),
          TEST(an_index_is_retired_before_its_generations_repeat), TEST(freeing_twice_is_api_misuse),
          TEST(a_failing_allocator_gives_the_null_id_and_no_leak))
