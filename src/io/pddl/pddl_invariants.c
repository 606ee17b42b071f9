// Finite-domain variables: groups of atoms of which at most one holds at a time.
//
// A candidate says: for each choice of parameters, the number of atoms that match one of its parts never grows. Its parts
// are predicates whose arguments are the parameters in some order and at most one more, which is counted over:
// "at ?p _" and "in ?p _" for each ?p. It holds if every instance that adds such an atom deletes another one that it also
// needs. Where an instance does not, the candidate is refined by an atom that it does delete: {at ?p _} fails at load
// and becomes {at ?p _, in ?p _}. (Helmert's monotonicity invariants, checked on instances instead of schemas.)
//
// The groups of which one atom holds at the start then cover the atoms, the largest first. What is left are booleans.

#include <stdio.h>
#include <string.h>

#include "io/pddl/pddl_ground.h"

enum
{
    MAX_PARAMS = 4,
    MAX_PARTS = 8,
    MAX_CANDIDATES = 300,
    NOT_COUNTED = 255
};

typedef struct invariant_part
{
    uint32_t symbol;
    uint8_t params[MAX_PARAMS]; // position of each parameter
    uint8_t counted;            // position, or NOT_COUNTED
} invariant_part;

typedef struct invariant
{
    invariant_part parts[MAX_PARTS];
    uint32_t part_count;
    uint32_t param_count;
    bool holds;
} invariant;

typedef struct invariant_search
{
    pl_grounding* g;
    PL_ARRAY(invariant) candidates;
    PL_ARRAY(uint32_t) adders; // per symbol: instances that add an atom of it
    uint32_t* first_adder;     // per symbol
    uint32_t* needed;          // per atom: instance plus one that needs it
} invariant_search;

// Matching.

static bool match(const pl_grounding* g, const invariant* candidate, uint32_t atom, uint32_t* objects)
{
    const uint32_t* key = pl_tuple_at(&g->atoms, atom);
    for (uint32_t p = 0; p < candidate->part_count; ++p) {
        const invariant_part* part = &candidate->parts[p];
        if (part->symbol != key[0]) continue;
        for (uint32_t i = 0; i < candidate->param_count; ++i) objects[i] = key[1 + part->params[i]];
        return true;
    }
    return false;
}

static bool is_in_group(const pl_grounding* g, const invariant* candidate, const uint32_t* objects, uint32_t atom)
{
    uint32_t others[MAX_PARAMS];
    return match(g, candidate, atom, others) &&
           memcmp(others, objects, candidate->param_count * sizeof *objects) == 0;
}

// Does the instance, or the outcome's condition, need the atom?
static bool is_needed(const invariant_search* s, uint32_t instance, const pl_pddl_outcome* outcome, uint32_t atom)
{
    if (s->needed[atom] == instance + 1) return true;
    uint32_t child = pl_formula_first_literal(s->g, outcome->condition);
    for (; child != PLOY_NONE; child = pl_formula_next_literal(s->g, child))
        if (s->g->formulas.data[child].literal == PL_LITERAL(atom, false)) return true;
    return false;
}

// An add that cannot make the number grow: the atom holds before and is not deleted.
static bool is_idle_add(const invariant_search* s, uint32_t instance, const pl_pddl_outcome* outcome, uint32_t atom)
{
    const pl_grounding* g = s->g;
    const pl_pddl_instance* in = &g->instances.data[instance];
    if (!is_needed(s, instance, outcome, atom)) return false;
    for (uint32_t o = 0; o < in->outcome_count; ++o) {
        const pl_pddl_outcome* other = &g->outcomes.data[in->first_outcome + o];
        for (uint32_t i = 0; i < other->literal_count; ++i)
            if (g->literals.data[other->first_literal + i] == PL_LITERAL(atom, true)) return false;
    }
    return true;
}

