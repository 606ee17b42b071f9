using System;
using System.Collections.Generic;
using Ploy.Low;

namespace Ploy
{
    /// <summary>The type of a blackboard key or a port.</summary>
    public enum ValueType
    {
        Bool,
        Int,
        Decimal,
        Object,
        Float,
        String,
    }

    /// <summary>A blackboard key of a world: find it once, then use it without a search for its name.</summary>
    public sealed class Key
    {
        public string Name { get; }
        public ValueType Type { get; }
        internal uint Index { get; }

        internal Key(string name, uint index, ValueType type)
        {
            Name = name;
            Index = index;
            Type = type;
        }

        internal PloyException Wrong(string given)
        {
            return new PloyException($"{Name} is of type {Type.ToString().ToLowerInvariant()}, not {given}", "invalid");
        }
    }

    /// <summary>Reads and writes of keys, shared by agents, squads and worlds. Numbers of decimal keys are doubles.</summary>
    public abstract unsafe class KeyHolder
    {
        internal abstract World Of { get; }
        internal abstract IntPtr Pointer { get; }

        public bool GetBool(Key key) => key.Type == ValueType.Bool ? Read(key) != 0 : throw key.Wrong("a bool");
        public bool GetBool(string key) => GetBool(Of.Key(key));

        /// <summary>Of a key of type int, or of type object if it is a handle of the game and no symbol of a domain.</summary>
        public long GetInt(Key key)
        {
            if (key.Type == ValueType.Object && Of.Names.OfKey(key.Index) != null) throw key.Wrong("an int: GetObject gives its name");
            return key.Type == ValueType.Int || key.Type == ValueType.Object ? Read(key) : throw key.Wrong("an int");
        }
        public long GetInt(string key) => GetInt(Of.Key(key));

        /// <summary>The name of the object that a symbol of a domain has: "camp". It makes no garbage.</summary>
        public string GetObject(Key key)
        {
            Objects objects = key.Type == ValueType.Object ? Of.Names.OfKey(key.Index) : null;
            if (objects == null) throw key.Wrong("an object of a domain");
            long value = Read(key);
            return value >= 0 && value < objects.Names.Length ? objects.Names[value] : throw key.Wrong($"object {value}");
        }
        public string GetObject(string key) => GetObject(Of.Key(key));

        /// <summary>Of a key of type decimal.</summary>
        public double GetDecimal(Key key) => key.Type == ValueType.Decimal ? Read(key) / 1000.0 : throw key.Wrong("a decimal");
        public double GetDecimal(string key) => GetDecimal(Of.Key(key));

        /// <summary>Of a key of type float.</summary>
        public double GetFloat(Key key) => key.Type == ValueType.Float ? Native.ploy_value_float(Read(key)) : throw key.Wrong("a float");
        public double GetFloat(string key) => GetFloat(Of.Key(key));

        public string GetString(Key key) => key.Type == ValueType.String ? Interop.TextAt((byte*)Read(key)) : throw key.Wrong("a string");
        public string GetString(string key) => GetString(Of.Key(key));

        /// <summary>Each Set returns true if the value changed.</summary>
        public bool Set(Key key, bool value) => Write(key, key.Type == ValueType.Bool ? (value ? 1 : 0) : throw key.Wrong("a bool"));
        public bool Set(string key, bool value) => Set(Of.Key(key), value);

        public bool Set(Key key, long value)
        {
            if (key.Type == ValueType.Decimal) return Write(key, checked(value * 1000));
            if (key.Type == ValueType.Float) return Write(key, Native.ploy_value_of_float(value));
            if (key.Type != ValueType.Int && key.Type != ValueType.Object) throw key.Wrong("an int");
            if (key.Type == ValueType.Object && Of.Names.OfKey(key.Index) != null) throw key.Wrong("an int: give the name of the object");
            return Write(key, value);
        }
        public bool Set(string key, long value) => Set(Of.Key(key), value);

        public bool Set(Key key, double value)
        {
            if (key.Type == ValueType.Float) return Write(key, Native.ploy_value_of_float(value));
            if (key.Type != ValueType.Decimal || double.IsNaN(value) || double.IsInfinity(value)) throw key.Wrong("a decimal");
            return Write(key, (long)Math.Round(value * 1000));
        }
        public bool Set(string key, double value) => Set(Of.Key(key), value);

        /// <summary>A text, or the name of an object of a domain.</summary>
        public bool Set(Key key, string value)
        {
            Objects objects = key.Type == ValueType.Object ? Of.Names.OfKey(key.Index) : null;
            if (objects != null) return Write(key, objects.Find(value, key.Name));
            if (key.Type != ValueType.String) throw key.Wrong("a string");
            if (value == null) throw new ArgumentNullException(nameof(value));
            using (Scope scope = new Scope()) return Write(key, (long)scope.Text(value));
        }
        public bool Set(string key, string value) => Set(Of.Key(key), value);

        /// <summary>Removes the value, so that reads go on to the squad's and the world's blackboard.</summary>
        public bool Unset(string key)
        {
            uint index = Of.Key(key).Index;
            IntPtr pointer = Pointer;
            CallState state = Of.Begin();
            ploy_status status = Native.ploy_blackboard_unset(pointer, index);
            Of.End(state);
            return status == ploy_status.PLOY_OK;
        }

        /// <summary>Calls the observer after each change of a key here. Returns what ends it.</summary>
        public IDisposable Observe(string key, Action<string> observer)
        {
            if (observer == null) throw new ArgumentNullException(nameof(observer));
            return new Subscription(this, Of.Key(key), observer);
        }

        private long Read(Key key) => Native.ploy_blackboard_get(Pointer, key.Index);

        private bool Write(Key key, long value)
        {
            World world = Of;
            IntPtr pointer = Pointer;
            ploy_status status;
            if (world.IsObserved) {
                CallState state = world.Begin();
                status = Native.ploy_blackboard_set(pointer, key.Index, value);
                world.End(state);
            } else {
                status = Native.ploy_blackboard_set(pointer, key.Index, value);
            }
            Interop.Check(status, key.Name);
            return status == ploy_status.PLOY_OK;
        }

        private sealed class Subscription : IDisposable
        {
            private readonly KeyHolder holder;
            private ploy_observer_id id;

            public Subscription(KeyHolder holder, Key key, Action<string> observer)
            {
                this.holder = holder;
                holder.Of.IsObserved = true;
                IntPtr user = holder.Of.Keep(new Observer { Name = key.Name, Call = observer });
                fixed (ploy_observer_id* at = &id)
                    Interop.Check(Native.ploy_blackboard_subscribe(holder.Pointer, key.Index, Callbacks.Observed, (void*)user, at), key.Name);
            }

            public void Dispose()
            {
                if (holder.Of.IsAlive && id.index1 != 0) Native.ploy_blackboard_unsubscribe(holder.Pointer, id);
                id = default(ploy_observer_id);
            }
        }
    }

    internal sealed class Observer
    {
        public string Name;
        public Action<string> Call;
    }

    /// <summary>The blackboard of a world or a squad. An agent's is the agent itself.</summary>
    public sealed class Blackboard : KeyHolder
    {
        private readonly Func<IntPtr> pointer;
        internal override World Of { get; }
        internal override IntPtr Pointer => pointer();

        internal Blackboard(World world, Func<IntPtr> pointer)
        {
            Of = world;
            this.pointer = pointer;
        }
    }
}
