// One search at a time on a nav map, in slices: a path, or a distance field towards a node.
//
// The search uses the map's own space directly, unless it must see each node that comes up: for a partial path (which
// keeps the nearest node so far) and for a field that may stop early (which counts the requested nodes down). Then the
// pathfinder's space stands before the map's.

#include <string.h>

#include "base/containers/bitset.h"
#include "base/check.h"
#include "base/memory.h"
#include "nav/map/nav_map.h"
#include "nav/search/field_repair.h"

typedef enum pathfinder_mode
{
    MODE_IDLE,
    MODE_PATH,
    MODE_FIELD,
} pathfinder_mode;

struct ploy_pathfinder
{
    ploy_allocator allocator;
    const ploy_nav_map* map;
    pl_walk* walk;
    pl_astar search;
    ploy_path_query query;
    pl_walk_start start;
    pathfinder_mode mode;
    bool written;
    bool is_whole; // a field without requested nodes
    ploy_status status;
    uint32_t expanded; // in a search before this one, for the same query

    uint32_t nearest; // for partial paths; inner
    uint64_t nearest_distance;

    uint64_t* wanted; // for fields: one bit per requested inner node that is not settled yet
    uint32_t wanted_count;
    pl_field_repair repair;

    pl_node_list unfolded; // inner nodes of a path found over portals
    bool is_unfolded;      // it is in `nodes`, and costs
    int64_t cost;
    pl_node_list nodes;
    ploy_path path;
};

// What a call without a pathfinder or a query gets.
static const ploy_path invalid_path = {.status = PLOY_INVALID, .reason = PLOY_INVALID};

static ploy_path_query path_query_with_defaults(const ploy_path_query* given)
{
    ploy_path_query def = given ? *given : (ploy_path_query){0};
    PL_DEFAULT(def.agent_size, 1);
    return def;
}

static ploy_pathfinder_def pathfinder_with_defaults(const ploy_pathfinder_def* given)
{
    ploy_pathfinder_def def = given ? *given : (ploy_pathfinder_def){0};
    def.allocator = pl_allocator_choose(&def.allocator);
    return def;
}

// Create and destroy.

static uint32_t wanted_words(const ploy_pathfinder* f)
{
    return pl_bits_words(f->map->inner_count) + 1;
}

ploy_pathfinder* ploy_pathfinder_create(const ploy_pathfinder_def* given)
{
    PL_NEED_NAMED("def", NULL, given, NULL);
    ploy_pathfinder_def full = pathfinder_with_defaults(given);
    const ploy_pathfinder_def* def = &full;
    PL_NEED(def->map, NULL);
    ploy_allocator allocator = pl_allocator_choose(&def->allocator);
    ploy_pathfinder* f = PL_NEW(&allocator, ploy_pathfinder);
    if (!f) return NULL;
    *f = (ploy_pathfinder){.allocator = allocator, .map = def->map, .status = PLOY_NOT_FOUND};
    f->repair.allocator = allocator;
    pl_search_init(&f->search, &allocator);
    f->search.trace = def->trace;
    f->search.trace_agent = def->trace_agent;
    f->walk = f->map->kind->create(f->map, &allocator);
    f->wanted = PL_NEW_ARRAY(&allocator, uint64_t, wanted_words(f));
    if (f->walk && f->wanted && pl_search_cover(&f->search, f->map->inner_count + 2)) return f; // 2: see portal_space.h
    ploy_pathfinder_destroy(f);
    return NULL;
}

void ploy_pathfinder_destroy(ploy_pathfinder* pathfinder)
{
    if (!pathfinder) return;
    ploy_allocator allocator = pathfinder->allocator;
    if (pathfinder->walk) pathfinder->map->kind->destroy(pathfinder->walk);
    PL_DELETE_ARRAY(&allocator, pathfinder->wanted, wanted_words(pathfinder));
    pl_field_repair_destroy(&pathfinder->repair, pathfinder->map);
    PL_ARRAY_FREE(&pathfinder->unfolded, &allocator);
    PL_ARRAY_FREE(&pathfinder->nodes, &allocator);
    pl_search_destroy(&pathfinder->search);
    PL_DELETE(&allocator, pathfinder);
}

// The pathfinder's own space.

static uint32_t pass_on(void* context, uint32_t node, const pl_edge** edges)
{
    ploy_pathfinder* f = context;
    return f->start.space.expand(f->start.space.context, node, edges);
}

