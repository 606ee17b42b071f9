// Relaxed reachability over action schemas: nothing is ever deleted, so every atom and every instance of an action is found once.
//
// An action waits for its conjunctive atoms. When a new atom comes up, each action that needs one like it is joined with
// the atoms known so far: always the needed atom with the fewest candidates next (most constrained first), found by the
// bucket of a bound argument. What remains of a precondition (or, exists, not, …) is then checked for being possible.
// Instances and conditional effects that are not possible yet are tried again when no new atom is left.
//
//   bucket (predicate, position, object) -> atoms with that object there; (predicate, arity, –) -> all atoms

#include <string.h>

#include "io/pddl/pddl_ground.h"

enum
{
    MAX_JOINED = 64
};

/// An action's conjunctive atoms, and the rest of its precondition.
typedef struct join_plan
{
    uint32_t first_atom, atom_count; // nodes, into join_search.nodes
    uint32_t first_check, check_count;
    uint64_t fluent; // bits: atoms that change
} join_plan;

typedef struct join_search
{
    pl_grounding* g;
    PL_ARRAY(join_plan) plans; // one per action
    PL_ARRAY(uint32_t) nodes;
    PL_ARRAY(uint32_t) queue;       // atoms in the order they were reached
    uint32_t taken;                 // of the queue
    uint32_t* heads;                // per bucket: the latest atom plus one
    uint32_t* counts;               // per bucket
    uint32_t bucket_count;
    uint32_t* first_bucket;         // per symbol
    PL_ARRAY(uint32_t) nexts;       // per atom and position: the atom before plus one
    PL_ARRAY(uint32_t) first_nexts; // per atom, or PLOY_NONE: not in the buckets
    PL_ARRAY(uint8_t) waiting;      // per instance: something of it is not possible yet
    bool* bound;                    // per slot
    uint32_t action;
    bool has_new; // an atom was reached
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
        case PL_PDDL_OR: return children_possible(g, n, wanted);
        case PL_PDDL_NOT: return possible(g, n->child, !wanted);
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
        case PL_PDDL_ATOM: return atom_possible(g, n, wanted);
        case PL_PDDL_SAME:
            return (pl_grounding_object(g, terms[0]) == pl_grounding_object(g, terms[1])) == wanted;
        case PL_PDDL_IS_TYPE:
            return pl_grounding_is_member(g, pl_grounding_object(g, terms[0]), n->symbol) == wanted;
        default: return true; // numbers: see pddl_bounds.c
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
        case PL_PDDL_ATOM: reach(s, pl_grounding_intern(g, n)); break;
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
        default: break;
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
    const join_plan* plan = &s->plans.data[action];
    for (uint32_t i = 0; i < plan->check_count; ++i)
        if (!possible(s->g, s->nodes.data[plan->first_check + i], true)) return false;
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
    uint32_t count = g->d->actions.data[s->action].param_count;
    g->key[0] = s->action;
    memcpy(g->key + 1, g->slots, count * sizeof *g->key);
    uint32_t instance = pl_tuple_intern(&g->keys, g->key, count + 1);
    if (instance == PLOY_NONE) {
        g->out_of_memory = true;
        return;
    }
    if (instance < g->instances.count) return;
    if (instance >= pl_grounding_max_operators(g)) {
        pl_grounding_fail(g, 0, 0, "more than %u ground actions, at action '%s'", pl_grounding_max_operators(g),
                          pl_pddl_name(g->d, g->d->actions.data[s->action].name));
        return;
    }
    if (!PL_ARRAY_PUSH(&g->instances, &g->allocator, (pl_pddl_instance){.pre = PLOY_NONE}) ||
        !PL_ARRAY_PUSH(&s->waiting, &g->allocator, 0)) {
        g->out_of_memory = true;
        return;
    }
    try_instance(s, instance, s->action);
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

static void unbind(join_search* s, const pl_pddl_node* n, uint32_t newly)
{
    for (uint32_t i = 0; i < n->count; ++i)
        if (newly >> i & 1) s->bound[PL_PDDL_SLOT_OF(s->g->d->terms.data[n->first + i])] = false;
}

// Binds a node's open variables to an atom's objects; false (and nothing bound) if they do not match.
static bool bind_atom(join_search* s, const pl_pddl_node* n, uint32_t atom, uint32_t* newly)
{
    pl_grounding* g = s->g;
    const uint32_t* objects = pl_tuple_at(&g->atoms, atom) + 1;
    const pl_pddl_variable* params = g->d->variables.data + g->d->actions.data[s->action].first_variable;
    *newly = 0;
    for (uint32_t i = 0; i < n->count; ++i) {
        uint32_t term = g->d->terms.data[n->first + i];
        bool fits;
        if (is_open(s, term)) {
            uint32_t slot = PL_PDDL_SLOT_OF(term);
            fits = pl_grounding_is_member(g, objects[i], params[slot].set);
            g->slots[slot] = objects[i];
            s->bound[slot] = true;
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

static void enumerate(join_search* s, uint32_t slot)
{
    pl_grounding* g = s->g;
    const pl_pddl_action* action = &g->d->actions.data[s->action];
    while (slot < action->param_count && s->bound[slot]) ++slot;
    if (slot == action->param_count) {
        add_instance(s);
        return;
    }
    const pl_pddl_set* set = &g->d->sets.data[g->d->variables.data[action->first_variable + slot].set];
    s->bound[slot] = true;
    for (uint32_t i = 0; i < set->object_count && !pl_grounding_is_over(g); ++i) {
        g->slots[slot] = g->d->set_objects.data[set->first_object + i];
        pl_grounding_count(g);
        enumerate(s, slot + 1);
    }
    s->bound[slot] = false;
}

static void join(join_search* s, uint64_t left)
{
    pl_grounding* g = s->g;
    const join_plan* plan = &s->plans.data[s->action];
    uint32_t chosen = PLOY_NONE, bucket = 0, position = 0;
    bool chosen_bound = false;
    if (pl_grounding_is_over(g)) return;
    for (uint32_t i = 0; i < plan->atom_count && !chosen_bound; ++i) {
        if (!(left >> i & 1)) continue;
        bool is_bound;
        uint32_t at, b = best_bucket(s, &g->d->nodes.data[s->nodes.data[plan->first_atom + i]], &is_bound, &at);
        if (chosen != PLOY_NONE && !is_bound && s->counts[b] >= s->counts[bucket]) continue;
        chosen = i, bucket = b, position = at, chosen_bound = is_bound;
        if (s->counts[b] == 0) return;
    }
    if (chosen == PLOY_NONE) {
        enumerate(s, 0);
        return;
    }
    const pl_pddl_node* n = &g->d->nodes.data[s->nodes.data[plan->first_atom + chosen]];
    left &= ~(UINT64_C(1) << chosen);
    if (chosen_bound) {
        uint32_t atom = pl_grounding_find(g, n);
        if (atom != PLOY_NONE && in_buckets(s, atom)) join(s, left);
        return;
    }
    for (uint32_t atom1 = s->heads[bucket]; atom1;) {
        uint32_t newly;
        pl_grounding_count(g);
        if (bind_atom(s, n, atom1 - 1, &newly)) {
            join(s, left);
            unbind(s, n, newly);
        }
        atom1 = s->nexts.data[s->first_nexts.data[atom1 - 1] + position];
    }
}

static void join_from(join_search* s, uint32_t action, uint32_t which, uint32_t atom)
{
    const join_plan* plan = &s->plans.data[action];
    const pl_pddl_node* n = &s->g->d->nodes.data[s->nodes.data[plan->first_atom + which]];
    uint64_t all = plan->atom_count == 64 ? ~UINT64_C(0) : (UINT64_C(1) << plan->atom_count) - 1;
    uint32_t newly;
    s->action = action;
    if (!bind_atom(s, n, atom, &newly)) return;
    join(s, all & ~(UINT64_C(1) << which));
    unbind(s, n, newly);
}

static void take_atom(join_search* s, uint32_t atom)
{
    pl_grounding* g = s->g;
    add_to_buckets(s, atom);
    uint32_t symbol = pl_tuple_at(&g->atoms, atom)[0];
    for (uint32_t a = 0; a < g->d->actions.count && !pl_grounding_is_over(g); ++a) {
        const join_plan* plan = &s->plans.data[a];
        for (uint32_t i = 0; i < plan->atom_count; ++i)
            if (g->d->nodes.data[s->nodes.data[plan->first_atom + i]].symbol == symbol) join_from(s, a, i, atom);
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

static bool collect_atoms(join_search* s, uint32_t node, bool checks)
{
    const ploy_pddl* d = s->g->d;
    const pl_pddl_node* n = &d->nodes.data[node];
    join_plan* plan = &s->plans.data[s->plans.count - 1];
    if (n->kind == PL_PDDL_AND) {
        for (uint32_t i = n->child; i != PLOY_NONE; i = d->nodes.data[i].next)
            if (!collect_atoms(s, i, checks)) return false;
        return true;
    }
    bool is_atom = n->kind == PL_PDDL_ATOM && n->count <= 32 && (checks || plan->atom_count < MAX_JOINED);
    if (is_atom == checks) return true;
    if (!checks && !pl_grounding_is_static(s->g, n->symbol)) plan->fluent |= UINT64_C(1) << plan->atom_count;
    if (!checks) ++plan->atom_count;
    if (checks) ++plan->check_count;
    return PL_ARRAY_PUSH(&s->nodes, &s->g->allocator, node);
}

static bool make_plans(join_search* s)
{
    const ploy_pddl* d = s->g->d;
    for (uint32_t a = 0; a < d->actions.count; ++a) {
        if (!PL_ARRAY_PUSH(&s->plans, &s->g->allocator, (join_plan){.first_atom = s->nodes.count})) return false;
        if (!collect_atoms(s, d->actions.data[a].pre, false)) return false;
        s->plans.data[a].first_check = s->nodes.count;
        if (!collect_atoms(s, d->actions.data[a].pre, true)) return false;
    }
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
    for (uint32_t a = 0; a < g->d->actions.count && !pl_grounding_is_over(g); ++a) {
        uint32_t count = s->plans.data[a].atom_count;
        s->action = a;
        if (!s->plans.data[a].fluent) join(s, count == 64 ? ~UINT64_C(0) : (UINT64_C(1) << count) - 1);
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
    PL_ARRAY_FREE(&s.nodes, &g->allocator);
    PL_ARRAY_FREE(&s.queue, &g->allocator);
    PL_ARRAY_FREE(&s.nexts, &g->allocator);
    PL_ARRAY_FREE(&s.first_nexts, &g->allocator);
    PL_ARRAY_FREE(&s.waiting, &g->allocator);
}
