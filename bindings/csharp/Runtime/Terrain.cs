using System;
using System.Runtime.InteropServices;
using Ploy.Low;

namespace Ploy
{
    /// <summary>What a terrain is made of. What is left as it is has the default of the library.</summary>
    public sealed class TerrainOptions
    {
        public ulong Seed = 1;
        /// <summary>The largest disk in the middle of the rectangle instead of the rectangle.</summary>
        public bool IsDisk;
        public int Width = 65536, Height = 65536;
        /// <summary>The least distance between two nodes.</summary>
        public int Spacing = 1024;
        /// <summary>Elevations are in -Relief .. Relief; 0: flat.</summary>
        public int Relief = 2048;
        public int HillWidth = 16384;
        /// <summary>Sizes of hills, 1 .. 16.</summary>
        public int Octaves = 4;
        /// <summary>Of a unit up and down, beside 1 for a level one.</summary>
        public double ClimbCost = 2, DescentCost = 2;
        /// <summary>The share of nodes that have a tree, 0 .. 1.</summary>
        public double Trees = 0.1;
    }

    /// <summary>Points spread evenly at random, joined to their neighbors, with hills and trees. A seed gives the same terrain on every
    /// machine. new Graph(terrain) is its map.</summary>
    public sealed unsafe class Terrain
    {
        internal readonly IntPtr Pointer;

        public Terrain(TerrainOptions options = null)
        {
            TerrainOptions from = options ?? new TerrainOptions();
            ploy_terrain_def def = default(ploy_terrain_def);
            def.seed = from.Seed;
            def.shape = from.IsDisk ? ploy_terrain_shape.PLOY_TERRAIN_DISK : ploy_terrain_shape.PLOY_TERRAIN_RECTANGLE;
            def.width = from.Width;
            def.height = from.Height;
            def.spacing = from.Spacing;
            def.relief = Off(from.Relief);
            def.hill_width = (uint)Math.Max(from.HillWidth, 0);
            def.octaves = (uint)Math.Max(from.Octaves, 0);
            def.climb_cost = Off(from.ClimbCost * 1000);
            def.descent_cost = Off(from.DescentCost * 1000);
            def.trees = Off(from.Trees * 1000);
            ploy_error error = default(ploy_error);
            IntPtr made;
            Interop.Check(Native.ploy_terrain_create(&def, &made, &error), &error, "terrain");
            Pointer = made;
        }

        // 0 is the default of the library, so nothing is -1.
        private static int Off(double value) => Math.Round(value) == 0 ? -1 : (int)Math.Round(value);

        ~Terrain()
        {
            Native.ploy_terrain_destroy(Pointer);
        }

        public int NodeCount => (int)Native.ploy_terrain_node_count(Pointer);

        private int[] Numbers(void* at, int count)
        {
            int[] numbers = new int[count];
            if (count > 0) Marshal.Copy((IntPtr)at, numbers, 0, count);
            GC.KeepAlive(this);
            return numbers;
        }

        /// <summary>x and y of each node, in a new array.</summary>
        public int[] Positions() => Numbers(Native.ploy_terrain_positions(Pointer), 2 * NodeCount);

        /// <summary>One per node, in a new array.</summary>
        public int[] Elevations() => Numbers(Native.ploy_terrain_elevations(Pointer), NodeCount);

        /// <summary>Three nodes per triangle, counterclockwise, in a new array.</summary>
        public int[] Triangles()
        {
            uint* nodes;
            uint count = Native.ploy_terrain_triangles(Pointer, &nodes);
            return Numbers(nodes, 3 * (int)count);
        }

        /// <summary>The edges. isBidirectional: each leads back at the same cost; else both directions are listed.</summary>
        public Graph.Edge[] Edges(out bool isBidirectional)
        {
            ploy_graph_edge* from;
            byte both;
            uint count = Native.ploy_terrain_edges(Pointer, &from, &both);
            isBidirectional = both != 0;
            Graph.Edge[] edges = new Graph.Edge[count];
            for (int i = 0; i < count; ++i) edges[i] = new Graph.Edge { From = (int)from[i].from, To = (int)from[i].to, Cost = from[i].cost };
            GC.KeepAlive(this);
            return edges;
        }

        public bool HasTree(int node)
        {
            if (node < 0 || node >= NodeCount) throw new PloyException($"node is a node 0 .. {NodeCount - 1}, not {node}", "invalid");
            return Native.ploy_terrain_has_tree(Pointer, (uint)node) != 0;
        }

        /// <summary>Blocks every node that has a tree, in a graph of this terrain.</summary>
        public void BlockTrees(Graph graph)
        {
            if (graph.NodeCount != NodeCount) throw new PloyException($"the graph has {graph.NodeCount} nodes, the terrain {NodeCount}", "invalid");
            Native.ploy_terrain_block_trees(Pointer, graph.Blocked);
        }
    }
}
