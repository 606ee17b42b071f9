// A response curve as minds read it: since x is one of 1,001 thousandths, every kind of curve is a table, and looking a
// value up costs the same for all.

#ifndef PL_MIND_UTILITY_CURVE_H
#define PL_MIND_UTILITY_CURVE_H

#include <ploy/utility.h>

enum
{
    PL_CURVE_SIZE = 1001,
};

void pl_curve_fill(const ploy_curve* curve, uint16_t table[PL_CURVE_SIZE]);

/// Do both give the same for every x?
bool pl_curves_are_equal(const ploy_curve* a, const ploy_curve* b);

/// PLOY_NOT_FOUND when no curve has that name. Exported: libploy-io calls it.
PLOY_API ploy_status pl_curve_find(const char* name, ploy_curve_kind* kind);
/// "linear"; "unknown" for a number that is not in the list.
const char* pl_curve_name(ploy_curve_kind kind);

#endif
