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

static double in_domination(const evidence* e, const char* whose, const char* other)
{
    return report_mean(evidence_values(e, (pairing){"domination", whose, other, false}, value_ai_mean)).value;
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
    print_aim("the same in Domination against each other, without squads", MAX_TIMES_FSM,
              in_domination(e, "long.goap", "long.fsm") / in_domination(e, "long.fsm", "long.goap"), "", out);
    print_aim("99.9th percentile of GOAP's time per step, ten agents (sum of both sides)", MAX_P999_US,
              2 * technical(e, "long.goap", value_ai_p999), " µs", out);
    print_aim("GOAP's memory above FSM's, ten agents", MAX_BYTES_MORE,
              technical(e, "long.goap", value_bytes_of_ten) - technical(e, "long.fsm", value_bytes_of_ten), " bytes", out);
    fputs("</table>\n", out);
    if (!isnan(fsm))
        fprintf(out,
                "<p>FSM's own mean: %.3f µs per step for five agents; GOAP's: %.3f µs. Frames per second, with all of "
                "the game: %.0f with GOAP alone, %.0f with FSM alone.</p>\n",
                fsm, goap, technical(e, "long.goap", value_frames), technical(e, "long.fsm", value_frames));
}

void report_cost(const evidence* e, FILE* out)
{
    fputs("<h2 id=\"cost\">What decisions cost</h2>\n<p>Decisions only: sensors, paths and the rest of a step cost the "
          "same for all controllers. Times are those of this computer during the experiment.</p>\n",
          out);
    print_aims(e, out);
    print_figure(e, "CPU: mean time of a side's decisions", "µs per step, five agents", value_ai_mean, out);
    print_figure(e, "CPU: 99.9th percentile of the same", "µs per step, five agents", value_ai_p999, out);
    print_figure(e, "Memory for decisions", "bytes, five agents", value_bytes, out);
}
