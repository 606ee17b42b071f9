"""Objects of domains by name, objects that come and go, tables, domains of a world, minds made in code, searches in slices."""
import gc
import threading
import unittest
import weakref

import ploy

from .worlds import farm

WOODS = """<ploy version="1">
  <domain name="woods">
    <type name="place" objects="camp glade hill"/>
    <type name="tree" capacity="5" count="2"/>
    <symbol name="at" type="place"/>
    <symbol name="wood" type="bool"/>
    <symbol name="felled" type="bool" of="tree" planned="true"/>
    <symbol name="guard" type="place" of="place"/>
    <table name="distance" of="place place" symmetric="true">camp glade = 4, camp hill = 7.5, glade hill = 5</table>
    <table name="spot" of="tree" type="place" initial="hill">tree.1 = glade, tree.2 = hill</table>
    <action name="Go" cost="1 + distance(at, p)"><param name="p" type="place"/><effect>at = p</effect></action>
    <action name="Fell"><param name="t" type="tree"/><pre>at = spot(t) and not felled(t)</pre><effect>felled(t), wood</effect></action>
    <goal name="Stock">wood</goal>
    <goal name="Be" priority="0"><param name="where" type="place"/>at = where</goal>
  </domain>
  <agent name="cutter" domain="woods"/>
</ploy>
"""


def woods(log=None, **options):
    """A cutter who fells the nearest tree. What it does goes to the log."""
    world = ploy.World(**options)

    @world.activity("Go", ports="p")
    def go(agent, call):
        if call.elapsed < 0.75:
            return ploy.RUNNING
        agent["at"] = call["p"]
        if log is not None:
            log.append("go " + call["p"])
        return ploy.SUCCESS

    @world.activity("Fell", ports="t:object")
    def fell(agent, call):
        if log is not None:
            log.append("fell " + call["t"])
        agent["wood"] = True
        return ploy.SUCCESS

    world.load_text("woods.xml", WOODS)
    return world


def run(world, ticks):
    for _ in range(ticks):
        world.tick(0.1)


