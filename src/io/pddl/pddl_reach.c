// Relaxed reachability over action schemas: nothing is ever deleted, so every atom and every instance of an action is found once.
//
// An action waits for its conjunctive atoms. When a new atom comes up, each action that needs one like it is joined with
// the atoms known so far: always the needed atom with the fewest candidates next (most constrained first), found by the
// bucket of a bound argument. An equality binds one side to the other. What never changes of the rest (not, or, imply, …
// of types, equalities and static predicates) is tested as soon as its parameters are bound, but with quantifiers, which
// take long, only when no atom is left to join. What remains is checked for being possible when all parameters are bound.
// Instances and conditional effects that are not possible yet are tried again when no
// new atom is left.
//
// A disjunction of atoms or equalities is joined as well: the action has then one plan per choice.
//
//   bucket (predicate, position, object) -> atoms with that object there; (predicate, arity, –) -> all atoms

#include <string.h>

#include "io/pddl/pddl_ground.h"

enum
{
    MAX_JOINED = 64, // of each kind in a plan
    MAX_CHOICES = 64 // plans of an action
};

/// A part of a join_plan: nodes, into join_search.nodes.
typedef struct node_range
{
    uint32_t first, count;
} node_range;

/// One way to find instances of an action: what must hold of a choice in each disjunction.
typedef struct join_plan
{
    uint32_t action;
    node_range atoms;
    node_range sames;    // equalities
    node_range tests;    // conditions that never change, with the slots they read in join_search.reads
    uint64_t quantified; // those of the tests that have a quantifier, one bit each
    bool is_fluent;      // it has atoms that change
} join_plan;

/// The bits of a join_plan's nodes that are not settled yet.
typedef struct join_left
{
    uint64_t atoms, sames, tests;
} join_left;

typedef struct join_search
{
    pl_grounding* g;
    PL_ARRAY(join_plan) plans;
    PL_ARRAY(node_range) checks; // per action: what is left of its precondition
    PL_ARRAY(uint32_t) nodes;
    PL_ARRAY(uint64_t) reads;     // per node, of tests: the slots it reads
    PL_ARRAY(uint32_t) conjuncts; // of the plan in the making
    PL_ARRAY(uint32_t) queue;     // atoms in the order they were reached
    uint32_t taken;               // of the queue
    uint32_t* heads;              // per bucket: the latest atom plus one
    uint32_t* counts;             // per bucket
    uint32_t bucket_count;
    uint32_t* first_bucket;         // per symbol
    PL_ARRAY(uint32_t) nexts;       // per atom and position: the atom before plus one
    PL_ARRAY(uint32_t) first_nexts; // per atom, or PLOY_NONE: not in the buckets
    PL_ARRAY(uint8_t) waiting;      // per instance: something of it is not possible yet
    bool* bound;                    // per slot
    uint64_t bound_bits;            // the same of the first 64
    const join_plan* plan;          // in progress
    bool has_new;                   // an atom was reached
} join_search;

// Buckets.

static uint32_t bucket_of(const join_search* s, uint32_t symbol, uint32_t position, uint32_t object)
{
    bool is_all = position == s->g->d->symbols.data[symbol].arity;
    return s->first_bucket[symbol] + position * s->g->d->objects.count + (is_all ? 0 : object);
}

static bool begin_buckets(join_search* s)
{
    const ploy_pddl* d = s->g->d;
    uint64_t count = 0;
    s->first_bucket = PL_NEW_ARRAY(&d->allocator, uint32_t, d->symbols.count + 1);
    if (!s->first_bucket) return false;
    for (uint32_t i = 0; i < d->symbols.count; ++i) {
        s->first_bucket[i] = (uint32_t)count;
        count += (uint64_t)d->symbols.data[i].arity * d->objects.count + 1;
        if (count > UINT32_MAX / 2) return false;
    }
    s->bucket_count = (uint32_t)count;
    s->heads = PL_NEW_ARRAY(&d->allocator, uint32_t, s->bucket_count + 1);
    s->counts = PL_NEW_ARRAY(&d->allocator, uint32_t, s->bucket_count + 1);
    return s->heads && s->counts;
}

