// One search at a time over a ground, by slices: a path, or a field towards a node.
//
// The ground's own space runs on the machine as it is, unless each node that comes up must be looked at: for a partial
// path (the nearest so far is kept) and for a field that may stop early (the nodes asked for are ticked off). Then the
// finder's space stands before it.

#include <string.h>

#include "base/containers/bitset.h"
#include "base/check.h"
#include "base/memory.h"
#include "nav/map/nav_map.h"

typedef enum finder_mode
{
    MODE_IDLE,
    MODE_PATH,
    MODE_FIELD,
} finder_mode;

struct ploy_finder
{
    ploy_allocator allocator;
    const ploy_ground* ground;
    pl_walk* walk;
    pl_search search;
    ploy_path_query query;
    pl_walk_start start;
    finder_mode mode;
    bool written;
    ploy_status status;
    uint32_t expanded; // in a search before this one, for the same query

    uint32_t nearest; // for partial paths; inner
    uint64_t nearest_distance;

    uint64_t* wanted; // for fields: a bit for each inner node not settled yet
    uint32_t wanted_count;

    pl_node_list nodes;
    ploy_path path;
};

ploy_path_query ploy_path_query_default(void)
{
    return (ploy_path_query){.cookie = PL_COOKIE, .from = PLOY_NONE, .to = PLOY_NONE, .agent_size = 1};
}

ploy_finder_def ploy_finder_def_default(void)
{
    return (ploy_finder_def){.cookie = PL_COOKIE, .allocator = ploy_allocator_default()};
}

// Life.

static uint32_t wanted_words(const ploy_finder* f)
{
    return pl_bits_words(f->ground->inner_count) + 1;
}

ploy_finder* ploy_finder_create(const ploy_finder_def* def)
{
    PL_ASSERT_COOKIE(def);
    PL_ASSERT(def->ground);
    ploy_allocator allocator = pl_allocator_choose(&def->allocator);
    ploy_finder* f = PL_NEW(&allocator, ploy_finder);
    if (!f) return NULL;
    *f = (ploy_finder){.allocator = allocator, .ground = def->ground, .status = PLOY_NOT_FOUND};
    pl_search_init(&f->search, &allocator);
    f->search.trace = def->trace;
    f->search.trace_agent = def->trace_agent;
    f->walk = f->ground->kind->create(f->ground, &allocator);
    f->wanted = PL_NEW_ARRAY(&allocator, uint64_t, wanted_words(f));
    if (f->walk && f->wanted && pl_search_cover(&f->search, f->ground->inner_count)) return f;
    ploy_finder_destroy(f);
    return NULL;
}

void ploy_finder_destroy(ploy_finder* finder)
{
    if (!finder) return;
    ploy_allocator allocator = finder->allocator;
    if (finder->walk) finder->ground->kind->destroy(finder->walk);
    PL_DELETE_ARRAY(&allocator, finder->wanted, wanted_words(finder));
    PL_ARRAY_FREE(&finder->nodes, &allocator);
    pl_search_destroy(&finder->search);
    PL_DELETE(&allocator, finder);
}

size_t ploy_finder_bytes(const ploy_finder* finder)
{
    return sizeof *finder + finder->ground->kind->bytes(finder->walk) + pl_search_bytes(&finder->search) +
           pl_array_bytes(wanted_words(finder), sizeof *finder->wanted) +
           pl_array_bytes(finder->nodes.capacity, sizeof *finder->nodes.data);
}

// The finder's own space.

static uint32_t pass_on(void* context, uint32_t node, const pl_edge** edges)
{
    ploy_finder* f = context;
    return f->start.space.expand(f->start.space.context, node, edges);
}

static bool is_nearer(const ploy_finder* f, uint32_t node, uint64_t distance)
{
    if (f->nearest == PL_NONE || distance < f->nearest_distance) return true;
    if (distance > f->nearest_distance) return false;
    uint32_t g = pl_search_at(&f->search, node)->g, best = pl_search_at(&f->search, f->nearest)->g;
    if (g != best) return g < best;
    return f->ground->kind->outer(f->ground, node) < f->ground->kind->outer(f->ground, f->nearest);
}

