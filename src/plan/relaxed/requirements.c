#include "plan/relaxed/requirements.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/memory.h"

// Goods that are made of each other in a circle would be made for ever: then a plain relaxed plan will do.
enum
{
    MAX_ROUNDS_PER_GOOD = 8,
    MAX_INPUTS = 8, // of a step, that are put in order
    MAX_DEPTH = 16, // of goods made of goods
    MAX_PASSED = 4096,
};

#define TOO_MUCH (INT64_C(1) << 31)
#define MOST_OFFERED (INT64_C(1) << 20) // of a good; of more, the nearest maker makes it
#define HIGHEST_OFFER (INT64_C(1) << 42)

void pl_requirements_init(pl_requirements* q, const ploy_allocator* allocator)
{
    *q = (pl_requirements){.allocator = pl_allocator_choose(allocator)};
    pl_makers_init(&q->makers, &q->allocator);
}

void pl_requirements_destroy(pl_requirements* q)
{
    PL_ARRAY_FREE(&q->owners, &q->allocator);
    PL_ARRAY_FREE(&q->levels, &q->allocator);
    PL_ARRAY_FREE(&q->goods, &q->allocator);
    PL_ARRAY_FREE(&q->waiting, &q->allocator);
    PL_ARRAY_FREE(&q->steps, &q->allocator);
    pl_makers_destroy(&q->makers);
    PL_ARRAY_FREE(&q->chain, &q->allocator);
    PL_ARRAY_FREE(&q->stack, &q->allocator);
    PL_ARRAY_FREE(&q->marks, &q->allocator);
    PL_ARRAY_FREE(&q->rooms, &q->allocator);
}

size_t pl_requirements_bytes(const pl_requirements* q)
{
    return pl_array_bytes(q->owners.capacity + q->levels.capacity + q->waiting.capacity + q->chain.capacity +
                              q->stack.capacity,
                          sizeof(uint32_t)) +
           pl_array_bytes(q->goods.capacity, sizeof(pl_requirement)) +
           pl_array_bytes(q->steps.capacity, sizeof(pl_required_step)) +
           pl_array_bytes(q->rooms.capacity, sizeof(pl_required_room)) +
           pl_array_bytes(q->marks.capacity, sizeof(uint64_t)) + pl_makers_bytes(&q->makers);
}

// Preparation.