static void add_to_buckets(join_search* s, uint32_t atom)
{
    pl_grounding* g = s->g;
    const uint32_t* key = pl_tuple_at(&g->atoms, atom);
    uint32_t arity = g->d->symbols.data[key[0]].arity;
    while (s->first_nexts.count <= atom)
        if (!PL_ARRAY_PUSH(&s->first_nexts, &g->allocator, PLOY_NONE)) {
            g->out_of_memory = true;
            return;
        }
    if (s->first_nexts.data[atom] != PLOY_NONE) return;
    s->first_nexts.data[atom] = s->nexts.count;
    for (uint32_t i = 0; i <= arity; ++i) {
        uint32_t bucket = bucket_of(s, key[0], i, i < arity ? key[1 + i] : 0);
        if (!PL_ARRAY_PUSH(&s->nexts, &g->allocator, s->heads[bucket])) {
            g->out_of_memory = true;
            return;
        }
        s->heads[bucket] = atom + 1;
        ++s->counts[bucket];
    }
}

static bool in_buckets(const join_search* s, uint32_t atom)
{
    return atom < s->first_nexts.count && s->first_nexts.data[atom] != PLOY_NONE;
}

// What is possible if nothing is ever deleted.

typedef struct possible_call
{
    uint32_t child;
    bool wanted;
    bool stops_at; // the result that ends the loop
} possible_call;

static bool possible(pl_grounding* g, uint32_t node, bool wanted);

static bool possible_once(pl_grounding* g, void* user)
{
    const possible_call* call = user;
    return possible(g, call->child, call->wanted) != call->stops_at;
}

static bool atom_possible(pl_grounding* g, const pl_pddl_node* n, bool wanted)
{
    uint32_t atom = pl_grounding_find(g, n);
    if (pl_grounding_is_static(g, n->symbol)) return (atom != PLOY_NONE && g->infos.data[atom].is_initial) == wanted;
    return !wanted || (atom != PLOY_NONE && g->infos.data[atom].is_reached);
}

// The children of an AND (wanted), or of an OR that is not wanted, must all be possible; of the others, one of them.
static bool children_possible(pl_grounding* g, const pl_pddl_node* n, bool wanted)
{
    bool all = (n->kind == PL_PDDL_AND) == wanted;
    for (uint32_t i = n->child; i != PLOY_NONE; i = g->d->nodes.data[i].next)
        if (possible(g, i, wanted) != all) return !all;
    return all;
}

static bool possible(pl_grounding* g, uint32_t node, bool wanted)
{
    const pl_pddl_node* n = &g->d->nodes.data[node];
    const uint32_t* terms = g->d->terms.data + n->first;
    switch ((pl_pddl_kind)n->kind) {
    case PL_PDDL_AND:
    case PL_PDDL_OR:
        return children_possible(g, n, wanted);
    case PL_PDDL_NOT:
        return possible(g, n->child, !wanted);
    case PL_PDDL_IMPLY: {
        uint32_t then = g->d->nodes.data[n->child].next;
        return wanted ? possible(g, n->child, false) || possible(g, then, true)
                      : possible(g, n->child, true) && possible(g, then, false);
    }
    case PL_PDDL_FORALL:
    case PL_PDDL_EXISTS: {
        bool all = (n->kind == PL_PDDL_FORALL) == wanted;
        possible_call call = {n->child, wanted, !all};
        return pl_grounding_each(g, n, possible_once, &call) ? all : !all;
    }
    case PL_PDDL_ATOM:
        return atom_possible(g, n, wanted);
    case PL_PDDL_SAME:
        return (pl_grounding_object(g, terms[0]) == pl_grounding_object(g, terms[1])) == wanted;
    case PL_PDDL_IS_TYPE:
        return pl_grounding_is_member(g, pl_grounding_object(g, terms[0]), n->symbol) == wanted;
    default:
        return true; // numbers: see pddl_bounds.c
    }
}

