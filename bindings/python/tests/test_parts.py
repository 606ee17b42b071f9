"""Squads, memory, the planner alone, paths, recordings."""
import os
import socket
import subprocess
import tempfile
import unittest

import ploy

from .worlds import FARMER, farm

try:
    import numpy
except ImportError:
    numpy = None


class Squads(unittest.TestCase):
    TEXT = """<ploy version="1"><blackboard><key name="alarm" type="bool"/><key name="order" type="int"/><key name="place" type="int"/></blackboard>
        <squad name="watch" size="3"/></ploy>"""

    def world(self, **answers):
        world = ploy.World()
        world.squads.configure(order_key="order", place_key="place", **answers)
        world.load_text("watch.xml", self.TEXT)
        return world

    def test_members_share_a_blackboard(self):
        world = self.world()
        agents = [world.create() for _ in range(3)]
        for agent in agents:
            world.squads.enlist(agent)
        world.tick(0.1)
        squad = world.squads.find("watch")
        self.assertEqual(squad.members, agents)
        self.assertEqual(agents[0].squad, squad)
        squad.blackboard["alarm"] = True
        self.assertEqual([agent["alarm"] for agent in agents], [True] * 3)

    def test_a_task_gives_orders_and_ends_when_they_are_done(self):
        ended = []
        world = self.world(distance=lambda agent, place: abs(place - agent.at), ended=lambda squad, task, end: ended.append((task, end.name)))
        agent = world.create()
        agent.at = 0
        squad = world.squads.find("watch")
        squad.join(agent)
        task = squad.queue("go-to", [5])
        world.tick(0.1)
        self.assertEqual((agent.order.kind, agent.order.place), (ploy.OrderKind.MOVE, 5))
        self.assertEqual((agent["order"], agent["place"]), (int(ploy.OrderKind.MOVE), 5))
        self.assertIn("go-to", squad.why())
        agent.at = 5
        for _ in range(3):
            world.tick(0.1)
        self.assertEqual(ended, [(task, "DONE")])
        self.assertIsNone(agent.order)

    def test_a_resource_is_claimed_by_as_many_as_it_has_slots(self):
        world = ploy.World()
        a, b = world.create(), world.create()
        self.assertTrue(world.reservations.claim(7, a))
        self.assertFalse(world.reservations.claim(7, b))
        self.assertFalse(world.reservations.is_free(7, b))
        a.destroy()
        self.assertTrue(world.reservations.claim(7, b, seconds=1))
        self.assertEqual(world.reservations.count(7), 1)

    def test_squads_are_not_configured_too_late(self):
        world = self.world()
        with self.assertRaises(ploy.Error):
            world.squads.configure(arrive_within=3)


class Memory(unittest.TestCase):
    def test_facts_are_remembered_found_and_forgotten(self):
        world = ploy.World()
        world.load_text("m.xml", """<ploy version="1"><fact name="enemy" capacity="4"><attribute name="who" type="int" identifies="true"/>
            <attribute name="place" type="int"/></fact></ploy>""")
        agent = world.create()
        agent.memory.remember("enemy", who=1, place=5)
        agent.memory.remember("enemy", who=2, place=9, belief=0.5)
        agent.memory.remember("enemy", who=1, place=6)
        self.assertEqual(agent.memory.count("enemy"), 2)
        self.assertEqual(agent.memory.count("enemy", place=(8, 10)), 1)
        best = agent.memory.best("enemy")
        self.assertEqual((best["who"], best["place"], best.belief), (1, 6, 1.0))
        best.forget()
        self.assertEqual([fact["who"] for fact in agent.memory.all("enemy")], [2])
        self.assertEqual(agent.memory.forget("enemy"), 1)
        with self.assertRaises(KeyError):
            agent.memory.count("enemies")
        with self.assertRaises(KeyError):
            agent.memory.remember("enemy", whom=1)
        with self.assertRaises(ploy.Error):
            agent.memory.remember("enemy", place=1)


