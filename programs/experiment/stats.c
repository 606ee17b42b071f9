#include "programs/experiment/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ploy/base.h>

#include "programs/cli/memory.h"

/// Up to so many signs, all combinations are tried; beyond, DRAWS random ones.
#define EXACT_SIGNS 16
#define DRAWS 20000
#define SEED 0x5717a7e5
/// Sums that differ by less are equal.
#define ALIKE 1e-9
#define LEVEL 0.05

static const stats_estimate nothing = {.value = NAN, .low = NAN, .high = NAN, .p = NAN};

double stats_mean(const double* values, uint32_t count)
{
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) sum += values[i];
    return count ? sum / count : NAN;
}

double stats_variance(const double* values, uint32_t count)
{
    double mean = stats_mean(values, count), sum = 0;
    for (uint32_t i = 0; i < count; i++) sum += (values[i] - mean) * (values[i] - mean);
    return count > 1 ? sum / (count - 1) : NAN;
}

// Lentz's method for the continued fraction; converges quickly for x < (a + 1) / (a + b + 2).
static double beta_fraction(double a, double b, double x)
{
    const double tiny = 1e-300;
    double c = 1, d = 1 - (a + b) * x / (a + 1);
    d = 1 / (fabs(d) < tiny ? tiny : d);
    double result = d;
    for (int m = 1; m <= 1000; m++) {
        double step = 1;
        for (int odd = 0; odd < 2; odd++) {
            double k = odd ? -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
                           : m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
            d = 1 + k * d;
            c = 1 + k / c;
            d = 1 / (fabs(d) < tiny ? tiny : d);
            if (fabs(c) < tiny) c = tiny;
            step = c * d;
            result *= step;
        }
        if (fabs(step - 1) < 1e-15) break;
    }
    return result;
}

