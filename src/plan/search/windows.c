#include "plan/search/windows.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/memory.h"

enum
{
    FIRST_LENGTH = 8,
    NODES_PER_STEP = 16, // of a window, then it is given up
    NODES_PER_STEP_OF_TRY = 32,
    NODES_OF_FIRST_TRY = 2500, // of a plan with more steps, it is repeated later
    STEP_WORK = 8,             // of a step that is executed and regressed, in units of the itinerary
};

// Weights of tries, in quarters.
static const uint32_t weights[] = {12, 8, 6, 5};

enum
{
    TRIES = sizeof weights / sizeof *weights
};

void pl_windows_init(pl_windows* w, const ploy_allocator* allocator)
{
    *w = (pl_windows){.allocator = pl_allocator_choose(allocator)};
    pl_backward_init(&w->backward, &w->allocator);
    pl_search_init(&w->search, &w->allocator);
    pl_itinerary_init(&w->itinerary, &w->allocator);
}

void pl_windows_destroy(pl_windows* w)
{
    pl_backward_destroy(&w->backward);
    pl_search_destroy(&w->search);
    pl_itinerary_destroy(&w->itinerary);
    PL_ARRAY_FREE(&w->moves, &w->allocator);
    PL_ARRAY_FREE(&w->states, &w->allocator);
    PL_ARRAY_FREE(&w->rests, &w->allocator);
    PL_ARRAY_FREE(&w->found, &w->allocator);
}

size_t pl_windows_bytes(const pl_windows* w)
{
    return pl_backward_bytes(&w->backward) + pl_search_bytes(&w->search) + pl_itinerary_bytes(&w->itinerary) +
           pl_array_bytes(w->moves.capacity + w->found.capacity, sizeof(uint32_t)) +
           pl_array_bytes(w->states.capacity + w->rests.capacity, sizeof(uint64_t));
}

bool pl_windows_apply(const pl_rules* rules)
{
    return !rules->has_tail && !rules->heuristic->priced_count && !rules->heuristic->cost_overflows;
}

uint32_t pl_windows_expanded(const pl_windows* w)
{
    return w->expanded + w->paid + (w->has_window ? w->search.expanded : 0) + (w->orders ? w->itinerary.evaluated : 0);
}

uint32_t pl_windows_generated(const pl_windows* w)
{
    return w->generated + (w->has_window ? w->search.generated : 0);
}

// The plan.

static uint64_t* state_at(const pl_windows* w, uint32_t step)
{
    return w->states.data + (size_t)step * w->rules->c->words;
}

static uint64_t* rest_at(const pl_windows* w, uint32_t step)
{
    return w->rests.data + (size_t)step * w->backward.width;
}

static bool reserve(pl_windows* w)
{
    uint32_t count = w->moves.count + 1;
    return PL_ARRAY_RESERVE(&w->states, &w->allocator, count * w->rules->c->words) &&
           PL_ARRAY_RESERVE(&w->rests, &w->allocator, count * w->backward.width + w->backward.width);
}

static void execute(pl_windows* w)
{
    const pl_compiled* c = w->rules->c;
    for (uint32_t i = 0; i < w->moves.count; ++i) {
        const pl_operator* op = &c->operators[w->rules->heuristic->moves[w->moves.data[i]].op];
        pl_operator_apply(c, op, state_at(w, i), state_at(w, i + 1));
    }
}

static bool allows(const pl_windows* w, const uint64_t* partial, const uint64_t* state)
{
    const pl_heuristic* g = w->rules->heuristic;
    for (uint32_t i = 0; i < g->variable_count; ++i) {
        if (!pl_bits_test(partial, g->variables[i].first + pl_heuristic_value(&g->variables[i], state))) return false;
    }
    return true;
}

// The alternative of the goal that the plan reaches.
static const uint64_t* reached_goal(const pl_windows* w)
{
    const pl_heuristic* g = w->rules->heuristic;
    const pl_target* target = &w->rules->c->targets[g->target];
    const uint64_t *goals = w->backward.goals, *last = state_at(w, w->moves.count);
    uint32_t at = 0;
    while (at + 1 < target->partial_count && !allows(w, goals + (size_t)at * g->partial_words, last)) ++at;
    return goals + (size_t)at * g->partial_words;
}

