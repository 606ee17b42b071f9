// Every controller against every other: which one wins.

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

void report_robin(const evidence* e, FILE* out)
{
    static const char* const modes[] = {"domination", "ctf", "deathmatch", "lms"};
    fputs("<h2 id=\"robin\">Everyone against everyone</h2>\n<p>How many more points the controller on the left scores "
          "per match than the one above; * marks p below 0.05 (signs of the matches' differences flipped). GOAP and "
          "FSM keep to the goals and states of the dissertation. The others were written freely: they step aside as "
          "soon as an enemy aims at them and take a point or a flag that is a few steps away before they fight. So "
          "these tables compare files that were written by hand, and say little about techniques.</p>\n",
          out);
    for (uint32_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        print_mode(e, modes[i], false, out);
        print_mode(e, modes[i], true, out);
    }
}
