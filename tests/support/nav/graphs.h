// Graphs drawn at random, and a Dijkstra that scans lists and knows nothing of rows, curves or estimates.

#ifndef TEST_SUPPORT_NAV_GRAPHS_H
#define TEST_SUPPORT_NAV_GRAPHS_H

#include <ploy/nav.h>

enum
{
    TEST_GRAPH_NODES = 80,
    TEST_GRAPH_EDGES = 400,
    TEST_GRAPH_AREAS = 4,
};

typedef struct test_graph
{
    uint32_t node_count, edge_count;
    ploy_point positions[TEST_GRAPH_NODES];
    uint8_t areas[TEST_GRAPH_NODES];
    ploy_graph_edge edges[TEST_GRAPH_EDGES];
    bool has_positions, has_areas, bidirectional;
    bool blocked[TEST_GRAPH_NODES];
    uint32_t area_costs[TEST_GRAPH_AREAS];
} test_graph;

/// In pieces or whole, one-way or not, with duplicate edges, edges that cost nothing, and loops; sometimes a
/// lone node.
void test_graph_draw(test_graph* graph, uint64_t seed);

/// Blocks about one node in `one_in`, 0: none.
void test_graph_block(test_graph* graph, ploy_random* random, uint32_t one_in);

/// A def that points into the graph.
ploy_graph_def test_graph_def(const test_graph* graph);

/// What it costs to get from a node to every other; -1: no path.
void test_graph_costs(const test_graph* graph, uint32_t from, int64_t* costs);

/// What a path costs, checking every step of it: the cheapest edge between the two, nothing blocked or closed entered.
int64_t test_graph_walk(const test_graph* graph, const uint32_t* nodes, uint32_t count);

/// Makes the obstacle layer the same as the list of the test graph.
void test_graph_block_layer(const test_graph* graph, ploy_obstacles* obstacles);

#endif
