// Makes a graph from a def: checks it, orders the nodes along the curve, packs the edges, finds the lowest slope.

#include <string.h>

#include "base/containers/bitset.h"
#include "base/check.h"
#include "base/error.h"
#include "base/hints.h"
#include "base/memory.h"
#include "nav/map/graph.h"
#include "nav/map/graph_edges.h"
#include "nav/map/hilbert.h"

enum
{
    CURVE_ORDER = 16,
    NODES_PER_CELL = 4,
    MAX_EDGES = INT32_MAX,
};

static ploy_graph_def graph_with_defaults(const ploy_graph_def* given)
{
    ploy_graph_def def = given ? *given : (ploy_graph_def){0};
    def.allocator = pl_allocator_choose(&def.allocator);
    return def;
}

// Check.

static ploy_status invalid(ploy_error* error, const char* what, uint32_t index)
{
    pl_error_set(error, 0, 0, "%s %u", what, index);
    return PLOY_INVALID;
}

static ploy_status check_points(const ploy_graph_def* def, ploy_error* error)
{
    for (uint32_t i = 0; def->positions && i < def->node_count; ++i) {
        ploy_point p = def->positions[i];
        if (p.x < -PLOY_MAX_COORDINATE || p.x > PLOY_MAX_COORDINATE || p.y < -PLOY_MAX_COORDINATE ||
            p.y > PLOY_MAX_COORDINATE) {
            return invalid(error, "coordinates beyond 2^30 at node", i);
        }
    }
    return PLOY_OK;
}

static ploy_status check_edge(const ploy_graph_def* def, uint32_t from, uint32_t to, uint32_t cost, uint32_t index,
                              ploy_error* error)
{
    if (from >= def->node_count || to >= def->node_count)
        return invalid(error, "an end that is no node, of edge", index);
    return cost == UINT32_MAX ? invalid(error, "a cost beyond 2^32 - 2, of edge", index) : PLOY_OK;
}

static ploy_status check_rows(const ploy_graph_def* def, ploy_error* error)
{
    if (def->row_begin[0] != 0) return invalid(error, "the rows do not begin at 0 but at", def->row_begin[0]);
    for (uint32_t n = 0; n < def->node_count; ++n) {
        if (def->row_begin[n + 1] < def->row_begin[n])
            return invalid(error, "a row that ends before it begins, of node", n);
        if (def->row_begin[n + 1] > MAX_EDGES / 2) return PLOY_NOT_SUPPORTED;
    }
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; status == PLOY_OK && i < def->row_begin[def->node_count]; ++i) {
        status = check_edge(def, 0, def->row_to[i], def->row_cost[i], i, error);
    }
    return status;
}

static ploy_status check(const ploy_graph_def* def, ploy_error* error)
{
    if (def->node_count > MAX_EDGES || def->edge_count > MAX_EDGES / 2) return PLOY_NOT_SUPPORTED;
    ploy_status status = check_points(def, error);
    if (status == PLOY_OK && def->row_begin) return check_rows(def, error);
    for (uint32_t i = 0; status == PLOY_OK && i < def->edge_count; ++i) {
        status = check_edge(def, def->edges[i].from, def->edges[i].to, def->edges[i].cost, i, error);
    }
    return status;
}

// Order of the nodes.

static uint32_t bits_of(uint32_t number)
{
    return number ? 64 - pl_leading_zeros(number) : 0;
}

static pl_square square_around(const ploy_point* points, uint32_t count)
{
    pl_square square = {.corner = points[0]};
    ploy_point max = points[0];
    for (uint32_t i = 1; i < count; ++i) {
        if (points[i].x < square.corner.x) square.corner.x = points[i].x;
        if (points[i].y < square.corner.y) square.corner.y = points[i].y;
        if (points[i].x > max.x) max.x = points[i].x;
        if (points[i].y > max.y) max.y = points[i].y;
    }
    uint32_t bits = bits_of((uint32_t)(max.x - square.corner.x) | (uint32_t)(max.y - square.corner.y));
    square.order = bits < CURVE_ORDER ? bits : CURVE_ORDER;
    square.shift = bits - square.order;
    while (square.cell_order < square.order && count >> 2 * square.cell_order >= 4 * NODES_PER_CELL)
        ++square.cell_order;
    return square;
}

uint32_t pl_square_along(const pl_square* square, ploy_point point)
{
    uint32_t x = (uint32_t)(point.x - square->corner.x), y = (uint32_t)(point.y - square->corner.y);
    return pl_hilbert(square->order, x >> square->shift, y >> square->shift);
}

