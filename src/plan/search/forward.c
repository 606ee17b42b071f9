#include "plan/search/forward.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/hints.h"
#include "base/memory.h"

void pl_forward_init(pl_forward* f, const ploy_allocator* allocator, uint32_t words)
{
    *f = (pl_forward){.allocator = pl_allocator_choose(allocator)};
    pl_tuples_init(&f->plain, &f->allocator, words ? words : 1);
    pl_tuples_init(&f->tailed, &f->allocator, words + 1);
    f->states = &f->plain;
    pl_hmax_init(&f->hmax, &f->allocator);
    pl_lmcut_init(&f->lmcut, &f->allocator);
}

void pl_forward_destroy(pl_forward* f)
{
    pl_tuples_destroy(&f->plain);
    pl_tuples_destroy(&f->tailed);
    pl_hmax_destroy(&f->hmax);
    pl_lmcut_destroy(&f->lmcut);
    PL_ARRAY_FREE(&f->estimates, &f->allocator);
    PL_ARRAY_FREE(&f->places, &f->allocator);
    PL_ARRAY_FREE(&f->edges, &f->allocator);
    PL_ARRAY_FREE(&f->successors, &f->allocator);
    PL_ARRAY_FREE(&f->hashes, &f->allocator);
    pl_sparse_moves_destroy(&f->sparse, &f->allocator);
    PL_ARRAY_FREE(&f->scratch, &f->allocator);
}

bool pl_forward_reserve(pl_forward* f, uint32_t nodes)
{
    return pl_tuples_reserve(&f->plain, nodes) && PL_ARRAY_RESERVE(&f->estimates, &f->allocator, nodes) &&
           PL_ARRAY_RESERVE(&f->places, &f->allocator, nodes * PL_MAX_PATTERNS);
}

size_t pl_forward_bytes(const pl_forward* f)
{
    return pl_tuples_bytes(&f->plain) + pl_tuples_bytes(&f->tailed) + pl_hmax_bytes(&f->hmax) +
           pl_lmcut_bytes(&f->lmcut) + pl_array_bytes(f->estimates.capacity, sizeof(uint32_t)) +
           pl_array_bytes(f->places.capacity, sizeof(uint32_t)) + pl_array_bytes(f->edges.capacity, sizeof(pl_edge)) +
           pl_array_bytes(f->successors.capacity + f->hashes.capacity + f->scratch.capacity, sizeof(uint64_t)) +
           pl_sparse_moves_bytes(&f->sparse);
}

// Estimates.

static inline uint32_t scale_estimate(const pl_forward* f, uint32_t estimate)
{
    uint64_t scaled = (uint64_t)estimate * f->rules->scale;
    if (estimate == PL_DEAD) return PL_DEAD;
    return scaled < PL_DEAD ? (uint32_t)scaled : PL_DEAD - 1;
}

// Estimates on a relaxation are made when all successors of a node are known.
static inline bool is_estimated_later(const pl_forward* f)
{
    return f->kind == PL_ESTIMATE_HMAX || f->kind == PL_ESTIMATE_LMCUT;
}

static uint32_t estimate_at(pl_forward* f, const uint64_t* state, const uint32_t* places)
{
    const pl_heuristic* g = f->rules->heuristic;
    if (f->pattern_count) return scale_estimate(f, pl_patterns_estimate(&g->patterns, places));
    if (f->uses_policy) {
        uint32_t entry = pl_policy_find(&g->policy, state);
        return entry == PLOY_NONE ? PL_DEAD : scale_estimate(f, pl_policy_cost(&g->policy, g, entry));
    }
    if (f->kind == PL_ESTIMATE_LMCUT) return pl_lmcut_estimate(&f->lmcut, f->relaxation, state);
    if (f->kind == PL_ESTIMATE_HMAX) return pl_hmax_estimate(&f->hmax, f->relaxation, state);
    return f->least && !pl_target_holds(f->rules->c, g->target, state) ? f->least : 0;
}

static uint32_t cheapest_move(const pl_rules* rules)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t m = 0; m < rules->heuristic->move_count; ++m) {
        uint32_t cost = pl_rules_available(rules, m) ? pl_rules_lowest_cost(rules, m) : UINT32_MAX;
        least = cost < least ? cost : least;
    }
    return least < PL_DEAD ? least : 0;
}

// Nodes.

