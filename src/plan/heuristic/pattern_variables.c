#include "plan/heuristic/pattern_variables.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/hints.h"
#include "plan/heuristic/heuristic.h"

static uint32_t bits_for(uint32_t size)
{
    uint32_t bits = 1;
    while ((1ull << bits) < size) ++bits;
    return bits;
}

static const uint64_t* group_of(const pl_pattern_variables* variables, const pl_pattern_variable* a)
{
    return variables->groups.masks + (size_t)a->group * variables->groups.words;
}

static bool is_member(const uint64_t* group, const pl_heuristic_variable* v)
{
    return v->size == 2 && (group[v->word] >> v->shift & 1);
}

static bool is_in_group(const pl_groups* groups, const pl_heuristic_variable* v)
{
    for (uint32_t i = 0; i < groups->count; ++i) {
        if (is_member(groups->masks + (size_t)i * groups->words, v)) return true;
    }
    return false;
}

static bool list_pattern_variables(pl_pattern_variables* variables, pl_arena* scratch)
{
    const pl_heuristic* g = variables->regression->heuristic;
    const pl_groups* groups = &variables->groups;
    variables->list = PL_ARENA_ARRAY(scratch, pl_pattern_variable, g->variable_count + groups->count + 1);
    if (!variables->list) return false;
    for (uint32_t i = 0; i < groups->count; ++i) {
        uint32_t size = 1;
        for (uint32_t w = 0; w < groups->words; ++w) size += pl_count_ones(groups->masks[i * groups->words + w]);
        variables->list[variables->count++] =
            (pl_pattern_variable){.size = size, .bits = bits_for(size), .variable = PLOY_NONE, .group = i};
    }
    for (uint32_t i = 0; i < g->variable_count; ++i) {
        const pl_heuristic_variable* v = &g->variables[i];
        if (is_in_group(groups, v)) continue;
        variables->list[variables->count++] =
            (pl_pattern_variable){.size = v->size, .bits = bits_for(v->size), .variable = i, .group = PLOY_NONE};
    }
    return true;
}

// Values that a partial state allows a pattern variable.

static void allow_variable(const pl_heuristic_variable* v, const uint64_t* partial, uint64_t* allowed)
{
    for (uint32_t k = 0; k < v->size; ++k) {
        if (pl_bits_test(partial, v->first + k)) pl_bits_set(allowed, k);
    }
}

// A member that must be true leaves only its own value; one that must be false removes its value.
static void allow_group(const pl_pattern_variables* variables, const pl_pattern_variable* a, const uint64_t* partial,
                        uint64_t* allowed)
{
    const pl_heuristic* g = variables->regression->heuristic;
    const uint64_t* group = group_of(variables, a);
    for (uint32_t k = 0; k < a->size; ++k) pl_bits_set(allowed, k);
    for (uint32_t i = 0; i < g->variable_count; ++i) {
        const pl_heuristic_variable* v = &g->variables[i];
        if (!is_member(group, v)) continue;
        uint32_t rank = pl_group_rank(group, v->word, v->shift);
        if (!pl_bits_test(partial, v->first + 1)) pl_bits_clear(allowed, rank);
        for (uint32_t k = 0; !pl_bits_test(partial, v->first) && k < a->size; ++k) {
            if (k != rank) pl_bits_clear(allowed, k);
        }
    }
}

// False when out of memory. *allowed NULL: all.
static bool project(const pl_pattern_variables* variables, pl_arena* scratch, const pl_pattern_variable* a,
                    const uint64_t* partial, const uint64_t** allowed)
{
    pl_arena_place place = pl_arena_mark(scratch);
    uint32_t words = pl_bits_words(a->size);
    uint64_t* values = PL_ARENA_ARRAY(scratch, uint64_t, words);
    if (!values) return false;
    if (a->variable != PLOY_NONE)
        allow_variable(&variables->regression->heuristic->variables[a->variable], partial, values);
    else
        allow_group(variables, a, partial, values);
    *allowed = values;
    if (pl_bits_count(values, words) == a->size) {
        pl_arena_rewind(scratch, place);
        *allowed = NULL;
    }
    return true;
}

// Moves.

static void note_effect(const pl_pattern_variables* variables, uint32_t move, const pl_pattern_variable* a, pl_touch* t)
{
    const pl_regression* r = variables->regression;
    const pl_heuristic* g = r->heuristic;
    if (a->variable == PLOY_NONE) {
        uint32_t result = pl_group_result(g, group_of(variables, a), move);
        if (result == PL_GROUP_UNTOUCHED) return;
        t->kind = PL_TOUCH_SET;
        t->amount = (int32_t)result;
        return;
    }
    const pl_operator* op = &r->c->operators[g->moves[move].op];
    for (uint32_t e = 0; e < op->effect_count; ++e) {
        const pl_effect* effect = &r->c->effects[op->first_effect + e];
        if (effect->variable != g->variables[a->variable].variable) continue;
        t->kind = effect->kind == PL_EFFECT_SET ? PL_TOUCH_SET : PL_TOUCH_ADD;
        t->amount = effect->amount;
    }
}

// Only pattern variables that the move names are checked: most moves do not touch most of them.
static bool is_named(const pl_pattern_variables* variables, const uint64_t* words, const pl_pattern_variable* a)
{
    const pl_heuristic* g = variables->regression->heuristic;
    for (uint32_t w = 0; w < g->words; ++w) {
        uint64_t named = words[w] | ~words[2 * g->words + w] | words[4 * g->words + w];
        if (a->variable == PLOY_NONE && (named & group_of(variables, a)[w])) return true;
    }
    if (a->variable == PLOY_NONE) return false;
    const pl_heuristic_variable* v = &g->variables[a->variable];
    uint64_t field = ((1ull << v->bits) - 1) << v->shift;
    return ((words[v->word] | ~words[2 * g->words + v->word] | words[4 * g->words + v->word]) & field) != 0;
}