// Sorts by the upper half of each number, keeping the order of equals.
static void sort_keys(uint64_t* keys, uint64_t* spare, uint32_t count)
{
    for (uint32_t shift = 32; shift < 64; shift += 8) {
        uint32_t begin[257] = {0};
        for (uint32_t i = 0; i < count; ++i) ++begin[(keys[i] >> shift & 255) + 1];
        for (uint32_t b = 0; b < 256; ++b) begin[b + 1] += begin[b];
        for (uint32_t i = 0; i < count; ++i) spare[begin[keys[i] >> shift & 255]++] = keys[i];
        uint64_t* other = keys;
        keys = spare;
        spare = other;
    }
}

static bool make_cells(ploy_graph* g, const uint64_t* keys)
{
    uint32_t cells = UINT32_C(1) << 2 * g->square.cell_order, shift = 2 * (g->square.order - g->square.cell_order),
             at = 0;
    g->cells = PL_NEW_ARRAY(&g->allocator, uint32_t, (size_t)cells + 1);
    if (!g->cells) return false;
    for (uint32_t c = 0; c < cells; ++c) {
        while (at < g->node_count && keys[at] >> 32 >> shift < c) ++at;
        g->cells[c] = at;
    }
    g->cells[cells] = g->node_count;
    return true;
}

static bool order_by_curve(ploy_graph* g, const ploy_point* points)
{
    uint32_t count = g->node_count;
    g->square = square_around(points, count);
    uint64_t* keys = PL_NEW_ARRAY(&g->allocator, uint64_t, 2 * (size_t)count);
    if (!keys) return false;
    for (uint32_t i = 0; i < count; ++i) keys[i] = (uint64_t)pl_square_along(&g->square, points[i]) << 32 | i;
    sort_keys(keys, keys + count, count);
    for (uint32_t i = 0; i < count; ++i) g->to_outer[i] = (uint32_t)keys[i];
    bool made = make_cells(g, keys);
    PL_DELETE_ARRAY(&g->allocator, keys, 2 * (size_t)count);
    return made;
}

static bool make_nodes(ploy_graph* g, const ploy_graph_def* def)
{
    uint32_t count = g->node_count;
    if (count == 0) return true;
    g->to_inner = PL_NEW_ARRAY(&g->allocator, uint32_t, count);
    g->to_outer = PL_NEW_ARRAY(&g->allocator, uint32_t, count);
    if (def->positions) g->positions = PL_NEW_ARRAY(&g->allocator, ploy_point, count);
    if (def->areas) g->areas = PL_NEW_ARRAY(&g->allocator, uint8_t, count);
    if (!g->to_inner || !g->to_outer || (def->positions && !g->positions) || (def->areas && !g->areas)) return false;
    for (uint32_t i = 0; i < count; ++i) g->to_outer[i] = i;
    if (def->positions && !order_by_curve(g, def->positions)) return false;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t id = g->to_outer[i];
        g->to_inner[id] = i;
        if (g->positions) g->positions[i] = def->positions[id];
        if (g->areas) g->areas[i] = def->areas[id];
        pl_bits_set(g->used_areas, g->areas ? g->areas[i] : 0);
    }
    return true;
}

// Edges.

static void add_link(const ploy_graph* g, const ploy_graph_def* def, pl_links* links, uint32_t from, uint32_t to,
                     uint32_t cost)
{
    from = g->to_inner[from];
    to = g->to_inner[to];
    pl_links_add(links, from, to, cost);
    if (def->bidirectional) pl_links_add(links, to, from, cost);
}

static void collect(const ploy_graph* g, const ploy_graph_def* def, pl_links* links)
{
    for (uint32_t i = 0; !def->row_begin && i < def->edge_count; ++i) {
        add_link(g, def, links, def->edges[i].from, def->edges[i].to, def->edges[i].cost);
    }
    for (uint32_t n = 0; def->row_begin && n < def->node_count; ++n) {
        for (uint32_t i = def->row_begin[n]; i < def->row_begin[n + 1]; ++i)
            add_link(g, def, links, n, def->row_to[i], def->row_cost[i]);
    }
    pl_links_tidy(links);
}

static bool make_rows(ploy_graph* g, const ploy_graph_def* def, pl_links* links)
{
    collect(g, def, links);
    if (!pl_edge_rows_init(&g->out, &g->allocator, g->node_count, links->list, links->count)) return false;
    g->is_bidirectional = pl_links_reverse(links);
    bool needs_in = !g->is_bidirectional && (def->keep_reverse || def->landmark_count || def->block_size);
    return !needs_in || pl_edge_rows_init(&g->in, &g->allocator, g->node_count, links->list, links->count);
}

