"""Calls every method of every class with random arguments: exceptions are fine, a crash is not. Run by test_random.py in a
process of its own: random_calls.py SEED COUNT."""
import inspect
import logging
import os
import random
import sys
import tempfile

import ploy

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from tests.worlds import FARMER, farm, workshop  # noqa: E402

logging.getLogger("ploy").setLevel(logging.CRITICAL + 1)
SKIPPED = {"load", "record", "check"}  # would write and read files of random names


def domain():
    made = ploy.Domain("d")
    made.add_type("place", ["camp", "bunker"])
    made.add_symbol("at", "place")
    made.add_symbol("ammo", int, max=3)
    made.add_action("GoTo", params={"to": "place"}, effect="at = to")
    made.add_goal("Be", "at = bunker")
    return made


def objects(dice):
    found = []

    def work(agent, call_):
        for _ in range(3):
            try:
                call(dice, found)  # inside a callback, of this world too
            except ploy.Error:
                pass

    busy, worker = workshop(work)
    busy.scorer("unused")(lambda agent: 1)
    world = farm(seed=dice.randrange(100))
    world2 = ploy.World()
    world2.load_text("m.xml", """<ploy version="1"><fact name="enemy"><attribute name="who" type="int" identifies="true"/></fact><squad name="watch"/></ploy>""")
    agents = [world.create("farmer") for _ in range(3)] + [world2.create() for _ in range(2)]
    gone = world.create("farmer")
    gone.destroy()
    dead = ploy.World()
    dead.destroy()
    grid, made = ploy.Grid(["....", ".##.", "...."]), domain()
    squad = world2.squads.find("watch")
    found += [world, world2, busy, worker, dead, gone, squad, world.squads, world2.squads, world.reservations, world.blackboard, grid, ploy.PathFinder(grid),
             ploy.Obstacles(grid), ploy.Graph(3, [(0, 1, 2), (1, 2, 3)]), made, made.state("ammo = 2"), made.state()]
    index, paths = ploy.SpatialIndex(), ploy.PathService(grid, max_nodes=3)
    index.build([(0, 0), (5000, 1000), (-3000, 20)], [1, 2, 3])
    trees = domain()
    trees.add_type("tree", capacity=4)
    trees.add_table("far", float, of=["place", "place"])
    found += [world.domain(), trees, trees.table("far"), trees.begin(goal="Be"), index, paths, paths.request(0, 11), ploy.Terrain(width=4096, height=4096)]
    found += agents + [agent.blackboard for agent in agents] + [agent.memory for agent in agents]
    return found


def argument(dice, things):
    plain = [None, True, False, 0, 1, 2, -1, 3.5, -0.25, 1 << 31, 1 << 40, (1 << 64) - 1, 1 << 70, float("inf"), float("nan"), "", "farmer", "energy", "hungry",
             "word", "Be", "GoTo", "camp", "bunker", "at", "ammo", "enemy", "watch", "patrol", "go-to", "tree", "tree.1", "far", (1, 2), [(1, 2), (3, 4)], ("camp", "bunker"), "x" * 300, "\0", "ü", b"", b"save", [], [1, 2], ["camp"], (0, 1),
             {"to": "place"}, {"who": 1}, FARMER, bool, int, float, lambda *_: None, lambda *_: 1 / 0, lambda *_: "text", ploy.SUCCESS, ploy.OrderState.DONE, ploy.Search.BNB]
    return dice.choice(plain) if dice.random() < 0.75 else dice.choice(things)


def call(dice, things):
    thing = dice.choice(things)
    names = [name for name in dir(type(thing)) if (not name.startswith("_") or name in ("__getitem__", "__setitem__", "__delitem__", "__contains__", "__len__", "__iter__", "__str__"))
             and name not in SKIPPED]
    name = dice.choice(names)
    if name == "destroy" and dice.random() < 0.9:
        return
    member = getattr(type(thing), name)
    if isinstance(member, property):
        if member.fset and dice.random() < 0.5:
            setattr(thing, name, argument(dice, things))
        else:
            getattr(thing, name)
        return
    bound = getattr(thing, name)
    parameters = [each for each in inspect.signature(bound).parameters.values()]
    args = [argument(dice, things) for each in parameters if each.kind == each.POSITIONAL_OR_KEYWORD and (each.default is each.empty or dice.random() < 0.4)]
    named = {each.name: argument(dice, things) for each in parameters if each.kind == each.KEYWORD_ONLY and dice.random() < 0.2}
    result = bound(*args, **named)
    if name in ("activity", "condition", "scorer", "sensor", "node") and callable(result):
        result(argument(dice, things))
    if hasattr(result, "__next__"):
        list(result)


def main(seed, count):
    dice = random.Random(seed)
    things, kept = objects(dice), []
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for number in range(count):
            if number % 200 == 199:
                kept.append(things[0])
                things = objects(dice)
            try:
                call(dice, things)
                if dice.random() < 0.1:
                    things[0].tick(0.1)
                if dice.random() < 0.2:
                    things[2].tick(0.1)
            except (Exception, RecursionError):
                pass
        os.chdir("/")
    print("survived", count)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
