using System;
using System.Collections;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using Ploy.Low;

namespace Ploy
{
    /// <summary>What happened to a goal or an action of an agent.</summary>
    public sealed class GoapEvent
    {
        /// <summary>"goal-started", "action-finished", …</summary>
        public string Kind { get; internal set; }
        /// <summary>The goal or the action.</summary>
        public Grounded What { get; internal set; }
        /// <summary>Why it was aborted, in English, or "".</summary>
        public string Reason { get; internal set; }
    }

    /// <summary>An error that World.CheckText found.</summary>
    public sealed class TextError
    {
        public int Line { get; internal set; }
        public int Column { get; internal set; }
        public string Message { get; internal set; }
        public string Hint { get; internal set; }
    }

    internal sealed class FactType
    {
        public uint Index;
        public string[] Attributes;
    }

    /// <summary>What a mind that plans in a domain made in code is told. Times are seconds.</summary>
    public sealed class PlannerOptions
    {
        /// <summary>When an action succeeds, its effects are written to the agent's blackboard.</summary>
        public bool WriteEffects;
        /// <summary>It plans only after Agent.Push and Agent.Replan.</summary>
        public bool IsManual;
        /// <summary>Steps of a plan that an agent keeps.</summary>
        public int MaxSteps = 16;
        /// <summary>The lead in priority that a goal needs to interrupt another.</summary>
        public double Hysteresis = 0.1;
        /// <summary>Between two evaluations of a goal's relevance while the agent pursues a goal; 0: every tick.</summary>
        public double Interval = 0.1;
        /// <summary>Between two searches for a better goal; 0: always.</summary>
        public double SearchInterval = 0.5;
    }

    /// <summary>Owns agents and what belongs to them, and ticks them. Order: add, load, create agents, tick. Times are seconds.</summary>
    public sealed unsafe class World : Owner, IDisposable, IEnumerable<Agent>
    {
        private IntPtr pointer;
        private readonly Dictionary<string, Key> keys = new Dictionary<string, Key>();
        private readonly Dictionary<string, FactType> factTypes = new Dictionary<string, FactType>();
        private readonly List<Agent> agents = new List<Agent>();
        private Squads squads;
        private bool isTicking;
        private readonly Dictionary<string, uint> sensors = new Dictionary<string, uint>();
        private readonly Dictionary<string, IntPtr> minds = new Dictionary<string, IntPtr>();
        internal readonly Func<long> Clock;
        internal Names Names { get; }
        internal bool IsTicking => isTicking;
        internal bool IsObserved;
        /// <summary>The agent whose callback is running: it lives, whatever the callback does.</summary>
        internal Agent Acting;

        /// <summary>Called for goals and actions of planning agents.</summary>
        public event Action<Agent, GoapEvent> OnEvent;

        /// <summary>clock: measures where time goes (Profile), in any unit, for example System.Diagnostics.Stopwatch.GetTimestamp.</summary>
        public World(ulong seed = 0, int groups = 1, int maxNodes = 0, Func<long> clock = null, int maxSensorUpdates = 0, int capacity = 64, int row = 1)
        {
            if (groups < 1 || maxNodes < 0 || maxSensorUpdates < 0 || capacity < 1 || row < 1)
                throw new ArgumentOutOfRangeException(nameof(groups), "groups, capacity and row are 1 or more, limits 0 or more");
            Names = new Names(this);
            Clock = clock;
            ploy_world_def def = default(ploy_world_def);
            def.seed = seed;
            def.groups = (uint)groups;
            def.max_nodes = (uint)maxNodes;
            def.max_sensor_updates = (uint)maxSensorUpdates;
            def.capacity = (uint)capacity;
            def.row = (uint)row;
            def.on_event = Callbacks.Event;
            def.clock = clock == null ? IntPtr.Zero : Callbacks.Clock;
            CallState state = Begin();
            pointer = Native.ploy_world_create(&def);
            End(state);
            if (pointer == IntPtr.Zero) throw Interop.Error(ploy_status.PLOY_OUT_OF_MEMORY, "");
        }

