// The figures of the report, numbered like the dissertation's.

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "programs/experiment/report/figure.h"
#include "programs/experiment/report/report.h"

#include "programs/cli/memory.h"

static const pairing team_pairings[] = {
    {NULL, "long.goap+squad", "long.fsm+squad", false}, {NULL, "long.goap+squad", "long.fsm", false},  {NULL, "long.goap", "long.fsm", false},
    {NULL, "long.fsm+squad", "long.goap", false},       {NULL, "long.goap+squad", "long.goap", false}, {NULL, "long.fsm+squad", "long.fsm", false},
};

static const struct
{
    const char* name;
    study_metric metric;
} tallies[] = {{"score", STUDY_METRIC_score}, {"kills", STUDY_METRIC_kills}, {"deaths", STUDY_METRIC_deaths}};

static void add_pair(figure* f, const evidence* e, const char* group, pairing p, side_value_fn* value)
{
    figure_add(f, group, p.first, report_mean(evidence_values(e, p, value)));
    figure_add(f, group, p.second, report_mean(evidence_values(e, (pairing){p.mode, p.second, p.first, false}, value)));
}

// The mean over the agents of one label.
static stats_estimate mean_of_label(const stats_labeled* list, uint32_t count, uint32_t label)
{
    sample values = {have_memory(calloc((size_t)count + 1, sizeof *values.values)), 0};
    for (uint32_t i = 0; i < count; i++)
        if (list[i].label == label) values.values[values.count++] = list[i].value;
    return report_mean(values);
}

static void print_free_for_all(const evidence* e, const char* mode, const char* title, FILE* out)
{
    figure f;
    figure_begin(&f, title, "per agent and match");
    for (uint32_t i = 0; i < sizeof tallies / sizeof *tallies; i++) {
        uint32_t count;
        stats_labeled* list = evidence_agents(e, (pairing){mode, "long.goap", "long.fsm", false}, tallies[i].metric, &count);
        if (!list) continue;
        figure_add(&f, tallies[i].name, "long.goap", mean_of_label(list, count, 0));
        figure_add(&f, tallies[i].name, "long.fsm", mean_of_label(list, count, 1));
        free(list);
    }
    figure_print(&f, out);
}

static void print_teams(const evidence* e, const char* mode, const char* title, side_value_fn* value, const char* unit,
                        FILE* out)
{
    figure f;
    figure_begin(&f, title, unit);
    for (uint32_t i = 0; i < sizeof team_pairings / sizeof *team_pairings; i++) {
        pairing p = team_pairings[i];
        char group[96];
        snprintf(group, sizeof group, "%s – %s", p.first, p.second);
        p.mode = mode;
        add_pair(&f, e, group, p, value);
    }
    figure_print(&f, out);
}

static const char* const four[] = {"long.goap+squad", "long.goap", "long.fsm+squad", "long.fsm"};

static void print_distance(const evidence* e, const char* title, side_value_fn* value, FILE* out)
{
    figure f;
    figure_begin(&f, title, "cells");
    for (uint32_t i = 0; i < 4; i++)
        figure_add(&f, "Capture the Flag", four[i], report_mean(evidence_of_controller(e, "ctf", four[i], value)));
    for (uint32_t i = 0; i < 4; i++)
        figure_add(&f, "Domination", four[i], report_mean(evidence_of_controller(e, "domination", four[i], value)));
    figure_print(&f, out);
}

static void print_distances(const evidence* e, FILE* out)
{
    print_distance(e, "Figure 15: distance between teammates", value_distance, out);
    print_distance(e, "Not in the dissertation: between members of one squad", value_squad_distance, out);
    print_distance(e, "Not in the dissertation: to the nearest teammate", value_nearest_mate, out);
}

static void add_thoughts(figure* f, const evidence* e, const char* group, pairing p)
{
    figure_add(f, group, "plans", report_mean(evidence_values(e, p, value_plans)));
    figure_add(f, group, "state changes",
               report_mean(evidence_values(e, (pairing){p.mode, p.second, p.first, false}, value_changes)));
}

static void print_thoughts(const evidence* e, FILE* out)
{
    figure f;
    figure_begin(&f, "Figure 16: plans formed by GOAP and state changes of FSM", "per agent and match");
    add_thoughts(&f, e, "Domination, with squads", (pairing){"domination", "long.goap+squad", "long.fsm+squad", false});
    add_thoughts(&f, e, "Domination, without", (pairing){"domination", "long.goap", "long.fsm", false});
    add_thoughts(&f, e, "Capture the Flag, with squads", (pairing){"ctf", "long.goap+squad", "long.fsm+squad", false});
    add_thoughts(&f, e, "Capture the Flag, without", (pairing){"ctf", "long.goap", "long.fsm", false});
    figure_print(&f, out);
}

void report_figures(const evidence* e, FILE* out)
{
    fputs("<h2 id=\"figures\">The figures again</h2>\n<p>Numbered as in the dissertation. A bar is the mean of the "
          "matches (figure 12: of the agents in them) played on both maps, a whisker its 95 % interval; the "
          "dissertation's own pictures could not be read "
          "as numbers.</p>\n",
          out);
    print_free_for_all(e, "lms", "Figure 12, left: Last Man Standing", out);
    print_free_for_all(e, "deathmatch", "Figure 12, right: Deathmatch", out);
    print_teams(e, "ctf", "Figure 13: Capture the Flag, score", value_score, "points per match", out);
    print_teams(e, "ctf", "Figure 13: Capture the Flag, kills", value_kills, "kills per match", out);
    print_teams(e, "domination", "Figure 14: Domination, score", value_score, "points per match", out);
    print_teams(e, "domination", "Figure 14: Domination, kills", value_kills, "kills per match", out);
    print_distances(e, out);
    print_thoughts(e, out);
}
