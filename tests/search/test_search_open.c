// The open list in graphs with thousands of nodes open at once, with costs of all sizes. For any width of its buckets,
// it must return nodes in the same order as a scan of all nodes.

#include "search/search.h"

#include <string.h>

#include "support/base/test.h"

enum
{
    NODES = 1500,
    DEGREE = 5,
};

typedef struct costs
{
    uint32_t below;    // costs are uniform in 0 .. below - 1 ...
    uint32_t unit;     // ... times this
    uint32_t rare;     // added to one cost in 16
    uint32_t estimate; // estimates are uniform in 0 .. estimate - 1
} costs;

typedef struct open_graph
{
    pl_edge edges[NODES][DEGREE];
    uint32_t estimates[NODES];
    uint32_t order[64 * NODES]; // the order of expansions
    uint32_t count;
} open_graph;

static void draw(open_graph* w, const costs* c, uint64_t seed)
{
    ploy_random random = {.seed = seed};
    w->count = 0;
    for (uint32_t n = 0; n < NODES; ++n) {
        w->estimates[n] = c->estimate ? ploy_random_below(&random, c->estimate) : 0;
    }
    for (uint32_t n = 0; n < NODES; ++n) {
        for (uint32_t e = 0; e < DEGREE; ++e) {
            uint32_t to = e ? ploy_random_below(&random, NODES) : (n + 1) % NODES;
            uint32_t cost = ploy_random_below(&random, c->below) * c->unit;
            if (ploy_random_below(&random, 16) == 0) cost += c->rare;
            w->edges[n][e] = (pl_edge){to, cost, w->estimates[to], e};
        }
    }
}

// The reference: a scan.

static bool is_first(const open_graph* w, pl_search_order order, const uint64_t* g, uint32_t a, uint32_t b)
{
    uint64_t h_a = w->estimates[a], h_b = w->estimates[b];
    uint64_t f_a = order == PL_SEARCH_NEAREST ? h_a : g[a] + h_a, f_b = order == PL_SEARCH_NEAREST ? h_b : g[b] + h_b;
    uint64_t tie_a = order == PL_SEARCH_NEAREST ? g[a] : h_a, tie_b = order == PL_SEARCH_NEAREST ? g[b] : h_b;
    if (f_a != f_b) return f_a < f_b;
    return tie_a != tie_b ? tie_a < tie_b : a < b;
}

static uint32_t scan(const open_graph* w, pl_search_order order, const uint64_t* g, const bool* is_open)
{
    uint32_t first = PLOY_NONE;
    for (uint32_t n = 0; n < NODES; ++n) {
        if (is_open[n] && (first == PLOY_NONE || is_first(w, order, g, n, first))) first = n;
    }
    return first;
}

static uint32_t check_order(const open_graph* w, pl_search_order order)
{
    static uint64_t g[NODES];
    static bool is_open[NODES];
    bool was_open[NODES] = {false};
    uint32_t count = 0;
    for (uint32_t n = 0; n < NODES; ++n) g[n] = UINT64_MAX;
    memset(is_open, 0, sizeof is_open);
    g[0] = 0;
    is_open[0] = was_open[0] = true;
    for (uint32_t n; (n = scan(w, order, g, is_open)) != PLOY_NONE; ++count) {
        assert_true(count < w->count);
        assert_int_equal(w->order[count], n);
        is_open[n] = false;
        for (uint32_t e = 0; e < DEGREE; ++e) {
            const pl_edge* edge = &w->edges[n][e];
            if (g[edge->to] <= g[n] + edge->cost) continue;
            g[edge->to] = g[n] + edge->cost;
            is_open[edge->to] |= order == PL_SEARCH_CHEAPEST || !was_open[edge->to];
            was_open[edge->to] = true;
        }
    }
    return count;
}

// The search.

static uint32_t expand(void* context, uint32_t node, const pl_edge** edges)
{
    open_graph* w = context;
    assert_true(w->count < sizeof w->order / sizeof w->order[0]);
    w->order[w->count++] = node;
    *edges = w->edges[node];
    return DEGREE;
}

static bool is_never(void* context, uint32_t node)
{
    (void)context;
    (void)node;
    return false;
}

static void check(pl_astar* search, open_graph* w, pl_search_order order)
{
    const pl_space space = {.context = w, .expand = expand, .is_goal = is_never};
    assert_int_equal(pl_search_begin(search, &space, 0, w->estimates[0], order, 0), PLOY_IN_PROGRESS);
    assert_int_equal(pl_search_update(search, UINT32_MAX), PLOY_NOT_FOUND);
    assert_true(w->count >= NODES);
    assert_int_equal(check_order(w, order), w->count);
}

static const costs all_costs[] = {
    {.below = 1000, .unit = 1},
    {.below = 1, .unit = 1, .rare = 1000}, // most edges cost 0
    {.below = 2, .unit = 1000},            // many equal costs
    {.below = 1000, .unit = 1000, .estimate = 100000},
    {.below = 100, .unit = 1, .rare = 10000000},
    {.below = 5, .unit = 1, .estimate = 3},
    {.below = 1000, .unit = 4, .rare = 100, .estimate = 4000000000u}, // sums may reach the last bucket
};

static void the_order_of_nodes_agrees_with_a_scan(void** state)
{
    (void)state;
    static open_graph w;
    pl_astar search;
    pl_search_init(&search, NULL);
    // One search for all of them: each begins with buckets whose width fits the costs of the one before.
    for (uint32_t i = 0; i < 2 * sizeof all_costs / sizeof all_costs[0]; ++i) {
        draw(&w, &all_costs[i * 5 % (sizeof all_costs / sizeof all_costs[0])], i);
        check(&search, &w, PL_SEARCH_CHEAPEST);
    }
    pl_search_destroy(&search);
}

static void the_order_by_estimates_alone_agrees_with_a_scan(void** state)
{
    (void)state;
    static open_graph w;
    pl_astar search;
    pl_search_init(&search, NULL);
    for (uint32_t i = 0; i < sizeof all_costs / sizeof all_costs[0]; ++i) {
        draw(&w, &all_costs[i], 100 + i);
        check(&search, &w, PL_SEARCH_NEAREST);
    }
    pl_search_destroy(&search);
}

static void buckets_become_as_wide_as_the_costs_need(void** state)
{
    (void)state;
    static open_graph w;
    pl_astar search;
    pl_search_init(&search, NULL);
    draw(&w, &(costs){.below = 100000, .unit = 10}, 1);
    check(&search, &w, PL_SEARCH_CHEAPEST);
    uint32_t wide = search.open.shift;
    for (uint32_t i = 0; i < 2; ++i) {
        draw(&w, &(costs){.below = 100, .unit = 1}, 2);
        check(&search, &w, PL_SEARCH_CHEAPEST);
    }
    uint32_t narrow = search.open.shift;
    assert_true(wide > 32 && narrow < wide);
    pl_search_destroy(&search);
}

TEST_MAIN(TEST(the_order_of_nodes_agrees_with_a_scan), TEST(the_order_by_estimates_alone_agrees_with_a_scan),
          TEST(buckets_become_as_wide_as_the_costs_need))
