#include "plan/relaxed/lmcut.h"

#include <string.h>

#include "base/memory.h"

// Marks of facts, relative to that of the cut. An operator that touches the zone has the mark itself.
enum
{
    ZONE = 1,
    QUESTION,
    BEFORE,
    MARKS,
};

void pl_lmcut_init(pl_lmcut* l, const ploy_allocator* allocator)
{
    *l = (pl_lmcut){.allocator = pl_allocator_choose(allocator)};
}

void pl_lmcut_destroy(pl_lmcut* l)
{
    PL_ARRAY_FREE(&l->facts, &l->allocator);
    PL_ARRAY_FREE(&l->ops, &l->allocator);
    PL_ARRAY_FREE(&l->fresh, &l->allocator);
    PL_ARRAY_FREE(&l->lists, &l->allocator);
    PL_ARRAY_FREE(&l->queue.entries, &l->allocator);
    PL_ARRAY_FREE(&l->stack, &l->allocator);
    PL_ARRAY_FREE(&l->questions, &l->allocator);
    PL_ARRAY_FREE(&l->cut, &l->allocator);
    PL_ARRAY_FREE(&l->first_op, &l->allocator);
    PL_ARRAY_FREE(&l->landmarks, &l->allocator);
    PL_ARRAY_FREE(&l->members, &l->allocator);
    PL_ARRAY_FREE(&l->reduced, &l->allocator);
}

size_t pl_lmcut_bytes(const pl_lmcut* l)
{
    return pl_array_bytes(l->facts.capacity, sizeof(pl_lmcut_fact)) +
           pl_array_bytes(l->ops.capacity + l->fresh.capacity, sizeof(pl_lmcut_op)) +
           pl_array_bytes(l->lists.capacity, sizeof(pl_lmcut_lists)) +
           pl_array_bytes(l->queue.entries.capacity, sizeof(pl_radix_entry)) +
           pl_array_bytes(l->landmarks.capacity, sizeof(pl_lmcut_landmark)) +
           pl_array_bytes(l->stack.capacity + l->questions.capacity + l->cut.capacity + l->first_op.capacity +
                              l->members.capacity + l->reduced.capacity,
                          sizeof(uint32_t));
}

static void list_ops(pl_lmcut* l, const pl_relaxation* x)
{
    uint32_t move = 0, moves = x->rules->heuristic->move_count;
    for (uint32_t o = 0; o < x->ops.count; ++o) {
        const pl_relaxed_op* op = &x->ops.data[o];
        l->fresh.data[o] = (pl_lmcut_op){op->share, PLOY_NONE, op->pre_count, 0};
        l->lists.data[o] = (pl_lmcut_lists){op->first_pre, op->first_pre + op->pre_count, op->first_effect,
                                            op->first_effect + op->effect_count};
        // Operators are in order of their moves; those without one are last.
        for (; move < moves && (op->move == PLOY_NONE || move <= op->move); ++move) l->first_op.data[move] = o;
    }
    for (; move <= moves; ++move) l->first_op.data[move] = x->ops.count;
}

bool pl_lmcut_fit(pl_lmcut* l, const pl_relaxation* x)
{
    const ploy_allocator* a = &l->allocator;
    uint32_t ops = x->ops.count + 1;
    if (!PL_ARRAY_RESERVE(&l->facts, a, x->fact_count) || !PL_ARRAY_RESERVE(&l->ops, a, ops) ||
        !PL_ARRAY_RESERVE(&l->fresh, a, ops) || !PL_ARRAY_RESERVE(&l->lists, a, ops) ||
        !PL_ARRAY_RESERVE(&l->queue.entries, a, x->fact_count + x->effects.count + 1) ||
        !PL_ARRAY_RESERVE(&l->stack, a, x->fact_count + 1) || !PL_ARRAY_RESERVE(&l->questions, a, x->fact_count + 1) ||
        !PL_ARRAY_RESERVE(&l->cut, a, ops) || !PL_ARRAY_RESERVE(&l->reduced, a, ops) ||
        !PL_ARRAY_RESERVE(&l->first_op, a, x->rules->heuristic->move_count + 1) ||
        !PL_ARRAY_RESERVE(&l->landmarks, a, 1))
        return false;
    l->mark = 0;
    list_ops(l, x);
    return true;
}

// Costs of facts: the highest of the preconditions', plus the operator's own.