static bool note_nearest(void* context, uint32_t node)
{
    ploy_finder* f = context;
    uint64_t distance = f->ground->kind->distance(f->walk, node);
    if (is_nearer(f, node, distance)) {
        f->nearest = node;
        f->nearest_distance = distance;
    }
    return f->start.space.is_goal(f->start.space.context, node);
}

static bool tick_off(void* context, uint32_t node)
{
    ploy_finder* f = context;
    if (!pl_bits_test(f->wanted, node)) return false;
    pl_bits_clear(f->wanted, node);
    return --f->wanted_count == 0;
}

// Begin.

static ploy_status start_search(ploy_finder* f, const pl_space* space)
{
    return pl_search_begin(&f->search, space, f->start.node, f->start.estimate, PL_SEARCH_CHEAPEST, f->query.max_nodes);
}

static bool is_node(const ploy_finder* f, uint32_t id)
{
    return id < f->ground->node_count;
}

static void forget(ploy_finder* f, finder_mode mode, const ploy_path_query* query)
{
    PL_ASSERT_COOKIE(query);
    PL_ASSERT(!query->overlay || query->overlay->ground == f->ground);
    f->query = *query;
    f->mode = mode;
    f->written = false;
    f->expanded = 0;
    f->search.expanded = 0;
    f->nearest = PL_NONE;
    f->path = (ploy_path){.status = PLOY_RUNNING};
}

static ploy_status begin_path(ploy_finder* f)
{
    ploy_status status = f->ground->kind->begin(f->walk, &f->search, &f->query, false, &f->start);
    if (status != PLOY_OK) return status;
    const pl_space own = {f, pass_on, note_nearest};
    return start_search(f, f->query.partial ? &own : &f->start.space);
}

ploy_status ploy_finder_begin(ploy_finder* finder, const ploy_path_query* query)
{
    forget(finder, MODE_PATH, query);
    if (!is_node(finder, query->from) || !is_node(finder, query->to)) return finder->status = PLOY_INVALID;
    return finder->status = begin_path(finder);
}

static bool want(ploy_finder* f, const uint32_t* from, uint32_t from_count)
{
    memset(f->wanted, 0, pl_array_bytes(wanted_words(f), sizeof *f->wanted));
    f->wanted_count = 0;
    for (uint32_t i = 0; i < from_count; ++i) {
        if (!is_node(f, from[i])) return false;
        uint32_t node = f->ground->kind->inner(f->ground, from[i]);
        f->wanted_count += !pl_bits_test(f->wanted, node);
        pl_bits_set(f->wanted, node);
    }
    return true;
}

ploy_status ploy_finder_begin_field(ploy_finder* finder, const ploy_path_query* query, const uint32_t* from,
                                    uint32_t from_count)
{
    forget(finder, MODE_FIELD, query);
    if (!is_node(finder, query->to) || !want(finder, from, from_count)) return finder->status = PLOY_INVALID;
    finder->status = finder->ground->kind->begin(finder->walk, &finder->search, &finder->query, true, &finder->start);
    if (finder->status != PLOY_OK) return finder->status;
    const pl_space own = {finder, pass_on, tick_off};
    return finder->status = start_search(finder, from_count ? &own : &finder->start.space);
}

// Update.

static bool is_worth_a_plain_search(const ploy_finder* f)
{
    return f->mode == MODE_PATH && f->query.partial && f->start.skips_nodes && f->status == PLOY_NOT_FOUND;
}

static void search_plainly(ploy_finder* f)
{
    f->expanded += f->search.expanded;
    f->query.method = PLOY_PATH_PLAIN;
    f->nearest = PL_NONE;
    f->status = begin_path(f);
}

