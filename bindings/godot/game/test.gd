# Plays without a player and checks: godot3-server --script test.gd. With --picture=FILE, in a window, it takes a picture.
extends SceneTree

const World = preload("res://addons/ploy/ploy_world.gd")
const Agent = preload("res://addons/ploy/ploy_agent.gd")

# A node whose methods a world calls.
class Worker extends Node:
    var world
    var agent
    var calls = 0
    var answer = World.RUNNING
    var problem = ""

    func work():
        calls += 1
        agent.put("n", agent.value("n") + 1)
        if problem == "tick":
            world.tick(0.1)
        return answer

var failures = 0
var game
var picture = ""

func expect(condition, what):
    if not condition:
        failures += 1
        printerr("FAILED: ", what)

func make_worker(text):
    var world = World.new()
    world.is_paused = true
    get_root().add_child(world)
    world.add_activity("Work", "work", "to:int")
    var ok = world.load_text("tree.xml", text)
    var worker = Worker.new()
    worker.world = world
    worker.agent = Agent.new()
    worker.agent.type = "worker"
    worker.add_child(worker.agent)
    world.add_child(worker)
    return [world, worker, ok]

const TREE = '<ploy version="1"><blackboard><key name="n" type="int"/></blackboard><BehaviorTree ID="T"><Work to="3"/></BehaviorTree><agent name="worker" mind="T"/></ploy>'

func test_misuse():
    var made = make_worker(TREE)
    var world = made[0]
    var worker = made[1]
    expect(worker.agent.begin(world), "an agent begins")
    world.tick(0.1)
    world.tick(0.1)
    expect(worker.calls == 1 and worker.agent.value("n") == 1, "the activity is a method of the node")
    worker.problem = "tick"
    world.tick(0.1)
    expect(world.error().find("not inside a tick of the world") >= 0, "a tick inside a tick is refused")
    worker.problem = ""
    worker.answer = "done"
    world.tick(0.1)
    expect(world.error().find("must return") >= 0, "another result is an error")
    worker.answer = World.RUNNING
    expect(not worker.agent.put("n", "three"), "a wrong type is refused")
    expect(world.error() == "n must be a whole number", "a wrong type is named")
    expect(not worker.agent.put("m", 3), "a key that does not exist is refused")
    expect(world.error().find("'m'") >= 0, "the key is named")
    expect(not world.load_text("tree.xml", TREE.replace("<Work", "<Wrok")), "a file with an error is refused")
    expect(world.error().find("tree.xml:1:") == 0, "the error has its place")
    expect(world.load_text("tree.xml", TREE), "hot reload")
    worker.agent.type = "wroker"
    expect(not worker.agent.begin(world), "there is no such type")
    expect(world.error().find("worker") >= 0, "the nearest type is named")
    expect(not world.tick(-1), "time does not go back")
    var agent = worker.agent
    worker.remove_child(agent)
    agent.world = world
    agent.handle = 1
    expect(agent.value("n") == null and world.error() == "agent 1 is gone", "an agent that is gone is an error")
    agent.handle = 0
    agent.free()
    world.tick(0.1)
    world.queue_free()

func test_attach():
    var made = make_worker(TREE)
    var world = made[0]
    made[1].agent.begin(world)
    expect(world.may_tick(), "without a debugger it may always tick")
    expect(world.attach(70000) == null and world.error() == "a port is 0 to 65535", "a port out of range is refused")
    var address = world.attach(0, true)
    expect(address is String and address.begins_with("127.0.0.1:") and address.length() > 40, "the address has a port and a token")
    expect(not world.may_tick(), "it begins paused")
    expect(world.attach() == null and world.error() != "", "one debugger at a time")
    world.queue_free()

const WOODS = """<ploy version="1"><domain name="woods">
  <type name="place" objects="camp glade hill"/><type name="tree" capacity="3" count="2"/>
  <symbol name="at" type="place"/><symbol name="wood" type="bool"/>
  <table name="distance" of="place place" symmetric="true">camp glade = 4, camp hill = 7.5, glade hill = 5</table>
  <table name="spot" of="tree" type="place" initial="hill">tree.1 = glade</table>
  <action name="Go" cost="1 + distance(at, p)"><param name="p" type="place"/><effect>at = p</effect></action>
  <action name="Fell"><param name="t" type="tree"/><pre>at = spot(t)</pre><effect>wood</effect></action>
  <goal name="Stock">wood</goal><goal name="Be" priority="0"><param name="where" type="place"/>at = where</goal></domain>
  <agent name="cutter" domain="woods"/></ploy>"""