// Instances.

static void reach(join_search* s, uint32_t atom)
{
    pl_grounding* g = s->g;
    if (atom == PLOY_NONE || g->infos.data[atom].is_reached) return;
    g->infos.data[atom].is_reached = true;
    s->has_new = true;
    if (!PL_ARRAY_PUSH(&s->queue, &g->allocator, atom)) g->out_of_memory = true;
}

typedef struct effect_call
{
    join_search* s;
    uint32_t child;
    bool* is_whole;
} effect_call;

static bool apply_once(pl_grounding* g, void* user);

// Reaches what an effect adds. *is_whole becomes false when a condition is not possible yet.
static void apply(join_search* s, uint32_t node, bool* is_whole)
{
    pl_grounding* g = s->g;
    const pl_pddl_node* n = &g->d->nodes.data[node];
    switch ((pl_pddl_kind)n->kind) {
    case PL_PDDL_AND:
        for (uint32_t i = n->child; i != PLOY_NONE; i = g->d->nodes.data[i].next) apply(s, i, is_whole);
        break;
    case PL_PDDL_ATOM:
        reach(s, pl_grounding_intern(g, n));
        break;
    case PL_PDDL_FORALL: {
        effect_call call = {s, n->child, is_whole};
        pl_grounding_each(g, n, apply_once, &call);
        break;
    }
    case PL_PDDL_WHEN:
        if (possible(g, n->child, true))
            apply(s, g->d->nodes.data[n->child].next, is_whole);
        else
            *is_whole = false;
        break;
    default:
        break;
    }
}

static bool apply_once(pl_grounding* g, void* user)
{
    const effect_call* call = user;
    apply(call->s, call->child, call->is_whole);
    return !pl_grounding_is_over(g);
}

static bool checks_possible(join_search* s, uint32_t action)
{
    node_range checks = s->checks.data[action];
    for (uint32_t i = 0; i < checks.count; ++i)
        if (!possible(s->g, s->nodes.data[checks.first + i], true)) return false;
    return true;
}

// Tries an instance whose binding is in the slots.
static void try_instance(join_search* s, uint32_t instance, uint32_t action)
{
    pl_grounding* g = s->g;
    bool is_whole = true;
    s->waiting.data[instance] = 1;
    if (!checks_possible(s, action)) return;
    g->instances.data[instance].is_possible = true;
    apply(s, g->d->actions.data[action].effect, &is_whole);
    s->waiting.data[instance] = !is_whole;
}

// All parameters are bound.
static void add_instance(join_search* s)
{
    pl_grounding* g = s->g;
    uint32_t action = s->plan->action, count = g->d->actions.data[action].param_count;
    g->key[0] = action;
    memcpy(g->key + 1, g->slots, count * sizeof *g->key);
    uint32_t instance = pl_tuple_intern(&g->keys, g->key, count + 1);
    if (instance == PLOY_NONE) {
        g->out_of_memory = true;
        return;
    }
    if (instance < g->instances.count) return;
    if (instance >= pl_grounding_max_operators(g)) {
        pl_grounding_fail(g, 0, 0, "more than %u ground actions, at action '%s'", pl_grounding_max_operators(g),
                          pl_pddl_name(g->d, g->d->actions.data[action].name));
        return;
    }
    if (!PL_ARRAY_PUSH(&g->instances, &g->allocator, (pl_pddl_instance){.pre = PLOY_NONE}) ||
        !PL_ARRAY_PUSH(&s->waiting, &g->allocator, 0)) {
        g->out_of_memory = true;
        return;
    }
    try_instance(s, instance, action);
}

// Joining.

static bool is_open(const join_search* s, uint32_t term)
{
    return PL_PDDL_IS_SLOT(term) && !s->bound[PL_PDDL_SLOT_OF(term)];
}

