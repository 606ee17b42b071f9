using System;
using System.Collections.Generic;
using Ploy.Low;

namespace Ploy
{
    /// <summary>A step of a plan.</summary>
    public sealed class Step
    {
        public Grounded Action { get; internal set; }
        public double Cost { get; internal set; }

        public override string ToString() => Action.ToString();
    }

    /// <summary>A plan, or the reason why there is none.</summary>
    public sealed class Plan
    {
        /// <summary>"found", "already", "not-found", "out-of-nodes", …</summary>
        public string Status { get; internal set; }
        public string Goal { get; internal set; }
        public double Cost { get; internal set; }
        public Step[] Steps { get; internal set; }
        public int Expanded { get; internal set; }
        /// <summary>No plan that the query allows costs less.</summary>
        public bool Proved { get; internal set; }
        /// <summary>No plan that the query allows costs less than this. 0: nothing is known.</summary>
        public double Bound { get; internal set; }
        /// <summary>The search that found the plan: "auto" and "anytime" end with another.</summary>
        public string Search { get; internal set; }
    }

    /// <summary>What can be known, done and wanted. Add types, symbols, actions and goals, then Compile; or load a file.</summary>
    public sealed unsafe class Domain : DomainParts
    {
        private readonly IntPtr domain;
        internal override IntPtr Pointer => domain;
        private IntPtr file;
        private IntPtr planner;
        private bool isSearching;
        private readonly List<WeakReference> worlds = new List<WeakReference>();

        // Functions of domains, by the user pointer that the library hands back. The domain itself is held weakly.
        private static readonly List<KeyValuePair<WeakReference, string>> uses = new List<KeyValuePair<WeakReference, string>>();
        private readonly Dictionary<string, Func<Grounded, double>> calls = new Dictionary<string, Func<Grounded, double>>();

        public Domain(string name = "")
        {
            using (Scope scope = new Scope()) {
                ploy_domain_def def = default(ploy_domain_def);
                def.name = scope.Text(name);
                domain = Native.ploy_domain_create(&def);
            }
            if (Pointer == IntPtr.Zero) throw Interop.Error(ploy_status.PLOY_OUT_OF_MEMORY, "");
            Memory = new Shared(Destroy);
        }

        private Domain(IntPtr file, IntPtr domain)
        {
            this.file = file;
            Memory = new Shared(Destroy);
            this.domain = domain;
        }

        /// <summary>Worlds that plan with the domain use it as well.</summary>
        internal readonly Shared Memory;

        ~Domain()
        {
            Memory?.Release();
        }

        private void Destroy()
        {
            Native.ploy_planner_destroy(planner);
            if (file != IntPtr.Zero) Native.ploy_file_destroy(file);
            else Native.ploy_domain_destroy(domain);
        }

        /// <summary>A domain of a file: the one of that name, or the first.</summary>
        public static Domain Load(string path, string name = null)
        {
            ploy_error error = default(ploy_error);
            IntPtr file;
            using (Scope scope = new Scope()) Interop.Check(Native.ploy_file_load(null, scope.Text(path), &file, &error), &error, path);
            return Of(file, path, name);
        }

        /// <summary>The same from a text.</summary>
        public static Domain Parse(string text, string name = null)
        {
            ploy_error error = default(ploy_error);
            IntPtr file;
            byte[] bytes = System.Text.Encoding.UTF8.GetBytes(text);
            using (Scope scope = new Scope())
                Interop.Check(Native.ploy_file_parse(null, scope.Copy(bytes), (UIntPtr)(uint)bytes.Length, &file, &error), &error, "text");
            return Of(file, "text", name);
        }

        private static Domain Of(IntPtr file, string path, string name)
        {
            uint count = Native.ploy_file_domain_count(file);
            for (uint i = 0; i < count; ++i) {
                IntPtr domain = Native.ploy_file_domain(file, i);
                if (name == null || Interop.TextAt(Native.ploy_domain_name(domain)) == name) return new Domain(file, domain);
            }
            Native.ploy_file_destroy(file);
            throw new PloyException($"{path}: there is no domain {name}", "not-found");
        }

