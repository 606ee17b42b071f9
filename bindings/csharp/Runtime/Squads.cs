using System;
using System.Collections.Generic;
using Ploy.Low;

namespace Ploy
{
    public enum SquadTaskKind { None, Patrol, Attack, Flank, GoTo, Formation, Rendezvous, Advance, Follow }
    public enum SquadTaskEnd { Done, Failed, Lost, Aborted }
    public enum OrderKind { None, Move, Hold, Attack, Cover, Follow, Lead }
    public enum OrderState { Open, Done, Failed, Overruled, Late, Withdrawn }

    /// <summary>An order of an agent.</summary>
    public struct Order
    {
        public int Number;
        public OrderKind Kind;
        public long Place;
        public ulong Target;
        public OrderState State;
    }

    /// <summary>A task of a squad. What is left 0 has the default of the library. Times are seconds.</summary>
    public struct SquadTask
    {
        public SquadTaskKind Kind;
        /// <summary>At most 8.</summary>
        public long[] Places;
        public ulong Target;
        public int Rounds, Min;
        public double Limit, Patience;

        internal unsafe ploy_squad_task_def Def()
        {
            long[] places = Places ?? new long[0];
            if (places.Length > 8) throw new PloyException("a task has at most 8 places", "invalid");
            if (Rounds < 0 || Min < 0) throw new PloyException("Rounds and Min are 0 or more", "invalid");
            ploy_squad_task_def def = default(ploy_squad_task_def);
            def.kind = (ploy_squad_task_kind)Kind;
            def.place_count = (uint)places.Length;
            for (int i = 0; i < places.Length; ++i) def.places[i] = places[i];
            def.target = Target;
            def.rounds = (uint)Rounds;
            def.min = (uint)Min;
            def.limit = Interop.Micros(Limit, nameof(Limit));
            def.patience = Interop.Micros(Patience, nameof(Patience));
            return def;
        }
    }

    /// <summary>What squads ask of the game, and where orders go. Set what is needed.</summary>
    public sealed class SquadOptions
    {
        /// <summary>From an agent to a place, in the game's own unit; below 0: there is no path.</summary>
        public Func<Agent, long, long> Distance;
        /// <summary>The place where an agent is. A rendezvous without a place needs it.</summary>
        public Func<Agent, long> Where;
        /// <summary>The spot of a slot of a task at one of its places: squad, task, slot, place.</summary>
        public Func<Squad, SquadTaskKind, int, long, long> Spot;
        /// <summary>The state of an open order: open, done, failed or overruled.</summary>
        public Func<Agent, Order, OrderState> Check;
        /// <summary>A task ended; it may queue others.</summary>
        public Action<Squad, int, SquadTaskEnd> Ended;
        /// <summary>The number of a place that a file names; null: there is none.</summary>
        public Func<string, long?> FindPlace;
        /// <summary>A move is done at this distance from its place.</summary>
        public long ArriveWithin;
        /// <summary>Keys on a member's blackboard that get the kind of an order (int), its place (int) and its target (object); null: none.</summary>
        public string OrderKey, PlaceKey, TargetKey;
        /// <summary>Seconds between a standing task's end and its next beginning.</summary>
        public double Pause = 1;
    }

    /// <summary>Agents that share a blackboard and work on one task together.</summary>
    public sealed unsafe class Squad
    {
        private readonly Squads squads;
        internal readonly ploy_squad_id Id;

        internal Squad(Squads squads, ploy_squad_id id)
        {
            this.squads = squads;
            Id = id;
        }

        /// <summary>What is set there all members read.</summary>
        public Blackboard Blackboard => new Blackboard(squads.World, () => {
            IntPtr at = Native.ploy_squad_blackboard(squads.Pointer, Id);
            return at != IntPtr.Zero ? at : throw new PloyException("the squad is gone, or the world has no keys", "not-found");
        });

        public void Join(Agent agent) => squads.Do("agent " + agent.Number, () => Native.ploy_squad_join(squads.Pointer, Id, agent.Id));

        /// <summary>Ends the squad; its members are in none.</summary>
        public void Destroy() => squads.Do("squad", () => Native.ploy_squad_destroy(squads.Pointer, Id));

