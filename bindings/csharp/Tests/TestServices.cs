// What serves many agents: the path service, the spatial index, terrain, pace, the profile, names of numbers.
using System;
using System.Collections.Generic;
using System.Linq;
using Ploy;

static class TestServices
{
    private static Grid Open(int width, int height) => new Grid(width, height, Enumerable.Repeat((byte)1, width * height).ToArray());

    private static List<string> Update(PathService service)
    {
        List<string> answers = new List<string>();
        service.Update(answer => answers.Add($"{answer.Owner} {answer.Waited} {answer.Status} {answer.Cost} {string.Join(",", answer.ToArray())}"));
        return answers;
    }

    public static void A_path_service_answers_by_priority_some_per_update()
    {
        Grid grid = Open(20, 20);
        PathService service = new PathService(grid, maxAnswers: 2);
        PathRequest[] all = new[] { 3, 7, 11 }.Select((x, i) => service.Request(0, 380 + x, (ulong)i + 1, (short)i)).ToArray();
        Expect.True(service.Poll(all[0]) == null, "it waits");
        List<PathRequest> answered = new List<PathRequest>();
        service.Update(answer => {
            answered.Add(answer.Request);
            Expect.True(answer.IsFound && answer[0] == 0 && answer.Waited == 0, answer.Status);
        });
        Expect.True(answered.SequenceEqual(new[] { all[1], all[2] }), "the two of the highest priority, in the order of the requests");
        Expect.Equal(service.Poll(all[1]).Cost, grid.Find(0, 387).Cost);
        Expect.Equal(Update(service).Single().Split(' ')[1], "1");
        Expect.Throws<PloyException>(() => service.Poll(all[1]), "answered before the last update");
        Expect.Equal($"{service.Stats.Answered} {service.Stats.Waiting} {service.Stats.Updates}", "3 0 2");
    }

    public static void A_newer_request_drops_the_older_and_requests_are_cancelled()
    {
        PathService service = new PathService(Open(10, 10), shareFrom: 0);
        PathRequest old = service.Request(0, 99, 5);
        service.Request(0, 98, 5);
        PathRequest none = service.Request(0, 97);
        Expect.Equal(service.Cancel(none), true);
        Expect.Equal(service.Cancel(none), false);
        Expect.Equal(Update(service).Count, 1);
        Expect.Throws<PloyException>(() => service.Poll(old));
        Expect.Equal($"{service.Stats.Stale} {service.Stats.Cancelled}", "1 1");
        for (int i = 0; i < 10; ++i) service.Request(i, 99);
        service = new PathService(Open(30, 30));
        for (int i = 0; i < 10; ++i) service.Request(i, 899);
        service.Update(answer => Expect.True(answer.IsShared, "one search for all"));
        Expect.Equal(service.Stats.Fields, 1L);
    }

    public static void A_saved_path_service_goes_on_with_the_same_answers()
    {
        Grid grid = Open(40, 40);
        for (int y = 1; y < 40; ++y) grid.SetBlocked(y * 40 + 20, true);
        PathService service = new PathService(grid, maxNodes: 50, slots: 2), again = new PathService(grid, maxNodes: 50, slots: 2);
        PathOptions fast = new PathOptions { AreaCosts = new[] { 1, 0.5 } };
        for (int i = 0; i < 6; ++i) service.Request(i, 1599, (ulong)i, options: fast);
        for (int i = 0; i < 3; ++i) service.Update();
        Expect.Throws<PloyException>(() => service.Save(), "not in the list");
        byte[] save = service.Save(new[] { 1, 0.5 });
        again.Load(save, new[] { 1, 0.5 });
        List<string> expected = new List<string>(), rest = new List<string>();
        for (int i = 0; i < 200; ++i) {
            expected.AddRange(Update(service));
            rest.AddRange(Update(again));
        }
        Expect.True(expected.Count > 0 && rest.SequenceEqual(expected), string.Join("; ", rest));
        Expect.Throws<PloyException>(() => again.Load(save.Take(9).ToArray(), new[] { 1, 0.5 }));
    }

