// The edges of a graph in compressed rows: node n has the edges begin[n] .. begin[n + 1] - 1. An edge is a word of two to
// four 16-bit units, as few as hold the largest node and the largest cost of the graph. With 100,000 nodes, three units
// hold costs up to 2^31.
//
//   word:  cost | to      to: node_bits wide

#ifndef PL_NAV_MAP_GRAPH_EDGES_H
#define PL_NAV_MAP_GRAPH_EDGES_H

#include <ploy/base.h>

#include <stddef.h>

typedef struct pl_edge_rows
{
    uint32_t* begin;
    uint16_t* units;
    uint32_t node_count;
    uint32_t edge_count;
    uint32_t node_bits;
    uint32_t width; ///< units per edge
    uint32_t max_degree;
} pl_edge_rows;

typedef struct pl_graph_link
{
    uint32_t from, to, cost;
} pl_graph_link;

/// The links must be sorted by `from`. false when out of memory.
bool pl_edge_rows_init(pl_edge_rows* rows, const ploy_allocator* allocator, uint32_t node_count,
                       const pl_graph_link* links, uint32_t link_count);
void pl_edge_rows_destroy(pl_edge_rows* rows, const ploy_allocator* allocator);

/// width must be that of the rows; pass a constant to avoid branches.
static inline uint64_t pl_edge_rows_word(const uint16_t* units, uint32_t width)
{
    uint64_t word = units[0] | (uint64_t)units[1] << 16;
    if (width > 2) word |= (uint64_t)units[2] << 32;
    if (width > 3) word |= (uint64_t)units[3] << 48;
    return word;
}

typedef struct pl_row_edge
{
    uint32_t to, cost;
} pl_row_edge;

static inline pl_row_edge pl_edge_rows_at(const pl_edge_rows* rows, uint32_t edge)
{
    uint64_t word = pl_edge_rows_word(rows->units + (size_t)edge * rows->width, rows->width);
    return (pl_row_edge){(uint32_t)(word & ((UINT64_C(1) << rows->node_bits) - 1)),
                         (uint32_t)(word >> rows->node_bits)};
}

/// The edges of a graph while it is made: one list, sorted by counting in time linear in its length.
typedef struct pl_links
{
    pl_graph_link* list;
    pl_graph_link* spare; ///< as long as list
    uint32_t* begin;      ///< node_count + 1
    uint32_t count;
    uint32_t capacity;
    uint32_t node_count;
} pl_links;

/// false when out of memory.
bool pl_links_init(pl_links* links, const ploy_allocator* allocator, uint32_t node_count, uint32_t capacity);
void pl_links_destroy(pl_links* links, const ploy_allocator* allocator);

/// There must be room.
static inline void pl_links_add(pl_links* links, uint32_t from, uint32_t to, uint32_t cost)
{
    links->list[links->count++] = (pl_graph_link){from, to, cost};
}

/// Sorts by from, then to. Drops edges from a node to itself and, of several from one node to another, all but the one
/// with the lowest cost.
void pl_links_tidy(pl_links* links);

/// Reverses every edge and sorts again. true if the list is then the same as before.
bool pl_links_reverse(pl_links* links);

#endif
