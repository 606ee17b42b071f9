#include <ploy/grid.h>
#include <ploy/path_service.h>
#include <ploy/terrain.h>

#include <stdlib.h>

#include "base/hash.h"
#include "support/base/allocators.h"
#include "support/base/asserts.h"
#include "support/base/test.h"

// A world: a terrain with trees, and a pathfinder to compare with.

typedef struct path_world
{
    ploy_terrain* terrain;
    ploy_graph* graph;
    ploy_obstacles* obstacles;
    ploy_pathfinder* pathfinder;
    const ploy_nav_map* map;
    uint32_t node_count;
    ploy_random random;
} path_world;

typedef enum world_kind
{
    BOTH_WAYS,
    ONE_WAY,          ///< up costs more than down
    ONE_WAY_FORWARDS, ///< and the graph does not keep its edges backwards
} world_kind;

static path_world world_of(world_kind kind)
{
    path_world w = {.random = {.seed = 11}};
    ploy_terrain_def def = {0};
    if (kind != BOTH_WAYS) def.climb_cost = 6000;
    assert_int_equal(ploy_terrain_create(&def, &w.terrain, NULL), PLOY_OK);
    ploy_graph_def graph = ploy_terrain_graph_def(w.terrain);
    graph.keep_reverse = kind == ONE_WAY;
    assert_int_equal(ploy_graph_create(&graph, &w.graph, NULL), PLOY_OK);
    w.map = ploy_graph_map(w.graph);
    w.obstacles = ploy_obstacles_create(&(ploy_obstacles_def){.map = w.map});
    ploy_terrain_block_trees(w.terrain, w.obstacles);
    ploy_pathfinder_def pathfinder = {0};
    pathfinder.map = w.map;
    w.pathfinder = ploy_pathfinder_create(&pathfinder);
    w.node_count = ploy_nav_map_node_count(w.map);
    assert_true(w.obstacles && w.pathfinder && w.node_count > 2000);
    return w;
}

static void world_destroy(path_world* w)
{
    ploy_pathfinder_destroy(w->pathfinder);
    ploy_obstacles_destroy(w->obstacles);
    ploy_graph_destroy(w->graph);
    ploy_terrain_destroy(w->terrain);
}

static uint32_t draw_free(path_world* w)
{
    for (;;) {
        uint32_t node = ploy_random_below(&w->random, w->node_count);
        if (!ploy_obstacles_is_blocked(w->obstacles, node)) return node;
    }
}

static ploy_path_request request_between(path_world* w, uint32_t from, uint32_t to)
{
    ploy_path_request request = {0};
    request.query.from = from;
    request.query.to = to;
    request.query.obstacles = w->obstacles;
    return request;
}

static ploy_path_request draw_request(path_world* w)
{
    uint32_t from = draw_free(w);
    return request_between(w, from, draw_free(w));
}

static ploy_path_service* paths_of(const path_world* w, uint32_t max_nodes, uint32_t max_answers)
{
    ploy_path_service_def def = {0};
    def.map = w->map;
    def.max_nodes = max_nodes;
    def.max_answers = max_answers;
    ploy_path_service* paths = ploy_path_service_create(&def);
    assert_non_null(paths);
    return paths;
}

// Taking answers.

enum
{
    MOST = 2000
};

typedef struct taken
{
    ploy_path_answer answers[MOST]; ///< without nodes
    uint32_t count;
    uint64_t hash;
} taken;

static void take(void* user, const ploy_path_answer* answer)
{
    taken* t = user;
    assert_true(t->count < MOST);
    pl_digest digest = {t->hash};
    pl_digest_add(&digest, (uint64_t)answer->id.index1 << 32 | answer->id.generation);
    pl_digest_add(&digest, (uint64_t)answer->path.status << 32 | answer->path.reason);
    pl_digest_add(&digest, (uint64_t)answer->path.cost);
    pl_digest_add(&digest, (uint64_t)answer->path.expanded << 32 | answer->waited);
    for (uint32_t i = 0; i < answer->path.count; ++i) pl_digest_add(&digest, answer->path.nodes[i]);
    t->hash = digest.value;
    t->answers[t->count] = *answer;
    t->answers[t->count++].path.nodes = NULL;
}

static bool is_same(ploy_path_request_id a, ploy_path_request_id b)
{
    return a.index1 == b.index1 && a.generation == b.generation;
}

static bool is_nothing(ploy_path_request_id id)
{
    return id.index1 == 0;
}

static uint32_t update_until_done(ploy_path_service* paths, taken* t)
{
    uint32_t updates = 0;
    for (;; ++updates) {
        ploy_path_service_stats stats = ploy_path_service_get_stats(paths);
        if (stats.waiting + stats.active == 0) return updates;
        assert_true(updates < 1000000);
        ploy_path_service_update(paths, take, t);
    }
}

static int64_t cost_alone(path_world* w, const ploy_path_query* query)
{
    const ploy_path* path = ploy_pathfinder_find(w->pathfinder, query);
    return path->status == PLOY_FOUND ? path->cost : -1;
}

// Tests.

