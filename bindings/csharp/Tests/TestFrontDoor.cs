using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Ploy;

static class TestFrontDoor
{
    private sealed class Farmer
    {
        public int Stomach = 3;
        public readonly List<int> Meals = new List<int>();
    }

    private static readonly string farm = File.ReadAllText("examples/data/farmer.xml");

    private static World Farmers(ulong seed = 0)
    {
        World world = new World(seed);
        world.AddActivity("Eat", (agent, call) => {
            Farmer farmer = (Farmer)agent.User;
            farmer.Meals.Add((int)Math.Round(agent.Now));
            farmer.Stomach = 10;
            return Outcome.Success;
        });
        world.AddSensor("stomach", agent => agent.Set("hungry", --((Farmer)agent.User).Stomach < 0));
        world.LoadText("farmer.xml", farm);
        return world;
    }

    private static void Run(World world, int ticks)
    {
        for (int i = 0; i < ticks; ++i) world.Tick(0.1);
    }

    public static void The_version_is_that_of_the_headers()
    {
        Expect.True(File.ReadAllText("include/ploy/base.h").Contains($"PLOY_VERSION \"{Library.Version}\""), Library.Version);
    }

    public static void An_agent_from_a_file_eats_when_its_sensor_says_that_it_is_hungry()
    {
        using (World world = Farmers()) {
            Farmer ann = new Farmer();
            Agent agent = world.CreateAgent("farmer", ann);
            Run(world, 300);
            Expect.Equal(string.Join(" ", ann.Meals), "5 18");
            Expect.Equal(world.Ticks, 300L);
            Expect.Equal(world.Now, 30.0);
            Expect.Equal(agent.Type, "farmer");
        }
    }

    public static void Events_goals_plans_and_reasons_have_names()
    {
        List<string> heard = new List<string>();
        World world = Farmers();
        world.OnEvent += (agent, heardEvent) => heard.Add($"{agent.Number} {heardEvent.Kind} {heardEvent.What}");
        Agent ann = world.CreateAgent("farmer", new Farmer { Stomach = 0 });
        Run(world, 5);
        Expect.Equal(ann.Goal.Name, "BeFed");
        Expect.Equal(ann.Plan[0].Name, ann.Action.Name);
        Expect.True(ann.Why().Contains("BeFed"), ann.Why());
        Run(world, 60);
        Expect.True(heard.Contains("1 goal-started BeFed") && heard.Contains("1 action-finished Eat"), string.Join("; ", heard));
    }

    public static void A_saved_world_goes_on_in_a_fresh_one_to_the_same_hash()
    {
        World world = Farmers(7);
        for (int i = 0; i < 3; ++i) world.CreateAgent("farmer", new Farmer());
        Run(world, 50);
        byte[] save = world.Save();
        Farmer[] farmers = world.Select(agent => new Farmer { Stomach = ((Farmer)agent.User).Stomach }).ToArray();
        Run(world, 100);
        World again = Farmers(7);
        again.Load(save, agent => farmers[agent.Number - 1]);
        Expect.Equal(again.Count, 3);
        Run(again, 100);
        Expect.Equal(again.Hash(), world.Hash());
        Expect.True(Farmers(7).Hash() != world.Hash(), "an empty world has another hash");
    }

    public static void Hot_reload_of_a_file_keeps_agents_and_refuses_errors()
    {
        string path = System.IO.Path.GetTempFileName();
        try {
            File.WriteAllText(path, farm);
            int meals = 0;
            World world = new World();
            world.AddActivity("Eat", (agent, call) => {
                ++meals;
                agent.Set("hungry", false);
                return Outcome.Success;
            });
            world.AddSensor("stomach", agent => { });
            world.LoadFile(path);
            Agent ann = world.CreateAgent("farmer");
            ann.Set("hungry", true);
            Run(world, 50);
            Expect.Equal(meals, 1);
            File.WriteAllText(path, farm.Replace("</domain>", "<oops/></domain>"));
            PloyFileException error = Expect.Throws<PloyFileException>(() => world.LoadFile(path), "oops");
            Expect.True(error.Line > 0 && error.Column > 0, error.Message);
            ann.Set("hungry", true);
            Run(world, 50);
            Expect.Equal(meals, 2);
            File.WriteAllText(path, farm);
            world.LoadFile(path);
            Expect.True(ann.IsAlive, "the agent lives on");
        } finally {
            File.Delete(path);
        }
    }

