#include "plan/search/backward.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/memory.h"

enum
{
    ROOT = 0,
    END = 1,
    FIRST_CUBE = 2,
    MAX_KEY = 256, // values
    MAX_CLOSED = 8192, // a partial state is compared with so many expanded ones of each kind
};

void pl_backward_init(pl_backward* b, const ploy_allocator* allocator)
{
    *b = (pl_backward){.allocator = pl_allocator_choose(allocator)};
    pl_arena_init(&b->scratch, &b->allocator, 0);
    pl_demand_init(&b->demand, &b->allocator);
    pl_tuples_init(&b->partials, &b->allocator, 1);
}

void pl_backward_destroy(pl_backward* b)
{
    pl_arena_destroy(&b->scratch);
    pl_demand_destroy(&b->demand);
    for (uint32_t i = 0; i < b->closed.count; ++i) pl_partial_state_set_destroy(&b->closed.data[i]);
    PL_ARRAY_FREE(&b->closed, &b->allocator);
    pl_tuples_destroy(&b->partials);
    PL_ARRAY_FREE(&b->estimates, &b->allocator);
    PL_ARRAY_FREE(&b->edges, &b->allocator);
}

size_t pl_backward_bytes(const pl_backward* b)
{
    size_t closed = pl_array_bytes(b->closed.capacity, sizeof(pl_partial_state_set));
    for (uint32_t i = 0; i < b->closed.count; ++i)
        closed += pl_array_bytes(b->closed.data[i].blocks.capacity, sizeof(uint64_t));
    return b->scratch.peak + pl_demand_bytes(&b->demand) + pl_tuples_bytes(&b->partials) + closed +
           pl_array_bytes(b->estimates.capacity, sizeof(uint32_t)) + pl_array_bytes(b->edges.capacity, sizeof(pl_edge));
}

// Estimates.

static uint32_t highest_allowed(const pl_heuristic_variable* v, const uint64_t* partial)
{
    for (uint32_t k = v->size; k-- > 0;) {
        if (pl_bits_test(partial, v->first + k)) return k;
    }
    return 0;
}

static bool exceeds_total(const pl_backward* b, const uint64_t* partial)
{
    const pl_heuristic* g = b->rules->heuristic;
    for (uint32_t i = 0; i < b->totals.count; ++i) {
        const pl_total* total = &b->totals.list[i];
        int64_t sum = b->rests[i];
        for (uint32_t k = 0; k < total->member_count; ++k)
            sum += pl_lowest_allowed(&g->variables[b->totals.members[total->first_member + k]], partial);
        if (sum > highest_allowed(&g->variables[total->variable], partial)) return true;
    }
    return false;
}

// PL_DEAD: no plan leads there. False when out of memory.
static bool estimate(pl_backward* b, const uint64_t* partial, uint32_t* to)
{
    if (!pl_demand_estimate(&b->demand, partial, to)) return false;
    if (*to != PL_DEAD && (pl_groups_forbid(&b->groups, partial) || exceeds_total(b, partial))) *to = PL_DEAD;
    return true;
}

// The space.

static bool keep_sound_groups(pl_backward* b, const uint64_t* start)
{
    if (!pl_groups_find(&b->groups, &b->scratch, b->rules->heuristic, b->rules->c)) return false;
    uint32_t kept = 0, words = b->groups.words;
    for (uint32_t i = 0; i < b->groups.count; ++i) {
        uint64_t* group = b->groups.masks + (size_t)i * words;
        if (pl_group_value(group, words, start) == PL_GROUP_UNSOUND) continue;
        uint64_t* falses = b->groups.falses + (size_t)i * b->groups.partial_words;
        memmove(b->groups.masks + (size_t)kept * words, group, words * sizeof *group);
        memmove(b->groups.falses + (size_t)kept++ * b->groups.partial_words, falses,
                b->groups.partial_words * sizeof *falses);
    }
    b->groups.count = kept;
    return true;
}

static void set_start(pl_backward* b, const uint64_t* start)
{
    const pl_heuristic* g = b->rules->heuristic;
    memset(b->start, 0, g->partial_words * sizeof *b->start);
    for (uint32_t i = 0; i < g->variable_count; ++i)
        pl_bits_set(b->start, g->variables[i].first + pl_heuristic_value(&g->variables[i], start));
    pl_symmetry_compare(&g->symmetry, g, b->start, b->like);
}