static void every_answer_is_that_of_a_pathfinder(void** state)
{
    (void)state;
    for (uint32_t kind = BOTH_WAYS; kind <= ONE_WAY_FORWARDS; ++kind) {
        path_world w = world_of((world_kind)kind);
        ploy_path_service* paths = paths_of(&w, 0, 0);
        for (uint32_t i = 0; i < 200; ++i) {
            ploy_path_request request = draw_request(&w);
            ploy_path_request_id id = ploy_path_service_request(paths, &request);
            ploy_path_service_update(paths, NULL, NULL);
            ploy_path_answer answer;
            assert_int_equal(ploy_path_service_poll(paths, id, &answer), PLOY_OK);
            const ploy_path* path = ploy_pathfinder_find(w.pathfinder, &request.query);
            assert_int_equal(answer.path.status, path->status);
            assert_int_equal(answer.path.cost, path->cost);
            assert_int_equal(answer.path.expanded, path->expanded);
            assert_int_equal(answer.path.count, path->count);
            if (path->count) assert_memory_equal(answer.path.nodes, path->nodes, path->count * sizeof *path->nodes);
        }
        ploy_path_service_destroy(paths);
        world_destroy(&w);
    }
}

static uint64_t hash_on(path_world* w, const ploy_tasks* tasks, uint32_t max_nodes, uint32_t max_answers)
{
    ploy_path_service_def def = {0};
    def.map = w->map;
    def.tasks = *tasks;
    def.max_nodes = max_nodes;
    def.max_answers = max_answers;
    ploy_path_service* paths = ploy_path_service_create(&def);
    taken* t = calloc(1, sizeof *t);
    w->random.counter = 0;
    for (uint32_t tick = 0; tick < 12; ++tick) {
        uint32_t target = draw_free(w);
        for (uint32_t i = 0; i < 30; ++i) {
            ploy_path_request request = draw_request(w);
            if (i % 5 == 0 && tick % 2) request.query.to = target;
            request.priority = (int16_t)(i % 3);
            request.owner = i % 4 ? 0 : 1 + i;
            assert_false(is_nothing(ploy_path_service_request(paths, &request)));
        }
        ploy_path_service_update(paths, take, t);
    }
    update_until_done(paths, t);
    uint64_t hash = t->hash;
    assert_true(t->count >= 200);
    free(t);
    ploy_path_service_destroy(paths);
    return hash;
}

static void any_number_of_workers_gives_the_same_answers_in_the_same_updates(void** state)
{
    (void)state;
    path_world w = world_of(BOTH_WAYS);
    const uint32_t limits[][2] = {{0, 0}, {0, 7}, {500, 0}, {3000, 9}, {3, 0}};
    for (uint32_t i = 0; i < sizeof limits / sizeof limits[0]; ++i) {
        uint64_t alone = hash_on(&w, &(ploy_tasks){0}, limits[i][0], limits[i][1]);
        for (uint32_t workers = 1; workers <= 8; ++workers) {
            ploy_scheduler* scheduler = ploy_scheduler_create(&(ploy_scheduler_def){.workers = workers});
            ploy_tasks tasks = ploy_scheduler_tasks(scheduler);
            assert_true(hash_on(&w, &tasks, limits[i][0], limits[i][1]) == alone);
            ploy_scheduler_destroy(scheduler);
        }
    }
    world_destroy(&w);
}

static void an_update_hands_out_its_answers_in_the_order_of_the_requests(void** state)
{
    (void)state;
    path_world w = world_of(BOTH_WAYS);
    ploy_path_service* paths = paths_of(&w, 0, 0);
    taken t = {0};
    ploy_path_request_id ids[40];
    uint32_t target = draw_free(&w);
    for (uint32_t i = 0; i < 40; ++i) {
        ploy_path_request request = draw_request(&w);
        if (i % 3 == 0) request.query.to = target;
        request.priority = (int16_t)(i * 17 % 11);
        ids[i] = ploy_path_service_request(paths, &request);
    }
    ploy_path_service_update(paths, take, &t);
    assert_int_equal(t.count, 40);
    for (uint32_t i = 0; i < 40; ++i) assert_true(is_same(t.answers[i].id, ids[i]));
    assert_int_equal(ploy_path_service_get_stats(paths).fields, 1);
    assert_int_equal(ploy_path_service_get_stats(paths).shared, 14);
    ploy_path_service_destroy(paths);
    world_destroy(&w);
}

static void at_most_max_answers_come_per_update_by_priority_then_age(void** state)
{
    (void)state;
    path_world w = world_of(BOTH_WAYS);
    ploy_path_service* paths = paths_of(&w, 0, 2);
    const int16_t priorities[] = {0, 5, -3, 5, 0, INT16_MAX, INT16_MIN};
    const uint32_t frames[] = {1, 0, 2, 1, 2, 0, 3};
    taken t = {0};
    ploy_path_request_id ids[7];
    for (uint32_t i = 0; i < 7; ++i) {
        ploy_path_request request = draw_request(&w);
        request.priority = priorities[i];
        ids[i] = ploy_path_service_request(paths, &request);
    }
    assert_int_equal(update_until_done(paths, &t), 4);
    assert_int_equal(t.count, 7);
    for (uint32_t i = 0; i < 7; ++i)
        for (uint32_t k = 0; k < 7; ++k)
            if (is_same(t.answers[k].id, ids[i])) assert_int_equal(t.answers[k].waited, frames[i]);
    ploy_path_service_destroy(paths);
    world_destroy(&w);
}

