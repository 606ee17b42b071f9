#include "nav/map/graph_edges.h"

#include <string.h>

#include "base/hints.h"
#include "base/memory.h"

static uint32_t bits_of(uint32_t number)
{
    return number ? 64 - pl_leading_zeros(number) : 0;
}

static void choose_width(pl_edge_rows* rows, const pl_graph_link* links, uint32_t link_count)
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

static void fill(pl_edge_rows* rows, const pl_graph_link* links)
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

static size_t unit_count(const pl_edge_rows* rows)
{
    size_t count = pl_array_bytes(rows->edge_count, rows->width);
    return count ? count : 1; // rows point into the list even when it is empty
}

bool pl_edge_rows_init(pl_edge_rows* rows, const ploy_allocator* allocator, uint32_t node_count,
                       const pl_graph_link* links, uint32_t link_count)
{
    *rows = (pl_edge_rows){.node_count = node_count, .edge_count = link_count};
    choose_width(rows, links, link_count);
    rows->begin = PL_NEW_ARRAY(allocator, uint32_t, (size_t)node_count + 1);
    rows->units = PL_NEW_ARRAY(allocator, uint16_t, unit_count(rows));
    if (!rows->begin || !rows->units) return false;
    fill(rows, links);
    return true;
}

void pl_edge_rows_destroy(pl_edge_rows* rows, const ploy_allocator* allocator)
{
    if (rows->units) PL_DELETE_ARRAY(allocator, rows->units, unit_count(rows));
    if (rows->begin) PL_DELETE_ARRAY(allocator, rows->begin, (size_t)rows->node_count + 1);
    *rows = (pl_edge_rows){0};
}

// The list.

bool pl_links_init(pl_links* links, const ploy_allocator* allocator, uint32_t node_count, uint32_t capacity)
{
    *links = (pl_links){.node_count = node_count, .capacity = capacity + 1};
    links->list = PL_NEW_ARRAY(allocator, pl_graph_link, (size_t)capacity + 1);
    links->spare = PL_NEW_ARRAY(allocator, pl_graph_link, (size_t)capacity + 1);
    links->begin = PL_NEW_ARRAY(allocator, uint32_t, (size_t)node_count + 1);
    return links->list && links->spare && links->begin;
}

void pl_links_destroy(pl_links* links, const ploy_allocator* allocator)
{
    PL_DELETE_ARRAY(allocator, links->list, (size_t)links->capacity);
    PL_DELETE_ARRAY(allocator, links->spare, (size_t)links->capacity);
    PL_DELETE_ARRAY(allocator, links->begin, (size_t)links->node_count + 1);
}

static uint32_t key_of(const pl_graph_link* link, bool by_to)
{
    return by_to ? link->to : link->from;
}

// Keeps the order of equals.
static void sort_by(pl_links* links, bool by_to)
{
    memset(links->begin, 0, pl_array_bytes((size_t)links->node_count + 1, sizeof *links->begin));
    for (uint32_t i = 0; i < links->count; ++i) ++links->begin[key_of(&links->list[i], by_to) + 1];
    for (uint32_t n = 0; n < links->node_count; ++n) links->begin[n + 1] += links->begin[n];
    for (uint32_t i = 0; i < links->count; ++i)
        links->spare[links->begin[key_of(&links->list[i], by_to)]++] = links->list[i];
    pl_graph_link* other = links->list;
    links->list = links->spare;
    links->spare = other;
}

void pl_links_tidy(pl_links* links)
{
    sort_by(links, true);
    sort_by(links, false);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < links->count; ++i) {
        pl_graph_link link = links->list[i];
        if (link.from == link.to) continue;
        pl_graph_link* last = kept ? &links->list[kept - 1] : NULL;
        if (!last || last->from != link.from || last->to != link.to)
            links->list[kept++] = link;
        else if (link.cost < last->cost)
            last->cost = link.cost;
    }
    links->count = kept;
}

bool pl_links_reverse(pl_links* links)
{
    sort_by(links, true);
    // The sorted list is in `list`, and `spare` is what it was before.
    for (uint32_t i = 0; i < links->count; ++i)
        links->list[i] = (pl_graph_link){links->list[i].to, links->list[i].from, links->list[i].cost};
    return links->count == 0 ||
           memcmp(links->list, links->spare, pl_array_bytes(links->count, sizeof *links->list)) == 0;
}