bool pl_backward_begin(pl_backward* b, const pl_rules* rules, const pl_astar* search, const uint64_t* start,
                       uint32_t max_nodes, bool has_estimates)
{
    const pl_heuristic* g = rules->heuristic;
    b->rules = rules;
    b->search = search;
    b->max_nodes = max_nodes;
    b->depth_cut = false;
    pl_arena_reset(&b->scratch);
    if (!pl_regression_init(&b->regression, &b->scratch, rules->c, g) || !keep_sound_groups(b, start) ||
        !pl_totals_find(&b->totals, &b->scratch, g, rules->c))
        return false;
    b->rests = PL_ARENA_ARRAY(&b->scratch, int64_t, b->totals.count + 1);
    if (!b->rests) return false;
    for (uint32_t i = 0; i < b->totals.count; ++i) b->rests[i] = pl_totals_rest(&b->totals, i, g, rules->c, start);
    b->start = PL_ARENA_ARRAY(&b->scratch, uint64_t, g->partial_words + 1);
    b->before = PL_ARENA_ARRAY(&b->scratch, uint64_t, 2 * ((size_t)g->partial_words + 2));
    b->aim = PL_ARENA_ARRAY(&b->scratch, uint64_t, g->partial_words + 1);
    b->goals = b->regression.goals;
    b->like = PL_ARENA_ARRAY(&b->scratch, uint32_t, g->symmetry.count + 1);
    b->skipped = PL_ARENA_ARRAY(&b->scratch, uint64_t, pl_bits_words(g->move_count) + 1);
    if (!b->start || !b->before || !b->aim || !b->like || !b->skipped) return false;
    set_start(b, start);
    if (!pl_demand_begin(&b->demand, rules, &b->regression)) return false;
    if (has_estimates && !pl_demand_complete(&b->demand, start)) return false;
    uint32_t edges = g->move_count + 1 > b->regression.goal_count ? g->move_count + 1 : b->regression.goal_count;
    b->width = g->partial_words + rules->has_tail + (g->partial_words == 0 && !rules->has_tail);
    pl_tuples_set_width(&b->partials, b->width);
    return PL_ARRAY_RESERVE(&b->edges, &b->allocator, edges);
}

bool pl_backward_restart(pl_backward* b)
{
    const pl_heuristic* g = b->rules->heuristic;
    b->key = g->variable_count ? 0 : PLOY_NONE;
    for (uint32_t i = 1; i < g->variable_count; ++i) {
        if (g->variables[i].size > g->variables[b->key].size) b->key = i;
    }
    uint32_t count = b->key == PLOY_NONE || g->variables[b->key].size > MAX_KEY ? 1 : g->variables[b->key].size + 1;
    if (count == 1) b->key = PLOY_NONE;
    if (!PL_ARRAY_RESERVE(&b->closed, &b->allocator, count)) return false;
    while (b->closed.count < count) pl_partial_state_set_init(&b->closed.data[b->closed.count++], &b->allocator);
    for (uint32_t i = 0; i < count; ++i) {
        if (!pl_partial_state_set_begin(&b->closed.data[i], &b->regression)) return false;
    }
    return true;
}

// The set that a partial state belongs to. It lies within partial states of that set and of the first one alone.
static pl_partial_state_set* closed_of(const pl_backward* b, const uint64_t* partial)
{
    if (b->key == PLOY_NONE) return b->closed.data;
    const pl_heuristic_variable* v = &b->rules->heuristic->variables[b->key];
    uint32_t lowest = pl_lowest_allowed(v, partial);
    for (uint32_t k = lowest + 1; k < v->size; ++k) {
        if (pl_bits_test(partial, v->first + k)) return b->closed.data;
    }
    return &b->closed.data[1 + lowest];
}

// Does a partial state lie within an expanded one of no higher cost? If not, it is one of them from now on. False when
// out of memory.
static bool close_partial(pl_backward* b, const uint64_t* partial, uint32_t g, bool* is_covered)
{
    pl_partial_state_set* set = closed_of(b, partial);
    *is_covered = pl_partial_state_set_covers(set, partial, g) ||
                  (set != b->closed.data && pl_partial_state_set_covers(b->closed.data, partial, g));
    return *is_covered || set->count >= MAX_CLOSED || pl_partial_state_set_add(set, partial, g);
}

bool pl_backward_aim(pl_backward* b, const uint64_t* start, const uint64_t* goal)
{
    memcpy(b->aim, goal, b->regression.partial_words * sizeof *goal);
    b->regression.goals = b->aim;
    b->regression.goal_count = 1;
    set_start(b, start);
    pl_tuples_clear(&b->partials);
    return pl_demand_complete(&b->demand, start) && pl_backward_restart(b);
}

// The node of the partial state in `words`; PLOY_NONE: out of memory.
static uint32_t node_of(pl_backward* b, const uint64_t* words)
{
    uint32_t known = b->partials.count;
    uint32_t id = pl_tuples_intern(&b->partials, words);
    if (id == PLOY_NONE) return PLOY_NONE;
    if (id == known) {
        if (!PL_ARRAY_RESERVE(&b->estimates, &b->allocator, id + 1)) return PLOY_NONE;
        if (!estimate(b, words, &b->estimates.data[id])) return PLOY_NONE;
    }
    return id + FIRST_CUBE;
}

uint32_t pl_backward_estimate(const pl_backward* b, uint32_t node)
{
    return node < FIRST_CUBE ? 0 : b->estimates.data[node - FIRST_CUBE];
}

