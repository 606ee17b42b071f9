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
    PL_ARRAY_FREE(&l->costs, &l->allocator);
    PL_ARRAY_FREE(&l->fact_marks, &l->allocator);
    PL_ARRAY_FREE(&l->left, &l->allocator);
    PL_ARRAY_FREE(&l->supporters, &l->allocator);
    PL_ARRAY_FREE(&l->missing, &l->allocator);
    PL_ARRAY_FREE(&l->op_marks, &l->allocator);
    PL_ARRAY_FREE(&l->fresh_left, &l->allocator);
    PL_ARRAY_FREE(&l->fresh_supporters, &l->allocator);
    PL_ARRAY_FREE(&l->fresh_missing, &l->allocator);
    PL_ARRAY_FREE(&l->lists, &l->allocator);
    PL_ARRAY_FREE(&l->effects, &l->allocator);
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
    return pl_array_bytes(l->costs.capacity + l->fact_marks.capacity + l->left.capacity + l->supporters.capacity +
                              l->op_marks.capacity + l->fresh_left.capacity + l->fresh_supporters.capacity +
                              l->effects.capacity + l->stack.capacity + l->questions.capacity + l->cut.capacity +
                              l->first_op.capacity + l->members.capacity + l->reduced.capacity,
                          sizeof(uint32_t)) +
           pl_array_bytes(l->missing.capacity + l->fresh_missing.capacity, sizeof(uint16_t)) +
           pl_array_bytes(l->lists.capacity, sizeof(pl_lmcut_lists)) +
           pl_array_bytes(l->queue.entries.capacity, sizeof(pl_radix_entry)) +
           pl_array_bytes(l->landmarks.capacity, sizeof(pl_lmcut_landmark));
}

static void list_op(pl_lmcut* l, const pl_relaxation* x, uint32_t o)
{
    const pl_relaxed_op* op = &x->ops.data[o];
    pl_lmcut_lists* list = &l->lists.data[o];
    l->fresh_left.data[o] = op->share;
    l->fresh_missing.data[o] = (uint16_t)op->pre_count;
    l->fresh_supporters.data[o] = op->pre_count ? PL_LMCUT_UNREACHED : PLOY_NONE;
    *list = (pl_lmcut_lists){op->first_pre, op->first_pre + op->pre_count, l->effects.count, 0};
    for (uint32_t i = op->first_effect; i < op->first_effect + op->effect_count; ++i) {
        if (pl_relaxation_needs(x, x->effects.data[i])) l->effects.data[l->effects.count++] = x->effects.data[i];
    }
    list->end_effect = l->effects.count;
}

static void list_ops(pl_lmcut* l, const pl_relaxation* x)
{
    uint32_t move = 0, moves = x->rules->heuristic->move_count;
    l->effects.count = 0;
    for (uint32_t o = 0; o < x->ops.count; ++o) {
        uint32_t of = x->ops.data[o].move;
        list_op(l, x, o);
        // Operators are in order of their moves; those without one are last.
        for (; move < moves && (of == PLOY_NONE || move <= of); ++move) l->first_op.data[move] = o;
    }
    for (; move <= moves; ++move) l->first_op.data[move] = x->ops.count;
}

static bool make_room_for_ops(pl_lmcut* l, const ploy_allocator* a, uint32_t ops)
{
    return PL_ARRAY_RESERVE(&l->left, a, ops) && PL_ARRAY_RESERVE(&l->supporters, a, ops) &&
           PL_ARRAY_RESERVE(&l->missing, a, ops) && PL_ARRAY_RESERVE(&l->op_marks, a, ops) &&
           PL_ARRAY_RESERVE(&l->fresh_left, a, ops) && PL_ARRAY_RESERVE(&l->fresh_supporters, a, ops) &&
           PL_ARRAY_RESERVE(&l->fresh_missing, a, ops) && PL_ARRAY_RESERVE(&l->lists, a, ops) &&
           PL_ARRAY_RESERVE(&l->cut, a, ops) && PL_ARRAY_RESERVE(&l->reduced, a, ops);
}

static void clear_marks(pl_lmcut* l, const pl_relaxation* x)
{
    memset(l->fact_marks.data, 0, x->fact_count * sizeof(uint32_t));
    memset(l->op_marks.data, 0, (x->ops.count + 1) * sizeof(uint32_t));
    l->mark = 0;
}

bool pl_lmcut_fit(pl_lmcut* l, const pl_relaxation* x)
{
    const ploy_allocator* a = &l->allocator;
    uint32_t facts = x->fact_count + 1, effects = x->effects.count + 1;
    if (!make_room_for_ops(l, a, x->ops.count + 1) || !PL_ARRAY_RESERVE(&l->costs, a, facts) ||
        !PL_ARRAY_RESERVE(&l->fact_marks, a, facts) || !PL_ARRAY_RESERVE(&l->effects, a, effects) ||
        !PL_ARRAY_RESERVE(&l->queue.entries, a, facts + effects) || !PL_ARRAY_RESERVE(&l->stack, a, facts) ||
        !PL_ARRAY_RESERVE(&l->questions, a, facts) ||
        !PL_ARRAY_RESERVE(&l->first_op, a, x->rules->heuristic->move_count + 1) ||
        !PL_ARRAY_RESERVE(&l->landmarks, a, 1))
        return false;
    clear_marks(l, x);
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
    if (cost >= l->costs.data[fact] || !make_room(l)) return;
    l->costs.data[fact] = cost;
    pl_radix_queue_add(&l->queue, cost, fact);
}

