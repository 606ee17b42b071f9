// The cases of an instance as steps that are taken one after the other, with the result of taking them at once.
//
// A case that reads a place must be settled before, or in the same step as, one that writes it; one that deletes, before
// one that adds, since what is added wins. Cases that cannot be ordered so form a unit, which is settled in one step if the
// ways in which it can hold are few. If they are many, its conditions are noted in flags first; then all that is
// deleted goes, and then all that is added comes. Units that follow each other share a step while the ways are few.

#include "base/defaults.h"
#include "io/pddl/pddl_domain.h"

typedef enum use_kind
{
    READS,
    ADDS,
    DELETES,
    RAISES,
    LOWERS,
    SETS
} use_kind;

/// A case reads or writes a place.
typedef struct place_use
{
    uint32_t place, case_index;
    use_kind kind;
    uint32_t next1; // of the same place, plus one
} place_use;

typedef struct case_order
{
    pl_pddl_writer* w;
    uint32_t count; // cases
    PL_ARRAY(place_use) uses;
    uint32_t* heads1; // per place: its last use, plus one
    bool* edges;      // count x count: the first must not come after the second
    uint32_t* waits;  // per case: cases that come before and are not placed yet
    bool* is_placed;
    bool* is_before; // scratch of one unit
    bool* is_after;
    uint32_t* unit;
    uint32_t unit_count;
    uint32_t step;  // first case of the step in the making
    uint32_t flags; // used by the instance
} case_order;

// Edges.

static void add_use(case_order* o, uint32_t place, uint32_t case_index, use_kind kind)
{
    place_use made = {place, case_index, kind, o->heads1[place]};
    if (!PL_ARRAY_PUSH(&o->uses, &o->w->g->allocator, made))
        o->w->g->out_of_memory = true;
    else
        o->heads1[place] = o->uses.count;
}

static void add_reads(case_order* o, uint32_t formula, uint32_t case_index)
{
    const pl_grounding* g = o->w->g;
    const pl_formula* f = &g->formulas.data[formula];
    if (f->kind == PL_FORMULA_LITERAL) add_use(o, pl_pddl_place_of(o->w, PL_LITERAL_ATOM(f->literal)), case_index, READS);
    if (f->kind == PL_FORMULA_VALUE) add_use(o, pl_pddl_place_of(o->w, f->literal), case_index, READS);
    bool is_leaf = f->kind == PL_FORMULA_LITERAL || f->kind == PL_FORMULA_VALUE || f->kind == PL_FORMULA_NUMBER;
    for (uint32_t i = is_leaf ? PLOY_NONE : f->child; i != PLOY_NONE; i = g->formulas.data[i].next)
        add_reads(o, i, case_index);
}

static use_kind kind_of_change(const pl_grounding* g, const pl_number_change* change)
{
    bool is_negative = g->formulas.data[change->amount].number < 0;
    if (change->op == PL_PDDL_ASSIGN) return SETS;
    return (change->op == PL_PDDL_DECREASE) != is_negative ? LOWERS : RAISES;
}

static void add_writes(case_order* o, const pl_pddl_outcome* outcome, uint32_t case_index)
{
    const pl_grounding* g = o->w->g;
    for (uint32_t i = 0; i < outcome->literal_count; ++i) {
        uint32_t literal = g->literals.data[outcome->first_literal + i], atom = PL_LITERAL_ATOM(literal);
        if (!pl_pddl_has_symbol(o->w, atom)) continue;
        add_use(o, pl_pddl_place_of(o->w, atom), case_index, PL_LITERAL_IS_NEGATIVE(literal) ? DELETES : ADDS);
    }
    for (uint32_t i = 0; i < outcome->change_count; ++i) {
        const pl_number_change* change = &g->changes.data[outcome->first_change + i];
        add_use(o, pl_pddl_place_of(o->w, change->atom), case_index, kind_of_change(g, change));
    }
}

static void list_uses(case_order* o)
{
    const pl_grounding* g = o->w->g;
    for (uint32_t c = 0; c < o->count && !g->out_of_memory; ++c) {
        const pl_effect_case* made = &o->w->cases.data[c];
        if (made->condition != PLOY_NONE) add_reads(o, made->condition, c);
        if (made->outcome != PLOY_NONE)
            add_writes(o, &g->outcomes.data[made->outcome], c);
        else
            add_use(o, made->emptied, c, DELETES);
    }
}

// Changes that raise and lower a number stay together: what they add up to is in its range, one alone need not be.
static bool must_join(use_kind a, use_kind b)
{
    return a >= RAISES && b >= RAISES && (a != b || a == SETS);
}

