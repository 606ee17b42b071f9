// What the C++ peers share: reading the file that `ploy bench nav` writes, and printing their results.
//
//   nodes N edges M queries Q slope S
//   x y blocked          N lines
//   from to cost         M lines, one for each direction
//   from to              Q lines
//
// slope is the lowest cost per length of all edges. A peer runs in one of two modes:
//   PEER FILE        obstacles as Ploy has them: the graph is whole, and whether a node is blocked is looked up while searching, through what the
//                    library offers for it
//   PEER FILE cut    the blocked nodes were cut out of the graph before it was built, which a game whose obstacles move cannot do

#ifndef BENCH_GRAPH_FILE_H
#define BENCH_GRAPH_FILE_H

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <utility>
#include <vector>

struct graph_file
{
    struct edge
    {
        int from, to, cost;
    };
    std::vector<double> x, y;
    std::vector<char> blocked;
    std::vector<edge> edges; // by from
    std::vector<std::pair<int, int>> queries;
    double slope = 0;

    graph_file(const char* path, bool cut)
    {
        FILE* file = std::fopen(path, "r");
        unsigned nodes = 0, edge_count = 0, query_count = 0;
        if (!file ||
            std::fscanf(file, "nodes %u edges %u queries %u slope %lf", &nodes, &edge_count, &query_count, &slope) != 4)
            fail(path);
        blocked.resize(nodes);
        x.resize(nodes);
        y.resize(nodes);
        for (unsigned i = 0; i < nodes; ++i) {
            int is_blocked;
            if (std::fscanf(file, "%lf %lf %d", &x[i], &y[i], &is_blocked) != 3) fail(path);
            blocked[i] = is_blocked != 0;
        }
        for (unsigned i = 0; i < edge_count; ++i) {
            edge e;
            if (std::fscanf(file, "%d %d %d", &e.from, &e.to, &e.cost) != 3) fail(path);
            if (!cut || (!blocked[e.from] && !blocked[e.to])) edges.push_back(e);
        }
        queries.resize(query_count);
        for (auto& q : queries) {
            if (std::fscanf(file, "%d %d", &q.first, &q.second) != 2) fail(path);
        }
        std::fclose(file);
    }

    // Never above the cost of a path, and rounded down it is consistent.
    long estimate(int from, int to) const
    {
        double dx = x[from] - x[to], dy = y[from] - y[to];
        return (long)(std::sqrt(dx * dx + dy * dy) * slope * (1 - 1e-12));
    }

    [[noreturn]] static void fail(const char* path)
    {
        std::fprintf(stderr, "%s: cannot be read\n", path);
        std::exit(2);
    }
};

// Was "cut" asked for? Leaves the program when the arguments are wrong.
inline bool wants_cut(int argc, char** argv)
{
    bool cut = argc == 3 && std::strcmp(argv[2], "cut") == 0;
    if (argc == 2 || cut) return cut;
    std::fprintf(stderr, "usage: %s FILE [cut]\n", argv[0]);
    std::exit(2);
}

inline double cpu_ns()
{
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

// Asks every query, some first to warm up, and prints the sum of the distances and the mean time. `find` returns a distance, or -1.
template <typename Find> int answer(const graph_file& file, Find find)
{
    for (size_t i = 0; i < file.queries.size() && i < 20; ++i) find(file.queries[i].first, file.queries[i].second);
    long long sum = 0;
    double start = cpu_ns();
    for (auto& q : file.queries) sum += find(q.first, q.second);
    std::printf("%lld %.0f\n", sum, (cpu_ns() - start) / (double)file.queries.size());
    return 0;
}

#endif
