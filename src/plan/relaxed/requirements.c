#include "plan/relaxed/requirements.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/memory.h"

// Goods that are made of each other in a circle would be made for ever: then a plain relaxed plan will do.
enum
{
    MAX_ROUNDS_PER_GOOD = 8,
};

#define TOO_MUCH (INT64_C(1) << 31)

void pl_requirements_init(pl_requirements* q, const ploy_allocator* allocator)
{
    *q = (pl_requirements){.allocator = pl_allocator_choose(allocator)};
}

void pl_requirements_destroy(pl_requirements* q)
{
    PL_ARRAY_FREE(&q->owners, &q->allocator);
    PL_ARRAY_FREE(&q->levels, &q->allocator);
    PL_ARRAY_FREE(&q->goods, &q->allocator);
    PL_ARRAY_FREE(&q->waiting, &q->allocator);
    PL_ARRAY_FREE(&q->steps, &q->allocator);
    PL_ARRAY_FREE(&q->chain, &q->allocator);
    PL_ARRAY_FREE(&q->stack, &q->allocator);
    PL_ARRAY_FREE(&q->marks, &q->allocator);
}

size_t pl_requirements_bytes(const pl_requirements* q)
{
    return pl_array_bytes(q->owners.capacity + q->levels.capacity + q->waiting.capacity + q->chain.capacity +
                              q->stack.capacity,
                          sizeof(uint32_t)) +
           pl_array_bytes(q->goods.capacity, sizeof(pl_requirement)) +
           pl_array_bytes(q->steps.capacity, sizeof(pl_required_step)) +
           pl_array_bytes(q->marks.capacity, sizeof(uint64_t));
}

// Preparation.

// A good: some moves add to it, some take from it, none sets it.
static bool is_good(const pl_relaxation* x, uint32_t variable)
{
    const pl_regression* r = x->regression;
    bool rises = false, falls = false;
    for (uint32_t m = 0; m < x->rules->heuristic->move_count; ++m) {
        const uint64_t* freed = r->words + (size_t)m * 3 * r->partial_words + 2 * (size_t)r->partial_words;
        if (pl_bits_test(freed, r->heuristic->variables[variable].first)) return false;
        for (uint32_t i = 0; i < r->moves[m].add_count; ++i) {
            const pl_regression_add* add = &r->adds[r->moves[m].first_add + i];
            if (add->variable != variable) continue;
            rises |= add->amount > 0;
            falls |= add->amount < 0;
        }
    }
    return rises && falls;
}

// The lowest value of a set that has all values above it, too; PLOY_NONE: it has not.
static uint32_t level_of(const pl_heuristic_variable* v, const uint64_t* partial)
{
    uint32_t lowest = v->size;
    while (lowest > 0 && pl_bits_test(partial, v->first + lowest - 1)) --lowest;
    for (uint32_t k = 0; k < lowest; ++k) {
        if (pl_bits_test(partial, v->first + k)) return PLOY_NONE;
    }
    return lowest < v->size ? lowest : PLOY_NONE;
}

