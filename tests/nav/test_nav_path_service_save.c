// A loaded path service gives the same answers in the same updates as the one that was saved.

#include <ploy/path_service.h>
#include <ploy/terrain.h>

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "support/base/allocators.h"
#include "support/base/test.h"

typedef struct saved_path_world
{
    ploy_terrain* terrain;
    ploy_graph* graph;
    ploy_obstacles* obstacle_layers[2];
    uint32_t costs[2];
    ploy_path_area_costs areas;
    ploy_random random;
} saved_path_world;

static saved_path_world world_of(void)
{
    saved_path_world w = {.random = {.seed = 5}, .costs = {PLOY_AREA_ONE, 2 * PLOY_AREA_ONE}};
    ploy_terrain_def def = {0};
    assert_int_equal(ploy_terrain_create(&def, &w.terrain, NULL), PLOY_OK);
    ploy_graph_def graph = ploy_terrain_graph_def(w.terrain);
    graph.keep_reverse = true;
    assert_int_equal(ploy_graph_create(&graph, &w.graph, NULL), PLOY_OK);
    for (uint32_t i = 0; i < 2; ++i)
        w.obstacle_layers[i] = ploy_obstacles_create(&(ploy_obstacles_def){.map = ploy_graph_map(w.graph)});
    ploy_terrain_block_trees(w.terrain, w.obstacle_layers[0]);
    return w;
}

static void world_destroy(saved_path_world* w)
{
    for (uint32_t i = 0; i < 2; ++i) ploy_obstacles_destroy(w->obstacle_layers[i]);
    ploy_graph_destroy(w->graph);
    ploy_terrain_destroy(w->terrain);
}

typedef struct limits
{
    uint32_t nodes, answers, slots;
} limits;

static ploy_path_service* paths_with(const ploy_allocator* allocator, const saved_path_world* w, limits limit)
{
    ploy_path_service_def def = {0};
    def.allocator = *allocator;
    def.map = ploy_graph_map(w->graph);
    def.max_nodes = limit.nodes;
    def.max_answers = limit.answers;
    def.slots = limit.slots;
    return ploy_path_service_create(&def);
}

static ploy_path_service* paths_of(const saved_path_world* w, limits limit)
{
    ploy_allocator allocator = ploy_allocator_default();
    return paths_with(&allocator, w, limit);
}

static ploy_path_service_save_def save_def(saved_path_world* w)
{
    ploy_path_service_save_def def = {0};
    w->areas = (ploy_path_area_costs){w->costs, 2};
    def.obstacle_layers = (const ploy_obstacles* const*)w->obstacle_layers;
    def.obstacle_layer_count = 2;
    def.areas = &w->areas;
    def.area_count = 1;
    return def;
}

static ploy_path_request draw_request(saved_path_world* w)
{
    uint32_t nodes = ploy_nav_map_node_count(ploy_graph_map(w->graph));
    ploy_path_request request = {0};
    request.query.from = ploy_random_below(&w->random, nodes);
    // Often the same few targets, so that searches are shared.
    uint32_t target = ploy_random_below(&w->random, nodes);
    request.query.to = target % 3 ? target % 5 * (nodes / 5) : target;
    request.query.obstacles = ploy_random_below(&w->random, 4) ? w->obstacle_layers[target % 3 == 0] : NULL;
    if (ploy_random_below(&w->random, 5) == 0) request.query.area_costs = w->costs;
    if (request.query.area_costs) request.query.area_count = 2;
    request.query.partial = ploy_random_below(&w->random, 8) == 0;
    request.query.max_nodes = ploy_random_below(&w->random, 6) ? 0 : 900;
    request.owner = ploy_random_below(&w->random, 40);
    request.priority = (int16_t)((int32_t)ploy_random_below(&w->random, 3) - 1);
    request.trace_agent = ploy_random_below(&w->random, 20);
    return request;
}

static void take(void* user, const ploy_path_answer* answer)
{
    pl_digest* digest = user;
    pl_digest_add(digest, (uint64_t)answer->id.index1 << 32 | answer->id.generation);
    pl_digest_add(digest, answer->owner << 8 | (uint64_t)answer->path.status << 1 | answer->shared);
    pl_digest_add(digest, (uint64_t)answer->path.expanded << 32 | answer->waited);
    for (uint32_t i = 0; i < answer->path.count; ++i) pl_digest_add(digest, answer->path.nodes[i]);
}

enum
{
    RECENT = 64
};

// The latest requests, in any of the services: they give the same ids.
static ploy_path_request_id recent[RECENT];
static uint32_t requested;

