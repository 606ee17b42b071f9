#include "plan/search/lazy.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/containers/key_heap.h"
#include "base/memory.h"

enum
{
    ALL, // in order of relaxed plans
    HELPFUL,
    LANDMARKS, // all, in order of landmarks
    HELPFUL_LANDMARKS,
    NEW, // what is new among states with as many landmarks ahead
    CAREFUL_AT = 32, // expansions; nearly all plans that a search in a hurry finds, it finds with fewer
    MAX_BLOCKED = 4,
    BOOST = 1000, // turns that the helpful moves get ahead after a step closer to the goal
};

void pl_lazy_init(pl_lazy* z, const ploy_allocator* allocator)
{
    *z = (pl_lazy){.allocator = pl_allocator_choose(allocator)};
    pl_exploration_init(&z->explored, &z->allocator);
    pl_requirements_init(&z->requirements, &z->allocator);
    pl_landmark_count_init(&z->landmarks, &z->allocator);
}

void pl_lazy_destroy(pl_lazy* z)
{
    pl_exploration_destroy(&z->explored);
    pl_requirements_destroy(&z->requirements);
    pl_landmark_count_destroy(&z->landmarks);
    PL_ARRAY_FREE(&z->reached, &z->allocator);
    PL_ARRAY_FREE(&z->seen, &z->allocator);
    PL_ARRAY_FREE(&z->values, &z->allocator);
    PL_ARRAY_FREE(&z->edges, &z->allocator);
    PL_ARRAY_FREE(&z->parents, &z->allocator);
    PL_ARRAY_FREE(&z->evaluated, &z->allocator);
    PL_ARRAY_FREE(&z->ahead, &z->allocator);
    for (uint32_t i = 0; i < PL_LAZY_QUEUES; ++i) PL_ARRAY_FREE(&z->queues[i], &z->allocator);
}

size_t pl_lazy_bytes(const pl_lazy* z)
{
    uint32_t words = z->ahead.capacity + z->reached.capacity + z->seen.capacity + z->values.capacity;
    for (uint32_t i = 0; i < PL_LAZY_QUEUES; ++i) words += z->queues[i].capacity;
    return pl_exploration_bytes(&z->explored) + pl_requirements_bytes(&z->requirements) +
           pl_landmark_count_bytes(&z->landmarks) +
           pl_array_bytes(z->edges.capacity + z->parents.capacity, sizeof(pl_lazy_edge)) + z->evaluated.capacity +
           pl_array_bytes(words, sizeof(uint64_t));
}

static bool push(pl_lazy* z, uint32_t queue, uint64_t entry)
{
    pl_lazy_queue* q = &z->queues[queue];
    if (!PL_ARRAY_RESERVE(q, &z->allocator, q->count + 1)) return false;
    pl_key_heap_push(q->data, &q->count, entry);
    return true;
}

// Empties all but the states, and begins at the start.
static bool begin_at_start(pl_lazy* z)
{
    pl_lazy_edge start = {PLOY_NONE, 0, PLOY_NONE, 0};
    z->lowest = z->fewest = UINT32_MAX;
    PL_ARRAY_CLEAR(&z->edges);
    PL_ARRAY_CLEAR(&z->parents);
    PL_ARRAY_CLEAR(&z->evaluated);
    for (uint32_t i = 0; i < PL_LAZY_QUEUES; ++i) {
        PL_ARRAY_CLEAR(&z->queues[i]);
        z->turns[i] = 0;
    }
    return PL_ARRAY_PUSH(&z->edges, &z->allocator, start) && push(z, ALL, 0);
}

