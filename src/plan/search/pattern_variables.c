#include "plan/search/pattern_variables.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "plan/search/heuristic.h"

static uint32_t bits_for(uint32_t size)
{
    uint32_t bits = 1;
    while ((1ull << bits) < size) ++bits;
    return bits;
}

static const uint64_t* group_of(const pl_atoms* atoms, const pl_atom* a)
{
    return atoms->groups.masks + (size_t)a->group * atoms->groups.words;
}

static bool is_member(const uint64_t* group, const pl_guide_variable* v)
{
    return v->size == 2 && (group[v->word] >> v->shift & 1);
}

static bool is_in_group(const pl_groups* groups, const pl_guide_variable* v)
{
    for (uint32_t i = 0; i < groups->count; ++i) {
        if (is_member(groups->masks + (size_t)i * groups->words, v)) return true;
    }
    return false;
}

static bool list_atoms(pl_atoms* atoms, pl_arena* scratch)
{
    const pl_guide* g = atoms->regression->guide;
    const pl_groups* groups = &atoms->groups;
    atoms->list = PL_ARENA_ARRAY(scratch, pl_atom, g->variable_count + groups->count + 1);
    if (!atoms->list) return false;
    for (uint32_t i = 0; i < groups->count; ++i) {
        uint32_t size = 1;
        for (uint32_t w = 0; w < groups->words; ++w)
            size += (uint32_t)__builtin_popcountll(groups->masks[i * groups->words + w]);
        atoms->list[atoms->count++] = (pl_atom){.size = size, .bits = bits_for(size), .variable = PL_NONE, .group = i};
    }
    for (uint32_t i = 0; i < g->variable_count; ++i) {
        const pl_guide_variable* v = &g->variables[i];
        if (is_in_group(groups, v)) continue;
        atoms->list[atoms->count++] =
            (pl_atom){.size = v->size, .bits = bits_for(v->size), .variable = i, .group = PL_NONE};
    }
    return true;
}

// What a cube allows an atom.

static void allow_variable(const pl_guide_variable* v, const uint64_t* cube, uint64_t* allowed)
{
    for (uint32_t k = 0; k < v->size; ++k) {
        if (pl_bits_test(cube, v->first + k)) pl_bits_set(allowed, k);
    }
}

// A member that must be true leaves only its own value; one that must be false takes its value away.
static void allow_group(const pl_atoms* atoms, const pl_atom* a, const uint64_t* cube, uint64_t* allowed)
{
    const pl_guide* g = atoms->regression->guide;
    const uint64_t* group = group_of(atoms, a);
    for (uint32_t k = 0; k < a->size; ++k) pl_bits_set(allowed, k);
    for (uint32_t i = 0; i < g->variable_count; ++i) {
        const pl_guide_variable* v = &g->variables[i];
        if (!is_member(group, v)) continue;
        uint32_t rank = pl_group_rank(group, v->word, v->shift);
        if (!pl_bits_test(cube, v->first + 1)) pl_bits_clear(allowed, rank);
        for (uint32_t k = 0; !pl_bits_test(cube, v->first) && k < a->size; ++k) {
            if (k != rank) pl_bits_clear(allowed, k);
        }
    }
}

// False when out of memory. *allowed NULL: all.
static bool project(const pl_atoms* atoms, pl_arena* scratch, const pl_atom* a, const uint64_t* cube,
                    const uint64_t** allowed)
{
    pl_arena_place place = pl_arena_mark(scratch);
    uint32_t words = pl_bits_words(a->size);
    uint64_t* values = PL_ARENA_ARRAY(scratch, uint64_t, words);
    if (!values) return false;
    if (a->variable != PL_NONE)
        allow_variable(&atoms->regression->guide->variables[a->variable], cube, values);
    else
        allow_group(atoms, a, cube, values);
    *allowed = values;
    if (pl_bits_count(values, words) == a->size) {
        pl_arena_rewind(scratch, place);
        *allowed = NULL;
    }
    return true;
}

// Moves.