// There may be more entries than effects, since costs fall again and again: then it grows; without memory the fact keeps
// its cost, which is too high only for this cut, and all later ones stop.
static bool make_room(pl_lmcut* l)
{
    return pl_radix_queue_has_room(&l->queue) ||
           PL_ARRAY_RESERVE(&l->queue.entries, &l->allocator, l->queue.entries.count + 1);
}

static inline void reach(pl_lmcut* l, uint32_t fact, uint32_t cost)
{
    if (cost >= l->facts.data[fact].cost || !make_room(l)) return;
    l->facts.data[fact].cost = cost;
    pl_radix_queue_add(&l->queue, cost, fact);
}

static inline void reach_effects(pl_lmcut* l, const pl_relaxation* x, uint32_t o, uint32_t from)
{
    uint64_t cost = (uint64_t)from + l->ops.data[o].left;
    uint32_t capped = cost < UINT32_MAX ? (uint32_t)cost : UINT32_MAX - 1;
    for (uint32_t i = l->lists.data[o].first_effect; i < l->lists.data[o].end_effect; ++i)
        reach(l, x->effects.data[i], capped);
}

static void begin(pl_lmcut* l, const pl_relaxation* x)
{
    for (uint32_t i = 0; i < x->fact_count; ++i) l->facts.data[i] = (pl_lmcut_fact){UINT32_MAX, 0};
    if (x->ops.count) memcpy(l->ops.data, l->fresh.data, x->ops.count * sizeof(pl_lmcut_op));
    l->mark = 0;
}

static void choose_supporter(pl_lmcut* l, const pl_relaxation* x, uint32_t o)
{
    const pl_lmcut_lists* list = &l->lists.data[o];
    uint32_t best = x->pres.data[list->first_pre];
    for (uint32_t i = list->first_pre + 1; i < list->end_pre; ++i) {
        uint32_t fact = x->pres.data[i];
        if (l->facts.data[fact].cost >= l->facts.data[best].cost) best = fact;
    }
    l->ops.data[o].supporter = best;
}

// After begin, from a state.
static void explore(pl_lmcut* l, const pl_relaxation* x, const uint64_t* state)
{
    const pl_heuristic* g = x->rules->heuristic;
    uint32_t cost, fact;
    pl_radix_queue_clear(&l->queue);
    for (uint32_t i = 0; i < g->variable_count; ++i)
        reach(l, g->variables[i].slice + pl_heuristic_value(&g->variables[i], state), 0);
    for (uint32_t i = 0; i < x->at_once.count; ++i) reach_effects(l, x, x->at_once.data[i], 0);
    while (pl_radix_queue_take(&l->queue, &cost, &fact)) {
        if (cost != l->facts.data[fact].cost) continue;
        const uint32_t *reader = x->readers.data + x->first_reader.data[fact],
                       *end = x->readers.data + x->first_reader.data[fact + 1];
        for (; reader < end; ++reader) {
            pl_lmcut_op* op = &l->ops.data[*reader];
            if (--op->missing) continue;
            choose_supporter(l, x, *reader);
            reach_effects(l, x, *reader, cost);
        }
    }
}

static uint32_t cost_of(const pl_lmcut* l, uint32_t supporter)
{
    return supporter == PLOY_NONE ? 0 : l->facts.data[supporter].cost;
}

// After a cut: what has become cheaper.
static void explore_again(pl_lmcut* l, const pl_relaxation* x)
{
    uint32_t cost, fact;
    pl_radix_queue_clear(&l->queue);
    for (uint32_t i = 0; i < l->cut.count; ++i) {
        uint32_t o = l->cut.data[i];
        reach_effects(l, x, o, cost_of(l, l->ops.data[o].supporter));
    }
    while (pl_radix_queue_take(&l->queue, &cost, &fact)) {
        if (cost != l->facts.data[fact].cost) continue;
        for (uint32_t i = x->first_reader.data[fact]; i < x->first_reader.data[fact + 1]; ++i) {
            uint32_t o = x->readers.data[i];
            if (l->ops.data[o].missing || l->ops.data[o].supporter != fact) continue;
            choose_supporter(l, x, o);
            reach_effects(l, x, o, l->facts.data[l->ops.data[o].supporter].cost);
        }
    }
}

// Cuts.

// Whether a fact has one of the marks of this cut; gives it another one if it has none.
static inline bool is_marked(const pl_lmcut* l, uint32_t fact, uint32_t mark)
{
    return l->facts.data[fact].mark == l->mark + mark;
}

