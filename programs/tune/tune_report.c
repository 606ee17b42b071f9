#include "programs/tune/tune_report.h"

#include <inttypes.h>
#include <math.h>

#include "programs/cli/markup.h"

#define WIDTH 760.0
#define HEIGHT 240.0
#define LEFT 50.0
#define BOTTOM 30.0
#define TOP 10.0

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1c1c1e;--paper:#fdfdfc;--soft:#6b6b70;--line:#d9d9dc;--a:#2f6fb5;--b:#d07a22}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e9e9ec;--paper:#17181a;--soft:#a0a0a6;--line:#3a3b3f;--a:#6ea8e6;"
    "--b:#e8a154}}\n"
    "body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:52rem;margin:2rem auto;"
    "padding:0 1rem}table{border-collapse:collapse;font-size:.9rem}td,th{border-bottom:1px solid var(--line);padding:.3rem "
    ".6rem;text-align:left}.n{text-align:right;font-variant-numeric:tabular-nums}svg{width:100%;height:auto;font:11px "
    "system-ui,sans-serif}svg text{fill:var(--soft)}.grid{stroke:var(--line)}.best{fill:none;stroke:var(--b);"
    "stroke-width:2}.trial{fill:var(--a)}\n";

typedef struct curve
{
    double low, high; // scores
    uint32_t count;
} curve;

static double x_of(const curve* c, uint32_t i)
{
    return LEFT + (WIDTH - LEFT - 10) * (c->count > 1 ? (double)i / (c->count - 1) : 0.5);
}

static double y_of(const curve* c, double score)
{
    return TOP + (HEIGHT - TOP - BOTTOM) * (c->high - score) / (c->high - c->low);
}

static void print_grid(const curve* c, FILE* out)
{
    for (int i = 0; i <= 4; i++) {
        double score = c->low + (c->high - c->low) * i / 4, y = y_of(c, score);
        fprintf(out, "<line class=\"grid\" x1=\"%.0f\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\"/>", LEFT, WIDTH - 10, y, y);
        fprintf(out, "<text x=\"4\" y=\"%.1f\">%+.3f</text>\n", y + 4, score);
    }
    fprintf(out, "<text x=\"%.0f\" y=\"%.0f\">trial 1</text><text x=\"%.0f\" y=\"%.0f\" text-anchor=\"end\">trial %" PRIu32
                 "</text>\n",
            LEFT, HEIGHT - 8, WIDTH - 10, HEIGHT - 8, c->count);
}

static void print_curve(const tuning* t, FILE* out)
{
    curve c = {INFINITY, -INFINITY, t->trial_count};
    for (uint32_t i = 0; i < t->trial_count; i++) {
        c.low = fmin(c.low, t->trials[i].score);
        c.high = fmax(c.high, t->trials[i].score);
    }
    if (c.high - c.low < 0.01) c.high = c.low + 0.01;
    fprintf(out,
            "<figure><svg role=\"img\" viewBox=\"0 0 %.0f %.0f\"><title>The score of every trial, and the best so far"
            "</title>\n",
            WIDTH, HEIGHT);
    print_grid(&c, out);
    for (uint32_t i = 0; i < t->trial_count; i++)
        fprintf(out, "<circle class=\"trial\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\"/>", x_of(&c, i), y_of(&c, t->trials[i].score));
    fputs("\n<path class=\"best\" d=\"", out);
    double best = -INFINITY;
    for (uint32_t i = 0; i < t->trial_count; i++) {
        best = fmax(best, t->trials[i].score);
        fprintf(out, "%s%.1f %.1f", i ? "L" : "M", x_of(&c, i), y_of(&c, best));
    }
    fputs("\"/></svg><figcaption>Score of each trial on the tuning seeds (points), and the best so far (line). The best of "
          "many is partly luck: the final and the validation play on other seeds.</figcaption></figure>\n",
          out);
}