        /// <summary>Its members, in the order they joined.</summary>
        public List<Agent> Members
        {
            get
            {
                List<Agent> members = new List<Agent>();
                uint count = Native.ploy_squad_member_count(squads.Pointer, Id);
                for (uint i = 0; i < count; ++i) members.Add(squads.World.AgentOf(Native.ploy_squad_member(squads.Pointer, Id, i)));
                return members;
            }
        }

        /// <summary>Puts a task behind those that wait. Returns its number.</summary>
        public int Queue(SquadTaskKind kind, params long[] places)
        {
            return Queue(new SquadTask { Kind = kind, Places = places });
        }

        /// <summary>The same with all that a task has.</summary>
        public int Queue(SquadTask task)
        {
            ploy_squad_task_def def = task.Def();
            uint number;
            Interop.Check(Native.ploy_squad_queue(squads.Pointer, Id, &def, &number), "task " + task.Kind);
            return (int)number;
        }

        /// <summary>Ends a task; 0: all of them.</summary>
        public void Abort(int task = 0) => squads.Do("task " + task, () => Native.ploy_squad_abort(squads.Pointer, Id, (uint)task));

        /// <summary>The kind of the running task.</summary>
        public SquadTaskKind Task => (SquadTaskKind)Native.ploy_squad_task(squads.Pointer, Id).kind;

        /// <summary>What the squad does and which members it waits for, in English.</summary>
        public string Why() => Interop.Printed((text, size) => Native.ploy_squad_why(squads.Pointer, Id, text, size));
    }

    /// <summary>The squads of a world, and its reservations.</summary>
    public sealed unsafe class Squads
    {
        private readonly Dictionary<ulong, Squad> known = new Dictionary<ulong, Squad>();
        internal World World { get; }
        internal IntPtr Pointer => Native.ploy_world_squads(World.Pointer);

        internal Squads(World world)
        {
            World = world;
            if (Pointer == IntPtr.Zero) throw Interop.Error(ploy_status.PLOY_OUT_OF_MEMORY, "squads");
        }

        internal delegate ploy_status Work();

        internal void Do(string what, Work work)
        {
            CallState state = World.Begin();
            ploy_status status = ploy_status.PLOY_OK;
            try {
                status = work();
            } finally {
                World.End(state);
            }
            if (status == ploy_status.PLOY_NOT_FOUND && what.StartsWith("agent", StringComparison.Ordinal))
                throw new PloyGoneException(Interop.Error(status, what).Message);
            Interop.Check(status, what);
        }

        /// <summary>What the game answers, before the first squad: how far an agent is from a place, and what happens when a task ended.</summary>
        public void Configure(Func<Agent, long, long> distance = null, Action<Squad, int, SquadTaskEnd> ended = null, long arriveWithin = 0)
        {
            Configure(new SquadOptions { Distance = distance, Ended = ended, ArriveWithin = arriveWithin });
        }

        /// <summary>The same with everything that squads ask of the game. Before the first squad.</summary>
        public void Configure(SquadOptions options)
        {
            ploy_squads_def def = default(ploy_squads_def);
            def.arrive_within = options.ArriveWithin;
            def.calls.distance = options.Distance == null ? IntPtr.Zero : Callbacks.Distance;
            def.calls.where = options.Where == null ? IntPtr.Zero : Callbacks.Where;
            def.calls.spot = options.Spot == null ? IntPtr.Zero : Callbacks.Spot;
            def.calls.check = options.Check == null ? IntPtr.Zero : Callbacks.CheckOrder;
            def.calls.ended = options.Ended == null ? IntPtr.Zero : Callbacks.Ended;
            def.calls.find_place = options.FindPlace == null ? IntPtr.Zero : Callbacks.FindPlace;
            def.calls.user = (void*)World.Keep(options);
            names = new Scope(); // the library keeps the texts as long as the world
            def.order_key = names.Text(options.OrderKey);
            def.place_key = names.Text(options.PlaceKey);
            def.target_key = names.Text(options.TargetKey);
            def.pause = Interop.Micros(options.Pause, nameof(options.Pause));
            Native.ploy_squads_configure(Pointer, &def);
        }

