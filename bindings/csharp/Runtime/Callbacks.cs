// What native code calls. One delegate per place; each finds its closure by the user pointer, which is an index into the
// closures of the world whose call is running. Nothing here allocates in a tick.

using System;
using System.Runtime.InteropServices;
using System.Text;
using Ploy.Low;

namespace Ploy
{
    internal static unsafe class Callbacks
    {
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)] private delegate int OutcomeFn(ploy_agent* agent, ploy_call* call);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)] private delegate byte ConditionFn(ploy_agent* agent, ploy_call* call);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)] private delegate long ScorerFn(ploy_agent* agent, ploy_call* call);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)] private delegate void EndFn(ploy_agent* agent, ploy_call* call);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)] private delegate void SenseFn(ploy_agent* agent, IntPtr user);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)] private delegate void EventFn(IntPtr user, ploy_agent* agent, ploy_goap_event* heard);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)] private delegate void ObserverFn(IntPtr user, IntPtr blackboard, uint key);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)] private delegate void ErrorFn(IntPtr user, ploy_error* error);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)] private delegate void NameFn(IntPtr user, ploy_agent* agent, byte* text, UIntPtr size);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)] private delegate long DistanceFn(IntPtr user, ploy_agent_id agent, long place);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)] private delegate void EndedFn(IntPtr user, ploy_squad_id squad, uint task, int end);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)] private delegate byte ContextFn(IntPtr user, ploy_evaluation* evaluation);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)] private delegate long NumberFn(IntPtr user, ploy_evaluation* evaluation);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)] private delegate long WhereFn(IntPtr user, ploy_agent_id agent);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)] private delegate long SpotFn(IntPtr user, ploy_squad_id squad, int task, int role, uint slot, long place);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)] private delegate int CheckFn(IntPtr user, ploy_agent_id agent, ploy_order* order);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)] private delegate byte PlaceFn(IntPtr user, byte* name, long* place);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)] private delegate void PathFn(IntPtr user, ploy_path_answer* answer);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)] private delegate ulong ClockFn(IntPtr user);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)] private delegate int LoadFn(IntPtr user, byte* name, byte* text, UIntPtr bytes, ploy_error* error);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)] private delegate int NodeFn(ploy_agent* agent, ploy_call* call, ploy_children* children);

        // The delegates live as long as the program, so their addresses stay good.
        private static readonly Delegate[] kept;
        public static readonly IntPtr Start, Update, Halt, Valid, Viable, Finished, Progress, Test, Score, Sense, Event, Observed, CheckError, AgentName,
            Distance, Ended, Context, Number, Node, Clock, RemoteLoad, PathDone, Where, Spot, CheckOrder, FindPlace;

        static Callbacks()
        {
            kept = new Delegate[] {
                new OutcomeFn(OnStart), new OutcomeFn(OnUpdate), new OutcomeFn(OnHalt), new ConditionFn(OnValid), new ConditionFn(OnViable),
                new EndFn(OnFinished), new ScorerFn(OnProgress), new ConditionFn(OnTest), new ScorerFn(OnScore), new SenseFn(OnSense),
                new EventFn(OnEvent), new ObserverFn(OnObserved), new ErrorFn(OnError), new NameFn(OnName), new DistanceFn(OnDistance),
                new EndedFn(OnEnded), new ContextFn(OnContext), new NumberFn(OnNumber), new NodeFn(OnNode),
                new ClockFn(OnClock), new LoadFn(OnRemoteLoad), new PathFn(OnPath),
                new WhereFn(OnWhere), new SpotFn(OnSpot), new CheckFn(OnCheck), new PlaceFn(OnPlace),
            };
            IntPtr[] at = Array.ConvertAll(kept, Marshal.GetFunctionPointerForDelegate);
            Start = at[0]; Update = at[1]; Halt = at[2]; Valid = at[3]; Viable = at[4]; Finished = at[5]; Progress = at[6]; Test = at[7];
            Score = at[8]; Sense = at[9]; Event = at[10]; Observed = at[11]; CheckError = at[12]; AgentName = at[13]; Distance = at[14];
            Ended = at[15]; Context = at[16]; Number = at[17]; Node = at[18]; Clock = at[19]; RemoteLoad = at[20]; PathDone = at[21];
            Where = at[22]; Spot = at[23]; CheckOrder = at[24]; FindPlace = at[25];
        }

        private static World World => (World)Interop.Current;

        private static void Failed(Owner owner, Exception exception) => owner?.Raise(exception);

        [MonoPInvokeCallback(typeof(OutcomeFn))]
        private static int OnStart(ploy_agent* agent, ploy_call* call) => Run(agent, call, 0);

        [MonoPInvokeCallback(typeof(OutcomeFn))]
        private static int OnUpdate(ploy_agent* agent, ploy_call* call) => Run(agent, call, 1);

        [MonoPInvokeCallback(typeof(OutcomeFn))]
        private static int OnHalt(ploy_agent* agent, ploy_call* call) => Run(agent, call, 2);

        private static int Run(ploy_agent* agent, ploy_call* call, int part)
        {
            Owner owner = Interop.Current;
            World world = owner as World;
            Agent outer = world?.Acting;
            ++Interop.Depth;
            try {
                Activity activity = (Activity)world.Closures[(int)call->user];
                Agent of = world.Acting = world.AgentAt(agent);
                Call one = new Call(agent, call, activity);
                Outcome outcome = part == 0 ? activity.Start(of, one) : part == 1 ? activity.Update(of, one) : activity.Halt(of, one);
                if (outcome < Outcome.Running || outcome > Outcome.Failure)
                    throw new PloyException($"activity {activity.Name} returns Running, Success or Failure, not {outcome}", "invalid");
                return (int)outcome;
            } catch (Exception exception) {
                Failed(owner, exception);
                return (int)Outcome.Failure;
            } finally {
                --Interop.Depth;
                Interop.Current = owner;
                if (world != null) world.Acting = outer;
            }
        }

        [MonoPInvokeCallback(typeof(ConditionFn))]
        private static byte OnValid(ploy_agent* agent, ploy_call* call) => Ask(agent, call, 0);

        [MonoPInvokeCallback(typeof(ConditionFn))]
        private static byte OnViable(ploy_agent* agent, ploy_call* call) => Ask(agent, call, 1);

        [MonoPInvokeCallback(typeof(ConditionFn))]
        private static byte OnTest(ploy_agent* agent, ploy_call* call) => Ask(agent, call, 2);

        private static byte Ask(ploy_agent* agent, ploy_call* call, int part)
        {
            Owner owner = Interop.Current;
            ++Interop.Depth;
            try {
                World world = (World)owner;
                object bound = world.Closures[(int)call->user];
                Agent of = world.AgentAt(agent);
                if (part == 2) {
                    Condition condition = (Condition)bound;
                    return Interop.Bool(condition.Test(of, new Call(agent, call, condition)));
                }
                Activity activity = (Activity)bound;
                Call one = new Call(agent, call, activity);
                return Interop.Bool(part == 0 ? activity.IsValid(of, one) : activity.IsViable(of, one));
            } catch (Exception exception) {
                Failed(owner, exception);
                return 0;
            } finally {
                --Interop.Depth;
                Interop.Current = owner;
            }
        }

        [MonoPInvokeCallback(typeof(EndFn))]
        private static void OnFinished(ploy_agent* agent, ploy_call* call)
        {
            Owner owner = Interop.Current;
            ++Interop.Depth;
            try {
                World world = (World)owner;
                Activity activity = (Activity)world.Closures[(int)call->user];
                activity.Finished(world.AgentAt(agent), new Call(agent, call, activity));
            } catch (Exception exception) {
                Failed(owner, exception);
            } finally {
                --Interop.Depth;
                Interop.Current = owner;
            }
        }

        [MonoPInvokeCallback(typeof(ScorerFn))]
        private static long OnProgress(ploy_agent* agent, ploy_call* call) => Measure(agent, call, true);

        [MonoPInvokeCallback(typeof(ScorerFn))]
        private static long OnScore(ploy_agent* agent, ploy_call* call) => Measure(agent, call, false);

        private static long Measure(ploy_agent* agent, ploy_call* call, bool isProgress)
        {
            Owner owner = Interop.Current;
            ++Interop.Depth;
            try {
                World world = (World)owner;
                object bound = world.Closures[(int)call->user];
                Agent of = world.AgentAt(agent);
                double value;
                if (isProgress) {
                    Activity activity = (Activity)bound;
                    value = activity.Progress(of, new Call(agent, call, activity));
                } else {
                    Scorer scorer = (Scorer)bound;
                    value = scorer.Score(of, new Call(agent, call, scorer));
                }
                if (double.IsNaN(value) || double.IsInfinity(value)) throw new PloyException("a scorer returns a finite number", "invalid");
                return (long)Math.Round(value * 1000);
            } catch (Exception exception) {
                Failed(owner, exception);
                return 0;
            } finally {
                --Interop.Depth;
                Interop.Current = owner;
            }
        }

        [MonoPInvokeCallback(typeof(NodeFn))]
        private static int OnNode(ploy_agent* agent, ploy_call* call, ploy_children* children)
        {
            Owner owner = Interop.Current;
            ++Interop.Depth;
            try {
                World world = (World)owner;
                Node node = (Node)world.Closures[(int)call->user];
                return (int)node.Tick(world.AgentAt(agent), new Children(children), new Call(agent, call, node));
            } catch (Exception exception) {
                Failed(owner, exception);
                return (int)Outcome.Failure;
            } finally {
                --Interop.Depth;
                Interop.Current = owner;
            }
        }

        [MonoPInvokeCallback(typeof(SenseFn))]
        private static void OnSense(ploy_agent* agent, IntPtr user)
        {
            Owner owner = Interop.Current;
            World world = owner as World;
            Agent outer = world?.Acting;
            ++Interop.Depth;
            try {
                world.Acting = world.AgentAt(agent);
                ((Action<Agent>)world.Closures[(int)user])(world.Acting);
            } catch (Exception exception) {
                Failed(owner, exception);
            } finally {
                --Interop.Depth;
                Interop.Current = owner;
                if (world != null) world.Acting = outer;
            }
        }

        [MonoPInvokeCallback(typeof(ClockFn))]
        private static ulong OnClock(IntPtr user)
        {
            Owner owner = Interop.Current;
            ++Interop.Depth;
            try {
                return (ulong)((World)owner).Clock();
            } catch (Exception exception) {
                Failed(owner, exception);
                return 0;
            } finally {
                --Interop.Depth;
                Interop.Current = owner;
            }
        }

        [MonoPInvokeCallback(typeof(PathFn))]
        private static void OnPath(IntPtr user, ploy_path_answer* answer)
        {
            Owner owner = Interop.Current;
            ++Interop.Depth;
            try {
                ((PathService)owner).Answer(answer);
            } catch (Exception exception) {
                Failed(owner, exception);
            } finally {
                --Interop.Depth;
                Interop.Current = owner;
            }
        }

        [MonoPInvokeCallback(typeof(LoadFn))]
        private static int OnRemoteLoad(IntPtr user, byte* name, byte* text, UIntPtr bytes, ploy_error* error)
        {
            ploy_status status = ploy_status.PLOY_INVALID;
            Guarded(() => status = World.LoadAgain(name, text, bytes, error));
            return (int)status;
        }

        private delegate void Work();

        private static void Guarded(Work work)
        {
            Owner owner = Interop.Current;
            ++Interop.Depth;
            try {
                work();
            } catch (Exception exception) {
                Failed(owner, exception);
            } finally {
                --Interop.Depth;
                Interop.Current = owner;
            }
        }

        [MonoPInvokeCallback(typeof(EventFn))]
        private static void OnEvent(IntPtr user, ploy_agent* agent, ploy_goap_event* heard)
        {
            Owner owner = Interop.Current;
            ++Interop.Depth;
            try {
                ((World)owner).Hear(agent, heard);
            } catch (Exception exception) {
                Failed(owner, exception);
            } finally {
                --Interop.Depth;
                Interop.Current = owner;
            }
        }

        [MonoPInvokeCallback(typeof(ObserverFn))]
        private static void OnObserved(IntPtr user, IntPtr blackboard, uint key)
        {
            Guarded(() => {
                Observer observer = (Observer)World.Closures[(int)user];
                observer.Call(observer.Name);
            });
        }

        [MonoPInvokeCallback(typeof(ErrorFn))]
        private static void OnError(IntPtr user, ploy_error* error) => Guarded(() => ((World.ErrorSink)World.Closures[(int)user]).Add(error));

        [MonoPInvokeCallback(typeof(NameFn))]
        private static void OnName(IntPtr user, ploy_agent* agent, byte* text, UIntPtr size)
        {
            Guarded(() => {
                string name = ((Func<Agent, string>)World.Closures[(int)user])(World.AgentAt(agent)) ?? "";
                byte[] bytes = Encoding.UTF8.GetBytes(name);
                int count = Math.Min(bytes.Length, (int)size - 1);
                Marshal.Copy(bytes, 0, (IntPtr)text, count);
                text[count] = 0;
            });
        }

        [MonoPInvokeCallback(typeof(DistanceFn))]
        private static long OnDistance(IntPtr user, ploy_agent_id agent, long place)
        {
            long distance = -1;
            Guarded(() => distance = ((SquadOptions)World.Closures[(int)user]).Distance(World.AgentOf(agent), place));
            return distance;
        }

        [MonoPInvokeCallback(typeof(WhereFn))]
        private static long OnWhere(IntPtr user, ploy_agent_id agent)
        {
            long place = 0;
            Guarded(() => place = ((SquadOptions)World.Closures[(int)user]).Where(World.AgentOf(agent)));
            return place;
        }

        [MonoPInvokeCallback(typeof(SpotFn))]
        private static long OnSpot(IntPtr user, ploy_squad_id squad, int task, int role, uint slot, long place)
        {
            long spot = place;
            Guarded(() => spot = ((SquadOptions)World.Closures[(int)user]).Spot(World.Squads.At(squad), (SquadTaskKind)task, (int)slot, place));
            return spot;
        }

        [MonoPInvokeCallback(typeof(CheckFn))]
        private static int OnCheck(IntPtr user, ploy_agent_id agent, ploy_order* order)
        {
            OrderState state = OrderState.Open;
            Guarded(() => {
                OrderState given = ((SquadOptions)World.Closures[(int)user]).Check(World.AgentOf(agent), Squads.OrderOf(order));
                if (given < OrderState.Open || given > OrderState.Overruled) throw new PloyException($"an order is open, done, failed or overruled, not {given}", "invalid");
                state = given;
            });
            return (int)state;
        }

        [MonoPInvokeCallback(typeof(PlaceFn))]
        private static byte OnPlace(IntPtr user, byte* name, long* place)
        {
            long? found = null;
            Guarded(() => found = ((SquadOptions)World.Closures[(int)user]).FindPlace(Interop.TextAt(name)));
            if (found.HasValue) *place = found.Value;
            return Interop.Bool(found.HasValue);
        }

        [MonoPInvokeCallback(typeof(EndedFn))]
        private static void OnEnded(IntPtr user, ploy_squad_id squad, uint task, int end)
        {
            Guarded(() => ((SquadOptions)World.Closures[(int)user]).Ended(World.Squads.At(squad), (int)task, (SquadTaskEnd)end));
        }

        [MonoPInvokeCallback(typeof(ContextFn))]
        private static byte OnContext(IntPtr user, ploy_evaluation* evaluation)
        {
            bool holds = false;
            Guarded(() => holds = Domain.CallOf(user, evaluation) != 0);
            return Interop.Bool(holds);
        }

        [MonoPInvokeCallback(typeof(NumberFn))]
        private static long OnNumber(IntPtr user, ploy_evaluation* evaluation)
        {
            long number = 0;
            Guarded(() => number = (long)Math.Round(Domain.CallOf(user, evaluation) * 1000));
            return number;
        }
    }
}