        ~World()
        {
            if (pointer == IntPtr.Zero) return;
            Native.ploy_world_destroy(pointer);
            foreach (Shared domain in domains) domain.Release();
        }

        private readonly List<Shared> domains = new List<Shared>(); // that minds plan with

        internal IntPtr Pointer
        {
            get
            {
                if (pointer == IntPtr.Zero) throw new ObjectDisposedException("World", "the world was destroyed");
                return pointer;
            }
        }

        public bool IsAlive => pointer != IntPtr.Zero;

        /// <summary>Ends all agents, closes the recording and frees everything. Without it the garbage collector does. Throws inside a
        /// tick.</summary>
        public void Dispose()
        {
            if (pointer == IntPtr.Zero) return;
            if (Calls > 0 && !isTicking) throw new PloyException("ploy_world_destroy: not inside a call of the world", "not-supported");
            CallState state = Begin();
            Native.ploy_world_destroy(pointer);
            End(state);
            pointer = IntPtr.Zero;
            foreach (Shared domain in domains) domain.Release();
            domains.Clear();
            agents.Clear();
            Closures.Clear();
            GC.SuppressFinalize(this);
        }

        // Bindings.

        private void Added(ploy_status status, List<string> messages, string what)
        {
            if (status == ploy_status.PLOY_OK) return;
            throw new PloyException(messages.Count > 0 ? messages[0] : Interop.Error(status, what).Message, Interop.StatusName(status));
        }

        private delegate ploy_status Adding(IntPtr bindings, Scope scope);

        private void Add(string what, string name, Adding add)
        {
            if (name == null) throw new ArgumentNullException(nameof(name));
            IntPtr bindings = Native.ploy_world_bindings(Pointer);
            List<string> outer = Interop.Heard, messages = Interop.Heard = new List<string>();
            ploy_status status;
            try {
                using (Scope scope = new Scope()) status = add(bindings, scope);
            } finally {
                Interop.Heard = outer;
            }
            Added(status, messages, what + " " + name);
        }

        /// <summary>Binds an activity that is called in every tick and returns Running, Success or Failure.</summary>
        public void AddActivity(string name, ActivityFn update, string ports = null)
        {
            if (update == null) throw new ArgumentNullException(nameof(update));
            ActivityOf activity = new ActivityOf { Call = update };
            activity.Declare(name, ports);
            Add("activity", name, (bindings, scope) => {
                ploy_activity_def def = default(ploy_activity_def);
                def.name = scope.Text(name);
                def.ports = scope.Text(ports);
                def.update = Callbacks.Update;
                def.user = (void*)Keep(activity);
                return Native.ploy_bindings_add_activity(bindings, &def, null);
            });
        }

        /// <summary>Binds an activity with all its parts.</summary>
        public void AddActivity(string name, Activity activity)
        {
            if (activity == null) throw new ArgumentNullException(nameof(activity));
            activity.Declare(name, activity.Ports, activity.DataWords);
            Add("activity", name, (bindings, scope) => {
                ploy_activity_def def = default(ploy_activity_def);
                def.name = scope.Text(name);
                def.ports = scope.Text(activity.Ports);
                def.data_bytes = 4 * (uint)activity.Words;
                def.start = Callbacks.Start;
                def.update = Callbacks.Update;
                def.halt = Callbacks.Halt;
                def.valid = Callbacks.Valid;
                def.viable = Callbacks.Viable;
                def.finished = Callbacks.Finished;
                def.progress = Callbacks.Progress;
                def.user = (void*)Keep(activity);
                return Native.ploy_bindings_add_activity(bindings, &def, null);
            });
        }

