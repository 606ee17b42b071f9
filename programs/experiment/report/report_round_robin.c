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

typedef enum robin_part
{
    TESTS,
    ROBIN_ALONE,
    ROBIN_SQUADS
} robin_part;

static bool has_squads(const char* controller)
{
    return strchr(controller, '+') != NULL;
}

// Those with squads play each other only.
static robin_part part_of(const study_cell* cell)
{
    return !cell->robin ? TESTS : has_squads(cell->controllers[0]) ? ROBIN_SQUADS : ROBIN_ALONE;
}

static uint32_t list_of_mode(const study* s, const char* mode, robin_part part, const char* names[MAX_CONTROLLERS])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < 2 * s->cell_count; i++) {
        const study_cell* cell = &s->cells[i / 2];
        if (cell->technical || part_of(cell) != part || strcmp(cell->mode, mode) != 0) continue;
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

static void print_mode(const evidence* e, const char* mode, robin_part part, FILE* out)
{
    const char* names[MAX_CONTROLLERS];
    uint32_t count = list_of_mode(e->s, mode, part, names);
    if (count < 2) return;
    fprintf(out, "<h3>%s, %s</h3>\n<div class=\"wide\"><table><tr><th></th>", mode,
            part == TESTS ? "tests of the plan" : part == ROBIN_SQUADS ? "round robin with squads" : "round robin");
    for (uint32_t i = 0; i < count; i++) fprintf(out, "<th class=\"n\">%s</th>", names[i]);
    fputs("</tr>\n", out);
    for (uint32_t i = 0; i < count; i++) {
        fprintf(out, "<tr><th>%s</th>", names[i]);
        for (uint32_t k = 0; k < count; k++) {
            if (i == k)
                fputs("<td></td>", out);
            else
                print_cell(e, (pairing){mode, names[i], names[k], part != TESTS}, out);
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

// Lines of the controller's file that are neither blank nor begin with a comment; 0: it has none.
static uint32_t lines_of(const char* controller)
{
    char technique[STUDY_NAME], name[STUDY_NAME + 4];
    study_technique(controller, technique);
    snprintf(name, sizeof name, "%s.xml", technique);
    const game_file* file = arena_data_find(name);
    uint32_t lines = 0;
    for (size_t i = 0, end; file && i < file->bytes; i = end + 1) {
        for (end = i; end < file->bytes && file->text[end] != '\n';) end++;
        while (i < end && strchr(" \t\r", file->text[i])) i++;
        lines += i < end && !(end - i >= 4 && memcmp(file->text + i, "<!--", 4) == 0);
    }
    return lines;
}

// Places that the intervals leave open: behind all who are surely ahead, before all who are surely behind.
static void find_places(const standing* list, uint32_t count, uint32_t index, uint32_t* best, uint32_t* worst)
{
    *best = 1;
    *worst = count;
    for (uint32_t i = 0; i < count; i++) {
        if (list[i].ahead.low > list[index].ahead.high) ++*best;
        if (list[i].ahead.high < list[index].ahead.low) --*worst;
    }
}

// Of the technical runs: CPU time of a step of the whole game with ten agents of that controller.
static void print_cpu(const evidence* e, const char* controller, FILE* out)
{
    char technique[STUDY_NAME];
    study_technique(controller, technique);
    stats_estimate cpu = report_mean(evidence_segments_of(e, technique, NULL, STUDY_CPU_MEAN, 0));
    if (isnan(cpu.value))
        fputs("<td class=\"n soft\">–</td>", out);
    else if (isnan(cpu.low))
        fprintf(out, "<td class=\"n\">%.1f</td>", cpu.value / 1e3);
    else
        fprintf(out, "<td class=\"n\">%.1f (%.1f to %.1f)</td>", cpu.value / 1e3, cpu.low / 1e3, cpu.high / 1e3);
}

static void print_standing(const evidence* e, const standing* list, uint32_t count, uint32_t index, FILE* out)
{
    const standing* s = &list[index];
    stats_estimate bytes = report_mean(evidence_of_controller(e, NULL, s->name, value_bytes));
    uint32_t best, worst;
    find_places(list, count, index, &best, &worst);
    fprintf(out, "<tr><td class=\"n\">%u", index + 1);
    if (best < worst) fprintf(out, " (%u to %u)", best, worst);
    fprintf(out, "</td><td>%s</td><td class=\"n\">%+.2f", s->name, s->ahead.value);
    if (!isnan(s->ahead.low)) fprintf(out, " (%+.2f to %+.2f)", s->ahead.low, s->ahead.high);
    fprintf(out, "</td><td class=\"n\">%+.2f</td>", s->kills.value);
    print_cpu(e, s->name, out);
    fprintf(out, "<td class=\"n\">%.0f</td><td class=\"n\">%u</td></tr>\n", bytes.value, lines_of(s->name));
}

// Who is ahead of all others together.
static void print_standings(const evidence* e, const char* mode, robin_part part, FILE* out)
{
    const char* names[MAX_CONTROLLERS];
    standing list[MAX_CONTROLLERS];
    uint32_t count = list_of_mode(e->s, mode, part, names);
    if (count < 2) return;
    for (uint32_t i = 0; i < count; i++) {
        pairing p = {mode, names[i], NULL, true};
        list[i] = (standing){names[i], report_mean(evidence_differences(e, p, value_score)),
                             report_mean(evidence_differences(e, p, value_kills))};
    }
    qsort(list, count, sizeof *list, by_lead);
    fprintf(out,
            "<h3>%s%s: who plays best</h3>\n<div class=\"wide\"><table><tr><th>place (by the intervals)</th><th>controller</th>"
            "<th>points ahead per match (95 %% interval)</th><th>kills ahead</th><th>µs of CPU per step, ten agents</th>"
            "<th>bytes</th><th>lines of its file</th></tr>\n",
            mode, part == ROBIN_SQUADS ? " with squads" : "");
    for (uint32_t i = 0; i < count; i++) print_standing(e, list, count, i, out);
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
        print_standings(e, modes[i], ROBIN_ALONE, out);
        print_standings(e, modes[i], ROBIN_SQUADS, out);
        for (robin_part part = TESTS; part <= ROBIN_SQUADS; part++) print_mode(e, modes[i], part, out);
    }
}
