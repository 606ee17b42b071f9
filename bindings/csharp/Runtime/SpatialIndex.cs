using System;
using System.Runtime.InteropServices;
using Ploy.Low;

namespace Ploy
{
    /// <summary>What is near a point. Positions and distances are whole numbers of any unit.</summary>
    public struct NearQuery
    {
        public int X, Y, Radius;
        /// <summary>Points with one of these bits.</summary>
        public uint Mask;
        /// <summary>The index of a point that is left out; -1: none.</summary>
        public int Without;
        /// <summary>The middle of a cone, of any length; zero: all around.</summary>
        public int FacingX, FacingY;
        /// <summary>Of half the angle of the cone: 0 is a half circle.</summary>
        public double Cosine;
        /// <summary>Within this distance points are found outside of the cone, too.</summary>
        public int Always;
        public bool NearestFirst;
        /// <summary>Walls that hide points, with what the grid blocks at run time; null: none.</summary>
        public Grid Grid;
        /// <summary>Side of a cell of the grid in units of positions; 0: 1000.</summary>
        public int GridUnit;

        /// <summary>A circle, any point, all around.</summary>
        public static NearQuery Around(int x, int y, int radius)
        {
            return new NearQuery { X = x, Y = y, Radius = radius, Mask = uint.MaxValue, Without = -1 };
        }
    }

    /// <summary>Who is near: points by place, built again in each tick with one call. Results are indices of points. Nothing here makes
    /// garbage once it is warm.</summary>
    public sealed unsafe class SpatialIndex
    {
        private readonly IntPtr index;
        private IntPtr items, queries;
        private int itemRoom, queryRoom;

        /// <summary>Points that Build was given.</summary>
        public int Count { get; private set; }

        /// <summary>cell: side of a cell of the index, about half the usual radius; it changes the time alone.</summary>
        public SpatialIndex(int cell = 4000, int capacity = 64)
        {
            if (cell < 1 || capacity < 1) throw new ArgumentOutOfRangeException(nameof(cell));
            ploy_spatial_def def = default(ploy_spatial_def);
            def.cell = cell;
            def.capacity = (uint)capacity;
            index = Native.ploy_spatial_create(&def);
            if (index == IntPtr.Zero) throw Interop.Error(ploy_status.PLOY_OUT_OF_MEMORY, "spatial index");
        }

        ~SpatialIndex()
        {
            Native.ploy_spatial_destroy(index);
            Marshal.FreeHGlobal(items);
            Marshal.FreeHGlobal(queries);
        }

        private static void Grow(ref IntPtr memory, ref int room, int count, int bytes)
        {
            if (count <= room && memory != IntPtr.Zero) return;
            room = Math.Max(count, 2 * room);
            Marshal.FreeHGlobal(memory);
            memory = Marshal.AllocHGlobal(bytes * Math.Max(room, 1));
        }

        private static int Coordinate(int value)
        {
            return value >= -(1 << 30) && value <= 1 << 30 ? value : throw new PloyException($"a coordinate is -2^30 .. 2^30, not {value}", "invalid");
        }

        /// <summary>positions: x and y of each point in one array; the first count points of it (-1: all). masks: what each point is, in bits of the
        /// game's; 0: it is not there; null: all are 1.</summary>
        public void Build(int[] positions, uint[] masks = null, int count = -1)
        {
            if (positions == null) throw new ArgumentNullException(nameof(positions));
            bool isWhole = count >= 0 || positions.Length % 2 == 0;
            if (count < 0) count = positions.Length / 2;
            if (!isWhole || 2 * (long)count > positions.Length || masks != null && masks.Length < count)
                throw new PloyException($"{count} points have {2 * count} coordinates and {count} masks", "invalid");
            Grow(ref items, ref itemRoom, count, sizeof(ploy_spatial_item));
            ploy_spatial_item* list = (ploy_spatial_item*)items;
            for (int i = 0; i < count; ++i) {
                list[i].position.x = Coordinate(positions[2 * i]);
                list[i].position.y = Coordinate(positions[2 * i + 1]);
                list[i].mask = masks == null ? 1 : masks[i];
            }
            ploy_status status = Native.ploy_spatial_build(index, list, (uint)count);
            Count = status == ploy_status.PLOY_OK ? count : 0;
            Interop.Check(status, "spatial index");
        }

