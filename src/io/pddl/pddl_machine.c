#include "io/pddl/pddl_machine.h"

static uint32_t object_of(const pl_pddl_machine* m, uint32_t term)
{
    return PL_PDDL_IS_SLOT(term) ? m->slots[PL_PDDL_SLOT_OF(term)] : term;
}

// The id of an atom in the present binding; PLOY_NONE when out of memory.
uint32_t pl_pddl_machine_atom(pl_pddl_machine* m, const pl_pddl_node* n)
{
    m->key[0] = n->symbol;
    for (uint32_t i = 0; i < n->count; ++i) m->key[1 + i] = object_of(m, m->d->terms.data[n->first + i]);
    uint32_t id = pl_tuple_intern(&m->atoms, m->key, 1 + n->count);
    if (id == PLOY_NONE || !PL_ARRAY_RESERVE(&m->values, &m->d->allocator, id + 1) ||
        !PL_ARRAY_RESERVE(&m->known, &m->d->allocator, id + 1)) {
        m->out_of_memory = true;
        return PLOY_NONE;
    }
    while (id >= m->values.count) {
        m->values.data[m->values.count++] = 0;
        m->known.data[m->known.count++] = !m->d->symbols.data[n->symbol].is_function;
    }
    return id;
}

// Steps a quantifier's variables to the next combination of objects; false after the last. The variables start at their
// first objects, see `first_binding`.
static bool next_binding(pl_pddl_machine* m, const pl_pddl_node* n, uint32_t* places)
{
    for (uint32_t i = n->count; i-- > 0;) {
        const pl_pddl_set* set = &m->d->sets.data[m->d->variables.data[n->first + i].set];
        if (++places[i] < set->object_count) {
            m->slots[n->slot + i] = m->d->set_objects.data[set->first_object + places[i]];
            return true;
        }
        places[i] = 0;
        m->slots[n->slot + i] = m->d->set_objects.data[set->first_object];
    }
    return false;
}

// false: there is no combination at all.
static bool first_binding(pl_pddl_machine* m, const pl_pddl_node* n, uint32_t* places)
{
    for (uint32_t i = 0; i < n->count; ++i) {
        const pl_pddl_set* set = &m->d->sets.data[m->d->variables.data[n->first + i].set];
        places[i] = 0;
        if (!set->object_count) return false;
        m->slots[n->slot + i] = m->d->set_objects.data[set->first_object];
    }
    return true;
}

// Expressions, fixed point (1/1000).

static int64_t fail_value(pl_pddl_machine* m)
{
    m->undefined = true;
    return 0;
}

static int64_t evaluate(pl_pddl_machine* m, uint32_t node)
{
    const pl_pddl_node* n = &m->d->nodes.data[node];
    if (n->kind == PL_PDDL_NUMBER) return n->number;
    if (n->kind == PL_PDDL_VALUE) {
        uint32_t atom = pl_pddl_machine_atom(m, n);
        if (atom == PLOY_NONE || !m->known.data[atom]) return fail_value(m);
        return m->values.data[atom];
    }
    int64_t value = evaluate(m, n->child);
    uint32_t child = m->d->nodes.data[n->child].next;
    if (child == PLOY_NONE && n->kind == PL_PDDL_MINUS) return -value;
    for (; child != PLOY_NONE && !m->undefined; child = m->d->nodes.data[child].next) {
        bool is_good = true;
        value = pl_pddl_compute((pl_pddl_kind)n->kind, value, evaluate(m, child), &is_good);
        if (!is_good) return fail_value(m);
    }
    return value;
}

// Conditions.

static bool quantified_holds(pl_pddl_machine* m, const pl_pddl_node* n)
{
    uint32_t places[PL_PDDL_MAX_QUANTIFIED];
    bool is_forall = n->kind == PL_PDDL_FORALL;
    if (!first_binding(m, n, places)) return is_forall;
    do {
        if (pl_pddl_machine_holds(m, n->child) != is_forall) return !is_forall;
    } while (next_binding(m, n, places));
    return is_forall;
}

static bool children_hold(pl_pddl_machine* m, const pl_pddl_node* n)
{
    bool is_and = n->kind == PL_PDDL_AND;
    for (uint32_t i = n->child; i != PLOY_NONE; i = m->d->nodes.data[i].next)
        if (pl_pddl_machine_holds(m, i) != is_and) return !is_and;
    return is_and;
}