        /// <summary>A world plans with it: then it changes only between its ticks.</summary>
        internal void UsedBy(World world) => worlds.Add(new WeakReference(world));

        internal override void MayChange(string what)
        {
            if (Calls > 0 || isSearching) throw new PloyException(what + ": not while a search is in progress", "not-supported");
            foreach (WeakReference world in worlds)
                if (((World)world.Target)?.IsTicking == true) throw new PloyException(what + ": not inside a tick of the world", "not-supported");
        }

        /// <summary>A type whose objects are spawned while the game runs, at most so many at once.</summary>
        public Domain AddSpawnedType(string name, int capacity)
        {
            if (capacity < 1) throw new ArgumentOutOfRangeException(nameof(capacity));
            ploy_error error = default(ploy_error);
            using (Scope scope = new Scope())
                Interop.Check(Native.ploy_domain_add_type(Pointer, scope.Text(name), null, (uint)capacity, null, &error), &error, "type " + name);
            return this;
        }

        /// <summary>A table: values that depend on objects and not on the state. of: "place place", the types that index it. type: "bool",
        /// "int", "decimal", or the name of a type. cells: "camp hill = 12, camp lake = 5.5". initial: of every cell, as text.</summary>
        public Domain AddTable(string name, string of, string type = "decimal", string cells = null, double min = 0, double max = 0, string initial = null,
            bool symmetric = false)
        {
            ploy_error error = default(ploy_error);
            using (Scope scope = new Scope()) {
                string[] types = of.Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries);
                if (types.Length < 1 || types.Length > 4) throw new PloyException($"table {name}: 1 to 4 types index it", "invalid");
                ploy_table_def def = default(ploy_table_def);
                def.name = scope.Text(name);
                def.type = TypeOf(type);
                if (def.type == ploy_value_type.PLOY_VALUE_OBJECT) def.object_type = scope.Text(type);
                double scale = def.type == ploy_value_type.PLOY_VALUE_DECIMAL ? 1000 : 1;
                def.min = (long)Math.Round(min * scale);
                def.max = (long)Math.Round(max * scale);
                if (initial != null) def.initial = Initial(def.type, type, initial, name);
                byte** list = &def.of0;
                for (int i = 0; i < types.Length; ++i) list[i] = scope.Text(types[i]);
                def.of_count = (uint)types.Length;
                def.symmetric = Interop.Bool(symmetric);
                uint table;
                Interop.Check(Native.ploy_domain_add_table(Pointer, &def, &table, &error), &error, "table " + name);
                if (cells != null) Interop.Check(Native.ploy_domain_table_parse(Pointer, table, scope.Text(cells), &error), &error, "table " + name);
            }
            return this;
        }

        private static ploy_value_type TypeOf(string type)
        {
            return type == "bool" ? ploy_value_type.PLOY_VALUE_BOOL : type == "int" ? ploy_value_type.PLOY_VALUE_INT
                : type == "decimal" ? ploy_value_type.PLOY_VALUE_DECIMAL : ploy_value_type.PLOY_VALUE_OBJECT;
        }

        private long Initial(ploy_value_type type, string objects, string text, string name)
        {
            if (type == ploy_value_type.PLOY_VALUE_OBJECT) return new Objects(Pointer, TypeIndex(objects)).Find(text, "table " + name);
            if (type == ploy_value_type.PLOY_VALUE_BOOL) return text == "true" ? 1 : 0;
            double number = double.Parse(text, System.Globalization.CultureInfo.InvariantCulture);
            return (long)Math.Round(type == ploy_value_type.PLOY_VALUE_DECIMAL ? number * 1000 : number);
        }

        public Domain AddType(string name, params string[] objects)
        {
            ploy_error error = default(ploy_error);
            using (Scope scope = new Scope()) {
                byte** list = (byte**)scope.Bytes(objects.Length * sizeof(byte*));
                for (int i = 0; i < objects.Length; ++i) list[i] = scope.Text(objects[i]);
                Interop.Check(Native.ploy_domain_add_type(Pointer, scope.Text(name), list, (uint)objects.Length, null, &error), &error, "type " + name);
            }
            return this;
        }

