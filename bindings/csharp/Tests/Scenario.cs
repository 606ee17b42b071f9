// The worlds and the benchmark of bindings/scenario/README.md: Scenario.exe hash | bench | garbage | debug RECORDING
using System;
using System.Diagnostics;
using System.Linq;
using Ploy;

static class Scenario
{
    private static long Tenths(Agent agent) => (long)Math.Round(agent.Now * 10);

    private static void BindFarm(World world)
    {
        world.AddSensor("stomach", agent => {
            long energy = Math.Max(agent.GetInt("energy") - 1, 0);
            agent.Set("energy", energy);
            agent.Set("hungry", energy < 60);
        });
        world.AddActivity("GoTo", (agent, call) => {
            long steps = agent.GetInt("steps") + 1;
            bool isThere = steps >= 15 + agent.Number;
            agent.Set("steps", isThere ? 0 : steps);
            agent.Set("at", isThere ? call.GetObject("place") : "road");
            return isThere ? Outcome.Success : Outcome.Running;
        }, "place");
        world.AddActivity("Eat", (agent, call) => {
            if (!call.IsOver) return Outcome.Running;
            agent.Set("energy", 100);
            agent.Set("hungry", false);
            return Outcome.Success;
        });
    }

    private sealed class Shout : Activity
    {
        public override string Ports => "<>word:string <>calm:decimal";

        public override Outcome Start(Agent agent, Call call)
        {
            call.Set("calm", Math.Max(call.GetDecimal("calm") - 0.001, 0));
            call.Set("word", call.GetString("word") == "alarm" ? "quiet" : "alarm");
            return Outcome.Success;
        }
    }

    private static void BindWatch(World world)
    {
        world.AddSensor("ear", agent => agent.Set("noise", (Tenths(agent) * 7 + agent.Number * 5) % 13));
        world.AddCondition("IsLoud", (agent, call) => call.GetInt("noise") > call.GetInt("than"), "than:int noise:int");
        world.AddActivity("Shout", new Shout());
        world.AddActivity("Walk", (agent, call) => {
            long to = call.GetInt("to"), place = call.GetInt("place");
            place += Math.Sign(to - place);
            call.Set("place", place);
            return place == to ? Outcome.Success : Outcome.Running;
        }, "to:int <>place:int");
    }

    private static ActivityFn Lower(string key, double by)
    {
        return (agent, call) => {
            agent.Set(key, Math.Max(agent.GetDecimal(key) - by, 0));
            return agent.GetDecimal(key) == 0 ? Outcome.Success : Outcome.Running;
        };
    }

    private static void BindInn(World world)
    {
        world.AddSensor("bell", agent => {
            if (agent.Number == 1) world.Squads.Of(agent)?.Blackboard.Set("supper", (long)Math.Floor(agent.Now) % 20 < 8);
            agent.Remember("neighbor", (Tenths(agent) + agent.Number) % 9, agent.Number);
        });
        world.AddScorer("appetite", (agent, call) => Math.Max(agent.GetDecimal("hunger") - 0.02 * agent.CountFacts("neighbor"), 0));
        world.AddActivity("Eat", Lower("hunger", 0.12));
        world.AddActivity("Sleep", Lower("fatigue", 0.05));
        world.AddActivity("Talk", (agent, call) => {
            agent.Set("hunger", Math.Min(agent.GetDecimal("hunger") + 0.009, 1));
            agent.Set("fatigue", Math.Min(agent.GetDecimal("fatigue") + 0.006, 1));
            return Outcome.Running;
        });
    }

    private static string HashOf(string file, string type, Action<World> bind, bool isEnlisted)
    {
        World world = Make(file, bind);
        for (int i = 0; i < 8; ++i) {
            Agent agent = world.CreateAgent(type);
            if (isEnlisted) world.Squads.Enlist(agent);
        }
        for (int tick = 0; tick < 10000; ++tick) {
            if (tick == 5000) {
                World loaded = Make(file, bind);
                loaded.Load(world.Save());
                world.Dispose();
                world = loaded;
            }
            world.Tick(0.1);
        }
        return world.Hash();
    }

    private static World Make(string file, Action<World> bind)
    {
        World world = new World();
        bind(world);
        world.LoadFile("bindings/scenario/" + file);
        return world;
    }

    private static Outcome Nothing(Agent agent, Call call) => Outcome.Running;

    private static Outcome CountUp(Agent agent, Call call)
    {
        agent.Set("count", agent.GetInt("count") + 1);
        return Outcome.Running;
    }

