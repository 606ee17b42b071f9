// Boost's astar_search on its compressed sparse row graph. Obstacles are a predicate of vertices that filtered_graph asks.

#include "graph_file.h"

#include <boost/graph/astar_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/filtered_graph.hpp>

struct way
{
    long cost;
};

typedef boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, way, boost::no_property, int, int> graph_type;

struct is_open
{
    const char* blocked = nullptr;
    bool operator()(int node) const { return !blocked[node]; }
};

struct estimate : boost::astar_heuristic<graph_type, long>
{
    const graph_file& file;
    int goal;
    long operator()(int node) const { return file.estimate(node, goal); }
};

struct found
{
};

struct stop_at : boost::default_astar_visitor
{
    int goal;
    template <typename Graph> void examine_vertex(int node, const Graph&) const
    {
        if (node == goal) throw found();
    }
};

template <typename Graph> int search(const graph_file& file, const Graph& searched, const graph_type& graph)
{
    size_t nodes = file.x.size();
    std::vector<int> parents(nodes);
    std::vector<long> distances(nodes), ranks(nodes);
    std::vector<boost::default_color_type> colors(nodes);
    auto index = get(boost::vertex_index, graph);
    auto map = [&](auto& values) { return boost::make_iterator_property_map(values.begin(), index); };
    return answer(file, [&](int from, int to) -> long {
        estimate guess{{}, file, to};
        stop_at visitor;
        visitor.goal = to;
        try {
            boost::astar_search(searched, from, guess,
                                boost::predecessor_map(map(parents)).distance_map(map(distances)).rank_map(map(ranks)).color_map(map(colors))
                                    .weight_map(get(&way::cost, graph)).visitor(visitor));
        } catch (found) {
            return distances[to];
        }
        return -1;
    });
}

int main(int argc, char** argv)
{
    bool cut = wants_cut(argc, argv);
    graph_file file(argv[1], cut);
    std::vector<std::pair<int, int>> ends;
    std::vector<way> ways;
    for (auto& e : file.edges) {
        ends.push_back({e.from, e.to});
        ways.push_back({e.cost});
    }
    graph_type graph(boost::edges_are_sorted, ends.begin(), ends.end(), ways.begin(), (int)file.x.size());
    if (cut) return search(file, graph, graph);
    return search(file, boost::filtered_graph<graph_type, boost::keep_all, is_open>(graph, boost::keep_all(), is_open{file.blocked.data()}), graph);
}