bool pl_requirements_begin(pl_requirements* q, const pl_relaxation* x, const pl_totals* totals)
{
    const pl_heuristic* g = x->rules->heuristic;
    q->relaxation = x;
    q->is_limited = totals->count > 0;
    q->good_count = 0;
    if (!PL_ARRAY_RESERVE(&q->owners, &q->allocator, x->value_count + 1) ||
        !PL_ARRAY_RESERVE(&q->levels, &q->allocator, x->needs.count + 1) ||
        !PL_ARRAY_RESERVE(&q->goods, &q->allocator, g->variable_count + 1) ||
        !PL_ARRAY_RESERVE(&q->waiting, &q->allocator, g->variable_count + 1) ||
        !PL_ARRAY_RESERVE(&q->steps, &q->allocator, MAX_ROUNDS_PER_GOOD * (g->variable_count + 1) + 1) ||
        !PL_ARRAY_RESERVE(&q->chain, &q->allocator, x->fact_count + 1) ||
        !PL_ARRAY_RESERVE(&q->stack, &q->allocator, x->fact_count + 1) ||
        !PL_ARRAY_RESERVE(&q->marks, &q->allocator, 2 * pl_bits_words(x->fact_count) + 1))
        return false;
    for (uint32_t v = 0; v < g->variable_count; ++v) {
        bool counts = g->variables[v].size > 2 && !pl_totals_has(totals, v) && is_good(x, v);
        q->good_count += counts;
        for (uint32_t k = 0; k < g->variables[v].size; ++k) q->owners.data[g->variables[v].slice + k] = counts ? v + 1 : 0;
    }
    for (uint32_t n = 0; n < x->needs.count; ++n) {
        const pl_heuristic_variable* v = &g->variables[x->needs.data[n].variable];
        q->levels.data[n] = q->owners.data[v->slice] ? level_of(v, x->needs.data[n].from) : PLOY_NONE;
    }
    return true;
}

// The plan.

typedef struct requirement_plan
{
    pl_requirements* q;
    const pl_relaxation* x;
    pl_exploration* e;
    const uint64_t* state;
    uint64_t *facts, *ops; // marks
    uint32_t depth;        // of the stack of facts
    int64_t cost;
} requirement_plan;

static void wake(requirement_plan* p, uint32_t variable)
{
    pl_requirement* good = &p->q->goods.data[variable];
    if (good->is_waiting) return;
    good->is_waiting = true;
    p->q->waiting.data[p->q->waiting.count++] = variable;
}

static void want_fact(requirement_plan* p, uint32_t fact)
{
    if (pl_bits_test(p->facts, fact)) return;
    pl_bits_set(p->facts, fact);
    p->e->stack.data[p->depth++] = fact;
}

static int64_t used_by(const pl_regression* r, uint32_t move, uint32_t variable)
{
    for (uint32_t i = 0; move != PLOY_NONE && i < r->moves[move].add_count; ++i) {
        const pl_regression_add* add = &r->adds[r->moves[move].first_add + i];
        if (add->variable == variable && add->amount < 0) return -(int64_t)add->amount;
    }
    return 0;
}

static void want_level(requirement_plan* p, uint32_t variable, uint32_t level, uint32_t move)
{
    pl_requirement* good = &p->q->goods.data[variable];
    int64_t left = (int64_t)level - used_by(p->x->regression, move, variable);
    if (left <= good->level) return;
    good->level = left;
    wake(p, variable);
}

static void want(requirement_plan* p, uint32_t fact, const pl_relaxed_op* op)
{
    const pl_relaxation* x = p->x;
    if (fact >= x->value_count) {
        uint32_t n = fact - x->value_count, level = fact == x->goal ? PLOY_NONE : p->q->levels.data[n];
        if (level != PLOY_NONE)
            want_level(p, x->needs.data[n].variable, level, op->move);
        else
            want_fact(p, fact);
        return;
    }
    uint32_t owner = p->q->owners.data[fact];
    const pl_heuristic_variable* v = owner ? &x->rules->heuristic->variables[owner - 1] : NULL;
    bool is_step = owner && op->move != PLOY_NONE && p->q->owners.data[x->effects.data[op->first_effect]] == owner;
    if (owner && !is_step && fact - v->slice > pl_heuristic_value(v, p->state))
        want_level(p, owner - 1, fact - v->slice, op->move);
    else
        want_fact(p, fact);
}

