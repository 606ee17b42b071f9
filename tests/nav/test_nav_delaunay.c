#include "nav/terrain/delaunay.h"

#include <stdlib.h>

#include "base/hash.h"
#include "nav/terrain/geometry.h"
#include "support/base/allocators.h"
#include "support/base/test.h"

enum
{
    MOST = 600
};

typedef struct point_set
{
    ploy_point points[MOST];
    uint32_t count;
} point_set;

static void add(point_set* set, int32_t x, int32_t y)
{
    assert_true(set->count < MOST);
    set->points[set->count++] = (ploy_point){x, y};
}

static bool is_repeated(const point_set* set, uint32_t index)
{
    for (uint32_t i = 0; i < index; ++i)
        if (pl_point_is_same(set->points[i], set->points[index])) return true;
    return false;
}

static uint32_t distinct_count(const point_set* set)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < set->count; ++i) count += !is_repeated(set, i);
    return count;
}

static bool are_in_line(const point_set* set)
{
    for (uint32_t a = 1; a < set->count; ++a)
        for (uint32_t b = a + 1; b < set->count; ++b)
            if (pl_orientation(set->points[0], set->points[a], set->points[b]) != 0) return false;
    return true;
}

// Points on the border of the hull, also in the middle of its edges: some line through them has nothing on one side.
static uint32_t hull_edges(const point_set* set, const pl_delaunay* d)
{
    uint32_t count = 0;
    for (uint32_t e = 0; e < d->edge_count; ++e) {
        bool left = false, right = false;
        for (uint32_t i = 0; i < set->count; ++i) {
            int64_t side = pl_orientation(set->points[d->edges[e].from], set->points[d->edges[e].to], set->points[i]);
            left = left || side > 0;
            right = right || side < 0;
        }
        count += !(left && right);
    }
    return count;
}

static void check_circles(const point_set* set, const pl_delaunay* d)
{
    for (uint32_t t = 0; t < d->triangle_count; ++t) {
        const uint32_t* corner = &d->triangles[3 * t];
        ploy_point a = set->points[corner[0]], b = set->points[corner[1]], c = set->points[corner[2]];
        assert_true(pl_orientation(a, b, c) > 0);
        for (uint32_t i = 0; i < set->count; ++i) assert_true(pl_in_circle(a, b, c, set->points[i]) <= 0);
    }
}

// Does p lie strictly between a and b? The three are on a line.
static bool is_between(ploy_point a, ploy_point b, ploy_point p)
{
    int64_t dot = (int64_t)(a.x - p.x) * (b.x - p.x) + (int64_t)(a.y - p.y) * (b.y - p.y);
    return dot < 0;
}

static void check_edges(const point_set* set, const pl_delaunay* d)
{
    for (uint32_t e = 0; e < d->edge_count; ++e) {
        pl_delaunay_edge edge = d->edges[e];
        assert_true(edge.from < edge.to && edge.to < set->count);
        assert_false(is_repeated(set, edge.from) || is_repeated(set, edge.to));
        if (e > 0)
            assert_true(d->edges[e - 1].from < edge.from ||
                        (d->edges[e - 1].from == edge.from && d->edges[e - 1].to < edge.to));
        for (uint32_t i = 0; i < set->count; ++i) {
            ploy_point a = set->points[edge.from], b = set->points[edge.to], p = set->points[i];
            assert_false(pl_orientation(a, b, p) == 0 && is_between(a, b, p));
        }
    }
}

// With n corners, e edges, t triangles and h edges on the hull: n - e + t = 1 and e = 3 n - 3 - h.
static void check(const point_set* set)
{
    pl_delaunay d;
    assert_int_equal(pl_delaunay_create(set->points, set->count, NULL, &d), PLOY_OK);
    uint32_t n = distinct_count(set);
    check_circles(set, &d);
    check_edges(set, &d);
    if (n == 0)
        assert_int_equal(d.edge_count, 0);
    else if (are_in_line(set))
        assert_true(d.triangle_count == 0 && d.edge_count == n - 1);
    else {
        assert_int_equal(n + d.triangle_count, d.edge_count + 1);
        assert_int_equal(d.edge_count + 3 + hull_edges(set, &d), 3 * n);
    }
    pl_delaunay_destroy(&d);
}

static void add_random(point_set* set, ploy_random* random, uint32_t count, uint32_t side)
{
    for (uint32_t i = 0; i < count; ++i) {
        int32_t x = (int32_t)ploy_random_below(random, side);
        add(set, x, (int32_t)ploy_random_below(random, side));
    }
}

static void few_points_are_joined_whatever_they_are(void** state)
{
    (void)state;
    ploy_random random = {.seed = 1};
    for (uint32_t round = 0; round < 3000; ++round) {
        point_set set = {0};
        add_random(&set, &random, round % 12, 1 + round % 7);
        check(&set);
    }
}

static void random_points_have_empty_circles(void** state)
{
    (void)state;
    ploy_random random = {.seed = 2};
    const uint32_t sides[] = {PL_POINT_END, 1000, 40, 12};
    for (uint32_t round = 0; round < 12; ++round) {
        point_set set = {0};
        add_random(&set, &random, 300, sides[round % 4]);
        check(&set);
    }
}

static void a_grid_where_every_square_lies_on_a_circle_is_triangulated(void** state)
{
    (void)state;
    for (int32_t scale = 1; scale < 60000; scale *= 37) {
        point_set set = {0};
        for (int32_t i = 0; i < 18 * 18; ++i) add(&set, i % 18 * scale, i / 18 * scale);
        check(&set);
    }
}

