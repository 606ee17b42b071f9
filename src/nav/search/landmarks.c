#include "nav/search/landmarks.h"

#include <string.h>

#include "base/memory.h"
#include "nav/map/graph.h"

// State while landmarks are chosen. Each is the node farthest from those before it, among the nodes that they reach.
typedef struct survey
{
    ploy_graph* graph;
    const ploy_allocator* allocator;
    pl_graph_walk* walk;
    pl_astar search;
    uint32_t* nearest;   // of each node, its distance to the nearest landmark; UINT32_MAX: none reaches it
    uint32_t* distances; // columns of node_count
    uint32_t max;        // the largest distance
} survey;

static bool find_distances(survey* s, uint32_t from, bool backwards, uint32_t* distances)
{
    uint32_t count = s->graph->node_count;
    pl_space space = pl_graph_walk_all(s->walk, &s->search, backwards);
    ploy_status status = pl_search_begin(&s->search, &space, from, 0, PL_SEARCH_CHEAPEST, 0);
    if (status == PLOY_IN_PROGRESS) status = pl_search_update(&s->search, UINT32_MAX);
    if (status != PLOY_NOT_FOUND) return false;
    for (uint32_t n = 0; n < count; ++n) {
        distances[n] = pl_search_reached(&s->search, n) ? pl_search_at(&s->search, n)->g : UINT32_MAX;
        if (distances[n] != UINT32_MAX && distances[n] > s->max) s->max = distances[n];
    }
    return true;
}

static uint32_t farthest(const uint32_t* distances, uint32_t count)
{
    uint32_t best = 0;
    bool any = false;
    for (uint32_t n = 0; n < count; ++n) {
        if (distances[n] == UINT32_MAX || (any && distances[n] <= distances[best])) continue;
        best = n;
        any = true;
    }
    return best;
}

// A node that reaches many others: the best of a few. On a connected graph the first one will do.
static uint32_t find_middle(survey* s)
{
    enum
    {
        TRIES = 16
    };
    uint32_t count = s->graph->node_count, best = 0, max = 0;
    for (uint32_t t = 0; t < TRIES; ++t) {
        uint32_t from = (uint32_t)((uint64_t)count * (2 * t + 1) / (2 * TRIES)), reached = 0;
        if (!find_distances(s, from, false, s->distances)) return PLOY_NONE;
        for (uint32_t n = 0; n < count; ++n) reached += s->distances[n] != UINT32_MAX;
        if (reached > max) {
            max = reached;
            best = from;
        }
        if (reached > count / 2) break;
    }
    return best;
}

static bool find_all_distances(survey* s, uint32_t landmarks)
{
    uint32_t count = s->graph->node_count, per_landmark = s->graph->is_bidirectional ? 1 : 2;
    uint32_t middle = find_middle(s);
    if (middle == PLOY_NONE || !find_distances(s, middle, false, s->nearest)) return false;
    for (uint32_t l = 0; l < landmarks; ++l) {
        uint32_t at = farthest(s->nearest, count);
        uint32_t* column = s->distances + (size_t)l * per_landmark * count;
        if (!find_distances(s, at, false, column)) return false;
        if (per_landmark == 2 && !find_distances(s, at, true, column + count)) return false;
        for (uint32_t n = 0; n < count; ++n) {
            uint32_t distance = column[n] == UINT32_MAX && per_landmark == 2 ? column[count + n] : column[n];
            // The middle is no landmark: the first landmark replaces its distances, for the nodes that it reaches.
            bool is_nearer = l == 0 ? s->nearest[n] != UINT32_MAX : distance < s->nearest[n];
            if (is_nearer) s->nearest[n] = distance;
        }
    }
    return true;
}

static void pack(const survey* s, pl_landmarks* landmarks)
{
    uint32_t count = s->graph->node_count;
    while (s->max >> landmarks->shift >= PL_LANDMARK_FAR) ++landmarks->shift;
    for (uint32_t c = 0; c < landmarks->columns; ++c) {
        for (uint32_t n = 0; n < count; ++n) {
            uint32_t distance = s->distances[(size_t)c * count + n];
            landmarks->values[(size_t)n * landmarks->columns + c] =
                (uint16_t)(distance == UINT32_MAX ? PL_LANDMARK_FAR : distance >> landmarks->shift);
        }
    }
}

