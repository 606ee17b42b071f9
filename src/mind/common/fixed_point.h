// Logarithm and exponential in fixed point with 30 fractional bits: the same result on every machine. For tables that
// are built once; neither is fast.

#ifndef PL_MIND_COMMON_FIXED_POINT_H
#define PL_MIND_COMMON_FIXED_POINT_H

#include <stdint.h>

#define PL_FIXED_ONE ((int64_t)1 << 30)

/// ln(above / below), both from 1 to 2^30. The error is below 2^-24.
int64_t pl_fixed_log(int64_t above, int64_t below);

/// e^x for x <= 0. The error is below 2^-26.
int64_t pl_fixed_exp(int64_t x);

/// a * b / 2^30, rounded to nearest; |a|, |b| at most 2^31.
int64_t pl_fixed_multiply(int64_t a, int64_t b);

#endif
