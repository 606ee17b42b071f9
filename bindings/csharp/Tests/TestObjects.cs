// Objects of domains by name, tables, and objects that come and go.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Ploy;

static class TestObjects
{
    private static readonly string colony = File.ReadAllText("examples/data/colony.xml");

    private static void Run(World world, int ticks)
    {
        for (int i = 0; i < ticks; ++i) world.Tick(0.1);
    }

    /// <summary>The settler of examples/10_colony.c.</summary>
    private sealed class Settlement
    {
        public readonly World World = new World();
        public readonly List<string> Said = new List<string>(), Felled = new List<string>();
        public readonly Agent Settler;
        private int logs;

        public Settlement()
        {
            World.AddActivity("Go", (agent, call) => {
                Said.Add("goes to " + call.GetObject("p"));
                agent.Set("at", call.GetObject("p"));
                return Outcome.Success;
            }, "p");
            World.AddActivity("Fell", (agent, call) => {
                Said.Add("fells " + call.GetObject("t"));
                Felled.Add(call.GetObject("t"));
                agent.Set("logs", ++logs);
                return Outcome.Success;
            }, "t");
            World.AddActivity("Light", (agent, call) => {
                Said.Add("lights a fire");
                agent.Set("logs", logs -= 2);
                agent.Set("fire", true);
                return Outcome.Success;
            });
            World.LoadText("colony.xml", colony);
            Settler = World.CreateAgent("settler");
        }
    }

    public static void A_settler_among_trees_that_are_felled_and_grow_does_the_same_as_in_C()
    {
        Settlement here = new Settlement();
        WorldDomain domain = here.World.Domain("colony");
        Action<string> grow = place => domain.Table("spot").SetObject(place, domain.Spawn("tree"));
        for (int tick = 0; tick < 120; ++tick) {
            bool isChanged = here.Felled.Count > 0 || tick == 40 || tick == 80;
            foreach (string tree in here.Felled) domain.Despawn("tree", tree);
            here.Felled.Clear();
            if (tick == 40) {
                grow("glade");
                grow("glade");
            }
            if (tick == 80) {
                grow("river");
                domain.Table("distance").Parse("hut hill = 30, glade hill = 28, hill river = 40");
            }
            if (isChanged) domain.Compile();
            if (tick % 40 == 0) here.Settler.Set("fire", false);
            here.World.Tick(0.1);
        }
        // What examples/10_colony prints, without what its trees do, and in any order: of two trees either may be the first.
        Expect.Equal(Sorted(here.Said), Sorted(("goes to glade, fells tree.1, goes to hill, fells tree.2, goes to hut, lights a fire, goes to glade, fells tree.1, " +
            "fells tree.2, goes to hut, lights a fire, goes to river, fells tree.1, fells tree.3, goes to hut, lights a fire").Split(new[] { ", " }, StringSplitOptions.None)));
    }

    private static string Sorted(IEnumerable<string> lines) => string.Join(", ", lines.OrderBy(line => line, StringComparer.Ordinal));

    private const string walk = @"<ploy version=""1""><domain name=""walk"">
        <type name=""tool"" objects=""saw axe""/><type name=""place"" objects=""camp hill lake""/>
        <symbol name=""at"" type=""place""/><symbol name=""holds"" type=""tool"" of=""place""/>
        <action name=""Walk"" cost=""call:far"" context=""open""><param name=""to"" type=""place""/><effect>at = to</effect></action>
        <goal name=""BeAt""><param name=""p"" type=""place""/>at = p</goal>
        </domain><agent name=""walker"" domain=""walk""/></ploy>";

    public static void Keys_of_symbols_arguments_goals_and_plans_have_names()
    {
        List<string> seen = new List<string>();
        World world = new World();
        world.OnEvent += (who, heard) => seen.Add($"{heard.Kind} {heard.What}");
        world.AddActivity("Walk", (who, call) => {
            seen.Add("to " + call.GetObject("to"));
            who.Set("at", call.GetObject("to"));
            return Outcome.Success;
        }, "to");
        world.AddScorer("far", (who, call) => {
            seen.Add("far " + call.GetObject("where"));
            return 1;
        }, "where");
        world.AddCondition("open", (who, call) => {
            seen.Add("open " + call.GetObject("door"));
            return true;
        }, "door");
        world.AddKey("enemy", Ploy.ValueType.Object);
        world.LoadText("walk.xml", walk);
        Agent agent = world.CreateAgent("walker");
        Expect.Equal(agent.GetObject("at"), "camp");
        Expect.Equal(agent.Set("holds(lake)", "axe"), true);
        Expect.Equal(agent.GetObject("holds(lake)"), "axe");
        Expect.Equal(agent.GetObject("holds(hill)"), "saw");
        agent.Push("BeAt", "hill");
        world.Tick(0.1);
        Expect.Equal(agent.Goal.ToString(), "BeAt(hill)");
        Run(world, 3);
        Expect.Equal(agent.GetObject("at"), "hill");
        foreach (string line in new[] { "to hill", "far hill", "open hill", "action-finished Walk(hill)" }) Expect.True(seen.Contains(line), line + " is not in " + string.Join("; ", seen));
        Expect.Equal(agent.Priority("BeAt"), 0.0);
        Expect.Equal(agent.Progress, 0.0);
        agent.Set("enemy", 7); // a handle of the game stays a number
        Expect.Equal(agent.GetInt("enemy"), 7L);
        Expect.Throws<PloyException>(() => agent.GetObject("enemy"), "enemy is of type object, not an object of a domain");
    }