static void mark_needed(invariant_search* s, uint32_t instance)
{
    const pl_grounding* g = s->g;
    uint32_t child = pl_formula_first_literal(g, g->instances.data[instance].pre);
    for (; child != PLOY_NONE; child = pl_formula_next_literal(g, child)) {
        uint32_t literal = g->formulas.data[child].literal;
        if (!PL_LITERAL_IS_NEGATIVE(literal)) s->needed[PL_LITERAL_ATOM(literal)] = instance + 1;
    }
}

// Candidates.

static bool is_same_part(const invariant_part* a, const invariant_part* b)
{
    return a->symbol == b->symbol && a->counted == b->counted && memcmp(a->params, b->params, sizeof a->params) == 0;
}

static bool is_known_candidate(const invariant_search* s, const invariant* made)
{
    for (uint32_t i = 0; i < s->candidates.count; ++i) {
        const invariant* old = &s->candidates.data[i];
        uint32_t found = 0;
        if (old->part_count != made->part_count || old->param_count != made->param_count) continue;
        for (uint32_t a = 0; a < made->part_count; ++a)
            for (uint32_t b = 0; b < old->part_count; ++b) found += is_same_part(&made->parts[a], &old->parts[b]);
        if (found == made->part_count) return true;
    }
    return false;
}

static void add_candidate(invariant_search* s, const invariant* made)
{
    if (s->candidates.count >= MAX_CANDIDATES || is_known_candidate(s, made)) return;
    if (!PL_ARRAY_PUSH(&s->candidates, &s->g->allocator, *made)) s->g->out_of_memory = true;
}

static void add_first_candidates(invariant_search* s, uint32_t symbol)
{
    uint32_t arity = s->g->d->symbols.data[symbol].arity;
    for (uint32_t counted = 0; counted <= arity; ++counted) {
        invariant made = {.part_count = 1};
        invariant_part* part = &made.parts[0];
        bool counts = counted < arity;
        part->symbol = symbol;
        part->counted = counts ? (uint8_t)counted : NOT_COUNTED;
        made.param_count = counts ? arity - 1 : arity;
        if (made.param_count > MAX_PARAMS) continue;
        for (uint32_t i = 0, at = 0; i < arity; ++i)
            if (i != counted) part->params[at++] = (uint8_t)i;
        add_candidate(s, &made);
    }
}

// The part that matches a deleted atom with the given parameters; false: there is none.
static bool part_for(const invariant_search* s, const invariant* old, const uint32_t* objects, uint32_t atom,
                     uint32_t counted, invariant_part* part)
{
    const uint32_t* key = pl_tuple_at(&s->g->atoms, atom);
    uint32_t arity = s->g->d->symbols.data[key[0]].arity, used = 0;
    memset(part, 0, sizeof *part);
    part->symbol = key[0];
    part->counted = counted < arity ? (uint8_t)counted : NOT_COUNTED;
    for (uint32_t i = 0; i < old->param_count; ++i) {
        uint32_t at = 0;
        while (at < arity && (at == counted || (used >> at & 1) || key[1 + at] != objects[i])) ++at;
        if (at == arity) return false;
        used |= 1u << at;
        part->params[i] = (uint8_t)at;
    }
    return true;
}

// Adds the candidates that have one more part: an atom that the instance deletes and needs.
static void refine(invariant_search* s, uint32_t index, const uint32_t* objects, uint32_t instance,
                   const pl_pddl_outcome* outcome)
{
    pl_grounding* g = s->g;
    const pl_pddl_outcome* sources[] = {&g->outcomes.data[g->instances.data[instance].first_outcome], outcome};
    for (uint32_t o = 0; o < (sources[0] == outcome ? 1 : 2); ++o) {
        for (uint32_t i = 0; i < sources[o]->literal_count; ++i) {
            uint32_t literal = g->literals.data[sources[o]->first_literal + i], atom = PL_LITERAL_ATOM(literal);
            invariant made = s->candidates.data[index];
            uint32_t arity = g->d->symbols.data[pl_tuple_at(&g->atoms, atom)[0]].arity, ignored[MAX_PARAMS];
            if (!PL_LITERAL_IS_NEGATIVE(literal) || !is_needed(s, instance, outcome, atom)) continue;
            if (made.part_count == MAX_PARTS || match(g, &made, atom, ignored) || arity > 31) continue;
            if (arity != made.param_count && arity != made.param_count + 1) continue;
            uint32_t first = arity == made.param_count ? arity : 0, end = arity == made.param_count ? arity + 1 : arity;
            for (uint32_t counted = first; counted < end; ++counted) {
                if (!part_for(s, &made, objects, atom, counted, &made.parts[made.part_count])) continue;
                invariant refined = made;
                refined.part_count++;
                add_candidate(s, &refined);
            }
        }
    }
}