// Sets what the rest needs at each step. A step without which the rest can be executed is dropped; then it begins again.
static void regress(pl_windows* w)
{
    const pl_regression* r = &w->backward.regression;
    for (bool is_done = false; !is_done;) {
        execute(w);
        is_done = true;
        w->owed += STEP_WORK * (w->moves.count + 1);
        memcpy(rest_at(w, w->moves.count), reached_goal(w), r->partial_words * sizeof(uint64_t));
        for (uint32_t i = w->moves.count; i-- > 0 && is_done;) {
            bool is_needed = !allows(w, rest_at(w, i + 1), state_at(w, i));
            if (is_needed && pl_regress(r, w->moves.data[i], rest_at(w, i + 1), rest_at(w, i))) continue;
            memmove(w->moves.data + i, w->moves.data + i + 1, (w->moves.count - i - 1) * sizeof(uint32_t));
            --w->moves.count;
            is_done = false;
        }
    }
    w->cost = 0;
    for (uint32_t i = 0; i < w->moves.count; ++i) w->cost += w->rules->costs[w->moves.data[i]];
}

static bool set_moves(pl_windows* w, const uint32_t* moves, uint32_t count)
{
    if (!PL_ARRAY_RESERVE(&w->moves, &w->allocator, count + 1)) return false;
    if (count) memcpy(w->moves.data, moves, count * sizeof *moves);
    w->moves.count = count;
    if (!reserve(w)) return false;
    regress(w);
    return true;
}

static ploy_status begin_order(pl_windows* w)
{
    ploy_status status =
        pl_itinerary_begin(&w->itinerary, state_at(w, 0), reached_goal(w), w->moves.data, w->moves.count);
    w->orders = status == PLOY_IN_PROGRESS;
    return w->orders ? status : status == PLOY_OUT_OF_NODES ? PLOY_IN_PROGRESS : status;
}

static ploy_status order(pl_windows* w, uint32_t* max_nodes)
{
    pl_itinerary* t = &w->itinerary;
    uint32_t before = t->evaluated;
    ploy_status status = pl_itinerary_update(t, *max_nodes);
    *max_nodes -= t->evaluated - before;
    if (status == PLOY_OUT_OF_MEMORY) return status;
    // After rounds alone, not after slices: so the plan is the same in any slices.
    bool is_taken = t->cost < w->cost && (t->has_round || status != PLOY_IN_PROGRESS);
    if (is_taken && !set_moves(w, t->moves.data, t->moves.count)) return PLOY_OUT_OF_MEMORY;
    if (status == PLOY_IN_PROGRESS) return status;
    w->orders = false;
    w->expanded += t->evaluated;
    return PLOY_IN_PROGRESS;
}

ploy_status pl_windows_begin(pl_windows* w, const pl_rules* rules, const uint64_t* start, uint32_t max_nodes,
                             const uint32_t* moves, uint32_t move_count)
{
    w->rules = rules;
    w->length = FIRST_LENGTH / 2; // twice that after the first try
    w->first = w->expanded = w->generated = w->tries = w->owed = w->paid = 0;
    w->has_window = w->has_improved = w->orders = false;
    w->is_try = true;
    if (!pl_backward_begin(&w->backward, rules, &w->search, start, max_nodes, false) ||
        !pl_itinerary_prepare(&w->itinerary, rules, &w->backward.regression) ||
        !PL_ARRAY_RESERVE(&w->states, &w->allocator, rules->c->words))
        return w->status = PLOY_OUT_OF_MEMORY;
    memcpy(state_at(w, 0), start, rules->c->words * sizeof *start);
    return w->status = set_moves(w, moves, move_count) ? begin_order(w) : PLOY_OUT_OF_MEMORY;
}

// One window.

static uint32_t expand(void* context, uint32_t node, const pl_edge** edges)
{
    pl_windows* w = context;
    pl_space space = pl_backward_space(&w->backward);
    uint32_t count = space.expand(space.context, node, edges), kept = 0;
    if (count >= PL_EXPAND_NO_NODES) return count;
    uint64_t g = pl_search_at(&w->search, node)->g;
    pl_edge* edge = w->backward.edges.data;
    for (uint32_t i = 0; i < count; ++i) {
        if (g + edge[i].cost + edge[i].estimate < w->bound) edge[kept++] = edge[i];
    }
    return kept;
}

static bool is_goal(void* context, uint32_t node)
{
    pl_space space = pl_backward_space(&((pl_windows*)context)->backward);
    return space.is_goal(space.context, node);
}

static uint32_t end_of(const pl_windows* w)
{
    return !w->is_try && w->first + w->length < w->moves.count ? w->first + w->length : w->moves.count;
}

