// The parts of `ploy bench nav`: each adds its rows to the report.

#ifndef BENCH_BENCH_NAV_H
#define BENCH_BENCH_NAV_H

#include "programs/bench/bench.h"

bool bench_nav_graph(const bench_options* options, bench_report* report);
bool bench_nav_hierarchy(const bench_options* options, bench_report* report);
bool bench_nav_paths(const bench_options* options, bench_report* report);
bool bench_nav_grid(const bench_options* options, bench_report* report);

/// The folder of the programs that bench/nav.sh built: --peers, else build/peers.
const char* peers_folder(const bench_options* options);

typedef struct peer_answer
{
    long long sum; // of all distances
    double mean_ns;
} peer_answer;

/// Runs a shell command that prints "SUM MEAN_NS". False: it could not be run.
bool run_peer(const char* line, peer_answer* answer);

/// Is there such a file? Else prints that the peer is skipped.
bool peer_is_there(const char* name, const char* path);

#endif
