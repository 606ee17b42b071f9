// The parts of `ploy bench mind`: each adds its rows to the report. False: something could not be measured.

#ifndef PROGRAM_BENCH_MIND_H
#define PROGRAM_BENCH_MIND_H

#include "bench.h"

bool bench_mind_tree(bench_report* report);
bool bench_mind_utility(bench_report* report);
bool bench_mind_network(bench_report* report);
bool bench_mind_watch(bench_report* report);
bool bench_mind_machine(bench_report* report);

#endif
