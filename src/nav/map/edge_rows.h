// The edges of a graph in compressed rows: node n's edges are begin[n] .. begin[n + 1] - 1. An edge is one word of as
// few 16-bit units as hold the largest node and the largest cost of the graph, two to four; with 100,000 nodes three
// units hold costs up to 2^31.
//
//   word:  cost | to      to: node_bits wide

#ifndef PL_NAV_MAP_EDGE_ROWS_H
#define PL_NAV_MAP_EDGE_ROWS_H

#include <ploy/base.h>

#include <stddef.h>

typedef struct pl_rows
{
    uint32_t* begin;
    uint16_t* units;
    uint32_t node_count;
    uint32_t edge_count;
    uint32_t node_bits;
    uint32_t width; ///< units an edge
    uint32_t max_degree;
} pl_rows;

typedef struct pl_link
{
    uint32_t from, to, cost;
} pl_link;

/// The links must be sorted by `from`. false when out of memory.
bool pl_rows_init(pl_rows* rows, const ploy_allocator* allocator, uint32_t node_count, const pl_link* links,
                  uint32_t link_count);
void pl_rows_destroy(pl_rows* rows, const ploy_allocator* allocator);
size_t pl_rows_bytes(const pl_rows* rows);

/// width must be the rows' own; as a constant it costs nothing.
static inline uint64_t pl_rows_word(const uint16_t* units, uint32_t width)
{
    uint64_t word = units[0] | (uint64_t)units[1] << 16;
    if (width > 2) word |= (uint64_t)units[2] << 32;
    if (width > 3) word |= (uint64_t)units[3] << 48;
    return word;
}

#endif