static bool must_precede(const place_use* a, const place_use* b)
{
    if (a->case_index == b->case_index) return false;
    return (a->kind == READS && b->kind != READS) || (a->kind == DELETES && b->kind == ADDS) ||
           must_join(a->kind, b->kind);
}

static void add_edges(case_order* o)
{
    for (uint32_t i = 0; i < o->uses.count; ++i) {
        const place_use* a = &o->uses.data[i];
        for (uint32_t k = o->heads1[a->place]; k; k = o->uses.data[k - 1].next1) {
            const place_use* b = &o->uses.data[k - 1];
            bool* edge = &o->edges[(size_t)a->case_index * o->count + b->case_index];
            if (*edge || !must_precede(a, b)) continue;
            *edge = true;
            ++o->waits[b->case_index];
        }
    }
}

// Steps.

static void append(case_order* o, pl_effect_case made)
{
    if (!PL_ARRAY_PUSH(&o->w->cases, &o->w->g->allocator, made)) o->w->g->out_of_memory = true;
}

static void end_step(case_order* o, uint32_t end)
{
    if (end > o->step && !PL_ARRAY_PUSH(&o->w->case_steps, &o->w->g->allocator, (pl_case_step){o->step, end}))
        o->w->g->out_of_memory = true;
    o->step = end;
}

// The cases since `first` join the step, or begin one; false: they are too many for a step.
static bool join_step(case_order* o, uint32_t first)
{
    pl_pddl_writer* w = o->w;
    if (pl_pddl_split(w, (pl_case_step){o->step, w->cases.count}, PLOY_DEFAULT_PDDL_STEP_WAYS, NULL, NULL)) return true;
    end_step(o, first);
    return pl_pddl_split(w, (pl_case_step){first, w->cases.count}, PLOY_DEFAULT_PDDL_UNIT_WAYS, NULL, NULL);
}

static void append_alone(case_order* o, uint32_t condition, uint32_t outcome, uint32_t emptied)
{
    uint32_t first = o->w->cases.count;
    append(o, (pl_effect_case){.condition = condition, .outcome = outcome, .emptied = emptied});
    if (!pl_pddl_writer_is_over(o->w)) join_step(o, first);
}

// Flags.

static uint32_t take_flag(case_order* o)
{
    pl_pddl_writer* w = o->w;
    pl_grounding* g = w->g;
    if (o->flags < w->flags.count) return w->flags.data[o->flags++];
    uint32_t atom = g->infos.count, name = pl_pddl_take_name(w, &w->names, "held");
    if (name == PLOY_NONE || !PL_ARRAY_PUSH(&g->infos, &g->allocator, (pl_pddl_atom){.is_reached = true}) ||
        !PL_ARRAY_PUSH(&g->atom_groups, &g->allocator, PLOY_NONE) ||
        !PL_ARRAY_PUSH(&w->atom_name, &g->allocator, name) || !PL_ARRAY_PUSH(&w->known, &g->allocator, 0) ||
        !PL_ARRAY_PUSH(&w->flags, &g->allocator, atom)) {
        g->out_of_memory = true;
        return PLOY_NONE;
    }
    ploy_symbol_def def = {.name = pl_pddl_name_at(w, name), .initial = "false"};
    w->status = ploy_domain_add_symbol(w->domain, &def, NULL, g->error);
    ++o->flags;
    return atom;
}

// An outcome with a literal of its own (PLOY_NONE: without), and of another outcome those literals that are added, with the
// changes, or those that are deleted.
static uint32_t add_outcome(case_order* o, uint32_t condition, uint32_t from, bool is_delete, uint32_t literal)
{
    pl_grounding* g = o->w->g;
    pl_pddl_outcome made = {.condition = condition, .first_literal = g->literals.count};
    pl_pddl_outcome whole = from == PLOY_NONE ? (pl_pddl_outcome){0} : g->outcomes.data[from];
    bool good = literal == PLOY_NONE || PL_ARRAY_PUSH(&g->literals, &g->allocator, literal);
    for (uint32_t i = 0; i < whole.literal_count && good; ++i) {
        uint32_t other = g->literals.data[whole.first_literal + i];
        bool is_group = g->atom_groups.data[PL_LITERAL_ATOM(other)] != PLOY_NONE;
        if (PL_LITERAL_IS_NEGATIVE(other) != is_delete || (is_delete && is_group)) continue;
        good = PL_ARRAY_PUSH(&g->literals, &g->allocator, other);
    }
    made.literal_count = g->literals.count - made.first_literal;
    if (!is_delete) made.first_change = whole.first_change, made.change_count = whole.change_count;
    if (!good || !PL_ARRAY_PUSH(&g->outcomes, &g->allocator, made)) g->out_of_memory = true;
    return g->outcomes.count - 1;
}

