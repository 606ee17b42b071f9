using System;
using System.Collections.Generic;
using Ploy.Low;

namespace Ploy
{
    /// <summary>A request of a path service. It stays the same in a save.</summary>
    public struct PathRequest : IEquatable<PathRequest>
    {
        internal ploy_path_request_id Id;

        public bool Equals(PathRequest other) => Id.index1 == other.Id.index1 && Id.generation == other.Id.generation;
        public override bool Equals(object other) => other is PathRequest && Equals((PathRequest)other);
        public override int GetHashCode() => (int)(Id.index1 ^ Id.generation << 16);
    }

    /// <summary>An answer of a path service. Its nodes are valid until the next update; Nodes copies them.</summary>
    public readonly unsafe ref struct PathAnswer
    {
        private readonly ploy_path_answer* at;

        internal PathAnswer(ploy_path_answer* at)
        {
            this.at = at;
        }

        public PathRequest Request => new PathRequest { Id = at->id };
        public ulong Owner => at->owner;
        /// <summary>A whole path was found.</summary>
        public bool IsFound => at->path.status == ploy_status.PLOY_FOUND;
        /// <summary>"found", "not-found", "partial", …</summary>
        public string Status => Interop.StatusName(at->path.status);
        public long Cost => at->path.cost;
        public int Count => (int)at->path.count;
        /// <summary>Updates it waited for.</summary>
        public int Waited => (int)at->waited;
        /// <summary>Answered by one search for several requests to its target.</summary>
        public bool IsShared => at->shared != 0;

        /// <summary>A node of the path, from the first to the last.</summary>
        public int this[int index] => index >= 0 && index < Count ? (int)at->path.nodes[index] : throw new ArgumentOutOfRangeException(nameof(index));

        /// <summary>Copies nodes to an array that the game keeps; gives how many, at most its length.</summary>
        public int CopyTo(int[] nodes)
        {
            int count = Math.Min(nodes.Length, Count);
            for (int i = 0; i < count; ++i) nodes[i] = (int)at->path.nodes[i];
            return count;
        }

        /// <summary>All nodes, in a new array.</summary>
        public int[] ToArray()
        {
            int[] nodes = new int[Count];
            CopyTo(nodes);
            return nodes;
        }
    }

    public delegate void PathAnswerFn(PathAnswer answer);

    /// <summary>Requests and work of a path service since it was made.</summary>
    public struct PathServiceStats
    {
        public int Waiting, Active;
        public long Updates, Answered, Shared, Fields, Stale, Cancelled, Restarted, Expanded;
    }

    /// <summary>Paths for many agents: requests wait by priority, an update answers as many as its limits allow.</summary>
    public sealed unsafe class PathService : Owner
    {
        private readonly NavMap map;
        private readonly Shared memory;
        private readonly IntPtr service;
        private PathAnswerFn done;
        private bool isUpdating;

        /// <summary>maxAnswers and maxNodes: per update; 0: no limit. slots: searches at once, with maxNodes. shareFrom: one search answers so
        /// many requests to one target, or more; 0: never.</summary>
        public PathService(NavMap map, int maxAnswers = 0, int maxNodes = 0, int slots = 4, int shareFrom = 4, int capacity = 64)
        {
            this.map = map ?? throw new ArgumentNullException(nameof(map));
            if (maxAnswers < 0 || maxNodes < 0 || slots < 1 || slots > 64 || capacity < 1) throw new ArgumentOutOfRangeException(nameof(slots), "slots are 1 .. 64, limits 0 or more");
            ploy_path_service_def def = default(ploy_path_service_def);
            def.map = map.Map;
            def.max_answers = (uint)maxAnswers;
            def.max_nodes = (uint)maxNodes;
            def.slots = (uint)slots;
            def.share_from = shareFrom < 1 ? -1 : shareFrom;
            def.capacity = (uint)capacity;
            service = Native.ploy_path_service_create(&def);
            if (service == IntPtr.Zero) throw Interop.Error(ploy_status.PLOY_OUT_OF_MEMORY, "path service");
            memory = map.Memory.Keep();
        }

        ~PathService()
        {
            if (memory == null) return; // it was not made
            Native.ploy_path_service_destroy(service);
            memory.Release();
        }

        /// <summary>Puts a request into the queue. owner: a newer request of the same owner drops the older one; 0: no owner. priority: higher
        /// goes first. What the map blocks may change until the answer.</summary>
        public PathRequest Request(int from, int to, ulong owner = 0, short priority = 0, PathOptions options = null)
        {
            ploy_path_request request = default(ploy_path_request);
            request.query = map.Query(from, to, options);
            request.owner = owner;
            request.priority = priority;
            ploy_path_request_id id = Native.ploy_path_service_request(service, &request);
            return id.index1 != 0 ? new PathRequest { Id = id } : throw Interop.Error(ploy_status.PLOY_OUT_OF_MEMORY, "request");
        }

