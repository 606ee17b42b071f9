#include "nav/hierarchy/portal_space.h"

#include "base/memory.h"

struct pl_portal_space
{
    ploy_allocator allocator;
    const pl_graph_walk* walk;
    const pl_hierarchy* hierarchy;
    const pl_astar* search;
    uint32_t from, to; // inner nodes
    pl_edge* edges;
    uint32_t edge_capacity;
};

// Edges that one expansion may have: to the portals of the block, over the border, to the target.
static uint32_t most_edges(const pl_hierarchy* h)
{
    uint32_t portals = 0, crossings = 0;
    for (uint32_t b = 0; b < h->block_count; ++b) {
        uint32_t count = h->first[b + 1] - h->first[b];
        if (count > portals) portals = count;
    }
    for (uint32_t p = 0; p < h->portal_count; ++p) {
        uint32_t count = h->first_crossing[p + 1] - h->first_crossing[p];
        if (count > crossings) crossings = count;
    }
    return portals + crossings + 1;
}

pl_portal_space* pl_portal_space_create(const pl_graph_walk* walk, const ploy_allocator* allocator)
{
    const ploy_graph* graph = pl_graph_walk_graph(walk);
    pl_portal_space* s = PL_NEW(allocator, pl_portal_space);
    if (!s) return NULL;
    *s = (pl_portal_space){.allocator = *allocator, .walk = walk, .hierarchy = &graph->hierarchy};
    s->edge_capacity = most_edges(s->hierarchy);
    s->edges = PL_NEW_ARRAY(allocator, pl_edge, s->edge_capacity);
    if (s->edges) return s;
    pl_portal_space_destroy(s);
    return NULL;
}

void pl_portal_space_destroy(pl_portal_space* portals)
{
    if (!portals) return;
    ploy_allocator allocator = portals->allocator;
    PL_DELETE_ARRAY(&allocator, portals->edges, portals->edge_capacity);
    PL_DELETE(&allocator, portals);
}

// What it costs from a node to a portal of its block (side 1), or from the portal to the node (side 0).
static uint32_t cost_of(const pl_hierarchy* h, uint32_t side, uint32_t portal, uint32_t node)
{
    return h->costs[h->costs[1] ? side : 0][pl_hierarchy_cell(h, portal, node)];
}

static uint32_t next_of(const pl_hierarchy* h, uint32_t side, uint32_t portal, uint32_t node)
{
    uint32_t next = h->nexts[h->costs[1] ? side : 0][pl_hierarchy_cell(h, portal, node)];
    return node - node % h->block_size + next;
}

// Expansion. Estimates are raised by an eighth: the search expands half the portals, and its paths, which are not the
// cheapest anyway, hardly grow. An edge that cannot improve on what the search knows is dropped before its estimate is computed.

static pl_edge* add_portal(const pl_portal_space* s, pl_edge* edge, uint32_t portal, uint32_t cost, uint64_t offer)
{
    if (cost == UINT32_MAX || offer + cost >= pl_search_known(&s->search->nodes.data[portal])) return edge;
    uint32_t estimate = pl_graph_walk_estimate(s->walk, s->hierarchy->portals[portal]);
    *edge = (pl_edge){portal, cost, estimate < UINT32_MAX / 2 ? estimate + estimate / 8 : estimate, 0};
    return edge + 1;
}

static pl_edge* expand_start(const pl_portal_space* s, uint64_t offer)
{
    const pl_hierarchy* h = s->hierarchy;
    uint32_t block = pl_hierarchy_block(h, s->from);
    pl_edge* edge = s->edges;
    for (uint32_t p = h->first[block]; p < h->first[block + 1]; ++p)
        edge = add_portal(s, edge, p, cost_of(h, 1, p, s->from), offer);
    return edge;
}