// Integer points on one circle: 5 * 13 * 17 * 29 is a sum of two squares many times over.
static void points_on_one_circle_are_triangulated(void** state)
{
    (void)state;
    point_set set = {0};
    int32_t radius2 = 5 * 13 * 17 * 29 * 5 * 13;
    for (int32_t x = -2000; x <= 2000; ++x)
        for (int32_t y = -2000; y <= 2000; ++y)
            if (x * x + y * y == radius2) add(&set, x + 2000, y + 2000);
    assert_true(set.count >= 100);
    check(&set);
    add(&set, 2000, 2000);
    check(&set);
}

static void points_in_line_are_joined_one_to_the_next(void** state)
{
    (void)state;
    const int32_t steps[][2] = {{1, 0}, {0, 1}, {1, 1}, {2, 3}, {7, 1}};
    for (uint32_t s = 0; s < 5; ++s) {
        point_set set = {0};
        for (int32_t i = 0; i < 100; ++i) add(&set, (i * 37 % 100) * steps[s][0], (i * 37 % 100) * steps[s][1]);
        check(&set);
        add(&set, steps[s][0] * 50 + 1, steps[s][1] * 50 + (s == 2 ? 2 : 1));
        check(&set);
        add(&set, steps[s][0] * 20, steps[s][1] * 20);
        check(&set);
    }
}

static void the_same_point_many_times_is_one(void** state)
{
    (void)state;
    point_set set = {0};
    for (uint32_t i = 0; i < 50; ++i) add(&set, 5, 5);
    check(&set);
    for (uint32_t i = 0; i < 50; ++i) add(&set, 5 + (int32_t)(i % 5), 5 + (int32_t)(i % 3));
    check(&set);
}

static void the_far_corners_of_the_map_do_not_overflow(void** state)
{
    (void)state;
    int32_t end = PL_POINT_END - 1;
    assert_int_equal(
        pl_in_circle((ploy_point){0, 0}, (ploy_point){end, 0}, (ploy_point){end, end}, (ploy_point){0, end}), 0);
    assert_int_equal(
        pl_in_circle((ploy_point){0, 0}, (ploy_point){end, 0}, (ploy_point){end, end}, (ploy_point){0, end - 1}), 1);
    assert_int_equal(
        pl_in_circle((ploy_point){1, 0}, (ploy_point){end, 0}, (ploy_point){end, end}, (ploy_point){0, end}), -1);
    assert_int_equal(
        pl_in_circle((ploy_point){end, 0}, (ploy_point){0, 0}, (ploy_point){end, end}, (ploy_point){0, end - 1}), -1);
    point_set set = {0};
    for (int32_t i = 0; i < 40; ++i) {
        add(&set, i, 0);
        add(&set, 0, end - i);
        add(&set, end - i, end);
        add(&set, end, i);
    }
    check(&set);
}

#if defined(__SIZEOF_INT128__)
__extension__ typedef __int128 wide;

static int wide_in_circle(ploy_point a, ploy_point b, ploy_point c, ploy_point d)
{
    int64_t ax = a.x - d.x, ay = a.y - d.y, bx = b.x - d.x, by = b.y - d.y, cx = c.x - d.x, cy = c.y - d.y;
    wide sum = (wide)(bx * cy - by * cx) * (ax * ax + ay * ay) + (wide)(cx * ay - cy * ax) * (bx * bx + by * by) +
               (wide)(ax * by - ay * bx) * (cx * cx + cy * cy);
    return (sum > 0) - (sum < 0);
}

static void circles_in_64_bits_agree_with_128(void** state)
{
    (void)state;
    ploy_random random = {.seed = 5};
    for (uint32_t i = 0; i < 200000; ++i) {
        ploy_point p[4];
        uint32_t side = i % 3 ? PL_POINT_END : 8, base = side == 8 ? PL_POINT_END - 8 : 0;
        for (uint32_t k = 0; k < 4; ++k) {
            p[k].x = (int32_t)(ploy_random_below(&random, side) + (i % 2 ? base : 0));
            p[k].y = (int32_t)(ploy_random_below(&random, side) + (k % 2 ? base : 0));
        }
        assert_int_equal(pl_in_circle(p[0], p[1], p[2], p[3]), wide_in_circle(p[0], p[1], p[2], p[3]));
    }
}
#else
static void circles_in_64_bits_agree_with_128(void** state)
{
    (void)state;
    skip();
}
#endif

static bool triangulate_some(const ploy_allocator* allocator)
{
    point_set set = {0};
    ploy_random random = {.seed = 8};
    add_random(&set, &random, 50, 100);
    pl_delaunay d;
    bool ok = pl_delaunay_create(set.points, set.count, allocator, &d) == PLOY_OK;
    if (ok) pl_delaunay_destroy(&d);
    point_set line = {0};
    for (int32_t i = 0; i < 9; ++i) add(&line, 9 - i, 2);
    ok = ok && pl_delaunay_create(line.points, line.count, allocator, &d) == PLOY_OK;
    if (ok) pl_delaunay_destroy(&d);
    return ok;
}

static void a_failing_allocator_gives_a_status_and_no_leak(void** state)
{
    (void)state;
    test_fail_every_allocation(triangulate_some);
}

TEST_MAIN(TEST(few_points_are_joined_whatever_they_are), TEST(random_points_have_empty_circles),
          TEST(a_grid_where_every_square_lies_on_a_circle_is_triangulated), TEST(points_on_one_circle_are_triangulated),
          TEST(points_in_line_are_joined_one_to_the_next), TEST(the_same_point_many_times_is_one),
          TEST(the_far_corners_of_the_map_do_not_overflow), TEST(circles_in_64_bits_agree_with_128),
          TEST(a_failing_allocator_gives_a_status_and_no_leak))
