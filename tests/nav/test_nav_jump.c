// Jump points and A* on grids against a plain Dijkstra: costs, and every step of every path.

#include <stdlib.h>

#include "support/base/allocators.h"
#include "support/nav/grids.h"
#include "support/base/test.h"

static void unblock_all(ploy_obstacles* obstacles, const ploy_nav_map* map)
{
    for (uint32_t i = 0; i < ploy_nav_map_node_count(map); ++i) ploy_obstacles_unblock(obstacles, i);
}

static ploy_pathfinder* pathfinder_of(const ploy_grid* grid, const ploy_allocator* allocator)
{
    ploy_pathfinder_def def = {0};
    def.map = ploy_grid_map(grid);
    if (allocator) def.allocator = *allocator;
    return ploy_pathfinder_create(&def);
}

static ploy_path_query query_of(uint32_t from, uint32_t to, ploy_path_method method)
{
    ploy_path_query query = {0};
    query.from = from;
    query.to = to;
    query.method = method;
    return query;
}

typedef struct jump_setup
{
    test_grid t;
    ploy_grid* grid;
    ploy_obstacles* obstacles;
    ploy_pathfinder* pathfinder;
    int64_t* costs;
    uint32_t size;
} jump_setup;

static void begin(jump_setup* s, uint32_t width, uint32_t height)
{
    s->t = test_grid_create(width, height);
    s->costs = calloc((size_t)width * height, sizeof *s->costs);
    assert_non_null(s->costs);
    s->size = 1;
}

static void make(jump_setup* s, uint32_t max_size)
{
    s->grid = test_grid_make(&s->t, max_size, NULL);
    s->obstacles = ploy_obstacles_create(&(ploy_obstacles_def){.map = ploy_grid_map(s->grid)});
    s->pathfinder = pathfinder_of(s->grid, NULL);
    assert_non_null(s->obstacles);
    assert_non_null(s->pathfinder);
}

static void end(jump_setup* s)
{
    ploy_pathfinder_destroy(s->pathfinder);
    ploy_obstacles_destroy(s->obstacles);
    ploy_grid_destroy(s->grid);
    test_grid_destroy(&s->t);
    free(s->costs);
}

static void check_query(jump_setup* s, uint32_t from, uint32_t to, ploy_path_method method)
{
    ploy_path_query query = query_of(from, to, method);
    query.obstacles = s->obstacles;
    query.agent_size = s->size;
    const ploy_path* path = ploy_pathfinder_find(s->pathfinder, &query);
    if (path->status != (s->costs[to] < 0 ? PLOY_NOT_FOUND : PLOY_FOUND) ||
        (s->costs[to] >= 0 && path->cost != s->costs[to]))
        fail_msg("%u by %u, size %u, from %u to %u, method %d: %s, cost %lld, expected %lld", s->t.width, s->t.height,
                 s->size, from, to, (int)method, ploy_status_name(path->status), (long long)path->cost,
                 (long long)s->costs[to]);
    if (path->status == PLOY_FOUND) test_grid_check_path(&s->t, path, from, to, s->size);
}

static uint32_t any_cell(const jump_setup* s, ploy_random* random)
{
    return ploy_random_below(random, s->t.width * s->t.height);
}

// A random start, and random goals.
static void check_some(jump_setup* s, ploy_random* random, uint32_t goals)
{
    uint32_t from = any_cell(s, random);
    test_grid_costs(&s->t, from, s->size, s->costs);
    check_query(s, from, from, PLOY_PATH_AUTO);
    for (uint32_t i = 0; i < goals; i++) {
        uint32_t to = any_cell(s, random);
        check_query(s, from, to, PLOY_PATH_AUTO);
        check_query(s, from, to, PLOY_PATH_PLAIN);
    }
}

static void toggle(jump_setup* s, uint32_t cell)
{
    s->t.blocked[cell] ^= 1;
    if (s->t.blocked[cell])
        ploy_obstacles_block(s->obstacles, cell);
    else
        ploy_obstacles_unblock(s->obstacles, cell);
}

static void check_grid(uint32_t width, uint32_t height, uint32_t percent, bool clumps, uint32_t weight, bool four,
                       uint64_t seed)
{
    ploy_random random = {.seed = seed, .stream = width * 1000 + height};
    jump_setup s = {0};
    begin(&s, width, height);
    test_grid_fill(&s.t, &random, percent, weight, clumps);
    s.t.four_neighbors = four;
    make(&s, 1);
    for (uint32_t round = 0; round < 4; round++) {
        check_some(&s, &random, 25);
        for (uint32_t i = 0; i < 6; i++) toggle(&s, any_cell(&s, &random));
    }
    end(&s);
}

