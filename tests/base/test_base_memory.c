#include "base/memory.h"

#include <string.h>

#include "support/base/allocators.h"
#include "support/base/test.h"

static void the_default_allocator_aligns_to_sixteen_bytes(void** state)
{
    (void)state;
    ploy_allocator allocator = ploy_allocator_default();
    for (size_t bytes = 1; bytes < 200; bytes += 7) {
        void* memory = pl_alloc(&allocator, bytes);
        assert_true((uintptr_t)memory % 8 == 0);
        pl_free(&allocator, memory, bytes);
    }
}

static void a_count_that_overflows_gives_no_memory(void** state)
{
    (void)state;
    ploy_allocator allocator = ploy_allocator_default();
    assert_true(pl_array_bytes(SIZE_MAX / 8 + 2, 8) == SIZE_MAX);
    assert_null(PL_NEW_ARRAY(&allocator, uint64_t, SIZE_MAX / 8 + 2));
    assert_null(pl_alloc(&allocator, SIZE_MAX / 2 + 1));
}

static void a_failed_resize_leaves_the_old_memory(void** state)
{
    (void)state;
    test_allocator counters = {.fail_at = 2};
    ploy_allocator allocator = test_allocator_of(&counters);
    char* text = pl_alloc(&allocator, 6);
    memcpy(text, "hello", 6);
    assert_null(pl_resize(&allocator, text, 6, 600));
    assert_string_equal(text, "hello");
    pl_free(&allocator, text, 6);
    assert_true(counters.live_blocks == 0);
}

static void new_memory_is_zeroed_and_nothing_is_freed_for_null(void** state)
{
    (void)state;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    uint32_t* numbers = PL_NEW_ARRAY(&allocator, uint32_t, 9);
    for (int i = 0; i < 9; ++i) {
        assert_int_equal(numbers[i], 0);
    }
    PL_DELETE_ARRAY(&allocator, numbers, 9);
    pl_free(&allocator, NULL, 0);
    assert_null(pl_alloc(&allocator, 0));
    assert_true(counters.live_blocks == 0 && counters.calls == 1);
}

TEST_MAIN(TEST(the_default_allocator_aligns_to_sixteen_bytes), TEST(a_count_that_overflows_gives_no_memory),
          TEST(a_failed_resize_leaves_the_old_memory), TEST(new_memory_is_zeroed_and_nothing_is_freed_for_null))
