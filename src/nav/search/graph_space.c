// A graph as a space for the search. Expanding is one loop over a row, compiled for each width of edges, with and without
// areas, so that rare cases stay out of it. An edge that cannot improve on what the search knows is dropped before its
// estimate is computed. A blocked node is tested once: from then on it is shut in the search, and no edge to it can
// improve on that.

#include "nav/map/graph.h"

#include <string.h>

#include "base/check.h"
#include "base/memory.h"
#include "nav/hierarchy/portal_space.h"

// What the straight estimate needs.
typedef struct straight_aim
{
    const pl_roots* roots;
    const ploy_point* positions;
    ploy_point goal;
    pl_slope slope; // factor 0: no straight estimate
} straight_aim;

struct pl_graph_walk
{
    ploy_allocator allocator;
    const ploy_graph* graph;
    pl_astar* search;
    const pl_edge_rows* rows;
    const uint64_t* blocked;
    uint64_t* nothing; // all zero: `blocked` when the query has no obstacle layer
    uint64_t* picked;  // cost : to, of the edges that improve the search
    pl_edge* edges;
    uint32_t* neighbors;
    uint32_t edge_capacity; // of all three
    bool is_checked;        // has_free_edges is known
    bool has_free_edges;
    uint32_t goal;          // inner; PLOY_NONE: none
    uint32_t lowest_factor; // of the areas there are
    bool scales;            // some area does not cost PLOY_AREA_ONE
    bool has_plain_factors; // they were set, and no area scales
    bool is_field;
    straight_aim aim;
    pl_landmark_views views;
    pl_portal_space* portals; // NULL: the graph has no hierarchy
    uint32_t factors[PLOY_MAX_AREAS];
};

// Estimates.

static inline uint32_t cut_estimate(uint64_t estimate)
{
    return estimate < PL_DEAD ? (uint32_t)estimate : PL_DEAD - 1;
}

static inline uint32_t straight(const straight_aim* aim, uint32_t node)
{
    uint32_t shift;
    uint64_t root = pl_root(aim->roots, pl_distance_squared(aim->positions[node], aim->goal), &shift);
    return cut_estimate(root * aim->slope.factor >> (shift + aim->slope.shift));
}

static uint32_t estimate(const pl_graph_walk* w, uint32_t node)
{
    uint32_t best = w->views.count        ? pl_landmarks_estimate(&w->graph->landmarks, &w->views, node)
                    : w->aim.slope.factor ? straight(&w->aim, node)
                                          : 0;
    return w->lowest_factor == PLOY_AREA_ONE ? best : cut_estimate((uint64_t)best * w->lowest_factor / PLOY_AREA_ONE);
}

// Expansion.

static inline uint32_t scale_cost(uint32_t cost, uint32_t factor)
{
    uint64_t scaled = ((uint64_t)cost * factor + PLOY_AREA_ONE - 1) / PLOY_AREA_ONE;
    return scaled < UINT32_MAX ? (uint32_t)scaled : UINT32_MAX;
}

static inline uint8_t area_of(const ploy_graph* graph, uint32_t node)
{
    return graph->areas ? graph->areas[node] : 0;
}

// The heuristic of a search is known when it begins, so each gets a loop of its own.
typedef enum heuristic_kind
{
    HEURISTIC_STRAIGHT,  // by the distance
    HEURISTIC_LANDMARKS, // by landmarks
    HEURISTIC_ANY,       // any, with areas that scale costs
} heuristic_kind;

// Which edges improve the search is hard to predict, so nothing branches on it: each word is written, and overwritten by
// the next one if its edge does not. Returns how many do.
PL_INLINE uint32_t pick_edges(pl_graph_walk* w, uint32_t node, uint32_t width, bool scales)
{
    const pl_edge_rows* rows = w->rows;
    const uint32_t bits = rows->node_bits;
    const uint64_t mask = (UINT64_C(1) << bits) - 1;
    const pl_search_node* nodes = w->search->nodes.data;
    // A sum beyond 32 bits overflows into the mark and is still less than that of any new node: the search detects it.
    const uint64_t offer = pl_search_offer(w->search, nodes[node].g);
    const uint16_t *units = rows->units + (size_t)rows->begin[node] * width,
                   *end = rows->units + (size_t)rows->begin[node + 1] * width;
    uint64_t* picked = w->picked;
    for (; units < end; units += width) {
        uint64_t word = pl_edge_rows_word(units, width), to = word & mask, cost = word >> bits;
        if (scales) cost = scale_cost((uint32_t)cost, w->factors[area_of(w->graph, (uint32_t)to)]);
        *picked = word;
        picked += offer + cost < pl_search_known(&nodes[to]);
    }
    return (uint32_t)(picked - w->picked);
}