// Checking.

static uint32_t count_adds(const invariant_search* s, const invariant* candidate, const uint32_t* objects,
                           uint32_t instance)
{
    const pl_grounding* g = s->g;
    const pl_pddl_instance* in = &g->instances.data[instance];
    uint32_t count = 0;
    for (uint32_t o = 0; o < in->outcome_count; ++o) {
        const pl_pddl_outcome* outcome = &g->outcomes.data[in->first_outcome + o];
        for (uint32_t i = 0; i < outcome->literal_count; ++i) {
            uint32_t literal = g->literals.data[outcome->first_literal + i];
            uint32_t atom = PL_LITERAL_ATOM(literal);
            if (PL_LITERAL_IS_NEGATIVE(literal) || !is_in_group(g, candidate, objects, atom)) continue;
            count += !is_idle_add(s, instance, outcome, atom);
        }
    }
    return count;
}

static bool deletes_needed(const invariant_search* s, const invariant* candidate, const uint32_t* objects,
                           uint32_t instance, const pl_pddl_outcome* from, const pl_pddl_outcome* outcome)
{
    const pl_grounding* g = s->g;
    for (uint32_t i = 0; i < from->literal_count; ++i) {
        uint32_t literal = g->literals.data[from->first_literal + i], atom = PL_LITERAL_ATOM(literal);
        if (PL_LITERAL_IS_NEGATIVE(literal) && is_in_group(g, candidate, objects, atom) &&
            is_needed(s, instance, outcome, atom))
            return true;
    }
    return false;
}

// Does the instance keep the number of each group that it adds to? If not, the candidate is refined where it can be.
static bool keeps(invariant_search* s, uint32_t index, uint32_t instance)
{
    pl_grounding* g = s->g;
    const pl_pddl_instance* in = &g->instances.data[instance];
    for (uint32_t o = 0; o < in->outcome_count; ++o) {
        const pl_pddl_outcome* outcome = &g->outcomes.data[in->first_outcome + o];
        for (uint32_t i = 0; i < outcome->literal_count; ++i) {
            uint32_t literal = g->literals.data[outcome->first_literal + i], objects[MAX_PARAMS];
            const invariant* candidate = &s->candidates.data[index];
            if (PL_LITERAL_IS_NEGATIVE(literal) || !match(g, candidate, PL_LITERAL_ATOM(literal), objects)) continue;
            if (is_idle_add(s, instance, outcome, PL_LITERAL_ATOM(literal))) continue;
            if (count_adds(s, candidate, objects, instance) > 1) return false;
            const pl_pddl_outcome* always = &g->outcomes.data[in->first_outcome];
            if (deletes_needed(s, candidate, objects, instance, always, outcome)) continue;
            if (outcome != always && deletes_needed(s, candidate, objects, instance, outcome, outcome)) continue;
            refine(s, index, objects, instance, outcome);
            return false;
        }
    }
    return true;
}

static bool holds_everywhere(invariant_search* s, uint32_t index)
{
    for (uint32_t p = 0; p < s->candidates.data[index].part_count; ++p) {
        uint32_t symbol = s->candidates.data[index].parts[p].symbol;
        for (uint32_t i = s->first_adder[symbol]; i < s->first_adder[symbol + 1]; ++i) {
            uint32_t instance = s->adders.data[i];
            mark_needed(s, instance);
            if (!keeps(s, index, instance)) return false;
        }
    }
    return true;
}

