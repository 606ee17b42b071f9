#include "plan/relaxed/exploration.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/containers/key_heap.h"
#include "base/hints.h"
#include "base/memory.h"

void pl_exploration_init(pl_exploration* e, const ploy_allocator* allocator)
{
    *e = (pl_exploration){.allocator = pl_allocator_choose(allocator)};
}

void pl_exploration_destroy(pl_exploration* e)
{
    PL_ARRAY_FREE(&e->costs, &e->allocator);
    PL_ARRAY_FREE(&e->supporters, &e->allocator);
    PL_ARRAY_FREE(&e->ops, &e->allocator);
    PL_ARRAY_FREE(&e->heap, &e->allocator);
    PL_ARRAY_FREE(&e->stack, &e->allocator);
    PL_ARRAY_FREE(&e->blocked, &e->allocator);
    PL_ARRAY_FREE(&e->marks, &e->allocator);
    PL_ARRAY_FREE(&e->helpful, &e->allocator);
}

size_t pl_exploration_bytes(const pl_exploration* e)
{
    return pl_array_bytes(
               e->costs.capacity + e->supporters.capacity + e->stack.capacity + e->helpful.capacity + e->blocked.capacity, sizeof(uint32_t)) +
           pl_array_bytes(e->ops.capacity, sizeof(pl_relaxed_state)) +
           pl_array_bytes(e->heap.capacity + e->marks.capacity, sizeof(uint64_t));
}

bool pl_exploration_fit(pl_exploration* e, const pl_relaxation* x)
{
    const ploy_allocator* a = &e->allocator;
    return PL_ARRAY_RESERVE(&e->costs, a, x->fact_count) && PL_ARRAY_RESERVE(&e->supporters, a, x->fact_count) &&
           PL_ARRAY_RESERVE(&e->ops, a, x->ops.count + 1) &&
           PL_ARRAY_RESERVE(&e->heap, a, x->fact_count + x->effects.count + 1) &&
           PL_ARRAY_RESERVE(&e->stack, a, x->fact_count + 1) && PL_ARRAY_RESERVE(&e->helpful, a, x->ops.count + 1) &&
           PL_ARRAY_RESERVE(&e->marks, a, pl_bits_words(x->fact_count) + pl_bits_words(x->ops.count) + 2);
}

// What nothing waits for need not be queued, but for the goal: its cost may be wanted.
static void reach(pl_exploration* e, const pl_relaxation* x, uint32_t fact, uint32_t cost, uint32_t op)
{
    if (cost >= e->costs.data[fact]) return;
    e->costs.data[fact] = cost;
    e->supporters.data[fact] = op;
    if (x->first_reader.data[fact] == x->first_reader.data[fact + 1] && fact != x->goal) return;
    pl_key_heap_push(e->heap.data, &e->heap.count, (uint64_t)cost << 32 | fact);
}

static uint32_t plus(uint32_t a, uint32_t b)
{
    uint64_t sum = (uint64_t)a + b;
    return sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX - 1;
}

PL_INLINE void apply(pl_exploration* e, const pl_relaxation* x, uint32_t o, pl_exploration_rule rule)
{
    const pl_relaxed_op* op = &x->ops.data[o];
    uint32_t cost = plus(e->ops.data[o].cost, rule == PL_EXPLORE_MAX ? op->cost : pl_relaxed_effort(op));
    for (uint32_t i = 0; i < op->effect_count; ++i) reach(e, x, x->effects.data[op->first_effect + i], cost, o);
}

static bool is_blocked(const pl_exploration* e, const pl_relaxed_op* op)
{
    for (uint32_t i = 0; i < e->blocked.count; ++i) {
        if (e->blocked.data[i] == op->move) return true;
    }
    return false;
}

// An operator of a blocked move lacks what nothing reaches.
static void block(pl_exploration* e, const pl_relaxation* x)
{
    for (uint32_t o = 0; o < x->ops.count; ++o) {
        if (is_blocked(e, &x->ops.data[o])) e->ops.data[o].missing = UINT32_MAX;
    }
}