static const uint32_t sides[][2] = {{1, 1},  {1, 40}, {40, 1}, {2, 2},  {7, 5},  {31, 17}, {62, 9},  {63, 8}, {64, 8},
                                    {65, 8}, {8, 63}, {9, 62}, {8, 64}, {8, 65}, {128, 6}, {6, 130}, {33, 33}};

static void all_densities_and_sizes_around_a_word_agree_with_dijkstra(void** state)
{
    (void)state;
    for (uint32_t k = 0; k < sizeof sides / sizeof sides[0]; k++)
        for (uint32_t percent = 0; percent <= 60; percent += 10)
            for (uint32_t clumps = 0; clumps < 2; clumps++)
                check_grid(sides[k][0], sides[k][1], percent, clumps, 1, false, percent);
}

static void weighted_and_four_connected_grids_agree_with_dijkstra(void** state)
{
    (void)state;
    for (uint32_t k = 0; k < sizeof sides / sizeof sides[0]; k++) {
        check_grid(sides[k][0], sides[k][1], 20, true, 9, false, 77);
        check_grid(sides[k][0], sides[k][1], 20, false, 255, true, 78);
        check_grid(sides[k][0], sides[k][1], 25, true, 1, true, 79);
    }
}

static void many_small_grids_agree_from_every_cell_to_every_cell(void** state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        ploy_random random = {.seed = seed};
        jump_setup s = {0};
        begin(&s, 2 + ploy_random_below(&random, 5), 2 + ploy_random_below(&random, 5));
        test_grid_fill(&s.t, &random, ploy_random_below(&random, 55), 1, false);
        make(&s, 1);
        uint32_t count = s.t.width * s.t.height;
        for (uint32_t from = 0; from < count; from++) {
            test_grid_costs(&s.t, from, 1, s.costs);
            for (uint32_t to = 0; to < count; to++) check_query(&s, from, to, PLOY_PATH_AUTO);
        }
        end(&s);
    }
}

static void large_agents_agree_with_dijkstra_while_obstacles_come_and_go(void** state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 12; seed++) {
        ploy_random random = {.seed = 100 + seed};
        jump_setup s = {0};
        begin(&s, 60 + ploy_random_below(&random, 8), 12);
        test_grid_fill(&s.t, &random, 8, 1, false);
        make(&s, 4);
        for (uint32_t round = 0; round < 6; round++) {
            s.size = 1 + round % 4;
            check_some(&s, &random, 20);
            for (uint32_t i = 0; i < 10; i++) toggle(&s, any_cell(&s, &random));
        }
        end(&s);
    }
}

static void an_emptied_obstacle_layer_leaves_the_grid_as_it_was(void** state)
{
    (void)state;
    ploy_random random = {.seed = 5};
    jump_setup s = {0};
    begin(&s, 66, 12);
    test_grid_fill(&s.t, &random, 20, 1, true);
    make(&s, 3);
    uint32_t count = s.t.width * s.t.height;
    for (uint32_t i = 0; i < 200; i++) ploy_obstacles_block(s.obstacles, any_cell(&s, &random));
    unblock_all(s.obstacles, ploy_grid_map(s.grid));
    for (s.size = 1; s.size <= 3; s.size++) {
        check_some(&s, &random, 30);
        for (uint32_t i = 0; i < count; i++)
            assert_int_equal(ploy_grid_clearance(s.grid, s.obstacles, i), ploy_grid_clearance(s.grid, NULL, i));
    }
    end(&s);
}