ploy_status pl_lazy_begin(pl_lazy* z, pl_forward* forward, const pl_relaxation* relaxation, const pl_totals* totals,
                          pl_maker_style style, uint32_t max_nodes)
{
    z->forward = forward;
    z->relaxation = relaxation;
    z->max_nodes = max_nodes ? max_nodes : UINT32_MAX;
    z->expanded = z->generated = 0;
    z->work = (pl_search_work){0};
    z->bound = UINT32_MAX;
    z->goal = PLOY_NONE;
    z->landmarks.count = 0;
    z->is_careful = false;
    z->again_at = CAREFUL_AT;
    z->landmarks_at = pl_landmark_count_price(relaxation);
    PL_ARRAY_CLEAR(&z->explored.blocked);
    if (!pl_exploration_fit(&z->explored, relaxation) ||
        !PL_ARRAY_RESERVE(&z->explored.blocked, &z->explored.allocator, MAX_BLOCKED + 1) ||
        !pl_requirements_begin(&z->requirements, relaxation, totals, style) ||
        !PL_ARRAY_RESERVE(&z->ahead, &z->allocator, relaxation->ops.count + 1) || !begin_at_start(z))
        return z->status = PLOY_OUT_OF_MEMORY;
    return z->status = PLOY_IN_PROGRESS;
}

static bool is_evaluated(const pl_lazy* z, uint32_t node)
{
    return node < z->evaluated.count && z->evaluated.data[node];
}

static uint64_t* reached_by(pl_lazy* z, uint32_t node)
{
    return z->reached.data + (size_t)node * z->landmarks.words;
}

// What a path has reached of the landmarks: what it had before, and what the state has.
static void note_landmarks(pl_lazy* z, const pl_lazy_edge* edge, uint64_t* reached)
{
    const size_t bytes = z->landmarks.words * sizeof *reached;
    if (edge->from == PLOY_NONE) memset(reached, 0, bytes);
    else memcpy(reached, reached_by(z, edge->from), bytes);
    pl_landmark_count_reach(&z->landmarks, pl_tuples_at(z->forward->states, edge->to), reached);
}

// The first edge that leads to a node is its parent for good: a later one might come from its own successors.
static bool note_parent(pl_lazy* z, pl_lazy_edge edge)
{
    uint32_t words = z->landmarks.words;
    if (z->landmarks.count && !PL_ARRAY_RESERVE(&z->reached, &z->allocator, (edge.to + 2) * words)) return false;
    if (!PL_ARRAY_RESERVE(&z->parents, &z->allocator, edge.to + 1) ||
        !PL_ARRAY_RESERVE(&z->evaluated, &z->allocator, edge.to + 1))
        return false;
    while (z->parents.count <= edge.to) {
        z->evaluated.data[z->evaluated.count++] = false;
        z->parents.data[z->parents.count++].to = PLOY_NONE;
    }
    if (z->parents.data[edge.to].to != PLOY_NONE) return true;
    z->parents.data[edge.to] = edge;
    if (z->landmarks.count) note_landmarks(z, &edge, reached_by(z, edge.to));
    return true;
}

// The queue that had the fewest turns; PLOY_NONE: all are empty.
static uint32_t next_queue(const pl_lazy* z)
{
    static const uint8_t order[PL_LAZY_QUEUES] = {HELPFUL, HELPFUL_LANDMARKS, NEW, ALL, LANDMARKS};
    uint32_t next = PLOY_NONE;
    for (uint32_t i = 0; i < PL_LAZY_QUEUES; ++i) {
        uint32_t queue = order[i];
        if (z->queues[queue].count && (next == PLOY_NONE || z->turns[queue] < z->turns[next])) next = queue;
    }
    return next;
}

// The next edge that leads to a state not evaluated yet; false: there is none.
static bool take(pl_lazy* z, pl_lazy_edge* edge)
{
    for (uint32_t queue = next_queue(z); queue != PLOY_NONE; queue = next_queue(z)) {
        *edge = z->edges.data[(uint32_t)pl_key_heap_pop(z->queues[queue].data, &z->queues[queue].count)];
        if (is_evaluated(z, edge->to)) continue;
        ++z->turns[queue];
        return true;
    }
    return false;
}

static bool is_helpful(const pl_lazy* z, uint32_t move)
{
    for (uint32_t i = 0; i < z->explored.helpful.count; ++i) {
        if (z->explored.helpful.data[i] == move) return true;
    }
    return false;
}

// How many landmarks are ahead of where an edge leads, as its key in a queue. It is helpful if it reaches a new one.
static uint32_t landmarks_ahead(pl_lazy* z, const pl_lazy_edge* edge, bool* is_helpful)
{
    uint32_t words = z->landmarks.words;
    uint64_t *before = reached_by(z, edge->from), *reached = z->reached.data + z->reached.capacity - words;
    note_landmarks(z, edge, reached);
    *is_helpful |= pl_bits_count(reached, words) > pl_bits_count(before, words);
    return pl_landmark_count_ahead(&z->landmarks, pl_tuples_at(z->forward->states, edge->to), reached);
}

