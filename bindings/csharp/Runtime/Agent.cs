using System;
using System.Collections.Generic;
using Ploy.Low;

namespace Ploy
{
    /// <summary>An action or a goal with the names of its arguments.</summary>
    public sealed class Grounded
    {
        public string Name { get; internal set; }
        public string[] Args { get; internal set; }

        public override string ToString() => Args.Length == 0 ? Name : $"{Name}({string.Join(", ", Args)})";
    }

    /// <summary>A fact in a working memory.</summary>
    public sealed class Fact
    {
        public string Type { get; internal set; }
        /// <summary>Whole numbers as they are; decimals in 1/1000; bools 0 or 1.</summary>
        public Dictionary<string, long> Values { get; internal set; }
        /// <summary>0 to 1.</summary>
        public double Belief { get; internal set; }
        /// <summary>Seconds.</summary>
        public double Age { get; internal set; }
    }

    /// <summary>An agent of a world. Its blackboard is read and written through it. After it is gone, its methods throw.</summary>
    public sealed unsafe class Agent : KeyHolder
    {
        internal readonly ploy_agent_id Id;
        private readonly ploy_agent* at;

        /// <summary>Whatever the game keeps with its agent.</summary>
        public object User;

        public World World { get; }
        internal override World Of => World;

        internal Agent(World world, ploy_agent_id id, ploy_agent* at)
        {
            World = world;
            Id = id;
            this.at = at;
        }

        internal bool Is(ploy_agent* pointer, ploy_agent_id id) => at == pointer && Id.index1 == id.index1 && Id.generation == id.generation;

        /// <summary>The number of the agent, from 1. The number of an agent that is gone may be used again.</summary>
        public int Number => (int)Id.index1;

        public bool IsAlive => World.IsAlive && Native.ploy_world_agent(World.Pointer, Id) != null;

        internal ploy_agent* Living
        {
            get
            {
                if (World.Acting == this) return at; // it stays until the tick ends
                ploy_agent* pointer = Native.ploy_world_agent(World.Pointer, Id);
                if (pointer == null)
                    throw new PloyGoneException($"agent {Number} is gone: {Interop.TextAt(Native.ploy_status_text(ploy_status.PLOY_NOT_FOUND))}");
                return pointer;
            }
        }

        internal override IntPtr Pointer
        {
            get
            {
                IntPtr blackboard = Living->blackboard;
                if (blackboard == IntPtr.Zero) throw new PloyException($"agent {Number} has no blackboard", "not-supported");
                return blackboard;
            }
        }

        /// <summary>Seconds since the world was created.</summary>
        public double Now => Living->now / 1e6;

        /// <summary>Seconds since the agent's last tick.</summary>
        public double Dt => Living->dt / 1e6;

        /// <summary>The name of its type, or "".</summary>
        public string Type => Interop.TextAt(Native.ploy_agent_type(Living));

        /// <summary>Where it is, in 1/1000 of a cell of the game's map: recordings show it.</summary>
        public void SetPosition(int x, int y)
        {
            ploy_agent* agent = Living;
            agent->position.x = x;
            agent->position.y = y;
        }

        /// <summary>A random number 0 .. bound - 1 of the agent's own, the same in every run.</summary>
        public int Random(int bound)
        {
            if (bound < 1) throw new ArgumentOutOfRangeException(nameof(bound));
            return (int)Native.ploy_random_below(&Living->random, (uint)bound);
        }

        /// <summary>Says why the activity fails, before it returns Failure.</summary>
        public void Fails(string reason)
        {
            using (Scope scope = new Scope())
                Living->reason = Native.ploy_bindings_add_reason(Native.ploy_world_bindings(World.Pointer), scope.Text(reason));
        }

        /// <summary>What the agent does and why, in English.</summary>
        public string Why()
        {
            ploy_agent* agent = Living;
            return Interop.Printed((text, size) => Native.ploy_mind_why(agent, text, size));
        }

        /// <summary>Inside a tick it is gone when the tick ends.</summary>
        public void Destroy()
        {
            IntPtr world = World.Pointer;
            CallState state = World.Begin();
            ploy_status status = Native.ploy_agent_destroy(world, Id);
            World.End(state);
            if (status == ploy_status.PLOY_NOT_FOUND) throw new PloyGoneException($"agent {Number} is gone: {Interop.TextAt(Native.ploy_status_text(status))}");
        }

        private delegate ploy_status Change(IntPtr world);

