// The spatial index, beside a scan over all items.

#include <ploy/spatial.h>

#include <stdlib.h>
#include <string.h>

#include "base/hints.h"
#include "support/base/test.h"

enum
{
    MOST = 5000,
};

static ploy_spatial_item items[MOST];

static int32_t between(ploy_random* random, int32_t low, int32_t high)
{
    return ploy_random_range(random, low, high);
}

// Clusters, a few far away, some not there.
static void draw(ploy_random* random, uint32_t count, int32_t side)
{
    for (uint32_t i = 0; i < count; ++i) {
        int32_t reach = i % 50 == 0 ? 100 * side : side;
        items[i].position = (ploy_point){between(random, -reach, reach), between(random, -reach, reach)};
        if (i % 7 == 0 && i > 0) items[i].position = items[i - 1].position;
        items[i].mask = ploy_random_below(random, 8);
    }
}

static uint64_t square(ploy_point a, ploy_point b)
{
    int64_t x = (int64_t)a.x - b.x, y = (int64_t)a.y - b.y;
    return (uint64_t)(x * x + y * y);
}

static ploy_spatial_query draw_query(ploy_random* random, uint32_t count, int32_t side)
{
    ploy_point at = {between(random, -2 * side, 2 * side), between(random, -2 * side, 2 * side)};
    ploy_spatial_query query = ploy_spatial_query_around(at, between(random, 0, side));
    query.mask = 1 + ploy_random_below(random, 7);
    if (ploy_random_below(random, 2)) query.without = ploy_random_below(random, count);
    if (ploy_random_below(random, 10) == 0) query.radius = INT32_MAX;
    return query;
}

static bool is_wanted(const ploy_spatial_query* query, uint32_t i)
{
    if (!(items[i].mask & query->mask) || i == query->without) return false;
    return query->radius == INT32_MAX || square(items[i].position, query->position) <= (uint64_t)query->radius * (uint64_t)query->radius;
}

static int ascending(const void* a, const void* b)
{
    uint32_t x = *(const uint32_t*)a, y = *(const uint32_t*)b;
    return (x > y) - (x < y);
}

static const ploy_spatial_query* sorted_for;

static int by_distance(const void* a, const void* b)
{
    uint64_t x = square(items[*(const uint32_t*)a].position, sorted_for->position);
    uint64_t y = square(items[*(const uint32_t*)b].position, sorted_for->position);
    return x != y ? (x > y) - (x < y) : ascending(a, b);
}

static void what_a_scan_finds_is_found(void** state)
{
    (void)state;
    static uint32_t found[MOST], wanted[MOST], near[64];
    const int32_t cells[] = {1, 300, 4000, 100000};
    for (uint32_t round = 0; round < 24; ++round) {
        ploy_random random = {.seed = round};
        uint32_t count = round % 6 == 5 ? round : 1 + ploy_random_below(&random, round % 2 ? MOST : 200);
        int32_t side = round % 3 == 0 ? 500 : 20000;
        ploy_spatial* index = ploy_spatial_create(&(ploy_spatial_def){.cell = cells[round % 4]});
        draw(&random, count, side);
        assert_int_equal(ploy_spatial_build(index, items, count), PLOY_OK);
        for (uint32_t k = 0; k < 40; ++k) {
            ploy_spatial_query query = draw_query(&random, count, side);
            uint32_t n = 0, m = ploy_spatial_find(index, &query, found, MOST);
            for (uint32_t i = 0; i < count; ++i) {
                if (is_wanted(&query, i)) wanted[n++] = i;
            }
            qsort(found, m, sizeof *found, ascending);
            assert_int_equal(m, n);
            assert_memory_equal(found, wanted, n * sizeof *found);
            sorted_for = &query;
            qsort(wanted, n, sizeof *wanted, by_distance);
            query.nearest_first = true;
            uint32_t capacity = 1 + k % 64;
            assert_int_equal(ploy_spatial_find(index, &query, near, capacity), n < capacity ? n : capacity);
            assert_memory_equal(near, wanted, (n < capacity ? n : capacity) * sizeof *near);
            assert_int_equal(ploy_spatial_nearest(index, &query), n > 0 ? wanted[0] : PLOY_NONE);
        }
        ploy_spatial_destroy(index);
    }
}

// Hash of the answers in their order.
static uint64_t answers(uint32_t workers)
{
    static uint32_t found[200 * 32], counts[200];
    static ploy_spatial_query queries[200];
    ploy_scheduler* scheduler = workers > 0 ? ploy_scheduler_create(&(ploy_scheduler_def){.workers = workers}) : NULL;
    ploy_spatial_def def = {.cell = 1000};
    if (scheduler) def.tasks = ploy_scheduler_tasks(scheduler);
    ploy_spatial* index = ploy_spatial_create(&def);
    uint64_t hash = 0;
    for (uint32_t round = 0; round < 5; ++round) {
        ploy_random random = {.seed = round};
        draw(&random, MOST, 20000);
        assert_int_equal(ploy_spatial_build(index, items, MOST), PLOY_OK);
        for (uint32_t k = 0; k < 200; ++k) {
            queries[k] = draw_query(&random, MOST, 3000);
            queries[k].nearest_first = k % 2;
        }
        ploy_spatial_find_all(index, queries, 200, found, counts, 32);
        for (uint32_t k = 0; k < 200; ++k) {
            for (uint32_t i = 0; i < counts[k]; ++i) hash = ploy_random_at(hash, found[k * 32 + i], k);
        }
    }
    ploy_spatial_destroy(index);
    ploy_scheduler_destroy(scheduler);
    return hash;
}