    public static void What_an_answer_throws_comes_out_of_the_update_and_wrong_requests_are_refused()
    {
        PathService service = new PathService(Open(4, 4));
        service.Request(0, 15);
        service.Request(1, 15);
        int count = 0;
        Expect.Throws<InvalidOperationException>(() => service.Update(answer => {
            ++count;
            throw new InvalidOperationException("no legs");
        }), "no legs");
        Expect.Equal(count, 2);
        service.Request(0, 15);
        Expect.Throws<PloyException>(() => service.Update(answer => service.Update()), "not inside an update");
        Expect.Throws<PloyException>(() => service.Request(0, 16), "to is a node 0 .. 15, not 16");
        Expect.Throws<PloyException>(() => service.Request(0, 1, options: new PathOptions { AreaCosts = new[] { -1.0 } }), "factor");
        Expect.Throws<PloyException>(() => service.Poll(default(PathRequest)));
        Expect.Throws<ArgumentNullException>(() => service.Load(null));
        Expect.Throws<ArgumentNullException>(() => new PathService(null));
    }

    public static void Fields_smooth_paths_weights_areas_and_positions()
    {
        Grid grid = Open(8, 8);
        grid.Field(63);
        Expect.Equal(grid.CostFrom(0), grid.Find(0, 63).Cost);
        Expect.Throws<PloyException>(() => grid.CostFrom(0), "Field comes first");
        Expect.Equal(grid.Smooth(grid.Find(0, 63).Nodes).Length, 2);
        Expect.Equal(grid.Weight(5), 1);
        grid.SetBlocked(9, true);
        Expect.Equal($"{grid.IsBlocked(9)} {grid.IsBlocked(10)} {grid.BlockedCount}", "True False 1");
        Graph.Edge[] edges = { new Graph.Edge { From = 0, To = 1, Cost = 100 }, new Graph.Edge { From = 1, To = 2, Cost = 100 }, new Graph.Edge { From = 0, To = 2, Cost = 250 } };
        Graph graph = new Graph(3, edges, false, new[] { 0, 0, 5, 0, 10, 0 }, new byte[] { 0, 1, 0 });
        Expect.Equal(graph.Nearest(9, 1), 2);
        Expect.Equal(string.Join(" ", graph.Find(0, 2).Nodes), "0 1 2");
        PathOptions slow = new PathOptions { AreaCosts = new[] { 1.0, 3 } };
        Expect.Equal(string.Join(" ", graph.Find(0, 2, slow).Nodes), "0 2");
        graph.Begin(0, 2, slow);
        for (int i = 0; i < 50; ++i) Open(3, 3).Find(0, 8, new PathOptions { AreaCosts = new[] { 7.0 } });
        Path sliced;
        do sliced = graph.Update(1); while (sliced == null);
        Expect.Equal(string.Join(" ", sliced.Nodes), "0 2");
        Expect.Throws<PloyException>(() => new Graph(3, edges).Nearest(0, 0), "no positions");
        Expect.Throws<PloyException>(() => new Graph(3, edges, positions: new int[5]), "coordinates");
    }

