// Paths and fields on random graphs against a Dijkstra that scans lists: costs, every step, obstacles and area costs
// that change between queries.

#include <string.h>

#include "support/base/allocators.h"
#include "support/nav/graphs.h"
#include "support/base/test.h"

enum
{
    GRAPHS = 400,
    QUERIES = 12,
};

typedef struct setup
{
    test_graph t;
    ploy_graph* graph;
    ploy_obstacles* obstacles;
    ploy_pathfinder* pathfinder;
    ploy_random random;
} setup;

static ploy_pathfinder* pathfinder_of(const ploy_graph* graph, const ploy_allocator* allocator)
{
    ploy_pathfinder_def def = {0};
    def.map = ploy_graph_map(graph);
    if (allocator) def.allocator = *allocator;
    return ploy_pathfinder_create(&def);
}

static void begin(setup* s, uint64_t seed, uint32_t landmarks)
{
    test_graph_draw(&s->t, seed);
    s->random = (ploy_random){.seed = seed, .stream = 32};
    ploy_graph_def def = test_graph_def(&s->t);
    def.landmark_count = landmarks;
    def.keep_reverse = true;
    ploy_error error;
    assert_int_equal(ploy_graph_create(&def, &s->graph, &error), PLOY_OK);
    s->obstacles = ploy_obstacles_create(&(ploy_obstacles_def){.map = ploy_graph_map(s->graph)});
    s->pathfinder = pathfinder_of(s->graph, NULL);
    assert_non_null(s->obstacles);
    assert_non_null(s->pathfinder);
}

static void end(setup* s)
{
    ploy_pathfinder_destroy(s->pathfinder);
    ploy_obstacles_destroy(s->obstacles);
    ploy_graph_destroy(s->graph);
}

static uint32_t draw_node(setup* s)
{
    return ploy_random_below(&s->random, s->t.node_count);
}

// Other obstacles, and sometimes other area costs.
static ploy_path_query draw_query(setup* s)
{
    static const uint32_t costs[] = {PLOY_AREA_ONE, 2 * PLOY_AREA_ONE, 100, 0, 5000, PLOY_AREA_CLOSED};
    ploy_path_query query = {0};
    test_graph_block(&s->t, &s->random, ploy_random_below(&s->random, 3) * 5);
    test_graph_block_layer(&s->t, s->obstacles);
    bool plain = ploy_random_below(&s->random, 2);
    for (uint32_t a = 0; a < TEST_GRAPH_AREAS; ++a) {
        s->t.area_costs[a] = plain ? PLOY_AREA_ONE : costs[ploy_random_below(&s->random, 6)];
    }
    query.from = draw_node(s);
    query.to = draw_node(s);
    query.obstacles = s->obstacles;
    query.area_costs = plain ? NULL : s->t.area_costs;
    query.area_count = plain ? 0 : TEST_GRAPH_AREAS;
    return query;
}

static void check_path(const setup* s, const ploy_path* path, uint32_t from, uint32_t to, int64_t cost)
{
    assert_int_equal(path->status, cost < 0 ? PLOY_NOT_FOUND : PLOY_FOUND);
    assert_int_equal(path->reason, path->status);
    if (cost < 0) {
        assert_int_equal(path->count, 0);
        return;
    }
    assert_int_equal(path->cost, cost);
    assert_int_equal(path->nodes[0], from);
    assert_int_equal(path->nodes[path->count - 1], to);
    assert_int_equal(test_graph_walk(&s->t, path->nodes, path->count), cost);
}

static void check_graphs(uint32_t landmarks, ploy_path_method method)
{
    setup s;
    uint32_t found = 0, none = 0;
    int64_t costs[TEST_GRAPH_NODES];
    for (uint64_t seed = 1; seed <= GRAPHS; ++seed) {
        begin(&s, seed, landmarks);
        for (uint32_t q = 0; q < QUERIES; ++q) {
            ploy_path_query query = draw_query(&s);
            query.method = method;
            test_graph_costs(&s.t, query.from, costs);
            check_path(&s, ploy_pathfinder_find(s.pathfinder, &query), query.from, query.to, costs[query.to]);
            if (costs[query.to] < 0)
                ++none;
            else
                ++found;
        }
        end(&s);
    }
    assert_true(found > GRAPHS && none > GRAPHS);
}

