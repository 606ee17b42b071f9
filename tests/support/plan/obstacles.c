#include "support/plan/obstacles.h"

#include <stdlib.h>
#include <string.h>

// Finding obstacles.

static void add(model_obstacles* to, model_obstacle it)
{
    if (to->count == LIFTING_MAX) abort();
    to->list[to->count++] = it;
}

static void add_conjuncts(const random_domain* d, uint32_t expr, model_obstacle* next, model_obstacles* to)
{
    if (d->exprs[expr].op == RANDOM_AND) {
        add_conjuncts(d, d->exprs[expr].a, next, to);
        add_conjuncts(d, d->exprs[expr].b, next, to);
        return;
    }
    next->expr = expr;
    add(to, *next);
    next->index++;
}

static void add_clauses(const random_domain* d, const uint32_t* clauses, uint32_t count, ploy_blocker_kind kind,
                        uint32_t owner, model_obstacles* to)
{
    for (uint32_t c = 0; c < count; c++) {
        model_obstacle next = {.kind = kind, .owner = owner, .clause = c};
        add_conjuncts(d, clauses[c], &next, to);
    }
}

void model_add_goal(const random_domain* d, uint32_t goal, model_obstacles* to)
{
    add_clauses(d, d->goals[goal].condition, d->goals[goal].condition_count, PLOY_BLOCKER_GOAL, goal, to);
}

static bool context_denies(const random_domain* d, uint32_t action, const int64_t* start)
{
    for (uint32_t g = 0; g < d->ground_count; g++)
        if (d->grounds[g].action == action && !random_model_context(d, g, start)) return true;
    return false;
}

static bool is_same_arg(const random_domain* d, uint32_t action, random_arg a, random_arg b)
{
    const random_action* of = &d->actions[action];
    const uint32_t* args = d->grounds[of->first_ground].args;
    if (!of->is_twin) return a.is_param == b.is_param && a.index == b.index;
    return (a.is_param ? args[a.index] : a.index) == (b.is_param ? args[b.index] : b.index);
}

static bool is_of(const random_domain* d, uint32_t action, const random_expr* symbol, const random_effect* effect)
{
    if (symbol->op != RANDOM_SYMBOL || symbol->symbol != effect->symbol) return false;
    for (uint32_t i = 0; i < d->symbols[effect->symbol].of_count; i++)
        if (!is_same_arg(d, action, symbol->args[i], effect->args[i])) return false;
    return true;
}

static bool compares(random_op op, int64_t a, int64_t b)
{
    switch (op) {
    case RANDOM_EQ:
        return a == b;
    case RANDOM_NE:
        return a != b;
    case RANDOM_LT:
        return a < b;
    case RANDOM_LE:
        return a <= b;
    case RANDOM_GT:
        return a > b;
    default:
        return a >= b;
    }
}

// Does a condition compare the symbol of an effect with a number, such that the effect stays in range where it holds?
static bool keeps_in_range(const random_domain* d, const model_obstacle* it, uint32_t action,
                           const random_effect* effect)
{
    const random_expr* e = &d->exprs[it->expr];
    if (it->kind != PLOY_BLOCKER_PRE || it->owner != action || e->op < RANDOM_EQ || e->op > RANDOM_GE) return false;
    const random_expr *a = &d->exprs[e->a], *b = &d->exprs[e->b];
    bool flipped = a->op == RANDOM_NUMBER;
    if (!is_of(d, action, flipped ? b : a, effect) || (flipped ? a : b)->op != RANDOM_NUMBER) return false;
    const random_symbol* s = &d->symbols[effect->symbol];
    int64_t change = effect->kind == RANDOM_EFFECT_ADD ? effect->value : -effect->value;
    for (int64_t value = s->min; value <= s->max; value += s->step) {
        int64_t number = s->kind == PLOY_VALUE_INT ? value * PLOY_UNIT : value;
        bool holds = flipped ? compares(e->op, a->value, number) : compares(e->op, number, b->value);
        if (holds && (value + change < s->min || value + change > s->max)) return false;
    }
    return true;
}

static bool has_range(const random_domain* d, const random_effect* effect)
{
    return effect->kind != RANDOM_EFFECT_SET && effect->value != 0 && !d->symbols[effect->symbol].clamp;
}

