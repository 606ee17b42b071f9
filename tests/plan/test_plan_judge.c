// Why the search does not take a move from a node: the judgment of every move agrees with the search, on random domains
// and queries.

#include <string.h>

#include "plan/search/planner.h"
#include "support/plan/random_queries.h"
#include "support/base/test.h"

typedef struct seen
{
    uint32_t last; // node expanded
    uint32_t counts[PL_JUDGED_EDGE + 1];
} seen;

static void hear(void* user, const ploy_trace_event* event)
{
    if (event->kind == PLOY_TRACE_NODE_EXPANDED) ((seen*)user)->last = (uint32_t)event->args[0];
}

static const pl_edge* edge_of(const pl_edge* edges, uint32_t count, uint32_t move)
{
    for (uint32_t i = 0; i < count; i++) {
        if (edges[i].label == move) return &edges[i];
    }
    return NULL;
}

// A way exactly if the space has an edge for it, and to the same place for the same cost.
static void check_node(ploy_planner* planner, uint32_t node, seen* s)
{
    pl_edge edges[512];
    const pl_edge* found = NULL;
    uint32_t count = pl_forward_expand(&planner->forward, node, &found);
    assert_true(count <= 512);
    if (count > 0) memcpy(edges, found, count * sizeof *edges);
    for (uint32_t m = 0; m < planner->rules.heuristic->move_count; m++) {
        uint32_t to = PLOY_NONE, cost = 0;
        const pl_edge* edge = edge_of(edges, count, m);
        pl_judgment judgment = pl_forward_judge(&planner->forward, node, m, &to, &cost);
        ++s->counts[judgment];
        assert_int_equal(judgment == PL_JUDGED_EDGE, edge != NULL);
        if (!edge) continue;
        assert_int_equal(edge->to, to);
        assert_int_equal(edge->cost, cost);
    }
}

static void watch(ploy_planner* planner, question* q, seen* s)
{
    ploy_trace sink = {hear, s, PLOY_TRACE_EVERYTHING, false};
    q->query.options.search = PLOY_SEARCH_ASTAR;
    q->query.trace = &sink;
    planner->always_searches = true;
    ploy_status status = ploy_planner_begin(planner, &q->query);
    for (uint32_t i = 0; i < 30 && status == PLOY_IN_PROGRESS; i++) {
        s->last = PLOY_NONE;
        status = ploy_planner_update(planner, 1);
        if (s->last != PLOY_NONE && status == PLOY_IN_PROGRESS) check_node(planner, s->last, s);
    }
    ploy_planner_end(planner);
}

static void a_move_is_judged_as_the_search_takes_it(void** unused)
{
    (void)unused;
    seen s = {0};
    seed_range seeds = question_seeds(1, 800);
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
        random_domain* d = random_domain_of_seed(seed);
        ploy_random random = {.seed = seed, .stream = 9};
        ploy_planner_def def = {0};
        def.domain = d->domain;
        def.no_cache = true;
        ploy_planner* planner = ploy_planner_create(&def);
        assert_non_null(planner);
        for (uint32_t i = 0; i < 4; i++) {
            question q;
            question_draw(&q, d, &random, i < 2 ? QUESTION_DISABLED : QUESTION_ALL);
            watch(planner, &q, &s);
        }
        ploy_planner_destroy(planner);
        random_domain_destroy(d);
    }
    for (uint32_t i = 0; i <= PL_JUDGED_EDGE; i++) assert_true(s.counts[i] > 0);
}

TEST_MAIN(TEST(a_move_is_judged_as_the_search_takes_it))