// Lists for each symbol the instances that add one of its atoms.
static bool list_adders(invariant_search* s)
{
    pl_grounding* g = s->g;
    uint32_t symbols = g->d->symbols.count;
    uint32_t* last = PL_NEW_ARRAY(&g->allocator, uint32_t, symbols + 1); // instance plus one, so that each counts once
    for (uint32_t pass = 0; last && pass < 2; ++pass) {
        memset(last, 0, symbols * sizeof *last);
        for (uint32_t n = 0; n < g->instances.count; ++n) {
            const pl_pddl_instance* in = &g->instances.data[n];
            if (!in->is_possible) continue;
            for (uint32_t o = 0; o < in->outcome_count; ++o) {
                const pl_pddl_outcome* outcome = &g->outcomes.data[in->first_outcome + o];
                for (uint32_t i = 0; i < outcome->literal_count; ++i) {
                    uint32_t literal = g->literals.data[outcome->first_literal + i];
                    uint32_t symbol = pl_tuple_at(&g->atoms, PL_LITERAL_ATOM(literal))[0];
                    if (PL_LITERAL_IS_NEGATIVE(literal) || last[symbol] == n + 1) continue;
                    last[symbol] = n + 1;
                    if (pass == 0)
                        ++s->first_adder[symbol + 2];
                    else
                        s->adders.data[s->first_adder[symbol + 1]++] = n;
                }
            }
        }
        for (uint32_t i = 2; pass == 0 && i < symbols + 2; ++i) s->first_adder[i] += s->first_adder[i - 1];
        if (pass == 0 && !PL_ARRAY_RESERVE(&s->adders, &g->allocator, s->first_adder[symbols + 1] + 1)) break;
    }
    bool good = last && s->adders.data;
    PL_DELETE_ARRAY(&g->allocator, last, symbols + 1);
    return good;
}

// Groups.

/// An atom in a group of a candidate.
typedef struct group_member
{
    uint32_t group;
    uint32_t atom;
} group_member;

typedef struct group_cover
{
    pl_grounding* g;
    pl_tuple_names keys; // candidate, parameters
    PL_ARRAY(group_member) members;
    PL_ARRAY(uint32_t) weights; // per group: atoms that hold at the start
    PL_ARRAY(uint32_t) sizes;   // per group: atoms that no chosen group has
    uint32_t* first_member;
} group_cover;

static bool is_variable(const pl_pddl_atom* info)
{
    return info->is_reached && !info->is_value && !(info->is_initial && !info->is_deleted);
}

static void add_members(group_cover* c, const invariant* candidate, uint32_t index)
{
    pl_grounding* g = c->g;
    for (uint32_t atom = 0; atom < g->infos.count && !g->out_of_memory; ++atom) {
        uint32_t key[1 + MAX_PARAMS] = {index};
        const pl_pddl_atom* info = &g->infos.data[atom];
        if (!info->is_reached || info->is_value || !match(g, candidate, atom, key + 1)) continue;
        uint32_t group = pl_tuple_intern(&c->keys, key, 1 + candidate->param_count);
        if (group == PLOY_NONE || (group == c->weights.count && (!PL_ARRAY_PUSH(&c->weights, &g->allocator, 0) ||
                                                                 !PL_ARRAY_PUSH(&c->sizes, &g->allocator, 0)))) {
            g->out_of_memory = true;
            return;
        }
        c->weights.data[group] += info->is_initial;
        if (!is_variable(info)) continue;
        ++c->sizes.data[group];
        if (!PL_ARRAY_PUSH(&c->members, &g->allocator, (group_member){group, atom})) g->out_of_memory = true;
    }
}