double stats_beta(double a, double b, double x)
{
    if (x <= 0) return 0;
    if (x >= 1) return 1;
    double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
    if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(a, b, x) / a;
    return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double stats_t_p(double t, double df)
{
    return isinf(t) ? 0 : stats_beta(df / 2, 0.5, df / (df + t * t));
}

double stats_t_limit(double p, double df)
{
    double low = 0, high = 1;
    while (stats_t_p(high, df) > p) high *= 2;
    for (int i = 0; i < 200; i++) {
        double middle = (low + high) / 2;
        *(stats_t_p(middle, df) > p ? &low : &high) = middle;
    }
    return high;
}

double stats_coin(uint64_t k, uint64_t n)
{
    return k >= n ? 1 : stats_beta((double)(n - k), (double)k + 1, 0.5);
}

// Is the sum with these signs at least as far from 0 as the observed one?
static bool is_as_far(double sum, double seen)
{
    return fabs(sum) >= fabs(seen) - ALIKE * (1 + fabs(seen));
}

static double exact_sign_p(const double* values, uint32_t count, double seen)
{
    uint32_t far = 0, all = 1u << count;
    for (uint32_t signs = 0; signs < all; signs++) {
        double sum = 0;
        for (uint32_t i = 0; i < count; i++) sum += signs >> i & 1 ? -values[i] : values[i];
        far += is_as_far(sum, seen);
    }
    return (double)far / all;
}

static double drawn_sign_p(const double* values, uint32_t count, double seen)
{
    ploy_random random = {.seed = SEED};
    uint32_t far = 0;
    for (uint32_t draw = 0; draw < DRAWS; draw++) {
        double sum = 0;
        uint64_t bits = 0;
        for (uint32_t i = 0; i < count; i++, bits >>= 1) {
            if (i % 64 == 0) bits = ploy_random_next(&random);
            sum += bits & 1 ? -values[i] : values[i];
        }
        far += is_as_far(sum, seen);
    }
    return (far + 1.0) / (DRAWS + 1.0);
}

static double sign_p(const double* values, uint32_t count)
{
    double seen = 0;
    for (uint32_t i = 0; i < count; i++) seen += values[i];
    return count <= EXACT_SIGNS ? exact_sign_p(values, count, seen) : drawn_sign_p(values, count, seen);
}

static stats_estimate with_interval(double value, double error, double df, uint32_t n)
{
    double reach = df > 0 ? stats_t_limit(LEVEL, df) * error : NAN;
    return (stats_estimate){value, value - reach, value + reach, NAN, n, error, df > 0 ? df : 0};
}

stats_estimate stats_one_sample(const double* values, uint32_t count)
{
    if (count == 0) return nothing;
    stats_estimate e =
        with_interval(stats_mean(values, count), sqrt(stats_variance(values, count) / count), (double)count - 1, count);
    e.p = sign_p(values, count);
    return e;
}

stats_estimate stats_two_samples(const double* a, uint32_t a_count, const double* b, uint32_t b_count)
{
    if (a_count == 0 || b_count == 0) return nothing;
    double difference = stats_mean(a, a_count) - stats_mean(b, b_count);
    if (a_count < 2 || b_count < 2)
        return (stats_estimate){.value = difference, .low = NAN, .high = NAN, .p = NAN, .n = a_count + b_count};
    double va = stats_variance(a, a_count) / a_count, vb = stats_variance(b, b_count) / b_count;
    double error = sqrt(va + vb);
    if (error == 0)
        return (stats_estimate){difference, difference, difference, difference == 0 ? 1 : 0, a_count + b_count, 0,
                                a_count + b_count - 2};
    double df = (va + vb) * (va + vb) / (va * va / (a_count - 1) + vb * vb / (b_count - 1));
    stats_estimate e = with_interval(difference, error, df, a_count + b_count);
    e.p = stats_t_p(difference / error, df);
    return e;
}

// The quantile of the beta distribution.
static double beta_limit(double a, double b, double below)
{
    double low = 0, high = 1;
    for (int i = 0; i < 100; i++) {
        double middle = (low + high) / 2;
        *(stats_beta(a, b, middle) < below ? &low : &high) = middle;
    }
    return (low + high) / 2;
}

stats_estimate stats_share(uint64_t k, uint64_t n)
{
    if (n == 0) return nothing;
    double dk = (double)k, dn = (double)n;
    uint64_t fewer = k < n - k ? k : n - k;
    double p = 2 * stats_coin(fewer, n);
    return (stats_estimate){
        .value = dk / dn,
        .low = k == 0 ? 0 : beta_limit(dk, dn - dk + 1, LEVEL / 2),
        .high = k == n ? 1 : beta_limit(dk + 1, dn - dk, 1 - LEVEL / 2),
        .p = p > 1 ? 1 : p,
        .n = (uint32_t)n,
    };
}

double stats_p_above(const stats_estimate* s, double bound)
{
    if (!(s->df > 0) || isnan(s->value)) return NAN;
    double distance = s->value - bound;
    if (s->error == 0) return distance > 0 ? 0 : 1;
    double half = stats_t_p(distance / s->error, s->df) / 2;
    return distance > 0 ? half : 1 - half;
}

double stats_p_below(const stats_estimate* s, double bound)
{
    double p = stats_p_above(s, bound);
    return s->error == 0 && !isnan(p) ? (s->value < bound ? 0 : 1) : 1 - p;
}

double stats_p_within(const stats_estimate* s, double low, double high)
{
    double above = stats_p_above(s, low), below = stats_p_below(s, high);
    return above > below ? above : below;
}

double stats_p_outside(const stats_estimate* s, double low, double high)
{
    double below = stats_p_below(s, low), above = stats_p_above(s, high);
    double p = 2 * (above < below ? above : below);
    return p > 1 ? 1 : p;
}

void stats_holm(const double* p, uint32_t count, double* corrected)
{
    uint32_t family = 0;
    for (uint32_t i = 0; i < count; i++) {
        corrected[i] = NAN;
        family += !isnan(p[i]);
    }
    double reached = 0;
    for (uint32_t left = family; left > 0; left--) { // the smallest that is not corrected yet
        uint32_t smallest = count;
        for (uint32_t i = 0; i < count; i++)
            if (!isnan(p[i]) && isnan(corrected[i]) && (smallest == count || p[i] < p[smallest])) smallest = i;
        reached = fmax(reached, fmin(1, p[smallest] * left));
        corrected[smallest] = reached;
    }
}

static double label_difference(const stats_labeled* values, const uint32_t* labels, uint32_t count)
{
    double sums[2] = {0}, counts[2] = {0};
    for (uint32_t i = 0; i < count; i++) {
        sums[labels[i]] += values[i].value;
        counts[labels[i]]++;
    }
    return sums[0] / counts[0] - sums[1] / counts[1];
}

static void shuffle(uint32_t* labels, uint32_t count, ploy_random* random)
{
    for (uint32_t i = count; i > 1; i--) {
        uint32_t other = ploy_random_below(random, i), kept = labels[i - 1];
        labels[i - 1] = labels[other];
        labels[other] = kept;
    }
}

static void deal(const stats_labeled* values, uint32_t* labels, uint32_t count, ploy_random* random)
{
    for (uint32_t first = 0, end; first < count; first = end) {
        for (end = first; end < count && values[end].group == values[first].group; end++) {
        }
        shuffle(labels + first, end - first, random);
    }
}

static double label_p(const stats_labeled* values, uint32_t* labels, uint32_t count)
{
    double seen = label_difference(values, labels, count);
    ploy_random random = {.seed = SEED};
    uint32_t far = 0;
    for (uint32_t draw = 0; draw < DRAWS; draw++) {
        deal(values, labels, count, &random);
        far += is_as_far(label_difference(values, labels, count), seen);
    }
    return (far + 1.0) / (DRAWS + 1.0);
}

stats_estimate stats_relabeled(const stats_labeled* values, uint32_t count)
{
    double* split = have_memory(calloc(2 * (size_t)count + 1, sizeof *split));
    uint32_t* labels = have_memory(calloc((size_t)count + 1, sizeof *labels));
    uint32_t counts[2] = {0};
    for (uint32_t i = 0; i < count; i++) {
        labels[i] = values[i].label;
        split[labels[i] * count + counts[labels[i]]++] = values[i].value;
    }
    stats_estimate e = stats_two_samples(split, counts[0], split + count, counts[1]);
    if (counts[0] && counts[1]) e.p = label_p(values, labels, count);
    free(labels);
    free(split);
    return e;
}