        /// <summary>Drops a request. False: it was answered or dropped already.</summary>
        public bool Cancel(PathRequest request) => Native.ploy_path_service_cancel(service, request.Id) != 0;

        /// <summary>Answers requests by priority until a limit is reached. done gets the answers, in the order of the requests; it may request
        /// and cancel, but not update. What it throws is thrown when the update has ended. Makes no garbage.</summary>
        public void Update(PathAnswerFn done = null)
        {
            if (isUpdating) throw new PloyException("ploy_path_service_update: not inside an update", "not-supported");
            this.done = done;
            isUpdating = true;
            CallState state = Begin();
            try {
                Native.ploy_path_service_update(service, done == null ? IntPtr.Zero : Callbacks.PathDone, null);
            } finally {
                isUpdating = false;
                End(state);
            }
        }

        internal void Answer(ploy_path_answer* answer) => done(new PathAnswer(answer));

        /// <summary>The answer that the last update gave; null: the request waits or is searched. Throws for one that was dropped, cancelled,
        /// or answered before the last update.</summary>
        public Path Poll(PathRequest request)
        {
            ploy_path_answer answer;
            ploy_status status = Native.ploy_path_service_poll(service, request.Id, &answer);
            if (status == ploy_status.PLOY_IN_PROGRESS) return null;
            if (status != ploy_status.PLOY_OK) throw new PloyException("the request was dropped, cancelled, or answered before the last update", Interop.StatusName(status));
            return NavMap.PathOf(&answer.path);
        }

        public PathServiceStats Stats
        {
            get
            {
                ploy_path_service_stats from = Native.ploy_path_service_get_stats(service);
                return new PathServiceStats {
                    Waiting = (int)from.waiting, Active = (int)from.active, Updates = (long)from.updates, Answered = (long)from.answered, Shared = (long)from.shared,
                    Fields = (long)from.fields, Stale = (long)from.stale, Cancelled = (long)from.cancelled, Restarted = (long)from.restarted, Expanded = (long)from.expanded,
                };
            }
        }

        private delegate void Use(ploy_path_service_save_def* def);

        private void WithLists(double[][] areaCosts, Use use)
        {
            using (Scope scope = new Scope()) {
                IntPtr* layers = (IntPtr*)scope.Bytes(sizeof(IntPtr));
                layers[0] = map.Blocked;
                ploy_path_service_save_def def = default(ploy_path_service_save_def);
                def.obstacle_layers = layers;
                def.obstacle_layer_count = 1;
                if (areaCosts != null) {
                    ploy_path_area_costs* lists = (ploy_path_area_costs*)scope.Bytes(areaCosts.Length * sizeof(ploy_path_area_costs));
                    for (int i = 0; i < areaCosts.Length; ++i) lists[i] = new ploy_path_area_costs { costs = (uint*)map.Costs(areaCosts[i]), count = (uint)areaCosts[i].Length };
                    def.areas = lists;
                    def.area_count = (uint)areaCosts.Length;
                }
                use(&def);
            }
        }

        private void Idle(string what)
        {
            if (isUpdating) throw new PloyException(what + ": not inside an update", "not-supported");
        }

        /// <summary>All that decides which answers come when, as bytes. areaCosts: all that requests use, in an order that Load gets again.</summary>
        public byte[] Save(params double[][] areaCosts)
        {
            Idle("ploy_path_service_save");
            byte[] bytes = null;
            WithLists(areaCosts, def => {
                ploy_writer counter = default(ploy_writer);
                ploy_status status = Native.ploy_path_service_save(service, def, &counter);
                if (status == ploy_status.PLOY_NOT_FOUND) throw new PloyException("save: area costs of a request are not in the list", "not-found");
                Interop.Check(status, "save");
                bytes = new byte[(int)counter.count];
                fixed (byte* at = bytes) {
                    ploy_writer writer = default(ploy_writer);
                    writer.bytes = at;
                    writer.capacity = counter.count;
                    Interop.Check(Native.ploy_path_service_save(service, def, &writer), "save");
                }
            });
            return bytes;
        }

        /// <summary>Goes on from a save, in a service made in the same way, with the same area costs. What is blocked must be as it was.</summary>
        public void Load(byte[] save, params double[][] areaCosts)
        {
            if (save == null) throw new ArgumentNullException(nameof(save));
            Idle("ploy_path_service_load");
            WithLists(areaCosts, def => {
                fixed (byte* at = save) {
                    byte nothing = 0;
                    ploy_reader reader = default(ploy_reader);
                    reader.bytes = save.Length == 0 ? &nothing : at;
                    reader.count = (UIntPtr)(uint)save.Length;
                    Interop.Check(Native.ploy_path_service_load(service, def, &reader), "load");
                }
            });
        }
    }
}