// Do they change a number in ways that must be added up?
static bool must_sum(const pl_grounding* g, const pl_effect_case* a, const pl_effect_case* b)
{
    if (a->outcome == PLOY_NONE || b->outcome == PLOY_NONE) return false;
    const pl_pddl_outcome *x = &g->outcomes.data[a->outcome], *y = &g->outcomes.data[b->outcome];
    for (uint32_t i = 0; i < x->change_count; ++i) {
        const pl_number_change* change = &g->changes.data[x->first_change + i];
        for (uint32_t k = 0; k < y->change_count; ++k) {
            const pl_number_change* other = &g->changes.data[y->first_change + k];
            if (change->atom == other->atom && must_join(kind_of_change(g, change), kind_of_change(g, other)))
                return true;
        }
    }
    return false;
}

static void refuse_shared_numbers(case_order* o, uint32_t action)
{
    pl_grounding* g = o->w->g;
    const pl_effect_case* cases = o->w->cases.data;
    for (uint32_t i = 0; i < o->unit_count; ++i)
        for (uint32_t k = 0; k < i; ++k)
            if (must_sum(g, &cases[o->unit[i]], &cases[o->unit[k]]))
                pl_grounding_fail(
                    g, 0, 0, "action '%s' has too many conditional effects that raise, lower or assign the same number",
                    pl_pddl_name(g->d, g->d->actions.data[action].name));
}

// What is deleted of groups for sure: the flag stands for the condition from now on.
static void append_sure_deletes(case_order* o, uint32_t flag, uint32_t outcome)
{
    pl_pddl_writer* w = o->w;
    for (uint32_t i = 0; i < w->g->outcomes.data[outcome].literal_count && !pl_pddl_writer_is_over(w); ++i) {
        const pl_pddl_outcome* from = &w->g->outcomes.data[outcome];
        uint32_t literal = w->g->literals.data[from->first_literal + i], atom = PL_LITERAL_ATOM(literal);
        if (pl_pddl_has_symbol(w, atom) && pl_pddl_is_sure_delete(w, from, literal))
            append_alone(o, flag, PLOY_NONE, w->g->atom_groups.data[atom]);
    }
}

static void append_flagged(case_order* o, uint32_t action)
{
    pl_pddl_writer* w = o->w;
    refuse_shared_numbers(o, action);
    uint32_t first_flag = o->flags;
    for (uint32_t i = 0; i < o->unit_count && !pl_pddl_writer_is_over(w); ++i) {
        uint32_t condition = w->cases.data[o->unit[i]].condition, atom = take_flag(o);
        if (condition == PLOY_NONE || pl_pddl_writer_is_over(w)) continue;
        append_alone(o, condition, add_outcome(o, condition, PLOY_NONE, false, PL_LITERAL(atom, false)), PLOY_NONE);
    }
    end_step(o, w->cases.count);
    for (int is_delete = 1; is_delete >= 0; --is_delete) {
        for (uint32_t i = 0; i < o->unit_count && !pl_pddl_writer_is_over(w); ++i) {
            const pl_effect_case from = w->cases.data[o->unit[i]];
            uint32_t atom = w->flags.data[first_flag + i];
            bool is_flagged = from.condition != PLOY_NONE;
            uint32_t flag = is_flagged ? pl_pddl_literal_formula(w, PL_LITERAL(atom, false)) : PLOY_NONE;
            uint32_t reset = is_flagged && !is_delete ? PL_LITERAL(atom, true) : PLOY_NONE;
            if (is_delete && from.outcome == PLOY_NONE) append_alone(o, flag, PLOY_NONE, from.emptied);
            if (is_delete && from.outcome != PLOY_NONE) append_sure_deletes(o, flag, from.outcome);
            append_alone(o, flag, add_outcome(o, flag, from.outcome, is_delete, reset), PLOY_NONE);
        }
    }
}

// Units.

static void place_unit(case_order* o, uint32_t action)
{
    pl_pddl_writer* w = o->w;
    uint32_t first = w->cases.count;
    for (uint32_t i = 0; i < o->unit_count; ++i) {
        uint32_t c = o->unit[i];
        o->is_placed[c] = true;
        for (uint32_t k = 0; k < o->count; ++k) o->waits[k] -= o->edges[(size_t)c * o->count + k];
        append(o, w->cases.data[c]);
    }
    if (pl_pddl_writer_is_over(w) || join_step(o, first)) return;
    w->cases.count = first;
    append_flagged(o, action);
}