static void print_values(const tuning* t, FILE* out)
{
    fputs("<h2>The values</h2>\n<table><tr><th>number</th><th>line</th><th>range</th><th>before</th><th>after</th></tr>\n",
          out);
    for (uint32_t i = 0; i < t->m.count; i++) {
        const mark* m = &t->m.items[i];
        char low[32], high[32], before[32], after[32];
        mark_print(m, m->low, low);
        mark_print(m, m->high, high);
        mark_print(m, m->value, before);
        mark_print(m, t->trials[t->best].values[i], after);
        fputs("<tr><td>", out);
        markup_text(out, m->name);
        fprintf(out,
                "</td><td class=\"n\">%" PRIu32 "</td><td class=\"n\">%s to %s</td><td class=\"n\">%s</td>"
                "<td class=\"n\">%s</td></tr>\n",
                m->line, low, high, before, after);
    }
    fputs("</table>\n", out);
}

static void print_final(const tuning* t, FILE* out)
{
    fprintf(out,
            "<h2>The final</h2>\n<p>The best trials and the old values, %" PRIu32
            " matches each on fresh tuning seeds.</p>\n<table><tr><th>trial</th><th>score in the search</th><th>in the "
            "final</th></tr>\n",
            t->final_matches);
    for (uint32_t i = 0; i < t->trial_count; i++)
        if (!isnan(t->trials[i].final_score))
            fprintf(out, "<tr><td>%" PRIu32 "%s%s</td><td class=\"n\">%+.3f</td><td class=\"n\">%+.3f</td></tr>\n", i + 1,
                    i == 0 ? " (the old values)" : "", i == t->best ? ", chosen" : "", t->trials[i].score,
                    t->trials[i].final_score);
    fputs("</table>\n", out);
}

static void print_validation(const tuning* t, const char* tuned, FILE* out)
{
    fprintf(out,
            "<h2>Validation</h2>\n<p>On %" PRIu32 " matches with seeds from %" PRIu64
            " on, by which nothing was chosen: old values %+.4f, new values %+.4f, gain %+.4f (95 %% interval %+.4f to "
            "%+.4f, p %.4f). ",
            t->validation, t->seed - SEEDS_TUNING_FIRST + SEEDS_VALIDATION_FIRST, t->old_score, t->new_score,
            t->gain.value, t->gain.low, t->gain.high, t->gain.p);
    if (tuned) {
        fputs("The new values are better; they are in <code>", out);
        markup_text(out, tuned);
        fputs("</code>.</p>\n", out);
    } else {
        fputs("It is not shown that the new values are better; no file was written.</p>\n", out);
    }
}

static void print_plan(const tuning* t, FILE* out)
{
    const contest_plan* p = &t->plan;
    fprintf(out,
            "<h2>How it was done</h2>\n<p>Method %s of NLopt, %" PRIu32 " matches of %" PRIu32 " seconds; a trial plays %" PRIu32
            " of them: %" PRIu32 " seed(s), both sides, %s squads, modes",
            t->method, t->spent, p->seconds, tuning_trial_matches(t), t->rounds, p->has_squads ? "with" : "without");
    for (uint32_t i = 0; i < p->mode_count; i++) fprintf(out, " %s", p->modes[i]);
    fputs("; against", out);
    for (uint32_t i = 0; i < p->opponent_count; i++) fprintf(out, " %s", p->opponents[i]);
    fprintf(out,
            ". The score of a match is the difference of the sides' points, or kills in Last Man Standing, over their "
            "sum: from -1 to 1. Seeds of tuning from %" PRIu64 " on.</p>\n",
            t->seed);
}

void tune_report_print(const tuning* t, const char* file, const char* tuned, FILE* out)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
          "content=\"width=device-width,initial-scale=1\"><title>",
          out);
    markup_text(out, file);
    fprintf(out, ": tuned by playing</title>\n<style>%s</style></head><body>\n<h1>", style);
    markup_text(out, t->plan.controller);
    fputs(", tuned by playing</h1>\n<p>File <code>", out);
    markup_text(out, file);
    fprintf(out, "</code>: %" PRIu32 " numbers, %" PRIu32 " trials.</p>\n", t->m.count, t->trial_count);
    print_validation(t, tuned, out);
    print_curve(t, out);
    print_values(t, out);
    print_final(t, out);
    print_plan(t, out);
    fputs("</body></html>\n", out);
}
