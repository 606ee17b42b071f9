#include <math.h>
#include <ploy/utility.h>

#include "mind/utility/utility.h"
#include "mind/common/fixed_point.h"
#include "support/base/test.h"

// The formulas as they are written, in long double.
static long double exact(const ploy_curve* c, int32_t x1000)
{
    long double x = x1000 / 1000.0L, slope = c->slope / 1000.0L, shift = c->x_shift / 1000.0L,
                lift = c->y_shift / 1000.0L;
    long double past = x - shift;
    switch (c->kind) {
    case PLOY_CURVE_LINEAR:
        return lift + slope * past;
    case PLOY_CURVE_POLYNOMIAL:
        if (c->exponent % 1000 != 0 && past < 0) past = 0;
        return lift + slope * powl(past, c->exponent / 1000.0L);
    case PLOY_CURVE_LOGISTIC:
        return lift + 1 / (1 + expl(-slope * past));
    case PLOY_CURVE_LOGIT:
        return c->slope == 0 ? lift : lift + slope * logl(x / (1 - x));
    case PLOY_CURVE_STEP:
        return x1000 >= c->x_shift ? lift + slope : lift;
    default:
        return 0;
    }
}

static long double exact_piecewise(const ploy_curve* c, int32_t x)
{
    uint32_t last = c->point_count - 1;
    if (x <= c->points[0].x) return c->points[0].y / 1000.0L;
    if (x >= c->points[last].x) return c->points[last].y / 1000.0L;
    uint32_t i = 0;
    while (c->points[i + 1].x < x) ++i;
    ploy_curve_point a = c->points[i], b = c->points[i + 1];
    return (a.y + (long double)(b.y - a.y) * (x - a.x) / (b.x - a.x)) / 1000.0L;
}

static long double cut(long double y)
{
    return y < 0 ? 0 : y > 1 ? 1 : y;
}

static ploy_curve random_curve(ploy_random* random, ploy_curve_kind kind)
{
    ploy_curve c = ploy_curve_of(kind);
    int32_t wide = ploy_random_below(random, 4) == 0 ? 1000000 : 4000;
    c.slope = ploy_random_range(random, -wide, wide);
    c.x_shift = ploy_random_range(random, 0, 1000);
    c.y_shift = ploy_random_range(random, -2000, 2000);
    bool whole = ploy_random_below(random, 2) == 0;
    c.exponent = whole ? ploy_random_range(random, 0, 16) * 1000 : ploy_random_range(random, 0, 16000);
    c.point_count = 1 + ploy_random_below(random, PLOY_CURVE_POINTS);
    for (uint32_t i = 0; i < c.point_count; ++i) {
        int32_t min = i == 0 ? 0 : c.points[i - 1].x + 1;
        c.points[i].x = ploy_random_range(random, min, 1000 - (int32_t)(c.point_count - 1 - i));
        c.points[i].y = ploy_random_range(random, 0, 1000);
    }
    return c;
}

static void every_curve_is_within_0_001_of_its_formula(void** state)
{
    (void)state;
    ploy_random random = {.seed = 5};
    for (uint32_t round = 0; round < 600; ++round) {
        ploy_curve c = random_curve(&random, (ploy_curve_kind)(round % PLOY_CURVE_COUNT));
        assert_true(ploy_curve_is_valid(&c));
        for (int32_t x = 0; x <= 1000; x += 1 + (int32_t)ploy_random_below(&random, 20)) {
            long double y = c.kind == PLOY_CURVE_PIECEWISE ? exact_piecewise(&c, x) : exact(&c, x);
            assert_true(fabsl(ploy_curve_at(&c, x) - 1000 * cut(y)) <= 1.0L);
        }
    }
}

static void plain_curves_are_within_0_0005(void** state)
{
    (void)state;
    for (uint32_t kind = 0; kind < PLOY_CURVE_PIECEWISE; ++kind) {
        ploy_curve c = ploy_curve_of((ploy_curve_kind)kind);
        for (int32_t x = 0; x <= 1000; ++x) {
            assert_true(fabsl(ploy_curve_at(&c, x) - 1000 * cut(exact(&c, x))) <= 0.501L);
        }
    }
}

