// Paths over portals against the cheapest: they exist when those do, lead along edges round what is blocked, cost what
// they say and little more.

#include <ploy/terrain.h>

#include <string.h>

#include "support/base/allocators.h"
#include "support/base/test.h"
#include "support/nav/graphs.h"

enum
{
    GRAPHS = 400,
    QUERIES = 12,
    TERRAIN_QUERIES = 300,
};

typedef struct portal_setup
{
    ploy_graph* graph;
    ploy_obstacles* obstacles;
    ploy_pathfinder* pathfinder;
} portal_setup;

static void begin(portal_setup* s, ploy_graph_def def, uint32_t block_size)
{
    def.block_size = block_size;
    assert_int_equal(ploy_graph_create(&def, &s->graph, NULL), PLOY_OK);
    s->obstacles = ploy_obstacles_create(&(ploy_obstacles_def){.map = ploy_graph_map(s->graph)});
    s->pathfinder = ploy_pathfinder_create(&(ploy_pathfinder_def){.map = ploy_graph_map(s->graph)});
    assert_non_null(s->obstacles);
    assert_non_null(s->pathfinder);
}

static void end(portal_setup* s)
{
    ploy_pathfinder_destroy(s->pathfinder);
    ploy_obstacles_destroy(s->obstacles);
    ploy_graph_destroy(s->graph);
}

static void a_path_over_portals_exists_when_there_is_one_and_is_walked_at_its_cost(void** state)
{
    (void)state;
    uint32_t found = 0, longer = 0;
    int64_t costs[TEST_GRAPH_NODES];
    test_graph t;
    portal_setup s;
    for (uint64_t seed = 1; seed <= GRAPHS; ++seed) {
        test_graph_draw(&t, seed);
        ploy_random random = {.seed = seed, .stream = 7};
        ploy_graph_def def = test_graph_def(&t);
        def.landmark_count = (uint32_t)(seed % 3);
        begin(&s, def, 1 + ploy_random_below(&random, 12));
        for (uint32_t a = 0; a < TEST_GRAPH_AREAS; ++a) t.area_costs[a] = PLOY_AREA_ONE;
        for (uint32_t q = 0; q < QUERIES; ++q) {
            test_graph_block(&t, &random, ploy_random_below(&random, 3) * 5);
            test_graph_block_layer(&t, s.obstacles);
            ploy_path_query query = {.obstacles = s.obstacles, .method = PLOY_PATH_NEAR, .partial = q % 4 == 0};
            query.from = ploy_random_below(&random, t.node_count);
            query.to = ploy_random_below(&random, t.node_count);
            test_graph_costs(&t, query.from, costs);
            const ploy_path* path = ploy_pathfinder_find(s.pathfinder, &query);
            if (costs[query.to] < 0) {
                assert_int_equal(path->status, query.partial ? PLOY_PARTIAL : PLOY_NOT_FOUND);
                continue;
            }
            assert_int_equal(path->status, PLOY_FOUND);
            assert_true(path->cost >= costs[query.to]);
            assert_int_equal(path->nodes[0], query.from);
            assert_int_equal(path->nodes[path->count - 1], query.to);
            assert_int_equal(test_graph_walk(&t, path->nodes, path->count), path->cost);
            longer += path->cost > costs[query.to];
            ++found;
        }
        end(&s);
    }
    assert_true(found > GRAPHS && longer > 0);
}

static ploy_terrain* make_terrain(int32_t side)
{
    ploy_terrain* terrain;
    ploy_terrain_def def = {.width = side, .height = side};
    assert_int_equal(ploy_terrain_create(&def, &terrain, NULL), PLOY_OK);
    return terrain;
}

// The sums of costs: of the cheapest paths, and of those over portals.
static void sum_costs(const portal_setup* s, uint32_t nodes, int64_t* cheapest, int64_t* near)
{
    ploy_random random = {.seed = 11};
    *cheapest = *near = 0;
    for (uint32_t q = 0; q < TERRAIN_QUERIES; ++q) {
        ploy_path_query query = {.obstacles = s->obstacles};
        query.from = ploy_random_below(&random, nodes);
        query.to = ploy_random_below(&random, nodes);
        const ploy_path* path = ploy_pathfinder_find(s->pathfinder, &query);
        bool is_found = path->status == PLOY_FOUND;
        *cheapest += path->cost;
        query.method = PLOY_PATH_NEAR;
        path = ploy_pathfinder_find(s->pathfinder, &query);
        assert_int_equal(path->status == PLOY_FOUND, is_found);
        *near += path->cost;
    }
}