        /// <summary>Binds a condition, which only reads. pure: it depends on its ports alone.</summary>
        public void AddCondition(string name, ConditionFn test, string ports = null, bool pure = false)
        {
            if (test == null) throw new ArgumentNullException(nameof(test));
            Condition condition = new Condition { Test = test };
            condition.Declare(name, ports);
            Add("condition", name, (bindings, scope) => {
                ploy_condition_def def = default(ploy_condition_def);
                def.name = scope.Text(name);
                def.ports = scope.Text(ports);
                def.test = Callbacks.Test;
                def.pure = Interop.Bool(pure);
                def.user = (void*)Keep(condition);
                return Native.ploy_bindings_add_condition(bindings, &def, null);
            });
        }

        /// <summary>Binds a scorer: a number, for utilities and domains. It only reads.</summary>
        public void AddScorer(string name, ScorerFn score, string ports = null)
        {
            if (score == null) throw new ArgumentNullException(nameof(score));
            Scorer scorer = new Scorer { Score = score };
            scorer.Declare(name, ports);
            Add("scorer", name, (bindings, scope) => {
                ploy_scorer_def def = default(ploy_scorer_def);
                def.name = scope.Text(name);
                def.ports = scope.Text(ports);
                def.score = Callbacks.Score;
                def.user = (void*)Keep(scorer);
                return Native.ploy_bindings_add_scorer(bindings, &def, null);
            });
        }

        /// <summary>Binds a sensor, which writes what an agent notices to its blackboard. interval: seconds between two updates of an agent.
        /// offset: seconds between the first updates of two agents; negative: all update in the same tick.</summary>
        public void AddSensor(string name, Action<Agent> sense, double interval = 0, double offset = 0)
        {
            if (sense == null) throw new ArgumentNullException(nameof(sense));
            Add("sensor", name, (bindings, scope) => {
                ploy_sensor_def def = default(ploy_sensor_def);
                def.name = scope.Text(name);
                def.sense = Callbacks.Sense;
                def.interval = Interop.Micros(interval, "interval");
                def.offset = offset < 0 ? -1 : Interop.Micros(offset, "offset");
                def.user = (void*)Keep(sense);
                uint index;
                ploy_status status = Native.ploy_bindings_add_sensor(bindings, &def, &index);
                if (status == ploy_status.PLOY_OK) sensors[name] = index;
                return status;
            });
        }

        /// <summary>Binds a control node or decorator of behavior trees. dataWords: numbers that it keeps from run to run (Call.GetData).</summary>
        public void AddNode(string name, NodeFn tick, string ports = null, int maxChildren = 0, int minChildren = 1, int dataWords = 0)
        {
            if (tick == null) throw new ArgumentNullException(nameof(tick));
            Node node = new Node { Tick = tick };
            node.Declare(name, ports, dataWords);
            Add("node", name, (bindings, scope) => {
                ploy_node_def def = default(ploy_node_def);
                def.name = scope.Text(name);
                def.ports = scope.Text(ports);
                def.max_children = (uint)maxChildren;
                def.min_children = (uint)minChildren;
                def.data_bytes = 4 * (uint)dataWords;
                def.tick = Callbacks.Node;
                def.user = (void*)Keep(node);
                return Native.ploy_bindings_add_node(bindings, &def, null);
            });
        }

        /// <summary>Adds a blackboard key before the first agent. isVolatile: it changes all the time, so recordings have it only at level
        /// everything.</summary>
        public void AddKey(string name, ValueType type, double initial = 0, bool isVolatile = false)
        {
            double scale = type == ValueType.Decimal ? 1000 : 1;
            AddKey(name, type, type == ValueType.Float ? Native.ploy_value_of_float(initial) : (long)Math.Round(initial * scale), null, isVolatile);
        }

        /// <summary>Adds a key of type string.</summary>
        public void AddKey(string name, string initial, bool isVolatile = false)
        {
            AddKey(name, ValueType.String, 0, initial ?? throw new ArgumentNullException(nameof(initial)), isVolatile);
        }

