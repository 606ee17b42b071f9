extends "res://walker.gd"

const World = preload("res://addons/ploy/ploy_world.gd")

var route = [] # cells of its round
var stop = 0

# Sensor: a cone of 80 degrees, six cells deep, that walls block.
func look():
    var thief = game.thief
    var way = thief.cell - cell
    var in_view = way.length() < 1.6 or way.length() < 6 and facing.dot(way.normalized()) > 0.76
    in_view = in_view and not thief.is_outside() and game.world.sees(cell.round(), thief.cell.round())
    agent.put("in_view", in_view)
    agent.put("in_reach", in_view and way.length() < 0.9)
    if in_view:
        game.last_seen = thief.cell.round()
        game.seen_at = game.world.now()
        agent.tell_squad("alarm", true)
    elif game.world.now() - game.seen_at > 5:
        agent.tell_squad("alarm", false)

func patrol_start():
    stop = (stop + 1) % route.size()
    return World.RUNNING if walk_to(route[stop]) else World.FAILURE

func patrol():
    return World.SUCCESS if walk(2.2) else World.RUNNING

func search_start():
    return World.RUNNING if walk_to(game.last_seen) else World.FAILURE

func search():
    if agent.value("in_view"):
        return World.SUCCESS
    if walk(2.8): # nobody here: look around
        facing = facing.rotated(2.5 * game.world.dt())
    return World.RUNNING

func chase():
    if not agent.value("in_view"):
        return World.FAILURE
    walk_to(game.thief.cell.round())
    walk(3.0)
    return World.SUCCESS if agent.value("in_reach") else World.RUNNING

func catch_thief():
    if cell.distance_to(game.thief.cell) > 1.2:
        return World.FAILURE
    game.catch_thief()
    return World.SUCCESS