static bool is_nearer(const ploy_pathfinder* f, uint32_t node, uint64_t distance)
{
    if (f->nearest == PLOY_NONE || distance < f->nearest_distance) return true;
    if (distance > f->nearest_distance) return false;
    uint32_t g = pl_search_at(&f->search, node)->g, best = pl_search_at(&f->search, f->nearest)->g;
    if (g != best) return g < best;
    return f->map->kind->outer(f->map, node) < f->map->kind->outer(f->map, f->nearest);
}

static bool note_nearest(void* context, uint32_t node)
{
    ploy_pathfinder* f = context;
    uint64_t distance = f->map->kind->distance(f->walk, node);
    if (is_nearer(f, node, distance)) {
        f->nearest = node;
        f->nearest_distance = distance;
    }
    return pl_space_is_goal(&f->start.space, node);
}

static bool settle(void* context, uint32_t node)
{
    ploy_pathfinder* f = context;
    if (!pl_bits_test(f->wanted, node)) return false;
    pl_bits_clear(f->wanted, node);
    return --f->wanted_count == 0;
}

// Begin.

static ploy_status start_search(ploy_pathfinder* f, const pl_space* space)
{
    uint32_t left = f->query.max_nodes - f->expanded;
    if (f->query.max_nodes && f->query.max_nodes <= f->expanded) return PLOY_OUT_OF_NODES;
    return pl_search_begin(&f->search, space, f->start.node, f->start.estimate, PL_SEARCH_CHEAPEST,
                           f->query.max_nodes ? left : 0);
}

static bool is_node(const ploy_pathfinder* f, uint32_t id)
{
    return id < f->map->node_count;
}

static void reset(ploy_pathfinder* f, pathfinder_mode mode, const ploy_path_query* given)
{
    ploy_path_query full = path_query_with_defaults(given);
    const ploy_path_query* query = &full;
    PL_ASSERT(!query->obstacles || query->obstacles->map == f->map);
    f->query = *query;
    f->mode = mode;
    f->written = false;
    f->expanded = 0;
    f->search.expanded = 0;
    f->nearest = PLOY_NONE;
    f->is_unfolded = false;
    f->path = (ploy_path){.status = PLOY_IN_PROGRESS};
}

static ploy_status begin_path(ploy_pathfinder* f)
{
    // Portals say nothing about the nearest node: within a limit there would be no nodes left to find it.
    if (f->query.partial && f->query.max_nodes && f->query.method == PLOY_PATH_NEAR) f->query.method = PLOY_PATH_AUTO;
    ploy_status status = f->map->kind->begin(f->walk, &f->search, &f->query, false, &f->start);
    if (status != PLOY_OK) return status;
    const pl_space own = {.context = f, .expand = pass_on, .is_goal = note_nearest};
    return start_search(f, f->query.partial && !f->start.over_portals ? &own : &f->start.space);
}

ploy_status ploy_pathfinder_begin(ploy_pathfinder* pathfinder, const ploy_path_query* query)
{
    PL_NEED(pathfinder, PLOY_INVALID);
    PL_NEED(query, PLOY_INVALID);
    reset(pathfinder, MODE_PATH, query);
    if (!is_node(pathfinder, query->from) || !is_node(pathfinder, query->to)) return pathfinder->status = PLOY_INVALID;
    return pathfinder->status = begin_path(pathfinder);
}

static bool request_nodes(ploy_pathfinder* f, const uint32_t* from, uint32_t from_count)
{
    memset(f->wanted, 0, pl_array_bytes(wanted_words(f), sizeof *f->wanted));
    f->wanted_count = 0;
    for (uint32_t i = 0; i < from_count; ++i) {
        if (!is_node(f, from[i])) return false;
        uint32_t node = f->map->kind->inner(f->map, from[i]);
        f->wanted_count += !pl_bits_test(f->wanted, node);
        pl_bits_set(f->wanted, node);
    }
    return true;
}

