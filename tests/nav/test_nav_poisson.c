#include "nav/terrain/poisson.h"

#include "base/hash.h"
#include "support/base/allocators.h"
#include "support/base/asserts.h"
#include "support/base/test.h"

static const ploy_allocator* heap(void)
{
    static ploy_allocator allocator;
    allocator = ploy_allocator_default();
    return &allocator;
}

static pl_points sample(const pl_poisson* poisson)
{
    pl_points points = {0};
    assert_true(pl_poisson_sample(poisson, heap(), &points));
    return points;
}

static uint64_t nearest2(const pl_points* points, ploy_point to, uint32_t but)
{
    uint64_t best = UINT64_MAX;
    for (uint32_t i = 0; i < points->count; ++i) {
        uint64_t distance2 = pl_point_distance2(points->data[i], to);
        if (i != but && distance2 < best) best = distance2;
    }
    return best;
}

static const pl_poisson shapes[] = {
    {.seed = 1, .width = 1000, .height = 1000, .spacing = 30},
    {.seed = 2, .width = 1000, .height = 1000, .is_disk = true, .spacing = 30},
    {.seed = 3, .width = 2000, .height = 90, .spacing = 25},
    {.seed = 4, .width = 60, .height = 60, .spacing = 2},
    {.seed = 5, .width = 61, .height = 47, .is_disk = true, .spacing = 3},
    {.seed = 6, .width = PL_POINT_END, .height = PL_POINT_END, .spacing = 30000},
    {.seed = 7, .width = 700, .height = 1300, .is_disk = true, .spacing = 19},
};

enum
{
    SHAPES = sizeof shapes / sizeof shapes[0]
};

static void all_samples_lie_inside_and_none_is_nearer_than_the_spacing(void** state)
{
    (void)state;
    for (uint32_t s = 0; s < SHAPES; ++s) {
        pl_points points = sample(&shapes[s]);
        assert_true(points.count > 100);
        uint64_t min = (uint64_t)shapes[s].spacing * (uint64_t)shapes[s].spacing;
        for (uint32_t i = 0; i < points.count; ++i) {
            assert_true(pl_poisson_covers(&shapes[s], points.data[i]));
            assert_true(nearest2(&points, points.data[i], i) >= min);
        }
        PL_ARRAY_FREE(&points, heap());
    }
}

static void no_point_inside_is_two_spacings_from_every_sample(void** state)
{
    (void)state;
    for (uint32_t s = 0; s < SHAPES; ++s) {
        pl_points points = sample(&shapes[s]);
        uint64_t max = 4 * (uint64_t)shapes[s].spacing * (uint64_t)shapes[s].spacing;
        for (int32_t y = 0; y < 60; ++y)
            for (int32_t x = 0; x < 60; ++x) {
                ploy_point at = {(int32_t)((int64_t)shapes[s].width * x / 60),
                                 (int32_t)((int64_t)shapes[s].height * y / 60)};
                if (pl_poisson_covers(&shapes[s], at)) assert_true(nearest2(&points, at, PLOY_NONE) < max);
            }
        PL_ARRAY_FREE(&points, heap());
    }
}

static void a_disk_is_round_and_touches_its_border(void** state)
{
    (void)state;
    pl_poisson disk = {.seed = 9, .width = 1000, .height = 1000, .is_disk = true, .spacing = 10};
    assert_true(pl_poisson_covers(&disk, (ploy_point){0, 499}));
    assert_true(pl_poisson_covers(&disk, (ploy_point){999, 500}));
    assert_false(pl_poisson_covers(&disk, (ploy_point){100, 100}));
    assert_true(pl_poisson_covers(&disk, (ploy_point){150, 150}));
    assert_false(pl_poisson_covers(&disk, (ploy_point){500, 1000}));
    assert_false(pl_poisson_covers(&disk, (ploy_point){-1, 500}));
}

static void a_field_smaller_than_the_spacing_gets_one_sample(void** state)
{
    (void)state;
    pl_points points = sample(&(pl_poisson){.seed = 1, .width = 1, .height = 1, .spacing = 50});
    assert_int_equal(points.count, 1);
    assert_true(pl_point_is_same(points.data[0], (ploy_point){0, 0}));
    PL_ARRAY_FREE(&points, heap());
}

static void a_seed_means_the_same_samples_everywhere(void** state)
{
    (void)state;
    pl_digest digest = {0};
    for (uint32_t s = 0; s < SHAPES; ++s) {
        pl_points points = sample(&shapes[s]);
        for (uint32_t i = 0; i < points.count; ++i)
            pl_digest_add(&digest, (uint64_t)points.data[i].x << 32 | (uint32_t)points.data[i].y);
        PL_ARRAY_FREE(&points, heap());
    }
    print_message("golden 0x%016llx\n", (unsigned long long)digest.value);
    assert_true(digest.value == 0x71a78bc5c0d74f4bu);
}

static void two_seeds_mean_different_samples(void** state)
{
    (void)state;
    pl_poisson poisson = shapes[0];
    pl_points first = sample(&poisson);
    poisson.seed = 99;
    pl_points second = sample(&poisson);
    assert_false(pl_point_is_same(first.data[0], second.data[0]) && pl_point_is_same(first.data[1], second.data[1]));
    PL_ARRAY_FREE(&first, heap());
    PL_ARRAY_FREE(&second, heap());
}

static bool sample_after_others(const ploy_allocator* allocator)
{
    pl_points points = {0};
    bool ok = PL_ARRAY_PUSH(&points, allocator, (ploy_point){7, 7});
    if (ok) {
        ok = pl_poisson_sample(&shapes[0], allocator, &points);
        assert_true(ok ? points.count > 100 : points.count == 1);
        assert_int_equal(points.data[0].x, 7);
    }
    PL_ARRAY_FREE(&points, allocator);
    return ok;
}

static void a_failing_allocator_leaves_the_samples_as_they_were(void** state)
{
    (void)state;
    test_fail_every_allocation(sample_after_others);
}

static void a_spacing_of_one_is_api_misuse(void** state)
{
    (void)state;
    pl_points points = {0};
    EXPECT_API_MISUSE(pl_poisson_sample(&(pl_poisson){.width = 9, .height = 9, .spacing = 1}, heap(), &points));
}

TEST_MAIN(TEST(all_samples_lie_inside_and_none_is_nearer_than_the_spacing),
          TEST(no_point_inside_is_two_spacings_from_every_sample), TEST(a_disk_is_round_and_touches_its_border),
          TEST(a_field_smaller_than_the_spacing_gets_one_sample), TEST(a_seed_means_the_same_samples_everywhere),
          TEST(two_seeds_mean_different_samples), TEST(a_failing_allocator_leaves_the_samples_as_they_were),
          TEST(a_spacing_of_one_is_api_misuse))
