"""The worlds of bindings/scenario in Python: `scenario.py hash`, `scenario.py bench`. Runs in the root of the sources."""
import statistics
import sys
import time

import ploy


def fixed(number):
    return round(number * 1000)


def bind_farm(world):
    @world.sensor("stomach")
    def stomach(agent):
        energy = max(agent["energy"] - 1, 0)
        agent["energy"] = energy
        agent["hungry"] = energy < 60

    @world.activity("GoTo", ports="place")
    def go_to(agent, call):
        steps = agent["steps"] + 1
        is_there = steps >= 15 + agent.index
        agent["steps"] = 0 if is_there else steps
        agent["at"] = call["place"] if is_there else "road"
        return ploy.SUCCESS if is_there else ploy.RUNNING

    @world.activity("Eat")
    def eat(agent, call):
        if call.elapsed < call.duration:
            return ploy.RUNNING
        agent["energy"] = 100
        agent["hungry"] = False
        return ploy.SUCCESS


def bind_watch(world):
    @world.sensor("ear")
    def ear(agent):
        agent["noise"] = (round(agent.now * 10) * 7 + agent.index * 5) % 13

    @world.condition("IsLoud", ports="than:int noise:int")
    def is_loud(agent, call):
        return call["noise"] > call["than"]

    def shout(agent, call):
        call["calm"] = max(fixed(call["calm"]) - 1, 0) / 1000
        call["word"] = "quiet" if call["word"] == "alarm" else "alarm"
        return ploy.SUCCESS

    world.activity("Shout", ports="<>word:string <>calm:decimal", start=shout)

    @world.activity("Walk", ports="to:int <>place:int")
    def walk(agent, call):
        to, place = call["to"], call["place"]
        place += (place < to) - (place > to)
        call["place"] = place
        return ploy.SUCCESS if place == to else ploy.RUNNING


def bind_inn(world):
    @world.sensor("bell")
    def bell(agent):
        squad = agent.squad
        if agent.index == 1 and squad:
            squad.blackboard["supper"] = int(agent.now) % 20 < 8
        agent.memory.remember("neighbor", who=(round(agent.now * 10) + agent.index) % 9, mood=agent.index)

    @world.scorer("appetite")
    def appetite(agent):
        return max(fixed(agent["hunger"]) - 20 * agent.memory.count("neighbor"), 0) / 1000

    def lower(agent, key, by):
        value = max(fixed(agent[key]) - by, 0)
        agent[key] = value / 1000
        return ploy.SUCCESS if value == 0 else ploy.RUNNING

    world.activity("Eat", update=lambda agent: lower(agent, "hunger", 120))
    world.activity("Sleep", update=lambda agent: lower(agent, "fatigue", 50))

    @world.activity("Talk")
    def talk(agent):
        agent["hunger"] = min(fixed(agent["hunger"]) + 9, 1000) / 1000
        agent["fatigue"] = min(fixed(agent["fatigue"]) + 6, 1000) / 1000
        return ploy.RUNNING


def make_world(file, bind):
    world = ploy.World()
    bind(world)
    world.load("bindings/scenario/" + file)
    return world


def hash_of(file, kind, bind, is_enlisted):
    world = make_world(file, bind)
    for _ in range(8):
        agent = world.create(kind)
        if is_enlisted:
            world.squads.enlist(agent)
    for tick in range(10000):
        if tick == 5000:
            data, world = world.save(), make_world(file, bind)
            world.restore(data)
        world.tick(0.1)
    return world.hash


def measure(update):
    world = ploy.World()
    world.activity("Work", update=update)
    world.load("bindings/scenario/bench.xml")
    for _ in range(1000):
        world.create("worker")
    for _ in range(20):
        world.tick(0.1)
    times, begin = [], time.perf_counter_ns()
    while len(times) < 20 or time.perf_counter_ns() - begin < 1_000_000_000:
        before = time.perf_counter_ns()
        world.tick(0.1)
        times.append(time.perf_counter_ns() - before)
    return round(statistics.median(times))


def count_up(agent):
    agent["count"] += 1
    return ploy.RUNNING


if __name__ == "__main__":
    if sys.argv[1:] == ["hash"]:
        worlds = [("farm.xml", "farmer", bind_farm, False), ("watch.xml", "guard", bind_watch, False), ("inn.xml", "guest", bind_inn, True)]
        print("python", *("%016x" % hash_of(*world) for world in worlds))
    else:
        print("python", measure(lambda agent: ploy.RUNNING), measure(count_up))
