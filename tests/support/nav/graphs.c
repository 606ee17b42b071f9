#include "support/nav/graphs.h"

#include "support/base/test.h"

static int32_t draw_coordinate(ploy_random* random, uint32_t range)
{
    return ploy_random_range(random, -(int32_t)range, (int32_t)range);
}

static void draw_nodes(test_graph* g, ploy_random* random)
{
    static const uint32_t ranges[] = {1, 10, 1000, 1000000, PLOY_MAX_COORDINATE};
    uint32_t range = ranges[ploy_random_below(random, 5)];
    for (uint32_t n = 0; n < g->node_count; ++n) {
        g->positions[n] = (ploy_point){draw_coordinate(random, range), draw_coordinate(random, range)};
        g->areas[n] = (uint8_t)ploy_random_below(random, TEST_GRAPH_AREAS);
    }
}

static void draw_edges(test_graph* g, ploy_random* random)
{
    static const uint32_t ranges[] = {1, 3, 100, 100000, 1000000};
    uint32_t max = ranges[ploy_random_below(random, 5)], min = ploy_random_below(random, 2) ? max / 2 : 0;
    g->edge_count =
        ploy_random_below(random, 5 * g->node_count < TEST_GRAPH_EDGES ? 5 * g->node_count : TEST_GRAPH_EDGES);
    for (uint32_t i = 0; i < g->edge_count; ++i) {
        g->edges[i].from = ploy_random_below(random, g->node_count);
        g->edges[i].to = ploy_random_below(random, g->node_count);
        g->edges[i].cost = min + ploy_random_below(random, max - min + 1);
    }
}

void test_graph_draw(test_graph* graph, uint64_t seed)
{
    ploy_random random = {.seed = seed, .stream = 31};
    *graph = (test_graph){.node_count = seed % 10 ? 1 + ploy_random_below(&random, TEST_GRAPH_NODES) : 1};
    graph->has_positions = ploy_random_below(&random, 4) > 0;
    graph->has_areas = ploy_random_below(&random, 2);
    graph->bidirectional = ploy_random_below(&random, 2);
    draw_nodes(graph, &random);
    draw_edges(graph, &random);
    for (uint32_t a = 0; a < TEST_GRAPH_AREAS; ++a) graph->area_costs[a] = PLOY_AREA_ONE;
}

void test_graph_block(test_graph* graph, ploy_random* random, uint32_t one_in)
{
    for (uint32_t n = 0; n < graph->node_count; ++n)
        graph->blocked[n] = one_in && ploy_random_below(random, one_in) == 0;
}

ploy_graph_def test_graph_def(const test_graph* graph)
{
    ploy_graph_def def = {0};
    def.node_count = graph->node_count;
    def.positions = graph->has_positions ? graph->positions : NULL;
    def.areas = graph->has_areas ? graph->areas : NULL;
    def.edges = graph->edges;
    def.edge_count = graph->edge_count;
    def.bidirectional = graph->bidirectional;
    return def;
}

// The cost of a step, or -1 when it cannot be taken. An area's factor is in 1/256; the product is rounded up.
static int64_t step_cost(const test_graph* g, uint32_t to, uint32_t cost)
{
    uint64_t factor = g->area_costs[g->has_areas ? g->areas[to] : 0];
    if (g->blocked[to] || factor == PLOY_AREA_CLOSED) return -1;
    return (int64_t)((cost * factor + 255) / 256);
}

static bool lower(int64_t* costs, uint32_t to, int64_t cost)
{
    if (costs[to] >= 0 && costs[to] <= cost) return false;
    costs[to] = cost;
    return true;
}

static bool relax(const test_graph* g, int64_t* costs, uint32_t from, uint32_t to, uint32_t cost)
{
    int64_t step = step_cost(g, to, cost);
    return costs[from] >= 0 && step >= 0 && lower(costs, to, costs[from] + step);
}

void test_graph_costs(const test_graph* graph, uint32_t from, int64_t* costs)
{
    for (uint32_t n = 0; n < graph->node_count; ++n) costs[n] = -1;
    costs[from] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < graph->edge_count; ++i) {
            ploy_graph_edge e = graph->edges[i];
            changed |= relax(graph, costs, e.from, e.to, e.cost);
            if (graph->bidirectional) changed |= relax(graph, costs, e.to, e.from, e.cost);
        }
    }
}

static int64_t cheapest_step(const test_graph* g, uint32_t from, uint32_t to)
{
    int64_t best = -1;
    for (uint32_t i = 0; i < g->edge_count; ++i) {
        ploy_graph_edge e = g->edges[i];
        bool fits = (e.from == from && e.to == to) || (g->bidirectional && e.from == to && e.to == from);
        int64_t cost = step_cost(g, to, e.cost);
        if (fits && cost >= 0 && (best < 0 || cost < best)) best = cost;
    }
    return best;
}

int64_t test_graph_walk(const test_graph* graph, const uint32_t* nodes, uint32_t count)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i + 1 < count; ++i) {
        int64_t step = cheapest_step(graph, nodes[i], nodes[i + 1]);
        assert_true(step >= 0);
        sum += step;
    }
    return sum;
}

void test_graph_block_layer(const test_graph* graph, ploy_obstacles* obstacles)
{
    for (uint32_t n = 0; n < graph->node_count; ++n) {
        if (graph->blocked[n])
            ploy_obstacles_block(obstacles, n);
        else
            ploy_obstacles_unblock(obstacles, n);
    }
}