static void add_ranges(const random_domain* d, uint32_t action, model_obstacles* to)
{
    const random_action* a = &d->actions[action];
    for (uint32_t c = 0; c < a->effect_count; c++)
        for (uint32_t i = 0; i < a->effects[c].count; i++) {
            bool is_kept = false;
            for (uint32_t k = 0; k < to->count; k++)
                is_kept |= keeps_in_range(d, &to->list[k], action, &a->effects[c].effects[i]);
            if (has_range(d, &a->effects[c].effects[i]) && !is_kept)
                add(to, (model_obstacle){.kind = PLOY_BLOCKER_RANGE, .owner = action, .clause = c, .index = i});
        }
}

void model_add_action(const random_domain* d, const brute_query* query, uint32_t action, model_obstacles* to)
{
    if (query->disabled >> action & 1) add(to, (model_obstacle){.kind = PLOY_BLOCKER_DISABLED, .owner = action});
    if (context_denies(d, action, query->start))
        add(to, (model_obstacle){.kind = PLOY_BLOCKER_CONTEXT, .owner = action});
    add_clauses(d, d->actions[action].pre, d->actions[action].pre_count, PLOY_BLOCKER_PRE, action, to);
    add_ranges(d, action, to);
}

uint32_t model_find(const model_obstacles* in, const ploy_blocker* o, uint32_t owner)
{
    for (uint32_t i = 0; i < in->count; i++) {
        const model_obstacle* it = &in->list[i];
        if (it->kind != o->kind || it->owner != owner) continue;
        bool text = it->kind == PLOY_BLOCKER_GOAL || it->kind == PLOY_BLOCKER_PRE || it->kind == PLOY_BLOCKER_RANGE;
        if (!text || (it->clause == o->conjunct.clause && it->index == o->conjunct.index)) return i;
    }
    return PLOY_NONE;
}

// Copies of the model.

static random_expr* copy_exprs(const random_domain* d, uint32_t copies)
{
    random_expr* exprs = malloc(((size_t)d->expr_count * copies + 1) * sizeof *exprs);
    if (!exprs) abort();
    for (uint32_t i = 0; i < copies; i++)
        memcpy(exprs + (size_t)i * d->expr_count, d->exprs, d->expr_count * sizeof *exprs);
    return exprs;
}

random_domain* model_copy(const random_domain* d)
{
    random_domain* copy = malloc(sizeof *copy);
    if (!copy) abort();
    *copy = *d;
    copy->exprs = copy_exprs(d, 1);
    return copy;
}

void model_copy_free(random_domain* copy)
{
    free(copy->exprs);
    free(copy);
}

/// Copies the trees for the twin, so that removing a condition of one does not change the other.
static void give_twin_trees(random_domain* copy, const random_domain* d, random_action* twin)
{
    free(copy->exprs);
    copy->exprs = copy_exprs(d, 2);
    for (uint32_t i = d->expr_count; i < 2 * d->expr_count; i++) {
        copy->exprs[i].a += d->expr_count;
        copy->exprs[i].b += d->expr_count;
    }
    for (uint32_t c = 0; c < twin->pre_count; c++) twin->pre[c] += d->expr_count;
    copy->expr_count = 2 * d->expr_count;
}

random_domain* model_with_twin(const random_domain* d, uint32_t action, const uint32_t* args, uint32_t* twin)
{
    random_domain* copy = model_copy(d);
    uint32_t of = random_domain_ground(d, action, args), ground = copy->ground_count++;
    if (copy->action_count == RANDOM_MAX_ACTIONS || ground == RANDOM_MAX_GROUNDS) abort();
    *twin = copy->action_count++;
    copy->actions[*twin] = d->actions[action];
    copy->actions[*twin].first_ground = ground;
    copy->actions[*twin].is_twin = true;
    give_twin_trees(copy, d, &copy->actions[*twin]);
    copy->grounds[ground] = d->grounds[of];
    copy->grounds[ground].action = *twin;
    copy->answers.cost[ground] = d->answers.cost[of];
    copy->answers.context[ground] = d->answers.context[of];
    copy->answers.watched[ground] = d->answers.watched[of];
    return copy;
}

