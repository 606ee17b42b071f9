// The parts of `ploy bench mind`: each adds its rows. False: something could not be measured.

#ifndef BENCH_BENCH_MIND_H
#define BENCH_BENCH_MIND_H

#include "programs/bench/bench.h"

enum
{
    MIND_ROWS = 32,
};

typedef struct mind_rows
{
    const char* names[MIND_ROWS];
    const char* units[MIND_ROWS];
    double values[MIND_ROWS];
    unsigned count;
} mind_rows;

/// A name that exists keeps its lower value.
void mind_rows_add(mind_rows* rows, const char* name, double value, const char* unit);

bool bench_mind_bt(mind_rows* rows);
bool bench_mind_utility(mind_rows* rows);
bool bench_mind_htn(mind_rows* rows);
bool bench_mind_watch(mind_rows* rows);
bool bench_mind_fsm(mind_rows* rows);
bool bench_mind_strings(mind_rows* rows);

#endif
