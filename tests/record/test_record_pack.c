#include <stdlib.h>
#include <string.h>

#include "record/recording/pack.h"
#include "support/base/test.h"

static uint32_t table[PL_PACK_TABLE];

static void fill(uint8_t* bytes, uint32_t count, ploy_random* random)
{
    uint32_t kinds = 1 + ploy_random_below(random, 20);
    for (uint32_t i = 0; i < count; ++i) {
        bool is_copy = i > 40 && ploy_random_below(random, 3) > 0;
        bytes[i] = is_copy ? bytes[i - 40] : (uint8_t)ploy_random_below(random, kinds);
    }
}

static void what_is_packed_is_unpacked(void** state)
{
    (void)state;
    ploy_random random = {1, 1, 0};
    uint32_t packed_ones = 0;
    for (uint32_t round = 0; round < 2000; ++round) {
        uint32_t count = round == 0 ? 200000 : ploy_random_below(&random, 3000);
        uint8_t *from = malloc(count + 1), *to = malloc(count + 1), *back = malloc(count + 1);
        fill(from, count, &random);
        uint32_t packed = pl_pack(from, count, to, table);
        assert_true(packed == 0 || packed < count);
        packed_ones += packed > 0;
        if (packed > 0) {
            assert_true(pl_unpack(to, packed, back, count));
            assert_memory_equal(from, back, count);
            assert_false(pl_unpack(to, packed, back, count - 1));
            assert_false(pl_unpack(to, packed - 1, back, count));
        }
        free(from);
        free(to);
        free(back);
    }
    assert_true(packed_ones > 1000);
}

static void random_bytes_stay_as_they_are(void** state)
{
    (void)state;
    ploy_random random = {2, 1, 0};
    uint8_t from[1000], to[1000];
    for (uint32_t i = 0; i < sizeof from; ++i) from[i] = (uint8_t)ploy_random_next(&random);
    assert_int_equal(pl_pack(from, sizeof from, to, table), 0);
    assert_int_equal(pl_pack(from, 0, to, table), 0);
}

// Under the sanitizers: no step outside, whatever the bytes.
static void rubbish_is_refused_or_unpacked_inside(void** state)
{
    (void)state;
    ploy_random random = {3, 1, 0};
    for (uint32_t round = 0; round < 20000; ++round) {
        uint32_t count = 1 + ploy_random_below(&random, 40), size = ploy_random_below(&random, 100);
        uint8_t *from = malloc(count), *to = malloc(size + 1);
        for (uint32_t i = 0; i < count; ++i)
            from[i] = (uint8_t)(ploy_random_next(&random) >> ploy_random_below(&random, 64));
        pl_unpack(from, count, to, size);
        free(from);
        free(to);
    }
}

TEST_MAIN(TEST(what_is_packed_is_unpacked), TEST(random_bytes_stay_as_they_are),
          TEST(rubbish_is_refused_or_unpacked_inside))