static void slices_of_any_size_give_the_same_paths(void** state)
{
    (void)state;
    path_world w = world_of(BOTH_WAYS);
    const uint32_t budgets[] = {1, 3, 64, 1000, 100000};
    for (uint32_t b = 0; b < 5; ++b)
        for (uint32_t slots = 1; slots <= 5; slots += 2) {
            ploy_path_service_def def = {0};
            def.map = w.map;
            def.max_nodes = budgets[b];
            def.slots = slots;
            def.share_from = PLOY_OFF;
            ploy_path_service* paths = ploy_path_service_create(&def);
            taken t = {0};
            ploy_path_request requests[20];
            ploy_path_request_id ids[20];
            for (uint32_t i = 0; i < 20; ++i)
                ids[i] = ploy_path_service_request(paths, (requests[i] = draw_request(&w), &requests[i]));
            uint32_t updates = update_until_done(paths, &t);
            assert_int_equal(t.count, 20);
            for (uint32_t i = 0; i < 20; ++i)
                for (uint32_t k = 0; k < 20; ++k)
                    if (is_same(ids[i], t.answers[k].id))
                        assert_int_equal(t.answers[k].path.status == PLOY_FOUND ? t.answers[k].path.cost : -1,
                                         cost_alone(&w, &requests[i].query));
            uint64_t expanded = ploy_path_service_get_stats(paths).expanded;
            assert_true((uint64_t)updates * budgets[b] >= expanded);
            if (slots == 1) assert_true(updates <= (expanded + 20) / budgets[b] + 1);
            ploy_path_service_destroy(paths);
        }
    world_destroy(&w);
}

static void a_lone_request_is_answered_by_the_first_update(void** state)
{
    (void)state;
    path_world w = world_of(BOTH_WAYS);
    ploy_path_service* paths = paths_of(&w, 0, 0);
    taken t = {0};
    ploy_path_request request = draw_request(&w);
    ploy_path_request_id id = ploy_path_service_request(paths, &request);
    ploy_path_answer answer;
    assert_int_equal(ploy_path_service_poll(paths, id, &answer), PLOY_IN_PROGRESS);
    ploy_path_service_update(paths, take, &t);
    assert_int_equal(t.count, 1);
    assert_int_equal(t.answers[0].waited, 0);
    assert_int_equal(ploy_path_service_poll(paths, id, &answer), PLOY_OK);
    assert_int_equal(answer.waited, 0);
    ploy_path_service_update(paths, take, &t);
    assert_int_equal(ploy_path_service_poll(paths, id, &answer), PLOY_INVALID);
    assert_int_equal(t.count, 1);
    ploy_path_service_destroy(paths);
    world_destroy(&w);
}

static void* count_tasks(ploy_task_fn* task, uint32_t item_count, uint32_t min_range, void* context, void* user)
{
    (void)min_range;
    ++*(uint32_t*)user;
    task(0, item_count, 0, context);
    return NULL;
}

static void a_lone_request_does_not_leave_the_calling_thread(void** state)
{
    (void)state;
    path_world w = world_of(BOTH_WAYS);
    for (uint32_t limit = 0; limit < 2; ++limit) {
        uint32_t tasks = 0;
        ploy_path_service_def def = {0};
        def.map = w.map;
        def.tasks = (ploy_tasks){.enqueue = count_tasks, .user = &tasks, .worker_count = 3};
        def.max_nodes = limit ? 1000000 : 0;
        ploy_path_service* paths = ploy_path_service_create(&def);
        ploy_path_request request = draw_request(&w);
        taken t = {0};
        ploy_path_service_request(paths, &request);
        ploy_path_service_update(paths, take, &t);
        assert_int_equal(t.count, 1);
        assert_int_equal(tasks, 0);
        ploy_path_service_request(paths, &request);
        ploy_path_service_request(paths, &request);
        ploy_path_service_update(paths, take, &t);
        assert_int_equal(t.count, 3);
        assert_int_equal(tasks, 1);
        ploy_path_service_destroy(paths);
    }
    world_destroy(&w);
}

static void a_cancelled_request_is_never_answered_whenever_it_is_cancelled(void** state)
{
    (void)state;
    path_world w = world_of(BOTH_WAYS);
    const uint32_t budgets[] = {0, 50, 1000};
    for (uint32_t round = 0; round < 30; ++round) {
        ploy_path_service* paths = paths_of(&w, budgets[round % 3], 5);
        taken t = {0};
        ploy_path_request_id ids[40];
        bool cancelled[40] = {0};
        uint32_t target = draw_free(&w), count = 0;
        for (uint32_t i = 0; i < 40; ++i) {
            ploy_path_request request = draw_request(&w);
            if (i % 2) request.query.to = target;
            ids[i] = ploy_path_service_request(paths, &request);
        }
        for (uint32_t tick = 0; tick < 30; ++tick) {
            uint32_t i = ploy_random_below(&w.random, 40);
            bool was_cancelled = cancelled[i];
            bool is_cancelled = ploy_path_service_cancel(paths, ids[i]);
            assert_false(was_cancelled && is_cancelled);
            cancelled[i] = was_cancelled || is_cancelled;
            count += is_cancelled;
            ploy_path_service_update(paths, take, &t);
        }
        update_until_done(paths, &t);
        assert_int_equal(t.count + count, 40);
        assert_int_equal(ploy_path_service_get_stats(paths).cancelled, count);
        for (uint32_t i = 0; i < 40; ++i)
            for (uint32_t k = 0; k < t.count; ++k) assert_false(cancelled[i] && is_same(ids[i], t.answers[k].id));
        ploy_path_service_destroy(paths);
    }
    world_destroy(&w);
}