        private void Do(Change change)
        {
            IntPtr world = World.Pointer;
            CallState state = World.Begin();
            ploy_status status = change(world);
            World.End(state);
            if (status == ploy_status.PLOY_NOT_FOUND) throw new PloyGoneException($"agent {Number} is gone: {Interop.TextAt(Native.ploy_status_text(status))}");
            Interop.Check(status, "agent " + Number);
        }

        /// <summary>Switches a sensor of the agent on or off.</summary>
        public void SetSensor(string name, bool isOn)
        {
            uint sensor = World.SensorIndex(name);
            Do(world => Native.ploy_agent_set_sensor(world, Id, sensor, Interop.Bool(isOn)));
        }

        /// <summary>Level of detail: it senses and thinks only in every pace-th of its ticks, 1 .. 256 (1: in each), and acts in all of
        /// them.</summary>
        public void SetPace(int pace)
        {
            if (pace < 1 || pace > 256) throw new ArgumentOutOfRangeException(nameof(pace), "a pace is 1 .. 256");
            Do(world => Native.ploy_agent_set_pace(world, Id, (uint)pace));
        }

        /// <summary>Ends its mind and begins that of another agent, which the two then share; null: nothing decides for it. Inside a tick:
        /// when it ends.</summary>
        public void SetMind(Agent other)
        {
            if (other != null && other.World != World) throw new PloyException("the other agent is of another world", "invalid");
            ploy_mind* mind = other == null ? null : other.Living->mind;
            Do(world => Native.ploy_agent_set_mind(world, Id, mind));
        }

        /// <summary>The same with the mind of an agent type of World.AddPlannerType.</summary>
        public void SetMind(string type)
        {
            ploy_mind* mind = World.MindOf(type);
            Do(world => Native.ploy_agent_set_mind(world, Id, mind));
        }

        /// <summary>What it took to think and act in the last tick, in the unit of the world's clock. 0: it was not its turn.</summary>
        public long Time => Living == null ? 0 : (long)Native.ploy_agent_get_time(World.Pointer, Id);

        // GOAP.

        private IntPtr Plans => World.GoapDomain(Living->mind);

        /// <summary>The goal that it pursues, or null.</summary>
        public Grounded Goal
        {
            get
            {
                IntPtr domain = Plans;
                uint* args = stackalloc uint[4];
                uint goal = domain == IntPtr.Zero ? Interop.None : Native.ploy_goap_goal(Living, args);
                return goal == Interop.None ? null : Domain.GoalOf(domain, goal, args);
            }
        }

        /// <summary>The running action, or null.</summary>
        public Grounded Action
        {
            get
            {
                IntPtr domain = Plans;
                uint* args = stackalloc uint[4];
                uint action = domain == IntPtr.Zero ? Interop.None : Native.ploy_goap_action(Living, args);
                return action == Interop.None ? null : Domain.ActionOf(domain, action, args);
            }
        }

        /// <summary>The remaining steps of the plan, the running one first.</summary>
        public Grounded[] Plan
        {
            get
            {
                IntPtr domain = Plans;
                if (domain == IntPtr.Zero) return new Grounded[0];
                uint count = Native.ploy_goap_steps(Living, null, 0);
                Grounded[] steps = new Grounded[count];
                ploy_step* list = stackalloc ploy_step[(int)count + 1];
                Native.ploy_goap_steps(Living, list, count);
                for (uint i = 0; i < count; ++i) steps[i] = Domain.ActionOf(domain, list[i].action, list[i].args);
                return steps;
            }
        }

        /// <summary>How far the running action is, 0 to 1.</summary>
        public double Progress
        {
            get
            {
                if (Plans == IntPtr.Zero) return 0;
                ploy_agent* agent = Living;
                CallState state = World.Begin();
                uint progress = Native.ploy_goap_progress(agent);
                World.End(state);
                return progress / 1000.0;
            }
        }

        /// <summary>The priority of a goal when it was last evaluated; 0: it is not relevant, or was not evaluated yet.</summary>
        public double Priority(string goal)
        {
            IntPtr domain = Plans;
            if (domain == IntPtr.Zero) return 0;
            using (Scope scope = new Scope())
                return Native.ploy_goap_priority(Living, Domain.Find(domain, goal, scope, "goal", Native.ploy_domain_find_goal)) / 1000.0;
        }