static inline void reach_effects(pl_lmcut* l, uint32_t o, uint32_t from)
{
    uint64_t cost = (uint64_t)from + l->left.data[o];
    uint32_t capped = cost < UINT32_MAX ? (uint32_t)cost : UINT32_MAX - 1;
    for (uint32_t i = l->lists.data[o].first_effect; i < l->lists.data[o].end_effect; ++i)
        reach(l, l->effects.data[i], capped);
}

// left: of each operator's cost.
static void begin(pl_lmcut* l, const pl_relaxation* x, const uint32_t* left)
{
    uint32_t ops = x->ops.count;
    memset(l->costs.data, 0xFF, x->fact_count * sizeof(uint32_t));
    memcpy(l->left.data, left, ops * sizeof(uint32_t));
    memcpy(l->supporters.data, l->fresh_supporters.data, ops * sizeof(uint32_t));
    memcpy(l->missing.data, l->fresh_missing.data, ops * sizeof(uint16_t));
}

static void choose_supporter(pl_lmcut* l, const pl_relaxation* x, uint32_t o)
{
    const pl_lmcut_lists* list = &l->lists.data[o];
    uint32_t best = x->pres.data[list->first_pre], highest = l->costs.data[best];
    for (uint32_t i = list->first_pre + 1; i < list->end_pre; ++i) {
        uint32_t fact = x->pres.data[i], cost = l->costs.data[fact];
        best = cost >= highest ? fact : best;
        highest = cost >= highest ? cost : highest;
    }
    l->supporters.data[o] = best;
}

// After begin, from a state.
static void explore(pl_lmcut* l, const pl_relaxation* x, const uint64_t* state)
{
    const pl_heuristic* g = x->rules->heuristic;
    uint32_t cost, fact;
    pl_radix_queue_clear(&l->queue);
    for (uint32_t i = 0; i < g->variable_count; ++i)
        reach(l, g->variables[i].slice + pl_heuristic_value(&g->variables[i], state), 0);
    for (uint32_t i = 0; i < x->at_once.count; ++i) reach_effects(l, x->at_once.data[i], 0);
    while (pl_radix_queue_take(&l->queue, &cost, &fact)) {
        if (cost != l->costs.data[fact]) continue;
        const uint32_t *reader = x->readers.data + x->first_reader.data[fact],
                       *end = x->readers.data + x->first_reader.data[fact + 1];
        for (; reader < end; ++reader) {
            if (--l->missing.data[*reader]) continue;
            choose_supporter(l, x, *reader);
            reach_effects(l, *reader, cost);
        }
    }
}

static uint32_t cost_of(const pl_lmcut* l, uint32_t supporter)
{
    return supporter == PLOY_NONE ? 0 : l->costs.data[supporter];
}

// After a cut: what has become cheaper.
static void explore_again(pl_lmcut* l, const pl_relaxation* x)
{
    uint32_t cost, fact;
    pl_radix_queue_clear(&l->queue);
    for (uint32_t i = 0; i < l->cut.count; ++i) {
        uint32_t o = l->cut.data[i];
        reach_effects(l, o, cost_of(l, l->supporters.data[o]));
    }
    while (pl_radix_queue_take(&l->queue, &cost, &fact)) {
        if (cost != l->costs.data[fact]) continue;
        for (uint32_t i = x->first_reader.data[fact]; i < x->first_reader.data[fact + 1]; ++i) {
            uint32_t o = x->readers.data[i];
            if (l->supporters.data[o] != fact) continue;
            choose_supporter(l, x, o);
            reach_effects(l, o, l->costs.data[l->supporters.data[o]]);
        }
    }
}

// Cuts.

// Whether a fact has one of the marks of this cut; gives it another one if it has none.
static inline bool is_marked(const pl_lmcut* l, uint32_t fact, uint32_t mark)
{
    return l->fact_marks.data[fact] == l->mark + mark;
}

static inline bool mark_first(pl_lmcut* l, uint32_t fact, uint32_t mark)
{
    if (l->fact_marks.data[fact] > l->mark) return false;
    l->fact_marks.data[fact] = l->mark + mark;
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
            uint32_t o = x->achievers.data[i], supporter = l->supporters.data[o];
            if (supporter == PL_LMCUT_UNREACHED || l->op_marks.data[o] == l->mark) continue;
            l->op_marks.data[o] = l->mark;
            if (l->left.data[o])
                l->cut.data[l->cut.count++] = o;
            else if (supporter != PLOY_NONE && mark_first(l, supporter, ZONE))
                stack[depth++] = supporter;
        }
    }
}