// A good: some moves add to it or fill it up, some take from it, none sets it to less than the most.
static bool is_good(const pl_relaxation* x, uint32_t variable)
{
    const pl_regression* r = x->regression;
    bool rises = false, falls = false;
    for (uint32_t m = 0; m < x->rules->heuristic->move_count; ++m) {
        uint32_t value = pl_regression_value(r, m, variable);
        if (value != PLOY_NONE && value != x->rules->heuristic->variables[variable].size - 1) return false;
        rises |= value != PLOY_NONE;
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
static uint32_t level_of(uint32_t size, const uint64_t* allowed)
{
    uint32_t lowest = size;
    while (lowest > 0 && pl_bits_test(allowed, lowest - 1)) --lowest;
    for (uint32_t k = 0; k < lowest; ++k) {
        if (pl_bits_test(allowed, k)) return PLOY_NONE;
    }
    return lowest < size ? lowest : PLOY_NONE;
}

bool pl_requirements_begin(pl_requirements* q, const pl_relaxation* x, const pl_totals* totals, pl_maker_style style)
{
    const pl_heuristic* g = x->rules->heuristic;
    q->relaxation = x;
    q->totals = totals;
    q->is_limited = totals->count > 0;
    q->by_price = true;
    q->good_count = 0;
    if (!PL_ARRAY_RESERVE(&q->owners, &q->allocator, x->value_count + 1) ||
        !PL_ARRAY_RESERVE(&q->levels, &q->allocator, x->needs.count + 1) ||
        !PL_ARRAY_RESERVE(&q->goods, &q->allocator, g->variable_count + 1) ||
        !PL_ARRAY_RESERVE(&q->rooms, &q->allocator, 2 * x->ops.count + 1) ||
        !PL_ARRAY_RESERVE(&q->waiting, &q->allocator, g->variable_count + 1) ||
        !PL_ARRAY_RESERVE(&q->steps, &q->allocator, MAX_ROUNDS_PER_GOOD * (g->variable_count + 1) + 1) ||
        !PL_ARRAY_RESERVE(&q->chain, &q->allocator, x->fact_count + 1) ||
        !PL_ARRAY_RESERVE(&q->stack, &q->allocator, x->fact_count + 1) ||
        !PL_ARRAY_RESERVE(&q->marks, &q->allocator, 2 * pl_bits_words(x->fact_count) + 1))
        return false;
    for (uint32_t v = 0; v < g->variable_count; ++v) {
        bool counts = g->variables[v].size > 2 && !pl_totals_has(totals, v) && is_good(x, v);
        q->good_count += counts;
        for (uint32_t k = 0; k < g->variables[v].size; ++k)
            q->owners.data[g->variables[v].slice + k] = counts ? v + 1 : 0;
    }
    for (uint32_t n = 0; n < x->needs.count; ++n) {
        const pl_heuristic_variable* v = &g->variables[x->needs.data[n].variable];
        q->levels.data[n] =
            q->owners.data[v->slice] ? level_of(v->size, x->allowed.data + x->needs.data[n].first) : PLOY_NONE;
    }
    return pl_makers_begin(&q->makers, x, q->owners.data, style);
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
    bool by_price; // goods are made the way that prices tell
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

// What one execution makes of a good; what fills it up, up to its most.
static int64_t made_by(const pl_regression* r, uint32_t move, uint32_t variable)
{
    for (uint32_t i = 0; move != PLOY_NONE && i < r->moves[move].add_count; ++i) {
        const pl_regression_add* add = &r->adds[r->moves[move].first_add + i];
        if (add->variable == variable) return add->amount;
    }
    uint32_t value = move == PLOY_NONE ? PLOY_NONE : pl_regression_value(r, move, variable);
    return value == PLOY_NONE ? 0 : value;
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
    for (uint32_t i = 0; op->move != PLOY_NONE && i < r->moves[op->move].set_count; ++i) {
        const pl_regression_set* set = &r->sets[r->moves[op->move].first_set + i];
        const pl_heuristic_variable* v = &x->rules->heuristic->variables[set->variable];
        if (p->q->owners.data[v->slice]) p->q->goods.data[set->variable].made += times * (int64_t)(set->bit - v->first);
    }
}

// Does an operator raise a good to the fact? Of an addition, the first precondition is the value before.
static bool raises(const pl_relaxation* x, uint32_t o, uint32_t variable, uint32_t fact)
{
    if (o == PLOY_NONE || x->ops.data[o].move == PLOY_NONE) return false;
    return pl_regression_value(x->regression, x->ops.data[o].move, variable) != PLOY_NONE ||
           x->pres.data[x->ops.data[o].first_pre] < fact;
}

// The cheapest operator that raises a good from what the state has, or to it; PLOY_NONE: there is none.
static uint32_t maker_of(const requirement_plan* p, uint32_t variable, uint32_t value)
{
    const pl_relaxation* x = p->x;
    const pl_heuristic_variable* v = &x->rules->heuristic->variables[variable];
    for (uint32_t k = value + 1; k < v->size; ++k) {
        if (p->e->costs.data[v->slice + k] == UINT32_MAX) continue;
        uint32_t o = p->e->supporters.data[v->slice + k];
        if (raises(x, o, variable, v->slice + k)) return o;
    }
    uint32_t best = PLOY_NONE, fact = v->slice + value;
    for (uint32_t i = x->first_achiever.data[fact]; i < x->first_achiever.data[fact + 1]; ++i) {
        uint32_t o = x->achievers.data[i];
        if (!raises(x, o, variable, fact) || p->e->ops.data[o].missing) continue;
        if (best == PLOY_NONE || p->e->ops.data[o].cost < p->e->ops.data[best].cost) best = o;
    }
    return best;
}

// A way to make some of what is missing of a good.
typedef struct offer
{
    uint32_t op; // PLOY_NONE: none
    int64_t amount, times;
    int64_t units, cost; // what is made of what is missing, and what that costs, in 1/256 units
} offer;

// What is left of a good when all steps have used what they use.
static int64_t left_of(const requirement_plan* p, uint32_t variable)
{
    const pl_requirement* good = &p->q->goods.data[variable];
    const pl_heuristic_variable* v = &p->x->rules->heuristic->variables[variable];
    int64_t left = (int64_t)pl_heuristic_value(v, p->state) + good->made - good->used - good->level;
    return left > 0 ? left : 0;
}

// How often a move can be executed with what is left.
static int64_t times_with_rest(const requirement_plan* p, uint32_t move, int64_t times)
{
    const pl_regression* r = p->x->regression;
    for (uint32_t i = 0; i < r->moves[move].add_count; ++i) {
        const pl_regression_add* add = &r->adds[r->moves[move].first_add + i];
        if (add->amount >= 0 || !p->q->owners.data[p->x->rules->heuristic->variables[add->variable].slice]) continue;
        int64_t count = left_of(p, add->variable) / -(int64_t)add->amount;
        times = count < times ? count : times;
    }
    return times;
}

// What the goods cost that are not left; INT64_MAX: they cannot be made.
static int64_t cost_of_goods(const requirement_plan* p, uint32_t move, int64_t times)
{
    const pl_regression* r = p->x->regression;
    int64_t cost = 0;
    for (uint32_t i = 0; i < r->moves[move].add_count; ++i) {
        const pl_regression_add* add = &r->adds[r->moves[move].first_add + i];
        if (add->amount >= 0 || !p->q->owners.data[p->x->rules->heuristic->variables[add->variable].slice]) continue;
        int64_t lacks = -(int64_t)add->amount * times - left_of(p, add->variable);
        int64_t price = p->q->makers.prices.data[add->variable];
        if (lacks > 0 && price == INT64_MAX) return INT64_MAX;
        if (lacks <= 0) continue;
        if (price >= HIGHEST_OFFER || lacks > MOST_OFFERED) return HIGHEST_OFFER;
        cost += lacks * price;
        if (cost >= HIGHEST_OFFER) return HIGHEST_OFFER;
    }
    return cost;
}

// First of all as often as what is left allows: after that, another way may be cheaper.
static offer offer_of(const requirement_plan* p, const pl_maker* maker, uint32_t value, int64_t missing)
{
    offer made = {.op = pl_maker_op(&p->q->makers, maker, p->e, value), .amount = maker->amount};
    if (made.op == PLOY_NONE) return made;
    int64_t all = (missing + maker->amount - 1) / maker->amount, rest = times_with_rest(p, maker->move, all);
    made.times = rest > 0 ? rest : all;
    made.units = made.times * maker->amount < missing ? made.times * maker->amount : missing;
    int64_t goods = cost_of_goods(p, maker->move, made.times);
    if (goods == INT64_MAX) return (offer){.op = PLOY_NONE};
    int64_t cost = made.times * pl_relaxed_effort(&p->x->ops.data[made.op]);
    if (!pl_bits_test(p->ops, made.op)) cost += pl_makers_travel(&p->q->makers, p->e, p->q->owners.data, made.op);
    made.cost = (cost << PL_MAKER_BITS) + goods;
    if (made.cost > HIGHEST_OFFER) made.cost = HIGHEST_OFFER;
    return made;
}

static offer best_offer(const requirement_plan* p, uint32_t variable, uint32_t value, int64_t missing)
{
    const pl_makers* k = &p->q->makers;
    offer best = {.op = PLOY_NONE};
    for (uint32_t i = k->first.data[variable]; i != PLOY_NONE; i = k->list.data[i].next) {
        offer other = offer_of(p, &k->list.data[i], value, missing);
        if (other.op == PLOY_NONE) continue;
        if (best.op == PLOY_NONE || other.cost * best.units < best.cost * other.units) best = other;
    }
    return best;
}

static offer supporters_offer(const requirement_plan* p, uint32_t variable, uint32_t value, int64_t missing)
{
    offer made = {.op = maker_of(p, variable, value)};
    uint32_t move = made.op == PLOY_NONE ? PLOY_NONE : p->x->ops.data[made.op].move;
    made.amount = made_by(p->x->regression, move, variable);
    if (made.amount > 0) made.times = (missing + made.amount - 1) / made.amount;
    return made;
}

static void make(requirement_plan* p, uint32_t variable)
{
    const pl_heuristic_variable* v = &p->x->rules->heuristic->variables[variable];
    pl_requirement* good = &p->q->goods.data[variable];
    uint32_t value = pl_heuristic_value(v, p->state);
    int64_t missing = good->level + good->used - good->made - value, before = good->made;
    if (missing <= 0) return;
    offer best = {.op = PLOY_NONE};
    if (p->by_price && missing <= MOST_OFFERED) best = best_offer(p, variable, value, missing);
    if (best.op == PLOY_NONE) best = supporters_offer(p, variable, value, missing);
    if (best.amount > 0) {
        bool is_full = value == v->size - 1; // what fills it up comes later
        if (!is_full || pl_regression_value(p->x->regression, p->x->ops.data[best.op].move, variable) == PLOY_NONE)
            p->q->steps.data[p->q->steps.count++] = (pl_required_step){best.op, variable, best.amount, best.times};
        if (best.times > TOO_MUCH / pl_relaxed_effort(&p->x->ops.data[best.op])) p->cost = TOO_MUCH;
        else use(p, best.op, best.times);
    }
    if (good->made == before) good->made += missing; // nothing makes it: what is missing does not count
    if (good->made - good->used + value < good->level) wake(p, variable);
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
        if (p->cost >= TOO_MUCH) return UINT32_MAX;
    }
    return p->cost < UINT32_MAX ? (uint32_t)p->cost : UINT32_MAX;
}

// The last moves of a plan that goes in a circle are obstacles: without one of them there may be none.
static void note_circle(pl_requirements* q)
{
    const pl_relaxation* x = q->relaxation;
    for (uint32_t i = q->steps.count; i-- > 0 && q->obstacle_count < PL_MAX_OBSTACLES;) {
        uint32_t move = x->ops.data[q->steps.data[i].op].move, k = 0;
        while (k < q->obstacle_count && q->obstacles[k] != move) ++k;
        if (k < q->obstacle_count) return; // once round
        q->obstacles[q->obstacle_count++] = move;
    }
}

static uint32_t count_goods(pl_requirements* q, pl_exploration* e, const uint64_t* state, bool by_price)
{
    const pl_relaxation* x = q->relaxation;
    uint32_t fact_words = pl_bits_words(x->fact_count), op_words = pl_bits_words(x->ops.count);
    requirement_plan p = {.q = q, .x = x, .e = e, .state = state, .facts = e->marks.data, .by_price = by_price};
    p.ops = p.facts + fact_words;
    memset(p.facts, 0, (fact_words + op_words) * sizeof *p.facts);
    memset(q->goods.data, 0, x->rules->heuristic->variable_count * sizeof *q->goods.data);
    q->waiting.count = q->steps.count = e->helpful.count = 0;
    return reach_goal(&p);
}

// Are the goods there that an operator needs?
static bool is_ready(const pl_requirements* q, const pl_exploration* e, uint32_t o)
{
    const pl_relaxation* x = q->relaxation;
    const pl_relaxed_op* op = &x->ops.data[o];
    for (uint32_t i = 0; i < op->pre_count; ++i) {
        uint32_t fact = x->pres.data[op->first_pre + i];
        bool is_good =
            fact < x->value_count ? q->owners.data[fact] != 0 : q->levels.data[fact - x->value_count] != PLOY_NONE;
        if (e->costs.data[fact] > 0 && (is_good || e->costs.data[fact] == UINT32_MAX)) return false;
    }
    return true;
}

static bool can_begin(const pl_requirements* q, const pl_exploration* e)
{
    for (uint32_t i = 0; i < q->steps.count; ++i) {
        if (is_ready(q, e, q->steps.data[i].op)) return true;
    }
    return q->steps.count == 0;
}

uint32_t pl_requirements_plan(pl_requirements* q, pl_exploration* e, const uint64_t* state)
{
    const pl_relaxation* x = q->relaxation;
    uint32_t cost = UINT32_MAX;
    q->is_counted = false;
    q->obstacle_count = 0;
    if (!q->good_count || e->costs.data[x->goal] == UINT32_MAX) return pl_explore_relaxed_plan(e, x);
    bool by_price = q->by_price && q->makers.has_choice;
    if (by_price && !q->makers.has_prices) pl_makers_price(&q->makers, e, q->owners.data);
    if (by_price) cost = count_goods(q, e, state, true);
    if (cost == UINT32_MAX || !can_begin(q, e)) cost = count_goods(q, e, state, false);
    if (cost == UINT32_MAX) {
        note_circle(q);
        return pl_explore_relaxed_plan(e, x);
    }
    q->is_counted = true;
    return e->relaxed_cost = cost;
}

// The next step.

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

// Does a total count a variable, or is it one? Strength takes no room.
static bool takes_room(const pl_requirements* q, uint32_t variable)
{
    for (uint32_t i = 0; i < q->totals->count; ++i) {
        const pl_total* total = &q->totals->list[i];
        const uint32_t* members = q->totals->members + total->first_member;
        if (total->variable == variable) return true;
        for (uint32_t k = 0; k < total->member_count; ++k)
            if (members[k] == variable) return true;
    }
    return false;
}

// By how much one execution of a step changes the sum of all goods that take room.
static int64_t growth_of(const pl_requirements* q, uint32_t o)
{
    const pl_regression* r = q->relaxation->regression;
    const pl_regression_move* move = &r->moves[q->relaxation->ops.data[o].move];
    int64_t growth = 0;
    for (uint32_t i = 0; i < move->add_count; ++i) {
        const pl_regression_add* add = &r->adds[move->first_add + i];
        bool is_good = q->owners.data[r->heuristic->variables[add->variable].slice];
        if (is_good && takes_room(q, add->variable)) growth += add->amount;
    }
    return growth;
}

typedef struct next_step
{
    uint32_t op; // PLOY_NONE: none
    uint32_t cost;
    int64_t times;
} next_step;

// What must be done before an operator can be executed.
typedef struct good_lack
{
    uint32_t maker; // operator
    int64_t times;
    pl_required_room room;
} good_lack;

// A relaxed plan in which there is not room for everything at once.
typedef struct limit_view
{
    pl_requirements* q;
    const pl_exploration* e;
    uint32_t left; // operators that may still be passed over
} limit_view;

static pl_required_room room_for(limit_view* l, const good_lack* lack, const uint64_t* state, uint32_t depth);

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
        if ((!uses_up || growth_of(q, step->op) <= 0) && is_ready(q, e, step->op)) prefer(&best, e, step, step->times);
    }
    return best;
}