static void poll_recent(const ploy_path_service* paths, pl_digest* digest)
{
    for (uint32_t i = 0; i < RECENT; ++i) {
        ploy_path_answer answer;
        ploy_status status = ploy_path_service_poll(paths, recent[i], &answer);
        pl_digest_add(digest, (uint64_t)status);
        if (status == PLOY_OK) take(digest, &answer);
    }
}

static void compare_stats(const ploy_path_service* a, const ploy_path_service* b)
{
    ploy_path_service_stats one = ploy_path_service_get_stats(a), other = ploy_path_service_get_stats(b);
    assert_int_equal(one.waiting, other.waiting);
    assert_int_equal(one.active, other.active);
    assert_int_equal(one.updates, other.updates);
    assert_int_equal(one.answered, other.answered);
    assert_int_equal(one.shared, other.shared);
    assert_int_equal(one.restarted, other.restarted);
    assert_int_equal(one.expanded, other.expanded);
}

// One update of both.
static void go_on(saved_path_world* w, ploy_path_service* const paths[2])
{
    uint32_t count = ploy_random_below(&w->random, 6);
    for (uint32_t i = 0; i < count; ++i) {
        ploy_path_request request = draw_request(w);
        recent[requested % RECENT] = ploy_path_service_request(paths[0], &request);
        ploy_path_request_id id = paths[1] ? ploy_path_service_request(paths[1], &request) : recent[requested % RECENT];
        assert_int_equal(id.index1, recent[requested % RECENT].index1);
        assert_int_equal(id.generation, recent[requested++ % RECENT].generation);
    }
    if (ploy_random_below(&w->random, 4) == 0) {
        ploy_path_request_id id = recent[ploy_random_below(&w->random, RECENT)];
        bool one = ploy_path_service_cancel(paths[0], id);
        if (paths[1]) assert_int_equal(one, ploy_path_service_cancel(paths[1], id));
    }
    uint32_t node = ploy_random_below(&w->random, ploy_nav_map_node_count(ploy_graph_map(w->graph)));
    if (node % 16 == 0) ploy_obstacles_block(w->obstacle_layers[1], node);
    for (uint32_t i = 0; node % 16 == 1 && i < ploy_nav_map_node_count(ploy_graph_map(w->graph)); ++i)
        ploy_obstacles_unblock(w->obstacle_layers[1], i);
    pl_digest digests[2] = {{0}, {0}};
    for (uint32_t i = 0; i < 2 && paths[i]; ++i) {
        ploy_path_service_update(paths[i], take, &digests[i]);
        poll_recent(paths[i], &digests[i]);
    }
    if (paths[1]) assert_int_equal(digests[0].value, digests[1].value);
}

static uint8_t* save(saved_path_world* w, const ploy_path_service* paths, size_t* bytes)
{
    ploy_path_service_save_def def = save_def(w);
    ploy_writer writer = {0};
    assert_int_equal(ploy_path_service_save(paths, &def, &writer), PLOY_OK);
    *bytes = writer.count;
    uint8_t* saved = malloc(writer.count);
    writer = (ploy_writer){saved, writer.count, 0};
    assert_int_equal(ploy_path_service_save(paths, &def, &writer), PLOY_OK);
    assert_true(ploy_writer_fits(&writer));
    return saved;
}

static ploy_path_service* copy_of(saved_path_world* w, const ploy_path_service* paths, limits limit)
{
    size_t bytes;
    uint8_t* saved = save(w, paths, &bytes);
    ploy_path_service_save_def def = save_def(w);
    ploy_reader reader = {saved, bytes, 0, false};
    ploy_path_service* copy = paths_of(w, limit);
    // A used service can load a save, too.
    ploy_path_request request = draw_request(w);
    ploy_path_service_request(copy, &request);
    assert_int_equal(ploy_path_service_load(copy, &def, &reader), PLOY_OK);
    assert_int_equal(reader.at, bytes);
    size_t again_bytes;
    uint8_t* again = save(w, copy, &again_bytes);
    assert_int_equal(again_bytes, bytes);
    assert_memory_equal(again, saved, bytes);
    free(again);
    free(saved);
    return copy;
}

