import gc
import os
import subprocess
import sys
import tempfile
import unittest
import weakref

import ploy

from .worlds import FARMER, farm, workshop


class World(unittest.TestCase):
    def test_a_farmer_plans_bakes_and_eats(self):
        meals = []
        world = farm(eat=lambda agent: meals.append(agent.now) or ploy.SUCCESS)
        farmer = world.create("farmer", user="Ann")
        for _ in range(300):
            world.tick(0.1)
        self.assertGreaterEqual(len(meals), 3)
        self.assertEqual(farmer.user, "Ann")
        self.assertEqual(farmer.type, "farmer")
        self.assertAlmostEqual(world.now, 30)
        self.assertEqual(world.ticks, 300)
        self.assertEqual(world.stats.agents, 1)

    def test_callbacks_take_the_agent_alone_or_with_the_call(self):
        seen = []
        world, _worker = workshop(lambda agent: seen.append(1))
        world.tick(0.1)
        world.tick(0.1)
        world2, _worker2 = workshop(lambda agent, call: seen.append(call.elapsed))
        world2.tick(0.1)
        world2.tick(0.1)
        self.assertEqual(seen[0], 1)
        self.assertAlmostEqual(seen[-1], 0.1)

    def test_what_an_activity_returns_says_how_it_stands(self):
        for result, outcome in ((None, "running"), (True, "ended"), (ploy.FAILURE, "ended"), (ploy.RUNNING, "running")):
            with self.subTest(result=result):
                ended = []
                world, _worker = workshop(lambda agent, call: result, finished=lambda agent: ended.append(1))
                world.tick(0.1)
                world.tick(0.1)
                self.assertEqual(bool(ended), outcome == "ended")

    def test_values_of_every_type_are_read_and_written(self):
        world = farm()
        farmer = world.create("farmer")
        farmer["hungry"], farmer["energy"], farmer["mood"], farmer["word"], farmer["at"] = True, -7, 0.125, "grün", "field"
        self.assertEqual((farmer["hungry"], farmer["energy"], farmer["mood"], farmer["word"], farmer["at"]), (True, -7, 0.125, "grün", "field"))
        del farmer.blackboard["word"]
        self.assertEqual(farmer["word"], "quiet")
        world.blackboard["word"] = "loud"
        self.assertEqual(farmer["word"], "loud")
        self.assertIn("hungry", list(farmer.blackboard))

    def test_ports_are_read_and_written_by_name(self):
        world = ploy.World()
        seen = []

        @world.activity("Walk", ports="to:int <>place:int note:string")
        def walk(agent, call):
            seen.append((call["to"], call["place"], call["note"]))
            call["place"] = call["place"] + 1

        world.load_text("walk.xml", """<ploy version="1"><blackboard><key name="place" type="int"/></blackboard>
            <BehaviorTree ID="Go"><Walk to="3" place="{place}" note="north"/></BehaviorTree><agent name="guard" mind="Go"/></ploy>""")
        guard = world.create("guard")
        for _ in range(3):
            world.tick(0.1)
        self.assertEqual(seen, [(3, 0, "north"), (3, 1, "north")])
        self.assertEqual(guard["place"], 2)

    def test_conditions_scorers_and_nodes_are_functions(self):
        world = ploy.World()
        done = []
        world.condition("IsOpen")(lambda agent: True)
        world.scorer("worth")(lambda agent: 0.75)
        world.activity("Enter", update=lambda agent: bool(done.append("enter")) or True)
        world.activity("Rest", update=lambda agent: None)

        @world.node("Twice", ports="limit:int")
        def twice(agent, call, children):
            done.append(("twice", len(children), children.is_start, call["limit"]))
            return children.tick(0)

        world.load_text("a.xml", """<ploy version="1">
            <BehaviorTree ID="Door"><Sequence><IsOpen/><Twice limit="2"><Enter/></Twice></Sequence></BehaviorTree>
            <utility name="idle"><option name="Rest"><scorer of="worth"/></option></utility>
            <agent name="guard" mind="Door"/><agent name="idler" mind="idle"/></ploy>""")
        world.create("guard")
        world.create("idler")
        for _ in range(3):
            world.tick(0.1)
        self.assertIn("enter", done)
        self.assertIn(("twice", 1, True, 2), done)

    def test_events_name_goals_actions_and_arguments(self):
        events = []
        world = farm(on_event=lambda agent, event: events.append((event.kind.name, event.name, event.args)))
        farmer = world.create("farmer")
        farmer["at"] = "field"
        for _ in range(100):
            world.tick(0.1)
        self.assertIn(("GOAL_STARTED", "BeFed", ()), events)
        self.assertIn(("ACTION_STARTED", "GoTo", ("house",)), events)

    def test_an_agent_that_plans_tells_goal_action_and_plan(self):
        world = farm()
        farmer = world.create("farmer")
        for _ in range(60):
            world.tick(0.1)
            if farmer.action:
                break
        self.assertEqual(farmer.goal, "BeFed")
        self.assertEqual([str(step) for step in farmer.plan], ["Bake", "Eat"])
        self.assertIn("BeFed", farmer.why())

    def test_a_file_is_loaded_again_while_agents_run(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "farmer.xml")
            with open(path, "w") as file:
                file.write(FARMER)
            world = ploy.World()
            world.sensor("stomach")(lambda agent: None)
            world.activity("Eat", update=lambda agent: True)
            world.load(path)
            farmer = world.create("farmer")
            farmer["energy"] = 77
            with open(path, "w") as file:
                file.write(FARMER.replace('duration="2"', 'duration="4"'))
            world.load(path)
            world.tick(0.1)
            self.assertEqual(farmer["energy"], 77)
            self.assertEqual(world.check(path), [])

    def test_a_saved_and_restored_world_goes_on_the_same_way(self):
        one = farm(seed=3)
        for name in ("Ann", "Ben"):
            one.create("farmer", user=name)
        for _ in range(57):
            one.tick(0.1)
        two = farm(seed=3)
        for agent, name in zip(two.restore(one.save()), ("Ann", "Ben")):
            agent.user = name
        for _ in range(100):
            one.tick(0.1)
            two.tick(0.1)
        self.assertEqual(one.hash, two.hash)
        self.assertEqual([agent.user for agent in two], ["Ann", "Ben"])

    def test_observers_are_called_until_they_unsubscribe(self):
        world = farm()
        farmer = world.create("farmer")
        seen = []
        end = farmer.blackboard.subscribe("energy", lambda name, value: seen.append((name, value)))
        farmer["energy"] = 5
        farmer["energy"] = 5
        end()
        farmer["energy"] = 6
        self.assertEqual(seen, [("energy", 5)])

    def test_agents_can_be_made_and_ended_inside_a_tick(self):
        made = []

        def work(agent, call):
            if not made:
                made.append(agent.world.create("worker"))
                agent.destroy()

        world, worker = workshop(work)
        world.tick(0.1)
        world.tick(0.1)
        self.assertFalse(worker.is_alive)
        self.assertEqual(world.agents, made)

    def test_random_numbers_are_the_agents_own(self):
        one, two = farm(seed=5), farm(seed=5)
        a, b = one.create("farmer"), two.create("farmer")
        self.assertEqual([a.random(100) for _ in range(5)], [b.random(100) for _ in range(5)])

    def test_a_world_that_nobody_holds_is_freed_without_calling_the_game(self):
        halted = []
        world, worker = workshop(lambda agent: None, halt=lambda agent: halted.append(1) or True)
        world.tick(0.1)
        world.tick(0.1)
        held = weakref.ref(world)
        del world, worker
        gc.collect()
        self.assertIsNone(held())
        self.assertEqual(halted, [])

    def test_a_world_that_its_own_callbacks_refer_to_is_freed(self):
        def make():
            world = farm(eat=lambda agent: bool(world), on_event=lambda agent, event: world)
            world.create("farmer").blackboard.subscribe("energy", lambda name, value: world)
            world.tick(0.1)
            return weakref.ref(world)

        held = make()
        gc.collect()
        self.assertIsNone(held())

    def test_a_recording_is_whole_when_the_program_ends_without_destroying_the_world(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "run.rec")
            program = "import ploy\nworld = ploy.World()\nworld.record(%r)\nworld.create()\nworld.tick(0.1)" % path
            subprocess.run([sys.executable, "-c", program], check=True, stderr=subprocess.DEVNULL)
            self.assertTrue(ploy.Recording(path).info.is_closed)

    def test_destroying_a_world_halts_what_runs(self):
        halted = []
        world, worker = workshop(lambda agent: None, halt=lambda agent: halted.append(agent) or True)
        world.tick(0.1)
        with world:
            world.tick(0.1)
        self.assertEqual(halted, [worker])
        self.assertFalse(worker.is_alive)

    def test_keys_are_added_in_code(self):
        world = ploy.World()
        for name, initial in (("alarm", False), ("ammo", 3), ("mood", 0.5), ("word", "quiet")):
            world.add_key(name, initial)
        agent = world.create()
        self.assertEqual([agent[name] for name in ("alarm", "ammo", "mood", "word")], [False, 3, 0.5, "quiet"])


if __name__ == "__main__":
    unittest.main()
