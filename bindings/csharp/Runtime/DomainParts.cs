using System;
using System.Collections.Generic;
using Ploy.Low;

namespace Ploy
{
    /// <summary>What a domain contains, and what of it changes while a game runs: its tables, and objects that come and go.</summary>
    public abstract unsafe class DomainParts : Owner
    {
        internal abstract IntPtr Pointer { get; }

        /// <summary>Throws inside a tick or a search.</summary>
        internal abstract void MayChange(string what);

        public string Name => Interop.TextAt(Native.ploy_domain_name(Pointer));

        public string[] Actions => All(Native.ploy_domain_action_count(Pointer), i => (IntPtr)Native.ploy_domain_action(Pointer, i).name);
        public string[] Goals => All(Native.ploy_domain_goal_count(Pointer), i => (IntPtr)Native.ploy_domain_goal(Pointer, i).name);
        public string[] Symbols => All(Native.ploy_domain_symbol_count(Pointer), i => (IntPtr)Native.ploy_domain_symbol(Pointer, i).name);

        private static string[] All(uint count, Func<uint, IntPtr> name)
        {
            string[] names = new string[count];
            for (uint i = 0; i < count; ++i) names[i] = Interop.TextAt((byte*)name(i));
            return names;
        }

        internal uint TypeIndex(string type)
        {
            IntPtr domain = Pointer;
            for (uint i = 0; i < Native.ploy_domain_type_count(domain); ++i)
                if (Interop.TextAt(Native.ploy_domain_type(domain, i).name) == type) return i;
            throw new PloyException($"there is no type \"{type}\"", "not-found");
        }

        /// <summary>The names of a type's objects; of a spawned type those that exist.</summary>
        public string[] Objects(string type)
        {
            uint index = TypeIndex(type);
            Objects objects = new Objects(Pointer, index);
            if (!objects.IsSpawned) return objects.Names;
            List<string> names = new List<string>();
            for (uint i = 0; i < objects.Names.Length; ++i)
                if (Native.ploy_domain_object_exists(Pointer, index, i) != 0) names.Add(objects.Names[i]);
            return names.ToArray();
        }

        /// <summary>A table by name.</summary>
        public Table Table(string name) => new Table(this, name);

        /// <summary>Makes one more object of a type exist, and gives its name: "tree.4". Call Compile after the last change of a frame.</summary>
        public string Spawn(string type)
        {
            MayChange("ploy_domain_spawn");
            uint index = TypeIndex(type), made;
            if (Native.ploy_domain_type(Pointer, index).is_spawned == 0) throw new PloyException($"objects of type {type} are not spawned", "invalid");
            Interop.Check(Native.ploy_domain_spawn(Pointer, index, &made), "type " + type);
            return Interop.TextAt(Native.ploy_domain_object_name(Pointer, index, made));
        }

        /// <summary>Ends an object; a plan that needs it is over.</summary>
        public void Despawn(string type, string name)
        {
            MayChange("ploy_domain_despawn");
            uint index = TypeIndex(type);
            Interop.Check(Native.ploy_domain_despawn(Pointer, index, new Objects(Pointer, index).Find(name, "object")), name);
        }

        public bool Exists(string type, string name)
        {
            uint index = TypeIndex(type);
            return Native.ploy_domain_object_exists(Pointer, index, new Objects(Pointer, index).Find(name, "object")) != 0;
        }

        /// <summary>Takes over what was spawned and despawned, and tables that conditions and effects read. Once per frame.</summary>
        public void Compile()
        {
            MayChange("ploy_domain_compile");
            ploy_error error = default(ploy_error);
            Interop.Check(Native.ploy_domain_compile(Pointer, &error), &error, "domain");
        }
    }

    /// <summary>A domain of a world's files. Hot reload makes another one, and keeps what the game has changed.</summary>
    public sealed unsafe class WorldDomain : DomainParts
    {
        private readonly World world;
        private readonly string name;

        internal WorldDomain(World world, string name)
        {
            this.world = world;
            this.name = name;
            if (Pointer == IntPtr.Zero) throw new InvalidOperationException();
        }

        internal override IntPtr Pointer
        {
            get
            {
                if (!world.IsAlive) throw new ObjectDisposedException("World", "the world was destroyed");
                foreach (IntPtr domain in world.Names.Domains())
                    if (name == null || Interop.TextAt(Native.ploy_domain_name(domain)) == name) return domain;
                throw new PloyException("the world has no domain " + name, "not-found");
            }
        }