static void a_newer_request_of_the_same_owner_drops_the_older(void** state)
{
    (void)state;
    path_world w = world_of(BOTH_WAYS);
    const uint32_t budgets[] = {0, 20};
    for (uint32_t b = 0; b < 2; ++b) {
        ploy_path_service* paths = paths_of(&w, budgets[b], 0);
        taken t = {0};
        ploy_path_request request = draw_request(&w);
        request.owner = 42;
        ploy_path_request_id first = ploy_path_service_request(paths, &request);
        if (b) ploy_path_service_update(paths, take, &t);
        assert_int_equal(ploy_path_service_get_stats(paths).active, b);
        ploy_path_request_id second = ploy_path_service_request(paths, &request);
        request.owner = 43;
        ploy_path_request_id other = ploy_path_service_request(paths, &request);
        ploy_path_answer answer;
        assert_int_equal(ploy_path_service_poll(paths, first, &answer), PLOY_INVALID);
        update_until_done(paths, &t);
        assert_int_equal(t.count, 2);
        assert_true(is_same(t.answers[0].id, second) && is_same(t.answers[1].id, other));
        assert_int_equal(t.answers[0].owner, 42);
        assert_int_equal(ploy_path_service_get_stats(paths).stale, 1);
        ploy_path_service_request(paths, &request);
        update_until_done(paths, &t);
        assert_int_equal(ploy_path_service_get_stats(paths).stale, 1);
        ploy_path_service_destroy(paths);
    }
    world_destroy(&w);
}

static void check_way(const path_world* w, const ploy_path_query* query, const ploy_path* path)
{
    assert_int_equal(path->nodes[0], query->from);
    assert_int_equal(path->nodes[path->count - 1], query->to);
    for (uint32_t i = 1; i < path->count; ++i) assert_false(ploy_obstacles_is_blocked(w->obstacles, path->nodes[i]));
}

static void requests_to_one_target_cost_as_much_as_each_alone(void** state)
{
    (void)state;
    for (uint32_t kind = BOTH_WAYS; kind <= ONE_WAY_FORWARDS; ++kind)
        for (uint32_t budget = 0; budget <= 300; budget += 300) {
            path_world w = world_of((world_kind)kind);
            ploy_path_service* paths = paths_of(&w, budget, 0);
            uint32_t target = draw_free(&w), shared = 0;
            ploy_path_request requests[50];
            ploy_path_request_id ids[50];
            bool done[50] = {0};
            for (uint32_t i = 0; i < 50; ++i)
                ids[i] = ploy_path_service_request(
                    paths, (requests[i] = request_between(&w, draw_free(&w), target), &requests[i]));
            while (ploy_path_service_get_stats(paths).answered < 50) {
                ploy_path_service_update(paths, NULL, NULL);
                for (uint32_t i = 0; i < 50; ++i) {
                    ploy_path_answer answer;
                    if (ploy_path_service_poll(paths, ids[i], &answer) != PLOY_OK) continue;
                    done[i] = true;
                    shared += answer.shared;
                    int64_t alone = cost_alone(&w, &requests[i].query);
                    assert_int_equal(answer.path.status, alone < 0 ? PLOY_NOT_FOUND : PLOY_FOUND);
                    if (alone < 0) continue;
                    assert_int_equal(answer.path.cost, alone);
                    check_way(&w, &requests[i].query, &answer.path);
                }
            }
            for (uint32_t i = 0; i < 50; ++i) assert_true(done[i]);
            assert_int_equal(shared, kind == ONE_WAY_FORWARDS ? 0 : 50);
            ploy_path_service_destroy(paths);
            world_destroy(&w);
        }
}

// What a field cannot answer: partial paths, paths out of blocked nodes, limits, nodes that do not exist; and a blocked
// target.
static void requests_that_a_field_cannot_serve_are_answered_all_the_same(void** state)
{
    (void)state;
    path_world w = world_of(BOTH_WAYS);
    for (uint32_t round = 0; round < 20; ++round) {
        ploy_path_service* paths = paths_of(&w, round % 2 ? 500 : 0, 0);
        uint32_t target = draw_free(&w);
        if (round >= 10) ploy_obstacles_block(w.obstacles, target);
        ploy_path_request requests[24];
        ploy_path_request_id ids[24];
        for (uint32_t i = 0; i < 24; ++i) {
            requests[i] = request_between(&w, ploy_random_below(&w.random, w.node_count), target);
            requests[i].query.partial = i % 3 == 0;
            requests[i].query.max_nodes = i % 5 == 0 ? 40 : 0;
            if (i == 7) requests[i].query.from = target;
            if (i == 8) requests[i].query.from = w.node_count;
            ids[i] = ploy_path_service_request(paths, &requests[i]);
        }
        while (ploy_path_service_get_stats(paths).answered < 24) {
            ploy_path_service_update(paths, NULL, NULL);
            for (uint32_t i = 0; i < 24; ++i) {
                ploy_path_answer answer;
                if (ploy_path_service_poll(paths, ids[i], &answer) != PLOY_OK) continue;
                const ploy_path* alone = ploy_pathfinder_find(w.pathfinder, &requests[i].query);
                assert_int_equal(answer.path.status, alone->status);
                assert_int_equal(answer.path.cost, alone->cost);
            }
        }
        ploy_path_service_destroy(paths);
    }
    world_destroy(&w);
}

