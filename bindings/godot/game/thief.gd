extends "res://walker.gd"

const World = preload("res://addons/ploy/ploy_world.gd")

var has_gem = false
var outside_until = 0.0 # after a round it comes back when the guards have calmed down

func is_outside():
    return game.world.now() < outside_until

func look():
    var is_hunted = false
    for guard in game.guards:
        is_hunted = is_hunted or guard.agent.value("in_view")
    agent.put("hunted", is_hunted)
    agent.put("has_gem", has_gem)
    agent.put("at_gem", cell.distance_to(game.gem) < 0.5)

func sneak_to_gem_start():
    return World.RUNNING if walk_to(game.gem) else World.FAILURE

func sneak_to_gem():
    if is_outside():
        return World.RUNNING
    return World.SUCCESS if walk(2.6) else World.RUNNING

func grab():
    if game.world.elapsed() < game.world.duration():
        return World.RUNNING
    has_gem = true
    agent.put("has_gem", true)
    return World.SUCCESS

func sneak_out_start():
    return World.RUNNING if walk_to(game.door) else World.FAILURE

func sneak_out():
    if not walk(2.6):
        return World.RUNNING
    game.escape()
    return World.SUCCESS

# The refuge that the guards are farthest from.
func hide_start():
    var best = -1
    var refuge = game.door
    for spot in game.refuges:
        var distance = 100
        for guard in game.guards:
            distance = min(distance, guard.cell.distance_to(spot))
        if distance - cell.distance_to(spot) * 0.3 > best:
            best = distance - cell.distance_to(spot) * 0.3
            refuge = spot
    return World.RUNNING if walk_to(refuge) else World.FAILURE

func hide_away():
    return World.SUCCESS if walk(3.5) else World.RUNNING