// For the step that lacks least, the nearest step that makes some of that.
static next_step nearest_input(const pl_requirements* q, const pl_exploration* e, const uint64_t* state)
{
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
        int64_t lack = lack_of(q, focus, step->variable, state);
        if (lack > 0 && is_ready(q, e, step->op)) prefer(&best, e, step, (lack + step->amount - 1) / step->amount);
    }
    return best;
}

// The step of the plan that makes a good; NULL: there is none.
static const pl_required_step* maker_in_plan(const pl_requirements* q, uint32_t variable)
{
    for (uint32_t i = 0; i < q->steps.count; ++i) {
        if (q->steps.data[i].variable == variable) return &q->steps.data[i];
    }
    return NULL;
}

// A good of which an operator needs so much; PLOY_NONE: the fact is about something else, or the value that the operator
// itself raises.
static uint32_t good_of(const pl_requirements* q, uint32_t o, uint32_t fact, uint32_t* level)
{
    const pl_relaxation* x = q->relaxation;
    if (fact >= x->value_count) {
        *level = q->levels.data[fact - x->value_count];
        return *level == PLOY_NONE ? PLOY_NONE : x->needs.data[fact - x->value_count].variable;
    }
    uint32_t owner = q->owners.data[fact], effect = x->effects.data[x->ops.data[o].first_effect];
    if (!owner || (effect < x->value_count && q->owners.data[effect] == owner)) return PLOY_NONE;
    *level = fact - x->rules->heuristic->variables[owner - 1].slice;
    return owner - 1;
}