// Members come candidate by candidate and atom by atom: sorts them by group. Counts first, then fills in order.
static bool sort_members(group_cover* c)
{
    pl_grounding* g = c->g;
    uint32_t groups = c->weights.count, count = c->members.count;
    group_member* sorted = PL_NEW_ARRAY(&g->allocator, group_member, count + 1);
    c->first_member = PL_NEW_ARRAY(&g->allocator, uint32_t, groups + 2);
    if (!sorted || !c->first_member) {
        PL_DELETE_ARRAY(&g->allocator, sorted, count + 1);
        return false;
    }
    for (uint32_t i = 0; i < groups; ++i) c->first_member[i + 1] = c->first_member[i] + c->sizes.data[i];
    for (uint32_t i = 0; i < count; ++i) sorted[c->first_member[c->members.data[i].group]++] = c->members.data[i];
    for (uint32_t i = groups; i > 0; --i) c->first_member[i] = c->first_member[i - 1];
    c->first_member[0] = 0;
    if (count) memcpy(c->members.data, sorted, count * sizeof *sorted);
    PL_DELETE_ARRAY(&g->allocator, sorted, count + 1);
    return true;
}

static uint32_t left_in(const group_cover* c, uint32_t group)
{
    uint32_t left = 0;
    for (uint32_t i = c->first_member[group]; i < c->first_member[group + 1]; ++i)
        left += c->g->atom_groups.data[c->members.data[i].atom] == PLOY_NONE;
    return left;
}

// "at_in.package1"
static uint32_t label_of(group_cover* c, const invariant* candidate, const uint32_t* objects)
{
    const ploy_pddl* d = c->g->d;
    char text[512];
    size_t used = 0;
    for (uint32_t i = 0; i < candidate->part_count && used < sizeof text; ++i)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", i ? "_" : "",
                                 pl_pddl_name(d, d->symbols.data[candidate->parts[i].symbol].name));
    for (uint32_t i = 0; i < candidate->param_count && used < sizeof text; ++i)
        used += (size_t)snprintf(text + used, sizeof text - used, ".%s",
                                 pl_pddl_name(d, d->objects.data[objects[i]].name));
    uint32_t label = pl_names_intern(&c->g->labels, text, used < sizeof text ? used : sizeof text - 1);
    if (label == PLOY_NONE) c->g->out_of_memory = true;
    return label;
}

static void choose(group_cover* c, uint32_t group, const invariant* candidates)
{
    pl_grounding* g = c->g;
    const uint32_t* key = pl_tuple_at(&c->keys, group);
    pl_pddl_group made = {.first_atom = g->group_atoms.count, .label = label_of(c, &candidates[key[0]], key + 1)};
    for (uint32_t i = c->first_member[group]; i < c->first_member[group + 1]; ++i) {
        uint32_t atom = c->members.data[i].atom;
        if (g->atom_groups.data[atom] != PLOY_NONE) continue;
        g->atom_groups.data[atom] = g->groups.count;
        if (!PL_ARRAY_PUSH(&g->group_atoms, &g->allocator, atom)) g->out_of_memory = true;
        ++made.atom_count;
    }
    if (!PL_ARRAY_PUSH(&g->groups, &g->allocator, made)) g->out_of_memory = true;
}

// The largest first; of equal ones the first. A group's size only shrinks, so it is checked again at most once per
// atom: lists of groups by size, walked from the largest down.
static void cover(group_cover* c, const invariant* candidates)
{
    pl_grounding* g = c->g;
    uint32_t groups = c->weights.count, largest = 0;
    for (uint32_t i = 0; i < groups; ++i) {
        if (c->weights.data[i] != 1) c->sizes.data[i] = 0;
        if (c->sizes.data[i] > largest) largest = c->sizes.data[i];
    }
    for (uint32_t size = largest; size >= 2 && !g->out_of_memory; --size) {
        for (uint32_t i = 0; i < groups && !g->out_of_memory; ++i) {
            if (c->sizes.data[i] != size) continue;
            c->sizes.data[i] = left_in(c, i);
            if (c->sizes.data[i] == size) choose(c, i, candidates);
        }
    }
}