static void the_number_of_workers_does_not_matter(void** state)
{
    (void)state;
    uint64_t one = answers(0);
    for (uint32_t workers = 1; workers <= 8; ++workers) assert_true(answers(workers) == one);
}

static void a_cone_is_as_wide_as_its_cosine_says(void** state)
{
    (void)state;
    ploy_spatial* index = ploy_spatial_create(NULL);
    uint32_t found[8];
    // At 0, 44, 46, 90, 134, 136 and 180 degrees.
    const ploy_point around[] = {{10000, 0}, {7193, 6947}, {6947, 7193}, {0, 10000}, {-6947, 7193}, {-7193, 6947}, {-10000, 0}};
    const int32_t cosines[] = {1000, 707, 0, -707, -1000};
    const uint32_t wanted[] = {1, 2, 4, 5, 7};
    const ploy_point facings[] = {{1, 0}, {3, 0}, {1000000, 0}};
    for (uint32_t i = 0; i < 7; ++i) items[i] = (ploy_spatial_item){around[i], 1};
    assert_int_equal(ploy_spatial_build(index, items, 7), PLOY_OK);
    for (uint32_t i = 0; i < 15; ++i) {
        ploy_spatial_query query = ploy_spatial_query_around((ploy_point){0, 0}, 20000);
        query.facing = facings[i / 5];
        query.cosine = cosines[i % 5];
        assert_int_equal(ploy_spatial_find(index, &query, found, 8), wanted[i % 5]);
        query.always = 10000;
        assert_in_range(ploy_spatial_find(index, &query, found, 8), wanted[i % 5], 7);
    }
    ploy_spatial_destroy(index);
}

static void walls_hide_what_is_behind_them(void** state)
{
    (void)state;
    enum { SIDE = 16 };
    uint8_t weights[SIDE * SIDE];
    memset(weights, 1, sizeof weights);
    for (uint32_t y = 4; y < 12; ++y) weights[y * SIDE + 8] = 0; // a wall
    ploy_grid* grid;
    ploy_error error;
    assert_int_equal(ploy_grid_create(&(ploy_grid_def){.width = SIDE, .height = SIDE, .cells = weights}, &grid, &error), PLOY_OK);
    ploy_spatial* index = ploy_spatial_create(NULL);
    items[0] = (ploy_spatial_item){{12500, 8500}, 1}; // behind the wall
    items[1] = (ploy_spatial_item){{12500, 1500}, 1}; // past its end
    items[2] = (ploy_spatial_item){{40000, 8500}, 1}; // off the grid
    assert_int_equal(ploy_spatial_build(index, items, 3), PLOY_OK);
    ploy_spatial_query query = ploy_spatial_query_around((ploy_point){4500, 2500}, 100000);
    uint32_t found[4];
    assert_int_equal(ploy_spatial_find(index, &query, found, 4), 3);
    query.grid = grid;
    query.position = (ploy_point){4500, 8500};
    query.nearest_first = true;
    assert_int_equal(ploy_spatial_find(index, &query, found, 4), 0);
    query.position = (ploy_point){4500, 1500};
    assert_int_equal(ploy_spatial_find(index, &query, found, 4), 1);
    assert_int_equal(found[0], 1);
    ploy_spatial_destroy(index);
    ploy_grid_destroy(grid);
}

static void* count_and_resize(void* user, void* memory, size_t old_bytes, size_t new_bytes)
{
    ploy_allocator plain = ploy_allocator_default();
    if (new_bytes > 0) pl_counter_next((pl_counter*)user);
    return plain.resize(plain.user, memory, old_bytes, new_bytes);
}

static void once_warm_nothing_is_allocated(void** state)
{
    (void)state;
    pl_counter calls = 0;
    ploy_spatial* index = ploy_spatial_create(&(ploy_spatial_def){.allocator = {count_and_resize, &calls}});
    ploy_random random = {0};
    draw(&random, MOST, 20000);
    for (uint32_t i = 0; i < MOST; ++i) items[i].mask = 1;
    assert_int_equal(ploy_spatial_build(index, items, MOST), PLOY_OK);
    uint32_t before = pl_counter_get(&calls);
    for (uint32_t i = 0; i < 20; ++i) {
        for (uint32_t k = 0; k < MOST; ++k) items[k].position.x += 10;
        assert_int_equal(ploy_spatial_build(index, items, MOST), PLOY_OK);
    }
    assert_int_equal(pl_counter_get(&calls), before);
    assert_int_equal(ploy_spatial_build(index, items, 0), PLOY_OK);
    ploy_spatial_query query = ploy_spatial_query_around((ploy_point){0, 0}, INT32_MAX);
    assert_int_equal(ploy_spatial_nearest(index, &query), PLOY_NONE);
    ploy_spatial_destroy(index);
}

TEST_MAIN(TEST(what_a_scan_finds_is_found), TEST(the_number_of_workers_does_not_matter),
          TEST(a_cone_is_as_wide_as_its_cosine_says), TEST(walls_hide_what_is_behind_them),
          TEST(once_warm_nothing_is_allocated))