static inline bool is_below(const pl_lmcut* l, uint32_t supporter, uint32_t goal_cost)
{
    return supporter == PLOY_NONE || l->costs.data[supporter] < goal_cost;
}

// Whether a fact in question is reached, in one step, from something that is before the zone. Puts what may be so in
// question, too.
static bool is_reached(pl_lmcut* l, const pl_relaxation* x, uint32_t fact, uint32_t goal_cost)
{
    for (uint32_t i = x->first_achiever.data[fact]; i < x->first_achiever.data[fact + 1]; ++i) {
        uint32_t o = x->achievers.data[i], supporter = l->supporters.data[o];
        if (supporter == PL_LMCUT_UNREACHED || l->op_marks.data[o] == l->mark) continue;
        if (is_below(l, supporter, goal_cost) || is_marked(l, supporter, BEFORE)) return true;
        if (mark_first(l, supporter, QUESTION)) l->questions.data[l->questions.count++] = supporter;
    }
    return false;
}

// What follows from a fact that is before the zone.
static uint32_t follow(pl_lmcut* l, const pl_relaxation* x, uint32_t fact, uint32_t depth)
{
    for (uint32_t i = x->first_reader.data[fact]; i < x->first_reader.data[fact + 1]; ++i) {
        uint32_t o = x->readers.data[i];
        if (l->supporters.data[o] != fact || l->op_marks.data[o] == l->mark) continue;
        for (uint32_t k = l->lists.data[o].first_effect; k < l->lists.data[o].end_effect; ++k) {
            uint32_t effect = l->effects.data[k];
            if (!is_marked(l, effect, QUESTION)) continue;
            l->fact_marks.data[effect] = l->mark + BEFORE;
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
        uint32_t supporter = l->supporters.data[l->cut.data[i]];
        if (!is_below(l, supporter, goal_cost) && mark_first(l, supporter, QUESTION))
            l->questions.data[l->questions.count++] = supporter;
    }
    for (uint32_t i = 0; i < l->questions.count; ++i) {
        uint32_t fact = l->questions.data[i];
        if (!is_reached(l, x, fact, goal_cost)) continue;
        l->fact_marks.data[fact] = l->mark + BEFORE;
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
    uint32_t goal_cost = l->costs.data[x->goal], cheapest = UINT32_MAX, kept = 0;
    if (l->mark > UINT32_MAX - 2 * MARKS) clear_marks(l, x);
    l->mark += MARKS;
    mark_zone(l, x);
    answer_questions(l, x, goal_cost);
    for (uint32_t i = 0; i < l->cut.count; ++i) {
        uint32_t o = l->cut.data[i], supporter = l->supporters.data[o], left = l->left.data[o];
        if (!is_below(l, supporter, goal_cost) && !is_marked(l, supporter, BEFORE)) continue;
        cheapest = left < cheapest ? left : cheapest;
        l->cut.data[kept++] = o;
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
    if (l->costs.data[x->goal] == UINT32_MAX) return UINT32_MAX;
    while (l->costs.data[x->goal] > 0) {
        uint32_t cheapest = find_cut(l, x);
        if (!l->cut.count || (keeps && !keep_cut(l, cheapest))) break; // memory has run out, or too many preconditions
        sum += cheapest;
        for (uint32_t i = 0; i < l->cut.count; ++i) l->left.data[l->cut.data[i]] -= cheapest;
        explore_again(l, x);
    }
    return sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX - 1;
}

uint32_t pl_lmcut_estimate(pl_lmcut* l, const pl_relaxation* x, const uint64_t* state)
{
    begin(l, x, l->fresh_left.data);
    explore(l, x, state);
    return cut_all(l, x, 0, false);
}

uint32_t pl_lmcut_prepare(pl_lmcut* l, const pl_relaxation* x, const uint64_t* state)
{
    begin(l, x, l->fresh_left.data);
    explore(l, x, state);
    l->landmarks.count = l->members.count = 0;
    uint32_t estimate = cut_all(l, x, 0, true);
    l->landmarks.data[l->landmarks.count] = (pl_lmcut_landmark){l->members.count, 0};
    l->sum = 0;
    for (uint32_t i = 0; i < l->landmarks.count; ++i) l->sum += l->landmarks.data[i].cost;
    memcpy(l->reduced.data, l->left.data, x->ops.count * sizeof(uint32_t));
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
    begin(l, x, l->reduced.data);
    for (uint32_t i = 0; i < l->landmarks.count; ++i) {
        const pl_lmcut_landmark* landmark = &l->landmarks.data[i];
        if (!is_in_landmark(l, landmark, move)) continue;
        sum -= landmark->cost;
        for (uint32_t k = landmark->first; k < landmark[1].first; ++k)
            l->left.data[l->members.data[k]] += landmark->cost;
    }
    explore(l, x, state);
    return cut_all(l, x, sum, false);
}
