// LM-cut and h^max in every state of random domains, beside the cost of the cheapest plan from there, and beside an
// LM-cut that computes everything again for each cut.

#include <stdlib.h>
#include <string.h>

#include "base/containers/bitset.h"
#include "base/memory.h"
#include "plan/domain/domain.h"
#include "plan/relaxed/hmax.h"
#include "plan/relaxed/lmcut.h"
#include "plan/search/forward.h"
#include "support/base/test.h"
#include "support/plan/random_queries.h"

enum
{
    MAX_STATES = 400,
    MAX_EDGES = 20000,
};

#define FAR UINT32_MAX

typedef struct state_edge
{
    uint32_t from, to, cost, move;
} state_edge;

typedef struct lmcut_fixture
{
    question q;
    ploy_allocator allocator;
    pl_arena scratch;
    pl_heuristic* heuristic;
    pl_rules rules;
    pl_rules_room room;
    pl_regression regression;
    pl_relaxation relaxation;
    pl_lmcut lmcut;
    pl_hmax max;
    pl_forward forward;
    state_edge edges[MAX_EDGES];
    uint32_t edge_count;
    uint32_t distances[MAX_STATES]; // to the goal, in units
    bool is_whole;                  // all states and edges are there
} lmcut_fixture;

static void list_states(lmcut_fixture* f)
{
    f->edge_count = 0;
    f->is_whole = pl_forward_begin(&f->forward, &f->rules, f->q.query.start, UINT32_MAX - 2) == 0;
    for (uint32_t at = 0; f->is_whole && at < f->forward.states->count; at++) {
        const pl_edge* edges;
        uint32_t count = pl_forward_expand(&f->forward, at, &edges);
        f->is_whole = f->forward.states->count <= MAX_STATES && f->edge_count + count <= MAX_EDGES;
        for (uint32_t i = 0; f->is_whole && i < count; i++)
            f->edges[f->edge_count++] = (state_edge){at, edges[i].to, edges[i].cost, edges[i].label};
    }
}

static void measure(lmcut_fixture* f)
{
    bool changes = true;
    for (uint32_t s = 0; s < f->forward.states->count; s++)
        f->distances[s] = pl_forward_is_goal(&f->forward, s) ? 0 : FAR;
    while (changes) {
        changes = false;
        for (uint32_t i = 0; i < f->edge_count; i++) {
            const state_edge* e = &f->edges[i];
            if (f->distances[e->to] == FAR || f->distances[e->to] + e->cost >= f->distances[e->from]) continue;
            f->distances[e->from] = f->distances[e->to] + e->cost;
            changes = true;
        }
    }
}

static void begin(lmcut_fixture* f, random_domain* d, ploy_random* random)
{
    question_draw(&f->q, d, random, QUESTION_PLAIN);
    f->allocator = pl_allocator_choose(NULL);
    pl_arena_init(&f->scratch, &f->allocator, 0);
    pl_heuristic_request request = {.domain = d->domain,
                                    .target = pl_domain_target_index(d->domain, f->q.query.goal, f->q.query.goal_args)};
    f->heuristic = pl_heuristic_create(&f->allocator, &f->scratch, &request);
    assert_non_null(f->heuristic);
    pl_cost_change change;
    pl_rules_room_init(&f->room, &f->allocator);
    assert_true(pl_rules_settle(&f->rules, &f->room, d->domain, &f->q.query, f->heuristic, &change));
    assert_true(pl_regression_init(&f->regression, &f->scratch, pl_domain_compiled(d->domain), f->heuristic));
    pl_relaxation_init(&f->relaxation, &f->allocator);
    assert_true(pl_relaxation_build(&f->relaxation, &f->rules, &f->regression));
    pl_lmcut_init(&f->lmcut, &f->allocator);
    pl_hmax_init(&f->max, &f->allocator);
    assert_true(pl_lmcut_fit(&f->lmcut, &f->relaxation) && pl_hmax_fit(&f->max, &f->relaxation));
    pl_forward_init(&f->forward, &f->allocator, f->heuristic->words);
    f->forward.kind = PL_ESTIMATE_NONE;
    list_states(f);
    if (f->is_whole) measure(f);
}

static void end(lmcut_fixture* f)
{
    pl_forward_destroy(&f->forward);
    pl_lmcut_destroy(&f->lmcut);
    pl_hmax_destroy(&f->max);
    pl_relaxation_destroy(&f->relaxation);
    pl_rules_room_destroy(&f->room);
    pl_heuristic_destroy(f->heuristic);
    pl_arena_destroy(&f->scratch);
}

// The oracle: plain arrays, everything again for each cut.