        internal override void MayChange(string what)
        {
            if (world.IsTicking) throw new PloyException(what + ": not inside a tick of the world", "not-supported");
        }
    }

    /// <summary>A table of a domain: values that depend on objects and not on the state. Actions cannot change it; the game can.</summary>
    public sealed unsafe class Table
    {
        private readonly DomainParts domain;
        public string Name { get; }

        internal Table(DomainParts domain, string name)
        {
            this.domain = domain;
            Name = name;
            Find();
        }

        // Found again at each use: hot reload makes another domain.
        private uint Find()
        {
            using (Scope scope = new Scope()) return Domain.Find(domain.Pointer, Name, scope, "table", Native.ploy_domain_find_table);
        }

        private void Cell(ploy_table_info info, string[] objects, uint* cell)
        {
            if (objects.Length != info.of_count) throw new PloyException($"table {Name} has {info.of_count} indices, not {objects.Length}", "invalid");
            for (int i = 0; i < objects.Length; ++i) cell[i] = new Objects(domain.Pointer, info.of[i]).Find(objects[i], $"index {i + 1} of table {Name}");
        }

        private long Read(string[] objects, ValueType type)
        {
            uint index = Find();
            ploy_table_info info = Native.ploy_domain_table(domain.Pointer, index);
            uint* cell = stackalloc uint[4];
            if ((ValueType)info.type != type) throw Wrong(info);
            Cell(info, objects, cell);
            return Native.ploy_domain_table_get(domain.Pointer, index, cell);
        }

        private PloyException Wrong(ploy_table_info info) => new PloyException($"table {Name} is of type {((ValueType)info.type).ToString().ToLowerInvariant()}", "invalid");

        /// <summary>A cell of a table of type bool. Each Get throws if the table is of another type.</summary>
        public bool GetBool(params string[] objects) => Read(objects, ValueType.Bool) != 0;
        public long GetInt(params string[] objects) => Read(objects, ValueType.Int);
        public double GetDecimal(params string[] objects) => Read(objects, ValueType.Decimal) / 1000.0;

        /// <summary>The name of the object.</summary>
        public string GetObject(params string[] objects)
        {
            long value = Read(objects, ValueType.Object);
            return new Objects(domain.Pointer, Native.ploy_domain_table(domain.Pointer, Find()).object_type).Names[value];
        }

        private void Write(string[] objects, ValueType type, double number, string name)
        {
            domain.MayChange("ploy_domain_table_set");
            uint index = Find();
            ploy_table_info info = Native.ploy_domain_table(domain.Pointer, index);
            uint* cell = stackalloc uint[4];
            bool isNumber = type == ValueType.Decimal && ((ValueType)info.type == ValueType.Int || (ValueType)info.type == ValueType.Decimal);
            if ((ValueType)info.type != type && !isNumber) throw Wrong(info);
            Cell(info, objects, cell);
            long value = type == ValueType.Object ? new Objects(domain.Pointer, info.object_type).Find(name, "table " + Name)
                : (long)Math.Round((ValueType)info.type == ValueType.Decimal ? number * 1000 : number);
            Interop.Check(Native.ploy_domain_table_set(domain.Pointer, index, cell, value), $"table {Name}");
        }

        /// <summary>Changes a cell: Set(12, "camp", "hill"). Costs and priorities have it at once, conditions and effects after Compile.</summary>
        public void Set(double value, params string[] objects) => Write(objects, ValueType.Decimal, value, null);
        public void Set(bool value, params string[] objects) => Write(objects, ValueType.Bool, value ? 1 : 0, null);

        /// <summary>Changes a cell of a table of objects: SetObject("hill", "tree.1").</summary>
        public void SetObject(string value, params string[] objects) => Write(objects, ValueType.Object, 0, value);

        /// <summary>Changes cells by text: "camp hill = 12, camp lake = 5.5". On an error nothing changes.</summary>
        public void Parse(string cells)
        {
            domain.MayChange("ploy_domain_table_parse");
            ploy_error error = default(ploy_error);
            using (Scope scope = new Scope())
                Interop.Check(Native.ploy_domain_table_parse(domain.Pointer, Find(), scope.Text(cells), &error), &error, "table " + Name);
        }
    }
}