static void remove_obstacle(random_domain* copy, brute_query* query, const model_obstacle* it)
{
    switch (it->kind) {
    case PLOY_BLOCKER_GOAL:
    case PLOY_BLOCKER_PRE:
        copy->exprs[it->expr] = (random_expr){.op = RANDOM_TRUTH, .value = 1};
        break;
    case PLOY_BLOCKER_CONTEXT:
        copy->actions[it->owner].has_context = false;
        break;
    case PLOY_BLOCKER_RANGE:
        copy->actions[it->owner].effects[it->clause].effects[it->index].clamp = true;
        break;
    default:
        query->disabled &= ~(UINT64_C(1) << it->owner);
    }
}

// An effect clamps when all conditions that kept it in range are removed.
static void clamp_unkept(random_domain* copy, const random_domain* d, const model_obstacles* all,
                         const uint32_t* removed, uint32_t count, uint32_t action, random_effect* effect)
{
    uint32_t kept = 0, left = 0;
    for (uint32_t k = 0; k < all->count; k++) {
        if (!keeps_in_range(d, &all->list[k], action, effect)) continue;
        bool is_removed = false;
        for (uint32_t i = 0; i < count; i++) is_removed |= removed[i] == k;
        kept++;
        left += !is_removed;
    }
    effect->clamp |= has_range(copy, effect) && kept > 0 && left == 0;
}

static void clamp_all_unkept(random_domain* copy, const random_domain* d, const model_obstacles* all,
                             const uint32_t* removed, uint32_t count)
{
    for (uint32_t a = 0; a < copy->action_count; a++)
        for (uint32_t c = 0; c < copy->actions[a].effect_count; c++)
            for (uint32_t i = 0; i < copy->actions[a].effects[c].count; i++)
                clamp_unkept(copy, d, all, removed, count, a, &copy->actions[a].effects[c].effects[i]);
}

brute_answer model_solve_without(const random_domain* d, const brute_query* query, const model_obstacles* all,
                                 const uint32_t* removed, uint32_t count, uint32_t use)
{
    random_domain* copy = model_copy(d);
    brute_query other_query = *query;
    for (uint32_t i = 0; i < count; i++) remove_obstacle(copy, &other_query, &all->list[removed[i]]);
    clamp_all_unkept(copy, d, all, removed, count);
    if (use != PLOY_NONE) {
        copy->goals[other_query.goal].condition_count = 0;
        other_query.must_use = use;
    }
    brute_answer answer = brute_solve(copy, &other_query);
    model_copy_free(copy);
    return answer;
}

bool model_some_set_helps(const random_domain* d, const brute_query* query, const model_obstacles* all, uint32_t size,
                          uint32_t use)
{
    uint32_t at[8];
    if (size > 8) abort();
    if (size > all->count) return false;
    for (uint32_t i = 0; i < size; i++) at[i] = i;
    for (;;) {
        if (model_solve_without(d, query, all, at, size, use).found) return true;
        uint32_t i = size;
        while (i > 0 && at[i - 1] == all->count - size + i - 1) i--;
        if (i == 0) return false;
        at[i - 1]++;
        for (; i < size; i++) at[i] = at[i - 1] + 1;
    }
}

// Evaluation.

bool model_holds(const random_domain* d, uint32_t expr, const uint32_t* args, const int64_t* values)
{
    static random_domain probe;
    probe = *d;
    probe.goals[0].condition[0] = expr;
    probe.goals[0].condition_count = 1;
    return random_model_goal(&probe, 0, args, values);
}

void model_force(const random_domain* d, uint32_t ground, int64_t* values)
{
    random_model_apply(d, ground, values);
    for (uint32_t s = 0; s < d->symbol_count; s++) {
        const random_symbol* symbol = &d->symbols[s];
        if (symbol->kind != PLOY_VALUE_INT && symbol->kind != PLOY_VALUE_DECIMAL) continue;
        for (uint32_t v = symbol->first_variable; v < symbol->first_variable + symbol->variable_count; v++) {
            if (values[v] < symbol->min) values[v] = symbol->min;
            if (values[v] > symbol->max) values[v] = symbol->max;
        }
    }
}