    public static void What_is_no_name_of_an_object_is_refused_and_the_names_are_listed()
    {
        Settlement here = new Settlement();
        Agent settler = here.Settler;
        Expect.Throws<PloyException>(() => settler.Set("at", "moon"), "at is a place by its name, not \"moon\"; there are: hut, glade, hill, river");
        Expect.Throws<PloyException>(() => settler.Set("at", 2), "give the name");
        Expect.Throws<PloyException>(() => settler.GetInt("at"), "GetObject");
        Expect.Throws<PloyException>(() => settler.Push("StayWarm", "hut"), "takes 0 arguments");
        WorldDomain domain = here.World.Domain();
        Expect.Throws<PloyException>(() => domain.Spawn("stone"), "there is no type \"stone\"");
        Expect.Throws<PloyException>(() => domain.Spawn("place"), "not spawned");
        Expect.Equal(Expect.Throws<PloyException>(() => domain.Despawn("tree", "tree.9")).Status, "not-found");
        Expect.Throws<PloyException>(() => domain.Despawn("tree", "oak"), "there are: tree.1");
        Expect.Throws<PloyException>(() => domain.Table("weight"), "there is no table \"weight\"");
        Table distance = domain.Table("distance");
        Expect.Throws<PloyException>(() => distance.Set(3, "hut"), "table distance has 2 indices, not 1");
        Expect.Throws<PloyException>(() => distance.Set(true, "hut", "hill"), "table distance is of type decimal");
        Expect.Throws<PloyException>(() => distance.GetInt("hut", "hill"), "table distance is of type decimal");
        Expect.Throws<PloyException>(() => distance.Set(-1, "hut", "hill"));
        Expect.Throws<PloyException>(() => distance.Parse("hut moon = 3"), "moon");
        Expect.Throws<PloyException>(() => domain.Table("spot").SetObject("moon", "tree.1"), "there are: hut");
        Expect.Equal(distance.GetDecimal("hut", "glade"), 4.0);
        Expect.Throws<PloyException>(() => here.World.Domain("city"), "the world has no domain city");
        here.World.Dispose();
        Expect.Throws<ObjectDisposedException>(() => domain.Spawn("tree"));
        Expect.Throws<ObjectDisposedException>(() => distance.GetDecimal("hut", "glade"));
    }

    public static void A_domain_is_not_changed_inside_a_tick_or_a_search()
    {
        List<string> errors = new List<string>();
        World world = new World();
        WorldDomain domain = null;
        Func<Action, Outcome> attempt = change => {
            try {
                change();
            } catch (PloyException exception) {
                errors.Add(exception.Message);
            }
            return Outcome.Success;
        };
        world.AddActivity("Go", (agent, call) => attempt(() => domain.Spawn("tree")), "p");
        world.AddActivity("Fell", (agent, call) => attempt(() => domain.Table("distance").Set(1, "hut", "hill")), "t");
        world.AddActivity("Light", (agent, call) => attempt(() => domain.Compile()));
        world.LoadText("colony.xml", colony.Replace("<agent", "<agent write_effects=\"true\""));
        domain = world.Domain();
        world.CreateAgent("settler");
        Run(world, 20);
        Expect.Equal(string.Join("; ", errors.Distinct().OrderBy(line => line, StringComparer.Ordinal)), "ploy_domain_compile: not inside a tick of the world; " +
            "ploy_domain_spawn: not inside a tick of the world; ploy_domain_table_set: not inside a tick of the world");
        Domain alone = new Domain().AddSpawnedType("tree", 3).AddSymbol("a").AddSymbol("b").AddAction("A", null, "a").AddAction("B", "a", "b").AddGoal("G", "b").Compile();
        alone.BeginSearch("", "G", "anytime");
        Expect.True(alone.BestPlan() == null, "no plan yet");
        Expect.Throws<PloyException>(() => alone.Spawn("tree"), "not while a search is in progress");
        alone.EndPlan();
        Expect.Equal(alone.Spawn("tree"), "tree.1");
    }

