// Bars with whiskers as SVG, and the same numbers as a table below.

#ifndef EXPERIMENT_REPORT_FIGURE_H
#define EXPERIMENT_REPORT_FIGURE_H

#include <stdio.h>

#include "programs/experiment/stats.h"

#define FIGURE_BARS 128

typedef struct figure_bar
{
    char group[96];
    char series[64];
    stats_estimate value; ///< low and high: the whisker; NAN: none
} figure_bar;

typedef struct figure
{
    char title[192];
    char unit[96];
    figure_bar bars[FIGURE_BARS];
    uint32_t count;
} figure;

void figure_begin(figure* f, const char* title, const char* unit);
/// Bars of a group must follow each other. A bar without a value, or one too many, is skipped.
void figure_add(figure* f, const char* group, const char* series, stats_estimate value);
/// Prints nothing without bars.
void figure_print(const figure* f, FILE* out);

#endif