// Searches without tables visit many states, of goals with many moves. In a large search every successor is somewhere
// else in memory: in the hash table, among the known states, among the nodes. So all successors are listed first, then all
// of that is fetched before the first is needed.
static bool lists_successors(const pl_forward* f)
{
    return f->kind != PL_ESTIMATE_TABLES && !f->rules->has_tail;
}

static bool note(pl_forward* f, uint32_t id, const uint32_t* places, uint32_t estimate)
{
    if (!PL_ARRAY_RESERVE(&f->estimates, &f->allocator, id + 1)) return false;
    f->estimates.data[id] = estimate;
    if (!f->pattern_count) return true;
    size_t at = (size_t)id * f->pattern_count;
    if (!PL_ARRAY_RESERVE(&f->places, &f->allocator, (uint32_t)(at + f->pattern_count))) return false;
    memcpy(f->places.data + at, places, f->pattern_count * sizeof *places);
    return true;
}

uint32_t pl_forward_begin(pl_forward* f, const pl_rules* rules, const uint64_t* start, uint32_t max_nodes)
{
    const pl_heuristic* g = rules->heuristic;
    uint32_t words = g->words;
    f->rules = rules;
    f->max_nodes = max_nodes;
    f->least = f->kind == PL_ESTIMATE_LEAST ? cheapest_move(rules) : 0;
    f->depth_cut = false;
    f->states = rules->has_tail ? &f->tailed : &f->plain;
    pl_tuples_clear(f->states);
    if (!PL_ARRAY_RESERVE(&f->scratch, &f->allocator, 2 * (words + 1) + 2 * pl_bits_words(g->move_count)) ||
        !PL_ARRAY_RESERVE(&f->edges, &f->allocator, g->move_count) ||
        (lists_successors(f) && words > 1 && !pl_sparse_moves_list(&f->sparse, &f->allocator, g))) {
        return PLOY_NONE;
    }
    uint64_t* from = f->scratch.data;
    from[0] = 0;
    for (uint32_t w = 0; w < words; ++w) from[w] = start[w] & g->relevant[w];
    if (rules->has_tail) {
        from[words] =
            rules->last_ground == PLOY_NONE ? 0 : pl_rules_mark(rules, rules->last_ground, rules->last_is_move);
    }
    uint32_t places[PL_MAX_PATTERNS];
    bool uses_tables = rules->tables_hold && f->kind == PL_ESTIMATE_TABLES;
    if (f->kind == PL_ESTIMATE_HMAX && !pl_hmax_fit(&f->hmax, f->relaxation)) return PLOY_NONE;
    if (f->kind == PL_ESTIMATE_LMCUT && !pl_lmcut_fit(&f->lmcut, f->relaxation)) return PLOY_NONE;
    f->pattern_count = uses_tables && pl_patterns_places(&g->patterns, g, from, places) ? g->patterns.count : 0;
    f->uses_policy = uses_tables && g->policy.complete && pl_policy_knows(&g->policy, from);
    uint32_t id = pl_tuples_intern(f->states, from);
    if (id == PLOY_NONE || !note(f, id, places, estimate_at(f, from, places))) return PLOY_NONE;
    return id;
}

static bool tests_hold(const pl_compiled* c, const pl_move* m, const uint64_t* state)
{
    for (uint32_t t = 0; t < m->test_count; ++t) {
        const pl_test* test = &c->tests[m->first_test + t];
        uint32_t k = pl_variable_value(&c->variables[test->variable], state);
        if (!(c->allowed[test->allowed + k / 64] >> (k % 64) & 1)) return false;
    }
    return true;
}

static bool move_holds(const pl_forward* f, const pl_heuristic* g, uint32_t m, const uint64_t* state)
{
    const uint64_t* words = pl_heuristic_move_words(g, m);
    for (uint32_t w = 0; w < g->words; ++w) {
        if ((state[w] & words[w]) != words[g->words + w]) return false;
    }
    return (!g->moves[m].test_count || tests_hold(f->rules->c, &g->moves[m], state)) && pl_rules_available(f->rules, m);
}

static void apply(const pl_heuristic* g, uint32_t m, const uint64_t* from, uint64_t* to)
{
    const uint64_t *keep = pl_heuristic_move_words(g, m) + 2 * g->words, *set = keep + g->words, *add = set + g->words;
    for (uint32_t w = 0; w < g->words; ++w) to[w] = ((from[w] & keep[w]) | set[w]) + add[w];
}