// The values of the state that is expanded, one bit per value.
static void list_values(pl_lazy* z, uint32_t node)
{
    const pl_heuristic* g = z->relaxation->rules->heuristic;
    const uint64_t* state = pl_tuples_at(z->forward->states, node);
    memset(z->values.data, 0, pl_bits_words(g->slices) * sizeof(uint64_t));
    for (uint32_t i = 0; i < g->variable_count; ++i)
        pl_bits_set(z->values.data, g->variables[i].slice + pl_heuristic_value(&g->variables[i], state));
}

// Makes the values of one state those of another one, if a move may have changed the variable.
static void replace_value(pl_lazy* z, uint32_t variable, const uint64_t* from, const uint64_t* to)
{
    const pl_heuristic_variable* v = &z->relaxation->rules->heuristic->variables[variable];
    pl_bits_clear(z->values.data, v->slice + pl_heuristic_value(v, from));
    pl_bits_set(z->values.data, v->slice + pl_heuristic_value(v, to));
}

static void replace_values(pl_lazy* z, uint32_t move, const uint64_t* from, const uint64_t* to)
{
    const pl_regression* r = z->relaxation->regression;
    const pl_regression_move* m = &r->moves[move];
    for (uint32_t i = 0; i < m->set_count; ++i) replace_value(z, r->sets[m->first_set + i].variable, from, to);
    for (uint32_t i = 0; i < m->add_count; ++i) replace_value(z, r->adds[m->first_add + i].variable, from, to);
}

// Does an edge lead to a value that no other state with as many landmarks ahead had? From now on, it is known.
static bool is_new(pl_lazy* z, const pl_lazy_edge* edge, uint32_t ahead)
{
    const uint32_t words = pl_bits_words(z->relaxation->rules->heuristic->slices);
    const uint64_t *from = pl_tuples_at(z->forward->states, edge->from), *to = pl_tuples_at(z->forward->states, edge->to);
    uint64_t *seen = z->seen.data + (size_t)ahead * words, unseen = 0;
    replace_values(z, edge->move, from, to);
    for (uint32_t w = 0; w < words; ++w) {
        unseen |= z->values.data[w] & ~seen[w];
        seen[w] |= z->values.data[w];
    }
    replace_values(z, edge->move, to, from);
    return unseen != 0;
}

static bool add_edge(pl_lazy* z, pl_lazy_edge edge, uint32_t estimate)
{
    uint64_t number = z->edges.count;
    bool is_preferred = is_helpful(z, edge.move);
    uint32_t ahead = z->landmarks.count ? landmarks_ahead(z, &edge, &is_preferred) : 0;
    uint64_t entry = (uint64_t)estimate << 32 | number, by_landmarks = (uint64_t)ahead << 32 | number;
    if (!PL_ARRAY_PUSH(&z->edges, &z->allocator, edge) || !push(z, ALL, entry)) return false;
    if (is_preferred && !push(z, HELPFUL, entry)) return false;
    if (!z->landmarks.count) return true;
    if (is_new(z, &edge, ahead) && !push(z, NEW, by_landmarks)) return false;
    return push(z, LANDMARKS, by_landmarks) && (!is_preferred || push(z, HELPFUL_LANDMARKS, by_landmarks));
}

static ploy_status expand(pl_lazy* z, uint32_t node, uint32_t from, uint32_t estimate)
{
    const pl_edge* edges = NULL;
    uint32_t count = pl_forward_expand(z->forward, node, &edges);
    if (count == PL_EXPAND_NO_MEMORY) return PLOY_OUT_OF_MEMORY;
    if (count == PL_EXPAND_NO_NODES) return PLOY_OUT_OF_NODES;
    z->generated += count;
    if (z->landmarks.count) list_values(z, node);
    for (uint32_t i = 0; i < count; ++i) {
        if (edges[i].estimate == PL_DEAD || is_evaluated(z, edges[i].to)) continue;
        uint64_t g = (uint64_t)from + edges[i].cost;
        if (g >= PL_COST_TOO_HIGH) return PLOY_NOT_SUPPORTED;
        if (!add_edge(z, (pl_lazy_edge){node, edges[i].to, edges[i].label, (uint32_t)g}, estimate))
            return PLOY_OUT_OF_MEMORY;
    }
    return PLOY_IN_PROGRESS;
}

