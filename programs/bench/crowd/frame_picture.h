// Frame times as a picture: one line per way of running the same crowd.

#ifndef BENCH_CROWD_FRAME_PICTURE_H
#define BENCH_CROWD_FRAME_PICTURE_H

#include <stdint.h>
#include <stdio.h>

typedef struct frame_series
{
    const char* name;
    const double* ns; ///< one per frame
} frame_series;

/// As SVG. top: milliseconds at the upper edge, so that two pictures can share a scale.
void frame_picture_print(const char* title, const frame_series* series, uint32_t count, uint32_t frames, double top,
                         FILE* out);

#endif
