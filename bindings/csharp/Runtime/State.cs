using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using Ploy.Low;

namespace Ploy
{
    /// <summary>A state of a domain, to inspect and to change by actions: Domain.State makes it.</summary>
    public sealed unsafe class State
    {
        private readonly Domain domain;
        private readonly IntPtr memory;
        private readonly int words;

        internal State(Domain domain, string start)
        {
            this.domain = domain;
            words = (int)Native.ploy_domain_state_words(domain.Pointer);
            memory = Marshal.AllocHGlobal(8 * words + 8);
            Native.ploy_state_init(domain.Pointer, At);
            Parse(start ?? "");
        }

        private State(State from)
        {
            domain = from.domain;
            words = from.words;
            memory = Marshal.AllocHGlobal(8 * words + 8);
            for (int i = 0; i < words; ++i) At[i] = from.At[i];
        }

        ~State()
        {
            Marshal.FreeHGlobal(memory);
        }

        private ulong* At => (ulong*)memory;

        public State Copy() => new State(this);

        /// <summary>Sets variables by text: "ammo = 2, safe(bunker), not armed". On an error nothing changes.</summary>
        public void Parse(string text)
        {
            ploy_error error = default(ploy_error);
            using (Scope scope = new Scope()) Interop.Check(Native.ploy_state_parse(domain.Pointer, At, scope.Text(text), &error), &error, "state");
        }

        private uint Find(string name, out ploy_symbol_info symbol)
        {
            string plain = name.Split('(')[0];
            using (Scope scope = new Scope()) {
                uint index = Domain.Find(domain.Pointer, plain, scope, "symbol", Native.ploy_domain_find_symbol);
                symbol = Native.ploy_domain_symbol(domain.Pointer, index);
            }
            for (uint i = 0; i < symbol.variable_count; ++i)
                if (Names.VariableName(domain.Pointer, symbol.first_variable + i) == name) return symbol.first_variable + i;
            throw new PloyException($"the state has no \"{name}\"", "not-found");
        }

        private long Read(string name, ValueType type, out ploy_symbol_info symbol)
        {
            uint variable = Find(name, out symbol);
            if ((ValueType)symbol.type != type) throw new PloyException($"{name} is of type {((ValueType)symbol.type).ToString().ToLowerInvariant()}", "invalid");
            return Native.ploy_state_get(domain.Pointer, At, variable);
        }

        /// <summary>The value of a symbol: GetBool("safe(bunker)").</summary>
        public bool GetBool(string name) => Read(name, ValueType.Bool, out _) != 0;
        public long GetInt(string name) => Read(name, ValueType.Int, out _);
        public double GetDecimal(string name) => Read(name, ValueType.Decimal, out _) / 1000.0;

        /// <summary>The name of the object.</summary>
        public string GetObject(string name)
        {
            ploy_symbol_info symbol;
            long value = Read(name, ValueType.Object, out symbol);
            return new Objects(domain.Pointer, symbol.object_type).Names[value];
        }

        private delegate T Work<T>(uint index, uint* args);

        private T With<T>(string kind, string name, string[] args, Domain.Finder find, Work<T> work)
        {
            using (Scope scope = new Scope()) {
                uint index = Domain.Find(domain.Pointer, name, scope, kind, find);
                uint* objects = kind == "goal" ? Domain.GoalArgs(domain.Pointer, index, args, scope) : Domain.ActionArgs(domain.Pointer, index, args, scope);
                CallState state = domain.Begin();
                T result;
                try {
                    result = work(index, objects);
                } finally {
                    domain.End(state);
                }
                return result;
            }
        }

        /// <summary>Do the preconditions of an action hold?</summary>
        public bool CanApply(string action, params string[] args)
        {
            return With("action", action, args, Native.ploy_domain_find_action, (index, objects) => Native.ploy_action_applicable(domain.Pointer, index, objects, At) != 0);
        }

        /// <summary>Changes the state by the effects of an action, and gives its cost. Throws if it cannot be applied.</summary>
        public double Apply(string action, params string[] args)
        {
            if (!CanApply(action, args)) throw new PloyException($"{action} cannot be applied: {this}", "invalid");
            return With("action", action, args, Native.ploy_domain_find_action, (index, objects) => {
                double cost = Native.ploy_action_cost(domain.Pointer, index, objects, At, null) / 1000.0;
                Native.ploy_action_apply(domain.Pointer, index, objects, At);
                return cost;
            });
        }

        /// <summary>Does a goal hold?</summary>
        public bool Meets(string goal, params string[] args)
        {
            return With("goal", goal, args, Native.ploy_domain_find_goal, (index, objects) => Native.ploy_goal_met(domain.Pointer, index, objects, At) != 0);
        }

        /// <summary>What differs from the initial state, as Domain.Plan takes it: "ammo = 2, safe(bunker)".</summary>
        public override string ToString() => Interop.Printed((text, size) => Native.ploy_state_print(domain.Pointer, At, text, size));
    }
}
