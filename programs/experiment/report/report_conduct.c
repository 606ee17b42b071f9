// What the dissertation speaks of beyond scores: survival, stalemates, orders, predictability, tempo.

#include <math.h>

#include "programs/experiment/report/figure.h"
#include "programs/experiment/report/report.h"

static const char* const modes[] = {"lms", "deathmatch", "domination", "ctf"};
static const char* const controllers[] = {"long.goap", "long.fsm", "long.goap+squad", "long.fsm+squad"};

static void print_measure(const evidence* e, const char* title, const char* unit, side_value_fn* value, FILE* out)
{
    figure f;
    figure_begin(&f, title, unit);
    for (uint32_t i = 0; i < sizeof modes / sizeof *modes; i++)
        for (uint32_t k = 0; k < sizeof controllers / sizeof *controllers; k++)
            figure_add(&f, modes[i], controllers[k],
                       report_mean(evidence_of_controller(e, modes[i], controllers[k], value)));
    figure_print(&f, out);
}

static void print_tempo(const evidence* e, FILE* out)
{
    stats_estimate s = report_mean(evidence_values(e, (pairing){"lms", "long.goap", "long.fsm", false}, value_tempo));
    if (isnan(s.value)) return;
    fprintf(out, "<p>Tempo: %.0f rounds of Last Man Standing in 120 minutes", s.value);
    if (!isnan(s.low)) fprintf(out, " (%.0f to %.0f)", s.low, s.high);
    fputs("; the dissertation had 274.", out);
    stats_estimate duel = report_mean(evidence_values(e, (pairing){"lms", "long.goap", "long.fsm", false}, value_duel));
    double round = 120 * 60 / s.value;
    if (!isnan(duel.value))
        fprintf(out,
                " A round lasts %.0f s, and for %.0f s of it the last two look for each other: our agents know only what they "
                "sense, and see 56 cells far on a map of 256 by 256. Until two are left a round takes %.0f s, which would be "
                "%.0f rounds. The dissertation added an action SeekClosestEnemy for its extra modes and does not say that "
                "the enemy must have been seen; ours roams until it has seen one.",
                round, duel.value, round - duel.value, 120 * 60 / (round - duel.value));
    fputs("</p>\n", out);
}

void report_conduct(const evidence* e, FILE* out)
{
    fputs("<h2 id=\"conduct\">Beyond the score</h2>\n<p>What the dissertation speaks of without numbers, counted five "
          "times per second. An order is obeyed at once if the agent does within a second what leads to its place, and "
          "overruled if it then turns to something else while the order stands. The entropy is how uncertain the next "
          "activity is when the current one is known: 0 is a fixed sequence.</p>\n",
          out);
    print_tempo(e, out);
    print_measure(e, "Survival: time alive per death", "seconds", value_survival, out);
    print_measure(e, "Stalemates: minutes of a match in which nobody scored", "minutes", value_quiet, out);
    print_measure(e, "Orders obeyed at once", "share of the orders", value_obeyed, out);
    print_measure(e, "Orders overruled", "share of the orders", value_overruled, out);
    print_measure(e, "Entropy of the next activity", "bits", value_entropy, out);
}
