// Bars with whiskers as SVG in the page, and the same numbers as a table below, so that nothing needs the picture.

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
/// Bars of a group follow each other. One without a value is left out, one too many as well.
void figure_add(figure* f, const char* group, const char* series, stats_estimate value);
/// Nothing when there are no bars.
void figure_print(const figure* f, FILE* out);

/// Text with <, >, & and quotes made harmless.
void html_text(FILE* out, const char* text);

#endif
