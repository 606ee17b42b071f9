using System;
using System.Linq;
using Ploy.Low;

namespace Ploy
{
    /// <summary>What an activity or a node of a behavior tree returns.</summary>
    public enum Outcome
    {
        Running,
        Success,
        Failure,
        /// <summary>Of a child that did not run; never of an activity.</summary>
        Skipped,
    }

    /// <summary>One call of an activity, condition or scorer: its ports and times. It lives only during the callback, and the
    /// compiler sees to that.</summary>
    public readonly unsafe ref struct Call
    {
        private readonly ploy_agent* agent;
        private readonly ploy_call* call;
        private readonly string[] names;
        private readonly int words;

        internal Call(ploy_agent* agent, ploy_call* call, Bound bound)
        {
            this.agent = agent;
            this.call = call;
            names = bound.PortNames;
            words = bound.Words;
        }

        private uint Index(string port)
        {
            int index = Array.IndexOf(names, port);
            if (index < 0 || index >= (int)call->port_count)
                throw new PloyException($"there is no port \"{port}\"; there are: {string.Join(", ", names)}", "not-found");
            return (uint)index;
        }

        private Objects Objects(uint index) => (Interop.Current as World)?.Names.OfPort(agent, &call->ports[index]);

        private long Read(string port, ValueType type)
        {
            uint index = Index(port);
            if (type == ValueType.Int && Objects(index) != null) throw new PloyException($"port {port} is an object: GetObject gives its name", "invalid");
            ValueType has = (ValueType)call->ports[index].type;
            if (has != type && !(has == ValueType.Object && type == ValueType.Int))
                throw new PloyException($"port {port} is of type {has.ToString().ToLowerInvariant()}, not {type.ToString().ToLowerInvariant()}", "invalid");
            return Native.ploy_call_get(call, agent, index);
        }

        private void Write(string port, ValueType type, long value)
        {
            uint index = Index(port);
            ValueType has = (ValueType)call->ports[index].type;
            if (has != type && !(has == ValueType.Object && type == ValueType.Int))
                throw new PloyException($"port {port} is of type {has.ToString().ToLowerInvariant()}, not {type.ToString().ToLowerInvariant()}", "invalid");
            Written(Native.ploy_call_set(call, agent, index, value), port);
        }

        // The text of an error is made only if there is one.
        private static void Written(ploy_status status, string port)
        {
            if (status != ploy_status.PLOY_OK && status != ploy_status.PLOY_ALREADY) throw Interop.Error(status, "port " + port);
        }

        public bool GetBool(string port) => Read(port, ValueType.Bool) != 0;

        /// <summary>An int, or a handle of the game.</summary>
        public long GetInt(string port) => Read(port, ValueType.Int);

        /// <summary>The name of an object of a domain: an argument of an action or goal, or a symbol's key. It makes no garbage.</summary>
        public string GetObject(string port)
        {
            uint index = Index(port);
            Objects objects = Objects(index);
            if (objects == null) throw new PloyException($"port {port} is no object of a domain", "invalid");
            long value = Native.ploy_call_get(call, agent, index);
            return value >= 0 && value < objects.Names.Length ? objects.Names[value] : throw new PloyException($"port {port} has no object {value}", "invalid");
        }
        public double GetDecimal(string port) => Read(port, ValueType.Decimal) / 1000.0;
        public double GetFloat(string port) => Native.ploy_value_float(Read(port, ValueType.Float));
        public string GetString(string port) => Interop.TextAt((byte*)Read(port, ValueType.String));

        /// <summary>Writes the blackboard key that an output port names.</summary>
        public void Set(string port, bool value) => Write(port, ValueType.Bool, value ? 1 : 0);
        public void Set(string port, long value) => Write(port, ValueType.Int, value);
        public void Set(string port, double value)
        {
            bool isFloat = (ValueType)call->ports[Index(port)].type == ValueType.Float;
            Write(port, isFloat ? ValueType.Float : ValueType.Decimal, isFloat ? Native.ploy_value_of_float(value) : (long)Math.Round(value * 1000));
        }
        /// <summary>A text, or the name of an object of a domain.</summary>
        public void Set(string port, string value)
        {
            uint index = Index(port);
            Objects objects = Objects(index);
            if (objects != null) {
                Written(Native.ploy_call_set(call, agent, index, objects.Find(value, port)), port);
                return;
            }
            using (Scope scope = new Scope()) Write(port, ValueType.String, (long)scope.Text(value));
        }

        /// <summary>One of the numbers (DataWords) that the library keeps for this run of the activity, saved with the world. 0 at its start.</summary>
        public int GetData(int index) => ((int*)call->data)[Word(index)];
        public void SetData(int index, int value) => ((int*)call->data)[Word(index)] = value;

        private int Word(int index)
        {
            return index >= 0 && index < words ? index : throw new PloyException($"there is no word {index} of {words}", "not-found");
        }

        /// <summary>Seconds since the activity started.</summary>
        public double Elapsed => call->elapsed / 1e6;

        /// <summary>Seconds that the data says it takes; 0: it does not say.</summary>
        public double Duration => call->duration / 1e6;

        /// <summary>Whether the duration has passed.</summary>
        public bool IsOver => call->elapsed >= call->duration;
    }

