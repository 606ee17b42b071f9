// `ploy bench nav`: paths, alone and compared with other libraries, which bench/nav.sh builds.

#define _POSIX_C_SOURCE 200809L

#include "programs/bench/bench_nav.h"

#include <stdio.h>
#include <unistd.h>

int bench_nav(const bench_options* options)
{
    bench_report report = bench_report_begin(options);
    bool good = bench_nav_graph(options, &report);
    good = bench_nav_hierarchy(options, &report) && good;
    good = bench_nav_paths(options, &report) && good;
    good = bench_nav_grid(options, &report) && good;
    bench_report_end(&report);
    return good ? ANSWER_DONE : ANSWER_NO;
}

const char* peers_folder(const bench_options* options)
{
    return options->peers ? options->peers : "build/peers";
}

bool peer_is_there(const char* name, const char* path)
{
    if (access(path, R_OK) == 0) return true;
    fprintf(stderr, "ploy bench: skipped %s: there is no %s (bench/nav.sh builds what is installed)\n", name, path);
    return false;
}

bool run_peer(const char* line, peer_answer* answer)
{
    fflush(stdout);
    FILE* pipe = popen(line, "r");
    if (!pipe) return false;
    bool read = fscanf(pipe, "%lld %lf", &answer->sum, &answer->mean_ns) == 2;
    if (pclose(pipe) == 0 && read) return true;
    complain("bench", "'%s' gave no answer", line);
    return false;
}