static void it_goes_on_bit_for_bit_from_any_update(void** state)
{
    (void)state;
    static const limits all[] = {{0, 3, 1}, {0, 0, 1}, {200, 0, 2}, {700, 0, 4}, {150, 2, 3}};
    for (uint32_t k = 0; k < sizeof all / sizeof all[0]; ++k) {
        saved_path_world w = world_of();
        ploy_path_service* paths[2] = {paths_of(&w, all[k]), NULL};
        memset(recent, 0, sizeof recent);
        for (uint32_t round = 0; round < 25; ++round) {
            for (uint32_t i = ploy_random_below(&w.random, 20); i > 0; --i) go_on(&w, paths);
            paths[1] = copy_of(&w, paths[0], all[k]);
            for (uint32_t i = 0; i < 12; ++i) go_on(&w, paths);
            compare_stats(paths[0], paths[1]);
            ploy_path_service_destroy(paths[1]);
            paths[1] = NULL;
        }
        ploy_path_service_stats stats = ploy_path_service_get_stats(paths[0]);
        assert_true(stats.answered > 50);
        if (k == 3) assert_true(stats.shared > 0 && stats.restarted > 0);
        ploy_path_service_destroy(paths[0]);
        world_destroy(&w);
    }
}

static const limits sliced = {100, 0, 3};

static ploy_path_service* busy_paths(saved_path_world* w)
{
    ploy_path_service* paths[2] = {paths_of(w, sliced), NULL};
    for (uint32_t i = 0; i < 12; ++i) go_on(w, paths);
    assert_true(ploy_path_service_get_stats(paths[0]).active > 0);
    return paths[0];
}

static void a_request_that_names_what_is_not_listed_is_reported(void** state)
{
    (void)state;
    saved_path_world w = world_of();
    ploy_path_service* paths = busy_paths(&w);
    ploy_path_service_save_def none = {0};
    ploy_writer writer = {0};
    assert_int_equal(ploy_path_service_save(paths, &none, &writer), PLOY_NOT_FOUND);
    ploy_path_service_destroy(paths);
    world_destroy(&w);
}

// The load fails, or the service can be used: never a crash.
static void damaged_saves_do_no_harm(void** state)
{
    (void)state;
    saved_path_world w = world_of();
    ploy_path_service* paths = busy_paths(&w);
    size_t bytes;
    uint8_t* saved = save(&w, paths, &bytes);
    ploy_path_service_save_def def = save_def(&w);
    ploy_path_service* copy = paths_of(&w, sliced);
    for (size_t cut = 0; cut < bytes; cut += 7) {
        ploy_reader reader = {saved, cut, 0, false};
        assert_int_equal(ploy_path_service_load(copy, &def, &reader), PLOY_INVALID);
        assert_int_equal(ploy_path_service_get_stats(copy).waiting, 0);
    }
    for (uint32_t i = 0; i < 2000; ++i) {
        uint32_t at = ploy_random_below(&w.random, (uint32_t)bytes), bit = 1u << ploy_random_below(&w.random, 8);
        saved[at] ^= (uint8_t)bit;
        ploy_reader reader = {saved, bytes, 0, false};
        ploy_status status = ploy_path_service_load(copy, &def, &reader);
        assert_true(status == PLOY_OK || status == PLOY_INVALID);
        for (uint32_t k = 0; k < 3; ++k) ploy_path_service_update(copy, NULL, NULL);
        saved[at] ^= (uint8_t)bit;
    }
    free(saved);
    ploy_path_service_destroy(copy);
    ploy_path_service_destroy(paths);
    world_destroy(&w);
}

static saved_path_world* small_world;
static uint8_t* small_save;
static size_t small_bytes;

static bool load_once(const ploy_allocator* allocator)
{
    ploy_path_service* paths = paths_with(allocator, small_world, sliced);
    if (!paths) return false;
    ploy_path_service_save_def def = save_def(small_world);
    ploy_reader reader = {small_save, small_bytes, 0, false};
    ploy_status status = ploy_path_service_load(paths, &def, &reader);
    assert_true(status == PLOY_OK || status == PLOY_OUT_OF_MEMORY);
    ploy_path_service_destroy(paths);
    return status == PLOY_OK;
}

static void a_failing_allocator_gives_a_status_and_no_leak(void** state)
{
    (void)state;
    saved_path_world w = world_of();
    ploy_path_service* paths = busy_paths(&w);
    small_save = save(&w, paths, &small_bytes);
    ploy_path_service_destroy(paths);
    small_world = &w;
    test_fail_every_allocation(load_once);
    free(small_save);
    world_destroy(&w);
}

TEST_MAIN(TEST(it_goes_on_bit_for_bit_from_any_update), TEST(a_request_that_names_what_is_not_listed_is_reported),
          TEST(damaged_saves_do_no_harm), TEST(a_failing_allocator_gives_a_status_and_no_leak))