        private void AddKey(string name, ValueType type, long initial, string text, bool isVolatile)
        {
            if (name == null) throw new ArgumentNullException(nameof(name));
            using (Scope scope = new Scope()) {
                ploy_key_def def = default(ploy_key_def);
                def.name = scope.Text(name);
                def.type = (ploy_value_type)type;
                def.is_volatile = Interop.Bool(isVolatile);
                def.initial = type == ValueType.String ? (long)scope.Text(text ?? "") : initial;
                Interop.Check(Native.ploy_blackboard_keys_add(Native.ploy_world_keys(Pointer), &def, null), "key " + name);
            }
        }

        /// <summary>Gives a number a name that scripts of behavior trees know. Before the files that use it.</summary>
        public void AddEnum(string name, long value)
        {
            if (name == null) throw new ArgumentNullException(nameof(name));
            using (Scope scope = new Scope())
                Interop.Check(Native.ploy_blackboard_keys_add_enum(Native.ploy_world_keys(Pointer), scope.Text(name), value), "enum " + name);
        }

        /// <summary>The same for all values of an enum of C#: Color.Red is Red.</summary>
        public void AddEnum<T>() where T : struct
        {
            foreach (object value in Enum.GetValues(typeof(T))) AddEnum(value.ToString(), Convert.ToInt64(value));
        }

        /// <summary>The names of all blackboard keys.</summary>
        public string[] KeyNames
        {
            get
            {
                IntPtr all = Native.ploy_world_keys(Pointer);
                string[] names = new string[Native.ploy_blackboard_keys_count(all)];
                for (uint i = 0; i < names.Length; ++i) names[i] = Interop.TextAt(Native.ploy_blackboard_keys_name(all, i));
                return names;
            }
        }

        internal uint SensorIndex(string name)
        {
            uint index;
            return sensors.TryGetValue(name, out index) ? index : throw new PloyException($"there is no sensor \"{name}\"", "not-found");
        }

        internal ploy_mind* MindOf(string type)
        {
            IntPtr mind;
            if (type == null || !minds.TryGetValue(type, out mind))
                throw new PloyException($"\"{type}\" is no type of AddPlannerType; for a type of a file give an agent that has its mind", "not-found");
            return (ploy_mind*)mind;
        }

        /// <summary>The names of all agent types: of the files, and of AddPlannerType.</summary>
        public List<string> AgentTypes
        {
            get
            {
                if (!IsAlive) throw new ObjectDisposedException("World", "the world was destroyed");
                List<string> all = Names.AgentTypes();
                all.AddRange(minds.Keys);
                return all;
            }
        }

        /// <summary>A domain of the loaded files, by name or the first, as it is now and after each hot reload. Its tables and spawned
        /// objects are changed between ticks.</summary>
        public WorldDomain Domain(string name = null) => new WorldDomain(this, name);

        /// <summary>Adds a type of facts before the first agent. attributes: "who:object! distance:int"; facts that agree in all attributes
        /// marked with ! are one fact. A fact is half believed after decayTime seconds; 0: it does not decay.</summary>
        public void AddFactType(string name, string attributes, double decayTime = 10, int capacity = 0)
        {
            string[] types = { "bool", "int", "decimal", "object" };
            using (Scope scope = new Scope()) {
                ploy_fact_type_def def = default(ploy_fact_type_def);
                def.name = scope.Text(name);
                def.capacity = (uint)capacity;
                def.decay = decayTime == 0 ? ploy_decay.PLOY_DECAY_NONE : ploy_decay.PLOY_DECAY_HALVING;
                def.decay_time = Interop.Micros(decayTime, nameof(decayTime));
                ploy_fact_attribute* list = &def.attributes0;
                foreach (string attribute in attributes.Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries)) {
                    string[] parts = attribute.TrimEnd('!').Split(':');
                    int type = parts.Length == 2 ? Array.IndexOf(types, parts[1]) : -1;
                    if (type < 0 || def.attribute_count >= 16)
                        throw new PloyException($"fact type {name}: \"{attribute}\" is not a name and bool, int, decimal or object", "invalid");
                    list[def.attribute_count++] = new ploy_fact_attribute {
                        name = scope.Text(parts[0]), type = (ploy_value_type)type, identifies = Interop.Bool(attribute.EndsWith("!", StringComparison.Ordinal)),
                    };
                }
                Interop.Check(Native.ploy_fact_types_add(Native.ploy_world_fact_types(Pointer), &def, null), "fact type " + name);
            }
        }

