// What the library computes from numbers alone, so that the page does not compute it in its own way.

#include <ploy/fsm.h>
#include <ploy/utility.h>

#include "export.h"
#include "knowledge/belief.h"

static ploy_curve curve;

/// The curve that curve_at is about; false: there is none of that name.
bool EXPORT(curve_choose)(const char* name, int slope, int shift, int lift, int exponent)
{
    ploy_curve_kind kind;
    if (ploy_curve_find(name, &kind) != PLOY_OK) return false;
    curve = (ploy_curve){.kind = kind, .slope = slope, .shift = shift, .lift = lift, .exponent = exponent};
    return true;
}

/// Of a piecewise curve, the next point.
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
