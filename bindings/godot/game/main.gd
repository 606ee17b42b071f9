# Guards and a thief: a museum at night. Click somebody and read why. R reads guards.xml again, space pauses.
extends Node2D

const CELL = 36
const MAP = [
    "##########################",
    "#.....#..........#.......#",
    "#.....#..........#.......#",
    "#.....#....oo....#...oo..#",
    "#..........oo........oo..#",
    "#.....#..........#.......#",
    "####.##..........###.#####",
    "#........................#",
    "#...oo......oo......oo...#",
    "#...oo......oo......oo...#",
    "#........................#",
    "####.#####......####.#####",
    "#........#......#........#",
    "#........#......#........#",
    "#...............#........#",
    "############.#############",
]
const GEMS = [Vector2(3, 2), Vector2(22, 13), Vector2(23, 1), Vector2(2, 13)]

var door = Vector2(12, 15)
var refuges = [Vector2(1, 14), Vector2(24, 12), Vector2(1, 5), Vector2(24, 5), Vector2(8, 1), Vector2(16, 5)]
var gem = GEMS[0]
var guards = []
var thief
var last_seen = Vector2(12, 10)
var seen_at = -100.0
var stolen = 0
var caught = 0
var selected
var message = ""

onready var world = $World
onready var font = make_font()

func make_font():
    return Label.new().get_font("")

func _ready():
    bind(world)
    if not world.load_file("res://guards.xml"):
        message = world.error()
    guards = [$Gus, $Hal, $Ida]
    thief = $Mia
    for argument in OS.get_cmdline_args():
        if argument.begins_with("--record="):
            world.record(argument.substr(9))
        if argument == "--attach":
            printerr("attach: ", world.attach())
    var routes = [
        [Vector2(3, 4), Vector2(4, 7), Vector2(9, 2), Vector2(15, 5), Vector2(8, 10)],
        [Vector2(20, 5), Vector2(23, 2), Vector2(20, 10), Vector2(18, 7), Vector2(20, 14), Vector2(23, 12)],
        [Vector2(4, 13), Vector2(4, 10), Vector2(11, 13), Vector2(14, 13), Vector2(12, 7)],
    ]
    for i in range(3):
        guards[i].game = self
        guards[i].route = routes[i]
        guards[i].cell = routes[i][0]
        guards[i].agent.begin(world)
    thief.game = self
    thief.cell = door
    thief.agent.begin(world)

func bind(to):
    var rows = []
    for row in MAP:
        rows.append(row.replace("o", "#")) # a case with things to see
    to.set_grid(rows)
    to.add_sensor("eyes", "look")
    to.add_activity("Patrol", "patrol")
    to.add_activity("Search", "search")
    to.add_activity("Chase", "chase")
    to.add_activity("Catch", "catch_thief")
    to.add_activity("SneakToGem", "sneak_to_gem")
    to.add_activity("Grab", "grab")
    to.add_activity("SneakOut", "sneak_out")
    to.add_activity("Hide", "hide_away")

func new_round():
    gem = GEMS[(stolen + caught) % GEMS.size()]
    thief.has_gem = false
    thief.cell = door
    thief.path = []
    thief.outside_until = world.now() + 8
    seen_at = -100.0
    for guard in guards:
        guard.agent.put("in_view", false)
        guard.agent.put("in_reach", false)
        guard.agent.tell_squad("alarm", false)

func catch_thief():
    caught += 1
    new_round()

func escape():
    stolen += 1
    new_round()

func _process(_delta):
    update()

func _unhandled_input(event):
    if event is InputEventMouseButton and event.pressed:
        select(event.position / CELL - Vector2(0.5, 0.5))
    if event is InputEventKey and event.pressed and event.scancode == KEY_R:
        message = "" if world.load_file("res://guards.xml") else world.error()
    if event is InputEventKey and event.pressed and event.scancode == KEY_SPACE:
        world.is_paused = not world.is_paused

func select(cell):
    selected = null
    for walker in guards + [thief]:
        if walker.cell.distance_to(cell) < 1.0:
            selected = walker
    return selected

# Drawing.

func center(cell):
    return (cell + Vector2(0.5, 0.5)) * CELL

func draw_floor():
    for y in range(MAP.size()):
        for x in range(MAP[y].length()):
            var corner = Vector2(x, y) * CELL
            if MAP[y][x] == "#":
                draw_rect(Rect2(corner, Vector2(CELL, CELL)), Color(0.30, 0.29, 0.42))
                if y + 1 >= MAP.size() or MAP[y + 1][x] != "#":
                    draw_rect(Rect2(corner + Vector2(0, CELL - 10), Vector2(CELL, 10)), Color(0.42, 0.40, 0.55))
                continue
            var shade = 0.025 if (x + y) % 2 == 0 else 0.0
            draw_rect(Rect2(corner, Vector2(CELL, CELL)), Color(0.23 + shade, 0.19 + shade, 0.20 + shade))
    for carpet in [Rect2(8, 7, 10, 4), Rect2(1, 1, 5, 5), Rect2(18, 1, 7, 5), Rect2(1, 12, 8, 3), Rect2(17, 12, 8, 3)]:
        var area = Rect2(carpet.position * CELL + Vector2(12, 12), carpet.size * CELL - Vector2(24, 24))
        draw_rect(area, Color(0.42, 0.16, 0.20, 0.5))
        draw_rect(area.grow(-5), Color(0.75, 0.60, 0.35, 0.35), false, 2)
    for y in range(MAP.size()):
        for x in range(MAP[y].length()):
            if MAP[y][x] == "o":
                draw_case(Vector2(x, y) * CELL, (x * 7 + y * 3) % 3)
    draw_rect(Rect2(door * CELL, Vector2(CELL, CELL)), Color(0.42, 0.30, 0.20))
    for spot in GEMS:
        draw_rect(Rect2(spot * CELL + Vector2(8, 12), Vector2(20, 18)), Color(0.45, 0.42, 0.50))
    if not thief.has_gem:
        draw_gem(center(gem) + Vector2(0, -6))