// The smallest bucket that has all atoms that a node may match now.
static uint32_t best_bucket(const join_search* s, const pl_pddl_node* n, bool* is_bound, uint32_t* position)
{
    uint32_t best = bucket_of(s, n->symbol, n->count, 0);
    *is_bound = true;
    *position = n->count;
    for (uint32_t i = 0; i < n->count; ++i) {
        uint32_t term = s->g->d->terms.data[n->first + i];
        if (is_open(s, term)) {
            *is_bound = false;
            continue;
        }
        uint32_t bucket = bucket_of(s, n->symbol, i, pl_grounding_object(s->g, term));
        if (s->counts[bucket] >= s->counts[best]) continue;
        best = bucket;
        *position = i;
    }
    return best;
}

static void mark_bound(join_search* s, uint32_t slot, bool is_bound)
{
    uint64_t bit = slot < 64 ? UINT64_C(1) << slot : 0;
    s->bound[slot] = is_bound;
    s->bound_bits = is_bound ? s->bound_bits | bit : s->bound_bits & ~bit;
}

static const pl_pddl_variable* params_of(const join_search* s)
{
    return s->g->d->variables.data + s->g->d->actions.data[s->plan->action].first_variable;
}

static void unbind(join_search* s, const pl_pddl_node* n, uint32_t newly)
{
    for (uint32_t i = 0; i < n->count; ++i)
        if (newly >> i & 1) mark_bound(s, PL_PDDL_SLOT_OF(s->g->d->terms.data[n->first + i]), false);
}

// Binds a node's open variables to an atom's objects; false (and nothing bound) if they do not match.
static bool bind_atom(join_search* s, const pl_pddl_node* n, uint32_t atom, uint32_t* newly)
{
    pl_grounding* g = s->g;
    const uint32_t* objects = pl_tuple_at(&g->atoms, atom) + 1;
    const pl_pddl_variable* params = params_of(s);
    *newly = 0;
    for (uint32_t i = 0; i < n->count; ++i) {
        uint32_t term = g->d->terms.data[n->first + i];
        bool fits;
        if (is_open(s, term)) {
            uint32_t slot = PL_PDDL_SLOT_OF(term);
            fits = pl_grounding_is_member(g, objects[i], params[slot].set);
            g->slots[slot] = objects[i];
            mark_bound(s, slot, true);
            *newly |= 1u << i;
        } else {
            fits = pl_grounding_object(g, term) == objects[i];
        }
        if (!fits) {
            unbind(s, n, *newly);
            return false;
        }
    }
    return true;
}

static void join(join_search* s, join_left left);

static const pl_pddl_node* node_of(const join_search* s, node_range range, uint32_t index)
{
    return &s->g->d->nodes.data[s->nodes.data[range.first + index]];
}

// false: one of these tests has all of its parameters and does not hold.
static bool tests_hold(join_search* s, join_left* left, uint64_t tests)
{
    for (uint64_t rest = left->tests & tests; rest; rest &= rest - 1) {
        uint32_t i = pl_trailing_zeros(rest), at = s->plan->tests.first + i;
        if (s->reads.data[at] & ~s->bound_bits) continue;
        left->tests &= ~(UINT64_C(1) << i);
        if (!possible(s->g, s->nodes.data[at], true)) return false;
    }
    return true;
}

static void join_bound(join_search* s, uint32_t slot, uint32_t object, join_left left)
{
    s->g->slots[slot] = object;
    mark_bound(s, slot, true);
    join(s, left);
    mark_bound(s, slot, false);
}

