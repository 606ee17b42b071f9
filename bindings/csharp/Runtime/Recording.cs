using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using Ploy.Low;

namespace Ploy
{
    /// <summary>Something that a recording has.</summary>
    public sealed class RecordedEvent
    {
        public long Tick { get; internal set; }
        /// <summary>"goal-chosen", "action-started", …</summary>
        public string Kind { get; internal set; }
        /// <summary>Its number; 0: none.</summary>
        public int Agent { get; internal set; }
        public Dictionary<string, long> Args { get; internal set; }
    }

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

        /// <summary>A named piece of data as text; null: there is none.</summary>
        public string Note(string name)
        {
            using (Scope scope = new Scope()) {
                void* at;
                UIntPtr count;
                if (Native.ploy_recording_note(recording, scope.Text(name), &at, &count) != ploy_status.PLOY_OK) return null;
                return System.Text.Encoding.UTF8.GetString((byte*)at, (int)count);
            }
        }

        /// <summary>The events from a tick on.</summary>
        public List<RecordedEvent> Events(long from = 0)
        {
            List<RecordedEvent> all = new List<RecordedEvent>();
            if (Native.ploy_recording_seek(recording, (ulong)from) != ploy_status.PLOY_OK) return all;
            ploy_trace_event heard;
            ulong tick;
            while (Native.ploy_recording_next(recording, &heard, &tick) == ploy_status.PLOY_FOUND) {
                ploy_event_kind kind = Native.ploy_recording_kind(recording, (uint)heard.kind);
                Dictionary<string, long> args = new Dictionary<string, long>();
                byte** names = &kind.arg_names0;
                for (int i = 0; i < kind.arg_count; ++i) args[Interop.TextAt(names[i])] = (long)heard.args[i];
                all.Add(new RecordedEvent { Tick = (long)tick, Kind = Interop.TextAt(kind.name), Agent = (int)heard.agent, Args = args });
            }
            return all;
        }

        /// <summary>Agents that dither, are idle or wait long, in lines of English.</summary>
        public string Problems()
        {
            ploy_error error = default(ploy_error);
            ploy_debug_answer* answer;
            Interop.Check(Native.ploy_debugger_find_problems(debugger, &answer, &error), &error, "problems");
            string text = Interop.TextAt(answer->text);
            Native.ploy_debug_answer_destroy(answer);
            return text;
        }

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