static void wall_in(path_world* w, uint32_t node)
{
    const ploy_graph_edge* edges;
    bool bidirectional;
    uint32_t count = ploy_terrain_edges(w->terrain, &edges, &bidirectional);
    for (uint32_t i = 0; i < count; ++i) {
        if (edges[i].from == node) ploy_obstacles_block(w->obstacles, edges[i].to);
        if (edges[i].to == node) ploy_obstacles_block(w->obstacles, edges[i].from);
    }
}

// Partial paths to a target that none can reach: the field ends soon, then the same slot searches for each.
static void cancelling_the_one_just_searched_for_leaves_the_others_right(void** state)
{
    (void)state;
    path_world w = world_of(BOTH_WAYS);
    ploy_path_service_def def = {0};
    def.map = w.map;
    def.max_nodes = 100;
    def.slots = 1;
    ploy_path_service* paths = ploy_path_service_create(&def);
    uint32_t target = draw_free(&w);
    wall_in(&w, target);
    ploy_path_request requests[8];
    ploy_path_request_id ids[8];
    for (uint32_t i = 0; i < 8; ++i) {
        requests[i] = request_between(&w, draw_free(&w), target);
        requests[i].query.partial = true;
        ids[i] = ploy_path_service_request(paths, &requests[i]);
    }
    ploy_path_service_update(paths, NULL, NULL);
    assert_int_equal(ploy_path_service_get_stats(paths).fields, 1);
    assert_int_equal(ploy_path_service_get_stats(paths).active, 8);
    for (uint32_t i = 1; i < 8; i += 2) assert_true(ploy_path_service_cancel(paths, ids[i]));
    while (ploy_path_service_get_stats(paths).answered < 4) {
        ploy_path_service_update(paths, NULL, NULL);
        for (uint32_t i = 0; i < 8; i += 2) {
            ploy_path_answer answer;
            if (ploy_path_service_poll(paths, ids[i], &answer) != PLOY_OK) continue;
            const ploy_path* alone = ploy_pathfinder_find(w.pathfinder, &requests[i].query);
            assert_int_equal(answer.path.status, PLOY_PARTIAL);
            assert_int_equal(answer.path.count, alone->count);
            assert_memory_equal(answer.path.nodes, alone->nodes, alone->count * sizeof *alone->nodes);
        }
    }
    ploy_path_service_destroy(paths);
    world_destroy(&w);
}

static void change_obstacles(path_world* w, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t node = ploy_random_below(&w->random, w->node_count);
        if (ploy_random_below(&w->random, 2))
            ploy_obstacles_block(w->obstacles, node);
        else
            ploy_obstacles_unblock(w->obstacles, node);
    }
}

static void an_answer_is_right_for_the_obstacles_of_its_update(void** state)
{
    (void)state;
    path_world w = world_of(BOTH_WAYS);
    ploy_path_service* paths = paths_of(&w, 200, 0);
    enum
    {
        COUNT = 60
    };
    ploy_path_request requests[COUNT];
    ploy_path_request_id ids[COUNT];
    for (uint32_t i = 0; i < COUNT; ++i)
        ids[i] = ploy_path_service_request(paths, (requests[i] = draw_request(&w), &requests[i]));
    for (uint32_t tick = 0; ploy_path_service_get_stats(paths).answered < COUNT; ++tick) {
        assert_true(tick < 10000);
        if (tick % 3 == 0) change_obstacles(&w, 20);
        ploy_path_service_update(paths, NULL, NULL);
        for (uint32_t i = 0; i < COUNT; ++i) {
            ploy_path_answer answer;
            if (ploy_path_service_poll(paths, ids[i], &answer) != PLOY_OK) continue;
            int64_t alone = cost_alone(&w, &requests[i].query);
            assert_int_equal(answer.path.status == PLOY_FOUND ? answer.path.cost : -1, alone);
        }
    }
    assert_true(ploy_path_service_get_stats(paths).restarted > 0);
    ploy_path_service_destroy(paths);
    world_destroy(&w);
}

static void obstacles_that_change_before_every_update_cannot_hold_up_a_request_forever(void** state)
{
    (void)state;
    path_world w = world_of(BOTH_WAYS);
    ploy_path_service* paths = paths_of(&w, 4, 0);
    taken t = {0};
    ploy_path_request request = draw_request(&w);
    ploy_path_service_request(paths, &request);
    for (uint32_t tick = 0; tick < 4; ++tick) {
        assert_int_equal(t.count, 0);
        change_obstacles(&w, 3);
        ploy_path_service_update(paths, take, &t);
    }
    assert_int_equal(t.count, 1);
    assert_int_equal(ploy_path_service_get_stats(paths).restarted, 3);
    ploy_path_service_destroy(paths);
    world_destroy(&w);
}

// On a grid.

enum
{
    SIDE = 60
};

static ploy_grid* grid_of(uint64_t seed)
{
    static uint8_t cells[SIDE * SIDE];
    ploy_random random = {.seed = seed};
    for (uint32_t i = 0; i < SIDE * SIDE; ++i) cells[i] = ploy_random_below(&random, 100) >= 30;
    ploy_grid_def def = {0};
    def.width = def.height = SIDE;
    def.cells = cells;
    ploy_grid* grid;
    assert_int_equal(ploy_grid_create(&def, &grid, NULL), PLOY_OK);
    return grid;
}

