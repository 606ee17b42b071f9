// A field that is repaired after every change of obstacles against a new one: every cost and every path, on random graphs
// and grids, in slices of random size.

#include <string.h>

#include "support/base/allocators.h"
#include "support/base/test.h"
#include "support/nav/graphs.h"
#include "support/nav/grids.h"

enum
{
    GRAPHS = 250,
    GRIDS = 120,
    CHANGES = 40,
};

typedef struct repair_scene
{
    const ploy_nav_map* map;
    ploy_obstacles* obstacles;
    ploy_pathfinder *repaired, *fresh;
    ploy_path_query query;
    ploy_random random;
    uint64_t expanded_again, expanded_by_new;
} repair_scene;

static void open_scene(repair_scene* s, const ploy_nav_map* map, uint64_t seed, const ploy_allocator* allocator)
{
    *s = (repair_scene){.map = map, .random = {.seed = seed, .stream = 9}};
    ploy_pathfinder_def def = {.map = map, .allocator = allocator ? *allocator : (ploy_allocator){0}};
    s->obstacles = ploy_obstacles_create(&(ploy_obstacles_def){.map = map});
    s->repaired = ploy_pathfinder_create(&def);
    s->fresh = ploy_pathfinder_create(&(ploy_pathfinder_def){.map = map});
    s->query.obstacles = s->obstacles;
    s->query.to = ploy_random_below(&s->random, ploy_nav_map_node_count(map));
}

static void close_scene(repair_scene* s)
{
    ploy_pathfinder_destroy(s->repaired);
    ploy_pathfinder_destroy(s->fresh);
    ploy_obstacles_destroy(s->obstacles);
}

static void change(repair_scene* s, uint32_t most)
{
    for (uint32_t left = ploy_random_below(&s->random, most + 1); left > 0; --left) {
        uint32_t node = ploy_random_below(&s->random, ploy_nav_map_node_count(s->map));
        if (ploy_obstacles_is_blocked(s->obstacles, node)) {
            ploy_obstacles_unblock(s->obstacles, node);
        } else if (ploy_random_below(&s->random, 3) > 0) {
            ploy_obstacles_block(s->obstacles, node);
        }
    }
}

static ploy_status run(repair_scene* s, ploy_pathfinder* pathfinder, ploy_status status)
{
    while (status == PLOY_IN_PROGRESS) {
        status = ploy_pathfinder_update(pathfinder, 1 + ploy_random_below(&s->random, 20));
    }
    return status;
}

static void compare(repair_scene* s)
{
    s->expanded_again += ploy_pathfinder_end(s->repaired)->expanded;
    s->expanded_by_new += ploy_pathfinder_end(s->fresh)->expanded;
    for (uint32_t node = 0; node < ploy_nav_map_node_count(s->map); ++node) {
        assert_true(ploy_pathfinder_cost_from(s->repaired, node) == ploy_pathfinder_cost_from(s->fresh, node));
        const ploy_path *a = ploy_pathfinder_path_from(s->repaired, node), *b = ploy_pathfinder_path_from(s->fresh, node);
        assert_int_equal(a->status, b->status);
        assert_int_equal(a->count, b->count);
        if (a->count) assert_memory_equal(a->nodes, b->nodes, a->count * sizeof *a->nodes);
    }
}

static void change_and_compare(repair_scene* s, uint32_t changes, uint32_t most)
{
    run(s, s->repaired, ploy_pathfinder_begin_field(s->repaired, &s->query, NULL, 0));
    for (uint32_t i = 0; i < changes; ++i) {
        change(s, most);
        assert_int_equal(run(s, s->repaired, ploy_pathfinder_begin_repair(s->repaired)), PLOY_FOUND);
        assert_int_equal(run(s, s->fresh, ploy_pathfinder_begin_field(s->fresh, &s->query, NULL, 0)), PLOY_FOUND);
        compare(s);
    }
}

static void a_repaired_field_of_a_graph_is_that_of_a_new_search(void** state)
{
    (void)state;
    for (uint64_t seed = 0; seed < GRAPHS; ++seed) {
        test_graph t;
        test_graph_draw(&t, seed);
        // Steps that cost nothing are left to a new field: most graphs have none.
        for (uint32_t i = 0; seed % 5 && i < t.edge_count; ++i) t.edges[i].cost += t.edges[i].cost == 0;
        ploy_graph_def def = test_graph_def(&t);
        def.keep_reverse = true;
        ploy_graph* graph;
        assert_int_equal(ploy_graph_create(&def, &graph, NULL), PLOY_OK);
        repair_scene s;
        open_scene(&s, ploy_graph_map(graph), seed, NULL);
        s.query.area_costs = t.area_costs;
        s.query.area_count = seed % 3 ? 0 : TEST_GRAPH_AREAS;
        change_and_compare(&s, CHANGES, 1 + (uint32_t)(seed % 4));
        close_scene(&s);
        ploy_graph_destroy(graph);
    }
}