static void on_terrain_paths_over_portals_are_less_than_a_tenth_longer(void** state)
{
    (void)state;
    int64_t cheapest, near;
    portal_setup s;
    ploy_terrain* terrain = make_terrain(90000);
    begin(&s, ploy_terrain_graph_def(terrain), 256);
    sum_costs(&s, ploy_terrain_node_count(terrain), &cheapest, &near);
    assert_true(near > cheapest && near < cheapest + cheapest / 10);
    ploy_terrain_block_trees(terrain, s.obstacles);
    sum_costs(&s, ploy_terrain_node_count(terrain), &cheapest, &near);
    assert_true(near > cheapest && near < cheapest + cheapest / 8);
    end(&s);
    ploy_terrain_destroy(terrain);
}

static void a_search_over_portals_expands_a_small_part_of_the_nodes_and_can_be_sliced(void** state)
{
    (void)state;
    portal_setup s;
    ploy_terrain* terrain = make_terrain(90000);
    begin(&s, ploy_terrain_graph_def(terrain), 256);
    ploy_path_query query = {.from = 0, .to = ploy_terrain_node_count(terrain) - 1};
    uint32_t all = ploy_pathfinder_find(s.pathfinder, &query)->expanded;
    query.method = PLOY_PATH_NEAR;
    ploy_path whole = *ploy_pathfinder_find(s.pathfinder, &query);
    assert_true(whole.status == PLOY_FOUND && whole.expanded < all / 4);
    ploy_status status = ploy_pathfinder_begin(s.pathfinder, &query);
    while (status == PLOY_IN_PROGRESS) status = ploy_pathfinder_update(s.pathfinder, 1);
    const ploy_path* sliced = ploy_pathfinder_end(s.pathfinder);
    assert_int_equal(sliced->cost, whole.cost);
    assert_int_equal(sliced->count, whole.count);
    assert_int_equal(sliced->expanded, whole.expanded);
    query.max_nodes = 3;
    assert_int_equal(ploy_pathfinder_find(s.pathfinder, &query)->status, PLOY_OUT_OF_NODES);
    end(&s);
    ploy_terrain_destroy(terrain);
}

static const ploy_terrain* small_terrain;

static bool find_with(const ploy_allocator* allocator)
{
    ploy_graph_def def = ploy_terrain_graph_def(small_terrain);
    def.allocator = *allocator;
    def.block_size = 16;
    ploy_graph* graph;
    if (ploy_graph_create(&def, &graph, NULL) != PLOY_OK) return false;
    ploy_pathfinder* pathfinder =
        ploy_pathfinder_create(&(ploy_pathfinder_def){.map = ploy_graph_map(graph), .allocator = *allocator});
    ploy_path_query query = {.to = ploy_terrain_node_count(small_terrain) - 1, .method = PLOY_PATH_NEAR};
    bool found = pathfinder && ploy_pathfinder_find(pathfinder, &query)->status == PLOY_FOUND;
    ploy_pathfinder_destroy(pathfinder);
    ploy_graph_destroy(graph);
    return found;
}

static void out_of_memory_is_a_status_at_every_allocation(void** state)
{
    (void)state;
    ploy_terrain* terrain = make_terrain(9000);
    small_terrain = terrain;
    test_fail_every_allocation(find_with);
    ploy_terrain_destroy(terrain);
}

static void a_warm_pathfinder_allocates_nothing(void** state)
{
    (void)state;
    portal_setup s;
    test_allocator counters = {0};
    ploy_terrain* terrain = make_terrain(40000);
    begin(&s, ploy_terrain_graph_def(terrain), 64);
    ploy_terrain_block_trees(terrain, s.obstacles);
    ploy_pathfinder* pathfinder = ploy_pathfinder_create(
        &(ploy_pathfinder_def){.map = ploy_graph_map(s.graph), .allocator = test_allocator_of(&counters)});
    uint64_t calls = 0;
    for (uint32_t q = 0; q < 100; ++q) {
        ploy_path_query query = {.from = q % 50, .obstacles = s.obstacles, .method = PLOY_PATH_NEAR};
        query.to = ploy_terrain_node_count(terrain) - 1 - q % 50;
        ploy_pathfinder_find(pathfinder, &query);
        if (q == 49) calls = counters.calls;
    }
    assert_int_equal(counters.calls, calls);
    ploy_pathfinder_destroy(pathfinder);
    end(&s);
    ploy_terrain_destroy(terrain);
}

TEST_MAIN(TEST(a_path_over_portals_exists_when_there_is_one_and_is_walked_at_its_cost),
          TEST(on_terrain_paths_over_portals_are_less_than_a_tenth_longer),
          TEST(a_search_over_portals_expands_a_small_part_of_the_nodes_and_can_be_sliced),
          TEST(out_of_memory_is_a_status_at_every_allocation), TEST(a_warm_pathfinder_allocates_nothing))