// Settles the equalities of which a side is bound. true: one of them bound the other side, and the join went on from there,
// or one does not hold.
static bool join_sames(join_search* s, join_left* left)
{
    pl_grounding* g = s->g;
    for (uint64_t rest = left->sames; rest; rest &= rest - 1) {
        uint32_t i = pl_trailing_zeros(rest);
        const uint32_t* terms = g->d->terms.data + node_of(s, s->plan->sames, i)->first;
        bool first_open = is_open(s, terms[0]), second_open = is_open(s, terms[1]);
        if (first_open && second_open) continue;
        left->sames &= ~(UINT64_C(1) << i);
        uint32_t object = pl_grounding_object(g, terms[first_open]);
        if (!first_open && !second_open) {
            if (object != pl_grounding_object(g, terms[0])) return true;
            continue;
        }
        uint32_t slot = PL_PDDL_SLOT_OF(terms[!first_open]);
        if (pl_grounding_is_member(g, object, params_of(s)[slot].set)) join_bound(s, slot, object, *left);
        return true;
    }
    return false;
}

// No atom is left: tries all objects for the first parameter that is open.
static void enumerate(join_search* s, join_left left)
{
    pl_grounding* g = s->g;
    uint32_t slot = 0, count = g->d->actions.data[s->plan->action].param_count;
    while (slot < count && s->bound[slot]) ++slot;
    if (slot == count) {
        add_instance(s);
        return;
    }
    const pl_pddl_set* set = &g->d->sets.data[params_of(s)[slot].set];
    for (uint32_t i = 0; i < set->object_count && !pl_grounding_is_over(g); ++i) {
        pl_grounding_count(g);
        join_bound(s, slot, g->d->set_objects.data[set->first_object + i], left);
    }
}

static void join_atom(join_search* s, const pl_pddl_node* n, uint32_t bucket, uint32_t position, join_left left)
{
    for (uint32_t atom1 = s->heads[bucket]; atom1;) {
        uint32_t newly;
        pl_grounding_count(s->g);
        if (bind_atom(s, n, atom1 - 1, &newly)) {
            join(s, left);
            unbind(s, n, newly);
        }
        atom1 = s->nexts.data[s->first_nexts.data[atom1 - 1] + position];
    }
}

static void join(join_search* s, join_left left)
{
    pl_grounding* g = s->g;
    uint32_t chosen = PLOY_NONE, bucket = 0, position = 0;
    bool chosen_bound = false;
    if (pl_grounding_is_over(g) || !tests_hold(s, &left, ~s->plan->quantified) || join_sames(s, &left)) return;
    for (uint64_t rest = left.atoms; rest && !chosen_bound; rest &= rest - 1) {
        bool is_bound;
        uint32_t i = pl_trailing_zeros(rest), at, b = best_bucket(s, node_of(s, s->plan->atoms, i), &is_bound, &at);
        if (chosen != PLOY_NONE && !is_bound && s->counts[b] >= s->counts[bucket]) continue;
        chosen = i, bucket = b, position = at, chosen_bound = is_bound;
        if (s->counts[b] == 0) return;
    }
    if (chosen == PLOY_NONE) {
        if (tests_hold(s, &left, s->plan->quantified)) enumerate(s, left);
        return;
    }
    const pl_pddl_node* n = node_of(s, s->plan->atoms, chosen);
    left.atoms &= ~(UINT64_C(1) << chosen);
    if (!chosen_bound) {
        join_atom(s, n, bucket, position, left);
        return;
    }
    uint32_t atom = pl_grounding_find(g, n);
    if (atom != PLOY_NONE && in_buckets(s, atom)) join(s, left);
}

static uint64_t bits_of(node_range range)
{
    return range.count == 64 ? ~UINT64_C(0) : (UINT64_C(1) << range.count) - 1;
}

static join_left all_of(const join_plan* plan)
{
    return (join_left){bits_of(plan->atoms), bits_of(plan->sames), bits_of(plan->tests)};
}

static void join_from(join_search* s, const join_plan* plan, uint32_t which, uint32_t atom)
{
    const pl_pddl_node* n = node_of(s, plan->atoms, which);
    join_left left = all_of(plan);
    uint32_t newly;
    s->plan = plan;
    if (!bind_atom(s, n, atom, &newly)) return;
    left.atoms &= ~(UINT64_C(1) << which);
    join(s, left);
    unbind(s, n, newly);
}