// The node of the successor; PLOY_NONE: out of memory.
static uint32_t arrive(pl_forward* f, uint32_t node, uint32_t m, const uint64_t* to)
{
    uint32_t known = f->states->count;
    uint32_t id = pl_tuples_intern(f->states, to);
    if (id != known || id == PLOY_NONE) return id;
    uint32_t places[PL_MAX_PATTERNS];
    const pl_patterns* p = &f->rules->heuristic->patterns;
    const pl_pattern_step* steps = p->steps ? p->steps + (size_t)m * p->count : NULL;
    for (uint32_t i = 0; i < f->pattern_count; ++i) {
        uint32_t place = f->places.data[(size_t)node * f->pattern_count + i];
        places[i] = ((place & steps[i].keep) | steps[i].set) + steps[i].add;
    }
    uint32_t estimate = is_estimated_later(f) ? 0 : estimate_at(f, to, places);
    return note(f, id, places, estimate) ? id : PLOY_NONE;
}

// The tail after a move, and the move's cost; false when the rules forbid it.
static bool follow_rules(pl_forward* f, uint32_t m, const uint64_t* state, uint64_t* to, uint32_t* cost)
{
    const pl_rules* rules = f->rules;
    const uint64_t from = state[rules->heuristic->words];
    const pl_move* move = &rules->heuristic->moves[m];
    uint32_t mark = pl_tail_last(from), depth = pl_tail_depth(from);
    if (rules->no_two_moves && move->is_move && pl_rules_mark_is_move(rules, mark)) return false;
    if (rules->max_depth) {
        if (depth == rules->max_depth) return f->depth_cut = true, false;
        ++depth;
    }
    bool is_repeat = rules->repeat_costs && mark == move->ground + 1;
    *cost = move->is_priced ? pl_rules_priced_cost(rules, m, state, is_repeat)
            : is_repeat     ? rules->repeat_costs[m]
                            : rules->costs[m];
    uint64_t used = pl_rules_uses(rules, move->ground) ? PL_TAIL_USED : from & PL_TAIL_USED;
    *to = used | (uint64_t)depth << 32 | pl_rules_mark(rules, move->ground, move->is_move);
    return true;
}

// The usual case, states of one word without a tail: one loop, with all memory reserved beforehand.

static bool make_room(pl_forward* f, uint32_t count)
{
    uint32_t nodes = f->states->count + count;
    return pl_tuples_reserve(f->states, nodes) && PL_ARRAY_RESERVE(&f->estimates, &f->allocator, nodes) &&
           (!f->pattern_count || PL_ARRAY_RESERVE(&f->places, &f->allocator, nodes * PL_MAX_PATTERNS));
}

// The id of a state whose hash is known, after make_room. A new state has no estimate yet.
PL_INLINE uint32_t intern(pl_tuples* states, const uint64_t* state, uint64_t hash, uint32_t width)
{
    uint32_t mask = (1u << states->slot_bits) - 1, at = pl_tuples_home(states, hash), tag = pl_tuples_tag(hash);
    for (pl_tuple_slot slot; (slot = states->slots[at]).id >= states->base; at = (at + 1) & mask) {
        const uint64_t* known = states->words + (size_t)(slot.id - states->base) * width;
        if (slot.tag == tag && memcmp(known, state, width * sizeof *known) == 0) return slot.id - states->base;
    }
    states->slots[at] = (pl_tuple_slot){states->base + states->count, tag};
    memcpy(states->words + (size_t)states->count * width, state, width * sizeof *state);
    return states->count++;
}

// The estimate of a new node, from the places of its predecessor.
static inline uint32_t estimate_narrow(pl_forward* f, const pl_patterns* p, uint32_t node, uint32_t id, uint32_t move)
{
    const uint32_t* from = f->places.data + (size_t)node * p->count;
    const pl_pattern_step* steps = p->steps + (size_t)move * p->count;
    uint32_t* to = f->places.data + (size_t)id * p->count;
    for (uint32_t i = 0; i < p->count; ++i) to[i] = ((from[i] & steps[i].keep) | steps[i].set) + steps[i].add;
    return scale_estimate(f, pl_patterns_estimate(p, to));
}

// The moves that would make the move that led here pointless: from the parent, each of them leads to the same state
// at no higher cost.
static const uint64_t* idle_after(const pl_forward* f, uint32_t node)
{
    uint32_t label = f->search ? pl_search_at(f->search, node)->label : PLOY_NONE;
    const pl_heuristic* g = f->rules->heuristic;
    return label == PLOY_NONE || !g->idle ? NULL : g->idle + (size_t)label * g->idle_words;
}