// The state's own facts need no heap: they are in order, and cost nothing.
static void begin(pl_exploration* e, const pl_relaxation* x, const uint64_t* state, pl_exploration_rule rule)
{
    const pl_heuristic* g = x->rules->heuristic;
    e->heap.count = 0;
    memset(e->costs.data, 0xFF, x->fact_count * sizeof(uint32_t));
    if (x->ops.count) memcpy(e->ops.data, x->fresh.data, x->ops.count * sizeof(pl_relaxed_state));
    for (uint32_t i = 0; i < g->variable_count; ++i) {
        uint32_t fact = g->variables[i].slice + pl_heuristic_value(&g->variables[i], state);
        e->costs.data[fact] = 0;
        e->supporters.data[fact] = PLOY_NONE;
        e->stack.data[i] = fact;
    }
    if (e->blocked.count) block(e, x);
    for (uint32_t i = 0; i < x->at_once.count; ++i) {
        if (!is_blocked(e, &x->ops.data[x->at_once.data[i]])) apply(e, x, x->at_once.data[i], rule);
    }
}

PL_INLINE void explore(pl_exploration* e, const pl_relaxation* x, const uint64_t* state, pl_exploration_rule rule,
                       uint32_t stop_at)
{
    begin(e, x, state, rule);
    const uint32_t* own = e->stack.data;
    const uint32_t* own_end = own + x->rules->heuristic->variable_count;
    while (own < own_end || e->heap.count) {
        bool is_own = own < own_end && (!e->heap.count || *own <= e->heap.data[0]);
        uint64_t first = is_own ? *own++ : pl_key_heap_pop(e->heap.data, &e->heap.count);
        uint32_t fact = (uint32_t)first, cost = (uint32_t)(first >> 32);
        if (cost != e->costs.data[fact]) continue;
        if (fact == stop_at) return;
        const uint32_t *reader = x->readers.data + x->first_reader.data[fact],
                       *end = x->readers.data + x->first_reader.data[fact + 1];
        for (; reader < end; ++reader) {
            pl_relaxed_state* op = &e->ops.data[*reader];
            op->cost = rule == PL_EXPLORE_MAX ? cost : plus(op->cost, cost); // facts come in order of their cost
            if (--op->missing == 0) apply(e, x, *reader, rule);
        }
        if (rule == PL_EXPLORE_PLAN && e->costs.data[stop_at] != UINT32_MAX) return;
    }
}

void pl_explore(pl_exploration* e, const pl_relaxation* x, const uint64_t* state, pl_exploration_rule rule,
                uint32_t stop_at)
{
    bool is_plan = rule == PL_EXPLORE_PLAN;
    if (is_plan && x->first_achiever.data[stop_at + 1] - x->first_achiever.data[stop_at] == 1)
        explore(e, x, state, PL_EXPLORE_PLAN, stop_at);
    else if (rule == PL_EXPLORE_MAX)
        explore(e, x, state, PL_EXPLORE_MAX, stop_at);
    else
        explore(e, x, state, PL_EXPLORE_ADD, stop_at);
}

uint32_t pl_explore_relaxed_plan(pl_exploration* e, const pl_relaxation* x)
{
    uint32_t fact_words = pl_bits_words(x->fact_count), op_words = pl_bits_words(x->ops.count);
    uint64_t *facts = e->marks.data, *ops = facts + fact_words;
    e->helpful.count = 0;
    e->relaxed_cost = UINT32_MAX;
    if (e->costs.data[x->goal] == UINT32_MAX) return UINT32_MAX;
    e->relaxed_cost = 0;
    memset(facts, 0, (fact_words + op_words) * sizeof *facts);
    uint32_t depth = 0;
    e->stack.data[depth++] = x->goal;
    pl_bits_set(facts, x->goal);
    while (depth) {
        uint32_t o = e->supporters.data[e->stack.data[--depth]];
        if (o == PLOY_NONE || pl_bits_test(ops, o)) continue;
        pl_bits_set(ops, o);
        const pl_relaxed_op* op = &x->ops.data[o];
        e->relaxed_cost = plus(e->relaxed_cost, pl_relaxed_effort(op));
        if (op->move != PLOY_NONE && e->ops.data[o].cost == 0) e->helpful.data[e->helpful.count++] = op->move;
        for (uint32_t i = 0; i < op->pre_count; ++i) {
            uint32_t pre = x->pres.data[op->first_pre + i];
            if (pl_bits_test(facts, pre)) continue;
            pl_bits_set(facts, pre);
            e->stack.data[depth++] = pre;
        }
    }
    return e->relaxed_cost;
}