// Slope.

// cost / length rounded down. The factor has its top bit set, so that slopes compare by their shifts first.
static pl_slope slope_of(uint32_t cost, uint64_t squared)
{
    if (cost == 0) return (pl_slope){0, UINT32_MAX};
    uint32_t zeros = pl_leading_zeros(squared) & ~1u, raise = pl_leading_zeros(cost);
    uint64_t length = (uint64_t)pl_root_exact(squared << zeros) + 1; // times 2^(zeros / 2)
    uint64_t factor = ((uint64_t)cost << raise) / length;
    uint32_t shift = raise - zeros / 2; // raise is at least 32, zeros at most 63
    for (; factor > UINT32_MAX && shift > 0; --shift) factor >>= 1;
    return (pl_slope){factor > UINT32_MAX ? UINT32_MAX : (uint32_t)factor, shift};
}

static bool is_less(pl_slope a, pl_slope b)
{
    return a.shift != b.shift ? a.shift > b.shift : a.factor < b.factor;
}

// The same with a shift of at most 32; the factor loses one bit per halving below 1/2.
static pl_slope lower_shift(pl_slope slope)
{
    uint32_t excess = slope.shift > 32 ? slope.shift - 32 : 0;
    return (pl_slope){excess < 32 ? slope.factor >> excess : 0, slope.shift - excess};
}

static pl_slope lowest_slope(const pl_links* links, const ploy_point* positions)
{
    pl_slope min = {UINT32_MAX, 0};
    bool any = false;
    for (uint32_t i = 0; i < links->count; ++i) {
        uint64_t squared = pl_distance_squared(positions[links->list[i].from], positions[links->list[i].to]);
        if (squared == 0) continue;
        pl_slope slope = slope_of(links->list[i].cost, squared);
        if (!any || is_less(slope, min)) min = slope;
        any = true;
    }
    return any ? lower_shift(min) : (pl_slope){0};
}

// Create.

static uint32_t link_capacity(const ploy_graph_def* def)
{
    uint32_t given = def->row_begin ? def->row_begin[def->node_count] : def->edge_count;
    return def->bidirectional ? 2 * given : given;
}

static bool make_edges(ploy_graph* g, const ploy_graph_def* def)
{
    pl_links links;
    bool made = pl_links_init(&links, &g->allocator, g->node_count, link_capacity(def)) && make_rows(g, def, &links);
    if (made && g->positions) g->slope = lowest_slope(&links, g->positions);
    pl_links_destroy(&links, &g->allocator);
    return made;
}

static ploy_status make(ploy_graph* g, const ploy_graph_def* def)
{
    pl_roots_init(&g->roots);
    if (!make_nodes(g, def) || !make_edges(g, def)) return PLOY_OUT_OF_MEMORY;
    if (g->node_count == 0) return PLOY_OK;
    ploy_status status = def->landmark_count ? pl_landmarks_init(g, def->landmark_count) : PLOY_OK;
    if (status == PLOY_OK && def->block_size) status = pl_hierarchy_init(g, def->block_size);
    if (!def->keep_reverse) pl_edge_rows_destroy(&g->in, &g->allocator);
    return status;
}

ploy_status ploy_graph_create(const ploy_graph_def* given, ploy_graph** graph, ploy_error* error)
{
    PL_NEED_ERROR(error, graph, PLOY_INVALID);
    *graph = NULL;
    PL_NEED_NAMED("def", error, given, PLOY_INVALID);
    ploy_graph_def full = graph_with_defaults(given);
    const ploy_graph_def* def = &full;
    PL_ASSERT(def->landmark_count <= PLOY_MAX_LANDMARKS);
    PL_ASSERT(def->block_size <= PL_MAX_BLOCK_SIZE);
    PL_ASSERT(!def->row_begin || (!def->edges && def->edge_count == 0));
    pl_error_clear(error);
    ploy_status status = check(def, error);
    if (status != PLOY_OK) return status;
    ploy_allocator allocator = pl_allocator_choose(&def->allocator);
    ploy_graph* g = PL_NEW(&allocator, ploy_graph);
    if (!g) return PLOY_OUT_OF_MEMORY;
    *g = (ploy_graph){.map = {&pl_graph_kind, def->node_count, def->node_count},
                      .allocator = allocator,
                      .node_count = def->node_count};
    status = make(g, def);
    if (status == PLOY_OK)
        *graph = g;
    else
        ploy_graph_destroy(g);
    return status;
}