class Names(unittest.TestCase):
    def test_arguments_of_actions_and_goals_are_names(self):
        log = []
        world = woods(log)
        cutter = world.create("cutter")
        run(world, 14)
        self.assertEqual(log, ["go glade", "fell tree.1"])
        cutter.push_goal("Be", "camp")
        run(world, 2)
        self.assertEqual((cutter.goal, str(cutter.action)), ("Be", "Go(camp)"))
        run(world, 14)
        self.assertEqual(cutter["at"], "camp")
        with self.assertRaisesRegex(KeyError, "no object 'moon'"):
            cutter.push_goal("Be", "moon")

    def test_keys_of_objects_are_names_in_and_out(self):
        world = woods()
        cutter, seen = world.create("cutter"), []
        cutter.blackboard.subscribe("at", lambda name, value: seen.append(value))
        self.assertEqual(cutter["at"], "camp")
        cutter["at"] = "hill"
        cutter["guard(glade)"] = "glade"
        world.blackboard["guard(camp)"] = "hill"
        self.assertEqual((cutter["at"], cutter["guard(glade)"], cutter["guard(camp)"], seen), ("hill", "glade", "hill", ["hill"]))
        with self.assertRaisesRegex(KeyError, "no object 'moon'; there are: camp, glade, hill"):
            cutter["at"] = "moon"
        for wrong in (1, None, 1.5, b"hill"):
            with self.assertRaisesRegex(TypeError, "the name of an object is wanted"):
                cutter["at"] = wrong
        self.assertEqual(cutter["at"], "hill")

    def test_ports_of_trees_and_of_type_int_stay_numbers(self):
        world, seen = ploy.World(), []

        @world.activity("Go", ports="p:int")
        def go(agent, call):
            seen.append(call["p"])
            agent["at"] = "glade"
            return ploy.SUCCESS

        @world.activity("Walk", ports="p <>to")
        def walk(agent, call):
            seen.append((call["p"], call["to"]))
            call["to"] = "hill"

        world.activity("Fell", update=lambda agent: None)
        world.load_text("woods.xml", WOODS.replace("</ploy>", """<BehaviorTree ID="T"><Walk p="2" to="{at}"/></BehaviorTree><agent name="walker" mind="T"/></ploy>"""))
        cutter, walker = world.create("cutter"), world.create("walker")
        walker["at"] = "glade"
        run(world, 2)
        self.assertEqual(seen, [1, (2, "glade")])
        self.assertEqual((cutter["at"], walker["at"]), ("glade", "hill"))

    def test_a_condition_and_a_scorer_of_a_domain_get_names_whatever_their_ports_are_called(self):
        world, seen = ploy.World(), set()

        @world.condition("IsOpen", ports="where")
        def is_open(agent, call):
            seen.add(("open", call["where"]))
            return call["where"] != "glade"

        @world.scorer("Toll", ports="gate")
        def toll(agent, call):
            seen.add(("toll", call["gate"]))
            return 2

        log = []

        @world.activity("Go", ports="p")
        def go(agent, call):
            log.append(call["p"])
            agent["at"] = call["p"]
            return ploy.SUCCESS

        world.activity("Fell", update=lambda agent: None)
        world.load_text("woods.xml", WOODS.replace('name="Go" cost="1 + distance(at, p)"', 'name="Go" cost="call:Toll" context="IsOpen"'))
        world.create("cutter")
        run(world, 3)
        self.assertEqual(log, ["hill"])
        self.assertLessEqual({("open", "glade"), ("open", "hill"), ("toll", "hill")}, seen)

    def test_hot_reload_changes_the_names_inside_a_tick_too(self):
        world, reloads = ploy.World(), []
        plain = WOODS.replace('<symbol name="guard" type="place" of="place"/>', "")

        @world.activity("Go", ports="p")
        def go(agent, call):
            agent["at"] = call["p"]
            if not reloads:
                reloads.append(1)
                world.load_text("woods.xml", plain.replace("camp", "hut"))
                self.assertEqual(agent["at"], "glade")
            return ploy.SUCCESS

        world.activity("Fell", update=lambda agent: None)
        world.load_text("woods.xml", plain)
        cutter = world.create("cutter")
        self.assertEqual(cutter["at"], "camp")
        run(world, 2)
        self.assertEqual((reloads, cutter["at"]), ([1], "glade"))
        cutter["at"] = "hut"
        self.assertEqual(cutter["at"], "hut")
        with self.assertRaises(KeyError):
            cutter["at"] = "camp"


class Tables(unittest.TestCase):
    def domain(self):
        return ploy.File(text=WOODS).domains["woods"]

    def test_cells_are_read_and_written_by_the_names_of_objects(self):
        domain = self.domain()
        distance, spot = domain.table("distance"), domain.table("spot")
        self.assertEqual((distance["camp", "hill"], distance["hill", "camp"], spot["tree.1"]), (7.5, 7.5, "glade"))
        self.assertEqual((domain.tables, distance.of, spot.of), (["distance", "spot"], ("place", "place"), ("tree",)))
        self.assertEqual([str(step) for step in domain.plan(goal="Stock").steps], ["Go(glade)", "Fell(tree.1)"])
        distance["camp", "glade"] = 30
        self.assertEqual([str(step) for step in domain.plan(goal="Stock").steps], ["Go(hill)", "Fell(tree.2)"])
        spot["tree.1"] = "camp"  # a precondition reads it
        self.assertEqual([str(step) for step in domain.plan(goal="Stock").steps], ["Fell(tree.1)"])
        distance.set("camp hill = 1, camp glade = 2.5")
        self.assertEqual((distance["hill", "camp"], distance["camp", "glade"]), (1, 2.5))
        distance.fill([[0, 1, 2], [1, 0, 3], [2, 3, 0]])
        self.assertEqual((distance["camp", "hill"], distance["glade", "hill"]), (2, 3))

    def test_what_no_table_holds_is_refused(self):
        domain = self.domain()
        distance, spot = domain.table("distance"), domain.table("spot")
        wrong = ((KeyError, lambda: domain.table("distances")), (KeyError, lambda: distance["camp", "moon"]), (TypeError, lambda: distance["camp"]),
                 (TypeError, lambda: distance[1, 2]), (TypeError, lambda: distance.__setitem__(("camp", "hill"), "far")),
                 (ValueError, lambda: distance.__setitem__(("camp", "hill"), -1)), (KeyError, lambda: spot.__setitem__("tree.1", "moon")),
                 (TypeError, lambda: spot.__setitem__("tree.1", 2)), (ploy.FileError, lambda: distance.set("camp moon = 3")),
                 (ValueError, lambda: distance.fill([[1, 2, 3]])))
        for number, (kind, use) in enumerate(wrong):
            with self.subTest(number=number), self.assertRaises(kind):
                use()
        self.assertEqual(distance["camp", "hill"], 7.5)

    def test_a_table_in_code(self):
        domain = ploy.Domain("trade")
        domain.add_type("town", ["York", "Ely"])
        domain.add_table("price", float, of=["town"], initial=2.5)
        domain.add_table("next", "town", of=["town"], initial="Ely")
        domain.add_symbol("at", "town")
        domain.add_symbol("rich")
        domain.add_action("Go", params={"to": "town"}, pre="at != to", effect="at = to")
        domain.add_action("Sell", pre="at = Ely", effect="rich", cost="price(at)")
        domain.add_goal("BeRich", "rich")
        self.assertEqual((domain.table("price")["York"], domain.table("next")["York"]), (2.5, "Ely"))
        self.assertEqual(domain.plan(goal="BeRich").cost, 3.5)
        domain.table("price")["Ely"] = 0.5
        self.assertEqual(domain.plan(goal="BeRich").cost, 1.5)
        with self.assertRaises(ValueError):
            domain.add_table("nothing", of=[])