class Cutter extends Node:
    var world
    var agent
    var done = []
    var refused = []

    func go():
        if world.elapsed() < 0.75:
            refused.append(world.spawn("tree"))
            return World.RUNNING
        agent.put("at", world.port("p"))
        done.append(world.port("p"))
        return World.SUCCESS

    func fell():
        done.append(world.port("t"))
        agent.put("wood", true)
        return World.SUCCESS

func test_objects():
    var world = World.new()
    world.is_paused = true
    get_root().add_child(world)
    world.add_activity("Go", "go", "p")
    world.add_activity("Fell", "fell", "t")
    expect(world.load_text("woods.xml", WOODS), "the woods load")
    var cutter = Cutter.new()
    cutter.world = world
    cutter.agent = Agent.new()
    cutter.agent.type = "cutter"
    cutter.add_child(cutter.agent)
    world.add_child(cutter)
    cutter.agent.begin(world)
    expect(world.cell("distance", ["hill", "camp"]) == 7.5 and world.cell("spot", ["tree.1"]) == "glade", "cells are read by names")
    world.tick(0.1)
    world.tick(0.1)
    expect(world.despawn("tree.1") and not world.exists("tree.1"), "an object goes")
    expect(world.spawn("tree") == "tree.1" and world.exists("tree.1"), "another one comes")
    expect(world.set_cell("distance", ["camp", "hill"], 1), "a cell is written")
    for _i in range(20):
        world.tick(0.1)
    expect(cutter.done == ["hill", "tree.1"], "the agent plans again: " + str(cutter.done))
    expect(cutter.refused.size() > 0 and cutter.refused.count(null) == cutter.refused.size(), "nothing is spawned inside a tick")
    expect(cutter.agent.push_goal("Be", ["camp"]), "a goal with an object is pushed")
    world.tick(0.1)
    world.tick(0.1)
    expect(cutter.agent.goal() == "Be" and cutter.agent.plan()[0] == "Go(camp)", "and pursued")
    world.error()
    for wrong in [[world.spawn("place"), "not spawned"], [world.spawn("bush"), "'bush'"], [world.cell("far", ["camp"]), "'far'"]]:
        expect(wrong[0] == null, "refused: " + wrong[1])
    expect(not world.despawn("tree.9") and world.error() == "there is no object 'tree.9'", "an object that is none is named")
    expect(not world.set_cell("distance", ["camp"], 1) and world.error() == "2 objects are wanted, not 1", "an object that lacks is said")
    expect(not world.set_cell("spot", ["tree.1"], 3) and world.error().find("name of an object") >= 0, "a wrong type is refused")
    expect(not cutter.agent.push_goal("Be", ["moon"]) and world.error() == "there is no object 'moon'", "a goal's object is checked")
    expect(cutter.agent.set_pace(4) and not cutter.agent.set_pace(0), "a pace is 1 to 256")
    world.set_grid(["...", "##.", "..."])
    world.block(Vector2(2, 1))
    expect(world.find_path(Vector2(0, 0), Vector2(0, 2)).empty(), "a closed door")
    world.block(Vector2(2, 1), false)
    expect(not world.find_path(Vector2(0, 0), Vector2(0, 2)).empty(), "an open door")
    world.queue_free()

# The program of README.md: test.sh puts it beside the game.
func test_first_agent():
    var script = load("res://first_agent.gd")
    if not script:
        expect(false, "bindings/godot/test.sh writes first_agent.gd")
        return
    var world = World.new()
    world.name = "World"
    world.is_paused = true
    var agent = Agent.new()
    agent.name = "Agent"
    agent.type = "farmer"
    var farmer = script.new()
    farmer.add_child(agent)
    var field = Node.new()
    field.add_child(world)
    field.add_child(farmer)
    get_root().add_child(field)
    var meals = []
    for tick in range(300):
        var before = farmer.stomach
        world.tick(0.1)
        if farmer.stomach > before:
            meals.append(int(round(world.now())))
    expect(meals == [5, 18], "the first agent eats at 5 s and 18 s: " + str(meals))
    field.queue_free()

