// What goes wrong in a game: an exception with the message of the library, never a crash, and the world goes on.
using System;
using System.IO;
using System.Runtime.CompilerServices;
using System.Threading;
using Ploy;

static class TestRobustness
{
    private static readonly string farm = File.ReadAllText("examples/data/farmer.xml");

    private static World FarmWith(ActivityFn eat, Action<Agent> sense = null)
    {
        World world = new World();
        world.AddActivity("Eat", eat);
        world.AddSensor("stomach", sense ?? (agent => agent.Set("hungry", true)));
        world.LoadText("farmer.xml", farm);
        return world;
    }

    private static Outcome Succeed(Agent agent, Call call) => Outcome.Success;

    private static Exception ThrownBy(World world)
    {
        for (int tick = 0; tick < 100; ++tick) {
            try {
                world.Tick(0.1);
            } catch (Exception exception) {
                return exception;
            }
        }
        return null;
    }

    public static void What_an_activity_throws_comes_out_of_the_tick_and_the_world_goes_on()
    {
        Exception mistake = new InvalidOperationException("the oven is cold");
        int calls = 0;
        World world = FarmWith((agent, call) => ++calls < 3 ? throw mistake : Outcome.Success);
        Agent ann = world.CreateAgent("farmer");
        Expect.Equal(ThrownBy(world), mistake);
        Expect.Equal(ThrownBy(world), mistake);
        Expect.Equal(ThrownBy(world), null);
        Expect.True(ann.IsAlive && calls >= 3, "the agent goes on");
    }

    public static void What_sensors_conditions_scorers_and_observers_throw_comes_out_too()
    {
        World sensed = FarmWith(Succeed, agent => throw new FormatException("sensor"));
        sensed.CreateAgent("farmer");
        Expect.Throws<FormatException>(() => sensed.Tick(0.1), "sensor");
        World world = new World();
        world.AddKey("x", Ploy.ValueType.Int);
        world.AddActivity("Walk", Succeed);
        world.AddCondition("IsFar", (agent, call) => throw new FormatException("condition"));
        world.LoadText("t.xml", "<ploy version=\"1\"><BehaviorTree ID=\"T\"><Sequence><IsFar/><Walk/></Sequence></BehaviorTree></ploy>");
        world.CreateAgent("T");
        Expect.Throws<FormatException>(() => world.Tick(0.1), "condition");
        Blackboard blackboard = world.Blackboard;
        blackboard.Observe("x", key => throw new FormatException("observer"));
        Expect.Throws<FormatException>(() => blackboard.Set("x", 1), "observer");
        Expect.Equal(blackboard.GetInt("x"), 1L);
        World other = new World();
        other.AddActivity("Walk", Succeed);
        other.AddScorer("hunger", (agent, call) => throw new FormatException("scorer"));
        other.LoadText("u.xml", "<ploy version=\"1\"><utility name=\"U\"><option name=\"Walk\"><scorer of=\"hunger\"/></option></utility></ploy>");
        other.CreateAgent("U");
        Expect.Throws<FormatException>(() => other.Tick(0.1), "scorer");
    }

    public static void A_world_disposed_or_ticked_inside_its_own_callback_is_refused_with_the_librarys_message()
    {
        foreach (var wrong in new (Action<World>, string)[] {
            (world => world.Dispose(), "ploy_world_destroy: not inside a tick"), (world => world.Tick(0.1), "ploy_world_tick: not inside a tick"),
            (world => world.Save(), "ploy_world_save: not inside a tick"), (world => world.Hash(), "ploy_world_hash: not inside a tick") }) {
            Exception caught = null;
            World world = FarmWith((agent, call) => {
                try {
                    wrong.Item1(agent.World);
                } catch (PloyException exception) {
                    caught = exception;
                }
                return Outcome.Success;
            });
            world.CreateAgent("farmer");
            Expect.Equal(ThrownBy(world), null);
            Expect.True(caught != null && caught.Message.Contains(wrong.Item2), $"{wrong.Item2}: {caught}");
            world.Dispose();
        }
    }

    public static void A_world_used_by_another_thread_during_a_tick_is_refused_with_the_librarys_message()
    {
        Exception caught = null;
        World world = FarmWith((agent, call) => {
            Thread thread = new Thread(() => {
                try {
                    agent.World.CreateAgent("farmer");
                } catch (PloyException exception) {
                    caught = exception;
                }
            });
            thread.Start();
            thread.Join();
            return Outcome.Success;
        });
        world.CreateAgent("farmer");
        Expect.Equal(ThrownBy(world), null);
        Expect.True(caught != null && caught.Message.Contains("another thread is in a tick of the world"), $"{caught}");
        Expect.Equal(world.Count, 1);
    }

    public static void A_disposed_world_says_so()
    {
        World world = FarmWith(Succeed);
        Agent agent = world.CreateAgent("farmer");
        world.Dispose();
        world.Dispose();
        foreach (Action use in new Action[] { () => world.Tick(0.1), () => world.CreateAgent("farmer"), () => agent.GetBool("hungry"), () => world.Save(),
            () => world.Hash(), () => world.Squads.Find("x"), () => world.Blackboard.GetBool("hungry"), () => agent.Why(), () => world.LoadText("x", "") })
            Expect.Throws<ObjectDisposedException>(use, "the world was destroyed");
        Expect.Equal(agent.IsAlive, false);
    }