class Spawned(unittest.TestCase):
    def test_objects_come_and_go(self):
        domain = ploy.File(text=WOODS).domains["woods"]
        state = domain.state("at = hill")
        self.assertEqual(domain.objects("tree"), ["tree.1", "tree.2"])
        self.assertEqual(domain.spawn("tree"), "tree.3")
        self.assertTrue(domain.exists("tree.3"))
        self.assertEqual(domain.table("spot")["tree.3"], "hill")
        for tree in ("tree.1", "tree.2", "tree.3"):
            domain.despawn(tree)
        self.assertFalse(domain.exists("tree.1"))
        self.assertEqual(domain.plan(state, "Stock").status, ploy.Status.NOT_FOUND)
        self.assertEqual(domain.spawn("tree"), "tree.1")
        self.assertEqual([str(step) for step in domain.plan(state, "Stock").steps], ["Fell(tree.1)"])
        self.assertEqual(domain.objects("place"), ["camp", "glade", "hill"])
        self.assertEqual(domain.types, ["place", "tree"])

    def test_what_is_not_spawned_is_refused(self):
        domain = ploy.File(text=WOODS).domains["woods"]
        for _ in range(3):
            domain.spawn("tree")
        with self.assertRaisesRegex(ploy.Error, "all objects of 'tree' exist"):
            domain.spawn("tree")
        domain.despawn("tree.5")
        with self.assertRaises(ploy.GoneError):
            domain.despawn("tree.5")
        for kind, use in ((ValueError, lambda: domain.spawn("place")), (KeyError, lambda: domain.spawn("bush")), (KeyError, lambda: domain.despawn("tree.9")),
                          (KeyError, lambda: domain.exists("camp")), (TypeError, lambda: domain.despawn(1)), (TypeError, lambda: domain.spawn(None))):
            with self.assertRaises(kind):
                use()

    def test_a_type_with_a_capacity_in_code(self):
        domain = ploy.Domain()
        domain.add_type("foe", capacity=3)
        domain.add_symbol("hit", bool, of=["foe"])
        domain.add_symbol("won")
        domain.add_action("Hit", params={"f": "foe"}, effect="hit(f), won")
        domain.add_goal("Win", "won")
        self.assertFalse(domain.plan(goal="Win"))
        foe = domain.spawn("foe")
        self.assertEqual(str(domain.plan(goal="Win").steps[0]), "Hit(%s)" % foe)
        with self.assertRaises(ValueError):
            domain.add_type("none")