typedef struct plain_lmcut
{
    uint32_t *costs, *left, *supporters;
    bool *zone, *before;
} plain_lmcut;

static bool is_in_state(const lmcut_fixture* f, uint32_t fact, const uint64_t* state)
{
    for (uint32_t i = 0; i < f->heuristic->variable_count; i++) {
        const pl_heuristic_variable* v = &f->heuristic->variables[i];
        if (v->slice + pl_heuristic_value(v, state) == fact) return true;
    }
    return false;
}

// The last of the most expensive preconditions; FAR: one is not reached.
static uint32_t cost_before(const lmcut_fixture* f, const plain_lmcut* p, uint32_t o, uint32_t* supporter)
{
    const pl_relaxed_op* op = &f->relaxation.ops.data[o];
    uint32_t cost = 0;
    *supporter = PLOY_NONE;
    for (uint32_t i = 0; i < op->pre_count; i++) {
        uint32_t fact = f->relaxation.pres.data[op->first_pre + i];
        if (p->costs[fact] < cost) continue;
        cost = p->costs[fact];
        *supporter = fact;
    }
    return cost;
}

static void plain_costs(const lmcut_fixture* f, const plain_lmcut* p, const uint64_t* state)
{
    const pl_relaxation* x = &f->relaxation;
    bool changes = true;
    for (uint32_t i = 0; i < x->fact_count; i++) p->costs[i] = is_in_state(f, i, state) ? 0 : FAR;
    while (changes) {
        changes = false;
        for (uint32_t o = 0; o < x->ops.count; o++) {
            uint32_t cost = cost_before(f, p, o, &p->supporters[o]);
            for (uint32_t i = 0; cost != FAR && i < x->ops.data[o].effect_count; i++) {
                uint32_t fact = x->effects.data[x->ops.data[o].first_effect + i];
                if (cost + p->left[o] >= p->costs[fact]) continue;
                p->costs[fact] = cost + p->left[o];
                changes = true;
            }
        }
    }
}

static bool has_effect_in(const pl_relaxation* x, uint32_t o, const bool* set)
{
    bool found = false;
    for (uint32_t i = 0; i < x->ops.data[o].effect_count; i++)
        found |= set[x->effects.data[x->ops.data[o].first_effect + i]];
    return found;
}

static bool is_reached(const lmcut_fixture* f, const plain_lmcut* p, uint32_t o)
{
    uint32_t supporter;
    return cost_before(f, p, o, &supporter) != FAR;
}

static void plain_zone(const lmcut_fixture* f, const plain_lmcut* p)
{
    const pl_relaxation* x = &f->relaxation;
    memset(p->zone, 0, x->fact_count);
    p->zone[x->goal] = true;
    for (bool changes = true; changes;) {
        changes = false;
        for (uint32_t o = 0; o < x->ops.count; o++) {
            uint32_t s = p->supporters[o];
            if (!is_reached(f, p, o) || p->left[o] || s == PLOY_NONE || p->zone[s] || !has_effect_in(x, o, p->zone))
                continue;
            changes = p->zone[s] = true;
        }
    }
}

static void plain_before(const lmcut_fixture* f, const plain_lmcut* p, const uint64_t* state)
{
    const pl_relaxation* x = &f->relaxation;
    for (uint32_t i = 0; i < x->fact_count; i++) p->before[i] = is_in_state(f, i, state);
    for (bool changes = true; changes;) {
        changes = false;
        for (uint32_t o = 0; o < x->ops.count; o++) {
            uint32_t s = p->supporters[o];
            if (!is_reached(f, p, o) || (s != PLOY_NONE && !p->before[s]) || has_effect_in(x, o, p->zone)) continue;
            for (uint32_t i = 0; i < x->ops.data[o].effect_count; i++) {
                uint32_t fact = x->effects.data[x->ops.data[o].first_effect + i];
                changes |= !p->before[fact];
                p->before[fact] = true;
            }
        }
    }
}

static bool is_in_cut(const lmcut_fixture* f, const plain_lmcut* p, uint32_t o)
{
    uint32_t s = p->supporters[o];
    return is_reached(f, p, o) && (s == PLOY_NONE || p->before[s]) && has_effect_in(&f->relaxation, o, p->zone);
}

