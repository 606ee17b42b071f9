// What decisions cost: CPU, memory, frames.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "programs/experiment/report/figure.h"
#include "programs/experiment/report/report.h"

#define MAX_CONTROLLERS 32

/// Our targets.
#define MAX_TIMES_FSM 1.5
#define MAX_P999_US 100
#define MAX_BYTES_MORE (100 * 1024)

// Controllers that play anywhere, in the order of the plan.
static uint32_t list_controllers(const study* s, const char* names[MAX_CONTROLLERS])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < 2 * s->cell_count; i++) {
        const char* name = s->cells[i / 2].controllers[i % 2];
        uint32_t k = 0;
        while (k < count && strcmp(names[k], name) != 0) k++;
        if (k == count && count < MAX_CONTROLLERS) names[count++] = name;
    }
    return count;
}

static void print_figure(const evidence* e, const char* title, const char* unit, side_value_fn* value, FILE* out)
{
    figure f;
    const char* names[MAX_CONTROLLERS];
    uint32_t count = list_controllers(e->s, names);
    figure_begin(&f, title, unit);
    for (uint32_t i = 0; i < count; i++)
        figure_add(&f, names[i], "", report_mean(evidence_of_controller(e, NULL, names[i], value)));
    figure_print(&f, out);
}

static double technical(const evidence* e, const char* controller, side_value_fn* value)
{
    return report_mean(evidence_technical(e, controller, value)).value;
}

static double segments(const evidence* e, uint32_t which)
{
    return report_mean(evidence_segments_of(e, "long.goap", "long.fsm", STUDY_CPU_MEAN, which)).value;
}

static void print_aim(const char* what, double aim, double measured, const char* unit, FILE* out)
{
    fprintf(out, "<tr><td>%s</td><td class=\"n\">%.6g%s</td><td class=\"n\">", what, aim, unit);
    if (isnan(measured))
        fputs("not played</td><td class=\"soft\">cannot tell</td></tr>\n", out);
    else
        fprintf(out, "%.6g%s</td><td class=\"%s\">%s</td></tr>\n", measured, unit, measured <= aim ? "yes" : "no",
                measured <= aim ? "reached" : "not reached");
}

static void print_aims(const evidence* e, FILE* out)
{
    double fsm = technical(e, "long.fsm", value_ai_mean), goap = technical(e, "long.goap", value_ai_mean);
    fputs("<table><tr><th>our targets; from the technical runs unless noted</th><th>at "
          "most</th><th>measured</th><th></th></tr>\n",
          out);
    print_aim("GOAP's mean time per step, relative to FSM's", MAX_TIMES_FSM, goap / fsm, "", out);
    print_aim("the same of whole steps, in CPU time", MAX_TIMES_FSM, segments(e, 0) / segments(e, 1), "", out);
    print_aim("99.9th percentile of GOAP's time per step, ten agents (sum of both sides)", MAX_P999_US,
              2 * technical(e, "long.goap", value_ai_p999), " µs", out);
    print_aim("GOAP's memory above FSM's, ten agents", MAX_BYTES_MORE,
              technical(e, "long.goap", value_bytes) - technical(e, "long.fsm", value_bytes), " bytes", out);
    fputs("</table>\n", out);
    if (!isnan(fsm))
        fprintf(out,
                "<p>FSM's own mean: %.3f µs per step for five agents; GOAP's: %.3f µs. Frames per second, with all of "
                "the game: %.0f with GOAP alone, %.0f with FSM alone. The longest step of the first second, in which all "
                "agents plan at once: %.0f µs with GOAP, %.0f µs with FSM.</p>\n",
                fsm, goap, 1e9 / segments(e, 0), 1e9 / segments(e, 1), technical(e, "long.goap", value_start),
                technical(e, "long.fsm", value_start));
}

static void print_segments(const evidence* e, FILE* out)
{
    static const char* const parts[STUDY_CPU_PARTS] = {"mean", "shortest", "99th percentile"};
    figure f;
    figure_begin(&f, "CPU: whole steps, in the technical runs", "ns per step, ten agents");
    for (uint32_t i = 0; i < STUDY_CPU_PARTS; i++)
        for (uint32_t k = 0; k < 2; k++)
            figure_add(&f, parts[i], k ? "long.fsm" : "long.goap",
                       report_mean(evidence_segments_of(e, "long.goap", "long.fsm", (study_cost_part)i, k)));
    figure_print(&f, out);
}

void report_cost(const evidence* e, FILE* out)
{
    fputs("<h2 id=\"cost\">What decisions cost</h2>\n<p>From the technical runs: each controller plays against itself, both "
          "in turn in one process, 15 seconds of play each. Times of decisions leave out sensors, paths and the rest of a "
          "step, which cost the same for all controllers; CPU time is that of whole steps.</p>\n",
          out);
    print_aims(e, out);
    print_segments(e, out);
    print_figure(e, "CPU: mean time of a side's decisions, in all matches", "µs per step, five agents", value_ai_mean, out);
    print_figure(e, "CPU: 99.9th percentile of the same", "µs per step, five agents", value_ai_p999, out);
    print_figure(e, "Memory for decisions", "bytes, five agents", value_bytes, out);
}
