# An agent of Ploy as a node: the child of what it decides for, whose methods the world calls.
extends Node

export(String) var type = ""
export(String) var squad = ""

var world
var handle = 0

# Creates the agent. false: there is no such type, and world.error() names the nearest.
func begin(with_world):
    world = with_world
    var made = world.native.create_agent(type, get_parent())
    handle = made if made else 0
    if handle and squad != "":
        world.native.join_squad(handle, squad)
    return handle != 0

# After a load: the agent is there already.
func adopt(with_world, with_handle):
    world = with_world
    handle = with_handle

# The agent goes with its node, whether that is in the tree or not.
func _notification(what):
    if what == NOTIFICATION_EXIT_TREE or what == NOTIFICATION_PREDELETE:
        if handle and is_instance_valid(world):
            world.retire(handle)
        handle = 0

# The blackboard. An object of a domain is its name.
func value(key):
    return world.native.get_value(handle, key)

func put(key, new_value):
    return world.native.set_value(handle, key, new_value, false) == true

# On the squad's blackboard, which all members read.
func tell_squad(key, new_value):
    return world.native.set_value(handle, key, new_value, true) == true

func goal():
    return world.native.goal(handle)

# The steps of the plan as texts, the running one first.
func plan():
    return world.native.plan(handle)

# What it does and why, in English.
func why():
    return world.native.why(handle)

func set_position(position):
    return world.native.set_position(handle, position.x, position.y) == true

# Pursues this goal above all others, until it is finished or has no plan. objects: the names of its arguments.
func push_goal(goal, objects = []):
    return world.native.push_goal(handle, goal, PoolStringArray(objects).join(" ")) == true

# Level of detail: it senses and thinks only in every pace-th of its ticks, 1 to 256.
func set_pace(pace):
    return world.native.set_pace(handle, pace) == true
