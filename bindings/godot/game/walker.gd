# Something that walks on the grid. Positions are cells; the game draws them.
extends Node2D

var game
var cell = Vector2() # where it stands, with fractions
var facing = Vector2(0, 1)
var path = []

onready var agent = $Agent

func walk_to(target):
    path = game.world.find_path(cell.round(), target)
    if path.size() > 1:
        path.remove(0) # straight on, not back to the middle of the cell
    return path.size() > 0

# Goes along the path; true: it is there.
func walk(speed):
    var left = speed * game.world.dt()
    while left > 0 and path.size() > 0:
        var way = path[0] - cell
        if way.length() > 0.001:
            facing = way.normalized()
        if way.length() <= left:
            cell = path[0]
            path.remove(0)
            left -= way.length()
        else:
            cell += way.normalized() * left
            left = 0
    agent.set_position(cell)
    return path.size() == 0