static void every_path_is_the_cheapest_whatever_is_blocked_and_whatever_areas_cost(void** state)
{
    (void)state;
    check_graphs(0, PLOY_PATH_AUTO);
}

static void landmarks_change_no_cost(void** state)
{
    (void)state;
    check_graphs(1, PLOY_PATH_AUTO);
    check_graphs(5, PLOY_PATH_AUTO);
    check_graphs(5, PLOY_PATH_PLAIN);
}

static void keep_nodes(const ploy_path* path, uint32_t* nodes)
{
    assert_true(path->count <= TEST_GRAPH_NODES);
    if (path->count) memcpy(nodes, path->nodes, path->count * sizeof *nodes);
}

static void slices_of_one_node_give_the_same_path(void** state)
{
    (void)state;
    setup s;
    for (uint64_t seed = 1; seed <= GRAPHS / 4; ++seed) {
        begin(&s, seed, (uint32_t)(seed % 3));
        for (uint32_t q = 0; q < QUERIES; ++q) {
            ploy_path_query query = draw_query(&s);
            query.partial = q % 2;
            uint32_t nodes[TEST_GRAPH_NODES], updates = 0;
            ploy_path whole = *ploy_pathfinder_find(s.pathfinder, &query);
            keep_nodes(&whole, nodes);
            ploy_status status = ploy_pathfinder_begin(s.pathfinder, &query);
            for (; status == PLOY_IN_PROGRESS; ++updates) status = ploy_pathfinder_update(s.pathfinder, 1);
            const ploy_path* sliced = ploy_pathfinder_end(s.pathfinder);
            assert_int_equal(sliced->status, whole.status);
            assert_int_equal(sliced->cost, whole.cost);
            assert_int_equal(sliced->expanded, whole.expanded);
            assert_true(updates <= whole.expanded + 1);
            assert_int_equal(sliced->count, whole.count);
            if (whole.count) assert_memory_equal(sliced->nodes, nodes, whole.count * sizeof *nodes);
        }
        end(&s);
    }
}

// The nearest as documented: straight-line distance, then cost, then id. Without positions all nodes except the target are
// equally far.
static uint32_t nearest_reachable(const test_graph* t, uint32_t to, const int64_t* costs)
{
    uint32_t best = PLOY_NONE;
    uint64_t min = 0;
    for (uint32_t n = 0; n < t->node_count; ++n) {
        int64_t x = (int64_t)t->positions[n].x - t->positions[to].x,
                y = (int64_t)t->positions[n].y - t->positions[to].y;
        uint64_t distance = t->has_positions ? (uint64_t)(x * x) + (uint64_t)(y * y) : 1;
        if (costs[n] < 0 || (best != PLOY_NONE && distance > min)) continue;
        if (best != PLOY_NONE && distance == min && costs[n] >= costs[best]) continue;
        best = n;
        min = distance;
    }
    return best;
}

static void a_partial_path_leads_to_the_reachable_node_nearest_to_the_target(void** state)
{
    (void)state;
    setup s;
    uint32_t partial = 0;
    int64_t costs[TEST_GRAPH_NODES];
    for (uint64_t seed = 1; seed <= GRAPHS; ++seed) {
        begin(&s, seed, (uint32_t)(seed % 4));
        for (uint32_t q = 0; q < QUERIES; ++q) {
            ploy_path_query query = draw_query(&s);
            query.partial = true;
            test_graph_costs(&s.t, query.from, costs);
            const ploy_path* path = ploy_pathfinder_find(s.pathfinder, &query);
            if (costs[query.to] >= 0) {
                check_path(&s, path, query.from, query.to, costs[query.to]);
                continue;
            }
            uint32_t nearest = nearest_reachable(&s.t, query.to, costs);
            assert_int_equal(path->status, PLOY_PARTIAL);
            assert_int_equal(path->reason, PLOY_NOT_FOUND);
            assert_int_equal(path->nodes[0], query.from);
            assert_int_equal(path->nodes[path->count - 1], nearest);
            assert_int_equal(path->cost, costs[nearest]);
            assert_int_equal(test_graph_walk(&s.t, path->nodes, path->count), path->cost);
            ++partial;
        }
        end(&s);
    }
    assert_true(partial > GRAPHS);
}