ploy_status ploy_pathfinder_begin_field(ploy_pathfinder* pathfinder, const ploy_path_query* query, const uint32_t* from,
                                        uint32_t from_count)
{
    PL_NEED(pathfinder, PLOY_INVALID);
    PL_NEED(query, PLOY_INVALID);
    if (from_count > 0) PL_NEED(from, PLOY_INVALID);
    reset(pathfinder, MODE_FIELD, query);
    if (!is_node(pathfinder, query->to) || !request_nodes(pathfinder, from, from_count))
        return pathfinder->status = PLOY_INVALID;
    pathfinder->status = pathfinder->map->kind->begin(pathfinder->walk, &pathfinder->search, &pathfinder->query, true,
                                                      &pathfinder->start);
    if (pathfinder->status != PLOY_OK) return pathfinder->status;
    const pl_space own = {.context = pathfinder, .expand = pass_on, .is_goal = settle};
    pathfinder->is_whole = from_count == 0;
    if (pathfinder->is_whole) pl_field_repair_note(&pathfinder->repair, pathfinder->map, query->obstacles);
    return pathfinder->status = start_search(pathfinder, from_count ? &own : &pathfinder->start.space);
}

static uint32_t expand_again(void* context, uint32_t node, const pl_edge** edges)
{
    ploy_pathfinder* f = context;
    uint32_t count = f->start.space.expand(f->start.space.context, node, edges);
    pl_field_repair_adopt(&f->search, node, *edges, count);
    return count;
}

ploy_status ploy_pathfinder_begin_repair(ploy_pathfinder* pathfinder)
{
    ploy_pathfinder* f = pathfinder;
    PL_NEED(pathfinder, PLOY_INVALID);
    PL_ASSERT(pathfinder->mode == MODE_FIELD);
    ploy_path_query query = f->query;
    bool is_ready = f->status == PLOY_FOUND && f->is_whole && query.agent_size == 1;
    ploy_status status = is_ready ? pl_field_repair_begin(&f->repair, f->map, f->walk, &f->search, &f->start.space,
                                                          query.obstacles)
                                  : PLOY_NOT_SUPPORTED;
    if (status != PLOY_OK && status != PLOY_ALREADY) return ploy_pathfinder_begin_field(f, &query, NULL, 0);
    reset(f, MODE_FIELD, &query);
    if (status == PLOY_ALREADY) return f->status = PLOY_FOUND;
    const pl_space again = {f, expand_again, .goal = PLOY_NONE};
    return f->status = pl_search_resume(&f->search, &again, f->repair.seeds.data, f->repair.seeds.count, query.max_nodes);
}

// Update.

static bool needs_plain_search(const ploy_pathfinder* f)
{
    return f->mode == MODE_PATH && f->query.partial && f->start.skips_nodes && f->status == PLOY_NOT_FOUND;
}

static ploy_status search_again(ploy_pathfinder* f, ploy_path_method method)
{
    f->query.method = method;
    f->nearest = PLOY_NONE;
    return begin_path(f);
}

// What was found over portals is made a path of nodes, round what is blocked.

enum
{
    // A way round that takes more nodes is left to a search for the whole path.
    MAX_DETOUR_NODES = 5000,
    // It begins and ends so many steps from the obstacle.
    DETOUR_MARGIN = 4,
    // In quarters: a way round costs at most 1.25 times the cheapest one, and takes half the nodes.
    DETOUR_WEIGHT = 5,
};

static bool is_blocked(const ploy_pathfinder* f, uint32_t node)
{
    return f->query.obstacles && pl_bits_test(f->query.obstacles->bits, node);
}

static bool append(ploy_pathfinder* f, uint32_t node)
{
    return PL_ARRAY_PUSH(&f->nodes, &f->allocator, f->map->kind->outer(f->map, node));
}

static ploy_status go_round(ploy_pathfinder* f, uint32_t from, uint32_t to)
{
    const pl_nav_map_kind* kind = f->map->kind;
    ploy_path_query query = f->query;
    query.from = kind->outer(f->map, from);
    query.to = kind->outer(f->map, to);
    query.partial = false;
    query.method = PLOY_PATH_PLAIN;
    pl_walk_start start;
    ploy_status status = kind->begin(f->walk, &f->search, &query, false, &start);
    f->search.weight = DETOUR_WEIGHT;
    if (status == PLOY_OK)
        status =
            pl_search_begin(&f->search, &start.space, start.node, start.estimate, PL_SEARCH_WEIGHTED, MAX_DETOUR_NODES);
    if (status == PLOY_IN_PROGRESS) status = pl_search_update(&f->search, UINT32_MAX);
    f->expanded += f->search.expanded;
    if (status != PLOY_FOUND) return status;
    f->cost += pl_search_at(&f->search, f->search.goal)->g;
    uint32_t first = f->nodes.count;
    for (uint32_t node = f->search.goal; node != from; node = pl_search_at(&f->search, node)->parent)
        if (!append(f, node)) return PLOY_OUT_OF_MEMORY;
    pl_node_list_turn_round(&f->nodes, first);
    return PLOY_FOUND;
}