// Follows a move; PLOY_NONE: it cannot be executed, or leads to where the search has been.
static ploy_status follow(pl_lazy* z, uint32_t* node, uint32_t move)
{
    uint32_t cost, to = pl_forward_follow(z->forward, *node, move, &cost);
    if (to == PLOY_NONE || to == *node || is_evaluated(z, to)) return PLOY_NOT_FOUND;
    uint64_t g = (uint64_t)z->parents.data[*node].g + cost;
    if (g >= PL_COST_TOO_HIGH) return PLOY_NOT_SUPPORTED;
    ++z->generated;
    if (!note_parent(z, (pl_lazy_edge){*node, to, move, (uint32_t)g})) return PLOY_OUT_OF_MEMORY;
    *node = to;
    return PLOY_IN_PROGRESS;
}

static ploy_status follow_requirements(pl_lazy* z, uint32_t* at)
{
    const pl_requirements* q = &z->requirements;
    const uint64_t* state = pl_tuples_at(z->forward->states, *at);
    uint32_t times = pl_requirements_next(&z->requirements, &z->explored, state, z->is_careful);
    ploy_status status = PLOY_IN_PROGRESS;
    for (uint32_t i = 0; times && i < q->chain.count && status == PLOY_IN_PROGRESS; ++i)
        status = follow(z, at, q->chain.data[i]);
    for (uint32_t i = 1; i < times && q->chain.count && status == PLOY_IN_PROGRESS; ++i)
        status = follow(z, at, q->chain.data[q->chain.count - 1]);
    return status;
}

// The operators of the relaxed plan, in order of what their preconditions cost.
static void sort_relaxed_plan(pl_lazy* z)
{
    const pl_relaxation* x = z->relaxation;
    const uint64_t* ops = z->explored.marks.data + pl_bits_words(x->fact_count);
    uint32_t words = pl_bits_words(x->ops.count), count = 0;
    uint64_t* heap = z->explored.heap.data; // free after an exploration, and has room for all
    for (uint32_t o = pl_bits_next(ops, words, 0); o != PLOY_NONE; o = pl_bits_next(ops, words, o + 1)) {
        if (x->ops.data[o].move != PLOY_NONE)
            pl_key_heap_push(heap, &count, (uint64_t)z->explored.ops.data[o].cost << 32 | o);
    }
    PL_ARRAY_CLEAR(&z->ahead);
    while (count) z->ahead.data[z->ahead.count++] = pl_key_heap_pop(heap, &count);
}

static bool is_true(const pl_lazy* z, uint32_t fact, uint32_t node)
{
    const pl_heuristic* g = z->forward->rules->heuristic;
    uint32_t low = 0, high = g->variable_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (g->variables[middle].slice <= fact) low = middle;
        else high = middle;
    }
    const pl_heuristic_variable* v = &g->variables[low];
    return v->slice + pl_heuristic_value(v, pl_tuples_at(z->forward->states, node)) == fact;
}

// Another operator with the first effect of one that cannot be executed.
static ploy_status follow_other(pl_lazy* z, uint32_t* at, uint32_t o)
{
    const pl_relaxation* x = z->relaxation;
    uint32_t fact = x->effects.data[x->ops.data[o].first_effect];
    ploy_status status = PLOY_NOT_FOUND;
    if (is_true(z, fact, *at)) return status;
    for (uint32_t i = x->first_achiever.data[fact]; i < x->first_achiever.data[fact + 1] && status == PLOY_NOT_FOUND; ++i) {
        if (z->tries == 0) return status;
        --z->tries;
        uint32_t move = x->ops.data[x->achievers.data[i]].move;
        if (move != PLOY_NONE) status = follow(z, at, move);
    }
    return status;
}