static void take_atom(join_search* s, uint32_t atom)
{
    pl_grounding* g = s->g;
    add_to_buckets(s, atom);
    uint32_t symbol = pl_tuple_at(&g->atoms, atom)[0];
    for (uint32_t p = 0; p < s->plans.count && !pl_grounding_is_over(g); ++p) {
        const join_plan* plan = &s->plans.data[p];
        for (uint32_t i = 0; i < plan->atoms.count; ++i)
            if (node_of(s, plan->atoms, i)->symbol == symbol) join_from(s, plan, i, atom);
    }
}

static void retry_waiting(join_search* s)
{
    pl_grounding* g = s->g;
    for (uint32_t i = 0; i < g->instances.count && !pl_grounding_is_over(g); ++i) {
        if (!s->waiting.data[i]) continue;
        const uint32_t* key = pl_tuple_at(&g->keys, i);
        memcpy(g->slots, key + 1, g->d->actions.data[key[0]].param_count * sizeof *key);
        try_instance(s, i, key[0]);
    }
}

// Plans.

static bool is_atom(const pl_pddl_node* n)
{
    return n->kind == PL_PDDL_ATOM && n->count <= 32;
}

static bool is_quantifier(const pl_pddl_node* n)
{
    return n->kind == PL_PDDL_FORALL || n->kind == PL_PDDL_EXISTS;
}

// Can its truth never change? Adds the slots of the action's parameters that it reads.
static bool reads_static(const join_search* s, uint32_t node, uint32_t param_count, uint64_t* reads)
{
    const ploy_pddl* d = s->g->d;
    const pl_pddl_node* n = &d->nodes.data[node];
    if (n->kind == PL_PDDL_ATOM || n->kind == PL_PDDL_SAME || n->kind == PL_PDDL_IS_TYPE) {
        for (uint32_t i = 0; i < n->count; ++i) {
            uint32_t term = d->terms.data[n->first + i];
            if (!PL_PDDL_IS_SLOT(term) || PL_PDDL_SLOT_OF(term) >= param_count) continue;
            if (PL_PDDL_SLOT_OF(term) >= 64) return false;
            *reads |= UINT64_C(1) << PL_PDDL_SLOT_OF(term);
        }
        return n->kind != PL_PDDL_ATOM || pl_grounding_is_static(s->g, n->symbol);
    }
    if (n->kind > PL_PDDL_IMPLY && !is_quantifier(n)) return false;
    for (uint32_t i = n->child; i != PLOY_NONE; i = d->nodes.data[i].next)
        if (!reads_static(s, i, param_count, reads)) return false;
    return true;
}

static bool has_quantifier(const ploy_pddl* d, uint32_t node)
{
    const pl_pddl_node* n = &d->nodes.data[node];
    bool has = is_quantifier(n);
    for (uint32_t i = n->kind <= PL_PDDL_IMPLY ? n->child : PLOY_NONE; i != PLOY_NONE && !has; i = d->nodes.data[i].next)
        has = has_quantifier(d, i);
    return has;
}

static bool add_conjuncts(join_search* s, uint32_t node)
{
    const ploy_pddl* d = s->g->d;
    if (d->nodes.data[node].kind != PL_PDDL_AND) return PL_ARRAY_PUSH(&s->conjuncts, &s->g->allocator, node);
    for (uint32_t i = d->nodes.data[node].child; i != PLOY_NONE; i = d->nodes.data[i].next)
        if (!add_conjuncts(s, i)) return false;
    return true;
}

