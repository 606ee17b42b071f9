#include "nav/map/graph.h"

#include "base/check.h"
#include "base/memory.h"
#include "nav/map/hilbert.h"

const ploy_nav_map* ploy_graph_map(const ploy_graph* graph)
{
    PL_NEED(graph, NULL);
    return &graph->map;
}

static size_t cell_count(const ploy_graph* g)
{
    return ((size_t)1 << 2 * g->square.cell_order) + 1;
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
    pl_edge_rows_destroy(&graph->out, &allocator);
    pl_edge_rows_destroy(&graph->in, &allocator);
    pl_landmarks_destroy(&graph->landmarks, &allocator, graph->node_count);
    pl_hierarchy_destroy(&graph->hierarchy, &allocator);
    PL_DELETE(&allocator, graph);
}

// The nearest node: visits cells in rings around the point until no ring further out can hold a nearer node.

typedef struct nearest_search
{
    const ploy_graph* graph;
    const uint64_t* blocked;
    ploy_point point;
    uint32_t best;     // the caller's id
    uint64_t distance; // squared
} nearest_search;

static void visit(nearest_search* q, uint32_t node)
{
    uint32_t id = q->graph->to_outer[node];
    uint64_t distance = pl_distance_squared(q->graph->positions[node], q->point);
    bool is_nearer = q->best == PLOY_NONE || distance < q->distance || (distance == q->distance && id < q->best);
    if (!is_nearer || (q->blocked && pl_bits_test(q->blocked, node))) return;
    q->best = id;
    q->distance = distance;
}

static void visit_cell(nearest_search* q, int64_t x, int64_t y)
{
    const pl_square* square = &q->graph->square;
    int64_t side = INT64_C(1) << square->cell_order;
    if (x < 0 || y < 0 || x >= side || y >= side) return;
    uint32_t cell = pl_hilbert(square->cell_order, (uint32_t)x, (uint32_t)y);
    for (uint32_t node = q->graph->cells[cell]; node < q->graph->cells[cell + 1]; ++node) visit(q, node);
}

static void visit_ring(nearest_search* q, int64_t x, int64_t y, int64_t radius)
{
    for (int64_t i = -radius; i <= radius; ++i) {
        visit_cell(q, x + i, y - radius);
        if (radius) visit_cell(q, x + i, y + radius);
    }
    for (int64_t i = -radius + 1; i < radius; ++i) {
        visit_cell(q, x - radius, y + i);
        visit_cell(q, x + radius, y + i);
    }
}

static uint32_t cell_shift(const pl_square* square)
{
    return square->shift + square->order - square->cell_order;
}

// The cell of a coordinate; outside the square, the nearest cell of the border.
static int64_t cell_of(const pl_square* square, int32_t coordinate, int32_t corner)
{
    int64_t offset = (int64_t)coordinate - corner, last = (INT64_C(1) << square->cell_order) - 1;
    if (offset < 0) return 0;
    int64_t cell = offset >> cell_shift(square);
    return cell < last ? cell : last;
}

// The distance from a coordinate to the cells beyond the ring, on either side; INT64_MAX: there are none.
static int64_t gap(const pl_square* square, int32_t coordinate, int32_t corner, int64_t cell, int64_t radius)
{
    int64_t offset = (int64_t)coordinate - corner, side = INT64_C(1) << square->cell_order, min = INT64_MAX;
    if (cell - radius > 0) min = offset - (cell - radius) * (INT64_C(1) << cell_shift(square)) + 1;
    int64_t end = (cell + radius + 1) * (INT64_C(1) << cell_shift(square));
    if (cell + radius + 1 < side && end - offset < min) min = end - offset;
    return min;
}

uint32_t ploy_graph_nearest(const ploy_graph* graph, ploy_point point, const ploy_obstacles* obstacles)
{
    PL_NEED(graph, PLOY_NONE);
    nearest_search q = {
        .graph = graph, .blocked = obstacles ? obstacles->bits : NULL, .point = point, .best = PLOY_NONE};
    if (!graph->positions) return PLOY_NONE;
    const pl_square* square = &graph->square;
    int64_t x = cell_of(square, point.x, square->corner.x), y = cell_of(square, point.y, square->corner.y);
    for (int64_t radius = 0;; ++radius) {
        visit_ring(&q, x, y, radius);
        int64_t across = gap(square, point.x, square->corner.x, x, radius),
                up = gap(square, point.y, square->corner.y, y, radius);
        int64_t beyond = across < up ? across : up;
        if (beyond == INT64_MAX) return q.best;
        if (q.best != PLOY_NONE && (uint64_t)beyond * (uint64_t)beyond > q.distance) return q.best;
    }
}
