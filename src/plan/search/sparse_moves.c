#include "plan/search/sparse_moves.h"

#include "base/memory.h"

static bool list_tests(pl_sparse_moves* s, const ploy_allocator* allocator, const uint64_t* words, uint32_t count)
{
    for (uint32_t w = 0; w < count; ++w) {
        pl_word_test test = {words[w], words[count + w], w};
        if (test.mask && !PL_ARRAY_PUSH(&s->tests, allocator, test)) return false;
    }
    return true;
}

static bool list_changes(pl_sparse_moves* s, const ploy_allocator* allocator, const uint64_t* words, uint32_t count)
{
    for (uint32_t w = 0; w < count; ++w) {
        pl_word_change change = {words[2 * count + w], words[3 * count + w], words[4 * count + w], w};
        bool is_idle = change.keep == ~UINT64_C(0) && !change.set && !change.add;
        if (!is_idle && !PL_ARRAY_PUSH(&s->changes, allocator, change)) return false;
    }
    return true;
}

bool pl_sparse_moves_list(pl_sparse_moves* s, const ploy_allocator* allocator, const pl_heuristic* g)
{
    PL_ARRAY_CLEAR(&s->moves);
    PL_ARRAY_CLEAR(&s->tests);
    PL_ARRAY_CLEAR(&s->changes);
    for (uint32_t m = 0; m <= g->move_count; ++m) {
        pl_sparse_move at = {s->tests.count, s->changes.count};
        if (!PL_ARRAY_PUSH(&s->moves, allocator, at)) return false;
        if (m == g->move_count) break;
        const uint64_t* words = pl_heuristic_move_words(g, m);
        if (!list_tests(s, allocator, words, g->words) || !list_changes(s, allocator, words, g->words)) return false;
    }
    return true;
}

void pl_sparse_moves_destroy(pl_sparse_moves* s, const ploy_allocator* allocator)
{
    PL_ARRAY_FREE(&s->moves, allocator);
    PL_ARRAY_FREE(&s->tests, allocator);
    PL_ARRAY_FREE(&s->changes, allocator);
}

size_t pl_sparse_moves_bytes(const pl_sparse_moves* s)
{
    return pl_array_bytes(s->moves.capacity, sizeof(pl_sparse_move)) +
           pl_array_bytes(s->tests.capacity, sizeof(pl_word_test)) +
           pl_array_bytes(s->changes.capacity, sizeof(pl_word_change));
}
