#include "plan/heuristic/mutex_groups.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/hints.h"
#include "plan/heuristic/heuristic.h"

#define MAX_GROUPS 16
// Groups times moves: some 20 ms. A goal with as many moves is planned for with the groups found by then.
#define MAX_TESTS (1u << 22)

uint32_t pl_group_rank(const uint64_t* group, uint32_t word, uint32_t bit)
{
    uint32_t rank = 1 + pl_count_ones(group[word] & ((1ull << bit) - 1));
    for (uint32_t w = 0; w < word; ++w) rank += pl_count_ones(group[w]);
    return rank;
}

uint32_t pl_group_value(const uint64_t* group, uint32_t words, const uint64_t* state)
{
    uint32_t value = 0;
    for (uint32_t w = 0; w < words; ++w) {
        uint64_t members = group[w] & state[w];
        if (!members) continue;
        if (value || (members & (members - 1))) return PL_GROUP_UNSOUND;
        value = pl_group_rank(group, w, pl_trailing_zeros(members));
    }
    return value;
}

uint32_t pl_group_result(const pl_heuristic* g, const uint64_t* group, uint32_t move)
{
    const uint64_t *mask = pl_heuristic_move_words(g, move), *value = mask + g->words, *keep = value + g->words,
                   *set = keep + g->words;
    bool is_touched = false, is_known = true;
    uint32_t made = 0, needed = 0, result = 0;
    bool frees_needed = false;
    for (uint32_t w = 0; w < g->words; ++w) {
        if (!group[w]) continue;
        uint64_t touched = group[w] & ~keep[w];
        uint64_t made_true = touched & set[w], needed_true = group[w] & mask[w] & value[w];
        uint64_t known_false = (touched & ~set[w]) | (group[w] & mask[w] & ~value[w] & keep[w]);
        is_touched |= touched != 0;
        is_known &= (made_true | known_false) == group[w];
        made += pl_count_ones(made_true);
        needed += pl_count_ones(needed_true);
        frees_needed |= (needed_true & touched) != 0;
        if (made_true) result = pl_group_rank(group, w, pl_trailing_zeros(made_true));
    }
    if (!is_touched) return PL_GROUP_UNTOUCHED;
    if (made > 1) return PL_GROUP_UNSOUND;
    // If the move requires one member to be true, the others are false, so members that it does not write are known
    // too.
    if (is_known || (needed == 1 && frees_needed)) return result;
    return PL_GROUP_UNSOUND;
}

static bool is_sound(const pl_heuristic* g, const uint64_t* group, uint32_t* tests)
{
    for (uint32_t m = 0; m < g->move_count; ++m, ++*tests) {
        if (pl_group_result(g, group, m) == PL_GROUP_UNSOUND) return false;
    }
    return true;
}

static bool overlaps(const pl_groups* groups, const uint64_t* group)
{
    for (uint32_t i = 0; i < groups->count * groups->words; ++i) {
        if (groups->masks[i] & group[i % groups->words]) return true;
    }
    return false;
}

// The group that a move suggests: the one boolean it makes true and those it makes false.
static bool suggest(const pl_heuristic* g, const uint64_t* booleans, uint32_t move, uint64_t* group)
{
    const uint64_t *keep = pl_heuristic_move_words(g, move) + 2 * g->words, *set = keep + g->words;
    uint32_t made = 0, freed = 0;
    for (uint32_t w = 0; w < g->words; ++w) {
        group[w] = booleans[w] & ~keep[w];
        made += pl_count_ones(group[w] & set[w]);
        freed += pl_count_ones(group[w] & ~set[w]);
    }
    return made == 1 && freed > 0;
}

// Numbers with two values that some move adds to cannot be members: the words `keep` and `set` do not show additions.
static void note_added(const pl_heuristic* g, const pl_compiled* c, uint64_t* added)
{
    for (uint32_t m = 0; m < g->move_count; ++m) {
        const pl_operator* op = &c->operators[g->moves[m].op];
        for (uint32_t e = 0; e < op->effect_count; ++e) {
            const pl_effect* effect = &c->effects[op->first_effect + e];
            if (effect->kind == PL_EFFECT_ADD) pl_bits_set(added, effect->variable);
        }
    }
}

static void note_falses(pl_groups* groups, const pl_heuristic* g)
{
    for (uint32_t i = 0; i < groups->count; ++i) {
        const uint64_t* group = groups->masks + (size_t)i * groups->words;
        uint64_t* falses = groups->falses + (size_t)i * groups->partial_words;
        for (uint32_t j = 0; j < g->variable_count; ++j) {
            const pl_heuristic_variable* v = &g->variables[j];
            if (v->size == 2 && (group[v->word] >> v->shift & 1)) pl_bits_set(falses, v->first);
        }
    }
}

bool pl_groups_forbid(const pl_groups* groups, const uint64_t* partial)
{
    for (uint32_t i = 0; i < groups->count; ++i) {
        const uint64_t* falses = groups->falses + (size_t)i * groups->partial_words;
        bool is_required = false;
        for (uint32_t w = 0; w < groups->partial_words; ++w) {
            uint64_t required = falses[w] & ~partial[w];
            if ((required & (required - 1)) || (required && is_required)) return true;
            is_required |= required != 0;
        }
    }
    return false;
}

bool pl_groups_find(pl_groups* groups, pl_arena* scratch, const pl_heuristic* g, const pl_compiled* c)
{
    *groups = (pl_groups){.words = g->words, .partial_words = g->partial_words};
    groups->masks = PL_ARENA_ARRAY(scratch, uint64_t, (size_t)MAX_GROUPS * g->words + 1);
    uint64_t* booleans = PL_ARENA_ARRAY(scratch, uint64_t, g->words + 1);
    uint64_t* group = PL_ARENA_ARRAY(scratch, uint64_t, g->words + 1);
    uint64_t* added = PL_ARENA_ARRAY(scratch, uint64_t, pl_bits_words(c->variable_count) + 1);
    groups->falses = PL_ARENA_ARRAY(scratch, uint64_t, (size_t)MAX_GROUPS * g->partial_words + 1);
    if (!groups->masks || !groups->falses || !booleans || !group || !added) return false;
    note_added(g, c, added);
    for (uint32_t i = 0; i < g->variable_count; ++i) {
        const pl_heuristic_variable* v = &g->variables[i];
        if (v->size == 2 && !pl_bits_test(added, v->variable)) booleans[v->word] |= 1ull << v->shift;
    }
    uint32_t tests = 0;
    for (uint32_t m = 0; m < g->move_count && groups->count < MAX_GROUPS && tests < MAX_TESTS; ++m) {
        if (!suggest(g, booleans, m, group) || overlaps(groups, group) || !is_sound(g, group, &tests)) continue;
        memcpy(groups->masks + (size_t)groups->count++ * g->words, group, g->words * sizeof *group);
    }
    note_falses(groups, g);
    return true;
}