PL_INLINE uint32_t expand_row(pl_graph_walk* w, uint32_t node, uint32_t width, heuristic_kind heuristic)
{
    const uint32_t count = pick_edges(w, node, width, heuristic == HEURISTIC_ANY), bits = w->rows->node_bits;
    const pl_edge_rows* rows = w->rows;
    const straight_aim aim = w->aim;
    const uint64_t mask = (UINT64_C(1) << bits) - 1, *blocked = w->blocked;
    pl_edge* edge = w->edges;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t to = (uint32_t)(w->picked[i] & mask), cost = (uint32_t)(w->picked[i] >> bits);
        uint32_t factor = heuristic == HEURISTIC_ANY ? w->factors[area_of(w->graph, to)] : PLOY_AREA_ONE;
        if (pl_bits_test(blocked, to) || factor == PLOY_AREA_CLOSED) {
            pl_search_close(w->search, to);
            continue;
        }
        // It will probably be expanded soon.
        PL_PREFETCH(rows->units + (size_t)rows->begin[to] * width);
        uint32_t estimated = heuristic == HEURISTIC_ANY ? estimate(w, to)
                             : heuristic == HEURISTIC_LANDMARKS
                                 ? pl_landmarks_estimate(&w->graph->landmarks, &w->views, to)
                                 : straight(&aim, to);
        *edge++ = (pl_edge){to, heuristic == HEURISTIC_ANY ? scale_cost(cost, factor) : cost, estimated, 0};
    }
    return (uint32_t)(edge - w->edges);
}

// Against the edges, what counts is whether this node can be entered and at what cost; the node before it may be blocked.
static uint32_t expand_against(pl_graph_walk* w, uint32_t node)
{
    const pl_edge_rows* rows = w->rows;
    const uint64_t mask = (UINT64_C(1) << rows->node_bits) - 1;
    const uint32_t factor = w->factors[area_of(w->graph, node)];
    pl_edge* edge = w->edges;
    if (pl_bits_test(w->blocked, node) || factor == PLOY_AREA_CLOSED) return 0;
    for (uint32_t i = rows->begin[node]; i < rows->begin[node + 1]; ++i) {
        uint64_t word = pl_edge_rows_word(rows->units + (size_t)i * rows->width, rows->width);
        *edge++ = (pl_edge){(uint32_t)(word & mask), scale_cost((uint32_t)(word >> rows->node_bits), factor), 0, 0};
    }
    return (uint32_t)(edge - w->edges);
}

#define EXPAND(NAME, width, heuristic)                                                                                 \
    static uint32_t expand_##NAME(void* context, uint32_t node, const pl_edge** edges)                                 \
    {                                                                                                                  \
        pl_graph_walk* w = context;                                                                                    \
        *edges = w->edges;                                                                                             \
        return expand_row(w, node, width, heuristic);                                                                  \
    }
EXPAND(straight_2, 2, HEURISTIC_STRAIGHT)
EXPAND(straight_3, 3, HEURISTIC_STRAIGHT)
EXPAND(straight_4, 4, HEURISTIC_STRAIGHT)
EXPAND(landmarks_2, 2, HEURISTIC_LANDMARKS)
EXPAND(landmarks_3, 3, HEURISTIC_LANDMARKS)
EXPAND(landmarks_4, 4, HEURISTIC_LANDMARKS)
EXPAND(any, w->rows->width, HEURISTIC_ANY)
#undef EXPAND

static uint32_t expand_field(void* context, uint32_t node, const pl_edge** edges)
{
    pl_graph_walk* w = context;
    *edges = w->edges;
    return expand_against(w, node);
}

static pl_space space_of(pl_graph_walk* w)
{
    static uint32_t (*const straights[])(void*, uint32_t, const pl_edge**) = {expand_straight_2, expand_straight_3,
                                                                              expand_straight_4};
    static uint32_t (*const landmarks[])(void*, uint32_t, const pl_edge**) = {expand_landmarks_2, expand_landmarks_3,
                                                                              expand_landmarks_4};
    uint32_t narrow = w->rows->width - 2;
    pl_space space = {w, expand_any, .goal = w->goal};
    if (w->is_field)
        space.expand = expand_field;
    else if (!w->scales && w->views.count)
        space.expand = landmarks[narrow];
    else if (!w->scales && w->aim.slope.factor)
        space.expand = straights[narrow];
    return space;
}