        private Scope names;

        /// <summary>home: the place whose distance decides who joins. isClosed: no agent joins from the pool. standing: begun whenever there is
        /// nothing else to do.</summary>
        public Squad Create(string name, int size = 0, long home = 0, bool isClosed = false, SquadTask standing = default(SquadTask))
        {
            ploy_squad_id id;
            using (Scope scope = new Scope()) {
                ploy_squad_def def = default(ploy_squad_def);
                def.name = scope.Text(name);
                def.size = (uint)size;
                def.home = home;
                def.closed = Interop.Bool(isClosed);
                def.standing = standing.Def();
                Interop.Check(Native.ploy_squad_create(Pointer, &def, &id), "squad " + name);
            }
            return At(id);
        }

        /// <summary>A squad by name, as a file names it; null: there is none.</summary>
        public Squad Find(string name)
        {
            using (Scope scope = new Scope()) return At(Native.ploy_squads_find(Pointer, scope.Text(name)));
        }

        /// <summary>The squad of an agent; null: it is in none.</summary>
        public Squad Of(Agent agent) => At(Native.ploy_squads_of(Pointer, agent.Id));

        internal Squad At(ploy_squad_id id)
        {
            if (id.index1 == 0) return null;
            ulong name = (ulong)id.generation << 32 | id.index1;
            Squad squad;
            if (!known.TryGetValue(name, out squad)) known.Add(name, squad = new Squad(this, id));
            return squad;
        }

        /// <summary>Into the pool: the agent joins the nearest squad that has room.</summary>
        public void Enlist(Agent agent) => Do("agent " + agent.Number, () => Native.ploy_squads_enlist(Pointer, agent.Id));

        public void Leave(Agent agent) => Do("agent " + agent.Number, () => Native.ploy_squads_leave(Pointer, agent.Id));

        /// <summary>The agent's open order; null: it has none.</summary>
        public Order? OrderOf(Agent agent)
        {
            ploy_order order;
            if (Native.ploy_squads_order(Pointer, agent.Id, &order) != ploy_status.PLOY_OK) return null;
            return OrderOf(&order);
        }

        internal static Order OrderOf(ploy_order* order)
        {
            return new Order {
                Number = (int)order->number, Kind = (OrderKind)order->kind, Place = order->place, Target = order->target, State = (OrderState)order->state,
            };
        }

        /// <summary>The agent reports how its order ended.</summary>
        public void Report(Agent agent, int order, OrderState state)
        {
            Do("agent " + agent.Number, () => Native.ploy_squads_report(Pointer, agent.Id, (uint)order, (ploy_order_state)state));
        }

        /// <summary>The agent gets a resource of the game, one of `slots`, until it is released, or until the world's time is `until` seconds. False:
        /// others have it.</summary>
        public bool Claim(ulong resource, Agent agent, int slots = 1, double until = double.PositiveInfinity)
        {
            long end = double.IsPositiveInfinity(until) ? long.MaxValue : Interop.Micros(until, nameof(until));
            ploy_status status = Native.ploy_reservations_claim(Native.ploy_world_reservations(World.Pointer), resource, agent.Id, (uint)slots, end);
            if (status == ploy_status.PLOY_FULL) return false;
            Interop.Check(status, "resource " + resource);
            return true;
        }

        /// <summary>How many agents have a claim on a resource.</summary>
        public int Claims(ulong resource) => (int)Native.ploy_reservations_count(Native.ploy_world_reservations(World.Pointer), resource);

        /// <summary>Could the agent claim one of `slots`?</summary>
        public bool IsFree(ulong resource, Agent agent, int slots = 1)
        {
            return Native.ploy_reservations_is_free(Native.ploy_world_reservations(World.Pointer), resource, agent.Id, (uint)slots) != 0;
        }

        /// <summary>False: the agent had no claim on it.</summary>
        public bool Release(ulong resource, Agent agent)
        {
            return Native.ploy_reservations_release(Native.ploy_world_reservations(World.Pointer), resource, agent.Id) == ploy_status.PLOY_OK;
        }
    }
}
