// Decimal floating point against sums, products and quotients that are worked out digit by digit.

#include <ploy/base.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/float.h"
#include "support/base/test.h"

enum
{
    PLACES = 300,           ///< of a long number behind its point
    SIZE = 2 * PLACES + 40, ///< digits of it, the lowest first
};

typedef struct long_number
{
    bool is_negative;
    uint8_t digits[SIZE];
} long_number;

static long_number opened(int64_t number)
{
    long_number n = {.is_negative = number < 0};
    int64_t exponent = ((number & 255) ^ 128) - 128;
    uint64_t mantissa = (uint64_t)llabs((number - (number & 255)) / 256);
    for (int64_t i = PLACES + exponent; mantissa > 0; mantissa /= 10) n.digits[i++] = (uint8_t)(mantissa % 10);
    return n;
}

static int highest(const long_number* n)
{
    int i = SIZE - 1;
    while (i >= 0 && n->digits[i] == 0) --i;
    return i;
}

// Rounded to 16 digits and to 127 places, halves away from zero, in the form with the exponent nearest to 0.
static int64_t closed(const long_number* n)
{
    int top = highest(n), low = top - 15;
    if (low < PLACES - 127) low = PLACES - 127;
    uint64_t mantissa = 0;
    for (int i = top; i >= low; --i) mantissa = mantissa * 10 + n->digits[i];
    if (low > 0 && n->digits[low - 1] >= 5) ++mantissa;
    int exponent = low - PLACES;
    if (mantissa == 0) return 0;
    while (mantissa >= UINT64_C(10000000000000000)) mantissa /= 10, ++exponent;
    while (exponent < 0 && mantissa % 10 == 0) mantissa /= 10, ++exponent;
    while (exponent > 0 && mantissa * 10 < UINT64_C(10000000000000000)) mantissa *= 10, --exponent;
    if (exponent > 127) mantissa = UINT64_C(9999999999999999), exponent = 127;
    return (n->is_negative ? -(int64_t)mantissa : (int64_t)mantissa) * 256 + (exponent & 255);
}

static int compare_sizes(const long_number* a, const long_number* b)
{
    for (int i = SIZE - 1; i >= 0; --i) {
        if (a->digits[i] != b->digits[i]) return a->digits[i] < b->digits[i] ? -1 : 1;
    }
    return 0;
}

static void subtract(long_number* a, const long_number* b)
{
    int borrow = 0;
    for (int i = 0; i < SIZE; ++i) {
        int digit = a->digits[i] - b->digits[i] - borrow;
        borrow = digit < 0;
        a->digits[i] = (uint8_t)(digit + 10 * borrow);
    }
}

static long_number sum(long_number a, long_number b)
{
    if (a.is_negative != b.is_negative) {
        bool is_first = compare_sizes(&a, &b) >= 0;
        long_number larger = is_first ? a : b;
        subtract(&larger, is_first ? &b : &a);
        return larger;
    }
    int carry = 0;
    for (int i = 0; i < SIZE; ++i) {
        int digit = a.digits[i] + b.digits[i] + carry;
        a.digits[i] = (uint8_t)(digit % 10);
        carry = digit / 10;
    }
    return a;
}

// The digits of a product begin PLACES lower.
static long_number product(const long_number* a, const long_number* b)
{
    uint32_t wide[2 * SIZE] = {0};
    long_number made = {.is_negative = a->is_negative != b->is_negative};
    int a_top = highest(a), b_top = highest(b);
    for (int i = 0; i <= a_top; ++i) {
        for (int j = 0; j <= b_top; ++j) wide[i + j] += (uint32_t)a->digits[i] * b->digits[j];
    }
    uint32_t carry = 0;
    for (int i = 0; i < 2 * SIZE; ++i) {
        carry += wide[i];
        if (i >= PLACES && i - PLACES < SIZE) made.digits[i - PLACES] = (uint8_t)(carry % 10);
        carry /= 10;
    }
    return made;
}

// Schoolbook division of the mantissas: one digit after the other.
static int64_t quotient(int64_t a, int64_t b)
{
    uint64_t x = (uint64_t)llabs((a - (a & 255)) / 256), y = (uint64_t)llabs((b - (b & 255)) / 256);
    int64_t exponent = (((a & 255) ^ 128) - 128) - (((b & 255) ^ 128) - 128);
    long_number n = {.is_negative = (a < 0) != (b < 0)};
    if (x == 0 || y == 0) return 0;
    uint64_t whole = x / y, rest = x % y;
    int at = (int)(PLACES + exponent);
    for (int i = at; whole > 0; whole /= 10) n.digits[i++] = (uint8_t)(whole % 10);
    while (--at >= 0) {
        rest *= 10;
        n.digits[at] = (uint8_t)(rest / y);
        rest %= y;
    }
    return closed(&n);
}

static ploy_random dice;

