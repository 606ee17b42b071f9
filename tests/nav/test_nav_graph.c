// Graphs: their contents, their memory, the node nearest to a point, and their parts: roots, curve, obstacle layers.

#include <stdlib.h>

#include "nav/map/graph.h"
#include "nav/map/hilbert.h"
#include "nav/search/square_root.h"
#include "support/base/allocators.h"
#include "support/nav/graphs.h"
#include "support/base/test.h"

static void roots_are_never_too_high_and_hardly_too_low(void** state)
{
    (void)state;
    pl_roots roots;
    ploy_random random = {.seed = 1};
    pl_roots_init(&roots);
    for (uint32_t i = 0; i < 200000; ++i) {
        uint64_t x = ploy_random_next(&random) >> ploy_random_below(&random, 64);
        uint32_t shift, exact = pl_root_exact(x);
        assert_true((uint64_t)exact * exact <= x &&
                    ((uint64_t)exact == UINT32_MAX || ((uint64_t)exact + 1) * ((uint64_t)exact + 1) > x));
        if (x == 0) continue;
        // Both sides as integers: root * 2^shift, squared, is x * 4^shift.
        uint64_t root = pl_root(&roots, x, &shift), scaled = x << 2 * shift;
        assert_true(root >> 31 == 1);
        assert_true(root * root <= scaled);
        uint64_t higher = root + root / 100000 + 2;
        assert_true(higher > UINT32_MAX || higher * higher > scaled);
    }
}

static void the_curve_passes_through_every_cell_in_steps_of_one(void** state)
{
    (void)state;
    enum
    {
        ORDER = 5,
        SIDE = 1 << ORDER
    };
    static uint32_t at[SIDE * SIDE];
    bool seen[SIDE * SIDE] = {false};
    for (uint32_t cell = 0; cell < SIDE * SIDE; ++cell) {
        uint32_t along = pl_hilbert(ORDER, cell % SIDE, cell / SIDE);
        assert_true(along < SIDE * SIDE && !seen[along]);
        seen[along] = true;
        at[along] = cell;
        // The cells of a smaller square follow each other.
        assert_int_equal(along >> 4, pl_hilbert(ORDER - 2, cell % SIDE >> 2, cell / SIDE >> 2));
    }
    for (uint32_t i = 1; i < SIDE * SIDE; ++i) {
        int x = abs((int)(at[i] % SIDE) - (int)(at[i - 1] % SIDE)),
            y = abs((int)(at[i] / SIDE) - (int)(at[i - 1] / SIDE));
        assert_int_equal(x + y, 1);
    }
}

static void ids_positions_and_areas_map_to_inner_nodes_and_back(void** state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 200; ++seed) {
        test_graph t;
        test_graph_draw(&t, seed);
        ploy_graph_def def = test_graph_def(&t);
        ploy_graph* graph;
        assert_int_equal(ploy_graph_create(&def, &graph, NULL), PLOY_OK);
        assert_int_equal(ploy_nav_map_node_count(ploy_graph_map(graph)), t.node_count);
        for (uint32_t n = 0; n < t.node_count; ++n) {
            uint32_t inner = graph->to_inner[n];
            assert_int_equal(graph->to_outer[inner], n);
            if (t.has_areas) assert_int_equal(graph->areas[inner], t.areas[n]);
            if (!t.has_positions) continue;
            assert_int_equal(graph->positions[inner].x, t.positions[n].x);
            assert_int_equal(graph->positions[inner].y, t.positions[n].y);
        }
        ploy_graph_destroy(graph);
    }
}

static void loops_and_duplicate_edges_that_cost_more_are_dropped(void** state)
{
    (void)state;
    const ploy_graph_edge edges[] = {{0, 1, 7}, {1, 1, 1}, {0, 1, 5}, {0, 1, 6}, {1, 2, 0}};
    ploy_graph_def def = {0};
    def.node_count = 3;
    def.edges = edges;
    def.edge_count = 5;
    ploy_graph* graph;
    assert_int_equal(ploy_graph_create(&def, &graph, NULL), PLOY_OK);
    assert_int_equal(graph->out.edge_count, 2);
    ploy_graph_destroy(graph);
    def.bidirectional = true;
    assert_int_equal(ploy_graph_create(&def, &graph, NULL), PLOY_OK);
    assert_int_equal(graph->out.edge_count, 4);
    ploy_graph_destroy(graph);
}

