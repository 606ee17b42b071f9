// A terrain is made in four passes: samples, triangles, elevations and trees, costs. Each draws its random numbers from
// the seed alone.

#include <ploy/terrain.h>

#include "base/containers/bitset.h"
#include "base/check.h"
#include "base/error.h"
#include "base/hash.h"
#include "nav/terrain/delaunay.h"
#include "nav/terrain/noise.h"
#include "nav/terrain/poisson.h"
#include "nav/search/square_root.h"

#define MAX_CLIMB_COST 1000000

struct ploy_terrain
{
    ploy_allocator allocator;
    ploy_terrain_def def;
    pl_noise hills;
    pl_points points;
    pl_delaunay delaunay;
    int32_t* elevations;
    uint64_t* trees; ///< one bit per node
    PL_ARRAY(ploy_graph_edge) edges;
};

_Static_assert(PLOY_TERRAIN_MAX_SIDE == PL_POINT_END, "what can be triangulated");

static ploy_terrain_def terrain_with_defaults(const ploy_terrain_def* given)
{
    ploy_terrain_def def = given ? *given : (ploy_terrain_def){0};
    def.allocator = pl_allocator_choose(&def.allocator);
    PL_DEFAULT(def.seed, 1);
    PL_DEFAULT(def.width, 65536);
    PL_DEFAULT(def.height, 65536);
    PL_DEFAULT(def.spacing, 1024);
    PL_DEFAULT_OR_OFF(def.relief, 2048);
    PL_DEFAULT(def.hill_width, 16384);
    PL_DEFAULT(def.octaves, 4);
    PL_DEFAULT_OR_OFF(def.climb_cost, 2000);
    PL_DEFAULT_OR_OFF(def.descent_cost, 2000);
    PL_DEFAULT_OR_OFF(def.trees, 100);
    return def;
}

static bool is_within(const char* name, int64_t value, int64_t min, int64_t max, ploy_error* error)
{
    if (value >= min && value <= max) return true;
    pl_error_set(error, 0, 0, "terrain: %s is %lld", name, (long long)value);
    pl_error_hint(error, "%lld .. %lld", (long long)min, (long long)max);
    return false;
}

static bool is_valid(const ploy_terrain_def* def, ploy_error* error)
{
    return is_within("width", def->width, 1, PLOY_TERRAIN_MAX_SIDE, error) &&
           is_within("height", def->height, 1, PLOY_TERRAIN_MAX_SIDE, error) &&
           is_within("spacing", def->spacing, 2, PLOY_TERRAIN_MAX_SIDE, error) &&
           is_within("relief", def->relief, 0, PLOY_TERRAIN_MAX_SIDE, error) &&
           is_within("hill_width", def->hill_width, 1, UINT32_MAX, error) &&
           is_within("octaves", def->octaves, 1, 16, error) &&
           is_within("climb_cost", def->climb_cost, 0, MAX_CLIMB_COST, error) &&
           is_within("descent_cost", def->descent_cost, 0, MAX_CLIMB_COST, error) &&
           is_within("trees", def->trees, 0, 1000, error) &&
           is_within("shape", def->shape, PLOY_TERRAIN_RECTANGLE, PLOY_TERRAIN_DISK, error);
}

static bool spread(ploy_terrain* t)
{
    const ploy_terrain_def* def = &t->def;
    pl_poisson poisson = {def->seed, def->width, def->height, def->shape == PLOY_TERRAIN_DISK, def->spacing};
    return pl_poisson_sample(&poisson, &t->allocator, &t->points);
}

static int32_t elevation_at(const ploy_terrain* t, ploy_point point)
{
    return (int32_t)((int64_t)pl_noise_at(&t->hills, point.x, point.y) * t->def.relief / PL_NOISE_ONE);
}

static bool raise_hills(ploy_terrain* t)
{
    t->elevations = PL_NEW_ARRAY(&t->allocator, int32_t, t->points.count);
    if (!t->elevations) return false;
    for (uint32_t i = 0; i < t->points.count; ++i) t->elevations[i] = elevation_at(t, t->points.data[i]);
    return true;
}

static bool plant_trees(ploy_terrain* t)
{
    t->trees = PL_NEW_ARRAY(&t->allocator, uint64_t, pl_bits_words(t->points.count));
    if (!t->trees) return false;
    ploy_random random = {.seed = t->def.seed, .stream = 3};
    for (uint32_t i = 0; i < t->points.count; ++i)
        if (ploy_random_below(&random, 1000) < (uint32_t)t->def.trees) pl_bits_set(t->trees, i);
    return true;
}

// Edges.

static uint32_t length_of(ploy_point a, ploy_point b)
{
    uint64_t length2 = pl_point_distance2(a, b);
    uint32_t length = pl_root_exact(length2);
    return length + ((uint64_t)length * length < length2);
}

// At most 1.5 million for the length and 2 * 2^20 * 1000 for the climb: below 2^32.
static uint32_t cost_of(const ploy_terrain* t, uint32_t from, uint32_t to)
{
    int64_t rise = (int64_t)t->elevations[to] - t->elevations[from];
    uint64_t climb = rise > 0 ? (uint64_t)rise * t->def.climb_cost : (uint64_t)-rise * t->def.descent_cost;
    return length_of(t->points.data[from], t->points.data[to]) + (uint32_t)((climb + 999) / 1000);
}