        /// <summary>type: "bool", "int", "decimal", or the name of a type. of: types that index it.</summary>
        public Domain AddSymbol(string name, string type = "bool", double min = 0, double max = 0, string initial = null, params string[] of)
        {
            return Add(name, type, min, max, initial, of, false);
        }

        /// <summary>A symbol that exists in plans alone and is never sensed.</summary>
        public Domain AddPlannedSymbol(string name, string type = "bool", double min = 0, double max = 0, string initial = null, params string[] of)
        {
            return Add(name, type, min, max, initial, of, true);
        }

        private Domain Add(string name, string type, double min, double max, string initial, string[] of, bool isPlanned)
        {
            ploy_error error = default(ploy_error);
            using (Scope scope = new Scope()) {
                ploy_symbol_def def = default(ploy_symbol_def);
                def.name = scope.Text(name);
                def.type = TypeOf(type);
                if (def.type == ploy_value_type.PLOY_VALUE_OBJECT) def.object_type = scope.Text(type);
                double scale = def.type == ploy_value_type.PLOY_VALUE_DECIMAL ? 1000 : 1;
                def.min = (long)Math.Round(min * scale);
                def.max = (long)Math.Round(max * scale);
                def.planned = Interop.Bool(isPlanned);
                def.initial = scope.Text(initial);
                byte** list = &def.of0;
                for (int i = 0; i < of.Length && i < 4; ++i) list[i] = scope.Text(of[i]);
                def.of_count = (uint)of.Length;
                Interop.Check(Native.ploy_domain_add_symbol(Pointer, &def, null, &error), &error, "symbol " + name);
            }
            return this;
        }

