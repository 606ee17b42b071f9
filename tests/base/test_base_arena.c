#include "base/containers/arena.h"

#include <string.h>

#include "support/base/allocators.h"
#include "support/base/test.h"

typedef struct piece
{
    unsigned char* memory;
    size_t bytes;
    unsigned char fill;
} piece;

typedef struct level
{
    pl_arena_place place;
    uint32_t piece_count;
} level;

static void expect_fill(const piece* live)
{
    for (size_t i = 0; i < live->bytes; ++i) {
        assert_int_equal(live->memory[i], live->fill);
    }
}

// The model: every live piece keeps its bytes, whatever is marked, rewound and reset around it.
static void pieces_never_overlap_under_random_marks_and_rewinds(void** state)
{
    (void)state;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    pl_arena arena;
    pl_arena_init(&arena, &allocator, 64);
    ploy_random random = {.seed = 7};
    static piece pieces[200];
    static level levels[20];
    uint32_t piece_count = 0;
    uint32_t level_count = 0;
    for (int step = 0; step < 20000; ++step) {
        uint32_t dice = ploy_random_below(&random, 100);
        if (dice < 60 && piece_count < 200) {
            size_t bytes = ploy_random_below(&random, 90);
            piece* fresh = &pieces[piece_count++];
            *fresh = (piece){pl_arena_alloc(&arena, bytes), bytes, (unsigned char)step};
            assert_true(fresh->memory != NULL && (uintptr_t)fresh->memory % 8 == 0);
            memset(fresh->memory, fresh->fill, bytes);
        } else if (dice < 75 && level_count < 20) {
            levels[level_count++] = (level){pl_arena_mark(&arena), piece_count};
        } else if (dice < 98 && level_count > 0) {
            level* last = &levels[--level_count];
            pl_arena_rewind(&arena, last->place);
            piece_count = last->piece_count;
        } else if (dice == 99) {
            pl_arena_reset(&arena);
            piece_count = level_count = 0;
        }
        for (uint32_t i = 0; i < piece_count; ++i) {
            expect_fill(&pieces[i]);
        }
    }
    pl_arena_destroy(&arena);
    assert_true(counters.live_blocks == 0);
}

static void work_a_while(pl_arena* arena)
{
    for (size_t i = 1; i < 300; ++i) {
        assert_non_null(pl_arena_alloc(arena, i));
    }
    pl_arena_reset(arena);
}

static void a_warm_arena_takes_no_more_memory(void** state)
{
    (void)state;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    pl_arena arena;
    pl_arena_init(&arena, &allocator, 128);
    work_a_while(&arena);
    uint64_t calls = counters.calls;
    assert_int_equal(counters.live_blocks, 1);
    work_a_while(&arena);
    assert_true(counters.calls == calls);
    pl_arena_destroy(&arena);
}

static void reserved_memory_is_available(void** state)
{
    (void)state;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    pl_arena arena;
    pl_arena_init(&arena, &allocator, 64);
    assert_non_null(pl_arena_alloc(&arena, 40));
    assert_true(pl_arena_reserve(&arena, 1600));
    uint64_t calls = counters.calls;
    for (int i = 0; i < 100; ++i) {
        assert_non_null(pl_arena_alloc(&arena, 9));
    }
    assert_true(counters.calls == calls);
    pl_arena_destroy(&arena);
    assert_true(counters.live_blocks == 0);
}

static void a_size_that_overflows_gives_null(void** state)
{
    (void)state;
    pl_arena arena;
    pl_arena_init(&arena, NULL, 0);
    assert_null(pl_arena_alloc(&arena, SIZE_MAX));
    assert_null(pl_arena_alloc(&arena, SIZE_MAX / 2));
    assert_null(PL_ARENA_ARRAY(&arena, uint64_t, SIZE_MAX / 4));
    assert_false(pl_arena_reserve(&arena, SIZE_MAX - 3));
    pl_arena_destroy(&arena);
}

static void a_piece_of_0_bytes_hides_no_later_block_from_a_rewind(void** state)
{
    (void)state;
    pl_arena arena;
    pl_arena_init(&arena, NULL, 64);
    pl_arena_place empty = pl_arena_mark(&arena);
    assert_non_null(pl_arena_alloc(&arena, 0));
    assert_non_null(pl_arena_alloc(&arena, 80));
    pl_arena_rewind(&arena, empty);
    assert_non_null(pl_arena_alloc(&arena, 16));
    memset(pl_arena_alloc(&arena, 80), 1, 80);
    pl_arena_destroy(&arena);
}

static bool fill_and_destroy(const ploy_allocator* allocator)
{
    pl_arena arena;
    pl_arena_init(&arena, allocator, 32);
    bool ok = true;
    for (int i = 0; i < 20 && ok; ++i) {
        ok = PL_ARENA_ARRAY(&arena, char, 30) != NULL;
    }
    pl_arena_destroy(&arena);
    return ok;
}

static void a_failing_allocator_gives_null_and_no_leak(void** state)
{
    (void)state;
    test_fail_every_allocation(fill_and_destroy);
}

TEST_MAIN(TEST(pieces_never_overlap_under_random_marks_and_rewinds), TEST(a_warm_arena_takes_no_more_memory),
          TEST(reserved_memory_is_available), TEST(a_size_that_overflows_gives_null),
          TEST(a_piece_of_0_bytes_hides_no_later_block_from_a_rewind), TEST(a_failing_allocator_gives_null_and_no_leak))
