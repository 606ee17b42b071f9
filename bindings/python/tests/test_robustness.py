"""Whatever a game does wrong is an exception with a message, never a crash."""
import logging
import threading
import unittest

import ploy

from .worlds import FARMER, farm, workshop


class Robustness(unittest.TestCase):
    def setUp(self):
        logging.getLogger("ploy").setLevel(logging.CRITICAL)

    def tearDown(self):
        logging.getLogger("ploy").setLevel(logging.NOTSET)

    def raised_in_callback(self, action):
        """What `action(world, agent)` raises inside an activity. The world goes on after it."""
        caught = []

        def work(agent, call):
            if not caught:
                try:
                    action(agent.world, agent)
                except Exception as error:
                    caught.append(error)
                else:
                    caught.append(None)

        world, _worker = workshop(work)
        for _ in range(4):
            world.tick(0.1)
        self.assertEqual(world.ticks, 4)
        return caught[0]

    def test_an_exception_in_a_callback_is_raised_by_the_tick(self):
        class Boom(Exception):
            pass

        def work(agent, call):
            raise Boom("in the workshop")

        world, worker = workshop(work)
        world.tick(0.1)
        with self.assertRaisesRegex(Boom, "in the workshop"):
            world.tick(0.1)
        self.assertEqual(world.ticks, 2)
        self.assertTrue(worker.is_alive)

    def test_exceptions_in_every_kind_of_callback_are_raised(self):
        def bad(*_):
            raise ZeroDivisionError("bad")

        tree = """<ploy version="1"><sensor name="eye"/><blackboard><key name="k" type="int"/></blackboard>
            <BehaviorTree ID="T">%s</BehaviorTree><utility name="u"><option name="Work">%s</option></utility>
            <agent name="a" mind="%s"/></ploy>"""
        cases = {
            "sensor": ("<Work/>", "", "T"), "condition": ("<Sequence><IsIt/><Work/></Sequence>", "", "T"),
            "node": ("<Node><Work/></Node>", "", "T"), "scorer": ("<Work/>", '<scorer of="worth"/>', "u"),
        }
        for kind, texts in cases.items():
            with self.subTest(kind=kind):
                world = ploy.World()
                world.activity("Work", update=lambda agent: None)
                world.sensor("eye")(bad if kind == "sensor" else lambda agent: None)
                world.condition("IsIt")(bad)
                world.node("Node")(bad)
                world.scorer("worth")(bad)
                world.load_text("t.xml", tree % texts)
                world.create("a")
                with self.assertRaisesRegex(ZeroDivisionError, "bad"):
                    world.tick(0.1)
                self.assertEqual(world.ticks, 1)

    def test_an_exception_of_an_observer_is_raised_by_the_write(self):
        world = farm()
        farmer = world.create("farmer")

        def bad(name, value):
            raise RuntimeError("observer")

        farmer.blackboard.subscribe("energy", bad)
        with self.assertRaisesRegex(RuntimeError, "observer"):
            farmer["energy"] = 9
        self.assertEqual(farmer["energy"], 9)

    def test_a_world_is_not_destroyed_inside_its_own_callback(self):
        error = self.raised_in_callback(lambda world, agent: world.destroy())
        self.assertIsInstance(error, ploy.Error)
        self.assertEqual(str(error), "ploy_world_destroy: not inside a tick of the world")

    def test_a_world_is_not_ticked_saved_or_restored_inside_its_own_callback(self):
        for name, action in (("tick", lambda world, agent: world.tick(1)), ("save", lambda world, agent: world.save()),
                             ("load", lambda world, agent: world.restore(b"x")), ("hash", lambda world, agent: world.hash)):
            with self.subTest(name=name):
                self.assertEqual(str(self.raised_in_callback(action)), "ploy_world_%s: not inside a tick of the world" % name)

    def test_nothing_is_made_or_loaded_while_minds_think(self):
        actions = (lambda world: world.create("a"), lambda world: world.load_text("x", FARMER), lambda world: world.agents[0].destroy(),
                   lambda world: world.activity("New", update=lambda agent: None), lambda world: world.destroy())
        for number, action in enumerate(actions):
            with self.subTest(number=number):
                world, caught = ploy.World(), []

                @world.scorer("worth")
                def worth(agent):
                    try:
                        action(world)
                    except ploy.Error as error:
                        caught.append(str(error))
                    return 0.5

                world.activity("Work", update=lambda agent: None)
                world.load_text("u.xml", '<ploy version="1"><utility name="u"><option name="Work"><scorer of="worth"/></option></utility><agent name="a" mind="u"/></ploy>')
                world.create("a")
                world.tick(0.1)
                self.assertRegex(caught[0], "not while minds think|not inside a tick")
                self.assertEqual(len(world.agents), 1)

    def test_an_agent_that_is_gone_says_so(self):
        world = farm()
        farmer = world.create("farmer")
        farmer.destroy()
        self.assertFalse(farmer.is_alive)
        uses = (lambda: farmer["energy"], lambda: farmer.__setitem__("energy", 1), lambda: farmer.now, lambda: farmer.why(), lambda: farmer.destroy(),
                lambda: farmer.plan, lambda: farmer.memory.count("x"), lambda: world.squads.enlist(farmer), lambda: farmer.random(3), lambda: farmer.squad,
                lambda: farmer.position, lambda: farmer.blackboard["energy"], lambda: world.reservations.claim(1, farmer))
        for number, use in enumerate(uses):
            with self.subTest(number=number), self.assertRaisesRegex(ploy.GoneError, "the agent is gone"):
                use()

    def test_a_world_that_is_gone_says_so(self):
        world = farm()
        farmer = world.create("farmer")
        world.destroy()
        for use in (lambda: world.tick(1), lambda: world.destroy(), lambda: world.create("farmer"), lambda: farmer["energy"], lambda: world.hash,
                    lambda: world.squads.find("x"), lambda: world.blackboard["energy"]):
            with self.assertRaisesRegex(ploy.GoneError, "is gone"):
                use()

    def test_an_error_in_a_file_has_its_place_and_a_remedy(self):
        world = ploy.World()
        with self.assertRaises(ploy.FileError) as caught:
            world.load_text("bad.xml", '<ploy version="1">\n  <domain name="d">\n    <symbol name="x" type="boool"/>\n  </domain>\n</ploy>')
        error = caught.exception
        self.assertEqual((error.file, error.line), ("bad.xml", 3))
        self.assertIn("boool", str(error))
        with self.assertRaises(ploy.FileError) as caught:
            world.load("no/such/file.xml")
        self.assertEqual(caught.exception.status, ploy.Status.NOT_FOUND)
        with self.assertRaises(ploy.FileError) as caught:
            world.load_text("unbound.xml", '<ploy version="1"><BehaviorTree ID="T"><Jump/></BehaviorTree><agent name="a" mind="T"/></ploy>')
        self.assertEqual(caught.exception.missing_name, "Jump")
        world.tick(0.1)

    def test_all_errors_of_a_file_are_reported(self):
        import os
        import tempfile
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "bad.xml")
            with open(path, "w") as file:
                file.write('<ploy version="1"><domain name="d"><symbol name="x" type="a"/><symbol name="y" type="b"/></domain></ploy>')
            self.assertEqual(len(ploy.World().check(path)), 2)

    def test_a_wrong_type_is_named(self):
        world = farm()
        farmer = world.create("farmer")
        wrong = (("hungry", 2), ("hungry", "yes"), ("hungry", 0.5), ("energy", "1"), ("energy", 1.5), ("energy", None), ("mood", "high"), ("mood", True),
                 ("word", 3), ("word", b"bytes"))
        for key, value in wrong:
            with self.subTest(key=key, value=value), self.assertRaises(TypeError):
                farmer[key] = value
        with self.assertRaises(OverflowError):
            farmer["energy"] = 1 << 70
        with self.assertRaisesRegex(KeyError, "did you mean 'hungry'"):
            farmer["hungy"]
        with self.assertRaises(TypeError):
            world.tick("1")
        with self.assertRaises(ValueError):
            world.tick(-1)
        with self.assertRaises(TypeError):
            world.activity("x", update=3)
        with self.assertRaises(TypeError):
            world.create(7)
        with self.assertRaises(TypeError):
            world.load(7)

    def test_a_wrong_result_of_a_callback_is_an_error(self):
        world, _worker = workshop(lambda agent, call: "done")
        world.tick(0.1)
        with self.assertRaisesRegex(TypeError, "SUCCESS, FAILURE or RUNNING"):
            world.tick(0.1)

    def test_an_unknown_type_of_agent_is_answered_with_the_nearest(self):
        with self.assertRaisesRegex(ploy.Error, "did you mean 'farmer'"):
            farm().create("farmr")

    def test_an_agent_of_another_mind_does_not_plan(self):
        _world, worker = workshop(lambda agent: None)
        for use in (lambda: worker.goal, lambda: worker.plan, lambda: worker.push_goal("x"), lambda: worker.replan()):
            with self.assertRaisesRegex(ploy.Error, "does not plan"):
                use()

    def test_another_thread_is_refused(self):
        world = farm()
        farmer = world.create("farmer")
        caught = []

        def other():
            for use in (lambda: world.tick(0.1), lambda: farmer["energy"], lambda: farmer.__setitem__("energy", 1), lambda: world.create("farmer"),
                        lambda: world.destroy(), lambda: world.save(), lambda: farmer.why()):
                try:
                    use()
                except ploy.ThreadError as error:
                    caught.append(str(error))

        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        self.assertEqual(len(caught), 7)
        self.assertIn("another thread", caught[0])
        world.tick(0.1)

    def test_another_thread_is_refused_while_the_world_ticks(self):
        caught = []

        def work(agent, call):
            def other():
                try:
                    agent.world.tick(1)
                except ploy.ThreadError as error:
                    caught.append(error)
                ploy.lib.ploy_world_tick(agent.world._pointer, 1)  # past the native layer: the library refuses it too

            thread = threading.Thread(target=other)
            thread.start()
            thread.join()

        world, _worker = workshop(work)
        world.tick(0.1)
        world.tick(0.1)
        self.assertEqual(len(caught), 1)
        self.assertEqual(world.ticks, 2)

    def test_a_damaged_save_is_refused(self):
        world = farm()
        world.create("farmer")
        data = world.save()
        for bad in (b"", data[:40], data[:-1], bytes([data[0] ^ 1]) + data[1:]):
            with self.assertRaises(ploy.Error):
                farm().restore(bad)
        with self.assertRaises(ploy.Error):
            world.restore(data)

    def test_a_port_that_does_not_exist_is_named(self):
        error = None

        def work(agent, call):
            call["place"]

        world, _worker = workshop(work)
        world.tick(0.1)
        with self.assertRaisesRegex(KeyError, "no port 'place'"):
            world.tick(0.1)
        self.assertIsNone(error)


if __name__ == "__main__":
    unittest.main()
