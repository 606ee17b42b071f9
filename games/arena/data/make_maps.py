#!/usr/bin/env python3
"""Draws the arena's two maps and scatters their places. Both are point-symmetric, so no side has an
advantage. Run once; its output is kept: halls.map, halls.places, yard.map, yard.places."""
import random

SIDE = 256
WEAPONS = ["pistol", "shotgun", "rocket", "minigun"]


class Grid:
    def __init__(self, free):
        self.cells = [[free] * SIDE for _ in range(SIDE)]

    def fill(self, x, y, width, height, free):
        """A rectangle and its twin on the other side."""
        for j in range(max(y, 0), min(y + height, SIDE)):
            for i in range(max(x, 0), min(x + width, SIDE)):
                self.cells[j][i] = free
                self.cells[SIDE - 1 - j][SIDE - 1 - i] = free

    def border(self, thickness):
        self.fill(0, 0, SIDE, thickness, False)
        self.fill(0, 0, thickness, SIDE, False)

    def is_free(self, x, y, width, height):
        return all(self.cells[j][i] for j in range(y, y + height) for i in range(x, x + width))

    def reached(self):
        """Nodes (2 by 2 cells) that a walk from the first one comes to, without cutting corners."""
        start = next((x, y) for y in range(SIDE - 1) for x in range(SIDE - 1) if self.is_free(x, y, 2, 2))
        seen, todo = {start}, [start]
        while todo:
            x, y = todo.pop()
            for i, j in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if (i, j) not in seen and 0 <= i < SIDE - 1 and 0 <= j < SIDE - 1 and self.is_free(i, j, 2, 2):
                    seen.add((i, j))
                    todo.append((i, j))
        return seen

    def close_pockets(self):
        """What cannot be walked on is wall, so that every free cell is part of the ground."""
        reached = self.reached()
        for y in range(SIDE):
            for x in range(SIDE):
                if not any((x - i, y - j) in reached for i in (0, 1) for j in (0, 1)):
                    self.cells[y][x] = False


def halls(rng):
    """Five by five rooms with doors, crates in them, a hall in the middle, corridors around."""
    grid = Grid(True)
    step, wall = 50, 3
    grid.border(wall)
    for k in (1, 2):  # their twins are the third and the fourth
        grid.fill(k * step + 1, 0, wall, SIDE, False)
        grid.fill(0, k * step + 1, SIDE, wall, False)
    for k in (1, 2):
        for room in range(5):
            for _ in range(1 + rng.randrange(2)):
                at = room * step + 8 + rng.randrange(28)
                grid.fill(k * step + 1, at, wall, 8, True)
                at = room * step + 8 + rng.randrange(28)
                grid.fill(at, k * step + 1, 8, wall, True)
    grid.fill(96, 96, 64, 64, True)
    for x, y in ((104, 104), (146, 104), (124, 112)):
        grid.fill(x, y, 6, 6, False)
    for x, y in ((58, 8), (8, 58), (208, 58), (158, 8)):  # open ground: two rooms made one
        grid.fill(x, y, 38, 40, True)
    for room_y in range(5):
        for room_x in range(5):
            if (room_x, room_y) == (2, 2) or room_y * 5 + room_x > 12:
                continue
            for _ in range(2 + rng.randrange(3)):
                width, height = rng.choice(((4, 4), (8, 3), (3, 8), (6, 6)))
                x = room_x * step + 9 + rng.randrange(30)
                y = room_y * step + 9 + rng.randrange(30)
                if grid.is_free(x - 4, y - 4, width + 8, height + 8):
                    grid.fill(x, y, width, height, False)
    return grid


def yard(rng):
    """Open ground with bunkers and pillars, and long corridors on two sides."""
    grid = Grid(True)
    grid.border(3)
    for x in (24, 46):  # corridors with doors
        grid.fill(x, 24, 4, 208, False)
        for _ in range(6):
            grid.fill(x, 30 + rng.randrange(190), 4, 8, True)
    for y in (60, 120, 180):
        grid.fill(28, y + rng.randrange(16), 18, 4, False)
        grid.fill(30 + rng.randrange(8), y, 8, 24, True)
    placed = 0
    while placed < 11:  # bunkers, open on one side and with a back door
        width, height = 18 + rng.randrange(14), 16 + rng.randrange(12)
        x, y = 56 + rng.randrange(120), 10 + rng.randrange(110)
        if y + height > 124 or x + width > 200 or not grid.is_free(x - 6, y - 6, width + 12, height + 12):
            continue
        grid.fill(x, y, width, height, False)
        grid.fill(x + 3, y + 3, width - 6, height - 6, True)
        grid.fill(*rng.choice(((x + width // 2 - 4, y, 8, 3), (x, y + height // 2 - 4, 3, 8))), True)
        grid.fill(*rng.choice(((x + 4, y + height - 3, width - 8, 3), (x + width - 3, y + 4, 3, height - 8))), True)
        placed += 1
    placed = 0
    while placed < 26:  # pillars
        x, y, size = 54 + rng.randrange(148), 8 + rng.randrange(116), 2 + rng.randrange(4)
        if grid.is_free(x - 5, y - 5, size + 10, size + 10):
            grid.fill(x, y, size, size, False)
            placed += 1
    return grid


def spread(rng, reached, taken, count, apart):
    """Half of them far from each other and from what is there, the other half their twins."""
    roomy = [(x, y) for x, y in sorted(reached) if (x - 1, y - 1) in reached and (x + 1, y + 1) in reached]
    chosen = []
    while len(chosen) < count:
        best, best_distance = None, -1
        for _ in range(60):
            x, y = rng.choice(roomy)
            distance = min((abs(x - i) ** 2 + abs(y - j) ** 2 for i, j in taken[-apart:] + chosen + [(254 - x, 254 - y)]))
            if distance > best_distance:
                best, best_distance = (x, y), distance
        chosen += [best, (254 - best[0], 254 - best[1])]
    taken += chosen
    return chosen


def places(rng, grid):
    reached, taken, lines = grid.reached(), [(-99, -99)], []
    lines += [f"site {x} {y}" for x, y in spread(rng, reached, taken, 12, 1)]
    lines += [f"spawn {x} {y}" for x, y in spread(rng, reached, [(-99, -99)], 48, 1)]
    lines += [f"health {x} {y}" for x, y in spread(rng, reached, taken, 20, 40)]
    ammo = spread(rng, reached, taken, 32, 60)
    lines += [f"ammo {WEAPONS[i // 2 % 4]} {x} {y}" for i, (x, y) in enumerate(ammo)]
    return lines


def write(name, grid, seed):
    rng = random.Random(seed)
    grid.close_pockets()
    with open(name + ".map", "w") as out:
        out.write(f"type octile\nheight {SIDE}\nwidth {SIDE}\nmap\n")
        for row in grid.cells:
            out.write("".join(".@"[not free] for free in row) + "\n")
    with open(name + ".places", "w") as out:
        out.write("# Places by node: the cell with the lowest x and y of the 2 by 2 cells that an agent stands on.\n")
        out.write("\n".join(places(rng, grid)) + "\n")


write("halls", halls(random.Random(7)), 11)
write("yard", yard(random.Random(5)), 12)
