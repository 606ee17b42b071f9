// Makes a hierarchy: finds the parts of each block that hang together, picks portals from the edges between every two
// parts, then searches each block from each of its portals.

#include "nav/hierarchy/hierarchy.h"

#include <stdlib.h>
#include <string.h>

#include "base/containers/bitset.h"
#include "base/containers/key_heap.h"
#include "base/memory.h"
#include "nav/map/graph.h"

enum
{
    /// One portal for so many edges between the same two parts.
    EDGES_PER_PORTAL = 32,
};

// An edge from one part to another.
typedef struct border_edge
{
    uint64_t parts; // from : to
    uint32_t from, to;
} border_edge;

typedef struct hierarchy_making
{
    const ploy_graph* graph;
    const ploy_allocator* allocator;
    pl_hierarchy* made;
    uint32_t* parts; // of each node, the lowest node of its part
    PL_ARRAY(uint32_t) waiting;
    PL_ARRAY(border_edge) edges;
    uint64_t* is_portal; // one bit per node
    PL_ARRAY(uint64_t) open;
} hierarchy_making;

static const pl_edge_rows* rows_of(const ploy_graph* graph, uint32_t side)
{
    return side == 1 && !graph->is_bidirectional ? &graph->in : &graph->out;
}

static uint32_t sides_of(const ploy_graph* graph)
{
    return graph->is_bidirectional ? 1 : 2;
}

// Parts.

static bool flood(hierarchy_making* m, uint32_t from)
{
    m->parts[from] = from;
    if (!PL_ARRAY_PUSH(&m->waiting, m->allocator, from)) return false;
    while (m->waiting.count > 0) {
        uint32_t node = PL_ARRAY_POP(&m->waiting), block = pl_hierarchy_block(m->made, node);
        for (uint32_t side = 0; side < sides_of(m->graph); ++side) {
            const pl_edge_rows* rows = rows_of(m->graph, side);
            for (uint32_t e = rows->begin[node]; e < rows->begin[node + 1]; ++e) {
                uint32_t to = pl_edge_rows_at(rows, e).to;
                if (m->parts[to] != PLOY_NONE || pl_hierarchy_block(m->made, to) != block) continue;
                m->parts[to] = from;
                if (!PL_ARRAY_PUSH(&m->waiting, m->allocator, to)) return false;
            }
        }
    }
    return true;
}

static bool find_parts(hierarchy_making* m)
{
    uint32_t count = m->graph->node_count;
    for (uint32_t n = 0; n < count; ++n) m->parts[n] = PLOY_NONE;
    for (uint32_t n = 0; n < count; ++n)
        if (m->parts[n] == PLOY_NONE && !flood(m, n)) return false;
    return true;
}

// Portals.