// What has no value is like nothing: the comparison is false, and others are as true as without it.
static bool compares(pl_pddl_machine* m, const pl_pddl_node* n)
{
    bool was_undefined = m->undefined;
    m->undefined = false;
    int64_t a = evaluate(m, n->child), b = evaluate(m, m->d->nodes.data[n->child].next);
    bool holds = !m->undefined && pl_pddl_compare((pl_pddl_kind)n->kind, a, b);
    m->undefined = was_undefined;
    return holds;
}

bool pl_pddl_machine_holds(pl_pddl_machine* m, uint32_t node)
{
    const pl_pddl_node* n = &m->d->nodes.data[node];
    const uint32_t* terms = m->d->terms.data + n->first;
    switch ((pl_pddl_kind)n->kind) {
        case PL_PDDL_AND:
        case PL_PDDL_OR: return children_hold(m, n);
        case PL_PDDL_NOT: return !pl_pddl_machine_holds(m, n->child);
        case PL_PDDL_IMPLY: return !pl_pddl_machine_holds(m, n->child) || pl_pddl_machine_holds(m, m->d->nodes.data[n->child].next);
        case PL_PDDL_FORALL:
        case PL_PDDL_EXISTS: return quantified_holds(m, n);
        case PL_PDDL_SAME: return object_of(m, terms[0]) == object_of(m, terms[1]);
        case PL_PDDL_IS_TYPE: return pl_pddl_is_member(m->d, object_of(m, terms[0]), n->symbol);
        case PL_PDDL_ATOM: {
            uint32_t atom = pl_pddl_machine_atom(m, n);
            return atom != PLOY_NONE && m->values.data[atom] != 0;
        }
        default: return compares(m, n);
    }
}

// Effects.

static void note_change(pl_pddl_machine* m, uint32_t atom, int64_t value)
{
    if (atom != PLOY_NONE && !PL_ARRAY_PUSH(&m->changes, &m->d->allocator, (pl_atom_change){atom, value}))
        m->out_of_memory = true;
}

static void collect(pl_pddl_machine* m, uint32_t node);

static void collect_number(pl_pddl_machine* m, const pl_pddl_node* n)
{
    const pl_pddl_node* place = &m->d->nodes.data[n->child];
    uint32_t atom = pl_pddl_machine_atom(m, place);
    int64_t amount = evaluate(m, place->next), value = 0;
    bool is_good = true;
    if (atom == PLOY_NONE || m->undefined) return;
    if (n->kind != PL_PDDL_ASSIGN && !m->known.data[atom]) {
        fail_value(m);
        return;
    }
    // Several increases of one value in one step add up.
    value = m->values.data[atom];
    for (uint32_t i = 0; i < m->changes.count; ++i)
        if (m->changes.data[i].atom == atom) value = m->changes.data[i].value;
    switch ((pl_pddl_kind)n->kind) {
        case PL_PDDL_INCREASE: value = pl_pddl_compute(PL_PDDL_PLUS, value, amount, &is_good); break;
        case PL_PDDL_DECREASE: value = pl_pddl_compute(PL_PDDL_MINUS, value, amount, &is_good); break;
        case PL_PDDL_SCALE_UP: value = pl_pddl_compute(PL_PDDL_TIMES, value, amount, &is_good); break;
        case PL_PDDL_SCALE_DOWN: value = pl_pddl_compute(PL_PDDL_DIVIDE, value, amount, &is_good); break;
        default: value = amount;
    }
    if (!is_good)
        fail_value(m);
    else
        note_change(m, atom, value);
}

static void collect_quantified(pl_pddl_machine* m, const pl_pddl_node* n)
{
    uint32_t places[PL_PDDL_MAX_QUANTIFIED];
    if (!first_binding(m, n, places)) return;
    do collect(m, n->child);
    while (next_binding(m, n, places));
}