static void a_field_has_the_cost_and_the_path_of_every_node(void** state)
{
    (void)state;
    setup s;
    uint32_t found = 0;
    int64_t costs[TEST_GRAPH_NODES];
    for (uint64_t seed = 1; seed <= GRAPHS / 4; ++seed) {
        begin(&s, seed, 0);
        ploy_path_query query = draw_query(&s);
        ploy_status status = ploy_pathfinder_begin_field(s.pathfinder, &query, NULL, 0);
        while (status == PLOY_IN_PROGRESS) status = ploy_pathfinder_update(s.pathfinder, 3);
        assert_int_equal(status, PLOY_FOUND);
        for (uint32_t from = 0; from < s.t.node_count; ++from) {
            test_graph_costs(&s.t, from, costs);
            assert_int_equal(ploy_pathfinder_cost_from(s.pathfinder, from), costs[query.to]);
            check_path(&s, ploy_pathfinder_path_from(s.pathfinder, from), from, query.to, costs[query.to]);
            found += costs[query.to] >= 0;
        }
        end(&s);
    }
    assert_true(found > GRAPHS);
}

static void a_field_for_some_nodes_stops_when_they_are_settled(void** state)
{
    (void)state;
    setup s;
    uint32_t early = 0;
    int64_t costs[TEST_GRAPH_NODES];
    for (uint64_t seed = 1; seed <= GRAPHS; ++seed) {
        begin(&s, seed, 0);
        ploy_path_query query = draw_query(&s);
        uint32_t from[3] = {draw_node(&s), draw_node(&s), query.to};
        ploy_pathfinder_begin_field(s.pathfinder, &query, NULL, 0);
        assert_int_equal(ploy_pathfinder_update(s.pathfinder, UINT32_MAX), PLOY_FOUND);
        uint32_t whole = ploy_pathfinder_end(s.pathfinder)->expanded;
        ploy_pathfinder_begin_field(s.pathfinder, &query, from, 3);
        assert_int_equal(ploy_pathfinder_update(s.pathfinder, UINT32_MAX), PLOY_FOUND);
        early += ploy_pathfinder_end(s.pathfinder)->expanded < whole;
        for (uint32_t i = 0; i < 3; ++i) {
            test_graph_costs(&s.t, from[i], costs);
            check_path(&s, ploy_pathfinder_path_from(s.pathfinder, from[i]), from[i], query.to, costs[query.to]);
        }
        // What it says about other nodes is right.
        for (uint32_t n = 0; n < s.t.node_count; ++n) {
            int64_t cost = ploy_pathfinder_cost_from(s.pathfinder, n);
            test_graph_costs(&s.t, n, costs);
            assert_true(cost == costs[query.to] ||
                        (cost == -1 && ploy_pathfinder_path_from(s.pathfinder, n)->status == PLOY_OUT_OF_NODES));
        }
        end(&s);
    }
    assert_true(early > GRAPHS / 20);
}

static void a_field_against_one_way_edges_that_are_not_kept_is_not_supported(void** state)
{
    (void)state;
    const ploy_graph_edge edge = {0, 1, 5};
    ploy_graph_def def = {0};
    def.node_count = 2;
    def.edges = &edge;
    def.edge_count = 1;
    ploy_graph* graph;
    assert_int_equal(ploy_graph_create(&def, &graph, NULL), PLOY_OK);
    ploy_pathfinder* pathfinder = pathfinder_of(graph, NULL);
    ploy_path_query query = {0};
    query.to = 1;
    assert_int_equal(ploy_pathfinder_begin_field(pathfinder, &query, NULL, 0), PLOY_NOT_SUPPORTED);
    ploy_pathfinder_destroy(pathfinder);
    ploy_graph_destroy(graph);
}