    public static void A_spatial_index_finds_what_is_near_as_a_loop_over_all_points_does()
    {
        const int count = 400, max = 32;
        Random random = new Random(7);
        int[] positions = Enumerable.Range(0, 2 * count).Select(i => random.Next(50000)).ToArray(), found = new int[count * max], counts = new int[count], one = new int[max];
        uint[] masks = Enumerable.Range(0, count).Select(i => i % 5 == 0 ? 0 : 1 + (uint)i % 2).ToArray();
        SpatialIndex index = new SpatialIndex(3000);
        index.Build(positions, masks);
        Func<int, int, double> distance = (a, b) => Math.Sqrt(Math.Pow(positions[2 * a] - positions[2 * b], 2) + Math.Pow(positions[2 * a + 1] - positions[2 * b + 1], 2));
        NearQuery all = NearQuery.Around(0, 0, 6000);
        all.Mask = 2;
        index.FindAll(positions, all, max, found, counts, true);
        for (int i = 0; i < count; ++i) {
            int[] expected = Enumerable.Range(0, count).Where(j => j != i && (masks[j] & 2) != 0 && distance(i, j) <= 6000).ToArray();
            Expect.True(found.Skip(max * i).Take(counts[i]).OrderBy(j => j).SequenceEqual(expected), "query " + i);
            NearQuery query = NearQuery.Around(positions[2 * i], positions[2 * i + 1], 6000);
            query.Mask = 2;
            query.Without = i;
            Expect.True(one.Take(index.Find(query, one)).OrderBy(j => j).SequenceEqual(expected), "point " + i);
            if (expected.Length > 0) Expect.Equal(index.Nearest(query), expected.OrderBy(j => distance(i, j)).First());
        }
    }

    public static void Walls_and_cones_hide_points_of_a_spatial_index()
    {
        Grid grid = new Grid(5, 1, new byte[] { 1, 1, 0, 1, 1 });
        SpatialIndex index = new SpatialIndex();
        int[] found = new int[4];
        index.Build(new[] { 500, 500, 1500, 500, 4500, 500 });
        NearQuery query = NearQuery.Around(500, 500, int.MaxValue);
        query.Without = 0;
        Expect.Equal(index.Find(query, found), 2);
        query.Grid = grid;
        Expect.Equal(index.Find(query, found), 1);
        Expect.Equal(found[0], 1);
        query = NearQuery.Around(1500, 500, int.MaxValue);
        query.Without = 1;
        query.FacingX = 1;
        query.Cosine = 0.5;
        Expect.Equal(index.Find(query, found), 1);
        Expect.Equal(found[0], 2);
        index.Build(new int[0]);
        Expect.Equal(index.Nearest(query), -1);
        Expect.Throws<PloyException>(() => index.Build(new[] { 1, 2, 3 }));
        Expect.Throws<PloyException>(() => index.Build(new[] { 1, 2 }, new uint[0]));
        Expect.Throws<PloyException>(() => index.Build(new[] { int.MaxValue, 2 }), "coordinate");
        Expect.Throws<PloyException>(() => index.Find(NearQuery.Around(0, 0, -1), found), "radius");
        Expect.Throws<PloyException>(() => index.FindAll(new[] { 1, 2 }, query, 8, found, new int[1]), "need");
        Expect.Throws<ArgumentNullException>(() => index.Find(query, null));
    }

    public static void A_terrain_is_the_same_from_the_same_seed_and_a_graph_with_trees_in_the_way()
    {
        TerrainOptions options = new TerrainOptions { Seed = 3, Width = 20000, Height = 20000, ClimbCost = 3, DescentCost = 1 };
        Terrain terrain = new Terrain(options);
        Expect.True(terrain.NodeCount > 100 && terrain.Positions().SequenceEqual(new Terrain(options).Positions()), "the same seed");
        Expect.Equal(terrain.Elevations().Length, terrain.NodeCount);
        Expect.Equal(terrain.Triangles().Length % 3, 0);
        bool isBidirectional;
        Expect.True(terrain.Edges(out isBidirectional).Length > 100 && !isBidirectional, "up costs more than down");
        Graph graph = new Graph(terrain);
        terrain.BlockTrees(graph);
        Expect.Equal(graph.BlockedCount, Enumerable.Range(0, terrain.NodeCount).Count(terrain.HasTree));
        Path path = graph.Find(graph.Nearest(0, 0), graph.Nearest(19000, 19000));
        Expect.Equal(path.Status, "found");
        Expect.True(!path.Nodes.Any(terrain.HasTree), "around the trees");
        new Terrain(new TerrainOptions { Relief = 0, ClimbCost = 0, DescentCost = 0, Trees = 0, Width = 9000, Height = 9000, IsDisk = true }).Edges(out isBidirectional);
        Expect.Equal(isBidirectional, true);
        Expect.Throws<PloyException>(() => new Terrain(new TerrainOptions { Spacing = 1 }));
        Expect.Throws<PloyException>(() => terrain.HasTree(-1));
        Expect.Throws<PloyException>(() => terrain.BlockTrees(new Graph(1, new Graph.Edge[0])));
    }

