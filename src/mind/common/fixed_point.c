#include "mind/common/fixed_point.h"

#include "base/check.h"

#define LN_2 ((int64_t)744261118) // 2^30 ln 2

int64_t pl_fixed_multiply(int64_t a, int64_t b)
{
    int64_t product = a * b;
    int64_t half = PL_FIXED_ONE / 2;
    return product >= 0 ? (product + half) / PL_FIXED_ONE : -((half - product) / PL_FIXED_ONE);
}

// ln m = 2 artanh t with t = (m - 1) / (m + 1): for m in 1 .. 2, t is at most a third, and each term of the series a
// ninth of the one before.
static int64_t log_between_1_and_2(int64_t m)
{
    int64_t t = (m - PL_FIXED_ONE) * PL_FIXED_ONE / (m + PL_FIXED_ONE);
    int64_t square = pl_fixed_multiply(t, t);
    int64_t sum = 0;
    for (int64_t power = t, n = 1; power > 0; power = pl_fixed_multiply(power, square), n += 2) {
        sum += power / n;
    }
    return 2 * sum;
}

int64_t pl_fixed_log(int64_t above, int64_t below)
{
    PL_ASSERT(above > 0 && above <= PL_FIXED_ONE && below > 0 && below <= PL_FIXED_ONE);
    int64_t twos = 0;
    for (; above >= 2 * below; below *= 2) ++twos;
    for (; above < below; above *= 2) --twos;
    return twos * LN_2 + log_between_1_and_2(above * PL_FIXED_ONE / below);
}

int64_t pl_fixed_exp(int64_t x)
{
    PL_ASSERT(x <= 0);
    int64_t twos = (LN_2 - 1 - x) / LN_2; // x + twos ln 2 lies in 0 .. ln 2
    if (twos > 31) return 0;
    int64_t rest = x + twos * LN_2;
    int64_t sum = 0;
    for (int64_t term = PL_FIXED_ONE, n = 1; term > 0; ++n) {
        sum += term;
        term = pl_fixed_multiply(term, rest) / n;
    }
    return sum >> twos;
}