// Marks what a case reaches by edges forward or backward, within `within` (NULL: all that is not placed).
static void spread(case_order* o, uint32_t from, bool is_forward, const bool* within, bool* is_reached)
{
    uint32_t* queue = o->unit;
    uint32_t count = 0;
    for (uint32_t c = 0; c < o->count; ++c) is_reached[c] = false;
    is_reached[from] = true;
    queue[count++] = from;
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t c = 0; c < o->count; ++c) {
            size_t at = is_forward ? (size_t)queue[i] * o->count + c : (size_t)c * o->count + queue[i];
            if (is_reached[c] || o->is_placed[c] || !o->edges[at] || (within && !within[c])) continue;
            is_reached[c] = true;
            queue[count++] = c;
        }
    }
}

// Every case that is left waits for another one: a unit of cases that wait for each other and for nothing else.
static void find_unit(case_order* o, uint32_t from)
{
    for (uint32_t next = from; next != PLOY_NONE;) {
        from = next;
        spread(o, from, false, NULL, o->is_before);
        spread(o, from, true, o->is_before, o->is_after);
        next = PLOY_NONE;
        for (uint32_t c = 0; c < o->count && next == PLOY_NONE; ++c)
            if (o->is_before[c] && !o->is_after[c]) next = c;
    }
    o->unit_count = 0;
    for (uint32_t c = 0; c < o->count; ++c)
        if (o->is_before[c]) o->unit[o->unit_count++] = c;
}

static void place_all(case_order* o, uint32_t action)
{
    for (uint32_t placed = 0; placed < o->count && !pl_pddl_writer_is_over(o->w); placed += o->unit_count) {
        uint32_t left = PLOY_NONE, free = PLOY_NONE;
        for (uint32_t c = 0; c < o->count && free == PLOY_NONE; ++c) {
            if (o->is_placed[c]) continue;
            if (left == PLOY_NONE) left = c;
            if (!o->waits[c]) free = c;
        }
        o->unit[0] = free;
        o->unit_count = 1;
        if (free == PLOY_NONE) find_unit(o, left);
        place_unit(o, action);
    }
    end_step(o, o->w->cases.count);
}

static void order(pl_pddl_writer* w, uint32_t action)
{
    case_order o = {.w = w, .count = w->cases.count, .step = w->cases.count};
    const ploy_allocator* a = &w->g->allocator;
    size_t places = (size_t)w->g->groups.count + w->g->infos.count, count = o.count;
    o.heads1 = PL_NEW_ARRAY(a, uint32_t, places);
    o.edges = PL_NEW_ARRAY(a, bool, count* count);
    o.waits = PL_NEW_ARRAY(a, uint32_t, count);
    o.is_placed = PL_NEW_ARRAY(a, bool, count);
    o.is_before = PL_NEW_ARRAY(a, bool, count);
    o.is_after = PL_NEW_ARRAY(a, bool, count);
    o.unit = PL_NEW_ARRAY(a, uint32_t, count);
    if (!o.heads1 || !o.edges || !o.waits || !o.is_placed || !o.is_before || !o.is_after || !o.unit)
        w->g->out_of_memory = true;
    if (!pl_pddl_writer_is_over(w)) list_uses(&o);
    if (!pl_pddl_writer_is_over(w)) add_edges(&o);
    if (!pl_pddl_writer_is_over(w)) place_all(&o, action);
    PL_DELETE_ARRAY(a, o.heads1, places);
    PL_DELETE_ARRAY(a, o.edges, count * count);
    PL_DELETE_ARRAY(a, o.waits, count);
    PL_DELETE_ARRAY(a, o.is_placed, count);
    PL_DELETE_ARRAY(a, o.is_before, count);
    PL_DELETE_ARRAY(a, o.is_after, count);
    PL_DELETE_ARRAY(a, o.unit, count);
    PL_ARRAY_FREE(&o.uses, a);
}

void pl_pddl_order_cases(pl_pddl_writer* w, uint32_t instance)
{
    pl_case_step whole = {0, w->cases.count};
    w->case_steps.count = 0;
    // Cases that exclude each other hold in as many ways as there are cases.
    if (!pl_pddl_split(w, whole, PLOY_DEFAULT_PDDL_WAYS + w->cases.count, NULL, NULL))
        order(w, pl_tuple_at(&w->g->keys, instance)[0]);
    else if (!PL_ARRAY_PUSH(&w->case_steps, &w->g->allocator, whole))
        w->g->out_of_memory = true;
}