# A glass case with a vase, a mask or a crown.
func draw_case(corner, what):
    draw_rect(Rect2(corner + Vector2(2, 2), Vector2(32, 32)), Color(0.36, 0.27, 0.20))
    draw_rect(Rect2(corner + Vector2(5, 5), Vector2(26, 26)), Color(0.62, 0.74, 0.80, 0.55))
    var at = corner + Vector2(18, 18)
    if what == 0:
        draw_circle(at + Vector2(0, 3), 7, Color(0.75, 0.45, 0.30))
        draw_rect(Rect2(at + Vector2(-3, -9), Vector2(6, 8)), Color(0.75, 0.45, 0.30))
    elif what == 1:
        draw_circle(at, 8, Color(0.85, 0.75, 0.45))
        draw_circle(at + Vector2(-3, -2), 1.5, Color(0.2, 0.15, 0.1))
        draw_circle(at + Vector2(3, -2), 1.5, Color(0.2, 0.15, 0.1))
    else:
        draw_colored_polygon(PoolVector2Array([at + Vector2(-9, 6), at + Vector2(-9, -6), at + Vector2(-4, 0), at + Vector2(0, -8), at + Vector2(4, 0), at + Vector2(9, -6), at + Vector2(9, 6)]), Color(0.95, 0.80, 0.30))

func draw_gem(at):
    draw_colored_polygon(PoolVector2Array([at + Vector2(-8, -3), at + Vector2(-4, -9), at + Vector2(4, -9), at + Vector2(8, -3), at + Vector2(0, 9)]), Color(0.35, 0.90, 0.85))
    draw_colored_polygon(PoolVector2Array([at + Vector2(-4, -3), at + Vector2(4, -3), at + Vector2(0, 9)]), Color(0.75, 1, 0.97))

# The light of a guard's lamp, which ends at walls.
func draw_lamp(guard):
    var is_alarmed = guard.agent.value("alarm")
    var color = Color(1, 0.40, 0.30, 0.25) if is_alarmed else Color(1, 0.92, 0.60, 0.25)
    var points = PoolVector2Array([center(guard.cell)])
    for i in range(21):
        var direction = guard.facing.rotated(deg2rad(-40 + i * 4))
        var length = 0.0
        while length < 6:
            var next = (guard.cell + direction * (length + 0.2)).round()
            if next.y < 0 or next.y >= MAP.size() or next.x < 0 or next.x >= 26 or MAP[next.y][next.x] in ["#", "o"]:
                break
            length += 0.2
        points.append(center(guard.cell + direction * max(length, 0.1)))
    draw_colored_polygon(points, color)

func draw_person(walker, body, hat):
    var at = center(walker.cell)
    draw_string(font, at + Vector2(-10, 28), walker.name, Color(0.9, 0.9, 0.9, 0.8))
    if walker == selected:
        draw_arc(at, 17, 0, TAU, 32, Color(1, 0.95, 0.4), 3)
    draw_circle(at + Vector2(2, 3), 12, Color(0, 0, 0, 0.3))
    draw_circle(at, 12, body)
    draw_circle(at + walker.facing * 3, 8, Color(0.96, 0.82, 0.68))
    draw_circle(at - walker.facing * 1.5, 8, hat)
    draw_circle(at + walker.facing * 9 + walker.facing.tangent() * 3, 1.5, Color(0.1, 0.1, 0.1))
    draw_circle(at + walker.facing * 9 - walker.facing.tangent() * 3, 1.5, Color(0.1, 0.1, 0.1))

func draw_lines(text, at, color, width):
    for line in text.split("\n"):
        while line.length() > 0:
            var part = line.substr(0, width)
            if line.length() > width and part.rfind(" ") > 8:
                part = part.substr(0, part.rfind(" ") + 1)
            draw_string(font, at, part, color)
            line = line.substr(part.length())
            at.y += 18
    return at

func _draw():
    if not thief:
        return
    draw_floor()
    for guard in guards:
        draw_lamp(guard)
    for guard in guards:
        draw_person(guard, Color(0.22, 0.35, 0.62), Color(0.14, 0.20, 0.40))
        if guard.agent.value("alarm"):
            draw_string(font, center(guard.cell) + Vector2(-3, -20), "!", Color(1, 0.4, 0.3))
    if not thief.is_outside():
        draw_person(thief, Color(0.20, 0.20, 0.22), Color(0.08, 0.08, 0.10))
    if thief.has_gem:
        draw_gem(center(thief.cell) + Vector2(0, -22))
    draw_rect(Rect2(Vector2(936, 0), Vector2(300, 576)), Color(0.93, 0.90, 0.82))
    var dark = Color(0.25, 0.20, 0.20)
    draw_string(font, Vector2(952, 28), "Gems stolen %d     Caught %d" % [stolen, caught], dark)
    draw_line(Vector2(952, 40), Vector2(1220, 40), Color(0.7, 0.6, 0.5))
    if selected:
        draw_string(font, Vector2(952, 64), "%s, %s" % [selected.name, selected.agent.type], Color(0.55, 0.2, 0.15))
        draw_lines(selected.agent.why(), Vector2(952, 88), dark, 42)
    else:
        draw_lines("Click a guard or the thief and read why they do what they do.", Vector2(952, 64), dark, 42)
    draw_lines(message, Vector2(952, 480), Color(0.75, 0.2, 0.15), 42)
    draw_lines("R: read guards.xml again   space: pause", Vector2(952, 560), Color(0.5, 0.42, 0.4), 42)
