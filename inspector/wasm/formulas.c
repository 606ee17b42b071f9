// Pure functions of the library, so that the page does not have its own versions.

#include <ploy/fsm.h>
#include <ploy/utility.h>

#include "export.h"
#include "knowledge/belief.h"
#include "mind/utility/utility.h"

static ploy_curve curve;

/// Sets the curve of curve_at; false: there is none of that name.
bool EXPORT(curve_choose)(const char* name, int slope, int x_shift, int y_shift, int exponent)
{
    ploy_curve_kind kind;
    if (pl_curve_find(name, &kind) != PLOY_OK) return false;
    curve = (ploy_curve){.kind = kind, .slope = slope, .x_shift = x_shift, .y_shift = y_shift, .exponent = exponent};
    return true;
}

/// Adds a point to a piecewise curve.
void EXPORT(curve_point)(int x, int y)
{
    if (curve.point_count < PLOY_CURVE_POINTS) curve.points[curve.point_count++] = (ploy_curve_point){x, y};
}

int EXPORT(curve_at)(int x)
{
    return ploy_curve_is_valid(&curve) ? ploy_curve_at(&curve, x) : 0;
}

/// What is left of a belief; time and age in milliseconds.
unsigned EXPORT(belief_at)(unsigned decay, unsigned time, unsigned floor, unsigned belief, double age)
{
    return pl_belief_at(&(pl_belief_rule){decay, time, floor}, belief, (uint64_t)age);
}

unsigned EXPORT(membership_at)(double a, double b, double c, double d, double value)
{
    ploy_fuzzy_set set = {"", {(int64_t)a, (int64_t)b, (int64_t)c, (int64_t)d}};
    return ploy_fuzzy_membership(&set, (int64_t)value);
}