// Takes back the last steps, so that the way round begins before the obstacle, but none before `first`. Returns where.
static uint32_t step_back(ploy_pathfinder* f, uint32_t first, uint32_t at)
{
    const uint32_t* way = f->unfolded.data;
    for (uint32_t i = 0; i < DETOUR_MARGIN && at > first; ++i, --at) {
        f->cost -= f->map->kind->step_cost(f->map, way[at - 1], way[at]);
        --f->nodes.count;
    }
    return at;
}

// A free node some steps behind the obstacle. The last node of the way is free.
static uint32_t step_on(const ploy_pathfinder* f, uint32_t at)
{
    const pl_node_list* way = &f->unfolded;
    for (uint32_t i = 0; i <= DETOUR_MARGIN && at + 1 < way->count; ++i) do
            ++at;
        while (is_blocked(f, way->data[at]));
    return at;
}

static ploy_status lead_round(ploy_pathfinder* f)
{
    const pl_node_list* way = &f->unfolded;
    uint32_t first = 0; // nothing before it is taken back
    f->cost = 0;
    PL_ARRAY_CLEAR(&f->nodes);
    if (!append(f, way->data[0])) return PLOY_OUT_OF_MEMORY;
    for (uint32_t at = 0; at + 1 < way->count;) {
        uint32_t next = way->data[at + 1];
        if (!is_blocked(f, next)) {
            f->cost += f->map->kind->step_cost(f->map, way->data[at++], next);
            if (!append(f, next)) return PLOY_OUT_OF_MEMORY;
            continue;
        }
        uint32_t from = step_back(f, first, at);
        first = at = step_on(f, at);
        ploy_status status = go_round(f, way->data[from], way->data[at]);
        if (status != PLOY_FOUND) return status;
    }
    return PLOY_FOUND;
}

static ploy_status end_portals(ploy_pathfinder* f)
{
    f->expanded += f->search.expanded;
    f->search.expanded = 0;
    if (f->status == PLOY_NOT_FOUND) return search_again(f, PLOY_PATH_AUTO);
    if (f->status != PLOY_FOUND) return f->status;
    PL_ARRAY_CLEAR(&f->unfolded);
    if (!f->map->kind->unfold(f->walk, &f->search, &f->unfolded, &f->allocator)) return PLOY_OUT_OF_MEMORY;
    ploy_status status = lead_round(f);
    f->search.expanded = 0; // it is counted already
    if (status == PLOY_OUT_OF_MEMORY) return status;
    f->is_unfolded = status == PLOY_FOUND;
    return f->is_unfolded ? PLOY_FOUND : search_again(f, PLOY_PATH_AUTO);
}

ploy_status ploy_pathfinder_update(ploy_pathfinder* pathfinder, uint32_t max_nodes)
{
    PL_NEED(pathfinder, PLOY_INVALID);
    if (pathfinder->status != PLOY_IN_PROGRESS) return pathfinder->status;
    pathfinder->status = pl_search_update(&pathfinder->search, max_nodes);
    if (pathfinder->mode == MODE_PATH && pathfinder->start.over_portals && pathfinder->status != PLOY_IN_PROGRESS)
        return pathfinder->status = end_portals(pathfinder);
    if (needs_plain_search(pathfinder)) {
        pathfinder->expanded += pathfinder->search.expanded;
        pathfinder->status = search_again(pathfinder, PLOY_PATH_PLAIN);
    }
    // A field is complete when nothing is left to expand.
    if (pathfinder->mode == MODE_FIELD && pathfinder->status == PLOY_NOT_FOUND) pathfinder->status = PLOY_FOUND;
    return pathfinder->status;
}

static void cancel(ploy_pathfinder* pathfinder)
{
    pl_search_cancel(&pathfinder->search);
    if (pathfinder->status == PLOY_IN_PROGRESS) pathfinder->status = PLOY_CANCELLED;
}

// End.

static bool write_parents(ploy_pathfinder* f, uint32_t node, bool is_field)
{
    for (; node != PLOY_NONE; node = pl_search_at(&f->search, node)->parent) {
        if (!PL_ARRAY_PUSH(&f->nodes, &f->allocator, f->map->kind->outer(f->map, node))) return false;
    }
    if (!is_field) pl_node_list_turn_round(&f->nodes, 0);
    return true;
}