// The moves that interchangeable objects make superfluous; NULL: none. The searches that are compared with others try
// all, and so does the lazy one: its helpful moves may be any.
static const uint64_t* skip_moves(pl_forward* f, const uint64_t* state)
{
    const pl_heuristic* g = f->rules->heuristic;
    uint64_t* skipped = f->scratch.data + 2 * (g->words + 1) + pl_bits_words(g->move_count);
    if (!f->rules->has_symmetry || f->kind != PL_ESTIMATE_TABLES) return NULL;
    return pl_symmetry_skip(&g->symmetry, g, state, skipped) ? skipped : NULL;
}

static inline bool is_in(const uint64_t* moves, uint32_t m)
{
    return moves && (moves[m / 64] >> (m % 64) & 1);
}

// The moves that may hold in a state, of a goal with many; NULL: all.
static const uint64_t* mark_moves(pl_forward* f, const pl_heuristic* g, const uint64_t* state)
{
    if (!g->successors.code.count) return NULL;
    uint64_t* marks = f->scratch.data + 2 * (g->words + 1);
    memset(marks, 0, pl_bits_words(g->move_count) * sizeof *marks);
    pl_successors_mark(&g->successors, g, state, marks);
    return marks;
}

// The first marked move from m on; the number of moves when there is none.
static inline uint32_t next_move(const uint64_t* marks, uint32_t m, uint32_t count)
{
    while (marks && m < count) {
        uint64_t left = marks[m / 64] >> (m % 64);
        if (left) return m + pl_trailing_zeros(left);
        m = (m / 64 + 1) * 64;
    }
    return m < count ? m : count;
}

// The estimates of edges' ends, without tables. Those from `known` on are new, in order of the edges. Several new states
// share the cuts of the node.
static void estimate_new(pl_forward* f, uint32_t node, uint32_t known, uint32_t count)
{
    const bool is_prepared = f->kind == PL_ESTIMATE_LMCUT && f->states->count - known > 1;
    if (is_prepared) pl_lmcut_prepare(&f->lmcut, f->relaxation, pl_tuples_at(f->states, node));
    for (uint32_t i = 0; i < count; ++i) {
        pl_edge* edge = &f->edges.data[i];
        const uint64_t* state = pl_tuples_at(f->states, edge->to);
        if (edge->to == known) {
            ++known;
            f->estimates.data[edge->to] = is_prepared
                                              ? pl_lmcut_estimate_after(&f->lmcut, f->relaxation, state, edge->label)
                                              : estimate_at(f, state, NULL);
        }
        edge->estimate = f->estimates.data[edge->to];
    }
}

// Whether a move leads from a state of one word to another one.
PL_INLINE bool leads_on(const pl_rules* rules, uint32_t m, const uint64_t* words, uint64_t from, uint64_t* to)
{
    if ((from & words[0]) != words[1]) return false;
    *to = ((from & words[2]) | words[3]) + words[4];
    if (*to == from || !pl_rules_available(rules, m)) return false;
    const pl_move* move = &rules->heuristic->moves[m];
    return !move->test_count || tests_hold(rules->c, move, &from);
}

static uint32_t expand_narrow(pl_forward* f, uint32_t node)
{
    if (!make_room(f, f->rules->heuristic->move_count)) return PL_EXPAND_NO_MEMORY;
    const pl_rules* rules = f->rules;
    const pl_heuristic* g = rules->heuristic;
    const uint64_t* idle = idle_after(f, node);
    const uint64_t from = f->states->words[node], *words = g->move_words, *skipped = skip_moves(f, &from);
    pl_edge* edge = f->edges.data;
    uint64_t to;
    for (uint32_t m = 0; m < g->move_count; ++m, words += 5) {
        if (!leads_on(rules, m, words, from, &to) || is_in(idle, m) || is_in(skipped, m)) continue;
        uint32_t known = f->states->count, id = intern(f->states, &to, pl_tuples_hash(&to, 1), 1);
        if (id == known) {
            f->estimates.data[id] =
                f->pattern_count ? estimate_narrow(f, &g->patterns, node, id, m) : estimate_at(f, &to, NULL);
        }
        *edge++ = (pl_edge){id, pl_rules_cost(rules, m, &from), f->estimates.data[id], m};
    }
    return (uint32_t)(edge - f->edges.data);
}

// Room for one more successor of a node.
static bool make_room_to_list(pl_forward* f, uint32_t count, uint32_t width)
{
    return PL_ARRAY_RESERVE(&f->successors, &f->allocator, (count + 1) * width) &&
           PL_ARRAY_RESERVE(&f->hashes, &f->allocator, count + 1);
}

