// `ploy bench mind`: what decisions cost, with traces off and one agent on one thread unless the row's name says
// otherwise. A row is the best of many rounds of the same work, spread over several passes: other load on the computer
// can only make a round longer.

#include "programs/bench/bench_mind.h"

#include <stdlib.h>
#include <string.h>

enum
{
    PASSES = 4,
};

static bool (*const parts[])(mind_rows*) = {
    bench_mind_utility, bench_mind_fsm, bench_mind_bt, bench_mind_watch, bench_mind_htn, bench_mind_strings,
};

void mind_rows_add(mind_rows* rows, const char* name, double value, const char* unit)
{
    unsigned i = 0;
    while (i < rows->count && strcmp(rows->names[i], name) != 0) i++;
    if (i == MIND_ROWS) abort();
    if (i < rows->count && rows->values[i] <= value) return;
    rows->names[i] = name, rows->units[i] = unit, rows->values[i] = value;
    if (i == rows->count) rows->count++;
}

int bench_mind(const bench_options* options)
{
    mind_rows rows = {0};
    bool good = true;
    for (unsigned pass = 0; pass < (options->small ? 1u : PASSES); pass++) {
        for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) good = parts[i](&rows) && good;
    }
    bench_report report = bench_report_begin(options);
    for (unsigned i = 0; i < rows.count; i++) bench_report_row(&report, rows.names[i], rows.values[i], rows.units[i]);
    bench_report_end(&report);
    return good ? ANSWER_DONE : ANSWER_NO;
}