    public static void Tables_and_spawned_objects_of_a_domain_made_in_code()
    {
        Domain domain = new Domain().AddType("place", "camp", "hill", "lake").AddSpawnedType("tree", 4)
            .AddTable("distance", "place place", cells: "camp hill = 3, camp lake = 1.5, hill lake = 1", symmetric: true).AddTable("spot", "tree", "place", initial: "hill")
            .AddTable("tall", "tree", "bool").AddTable("age", "tree", "int", min: 1, max: 900, initial: "7")
            .AddSymbol("at", "place").AddPlannedSymbol("felled", of: new[] { "tree" })
            .AddAction("Go", "at != p", "at = p", "distance(at, p)", "p:place").AddAction("Fell", "at = spot(t) and not felled(t)", "felled(t)", parameters: "t:tree")
            .AddGoal("Fell1", "felled(t)", parameters: "t:tree").AddGoal("BeAt", "at = p", parameters: "p:place").Compile();
        Expect.Equal(domain.Objects("tree").Length, 0);
        Expect.Equal(domain.Plan(goal: "BeAt", args: new[] { "hill" }).Cost, 2.5);
        domain.Table("distance").Set(9, "lake", "camp");
        Expect.Equal(domain.Table("distance").GetDecimal("camp", "lake"), 9.0);
        Expect.Equal(domain.Plan(goal: "BeAt", args: new[] { "hill" }).Cost, 3.0);
        string tree = domain.Spawn("tree");
        Expect.Equal(tree, "tree.1");
        Expect.Equal(domain.Exists("tree", tree), true);
        Expect.Equal(domain.Exists("tree", "tree.2"), false);
        Expect.Equal(domain.Table("spot").GetObject(tree), "hill");
        Expect.Equal(domain.Table("age").GetInt(tree), 7L);
        domain.Table("age").Set(8, tree);
        domain.Table("spot").SetObject("lake", tree);
        domain.Table("tall").Set(true, tree);
        Expect.Equal(domain.Table("tall").GetBool(tree), true);
        domain.Compile();
        Expect.Equal(string.Join(" ", domain.Plan(goal: "Fell1", args: new[] { tree }).Steps.Select(step => step.ToString())), "Go(hill) Go(lake) Fell(tree.1)");
        for (int i = 0; i < 3; ++i) domain.Spawn("tree");
        Expect.Equal(Expect.Throws<PloyException>(() => domain.Spawn("tree")).Status, "full");
        domain.Despawn("tree", tree);
        domain.Compile();
        Expect.Equal(string.Join(" ", domain.Objects("tree")), "tree.2 tree.3 tree.4");
        Expect.Equal(string.Join(" ", domain.Symbols), "at felled");
        Expect.Equal(string.Join(" ", domain.Actions) + " " + string.Join(" ", domain.Goals), "Go Fell Fell1 BeAt");
    }

    public static void Hot_reload_keeps_what_the_game_has_made_of_tables_and_objects()
    {
        Settlement here = new Settlement();
        WorldDomain domain = here.World.Domain("colony");
        Table spot = domain.Table("spot");
        string tree = domain.Spawn("tree");
        spot.SetObject("river", tree);
        domain.Compile();
        Expect.Equal(here.Settler.GetObject("at"), "hut");
        here.World.LoadText("colony.xml", colony.Replace("hut glade hill river", "cave hut glade hill river"));
        Expect.Equal(string.Join(" ", domain.Objects("place")), "cave hut glade hill river");
        Expect.Equal(string.Join(" ", domain.Objects("tree")), "tree.1 tree.2 tree.3 tree.4");
        Expect.Equal(spot.GetObject(tree), "river");
        here.Settler.Set("at", "cave");
        Expect.Equal(here.Settler.GetObject("at"), "cave");
    }

