// LEMON's Dijkstra on the compact StaticDigraph, with potentials: each arc costs what it costs plus what its end is nearer to the goal, which makes
// Dijkstra the same search as A*. The potential of a node is computed once a query. Obstacles are a node map that FilterNodes looks at.

#include "graph_file.h"

#include <lemon/adaptors.h>
#include <lemon/dijkstra.h>
#include <lemon/static_graph.h>

using lemon::StaticDigraph;

class lengths
{
public:
    typedef StaticDigraph::Arc Key;
    typedef long Value;

    lengths(const graph_file& f, const StaticDigraph& g, const StaticDigraph::ArcMap<long>& c)
        : file(f), graph(g), costs(c), potentials(f.x.size()), stamps(f.x.size())
    {
    }

    void aim_at(int node)
    {
        goal = node;
        ++stamp;
    }

    long potential(int node) const
    {
        if (stamps[node] != stamp) {
            stamps[node] = stamp;
            potentials[node] = file.estimate(node, goal);
        }
        return potentials[node];
    }

    long operator[](Key arc) const
    {
        return costs[arc] + potential(graph.id(graph.target(arc))) - potential(graph.id(graph.source(arc)));
    }

private:
    const graph_file& file;
    const StaticDigraph& graph;
    const StaticDigraph::ArcMap<long>& costs;
    mutable std::vector<long> potentials;
    mutable std::vector<unsigned> stamps;
    unsigned stamp = 0;
    int goal = 0;
};

template <typename Graph> int search(const graph_file& file, const Graph& searched, const StaticDigraph& graph, lengths& reduced)
{
    lemon::Dijkstra<Graph, lengths> dijkstra(searched, reduced);
    return answer(file, [&](int from, int to) -> long {
        reduced.aim_at(to);
        return dijkstra.run(graph.node(from), graph.node(to)) ? dijkstra.dist(graph.node(to)) + reduced.potential(from) : -1;
    });
}

int main(int argc, char** argv)
{
    bool cut = wants_cut(argc, argv);
    graph_file file(argv[1], cut);
    std::vector<std::pair<int, int>> arcs;
    for (auto& e : file.edges) arcs.push_back({e.from, e.to});
    StaticDigraph graph;
    graph.build((int)file.x.size(), arcs.begin(), arcs.end());
    StaticDigraph::ArcMap<long> costs(graph);
    for (int i = 0; i < (int)file.edges.size(); ++i) costs[graph.arc(i)] = file.edges[i].cost;
    lengths reduced(file, graph, costs);
    if (cut) return search(file, graph, graph, reduced);
    StaticDigraph::NodeMap<bool> open(graph);
    for (int i = 0; i < (int)file.x.size(); ++i) open[graph.node(i)] = !file.blocked[i];
    lemon::FilterNodes<StaticDigraph> filtered(graph, open);
    return search(file, filtered, graph, reduced);
}