static void a_repaired_field_of_a_grid_is_that_of_a_new_search(void** state)
{
    (void)state;
    uint64_t again = 0, fresh_count = 0;
    for (uint64_t seed = 0; seed < GRIDS; ++seed) {
        ploy_random random = {.seed = seed, .stream = 4};
        test_grid t = test_grid_create(3 + ploy_random_below(&random, 30), 3 + ploy_random_below(&random, 30));
        t.four_neighbors = seed % 4 == 3;
        test_grid_fill(&t, &random, 15, seed % 2 ? 1 : 3, seed % 3 == 0);
        ploy_grid* grid = test_grid_make(&t, 1, NULL);
        repair_scene s;
        open_scene(&s, ploy_grid_map(grid), seed, NULL);
        change_and_compare(&s, CHANGES, 1 + (uint32_t)(seed % 3));
        again += s.expanded_again;
        fresh_count += s.expanded_by_new;
        close_scene(&s);
        ploy_grid_destroy(grid);
        test_grid_destroy(&t);
    }
    print_message("%llu nodes expanded again, %llu by new fields\n", (unsigned long long)again, (unsigned long long)fresh_count);
    assert_true(again < fresh_count / 3);
}

static void a_field_that_nothing_changed_is_complete_at_once(void** state)
{
    (void)state;
    test_grid t = test_grid_create(20, 20);
    ploy_grid* grid = test_grid_make(&t, 1, NULL);
    repair_scene s;
    open_scene(&s, ploy_grid_map(grid), 1, NULL);
    run(&s, s.repaired, ploy_pathfinder_begin_field(s.repaired, &s.query, NULL, 0));
    assert_int_equal(ploy_pathfinder_begin_repair(s.repaired), PLOY_FOUND);
    assert_int_equal(ploy_pathfinder_end(s.repaired)->expanded, 0);
    // One that stopped early, or was cancelled, is built again.
    uint32_t from = s.query.to;
    run(&s, s.repaired, ploy_pathfinder_begin_field(s.repaired, &s.query, &from, 1));
    assert_int_equal(ploy_pathfinder_begin_repair(s.repaired), PLOY_IN_PROGRESS);
    ploy_pathfinder_end(s.repaired);
    assert_int_equal(run(&s, s.repaired, ploy_pathfinder_begin_repair(s.repaired)), PLOY_FOUND);
    run(&s, s.fresh, ploy_pathfinder_begin_field(s.fresh, &s.query, NULL, 0));
    compare(&s);
    close_scene(&s);
    ploy_grid_destroy(grid);
    test_grid_destroy(&t);
}

static bool repairs(const ploy_allocator* allocator)
{
    test_grid t = test_grid_create(12, 12);
    ploy_grid* grid = test_grid_make(&t, 1, NULL);
    repair_scene s;
    open_scene(&s, ploy_grid_map(grid), 2, allocator);
    bool ok = s.repaired != NULL;
    if (ok) ok = run(&s, s.repaired, ploy_pathfinder_begin_field(s.repaired, &s.query, NULL, 0)) == PLOY_FOUND;
    for (uint32_t i = 0; i < 8 && ok; ++i) {
        change(&s, 3);
        ok = run(&s, s.repaired, ploy_pathfinder_begin_repair(s.repaired)) == PLOY_FOUND;
        if (!ok) break;
        run(&s, s.fresh, ploy_pathfinder_begin_field(s.fresh, &s.query, NULL, 0));
        for (uint32_t node = 0; node < 144; ++node) {
            assert_true(ploy_pathfinder_cost_from(s.repaired, node) == ploy_pathfinder_cost_from(s.fresh, node));
        }
    }
    close_scene(&s);
    ploy_grid_destroy(grid);
    test_grid_destroy(&t);
    return ok;
}

static void without_memory_a_repair_fails_or_gives_the_right_field(void** state)
{
    (void)state;
    for (uint64_t fail_at = 1;; ++fail_at) {
        test_allocator counters = {.fail_at = fail_at};
        ploy_allocator allocator = test_allocator_of(&counters);
        bool ok = repairs(&allocator);
        assert_int_equal(counters.live_blocks, 0);
        if (ok && counters.calls < fail_at) break;
    }
}

TEST_MAIN(TEST(a_repaired_field_of_a_graph_is_that_of_a_new_search), TEST(a_repaired_field_of_a_grid_is_that_of_a_new_search),
          TEST(a_field_that_nothing_changed_is_complete_at_once),
          TEST(without_memory_a_repair_fails_or_gives_the_right_field))
