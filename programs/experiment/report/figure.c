#include "programs/experiment/report/figure.h"
#include "programs/cli/markup.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#define WIDTH 760
#define LEFT 250
#define RIGHT 70
#define BAR 15
#define GAP 9
#define TOP 8
#define MAX_SERIES 8

void figure_begin(figure* f, const char* title, const char* unit)
{
    memset(f, 0, sizeof *f);
    snprintf(f->title, sizeof f->title, "%s", title);
    snprintf(f->unit, sizeof f->unit, "%s", unit);
}

void figure_add(figure* f, const char* group, const char* series, stats_estimate value)
{
    if (f->count == FIGURE_BARS || isnan(value.value)) return;
    figure_bar* bar = &f->bars[f->count++];
    snprintf(bar->group, sizeof bar->group, "%s", group);
    snprintf(bar->series, sizeof bar->series, "%s", series);
    bar->value = value;
}

typedef struct figure_scale
{
    double min, max, step;
} figure_scale;

// Steps of 1, 2 or 5 times a power of ten, so that there are about six.
static double nice_step(double range)
{
    double unit = pow(10, floor(log10(range / 6)));
    double times = range / 6 / unit;
    return unit * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
}

static figure_scale scale_of(const figure* f)
{
    figure_scale s = {0, 0, 1};
    for (uint32_t i = 0; i < f->count; i++) {
        const stats_estimate* v = &f->bars[i].value;
        s.min = fmin(s.min, isnan(v->low) ? v->value : fmin(v->low, v->value));
        s.max = fmax(s.max, isnan(v->high) ? v->value : fmax(v->high, v->value));
    }
    if (s.max - s.min <= 0) s.max = s.min + 1;
    s.step = nice_step(s.max - s.min);
    s.min = floor(s.min / s.step) * s.step;
    s.max = ceil(s.max / s.step) * s.step;
    return s;
}

static double x_of(const figure_scale* s, double value)
{
    return LEFT + (WIDTH - LEFT - RIGHT) * (value - s->min) / (s->max - s->min);
}

static bool begins_group(const figure* f, uint32_t i)
{
    return i == 0 || strcmp(f->bars[i].group, f->bars[i - 1].group) != 0;
}

// The four most frequent series have the same color in all figures; others take the next one.
static uint32_t series_of(const figure* f, uint32_t bar)
{
    static const char* const known[] = {"long.goap", "long.fsm", "long.goap+squad", "long.fsm+squad"};
    const char* names[MAX_SERIES];
    uint32_t count = 0;
    for (uint32_t i = 0; i < 4; i++)
        if (strcmp(known[i], f->bars[bar].series) == 0) return i;
    for (uint32_t i = 0; i <= bar; i++) {
        uint32_t k = 0;
        while (k < count && strcmp(names[k], f->bars[i].series) != 0) k++;
        if (i == bar) return k % MAX_SERIES;
        if (k == count && count < MAX_SERIES) names[count++] = f->bars[i].series;
    }
    return 0;
}

static double height_of(const figure* f)
{
    double height = TOP;
    for (uint32_t i = 0; i < f->count; i++) height += BAR + (begins_group(f, i) ? GAP : 0);
    return height;
}

static void print_grid(const figure* f, const figure_scale* s, FILE* out)
{
    double bottom = height_of(f) + 4;
    uint32_t lines = (uint32_t)((s->max - s->min) / s->step + 1.5);
    for (uint32_t i = 0; i < lines; i++) {
        double value = s->min + i * s->step, x = x_of(s, value);
        fprintf(out, "<line class=\"%s\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%.1f\"/>",
                fabs(value) < s->step / 2 ? "zero" : "grid", x, x, TOP, bottom);
        fprintf(out, "<text class=\"tick\" x=\"%.1f\" y=\"%.1f\">%.6g</text>\n", x, bottom + 14,
                fabs(value) < s->step / 2 ? 0 : value);
    }
}

static void print_whisker(const stats_estimate* v, const figure_scale* s, double y, FILE* out)
{
    if (isnan(v->low)) return;
    double low = x_of(s, v->low), high = x_of(s, v->high), middle = y + (BAR - 3) / 2.0;
    fprintf(out, "<path class=\"whisker\" d=\"M%.1f %.1fH%.1fM%.1f %.1fv6M%.1f %.1fv6\"/>", low, middle, high, low,
            middle - 3, high, middle - 3);
}

static void print_bar(const figure* f, uint32_t i, const figure_scale* s, double y, FILE* out)
{
    const figure_bar* bar = &f->bars[i];
    double zero = x_of(s, 0), x = x_of(s, bar->value.value);
    if (begins_group(f, i)) {
        fprintf(out, "<text class=\"group\" x=\"4\" y=\"%.1f\">", y + BAR - 5);
        markup_text(out, bar->group);
        fputs("</text>", out);
    }
    fprintf(out, "<text class=\"series\" x=\"%d\" y=\"%.1f\">", LEFT - 6, y + BAR - 5);
    markup_text(out, bar->series);
    fprintf(out, "</text><rect class=\"s%u\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\"/>", series_of(f, i),
            fmin(zero, x), y, fmax(fabs(x - zero), 0.5), BAR - 3);
    print_whisker(&bar->value, s, y, out);
    fputc('\n', out);
}

static void print_picture(const figure* f, FILE* out)
{
    figure_scale s = scale_of(f);
    fprintf(out, "<svg role=\"img\" viewBox=\"0 0 %d %.0f\"><title>", WIDTH, height_of(f) + 38);
    markup_text(out, f->title);
    fputs("; the numbers are in the table below</title>\n", out);
    print_grid(f, &s, out);
    double y = TOP;
    for (uint32_t i = 0; i < f->count; i++) {
        y += begins_group(f, i) ? GAP : 0;
        print_bar(f, i, &s, y, out);
        y += BAR;
    }
    fprintf(out, "<text class=\"tick\" x=\"%d\" y=\"%.1f\">", (WIDTH + LEFT - RIGHT) / 2, height_of(f) + 33);
    markup_text(out, f->unit);
    fputs("</text></svg>\n", out);
}

static void print_row(const figure_bar* bar, FILE* out)
{
    fputs("<tr><td>", out);
    markup_text(out, bar->group);
    fputs("</td><td>", out);
    markup_text(out, bar->series);
    fprintf(out, "</td><td class=\"n\">%.6g</td><td class=\"n\">", bar->value.value);
    if (isnan(bar->value.low))
        fputs("–", out);
    else
        fprintf(out, "%.6g to %.6g", bar->value.low, bar->value.high);
    fprintf(out, "</td><td class=\"n\">%u</td></tr>\n", bar->value.n);
}

void figure_print(const figure* f, FILE* out)
{
    if (f->count == 0) return;
    fputs("<figure>\n<figcaption>", out);
    markup_text(out, f->title);
    fputs("</figcaption>\n", out);
    print_picture(f, out);
    fputs("<details><summary>The numbers</summary>\n<table><tr><th></th><th></th><th>", out);
    markup_text(out, f->unit);
    fputs("</th><th>95 % interval</th><th>n</th></tr>\n", out);
    for (uint32_t i = 0; i < f->count; i++) print_row(&f->bars[i], out);
    fputs("</table></details>\n</figure>\n", out);
}