static bool note_moves(pl_pattern_variables* variables, pl_arena* scratch)
{
    const pl_regression* r = variables->regression;
    const pl_heuristic* g = r->heuristic;
    variables->touches = PL_ARENA_ARRAY(scratch, pl_touch, (size_t)g->move_count * variables->count + 1);
    if (!variables->touches) return false;
    for (uint32_t m = 0; m < g->move_count; ++m) {
        const uint64_t* pre = pl_regression_open(r, m);
        for (uint32_t a = 0; a < variables->count; ++a) {
            pl_touch* t = &variables->touches[(size_t)m * variables->count + a];
            const pl_pattern_variable* variable = &variables->list[a];
            if (!g->moves[m].test_count && !is_named(variables, pl_heuristic_move_words(g, m), variable)) continue;
            if (!project(variables, scratch, variable, pre, &t->allowed)) return false;
            note_effect(variables, m, variable, t);
        }
        pl_regression_close(r, m);
    }
    return true;
}

static bool note_goals(pl_pattern_variables* variables, pl_arena* scratch)
{
    const pl_regression* r = variables->regression;
    variables->goals = PL_ARENA_ARRAY(scratch, const uint64_t*, (size_t)r->goal_count * variables->count + 1);
    if (!variables->goals) return false;
    for (uint32_t i = 0; i < r->goal_count; ++i) {
        for (uint32_t a = 0; a < variables->count; ++a) {
            const uint64_t** allowed = &variables->goals[(size_t)i * variables->count + a];
            if (!project(variables, scratch, &variables->list[a], r->goals + (size_t)i * r->partial_words, allowed))
                return false;
            variables->list[a].is_goal |= *allowed != NULL;
        }
    }
    return true;
}

// Weights: the cost of a value if nothing holds at first and nothing is ever undone.

typedef struct scale
{
    const pl_pattern_variables* variables;
    uint32_t* first; // a pattern variable's values in `costs`
    uint32_t* costs; // UINT32_MAX: not yet
} scale;

static uint32_t cheapest(const scale* s, uint32_t a, const uint64_t* allowed)
{
    uint32_t best = UINT32_MAX;
    for (uint32_t k = 0; k < s->variables->list[a].size; ++k) {
        if (pl_bits_test(allowed, k) && s->costs[s->first[a] + k] < best) best = s->costs[s->first[a] + k];
    }
    // A value that no move has achieved is assumed to hold.
    return best == UINT32_MAX ? 0 : best;
}

static bool weigh_move(scale* s, uint32_t m)
{
    uint32_t needs = 0;
    bool changed = false;
    for (uint32_t a = 0; a < s->variables->count; ++a) {
        const pl_touch* t = pl_pattern_variables_touch(s->variables, m, a);
        uint32_t cost = t->allowed ? cheapest(s, a, t->allowed) : 0;
        needs = cost > needs ? cost : needs;
    }
    uint64_t cost = (uint64_t)needs + s->variables->regression->heuristic->costs[m];
    for (uint32_t a = 0; a < s->variables->count; ++a) {
        const pl_touch* t = pl_pattern_variables_touch(s->variables, m, a);
        if (t->kind != PL_TOUCH_SET || s->costs[s->first[a] + (uint32_t)t->amount] <= cost) continue;
        s->costs[s->first[a] + (uint32_t)t->amount] = cost < UINT32_MAX ? (uint32_t)cost : UINT32_MAX - 1;
        changed = true;
    }
    return changed;
}

static bool is_needed(const pl_pattern_variables* variables, uint32_t a, uint32_t value)
{
    const pl_regression* r = variables->regression;
    for (uint32_t m = 0; m < r->heuristic->move_count; ++m) {
        const pl_touch* t = pl_pattern_variables_touch(variables, m, a);
        if (t->allowed && pl_bits_test(t->allowed, value)) return true;
    }
    for (uint32_t i = 0; i < r->goal_count; ++i) {
        const uint64_t* allowed = pl_pattern_variables_goal(variables, i, a);
        if (allowed && pl_bits_test(allowed, value)) return true;
    }
    return false;
}

static bool weigh(pl_pattern_variables* variables, pl_arena* scratch)
{
    uint32_t values = 0;
    scale s = {variables, PL_ARENA_ARRAY(scratch, uint32_t, variables->count + 1), NULL};
    if (!s.first) return false;
    for (uint32_t a = 0; a < variables->count; ++a) {
        s.first[a] = values;
        values += variables->list[a].size;
    }
    s.costs = PL_ARENA_ARRAY(scratch, uint32_t, values + 1);
    if (!s.costs) return false;
    memset(s.costs, 0xFF, (values + 1) * sizeof *s.costs);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t m = 0; m < variables->regression->heuristic->move_count; ++m) changed |= weigh_move(&s, m);
    }
    for (uint32_t a = 0; a < variables->count; ++a) {
        for (uint32_t k = 0; k < variables->list[a].size; ++k) {
            uint32_t cost = s.costs[s.first[a] + k];
            if (cost != UINT32_MAX && cost > variables->list[a].weight && is_needed(variables, a, k))
                variables->list[a].weight = cost;
        }
    }
    return true;
}

bool pl_pattern_variables_init(pl_pattern_variables* variables, pl_arena* scratch, const pl_regression* regression)
{
    *variables = (pl_pattern_variables){.regression = regression};
    return pl_groups_find(&variables->groups, scratch, regression->heuristic, regression->c) &&
           list_pattern_variables(variables, scratch) && note_moves(variables, scratch) &&
           note_goals(variables, scratch) && weigh(variables, scratch);
}