    public static void An_agent_that_is_gone_says_so()
    {
        World world = FarmWith(Succeed);
        Agent agent = world.CreateAgent("farmer");
        agent.Destroy();
        foreach (Action use in new Action[] { () => agent.GetBool("hungry"), () => agent.Set("hungry", true), () => agent.Why(), () => agent.Destroy(),
            () => Expect.True(agent.Now > -1, ""), () => world.Squads.Enlist(agent), () => Expect.True(agent.Plan != null, "") })
            Expect.Throws<PloyGoneException>(use);
        Agent again = world.CreateAgent("farmer");
        Expect.Equal(again.Number, agent.Number);
        Expect.Equal(agent.IsAlive, false);
    }

    public static void An_agent_may_destroy_itself_in_its_activity()
    {
        World world = FarmWith((agent, call) => {
            agent.Destroy();
            return Outcome.Running;
        });
        world.CreateAgent("farmer");
        Expect.Equal(ThrownBy(world), null);
        Expect.Equal(world.Count, 0);
    }

    public static void A_file_with_an_error_names_the_place()
    {
        World world = new World();
        world.AddSensor("stomach", agent => { });
        PloyFileException error = Expect.Throws<PloyFileException>(() => world.LoadText("farmer.xml", farm.Replace("type=\"bool\"", "type=\"boool\"")), "boool");
        Expect.True(error.Line > 0 && error.Column > 0 && error.Message.StartsWith("farmer.xml:"), error.Message);
        Expect.Throws<PloyException>(() => world.LoadText("cut.xml", farm.Substring(0, 100)));
        Expect.Throws<PloyException>(() => world.LoadFile("nothing.xml"));
        Expect.Throws<PloyException>(() => new Domain().AddSymbol("a").AddGoal("G", "a and").Compile());
        Expect.Throws<PloyException>(() => world.CreateAgent("framer"));
    }

    public static void Wrong_types_are_refused_before_they_reach_the_library()
    {
        World world = FarmWith(Succeed);
        Agent agent = world.CreateAgent("farmer");
        Expect.Throws<PloyException>(() => agent.Set("hungry", "yes"), "hungry is of type bool, not a string");
        Expect.Throws<PloyException>(() => agent.Set("hungry", 2), "hungry is of type bool");
        Expect.Throws<PloyException>(() => agent.GetInt("hungry"), "hungry is of type bool");
        Expect.Throws<PloyException>(() => agent.GetBool("nothing"), "there is no blackboard key \"nothing\"");
        Expect.Throws<ArgumentException>(() => agent.GetBool((string)null));
        Expect.Throws<ArgumentException>(() => world.Tick(-1));
        Expect.Throws<ArgumentException>(() => world.Tick(double.NaN));
        Expect.Throws<ArgumentException>(() => world.AddActivity("Eat", (ActivityFn)null));
        Expect.Throws<ArgumentException>(() => world.AddActivity(null, Succeed));
        Expect.Throws<ArgumentException>(() => world.LoadFile(null));
        Expect.Throws<ArgumentException>(() => world.Load(null));
        Expect.Throws<ArgumentException>(() => agent.Random(0));
        Expect.Throws<PloyException>(() => agent.Push("Nothing"), "there is no goal");
        Expect.Throws<PloyException>(() => new Grid(2, 2, new byte[3]));
        Expect.Throws<PloyException>(() => new Grid(2, 2, new byte[] { 1, 1, 1, 1 }).Find(0, 9));
        Expect.Throws<PloyException>(() => new Recording(new byte[10]));
    }

    public static void A_port_that_is_not_there_and_an_outcome_that_is_none_are_named()
    {
        World world = FarmWith((agent, call) => call.GetBool("nothing") ? Outcome.Success : Outcome.Failure);
        world.CreateAgent("farmer");
        Expect.True(ThrownBy(world).Message.Contains("there is no port \"nothing\""), "the port is named");
        World other = FarmWith((agent, call) => (Outcome)7);
        other.CreateAgent("farmer");
        Expect.True(ThrownBy(other).Message.Contains("activity Eat returns Running, Success or Failure"), "the activity is named");
    }

    public static void A_save_that_is_damaged_or_cut_is_refused()
    {
        World world = FarmWith(Succeed);
        world.CreateAgent("farmer");
        world.Tick(0.1);
        byte[] save = world.Save(), bad = (byte[])save.Clone(), half = new byte[save.Length / 2];
        bad[20] ^= 255;
        Array.Copy(save, half, half.Length);
        foreach (byte[] bytes in new[] { new byte[0], half, bad }) {
            World fresh = FarmWith(Succeed);
            Expect.Throws<PloyException>(() => fresh.Load(bytes));
            fresh.Load(save);
            Expect.Equal(fresh.Hash(), world.Hash());
        }
        Expect.Throws<PloyException>(() => world.Load(save));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Forget()
    {
        World world = FarmWith(Succeed);
        for (int i = 0; i < 10; ++i) world.CreateAgent("farmer", world);
        world.Tick(0.1);
        return new WeakReference(world);
    }

    public static void Worlds_that_nobody_holds_are_collected()
    {
        int collected = 0;
        WeakReference[] worlds = new WeakReference[20];
        for (int i = 0; i < worlds.Length; ++i) worlds[i] = Forget();
        for (int round = 0; round < 5; ++round) {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        foreach (WeakReference world in worlds) collected += world.IsAlive ? 0 : 1;
        Expect.True(collected >= worlds.Length - 2, $"{collected} of {worlds.Length} were collected"); // the stack may hold one
    }
}