    private const string tree = @"<ploy version=""1""><BehaviorTree ID=""T""><Walk/></BehaviorTree></ploy>";

    public static void An_agent_with_a_pace_of_four_senses_in_every_fourth_tick_and_acts_in_all()
    {
        World world = new World();
        int senses = 0, acts = 0;
        world.AddSensor("eyes", agent => ++senses);
        world.AddActivity("Walk", (agent, call) => {
            ++acts;
            return Outcome.Running;
        });
        world.LoadText("t.xml", tree);
        Agent slow = world.CreateAgent("T");
        slow.SetPace(4);
        for (int i = 0; i < 40; ++i) world.Tick(0.1);
        Expect.Equal(senses, 10);
        Expect.True(acts >= 37, acts.ToString());
        slow.SetSensor("eyes", false);
        for (int i = 0; i < 8; ++i) world.Tick(0.1);
        Expect.Equal(senses, 10);
        Expect.Throws<ArgumentOutOfRangeException>(() => slow.SetPace(0));
        Expect.Throws<ArgumentOutOfRangeException>(() => slow.SetPace(257));
        Expect.Throws<PloyException>(() => slow.SetSensor("nose", true), "there is no sensor \"nose\"");
        slow.Destroy();
        Expect.Throws<PloyGoneException>(() => slow.SetPace(1));
        Expect.Throws<PloyGoneException>(() => slow.SetSensor("eyes", true));
    }

    public static void A_world_with_a_clock_says_where_its_time_went()
    {
        long time = 0;
        World world = new World(clock: () => ++time);
        world.AddSensor("eyes", agent => time += 1000);
        world.AddActivity("Walk", (agent, call) => {
            time += 50000;
            return Outcome.Success;
        });
        world.LoadText("t.xml", tree);
        Agent walker = world.CreateAgent("T");
        for (int i = 0; i < 10; ++i) world.Tick(0.1);
        Profile profile = world.Profile();
        Expect.Equal(profile.Ticks, 10L);
        Expect.Equal(string.Join(" ", profile.Phases.Keys), "squads sense think work act apply settle");
        Expect.True(Math.Abs(profile.Sensors[0].Time - 10000) < 100, profile.Sensors[0].Time.ToString());
        ProfileRow walk = profile.Activities.Single();
        Expect.True(walk.Name == "Walk" && walk.Calls > 0 && Math.Abs(walk.Time - 50000 * walk.Calls) < 100, $"{walk.Calls} {walk.Time}");
        Expect.Equal(profile.Minds.Single().Kind, "bt");
        Expect.True(profile.Worst == walker || profile.WorstTime == 0, "the only agent");
        Expect.True(walker.Time >= 0, "its time");
        Expect.Throws<PloyException>(() => new World().Profile(), "no clock");
        World inside = new World(clock: () => 0);
        inside.AddSensor("eyes", agent => inside.Profile());
        inside.CreateAgent(null);
        Expect.Throws<PloyException>(() => inside.Tick(0.1), "not inside a tick");
        bool isBroken = false;
        World broken = new World(clock: () => isBroken ? throw new InvalidOperationException("stopped") : 0);
        broken.CreateAgent(null);
        isBroken = true;
        Expect.Throws<InvalidOperationException>(() => broken.Tick(0.1), "stopped");
    }

    private enum Color { Red = 1, Green = 2 }

