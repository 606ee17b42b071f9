// Random graphs, and a simple Dijkstra search as the reference: it scans lists and shares no data structure with the
// library.

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

/// Connected or not, with one-way edges, duplicate edges, edges of cost 0, and loops; sometimes a single node.
void test_graph_draw(test_graph* graph, uint64_t seed);

/// Blocks about one in `one_in` nodes; 0: none.
void test_graph_block(test_graph* graph, ploy_random* random, uint32_t one_in);

/// A def that points into the graph.
ploy_graph_def test_graph_def(const test_graph* graph);

/// The lowest cost from a node to every other node; -1: no path.
void test_graph_costs(const test_graph* graph, uint32_t from, int64_t* costs);

/// The cost of a path. Checks that every step takes the cheapest edge and enters no blocked or closed node.
int64_t test_graph_walk(const test_graph* graph, const uint32_t* nodes, uint32_t count);

/// Sets the obstacle layer to the blocked nodes of the test graph.
void test_graph_block_layer(const test_graph* graph, ploy_obstacles* obstacles);

#endif
