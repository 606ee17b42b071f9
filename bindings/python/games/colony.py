#!/usr/bin/env python3
"""A settler who fells trees for a fire. Trees are felled and grow: they are objects that the game spawns and despawns, and a table
has their places. Another table has the distances, which change when the bridge breaks. The same as examples/10_colony.c, with the same
output. Run it from the root of the sources."""
import ploy

world = ploy.World()
felled = []  # since the last tick


@world.activity("Go", ports="p")
def go(agent, call):
    print("goes to", call["p"])
    agent["at"] = call["p"]
    return ploy.SUCCESS


@world.activity("Fell", ports="t")
def fell(agent, call):
    print("fells", call["t"])
    felled.append(call["t"])
    agent["logs"] += 1
    return ploy.SUCCESS


@world.activity("Light")
def light(agent):
    print("lights a fire")
    agent["logs"] -= 2
    agent["fire"] = True
    return ploy.SUCCESS


world.load("examples/data/colony.xml")
colony = world.domain("colony")
distance, spot = colony.table("distance"), colony.table("spot")
settler = world.create("settler")
for tick in range(120):
    while felled:  # objects come and go between two ticks
        colony.despawn(felled.pop())
    if tick == 40:
        print("two trees grow in the glade")
        for _ in range(2):
            spot[colony.spawn("tree")] = "glade"
    if tick == 80:
        print("a tree grows at the river, and the bridge breaks: the hill is far now")
        spot[colony.spawn("tree")] = "river"
        distance["hut", "hill"], distance["glade", "hill"], distance["hill", "river"] = 30, 28, 40
    if tick % 40 == 0:
        settler["fire"] = False  # it has burned down
    world.tick(0.1)