static void slicing_changes_neither_path_nor_cost(void** state)
{
    (void)state;
    ploy_random random = {.seed = 9};
    jump_setup s = {0};
    begin(&s, 70, 30);
    test_grid_fill(&s.t, &random, 30, 1, true);
    make(&s, 1);
    ploy_pathfinder* other = pathfinder_of(s.grid, NULL);
    for (uint32_t i = 0; i < 60; i++) {
        ploy_path_query query =
            query_of(any_cell(&s, &random), any_cell(&s, &random), i % 2 ? PLOY_PATH_PLAIN : PLOY_PATH_AUTO);
        const ploy_path* whole = ploy_pathfinder_find(s.pathfinder, &query);
        ploy_pathfinder_begin(other, &query);
        while (ploy_pathfinder_update(other, 1 + i % 7) == PLOY_IN_PROGRESS) {
        }
        const ploy_path* sliced = ploy_pathfinder_end(other);
        assert_int_equal(sliced->status, whole->status);
        assert_int_equal(sliced->cost, whole->cost);
        assert_int_equal(sliced->count, whole->count);
        assert_int_equal(sliced->expanded, whole->expanded);
        if (whole->count) assert_memory_equal(sliced->nodes, whole->nodes, whole->count * sizeof *whole->nodes);
    }
    ploy_pathfinder_destroy(other);
    end(&s);
}

static void without_a_path_a_partial_one_leads_to_the_nearest_reachable_cell(void** state)
{
    (void)state;
    uint32_t partial = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        ploy_random random = {.seed = 300 + seed};
        jump_setup s = {0};
        begin(&s, 20, 14);
        test_grid_fill(&s.t, &random, 45, 1, false);
        make(&s, 1);
        uint32_t from = any_cell(&s, &random), to = any_cell(&s, &random);
        test_grid_costs(&s.t, from, 1, s.costs);
        ploy_path_query query = query_of(from, to, seed % 2 ? PLOY_PATH_PLAIN : PLOY_PATH_AUTO);
        query.partial = true;
        const ploy_path* path = ploy_pathfinder_find(s.pathfinder, &query);
        assert_int_equal(path->status, s.costs[to] >= 0 ? PLOY_FOUND : PLOY_PARTIAL);
        uint32_t last = path->nodes[path->count - 1];
        test_grid_check_path(&s.t, path, from, last, 1);
        assert_int_equal(path->cost, s.costs[last]);
        for (uint32_t i = 0; i < s.t.width * s.t.height && path->status == PLOY_PARTIAL; i++) {
            if (s.costs[i] < 0) continue;
            int64_t x = (int64_t)(to % 20) - i % 20, y = (int64_t)(to / 20) - i / 20,
                    a = (int64_t)(to % 20) - last % 20, b = (int64_t)(to / 20) - last / 20;
            x = x < 0 ? -x : x, y = y < 0 ? -y : y, a = a < 0 ? -a : a, b = b < 0 ? -b : b;
            int64_t here = 2378 * (x > y ? x : y) + 985 * (x > y ? y : x),
                    best = 2378 * (a > b ? a : b) + 985 * (a > b ? b : a);
            assert_true(best <= here);
        }
        partial += path->status == PLOY_PARTIAL;
        end(&s);
    }
    assert_true(partial > 5);
}

static void a_field_costs_from_everywhere_what_dijkstra_says(void** state)
{
    (void)state;
    for (uint32_t weight = 1; weight < 5; weight += 3) {
        ploy_random random = {.seed = 400 + weight};
        jump_setup s = {0};
        begin(&s, 21, 13);
        test_grid_fill(&s.t, &random, 25, weight, false);
        make(&s, 1);
        for (uint32_t i = 0; i < 10; i++) toggle(&s, any_cell(&s, &random));
        ploy_path_query query = query_of(PLOY_NONE, any_cell(&s, &random), PLOY_PATH_AUTO);
        query.obstacles = s.obstacles;
        assert_int_equal(ploy_pathfinder_begin_field(s.pathfinder, &query, NULL, 0), PLOY_IN_PROGRESS);
        while (ploy_pathfinder_update(s.pathfinder, 50) == PLOY_IN_PROGRESS) {
        }
        for (uint32_t from = 0; from < s.t.width * s.t.height; from++) {
            test_grid_costs(&s.t, from, 1, s.costs);
            assert_int_equal(ploy_pathfinder_cost_from(s.pathfinder, from), s.costs[query.to]);
            const ploy_path* path = ploy_pathfinder_path_from(s.pathfinder, from);
            assert_int_equal(path->status, s.costs[query.to] < 0 ? PLOY_NOT_FOUND : PLOY_FOUND);
            if (path->status == PLOY_FOUND) test_grid_check_path(&s.t, path, from, query.to, 1);
        }
        end(&s);
    }
}