// Does each choice say which objects are meant, so that a plan per choice finds them faster? How many choices; else 1.
static uint32_t choice_count(const join_search* s, uint32_t node)
{
    const ploy_pddl* d = s->g->d;
    uint32_t count = 0;
    if (d->nodes.data[node].kind != PL_PDDL_OR) return 1;
    for (uint32_t i = d->nodes.data[node].child; i != PLOY_NONE; i = d->nodes.data[i].next, ++count) {
        const pl_pddl_node* n = &d->nodes.data[i];
        for (uint32_t c = n->kind == PL_PDDL_AND ? n->child : i;; c = d->nodes.data[c].next) {
            if (c == PLOY_NONE) return 1;
            if (is_atom(&d->nodes.data[c]) || d->nodes.data[c].kind == PL_PDDL_SAME) break;
            if (n->kind != PL_PDDL_AND) return 1;
        }
    }
    return count ? count : 1;
}

typedef enum part_kind
{
    PART_ATOM,
    PART_SAME,
    PART_TEST,
    PART_CHECK
} part_kind;

static part_kind kind_of(const join_search* s, uint32_t node, uint32_t param_count, uint64_t* reads)
{
    const pl_pddl_node* n = &s->g->d->nodes.data[node];
    *reads = 0;
    if (is_atom(n)) return PART_ATOM;
    if (n->kind == PL_PDDL_SAME) return PART_SAME;
    return reads_static(s, node, param_count, reads) ? PART_TEST : PART_CHECK;
}

// The conjuncts of a kind; those beyond the 64th of the others are checked.
static bool add_parts(join_search* s, part_kind kind, uint32_t param_count, node_range* range)
{
    uint32_t counts[PART_CHECK + 1] = {0};
    *range = (node_range){s->nodes.count, 0};
    for (uint32_t i = 0; i < s->conjuncts.count; ++i) {
        uint64_t reads;
        part_kind is = kind_of(s, s->conjuncts.data[i], param_count, &reads);
        if (is != PART_CHECK && counts[is]++ >= MAX_JOINED) is = PART_CHECK;
        if (is != kind) continue;
        ++range->count;
        if (!PL_ARRAY_PUSH(&s->nodes, &s->g->allocator, s->conjuncts.data[i]) ||
            !PL_ARRAY_PUSH(&s->reads, &s->g->allocator, reads))
            return false;
    }
    return true;
}

// Adds what the choice with a number says, in each disjunction among the conjuncts.
static bool add_choice(join_search* s, uint32_t number)
{
    const ploy_pddl* d = s->g->d;
    for (uint32_t i = 0, end = s->conjuncts.count; i < end; ++i) {
        uint32_t count = choice_count(s, s->conjuncts.data[i]);
        if (count == 1) continue;
        uint32_t child = d->nodes.data[s->conjuncts.data[i]].child;
        for (uint32_t k = number % count; k > 0; --k) child = d->nodes.data[child].next;
        number /= count;
        if (!add_conjuncts(s, child)) return false;
    }
    return true;
}

static bool make_plan(join_search* s, uint32_t action, uint32_t choice)
{
    uint32_t params = s->g->d->actions.data[action].param_count, own = s->conjuncts.count;
    join_plan plan = {.action = action};
    bool made = (choice == PLOY_NONE || add_choice(s, choice)) && add_parts(s, PART_ATOM, params, &plan.atoms) &&
                add_parts(s, PART_SAME, params, &plan.sames) && add_parts(s, PART_TEST, params, &plan.tests);
    s->conjuncts.count = own;
    for (uint32_t i = 0; made && i < plan.atoms.count; ++i)
        plan.is_fluent |= !pl_grounding_is_static(s->g, node_of(s, plan.atoms, i)->symbol);
    for (uint32_t i = 0; made && i < plan.tests.count; ++i)
        plan.quantified |= (uint64_t)has_quantifier(s->g->d, s->nodes.data[plan.tests.first + i]) << i;
    return made && PL_ARRAY_PUSH(&s->plans, &s->g->allocator, plan);
}