static uint32_t plain_estimate(const lmcut_fixture* f, const plain_lmcut* p, const uint64_t* state)
{
    const pl_relaxation* x = &f->relaxation;
    uint32_t sum = 0;
    for (uint32_t o = 0; o < x->ops.count; o++) p->left[o] = x->ops.data[o].share;
    for (;;) {
        plain_costs(f, p, state);
        if (p->costs[x->goal] == FAR) return FAR;
        if (p->costs[x->goal] == 0) return sum;
        plain_zone(f, p);
        plain_before(f, p, state);
        uint32_t cheapest = FAR;
        for (uint32_t o = 0; o < x->ops.count; o++) {
            if (is_in_cut(f, p, o) && p->left[o] < cheapest) cheapest = p->left[o];
        }
        assert_true(cheapest > 0 && cheapest != FAR);
        for (uint32_t o = 0; o < x->ops.count; o++) {
            if (is_in_cut(f, p, o)) p->left[o] -= cheapest;
        }
        sum += cheapest;
    }
}

static uint32_t plain_max(const lmcut_fixture* f, const plain_lmcut* p, const uint64_t* state)
{
    for (uint32_t o = 0; o < f->relaxation.ops.count; o++) p->left[o] = f->relaxation.ops.data[o].cost;
    plain_costs(f, p, state);
    return p->costs[f->relaxation.goal];
}

typedef struct lmcut_tally
{
    uint32_t states, positive, dead, after, higher, differ, dominated;
} lmcut_tally;

static void check_state(lmcut_fixture* f, uint32_t s, const plain_lmcut* p, lmcut_tally* t)
{
    const pl_relaxation* x = &f->relaxation;
    const uint64_t* state = pl_tuples_at(f->forward.states, s);
    uint32_t distance = f->distances[s], max = pl_hmax_estimate(&f->max, x, state);
    uint32_t estimate = pl_lmcut_estimate(&f->lmcut, x, state);
    assert_true(max == FAR ? distance == FAR : max <= distance);
    assert_true(estimate == FAR ? distance == FAR : estimate <= distance);
    assert_int_equal(estimate, plain_estimate(f, p, state));
    assert_int_equal(max, plain_max(f, p, state));
    t->states++;
    t->positive += estimate > 0 && estimate != FAR;
    t->dead += estimate == FAR;
    t->higher += estimate != FAR && estimate > max;
}

static void check_after(lmcut_fixture* f, uint32_t s, lmcut_tally* t)
{
    const pl_relaxation* x = &f->relaxation;
    uint32_t estimate = pl_lmcut_prepare(&f->lmcut, x, pl_tuples_at(f->forward.states, s));
    for (uint32_t i = 0; i < f->edge_count; i++) {
        const state_edge* e = &f->edges[i];
        if (e->from != s) continue;
        const uint64_t* state = pl_tuples_at(f->forward.states, e->to);
        uint32_t after = pl_lmcut_estimate_after(&f->lmcut, x, state, e->move);
        assert_true(after == FAR ? f->distances[e->to] == FAR : after <= f->distances[e->to]);
        // What the cuts without the move cost is never lost.
        assert_true(estimate == FAR || after == FAR || (uint64_t)after + e->cost >= estimate);
        t->after++;
        t->differ += after != pl_lmcut_estimate(&f->lmcut, x, state);
    }
}

static void no_estimate_exceeds_the_cost_of_a_plan(void** unused)
{
    (void)unused;
    lmcut_tally t = {0};
    static lmcut_fixture f;
    seed_range seeds = question_seeds(1, 300);
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
        random_domain* d = random_domain_of_seed(seed);
        ploy_random random = {.seed = seed, .stream = 9};
        begin(&f, d, &random);
        const pl_relaxation* x = &f.relaxation;
        plain_lmcut p = {calloc(x->fact_count, sizeof(uint32_t)), calloc(x->ops.count + 1, sizeof(uint32_t)),
                         calloc(x->ops.count + 1, sizeof(uint32_t)), calloc(x->fact_count, sizeof(bool)),
                         calloc(x->fact_count, sizeof(bool))};
        uint32_t count = f.is_whole && !f.heuristic->priced_count ? f.forward.states->count : 0;
        for (uint32_t i = 0; i < x->effects.count; i++) t.dominated += pl_domination_is_dominated(&f.max.domination, i);
        for (uint32_t s = 0; s < count; s += 1 + count / 40) {
            check_state(&f, s, &p, &t);
            check_after(&f, s, &t);
        }
        free(p.costs);
        free(p.left);
        free(p.supporters);
        free(p.zone);
        free(p.before);
        end(&f);
        random_domain_destroy(d);
    }
    if (seeds.end - seeds.first < 300) return;
    assert_true(t.states > 1000 && t.positive > 500 && t.dead > 10 && t.higher > 50);
    assert_true(t.after > 1000 && t.differ > 0 && t.dominated > 100);
}

TEST_MAIN(TEST(no_estimate_exceeds_the_cost_of_a_plan))