ploy_status ploy_finder_update(ploy_finder* finder, uint32_t max_nodes)
{
    if (finder->status != PLOY_RUNNING) return finder->status;
    finder->status = pl_search_update(&finder->search, max_nodes);
    if (is_worth_a_plain_search(finder)) search_plainly(finder);
    // A field is complete when there is nothing more to look at.
    if (finder->mode == MODE_FIELD && finder->status == PLOY_NOT_FOUND) finder->status = PLOY_FOUND;
    return finder->status;
}

void ploy_finder_cancel(ploy_finder* finder)
{
    pl_search_cancel(&finder->search);
    if (finder->status == PLOY_RUNNING) finder->status = PLOY_CANCELLED;
}

// End.

static void write_path(ploy_finder* f, uint32_t last, bool is_field)
{
    const pl_ground_kind* kind = f->ground->kind;
    PL_ARRAY_CLEAR(&f->nodes);
    bool written = kind->write ? kind->write(f->walk, &f->search, last, is_field, &f->nodes, &f->allocator)
                               : pl_ground_write(f->ground, &f->search, last, is_field, &f->nodes, &f->allocator);
    if (!written) {
        f->path.status = f->path.reason = PLOY_OUT_OF_MEMORY;
        return;
    }
    f->path.nodes = f->nodes.data;
    f->path.count = f->nodes.count;
    f->path.cost = pl_search_at(&f->search, last)->g;
}

static bool ends_in_partial(const ploy_finder* f)
{
    return f->query.partial && f->nearest != PL_NONE && (f->status == PLOY_NOT_FOUND || f->status == PLOY_OUT_OF_NODES);
}

const ploy_path* ploy_finder_end(ploy_finder* finder)
{
    if (finder->written) return &finder->path;
    ploy_finder_cancel(finder);
    finder->written = true;
    finder->path = (ploy_path){
        .status = finder->status, .reason = finder->status, .expanded = finder->expanded + finder->search.expanded};
    if (finder->mode == MODE_PATH && finder->status == PLOY_FOUND) write_path(finder, finder->search.goal, false);
    if (finder->mode == MODE_PATH && ends_in_partial(finder)) {
        finder->path.status = PLOY_PARTIAL;
        write_path(finder, finder->nearest, false);
    }
    return &finder->path;
}

const ploy_path* ploy_finder_find(ploy_finder* finder, const ploy_path_query* query)
{
    ploy_finder_begin(finder, query);
    while (ploy_finder_update(finder, UINT32_MAX) == PLOY_RUNNING) {
    }
    return ploy_finder_end(finder);
}

// Fields.

// Met, and not in the open list any more; the last node of a field that stops early is still in it.
static bool is_settled(const ploy_finder* f, uint32_t node)
{
    return pl_search_met(&f->search, node) && (node == f->search.goal || !pl_search_is_open(&f->search, node));
}

static bool is_field_of(const ploy_finder* f, uint32_t from)
{
    return f->mode == MODE_FIELD && is_node(f, from);
}

const ploy_path* ploy_finder_path_from(ploy_finder* finder, uint32_t from)
{
    PL_ASSERT(is_field_of(finder, from));
    uint32_t node = finder->ground->kind->inner(finder->ground, from);
    bool is_complete = finder->status == PLOY_FOUND && finder->search.goal == PL_NONE;
    finder->path = (ploy_path){.expanded = finder->search.expanded};
    finder->path.status = is_settled(finder, node)       ? PLOY_FOUND
                          : is_complete                  ? PLOY_NOT_FOUND
                          : finder->status == PLOY_FOUND ? PLOY_OUT_OF_NODES
                                                         : finder->status;
    finder->path.reason = finder->path.status;
    finder->written = true;
    if (finder->path.status == PLOY_FOUND) write_path(finder, node, true);
    return &finder->path;
}

int64_t ploy_finder_cost_from(const ploy_finder* finder, uint32_t from)
{
    PL_ASSERT(is_field_of(finder, from));
    uint32_t node = finder->ground->kind->inner(finder->ground, from);
    return is_settled(finder, node) ? (int64_t)pl_search_at(&finder->search, node)->g : -1;
}
