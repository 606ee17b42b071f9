#include "plan/heuristic/successors.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/defaults.h"
#include "plan/heuristic/heuristic.h"

enum
{
    SMALL_LIST = 3 // moves that are not worth a switch
};

/// A value that a move requires of a variable of the heuristic.
typedef struct required_value
{
    uint32_t variable;
    uint32_t value;
} required_value;

typedef struct tree_builder
{
    pl_successors* tree;
    const ploy_allocator* allocator;
    const pl_heuristic* g;
    uint32_t* words;                   // per word: its first in word_variables; one more at the end
    uint32_t* word_variables;          // by word
    required_value* required;          // of all moves, in order of their variables
    uint32_t* next;                    // per move: the first of them that no switch above has asked for
    uint32_t* end;                     // per move
    uint32_t *spare, *counts, *places; // to sort moves: per move, per value of a variable and one more
    bool out_of_memory;
} tree_builder;

static uint64_t field_of(const pl_heuristic_variable* v)
{
    return (v->bits == 64 ? ~UINT64_C(0) : (UINT64_C(1) << v->bits) - 1) << v->shift;
}

static bool is_required(const pl_heuristic* g, uint32_t move, const pl_heuristic_variable* v, uint32_t* value)
{
    const uint64_t* mask = pl_heuristic_move_words(g, move);
    if ((mask[v->word] & field_of(v)) != field_of(v)) return false;
    *value = (uint32_t)((mask[g->words + v->word] & field_of(v)) >> v->shift);
    return *value < v->size;
}

// Lists the variables of each word, in their order.
static bool list_words(tree_builder* b, pl_arena* scratch)
{
    const pl_heuristic* g = b->g;
    b->words = PL_ARENA_ARRAY(scratch, uint32_t, g->words + 1);
    b->word_variables = PL_ARENA_ARRAY(scratch, uint32_t, g->variable_count + 1);
    if (!b->words || !b->word_variables) return false;
    for (uint32_t v = 0; v < g->variable_count; ++v) ++b->words[g->variables[v].word];
    for (uint32_t w = 0; w < g->words; ++w) b->words[w + 1] += b->words[w]; // where each ends
    for (uint32_t v = g->variable_count; v-- > 0;) b->word_variables[--b->words[g->variables[v].word]] = v;
    return true;
}

// The number of values that a move requires. Most moves have to do with few words. Into `list`, if there is one, in order
// of variables.
static uint32_t required_by(const tree_builder* b, uint32_t move, required_value* list)
{
    const pl_heuristic* g = b->g;
    const uint64_t* mask = pl_heuristic_move_words(g, move);
    uint32_t count = 0, value;
    for (uint32_t w = 0; w < g->words; ++w) {
        for (uint32_t i = b->words[w]; mask[w] && i < b->words[w + 1]; ++i) {
            uint32_t v = b->word_variables[i], at = count;
            if (!is_required(g, move, &g->variables[v], &value)) continue;
            ++count;
            if (!list) continue;
            for (; at > 0 && list[at - 1].variable > v; --at) list[at] = list[at - 1];
            list[at] = (required_value){v, value};
        }
    }
    return count;
}

static bool list_required(tree_builder* b, pl_arena* scratch)
{
    const pl_heuristic* g = b->g;
    uint32_t count = 0, largest = 0;
    if (!list_words(b, scratch)) return false;
    for (uint32_t v = 0; v < g->variable_count; ++v)
        if (g->variables[v].size > largest) largest = g->variables[v].size;
    for (uint32_t m = 0; m < g->move_count; ++m) count += required_by(b, m, NULL);
    b->required = PL_ARENA_ARRAY(scratch, required_value, count + 1);
    b->next = PL_ARENA_ARRAY(scratch, uint32_t, g->move_count + 1);
    b->end = PL_ARENA_ARRAY(scratch, uint32_t, g->move_count + 1);
    b->spare = PL_ARENA_ARRAY(scratch, uint32_t, g->move_count + 1);
    b->counts = PL_ARENA_ARRAY(scratch, uint32_t, largest + 1);
    b->places = PL_ARENA_ARRAY(scratch, uint32_t, largest + 1);
    if (!b->required || !b->next || !b->end || !b->spare || !b->counts || !b->places) return false;
    count = 0;
    for (uint32_t m = 0; m < g->move_count; ++m) {
        b->next[m] = count;
        count += required_by(b, m, b->required + count);
        b->end[m] = count;
    }
    return true;
}

static uint32_t push(tree_builder* b, uint32_t number)
{
    if (!PL_ARRAY_PUSH(&b->tree->code, b->allocator, number)) b->out_of_memory = true;
    return b->tree->code.count - 1;
}