static inline bool mark_first(pl_lmcut* l, uint32_t fact, uint32_t mark)
{
    if (l->facts.data[fact].mark > l->mark) return false;
    l->facts.data[fact].mark = l->mark + mark;
    return true;
}

// The zone, and in `cut` the operators that lead into it and cost something.
static void mark_zone(pl_lmcut* l, const pl_relaxation* x)
{
    uint32_t depth = 0, *stack = l->stack.data;
    l->cut.count = 0;
    mark_first(l, x->goal, ZONE);
    stack[depth++] = x->goal;
    while (depth) {
        uint32_t fact = stack[--depth];
        for (uint32_t i = x->first_achiever.data[fact]; i < x->first_achiever.data[fact + 1]; ++i) {
            uint32_t o = x->achievers.data[i];
            pl_lmcut_op* op = &l->ops.data[o];
            if (op->missing || op->mark == l->mark) continue;
            op->mark = l->mark;
            if (op->left)
                l->cut.data[l->cut.count++] = o;
            else if (op->supporter != PLOY_NONE && mark_first(l, op->supporter, ZONE))
                stack[depth++] = op->supporter;
        }
    }
}

static inline bool is_below(const pl_lmcut* l, uint32_t supporter, uint32_t goal_cost)
{
    return supporter == PLOY_NONE || l->facts.data[supporter].cost < goal_cost;
}

// Whether a fact in question is reached, in one step, from something that is before the zone. Puts what may be so in
// question, too.
static bool is_reached(pl_lmcut* l, const pl_relaxation* x, uint32_t fact, uint32_t goal_cost)
{
    for (uint32_t i = x->first_achiever.data[fact]; i < x->first_achiever.data[fact + 1]; ++i) {
        const pl_lmcut_op* op = &l->ops.data[x->achievers.data[i]];
        if (op->missing || op->mark == l->mark) continue;
        if (is_below(l, op->supporter, goal_cost) || is_marked(l, op->supporter, BEFORE)) return true;
        if (mark_first(l, op->supporter, QUESTION)) l->questions.data[l->questions.count++] = op->supporter;
    }
    return false;
}

// What follows from a fact that is before the zone.
static uint32_t follow(pl_lmcut* l, const pl_relaxation* x, uint32_t fact, uint32_t depth)
{
    for (uint32_t i = x->first_reader.data[fact]; i < x->first_reader.data[fact + 1]; ++i) {
        uint32_t o = x->readers.data[i];
        const pl_lmcut_op* op = &l->ops.data[o];
        if (op->missing || op->mark == l->mark || op->supporter != fact) continue;
        for (uint32_t k = l->lists.data[o].first_effect; k < l->lists.data[o].end_effect; ++k) {
            uint32_t effect = x->effects.data[k];
            if (!is_marked(l, effect, QUESTION)) continue;
            l->facts.data[effect].mark = l->mark + BEFORE;
            l->stack.data[depth++] = effect;
        }
    }
    return depth;
}

// Answers which of the supporters that cost as much as the goal are before the zone.
static void answer_questions(pl_lmcut* l, const pl_relaxation* x, uint32_t goal_cost)
{
    uint32_t depth = 0;
    l->questions.count = 0;
    for (uint32_t i = 0; i < l->cut.count; ++i) {
        uint32_t supporter = l->ops.data[l->cut.data[i]].supporter;
        if (!is_below(l, supporter, goal_cost) && mark_first(l, supporter, QUESTION))
            l->questions.data[l->questions.count++] = supporter;
    }
    for (uint32_t i = 0; i < l->questions.count; ++i) {
        uint32_t fact = l->questions.data[i];
        if (!is_reached(l, x, fact, goal_cost)) continue;
        l->facts.data[fact].mark = l->mark + BEFORE;
        l->stack.data[depth++] = fact;
    }
    while (depth) {
        uint32_t fact = l->stack.data[--depth];
        depth = follow(l, x, fact, depth);
    }
}