static bool is_bidirectional(const ploy_terrain* t)
{
    return t->def.climb_cost == t->def.descent_cost;
}

static bool make_edges(ploy_terrain* t)
{
    uint32_t count = t->delaunay.edge_count * (is_bidirectional(t) ? 1 : 2);
    if (count && !PL_ARRAY_RESERVE(&t->edges, &t->allocator, count)) return false;
    for (uint32_t i = 0; i < t->delaunay.edge_count; ++i) {
        uint32_t a = t->delaunay.edges[i].from, b = t->delaunay.edges[i].to;
        t->edges.data[t->edges.count++] = (ploy_graph_edge){a, b, cost_of(t, a, b)};
        if (!is_bidirectional(t)) t->edges.data[t->edges.count++] = (ploy_graph_edge){b, a, cost_of(t, b, a)};
    }
    return true;
}

// Create and destroy.

ploy_status ploy_terrain_create(const ploy_terrain_def* given, ploy_terrain** terrain, ploy_error* error)
{
    PL_NEED_ERROR(error, terrain, PLOY_INVALID);
    *terrain = NULL;
    ploy_terrain_def full = terrain_with_defaults(given);
    const ploy_terrain_def* def = &full;
    if (!is_valid(def, error)) return PLOY_INVALID;
    ploy_terrain* t = PL_NEW(&def->allocator, ploy_terrain);
    if (!t) return PLOY_OUT_OF_MEMORY;
    t->allocator = def->allocator;
    t->def = *def;
    t->hills = (pl_noise){pl_hash_join(def->seed, 2), def->hill_width, def->octaves};
    t->delaunay.allocator = t->allocator;
    if (!spread(t) || pl_delaunay_create(t->points.data, t->points.count, &t->allocator, &t->delaunay) != PLOY_OK ||
        !raise_hills(t) || !plant_trees(t) || !make_edges(t)) {
        ploy_terrain_destroy(t);
        return PLOY_OUT_OF_MEMORY;
    }
    *terrain = t;
    return PLOY_OK;
}

void ploy_terrain_destroy(ploy_terrain* terrain)
{
    if (!terrain) return;
    ploy_allocator allocator = terrain->allocator;
    PL_ARRAY_FREE(&terrain->edges, &allocator);
    PL_DELETE_ARRAY(&allocator, terrain->trees, pl_bits_words(terrain->points.count));
    PL_DELETE_ARRAY(&allocator, terrain->elevations, terrain->points.count);
    pl_delaunay_destroy(&terrain->delaunay);
    PL_ARRAY_FREE(&terrain->points, &allocator);
    PL_DELETE(&allocator, terrain);
}

uint32_t ploy_terrain_node_count(const ploy_terrain* terrain)
{
    PL_NEED(terrain, 0);
    return terrain->points.count;
}

const ploy_point* ploy_terrain_positions(const ploy_terrain* terrain)
{
    PL_NEED(terrain, NULL);
    return terrain->points.data;
}

const int32_t* ploy_terrain_elevations(const ploy_terrain* terrain)
{
    PL_NEED(terrain, NULL);
    return terrain->elevations;
}

bool ploy_terrain_has_tree(const ploy_terrain* terrain, uint32_t node)
{
    PL_NEED(terrain, false);
    PL_ASSERT(node < terrain->points.count);
    return pl_bits_test(terrain->trees, node);
}

uint32_t ploy_terrain_triangles(const ploy_terrain* terrain, const uint32_t** nodes)
{
    PL_NEED(terrain, 0);
    PL_NEED(nodes, 0);
    *nodes = terrain->delaunay.triangles;
    return terrain->delaunay.triangle_count;
}

uint32_t ploy_terrain_edges(const ploy_terrain* terrain, const ploy_graph_edge** edges, bool* bidirectional)
{
    PL_NEED(terrain, 0);
    PL_NEED(edges, 0);
    PL_NEED(bidirectional, 0);
    *edges = terrain->edges.data;
    *bidirectional = is_bidirectional(terrain);
    return terrain->edges.count;
}

ploy_graph_def ploy_terrain_graph_def(const ploy_terrain* terrain)
{
    PL_NEED(terrain, (ploy_graph_def){0});
    ploy_graph_def def = {0};
    def.node_count = terrain->points.count;
    def.positions = terrain->points.data;
    def.edges = terrain->edges.data;
    def.edge_count = terrain->edges.count;
    def.bidirectional = is_bidirectional(terrain);
    def.keep_reverse = true;
    return def;
}

void ploy_terrain_block_trees(const ploy_terrain* terrain, ploy_obstacles* obstacles)
{
    PL_NEED(terrain, );
    PL_NEED(obstacles, );
    uint32_t words = pl_bits_words(terrain->points.count);
    for (uint32_t i = pl_bits_next(terrain->trees, words, 0); i != PLOY_NONE;
         i = pl_bits_next(terrain->trees, words, i + 1))
        ploy_obstacles_block(obstacles, i);
}