static void use(requirement_plan* p, uint32_t o, int64_t times)
{
    const pl_relaxation* x = p->x;
    const pl_relaxed_op* op = &x->ops.data[o];
    p->cost += times * pl_relaxed_effort(op);
    if (!pl_bits_test(p->ops, o)) {
        pl_bits_set(p->ops, o);
        if (op->move != PLOY_NONE && p->e->ops.data[o].cost == 0) p->e->helpful.data[p->e->helpful.count++] = op->move;
        for (uint32_t i = 0; i < op->pre_count; ++i) want(p, x->pres.data[op->first_pre + i], op);
    }
    const pl_regression* r = x->regression;
    for (uint32_t i = 0; op->move != PLOY_NONE && i < r->moves[op->move].add_count; ++i) {
        const pl_regression_add* add = &r->adds[r->moves[op->move].first_add + i];
        pl_requirement* good = &p->q->goods.data[add->variable];
        if (!p->q->owners.data[x->rules->heuristic->variables[add->variable].slice]) continue;
        if (add->amount > 0) {
            good->made += times * add->amount;
        } else {
            good->used -= times * add->amount;
            wake(p, add->variable);
        }
    }
}

// Does an operator of an addition raise its variable to the fact? Its first precondition is the value before.
static bool raises(const pl_relaxation* x, uint32_t o, uint32_t fact)
{
    return o != PLOY_NONE && x->ops.data[o].move != PLOY_NONE && x->pres.data[x->ops.data[o].first_pre] < fact;
}

// The cheapest operator that raises a good from what the state has, or to it; PLOY_NONE: there is none.
static uint32_t maker_of(const requirement_plan* p, const pl_heuristic_variable* v, uint32_t value)
{
    const pl_relaxation* x = p->x;
    for (uint32_t k = value + 1; k < v->size; ++k) {
        if (p->e->costs.data[v->slice + k] == UINT32_MAX) continue;
        if (raises(x, p->e->supporters.data[v->slice + k], v->slice + k)) return p->e->supporters.data[v->slice + k];
    }
    uint32_t best = PLOY_NONE, fact = v->slice + value;
    for (uint32_t i = x->first_achiever.data[fact]; i < x->first_achiever.data[fact + 1]; ++i) {
        uint32_t o = x->achievers.data[i];
        if (!raises(x, o, fact) || p->e->ops.data[o].missing) continue;
        if (best == PLOY_NONE || p->e->ops.data[o].cost < p->e->ops.data[best].cost) best = o;
    }
    return best;
}

static void make(requirement_plan* p, uint32_t variable)
{
    const pl_heuristic_variable* v = &p->x->rules->heuristic->variables[variable];
    pl_requirement* good = &p->q->goods.data[variable];
    uint32_t value = pl_heuristic_value(v, p->state);
    int64_t missing = good->level + good->used - good->made - value, before = good->made;
    if (missing <= 0) return;
    uint32_t o = maker_of(p, v, value);
    const pl_regression* r = p->x->regression;
    uint32_t move = o == PLOY_NONE ? PLOY_NONE : p->x->ops.data[o].move;
    int64_t amount = 0;
    for (uint32_t i = 0; move != PLOY_NONE && i < r->moves[move].add_count; ++i) {
        const pl_regression_add* add = &r->adds[r->moves[move].first_add + i];
        if (add->variable == variable) amount = add->amount;
    }
    if (amount > 0) {
        pl_required_step step = {o, (missing + amount - 1) / amount};
        p->q->steps.data[p->q->steps.count++] = step;
        use(p, o, step.times);
    }
    if (good->made == before) good->made += missing; // nothing makes it: what is missing does not count
}

static uint32_t reach_goal(requirement_plan* p)
{
    uint32_t rounds = MAX_ROUNDS_PER_GOOD * (p->q->good_count + 1);
    want_fact(p, p->x->goal);
    while (p->depth || p->q->waiting.count) {
        if (p->depth) {
            uint32_t o = p->e->supporters.data[p->e->stack.data[--p->depth]];
            if (o != PLOY_NONE && !pl_bits_test(p->ops, o)) use(p, o, 1);
            continue;
        }
        uint32_t variable = p->q->waiting.data[--p->q->waiting.count];
        p->q->goods.data[variable].is_waiting = false;
        if (rounds-- == 0) return UINT32_MAX;
        make(p, variable);
        if ( p->cost >= TOO_MUCH) return UINT32_MAX;
    }
    return (uint32_t)p->cost;
}