        /// <summary>A blackboard key by name; throws when there is none.</summary>
        public Key Key(string name)
        {
            Key key;
            if (name == null) throw new ArgumentNullException(nameof(name));
            if (keys.TryGetValue(name, out key)) return key;
            IntPtr all = Native.ploy_world_keys(Pointer);
            using (Scope scope = new Scope()) {
                uint index = Native.ploy_blackboard_keys_find(all, scope.Text(name));
                if (index == Interop.None) throw new PloyException($"there is no blackboard key \"{name}\"", "not-found");
                key = new Key(name, index, (ValueType)Native.ploy_blackboard_keys_type(all, index));
            }
            keys.Add(name, key);
            return key;
        }

        internal FactType FactType(string name)
        {
            FactType type;
            if (factTypes.TryGetValue(name, out type)) return type;
            IntPtr all = Native.ploy_world_fact_types(Pointer);
            using (Scope scope = new Scope()) {
                uint index = Native.ploy_fact_types_find(all, scope.Text(name));
                if (index == Interop.None) throw new PloyException($"there is no fact type \"{name}\"", "not-found");
                type = new FactType { Index = index, Attributes = new string[Native.ploy_fact_types_attribute_count(all, index)] };
                for (uint i = 0; i < type.Attributes.Length; ++i) type.Attributes[i] = Interop.TextAt(Native.ploy_fact_types_attribute(all, index, i).name);
            }
            factTypes.Add(name, type);
            return type;
        }

        // Files.

        /// <summary>Loads a file: agent types, minds, keys, sensors, squads. The same path again is hot reload.</summary>
        public void LoadFile(string path)
        {
            if (path == null) throw new ArgumentNullException(nameof(path));
            ploy_error error = default(ploy_error);
            IntPtr world = Pointer;
            CallState state = Begin();
            ploy_status status;
            using (Scope scope = new Scope()) status = Native.ploy_world_load_file(world, scope.Text(path), &error);
            End(state);
            Interop.Check(status, &error, path);
            Names.AddFile(path);
        }

        /// <summary>The same from a text; name takes the place of the path.</summary>
        public void LoadText(string name, string text)
        {
            ploy_error error = default(ploy_error);
            byte[] bytes = System.Text.Encoding.UTF8.GetBytes(text);
            IntPtr world = Pointer;
            CallState state = Begin();
            ploy_status status;
            using (Scope scope = new Scope())
                status = Native.ploy_world_load_text(world, scope.Text(name), scope.Copy(bytes), (UIntPtr)(uint)bytes.Length, &error);
            End(state);
            Interop.Check(status, &error, name);
            Names.AddFile(name);
        }

        /// <summary>A debugger loads a text again.</summary>
        internal ploy_status LoadAgain(byte* name, byte* text, UIntPtr bytes, ploy_error* error)
        {
            string file = Names.FileNamed(Interop.TextAt(name));
            ploy_status status;
            using (Scope scope = new Scope()) status = Native.ploy_world_load_text(Pointer, scope.Text(file), text, bytes, error);
            if (status == ploy_status.PLOY_OK) Names.AddFile(file);
            return status;
        }

        internal sealed class ErrorSink
        {
            public readonly List<TextError> Errors = new List<TextError>();

            public void Add(ploy_error* error)
            {
                Errors.Add(new TextError {
                    Line = (int)error->line, Column = (int)error->column, Message = Interop.TextAt(error->message), Hint = Interop.TextAt(error->hint),
                });
            }
        }

