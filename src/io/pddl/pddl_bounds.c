// The range of each numeric value: intervals, widened by every change that an instance can make in the part of them that
// its precondition allows, until nothing grows. What still grows after ROUNDS rounds is cut there: any plan that changes
// the value at most that often stays inside.

#include "io/pddl/pddl_ground.h"

enum
{
    ROUNDS = 1000,
    MAX_RANGE_VALUES = 60000
};

typedef struct interval
{
    int64_t min, max;
} interval;

// factor * atom + something between min and max.
typedef struct linear
{
    int32_t factor;
    int64_t min, max;
    bool is_good;
} linear;

static linear add_linear(linear a, linear b, int32_t sign)
{
    const int64_t limit = INT64_C(1000000000000000);
    int64_t min = sign > 0 ? b.min : -b.max, max = sign > 0 ? b.max : -b.min;
    linear sum = {a.factor + sign * b.factor, a.min + min, a.max + max, true};
    return a.is_good && b.is_good && sum.min >= -limit && sum.max <= limit ? sum : (linear){0};
}

// An expression of sums and differences, with the ranges that the other values have so far.
static linear linear_of(const pl_grounding* g, uint32_t formula, uint32_t atom)
{
    const pl_formula* f = &g->formulas.data[formula];
    if (f->kind == PL_FORMULA_NUMBER) return (linear){0, f->number, f->number, true};
    if (f->kind == PL_FORMULA_VALUE && f->literal == atom) return (linear){1, 0, 0, true};
    if (f->kind == PL_FORMULA_VALUE)
        return (linear){0, g->ranges.data[f->literal].min, g->ranges.data[f->literal].max, true};
    if (f->op != PL_PDDL_PLUS && f->op != PL_PDDL_MINUS) return (linear){0};
    linear a = linear_of(g, f->child, atom), b = linear_of(g, g->formulas.data[f->child].next, atom);
    return add_linear(a, b, f->op == PL_PDDL_PLUS ? 1 : -1);
}

// Narrows the interval of `atom` by a comparison: (<= (+ (load) 3) (limit)).
static interval narrowed(const pl_grounding* g, interval in, uint32_t formula, uint32_t atom)
{
    const pl_formula *f = &g->formulas.data[formula], *a = &g->formulas.data[f->child];
    linear rest = add_linear(linear_of(g, f->child, atom), linear_of(g, a->next, atom), -1);
    if (!rest.is_good || (rest.factor != 1 && rest.factor != -1)) return in;
    bool is_less = f->op == PL_PDDL_LESS || f->op == PL_PDDL_AT_MOST, is_equal = f->op == PL_PDDL_EQUAL;
    int64_t strict = f->op == PL_PDDL_LESS || f->op == PL_PDDL_GREATER;
    int64_t most = -rest.min - strict, least = -rest.max + strict; // of factor * atom
    bool has_most = is_equal || is_less, has_least = is_equal || !is_less;
    if (rest.factor < 0) {
        int64_t other = -most;
        bool has_other = has_most;
        most = -least, least = other;
        has_most = has_least, has_least = has_other;
    }
    if (has_most && in.max > most) in.max = most;
    if (has_least && in.min < least) in.min = least;
    return in;
}

// The part of an atom's range in which a conjunction may hold.
static interval allowed_by(const pl_grounding* g, interval in, uint32_t formula, uint32_t atom)
{
    if (formula == PLOY_NONE) return in;
    const pl_formula* f = &g->formulas.data[formula];
    if (f->kind == PL_FORMULA_COMPARE) return narrowed(g, in, formula, atom);
    for (uint32_t i = f->kind == PL_FORMULA_AND ? f->child : PLOY_NONE; i != PLOY_NONE; i = g->formulas.data[i].next)
        if (g->formulas.data[i].kind == PL_FORMULA_COMPARE) in = narrowed(g, in, i, atom);
    return in;
}