static void a_grid_is_served_as_a_graph_is(void** state)
{
    (void)state;
    ploy_grid* grid = grid_of(4);
    path_world w = {.map = ploy_grid_map(grid), .node_count = SIDE * SIDE, .random = {.seed = 5}};
    ploy_pathfinder_def pathfinder = {0};
    pathfinder.map = w.map;
    w.pathfinder = ploy_pathfinder_create(&pathfinder);
    w.obstacles = ploy_obstacles_create(&(ploy_obstacles_def){.map = w.map});
    for (uint32_t round = 0; round < 20; ++round) {
        ploy_path_service* paths = paths_of(&w, round % 2 ? 300 : 0, 0);
        ploy_path_request requests[24];
        ploy_path_request_id ids[24];
        change_obstacles(&w, 30);
        uint32_t target = draw_free(&w);
        for (uint32_t i = 0; i < 24; ++i) {
            requests[i] = request_between(&w, draw_free(&w), i % 2 ? target : draw_free(&w));
            requests[i].query.partial = i % 3 == 0;
            ids[i] = ploy_path_service_request(paths, &requests[i]);
        }
        while (ploy_path_service_get_stats(paths).answered < 24) {
            ploy_path_service_update(paths, NULL, NULL);
            for (uint32_t i = 0; i < 24; ++i) {
                ploy_path_answer answer;
                if (ploy_path_service_poll(paths, ids[i], &answer) != PLOY_OK) continue;
                const ploy_path* alone = ploy_pathfinder_find(w.pathfinder, &requests[i].query);
                assert_int_equal(answer.path.status, alone->status);
                assert_int_equal(answer.path.cost, alone->cost);
            }
        }
        assert_true(ploy_path_service_get_stats(paths).shared > 0);
        ploy_path_service_destroy(paths);
    }
    ploy_obstacles_destroy(w.obstacles);
    ploy_pathfinder_destroy(w.pathfinder);
    ploy_grid_destroy(grid);
}

// During an update.

typedef struct chain
{
    ploy_path_service* paths;
    ploy_path_request request;
    ploy_path_request_id victim;
    uint32_t answers;
} chain;

static void ask_again(void* user, const ploy_path_answer* answer)
{
    chain* c = user;
    assert_false(is_same(answer->id, c->victim));
    assert_int_equal(answer->waited, 0);
    ++c->answers;
    if (c->answers == 1) assert_true(ploy_path_service_cancel(c->paths, c->victim));
    for (uint32_t i = 0; i < 30 && c->answers < 5; ++i) ploy_path_service_request(c->paths, &c->request);
}

static void the_callback_of_an_answer_may_request_and_cancel(void** state)
{
    (void)state;
    path_world w = world_of(BOTH_WAYS);
    chain c = {.paths = paths_of(&w, 0, 0), .request = draw_request(&w)};
    c.request.owner = 5;
    ploy_path_service_request(c.paths, &c.request);
    c.request.owner = 6;
    c.victim = ploy_path_service_request(c.paths, &c.request);
    c.request.owner = 5;
    for (uint32_t i = 0; i < 6; ++i) ploy_path_service_update(c.paths, ask_again, &c);
    assert_int_equal(c.answers, 5);
    ploy_path_service_destroy(c.paths);
    world_destroy(&w);
}

static void update_within(void* user, const ploy_path_answer* answer)
{
    (void)answer;
    EXPECT_API_MISUSE(ploy_path_service_update(user, NULL, NULL));
}

static void an_update_within_an_update_is_api_misuse(void** state)
{
    (void)state;
    path_world w = world_of(BOTH_WAYS);
    ploy_path_service* paths = paths_of(&w, 0, 0);
    ploy_path_request request = draw_request(&w);
    ploy_path_service_request(paths, &request);
    ploy_path_service_update(paths, update_within, paths);
    assert_int_equal(ploy_path_service_get_stats(paths).answered, 1);
    ploy_path_service_destroy(paths);
    world_destroy(&w);
}

static void nodes_that_do_not_exist_are_answered_as_invalid(void** state)
{
    (void)state;
    path_world w = world_of(BOTH_WAYS);
    ploy_path_service* paths = paths_of(&w, 0, 0);
    taken t = {0};
    for (uint32_t i = 0; i < 6; ++i) {
        ploy_path_request request = request_between(&w, i < 5 ? 1 : w.node_count, i < 5 ? w.node_count + 3 : 1);
        ploy_path_service_request(paths, &request);
    }
    ploy_path_service_update(paths, take, &t);
    assert_int_equal(t.count, 6);
    for (uint32_t i = 0; i < 6; ++i) assert_int_equal(t.answers[i].path.status, PLOY_INVALID);
    ploy_path_service_destroy(paths);
    world_destroy(&w);
}

static void request_many(path_world* w, ploy_path_service* paths)
{
    uint32_t target = draw_free(w);
    for (uint32_t i = 0; i < 100; ++i) {
        ploy_path_request request = draw_request(w);
        if (i % 4 == 0) request.query.to = target;
        request.owner = i % 7;
        request.priority = (int16_t)(i % 3);
        ploy_path_service_request(paths, &request);
    }
}