static pl_edge* expand_portal(const pl_portal_space* s, uint32_t id, uint64_t offer)
{
    const pl_hierarchy* h = s->hierarchy;
    uint32_t block = pl_hierarchy_block(h, h->portals[id]), first = h->first[block],
             count = h->first[block + 1] - first;
    const uint32_t* costs = h->between + h->first_between[block] + (size_t)(id - first) * count;
    pl_edge* edge = s->edges;
    for (uint32_t i = 0; i < count; ++i) edge = add_portal(s, edge, first + i, costs[i], offer);
    for (uint32_t c = h->first_crossing[id]; c < h->first_crossing[id + 1]; ++c)
        edge = add_portal(s, edge, h->crossings.data[c].to, h->crossings.data[c].cost, offer);
    uint32_t last = block == pl_hierarchy_block(h, s->to) ? cost_of(h, 0, id, s->to) : UINT32_MAX;
    if (last != UINT32_MAX) *edge++ = (pl_edge){h->portal_count + 1, last, 0, 0};
    return edge;
}

static uint32_t expand(void* context, uint32_t id, const pl_edge** edges)
{
    const pl_portal_space* s = context;
    uint64_t offer = pl_search_offer(s->search, s->search->nodes.data[id].g);
    bool is_start = id == s->hierarchy->portal_count;
    *edges = s->edges;
    return (uint32_t)((is_start ? expand_start(s, offer) : expand_portal(s, id, offer)) - s->edges);
}

// Whether two blocks touch: then a path may be so short that going by portals is a detour.
static bool touch(const pl_hierarchy* h, uint32_t a, uint32_t b)
{
    for (uint32_t p = h->first[a]; p < h->first[a + 1]; ++p)
        for (uint32_t c = h->first_crossing[p]; c < h->first_crossing[p + 1]; ++c)
            if (pl_hierarchy_block(h, h->portals[h->crossings.data[c].to]) == b) return true;
    return a == b;
}

bool pl_portal_space_begin(pl_portal_space* portals, const pl_astar* search, uint32_t from, uint32_t to,
                           pl_walk_start* start)
{
    const pl_hierarchy* h = portals->hierarchy;
    if (touch(h, pl_hierarchy_block(h, from), pl_hierarchy_block(h, to))) return false;
    portals->search = search;
    portals->from = from;
    portals->to = to;
    start->space = (pl_space){portals, expand, .goal = h->portal_count + 1};
    start->node = h->portal_count;
    start->over_portals = true;
    return true;
}

// The path.

// Appends the way from the start to its portal, backwards.
static bool write_first(const pl_portal_space* s, uint32_t portal, pl_node_list* nodes, const ploy_allocator* allocator)
{
    uint32_t first = nodes->count, end = s->hierarchy->portals[portal];
    for (uint32_t node = s->from;; node = next_of(s->hierarchy, 1, portal, node)) {
        if (!PL_ARRAY_PUSH(nodes, allocator, node)) return false;
        if (node == end) break;
    }
    pl_node_list_turn_round(nodes, first);
    return true;
}

// Appends the way from a portal to a node of its block, or over the border, backwards and without the portal.
static bool write_back(const pl_hierarchy* h, uint32_t portal, uint32_t node, pl_node_list* nodes,
                       const ploy_allocator* allocator)
{
    uint32_t end = h->portals[portal];
    bool crosses = pl_hierarchy_block(h, node) != pl_hierarchy_block(h, end);
    for (; node != end; node = crosses ? end : next_of(h, 0, portal, node))
        if (!PL_ARRAY_PUSH(nodes, allocator, node)) return false;
    return true;
}

bool pl_portal_space_write(const pl_portal_space* portals, const pl_astar* search, pl_node_list* nodes,
                           const ploy_allocator* allocator)
{
    const pl_hierarchy* h = portals->hierarchy;
    uint32_t first = nodes->count, id = pl_search_at(search, search->goal)->parent, last = search->goal,
             node = portals->to;
    for (; id != h->portal_count; last = id, node = h->portals[id], id = pl_search_at(search, id)->parent)
        if (!write_back(h, id, node, nodes, allocator)) return false;
    if (!write_first(portals, last, nodes, allocator)) return false;
    pl_node_list_turn_round(nodes, first);
    return true;
}
