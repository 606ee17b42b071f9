// The statistics that an experiment needs. Every p-value is two-sided unless it is said otherwise; every interval covers
// 95 %.
//
//   one sample of differences    mean, Student's interval; p by flipping signs, which only assumes that the two sides of
//                                a match could have been swapped
//   two samples                  difference of means, interval and p after Welch
//   a count out of a total       share, interval after Clopper and Pearson; p of the exact binomial test against a half
//   agents with labels           difference of means per label; p by shuffling the labels within each match
//   a margin                     two one-sided t-tests: within it (equivalence) or beyond it
//   many claims                  p corrected after Holm
//
// With too little data, an interval or p is NAN.

#ifndef EXPERIMENT_STATS_H
#define EXPERIMENT_STATS_H

#include <stdint.h>

typedef struct stats_estimate
{
    double value;
    double low, high; ///< 95 % interval
    double p;
    uint32_t n;       ///< number of observations
    double error, df; ///< standard error and degrees of freedom of Student's or Welch's interval; df 0: there is none
} stats_estimate;

double stats_mean(const double* values, uint32_t count);
/// With count - 1; NAN for fewer than two values.
double stats_variance(const double* values, uint32_t count);

/// The regularized incomplete beta function, 0 <= x <= 1.
double stats_beta(double a, double b, double x);
/// Probability that |T| is at least |t|, df > 0.
double stats_t_p(double t, double df);
/// The t that |T| exceeds with probability p.
double stats_t_limit(double p, double df);
/// Probability of at most k heads in n throws of a fair coin.
double stats_coin(uint64_t k, uint64_t n);

/// Without values: NAN.
stats_estimate stats_one_sample(const double* values, uint32_t count);
/// Mean of a minus mean of b.
stats_estimate stats_two_samples(const double* a, uint32_t a_count, const double* b, uint32_t b_count);
/// The share k / n.
stats_estimate stats_share(uint64_t k, uint64_t n);

/// One-sided p against "not above the bound", "not below it". NAN without a standard error.
double stats_p_above(const stats_estimate* s, double bound);
double stats_p_below(const stats_estimate* s, double bound);
/// p against "not between low and high": two one-sided tests, of which both must reject (TOST).
double stats_p_within(const stats_estimate* s, double low, double high);
/// p against "between low and high"; two-sided.
double stats_p_outside(const stats_estimate* s, double low, double high);
/// The p-values of a family, corrected so that the chance of any false alarm stays at the level (Holm's step-down). NAN
/// does not count.
void stats_holm(const double* p, uint32_t count, double* corrected);

/// One observation: its label (0 or 1) and its match (ascending).
typedef struct stats_labeled
{
    double value;
    uint32_t label;
    uint32_t group;
} stats_labeled;

/// Mean of label 0 minus mean of label 1; the interval is Welch's.
stats_estimate stats_relabeled(const stats_labeled* values, uint32_t count);

#endif