static bool add_edge(pl_backward* b, uint32_t* count, const uint64_t* words, uint32_t cost, uint32_t label)
{
    uint32_t id = node_of(b, words);
    if (id == PLOY_NONE) return false;
    b->edges.data[(*count)++] = (pl_edge){id, cost, b->estimates.data[id - FIRST_CUBE], label};
    return true;
}

static uint32_t expand_root(pl_backward* b)
{
    uint32_t count = 0, words = b->regression.partial_words;
    for (uint32_t i = 0; i < b->regression.goal_count; ++i) {
        memset(b->before, 0, b->width * sizeof *b->before);
        memcpy(b->before, b->regression.goals + (size_t)i * words, words * sizeof *b->before);
        if (!add_edge(b, &count, b->before, 0, PLOY_NONE)) return PL_EXPAND_NO_MEMORY;
    }
    return count;
}

// May a plan begin with move `first`?
static bool may_begin(const pl_rules* rules, uint64_t tail, uint32_t first)
{
    if (!rules->has_tail) return true;
    if (rules->must_use != PLOY_NONE && !(tail & PL_TAIL_USED)) return false;
    if (first == PLOY_NONE || rules->last_ground == PLOY_NONE || !rules->no_two_moves) return true;
    return !(rules->last_is_move && rules->heuristic->moves[first].is_move);
}

// With a tail, the cost of a move depends on the step before it. Each edge therefore pays for the move after it.
static uint32_t owed(const pl_rules* rules, uint32_t after, uint32_t ground)
{
    if (after == PLOY_NONE) return 0;
    bool is_repeat = rules->repeat_costs && rules->heuristic->moves[after].ground == ground;
    return is_repeat ? rules->repeat_costs[after] : rules->costs[after];
}

static bool may_precede(pl_backward* b, uint32_t m, uint32_t after, uint64_t tail, uint64_t* before)
{
    const pl_rules* rules = b->rules;
    const pl_move* move = &rules->heuristic->moves[m];
    if (rules->no_two_moves && after != PLOY_NONE && move->is_move && rules->heuristic->moves[after].is_move)
        return false;
    uint32_t depth = pl_tail_depth(tail);
    if (rules->max_depth) {
        if (depth == rules->max_depth) return b->depth_cut = true, false;
        ++depth;
    }
    uint64_t used = pl_rules_uses(rules, move->ground) ? PL_TAIL_USED : tail & PL_TAIL_USED;
    *before = used | (uint64_t)depth << 32 | (m + 1);
    return true;
}

static uint32_t expand_cube(pl_backward* b, uint32_t node)
{
    const pl_rules* rules = b->rules;
    uint32_t words = b->regression.partial_words, count = 0;
    uint64_t *before = b->before, *partial = before + b->width;
    memcpy(partial, pl_tuples_at(&b->partials, node - FIRST_CUBE), b->width * sizeof *partial);
    uint32_t g = pl_search_at(b->search, node)->g;
    if (!rules->has_tail) {
        bool is_covered;
        if (!close_partial(b, partial, g, &is_covered)) return PL_EXPAND_NO_MEMORY;
        if (is_covered) return 0;
    }
    uint64_t tail = rules->has_tail ? partial[words] : 0;
    uint32_t after = rules->has_tail && pl_tail_last(tail) ? pl_tail_last(tail) - 1 : PLOY_NONE;
    if (pl_partial_state_contains(partial, b->start, words) && may_begin(rules, tail, after)) {
        b->edges.data[count++] = (pl_edge){END, owed(rules, after, rules->last_ground), 0, PLOY_NONE};
    }
    bool skips = rules->has_symmetry &&
                 pl_symmetry_skip_back(&rules->heuristic->symmetry, rules->heuristic, partial, b->like, b->skipped);
    for (uint32_t m = 0; m < rules->heuristic->move_count; ++m) {
        if (skips && pl_bits_test(b->skipped, m)) continue;
        if (!pl_rules_available(rules, m) || !pl_regress(&b->regression, m, partial, before)) continue;
        uint32_t cost = rules->has_tail ? owed(rules, after, rules->heuristic->moves[m].ground) : rules->costs[m];
        if (rules->has_tail && !may_precede(b, m, after, tail, &before[words])) continue;
        if (!add_edge(b, &count, before, cost, m)) return PL_EXPAND_NO_MEMORY;
    }
    return count;
}

static uint32_t expand(void* context, uint32_t node, const pl_edge** edges)
{
    pl_backward* b = context;
    if (b->partials.count >= b->max_nodes) return PL_EXPAND_NO_NODES;
    uint32_t count = node == ROOT ? expand_root(b) : expand_cube(b, node);
    *edges = b->edges.data;
    return count;
}

static bool is_goal(void* context, uint32_t node)
{
    (void)context;
    return node == END;
}

pl_space pl_backward_space(pl_backward* b)
{
    return (pl_space){.context = b, .expand = expand, .is_goal = is_goal};
}