// The successors of a state, and edges that lead nowhere yet. Returns their number; PL_EXPAND_NO_MEMORY.
static uint32_t list_narrow(pl_forward* f, uint32_t node)
{
    const pl_rules* rules = f->rules;
    const pl_heuristic* g = rules->heuristic;
    const uint64_t from = f->states->words[node], *idle = idle_after(f, node), *marks = mark_moves(f, g, &from);
    uint32_t count = 0;
    for (uint32_t m = next_move(marks, 0, g->move_count); m < g->move_count;
         m = next_move(marks, m + 1, g->move_count)) {
        uint64_t to;
        if (!leads_on(rules, m, g->move_words + (size_t)m * 5, from, &to) || is_in(idle, m)) continue;
        if (!make_room_to_list(f, count, 1)) return PL_EXPAND_NO_MEMORY;
        f->successors.data[count] = to;
        f->hashes.data[count] = pl_tuples_hash(&to, 1);
        f->edges.data[count++] = (pl_edge){0, pl_rules_cost(rules, m, &from), 0, m};
    }
    return count;
}

static uint32_t list_wide(pl_forward* f, uint32_t node, uint32_t width)
{
    const pl_rules* rules = f->rules;
    const pl_heuristic* g = rules->heuristic;
    const uint64_t *from = pl_tuples_at(f->states, node), *marks = mark_moves(f, g, from);
    uint32_t count = 0;
    for (uint32_t m = next_move(marks, 0, g->move_count); m < g->move_count;
         m = next_move(marks, m + 1, g->move_count)) {
        if (!pl_sparse_move_holds(&f->sparse, m, from) || !pl_rules_available(rules, m)) continue;
        if (g->moves[m].test_count && !tests_hold(rules->c, &g->moves[m], from)) continue;
        if (!make_room_to_list(f, count, width)) return PL_EXPAND_NO_MEMORY;
        uint64_t* to = f->successors.data + (size_t)count * width;
        memcpy(to, from, width * sizeof *to);
        if (!pl_sparse_move_apply(&f->sparse, m, to)) continue;
        f->hashes.data[count] = pl_tuples_hash(to, width);
        f->edges.data[count++] = (pl_edge){0, pl_rules_cost(rules, m, from), 0, m};
    }
    return count;
}

static void fetch_successors(const pl_tuples* states, const uint64_t* hashes, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) PL_PREFETCH(&states->slots[pl_tuples_home(states, hashes[i])]);
    for (uint32_t i = 0; i < count; ++i) {
        pl_tuple_slot slot = states->slots[pl_tuples_home(states, hashes[i])];
        bool may_be = slot.id >= states->base && slot.tag == pl_tuples_tag(hashes[i]);
        if (may_be) PL_PREFETCH(states->words + (size_t)(slot.id - states->base) * states->width);
    }
}

PL_INLINE void intern_listed(pl_forward* f, uint32_t count, uint32_t width)
{
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t id = intern(f->states, f->successors.data + (size_t)i * width, f->hashes.data[i], width);
        f->edges.data[i].to = id;
        PL_PREFETCH(&f->estimates.data[id]);
        if (f->search && id < f->search->nodes.count) PL_PREFETCH(pl_search_at(f->search, id));
    }
}

static uint32_t expand_listed(pl_forward* f, uint32_t node)
{
    const uint32_t width = f->states->width, known = f->states->count;
    const uint32_t count = width == 1 ? list_narrow(f, node) : list_wide(f, node, width);
    if (count == PL_EXPAND_NO_MEMORY || !make_room(f, count)) return PL_EXPAND_NO_MEMORY;
    fetch_successors(f->states, f->hashes.data, count);
    if (width == 1)
        intern_listed(f, count, 1);
    else
        intern_listed(f, count, width);
    estimate_new(f, node, known, count);
    return count;
}

static uint32_t expand_wide(pl_forward* f, uint32_t node)
{
    const pl_heuristic* g = f->rules->heuristic;
    uint32_t words = g->words, width = f->states->width, known = f->states->count, count = 0;
    uint64_t *from = f->scratch.data, *to = from + width;
    memcpy(from, pl_tuples_at(f->states, node), width * sizeof *from);
    const uint64_t *marks = mark_moves(f, g, from), *skipped = skip_moves(f, from);
    for (uint32_t m = next_move(marks, 0, g->move_count); m < g->move_count;
         m = next_move(marks, m + 1, g->move_count)) {
        if (is_in(skipped, m) || !move_holds(f, g, m, from)) continue;
        uint32_t cost = 0;
        if (f->rules->has_tail && !follow_rules(f, m, from, &to[words], &cost)) continue;
        if (!f->rules->has_tail) cost = pl_rules_cost(f->rules, m, from);
        apply(g, m, from, to);
        uint32_t id = arrive(f, node, m, to);
        if (id == PLOY_NONE) return PL_EXPAND_NO_MEMORY;
        if (id != node) f->edges.data[count++] = (pl_edge){id, cost, f->estimates.data[id], m};
    }
    if (is_estimated_later(f)) estimate_new(f, node, known, count);
    return count;
}