    public static void A_task_network_has_names_and_constants_of_a_behavior_tree_stay_numbers()
    {
        List<string> seen = new List<string>();
        World world = new World();
        world.AddActivity("Go", (agent, call) => {
            agent.Set("at", call.GetObject("place"));
            return Outcome.Success;
        }, "place");
        world.AddActivity("Count", (agent, call) => {
            seen.Add(call.GetInt("place").ToString());
            return Outcome.Success;
        }, "place");
        world.LoadText("both.xml", @"<ploy version=""1""><domain name=""d"">
            <type name=""spot"" objects=""here there""/><symbol name=""at"" type=""spot""/>
            <action name=""Go""><param name=""place"" type=""spot""/><effect>at = place</effect></action></domain>
            <htn name=""tour"" domain=""d""><task name=""Visit""><method><do task=""Go"" args=""there""/></method></task></htn>
            <BehaviorTree ID=""Counter""><Count place=""1""/></BehaviorTree>
            <agent name=""tourist"" domain=""d"" mind=""tour""/><agent name=""Counter"" mind=""Counter""/></ploy>");
        Agent tourist = world.CreateAgent("tourist");
        world.CreateAgent("Counter");
        Run(world, 2);
        Expect.Equal(tourist.GetObject("at"), "there");
        Expect.True(seen.Contains("1"), "the constant is a number");
    }

    public static void A_priority_that_calls_back_gets_the_goal_and_not_an_action()
    {
        List<string> asked = new List<string>();
        Domain domain = new Domain().AddSymbol("fed").AddAction("Eat", null, "fed", "call:price").AddAction("Rest").AddAction("Sing").AddGoal("BeFed", "fed", "call:wish").Compile();
        Expect.Throws<PloyException>(() => domain.Plan("", "BeFed"), "no function is bound to price");
        domain.BindNumber("price", of => {
            asked.Add(of.Name);
            return 1;
        });
        domain.BindNumber("wish", of => {
            asked.Add(of.Name);
            return 5;
        });
        Expect.Equal(domain.Plan().Goal, "BeFed");
        Expect.Equal(string.Join(" ", asked.Distinct().OrderBy(name => name)), "BeFed Eat");
    }

    public static void An_agent_takes_the_mind_of_another_of_a_type_made_in_code_or_none()
    {
        Settlement here = new Settlement();
        World world = here.World;
        world.AddActivity("Rest", (agent, call) => Outcome.Running);
        world.AddPlannerType("idler", new Domain().AddPlannedSymbol("rested").AddAction("Rest", null, "rested").AddGoal("Ease", "rested").Compile());
        Expect.Equal(string.Join(" ", world.AgentTypes), "settler idler");
        here.Settler.SetMind("idler");
        Run(world, 3);
        Expect.Equal(here.Settler.Goal.Name, "Ease");
        here.Settler.SetMind((Agent)null);
        Expect.True(here.Settler.Goal == null, "nothing decides");
        Agent other = world.CreateAgent("settler");
        here.Settler.SetMind(other);
        Run(world, 3);
        Expect.Equal(here.Settler.Goal.Name, "StayWarm");
        Expect.Throws<PloyException>(() => here.Settler.SetMind("settler"), "give an agent");
        Agent stranger = new World().CreateAgent(null);
        Expect.Throws<PloyException>(() => here.Settler.SetMind(stranger), "another world");
        here.Settler.Destroy();
        Expect.Throws<PloyGoneException>(() => here.Settler.SetMind((Agent)null));
    }

    public static void A_state_is_read_changed_by_actions_and_planned_from()
    {
        Domain domain = Domain.Parse(colony);
        Expect.Equal(domain.Name, "colony");
        Expect.Throws<PloyFileException>(() => Domain.Parse("<ploy"));
        Expect.Throws<PloyException>(() => Domain.Parse(colony, "city"), "there is no domain city");
        State state = domain.State("at = glade, logs = 1");
        Expect.Equal($"{state.GetObject("at")} {state.GetInt("logs")} {state.GetBool("fire")} {state.GetBool("felled(tree.2)")}", "glade 1 False False");
        Expect.Equal(state.CanApply("Light"), false);
        Expect.Throws<PloyException>(() => state.Apply("Light"), "Light cannot be applied: ");
        Expect.Equal(state.Apply("Fell", "tree.1"), 2.0);
        Expect.Equal(state.Apply("Go", "hut"), 4.0);
        Expect.Equal(state.Meets("StayWarm"), false);
        Expect.Equal(state.ToString(), "logs = 2, felled(tree.1)");
        Expect.Equal(domain.Plan(state.ToString(), "StayWarm").Steps.Single().ToString(), "Light");
        State copy = state.Copy();
        copy.Apply("Light");
        Expect.Equal(copy.Meets("StayWarm"), true);
        Expect.Equal(state.Meets("StayWarm"), false);
        state.Parse("at = river");
        Expect.Equal(state.GetObject("at"), "river");
        Expect.Throws<PloyException>(() => state.GetInt("at"), "at is of type object");
        Expect.Throws<PloyException>(() => state.GetInt("coins"), "there is no symbol \"coins\"");
        Expect.Throws<PloyException>(() => state.Apply("Go", "moon"), "there are: hut");
        Expect.Throws<PloyException>(() => state.Apply("Go"), "action Go takes 1 arguments, not 0");
        Expect.Throws<PloyException>(() => domain.State("at = moon"), "moon");
    }
}