// Must a good be made for a precondition? state NULL: as if there were nothing.
static bool lacks_good(const pl_requirements* q, uint32_t variable, uint32_t level, const uint64_t* state,
                       good_lack* lack)
{
    int64_t count = level;
    if (state) count -= pl_heuristic_value(&q->relaxation->rules->heuristic->variables[variable], state);
    const pl_required_step* maker = count > 0 ? maker_in_plan(q, variable) : NULL;
    if (!maker) return false;
    *lack = (good_lack){.maker = maker->op, .times = (count + maker->amount - 1) / maker->amount};
    return true;
}

static bool changes_goods(const pl_requirements* q, uint32_t o)
{
    const pl_regression* r = q->relaxation->regression;
    uint32_t m = q->relaxation->ops.data[o].move;
    for (uint32_t i = 0; m != PLOY_NONE && i < r->moves[m].add_count; ++i) {
        if (takes_room(q, r->adds[r->moves[m].first_add + i].variable)) return true;
    }
    return false;
}

// By how much one execution of an operator changes the total that it raises most.
static int64_t load_of(const pl_requirements* q, uint32_t o)
{
    const pl_regression* r = q->relaxation->regression;
    uint32_t m = q->relaxation->ops.data[o].move;
    int64_t load = INT64_MIN;
    for (uint32_t i = 0; m != PLOY_NONE && i < r->moves[m].add_count; ++i) {
        const pl_regression_add* add = &r->adds[r->moves[m].first_add + i];
        if (pl_totals_has(q->totals, add->variable) && add->amount > load) load = add->amount;
    }
    return load == INT64_MIN ? 0 : load;
}

