using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
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

    /// <summary>What a path may and may not do.</summary>
    public sealed class PathOptions
    {
        /// <summary>Nodes that a search may expand; 0: no limit.</summary>
        public int MaxNodes;
        /// <summary>Without a path: one to the node that is nearest to the target.</summary>
        public bool Partial;
        /// <summary>On grids: the agent's width in cells.</summary>
        public int AgentSize = 1;
        /// <summary>The factor of each area; infinity: closed. Null: 1 for all.</summary>
        public double[] AreaCosts;
    }

    /// <summary>What grids and graphs share: a map, nodes that are blocked at run time, and one search.</summary>
    public abstract unsafe class NavMap
    {
        private IntPtr obstacles, finder;
        private readonly Dictionary<string, IntPtr> areaCosts = new Dictionary<string, IntPtr>(); // searches read them, so they stay
        internal IntPtr Blocked => obstacles;
        internal IntPtr Map { get; private set; }
        public int NodeCount { get; private set; }

        internal void Open(IntPtr map)
        {
            Map = map;
            NodeCount = (int)Native.ploy_nav_map_node_count(map);
            ploy_obstacles_def layer = default(ploy_obstacles_def);
            layer.map = map;
            obstacles = Native.ploy_obstacles_create(&layer);
            ploy_pathfinder_def search = default(ploy_pathfinder_def);
            search.map = map;
            finder = Native.ploy_pathfinder_create(&search);
            if (obstacles == IntPtr.Zero || finder == IntPtr.Zero) throw Interop.Error(ploy_status.PLOY_OUT_OF_MEMORY, "map");
        }

        /// <summary>Finder, obstacles and map: path services use them as well.</summary>
        internal Shared Memory { get; }

        protected internal NavMap()
        {
            Memory = new Shared(Close);
        }

        internal abstract void CloseMap();

        private void Close()
        {
            Native.ploy_pathfinder_destroy(finder);
            Native.ploy_obstacles_destroy(obstacles);
            foreach (IntPtr costs in areaCosts.Values) Marshal.FreeHGlobal(costs);
            CloseMap();
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

        public bool IsBlocked(int node) => Native.ploy_obstacles_is_blocked(obstacles, Node(node, "node")) != 0;

        /// <summary>Nodes that are blocked at run time.</summary>
        public int BlockedCount => (int)Native.ploy_obstacles_blocked_count(obstacles);

        /// <summary>The factors of areas as the library has them: the same factors are in the same place.</summary>
        internal IntPtr Costs(double[] factors)
        {
            string name = string.Join(" ", factors);
            IntPtr at;
            if (areaCosts.TryGetValue(name, out at)) return at;
            at = Marshal.AllocHGlobal(4 * factors.Length + 4);
            for (int i = 0; i < factors.Length; ++i)
                ((uint*)at)[i] = double.IsPositiveInfinity(factors[i]) ? Interop.None : factors[i] >= 0 && factors[i] < 1e6 ? (uint)Math.Round(factors[i] * 256)
                    : throw new PloyException($"the factor of an area is a number from 0 on, not {factors[i]}", "invalid");
            areaCosts.Add(name, at);
            return at;
        }

        internal ploy_path_query Query(int from, int to, PathOptions options)
        {
            ploy_path_query query = default(ploy_path_query);
            query.from = Node(from, "from");
            query.to = Node(to, "to");
            query.obstacles = obstacles;
            if (options == null) return query;
            if (options.MaxNodes < 0 || options.AgentSize < 1) throw new PloyException("MaxNodes is 0 or more, AgentSize 1 or more", "invalid");
            query.max_nodes = (uint)options.MaxNodes;
            query.partial = Interop.Bool(options.Partial);
            query.agent_size = (uint)options.AgentSize;
            if (options.AreaCosts != null) {
                query.area_costs = (uint*)Costs(options.AreaCosts);
                query.area_count = (uint)options.AreaCosts.Length;
            }
            return query;
        }

        internal static Path PathOf(ploy_path* path)
        {
            int[] nodes = new int[path->count];
            for (int i = 0; i < nodes.Length; ++i) nodes[i] = (int)path->nodes[i];
            return new Path { Status = Interop.StatusName(path->status), Cost = path->cost, Nodes = nodes, Expanded = (int)path->expanded };
        }

        /// <summary>The cheapest path.</summary>
        public Path Find(int from, int to, PathOptions options = null)
        {
            ploy_path_query query = Query(from, to, options);
            hasField = false;
            Path path = PathOf(Native.ploy_pathfinder_find(finder, &query));
            GC.KeepAlive(this);
            return path;
        }

        /// <summary>The same in slices: Begin, then Update until it returns a path; null: in progress.</summary>
        public void Begin(int from, int to, PathOptions options = null)
        {
            ploy_path_query query = Query(from, to, options);
            hasField = false;
            Native.ploy_pathfinder_begin(finder, &query);
        }

        public Path Update(int maxNodes)
        {
            ploy_status status = Native.ploy_pathfinder_update(finder, (uint)maxNodes);
            return status == ploy_status.PLOY_IN_PROGRESS ? null : PathOf(Native.ploy_pathfinder_end(finder));
        }

        /// <summary>The cost to get to one node from every other. Then CostFrom and PathFrom answer without a search, until the next one.</summary>
        public void Field(int to, PathOptions options = null)
        {
            ploy_path_query query = Query(0, to, options);
            ploy_status status = Native.ploy_pathfinder_begin_field(finder, &query, null, 0);
            if (status == ploy_status.PLOY_IN_PROGRESS) status = Native.ploy_pathfinder_update(finder, uint.MaxValue);
            hasField = status == ploy_status.PLOY_FOUND;
            if (!hasField) throw Interop.Error(status, "field");
        }

        private bool hasField;

        private uint FieldNode(int from) => hasField ? Node(from, "from") : throw new PloyException("Field comes first", "invalid");

        /// <summary>-1: there is no path.</summary>
        public long CostFrom(int from) => Native.ploy_pathfinder_cost_from(finder, FieldNode(from));
        public Path PathFrom(int from) => PathOf(Native.ploy_pathfinder_path_from(finder, FieldNode(from)));
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

        /// <summary>positions: x and y of each node in one array, for Nearest and faster searches. areas: the area of each node.
        /// keepReverse: edges are kept backwards, too, which fields need.</summary>
        public Graph(int nodeCount, Edge[] edges, bool bidirectional = false, int[] positions = null, byte[] areas = null, bool keepReverse = false)
        {
            if (positions != null && positions.Length != 2 * nodeCount) throw new PloyException($"{nodeCount} nodes have {2 * nodeCount} coordinates, not {positions.Length}", "invalid");
            if (areas != null && areas.Length != nodeCount) throw new PloyException($"{nodeCount} nodes have {nodeCount} areas, not {areas.Length}", "invalid");
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
                def.keep_reverse = Interop.Bool(keepReverse);
                fixed (int* places = positions)
                fixed (byte* kinds = areas) {
                    def.positions = (ploy_point*)places;
                    def.areas = kinds;
                    Interop.Check(Native.ploy_graph_create(&def, &made, &error), &error, "graph");
                }
            }
            graph = made;
            hasPositions = positions != null;
            Open(Native.ploy_graph_map(graph));
        }

        /// <summary>The map of a terrain.</summary>
        public Graph(Terrain terrain)
        {
            if (terrain == null) throw new ArgumentNullException(nameof(terrain));
            ploy_error error = default(ploy_error);
            IntPtr made;
            ploy_graph_def def = Native.ploy_terrain_graph_def(terrain.Pointer);
            Interop.Check(Native.ploy_graph_create(&def, &made, &error), &error, "graph");
            GC.KeepAlive(terrain);
            graph = made;
            hasPositions = true;
            Open(Native.ploy_graph_map(graph));
        }

        private readonly bool hasPositions;

        /// <summary>The node nearest to a point that is not blocked; -1: there is none.</summary>
        public int Nearest(int x, int y)
        {
            if (!hasPositions) throw new PloyException("the graph has no positions", "invalid");
            return (int)Native.ploy_graph_nearest(graph, new ploy_point { x = x, y = y }, Blocked);
        }

        ~Graph()
        {
            Memory.Release();
        }

        internal override void CloseMap() => Native.ploy_graph_destroy(graph);
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
            Memory.Release();
        }

        internal override void CloseMap() => Native.ploy_grid_destroy(grid);

        internal IntPtr Pointer => grid;

        /// <summary>The weight of a step into a cell; 0: it is blocked.</summary>
        public int Weight(int node) => Native.ploy_grid_weight(grid, Node(node, "node"));

        /// <summary>Keeps only cells of a path that see the next one kept.</summary>
        public int[] Smooth(int[] nodes)
        {
            uint[] words = Array.ConvertAll(nodes, node => Node(node, "node"));
            uint count;
            fixed (uint* at = words) count = words.Length == 0 ? 0 : (uint)Native.ploy_grid_smooth(grid, Blocked, 1, at, (uint)words.Length);
            int[] kept = new int[count];
            for (int i = 0; i < count; ++i) kept[i] = (int)words[i];
            return kept;
        }

        /// <summary>Line of sight between the centers of two cells.</summary>
        public bool Sees(int from, int to) => Native.ploy_grid_sees(grid, Blocked, 1, Node(from, "from"), Node(to, "to")) != 0;
    }
}
