// How often each goal, action, state, weapon and task occurred, how long plans are, and how much of each technique's
// file a feature needs.

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "programs/experiment/report/figure.h"
#include "programs/experiment/claims/flexibility.h"
#include "programs/experiment/report/report.h"

#include "programs/cli/memory.h"
#include "programs/cli/markup.h"

#define PLAN_LENGTH "plan length"

// How often something was used over all matches.
typedef struct use_row
{
    char technique[STUDY_NAME];
    char kind[STUDY_NAME];
    char name[2 * STUDY_NAME];
    uint64_t count;
} use_row;

static int compare(const void* a, const void* b)
{
    const use_row *x = a, *y = b;
    int order = strcmp(x->technique, y->technique);
    if (order == 0) order = strcmp(x->kind, y->kind);
    return order ? order : strcmp(x->name, y->name);
}

static uint32_t fold(use_row* rows, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (kept && compare(&rows[kept - 1], &rows[i]) == 0)
            rows[kept - 1].count += rows[i].count;
        else
            rows[kept++] = rows[i];
    }
    return kept;
}

// Sorted by technique, kind and name. Free the rows.
static use_row* uses_collect(const evidence* e, uint32_t* count)
{
    size_t all = 0;
    for (uint32_t i = 0; i < e->s->match_count; i++) all += e->results[i].use_count;
    use_row* rows = have_memory(calloc(all + 1, sizeof *rows));
    *count = 0;
    for (uint32_t i = 0; i < e->s->match_count; i++) {
        const study_cell* cell = study_cell_of(e->s, i);
        for (uint32_t k = 0; k < e->results[i].use_count; k++) {
            const study_use* use = &e->results[i].uses[k];
            use_row* row = &rows[(*count)++];
            study_technique(cell->controllers[use->side], row->technique);
            memcpy(row->kind, use->kind, sizeof row->kind);
            memcpy(row->name, use->name, sizeof row->name);
            row->count = use->count;
        }
    }
    if (rows) {
        qsort(rows, *count, sizeof *rows, compare);
        *count = fold(rows, *count);
    }
    return rows;
}

static bool is_same_list(const use_row* a, const use_row* b)
{
    return strcmp(a->technique, b->technique) == 0 && strcmp(a->kind, b->kind) == 0;
}

static void print_use(const use_row* row, bool is_first, FILE* out)
{
    fprintf(out, "%s<span%s>", is_first ? "" : ", ", row->count ? "" : " class=\"no\"");
    markup_text(out, row->name);
    fprintf(out, " %" PRIu64 "</span>", row->count);
}

// One row of the table: all of one kind. Returns the index after them.
static uint32_t print_list(const use_row* rows, uint32_t first, uint32_t count, FILE* out)
{
    fprintf(out, "<tr><td>%s</td><td>%s</td><td>", rows[first].technique, rows[first].kind);
    uint32_t i = first;
    for (; i < count && is_same_list(&rows[i], &rows[first]); i++) print_use(&rows[i], i == first, out);
    fputs("</td></tr>\n", out);
    return i;
}

static void print_table(const use_row* rows, uint32_t count, FILE* out)
{
    uint32_t unused = 0;
    fputs("<div class=\"wide\"><table><tr><th>controller</th><th>kind</th><th>each, and how often it was "
          "begun</th></tr>\n",
          out);
    for (uint32_t i = 0; i < count;)
        if (strcmp(rows[i].kind, PLAN_LENGTH) == 0)
            i++;
        else
            i = print_list(rows, i, count, out);
    for (uint32_t i = 0; i < count; i++) unused += rows[i].count == 0;
    fputs("</table></div>\n<p>", out);
    if (unused)
        fprintf(out, "%u of them never occurred (marked).</p>\n", unused);
    else
        fputs("Each of them occurred.</p>\n", out);
}

static void print_lengths(const use_row* rows, uint32_t count, FILE* out)
{
    figure f;
    figure_begin(&f, "How long plans are", "plans, by their steps");
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(rows[i].kind, PLAN_LENGTH) == 0)
            figure_add(&f, rows[i].technique, rows[i].name, (stats_estimate){.value = (double)rows[i].count, .low = NAN, .high = NAN, .p = NAN, .n = 1});
    figure_print(&f, out);
}

void report_uses(const evidence* e, FILE* out)
{
    uint32_t count;
    use_row* rows = uses_collect(e, &count);
    fputs("<h2 id=\"uses\">What was used</h2>\n", out);
    if (count) {
        print_table(rows, count, out);
        print_lengths(rows, count, out);
    } else {
        fputs("<p>The controllers of this experiment do not report what they use.</p>\n", out);
    }
    free(rows);
}

static void print_count(const flexibility_count* f, FILE* out)
{
    if (f->places == 0)
        fputs("<td>nothing</td>", out);
    else
        fprintf(out, "<td>%u lines added, %u changed, in %u places</td>", f->added, f->changed, f->places);
}

void report_flexibility(FILE* out)
{
    fputs("<h2 id=\"flexibility\">Flexibility</h2>\n<p>How much of each technique's file a feature needs: the difference "
          "between the file that this program was built with and the same file without the feature, as diff prints it. "
          "Every difference is kept beside the experiments, and a test takes it back, checks the file that is left and plays "
          "a match with it. Of the files of modes and types only the lines for one of them are counted. No line of C belongs to one "
          "technique only: activities, conditions and squads are the same for all.</p>\n<div "
          "class=\"wide\"><table><tr><th>feature</th><th>GOAP then</th>"
          "<th>FSM then</th><th>GOAP now: long.goap.xml</th><th>FSM now: long.fsm.xml</th></tr>\n",
          out);
    for (uint32_t i = 0; i < flexibility_feature_count; i++) {
        const flexibility_feature* feature = &flexibility_features[i];
        flexibility_count goap = flexibility_of(i, "goap"), fsm = flexibility_of(i, "fsm");
        fprintf(out, "<tr><td>%s</td><td>%s</td><td>%s</td>", feature->title, feature->theirs[0], feature->theirs[1]);
        print_count(&goap, out);
        print_count(&fsm, out);
        fputs("</tr>\n", out);
    }
    fputs("</table></div>\n<p>Our state machine is data-driven: states and transitions stand in a file, and nothing is "
          "compiled again. The dissertation grants that such a state machine could match GOAP in flexibility; what is "
          "left "
          "of the difference is that a new state must be named by those that lead to it.</p>\n",
          out);
}
