#include "plan/search/partial_state_set.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "plan/search/heuristic.h"

void pl_partial_state_set_init(pl_partial_state_set* set, const ploy_allocator* allocator)
{
    *set = (pl_partial_state_set){.allocator = *allocator};
}

void pl_partial_state_set_destroy(pl_partial_state_set* set)
{
    PL_ARRAY_FREE(&set->blocks, &set->allocator);
    PL_ARRAY_FREE(&set->costs, &set->allocator);
    PL_ARRAY_FREE(&set->rows, &set->allocator);
}

bool pl_partial_state_set_begin(pl_partial_state_set* set, const pl_heuristic* heuristic)
{
    set->heuristic = heuristic;
    set->stride = heuristic->slices + heuristic->variable_count;
    set->count = 0;
    PL_ARRAY_CLEAR(&set->blocks);
    PL_ARRAY_CLEAR(&set->costs);
    return PL_ARRAY_RESERVE(&set->rows, &set->allocator, set->stride + 1);
}

static inline uint64_t all_values(const pl_heuristic_variable* v)
{
    return v->size == 64 ? ~0ull : (1ull << v->size) - 1;
}

// Of a variable with up to 64 values.
static inline uint64_t values_of(const pl_heuristic_variable* v, const uint64_t* partial)
{
    return partial[v->first / 64] >> (v->first % 64) & all_values(v);
}

// Of a variable with more.
static bool allows_all(const pl_heuristic_variable* v, const uint64_t* partial)
{
    for (uint32_t k = 0; k < v->size; ++k) {
        if (!pl_bits_test(partial, v->first + k)) return false;
    }
    return true;
}

static bool note_many(const pl_heuristic_variable* v, const uint64_t* partial, uint64_t* block, uint64_t bit)
{
    bool restricts = false;
    for (uint32_t k = 0; k < v->size; ++k) {
        if (pl_bits_test(partial, v->first + k)) continue;
        block[v->slice + k] |= bit;
        restricts = true;
    }
    return restricts;
}

static bool note_few(const pl_heuristic_variable* v, const uint64_t* partial, uint64_t* block, uint64_t bit)
{
    uint64_t forbidden = values_of(v, partial) ^ all_values(v);
    for (uint64_t left = forbidden; left; left &= left - 1) block[v->slice + (uint32_t)__builtin_ctzll(left)] |= bit;
    return forbidden != 0;
}

bool pl_partial_state_set_add(pl_partial_state_set* set, const uint64_t* partial, uint32_t cost)
{
    const pl_heuristic* g = set->heuristic;
    if (set->count % 64 == 0) {
        if (!PL_ARRAY_RESERVE(&set->blocks, &set->allocator, set->blocks.count + set->stride)) return false;
        if (set->stride) memset(set->blocks.data + set->blocks.count, 0, set->stride * sizeof(uint64_t));
        set->blocks.count += set->stride;
    }
    if (!PL_ARRAY_PUSH(&set->costs, &set->allocator, cost)) return false;
    uint64_t* block = set->blocks.data + (size_t)(set->count / 64) * set->stride;
    uint64_t bit = 1ull << (set->count++ % 64);
    for (uint32_t i = 0; i < g->variable_count; ++i) {
        const pl_heuristic_variable* v = &g->variables[i];
        if (v->size <= 64 ? note_few(v, partial, block, bit) : note_many(v, partial, block, bit))
            block[g->slices + i] |= bit;
    }
    return true;
}

// The rows that hold what keeps a partial state of the set from containing this one.
static uint32_t choose_rows(pl_partial_state_set* set, const uint64_t* partial)
{
    const pl_heuristic* g = set->heuristic;
    uint32_t* row = set->rows.data;
    for (uint32_t i = 0; i < g->variable_count; ++i) {
        const pl_heuristic_variable* v = &g->variables[i];
        bool is_small = v->size <= 64;
        if (is_small ? values_of(v, partial) == all_values(v) : allows_all(v, partial)) {
            *row++ = g->slices + i;
            continue;
        }
        for (uint64_t left = is_small ? values_of(v, partial) : 0; left; left &= left - 1) {
            *row++ = v->slice + (uint32_t)__builtin_ctzll(left);
        }
        for (uint32_t k = 0; !is_small && k < v->size; ++k) {
            if (pl_bits_test(partial, v->first + k)) *row++ = v->slice + k;
        }
    }
    return (uint32_t)(row - set->rows.data);
}

bool pl_partial_state_set_covers(pl_partial_state_set* set, const uint64_t* partial, uint32_t cost)
{
    uint32_t rows = choose_rows(set, partial);
    for (uint32_t at = 0; at < set->count; at += 64) {
        const uint64_t* block = set->blocks.data + (size_t)(at / 64) * set->stride;
        uint32_t here = set->count - at;
        uint64_t out = here < 64 ? ~0ull << here : 0;
        for (uint32_t i = 0; i < rows; ++i) out |= block[set->rows.data[i]];
        for (uint64_t in = ~out; in; in &= in - 1) {
            if (set->costs.data[at + (uint32_t)__builtin_ctzll(in)] <= cost) return true;
        }
    }
    return false;
}
