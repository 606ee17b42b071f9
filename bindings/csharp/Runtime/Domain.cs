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
    public sealed unsafe class Domain : Owner
    {
        internal IntPtr Pointer { get; private set; }
        private IntPtr file;
        private IntPtr planner;

        // Functions of domains, by the user pointer that the library hands back. The domain itself is held weakly.
        private static readonly List<KeyValuePair<WeakReference, string>> uses = new List<KeyValuePair<WeakReference, string>>();
        private readonly Dictionary<string, Func<Grounded, double>> calls = new Dictionary<string, Func<Grounded, double>>();

        public Domain(string name = "")
        {
            using (Scope scope = new Scope()) {
                ploy_domain_def def = default(ploy_domain_def);
                def.name = scope.Text(name);
                Pointer = Native.ploy_domain_create(&def);
            }
            if (Pointer == IntPtr.Zero) throw Interop.Error(ploy_status.PLOY_OUT_OF_MEMORY, "");
        }

        private Domain(IntPtr file, IntPtr domain)
        {
            this.file = file;
            Pointer = domain;
        }

        ~Domain()
        {
            Native.ploy_planner_destroy(planner);
            if (file != IntPtr.Zero) Native.ploy_file_destroy(file);
            else Native.ploy_domain_destroy(Pointer);
        }

        /// <summary>A domain of a file: the one of that name, or the first.</summary>
        public static Domain Load(string path, string name = null)
        {
            ploy_error error = default(ploy_error);
            IntPtr file;
            using (Scope scope = new Scope()) Interop.Check(Native.ploy_file_load(null, scope.Text(path), &file, &error), &error, path);
            uint count = Native.ploy_file_domain_count(file);
            for (uint i = 0; i < count; ++i) {
                IntPtr domain = Native.ploy_file_domain(file, i);
                if (name == null || Interop.TextAt(Native.ploy_domain_name(domain)) == name) return new Domain(file, domain);
            }
            Native.ploy_file_destroy(file);
            throw new PloyException($"{path}: there is no domain {name}", "not-found");
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

        /// <summary>type: "bool", "int", or the name of a type. of: types that index it.</summary>
        public Domain AddSymbol(string name, string type = "bool", long min = 0, long max = 0, string initial = null, params string[] of)
        {
            ploy_error error = default(ploy_error);
            using (Scope scope = new Scope()) {
                ploy_symbol_def def = default(ploy_symbol_def);
                def.name = scope.Text(name);
                def.type = type == "bool" ? ploy_value_type.PLOY_VALUE_BOOL : type == "int" ? ploy_value_type.PLOY_VALUE_INT : ploy_value_type.PLOY_VALUE_OBJECT;
                if (def.type == ploy_value_type.PLOY_VALUE_OBJECT) def.object_type = scope.Text(type);
                def.min = min;
                def.max = max;
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

        /// <summary>parameters: "from:place to:place". cost: a number, an expression over symbols, or "call:NAME".</summary>
        public Domain AddAction(string name, string pre = null, string effect = null, string cost = null, string parameters = null, string context = null,
            double duration = 0)
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
                def.param_count = Params(&def.params0, parameters, scope);
                Interop.Check(Native.ploy_domain_add_action(Pointer, &def, null, &error), &error, "action " + name);
            }
            return this;
        }

        public Domain AddGoal(string name, string condition, string priority = null, string relevant = null, string parameters = null)
        {
            ploy_error error = default(ploy_error);
            using (Scope scope = new Scope()) {
                ploy_goal_def def = default(ploy_goal_def);
                def.name = scope.Text(name);
                def.condition = scope.Text(condition);
                def.priority = scope.Text(priority);
                def.relevant = scope.Text(relevant);
                def.param_count = Params(&def.params0, parameters, scope);
                Interop.Check(Native.ploy_domain_add_goal(Pointer, &def, null, &error), &error, "goal " + name);
            }
            return this;
        }

        /// <summary>After the last Add.</summary>
        public Domain Compile()
        {
            ploy_error error = default(ploy_error);
            Interop.Check(Native.ploy_domain_compile(Pointer, &error), &error, "domain");
            return this;
        }

        /// <summary>Binds a function to a name that "call:NAME" uses: it gets the action with its arguments and returns the number.</summary>
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
            double value = domain.calls[use.Value](ActionOf(evaluation->domain, evaluation->owner, evaluation->args));
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

        internal static uint* GoalArgs(IntPtr domain, uint goal, string[] args, Scope scope)
        {
            ploy_goal_info info = Native.ploy_domain_goal(domain, goal);
            if (args.Length != info.param_count) throw new PloyException($"the goal has {info.param_count} parameters, not {args.Length}", "invalid");
            uint* objects = scope.Words(new uint[4]);
            for (int i = 0; i < args.Length; ++i) {
                objects[i] = Native.ploy_domain_find_object(domain, info.param_types[i], scope.Text(args[i]));
                if (objects[i] == Interop.None) throw new PloyException($"there is no object \"{args[i]}\"", "not-found");
            }
            return objects;
        }

        /// <summary>The names of a type's objects: an object of a port or a key is its index in this list.</summary>
        public string[] Objects(string type)
        {
            for (uint i = 0; i < Native.ploy_domain_type_count(Pointer); ++i) {
                ploy_type_info info = Native.ploy_domain_type(Pointer, i);
                if (Interop.TextAt(info.name) != type) continue;
                string[] names = new string[info.object_count];
                for (uint o = 0; o < names.Length; ++o) names[o] = Interop.TextAt(Native.ploy_domain_object_name(Pointer, i, o));
                return names;
            }
            throw new PloyException($"there is no type \"{type}\"", "not-found");
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

        /// <summary>The cheapest plan for a goal; null: for the goal of the highest priority that has a plan. start: "hungry, at = field";
        /// what it leaves out has its initial value. without: actions that the plan must not have. search: as on the command line, "astar", "anytime", …</summary>
        public Plan Plan(string start = "", string goal = null, string[] args = null, string[] without = null, int maxNodes = 0,
            string search = null)
        {
            NeedPlanner();
            using (Scope scope = new Scope()) {
                ploy_plan_query query = Query(start, goal, without, maxNodes, scope, args);
                if (search != null) {
                    uint found = Native.ploy_search_find(scope.Text(search));
                    query.options.search = found != Interop.None ? (ploy_search)found : throw new PloyException($"there is no search \"{search}\"", "not-found");
                }
                CallState state = Begin();
                ploy_plan* plan = goal == null ? Native.ploy_planner_plan_best(planner, &query, null, 0) : Native.ploy_planner_plan(planner, &query);
                End(state);
                return PlanOf(plan);
            }
        }

        /// <summary>The same in slices: BeginPlan, then UpdatePlan until it returns a plan; null: in progress.</summary>
        public void BeginPlan(string start, string goal, params string[] args)
        {
            if (goal == null) throw new ArgumentNullException(nameof(goal));
            NeedPlanner();
            using (Scope scope = new Scope()) {
                ploy_plan_query query = Query(start, goal, null, 0, scope, args);
                CallState state = Begin();
                Native.ploy_planner_begin(planner, &query);
                End(state);
            }
        }

        /// <summary>Searches at most this many nodes.</summary>
        public Plan UpdatePlan(int maxNodes)
        {
            if (planner == IntPtr.Zero) throw new PloyException("BeginPlan comes first", "invalid");
            CallState state = Begin();
            ploy_status status = Native.ploy_planner_update(planner, (uint)maxNodes);
            End(state);
            return status == ploy_status.PLOY_IN_PROGRESS ? null : PlanOf(Native.ploy_planner_end(planner));
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