uint32_t pl_requirements_plan(pl_requirements* q, pl_exploration* e, const uint64_t* state)
{
    const pl_relaxation* x = q->relaxation;
    q->is_counted = false;
    if (!q->good_count || e->costs.data[x->goal] == UINT32_MAX) return pl_explore_relaxed_plan(e, x);
    uint32_t fact_words = pl_bits_words(x->fact_count), op_words = pl_bits_words(x->ops.count);
    requirement_plan p = {.q = q, .x = x, .e = e, .state = state, .facts = e->marks.data};
    p.ops = p.facts + fact_words;
    memset(p.facts, 0, (fact_words + op_words) * sizeof *p.facts);
    memset(q->goods.data, 0, x->rules->heuristic->variable_count * sizeof *q->goods.data);
    q->waiting.count = q->steps.count = e->helpful.count = 0;
    uint32_t cost = reach_goal(&p);
    if (cost == UINT32_MAX) return pl_explore_relaxed_plan(e, x);
    q->is_counted = true;
    return e->relaxed_cost = cost;
}

// The next step.

// Are the goods there that an operator needs?
static bool is_ready(const pl_requirements* q, const pl_exploration* e, uint32_t o)
{
    const pl_relaxation* x = q->relaxation;
    const pl_relaxed_op* op = &x->ops.data[o];
    for (uint32_t i = 0; i < op->pre_count; ++i) {
        uint32_t fact = x->pres.data[op->first_pre + i];
        bool is_good = fact < x->value_count ? q->owners.data[fact] != 0 : q->levels.data[fact - x->value_count] != PLOY_NONE;
        if (e->costs.data[fact] > 0 && (is_good || e->costs.data[fact] == UINT32_MAX)) return false;
    }
    return true;
}

static uint32_t push_pres(pl_requirements* q, uint32_t o, uint32_t depth)
{
    const pl_relaxed_op* op = &q->relaxation->ops.data[o];
    for (uint32_t i = 0; i < op->pre_count; ++i) {
        uint32_t fact = q->relaxation->pres.data[op->first_pre + i];
        if (pl_bits_test(q->marks.data, fact)) continue;
        pl_bits_set(q->marks.data, fact);
        q->stack.data[depth++] = fact;
    }
    return depth;
}

// The moves that reach the preconditions of an operator, those that reach theirs before them, then its own.
static void link(pl_requirements* q, const pl_exploration* e, uint32_t o)
{
    const pl_relaxation* x = q->relaxation;
    uint32_t words = pl_bits_words(x->fact_count), depth = push_pres(q, o, 0);
    uint64_t* is_open = q->marks.data + words;
    while (depth) {
        uint32_t fact = q->stack.data[depth - 1], supporter = e->supporters.data[fact];
        bool is_true = e->costs.data[fact] == 0 && supporter == PLOY_NONE;
        if (!is_true && !pl_bits_test(is_open, fact)) {
            pl_bits_set(is_open, fact);
            depth = push_pres(q, supporter, depth);
            continue;
        }
        --depth;
        uint32_t move = is_true ? PLOY_NONE : x->ops.data[supporter].move;
        if (move != PLOY_NONE) q->chain.data[q->chain.count++] = move;
    }
    if (x->ops.data[o].move != PLOY_NONE) q->chain.data[q->chain.count++] = x->ops.data[o].move;
}

// How much of a good a step lacks for one execution; variable PLOY_NONE: of all goods.
static int64_t lack_of(const pl_requirements* q, const pl_required_step* step, uint32_t variable, const uint64_t* state)
{
    const pl_relaxation* x = q->relaxation;
    const pl_relaxed_op* op = &x->ops.data[step->op];
    int64_t lack = 0;
    for (uint32_t i = 0; i < op->pre_count; ++i) {
        uint32_t fact = x->pres.data[op->first_pre + i];
        if (fact < x->value_count || q->levels.data[fact - x->value_count] == PLOY_NONE) continue;
        uint32_t v = x->needs.data[fact - x->value_count].variable;
        if (variable != PLOY_NONE && v != variable) continue;
        int64_t missing = (int64_t)q->levels.data[fact - x->value_count] -
                          pl_heuristic_value(&x->rules->heuristic->variables[v], state);
        lack += missing > 0 ? missing : 0;
    }
    return lack;
}