class Planner(unittest.TestCase):
    def domain(self):
        domain = ploy.Domain("shooter")
        domain.add_type("place", ["camp", "bunker"])
        domain.add_symbol("at", "place")
        domain.add_symbol("ammo", int, max=3)
        domain.add_symbol("dead", bool)
        domain.add_action("GoTo", params={"to": "place"}, pre="at != to", effect="at = to", cost=2)
        domain.add_action("Load", pre="at = bunker", effect="ammo += 1")
        domain.add_action("Fire", pre="ammo >= 1", effect="dead, ammo -= 1", cost="call:noise")
        domain.add_goal("Kill", "dead")
        domain.add_goal("Be", "at = where", params={"where": "place"}, priority=0)
        return domain

    def test_a_domain_in_code_finds_the_cheapest_plan(self):
        domain = self.domain()
        domain.bind_cost("noise", lambda state, args: 1.5)
        plan = domain.plan("at = camp", "Kill")
        self.assertEqual([str(step) for step in plan.steps], ["GoTo(bunker)", "Load", "Fire"])
        self.assertEqual((plan.cost, plan.proved, plan.status), (4.5, True, ploy.Status.FOUND))
        self.assertTrue(plan)
        state = domain.state()
        for step in plan.steps:
            self.assertTrue(state.applicable(step.action, *step.args))
            state.apply(step.action, *step.args)
        self.assertTrue(state.meets("Kill"))
        self.assertFalse(domain.plan(state, "Be", ["camp"], disabled=["GoTo"]))
        self.assertEqual(domain.plan(state).status, ploy.Status.ALREADY)

    def test_states_are_read_and_written_by_name(self):
        domain = self.domain()
        domain.bind_cost("noise", lambda state, args: 1)
        state = domain.state("ammo = 2, at = bunker")
        self.assertEqual((state["ammo"], state["at"], state["dead"]), (2, "bunker", False))
        state["at"] = "camp"
        state["ammo"] = 3
        self.assertEqual(str(state), "ammo = 3")
        with self.assertRaises(ValueError):
            state["ammo"] = 4
        with self.assertRaises(KeyError):
            state["amo"] = 4
        self.assertNotEqual(state, domain.state())

    def test_plans_and_their_absence_are_explained(self):
        domain = self.domain()
        domain.bind_cost("noise", lambda state, args: 1)
        self.assertIn("Fire", domain.explain("at = camp", "Kill"))
        self.assertIn("cannot be achieved", domain.explain("", "Kill", disabled=["Load"]))
        self.assertIn("Load", domain.explain("ammo = 1", "Kill", why_not="Load"))
        self.assertIn("chosen", domain.explain(""))

    def test_errors_of_a_domain_are_exceptions(self):
        domain = ploy.Domain()
        domain.add_symbol("armed")
        domain.add_action("Draw", effect="armd")
        with self.assertRaisesRegex(ploy.Error, "armd"):
            domain.plan(goal="X")
        with self.assertRaisesRegex(ploy.Error, "not bound"):
            self.domain().plan(goal="Kill")
        domain = self.domain()

        def bad(state, args):
            raise ZeroDivisionError("cost")

        domain.bind_cost("noise", bad)
        with self.assertRaisesRegex(ZeroDivisionError, "cost"):
            domain.plan(goal="Kill")
        for use in (lambda: domain.plan(goal="None"), lambda: domain.plan(goal="Be", args=["moon"]), lambda: domain.bind_cost("x", bad),
                    lambda: domain.plan(goal="Kill", search="best")):
            with self.assertRaises(KeyError):
                use()

    def test_the_domains_of_a_file_plan(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "farmer.xml")
            with open(path, "w") as file:
                file.write(FARMER)
            loaded = ploy.File(path)
        self.assertEqual(loaded.agents, ["farmer"])
        plan = loaded.domains["farmer"].plan("hungry, at = field")
        self.assertEqual([step.action for step in plan.steps], ["GoTo", "Bake", "Eat"])


