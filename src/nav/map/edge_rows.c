#include "nav/map/edge_rows.h"

#include "base/memory.h"

static uint32_t bits_of(uint32_t number)
{
    return number ? 32 - (uint32_t)__builtin_clz(number) : 0;
}

static void choose_width(pl_rows* rows, const pl_link* links, uint32_t link_count)
{
    uint32_t all = 0;
    for (uint32_t i = 0; i < link_count; ++i) all |= links[i].cost;
    rows->node_bits = bits_of(rows->node_count);
    rows->width = (rows->node_bits + bits_of(all) + 15) / 16;
    if (rows->width < 2) rows->width = 2;
}

static void put_word(uint16_t* units, uint32_t width, uint64_t word)
{
    for (uint32_t i = 0; i < width; ++i) units[i] = (uint16_t)(word >> 16 * i);
}

static void fill(pl_rows* rows, const pl_link* links)
{
    uint32_t at = 0;
    for (uint32_t n = 0; n < rows->node_count; ++n) {
        uint32_t begin = rows->begin[n] = at;
        for (; at < rows->edge_count && links[at].from == n; ++at) {
            put_word(rows->units + (size_t)at * rows->width, rows->width,
                     (uint64_t)links[at].cost << rows->node_bits | links[at].to);
        }
        if (at - begin > rows->max_degree) rows->max_degree = at - begin;
    }
    rows->begin[rows->node_count] = at;
}

static size_t unit_count(const pl_rows* rows)
{
    return pl_array_bytes(rows->edge_count, rows->width);
}

bool pl_rows_init(pl_rows* rows, const ploy_allocator* allocator, uint32_t node_count, const pl_link* links,
                  uint32_t link_count)
{
    *rows = (pl_rows){.node_count = node_count, .edge_count = link_count};
    choose_width(rows, links, link_count);
    rows->begin = PL_NEW_ARRAY(allocator, uint32_t, (size_t)node_count + 1);
    if (link_count) rows->units = PL_NEW_ARRAY(allocator, uint16_t, unit_count(rows));
    if (!rows->begin || (link_count && !rows->units)) return false;
    fill(rows, links);
    return true;
}

void pl_rows_destroy(pl_rows* rows, const ploy_allocator* allocator)
{
    if (rows->units) PL_DELETE_ARRAY(allocator, rows->units, unit_count(rows));
    if (rows->begin) PL_DELETE_ARRAY(allocator, rows->begin, (size_t)rows->node_count + 1);
    *rows = (pl_rows){0};
}

size_t pl_rows_bytes(const pl_rows* rows)
{
    if (!rows->begin) return 0;
    return pl_array_bytes((size_t)rows->node_count + 1, sizeof *rows->begin) +
           pl_array_bytes(unit_count(rows), sizeof *rows->units);
}