        /// <summary>Everything for which the world would refuse this text.</summary>
        public List<TextError> CheckText(string name, string text)
        {
            ErrorSink sink = new ErrorSink();
            byte[] bytes = System.Text.Encoding.UTF8.GetBytes(text);
            IntPtr world = Pointer;
            CallState state = Begin();
            using (Scope scope = new Scope())
                Native.ploy_world_check_text(world, scope.Text(name), scope.Copy(bytes), (UIntPtr)(uint)bytes.Length, Callbacks.CheckError, (void*)Keep(sink));
            End(state);
            return sink.Errors;
        }

        internal IntPtr GoapDomain(ploy_mind* mind)
        {
            if (mind == null) return IntPtr.Zero;
            byte* name = mind->kind->name;
            bool plans = name[0] == 'g' && name[1] == 'o' && name[2] == 'a' && name[3] == 'p' && name[4] == 0;
            return plans ? Native.ploy_goap_domain(mind) : IntPtr.Zero;
        }

        // Agents.

        /// <summary>Creates an agent of a type from a file; null: nothing decides for it. user is whatever the game keeps with it.</summary>
        public Agent CreateAgent(string type, object user = null)
        {
            IntPtr world = Pointer;
            List<string> outer = Interop.Heard, messages = new List<string>();
            CallState state = Begin();
            List<string> inner = Interop.Heard;
            Interop.Heard = messages;
            ploy_agent_id id;
            using (Scope scope = new Scope()) {
                ploy_agent_def def = default(ploy_agent_def);
                def.type = scope.Text(type);
                id = Native.ploy_agent_create(world, &def);
            }
            Interop.Heard = inner;
            End(state);
            Interop.Heard = outer;
            if (id.index1 == 0) throw new PloyException(messages.Count > 0 ? messages[0] : $"no agent of type {type}: out of memory", "not-found");
            Agent agent = Adopt(Native.ploy_world_agent(world, id), id);
            agent.User = user;
            return agent;
        }

        private Agent Adopt(ploy_agent* at, ploy_agent_id id)
        {
            while (agents.Count <= id.index1) agents.Add(null);
            return agents[(int)id.index1] = new Agent(this, id, at);
        }

        /// <summary>The agent of an address that a callback got.</summary>
        internal Agent AgentAt(ploy_agent* at)
        {
            if (at->outer != null) at = at->outer;
            Agent known = at->id.index1 < agents.Count ? agents[(int)at->id.index1] : null;
            return known != null && known.Is(at, at->id) ? known : Adopt(at, at->id);
        }

        internal Agent AgentOf(ploy_agent_id id)
        {
            ploy_agent* at = Native.ploy_world_agent(Pointer, id);
            return at == null ? null : AgentAt(at);
        }

        /// <summary>All living agents, in order of their numbers.</summary>
        public IEnumerator<Agent> GetEnumerator()
        {
            for (Agent agent = Next(null); agent != null; agent = Next(agent)) yield return agent;
        }

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

        private Agent Next(Agent after)
        {
            return AgentOf(Native.ploy_world_next_agent(Pointer, after == null ? default(ploy_agent_id) : after.Id));
        }

        /// <summary>Living agents.</summary>
        public int Count => (int)Native.ploy_world_get_stats(Pointer).agents;

        /// <summary>Where the time of all ticks went. Needs a clock. Not inside a tick.</summary>
        public Profile Profile()
        {
            if (Clock == null) throw new PloyException("the world has no clock: new World(clock: Stopwatch.GetTimestamp)", "not-supported");
            IntPtr world = Pointer;
            CallState state = Begin();
            ploy_profile profile = Native.ploy_world_get_profile(world);
            End(state);
            return new Profile(this, &profile);
        }

        // Time.

        /// <summary>Lets seconds pass and ticks the agents. What a callback threw is thrown when the tick has ended.</summary>
        public void Tick(double seconds)
        {
            long dt = Interop.Micros(seconds, nameof(seconds));
            if (dt < 0) throw new ArgumentOutOfRangeException(nameof(seconds));
            IntPtr world = Pointer;
            bool outer = isTicking;
            isTicking = true;
            CallState state = Begin();
            try {
                Native.ploy_world_tick(world, dt);
            } finally {
                isTicking = outer;
                End(state);
            }
        }