    private static World Workers(ActivityFn update)
    {
        World world = Make("bench.xml", one => one.AddActivity("Work", update));
        for (int i = 0; i < 1000; ++i) world.CreateAgent("worker");
        for (int i = 0; i < 20; ++i) world.Tick(0.1);
        return world;
    }

    private static long Measure(ActivityFn update)
    {
        World world = Workers(update);
        long[] times = new long[20000];
        int count = 0;
        for (Stopwatch all = Stopwatch.StartNew(); count < 20 || (count < times.Length && all.ElapsedMilliseconds < 1000); ++count) {
            long before = Stopwatch.GetTimestamp();
            world.Tick(0.1);
            times[count] = Stopwatch.GetTimestamp() - before;
        }
        Array.Sort(times, 0, count);
        return (long)(times[count / 2] * 1e9 / Stopwatch.Frequency);
    }

    public static object Last;

    private static Outcome CountAndAllocate(Agent agent, Call call)
    {
        if (agent.Number == 1) Last = new object();
        return CountUp(agent, call);
    }

    /// <summary>Bytes that 1,000 ticks of 1,000 agents allocate, each with a callback that reads and writes the blackboard.</summary>
    private static long Garbage(ActivityFn update)
    {
        World world = Workers(update);
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 1000; ++i) world.Tick(0.1);
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    /// <summary>The same for farmers who plan and whose callbacks get objects by name, with a path service and a spatial index in each tick.</summary>
    private static long CrowdGarbage()
    {
        World world = Make("farm.xml", BindFarm);
        for (int i = 0; i < 100; ++i) world.CreateAgent("farmer");
        byte[] cells = new byte[32 * 32];
        for (int i = 0; i < cells.Length; ++i) cells[i] = 1;
        PathService paths = new PathService(new Grid(32, 32, cells), 20);
        SpatialIndex near = new SpatialIndex(2);
        int[] positions = new int[200], found = new int[800], counts = new int[100], nodes = new int[64];
        long steps = 0, before = 0;
        PathAnswerFn take = answer => steps += answer.CopyTo(nodes);
        for (int tick = 0; tick < 3000; ++tick) {
            if (tick == 2000) before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < 100; ++i) {
                positions[2 * i] = (i + tick) % 32;
                positions[2 * i + 1] = i * 7 % 32;
                if (i % 10 == tick % 10) paths.Request(i, 1023 - i, (ulong)i + 1);
            }
            near.Build(positions);
            near.FindAll(positions, NearQuery.Around(0, 0, 4), 8, found, counts, true);
            paths.Update(take);
            world.Tick(0.1);
        }
        long bytes = GC.GetAllocatedBytesForCurrentThread() - before;
        return steps > 0 ? bytes : -1;
    }

    /// <summary>The farm in real time, recorded, for a debugger.</summary>
    private static int Debug(string path)
    {
        World world = Make("farm.xml", BindFarm);
        world.Record(path);
        for (int i = 0; i < 8; ++i) world.CreateAgent("farmer");
        Console.Error.WriteLine("attach: {0}", world.Attach());
        for (;; System.Threading.Thread.Sleep(20))
            if (world.MayTick()) world.Tick(0.1);
    }

    static int Main(string[] args)
    {
        switch (args.FirstOrDefault()) {
            case "hash":
                Console.WriteLine("csharp {0} {1} {2}", HashOf("farm.xml", "farmer", BindFarm, false), HashOf("watch.xml", "guard", BindWatch, false),
                    HashOf("inn.xml", "guest", BindInn, true));
                return 0;
            case "bench":
                Console.WriteLine("csharp {0} {1}", Measure(Nothing), Measure(CountUp));
                return 0;
            case "garbage":
                if (Garbage(CountAndAllocate) < 1000) {
                    Console.Error.WriteLine("one object per tick was not noticed, so the measurement says nothing");
                    return 1;
                }
                long bytes = Garbage(CountUp);
                Console.WriteLine("{0} bytes allocated in 1,000 ticks of 1,000 agents", bytes);
                long named = CrowdGarbage();
                Console.WriteLine("{0} bytes allocated in 1,000 ticks of farmers who plan, with objects by name, paths and neighbors", named);
                return bytes == 0 && named == 0 ? 0 : 1;
        }
        if (args.Length == 2 && args[0] == "debug") return Debug(args[1]);
        Console.Error.WriteLine("usage: Scenario hash | bench | garbage | debug RECORDING");
        return 2;
    }
}