// A group needs a value "none" if one of its atoms can be deleted without another one being added, or if none holds at
// the start.
static bool adds_to_group(const pl_grounding* g, const pl_pddl_outcome* outcome, uint32_t group)
{
    for (uint32_t i = 0; i < outcome->literal_count; ++i) {
        uint32_t literal = g->literals.data[outcome->first_literal + i];
        if (!PL_LITERAL_IS_NEGATIVE(literal) && g->atom_groups.data[PL_LITERAL_ATOM(literal)] == group) return true;
    }
    return false;
}

static void find_none(pl_grounding* g)
{
    for (uint32_t i = 0; i < g->groups.count; ++i) {
        pl_pddl_group* group = &g->groups.data[i];
        group->has_none = true;
        for (uint32_t k = 0; k < group->atom_count; ++k)
            if (g->infos.data[g->group_atoms.data[group->first_atom + k]].is_initial) group->has_none = false;
    }
    for (uint32_t n = 0; n < g->instances.count; ++n) {
        const pl_pddl_instance* in = &g->instances.data[n];
        for (uint32_t o = 0; in->is_possible && o < in->outcome_count; ++o) {
            const pl_pddl_outcome* always = &g->outcomes.data[in->first_outcome];
            const pl_pddl_outcome* outcome = &g->outcomes.data[in->first_outcome + o];
            for (uint32_t i = 0; i < outcome->literal_count; ++i) {
                uint32_t literal = g->literals.data[outcome->first_literal + i];
                uint32_t group = g->atom_groups.data[PL_LITERAL_ATOM(literal)];
                if (!PL_LITERAL_IS_NEGATIVE(literal) || group == PLOY_NONE) continue;
                if (!adds_to_group(g, outcome, group) && !adds_to_group(g, always, group))
                    g->groups.data[group].has_none = true;
            }
        }
    }
}

static void make_groups(invariant_search* s)
{
    pl_grounding* g = s->g;
    group_cover c = {.g = g};
    pl_tuple_names_init(&c.keys, &g->allocator);
    for (uint32_t i = 0; i < s->candidates.count; ++i)
        if (s->candidates.data[i].holds) add_members(&c, &s->candidates.data[i], i);
    if (!g->out_of_memory && sort_members(&c))
        cover(&c, s->candidates.data);
    else
        g->out_of_memory = true;
    PL_DELETE_ARRAY(&g->allocator, c.first_member, c.weights.count + 2);
    pl_tuple_names_destroy(&c.keys);
    PL_ARRAY_FREE(&c.members, &g->allocator);
    PL_ARRAY_FREE(&c.weights, &g->allocator);
    PL_ARRAY_FREE(&c.sizes, &g->allocator);
}

void pl_grounding_group(pl_grounding* g)
{
    invariant_search s = {.g = g};
    uint32_t symbols = g->d->symbols.count;
    s.first_adder = PL_NEW_ARRAY(&g->allocator, uint32_t, symbols + 2);
    s.needed = PL_NEW_ARRAY(&g->allocator, uint32_t, g->infos.count + 1);
    bool good = s.first_adder && s.needed && list_adders(&s);
    for (uint32_t i = 0; good && i < g->infos.count; ++i)
        good = PL_ARRAY_PUSH(&g->atom_groups, &g->allocator, PLOY_NONE);
    if (!good) g->out_of_memory = true;
    for (uint32_t i = 0; i < symbols && !g->out_of_memory; ++i)
        if (g->d->symbols.data[i].is_changed && !g->d->symbols.data[i].is_function) add_first_candidates(&s, i);
    for (uint32_t i = 0; i < s.candidates.count && !g->out_of_memory; ++i) {
        bool holds = holds_everywhere(&s, i);
        s.candidates.data[i].holds = holds;
    }
    if (!g->out_of_memory) make_groups(&s);
    if (!g->out_of_memory) find_none(g);
    PL_DELETE_ARRAY(&g->allocator, s.first_adder, symbols + 2);
    PL_DELETE_ARRAY(&g->allocator, s.needed, g->infos.count + 1);
    PL_ARRAY_FREE(&s.candidates, &g->allocator);
    PL_ARRAY_FREE(&s.adders, &g->allocator);
}
