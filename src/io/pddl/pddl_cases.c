// The cases of an instance, and the ways in which they can hold together: what the precondition and the cases before say
// decides some of them.

#include "io/pddl/pddl_domain.h"

enum
{
    MAX_DEPTH = 256 // cases that are split at once; each is a level of recursion
};

// What is known.

static uint32_t known_value(const pl_pddl_writer* w, uint32_t literal)
{
    bool is_group = w->g->atom_groups.data[PL_LITERAL_ATOM(literal)] != PLOY_NONE;
    if (is_group) return PL_LITERAL_IS_NEGATIVE(literal) ? 0 : PL_LITERAL_ATOM(literal) + 1;
    return PL_LITERAL_IS_NEGATIVE(literal) ? PL_KNOWN_FALSE : PL_KNOWN_TRUE;
}

// 1: it holds, 0: it does not, -1: open.
static int decide_literal(const pl_pddl_writer* w, uint32_t literal)
{
    uint32_t atom = PL_LITERAL_ATOM(literal), known = w->known.data[pl_pddl_place_of(w, atom)];
    if (!known) return -1;
    return (known == known_value(w, PL_LITERAL(atom, false))) != PL_LITERAL_IS_NEGATIVE(literal);
}

static int decide(const pl_pddl_writer* w, uint32_t condition)
{
    const pl_formula* f = &w->g->formulas.data[condition];
    if (f->kind == PL_FORMULA_LITERAL) return decide_literal(w, f->literal);
    if (f->kind > PL_FORMULA_OR) return -1;
    int neutral = f->kind == PL_FORMULA_AND, result = neutral;
    for (uint32_t i = f->child; i != PLOY_NONE; i = w->g->formulas.data[i].next) {
        int part = decide(w, i);
        if (part == !neutral) return part;
        if (part < 0) result = -1;
    }
    return result;
}

static bool learn_literal(pl_pddl_writer* w, uint32_t literal)
{
    int decided = decide_literal(w, literal);
    uint32_t place = pl_pddl_place_of(w, PL_LITERAL_ATOM(literal)), value = known_value(w, literal);
    if (decided >= 0 || !value) return decided != 0;
    if (!PL_ARRAY_PUSH(&w->undone, &w->g->allocator, (pl_known_before){place, 0}))
        return w->g->out_of_memory = true, false;
    w->known.data[place] = value;
    return true;
}

bool pl_pddl_learn(pl_pddl_writer* w, uint32_t condition, bool holds)
{
    const pl_grounding* g = w->g;
    const pl_formula* f = &g->formulas.data[condition];
    if (f->kind == PL_FORMULA_LITERAL) return learn_literal(w, holds ? f->literal : f->literal ^ 1);
    if (f->kind != (holds ? PL_FORMULA_AND : PL_FORMULA_OR)) return true;
    for (uint32_t i = f->child; i != PLOY_NONE; i = g->formulas.data[i].next)
        if (!pl_pddl_learn(w, i, holds)) return false;
    return true;
}

void pl_pddl_forget(pl_pddl_writer* w, uint32_t count)
{
    while (w->undone.count > count) {
        pl_known_before before = w->undone.data[--w->undone.count];
        w->known.data[before.place] = before.value;
    }
}

// Ways.

typedef struct split_call
{
    pl_case_step step;
    uint32_t left;
    void (*settled)(pl_pddl_writer*, void*);
    void* user;
} split_call;

static bool split(pl_pddl_writer* w, split_call* call, uint32_t at, uint32_t depth)
{
    uint32_t known = w->undone.count;
    if (pl_pddl_writer_is_over(w)) return true;
    for (; at < call->step.end; ++at) {
        pl_effect_case* c = &w->cases.data[at];
        int must = c->condition == PLOY_NONE ? 1 : decide(w, c->condition);
        c->is_decided = must >= 0;
        if (must < 0) break;
        c->holds = must;
    }
    if (at == call->step.end) {
        if (call->left-- == 0) return false;
        if (call->settled) call->settled(w, call->user);
        return true;
    }
    if (depth == MAX_DEPTH) return false;
    bool good = true;
    for (int holds = 1; holds >= 0 && good; --holds) {
        w->cases.data[at].holds = holds;
        if (pl_pddl_learn(w, w->cases.data[at].condition, holds)) good = split(w, call, at + 1, depth + 1);
        pl_pddl_forget(w, known);
    }
    return good;
}

bool pl_pddl_split(pl_pddl_writer* w, pl_case_step step, uint32_t max, void (*settled)(pl_pddl_writer*, void*),
                   void* user)
{
    split_call call = {step, max, settled, user};
    return split(w, &call, step.first, 0);
}

// Cases.

uint32_t pl_pddl_add_formula(pl_pddl_writer* w, pl_formula formula)
{
    if (!PL_ARRAY_PUSH(&w->g->formulas, &w->g->allocator, formula)) {
        w->g->out_of_memory = true;
        return PLOY_NONE;
    }
    return w->g->formulas.count - 1;
}