uint32_t pl_forward_follow(pl_forward* f, uint32_t node, uint32_t m, uint32_t* cost)
{
    const pl_heuristic* g = f->rules->heuristic;
    uint32_t words = g->words, width = f->states->width;
    uint64_t *from = f->scratch.data, *to = from + width;
    memcpy(from, pl_tuples_at(f->states, node), width * sizeof *from);
    if (f->states->count >= f->max_nodes || !move_holds(f, g, m, from)) return PLOY_NONE;
    *cost = 0;
    if (f->rules->has_tail && !follow_rules(f, m, from, &to[words], cost)) return PLOY_NONE;
    if (!f->rules->has_tail) *cost = pl_rules_cost(f->rules, m, from);
    apply(g, m, from, to);
    return arrive(f, node, m, to);
}

uint32_t pl_forward_expand(pl_forward* f, uint32_t node, const pl_edge** edges)
{
    if (f->states->count >= f->max_nodes) return PL_EXPAND_NO_NODES;
    *edges = f->edges.data;
    if (lists_successors(f)) return expand_listed(f, node);
    return f->states->width > 1 || f->rules->heuristic->words != 1 ? expand_wide(f, node) : expand_narrow(f, node);
}

pl_judgment pl_forward_judge(pl_forward* f, uint32_t node, uint32_t m, uint32_t* to, uint32_t* cost)
{
    const pl_heuristic* g = f->rules->heuristic;
    uint32_t width = f->states->width;
    uint64_t *from = f->scratch.data, *next = from + width;
    const uint64_t *words = pl_heuristic_move_words(g, m), *idle = width == 1 ? idle_after(f, node) : NULL;
    memcpy(from, pl_tuples_at(f->states, node), width * sizeof *from);
    for (uint32_t w = 0; w < g->words; ++w) {
        if ((from[w] & words[w]) != words[g->words + w]) return PL_JUDGED_IMPOSSIBLE;
    }
    if (!tests_hold(f->rules->c, &g->moves[m], from)) return PL_JUDGED_IMPOSSIBLE;
    if (!pl_rules_available(f->rules, m)) return PL_JUDGED_UNAVAILABLE;
    *cost = pl_rules_cost(f->rules, m, from);
    if (f->rules->has_tail && !follow_rules(f, m, from, &next[g->words], cost)) {
        bool is_deep = f->rules->max_depth && pl_tail_depth(from[g->words]) == f->rules->max_depth;
        return is_deep ? PL_JUDGED_TOO_DEEP : PL_JUDGED_TWO_MOVES;
    }
    apply(g, m, from, next);
    *to = pl_tuples_find(f->states, next);
    if (*to == node || (g->words == 1 && !f->rules->has_tail && *from == *next)) return PL_JUDGED_UNCHANGED;
    if (g->words == 1 && is_in(idle, m)) return PL_JUDGED_POINTLESS;
    if (is_in(skip_moves(f, from), m)) return PL_JUDGED_ALIKE;
    return *to == PLOY_NONE ? PL_JUDGED_UNAVAILABLE : PL_JUDGED_EDGE;
}

bool pl_forward_is_goal(const pl_forward* f, uint32_t node)
{
    const uint64_t* state = pl_tuples_at(f->states, node);
    const pl_rules* rules = f->rules;
    if (rules->must_use != PLOY_NONE && !(state[rules->heuristic->words] & PL_TAIL_USED)) return false;
    return pl_target_holds(rules->c, rules->heuristic->target, state);
}

static uint32_t expand(void* context, uint32_t node, const pl_edge** edges)
{
    return pl_forward_expand(context, node, edges);
}

static bool is_goal(void* context, uint32_t node)
{
    return pl_forward_is_goal(context, node);
}

pl_space pl_forward_space(pl_forward* f)
{
    return (pl_space){.context = f, .expand = expand, .is_goal = is_goal};
}