// Of two goods to make, the one that should be made first: what leaves more room than before, then what takes most room
// while it is made beyond what it takes afterwards, since all that is made before is in its way. What does not fit now is
// last.
static bool comes_first(const pl_requirements* q, const good_lack* a, const good_lack* b)
{
    if ((a->room.peak > q->room) != (b->room.peak > q->room)) return a->room.peak <= q->room;
    if ((a->room.rest > 0) != (b->room.rest > 0)) return a->room.rest <= 0;
    if (a->room.rest <= 0) return a->room.peak < b->room.peak;
    return a->room.peak - a->room.rest > b->room.peak - b->room.rest;
}

// What must be done before an operator, in the order in which it should be: goods that it lacks are made, and other
// facts reached. An operator that changes no goods is passed over: what must be done before it is.
static uint32_t list_lacks(limit_view* l, uint32_t o, const uint64_t* state, uint32_t depth, good_lack* list,
                           uint32_t count)
{
    pl_requirements* q = l->q;
    const pl_relaxation* x = q->relaxation;
    for (uint32_t i = 0; i < x->ops.data[o].pre_count && count < MAX_INPUTS; ++i) {
        uint32_t fact = x->pres.data[x->ops.data[o].first_pre + i], maker = l->e->supporters.data[fact];
        uint32_t level, good = good_of(q, o, fact, &level);
        good_lack lack = {.maker = maker, .times = 1};
        if (good != PLOY_NONE) {
            if (!lacks_good(q, good, level, state, &lack)) continue;
        } else if (fact < x->value_count && q->owners.data[fact]) {
            continue; // the value that the operator itself raises
        } else if (l->e->costs.data[fact] == 0 || l->e->costs.data[fact] == UINT32_MAX || maker == PLOY_NONE) {
            continue;
        } else if (!changes_goods(q, maker)) {
            if (depth < MAX_DEPTH && l->left > 0)
                --l->left, count = list_lacks(l, maker, state, depth + 1, list, count);
            continue;
        }
        lack.room = room_for(l, &lack, state, depth);
        uint32_t at = count++;
        for (; at > 0 && comes_first(q, &lack, &list[at - 1]); --at) list[at] = list[at - 1];
        list[at] = lack;
    }
    return count;
}

