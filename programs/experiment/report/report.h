// The report: one page that needs no other file.

#ifndef EXPERIMENT_REPORT_REPORT_H
#define EXPERIMENT_REPORT_REPORT_H

#include <stdio.h>

#include "programs/experiment/claims/claims.h"

/// Equal results give equal pages, to the byte.
void report_print(const evidence* e, const claim_answer* answers, FILE* out);

// Its parts.
/// What agents do beyond the score: survival, stalemates, orders, how predictable they are, tempo.
void report_conduct(const evidence* e, FILE* out);
/// How agents behave: how long goals last, how many are finished, how fights are fought.
void report_behavior(const evidence* e, FILE* out);
/// A figure of that table by its column; NAN: there was none.
double report_behavior_value(const evidence* e, const char* mode, const char* controller, uint32_t index);
void report_figures(const evidence* e, FILE* out);
void report_cost(const evidence* e, FILE* out);
void report_robin(const evidence* e, FILE* out);
void report_flexibility(FILE* out);
void report_uses(const evidence* e, FILE* out);

/// Mean and interval of a sample; frees the sample.
stats_estimate report_mean(sample list);

#endif