class WorldDomains(unittest.TestCase):
    def test_a_tree_that_is_gone_ends_the_plan_and_a_new_one_is_found(self):
        log, events = [], []
        world = woods(log, on_event=lambda agent, event: events.append(event))
        world.create("cutter")
        domain = world.domain("woods")
        self.assertIs(world.domain(), domain)
        run(world, 2)
        domain.despawn("tree.1")
        self.assertEqual(domain.spawn("tree"), "tree.1")  # another one, which stands on the hill
        domain.table("distance")["camp", "hill"] = 1
        run(world, 20)
        self.assertEqual(log, ["go hill", "fell tree.1"])
        aborted = [event for event in events if event.kind == ploy.GoapEventKind.ACTION_ABORTED]
        self.assertEqual([(event.name, event.args, event.reason) for event in aborted], [("Go", ("glade",), ploy.GoapReason.GONE)])

    def test_reload_and_saves_keep_what_the_game_has_changed(self):
        world, other = woods(seed=1), woods(seed=1)
        world.create("cutter")
        domain = world.domain("woods")
        domain.despawn("tree.2")
        domain.table("distance")["camp", "glade"] = 9
        world.load_text("woods.xml", WOODS.replace('name="Fell"', 'name="Fell" cost="2"'))
        self.assertEqual((domain.exists("tree.2"), domain.table("distance")["glade", "camp"]), (False, 9))
        other.load_text("woods.xml", WOODS.replace('name="Fell"', 'name="Fell" cost="2"'))
        other.restore(world.save())
        self.assertEqual((other.domain().exists("tree.2"), other.domain().table("distance")["glade", "camp"]), (False, 9))
        self.assertEqual(world.hash, other.hash)

    def test_a_domain_is_not_changed_inside_a_tick_nor_by_another_thread_nor_when_it_is_gone(self):
        caught = []
        world = ploy.World()

        @world.activity("Go", ports="p")
        def go(agent, call):
            for use in (lambda: domain.spawn("tree"), lambda: domain.despawn("tree.1"), lambda: domain.table("distance").__setitem__(("camp", "hill"), 1)):
                try:
                    use()
                except ploy.Error as error:
                    caught.append(str(error))
            return ploy.FAILURE

        world.activity("Fell", update=lambda agent: None)
        world.load_text("woods.xml", WOODS)
        world.create("cutter")
        domain = world.domain()
        run(world, 2)
        self.assertEqual(caught[:3], ["a domain is changed between two ticks, not inside one"] * 3)

        def other():
            try:
                domain.spawn("tree")
            except ploy.ThreadError as error:
                caught.append(error)

        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        self.assertIsInstance(caught[-1], ploy.ThreadError)
        with self.assertRaisesRegex(KeyError, "no domain 'wood'; the files have: woods"):
            world.domain("wood")
        world.agents[0].destroy()
        world.load_text("woods.xml", '<ploy version="1"/>')
        with self.assertRaisesRegex(ploy.GoneError, "the domain 'woods' is gone"):
            domain.spawn("tree")
        world.destroy()
        with self.assertRaises(ploy.GoneError):
            domain.objects("tree")
        with self.assertRaises(ploy.GoneError):
            world.domain()

    def test_a_world_with_a_domain_is_freed(self):
        world = woods()
        world.domain().spawn("tree")
        held = weakref.ref(world)
        del world
        gc.collect()
        self.assertIsNone(held())


class MindsInCode(unittest.TestCase):
    def domain(self):
        domain = ploy.Domain("smith")
        domain.add_type("tool", ["axe", "saw"])
        domain.add_symbol("made", "tool", initial="saw")
        domain.add_symbol("heat", bool)
        domain.add_action("Heat", effect="heat", duration=0.2)
        domain.add_action("Forge", params={"t": "tool"}, pre="heat and made != t", effect="made = t, not heat", cost="call:effort")
        domain.add_goal("MakeAxe", "made = axe")
        domain.bind_cost("effort", lambda state, args: 2 if args == ("axe",) else 1)
        return domain

    def test_agents_plan_with_a_domain_made_in_code(self):
        world, forged, events = ploy.World(on_event=lambda agent, event: events.append(event.name)), [], []
        world.activity("Forge", "t", update=lambda agent, call: forged.append(call["t"]) or True)
        world.add_goap_mind("smith", self.domain(), write_effects=True)
        smith = world.create("smith")
        self.assertEqual(smith["made"], "saw")
        run(world, 8)
        self.assertEqual((forged, smith["made"], smith.goal), (["axe"], "axe", None))
        self.assertIn("MakeAxe", events)

    def test_the_domain_of_a_mind_is_not_described_anew(self):
        world, domain = ploy.World(), self.domain()
        domain.add_type("foe", capacity=2)
        world.add_goap_mind("smith", domain)
        for use in (lambda: domain.add_symbol("x"), lambda: domain.add_goal("g", "heat")):
            with self.assertRaisesRegex(ploy.Error, "a mind plans with the domain"):
                use()
        domain.spawn("foe")
        world.create("smith")
        world.tick(0.1)
        with self.assertRaisesRegex(ploy.Error, "before the first agent"):
            world.add_goap_mind("other", self.domain())
        with self.assertRaises(KeyError):
            ploy.World().add_goap_mind("smith", self.domain(), goals=["Win"])
        held = weakref.ref(world)
        del world
        gc.collect()
        self.assertIsNone(held())
        self.assertTrue(domain.plan(goal="MakeAxe"))

    def test_a_cost_that_raises_is_raised_by_the_tick(self):
        domain = self.domain()
        domain.bind_cost("effort", lambda state, args: 1 / 0)
        world = ploy.World()
        world.add_goap_mind("smith", domain)
        world.create("smith")
        with self.assertRaises(ZeroDivisionError):
            run(world, 3)