    public static void Scripts_of_behavior_trees_know_the_names_of_numbers()
    {
        World world = new World();
        world.AddKey("color", Ploy.ValueType.Int);
        world.AddEnum<Color>();
        world.AddActivity("Walk", (agent, call) => Outcome.Success);
        world.LoadText("t.xml", tree.Replace("<Walk/>", "<Sequence><Script code=\"color := Green\"/><Walk/></Sequence>"));
        Agent painter = world.CreateAgent("T");
        world.Tick(0.1);
        Expect.Equal(painter.GetInt("color"), (long)Color.Green);
        Expect.True(world.KeyNames.Contains("color"), "the names of keys");
        Expect.Throws<PloyException>(() => world.AddEnum("color", 1));
    }

    public static void Squads_end_and_claims_are_counted()
    {
        World world = new World();
        Agent ann = world.CreateAgent(null), bob = world.CreateAgent(null);
        Squad squad = world.Squads.Create("watch", 2);
        squad.Join(ann);
        squad.Destroy();
        Expect.True(world.Squads.Of(ann) == null && world.Squads.Find("watch") == null, "the squad is gone");
        Expect.Equal(world.Squads.Claim(7, ann), true);
        Expect.Equal($"{world.Squads.Claims(7)} {world.Squads.IsFree(7, bob)} {world.Squads.IsFree(7, bob, 2)}", "1 False True");
    }

    private sealed class Stroll : Activity
    {
        public override string Ports => "to:int";
        public override int DataWords => 2;

        public override Outcome Update(Agent agent, Call call)
        {
            call.SetData(0, call.GetData(0) + 1);
            agent.Set("steps", call.GetData(0));
            if (call.GetData(0) == 3) call.GetData(2);
            return Outcome.Running;
        }
    }

    private static World Strollers()
    {
        World world = new World(seed: 3, capacity: 2, row: 2, maxSensorUpdates: 10);
        world.AddKey("steps", Ploy.ValueType.Int);
        world.AddKey("share", Ploy.ValueType.Decimal, 0.25, isVolatile: true);
        world.AddKey("name", "nobody");
        world.AddActivity("Walk", new Stroll());
        world.LoadText("t.xml", tree.Replace("<Walk/>", "<Walk to=\"3\"/>"));
        return world;
    }

    public static void The_numbers_of_a_run_are_kept_and_saved()
    {
        World world = Strollers(), again = Strollers();
        Agent walker = world.CreateAgent("T");
        Expect.Equal($"{walker.GetDecimal("share")} {walker.GetString("name")}", "0.25 nobody");
        for (int i = 0; i < 3; ++i) world.Tick(0.1); // it starts, then two updates
        Expect.Equal(walker.GetInt("steps"), 2L);
        again.Load(world.Save());
        Expect.Throws<PloyException>(() => again.Tick(0.1), "there is no word 2 of 2");
        Expect.Equal(again.Single().GetInt("steps"), 3L);
        Expect.Throws<ArgumentOutOfRangeException>(() => new World(groups: 0));
    }

