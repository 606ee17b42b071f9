// Objects of domains by their names: blackboard keys of symbols, and arguments of actions and goals. The library has an object
// as its index in the type. Names are read once per domain, so that a tick makes no text of them.

using System;
using System.Collections.Generic;
using Ploy.Low;

namespace Ploy
{
    /// <summary>The objects of one type of a domain.</summary>
    internal sealed unsafe class Objects
    {
        private readonly Dictionary<string, uint> indices = new Dictionary<string, uint>();
        public readonly string Type;
        public readonly string[] Names;
        public readonly bool IsSpawned;

        public Objects(IntPtr domain, uint type)
        {
            ploy_type_info info = Native.ploy_domain_type(domain, type);
            Type = Interop.TextAt(info.name);
            IsSpawned = info.is_spawned != 0;
            Names = new string[info.object_count];
            for (uint i = 0; i < Names.Length; ++i) indices[Names[i] = Interop.TextAt(Native.ploy_domain_object_name(domain, type, i))] = i;
        }

        /// <summary>The index of an object; what: what the message is about.</summary>
        public uint Find(string name, string what)
        {
            if (name == null) throw new ArgumentNullException(what);
            uint index;
            if (indices.TryGetValue(name, out index)) return index;
            string some = string.Join(", ", Names, 0, Math.Min(Names.Length, 12)) + (Names.Length > 12 ? ", …" : "");
            throw new PloyException($"{what} is a {Type} by its name, not \"{name}\"; there are: {some}", "invalid");
        }
    }

    /// <summary>The names of a world's domains: those of its files, and those made in code.</summary>
    internal sealed unsafe class Names
    {
        private const int Argument = 32768; // PLOY_PORT_OBJECT
        private readonly World world;
        private readonly List<string> files = new List<string>();
        private readonly List<Domain> made = new List<Domain>();
        private Objects[] keys;
        private readonly Dictionary<long, Objects[]> types = new Dictionary<long, Objects[]>();
        private readonly Dictionary<long, IntPtr> minds = new Dictionary<long, IntPtr>();

        public Names(World world)
        {
            this.world = world;
        }

        /// <summary>A file was loaded, perhaps again.</summary>
        public void AddFile(string name)
        {
            if (!files.Contains(name)) files.Add(name);
            keys = null;
        }

        public void AddDomain(Domain domain)
        {
            made.Add(domain);
            keys = null;
        }

        /// <summary>The loaded file that a debugger means: by its name, by the last part of it, or the only one; else another one.</summary>
        public string FileNamed(string name)
        {
            if (files.Contains(name)) return name;
            foreach (string file in files)
                if (System.IO.Path.GetFileName(file) == System.IO.Path.GetFileName(name)) return file;
            return files.Count == 1 ? files[0] : name;
        }

        private List<IntPtr> Files()
        {
            List<IntPtr> all = new List<IntPtr>();
            foreach (string name in files)
                using (Scope scope = new Scope()) {
                    IntPtr file = Native.ploy_world_file(world.Pointer, scope.Text(name));
                    if (file != IntPtr.Zero) all.Add(file);
                }
            return all;
        }

        /// <summary>All domains, the newest version of each.</summary>
        public List<IntPtr> Domains()
        {
            List<IntPtr> all = made.ConvertAll(domain => domain.Pointer);
            foreach (IntPtr file in Files())
                for (uint i = 0; i < Native.ploy_file_domain_count(file); ++i) all.Add(Native.ploy_file_domain(file, i));
            return all;
        }

        /// <summary>The agent types of the files.</summary>
        public List<string> AgentTypes()
        {
            List<string> all = new List<string>();
            foreach (IntPtr file in Files())
                for (uint i = 0; i < Native.ploy_file_agent_count(file); ++i) all.Add(Interop.TextAt(Native.ploy_file_agent(file, i).name));
            return all;
        }

        private void Build()
        {
            types.Clear();
            minds.Clear();
            IntPtr all = Native.ploy_world_keys(world.Pointer);
            keys = new Objects[Native.ploy_blackboard_keys_count(all)];
            foreach (IntPtr domain in Domains())
                for (uint i = 0; i < Native.ploy_domain_symbol_count(domain); ++i) {
                    ploy_symbol_info symbol = Native.ploy_domain_symbol(domain, i);
                    for (uint v = 0; symbol.type == ploy_value_type.PLOY_VALUE_OBJECT && v < symbol.variable_count; ++v) {
                        string name = VariableName(domain, symbol.first_variable + v);
                        using (Scope scope = new Scope()) {
                            uint key = Native.ploy_blackboard_keys_find(all, scope.Text(name));
                            if (key != Interop.None && keys[key] == null) keys[key] = OfType(domain, symbol.object_type);
                        }
                    }
                }
        }

        /// <summary>"ammo" or "safe(bunker)".</summary>
        public static string VariableName(IntPtr domain, uint variable)
        {
            return Interop.Printed((text, size) => Native.ploy_domain_variable_print(domain, variable, text, size));
        }

        private Objects OfType(IntPtr domain, uint type)
        {
            Objects[] all;
            if (!types.TryGetValue((long)domain, out all)) types.Add((long)domain, all = new Objects[Native.ploy_domain_type_count(domain)]);
            return all[type] ?? (all[type] = new Objects(domain, type));
        }

        /// <summary>The objects that a key may have; null: it is a handle of the game.</summary>
        public Objects OfKey(uint key)
        {
            if (keys == null) Build();
            return key < keys.Length ? keys[key] : null;
        }

        /// <summary>The objects of a port: an argument of an action or goal, or a key of a symbol; null: it is none of them.</summary>
        public Objects OfPort(ploy_agent* agent, ploy_port* port)
        {
            if (port->key != Interop.None) return port->type == (ushort)ValueType.Object ? OfKey(port->key) : null;
            if (port->key_type < Argument || agent == null) return null;
            if (keys == null) Build();
            IntPtr domain;
            if (!minds.TryGetValue((long)agent->mind, out domain)) minds.Add((long)agent->mind, domain = DomainOf(agent));
            return domain == IntPtr.Zero ? null : OfType(domain, (uint)(port->key_type - Argument));
        }

        // The domain of a GOAP mind, or what the file says about the agent's type: a task network has one, too.
        private IntPtr DomainOf(ploy_agent* agent)
        {
            IntPtr domain = world.GoapDomain(agent->mind);
            if (domain != IntPtr.Zero) return domain;
            byte* type = Native.ploy_agent_type(agent->outer != null ? agent->outer : agent);
            foreach (IntPtr file in Files()) {
                uint index = Native.ploy_file_find_agent(file, type);
                if (index == Interop.None) continue;
                uint of = Native.ploy_file_agent(file, index).domain;
                if (of != Interop.None) return Native.ploy_file_domain(file, of);
            }
            return IntPtr.Zero;
        }
    }
}
