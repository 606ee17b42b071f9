#include <ploy/terrain.h>

#include "base/hash.h"
#include "nav/terrain/noise.h"
#include "support/base/allocators.h"
#include "support/base/test.h"

static ploy_terrain* terrain_of(const ploy_terrain_def* def)
{
    ploy_terrain* terrain;
    ploy_error error;
    assert_int_equal(ploy_terrain_create(def, &terrain, &error), PLOY_OK);
    return terrain;
}

static void noise_is_smooth_and_uses_its_range(void** state)
{
    (void)state;
    pl_noise noise = {7, 4096, 4};
    int32_t min = 0, max = 0;
    for (int32_t y = 0; y < 65536; y += 512)
        for (int32_t x = 0; x < 65536; x += 512) {
            int32_t at = pl_noise_at(&noise, x, y);
            assert_true(at >= -PL_NOISE_ONE && at <= PL_NOISE_ONE);
            // One unit is 1/4096 of a wave, so the height changes little.
            int32_t step = pl_noise_at(&noise, x + 1, y) - at;
            assert_true(step > -PL_NOISE_ONE / 64 && step < PL_NOISE_ONE / 64);
            min = at < min ? at : min;
            max = at > max ? at : max;
        }
    assert_true(min < -PL_NOISE_ONE / 3 && max > PL_NOISE_ONE / 3);
}

static void noise_of_another_seed_is_another(void** state)
{
    (void)state;
    pl_noise one = {7, 4096, 3}, other = {8, 4096, 3};
    uint32_t same = 0;
    for (int32_t i = 0; i < 100; ++i)
        same += pl_noise_at(&one, i * 777, i * 131) == pl_noise_at(&other, i * 777, i * 131);
    assert_true(same < 5);
}

// The root by trial: the lowest integer whose square is not below.
static uint32_t ceiling_root(uint64_t value)
{
    uint32_t root = 0;
    while ((uint64_t)root * root < value) ++root;
    return root;
}

static void an_edge_costs_its_length_and_its_climb(void** state)
{
    (void)state;
    ploy_terrain_def def = {0};
    def.width = def.height = 20000;
    def.climb_cost = 3000;
    def.descent_cost = 500;
    ploy_terrain* terrain = terrain_of(&def);
    const ploy_graph_edge* edges;
    bool bidirectional;
    uint32_t count = ploy_terrain_edges(terrain, &edges, &bidirectional);
    const ploy_point* at = ploy_terrain_positions(terrain);
    const int32_t* height = ploy_terrain_elevations(terrain);
    assert_false(bidirectional);
    assert_true(count > 500);
    for (uint32_t i = 0; i < count; ++i) {
        int64_t dx = at[edges[i].to].x - at[edges[i].from].x, dy = at[edges[i].to].y - at[edges[i].from].y;
        int64_t rise = height[edges[i].to] - height[edges[i].from];
        int64_t climb = rise > 0 ? rise * 3 : (-rise + 1) / 2;
        assert_int_equal(edges[i].cost, ceiling_root((uint64_t)(dx * dx + dy * dy)) + climb);
    }
    ploy_terrain_destroy(terrain);
}

static void equal_costs_up_and_down_make_bidirectional_edges(void** state)
{
    (void)state;
    ploy_terrain_def def = {0};
    ploy_terrain* terrain = terrain_of(&def);
    const ploy_graph_edge* edges;
    const uint32_t* triangles;
    bool bidirectional;
    uint32_t edge_count = ploy_terrain_edges(terrain, &edges, &bidirectional),
             triangle_count = ploy_terrain_triangles(terrain, &triangles);
    assert_true(bidirectional);
    assert_int_equal(ploy_terrain_node_count(terrain) + triangle_count, edge_count + 1);
    ploy_terrain_destroy(terrain);
}

static void elevations_make_hills_within_the_relief(void** state)
{
    (void)state;
    ploy_terrain_def def = {0};
    def.relief = 300;
    ploy_terrain* terrain = terrain_of(&def);
    int32_t highest = 0;
    for (uint32_t i = 0; i < ploy_terrain_node_count(terrain); ++i) {
        int32_t height = ploy_terrain_elevations(terrain)[i];
        assert_true(height >= -300 && height <= 300);
        if (height > highest) highest = height;
    }
    assert_true(highest > 50);
    ploy_terrain_destroy(terrain);
}

static void trees_stand_on_about_the_requested_share_and_block(void** state)
{
    (void)state;
    ploy_terrain_def def = {0};
    def.trees = 250;
    ploy_terrain* terrain = terrain_of(&def);
    ploy_graph* graph;
    ploy_graph_def graph_def = ploy_terrain_graph_def(terrain);
    assert_int_equal(ploy_graph_create(&graph_def, &graph, NULL), PLOY_OK);
    ploy_obstacles* obstacles = ploy_obstacles_create(&(ploy_obstacles_def){.map = ploy_graph_map(graph)});
    ploy_terrain_block_trees(terrain, obstacles);
    uint32_t count = ploy_terrain_node_count(terrain), trees = ploy_obstacles_blocked_count(obstacles);
    assert_true(trees > count / 5 && trees < count / 3);
    for (uint32_t i = 0; i < count; ++i)
        assert_true(ploy_terrain_has_tree(terrain, i) == ploy_obstacles_is_blocked(obstacles, i));
    ploy_obstacles_destroy(obstacles);
    ploy_graph_destroy(graph);
    ploy_terrain_destroy(terrain);
}