static void once_warm_nothing_is_allocated(void** state)
{
    (void)state;
    path_world w = world_of(BOTH_WAYS);
    for (uint32_t budget = 0; budget <= 2000; budget += 1000) {
        test_allocator counters = {0};
        ploy_path_service_def def = {0};
        def.map = w.map;
        def.allocator = test_allocator_of(&counters);
        def.max_nodes = budget;
        ploy_path_service* paths = ploy_path_service_create(&def);
        taken t = {0};
        uint64_t warm = 0;
        for (uint32_t round = 0; round < 4; ++round) {
            // The same work again.
            w.random.counter = 0;
            t.count = 0;
            if (round == 3) warm = counters.calls;
            for (uint32_t tick = 0; tick < 5; ++tick) {
                request_many(&w, paths);
                ploy_path_service_update(paths, take, &t);
            }
            update_until_done(paths, &t);
        }
        assert_int_equal(counters.calls, warm);
        ploy_path_service_destroy(paths);
        assert_int_equal(counters.live_blocks, 0);
    }
    world_destroy(&w);
}

static void the_trace_gets_the_requests_of_agents(void** state)
{
    (void)state;
    path_world w = world_of(BOTH_WAYS);
    ploy_trace_event events[16];
    ploy_trace_ring ring = {events, 16, 0};
    const ploy_trace trace = ploy_trace_ring_sink(&ring, PLOY_TRACE_BASIC);
    ploy_path_service_def def = {0};
    def.map = w.map;
    def.trace = &trace;
    ploy_path_service* paths = ploy_path_service_create(&def);
    ploy_path_request first = draw_request(&w), other = draw_request(&w), nobody = draw_request(&w);
    first.owner = other.owner = 7;
    first.trace_agent = other.trace_agent = 3;
    other.priority = -2;
    ploy_path_service_request(paths, &first);
    ploy_path_service_request(paths, &nobody);
    ploy_path_service_request(paths, &other); // drops the first
    taken t = {0};
    ploy_path_service_update(paths, take, &t);
    assert_int_equal(t.count, 2);
    ploy_path answer = t.answers[1].path;
    first.owner = 0;
    ploy_path_service_cancel(paths, ploy_path_service_request(paths, &first));
    ploy_path_service_update(paths, take, &t);

    const ploy_trace_event expected[] = {
        {PLOY_TRACE_PATH_REQUESTED, 3, {1, first.query.from, first.query.to, 0}},
        {PLOY_TRACE_PATH_DROPPED, 3, {1, PLOY_PATH_STALE}},
        {PLOY_TRACE_PATH_REQUESTED, 3, {3, other.query.from, other.query.to, (uint64_t)-2}},
        {PLOY_TRACE_PATH_ANSWERED, 3, {3, (uint64_t)answer.status, (uint64_t)answer.cost, answer.expanded}},
        {PLOY_TRACE_PATH_REQUESTED, 3, {4, first.query.from, first.query.to, 0}},
        {PLOY_TRACE_PATH_DROPPED, 3, {4, PLOY_PATH_CANCELLED}},
    };
    assert_int_equal(ring.emitted, sizeof expected / sizeof *expected);
    assert_memory_equal(events, expected, sizeof expected);
    ploy_path_service_destroy(paths);
    world_destroy(&w);
}

static path_world* small_world;

static bool serve_some(const ploy_allocator* allocator)
{
    bool ok = true;
    for (uint32_t budget = 0; budget <= 300 && ok; budget += 300) {
        ploy_path_service_def def = {0};
        def.map = small_world->map;
        def.allocator = *allocator;
        def.max_nodes = budget;
        def.capacity = 2;
        ploy_path_service* paths = ploy_path_service_create(&def);
        if (!paths) return false;
        small_world->random.counter = 0;
        taken t = {0};
        uint32_t target = draw_free(small_world), requested = 0;
        for (uint32_t i = 0; i < 30; ++i) {
            ploy_path_request request =
                request_between(small_world, draw_free(small_world), i % 3 ? target : draw_free(small_world));
            requested += !is_nothing(ploy_path_service_request(paths, &request));
        }
        for (uint32_t i = 0; i < 300; ++i) ploy_path_service_update(paths, take, &t);
        assert_int_equal(t.count, requested);
        ok = ok && requested == 30;
        for (uint32_t i = 0; i < t.count; ++i) ok = ok && t.answers[i].path.status != PLOY_OUT_OF_MEMORY;
        ploy_path_service_destroy(paths);
    }
    return ok;
}

static void a_failing_allocator_gives_a_status_and_no_leak(void** state)
{
    (void)state;
    path_world w = world_of(BOTH_WAYS);
    small_world = &w;
    test_fail_every_allocation(serve_some);
    world_destroy(&w);
}

// Crowds that run for the same few targets while obstacles change.

enum
{
    CROWD = 40,
    CROWD_TARGETS = 3,
    CROWD_UPDATES = 30, ///< of a round
    CROWD_ROUNDS = 3,   ///< alike
};

static void add_answer(void* user, const ploy_path_answer* answer)
{
    pl_digest* digest = user;
    pl_digest_add(digest, answer->owner);
    pl_digest_add(digest, (uint64_t)answer->path.status);
    pl_digest_add(digest, (uint64_t)answer->path.cost);
    for (uint32_t i = 0; i < answer->path.count; ++i) pl_digest_add(digest, answer->path.nodes[i]);
}