// What one execution of an operator takes, with all that it lacks.
static pl_required_room room_of(limit_view* l, uint32_t o, const uint64_t* state, uint32_t depth)
{
    good_lack inputs[MAX_INPUTS];
    pl_required_room room = {0, 0}, *known = &l->q->rooms.data[2 * o + (state != NULL)];
    if (known->peak >= 0) return *known;
    *known = room; // in a circle: whatever
    uint32_t count = depth < MAX_DEPTH ? list_lacks(l, o, state, depth + 1, inputs, 0) : 0;
    for (uint32_t i = 0; i < count; ++i) {
        int64_t peak = room.rest + inputs[i].room.peak;
        room.peak = peak > room.peak ? peak : room.peak;
        room.rest += inputs[i].room.rest;
    }
    room.rest += load_of(l->q, o);
    room.peak = room.rest > room.peak ? room.rest : room.peak;
    return *known = room;
}

// The same for all that is lacking of a good: what there is serves the first execution alone.
static pl_required_room room_for(limit_view* l, const good_lack* lack, const uint64_t* state, uint32_t depth)
{
    pl_required_room first = room_of(l, lack->maker, state, depth);
    if (lack->times == 1) return first;
    pl_required_room other = room_of(l, lack->maker, NULL, depth);
    int64_t before = first.rest + (other.rest > 0 ? (lack->times - 2) * other.rest : 0);
    int64_t peak = before + other.peak;
    return (pl_required_room){peak > first.peak ? peak : first.peak, first.rest + (lack->times - 1) * other.rest};
}