// Create and destroy.

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

pl_graph_walk* pl_graph_walk_create(const ploy_graph* graph, const ploy_allocator* allocator)
{
    pl_graph_walk* w = PL_NEW(allocator, pl_graph_walk);
    if (!w) return NULL;
    w->allocator = *allocator;
    w->graph = graph;
    w->edge_capacity = larger(graph->out.max_degree, graph->in.max_degree) + 1;
    w->picked = PL_NEW_ARRAY(allocator, uint64_t, w->edge_capacity);
    w->edges = PL_NEW_ARRAY(allocator, pl_edge, w->edge_capacity);
    w->neighbors = PL_NEW_ARRAY(allocator, uint32_t, w->edge_capacity);
    w->nothing = PL_NEW_ARRAY(allocator, uint64_t, pl_bits_words(graph->node_count) + 1);
    bool has_portals = graph->hierarchy.portal_count > 0;
    if (has_portals) w->portals = pl_portal_space_create(w, allocator);
    if (w->picked && w->edges && w->neighbors && w->nothing && (w->portals || !has_portals)) return w;
    pl_graph_walk_destroy(w);
    return NULL;
}

void pl_graph_walk_destroy(pl_graph_walk* walk)
{
    ploy_allocator allocator = walk->allocator;
    PL_DELETE_ARRAY(&allocator, walk->picked, walk->edge_capacity);
    PL_DELETE_ARRAY(&allocator, walk->edges, walk->edge_capacity);
    PL_DELETE_ARRAY(&allocator, walk->neighbors, walk->edge_capacity);
    PL_DELETE_ARRAY(&allocator, walk->nothing, pl_bits_words(walk->graph->node_count) + 1);
    pl_portal_space_destroy(walk->portals);
    PL_DELETE(&allocator, walk);
}

const ploy_graph* pl_graph_walk_graph(const pl_graph_walk* walk)
{
    return walk->graph;
}

uint32_t pl_graph_walk_estimate(const pl_graph_walk* walk, uint32_t node)
{
    return estimate(walk, node);
}

// Begin.

static void set_factors(pl_graph_walk* w, const uint32_t* costs, uint32_t count)
{
    if (w->has_plain_factors && !costs) return;
    w->has_plain_factors = !costs;
    w->lowest_factor = UINT32_MAX;
    w->scales = false;
    for (uint32_t a = 0; a < PLOY_MAX_AREAS; ++a) {
        uint32_t factor = w->factors[a] = costs && a < count ? costs[a] : PLOY_AREA_ONE;
        if (!pl_bits_test(w->graph->used_areas, a)) continue;
        w->scales |= factor != PLOY_AREA_ONE;
        if (factor < w->lowest_factor) w->lowest_factor = factor;
    }
    // All areas are closed, so nothing will be entered: any estimate is right.
    if (w->lowest_factor == UINT32_MAX) w->lowest_factor = PLOY_AREA_ONE;
}

static void aim_at(pl_graph_walk* w, uint32_t from, uint32_t goal, ploy_path_method method)
{
    const ploy_graph* g = w->graph;
    w->goal = goal;
    w->aim = (straight_aim){.roots = &g->roots, .positions = g->positions, .slope = g->slope};
    if (g->positions) w->aim.goal = g->positions[goal];
    w->views.count = 0;
    if (method == PLOY_PATH_PLAIN || !g->landmarks.values) return;
    pl_landmarks_choose(&g->landmarks, from, goal, &w->views);
    // Computing both costs more than it saves: use the one that is higher at the start for the whole search.
    uint32_t direct = w->aim.slope.factor ? straight(&w->aim, from) : 0;
    if (pl_landmarks_estimate(&g->landmarks, &w->views, from) < direct) w->views.count = 0;
}

static void aim_at_nothing(pl_graph_walk* w)
{
    w->goal = PLOY_NONE;
    w->aim.slope.factor = 0;
    w->views.count = 0;
}

static bool can_enter(const pl_graph_walk* w, uint32_t node)
{
    return !pl_bits_test(w->blocked, node) && w->factors[area_of(w->graph, node)] != PLOY_AREA_CLOSED;
}

static ploy_status begin_path(pl_graph_walk* w, const ploy_path_query* query, pl_walk_start* start)
{
    const ploy_graph* g = w->graph;
    uint32_t from = g->to_inner[query->from], to = g->to_inner[query->to];
    w->rows = &g->out;
    w->is_field = false;
    if (from != to && !query->partial && !can_enter(w, to)) return PLOY_NOT_FOUND;
    aim_at(w, from, to, query->method);
    *start = (pl_walk_start){.space = space_of(w), .node = from, .estimate = estimate(w, from)};
    if (query->method == PLOY_PATH_NEAR && w->portals && !w->scales && can_enter(w, to))
        pl_portal_space_begin(w->portals, w->search, from, to, start);
    return PLOY_OK;
}