class Priorities(unittest.TestCase):
    def test_a_priority_may_be_a_function_in_a_domain_with_more_goals_than_actions(self):
        domain = ploy.Domain()
        domain.add_symbol("fed")
        domain.add_symbol("rich")
        domain.add_action("Do", effect="fed, rich")
        domain.add_goal("BeFed", "fed", priority=1)
        domain.add_goal("Nap", "fed and rich", priority=0.5)
        domain.add_goal("BeRich", "rich", priority="call:greed")
        greed = [3]
        domain.bind_cost("greed", lambda state, args: greed[0] if args == () and not state["rich"] else 0)
        self.assertEqual(domain.plan().goal, "BeRich")
        greed[0] = 0
        self.assertEqual(domain.plan().goal, "BeFed")


class Slices(unittest.TestCase):
    def test_slices_give_the_same_plan_as_one_call(self):
        domain = ploy.File(text=WOODS).domains["woods"]
        search = domain.begin("at = camp", "Stock", search="blind")
        slices = 0
        while not search.update(1):
            slices += 1
        plan, whole = search.end(), domain.plan("at = camp", "Stock", search="blind")
        self.assertEqual((plan.steps, plan.cost), (whole.steps, whole.cost))
        self.assertGreater(slices, 0)
        with self.assertRaisesRegex(ploy.Error, "has ended"):
            search.update()

    def test_an_anytime_search_has_its_best_plan_before_it_ends(self):
        domain = ploy.Domain()
        domain.add_symbol("n", int, max=400)
        domain.add_symbol("m", int, max=400)
        domain.add_action("Step", effect="n += 1", cost=3)
        domain.add_action("Leap", effect="n += 7, m += 1", cost=20)
        domain.add_action("Rest", pre="m >= 1", effect="m -= 1", cost=1)
        domain.add_goal("Far", "n >= 300")
        search, seen = domain.begin(goal="Far", search="anytime"), []
        self.assertIsNone(search.best())
        while not search.update(20):
            best = search.best()
            if best:
                seen.append(best.cost)
        plan = search.end()
        self.assertTrue(seen)
        self.assertEqual(seen, sorted(seen, reverse=True))
        self.assertLessEqual(plan.cost, seen[-1])

    def test_a_search_is_cancelled_or_ended_by_a_change(self):
        domain = ploy.File(text=WOODS).domains["woods"]
        self.assertEqual(domain.begin(goal="Stock", search="blind").end().status, ploy.Status.CANCELLED)
        search = domain.begin(goal="Stock", search="blind")
        domain.spawn("tree")
        with self.assertRaisesRegex(ploy.Error, "the domain has changed since begin"):
            search.update()
        with self.assertRaises(KeyError):
            domain.begin(goal="Win")