// One pass over what is left of the relaxed plan: executes it or, with `others`, the first for which there is another.
static ploy_status pass_over(pl_lazy* z, uint32_t* at, bool others)
{
    uint32_t kept = 0, done = 0;
    for (uint32_t i = 0; i < z->ahead.count; ++i) {
        uint32_t o = (uint32_t)z->ahead.data[i];
        ploy_status status = others && done                ? PLOY_NOT_FOUND
                             : others                      ? follow_other(z, at, o)
                                                           : follow(z, at, z->relaxation->ops.data[o].move);
        if (status != PLOY_IN_PROGRESS && status != PLOY_NOT_FOUND) return status;
        if (status == PLOY_NOT_FOUND)
            z->ahead.data[kept++] = z->ahead.data[i];
        else
            ++done;
    }
    z->ahead.count = kept;
    return done ? PLOY_IN_PROGRESS : PLOY_NOT_FOUND;
}

static ploy_status follow_relaxed_plan(pl_lazy* z, uint32_t* at)
{
    ploy_status status = PLOY_IN_PROGRESS;
    sort_relaxed_plan(z);
    z->tries = z->relaxation->ops.count; // looking ahead takes no longer than an exploration
    while (status == PLOY_IN_PROGRESS) {
        status = pass_over(z, at, false);
        if (status == PLOY_NOT_FOUND) status = pass_over(z, at, true);
    }
    return status;
}

static ploy_status look_ahead(pl_lazy* z, uint32_t node)
{
    uint32_t at = node;
    ploy_status status = z->requirements.is_counted ? follow_requirements(z, &at) : follow_relaxed_plan(z, &at);
    if (status != PLOY_IN_PROGRESS && status != PLOY_NOT_FOUND) return status;
    if (at == node) return PLOY_IN_PROGRESS;
    uint64_t entry = z->edges.count;
    return PL_ARRAY_PUSH(&z->edges, &z->allocator, z->parents.data[at]) && push(z, HELPFUL, entry) ? PLOY_IN_PROGRESS
                                                                                                   : PLOY_OUT_OF_MEMORY;
}

// A search that takes long begins once more, led by landmarks as well.
static bool add_landmarks(pl_lazy* z)
{
    z->landmarks_at = UINT32_MAX;
    z->requirements.by_price = false;
    if (!pl_landmark_count_begin(&z->landmarks, z->relaxation, &z->explored, pl_tuples_at(z->forward->states, 0)))
        return false;
    if (!z->landmarks.count) return true;
    uint32_t words = (z->landmarks.count + 1) * pl_bits_words(z->relaxation->value_count);
    if (!PL_ARRAY_RESERVE(&z->seen, &z->allocator, words) ||
        !PL_ARRAY_RESERVE(&z->values, &z->allocator, pl_bits_words(z->relaxation->value_count) + 1))
        return false;
    memset(z->seen.data, 0, words * sizeof(uint64_t));
    return begin_at_start(z);
}

// So does one that takes longer than most: with more care where goods are limited, and where they can be made in several
// ways, by the nearest and by the cheapest of them in turns, until it counts landmarks.
static bool begin_again(pl_lazy* z)
{
    const pl_requirements* q = &z->requirements;
    bool is_limited = q->is_limited && q->good_count, begins_careful = is_limited && !z->is_careful;
    bool is_late = z->again_at > 2 * CAREFUL_AT; // without a limit, 32 steps closer to the goal are worth more
    bool turns = q->makers.has_choice && !z->landmarks.count && (is_limited || is_late);
    z->again_at *= z->again_at == CAREFUL_AT ? 2 : 4;
    if (!begins_careful && !turns) return true;
    z->is_careful |= is_limited;
    if (turns) z->requirements.by_price = !z->requirements.by_price;
    return begin_at_start(z);
}

// Helpful moves get turns when a state is closer to the goal than all before.
static bool note_progress(pl_lazy* z, uint32_t node, uint32_t estimate)
{
    uint32_t ahead = z->landmarks.count ? pl_landmark_count_ahead(&z->landmarks, pl_tuples_at(z->forward->states, node),
                                                                  reached_by(z, node))
                                        : UINT32_MAX;
    if (estimate >= z->lowest && ahead >= z->fewest) return false;
    if (z->lowest != UINT32_MAX) {
        z->turns[ALL] += BOOST;
        z->turns[LANDMARKS] += BOOST;
    }
    if (estimate < z->lowest) z->lowest = estimate;
    if (ahead < z->fewest) z->fewest = ahead;
    return true;
}