static ploy_status run_survey(survey* s, pl_landmarks* landmarks)
{
    size_t count = s->graph->node_count, cells = pl_array_bytes(count, landmarks->columns);
    s->walk = pl_graph_walk_create(s->graph, s->allocator);
    s->nearest = PL_NEW_ARRAY(s->allocator, uint32_t, count);
    s->distances = PL_NEW_ARRAY(s->allocator, uint32_t, cells);
    landmarks->values = PL_NEW_ARRAY(s->allocator, uint16_t, cells);
    if (!s->walk || !s->nearest || !s->distances || !landmarks->values) return PLOY_OUT_OF_MEMORY;
    if (!pl_search_cover(&s->search, (uint32_t)count)) return PLOY_OUT_OF_MEMORY;
    if (!find_all_distances(s, landmarks->count)) return s->search.status;
    pack(s, landmarks);
    return PLOY_OK;
}

ploy_status pl_landmarks_init(ploy_graph* graph, uint32_t count)
{
    if (count > graph->node_count) count = graph->node_count;
    survey s = {.graph = graph, .allocator = &graph->allocator};
    pl_landmarks made = {.count = count, .columns = graph->is_bidirectional ? count : 2 * count};
    pl_search_init(&s.search, s.allocator);
    ploy_status status = run_survey(&s, &made);
    if (s.walk) pl_graph_walk_destroy(s.walk);
    PL_DELETE_ARRAY(s.allocator, s.nearest, graph->node_count);
    PL_DELETE_ARRAY(s.allocator, s.distances, pl_array_bytes(graph->node_count, made.columns));
    pl_search_destroy(&s.search);
    graph->landmarks = made;
    return status;
}

void pl_landmarks_destroy(pl_landmarks* landmarks, const ploy_allocator* allocator, uint32_t node_count)
{
    if (landmarks->values)
        PL_DELETE_ARRAY(allocator, landmarks->values, pl_array_bytes(node_count, landmarks->columns));
}

// Choice.

static int32_t bound_of(const pl_landmark_view* view, uint32_t value)
{
    return view->target - view->sign * (int32_t)value;
}

// Inserts the view among those chosen, highest bound at the start first.
static void offer(pl_landmark_views* views, int32_t* bounds, pl_landmark_view view, int32_t bound)
{
    uint32_t at = views->count;
    if (bound <= 0 || (at == PL_LANDMARK_CHOSEN && bound <= bounds[at - 1])) return;
    if (at == PL_LANDMARK_CHOSEN)
        --at;
    else
        ++views->count;
    for (; at > 0 && bounds[at - 1] < bound; --at) {
        bounds[at] = bounds[at - 1];
        views->list[at] = views->list[at - 1];
    }
    bounds[at] = bound;
    views->list[at] = view;
}

void pl_landmarks_choose(const pl_landmarks* landmarks, uint32_t from, uint32_t to, pl_landmark_views* views)
{
    int32_t bounds[PL_LANDMARK_CHOSEN];
    const uint16_t *start = landmarks->values + (size_t)from * landmarks->columns,
                   *end = landmarks->values + (size_t)to * landmarks->columns;
    bool is_bidirectional = landmarks->columns == landmarks->count;
    views->count = 0;
    for (uint32_t c = 0; c < landmarks->columns; ++c) {
        if (start[c] == PL_LANDMARK_FAR || end[c] == PL_LANDMARK_FAR) continue;
        // Either the target is farther from the landmark than the node, or the node is farther than the target.
        pl_landmark_view away = {c, 1, end[c]}, towards = {c, -1, -(int32_t)end[c]};
        if (is_bidirectional || c % 2 == 0) offer(views, bounds, away, bound_of(&away, start[c]));
        if (is_bidirectional || c % 2 == 1) offer(views, bounds, towards, bound_of(&towards, start[c]));
    }
}