    public static void Squads_ask_the_game_where_and_how_and_write_orders_to_keys()
    {
        List<string> asked = new List<string>();
        World world = new World();
        world.AddKey("order", Ploy.ValueType.Int);
        world.AddKey("place", Ploy.ValueType.Int);
        world.Squads.Configure(new SquadOptions {
            Distance = (agent, place) => Math.Abs(place - (long)agent.User),
            Where = agent => (long)agent.User,
            Spot = (squad, task, slot, place) => {
                asked.Add($"{task} {slot} {place}");
                return place + slot;
            },
            Check = (agent, order) => (long)agent.User == order.Place ? OrderState.Done : OrderState.Open,
            FindPlace = name => name == "mill" ? 7 : (long?)null,
            OrderKey = "order", PlaceKey = "place", Pause = 0.5,
        });
        Squad guard = world.Squads.Create("guard", 3, home: 1, isClosed: true, standing: new SquadTask { Kind = SquadTaskKind.GoTo, Places = new[] { 20L } });
        Agent ann = world.CreateAgent(null, 1L), bob = world.CreateAgent(null, 2L);
        guard.Join(ann);
        guard.Join(bob);
        world.Tick(0.1);
        Expect.Equal(guard.Task, SquadTaskKind.GoTo);
        Expect.Equal(ann.GetInt("order"), (long)OrderKind.Move);
        Expect.True(asked.Any(line => line.StartsWith("GoTo ") && line.EndsWith(" 20")), string.Join("; ", asked));
        foreach (Agent agent in new[] { ann, bob }) agent.User = world.Squads.OrderOf(agent).Value.Place;
        world.Tick(0.1);
        world.Tick(0.1);
        Expect.True(guard.Queue(new SquadTask { Kind = SquadTaskKind.GoTo, Places = new[] { 3L }, Limit = 9 }) > 0, "a number");
        Expect.Throws<PloyException>(() => guard.Queue(new SquadTask { Kind = SquadTaskKind.GoTo, Places = new long[9] }), "at most 8 places");
        world.LoadText("s.xml", @"<ploy version=""1""><squad name=""millers"" home=""mill""/></ploy>");
        Expect.True(world.Squads.Find("millers") != null, "the place of the file was found");
        Expect.Throws<PloyFileException>(() => world.LoadText("s2.xml", @"<ploy version=""1""><squad name=""bakers"" home=""bakery""/></ploy>"), "bakery");
        Expect.Equal(world.Squads.Claim(9, ann, until: world.Now + 0.15), true);
        for (int i = 0; i < 3; ++i) world.Tick(0.1);
        Expect.Equal(world.Squads.Claims(9), 0);
    }

    public static void A_planning_mind_is_told_what_it_may_and_facts_are_found_by_value()
    {
        World world = new World();
        List<string> done = new List<string>();
        foreach (string name in new[] { "Take", "TakeFast", "Eat" })
            world.AddActivity(name, (agent, call) => {
                done.Add(name);
                return Outcome.Success;
            });
        Domain domain = new Domain().AddSymbol("has").AddSymbol("fed").AddAction("Take", "not has", "has", "2").AddAction("TakeFast", cost: "1", basedOn: "Take", precedence: 2)
            .AddAction("Eat", "has", "fed", limit: 30).AddGoal("BeFed", "fed", hold: true).Compile();
        world.AddPlannerType("eater", domain, new PlannerOptions { WriteEffects = true, IsManual = true, Hysteresis = 0, Interval = 0, SearchInterval = 0, MaxSteps = 4 });
        world.AddFactType("enemy", "who:object! distance:int");
        Agent one = world.CreateAgent("eater");
        for (int i = 0; i < 5; ++i) world.Tick(0.1);
        Expect.Equal(done.Count, 0);
        one.Replan();
        for (int i = 0; i < 10; ++i) world.Tick(0.1);
        Expect.True(done.Contains("TakeFast") && done.Last() == "Eat", string.Join(" ", done));
        one.Remember("enemy", 4, 12);
        one.Remember("enemy", 5, 3);
        Expect.Equal(one.Facts("enemy", "who", 4).Single().Values["distance"], 12L);
        Expect.Equal(one.Forget("enemy", "who", 4), 1);
        Expect.Equal(one.CountFacts("enemy"), 1);
        Expect.Throws<PloyException>(() => one.Facts("enemy", "color", 1), "enemy has no attribute \"color\"");
    }

    private static void MakeAndDrop()
    {
        PathService service = new PathService(Open(20, 20), maxNodes: 10);
        for (int i = 0; i < 20; ++i) service.Request(i, 399 - i);
        service.Update();
        World world = new World();
        world.AddActivity("Rest", (agent, call) => Outcome.Running);
        world.AddPlannerType("idler", new Domain().AddPlannedSymbol("rested").AddAction("Rest", null, "rested").AddGoal("Ease", "rested").Compile());
        for (int i = 0; i < 20; ++i) world.CreateAgent("idler");
        world.Tick(0.1);
    }

    public static void What_nobody_holds_any_more_is_freed_in_any_order()
    {
        for (int round = 0; round < 30; ++round) {
            for (int i = 0; i < 4; ++i) MakeAndDrop();
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }
}