static ploy_status open_window(pl_windows* w)
{
    uint32_t end = end_of(w);
    w->bound = 0;
    for (uint32_t i = w->first; i < end; ++i) w->bound += w->rules->costs[w->moves.data[i]];
    w->has_window = true;
    if (!pl_backward_aim(&w->backward, state_at(w, w->first), rest_at(w, end))) return PLOY_OUT_OF_MEMORY;
    pl_space space = {.context = w, .expand = expand, .is_goal = is_goal};
    if (!w->is_try) return pl_search_begin(&w->search, &space, 0, 0, PL_SEARCH_CHEAPEST, NODES_PER_STEP * w->length);
    uint32_t nodes = NODES_PER_STEP_OF_TRY * w->moves.count;
    w->search.weight = weights[w->tries > 0 ? w->tries - 1 : 0];
    if (w->tries == 0 && nodes > NODES_OF_FIRST_TRY)
        nodes = NODES_OF_FIRST_TRY;
    else if (w->tries == 0)
        w->tries = 1;
    return pl_search_begin(&w->search, &space, 0, 0, PL_SEARCH_WEIGHTED, nodes);
}

static bool replace(pl_windows* w)
{
    uint32_t end = end_of(w), rest = w->moves.count - end;
    PL_ARRAY_CLEAR(&w->found);
    for (uint32_t id = w->search.goal; id != PLOY_NONE; id = pl_search_at(&w->search, id)->parent) {
        uint32_t label = pl_search_at(&w->search, id)->label;
        if (label != PLOY_NONE && !PL_ARRAY_PUSH(&w->found, &w->allocator, label)) return false;
    }
    uint32_t count = w->first + w->found.count + rest;
    if (!PL_ARRAY_RESERVE(&w->moves, &w->allocator, count + 1)) return false;
    memmove(w->moves.data + w->first + w->found.count, w->moves.data + end, rest * sizeof(uint32_t));
    if (w->found.count) memcpy(w->moves.data + w->first, w->found.data, w->found.count * sizeof(uint32_t));
    w->moves.count = count;
    if (!reserve(w)) return false;
    regress(w);
    return true;
}

// After a try: from the shortest windows again if it has found something, else with longer ones.
static bool end_try(pl_windows* w)
{
    bool was_whole = w->length >= w->moves.count;
    w->is_try = false;
    w->length = w->has_improved ? FIRST_LENGTH : 2 * w->length;
    bool goes_on = w->has_improved || !was_whole || w->tries < TRIES;
    w->has_improved = false;
    return goes_on && w->moves.count > 1;
}

// The next window, half a window on; after a pass that improved nothing a try, while there are some. False: that was
// all.
static bool move_on(pl_windows* w)
{
    if (w->is_try) return end_try(w);
    bool was_last = end_of(w) >= w->moves.count;
    w->first += w->length / 2;
    if (!was_last) return true;
    w->first = 0;
    bool has_improved = w->has_improved;
    w->has_improved = false;
    if (has_improved) return w->moves.count > 1;
    if (w->tries == TRIES) return end_try(w);
    w->is_try = true;
    ++w->tries;
    return true;
}

static ploy_status close_window(pl_windows* w)
{
    ploy_status status = w->search.status;
    w->expanded += w->search.expanded;
    w->generated += w->search.generated;
    w->has_window = false;
    if (status == PLOY_OUT_OF_MEMORY) return status;
    if (status == PLOY_FOUND) {
        w->has_improved = true;
        if (!replace(w) || begin_order(w) == PLOY_OUT_OF_MEMORY) return PLOY_OUT_OF_MEMORY;
    }
    return move_on(w) ? PLOY_IN_PROGRESS : PLOY_OUT_OF_NODES;
}

// Plans that were executed and regressed take nodes, too.
static uint32_t pay(pl_windows* w, uint32_t max_nodes)
{
    uint32_t nodes = w->owed / PL_ITINERARY_NODE < max_nodes ? w->owed / PL_ITINERARY_NODE : max_nodes;
    w->owed -= nodes * PL_ITINERARY_NODE;
    w->paid += nodes;
    return nodes;
}

ploy_status pl_windows_update(pl_windows* w, uint32_t max_nodes)
{
    while (max_nodes > 0 && w->status == PLOY_IN_PROGRESS) {
        max_nodes -= pay(w, max_nodes);
        if (max_nodes == 0) break;
        if (w->orders) {
            w->status = order(w, &max_nodes);
            continue;
        }
        if (!w->has_window) {
            w->status = w->moves.count ? open_window(w) : PLOY_OUT_OF_NODES;
            if (w->status == PLOY_OUT_OF_MEMORY) break;
        }
        uint32_t before = w->search.expanded;
        ploy_status status = pl_search_update(&w->search, max_nodes);
        max_nodes -= w->search.expanded - before;
        if (status != PLOY_IN_PROGRESS) w->status = close_window(w);
    }
    return w->status;
}