static bool find_a_path(const ploy_allocator* allocator)
{
    test_grid t = test_grid_create(30, 20);
    for (uint32_t y = 0; y < 19; y++) t.cells[y * 30 + 15] = 0;
    ploy_grid* grid = test_grid_make(&t, 2, allocator);
    ploy_obstacles* obstacles =
        grid ? ploy_obstacles_create(&(ploy_obstacles_def){ploy_grid_map(grid), *allocator}) : NULL;
    ploy_pathfinder* pathfinder = obstacles ? pathfinder_of(grid, allocator) : NULL;
    bool is_found = false;
    if (pathfinder) {
        ploy_path_query query = query_of(0, 29, PLOY_PATH_AUTO);
        query.obstacles = obstacles;
        ploy_obstacles_block(obstacles, 40);
        const ploy_path* path = ploy_pathfinder_find(pathfinder, &query);
        is_found = path->status == PLOY_FOUND;
        if (!is_found) assert_int_equal(path->status, PLOY_OUT_OF_MEMORY);
    }
    ploy_pathfinder_destroy(pathfinder);
    ploy_obstacles_destroy(obstacles);
    ploy_grid_destroy(grid);
    test_grid_destroy(&t);
    return is_found;
}

static void every_failing_allocation_is_a_status(void** state)
{
    (void)state;
    test_fail_every_allocation(find_a_path);
}

static void once_warm_nothing_is_allocated(void** state)
{
    (void)state;
    ploy_random random = {.seed = 12};
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    test_grid t = test_grid_create(90, 70);
    test_grid_fill(&t, &random, 30, 1, true);
    ploy_grid* grid = test_grid_make(&t, 1, &allocator);
    ploy_obstacles* obstacles = ploy_obstacles_create(&(ploy_obstacles_def){ploy_grid_map(grid), allocator});
    ploy_pathfinder* pathfinder = pathfinder_of(grid, &allocator);
    uint64_t calls = 0;
    for (uint32_t round = 0; round < 2; round++) {
        calls = counters.calls;
        random.counter = 0;
        for (uint32_t i = 0; i < 200; i++) {
            ploy_path_query query = query_of(ploy_random_below(&random, 6300), ploy_random_below(&random, 6300),
                                             i % 2 ? PLOY_PATH_PLAIN : PLOY_PATH_AUTO);
            query.obstacles = obstacles;
            ploy_pathfinder_find(pathfinder, &query);
            ploy_obstacles_block(obstacles, ploy_random_below(&random, 6300));
        }
        unblock_all(obstacles, ploy_grid_map(grid));
    }
    assert_int_equal(counters.calls, calls);
    ploy_pathfinder_destroy(pathfinder);
    ploy_obstacles_destroy(obstacles);
    ploy_grid_destroy(grid);
    test_grid_destroy(&t);
    assert_int_equal(counters.live_blocks, 0);
}

static void jump_points_expand_far_fewer_nodes(void** state)
{
    (void)state;
    ploy_random random = {.seed = 4};
    jump_setup s = {0};
    begin(&s, 128, 100);
    test_grid_fill(&s.t, &random, 15, 1, true);
    make(&s, 1);
    uint64_t jumps = 0, plain = 0;
    for (uint32_t i = 0; i < 50; i++) {
        ploy_path_query query = query_of(any_cell(&s, &random), any_cell(&s, &random), PLOY_PATH_AUTO);
        jumps += ploy_pathfinder_find(s.pathfinder, &query)->expanded;
        query.method = PLOY_PATH_PLAIN;
        plain += ploy_pathfinder_find(s.pathfinder, &query)->expanded;
    }
    assert_true(jumps * 5 < plain);
    end(&s);
}

TEST_MAIN(TEST(all_densities_and_sizes_around_a_word_agree_with_dijkstra),
          TEST(weighted_and_four_connected_grids_agree_with_dijkstra),
          TEST(many_small_grids_agree_from_every_cell_to_every_cell),
          TEST(large_agents_agree_with_dijkstra_while_obstacles_come_and_go),
          TEST(an_emptied_obstacle_layer_leaves_the_grid_as_it_was), TEST(slicing_changes_neither_path_nor_cost),
          TEST(without_a_path_a_partial_one_leads_to_the_nearest_reachable_cell),
          TEST(a_field_costs_from_everywhere_what_dijkstra_says), TEST(every_failing_allocation_is_a_status),
          TEST(once_warm_nothing_is_allocated), TEST(jump_points_expand_far_fewer_nodes))