// One exploration and its relaxed plan.
static uint32_t explore(pl_lazy* z, const uint64_t* state)
{
    // Requirements also ask for what costs more than the goal's preconditions.
    pl_exploration_rule rule = z->requirements.good_count ? PL_EXPLORE_ADD : PL_EXPLORE_PLAN;
    pl_explore(&z->explored, z->relaxation, state, rule, z->relaxation->goal);
    return pl_requirements_plan(&z->requirements, &z->explored, state);
}

// Does without the first obstacle that the goal can be reached without.
static bool block_obstacle(pl_lazy* z, const uint64_t* state, uint32_t* estimate)
{
    uint32_t moves[PL_MAX_OBSTACLES], count = z->requirements.obstacle_count;
    memcpy(moves, z->requirements.obstacles, sizeof moves);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t* blocked = &z->explored.blocked.data[z->explored.blocked.count++];
        *blocked = moves[i];
        uint32_t without = explore(z, state);
        if (without != UINT32_MAX) return *estimate = without, true;
        --z->explored.blocked.count;
    }
    return false;
}

// The estimate of a state: of a relaxed plan in which nothing is made of itself and, carefully, for whose steps there is
// room, if it is found soon.
static uint32_t evaluate(pl_lazy* z, const uint64_t* state)
{
    uint32_t estimate = explore(z, state);
    while (estimate != UINT32_MAX && z->explored.blocked.count < MAX_BLOCKED) {
        if (z->requirements.is_counted && z->is_careful)
            pl_requirements_next(&z->requirements, &z->explored, state, true);
        if (!z->requirements.obstacle_count) break;
        if (block_obstacle(z, state, &estimate)) continue;
        estimate = explore(z, state);
        break;
    }
    PL_ARRAY_CLEAR(&z->explored.blocked);
    return estimate;
}

// The next state to evaluate. What costs too much to reach is passed over: it is no node, so that any slices do as much.
static ploy_status take_state(pl_lazy* z, pl_lazy_edge* edge)
{
    do {
        if (!take(z, edge)) return PLOY_NOT_FOUND;
        if (!note_parent(z, *edge)) return PLOY_OUT_OF_MEMORY;
        z->evaluated.data[edge->to] = true;
        *edge = z->parents.data[edge->to];
    } while (edge->g >= z->bound);
    return PLOY_IN_PROGRESS;
}

static ploy_status step(pl_lazy* z)
{
    pl_lazy_edge edge;
    if (z->expanded >= z->landmarks_at && !add_landmarks(z)) return PLOY_OUT_OF_MEMORY;
    if (z->expanded == z->again_at && !begin_again(z)) return PLOY_OUT_OF_MEMORY;
    ploy_status taken = take_state(z, &edge);
    if (taken != PLOY_IN_PROGRESS) return taken;
    if (pl_forward_is_goal(z->forward, edge.to)) {
        z->goal = edge.to;
        return PLOY_FOUND;
    }
    if (z->expanded == z->max_nodes || pl_search_work_is_done(&z->work, z->expanded, z->generated))
        return PLOY_OUT_OF_NODES;
    ++z->expanded;
    uint32_t estimate = evaluate(z, pl_tuples_at(z->forward->states, edge.to));
    if (estimate == UINT32_MAX) return PLOY_IN_PROGRESS; // a dead end
    bool is_closer = note_progress(z, edge.to, estimate);
    ploy_status status = is_closer || !z->landmarks.count ? look_ahead(z, edge.to) : PLOY_IN_PROGRESS;
    return status == PLOY_IN_PROGRESS ? expand(z, edge.to, edge.g, estimate) : status;
}

ploy_status pl_lazy_update(pl_lazy* z, uint32_t max_nodes)
{
    for (uint32_t i = 0; i < max_nodes && z->status == PLOY_IN_PROGRESS; ++i) z->status = step(z);
    return z->status;
}