        private static ploy_spatial_query Of(ref NearQuery from)
        {
            if (from.Radius < 0) throw new PloyException($"a radius is 0 or more, not {from.Radius}", "invalid");
            ploy_spatial_query query = Native.ploy_spatial_query_around(new ploy_point { x = Coordinate(from.X), y = Coordinate(from.Y) }, from.Radius);
            query.mask = from.Mask;
            query.without = (uint)from.Without;
            query.facing.x = Coordinate(from.FacingX);
            query.facing.y = Coordinate(from.FacingY);
            query.cosine = (int)Math.Round(from.Cosine * 1000);
            query.always = from.Always;
            query.nearest_first = Interop.Bool(from.NearestFirst);
            if (from.GridUnit < 0) throw new PloyException($"a unit is 0 or more, not {from.GridUnit}", "invalid");
            if (from.GridUnit > 0) query.grid_unit = from.GridUnit;
            if (from.Grid == null) return query;
            query.grid = from.Grid.Pointer;
            query.obstacles = from.Grid.Blocked;
            return query;
        }

        /// <summary>Writes the indices of what is found to an array of the game's, at most its length. Gives how many.</summary>
        public int Find(NearQuery query, int[] found)
        {
            if (found == null) throw new ArgumentNullException(nameof(found));
            ploy_spatial_query asked = Of(ref query);
            int count;
            fixed (int* at = found) count = found.Length == 0 ? 0 : (int)Native.ploy_spatial_find(index, &asked, (uint*)at, (uint)found.Length);
            GC.KeepAlive(query.Grid);
            GC.KeepAlive(this);
            return count;
        }

        /// <summary>The nearest point; -1: there is none.</summary>
        public int Nearest(NearQuery query)
        {
            ploy_spatial_query asked = Of(ref query);
            int nearest = (int)Native.ploy_spatial_nearest(index, &asked);
            GC.KeepAlive(query.Grid);
            GC.KeepAlive(this);
            return nearest;
        }

        /// <summary>One query per point of positions, in one call: the points of query i are found[i * max] and the next ones, counts[i] of them.
        /// query: what all have in common. withoutSelf: query i leaves out point i. facings: x and y of each query's cone; null: the query's.</summary>
        public void FindAll(int[] positions, NearQuery query, int max, int[] found, int[] counts, bool withoutSelf = false, int[] facings = null)
        {
            if (positions == null || found == null || counts == null) throw new ArgumentNullException(nameof(positions));
            int count = positions.Length / 2;
            if (max < 1 || counts.Length < count || found.Length < (long)count * max || facings != null && facings.Length < 2 * count)
                throw new PloyException($"{count} queries of {max} points need {count} counts and room for {(long)count * max} points", "invalid");
            if (count == 0) return;
            Grow(ref queries, ref queryRoom, count, sizeof(ploy_spatial_query));
            ploy_spatial_query* list = (ploy_spatial_query*)queries;
            ploy_spatial_query common = Of(ref query);
            for (int i = 0; i < count; ++i) {
                list[i] = common;
                list[i].position.x = Coordinate(positions[2 * i]);
                list[i].position.y = Coordinate(positions[2 * i + 1]);
                if (withoutSelf) list[i].without = (uint)i;
                if (facings == null) continue;
                list[i].facing.x = Coordinate(facings[2 * i]);
                list[i].facing.y = Coordinate(facings[2 * i + 1]);
            }
            fixed (int* to = found)
            fixed (int* numbers = counts) Native.ploy_spatial_find_all(index, list, (uint)count, (uint*)to, (uint*)numbers, (uint)max);
            GC.KeepAlive(query.Grid);
            GC.KeepAlive(this);
        }
    }
}