    public delegate Outcome ActivityFn(Agent agent, Call call);
    public delegate bool ConditionFn(Agent agent, Call call);
    public delegate double ScorerFn(Agent agent, Call call);
    public delegate Outcome NodeFn(Agent agent, Children children, Call call);

    /// <summary>What is bound by name, with ports.</summary>
    public abstract class Bound
    {
        internal string Name;
        internal string[] PortNames = new string[0];
        internal int Words;

        internal void Declare(string name, string ports, int words = 0)
        {
            if (words < 0 || words > 16) throw new PloyException($"{name}: 0 to 16 words of data, not {words}", "invalid");
            Words = words;
            Name = name;
            PortNames = (ports ?? "").Split(new[] { ' ', '\n', '\t' }, StringSplitOptions.RemoveEmptyEntries)
                .Select(port => port.TrimStart('<', '>').Split(':')[0]).ToArray();
        }
    }

    /// <summary>An activity: the game's code behind an action, a leaf, a state, an option or a task. Override what it needs.</summary>
    public abstract class Activity : Bound
    {
        /// <summary>Its ports, as "place" or "goal:string >path:string".</summary>
        public virtual string Ports => null;
        /// <summary>Numbers that are kept for each run (Call.GetData), at most 16.</summary>
        public virtual int DataWords => 0;
        /// <summary>May a plan use it now? Only reads.</summary>
        public virtual bool IsViable(Agent agent, Call call) => true;
        public virtual Outcome Start(Agent agent, Call call) => Outcome.Running;
        /// <summary>Before each update; false halts it, and it fails.</summary>
        public virtual bool IsValid(Agent agent, Call call) => true;
        /// <summary>Once per tick. By default success once the duration has passed.</summary>
        public virtual Outcome Update(Agent agent, Call call) => call.IsOver ? Outcome.Success : Outcome.Running;
        public virtual void Finished(Agent agent, Call call)
        {
        }
        /// <summary>Its mind stops it. Running: called again in the next tick.</summary>
        public virtual Outcome Halt(Agent agent, Call call) => Outcome.Success;
        /// <summary>0 to 1.</summary>
        public virtual double Progress(Agent agent, Call call) => call.Duration > 0 ? Math.Min(call.Elapsed / call.Duration, 1) : 0;
    }

    internal sealed class ActivityOf : Activity
    {
        public ActivityFn Call;
        public override Outcome Update(Agent agent, Call call) => Call(agent, call);
    }

    internal sealed class Condition : Bound
    {
        public ConditionFn Test;
    }

    internal sealed class Scorer : Bound
    {
        public ScorerFn Score;
    }

    internal sealed class Node : Bound
    {
        public NodeFn Tick;
    }

    /// <summary>The children of a node of a behavior tree, during one tick of it.</summary>
    public readonly unsafe ref struct Children
    {
        private readonly ploy_children* at;

        internal Children(ploy_children* at)
        {
            this.at = at;
        }

        public int Count => (int)at->count;
        /// <summary>The node is entered; false: it continues.</summary>
        public bool IsStart => at->is_start != 0;
        public Outcome Tick(int child) => (Outcome)Native.ploy_children_tick(at, Checked(child));
        public bool Halt(int child) => Native.ploy_children_halt(at, Checked(child)) != 0;
        public bool IsRunning(int child) => Native.ploy_children_is_running(at, Checked(child)) != 0;

        private uint Checked(int child)
        {
            if (child < 0 || child >= Count) throw new PloyException($"there is no child {child} of {Count}", "not-found");
            return (uint)child;
        }
    }
}