func test_freed_node():
    var made = make_worker(TREE)
    var world = made[0]
    var outside = Worker.new() # never in the tree
    outside.world = world
    outside.agent = Agent.new()
    outside.agent.type = "worker"
    outside.add_child(outside.agent)
    expect(outside.agent.begin(world), "an agent outside the tree begins")
    world.tick(0.1)
    world.tick(0.1)
    expect(outside.calls == 1, "its node is called")
    outside.free()
    world.tick(0.1)
    world.tick(0.1)
    expect(world.error() == "", "a freed node is not called")
    world.queue_free()

# Every method of the library with arguments that make no sense: an error or a result, never a crash.
func test_garbage():
    var methods = ["error", "tick", "now", "add_activity", "add_condition", "add_scorer", "add_sensor", "load_text", "create_agent", "destroy_agent",
        "detach_agent", "get_value", "set_value", "why", "set_position", "goal", "plan", "join_squad", "get_port", "set_port", "elapsed", "duration", "dt",
        "save", "load_save", "adopt", "hash", "may_tick", "set_grid", "find_path", "sees", "block", "spawn", "despawn", "exists", "cell", "set_cell", "push_goal", "set_pace", "version"]
    var pool = [null, true, false, 0, 1, -1, 3, 2.5, 1e300, 4294967297, "", "n", "to", "worker", "team", "#..\n...", TREE, Vector2(1, 2), [], [1], {}, PoolByteArray([1, 2, 3]), self]
    var state = 12345
    for _round in range(20):
        var made = make_worker(TREE)
        made[1].agent.begin(made[0])
        for _call in range(300):
            var numbers = []
            for _i in range(6):
                state = (state * 1103515245 + 12345) % 2147483648
                numbers.append(state / 65536)
            var arguments = []
            for i in range(numbers[0] % 5):
                arguments.append(pool[numbers[i + 1] % pool.size()])
            if numbers[5] % 4 == 0 and arguments.size() > 0:
                arguments[0] = made[1].agent.handle
            made[0].native.callv(methods[numbers[5] % methods.size()], arguments)
            made[0].tick(0.1)
        made[0].free()

func _initialize():
    for argument in OS.get_cmdline_args():
        if argument.begins_with("--picture="):
            picture = argument.substr(10)
    test_misuse()
    test_attach()
    test_objects()
    test_first_agent()
    test_freed_node()
    test_garbage()
    game = preload("res://main.tscn").instance()
    game.get_node("World").is_paused = true
    get_root().add_child(game)
    call_deferred("play")

func play():
    for tick in range(1200): # a minute
        game.world.tick(0.05)
    var save = game.world.save()
    expect(save.size() > 500, "the world is saved")
    var hash_before = game.world.get_hash()
    var again = World.new()
    again.is_paused = true
    get_root().add_child(again)
    game.bind(again)
    again.load_file("res://guards.xml")
    expect(again.load_save(save, []), "the save is loaded")
    expect(again.get_hash() == hash_before, "the loaded world is the saved one")
    expect(not again.load_save(save, []), "a world that is not fresh refuses a save")
    again.queue_free()
    expect(game.select(game.thief.cell) == game.thief, "the thief is clicked")
    expect(game.thief.agent.why().find("goal") >= 0, "the thief says why")
    for tick in range(6000): # five more
        game.world.tick(0.05)
        if picture != "" and is_worth_a_picture():
            break
    if picture == "":
        expect(game.stolen > 0, "the thief has stolen a gem")
        expect(game.caught > 0, "the guards have caught the thief")
        print("guards: %d gems stolen, %d times caught in 6 minutes" % [game.stolen, game.caught])
        finish()

# The thief has the gem, a guard sees it, and the others are elsewhere.
func is_worth_a_picture():
    var seen_by = null
    var spread = 100.0
    for guard in game.guards:
        if guard.agent.value("in_view"):
            seen_by = guard
        for other in game.guards:
            if other != guard:
                spread = min(spread, guard.cell.distance_to(other.cell))
    game.selected = seen_by
    return seen_by and game.thief.has_gem and spread > 3

var frames = 0

func _idle(_delta):
    frames += 1
    if picture != "" and frames == 5:
        var image = get_root().get_texture().get_data()
        image.flip_y()
        expect(image.save_png(picture) == OK, "a picture is taken")
        finish()
    return false

func finish():
    game.queue_free()
    game = null
    OS.exit_code = 1 if failures > 0 else 0
    call_deferred("quit")