// A chain 0 - 1 - ... - 9, each step 1000.
static ploy_graph* make_chain(const ploy_allocator* allocator, uint32_t landmarks)
{
    static ploy_point positions[10];
    static ploy_graph_edge edges[9];
    ploy_graph_def def = {0};
    for (uint32_t i = 0; i < 10; ++i) positions[i] = (ploy_point){(int32_t)i * 100, 0};
    for (uint32_t i = 0; i < 9; ++i) edges[i] = (ploy_graph_edge){i, i + 1, 1000};
    def.node_count = 10;
    def.positions = positions;
    def.edges = edges;
    def.edge_count = 9;
    def.bidirectional = true;
    def.landmark_count = landmarks;
    if (allocator) def.allocator = *allocator;
    ploy_graph* graph;
    ploy_status status = ploy_graph_create(&def, &graph, NULL);
    assert_true(status == PLOY_OK || (status == PLOY_OUT_OF_MEMORY && !graph));
    return graph;
}

static ploy_path_query chain_query(void)
{
    ploy_path_query query = {0};
    query.from = 0;
    query.to = 9;
    return query;
}

static void a_cancelled_search_says_so_and_the_next_one_is_whole(void** state)
{
    (void)state;
    ploy_graph* graph = make_chain(NULL, 0);
    ploy_pathfinder* pathfinder = pathfinder_of(graph, NULL);
    ploy_path_query query = chain_query();
    assert_int_equal(ploy_pathfinder_begin(pathfinder, &query), PLOY_IN_PROGRESS);
    assert_int_equal(ploy_pathfinder_update(pathfinder, 3), PLOY_IN_PROGRESS);
    assert_int_equal(ploy_pathfinder_end(pathfinder)->status, PLOY_CANCELLED);
    assert_int_equal(ploy_pathfinder_update(pathfinder, 3), PLOY_CANCELLED);
    assert_int_equal(ploy_pathfinder_begin(pathfinder, &query), PLOY_IN_PROGRESS);
    assert_int_equal(ploy_pathfinder_end(pathfinder)->status, PLOY_CANCELLED);
    assert_int_equal(ploy_pathfinder_find(pathfinder, &query)->cost, 9000);
    assert_int_equal(ploy_pathfinder_end(pathfinder)->status, PLOY_FOUND);
    ploy_pathfinder_destroy(pathfinder);
    ploy_graph_destroy(graph);
}

static void running_out_of_nodes_never_looks_like_no_path(void** state)
{
    (void)state;
    ploy_graph* graph = make_chain(NULL, 0);
    ploy_pathfinder* pathfinder = pathfinder_of(graph, NULL);
    ploy_path_query query = chain_query();
    query.max_nodes = 4;
    const ploy_path* path = ploy_pathfinder_find(pathfinder, &query);
    assert_int_equal(path->status, PLOY_OUT_OF_NODES);
    assert_int_equal(path->expanded, 4);
    query.partial = true;
    path = ploy_pathfinder_find(pathfinder, &query);
    assert_int_equal(path->status, PLOY_PARTIAL);
    assert_int_equal(path->reason, PLOY_OUT_OF_NODES);
    assert_int_equal(path->nodes[path->count - 1], 4);
    ploy_pathfinder_destroy(pathfinder);
    ploy_graph_destroy(graph);
}

static void nodes_that_do_not_exist_are_invalid(void** state)
{
    (void)state;
    ploy_graph* graph = make_chain(NULL, 0);
    ploy_pathfinder* pathfinder = pathfinder_of(graph, NULL);
    ploy_path_query query = chain_query();
    query.to = 10;
    assert_int_equal(ploy_pathfinder_find(pathfinder, &query)->status, PLOY_INVALID);
    assert_int_equal(ploy_pathfinder_begin_field(pathfinder, &query, NULL, 0), PLOY_INVALID);
    query = chain_query();
    query.from = PLOY_NONE;
    assert_int_equal(ploy_pathfinder_find(pathfinder, &query)->status, PLOY_INVALID);
    assert_int_equal(ploy_pathfinder_end(pathfinder)->count, 0);
    ploy_pathfinder_destroy(pathfinder);
    ploy_graph_destroy(graph);
}

