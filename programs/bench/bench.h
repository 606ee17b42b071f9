// A benchmark: a row in the table of bench.c. It prints its own results.

#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include "programs/cli/json.h"
#include "programs/cli/options.h"

typedef struct bench_options
{
    text_list files;   // operands after the benchmark's name
    const char* peers; // folder
    const char* out;   // folder
    uint32_t seed;     // the first
    bool cold;
    bool small; // a fixed amount of work, the same in every run, for counting instructions
    bool json;
} bench_options;

typedef struct benchmark
{
    const char* name;
    const char* summary;
    int (*run)(const bench_options* options);
} benchmark;

int bench_plan(const bench_options* options);
int bench_colony(const bench_options* options);
int bench_explain(const bench_options* options);
int bench_pddl(const bench_options* options);
int bench_growth(const bench_options* options);
int bench_nav(const bench_options* options);
int bench_mind(const bench_options* options);
int bench_world(const bench_options* options);
int bench_crowd(const bench_options* options);
int bench_twice(const bench_options* options);
int bench_scale(const bench_options* options);
int bench_record(const bench_options* options);

/// One figure of a benchmark: with --json a row of `rows`, else a line of a table.
typedef struct bench_report
{
    json j;
    bool as_json;
} bench_report;

bench_report bench_report_begin(const bench_options* options);
void bench_report_row(bench_report* report, const char* name, double value, const char* unit);
void bench_report_end(bench_report* report);

/// Writes "Linux x86_64, 2 cores, AMD EPYC" into a buffer and returns it.
const char* print_computer(char* text, size_t size);

#endif