static bool plan_action(join_search* s, uint32_t action)
{
    const pl_pddl_action* a = &s->g->d->actions.data[action];
    uint64_t choices = 1;
    node_range checks;
    s->conjuncts.count = 0;
    if (!add_conjuncts(s, a->pre) || !add_parts(s, PART_CHECK, a->param_count, &checks) ||
        !PL_ARRAY_PUSH(&s->checks, &s->g->allocator, checks))
        return false;
    for (uint32_t i = 0; i < s->conjuncts.count && choices <= MAX_CHOICES; ++i)
        choices *= choice_count(s, s->conjuncts.data[i]);
    if (choices == 1 || choices > MAX_CHOICES || s->conjuncts.count > MAX_JOINED / 2)
        return make_plan(s, action, PLOY_NONE);
    for (uint32_t c = 0; c < choices; ++c)
        if (!make_plan(s, action, c)) return false;
    return true;
}

static bool make_plans(join_search* s)
{
    for (uint32_t a = 0; a < s->g->d->actions.count; ++a)
        if (!plan_action(s, a)) return false;
    return true;
}

static bool begin_atoms(join_search* s)
{
    pl_grounding* g = s->g;
    const ploy_pddl* d = g->d;
    for (uint32_t i = 0; i < pl_tuple_count(&d->atoms); ++i) {
        const uint32_t* key = pl_tuple_at(&d->atoms, i);
        const pl_pddl_symbol* symbol = &d->symbols.data[key[0]];
        pl_pddl_atom info = {.is_initial = !symbol->is_function, .is_value = symbol->is_function};
        info.value = d->values.data[i];
        info.is_known = symbol->is_function;
        if (pl_tuple_intern(&g->atoms, key, 1 + symbol->arity) == PLOY_NONE ||
            !PL_ARRAY_PUSH(&g->infos, &g->allocator, info))
            return false;
        if (symbol->is_function) continue;
        if (symbol->is_changed)
            reach(s, i);
        else
            add_to_buckets(s, i);
    }
    return !pl_grounding_is_over(g);
}

static void reach_all(join_search* s)
{
    pl_grounding* g = s->g;
    for (uint32_t p = 0; p < s->plans.count && !pl_grounding_is_over(g); ++p) {
        s->plan = &s->plans.data[p];
        if (!s->plan->is_fluent) join(s, all_of(s->plan));
    }
    do {
        while (s->taken < s->queue.count && !pl_grounding_is_over(g)) take_atom(s, s->queue.data[s->taken++]);
        s->has_new = false;
        retry_waiting(s);
    } while (s->has_new && !pl_grounding_is_over(g));
}

void pl_grounding_reach(pl_grounding* g)
{
    join_search s = {.g = g};
    s.bound = PL_NEW_ARRAY(&g->allocator, bool, g->d->max_slots + 1);
    if (s.bound && begin_buckets(&s) && make_plans(&s) && begin_atoms(&s))
        reach_all(&s);
    else
        g->out_of_memory = true;
    PL_DELETE_ARRAY(&g->allocator, s.bound, g->d->max_slots + 1);
    PL_DELETE_ARRAY(&g->allocator, s.first_bucket, g->d->symbols.count + 1);
    PL_DELETE_ARRAY(&g->allocator, s.heads, s.bucket_count + 1);
    PL_DELETE_ARRAY(&g->allocator, s.counts, s.bucket_count + 1);
    PL_ARRAY_FREE(&s.plans, &g->allocator);
    PL_ARRAY_FREE(&s.checks, &g->allocator);
    PL_ARRAY_FREE(&s.reads, &g->allocator);
    PL_ARRAY_FREE(&s.conjuncts, &g->allocator);
    PL_ARRAY_FREE(&s.nodes, &g->allocator);
    PL_ARRAY_FREE(&s.queue, &g->allocator);
    PL_ARRAY_FREE(&s.nexts, &g->allocator);
    PL_ARRAY_FREE(&s.first_nexts, &g->allocator);
    PL_ARRAY_FREE(&s.waiting, &g->allocator);
}