static uint64_t digest_of(const ploy_terrain* terrain)
{
    pl_digest digest = {0};
    const ploy_graph_edge* edges;
    const uint32_t* triangles;
    bool bidirectional;
    uint32_t edge_count = ploy_terrain_edges(terrain, &edges, &bidirectional),
             triangle_count = ploy_terrain_triangles(terrain, &triangles);
    for (uint32_t i = 0; i < ploy_terrain_node_count(terrain); ++i) {
        ploy_point at = ploy_terrain_positions(terrain)[i];
        pl_digest_add(&digest, (uint64_t)at.x << 32 | (uint32_t)at.y);
        pl_digest_add(&digest,
                      (uint64_t)(uint32_t)ploy_terrain_elevations(terrain)[i] << 1 | ploy_terrain_has_tree(terrain, i));
    }
    for (uint32_t i = 0; i < edge_count; ++i) {
        pl_digest_add(&digest, (uint64_t)edges[i].from << 32 | edges[i].to);
        pl_digest_add(&digest, edges[i].cost);
    }
    for (uint32_t i = 0; i < 3 * triangle_count; ++i) pl_digest_add(&digest, triangles[i]);
    return digest.value;
}

// One number each, whatever the compiler, optimization level and machine.
static void a_seed_means_the_same_terrain_everywhere(void** state)
{
    (void)state;
    ploy_terrain_def def = {0};
    uint64_t hashes[3];
    for (uint32_t i = 0; i < 3; ++i) {
        def.seed = 1 + i;
        def.shape = i == 1 ? PLOY_TERRAIN_DISK : PLOY_TERRAIN_RECTANGLE;
        def.climb_cost = i == 2 ? 4000 : 2000;
        ploy_terrain* terrain = terrain_of(&def);
        hashes[i] = digest_of(terrain);
        print_message("golden 0x%016llx, %u nodes\n", (unsigned long long)hashes[i],
                      (unsigned)ploy_terrain_node_count(terrain));
        ploy_terrain_destroy(terrain);
    }
    assert_true(hashes[0] == 0x121534267d4f1511u);
    assert_true(hashes[1] == 0x8a4721f5f5e39d13u);
    assert_true(hashes[2] == 0x2e948d878f17108bu);
}

static void numbers_out_of_range_are_reported_with_their_range(void** state)
{
    (void)state;
    ploy_terrain_def def = {0};
    ploy_terrain* terrain = (ploy_terrain*)&def;
    ploy_error error = {0};
    def.spacing = 1;
    assert_int_equal(ploy_terrain_create(&def, &terrain, &error), PLOY_INVALID);
    assert_null(terrain);
    assert_string_equal(error.message, "terrain: spacing is 1");
    assert_string_equal(error.hint, "2 .. 1048576");
    def.spacing = 100;
    def.width = 1 << 21;
    assert_int_equal(ploy_terrain_create(&def, &terrain, NULL), PLOY_INVALID);
}

static void the_smallest_terrains_have_no_edges(void** state)
{
    (void)state;
    ploy_terrain_def def = {0};
    def.width = def.height = 1;
    ploy_terrain* terrain = terrain_of(&def);
    const ploy_graph_edge* edges;
    bool bidirectional;
    assert_int_equal(ploy_terrain_node_count(terrain), 1);
    assert_int_equal(ploy_terrain_edges(terrain, &edges, &bidirectional), 0);
    ploy_terrain_destroy(terrain);
}

static bool make_one(const ploy_allocator* allocator)
{
    ploy_terrain_def def = {0};
    def.allocator = *allocator;
    def.width = def.height = 10000;
    ploy_terrain* terrain;
    ploy_status status = ploy_terrain_create(&def, &terrain, NULL);
    assert_true(status == PLOY_OK || (status == PLOY_OUT_OF_MEMORY && !terrain));
    ploy_terrain_destroy(terrain);
    return status == PLOY_OK;
}

static void a_failing_allocator_gives_a_status_and_no_leak(void** state)
{
    (void)state;
    test_fail_every_allocation(make_one);
}

TEST_MAIN(TEST(noise_is_smooth_and_uses_its_range), TEST(noise_of_another_seed_is_another),
          TEST(an_edge_costs_its_length_and_its_climb), TEST(equal_costs_up_and_down_make_bidirectional_edges),
          TEST(elevations_make_hills_within_the_relief), TEST(trees_stand_on_about_the_requested_share_and_block),
          TEST(a_seed_means_the_same_terrain_everywhere), TEST(numbers_out_of_range_are_reported_with_their_range),
          TEST(the_smallest_terrains_have_no_edges), TEST(a_failing_allocator_gives_a_status_and_no_leak))