        /// <summary>Pursues this goal above all others until it is finished or aborted or has no plan.</summary>
        public void Push(string goal, params string[] args)
        {
            IntPtr domain = Plans;
            if (domain == IntPtr.Zero) throw new PloyException($"agent {Number} does not plan", "not-supported");
            using (Scope scope = new Scope()) {
                uint index = Domain.Find(domain, goal, scope, "goal", Native.ploy_domain_find_goal);
                uint* objects = Domain.GoalArgs(domain, index, args, scope);
                Interop.Check(Native.ploy_goap_push(Living, index, objects), "goal " + goal);
            }
        }

        /// <summary>Aborts the current goal; then the agent chooses again.</summary>
        public void Abort()
        {
            if (Plans != IntPtr.Zero) Native.ploy_goap_abort(Living);
        }

        /// <summary>Chooses and plans in its next tick, regardless of intervals.</summary>
        public void Replan()
        {
            if (Plans != IntPtr.Zero) Native.ploy_goap_replan(Living);
        }

        // Working memory.

        private IntPtr Memory
        {
            get
            {
                IntPtr memory = Living->memory;
                if (memory == IntPtr.Zero) throw new PloyException($"agent {Number} has no working memory: there is no fact type", "not-supported");
                return memory;
            }
        }

        /// <summary>Remembers a fact with these attributes, in their order; a known one that agrees in its identifying attributes
        /// is refreshed. Whole numbers as they are; decimals in 1/1000.</summary>
        public void Remember(string type, params long[] values)
        {
            FactType facts = World.FactType(type);
            if (values.Length > facts.Attributes.Length)
                throw new PloyException($"{type} has {facts.Attributes.Length} attributes, not {values.Length}", "invalid");
            IntPtr memory = Memory;
            ploy_fact fact = Native.ploy_fact_of(facts.Index);
            for (int i = 0; i < values.Length; ++i) Native.ploy_fact_set(&fact, (uint)i, values[i]);
            ploy_status status = Native.ploy_memory_remember(memory, &fact, null);
            if (status != ploy_status.PLOY_FULL) Interop.Check(status, "a fact of type " + type);
        }

        /// <summary>How many facts of a type it remembers.</summary>
        public int CountFacts(string type)
        {
            ploy_fact_query query;
            Native.ploy_fact_query_init(&query, World.FactType(type).Index);
            return (int)Native.ploy_memory_count(Memory, &query);
        }

        private ploy_fact_query Query(FactType facts, string type, string attribute, long value)
        {
            ploy_fact_query query;
            Native.ploy_fact_query_init(&query, facts.Index);
            int index = Array.IndexOf(facts.Attributes, attribute);
            if (index < 0) throw new PloyException($"{type} has no attribute \"{attribute}\"", "not-found");
            Native.ploy_fact_query_equal(&query, (uint)index, value);
            return query;
        }

        /// <summary>The facts of a type.</summary>
        public List<Fact> Facts(string type)
        {
            FactType facts = World.FactType(type);
            ploy_fact_query query;
            Native.ploy_fact_query_init(&query, facts.Index);
            return Facts(facts, type, query);
        }

        /// <summary>The facts of a type that have this value.</summary>
        public List<Fact> Facts(string type, string attribute, long value)
        {
            FactType facts = World.FactType(type);
            return Facts(facts, type, Query(facts, type, attribute, value));
        }

        private List<Fact> Facts(FactType facts, string type, ploy_fact_query query)
        {
            IntPtr memory = Memory;
            List<Fact> found = new List<Fact>();
            for (ploy_fact_id id = default(ploy_fact_id); ;) {
                id = Native.ploy_memory_next(memory, &query, id);
                if (id.index1 == 0) return found;
                ploy_fact fact;
                Native.ploy_memory_get(memory, id, &fact);
                Dictionary<string, long> values = new Dictionary<string, long>();
                for (int i = 0; i < facts.Attributes.Length; ++i)
                    if ((fact.set >> i & 1) != 0) values[facts.Attributes[i]] = fact.values[i];
                found.Add(new Fact { Type = type, Values = values, Belief = fact.belief / 1000.0, Age = fact.age / 1e6 });
            }
        }

        /// <summary>Forgets the facts of a type that have this value. Returns how many there were.</summary>
        public int Forget(string type, string attribute, long value)
        {
            ploy_fact_query query = Query(World.FactType(type), type, attribute, value);
            return (int)Native.ploy_memory_forget_all(Memory, &query);
        }

        /// <summary>Forgets all facts of a type. Returns how many there were.</summary>
        public int Forget(string type)
        {
            ploy_fact_query query;
            Native.ploy_fact_query_init(&query, World.FactType(type).Index);
            return (int)Native.ploy_memory_forget_all(Memory, &query);
        }
    }
}