static int64_t gcd(int64_t a, int64_t b)
{
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/// By how much the outcomes of an instance that happen together may change a number.
typedef struct outcome_sum
{
    int64_t down, up;
    bool is_one; // change alone
} outcome_sum;

static outcome_sum sum_changes(const pl_grounding* g, const pl_pddl_instance* in, uint32_t atom)
{
    outcome_sum sum = {0};
    uint32_t count = 0;
    for (uint32_t o = 0; o < in->outcome_count; ++o) {
        const pl_pddl_outcome* outcome = &g->outcomes.data[in->first_outcome + o];
        for (uint32_t i = 0; i < outcome->change_count; ++i) {
            const pl_number_change* change = &g->changes.data[outcome->first_change + i];
            if (change->atom != atom || change->op == PL_PDDL_ASSIGN) continue;
            int64_t amount = g->formulas.data[change->amount].number;
            if (change->op == PL_PDDL_DECREASE) amount = -amount;
            *(amount < 0 ? &sum.down : &sum.up) += amount;
            ++count;
        }
    }
    sum.is_one = count == 1;
    return sum;
}

static bool widen(pl_grounding* g, const pl_pddl_instance* in, const pl_pddl_outcome* outcome,
                  const pl_number_change* change)
{
    pl_pddl_range* range = &g->ranges.data[change->atom];
    int64_t amount = g->formulas.data[change->amount].number;
    outcome_sum sum = sum_changes(g, in, change->atom);
    interval from = allowed_by(g, (interval){range->min, range->max}, in->pre, change->atom);
    if (sum.is_one) from = allowed_by(g, from, outcome->condition, change->atom);
    if (from.min > from.max) return false;
    if (change->op == PL_PDDL_ASSIGN)
        from = (interval){amount, amount};
    else if (sum.is_one)
        from = (interval){from.min + sum.down + sum.up, from.max + sum.down + sum.up};
    else
        from = (interval){from.min + sum.down, from.max + sum.up};
    bool grows = from.min < range->min || from.max > range->max;
    if (from.min < range->min) range->min = from.min;
    if (from.max > range->max) range->max = from.max;
    return grows;
}

static bool widen_all(pl_grounding* g)
{
    bool grows = false;
    for (uint32_t n = 0; n < g->instances.count; ++n) {
        const pl_pddl_instance* in = &g->instances.data[n];
        for (uint32_t o = 0; in->is_possible && o < in->outcome_count; ++o) {
            const pl_pddl_outcome* outcome = &g->outcomes.data[in->first_outcome + o];
            for (uint32_t i = 0; i < outcome->change_count; ++i)
                grows |= widen(g, in, outcome, &g->changes.data[outcome->first_change + i]);
        }
    }
    return grows;
}

static void find_steps(pl_grounding* g)
{
    for (uint32_t i = 0; i < g->changes.count; ++i) {
        const pl_number_change* change = &g->changes.data[i];
        pl_pddl_range* range = &g->ranges.data[change->atom];
        int64_t amount = g->formulas.data[change->amount].number;
        range->step = gcd(range->step, change->op == PL_PDDL_ASSIGN ? amount - range->min : amount);
    }
}

// Keeps the values on the steps around the first one, and few enough.
static void trim(pl_pddl_range* range, int64_t start)
{
    if (range->step == 0) range->step = PLOY_UNIT;
    int64_t below = (start - range->min) / range->step, above = (range->max - start) / range->step;
    if (below > MAX_RANGE_VALUES / 2) below = MAX_RANGE_VALUES / 2;
    if (above > MAX_RANGE_VALUES / 2) above = MAX_RANGE_VALUES / 2;
    range->min = start - below * range->step;
    range->max = start + above * range->step;
}

void pl_grounding_bound(pl_grounding* g)
{
    for (uint32_t i = 0; i < g->infos.count; ++i) {
        int64_t value = g->infos.data[i].value;
        if (!PL_ARRAY_PUSH(&g->ranges, &g->allocator, (pl_pddl_range){value, value, 0})) {
            g->out_of_memory = true;
            return;
        }
    }
    if (!g->changes.count) return;
    find_steps(g);
    for (uint32_t round = 0; round < ROUNDS && widen_all(g); ++round) continue;
    for (uint32_t i = 0; i < g->infos.count; ++i)
        if (g->infos.data[i].is_value && g->infos.data[i].is_reached) trim(&g->ranges.data[i], g->infos.data[i].value);
}