// Few digits and many, near each other and far apart.
static int64_t random_float(void)
{
    static const int spans[] = {2, 6, 20, 80};
    uint64_t mantissa = ploy_random_next(&dice) % UINT64_C(10000000000000000);
    int span = spans[ploy_random_below(&dice, 4)];
    for (uint32_t cut = ploy_random_below(&dice, 17); cut > 0; --cut) mantissa /= 10;
    if (ploy_random_below(&dice, 8) == 0) mantissa = UINT64_C(9999999999999999) - mantissa % 3;
    return pl_float_make(ploy_random_below(&dice, 2), mantissa, (int64_t)ploy_random_below(&dice, 2 * (uint32_t)span + 1) - span);
}

static void results_are_those_of_long_numbers(void** state)
{
    (void)state;
    dice = (ploy_random){.seed = 16};
    for (int i = 0; i < 4000; ++i) {
        int64_t a = random_float(), b = ploy_random_below(&dice, 20) ? random_float() : a;
        if (ploy_random_below(&dice, 20) == 0) b = pl_float_negative(a);
        long_number x = opened(a), y = opened(b), z;
        assert_true(closed(&x) == a);
        z = sum(x, y);
        assert_true(pl_float_add(a, b) == closed(&z));
        z = product(&x, &y);
        assert_true(pl_float_multiply(a, b) == closed(&z));
        assert_true(pl_float_divide(a, b) == quotient(a, b));
        int order = compare_sizes(&x, &y);
        bool is_signed = a < 0 || b < 0;
        if (is_signed) order = a < 0 && b < 0 ? -order : a < 0 ? -1 : 1;
        assert_int_equal(pl_float_compare(a, b), order);
    }
}

static void a_number_comes_back_from_its_text_and_from_a_double(void** state)
{
    (void)state;
    dice = (ploy_random){.seed = 17};
    for (int i = 0; i < 20000; ++i) {
        int64_t a = random_float();
        char text[PL_FLOAT_TEXT];
        assert_true(pl_float_print(a, text, sizeof text) < sizeof text);
        double number = strtod(text, NULL);
        int64_t exponent = ((a & 255) ^ 128) - 128, mantissa = llabs((a - (a & 255)) / 256);
        if (mantissa < INT64_C(1000000000000000) && exponent >= -22 && exponent <= 22) {
            assert_true(ploy_value_float(a) == number);
            assert_true(ploy_value_of_float(number) == a);
        } else {
            assert_true(ploy_value_float(a) >= number * (1 - 1e-15) || number < 0);
            assert_true(ploy_value_float(a) <= number * (1 + 1e-15) || number < 0);
        }
    }
    assert_true(ploy_value_of_float(0.1) == pl_float_make(false, 1, -1));
    assert_true(ploy_value_of_float(0.0) == 0 && ploy_value_of_float(-0.0) == 0);
    assert_true(ploy_value_of_float(1e300) == pl_float_make(false, 1, 300));
    assert_true(ploy_value_of_float(-1e300) == pl_float_make(true, 1, 300));
    assert_true(ploy_value_of_float(1e-300) == 0);
    double zero = 0;
    assert_true(ploy_value_of_float(1 / zero) == pl_float_make(false, 1, 300));
    assert_true(ploy_value_of_float(zero / zero) == 0);
}

static void whole_and_fixed_numbers_convert(void** state)
{
    (void)state;
    assert_true(pl_float_from_whole(0) == 0 && pl_float_from_fixed(0) == 0);
    assert_int_equal(pl_float_whole(pl_float_from_whole(-12345)), -12345);
    assert_int_equal(pl_float_fixed(pl_float_from_fixed(-12345)), -12345);
    assert_int_equal(pl_float_fixed(pl_float_make(false, 5, -4)), 1);
    assert_int_equal(pl_float_fixed(pl_float_make(true, 5, -4)), -1);
    assert_int_equal(pl_float_fixed(pl_float_make(false, 4999, -7)), 0);
    assert_int_equal(pl_float_fixed(pl_float_make(false, 1, 100)), 1000000000000000);
    assert_int_equal(pl_float_whole(pl_float_make(true, 19999, -4)), -1);
    assert_int_equal(pl_float_whole(pl_float_make(true, 1, 100)), -INT64_MAX);
    assert_true(pl_float_from_whole(INT64_MIN) == pl_float_make(true, 9223372036854776, 3));
}

// What a damaged save may hold gives some number, and the same one each time.
static void bits_that_are_no_number_do_no_harm(void** state)
{
    (void)state;
    dice = (ploy_random){.seed = 18};
    for (int i = 0; i < 20000; ++i) {
        int64_t a = (int64_t)ploy_random_next(&dice), b = (int64_t)ploy_random_next(&dice);
        char text[PL_FLOAT_TEXT];
        assert_true(pl_float_print(a, text, sizeof text) < sizeof text);
        assert_true(pl_float_add(a, b) == pl_float_add(b, a));
        assert_true(pl_float_multiply(a, b) == pl_float_multiply(b, a));
        assert_int_equal(pl_float_compare(a, b), -pl_float_compare(b, a));
        (void)pl_float_divide(a, b);
        (void)pl_float_fixed(a);
        (void)pl_float_whole(a);
        (void)ploy_value_float(a);
    }
}

TEST_MAIN(TEST(results_are_those_of_long_numbers), TEST(a_number_comes_back_from_its_text_and_from_a_double),
          TEST(whole_and_fixed_numbers_convert), TEST(bits_that_are_no_number_do_no_harm))
