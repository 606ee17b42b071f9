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

    /// <summary>A grid of square cells whose paths can be found, with cells that are blocked at run time. The node of a cell is
    /// y * Width + x. A straight step costs 2378 and a diagonal one 3363, times the weight of the cell it leads to.</summary>
    public sealed unsafe class Grid
    {
        private IntPtr grid, obstacles, finder;
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
            ploy_obstacles_def layer = default(ploy_obstacles_def);
            layer.map = Native.ploy_grid_map(grid);
            obstacles = Native.ploy_obstacles_create(&layer);
            ploy_pathfinder_def search = default(ploy_pathfinder_def);
            search.map = layer.map;
            finder = Native.ploy_pathfinder_create(&search);
            if (obstacles == IntPtr.Zero || finder == IntPtr.Zero) throw Interop.Error(ploy_status.PLOY_OUT_OF_MEMORY, "grid");
        }

        ~Grid()
        {
            Native.ploy_pathfinder_destroy(finder);
            Native.ploy_obstacles_destroy(obstacles);
            Native.ploy_grid_destroy(grid);
        }

        private uint Node(int node, string what)
        {
            return node >= 0 && node < Width * Height ? (uint)node : throw new PloyException($"{what} is a node 0 .. {Width * Height - 1}, not {node}", "invalid");
        }

        /// <summary>Blocks a cell, or unblocks it.</summary>
        public void SetBlocked(int node, bool isBlocked)
        {
            if (isBlocked) Native.ploy_obstacles_block(obstacles, Node(node, "node"));
            else Native.ploy_obstacles_unblock(obstacles, Node(node, "node"));
        }

        /// <summary>Line of sight between the centers of two cells.</summary>
        public bool Sees(int from, int to) => Native.ploy_grid_sees(grid, obstacles, 1, Node(from, "from"), Node(to, "to")) != 0;

        /// <summary>The cheapest path.</summary>
        public Path Find(int from, int to, int maxNodes = 0)
        {
            ploy_path_query query = default(ploy_path_query);
            query.from = Node(from, "from");
            query.to = Node(to, "to");
            query.obstacles = obstacles;
            query.max_nodes = (uint)maxNodes;
            ploy_path* path = Native.ploy_pathfinder_find(finder, &query);
            int[] nodes = new int[path->count];
            for (int i = 0; i < nodes.Length; ++i) nodes[i] = (int)path->nodes[i];
            return new Path { Status = Interop.StatusName(path->status), Cost = path->cost, Nodes = nodes, Expanded = (int)path->expanded };
        }
    }
}
