# A world of Ploy as a node: it owns agents and ticks them with the physics of the game.
#
#   onready var world = $World
#   world.add_sensor("eyes", "look")              # calls look() of each agent's node
#   world.add_activity("GoTo", "go_to", "place")  # calls go_to() every tick, go_to_start() and go_to_halt() if there are any
#   world.load_file("res://guards.xml")
#
# A method that fails prints the error, and error() returns it.
extends Node

enum {RUNNING, SUCCESS, FAILURE} # what an activity returns

export(bool) var is_paused = false

var native = preload("res://addons/ploy/ploy_native.gdns").new()
var retired = [] # agents whose nodes are gone

func _physics_process(delta):
    if not is_paused and may_tick():
        tick(delta)

# Seconds. false: an error, for example a tick inside a tick.
func tick(delta):
    for handle in retired:
        native.destroy_agent(handle)
    retired.clear()
    return native.tick(delta) == true

# An agent whose node leaves the tree: it goes with the next tick.
func retire(handle):
    native.detach_agent(handle)
    retired.append(handle)

func now():
    return native.now()

# What went wrong last, or "".
func error():
    return native.error()

# method: of each agent's node. It returns RUNNING, SUCCESS or FAILURE.
func add_activity(name, method, ports = ""):
    return native.add_activity(name, method, ports) == true

# method returns true or false.
func add_condition(name, method, ports = ""):
    return native.add_condition(name, method, ports) == true

# method returns a number.
func add_scorer(name, method, ports = ""):
    return native.add_scorer(name, method, ports) == true

func add_sensor(name, method):
    return native.add_sensor(name, method) == true

# The same path again is hot reload; a file with an error changes nothing.
func load_file(path):
    var file = File.new()
    if file.open(path, File.READ) != OK:
        return false
    return load_text(path.get_file(), file.get_as_text())

func load_text(name, text):
    return native.load_text(name, text) == true

# Inside an activity, condition or scorer: its ports and times.
func port(name):
    return native.get_port(name)

func set_port(name, value):
    return native.set_port(name, value) == true

func elapsed():
    return native.elapsed()

func duration():
    return native.duration()

# Of the agent that is called: seconds since its last tick.
func dt():
    return native.dt()

# A PoolByteArray with all that decides what happens next. The game saves its own values.
func save():
    return native.save()

# Into a fresh world with the same callbacks and files; nodes: PloyAgents, in the order they were created.
func load_save(bytes, nodes):
    if native.load_save(bytes) != true:
        return false
    for i in range(nodes.size()):
        nodes[i].adopt(self, native.adopt(i + 1, nodes[i].get_parent()))
    return true

# 16 hexadecimal digits: worlds with equal hashes go on in the same way.
func get_hash():
    return native.hash()

# Before the first agent. `ploy view` shows the file.
func record(path):
    return native.record(ProjectSettings.globalize_path(path)) == true

# Lets a debugger attach: gives the address for `ploy attach` and `ploy view --live --attach`, or null. Record first, if you do.
# paused: from the beginning, until a debugger resumes the world.
func attach(port = 0, paused = false):
    return native.attach(port, paused)

# Before each tick, which this node does by itself: executes what the debugger has sent. false: the world is paused.
func may_tick():
    return native.may_tick()

# Rows of text, '#' is blocked.
func set_grid(rows):
    return native.set_grid(PoolStringArray(rows).join("\n")) == true

# Cells from one to the other; empty: there is no path.
func find_path(from, to):
    var cells = []
    var numbers = native.find_path(int(from.x), int(from.y), int(to.x), int(to.y))
    if numbers:
        for i in range(0, numbers.size(), 2):
            cells.append(Vector2(numbers[i], numbers[i + 1]))
    return cells

func sees(from, to):
    return native.sees(int(from.x), int(from.y), int(to.x), int(to.y))

# Closes a cell of the grid for a while, such as a door, or opens it again.
func block(cell, is_blocked = true):
    return native.block(int(cell.x), int(cell.y), is_blocked) == true

# Objects of a domain that come and go, by name: a type with a capacity. Between two ticks. Gives "tree.3", or null.
func spawn(type):
    return native.spawn(type)

# Agents whose plan needs the object plan again.
func despawn(object):
    return native.despawn(object) == true

func exists(object):
    return native.exists(object)

# A cell of a table of a domain: cell("distance", ["camp", "hill"]).
func cell(table, objects):
    return native.cell(table, PoolStringArray(objects).join(" "))

# Between two ticks.
func set_cell(table, objects, value):
    return native.set_cell(table, PoolStringArray(objects).join(" "), value) == true
