// `ploy bench mind`: what deciding costs, traces off, one agent on one thread unless the row's name says more. A row is
// the best of many rounds of the same work: what else the machine does can only make a round longer.

#include "bench_mind.h"

static bool (*const parts[])(bench_report*) = {
    bench_mind_utility, bench_mind_machine, bench_mind_tree, bench_mind_watch, bench_mind_network,
};

int bench_mind(const bench_options* options)
{
    bench_report report = bench_report_begin(options);
    bool good = true;
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) {
        good = parts[i](&report) && good;
    }
    bench_report_end(&report);
    return good ? ANSWER_DONE : ANSWER_NO;
}