static void change_some(path_world* w, ploy_random* random)
{
    for (uint32_t i = ploy_random_below(random, 3); i > 0; --i) {
        uint32_t node = ploy_random_below(random, w->node_count);
        if (ploy_obstacles_is_blocked(w->obstacles, node)) {
            ploy_obstacles_unblock(w->obstacles, node);
        } else {
            ploy_obstacles_block(w->obstacles, node);
        }
    }
}

static void block_only_trees(path_world* w)
{
    for (uint32_t node = 0; node < w->node_count; ++node) ploy_obstacles_unblock(w->obstacles, node);
    ploy_terrain_block_trees(w->terrain, w->obstacles);
}

// The hash of all answers; *expanded: nodes, *late_calls: allocations in the last round.
static uint64_t run_crowd(uint32_t kept_fields, uint32_t workers, uint64_t* expanded, uint64_t* late_calls)
{
    path_world w = world_of(BOTH_WAYS);
    test_allocator counters = {0};
    ploy_scheduler* scheduler = NULL;
    if (workers > 1) scheduler = ploy_scheduler_create(&(ploy_scheduler_def){.workers = workers});
    ploy_path_service_def def = {.map = w.map, .kept_fields = kept_fields, .capacity = CROWD};
    if (scheduler) def.tasks = ploy_scheduler_tasks(scheduler);
    if (!scheduler) def.allocator = test_allocator_of(&counters);
    ploy_path_service* paths = ploy_path_service_create(&def);
    ploy_random random = {0};
    uint32_t targets[CROWD_TARGETS];
    for (uint32_t i = 0; i < CROWD_TARGETS; ++i) targets[i] = draw_free(&w);
    pl_digest digest = {0};
    for (uint32_t update = 0; update < CROWD_UPDATES * CROWD_ROUNDS; ++update) {
        if (update % CROWD_UPDATES == 0) {
            random = (ploy_random){.seed = 5};
            block_only_trees(&w);
            *late_calls = counters.calls;
        }
        for (uint32_t i = 0; i < CROWD; ++i) {
            uint32_t from = ploy_random_below(&random, w.node_count);
            ploy_path_request request = request_between(&w, from, targets[ploy_random_below(&random, CROWD_TARGETS)]);
            request.owner = i + 1;
            request.query.obstacles = w.obstacles;
            ploy_path_service_request(paths, &request);
        }
        ploy_path_service_update(paths, add_answer, &digest);
        change_some(&w, &random);
    }
    *late_calls = counters.calls - *late_calls;
    *expanded = ploy_path_service_get_stats(paths).expanded;
    ploy_path_service_destroy(paths);
    ploy_scheduler_destroy(scheduler);
    assert_int_equal(counters.live_blocks, 0);
    world_destroy(&w);
    return digest.value;
}

static void kept_fields_give_the_same_answers_for_less(void** state)
{
    (void)state;
    uint64_t plain, kept, few, parallel, calls;
    uint64_t hash = run_crowd(0, 1, &plain, &calls);
    assert_true(run_crowd(CROWD_TARGETS, 1, &kept, &calls) == hash);
    print_message("%llu nodes with kept fields, %llu without\n", (unsigned long long)kept, (unsigned long long)plain);
    assert_true(kept < plain / 3);
    assert_true(run_crowd(CROWD_TARGETS - 1, 1, &few, &calls) == hash);
    for (uint32_t workers = 2; workers <= 8; workers *= 2) {
        assert_true(run_crowd(CROWD_TARGETS, workers, &parallel, &calls) == hash);
        assert_int_equal(parallel, kept);
    }
}

static void a_warm_service_with_kept_fields_allocates_nothing(void** state)
{
    (void)state;
    uint64_t expanded, calls;
    run_crowd(CROWD_TARGETS, 1, &expanded, &calls);
#if !defined(PLOY_SHRINK)
    assert_int_equal(calls, 0);
#endif
}

TEST_MAIN(TEST(kept_fields_give_the_same_answers_for_less), TEST(a_warm_service_with_kept_fields_allocates_nothing), TEST(every_answer_is_that_of_a_pathfinder),
          TEST(any_number_of_workers_gives_the_same_answers_in_the_same_updates),
          TEST(an_update_hands_out_its_answers_in_the_order_of_the_requests),
          TEST(at_most_max_answers_come_per_update_by_priority_then_age), TEST(slices_of_any_size_give_the_same_paths),
          TEST(a_lone_request_is_answered_by_the_first_update), TEST(a_lone_request_does_not_leave_the_calling_thread),
          TEST(a_cancelled_request_is_never_answered_whenever_it_is_cancelled),
          TEST(a_newer_request_of_the_same_owner_drops_the_older),
          TEST(requests_to_one_target_cost_as_much_as_each_alone),
          TEST(requests_that_a_field_cannot_serve_are_answered_all_the_same),
          TEST(cancelling_the_one_just_searched_for_leaves_the_others_right),
          TEST(an_answer_is_right_for_the_obstacles_of_its_update),
          TEST(obstacles_that_change_before_every_update_cannot_hold_up_a_request_forever),
          TEST(a_grid_is_served_as_a_graph_is), TEST(the_callback_of_an_answer_may_request_and_cancel),
          TEST(an_update_within_an_update_is_api_misuse), TEST(nodes_that_do_not_exist_are_answered_as_invalid),
          TEST(the_trace_gets_the_requests_of_agents), TEST(once_warm_nothing_is_allocated),
          TEST(a_failing_allocator_gives_a_status_and_no_leak))