class Paths(unittest.TestCase):
    MAP = ["........", ".A####..", ".....#..", ".....#..", "...###..", ".......B"]

    def test_a_grid_of_text_gives_the_shortest_path(self):
        grid = ploy.Grid(self.MAP)
        path = ploy.PathFinder(grid).find(grid.cell(1, 1), grid.cell(7, 5))
        self.assertTrue(path)
        self.assertAlmostEqual(path.cost / 2378, 9.41, 2)
        self.assertEqual((grid.point(path.nodes[0]), grid.point(path.nodes[-1])), ((1, 1), (7, 5)))
        self.assertLess(len(grid.smooth(path.nodes)), len(path.nodes))

    def test_obstacles_close_and_open_a_way(self):
        grid = ploy.Grid(["...", "##.", "..."], four_neighbors=True)
        finder, obstacles = ploy.PathFinder(grid), ploy.Obstacles(grid)
        obstacles.block(grid.cell(2, 1))
        self.assertIn(grid.cell(2, 1), obstacles)
        self.assertEqual(finder.find(0, 6, obstacles=obstacles).status, ploy.Status.NOT_FOUND)
        self.assertEqual(finder.find(0, 6, obstacles=obstacles, partial=True).status, ploy.Status.PARTIAL)
        obstacles.unblock(grid.cell(2, 1))
        self.assertTrue(finder.find(0, 6, obstacles=obstacles))
        self.assertEqual(len(obstacles), 0)

    def test_distances_are_those_of_the_paths(self):
        grid = ploy.Grid(self.MAP)
        finder = ploy.PathFinder(grid)
        field = finder.distances(grid.cell(7, 5))
        for node in range(0, grid.node_count, 5):
            path = finder.find(node, grid.cell(7, 5))
            self.assertEqual(field[node], path.cost if path else -1)

    def test_a_graph_goes_the_cheaper_way_round(self):
        graph = ploy.Graph(4, [(0, 1, 5), (1, 3, 5), (0, 2, 1), (2, 3, 1)])
        path = ploy.PathFinder(graph).find(0, 3)
        self.assertEqual(([int(node) for node in path.nodes], path.cost), ([0, 2, 3], 2))

    def test_what_is_no_map_or_node_is_refused(self):
        with self.assertRaises(ValueError):
            ploy.Grid(["..", "."])
        with self.assertRaises(ploy.Error):
            ploy.Grid([])
        with self.assertRaises(ploy.Error):
            ploy.Graph(2, [(0, 5, 1)])
        grid = ploy.Grid(["..", ".."])
        with self.assertRaises(IndexError):
            ploy.PathFinder(grid).find(0, 4)
        with self.assertRaises(ValueError):
            ploy.PathFinder(grid).find(0, 1, obstacles=ploy.Obstacles(ploy.Grid(["..."])))

    @unittest.skipIf(numpy is None, "numpy is not installed")
    def test_blocks_of_numbers_are_arrays(self):
        cells = numpy.ones((20, 30), numpy.uint8)
        cells[3:15, 10] = 0
        grid = ploy.Grid(cells)
        path = ploy.PathFinder(grid).find(grid.cell(5, 5), grid.cell(20, 5))
        self.assertEqual(path.nodes.dtype, numpy.uint32)
        self.assertEqual(ploy.PathFinder(grid).distances(0).shape, (600,))