// How much more the totals allow.
static int64_t room_left(const pl_requirements* q, const uint64_t* state)
{
    int64_t room = INT64_MAX;
    for (uint32_t i = 0; i < q->totals->count; ++i) {
        const pl_heuristic_variable* v = &q->relaxation->rules->heuristic->variables[q->totals->list[i].variable];
        int64_t left = (int64_t)v->size - 1 - pl_heuristic_value(v, state);
        room = left < room ? left : room;
    }
    return room;
}

// Towards the goal with a limit of what there can be at once: for one execution after the other, what it lacks. Makers
// on the way for which there is no room are obstacles.
static next_step next_within_limit(pl_requirements* q, const pl_exploration* e, const uint64_t* state)
{
    good_lack inputs[MAX_INPUTS];
    const pl_relaxation* x = q->relaxation;
    next_step next = {.op = e->supporters.data[x->goal], .times = 1};
    limit_view l = {q, e, MAX_PASSED};
    q->room = room_left(q, state);
    memset(q->rooms.data, 0xFF, 2 * (size_t)x->ops.count * sizeof *q->rooms.data); // peaks: -1
    for (uint32_t depth = 0; depth < MAX_DEPTH; ++depth) {
        if (list_lacks(&l, next.op, state, 0, inputs, 0) == 0) break;
        next = (next_step){inputs[0].maker, 0, inputs[0].times};
        if (inputs[0].room.peak > q->room && q->obstacle_count < PL_MAX_OBSTACLES)
            q->obstacles[q->obstacle_count++] = x->ops.data[next.op].move;
    }
    bool is_step = next.op != e->supporters.data[x->goal] && is_ready(q, e, next.op);
    return is_step ? next : (next_step){.op = PLOY_NONE};
}

static next_step next_in_hurry(const pl_requirements* q, const pl_exploration* e, const uint64_t* state)
{
    next_step best = nearest(q, e, q->is_limited);
    if (best.op == PLOY_NONE && q->is_limited) best = nearest_input(q, e, state);
    return best;
}

uint32_t pl_requirements_next(pl_requirements* q, const pl_exploration* e, const uint64_t* state, bool is_careful)
{
    PL_ARRAY_CLEAR(&q->chain);
    q->obstacle_count = 0;
    if (!q->is_counted) return 0;
    next_step best = is_careful ? next_within_limit(q, e, state) : next_in_hurry(q, e, state);
    if (best.op == PLOY_NONE && q->is_limited) best = nearest(q, e, false);
    if (best.op == PLOY_NONE && q->steps.count) return 0;
    memset(q->marks.data, 0, 2 * (size_t)pl_bits_words(q->relaxation->fact_count) * sizeof(uint64_t));
    link(q, e, best.op != PLOY_NONE ? best.op : e->supporters.data[q->relaxation->goal]);
    return best.op != PLOY_NONE ? (uint32_t)best.times : 1;
}
