// Response curves, in integer arithmetic only, so that they are the same on every machine.

#include "mind/utility/utility.h"

#include <string.h>

#include "base/check.h"
#include "mind/common/fixed_point.h"

enum
{
    ONE = 1000,
    MAX_PARAMETER = 1000000,
    MAX_EXPONENT = 16000,
};

const char* pl_curve_name(ploy_curve_kind kind)
{
    static const char* const names[] = {
#define NAME(NAME, text, formula) text,
        PLOY_CURVE_LIST(NAME)
#undef NAME
    };
    return (unsigned)kind < PLOY_CURVE_COUNT ? names[kind] : "unknown";
}

ploy_status pl_curve_find(const char* name, ploy_curve_kind* kind)
{
    for (uint32_t i = 0; i < PLOY_CURVE_COUNT; ++i) {
        if (strcmp(pl_curve_name((ploy_curve_kind)i), name) != 0) continue;
        *kind = (ploy_curve_kind)i;
        return PLOY_OK;
    }
    return PLOY_NOT_FOUND;
}

ploy_curve ploy_curve_of(ploy_curve_kind kind)
{
    ploy_curve curve = {.kind = kind, .slope = ONE, .exponent = ONE};
    switch (kind) {
    case PLOY_CURVE_POLYNOMIAL:
        curve.exponent = 2 * ONE;
        break;
    case PLOY_CURVE_LOGISTIC:
        curve.slope = 10 * ONE;
        curve.x_shift = ONE / 2;
        break;
    case PLOY_CURVE_LOGIT:
        curve.slope = ONE / 10;
        curve.y_shift = ONE / 2;
        break;
    case PLOY_CURVE_STEP:
        curve.x_shift = ONE / 2;
        break;
    case PLOY_CURVE_PIECEWISE:
        curve.points[1] = (ploy_curve_point){ONE, ONE};
        curve.point_count = 2;
        break;
    default:
        break;
    }
    return curve;
}

static bool is_fraction(int32_t value)
{
    return value >= 0 && value <= ONE;
}

static bool points_are_valid(const ploy_curve* curve)
{
    bool good = curve->point_count > 0 && curve->point_count <= PLOY_CURVE_POINTS;
    for (uint32_t i = 0; good && i < curve->point_count; ++i) {
        ploy_curve_point at = curve->points[i];
        good = is_fraction(at.x) && is_fraction(at.y) && (i == 0 || curve->points[i - 1].x < at.x);
    }
    return good;
}

bool ploy_curve_is_valid(const ploy_curve* curve)
{
    PL_NEED(curve, false);
    if (curve->kind == PLOY_CURVE_PIECEWISE) return points_are_valid(curve);
    return (unsigned)curve->kind < PLOY_CURVE_COUNT && curve->slope >= -MAX_PARAMETER &&
           curve->slope <= MAX_PARAMETER && curve->y_shift >= -MAX_PARAMETER && curve->y_shift <= MAX_PARAMETER &&
           is_fraction(curve->x_shift) && curve->exponent >= 0 && curve->exponent <= MAX_EXPONENT;
}

// Below, `fixed` is in units of PL_FIXED_ONE; everything else is fixed point (1/1000).

static int32_t cut(int64_t y)
{
    return y < 0 ? 0 : y > ONE ? ONE : (int32_t)y;
}

/// y_shift + slope * fixed, rounded to nearest.
static int32_t scaled(const ploy_curve* curve, int64_t fixed)
{
    int64_t sum = curve->y_shift * PL_FIXED_ONE + curve->slope * fixed + PL_FIXED_ONE / 2;
    return sum < 0 ? 0 : cut(sum / PL_FIXED_ONE);
}

static int64_t power(int64_t base, int32_t exponent)
{
    int64_t fixed = base * PL_FIXED_ONE / ONE;
    int64_t result = PL_FIXED_ONE;
    if (exponent % ONE == 0) {
        for (; exponent > 0; exponent -= ONE) result = pl_fixed_multiply(result, fixed);
        return result;
    }
    return base <= 0 ? 0 : pl_fixed_exp(exponent * pl_fixed_log(base, ONE) / ONE);
}

static int32_t logistic(const ploy_curve* curve, int32_t x)
{
    int64_t steep = (int64_t)curve->slope * (x - curve->x_shift); // fixed point (1/1,000,000)
    int64_t small = pl_fixed_exp(-(steep < 0 ? -steep : steep) * PL_FIXED_ONE / (ONE * ONE));
    int64_t above = PL_FIXED_ONE * PL_FIXED_ONE / (PL_FIXED_ONE + small);
    int64_t share = steep < 0 ? PL_FIXED_ONE - above : above;
    int64_t sum = curve->y_shift * PL_FIXED_ONE + ONE * share + PL_FIXED_ONE / 2;
    return sum < 0 ? 0 : cut(sum / PL_FIXED_ONE);
}

static int32_t logit(const ploy_curve* curve, int32_t x)
{
    if (x == 0 || x == ONE) { // the logarithm is infinite there
        bool up = (x == ONE) == (curve->slope > 0);
        return curve->slope == 0 ? cut(curve->y_shift) : up ? ONE : 0;
    }
    return scaled(curve, pl_fixed_log(x, ONE - x));
}

static int32_t piecewise(const ploy_curve* curve, int32_t x)
{
    const ploy_curve_point* points = curve->points;
    uint32_t after = 0;
    while (after < curve->point_count && points[after].x <= x) ++after;
    if (after == 0) return points[0].y;
    ploy_curve_point a = points[after - 1];
    if (after == curve->point_count) return a.y;
    ploy_curve_point b = points[after];
    int32_t width = b.x - a.x;
    return (2 * (a.y * (b.x - x) + b.y * (x - a.x)) + width) / (2 * width);
}

int32_t ploy_curve_at(const ploy_curve* curve, int32_t x)
{
    PL_NEED(curve, 0);
    PL_ASSERT(ploy_curve_is_valid(curve));
    x = cut(x);
    int64_t beyond = x - curve->x_shift;
    switch (curve->kind) {
    case PLOY_CURVE_LINEAR:
        return scaled(curve, beyond * PL_FIXED_ONE / ONE);
    case PLOY_CURVE_POLYNOMIAL:
        return scaled(curve, power(beyond, curve->exponent));
    case PLOY_CURVE_LOGISTIC:
        return logistic(curve, x);
    case PLOY_CURVE_LOGIT:
        return logit(curve, x);
    case PLOY_CURVE_STEP:
        return cut((int64_t)curve->y_shift + (beyond >= 0 ? curve->slope : 0));
    case PLOY_CURVE_PIECEWISE:
        return piecewise(curve, x);
    default:
        return 0;
    }
}

void pl_curve_fill(const ploy_curve* curve, uint16_t table[PL_CURVE_SIZE])
{
    for (int32_t x = 0; x < PL_CURVE_SIZE; ++x) {
        table[x] = (uint16_t)ploy_curve_at(curve, x);
    }
}

bool pl_curves_are_equal(const ploy_curve* a, const ploy_curve* b)
{
    if (a->kind != b->kind) return false;
    if (a->kind == PLOY_CURVE_PIECEWISE) {
        return a->point_count == b->point_count &&
               memcmp(a->points, b->points, a->point_count * sizeof *a->points) == 0;
    }
    return a->slope == b->slope && a->x_shift == b->x_shift && a->y_shift == b->y_shift && a->exponent == b->exponent;
}