        /// <summary>Seconds since the world was created.</summary>
        public double Now => Native.ploy_world_now(Pointer) / 1e6;

        /// <summary>Ticks that have ended.</summary>
        public long Ticks => (long)Native.ploy_world_ticks(Pointer);

        /// <summary>The blackboard that all agents and squads read through.</summary>
        public Blackboard Blackboard => new Blackboard(this, () => {
            IntPtr at = Native.ploy_world_blackboard(Pointer);
            return at != IntPtr.Zero ? at : throw new PloyException("the world has no blackboard keys", "not-supported");
        });

        public Squads Squads => Pointer == IntPtr.Zero ? null : squads ?? (squads = new Squads(this));

        internal void Hear(ploy_agent* agent, ploy_goap_event* heard)
        {
            if (OnEvent == null) return;
            string kind = Interop.TextAt(Native.ploy_goap_event_name(heard->kind));
            IntPtr domain = Native.ploy_goap_domain(agent->mind);
            OnEvent(AgentAt(agent), new GoapEvent {
                Kind = kind,
                What = kind.StartsWith("action", StringComparison.Ordinal) ? Ploy.Domain.ActionOf(domain, heard->index, heard->args) : Ploy.Domain.GoalOf(domain, heard->index, heard->args),
                Reason = heard->reason == 0 ? "" : Interop.TextAt(Native.ploy_goap_reason_text(heard->reason)),
            });
        }

        // Saves and recordings.

        /// <summary>All that decides what happens next, as bytes. Not inside a tick.</summary>
        public byte[] Save()
        {
            IntPtr world = Pointer;
            ploy_writer counter = default(ploy_writer);
            CallState state = Begin();
            ploy_status status = Native.ploy_world_save(world, null, &counter);
            End(state);
            Interop.Check(status, "save");
            byte[] bytes = new byte[(int)counter.count];
            fixed (byte* at = bytes) {
                ploy_writer writer = default(ploy_writer);
                writer.bytes = at;
                writer.capacity = counter.count;
                Interop.Check(Native.ploy_world_save(world, null, &writer), "save");
            }
            return bytes;
        }

        /// <summary>Goes on from a save: into a world that was made in the same way and never had an agent or a tick. userOf gives what
        /// goes into Agent.User.</summary>
        public void Load(byte[] save, Func<Agent, object> userOf = null)
        {
            if (save == null) throw new ArgumentNullException(nameof(save));
            ploy_error error = default(ploy_error);
            ploy_status status;
            IntPtr world = Pointer;
            CallState state = Begin();
            fixed (byte* at = save) {
                ploy_reader reader = default(ploy_reader);
                byte nothing = 0;
                reader.bytes = save.Length == 0 ? &nothing : at;
                reader.count = (UIntPtr)(uint)save.Length;
                status = Native.ploy_world_load(world, null, &reader, &error);
            }
            End(state);
            Interop.Check(status, &error, "save");
            foreach (Agent agent in this) agent.User = userOf?.Invoke(agent);
        }

        /// <summary>16 hex digits over all that a save holds.</summary>
        public string Hash()
        {
            IntPtr world = Pointer;
            CallState state = Begin();
            ulong hash = Native.ploy_world_hash(world);
            End(state);
            return hash.ToString("x16");
        }

        /// <summary>Records everything from now on, until the world is disposed: for `ploy view` and `ploy ask`. Before the first
        /// agent.</summary>
        public void Record(string path, Func<Agent, string> name = null, string map = null, bool everything = false)
        {
            ploy_error error = default(ploy_error);
            ploy_status status;
            using (Scope scope = new Scope()) {
                ploy_record_def def = default(ploy_record_def);
                def.path = scope.Text(path);
                def.level = everything ? ploy_trace_level.PLOY_TRACE_EVERYTHING : ploy_trace_level.PLOY_TRACE_BASIC;
                def.map = scope.Text(map);
                if (name != null) {
                    def.name = Callbacks.AgentName;
                    def.user = (void*)Keep(name);
                }
                status = Native.ploy_world_record(Pointer, &def, &error);
            }
            Interop.Check(status, &error, path);
        }