// The operators that lead from before the zone into it. Returns the lowest of their costs.
static uint32_t find_cut(pl_lmcut* l, const pl_relaxation* x)
{
    uint32_t goal_cost = l->facts.data[x->goal].cost, cheapest = UINT32_MAX, kept = 0;
    if (l->mark > UINT32_MAX - 2 * MARKS) { // marks begin again
        for (uint32_t i = 0; i < x->fact_count; ++i) l->facts.data[i].mark = 0;
        for (uint32_t o = 0; o < x->ops.count; ++o) l->ops.data[o].mark = 0;
        l->mark = 0;
    }
    l->mark += MARKS;
    mark_zone(l, x);
    answer_questions(l, x, goal_cost);
    for (uint32_t i = 0; i < l->cut.count; ++i) {
        const pl_lmcut_op* op = &l->ops.data[l->cut.data[i]];
        if (!is_below(l, op->supporter, goal_cost) && !is_marked(l, op->supporter, BEFORE)) continue;
        cheapest = op->left < cheapest ? op->left : cheapest;
        l->cut.data[kept++] = l->cut.data[i];
    }
    l->cut.count = kept;
    return cheapest;
}

static bool keep_cut(pl_lmcut* l, uint32_t cost)
{
    pl_lmcut_landmark landmark = {l->members.count, cost};
    if (!PL_ARRAY_RESERVE(&l->members, &l->allocator, l->members.count + l->cut.count + 1) ||
        !PL_ARRAY_RESERVE(&l->landmarks, &l->allocator, l->landmarks.count + 2))
        return false;
    memcpy(l->members.data + l->members.count, l->cut.data, l->cut.count * sizeof(uint32_t));
    l->members.count += l->cut.count;
    l->landmarks.data[l->landmarks.count++] = landmark;
    return true;
}

// Cuts until the goal costs nothing, after an exploration. Returns their sum and the one before; UINT32_MAX: the goal is
// unreachable.
static uint32_t cut_all(pl_lmcut* l, const pl_relaxation* x, uint64_t sum, bool keeps)
{
    if (l->facts.data[x->goal].cost == UINT32_MAX) return UINT32_MAX;
    while (l->facts.data[x->goal].cost > 0) {
        uint32_t cheapest = find_cut(l, x);
        if (!l->cut.count || (keeps && !keep_cut(l, cheapest))) break; // only when memory has run out
        sum += cheapest;
        for (uint32_t i = 0; i < l->cut.count; ++i) l->ops.data[l->cut.data[i]].left -= cheapest;
        explore_again(l, x);
    }
    return sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX - 1;
}

uint32_t pl_lmcut_estimate(pl_lmcut* l, const pl_relaxation* x, const uint64_t* state)
{
    begin(l, x);
    explore(l, x, state);
    return cut_all(l, x, 0, false);
}

uint32_t pl_lmcut_prepare(pl_lmcut* l, const pl_relaxation* x, const uint64_t* state)
{
    begin(l, x);
    explore(l, x, state);
    l->landmarks.count = l->members.count = 0;
    uint32_t estimate = cut_all(l, x, 0, true);
    l->landmarks.data[l->landmarks.count] = (pl_lmcut_landmark){l->members.count, 0};
    l->sum = 0;
    for (uint32_t i = 0; i < l->landmarks.count; ++i) l->sum += l->landmarks.data[i].cost;
    for (uint32_t o = 0; o < x->ops.count; ++o) l->reduced.data[o] = l->ops.data[o].left;
    return estimate;
}

// Whether one of a move's operators is in a landmark.
static bool is_in_landmark(const pl_lmcut* l, const pl_lmcut_landmark* landmark, uint32_t move)
{
    uint32_t first = l->first_op.data[move], count = l->first_op.data[move + 1] - first, found = 0;
    for (uint32_t i = landmark->first; i < landmark[1].first; ++i) found |= l->members.data[i] - first < count;
    return found;
}

uint32_t pl_lmcut_estimate_after(pl_lmcut* l, const pl_relaxation* x, const uint64_t* state, uint32_t move)
{
    uint64_t sum = l->sum;
    begin(l, x);
    for (uint32_t o = 0; o < x->ops.count; ++o) l->ops.data[o].left = l->reduced.data[o];
    for (uint32_t i = 0; i < l->landmarks.count; ++i) {
        const pl_lmcut_landmark* landmark = &l->landmarks.data[i];
        if (!is_in_landmark(l, landmark, move)) continue;
        sum -= landmark->cost;
        for (uint32_t k = landmark->first; k < landmark[1].first; ++k)
            l->ops.data[l->members.data[k]].left += landmark->cost;
    }
    explore(l, x, state);
    return cut_all(l, x, sum, false);
}
