using System;
using System.Runtime.InteropServices;
using Ploy.Low;

namespace Ploy
{
    /// <summary>A recording: why its agents decided as they did.</summary>
    public sealed unsafe class Recording
    {
        private readonly IntPtr bytes;
        private IntPtr recording, debugger;

        public Recording(byte[] file)
        {
            if (file == null) throw new ArgumentNullException(nameof(file));
            bytes = Marshal.AllocHGlobal(Math.Max(file.Length, 1));
            Marshal.Copy(file, 0, bytes, file.Length);
            ploy_error error = default(ploy_error);
            ploy_recording_def def = default(ploy_recording_def);
            def.bytes = (void*)bytes;
            def.count = (UIntPtr)(uint)file.Length;
            IntPtr made;
            Interop.Check(Native.ploy_recording_create(&def, &made, &error), &error, "recording");
            recording = made;
            ploy_debugger_def debug = default(ploy_debugger_def);
            debug.recording = recording;
            Interop.Check(Native.ploy_debugger_create(&debug, &made, &error), &error, "recording");
            debugger = made;
        }

        ~Recording()
        {
            Native.ploy_debugger_destroy(debugger);
            Native.ploy_recording_destroy(recording);
            Marshal.FreeHGlobal(bytes);
        }

        /// <summary>Whole ticks that can be read.</summary>
        public long Ticks => (long)Native.ploy_recording_get_info(recording).ticks;

        /// <summary>Nothing is missing.</summary>
        public bool IsClosed => Native.ploy_recording_get_info(recording).closed != 0;

        /// <summary>The display names of the agents.</summary>
        public string[] Agents
        {
            get
            {
                string[] names = new string[Native.ploy_debugger_agent_count(debugger)];
                for (uint i = 0; i < names.Length; ++i) names[i] = Interop.TextAt(Native.ploy_debugger_agent(debugger, i).name);
                return names;
            }
        }

        /// <summary>Why an agent (display name or number) decided as it did at or before a tick, as `ploy ask` says it. whyNot: an action
        /// that is not in the plan.</summary>
        public string Why(string agent, long tick, string whyNot = null)
        {
            using (Scope scope = new Scope()) {
                uint index = Native.ploy_debugger_find_agent(debugger, scope.Text(agent));
                if (index == Interop.None) throw new PloyException($"there is no agent \"{agent}\"", "not-found");
                ploy_debug_query query = default(ploy_debug_query);
                query.agent = Native.ploy_debugger_agent(debugger, index).number;
                query.tick = (ulong)tick;
                query.why_not = scope.Text(whyNot);
                ploy_error error = default(ploy_error);
                ploy_debug_answer* answer;
                Interop.Check(Native.ploy_debugger_query(debugger, &query, &answer, &error), &error, agent);
                string text = Interop.TextAt(answer->text);
                Native.ploy_debug_answer_destroy(answer);
                return text;
            }
        }
    }
}
