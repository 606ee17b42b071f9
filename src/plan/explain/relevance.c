// What a goal can depend on: whatever its condition names, and whatever is named by an action that changes something
// needed.
//
// By variable, from the compiled form: an action that can never be applied does not count. By symbol, from the texts:
// it counts, because its conditions may be removed.

#include "plan/explain/explain.h"

#include "base/containers/bitset.h"
#include "plan/domain/compiled.h"
#include "plan/explain/conjunct.h"

static bool is_masked(const pl_compiled* c, const pl_partial_state* partial, const pl_variable* v)
{
    uint64_t field = v->bits == 64 ? ~(uint64_t)0 : ((uint64_t)1 << v->bits) - 1;
    return (c->masks[partial->at + v->word] >> v->shift & field) != 0;
}

/// true if the set grew.
static bool add_partial(const pl_compiled* c, const pl_partial_state* partial, uint64_t* set)
{
    bool grew = false;
    for (uint32_t v = 0; v < c->variable_count; v++) {
        if (pl_bits_test(set, v) || !is_masked(c, partial, &c->variables[v])) continue;
        pl_bits_set(set, v);
        grew = true;
    }
    for (uint32_t t = 0; t < partial->test_count; t++) {
        uint32_t v = c->tests[partial->first_test + t].variable;
        grew = grew || !pl_bits_test(set, v);
        pl_bits_set(set, v);
    }
    return grew;
}

static bool changes(const pl_compiled* c, const pl_operator* op, const uint64_t* set)
{
    for (uint32_t i = 0; i < op->effect_count; i++)
        if (pl_bits_test(set, c->effects[op->first_effect + i].variable)) return true;
    return false;
}

uint64_t* pl_relevant_variables(const ploy_domain* domain, uint32_t goal, const uint32_t* goal_args,
                                const uint64_t* disabled, pl_arena* arena)
{
    const pl_compiled* c = pl_domain_compiled(domain);
    uint64_t* set = PL_ARENA_ARRAY(arena, uint64_t, pl_bits_words(c->variable_count));
    if (!set) return NULL;
    const pl_target* target = &c->targets[pl_domain_target_index(domain, goal, goal_args)];
    for (uint32_t i = 0; i < target->partial_count; i++) add_partial(c, &c->partials[target->first_partial + i], set);
    for (bool grew = true; grew;) {
        grew = false;
        for (uint32_t o = 0; o < c->operator_count; o++) {
            const pl_operator* op = &c->operators[o];
            if (disabled && pl_bits_test(disabled, c->grounds[op->ground].action)) continue;
            if (changes(c, op, set) && add_partial(c, &op->pre, set)) grew = true;
        }
    }
    return set;
}

static bool ground_changes(const pl_compiled* c, const pl_ground* ground, const uint64_t* set)
{
    for (uint32_t i = 0; i < ground->operator_count; i++)
        if (changes(c, &c->operators[c->ground_operators[ground->first_operator + i]], set)) return true;
    return false;
}

bool pl_is_relevant_to(const ploy_domain* domain, const uint64_t* needed, uint32_t action, const uint32_t* args)
{
    const pl_compiled* c = pl_domain_compiled(domain);
    if (args) return ground_changes(c, &c->grounds[pl_domain_ground_index(domain, action, args)], needed);
    for (uint32_t g = c->action_first_ground[action]; g < c->action_first_ground[action + 1]; g++)
        if (ground_changes(c, &c->grounds[g], needed)) return true;
    return false;
}

// By symbol.

static void add_part(const ploy_domain* domain, ploy_part part, uint32_t owner, uint64_t* symbols)
{
    for (; owner != PLOY_NONE; owner = pl_part_base(domain, part, owner)) {
        for (uint32_t c = 0; c < ploy_domain_clause_count(domain, part, owner); c++)
            pl_conjunct_add_symbols(domain, ploy_domain_clause(domain, part, owner, c), symbols);
    }
}

/// The symbols of every action's effects, one set after the other.
static uint64_t* effect_symbols(const ploy_domain* domain, uint32_t words, pl_arena* arena)
{
    uint32_t actions = ploy_domain_action_count(domain);
    uint64_t* sets = PL_ARENA_ARRAY(arena, uint64_t, (size_t)actions * words);
    for (uint32_t a = 0; sets && a < actions; a++) add_part(domain, PLOY_PART_EFFECT, a, sets + (size_t)a * words);
    return sets;
}

bool pl_relevant_actions(const ploy_domain* domain, uint32_t goal, pl_arena* arena, uint64_t** out)
{
    uint32_t words = pl_bits_words(ploy_domain_symbol_count(domain));
    uint32_t actions = ploy_domain_action_count(domain);
    uint64_t* needed = PL_ARENA_ARRAY(arena, uint64_t, words);
    uint64_t* found = PL_ARENA_ARRAY(arena, uint64_t, pl_bits_words(actions));
    const uint64_t* effects = effect_symbols(domain, words, arena);
    if (!needed || !found || !effects) return false;
    add_part(domain, PLOY_PART_CONDITION, goal, needed);
    for (bool grew = true; grew;) {
        grew = false;
        for (uint32_t a = 0; a < actions; a++) {
            if (pl_bits_test(found, a) || !pl_bits_intersect(effects + (size_t)a * words, needed, words)) continue;
            pl_bits_set(found, a);
            pl_bits_or(needed, effects + (size_t)a * words, words); // the range of an addition is a condition too
            add_part(domain, PLOY_PART_PRE, a, needed);
            grew = true;
        }
    }
    *out = found;
    return true;
}
