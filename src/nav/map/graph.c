#include "nav/map/graph.h"

#include "base/check.h"
#include "base/memory.h"

const ploy_nav_map* ploy_graph_map(const ploy_graph* graph)
{
    return &graph->ground;
}

uint32_t ploy_graph_node_count(const ploy_graph* graph)
{
    return graph->node_count;
}

uint32_t ploy_graph_edge_count(const ploy_graph* graph)
{
    return graph->out.edge_count;
}

ploy_point ploy_graph_position(const ploy_graph* graph, uint32_t node)
{
    PL_ASSERT(graph->positions && node < graph->node_count);
    return graph->positions[graph->to_inner[node]];
}

uint8_t ploy_graph_area(const ploy_graph* graph, uint32_t node)
{
    PL_ASSERT(node < graph->node_count);
    return graph->areas ? graph->areas[graph->to_inner[node]] : 0;
}

static size_t cell_count(const ploy_graph* g)
{
    return ((size_t)1 << 2 * g->square.cell_order) + 1;
}

size_t ploy_graph_bytes(const ploy_graph* graph)
{
    size_t node_bytes = 2 * sizeof(uint32_t) + (graph->positions ? sizeof(ploy_point) : 0) + (graph->areas ? 1 : 0);
    return sizeof *graph + pl_array_bytes(graph->node_count, node_bytes) + pl_rows_bytes(&graph->out) +
           pl_rows_bytes(&graph->in) + (graph->cells ? pl_array_bytes(cell_count(graph), sizeof *graph->cells) : 0) +
           pl_landmarks_bytes(&graph->landmarks, graph->node_count);
}

void ploy_graph_destroy(ploy_graph* graph)
{
    if (!graph) return;
    ploy_allocator allocator = graph->allocator;
    PL_DELETE_ARRAY(&allocator, graph->to_inner, graph->node_count);
    PL_DELETE_ARRAY(&allocator, graph->to_outer, graph->node_count);
    PL_DELETE_ARRAY(&allocator, graph->positions, graph->node_count);
    PL_DELETE_ARRAY(&allocator, graph->areas, graph->node_count);
    PL_DELETE_ARRAY(&allocator, graph->cells, cell_count(graph));
    pl_rows_destroy(&graph->out, &allocator);
    pl_rows_destroy(&graph->in, &allocator);
    pl_landmarks_destroy(&graph->landmarks, &allocator, graph->node_count);
    PL_DELETE(&allocator, graph);
}
