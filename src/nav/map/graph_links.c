#include "nav/map/graph_links.h"

#include <string.h>

#include "base/memory.h"

bool pl_links_init(pl_links* links, const ploy_allocator* allocator, uint32_t node_count, uint32_t capacity)
{
    *links = (pl_links){.node_count = node_count, .capacity = capacity + 1};
    links->list = PL_NEW_ARRAY(allocator, pl_link, (size_t)capacity + 1);
    links->spare = PL_NEW_ARRAY(allocator, pl_link, (size_t)capacity + 1);
    links->begin = PL_NEW_ARRAY(allocator, uint32_t, (size_t)node_count + 1);
    return links->list && links->spare && links->begin;
}

void pl_links_destroy(pl_links* links, const ploy_allocator* allocator)
{
    PL_DELETE_ARRAY(allocator, links->list, (size_t)links->capacity);
    PL_DELETE_ARRAY(allocator, links->spare, (size_t)links->capacity);
    PL_DELETE_ARRAY(allocator, links->begin, (size_t)links->node_count + 1);
}

static uint32_t key_of(const pl_link* link, bool by_to)
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
    pl_link* other = links->list;
    links->list = links->spare;
    links->spare = other;
}

void pl_links_tidy(pl_links* links)
{
    sort_by(links, true);
    sort_by(links, false);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < links->count; ++i) {
        pl_link link = links->list[i];
        if (link.from == link.to) continue;
        pl_link* last = kept ? &links->list[kept - 1] : NULL;
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
        links->list[i] = (pl_link){links->list[i].to, links->list[i].from, links->list[i].cost};
    return links->count == 0 ||
           memcmp(links->list, links->spare, pl_array_bytes(links->count, sizeof *links->list)) == 0;
}