static int64_t cost_between(const ploy_graph* graph, uint32_t from, uint32_t to)
{
    ploy_pathfinder_def def = {0};
    def.map = ploy_graph_map(graph);
    ploy_pathfinder* pathfinder = ploy_pathfinder_create(&def);
    ploy_path_query query = {0};
    query.from = from;
    query.to = to;
    const ploy_path* path = ploy_pathfinder_find(pathfinder, &query);
    int64_t cost = path->status == PLOY_FOUND ? path->cost : -1;
    ploy_pathfinder_destroy(pathfinder);
    return cost;
}

static void rows_give_the_same_graph_as_a_list(void** state)
{
    (void)state;
    const uint32_t begin[] = {0, 2, 3, 3}, to[] = {1, 2, 2}, costs[] = {4, 10, 5};
    ploy_graph_def def = {0};
    def.node_count = 3;
    def.row_begin = begin;
    def.row_to = to;
    def.row_cost = costs;
    ploy_graph* graph;
    assert_int_equal(ploy_graph_create(&def, &graph, NULL), PLOY_OK);
    assert_int_equal(graph->out.edge_count, 3);
    assert_int_equal(cost_between(graph, 0, 2), 9);
    assert_int_equal(cost_between(graph, 2, 0), -1);
    ploy_graph_destroy(graph);
}

static void costs_of_every_size_come_back_as_they_were_given(void** state)
{
    (void)state;
    static const uint32_t costs[] = {0, 1, 16383, 65536, 1u << 30, UINT32_MAX - 1};
    for (uint32_t i = 0; i < sizeof costs / sizeof costs[0]; ++i) {
        const ploy_graph_edge edge = {0, 1, costs[i]};
        const ploy_point positions[] = {{0, 0}, {3, 4}};
        ploy_graph_def def = {0};
        def.node_count = 2;
        def.positions = positions;
        def.edges = &edge;
        def.edge_count = 1;
        ploy_graph* graph;
        assert_int_equal(ploy_graph_create(&def, &graph, NULL), PLOY_OK);
        assert_int_equal(cost_between(graph, 0, 1), costs[i]);
        ploy_graph_destroy(graph);
    }
}

static void assert_invalid(const ploy_graph_def* def)
{
    ploy_error error;
    ploy_graph* graph = (ploy_graph*)&error;
    assert_int_equal(ploy_graph_create(def, &graph, &error), PLOY_INVALID);
    assert_null(graph);
    assert_true(error.message[0] != 0);
    assert_int_equal(ploy_graph_create(def, &graph, NULL), PLOY_INVALID);
}

static void wrong_data_is_reported(void** state)
{
    (void)state;
    ploy_graph_edge edge = {0, 2, 1};
    ploy_point positions[] = {{0, 0}, {PLOY_MAX_COORDINATE, -PLOY_MAX_COORDINATE}};
    ploy_graph_def def = {0};
    def.node_count = 2;
    def.positions = positions;
    def.edges = &edge;
    def.edge_count = 1;
    assert_invalid(&def);
    edge = (ploy_graph_edge){PLOY_NONE, 1, 1};
    assert_invalid(&def);
    edge = (ploy_graph_edge){0, 1, UINT32_MAX};
    assert_invalid(&def);
    edge = (ploy_graph_edge){0, 1, 1};
    positions[1].x = PLOY_MAX_COORDINATE + 1;
    assert_invalid(&def);
    uint32_t begin[] = {0, 2, 1}, to[] = {1, 1}, costs[] = {1, 1};
    def = (ploy_graph_def){0};
    def.node_count = 2;
    def.row_begin = begin;
    def.row_to = to;
    def.row_cost = costs;
    assert_invalid(&def);
    begin[0] = 1;
    begin[2] = 2;
    assert_invalid(&def);
}

static void a_graph_without_nodes_is_a_graph(void** state)
{
    (void)state;
    ploy_graph_def def = {0};
    ploy_point nowhere = {0, 0};
    def.positions = &nowhere;
    def.landmark_count = 4;
    ploy_graph* graph;
    assert_int_equal(ploy_graph_create(&def, &graph, NULL), PLOY_OK);
    assert_int_equal(ploy_nav_map_node_count(ploy_graph_map(graph)), 0);
    assert_int_equal(ploy_graph_nearest(graph, nowhere, NULL), PLOY_NONE);
    assert_int_equal(cost_between(graph, 0, 0), -1);
    ploy_obstacles* obstacles = ploy_obstacles_create(&(ploy_obstacles_def){.map = ploy_graph_map(graph)});
    assert_int_equal(ploy_obstacles_blocked_count(obstacles), 0);
    ploy_obstacles_destroy(obstacles);
    ploy_graph_destroy(graph);
}