        /// <summary>Lets a debugger of this machine attach, until the world is disposed, and gives the address for `ploy attach` and
        /// `ploy view --live --attach`. Ask MayTick before each tick. port: of 127.0.0.1, 0: a free one.</summary>
        public string Attach(int port = 0, bool paused = false, Func<Agent, string> name = null)
        {
            if (port < 0 || port > 65535) throw new ArgumentOutOfRangeException(nameof(port));
            ploy_error error = default(ploy_error);
            ploy_attach_def def = default(ploy_attach_def);
            def.port = (ushort)port;
            def.is_paused = Interop.Bool(paused);
            def.load = Callbacks.RemoteLoad;
            if (name != null) {
                def.name = Callbacks.AgentName;
                def.name_user = (void*)Keep(name);
            }
            IntPtr world = Pointer;
            CallState state = Begin();
            ploy_status status = Native.ploy_world_attach(world, &def, &error);
            End(state);
            Interop.Check(status, &error, "attach");
            return Interop.TextAt(Native.ploy_world_attach_address(world));
        }

        /// <summary>Before each tick: executes what the debugger has sent. False: the world is paused, so do not tick it, but ask again.
        /// Always true without Attach.</summary>
        public bool MayTick()
        {
            IntPtr world = Pointer;
            CallState state = Begin();
            bool may = Native.ploy_world_may_tick(world) != 0;
            End(state);
            return may;
        }

        /// <summary>An agent type that plans in a domain made in code.</summary>
        public void AddPlannerType(string name, Ploy.Domain domain, bool writeEffects = false)
        {
            AddPlannerType(name, domain, new PlannerOptions { WriteEffects = writeEffects });
        }

        /// <summary>The same with all that a planning mind can be told.</summary>
        public void AddPlannerType(string name, Ploy.Domain domain, PlannerOptions options)
        {
            if (domain == null) throw new ArgumentNullException(nameof(domain));
            if (options.MaxSteps < 1) throw new ArgumentOutOfRangeException(nameof(options), "MaxSteps is 1 or more");
            ploy_error error = default(ploy_error);
            IntPtr world = Pointer;
            Interop.Check(Native.ploy_view_add_keys(domain.Pointer, Native.ploy_world_keys(world), 0), name);
            Interop.Check(Native.ploy_bindings_bind_domain(Native.ploy_world_bindings(world), domain.Pointer, &error), &error, name);
            ploy_goap_mind_def def = default(ploy_goap_mind_def);
            def.parts = Native.ploy_world_parts(world);
            def.domain = domain.Pointer;
            def.write_effects = Interop.Bool(options.WriteEffects);
            def.manual = Interop.Bool(options.IsManual);
            def.max_steps = (uint)options.MaxSteps;
            def.hysteresis = options.Hysteresis == 0 ? -1 : (int)Math.Round(options.Hysteresis * 1000);
            def.interval = options.Interval == 0 ? -1 : Interop.Micros(options.Interval, "Interval");
            def.search_interval = options.SearchInterval == 0 ? -1 : Interop.Micros(options.SearchInterval, "SearchInterval");
            def.@event = Callbacks.Event;
            ploy_mind* mind;
            Interop.Check(Native.ploy_goap_mind_create(&def, &mind, &error), &error, name);
            using (Scope scope = new Scope()) Interop.Check(Native.ploy_world_add_mind(world, scope.Text(name), mind), "agent type " + name);
            domains.Add(domain.Memory.Keep());
            domain.UsedBy(this);
            minds[name] = (IntPtr)mind;
            Names.AddDomain(domain);
        }
    }
}