// Where long double is double (armhf), 53 bits: enough for all of these.
static long double real(int64_t number)
{
    return (long double)number;
}

static void logarithm_and_exponential_are_as_good_as_they_say(void** state)
{
    (void)state;
    for (int64_t above = 1; above <= 1000; ++above) {
        for (int64_t below = 1; below <= 1000; below += 37) {
            long double off = real(pl_fixed_log(above, below)) / real(PL_FIXED_ONE) - logl(real(above) / real(below));
            assert_true(fabsl(off) < ldexpl(1, -24));
        }
    }
    for (int64_t x = 0; x > -24 * PL_FIXED_ONE; x -= 7654321) {
        long double off = real(pl_fixed_exp(x)) / real(PL_FIXED_ONE) - expl(real(x) / real(PL_FIXED_ONE));
        assert_true(fabsl(off) < ldexpl(1, -26));
    }
    assert_int_equal(pl_fixed_exp(0), PL_FIXED_ONE);
    assert_int_equal(pl_fixed_exp(-INT64_C(2000000) * PL_FIXED_ONE), 0);
}

static void a_table_holds_the_curve(void** state)
{
    (void)state;
    ploy_curve c = ploy_curve_of(PLOY_CURVE_LOGISTIC);
    uint16_t table[PL_CURVE_SIZE];
    pl_curve_fill(&c, table);
    for (int32_t x = 0; x <= 1000; ++x) assert_int_equal(table[x], ploy_curve_at(&c, x));
    assert_int_equal(ploy_curve_at(&c, -5), table[0]);
    assert_int_equal(ploy_curve_at(&c, 5000), table[1000]);
}

static void only_curves_that_are_the_same_are_equal(void** state)
{
    (void)state;
    ploy_random random = {.seed = 8};
    for (uint32_t round = 0; round < 200; ++round) {
        ploy_curve a = random_curve(&random, (ploy_curve_kind)(round % PLOY_CURVE_COUNT));
        ploy_curve b = a;
        assert_true(pl_curves_are_equal(&a, &b));
        b.kind = (ploy_curve_kind)((b.kind + 1) % PLOY_CURVE_COUNT);
        assert_false(pl_curves_are_equal(&a, &b));
        b = a;
        ++b.slope;
        b.points[0].y = 1000 - b.points[0].y + (b.points[0].y == 500);
        assert_false(pl_curves_are_equal(&a, &b));
    }
}

static void curves_are_found_by_name_and_bad_ones_are_reported(void** state)
{
    (void)state;
    for (uint32_t i = 0; i < PLOY_CURVE_COUNT; ++i) {
        ploy_curve_kind kind;
        assert_int_equal(pl_curve_find(pl_curve_name((ploy_curve_kind)i), &kind), PLOY_OK);
        assert_int_equal(kind, i);
        ploy_curve c = ploy_curve_of(kind);
        assert_true(ploy_curve_is_valid(&c));
    }
    ploy_curve_kind kind;
    assert_int_equal(pl_curve_find("sine", &kind), PLOY_NOT_FOUND);
    assert_string_equal(pl_curve_name(PLOY_CURVE_COUNT), "unknown");
    ploy_curve c = ploy_curve_of(PLOY_CURVE_POLYNOMIAL);
    c.exponent = 16001;
    assert_false(ploy_curve_is_valid(&c));
    c = ploy_curve_of(PLOY_CURVE_LINEAR);
    c.x_shift = -1;
    assert_false(ploy_curve_is_valid(&c));
    c = ploy_curve_of(PLOY_CURVE_PIECEWISE);
    c.points[1].x = 0;
    assert_false(ploy_curve_is_valid(&c));
    c.point_count = 0;
    assert_false(ploy_curve_is_valid(&c));
}

TEST_MAIN(TEST(every_curve_is_within_0_001_of_its_formula), TEST(plain_curves_are_within_0_0005),
          TEST(logarithm_and_exponential_are_as_good_as_they_say), TEST(a_table_holds_the_curve),
          TEST(only_curves_that_are_the_same_are_equal), TEST(curves_are_found_by_name_and_bad_ones_are_reported))
