using System;
using Ploy.Low;

namespace Ploy
{
    /// <summary>A path.</summary>
    public sealed class Path
    {
        /// <summary>"found", "not-found", "partial", …</summary>
        public string Status { get; internal set; }
        public long Cost { get; internal set; }
        /// <summary>From first to last.</summary>
        public int[] Nodes { get; internal set; }
        public int Expanded { get; internal set; }
    }

    /// <summary>What grids and graphs share: a map, nodes that are blocked at run time, and one search.</summary>
    public abstract unsafe class NavMap
    {
        private IntPtr obstacles, finder;
        internal IntPtr Blocked => obstacles;
        public int NodeCount { get; private set; }

        internal void Open(IntPtr map)
        {
            NodeCount = (int)Native.ploy_nav_map_node_count(map);
            ploy_obstacles_def layer = default(ploy_obstacles_def);
            layer.map = map;
            obstacles = Native.ploy_obstacles_create(&layer);
            ploy_pathfinder_def search = default(ploy_pathfinder_def);
            search.map = map;
            finder = Native.ploy_pathfinder_create(&search);
            if (obstacles == IntPtr.Zero || finder == IntPtr.Zero) throw Interop.Error(ploy_status.PLOY_OUT_OF_MEMORY, "map");
        }

        internal void Close()
        {
            Native.ploy_pathfinder_destroy(finder);
            Native.ploy_obstacles_destroy(obstacles);
        }

        internal uint Node(int node, string what)
        {
            return node >= 0 && node < NodeCount ? (uint)node : throw new PloyException($"{what} is a node 0 .. {NodeCount - 1}, not {node}", "invalid");
        }

        /// <summary>Blocks a node, or unblocks it. Not while a search is in progress.</summary>
        public void SetBlocked(int node, bool isBlocked)
        {
            if (isBlocked) Native.ploy_obstacles_block(obstacles, Node(node, "node"));
            else Native.ploy_obstacles_unblock(obstacles, Node(node, "node"));
        }

        private ploy_path_query Query(int from, int to, int maxNodes)
        {
            ploy_path_query query = default(ploy_path_query);
            query.from = Node(from, "from");
            query.to = Node(to, "to");
            query.obstacles = obstacles;
            query.max_nodes = (uint)maxNodes;
            return query;
        }

        private static Path PathOf(ploy_path* path)
        {
            int[] nodes = new int[path->count];
            for (int i = 0; i < nodes.Length; ++i) nodes[i] = (int)path->nodes[i];
            return new Path { Status = Interop.StatusName(path->status), Cost = path->cost, Nodes = nodes, Expanded = (int)path->expanded };
        }

        /// <summary>The cheapest path.</summary>
        public Path Find(int from, int to, int maxNodes = 0)
        {
            ploy_path_query query = Query(from, to, maxNodes);
            return PathOf(Native.ploy_pathfinder_find(finder, &query));
        }

        /// <summary>The same in slices: Begin, then Update until it returns a path; null: in progress.</summary>
        public void Begin(int from, int to)
        {
            ploy_path_query query = Query(from, to, 0);
            Native.ploy_pathfinder_begin(finder, &query);
        }

        public Path Update(int maxNodes)
        {
            ploy_status status = Native.ploy_pathfinder_update(finder, (uint)maxNodes);
            return status == ploy_status.PLOY_IN_PROGRESS ? null : PathOf(Native.ploy_pathfinder_end(finder));
        }
    }

    /// <summary>A map of nodes and one-way edges.</summary>
    public sealed unsafe class Graph : NavMap
    {
        /// <summary>An edge; an edge back is an edge of its own.</summary>
        public struct Edge
        {
            public int From, To;
            public uint Cost;
        }

        private readonly IntPtr graph;

        public Graph(int nodeCount, Edge[] edges, bool bidirectional = false)
        {
            if (edges == null) throw new ArgumentNullException(nameof(edges));
            if (nodeCount < 0) throw new ArgumentOutOfRangeException(nameof(nodeCount));
            ploy_error error = default(ploy_error);
            IntPtr made;
            using (Scope scope = new Scope()) {
                ploy_graph_edge* list = (ploy_graph_edge*)scope.Bytes(edges.Length * sizeof(ploy_graph_edge));
                for (int i = 0; i < edges.Length; ++i)
                    list[i] = new ploy_graph_edge { from = (uint)edges[i].From, to = (uint)edges[i].To, cost = edges[i].Cost };
                ploy_graph_def def = default(ploy_graph_def);
                def.node_count = (uint)nodeCount;
                def.edges = list;
                def.edge_count = (uint)edges.Length;
                def.bidirectional = Interop.Bool(bidirectional);
                Interop.Check(Native.ploy_graph_create(&def, &made, &error), &error, "graph");
            }
            graph = made;
            Open(Native.ploy_graph_map(graph));
        }

        ~Graph()
        {
            Close();
            Native.ploy_graph_destroy(graph);
        }
    }

    /// <summary>A map of square cells. The node of a cell is y * Width + x. A straight step costs 2378 and a diagonal one 3363, times the weight
    /// of the cell it leads to.</summary>
    public sealed unsafe class Grid : NavMap
    {
        private readonly IntPtr grid;
        public int Width { get; }
        public int Height { get; }

        /// <summary>cells: row by row; 0 is blocked, 1 to 255 is the weight of a step into the cell.</summary>
        public Grid(int width, int height, byte[] cells)
        {
            if (width < 1 || height < 1 || cells == null || cells.Length != width * height)
                throw new PloyException($"a grid of {width} by {height} has {width * height} cells", "invalid");
            Width = width;
            Height = height;
            ploy_error error = default(ploy_error);
            IntPtr made;
            fixed (byte* at = cells) {
                ploy_grid_def def = default(ploy_grid_def);
                def.width = (uint)width;
                def.height = (uint)height;
                def.cells = at;
                Interop.Check(Native.ploy_grid_create(&def, &made, &error), &error, "grid");
            }
            grid = made;
            Open(Native.ploy_grid_map(grid));
        }

        ~Grid()
        {
            Close();
            Native.ploy_grid_destroy(grid);
        }

        /// <summary>Line of sight between the centers of two cells.</summary>
        public bool Sees(int from, int to) => Native.ploy_grid_sees(grid, Blocked, 1, Node(from, "from"), Node(to, "to")) != 0;
    }
}
