// Decimal floating point: a number of at most 16 digits as it is written, times a power of ten, in 64 bits. 0.1 is 0.1,
// and every machine computes the same.
//
//   63 .. 8   mantissa, signed: less than 10^16
//    7 .. 0   exponent of ten, signed: -127 .. 127
//
// A number has one form, the one whose exponent is nearest to 0: whole numbers below 10^16 have exponent 0, and 0 is all
// zeros. So equal numbers have equal bits. Results are rounded to 16 digits, halves away from zero; beyond the largest
// exponent they stay at the largest number, below the smallest they are 0; dividing by 0 gives 0.

#ifndef PL_BASE_FLOAT_H
#define PL_BASE_FLOAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum
{
    PL_FLOAT_TEXT = 32, ///< room for any number as text
};

/// mantissa times 10^exponent, rounded.
int64_t pl_float_make(bool is_negative, uint64_t mantissa, int64_t exponent);

int64_t pl_float_from_whole(int64_t value);
/// From fixed point (1/1000).
int64_t pl_float_from_fixed(int64_t fixed);
/// The whole part, cut towards zero; saturates.
int64_t pl_float_whole(int64_t a);
/// Fixed point (1/1000), rounded, halves away from zero; saturates at 10^15.
int64_t pl_float_fixed(int64_t a);

int64_t pl_float_negative(int64_t a);
int64_t pl_float_add(int64_t a, int64_t b);
int64_t pl_float_multiply(int64_t a, int64_t b);
int64_t pl_float_divide(int64_t a, int64_t b);
/// Below 0, 0 or above 0, like strcmp.
int pl_float_compare(int64_t a, int64_t b);

/// "12", "-0.0005", "1e+20": the text gives the same number again. Returns the length, like snprintf.
size_t pl_float_print(int64_t a, char* text, size_t size);

#endif