static void collect(pl_pddl_machine* m, uint32_t node)
{
    const pl_pddl_node* n = &m->d->nodes.data[node];
    switch ((pl_pddl_kind)n->kind) {
        case PL_PDDL_AND:
            for (uint32_t i = n->child; i != PLOY_NONE; i = m->d->nodes.data[i].next) collect(m, i);
            break;
        case PL_PDDL_ATOM: note_change(m, pl_pddl_machine_atom(m, n), 1); break;
        case PL_PDDL_NOT: note_change(m, pl_pddl_machine_atom(m, &m->d->nodes.data[n->child]), 0); break;
        case PL_PDDL_FORALL: collect_quantified(m, n); break;
        case PL_PDDL_WHEN:
            if (pl_pddl_machine_holds(m, n->child)) collect(m, m->d->nodes.data[n->child].next);
            break;
        default: collect_number(m, n);
    }
}

static void apply_changes(pl_pddl_machine* m)
{
    for (uint32_t wins = 0; wins < 2; ++wins) { // deletes first
        for (uint32_t i = 0; i < m->changes.count; ++i) {
            const pl_atom_change* change = &m->changes.data[i];
            bool is_function = m->d->symbols.data[pl_tuple_at(&m->atoms, change->atom)[0]].is_function;
            if (!is_function && (change->value != 0) != (wins == 1)) continue;
            m->values.data[change->atom] = change->value;
            m->known.data[change->atom] = true;
        }
    }
}

// Machines.

bool pl_pddl_machine_begin(pl_pddl_machine* m, const ploy_pddl* pddl)
{
    const ploy_pddl* d = pddl;
    *m = (pl_pddl_machine){.d = pddl};
    pl_tuple_names_init(&m->atoms, &d->allocator);
    m->slots = PL_NEW_ARRAY(&d->allocator, uint32_t, d->max_slots + 1);
    m->key = PL_NEW_ARRAY(&d->allocator, uint32_t, d->max_arity + 1);
    if (!m->slots || !m->key) return false;
    for (uint32_t i = 0; i < pl_tuple_count(&d->atoms); ++i) {
        const uint32_t* atom = pl_tuple_at(&d->atoms, i);
        if (pl_tuple_intern(&m->atoms, atom, 1 + d->symbols.data[atom[0]].arity) == PLOY_NONE ||
            !PL_ARRAY_PUSH(&m->values, &d->allocator, d->values.data[i]) ||
            !PL_ARRAY_PUSH(&m->known, &d->allocator, true))
            return false;
    }
    for (uint32_t i = 0; i < d->prices.count; ++i) { // costs begin at 0
        uint32_t symbol = d->prices.data[i].symbol;
        if (pl_tuple_find(&m->atoms, &symbol, 1) != PLOY_NONE) continue;
        if (pl_tuple_intern(&m->atoms, &symbol, 1) == PLOY_NONE || !PL_ARRAY_PUSH(&m->values, &d->allocator, 0) ||
            !PL_ARRAY_PUSH(&m->known, &d->allocator, true))
            return false;
    }
    return true;
}

void pl_pddl_machine_end(pl_pddl_machine* m)
{
    PL_DELETE_ARRAY(&m->d->allocator, m->slots, m->d->max_slots + 1);
    PL_DELETE_ARRAY(&m->d->allocator, m->key, m->d->max_arity + 1);
    pl_tuple_names_destroy(&m->atoms);
    PL_ARRAY_FREE(&m->values, &m->d->allocator);
    PL_ARRAY_FREE(&m->known, &m->d->allocator);
    PL_ARRAY_FREE(&m->changes, &m->d->allocator);
}

int64_t pl_pddl_machine_metric(const pl_pddl_machine* m)
{
    int64_t sum = 0;
    bool is_good = true;
    for (uint32_t i = 0; i < m->d->prices.count; ++i) {
        const pl_pddl_price* p = &m->d->prices.data[i];
        uint32_t atom = pl_tuple_find(&m->atoms, &p->symbol, 1);
        if (atom != PLOY_NONE) sum += pl_pddl_compute(PL_PDDL_TIMES, p->price, m->values.data[atom], &is_good);
    }
    return sum;
}

bool pl_pddl_machine_take(pl_pddl_machine* m, const pl_pddl_action* action)
{
    m->undefined = false;
    PL_ARRAY_CLEAR(&m->changes);
    collect(m, action->effect);
    if (m->undefined || m->out_of_memory) return false;
    apply_changes(m);
    return true;
}
