#include "base/float.h"

#include <inttypes.h>
#include <ploy/base.h>
#include <stdio.h>

enum
{
    DIGITS = 16,
    MAX_EXPONENT = 127,
    DOUBLE_DIGITS = 15,
    MAX_PLACES = 24, ///< that are printed without an exponent
};

static const uint64_t powers[] = {
    UINT64_C(1),
    UINT64_C(10),
    UINT64_C(100),
    UINT64_C(1000),
    UINT64_C(10000),
    UINT64_C(100000),
    UINT64_C(1000000),
    UINT64_C(10000000),
    UINT64_C(100000000),
    UINT64_C(1000000000),
    UINT64_C(10000000000),
    UINT64_C(100000000000),
    UINT64_C(1000000000000),
    UINT64_C(10000000000000),
    UINT64_C(100000000000000),
    UINT64_C(1000000000000000),
    UINT64_C(10000000000000000),
    UINT64_C(100000000000000000),
    UINT64_C(1000000000000000000),
    UINT64_C(10000000000000000000),
};

#define LIMIT powers[DIGITS] // mantissas are below
#define HALF powers[DIGITS / 2]

typedef struct parts
{
    uint64_t size; ///< of the mantissa
    int32_t exponent;
    bool is_negative;
} parts;

// Bits that are no number of ours (from a damaged save) are taken as one.
static parts open(int64_t a)
{
    uint64_t bits = (uint64_t)a;
    parts p = {.exponent = (int32_t)((bits & 255) ^ 128) - 128, .is_negative = a < 0};
    p.size = (p.is_negative ? ~bits + 256 : bits) >> 8;
    if (p.size >= LIMIT) p.size = LIMIT - 1;
    return p;
}


static int64_t close(bool is_negative, uint64_t size, int32_t exponent)
{
    uint64_t mantissa = is_negative ? 0 - size : size;
    return (int64_t)(mantissa << 8 | ((uint32_t)exponent & 255));
}

static uint32_t digits_of(uint64_t size)
{
    uint32_t count = 0;
    while (count < sizeof powers / sizeof *powers && size >= powers[count]) ++count;
    return count;
}

static uint64_t drop_digits(uint64_t size, int64_t count)
{
    if (count <= 0) return size;
    if (count >= (int64_t)(sizeof powers / sizeof *powers)) return 0;
    uint64_t power = powers[count];
    return size / power + (size % power >= power / 2);
}

int64_t pl_float_make(bool is_negative, uint64_t mantissa, int64_t exponent)
{
    if (mantissa < LIMIT && exponent == 0) return mantissa == 0 ? 0 : close(is_negative, mantissa, 0);
    int64_t excess = (int64_t)digits_of(mantissa) - DIGITS, missing = -MAX_EXPONENT - exponent;
    int64_t dropped = excess > missing ? excess : missing;
    uint64_t size = drop_digits(mantissa, dropped);
    if (dropped > 0) exponent += dropped;
    if (size == LIMIT) {
        size /= 10;
        ++exponent;
    }
    if (size == 0) return 0;
    for (; exponent < 0 && size % 10 == 0; ++exponent) size /= 10;
    for (; exponent > 0 && size < LIMIT / 10; --exponent) size *= 10;
    if (exponent > MAX_EXPONENT) return close(is_negative, LIMIT - 1, MAX_EXPONENT);
    return close(is_negative, size, (int32_t)exponent);
}

int64_t pl_float_from_whole(int64_t value)
{
    return pl_float_make(value < 0, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 0);
}

int64_t pl_float_from_fixed(int64_t fixed)
{
    return pl_float_make(fixed < 0, fixed < 0 ? 0 - (uint64_t)fixed : (uint64_t)fixed, -3);
}

// size times 10^exponent, at most `largest`; cut or rounded.
static uint64_t scaled(uint64_t size, int32_t exponent, uint64_t largest, bool is_rounded)
{
    if (exponent < 0 && is_rounded) return drop_digits(size, -exponent);
    if (exponent < 0) return -exponent < (int32_t)(sizeof powers / sizeof *powers) ? size / powers[-exponent] : 0;
    for (; exponent > 0 && size > 0 && size <= largest; --exponent) {
        if (size > largest / 10) return largest;
        size *= 10;
    }
    return size < largest ? size : largest;
}

int64_t pl_float_whole(int64_t a)
{
    parts p = open(a);
    int64_t size = (int64_t)scaled(p.size, p.exponent, INT64_MAX, false);
    return p.is_negative ? -size : size;
}

int64_t pl_float_fixed(int64_t a)
{
    parts p = open(a);
    int64_t size = (int64_t)scaled(p.size, p.exponent + 3, powers[15], true);
    return p.is_negative ? -size : size;
}

int64_t pl_float_negative(int64_t a)
{
    parts p = open(a);
    return p.size == 0 ? 0 : close(!p.is_negative, p.size, p.exponent);
}

// The one with the higher exponent gets up to 18 digits; what is then cut off the other is far below the 16 that stay.
int64_t pl_float_add(int64_t a, int64_t b)
{
    parts high = open(a), low = open(b);
    if (high.size == 0) return b;
    if (low.size == 0) return a;
    if (high.exponent < low.exponent) {
        parts other = high;
        high = low;
        low = other;
    }
    for (; high.exponent > low.exponent && high.size < powers[17]; --high.exponent) high.size *= 10;
    int32_t cut = high.exponent - low.exponent;
    uint64_t kept = scaled(low.size, -cut, UINT64_MAX, false);
    bool has_rest = cut > 0 && (cut > 19 || kept * powers[cut] != low.size);
    if (high.is_negative == low.is_negative) return pl_float_make(high.is_negative, high.size + kept, high.exponent);
    kept += has_rest;
    if (high.size >= kept) return pl_float_make(high.is_negative, high.size - kept, high.exponent);
    return pl_float_make(low.is_negative, kept - high.size, high.exponent);
}