class Recordings(unittest.TestCase):
    def test_a_debugger_attaches_pauses_and_sets_a_value(self):
        world = farm()
        farmer = world.create("farmer", user="Ann")
        self.assertTrue(world.may_tick())
        address = world.attach(paused=True, name=lambda agent: agent.user)
        with self.assertRaises(ploy.Error):
            world.attach()
        self.assertFalse(world.may_tick())
        place, token = address.split("/")
        host, port = place.split(":")
        self.assertEqual(host, "127.0.0.1")
        with socket.create_connection((host, int(port))) as debugger:
            debugger.sendall(("attach %s\nset Ann hungry true\nstep 2\nagents\n" % token).encode())
            debugger.settimeout(0.05)
            said = b""
            for _ in range(400):
                if world.may_tick():
                    world.tick(0.1)
                try:
                    said += debugger.recv(65536)
                except socket.timeout:
                    pass
                if b'"paused"' in said:
                    break
        self.assertEqual(world.ticks, 2)
        self.assertIn(b'"name": "Ann"', said)
        self.assertNotIn(b'"ok": false', said)
        for _ in range(20):
            if world.may_tick():
                world.tick(0.1)
        self.assertGreater(world.ticks, 2)  # it goes on when the debugger has left
        self.assertEqual(farmer.type, "farmer")
        world.destroy()

    def test_a_recorded_run_is_read_and_asked(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "farm.rec")
            world = ploy.World()
            world.sensor("stomach")(lambda agent: agent.__setitem__("hungry", True))
            world.activity("Eat", update=lambda agent: True)
            world.load_text("farmer.xml", FARMER)
            world.record(path, name=lambda agent: agent.user)
            with self.assertRaises(ploy.Error):
                world.record(path)
            agent = world.create("farmer", user="Ann")
            agent.position = (1000, 2000)
            for _ in range(100):
                world.tick(0.1)
            world.destroy()
            recording = ploy.Recording(path)
            self.assertEqual(recording.agents, ["Ann"])
            self.assertTrue(recording.info.is_closed)
            self.assertEqual(recording.info.ticks, 100)
            names = {event.name for event in recording}
            self.assertIn("plan-found", names)
            self.assertIn("Bake", recording.ask("Ann"))
            self.assertIn("GoTo", recording.ask("Ann", why_not="GoTo"))
            self.assertTrue(recording.problems())
            with self.assertRaises(KeyError):
                recording.ask("Bob")
            with self.assertRaises(ploy.Error):
                recording.ask("Ann", why_not="Fly")
        with self.assertRaises(ploy.Error):
            ploy.Recording(b"no recording")


    def test_a_run_can_be_watched_and_asked_while_it_goes_on(self):
        program = os.path.join(os.environ.get("PLOY_BUILD", "build/release"), "ploy")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "live.rec")
            world = ploy.World()
            world.sensor("stomach")(lambda agent: agent.__setitem__("hungry", True))
            world.activity("Eat", update=lambda agent: True)
            world.load_text("farmer.xml", FARMER)
            world.record(path)
            world.create("farmer")["at"] = "house"
            for _ in range(700):
                world.tick(0.1)
            recording = ploy.Recording(path)
            self.assertFalse(recording.info.is_closed)
            self.assertGreater(recording.info.ticks, 100)
            self.assertIn("Bake", recording.ask(1))
            if os.path.exists(program):
                result = subprocess.run([program, "ask", path, "--agent", "1", "--tick", "100"], capture_output=True, text=True)
                self.assertIn("Bake", result.stdout, result.stderr)


class Layout(unittest.TestCase):
    def test_every_struct_has_the_size_and_the_offsets_that_the_compiler_gives_it(self):
        from ploy.library import ffi
        names = [name for name in ffi.list_types()[1] if name.startswith("ploy_") and ffi.typeof("struct " + name).fields]
        self.assertGreater(len(names), 100)
        lines = ["#include <ploy/ploy.h>", "#include <ploy/io.h>", "#include <ploy/movingai.h>", "#include <ploy/pddl.h>", "#include <stddef.h>"]
        for name in names:
            kind = ffi.typeof("struct " + name)
            lines.append('_Static_assert(sizeof(%s) == %d, "%s");' % (name, ffi.sizeof(name), name))
            lines += ['_Static_assert(offsetof(%s, %s) == %d, "%s.%s");' % (name, field, each.offset, name, field) for field, each in kind.fields]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "layout.c")
            with open(path, "w") as file:
                file.write("\n".join(lines))
            root = os.path.join(os.path.dirname(__file__), "..", "..", "..")
            result = subprocess.run(["cc", "-std=c11", "-fsyntax-only", "-I", os.path.join(root, "include"), path], capture_output=True, text=True)
        self.assertEqual(result.stderr, "")


if __name__ == "__main__":
    unittest.main()