uint32_t pl_pddl_literal_formula(pl_pddl_writer* w, uint32_t literal)
{
    return pl_pddl_add_formula(
        w, (pl_formula){.kind = PL_FORMULA_LITERAL, .literal = literal, .child = PLOY_NONE, .next = PLOY_NONE});
}

static void add_case(pl_pddl_writer* w, pl_effect_case made)
{
    if (!PL_ARRAY_PUSH(&w->cases, &w->g->allocator, made)) w->g->out_of_memory = true;
}

// A copy of a formula (PLOY_NONE: true) and one more, joined. If that is of the kind already, its list grows: nested
// ones would be too deep.
static uint32_t joined(pl_pddl_writer* w, pl_formula_kind kind, uint32_t formula, uint32_t other)
{
    if (formula == PLOY_NONE || other == PLOY_NONE) return other;
    pl_formula copy = w->g->formulas.data[formula];
    copy.next = w->g->formulas.data[other].kind == kind ? w->g->formulas.data[other].child : other;
    uint32_t first = pl_pddl_add_formula(w, copy);
    return pl_pddl_add_formula(w, (pl_formula){.kind = (uint8_t)kind, .child = first, .next = PLOY_NONE});
}

static bool outcome_adds_to(const pl_grounding* g, const pl_pddl_outcome* o, uint32_t group)
{
    for (uint32_t i = 0; i < o->literal_count; ++i) {
        uint32_t literal = g->literals.data[o->first_literal + i];
        if (!PL_LITERAL_IS_NEGATIVE(literal) && g->atom_groups.data[PL_LITERAL_ATOM(literal)] == group) return true;
    }
    return false;
}

static bool condition_says(const pl_grounding* g, uint32_t condition, uint32_t atom)
{
    for (uint32_t i = pl_formula_first_literal(g, condition); i != PLOY_NONE; i = pl_formula_next_literal(g, i))
        if (g->formulas.data[i].literal == PL_LITERAL(atom, false)) return true;
    return false;
}

bool pl_pddl_is_sure_delete(const pl_pddl_writer* w, const pl_pddl_outcome* outcome, uint32_t literal)
{
    uint32_t atom = PL_LITERAL_ATOM(literal), group = w->g->atom_groups.data[atom];
    if (!PL_LITERAL_IS_NEGATIVE(literal) || group == PLOY_NONE) return false;
    return w->known.data[group] == atom + 1 || condition_says(w->g, outcome->condition, atom);
}

// A group's atom that is deleted without being needed is a condition of its own: the group has then no value, or else
// stays as it is. All such atoms of a group are one case.
static void add_delete_case(pl_pddl_writer* w, uint32_t group, uint32_t condition, uint32_t first)
{
    for (uint32_t c = first; c < w->cases.count; ++c) {
        if (w->cases.data[c].emptied != group) continue;
        w->cases.data[c].condition = joined(w, PL_FORMULA_OR, condition, w->cases.data[c].condition);
        return;
    }
    add_case(w, (pl_effect_case){.outcome = PLOY_NONE, .emptied = group, .condition = condition});
}

static void add_delete_cases(pl_pddl_writer* w, const pl_pddl_instance* in, uint32_t outcome, uint32_t first)
{
    pl_grounding* g = w->g;
    for (uint32_t i = 0; i < g->outcomes.data[outcome].literal_count && !pl_pddl_writer_is_over(w); ++i) {
        const pl_pddl_outcome* o = &g->outcomes.data[outcome];
        uint32_t literal = g->literals.data[o->first_literal + i], atom = PL_LITERAL_ATOM(literal);
        uint32_t group = g->atom_groups.data[atom];
        if (!PL_LITERAL_IS_NEGATIVE(literal) || group == PLOY_NONE || !pl_pddl_has_symbol(w, atom)) continue;
        if (w->known.data[group] || condition_says(g, o->condition, atom)) continue;
        if (outcome_adds_to(g, o, group) || outcome_adds_to(g, &g->outcomes.data[in->first_outcome], group)) continue;
        uint32_t held = pl_pddl_literal_formula(w, PL_LITERAL(atom, false));
        add_delete_case(w, group, joined(w, PL_FORMULA_AND, o->condition, held), first);
    }
}

void pl_pddl_list_cases(pl_pddl_writer* w, uint32_t instance)
{
    pl_grounding* g = w->g;
    const pl_pddl_instance* in = &g->instances.data[instance];
    w->cases.count = 0;
    for (uint32_t o = 0; o < in->outcome_count; ++o) {
        uint32_t outcome = in->first_outcome + o;
        pl_effect_case made = {
            .outcome = outcome, .condition = g->outcomes.data[outcome].condition, .emptied = PLOY_NONE};
        add_case(w, made);
    }
    uint32_t first = w->cases.count;
    for (uint32_t o = 0; o < in->outcome_count && !pl_pddl_writer_is_over(w); ++o)
        add_delete_cases(w, in, in->first_outcome + o, first);
}
