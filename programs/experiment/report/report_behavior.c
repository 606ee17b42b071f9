// How agents behave, per mode and controller: the behavior object of `ploy play arena --json`, over all matches.

#include <math.h>
#include <string.h>

#include "programs/experiment/report/report.h"

static const char* const modes[] = {"domination", "ctf", "deathmatch", "lms"};

typedef enum aim_kind
{
    AT_LEAST,
    AT_MOST
} aim_kind;

/// A figure: `times` the sum of one metric over the sum of another, in `unit`. The median is a mean over sides instead.
typedef struct behavior_figure
{
    const char* title;
    study_metric part, whole;
    double times;
    const char* unit;
    int places;
    aim_kind kind;
    double aim;
} behavior_figure;

static const behavior_figure figures[] = {
    {"goal, median", STUDY_METRIC_goal_median_ms, STUDY_METRIC_COUNT, 0.001, " s", 1, AT_LEAST, 2.5},
    {"goals under 1 s", STUDY_METRIC_goals_short, STUDY_METRIC_goals, 100, " %", 0, AT_MOST, 20},
    {"back and forth within 2 s, per minute", STUDY_METRIC_goals_returned, STUDY_METRIC_samples, 5 * 60, "", 1, AT_MOST, 1},
    {"goals finished", STUDY_METRIC_goals_finished, STUDY_METRIC_goals, 100, " %", 0, AT_LEAST, 60},
    {"standing in view", STUDY_METRIC_samples_still, STUDY_METRIC_samples, 100, " %", 1, AT_MOST, 2},
    {"plans of one step in fights", STUDY_METRIC_fight_plans_short, STUDY_METRIC_fight_plans, 100, " %", 0, AT_MOST, 40},
    {"reloads in cover or moving", STUDY_METRIC_reloads_sheltered, STUDY_METRIC_reloads, 100, " %", 0, AT_LEAST, 70},
    {"blind fire within 30 degrees", STUDY_METRIC_blind_shots_near, STUDY_METRIC_blind_shots, 100, " %", 0, AT_LEAST, 70},
    {"squad fights with a flank", STUDY_METRIC_squad_fights_flanked, STUDY_METRIC_squad_fights, 100, " %", 0, AT_LEAST,
     100.0 / 3},
};
#define FIGURES (sizeof figures / sizeof *figures)

double report_behavior_value(const evidence* e, const char* mode, const char* controller, uint32_t index)
{
    const behavior_figure* f = &figures[index];
    double part = 0, whole = 0;
    for (uint32_t i = 0; i < 2 * e->s->match_count; i++) {
        const study_cell* cell = study_cell_of(e->s, i / 2);
        const study_metrics* m = &e->results[i / 2].sides[i % 2];
        bool is_counted = e->results[i / 2].done && !cell->technical && strcmp(cell->mode, mode) == 0 &&
                          strcmp(cell->controllers[i % 2], controller) == 0;
        int64_t value = study_metric_of(m, f->part);
        if (!is_counted || value < 0) continue;
        part += (double)value;
        whole += f->whole == STUDY_METRIC_COUNT ? m->goals > 0 : (double)study_metric_of(m, f->whole);
    }
    return whole > 0 ? f->times * part / whole : (double)NAN;
}

static void print_value(const behavior_figure* f, double value, bool has_aim, FILE* out)
{
    if (isnan(value)) {
        fputs("<td class=\"n soft\">–</td>", out);
        return;
    }
    bool is_met = f->kind == AT_LEAST ? value >= f->aim : value <= f->aim;
    fprintf(out, "<td class=\"n%s\">%.*f%s</td>", !has_aim ? "" : is_met ? " yes" : " no", f->places, value, f->unit);
}

// The aims are for controllers that plan: others have states, leaves or options in place of goals.
static void print_row(const evidence* e, const char* mode, const char* controller, FILE* out)
{
    char technique[STUDY_NAME];
    study_technique(controller, technique);
    bool plans = strstr(technique, "goap") || strcmp(technique, "gobt") == 0;
    fprintf(out, "<tr><td>%s</td><td>%s</td>", mode, controller);
    for (uint32_t i = 0; i < FIGURES; i++)
        print_value(&figures[i], report_behavior_value(e, mode, controller, i), plans, out);
    fputs("</tr>\n", out);
}

static bool is_first(const study* s, uint32_t index)
{
    const study_cell* cell = &s->cells[index / 2];
    if (cell->technical) return false;
    for (uint32_t i = 0; i < index; i++) {
        const study_cell* other = &s->cells[i / 2];
        if (!other->technical && strcmp(other->mode, cell->mode) == 0 &&
            strcmp(other->controllers[i % 2], cell->controllers[index % 2]) == 0)
            return false;
    }
    return true;
}

void report_behavior(const evidence* e, FILE* out)
{
    fputs("<h2 id=\"behavior\">Behavior</h2>\n<p>What a spectator would notice, counted from events in all matches of this "
          "experiment. Goals are states, leaves or options where a controller has no goals. The aims are for the "
          "controllers that plan with goals; those of the dissertation keep to its tables, in which an attack, a walk and a dodge are "
          "plans of one step each and every fight is a goal of its own.</p>\n<div class=\"wide\"><table><tr><th>mode</th>"
          "<th>controller</th>",
          out);
    for (uint32_t i = 0; i < FIGURES; i++) fprintf(out, "<th>%s</th>", figures[i].title);
    fputs("</tr>\n<tr><td>aim</td><td></td>", out);
    for (uint32_t i = 0; i < FIGURES; i++)
        fprintf(out, "<td class=\"n soft\">%s %.*f%s</td>", figures[i].kind == AT_LEAST ? "at least" : "at most",
                figures[i].places, figures[i].aim, figures[i].unit);
    fputs("</tr>\n", out);
    for (uint32_t k = 0; k < sizeof modes / sizeof *modes; k++)
        for (uint32_t i = 0; i < 2 * e->s->cell_count; i++)
            if (strcmp(e->s->cells[i / 2].mode, modes[k]) == 0 && is_first(e->s, i))
                print_row(e, modes[k], e->s->cells[i / 2].controllers[i % 2], out);
    fputs("</table></div>\n", out);
}