// By how much one execution of a step changes the sum of all goods.
static int64_t growth_of(const pl_requirements* q, const pl_required_step* step)
{
    const pl_regression* r = q->relaxation->regression;
    const pl_regression_move* move = &r->moves[q->relaxation->ops.data[step->op].move];
    int64_t growth = 0;
    for (uint32_t i = 0; i < move->add_count; ++i) {
        const pl_regression_add* add = &r->adds[move->first_add + i];
        if (q->owners.data[r->heuristic->variables[add->variable].slice]) growth += add->amount;
    }
    return growth;
}

typedef struct next_step
{
    uint32_t op; // PLOY_NONE: none
    uint32_t cost;
    int64_t times;
} next_step;

static void prefer(next_step* best, const pl_exploration* e, const pl_required_step* step, int64_t times)
{
    uint32_t cost = e->ops.data[step->op].cost;
    if (best->op == PLOY_NONE || cost < best->cost) *best = (next_step){step->op, cost, times};
}

static next_step nearest(const pl_requirements* q, const pl_exploration* e, bool uses_up)
{
    next_step best = {.op = PLOY_NONE};
    for (uint32_t i = 0; i < q->steps.count; ++i) {
        const pl_required_step* step = &q->steps.data[i];
        if ((!uses_up || growth_of(q, step) <= 0) && is_ready(q, e, step->op)) prefer(&best, e, step, step->times);
    }
    return best;
}

// For the step that lacks least, the nearest step that makes some of that.
static next_step nearest_input(const pl_requirements* q, const pl_exploration* e, const uint64_t* state)
{
    const pl_relaxation* x = q->relaxation;
    const pl_required_step* focus = NULL;
    int64_t least = 0;
    for (uint32_t i = 0; i < q->steps.count; ++i) {
        int64_t lack = lack_of(q, &q->steps.data[i], PLOY_NONE, state);
        if (lack == 0 || (focus && lack >= least)) continue;
        focus = &q->steps.data[i];
        least = lack;
    }
    next_step best = {.op = PLOY_NONE};
    for (uint32_t i = 0; focus && i < q->steps.count; ++i) {
        const pl_required_step* step = &q->steps.data[i];
        uint32_t fact = x->effects.data[x->ops.data[step->op].first_effect], before = x->pres.data[x->ops.data[step->op].first_pre];
        int64_t lack = lack_of(q, focus, q->owners.data[fact] - 1, state), amount = (int64_t)fact - before;
        if (lack > 0 && is_ready(q, e, step->op)) prefer(&best, e, step, (lack + amount - 1) / amount);
    }
    return best;
}

uint32_t pl_requirements_next(pl_requirements* q, const pl_exploration* e, const uint64_t* state)
{
    PL_ARRAY_CLEAR(&q->chain);
    if (!q->is_counted) return 0;
    next_step best = nearest(q, e, q->is_limited);
    if (best.op == PLOY_NONE && q->is_limited) best = nearest_input(q, e, state);
    if (best.op == PLOY_NONE && q->is_limited) best = nearest(q, e, false);
    if (best.op == PLOY_NONE && q->steps.count) return 0;
    memset(q->marks.data, 0, 2 * (size_t)pl_bits_words(q->relaxation->fact_count) * sizeof(uint64_t));
    link(q, e, best.op != PLOY_NONE ? best.op : e->supporters.data[q->relaxation->goal]);
    return best.op != PLOY_NONE ? (uint32_t)best.times : 1;
}