// Nearest.

static uint32_t scan_nearest(const test_graph* t, ploy_point p)
{
    uint32_t best = PLOY_NONE;
    uint64_t min = UINT64_MAX;
    for (uint32_t n = 0; n < t->node_count; ++n) {
        int64_t x = (int64_t)t->positions[n].x - p.x, y = (int64_t)t->positions[n].y - p.y;
        uint64_t distance = (uint64_t)(x * x) + (uint64_t)(y * y);
        if (t->blocked[n] || distance >= min) continue;
        best = n;
        min = distance;
    }
    return best;
}

static ploy_point draw_point(const test_graph* t, ploy_random* random)
{
    ploy_point near = t->positions[ploy_random_below(random, t->node_count)];
    uint32_t range = 1u << ploy_random_below(random, 30);
    int64_t x = (int64_t)near.x + ploy_random_range(random, -(int32_t)range, (int32_t)range);
    int64_t y = (int64_t)near.y + ploy_random_range(random, -(int32_t)range, (int32_t)range);
    x = x > PLOY_MAX_COORDINATE ? PLOY_MAX_COORDINATE : x < -PLOY_MAX_COORDINATE ? -PLOY_MAX_COORDINATE : x;
    y = y > PLOY_MAX_COORDINATE ? PLOY_MAX_COORDINATE : y < -PLOY_MAX_COORDINATE ? -PLOY_MAX_COORDINATE : y;
    return (ploy_point){(int32_t)x, (int32_t)y};
}

static void the_nearest_node_is_the_one_a_scan_finds(void** state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 400; ++seed) {
        test_graph t;
        test_graph_draw(&t, seed);
        t.has_positions = true;
        ploy_random random = {.seed = seed, .stream = 3};
        ploy_graph_def def = test_graph_def(&t);
        ploy_graph* graph;
        assert_int_equal(ploy_graph_create(&def, &graph, NULL), PLOY_OK);
        ploy_obstacles* obstacles = ploy_obstacles_create(&(ploy_obstacles_def){.map = ploy_graph_map(graph)});
        for (uint32_t i = 0; i < 40; ++i) {
            ploy_point p = draw_point(&t, &random);
            test_graph_block(&t, &random, i % 4);
            test_graph_block_layer(&t, obstacles);
            assert_int_equal(ploy_graph_nearest(graph, p, obstacles), scan_nearest(&t, p));
        }
        test_graph_block(&t, &random, 0);
        assert_int_equal(ploy_graph_nearest(graph, t.positions[0], NULL), scan_nearest(&t, t.positions[0]));
        ploy_obstacles_destroy(obstacles);
        ploy_graph_destroy(graph);
    }
}

// Obstacle layers.

static void an_obstacle_layer_knows_its_bits_and_counts_its_changes(void** state)
{
    (void)state;
    test_graph t;
    test_graph_draw(&t, 3);
    ploy_graph_def def = test_graph_def(&t);
    ploy_graph* graph;
    assert_int_equal(ploy_graph_create(&def, &graph, NULL), PLOY_OK);
    ploy_obstacles* obstacles = ploy_obstacles_create(&(ploy_obstacles_def){.map = ploy_graph_map(graph)});
    assert_int_equal(obstacles->version, 0);
    ploy_obstacles_block(obstacles, 0);
    ploy_obstacles_block(obstacles, 0);
    assert_int_equal(obstacles->version, 1);
    assert_int_equal(ploy_obstacles_blocked_count(obstacles), 1);
    for (uint32_t n = 0; n < t.node_count; ++n) assert_int_equal(ploy_obstacles_is_blocked(obstacles, n), n == 0);
    ploy_obstacles_unblock(obstacles, 0);
    ploy_obstacles_unblock(obstacles, 0);
    assert_int_equal(obstacles->version, 2);
    ploy_obstacles_block(obstacles, t.node_count - 1);
    ploy_obstacles_unblock(obstacles, t.node_count - 1);
    assert_int_equal(obstacles->version, 4);
    assert_int_equal(ploy_obstacles_blocked_count(obstacles), 0);
    assert_false(ploy_obstacles_is_blocked(obstacles, t.node_count - 1));
    ploy_obstacles_destroy(obstacles);
    ploy_graph_destroy(graph);
}