static void a_blocked_start_may_be_left_but_a_blocked_target_is_not_reached(void** state)
{
    (void)state;
    ploy_graph* graph = make_chain(NULL, 0);
    ploy_pathfinder* pathfinder = pathfinder_of(graph, NULL);
    ploy_obstacles* obstacles = ploy_obstacles_create(&(ploy_obstacles_def){.map = ploy_graph_map(graph)});
    ploy_path_query query = chain_query();
    query.obstacles = obstacles;
    ploy_obstacles_block(obstacles, 0);
    assert_int_equal(ploy_pathfinder_find(pathfinder, &query)->cost, 9000);
    ploy_obstacles_block(obstacles, 9);
    assert_int_equal(ploy_pathfinder_find(pathfinder, &query)->status, PLOY_NOT_FOUND);
    query.from = 9;
    const ploy_path* path = ploy_pathfinder_find(pathfinder, &query);
    assert_int_equal(path->status, PLOY_FOUND);
    assert_int_equal(path->count, 1);
    ploy_obstacles_destroy(obstacles);
    ploy_pathfinder_destroy(pathfinder);
    ploy_graph_destroy(graph);
}

static bool find_with(const ploy_allocator* allocator)
{
    ploy_graph* graph = make_chain(allocator, 2);
    ploy_obstacles* obstacles =
        graph ? ploy_obstacles_create(&(ploy_obstacles_def){ploy_graph_map(graph), *allocator}) : NULL;
    ploy_pathfinder* pathfinder = obstacles ? pathfinder_of(graph, allocator) : NULL;
    ploy_path_query query = chain_query();
    query.partial = true;
    query.obstacles = obstacles;
    ploy_status status = pathfinder ? ploy_pathfinder_find(pathfinder, &query)->status : PLOY_OUT_OF_MEMORY;
    assert_true(status == PLOY_FOUND || status == PLOY_OUT_OF_MEMORY);
    ploy_pathfinder_destroy(pathfinder);
    ploy_obstacles_destroy(obstacles);
    ploy_graph_destroy(graph);
    return status == PLOY_FOUND;
}

static void out_of_memory_is_a_status_at_every_allocation(void** state)
{
    (void)state;
    test_fail_every_allocation(find_with);
}

static void run_queries(setup* s, ploy_pathfinder* pathfinder)
{
    s->random = (ploy_random){.seed = 77};
    for (uint32_t q = 0; q < 100; ++q) {
        ploy_path_query query = draw_query(s);
        query.partial = q % 3 == 0;
        uint32_t from[2] = {query.from, draw_node(s)};
        ploy_pathfinder_find(pathfinder, &query);
        ploy_pathfinder_begin_field(pathfinder, &query, from, q % 2 * 2);
        while (ploy_pathfinder_update(pathfinder, 5) == PLOY_IN_PROGRESS) {
        }
        ploy_pathfinder_path_from(pathfinder, query.from);
    }
}

static void a_warm_pathfinder_allocates_nothing(void** state)
{
    (void)state;
    setup s;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    begin(&s, 5, 3);
    ploy_pathfinder* pathfinder = pathfinder_of(s.graph, &allocator);
    run_queries(&s, pathfinder);
    uint64_t calls = counters.calls;
    run_queries(&s, pathfinder);
    assert_int_equal(counters.calls, calls);
    ploy_pathfinder_destroy(pathfinder);
    assert_int_equal(counters.live_blocks, 0);
    end(&s);
}

TEST_MAIN(TEST(every_path_is_the_cheapest_whatever_is_blocked_and_whatever_areas_cost), TEST(landmarks_change_no_cost),
          TEST(slices_of_one_node_give_the_same_path),
          TEST(a_partial_path_leads_to_the_reachable_node_nearest_to_the_target),
          TEST(a_field_has_the_cost_and_the_path_of_every_node),
          TEST(a_field_for_some_nodes_stops_when_they_are_settled),
          TEST(a_field_against_one_way_edges_that_are_not_kept_is_not_supported),
          TEST(a_cancelled_search_says_so_and_the_next_one_is_whole),
          TEST(running_out_of_nodes_never_looks_like_no_path), TEST(nodes_that_do_not_exist_are_invalid),
          TEST(a_blocked_start_may_be_left_but_a_blocked_target_is_not_reached),
          TEST(out_of_memory_is_a_status_at_every_allocation), TEST(a_warm_pathfinder_allocates_nothing))