// In two halves of eight digits each.
int64_t pl_float_multiply(int64_t a, int64_t b)
{
    parts x = open(a), y = open(b);
    bool is_negative = x.is_negative != y.is_negative;
    int64_t exponent = x.exponent + y.exponent;
    uint64_t x1 = x.size / HALF, x0 = x.size % HALF, y1 = y.size / HALF, y0 = y.size % HALF;
    uint64_t middle = x1 * y0 + x0 * y1;
    uint64_t low = middle % HALF * HALF + x0 * y0;
    uint64_t high = x1 * y1 + middle / HALF + low / LIMIT;
    low %= LIMIT;
    if (high == 0) return pl_float_make(is_negative, low, exponent);
    for (exponent += DIGITS; high < powers[17] && low > 0; --exponent) {
        high = high * 10 + low / powers[DIGITS - 1];
        low = low % powers[DIGITS - 1] * 10;
    }
    return pl_float_make(is_negative, high, exponent);
}

int64_t pl_float_divide(int64_t a, int64_t b)
{
    parts x = open(a), y = open(b);
    if (y.size == 0) return 0;
    int64_t exponent = x.exponent - y.exponent;
    uint64_t quotient = x.size / y.size, rest = x.size % y.size;
    for (; quotient < LIMIT && rest > 0; exponent -= 3) { // then it has at least 17 digits
        rest *= 1000;
        quotient = quotient * 1000 + rest / y.size;
        rest %= y.size;
    }
    return pl_float_make(x.is_negative != y.is_negative, quotient, exponent);
}

static int compare_sizes(parts x, parts y)
{
    if (x.exponent != y.exponent) {
        int32_t x_digits = (int32_t)digits_of(x.size), y_digits = (int32_t)digits_of(y.size);
        int32_t first = x.exponent + x_digits, second = y.exponent + y_digits; // 10^first is just above x
        if (first != second) return first < second ? -1 : 1;
        x.size *= powers[DIGITS - x_digits];
        y.size *= powers[DIGITS - y_digits];
    }
    return x.size < y.size ? -1 : x.size > y.size;
}

int pl_float_compare(int64_t a, int64_t b)
{
    if (a == b) return 0;
    parts x = open(a), y = open(b);
    if (x.size == 0 || y.size == 0) {
        if (x.size == y.size) return 0;
        bool is_below = x.size == 0 ? !y.is_negative : x.is_negative;
        return is_below ? -1 : 1;
    }
    if (x.is_negative != y.is_negative) return x.is_negative ? -1 : 1;
    return x.is_negative ? compare_sizes(y, x) : compare_sizes(x, y);
}

size_t pl_float_print(int64_t a, char* text, size_t size)
{
    parts p = open(a);
    const char* sign = p.is_negative && p.size > 0 ? "-" : "";
    if (p.exponent == 0 || p.size == 0) return (size_t)snprintf(text, size, "%s%" PRIu64, sign, p.size);
    if (p.exponent > 0 || p.exponent < -MAX_PLACES) {
        for (; p.size % 10 == 0; ++p.exponent) p.size /= 10;
        return (size_t)snprintf(text, size, "%s%" PRIu64 "e%+d", sign, p.size, (int)p.exponent);
    }
    int places = (int)-p.exponent;
    uint64_t unit = places <= DIGITS ? powers[places] : LIMIT; // all digits are places then
    return (size_t)snprintf(text, size, "%s%" PRIu64 ".%0*" PRIu64, sign, p.size / unit, places, p.size % unit);
}

// Numbers of the machine: as many digits as each of them holds for certain, so that 0.1 is 0.1.

ploy_value ploy_value_of_float(double number)
{
    char text[40];
    if (!(number == number)) return 0;
    uint64_t digits = 0;
    int64_t exponent = 0;
    const char* at = text;
    bool is_negative = number < 0, is_infinite = number - number != 0;
    if (is_infinite) return close(is_negative, LIMIT - 1, MAX_EXPONENT);
    snprintf(text, sizeof text, "%.*e", DOUBLE_DIGITS - 1, number);
    for (; *at != 'e'; ++at) { // the decimal point is that of the locale
        if (*at >= '0' && *at <= '9') digits = digits * 10 + (uint64_t)(*at - '0');
    }
    bool is_small = at[1] == '-';
    for (at += 2; *at; ++at) exponent = exponent * 10 + (*at - '0');
    return pl_float_make(is_negative, digits, (is_small ? -exponent : exponent) - (DOUBLE_DIGITS - 1));
}

double ploy_value_float(ploy_value value)
{
    parts p = open(value);
    double number = (double)p.size;
    for (; p.exponent > 22; p.exponent -= 22) number *= 1e22;
    for (; p.exponent < -22; p.exponent += 22) number /= 1e22;
    double power = 1; // exact up to 10^22, so that a number of 15 digits is rounded once
    for (int32_t i = p.exponent < 0 ? -p.exponent : p.exponent; i > 0; --i) power *= 10;
    number = p.exponent < 0 ? number / power : number * power;
    return p.is_negative ? -number : number;
}