// Size.

static uint32_t add_both(ploy_graph_edge* edges, uint32_t count, uint32_t side, uint32_t x, uint32_t y)
{
    static const uint32_t steps[][2] = {{1, 0}, {0, 1}, {1, 1}};
    for (uint32_t k = 0; k < 3; ++k) {
        uint32_t to = (y + steps[k][1]) % side * side + (x + steps[k][0]) % side;
        edges[count++] = (ploy_graph_edge){y * side + x, to, 1000000000 + x};
    }
    return count;
}

static void a_hundred_thousand_nodes_of_degree_six_take_at_most_six_megabytes(void** state)
{
    (void)state;
    enum
    {
        SIDE = 317,
        NODES = SIDE * SIDE
    };
    test_allocator counters = {0};
    ploy_point* positions = calloc(NODES, sizeof *positions);
    uint8_t* areas = calloc(NODES, 1);
    ploy_graph_edge* edges = calloc(3 * (size_t)NODES, sizeof *edges);
    ploy_graph_def def = {0};
    for (uint32_t n = 0; n < NODES; ++n) {
        positions[n] = (ploy_point){(int32_t)(n % SIDE) * 1000, (int32_t)(n / SIDE) * 1000};
        def.edge_count = add_both(edges, def.edge_count, SIDE, n % SIDE, n / SIDE);
    }
    def.allocator = test_allocator_of(&counters);
    def.node_count = NODES;
    def.positions = positions;
    def.areas = areas;
    def.edges = edges;
    def.bidirectional = true;
    ploy_graph* graph;
    assert_int_equal(ploy_graph_create(&def, &graph, NULL), PLOY_OK);
    assert_int_equal(graph->out.edge_count, 6 * NODES);
    // A few nodes more than 100,000, and costs of more than 30 bits.
    assert_true(counters.live_bytes <= 60 * (size_t)NODES);
    uint64_t graph_bytes = counters.live_bytes;
    ploy_pathfinder_def finder_def = {0};
    finder_def.allocator = def.allocator;
    finder_def.map = ploy_graph_map(graph);
    ploy_pathfinder* pathfinder = ploy_pathfinder_create(&finder_def);
    // 16 bytes per node, a few bits per node, and what does not depend on the graph.
    assert_true(counters.live_bytes - graph_bytes <= 16 * NODES + 3 * NODES / 8 + 4096);
    ploy_pathfinder_destroy(pathfinder);
    ploy_graph_destroy(graph);
    assert_int_equal(counters.live_bytes, 0);
    free(edges);
    free(areas);
    free(positions);
}

static bool create_with(const ploy_allocator* allocator)
{
    test_graph t;
    test_graph_draw(&t, 12);
    t.has_positions = t.has_areas = true;
    t.bidirectional = false;
    ploy_graph_def def = test_graph_def(&t);
    def.allocator = *allocator;
    def.landmark_count = 3;
    def.keep_reverse = true;
    ploy_graph* graph;
    ploy_status status = ploy_graph_create(&def, &graph, NULL);
    assert_true(status == PLOY_OK ? graph != NULL : status == PLOY_OUT_OF_MEMORY && !graph);
    ploy_graph_destroy(graph);
    return status == PLOY_OK;
}

static void out_of_memory_is_a_status_at_every_allocation(void** state)
{
    (void)state;
    test_fail_every_allocation(create_with);
}

TEST_MAIN(TEST(roots_are_never_too_high_and_hardly_too_low), TEST(the_curve_passes_through_every_cell_in_steps_of_one),
          TEST(ids_positions_and_areas_map_to_inner_nodes_and_back),
          TEST(loops_and_duplicate_edges_that_cost_more_are_dropped), TEST(rows_give_the_same_graph_as_a_list),
          TEST(costs_of_every_size_come_back_as_they_were_given), TEST(wrong_data_is_reported),
          TEST(a_graph_without_nodes_is_a_graph), TEST(the_nearest_node_is_the_one_a_scan_finds),
          TEST(an_obstacle_layer_knows_its_bits_and_counts_its_changes),
          TEST(a_hundred_thousand_nodes_of_degree_six_take_at_most_six_megabytes),
          TEST(out_of_memory_is_a_status_at_every_allocation))