static ploy_status begin_field(pl_graph_walk* w, const ploy_path_query* query, pl_walk_start* start)
{
    if (!w->graph->is_bidirectional && !w->graph->in.begin) return PLOY_NOT_SUPPORTED;
    w->rows = w->graph->is_bidirectional ? &w->graph->out : &w->graph->in;
    w->is_field = true;
    aim_at_nothing(w);
    *start = (pl_walk_start){.space = space_of(w), .node = w->graph->to_inner[query->to]};
    return PLOY_OK;
}

static ploy_status begin(pl_walk* walk, pl_astar* search, const ploy_path_query* query, bool is_field,
                         pl_walk_start* start)
{
    pl_graph_walk* w = (pl_graph_walk*)walk;
    w->search = search;
    w->blocked = query->obstacles ? query->obstacles->bits : w->nothing;
    set_factors(w, query->area_costs, query->area_count);
    return is_field ? begin_field(w, query, start) : begin_path(w, query, start);
}

pl_space pl_graph_walk_all(pl_graph_walk* walk, pl_astar* search, bool backwards)
{
    walk->search = search;
    walk->blocked = walk->nothing;
    walk->rows = backwards && !walk->graph->is_bidirectional ? &walk->graph->in : &walk->graph->out;
    walk->is_field = false;
    set_factors(walk, NULL, 0);
    aim_at_nothing(walk);
    return space_of(walk);
}

// The kind of map.

static pl_walk* create(const ploy_nav_map* map, const ploy_allocator* allocator)
{
    return (pl_walk*)pl_graph_walk_create((const ploy_graph*)map, allocator);
}

static void destroy(pl_walk* walk)
{
    pl_graph_walk_destroy((pl_graph_walk*)walk);
}

static uint64_t distance(const pl_walk* walk, uint32_t node)
{
    const pl_graph_walk* w = (const pl_graph_walk*)walk;
    return w->graph->positions ? pl_distance_squared(w->graph->positions[node], w->aim.goal) : node != w->goal;
}

static uint32_t inner(const ploy_nav_map* map, uint32_t id)
{
    return ((const ploy_graph*)map)->to_inner[id];
}

static uint32_t outer(const ploy_nav_map* map, uint32_t node)
{
    return ((const ploy_graph*)map)->to_outer[node];
}

static uint32_t neighbors(pl_walk* walk, uint32_t node, bool forward, const uint32_t** nodes)
{
    pl_graph_walk* w = (pl_graph_walk*)walk;
    const pl_edge_rows* rows = forward ? &w->graph->out : w->rows;
    uint32_t count = 0;
    for (uint32_t i = rows->begin[node]; i < rows->begin[node + 1]; ++i) {
        w->neighbors[count++] = pl_edge_rows_at(rows, i).to;
    }
    *nodes = w->neighbors;
    return count;
}

static bool has_free_steps(pl_walk* walk)
{
    pl_graph_walk* w = (pl_graph_walk*)walk;
    const pl_edge_rows* rows = &w->graph->out;
    for (uint32_t i = 0; !w->is_checked && i < rows->begin[w->graph->node_count]; ++i) {
        w->has_free_edges |= pl_edge_rows_at(rows, i).cost == 0;
    }
    w->is_checked = true;
    return w->has_free_edges || w->lowest_factor == 0;
}

static bool unfold(const pl_walk* walk, const pl_astar* search, pl_node_list* nodes, const ploy_allocator* allocator)
{
    return pl_portal_space_write(((const pl_graph_walk*)walk)->portals, search, nodes, allocator);
}

static uint32_t step_cost(const ploy_nav_map* map, uint32_t from, uint32_t to)
{
    const pl_edge_rows* rows = &((const ploy_graph*)map)->out;
    uint32_t e = rows->begin[from];
    while (pl_edge_rows_at(rows, e).to != to) ++e;
    return pl_edge_rows_at(rows, e).cost;
}

const pl_nav_map_kind pl_graph_kind = {
    .create = create,
    .destroy = destroy,
    .begin = begin,
    .distance = distance,
    .inner = inner,
    .outer = outer,
    .unfold = unfold,
    .step_cost = step_cost,
    .neighbors = neighbors,
    .has_free_steps = has_free_steps,
};