    public static void All_errors_of_a_text_are_listed_with_their_places()
    {
        World world = Farmers();
        string text = "<ploy version=\"1\">\n<domain name=\"d\">\n<symbol name=\"x\" type=\"boool\"/>\n<symbol name=\"y\" type=\"intt\"/>\n</domain>\n</ploy>";
        Expect.Equal(string.Join(" ", world.CheckText("bad.xml", text).Select(error => error.Line)), "3 4");
    }

    public static void Every_type_of_key_comes_back_as_it_was_set()
    {
        World world = new World();
        world.AddKey("flag", Ploy.ValueType.Bool);
        world.AddKey("count", Ploy.ValueType.Int, 3);
        world.AddKey("share", Ploy.ValueType.Decimal);
        world.AddKey("text", Ploy.ValueType.String);
        Agent agent = world.CreateAgent(null);
        Expect.Equal(agent.GetInt("count"), 3L);
        Expect.Equal(agent.Set("flag", true), true);
        Expect.Equal(agent.Set("flag", true), false);
        agent.Set("count", -5);
        agent.Set("share", 0.125);
        agent.Set("text", "süd 🐺");
        Expect.Equal(agent.GetBool("flag"), true);
        Expect.Equal(agent.GetInt("count"), -5L);
        Expect.Equal(agent.GetDecimal("share"), 0.125);
        Expect.Equal(agent.GetString("text"), "süd 🐺");
        world.Blackboard.Set("count", 9);
        Expect.Equal(world.CreateAgent(null).GetInt("count"), 9L);
        agent.Unset("count");
        Expect.Equal(agent.GetInt("count"), 9L);
    }

    public static void An_observer_hears_changes_until_it_is_disposed()
    {
        World world = new World();
        world.AddKey("count", Ploy.ValueType.Int);
        int heard = 0;
        Blackboard blackboard = world.Blackboard;
        IDisposable end = blackboard.Observe("count", key => ++heard);
        blackboard.Set("count", 1);
        blackboard.Set("count", 1);
        blackboard.Set("count", 2);
        end.Dispose();
        blackboard.Set("count", 3);
        Expect.Equal(heard, 2);
    }

    private sealed class Step : Activity
    {
        public readonly List<string> Log = new List<string>();
        public override string Ports => "to:int >report:string";

        public override Outcome Start(Agent agent, Call call)
        {
            Log.Add("start " + call.GetInt("to"));
            return Outcome.Running;
        }

        public override Outcome Update(Agent agent, Call call)
        {
            call.Set("report", "there");
            return Outcome.Success;
        }

        public override void Finished(Agent agent, Call call) => Log.Add("finished");
    }