static uint32_t build_leaf(tree_builder* b, const uint32_t* moves, uint32_t count)
{
    if (!count) return 0;
    uint32_t at = push(b, PLOY_NONE);
    push(b, count);
    for (uint32_t i = 0; i < count; ++i) push(b, moves[i]);
    return at;
}

// The first variable that one of the moves still asks for; PLOY_NONE: none.
static uint32_t first_variable(const tree_builder* b, const uint32_t* moves, uint32_t count)
{
    uint32_t first = PLOY_NONE;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t at = b->next[moves[i]];
        if (at < b->end[moves[i]] && b->required[at].variable < first) first = b->required[at].variable;
    }
    return first;
}

// The value that a move asks for, plus one; 0: it does not care.
static uint32_t group_of(const tree_builder* b, uint32_t move, uint32_t variable)
{
    uint32_t at = b->next[move];
    bool asks = at < b->end[move] && b->required[at].variable == variable;
    return asks ? b->required[at].value + 1 : 0;
}

// Puts the moves of each group next to each other: first those of group 0, then the others in order of their first move.
// Moves of a group keep their order.
static void sort_groups(tree_builder* b, uint32_t* moves, uint32_t count, uint32_t variable)
{
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t group = group_of(b, moves[i], variable);
        b->places[group] = PLOY_NONE;
        ++b->counts[group];
    }
    uint32_t end = b->counts[0];
    b->places[0] = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t group = group_of(b, moves[i], variable);
        if (b->places[group] == PLOY_NONE) {
            b->places[group] = end;
            end += b->counts[group];
        }
        b->counts[group] = 0;
        b->spare[b->places[group]++] = moves[i];
    }
    memcpy(moves, b->spare, count * sizeof *moves);
}

static uint32_t count_group(const tree_builder* b, const uint32_t* moves, uint32_t count, uint32_t variable,
                            uint32_t group)
{
    uint32_t members = 0;
    while (members < count && group_of(b, moves[members], variable) == group) ++members;
    return members;
}

static uint32_t build(tree_builder* b, uint32_t* moves, uint32_t count)
{
    uint32_t variable = count <= SMALL_LIST ? PLOY_NONE : first_variable(b, moves, count);
    if (b->out_of_memory) return 0;
    if (variable == PLOY_NONE) return build_leaf(b, moves, count);
    uint32_t size = b->g->variables[variable].size;
    uint32_t at = push(b, variable);
    for (uint32_t i = 0; i <= size; ++i) push(b, 0);
    if (b->out_of_memory) return 0;
    sort_groups(b, moves, count, variable);
    uint32_t done = count_group(b, moves, count, variable, 0);
    uint32_t child = build(b, moves, done);
    if (!b->out_of_memory) b->tree->code.data[at + 1] = child;
    while (done < count && !b->out_of_memory) {
        uint32_t group = group_of(b, moves[done], variable);
        uint32_t taken = count_group(b, moves + done, count - done, variable, group);
        for (uint32_t i = 0; i < taken; ++i) ++b->next[moves[done + i]];
        child = build(b, moves + done, taken);
        for (uint32_t i = 0; i < taken; ++i) --b->next[moves[done + i]];
        if (!b->out_of_memory) b->tree->code.data[at + 1 + group] = child;
        done += taken;
    }
    return at;
}

bool pl_successors_build(pl_successors* successors, const ploy_allocator* allocator, pl_arena* scratch,
                         const pl_heuristic* heuristic)
{
    if (heuristic->move_count < PLOY_DEFAULT_SUCCESSOR_MOVES) return true;
    tree_builder b = {.tree = successors, .allocator = allocator, .g = heuristic};
    uint32_t* moves = PL_ARENA_ARRAY(scratch, uint32_t, heuristic->move_count);
    if (!moves || !list_required(&b, scratch)) return false;
    for (uint32_t m = 0; m < heuristic->move_count; ++m) moves[m] = m;
    push(&b, 0); // so that no child is 0
    successors->root = build(&b, moves, heuristic->move_count);
    return !b.out_of_memory;
}

void pl_successors_destroy(pl_successors* successors, const ploy_allocator* allocator)
{
    PL_ARRAY_FREE(&successors->code, allocator);
}

static void mark(const uint32_t* code, uint32_t at, const pl_heuristic* g, const uint64_t* state, uint64_t* marks)
{
    while (at && code[at] != PLOY_NONE) {
        uint32_t value = pl_heuristic_value(&g->variables[code[at]], state);
        mark(code, code[at + 2 + value], g, state, marks);
        at = code[at + 1];
    }
    for (uint32_t i = 0; at && i < code[at + 1]; ++i) pl_bits_set(marks, code[at + 2 + i]);
}

void pl_successors_mark(const pl_successors* successors, const pl_heuristic* heuristic, const uint64_t* state,
                        uint64_t* marks)
{
    mark(successors->code.data, successors->root, heuristic, state, marks);
}