class Detail(unittest.TestCase):
    def test_an_agent_of_a_lower_pace_senses_less_often_and_acts_in_every_tick(self):
        sensed, acted = [], []
        world = ploy.World()
        world.sensor("eyes")(lambda agent: sensed.append(agent))
        world.activity("Work", update=lambda agent: acted.append(agent))
        world.load_text("w.xml", '<ploy version="1"><sensor name="eyes"/><BehaviorTree ID="T"><Work/></BehaviorTree><agent name="a" mind="T"/></ploy>')
        near, far = world.create("a"), world.create("a")
        far.set_pace(4)
        run(world, 12)
        self.assertEqual((sensed.count(near), sensed.count(far)), (12, 3))
        self.assertGreaterEqual(acted.count(far), 8)
        for wrong in (0, 257, -1):
            with self.assertRaises(ValueError):
                far.set_pace(wrong)
        far.destroy()
        with self.assertRaises(ploy.GoneError):
            far.set_pace(2)

    def test_an_agent_takes_the_mind_of_another_one(self):
        log = []
        world = woods(log)
        idle, cutter = world.create(), world.create("cutter")
        run(world, 14)
        self.assertEqual(len(log), 2)
        idle.set_mind(cutter)
        run(world, 14)
        self.assertEqual((len(log), idle["at"], idle.goal), (4, "glade", None))
        idle.set_mind(None)
        with self.assertRaisesRegex(ploy.Error, "does not plan"):
            idle.goal
        with self.assertRaises(TypeError):
            idle.set_mind("cutter")
        with self.assertRaises(TypeError):
            idle.set_mind(woods().create("cutter"))

    def test_progress_and_priority_of_an_agent_that_plans(self):
        world = farm()
        farmer = world.create("farmer")
        while not farmer.action:
            world.tick(0.1)
        before = farmer.progress
        run(world, 5)
        self.assertLess(before, farmer.progress)
        self.assertEqual(farmer.priority("BeFed"), 1)
        with self.assertRaises(KeyError):
            farmer.priority("Win")

    def test_a_world_measures_where_its_time_goes(self):
        world = ploy.World(profile=True)
        world.sensor("eyes")(lambda agent: sum(range(3000)))
        world.activity("Work", update=lambda agent: None)
        world.load_text("w.xml", '<ploy version="1"><sensor name="eyes"/><BehaviorTree ID="T"><Work/></BehaviorTree><agent name="a" mind="T"/></ploy>')
        agent = world.create("a")
        run(world, 20)
        profile = world.profile
        self.assertEqual((profile.ticks, profile.sensors["eyes"].calls), (20, 20))
        self.assertGreater(profile.sensors["eyes"].seconds, 0)
        self.assertGreaterEqual(profile.phases["sense"], profile.sensors["eyes"].seconds / 2)
        self.assertGreater(profile.minds["bt"].calls, 20)
        self.assertIs(profile.worst_agent, agent)
        self.assertEqual(ploy.World().profile.ticks, 0)

    def test_scripts_know_the_names_of_an_enum(self):
        import enum

        class Color(enum.Enum):
            RED = 1
            GREEN = 2

        world = ploy.World()
        world.add_enum(Color)
        world.add_enum({"BLUE": 7})
        world.add_key("light", 0)
        world.activity("Wait", update=lambda agent: None)
        world.load_text("t.xml", '<ploy version="1"><BehaviorTree ID="T"><Sequence><Script code="light := GREEN + BLUE"/><Wait/></Sequence></BehaviorTree><agent name="a" mind="T"/></ploy>')
        agent = world.create("a")
        run(world, 2)
        self.assertEqual(agent["light"], 9)
        with self.assertRaises(ploy.Error):
            world.add_enum({"light": 3})
        with self.assertRaises(TypeError):
            world.add_enum({"PINK": "pink"})

    def test_fact_types_are_added_in_code(self):
        world = ploy.World()
        world.add_fact_type("enemy", {"who": int, "armed": bool, "near": float}, identifies=["who"], capacity=2)
        agent = world.create()
        for who in (1, 1, 2):
            agent.memory.remember("enemy", who=who, armed=1, near=500)
        self.assertEqual(agent.memory.count("enemy"), 2)
        for wrong in (lambda: world.add_fact_type("enemy", {"who": int}), lambda: world.add_fact_type("late", {"x": int})):
            with self.assertRaises(ploy.Error):
                wrong()
        with self.assertRaises(ValueError):
            ploy.World().add_fact_type("enemy", {"who": int}, identifies=["whom"])
        with self.assertRaises(TypeError):
            ploy.World().add_fact_type("enemy", {"who": str})


if __name__ == "__main__":
    unittest.main()
