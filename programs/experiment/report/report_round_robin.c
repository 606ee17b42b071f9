// Every controller against every other: which one wins.

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "games/arena/setup/data_files.h"
#include "programs/experiment/report/figure.h"
#include "programs/experiment/report/report.h"

#define MAX_CONTROLLERS 32

static bool is_new(const char** names, uint32_t count, const char* name)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0) return false;
    return count < MAX_CONTROLLERS;
}

static uint32_t list_of_mode(const study* s, const char* mode, bool robin, const char* names[MAX_CONTROLLERS])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < 2 * s->cell_count; i++) {
        const study_cell* cell = &s->cells[i / 2];
        if (cell->technical || cell->robin != robin || strcmp(cell->mode, mode) != 0) continue;
        if (is_new(names, count, cell->controllers[i % 2])) names[count++] = cell->controllers[i % 2];
    }
    return count;
}

static void print_cell(const evidence* e, pairing p, FILE* out)
{
    stats_estimate s = report_mean(evidence_differences(e, p, value_score));
    if (isnan(s.value))
        fputs("<td class=\"n soft\">–</td>", out);
    else
        fprintf(out, "<td class=\"n %s\" title=\"%u matches, p %.4f\">%+.1f%s</td>",
                s.p >= 0.05   ? "soft"
                : s.value > 0 ? "yes"
                              : "no",
                s.n, s.p, s.value, s.p < 0.05 ? " *" : "");
}

static void print_mode(const evidence* e, const char* mode, bool robin, FILE* out)
{
    const char* names[MAX_CONTROLLERS];
    uint32_t count = list_of_mode(e->s, mode, robin, names);
    if (count < 2) return;
    fprintf(out, "<h3>%s, %s</h3>\n<div class=\"wide\"><table><tr><th></th>", mode,
            robin ? "round robin" : "tests of the plan");
    for (uint32_t i = 0; i < count; i++) fprintf(out, "<th class=\"n\">%s</th>", names[i]);
    fputs("</tr>\n", out);
    for (uint32_t i = 0; i < count; i++) {
        fprintf(out, "<tr><th>%s</th>", names[i]);
        for (uint32_t k = 0; k < count; k++) {
            if (i == k)
                fputs("<td></td>", out);
            else
                print_cell(e, (pairing){mode, names[i], names[k], robin}, out);
        }
        fputs("</tr>\n", out);
    }
    fputs("</table></div>\n", out);
}

typedef struct standing
{
    const char* name;
    stats_estimate ahead, kills;
} standing;

static int by_lead(const void* a, const void* b)
{
    double x = ((const standing*)a)->ahead.value, y = ((const standing*)b)->ahead.value;
    return (x < y) - (x > y);
}

// Lines of the controller's file that are not blank; 0: it has none.
static uint32_t lines_of(const char* controller)
{
    char technique[STUDY_NAME], name[STUDY_NAME + 4];
    study_technique(controller, technique);
    snprintf(name, sizeof name, "%s.xml", technique);
    const game_file* file = arena_data_find(name);
    uint32_t lines = 0;
    bool is_blank = true;
    for (size_t i = 0; file && i < file->bytes; i++) {
        is_blank = is_blank && strchr(" \t\r\n", file->text[i]) != NULL;
        if (file->text[i] != '\n') continue;
        lines += !is_blank;
        is_blank = true;
    }
    return lines;
}

static void print_standing(const evidence* e, const standing* s, uint32_t place, FILE* out)
{
    stats_estimate cpu = report_mean(evidence_of_controller(e, NULL, s->name, value_ai_mean));
    stats_estimate bytes = report_mean(evidence_of_controller(e, NULL, s->name, value_bytes));
    fprintf(out, "<tr><td class=\"n\">%u</td><td>%s</td><td class=\"n\">%+.2f", place, s->name, s->ahead.value);
    if (!isnan(s->ahead.low)) fprintf(out, " (%+.2f to %+.2f)", s->ahead.low, s->ahead.high);
    fprintf(out, "</td><td class=\"n\">%+.2f</td><td class=\"n\">%.2f</td><td class=\"n\">%.0f</td><td class=\"n\">%u</td></tr>\n",
            s->kills.value, cpu.value, bytes.value, lines_of(s->name));
}

// Who is ahead of all others together.
static void print_standings(const evidence* e, const char* mode, FILE* out)
{
    const char* names[MAX_CONTROLLERS];
    standing list[MAX_CONTROLLERS];
    uint32_t count = list_of_mode(e->s, mode, true, names);
    if (count < 2) return;
    for (uint32_t i = 0; i < count; i++) {
        pairing p = {mode, names[i], NULL, true};
        list[i] = (standing){names[i], report_mean(evidence_differences(e, p, value_score)),
                             report_mean(evidence_differences(e, p, value_kills))};
    }
    qsort(list, count, sizeof *list, by_lead);
    fprintf(out,
            "<h3>%s: who plays best</h3>\n<div class=\"wide\"><table><tr><th></th><th>controller</th><th>points ahead per match "
            "(95 %% interval)</th><th>kills ahead</th><th>µs per step, five agents</th><th>bytes</th><th>lines of its "
            "file</th></tr>\n",
            mode);
    for (uint32_t i = 0; i < count; i++) print_standing(e, &list[i], i + 1, out);
    fputs("</table></div>\n", out);
}

void report_robin(const evidence* e, FILE* out)
{
    static const char* const modes[] = {"domination", "ctf", "deathmatch", "lms"};
    fputs("<h2 id=\"robin\">Everyone against everyone</h2>\n<p>How many more points the controller on the left scores "
          "per match than the one above; * marks p below 0.05 (signs of the matches' differences flipped). long.goap "
          "and long.fsm keep to the goals and states of the dissertation; the others are free. All play over the same "
          "senses, activities and conditions, so the tables compare files that were written by hand as much as techniques.</p>\n",
          out);
    for (uint32_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        print_standings(e, modes[i], out);
        print_mode(e, modes[i], false, out);
        print_mode(e, modes[i], true, out);
    }
}