static void show_nodes(ploy_pathfinder* f, int64_t cost)
{
    f->path.nodes = f->nodes.data;
    f->path.count = f->nodes.count;
    f->path.cost = cost;
}

static void write_path(ploy_pathfinder* f, uint32_t last, bool is_field)
{
    const pl_nav_map_kind* kind = f->map->kind;
    PL_ARRAY_CLEAR(&f->nodes);
    bool written = kind->write ? kind->write(f->walk, &f->search, last, is_field, &f->nodes, &f->allocator)
                               : write_parents(f, last, is_field);
    if (!written) {
        f->path.status = f->path.reason = PLOY_OUT_OF_MEMORY;
        return;
    }
    show_nodes(f, pl_search_at(&f->search, last)->g);
}

static bool ends_in_partial(const ploy_pathfinder* f)
{
    return f->query.partial && f->nearest != PLOY_NONE &&
           (f->status == PLOY_NOT_FOUND || f->status == PLOY_OUT_OF_NODES);
}

const ploy_path* ploy_pathfinder_end(ploy_pathfinder* pathfinder)
{
    PL_NEED(pathfinder, &invalid_path);
    if (pathfinder->written) return &pathfinder->path;
    cancel(pathfinder);
    pathfinder->written = true;
    pathfinder->path = (ploy_path){.status = pathfinder->status,
                                   .reason = pathfinder->status,
                                   .expanded = pathfinder->expanded + pathfinder->search.expanded};
    if (pathfinder->mode == MODE_PATH && pathfinder->status == PLOY_FOUND && pathfinder->is_unfolded)
        show_nodes(pathfinder, pathfinder->cost);
    else if (pathfinder->mode == MODE_PATH && pathfinder->status == PLOY_FOUND)
        write_path(pathfinder, pathfinder->search.goal, false);
    if (pathfinder->mode == MODE_PATH && ends_in_partial(pathfinder)) {
        pathfinder->path.status = PLOY_PARTIAL;
        write_path(pathfinder, pathfinder->nearest, false);
    }
    return &pathfinder->path;
}

const ploy_path* ploy_pathfinder_find(ploy_pathfinder* pathfinder, const ploy_path_query* query)
{
    PL_NEED(pathfinder, &invalid_path);
    PL_NEED(query, &invalid_path);
    ploy_pathfinder_begin(pathfinder, query);
    while (ploy_pathfinder_update(pathfinder, UINT32_MAX) == PLOY_IN_PROGRESS) {
    }
    return ploy_pathfinder_end(pathfinder);
}

// Fields.

// Generated, and no longer in the open list; the last node of a field that stops early is still in it.
static bool is_settled(const ploy_pathfinder* f, uint32_t node)
{
    return pl_search_reached(&f->search, node) && (node == f->search.goal || !pl_search_is_open(&f->search, node));
}

static bool is_field_of(const ploy_pathfinder* f, uint32_t from)
{
    return f->mode == MODE_FIELD && is_node(f, from);
}

const ploy_path* ploy_pathfinder_path_from(ploy_pathfinder* pathfinder, uint32_t from)
{
    PL_NEED(pathfinder, &invalid_path);
    PL_ASSERT(is_field_of(pathfinder, from));
    uint32_t node = pathfinder->map->kind->inner(pathfinder->map, from);
    bool is_complete = pathfinder->status == PLOY_FOUND && pathfinder->search.goal == PLOY_NONE;
    pathfinder->path = (ploy_path){.expanded = pathfinder->search.expanded};
    pathfinder->path.status = is_settled(pathfinder, node)       ? PLOY_FOUND
                              : is_complete                      ? PLOY_NOT_FOUND
                              : pathfinder->status == PLOY_FOUND ? PLOY_OUT_OF_NODES
                                                                 : pathfinder->status;
    pathfinder->path.reason = pathfinder->path.status;
    pathfinder->written = true;
    if (pathfinder->path.status == PLOY_FOUND) write_path(pathfinder, node, true);
    return &pathfinder->path;
}

int64_t ploy_pathfinder_cost_from(const ploy_pathfinder* pathfinder, uint32_t from)
{
    PL_NEED(pathfinder, -1);
    PL_ASSERT(is_field_of(pathfinder, from));
    uint32_t node = pathfinder->map->kind->inner(pathfinder->map, from);
    return is_settled(pathfinder, node) ? (int64_t)pl_search_at(&pathfinder->search, node)->g : -1;
}