        private static uint Params(ploy_param* list, string text, Scope scope)
        {
            string[] all = (text ?? "").Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries);
            if (all.Length > 4) throw new PloyException("at most 4 parameters", "invalid");
            for (int i = 0; i < all.Length; ++i) {
                string[] parts = all[i].Split(':');
                list[i].name = scope.Text(parts[0]);
                list[i].type = scope.Text(parts.Length > 1 ? parts[1] : parts[0]);
            }
            return (uint)all.Length;
        }

        /// <summary>parameters: "from:place to:place". cost: a number, an expression over symbols, or "call:NAME".
        /// basedOn: an action added before, whose parameters, preconditions, effects and context it has, too. limit: seconds after which it has
        /// failed. precedence: higher goes first among plans of equal cost.</summary>
        public Domain AddAction(string name, string pre = null, string effect = null, string cost = null, string parameters = null, string context = null,
            double duration = 0, string basedOn = null, double limit = 0, int precedence = 0)
        {
            ploy_error error = default(ploy_error);
            using (Scope scope = new Scope()) {
                ploy_action_def def = default(ploy_action_def);
                def.name = scope.Text(name);
                def.pre = scope.Text(pre);
                def.effect = scope.Text(effect);
                def.cost = scope.Text(cost);
                def.context = scope.Text(context);
                def.duration = Interop.Micros(duration, "duration");
                def.@base = scope.Text(basedOn);
                def.limit = Interop.Micros(limit, "limit");
                def.precedence = precedence;
                def.param_count = Params(&def.params0, parameters, scope);
                Interop.Check(Native.ploy_domain_add_action(Pointer, &def, null, &error), &error, "action " + name);
            }
            return this;
        }

        /// <summary>hold: an agent stays with the goal while it is relevant, also when it is met.</summary>
        public Domain AddGoal(string name, string condition, string priority = null, string relevant = null, string parameters = null, bool hold = false)
        {
            ploy_error error = default(ploy_error);
            using (Scope scope = new Scope()) {
                ploy_goal_def def = default(ploy_goal_def);
                def.name = scope.Text(name);
                def.condition = scope.Text(condition);
                def.priority = scope.Text(priority);
                def.relevant = scope.Text(relevant);
                def.hold = Interop.Bool(hold);
                def.param_count = Params(&def.params0, parameters, scope);
                Interop.Check(Native.ploy_domain_add_goal(Pointer, &def, null, &error), &error, "goal " + name);
            }
            return this;
        }

        /// <summary>After the last Add; later after the last change of a frame.</summary>
        public new Domain Compile()
        {
            base.Compile();
            return this;
        }

        /// <summary>Binds a function to a name that "call:NAME" uses: it gets the action, or the goal of a priority, with its arguments and
        /// returns the number.</summary>
        public void BindNumber(string name, Func<Grounded, double> call) => Bind(name, call, false);

        /// <summary>Binds a function to a name that a context uses.</summary>
        public void BindContext(string name, Func<Grounded, bool> call) => Bind(name, grounded => call(grounded) ? 1 : 0, true);

        private void Bind(string name, Func<Grounded, double> call, bool isContext)
        {
            IntPtr user;
            lock (uses) {
                uses.Add(new KeyValuePair<WeakReference, string>(new WeakReference(this), name));
                user = (IntPtr)(uses.Count - 1);
            }
            calls[name] = call;
            using (Scope scope = new Scope()) {
                byte* text = scope.Text(name);
                Interop.Check(isContext ? Native.ploy_domain_bind_context(Pointer, text, Callbacks.Context, (void*)user)
                    : Native.ploy_domain_bind_number(Pointer, text, Callbacks.Number, (void*)user), "call " + name);
            }
        }

        internal static double CallOf(IntPtr user, ploy_evaluation* evaluation)
        {
            KeyValuePair<WeakReference, string> use;
            lock (uses) use = uses[(int)user];
            Domain domain = (Domain)use.Key.Target;
            double value = domain.calls[use.Value](evaluation->is_goal != 0 ? GoalOf(evaluation->domain, evaluation->owner, evaluation->args)
                : ActionOf(evaluation->domain, evaluation->owner, evaluation->args));
            if (double.IsNaN(value) || double.IsInfinity(value)) throw new PloyException($"call {use.Value} returns a finite number", "invalid");
            return value;
        }

        // Names.

        internal delegate uint Finder(IntPtr domain, byte* name);

        internal static uint Find(IntPtr domain, string name, Scope scope, string kind, Finder find)
        {
            uint index = find(domain, scope.Text(name ?? throw new ArgumentNullException(kind)));
            return index != Interop.None ? index : throw new PloyException($"there is no {kind} \"{name}\"", "not-found");
        }

        private static Grounded Named(IntPtr domain, byte* name, uint* types, uint count, uint* args)
        {
            Grounded grounded = new Grounded { Name = Interop.TextAt(name), Args = new string[count] };
            for (uint i = 0; i < count; ++i) grounded.Args[i] = Interop.TextAt(Native.ploy_domain_object_name(domain, types[i], args[i]));
            return grounded;
        }

        internal static Grounded ActionOf(IntPtr domain, uint action, uint* args)
        {
            ploy_action_info info = Native.ploy_domain_action(domain, action);
            return Named(domain, info.name, info.param_types, info.param_count, args);
        }

        internal static Grounded GoalOf(IntPtr domain, uint goal, uint* args)
        {
            ploy_goal_info info = Native.ploy_domain_goal(domain, goal);
            return Named(domain, info.name, info.param_types, info.param_count, args);
        }

        internal static uint* ActionArgs(IntPtr domain, uint action, string[] args, Scope scope)
        {
            ploy_action_info info = Native.ploy_domain_action(domain, action);
            return Args(domain, "action " + Interop.TextAt(info.name), info.param_types, info.param_count, args, scope);
        }

        internal static uint* GoalArgs(IntPtr domain, uint goal, string[] args, Scope scope)
        {
            ploy_goal_info info = Native.ploy_domain_goal(domain, goal);
            return Args(domain, "goal " + Interop.TextAt(info.name), info.param_types, info.param_count, args, scope);
        }

        private static uint* Args(IntPtr domain, string what, uint* types, uint count, string[] args, Scope scope)
        {
            if (args.Length != count) throw new PloyException($"{what} takes {count} arguments, not {args.Length}", "invalid");
            uint* objects = scope.Words(new uint[4]);
            for (int i = 0; i < args.Length; ++i) objects[i] = new Objects(domain, types[i]).Find(args[i], $"argument {i + 1} of {what}");
            return objects;
        }

        // Plans.

        private ploy_plan_query Query(string start, string goal, string[] without, int maxNodes, Scope scope, string[] args)
        {
            ulong* state = (ulong*)scope.Bytes(8 * (int)Native.ploy_domain_state_words(Pointer) + 8);
            ploy_error error = default(ploy_error);
            Native.ploy_state_init(Pointer, state);
            Interop.Check(Native.ploy_state_parse(Pointer, state, scope.Text(start ?? ""), &error), &error, "start");
            ploy_plan_query query = default(ploy_plan_query);
            query.start = state;
            query.options.max_nodes = (uint)maxNodes;
            if (goal != null) {
                query.goal = Find(Pointer, goal, scope, "goal", Native.ploy_domain_find_goal);
                uint* objects = GoalArgs(Pointer, query.goal, args ?? new string[0], scope);
                for (int i = 0; i < 4; ++i) query.goal_args[i] = objects[i];
            }
            if (without != null && without.Length > 0) {
                ulong* disabled = (ulong*)scope.Bytes(8 * ((int)Native.ploy_domain_action_count(Pointer) / 64 + 1));
                foreach (string name in without) {
                    uint action = Find(Pointer, name, scope, "action", Native.ploy_domain_find_action);
                    disabled[action / 64] |= 1ul << (int)(action % 64);
                }
                query.disabled = disabled;
            }
            return query;
        }

        private void NeedPlanner()
        {
            if (planner != IntPtr.Zero) return;
            ploy_planner_def def = default(ploy_planner_def);
            def.domain = Pointer;
            planner = Native.ploy_planner_create(&def);
            if (planner == IntPtr.Zero) throw Interop.Error(ploy_status.PLOY_OUT_OF_MEMORY, "planner");
        }

        private Plan PlanOf(ploy_plan* plan)
        {
            byte* unbound = plan->status == ploy_status.PLOY_INVALID ? Native.ploy_domain_find_unbound(Pointer) : null;
            if (unbound != null) throw new PloyException("plan: no function is bound to " + Interop.TextAt(unbound), "invalid");
            if (plan->status == ploy_status.PLOY_INVALID || plan->status == ploy_status.PLOY_OUT_OF_MEMORY) throw Interop.Error(plan->status, "plan");
            Step[] steps = new Step[plan->step_count];
            for (int i = 0; i < steps.Length; ++i)
                steps[i] = new Step { Action = ActionOf(Pointer, plan->steps[i].action, plan->steps[i].args), Cost = plan->steps[i].cost / 1000.0 };
            bool hasGoal = plan->status == ploy_status.PLOY_FOUND || plan->status == ploy_status.PLOY_ALREADY;
            return new Plan {
                Status = Interop.StatusName(plan->status), Cost = plan->cost / 1000.0, Steps = steps, Expanded = (int)plan->expanded,
                Proved = plan->proved != 0, Bound = plan->bound / 1000.0, Search = Interop.TextAt(Native.ploy_search_name(plan->search)), Goal = hasGoal ? Interop.TextAt(Native.ploy_domain_goal(Pointer, plan->goal).name) : null,
            };
        }

        private static ploy_search SearchOf(string name, Scope scope)
        {
            if (name == null) return default(ploy_search);
            uint found = Native.ploy_search_find(scope.Text(name));
            return found != Interop.None ? (ploy_search)found : throw new PloyException($"there is no search \"{name}\"", "not-found");
        }

        /// <summary>A state to inspect and to change by actions. start as in Plan.</summary>
        public State State(string start = "") => new State(this, start);

        /// <summary>The cheapest plan for a goal; null: for the goal of the highest priority that has a plan. start: "hungry, at = field";
        /// what it leaves out has its initial value. without: actions that the plan must not have. search: as on the command line, "astar", "anytime", …</summary>
        public Plan Plan(string start = "", string goal = null, string[] args = null, string[] without = null, int maxNodes = 0,
            string search = null)
        {
            NeedPlanner();
            using (Scope scope = new Scope()) {
                ploy_plan_query query = Query(start, goal, without, maxNodes, scope, args);
                query.options.search = SearchOf(search, scope);
                isSearching = false; // the planner has one search at a time
                CallState state = Begin();
                ploy_plan* plan = goal == null ? Native.ploy_planner_plan_best(planner, &query, null, 0) : Native.ploy_planner_plan(planner, &query);
                End(state);
                return PlanOf(plan);
            }
        }

        /// <summary>The same in slices: BeginPlan, then UpdatePlan until it returns a plan; null: in progress.</summary>
        public void BeginPlan(string start, string goal, params string[] args) => BeginSearch(start, goal, null, args);

        /// <summary>The same with a search: "anytime" has better and better plans (BestPlan).</summary>
        public void BeginSearch(string start, string goal, string search, params string[] args)
        {
            if (goal == null) throw new ArgumentNullException(nameof(goal));
            NeedPlanner();
            using (Scope scope = new Scope()) {
                ploy_plan_query query = Query(start, goal, null, 0, scope, args);
                query.options.search = SearchOf(search, scope);
                CallState state = Begin();
                ploy_status status = Native.ploy_planner_begin(planner, &query);
                isSearching = status != ploy_status.PLOY_INVALID;
                End(state);
                if (status == ploy_status.PLOY_INVALID) throw Interop.Error(status, "plan");
            }
        }

        /// <summary>The best plan so far of an anytime search in progress; null: there is none yet.</summary>
        public Plan BestPlan()
        {
            if (!isSearching) return null;
            ploy_plan* plan = Native.ploy_planner_best(planner);
            return plan == null ? null : PlanOf(plan);
        }

        /// <summary>Ends a search that is in progress: its plan is "cancelled".</summary>
        public Plan EndPlan()
        {
            if (planner == IntPtr.Zero) throw new PloyException("BeginPlan comes first", "invalid");
            isSearching = false;
            return PlanOf(Native.ploy_planner_end(planner));
        }

        /// <summary>Searches at most this many nodes.</summary>
        public Plan UpdatePlan(int maxNodes)
        {
            if (planner == IntPtr.Zero) throw new PloyException("BeginPlan comes first", "invalid");
            CallState state = Begin();
            ploy_status status = Native.ploy_planner_update(planner, (uint)maxNodes);
            End(state);
            return status == ploy_status.PLOY_IN_PROGRESS ? null : EndPlan();
        }

        /// <summary>Why this plan, or why none, in lines of English; with whyNot, why that action is not in the plan.</summary>
        public string Explain(string start = "", string goal = null, string whyNot = null, string[] without = null)
        {
            using (Scope scope = new Scope()) {
                ploy_explain_def def = default(ploy_explain_def);
                def.domain = Pointer;
                def.query = Query(start, goal, without, 0, scope, null);
                ploy_explanation* made;
                uint action = whyNot == null ? 0 : Find(Pointer, whyNot, scope, "action", Native.ploy_domain_find_action);
                CallState state = Begin();
                ploy_status status = whyNot != null ? Native.ploy_explain_action(&def, action, null, &made)
                    : goal == null ? Native.ploy_explain_goals(&def, null, 0, &made) : Native.ploy_explain_plan(&def, &made);
                End(state);
                Interop.Check(status, "explain");
                ploy_explanation* explanation = made;
                try {
                    return Interop.Printed((text, size) => Native.ploy_explanation_print(explanation, text, size));
                } finally {
                    Native.ploy_explanation_destroy(explanation);
                }
            }
        }
    }
}