static int compare_edges(const void* a, const void* b)
{
    const border_edge *x = a, *y = b;
    if (x->parts != y->parts) return x->parts < y->parts ? -1 : 1;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

static bool list_border(hierarchy_making* m)
{
    const pl_edge_rows* rows = &m->graph->out;
    for (uint32_t n = 0; n < m->graph->node_count; ++n) {
        for (uint32_t e = rows->begin[n]; e < rows->begin[n + 1]; ++e) {
            uint32_t to = pl_edge_rows_at(rows, e).to;
            bool counts = pl_hierarchy_block(m->made, n) != pl_hierarchy_block(m->made, to) &&
                          (n < to || !m->graph->is_bidirectional);
            border_edge edge = {(uint64_t)m->parts[n] << 32 | m->parts[to], n, to};
            if (counts && !PL_ARRAY_PUSH(&m->edges, m->allocator, edge)) return false;
        }
    }
    if (m->edges.count) qsort(m->edges.data, m->edges.count, sizeof *m->edges.data, compare_edges);
    return true;
}

// Of the edges between two parts, evenly spread: they are in the order of the curve.
static void pick_portals(hierarchy_making* m)
{
    for (uint32_t first = 0, end; first < m->edges.count; first = end) {
        for (end = first; end < m->edges.count && m->edges.data[end].parts == m->edges.data[first].parts;) ++end;
        uint32_t count = end - first, wanted = (count + EDGES_PER_PORTAL - 1) / EDGES_PER_PORTAL;
        for (uint32_t i = 0; i < wanted; ++i) {
            const border_edge* edge = &m->edges.data[first + (uint64_t)count * (2 * i + 1) / (2 * wanted)];
            pl_bits_set(m->is_portal, edge->from);
            pl_bits_set(m->is_portal, edge->to);
        }
    }
}

static bool list_portals(hierarchy_making* m)
{
    pl_hierarchy* made = m->made;
    uint32_t nodes = m->graph->node_count;
    for (uint32_t n = 0; n < nodes; ++n) made->portal_count += pl_bits_test(m->is_portal, n);
    made->portals = PL_NEW_ARRAY(m->allocator, uint32_t, made->portal_count);
    made->first = PL_NEW_ARRAY(m->allocator, uint32_t, (size_t)made->block_count + 1);
    if (!made->portals || !made->first) return false;
    uint32_t count = 0;
    for (uint32_t n = 0; n < nodes; ++n) {
        if (n % made->block_size == 0) made->first[n / made->block_size] = count;
        if (pl_bits_test(m->is_portal, n)) made->portals[count++] = n;
    }
    made->first[made->block_count] = count;
    return true;
}

// PLOY_NONE: the node is no portal.
static uint32_t portal_at(const pl_hierarchy* made, uint32_t node)
{
    uint32_t block = pl_hierarchy_block(made, node);
    for (uint32_t p = made->first[block]; p < made->first[block + 1]; ++p)
        if (made->portals[p] == node) return p;
    return PLOY_NONE;
}

static bool list_crossings(hierarchy_making* m)
{
    pl_hierarchy* made = m->made;
    const pl_edge_rows* rows = &m->graph->out;
    made->first_crossing = PL_NEW_ARRAY(m->allocator, uint32_t, (size_t)made->portal_count + 1);
    if (!made->first_crossing) return false;
    for (uint32_t p = 0; p < made->portal_count; ++p) {
        uint32_t node = made->portals[p];
        for (uint32_t e = rows->begin[node]; e < rows->begin[node + 1]; ++e) {
            pl_row_edge edge = pl_edge_rows_at(rows, e);
            if (pl_hierarchy_block(made, edge.to) == pl_hierarchy_block(made, node)) continue;
            if (!pl_bits_test(m->is_portal, edge.to)) continue;
            pl_crossing crossing = {p, portal_at(made, edge.to), edge.cost};
            if (!PL_ARRAY_PUSH(&made->crossings, m->allocator, crossing)) return false;
        }
        made->first_crossing[p + 1] = made->crossings.count;
    }
    return true;
}

// Tables.

static bool reach(hierarchy_making* m, uint32_t* costs, uint16_t* nexts, uint32_t node, uint64_t cost, uint32_t next)
{
    uint32_t at = node % m->made->block_size;
    if (cost >= costs[at]) return true;
    costs[at] = (uint32_t)cost;
    nexts[at] = (uint16_t)next;
    if (!PL_ARRAY_RESERVE(&m->open, m->allocator, m->open.count + 1)) return false;
    pl_key_heap_push(m->open.data, &m->open.count, cost << 32 | node);
    return true;
}

static bool fill_row(hierarchy_making* m, uint32_t side, uint32_t portal)
{
    const pl_hierarchy* made = m->made;
    const pl_edge_rows* rows = rows_of(m->graph, side);
    uint32_t size = made->block_size, from = made->portals[portal], block = from / size;
    uint32_t* costs = made->costs[side] + (size_t)portal * size;
    uint16_t* nexts = made->nexts[side] + (size_t)portal * size;
    for (uint32_t i = 0; i < size; ++i) costs[i] = UINT32_MAX;
    if (!reach(m, costs, nexts, from, 0, from % size)) return false;
    while (m->open.count > 0) {
        uint64_t first = pl_key_heap_pop(m->open.data, &m->open.count);
        uint32_t node = (uint32_t)first, cost = (uint32_t)(first >> 32);
        if (cost > costs[node % size]) continue;
        for (uint32_t e = rows->begin[node]; e < rows->begin[node + 1]; ++e) {
            pl_row_edge edge = pl_edge_rows_at(rows, e);
            if (edge.to / size != block) continue;
            if (!reach(m, costs, nexts, edge.to, (uint64_t)cost + edge.cost, node % size)) return false;
        }
    }
    return true;
}

static bool fill_tables(hierarchy_making* m)
{
    pl_hierarchy* made = m->made;
    size_t cells = pl_array_bytes(made->portal_count, made->block_size);
    for (uint32_t side = 0; side < sides_of(m->graph); ++side) {
        made->costs[side] = PL_NEW_ARRAY(m->allocator, uint32_t, cells);
        made->nexts[side] = PL_NEW_ARRAY(m->allocator, uint16_t, cells);
        if (!made->costs[side] || !made->nexts[side]) return false;
        for (uint32_t p = 0; p < made->portal_count; ++p)
            if (!fill_row(m, side, p)) return false;
    }
    return true;
}

static bool fill_between(hierarchy_making* m)
{
    pl_hierarchy* made = m->made;
    made->first_between = PL_NEW_ARRAY(m->allocator, uint32_t, (size_t)made->block_count + 1);
    if (!made->first_between) return false;
    for (uint32_t b = 0; b < made->block_count; ++b) {
        uint32_t count = made->first[b + 1] - made->first[b];
        made->first_between[b + 1] = made->first_between[b] + count * count;
    }
    made->between = PL_NEW_ARRAY(m->allocator, uint32_t, made->first_between[made->block_count]);
    if (!made->between) return false;
    uint32_t* cost = made->between;
    for (uint32_t b = 0; b < made->block_count; ++b)
        for (uint32_t p = made->first[b]; p < made->first[b + 1]; ++p)
            for (uint32_t q = made->first[b]; q < made->first[b + 1]; ++q)
                *cost++ = made->costs[0][pl_hierarchy_cell(made, p, made->portals[q])];
    return true;
}

// All of it.

static bool make(hierarchy_making* m)
{
    uint32_t nodes = m->graph->node_count;
    m->parts = PL_NEW_ARRAY(m->allocator, uint32_t, nodes);
    m->is_portal = PL_NEW_ARRAY(m->allocator, uint64_t, pl_bits_words(nodes));
    if (!m->parts || !m->is_portal || !find_parts(m) || !list_border(m)) return false;
    if (m->edges.count == 0) return true; // no block leads to another
    pick_portals(m);
    return list_portals(m) && list_crossings(m) && fill_tables(m) && fill_between(m);
}

ploy_status pl_hierarchy_init(ploy_graph* graph, uint32_t block_size)
{
    hierarchy_making m = {.graph = graph, .allocator = &graph->allocator, .made = &graph->hierarchy};
    m.made->block_size = block_size;
    m.made->block_count = (graph->node_count + block_size - 1) / block_size;
    bool made = make(&m);
    PL_DELETE_ARRAY(m.allocator, m.parts, graph->node_count);
    PL_DELETE_ARRAY(m.allocator, m.is_portal, pl_bits_words(graph->node_count));
    PL_ARRAY_FREE(&m.waiting, m.allocator);
    PL_ARRAY_FREE(&m.edges, m.allocator);
    PL_ARRAY_FREE(&m.open, m.allocator);
    return made ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

void pl_hierarchy_destroy(pl_hierarchy* hierarchy, const ploy_allocator* allocator)
{
    size_t cells = pl_array_bytes(hierarchy->portal_count, hierarchy->block_size);
    PL_DELETE_ARRAY(allocator, hierarchy->portals, hierarchy->portal_count);
    PL_DELETE_ARRAY(allocator, hierarchy->first, (size_t)hierarchy->block_count + 1);
    PL_DELETE_ARRAY(allocator, hierarchy->first_crossing, (size_t)hierarchy->portal_count + 1);
    PL_ARRAY_FREE(&hierarchy->crossings, allocator);
    if (hierarchy->between)
        PL_DELETE_ARRAY(allocator, hierarchy->between, hierarchy->first_between[hierarchy->block_count]);
    PL_DELETE_ARRAY(allocator, hierarchy->first_between, (size_t)hierarchy->block_count + 1);
    for (uint32_t side = 0; side < 2; ++side) {
        PL_DELETE_ARRAY(allocator, hierarchy->costs[side], cells);
        PL_DELETE_ARRAY(allocator, hierarchy->nexts[side], cells);
    }
}