static void note_effect(const pl_atoms* atoms, uint32_t move, const pl_atom* a, pl_touch* t)
{
    const pl_regression* r = atoms->regression;
    const pl_guide* g = r->guide;
    if (a->variable == PL_NONE) {
        uint32_t result = pl_group_result(g, group_of(atoms, a), move);
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

// Only what the move names is looked at: most moves leave most atoms alone.
static bool is_named(const pl_atoms* atoms, const uint64_t* words, const pl_atom* a)
{
    const pl_guide* g = atoms->regression->guide;
    for (uint32_t w = 0; w < g->words; ++w) {
        uint64_t named = words[w] | ~words[2 * g->words + w] | words[4 * g->words + w];
        if (a->variable == PL_NONE && (named & group_of(atoms, a)[w])) return true;
    }
    if (a->variable == PL_NONE) return false;
    const pl_guide_variable* v = &g->variables[a->variable];
    uint64_t field = ((1ull << v->bits) - 1) << v->shift;
    return ((words[v->word] | ~words[2 * g->words + v->word] | words[4 * g->words + v->word]) & field) != 0;
}

static bool note_moves(pl_atoms* atoms, pl_arena* scratch)
{
    const pl_regression* r = atoms->regression;
    const pl_guide* g = r->guide;
    atoms->touches = PL_ARENA_ARRAY(scratch, pl_touch, (size_t)g->move_count * atoms->count + 1);
    if (!atoms->touches) return false;
    for (uint32_t m = 0; m < g->move_count; ++m) {
        const uint64_t* pre = r->words + (size_t)m * 3 * r->cube_words;
        for (uint32_t a = 0; a < atoms->count; ++a) {
            pl_touch* t = &atoms->touches[(size_t)m * atoms->count + a];
            const pl_atom* atom = &atoms->list[a];
            if (!g->moves[m].test_count && !is_named(atoms, pl_guide_move_words(g, m), atom)) continue;
            if (!project(atoms, scratch, atom, pre, &t->allowed)) return false;
            note_effect(atoms, m, atom, t);
        }
    }
    return true;
}

static bool note_goals(pl_atoms* atoms, pl_arena* scratch)
{
    const pl_regression* r = atoms->regression;
    atoms->goals = PL_ARENA_ARRAY(scratch, const uint64_t*, (size_t)r->goal_count * atoms->count + 1);
    if (!atoms->goals) return false;
    for (uint32_t i = 0; i < r->goal_count; ++i) {
        for (uint32_t a = 0; a < atoms->count; ++a) {
            const uint64_t** allowed = &atoms->goals[(size_t)i * atoms->count + a];
            if (!project(atoms, scratch, &atoms->list[a], r->goals + (size_t)i * r->cube_words, allowed)) return false;
            atoms->list[a].is_goal |= *allowed != NULL;
        }
    }
    return true;
}

// Weights: what a value costs if nothing holds at first and nothing is ever undone.

typedef struct scale
{
    const pl_atoms* atoms;
    uint32_t* first; // an atom's values in `costs`
    uint32_t* costs; // UINT32_MAX: not yet
} scale;

static uint32_t cheapest(const scale* s, uint32_t a, const uint64_t* allowed)
{
    uint32_t best = UINT32_MAX;
    for (uint32_t k = 0; k < s->atoms->list[a].size; ++k) {
        if (pl_bits_test(allowed, k) && s->costs[s->first[a] + k] < best) best = s->costs[s->first[a] + k];
    }
    // What no move has brought about yet is taken to be there.
    return best == UINT32_MAX ? 0 : best;
}

static bool weigh_move(scale* s, uint32_t m)
{
    uint32_t needs = 0;
    bool changed = false;
    for (uint32_t a = 0; a < s->atoms->count; ++a) {
        const pl_touch* t = pl_atoms_touch(s->atoms, m, a);
        uint32_t cost = t->allowed ? cheapest(s, a, t->allowed) : 0;
        needs = cost > needs ? cost : needs;
    }
    uint64_t cost = (uint64_t)needs + s->atoms->regression->guide->costs[m];
    for (uint32_t a = 0; a < s->atoms->count; ++a) {
        const pl_touch* t = pl_atoms_touch(s->atoms, m, a);
        if (t->kind != PL_TOUCH_SET || s->costs[s->first[a] + (uint32_t)t->amount] <= cost) continue;
        s->costs[s->first[a] + (uint32_t)t->amount] = cost < UINT32_MAX ? (uint32_t)cost : UINT32_MAX - 1;
        changed = true;
    }
    return changed;
}

static bool is_needed(const pl_atoms* atoms, uint32_t a, uint32_t value)
{
    const pl_regression* r = atoms->regression;
    for (uint32_t m = 0; m < r->guide->move_count; ++m) {
        const pl_touch* t = pl_atoms_touch(atoms, m, a);
        if (t->allowed && pl_bits_test(t->allowed, value)) return true;
    }
    for (uint32_t i = 0; i < r->goal_count; ++i) {
        const uint64_t* allowed = pl_atoms_goal(atoms, i, a);
        if (allowed && pl_bits_test(allowed, value)) return true;
    }
    return false;
}

static bool weigh(pl_atoms* atoms, pl_arena* scratch)
{
    uint32_t values = 0;
    scale s = {atoms, PL_ARENA_ARRAY(scratch, uint32_t, atoms->count + 1), NULL};
    if (!s.first) return false;
    for (uint32_t a = 0; a < atoms->count; ++a) {
        s.first[a] = values;
        values += atoms->list[a].size;
    }
    s.costs = PL_ARENA_ARRAY(scratch, uint32_t, values + 1);
    if (!s.costs) return false;
    memset(s.costs, 0xFF, (values + 1) * sizeof *s.costs);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t m = 0; m < atoms->regression->guide->move_count; ++m) changed |= weigh_move(&s, m);
    }
    for (uint32_t a = 0; a < atoms->count; ++a) {
        for (uint32_t k = 0; k < atoms->list[a].size; ++k) {
            uint32_t cost = s.costs[s.first[a] + k];
            if (cost != UINT32_MAX && cost > atoms->list[a].weight && is_needed(atoms, a, k))
                atoms->list[a].weight = cost;
        }
    }
    return true;
}

bool pl_atoms_init(pl_atoms* atoms, pl_arena* scratch, const pl_regression* regression)
{
    *atoms = (pl_atoms){.regression = regression};
    return pl_groups_find(&atoms->groups, scratch, regression->guide, regression->c) && list_atoms(atoms, scratch) &&
           note_moves(atoms, scratch) && note_goals(atoms, scratch) && weigh(atoms, scratch);
}