    public static void Activities_conditions_and_own_nodes_run_in_a_behavior_tree()
    {
        World world = new World();
        Step step = new Step();
        int limit = 0;
        world.AddActivity("Step", step);
        world.AddCondition("IsNear", (agent, call) => (limit = (int)call.GetInt("limit")) > 0, "limit:int");
        world.AddNode("Once", (agent, children, call) => children.Tick(0), null, 1);
        world.LoadText("guard.xml", @"<ploy version=""1""><blackboard><key name=""post"" type=""int""/><key name=""found"" type=""string""/></blackboard>
            <BehaviorTree ID=""Guard""><Sequence><Once><Step to=""{post}"" report=""{found}""/></Once><IsNear limit=""3""/></Sequence></BehaviorTree></ploy>");
        Agent agent2 = world.CreateAgent("Guard");
        agent2.Set("post", 12);
        Run(world, 5);
        Expect.Equal(step.Log[0], "start 12");
        Expect.Equal(step.Log[1], "finished");
        Expect.Equal(agent2.GetString("found"), "there");
        Expect.Equal(limit, 3);
    }

    public static void Scorers_decide_which_option_a_utility_agent_takes()
    {
        double hunger = 0.1;
        List<string> done = new List<string>();
        World world = new World();
        foreach (string name in new[] { "Eat", "Rest" })
            world.AddActivity(name, (agent, call) => {
                done.Add(name);
                return Outcome.Success;
            });
        world.AddScorer("hunger", (agent, call) => hunger);
        world.LoadText("u.xml", @"<ploy version=""1""><utility name=""needs""><option name=""Eat""><scorer of=""hunger""/></option>
            <option name=""Rest""><constant value=""0.5""/></option></utility></ploy>");
        world.CreateAgent("needs");
        Run(world, 5);
        hunger = 0.9;
        Run(world, 50);
        Expect.Equal(done.First(), "Rest");
        Expect.Equal(done.Last(), "Eat");
    }

    public static void Squads_share_a_blackboard_and_get_orders()
    {
        World world = new World();
        world.AddKey("wolf", Ploy.ValueType.Bool);
        List<SquadTaskEnd> ended = new List<SquadTaskEnd>();
        world.Squads.Configure((agent, place) => Math.Abs((long)(int)agent.User - place), (squad2, task, end) => ended.Add(end));
        Squad squad = world.Squads.Create("watch", 3);
        Agent[] agents = { world.CreateAgent(null, 1), world.CreateAgent(null, 2) };
        foreach (Agent agent in agents) squad.Join(agent);
        squad.Blackboard.Set("wolf", true);
        Expect.Equal(agents[1].GetBool("wolf"), true);
        squad.Queue(SquadTaskKind.GoTo, 5);
        world.Tick(0.1);
        Expect.Equal(squad.Task, SquadTaskKind.GoTo);
        foreach (Agent agent in agents) {
            Order? order = world.Squads.OrderOf(agent);
            Expect.Equal(order.Value.Kind, OrderKind.Move);
            Expect.Equal(order.Value.Place, 5L);
            agent.User = 5;
        }
        world.Tick(0.1);
        world.Tick(0.1);
        Expect.Equal(ended.Single(), SquadTaskEnd.Done);
        Expect.Equal(world.Squads.Find("watch"), squad);
        Expect.Equal(world.Squads.Find("nobody"), null);
        Expect.Equal(squad.Members.Count, 2);
        Expect.Equal(world.Squads.Claim(7, agents[0]), true);
        Expect.Equal(world.Squads.Claim(7, agents[1]), false);
        Expect.Equal(world.Squads.Release(7, agents[0]), true);
    }

    private static Domain Villager()
    {
        return new Domain("villager").AddSymbol("hasFood").AddSymbol("hungry").AddAction("GatherFood", effect: "hasFood")
            .AddAction("EatFood", "hasFood", "not hungry, not hasFood", "2").AddGoal("BeFed", "not hungry").Compile();
    }

    public static void The_planner_alone_finds_the_cheapest_plan_and_explains_it()
    {
        Domain domain = Villager();
        Plan plan = domain.Plan("hungry");
        Expect.Equal(plan.Status, "found");
        Expect.Equal(plan.Goal, "BeFed");
        Expect.Equal(plan.Cost, 3.0);
        Expect.Equal(plan.Bound, 3.0);
        Expect.Equal(domain.Plan("hungry", search: "anytime").Cost, 3.0);
        Expect.Throws<PloyException>(() => domain.Plan("hungry", search: "guess"), "there is no search");
        Expect.Equal(string.Join(" ", plan.Steps.Select(step => step.ToString())), "GatherFood EatFood");
        Expect.Equal(domain.Plan("hungry", "BeFed", without: new[] { "GatherFood" }).Status, "not-found");
        Expect.Equal(domain.Plan("", "BeFed").Status, "already");
        Expect.True(domain.Explain("hungry", "BeFed").Contains("GatherFood"), "why this plan");
        Expect.True(domain.Explain("hungry, hasFood", "BeFed", "GatherFood").Contains("GatherFood"), "why not that action");
    }

    public static void Objects_costs_and_contexts_call_back()
    {
        Domain domain = new Domain().AddType("place", "camp", "hill", "lake").AddSymbol("at", "place").AddSymbol("wet")
            .AddAction("Walk", "at != p", "at = p", "call:distance", "p:place").AddAction("Swim", "at != p", "at = p, wet", "1", "p:place", "warm")
            .AddGoal("BeAt", "at = p", parameters: "p:place").Compile();
        bool isWarm = false;
        domain.BindNumber("distance", action => action.Args[0] == "lake" ? 2.5 : 1);
        domain.BindContext("warm", action => isWarm);
        Expect.Equal(string.Join(" ", domain.Objects("place")), "camp hill lake");
        Plan plan = domain.Plan(goal: "BeAt", args: new[] { "lake" });
        Expect.Equal(plan.Steps.Single().ToString(), "Walk(lake)");
        Expect.Equal(plan.Cost, 2.5);
        isWarm = true;
        Expect.Equal(domain.Plan(goal: "BeAt", args: new[] { "lake" }).Steps.Single().ToString(), "Swim(lake)");
        Expect.Equal(Domain.Load("examples/data/farmer.xml").Plan("hungry", "BeFed").Status, "found");
    }

    public static void An_agent_plans_in_a_domain_made_in_code()
    {
        List<string> done = new List<string>();
        World world = new World();
        world.AddActivity("GatherFood", (agent, call) => {
            done.Add("gather");
            return Outcome.Success;
        });
        world.AddActivity("EatFood", (agent, call) => {
            done.Add("eat");
            agent.Set("hungry", false);
            return Outcome.Success;
        });
        world.AddPlannerType("villager", Villager(), true);
        world.CreateAgent("villager").Set("hungry", true);
        Run(world, 20);
        Expect.Equal(string.Join(" ", done), "gather eat");
    }

    public static void Paths_go_around_what_is_blocked()
    {
        string map = "........" + ".A####.." + ".....#.." + ".....#.." + "...###.." + ".......B";
        Grid grid = new Grid(8, 6, map.Select(letter => (byte)(letter == '#' ? 0 : 1)).ToArray());
        Ploy.Path path = grid.Find(9, 47);
        Expect.Equal(path.Status, "found");
        Expect.Equal((path.Cost / 2378.0).ToString("0.00", System.Globalization.CultureInfo.InvariantCulture), "9.41");
        for (int y = 1; y < 6; ++y) grid.SetBlocked(y * 8 + 2, true);
        Expect.True(grid.Find(9, 47).Cost > path.Cost, "the way around costs more");
        Expect.Equal(grid.Sees(9, 47), false);
        grid.Begin(9, 47);
        Ploy.Path sliced;
        do sliced = grid.Update(1); while (sliced == null);
        Expect.Equal(sliced.Cost, grid.Find(9, 47).Cost);
    }

    public static void Paths_in_a_graph_take_the_cheaper_way()
    {
        Graph graph = new Graph(3, new[] { new Graph.Edge { From = 0, To = 1, Cost = 5 }, new Graph.Edge { From = 1, To = 2, Cost = 5 }, new Graph.Edge { From = 0, To = 2, Cost = 20 } });
        Expect.Equal(string.Join(" ", graph.Find(0, 2).Nodes), "0 1 2");
        graph.SetBlocked(1, true);
        Expect.Equal(graph.Find(0, 2).Cost, 20L);
        Expect.Equal(graph.Find(2, 0).Status, "not-found");
        Expect.Throws<PloyException>(() => new Graph(2, new[] { new Graph.Edge { From = 0, To = 9, Cost = 1 } }));
    }

    public static void A_search_in_slices_gives_the_same_plan()
    {
        Domain domain = Villager();
        Expect.Throws<PloyException>(() => domain.UpdatePlan(1));
        domain.BeginPlan("hungry", "BeFed");
        Plan plan;
        do plan = domain.UpdatePlan(1); while (plan == null);
        Expect.Equal(string.Join(" ", plan.Steps.Select(step => step.ToString())), "GatherFood EatFood");
    }

    public static void Fact_types_can_be_added_in_code()
    {
        World world = new World();
        world.AddFactType("enemy", "who:object! distance:int", 5);
        Agent agent = world.CreateAgent(null);
        agent.Remember("enemy", 4, 12);
        agent.Remember("enemy", 4, 8);
        Run(world, 50);
        Fact fact = agent.Facts("enemy").Single();
        Expect.Equal(fact.Values["distance"], 8L);
        Expect.Equal(fact.Belief, 0.5);
        Expect.Equal(agent.Forget("enemy"), 1);
        Expect.Throws<PloyException>(() => world.AddFactType("friend", "who"));
    }

    public static void A_debugger_attaches_pauses_and_sets_a_value()
    {
        using (World world = Farmers()) {
            world.CreateAgent("farmer", new Farmer());
            Expect.True(world.MayTick(), "nobody can attach yet");
            string[] address = world.Attach(paused: true, name: agent => "Ann").Split(':', '/');
            Expect.Throws<PloyException>(() => world.Attach());
            Expect.Equal(world.MayTick(), false);
            System.Text.StringBuilder said = new System.Text.StringBuilder();
            using (System.Net.Sockets.TcpClient debugger = new System.Net.Sockets.TcpClient(address[0], int.Parse(address[1]))) {
                System.Net.Sockets.NetworkStream stream = debugger.GetStream();
                byte[] lines = System.Text.Encoding.UTF8.GetBytes("attach " + address[2] + "\nset Ann hungry true\nstep 2\nagents\n");
                stream.Write(lines, 0, lines.Length);
                byte[] room = new byte[4096];
                for (int i = 0; i < 2000 && !said.ToString().Contains("\"paused\""); i++) {
                    if (world.MayTick()) world.Tick(0.1);
                    if (stream.DataAvailable) said.Append(System.Text.Encoding.UTF8.GetString(room, 0, stream.Read(room, 0, room.Length)));
                    else System.Threading.Thread.Sleep(1);
                }
            }
            Expect.Equal(world.Ticks, 2L);
            Expect.True(said.ToString().Contains("\"name\": \"Ann\""), said.ToString());
            Expect.True(!said.ToString().Contains("\"ok\": false"), said.ToString());
            for (int i = 0; i < 200 && world.Ticks == 2; i++) {
                if (world.MayTick()) world.Tick(0.1);
                System.Threading.Thread.Sleep(1);
            }
            Expect.True(world.Ticks > 2, "it goes on when the debugger has left");
        }
    }

    public static void A_recording_says_why_an_agent_decided()
    {
        string path = System.IO.Path.GetTempFileName();
        try {
            using (World world = Farmers()) {
                world.Record(path, agent => "Ann");
                world.CreateAgent("farmer", new Farmer());
                Run(world, 100);
            }
            Recording recording = new Recording(File.ReadAllBytes(path));
            Expect.Equal(recording.Ticks, 100L);
            Expect.Equal(recording.IsClosed, true);
            Expect.Equal(recording.Agents.Single(), "Ann");
            Expect.True(recording.Why("Ann", 60).Contains("BeFed"), recording.Why("Ann", 60));
            Expect.True(recording.Problems() != null, "problems");
            RecordedEvent chosen = recording.Events(40).First(heard => heard.Kind == "goal-chosen");
            Expect.True(chosen.Tick >= 40 && chosen.Agent == 1 && chosen.Args.ContainsKey("goal"), $"{chosen.Tick} {chosen.Agent} {string.Join(" ", chosen.Args.Keys)}");
            Expect.True(recording.Note("no such note") == null, "no note");
        } finally {
            File.Delete(path);
        }
    }

    public static void Facts_of_a_file_fade_and_are_forgotten()
    {
        World world = new World();
        world.LoadText("f.xml", @"<ploy version=""1""><fact name=""enemy"" decay=""linear"" decay_time=""10""><attribute name=""who"" type=""object"" identifies=""true""/>
            <attribute name=""distance"" type=""int""/></fact></ploy>");
        Agent agent = world.CreateAgent(null);
        agent.Remember("enemy", 4, 12);
        agent.Remember("enemy", 5, 3);
        agent.Remember("enemy", 4, 8);
        Run(world, 50);
        Fact fact = agent.Facts("enemy").First(one => one.Values["who"] == 4);
        Expect.Equal(fact.Values["distance"], 8L);
        Expect.Equal(fact.Belief, 0.5);
        Expect.Equal(agent.CountFacts("enemy"), 2);
        Run(world, 60);
        Expect.Equal(agent.CountFacts("enemy"), 0);
    }
}
