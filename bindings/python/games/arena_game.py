#!/usr/bin/env python3
"""The arena in a window: red is played by the Python agent below, blue by a mind of the library.

    python3 bindings/python/games/arena_game.py                          red against goap+squad
    python3 bindings/python/games/arena_game.py --blue bt --mode ctf     against another one
    python3 bindings/python/games/arena_game.py --no-window              the result alone

Space pauses, + and - change the speed, a click on a fighter shows what it does, Escape ends. Needs pygame and numpy.
"""
import argparse
import os
import sys
import time

from ploy.arena import Arena, STEPS_PER_SECOND


class Captain:
    """Decides for all fighters of a side: a list of rules, the first that fits. It sees what each of them sees."""

    def __init__(self, arena):
        self.action = {name: number for number, name in enumerate(arena.actions)}
        self.value = {name: number for number, name in enumerate(arena.values)}

    def choose(self, number, seen, mask):
        """The action of fighter `number`."""
        sees = lambda name: seen[self.value[name]]
        for wanted in self.rules(number, sees):
            if mask[self.action[wanted]]:
                return self.action[wanted]
        return self.action["Nothing"]

    def rules(self, number, sees):
        if sees("carrying"):
            yield "CarryFlag"
        if sees("low_health") and sees("knows_health"):
            yield "GoToHealth"
        if sees("target_visible") and sees("weapon_loaded"):
            yield "AttackLongRange" if sees("long_weapon") else "AttackShortRange"
        if not sees("weapon_loaded"):
            if sees("can_reload"):
                yield "Reload"
            if sees("other_ready"):
                yield "ChangeWeapon"
            if sees("knows_ammo"):
                yield "GoToAmmo"
        if sees("low_ammo") and sees("knows_ammo") and sees("distance_to_ammo") < 40:
            yield "GoToAmmo"
        if sees("points"):
            mine = ("One", "Two")[number % 2]  # half of them for each point
            if sees("point_" + mine.lower()) != 1:
                yield "AttackDomPoint" + mine
            yield "AttackDomPoint" + ("Two" if mine == "One" else "One")
        if sees("flags"):
            yield "AttackFlagCarrier" if sees("our_flag") and number % 2 else "PickupFlag"
        yield "SeekClosestEnemy"
        yield "Patrol"


class Window:
    """Draws the arena with pygame."""

    SCALE, PANEL = 3, 300
    GROUND, WALL, TEXT, DIM = (30, 33, 40), (84, 90, 104), (226, 228, 232), (140, 146, 158)
    SIDES = {"red": (238, 92, 78), "blue": (82, 158, 236), None: (170, 174, 182)}
    PICKUPS = {"health": (94, 204, 126), "ammo": (224, 180, 84)}

    def __init__(self, arena, names):
        import pygame
        self.pygame, self.arena, self.names, self.selected = pygame, arena, names, None
        pygame.display.init()
        pygame.font.init()
        height, width = arena.cells.shape
        self.screen = pygame.display.set_mode((width * self.SCALE + self.PANEL, height * self.SCALE))
        pygame.display.set_caption("Ploy: the arena")
        self.small, self.large = pygame.font.Font(None, 19), pygame.font.Font(None, 34)
        self.map = self.draw_map(arena.cells)

    def draw_map(self, cells):
        pygame, scale = self.pygame, self.SCALE
        surface = pygame.Surface((cells.shape[1] * scale, cells.shape[0] * scale))
        surface.fill(self.GROUND)
        for y, x in zip(*(~cells).nonzero()):
            surface.fill(self.WALL, (x * scale, y * scale, scale, scale))
        return surface

    def at(self, thing):
        return int(thing.x * self.SCALE), int(thing.y * self.SCALE)

    def draw(self):
        pygame, screen = self.pygame, self.screen
        screen.fill((20, 22, 27))
        screen.blit(self.map, (0, 0))
        for thing in self.arena.things:
            x, y = self.at(thing)
            color = self.SIDES[thing.side]
            if thing.kind == "point":
                pygame.draw.circle(screen, color, (x, y), 16, 3)
            elif thing.kind == "flag":
                pygame.draw.polygon(screen, color, [(x, y - 14), (x + 13, y - 9), (x, y - 4)])
                pygame.draw.line(screen, color, (x, y - 14), (x, y + 4), 2)
            elif thing.kind == "shot":
                pygame.draw.circle(screen, (255, 244, 170), (x, y), 2)
            else:
                pygame.draw.rect(screen, self.PICKUPS[thing.kind], (x - 3, y - 3, 6, 6), border_radius=2)
        for body in self.arena.bodies:
            if body.health > 0:
                self.draw_body(body)
        self.draw_panel()
        pygame.display.flip()

    def draw_body(self, body):
        pygame, (x, y) = self.pygame, self.at(body)
        color = self.SIDES[body.side]
        pygame.draw.circle(self.screen, color, (x, y), 6)
        pygame.draw.line(self.screen, color, (x, y), (x + body.facing[0] * 12, y + body.facing[1] * 12), 2)
        pygame.draw.rect(self.screen, (60, 64, 74), (x - 8, y - 13, 16, 3))
        pygame.draw.rect(self.screen, self.PICKUPS["health"], (x - 8, y - 13, 16 * body.health // 100, 3))
        if body.name == self.selected:
            pygame.draw.circle(self.screen, self.TEXT, (x, y), 11, 1)

    def draw_panel(self):
        left, top = self.map.get_width() + 16, 16
        minutes, seconds = divmod(int(self.arena.time), 60)
        self.write("%d:%02d" % (minutes, seconds), (left, top), self.TEXT, self.large)
        top += 44
        for side in ("red", "blue"):
            standing = self.arena.standing(side)
            self.write("%s: %d" % (self.names[side], standing.score), (left, top), self.SIDES[side], self.large)
            self.write("%d kills, %d deaths" % (standing.kills, standing.deaths), (left, top + 28), self.DIM)
            top += 54
            for body in self.arena.bodies:
                if body.side == side:
                    color = self.TEXT if body.name == self.selected else self.DIM
                    self.write("%-7s %3d  %s" % (body.name, body.health, body.doing if body.health > 0 else "dead"), (left, top), color)
                    top += 20
            top += 22

    def write(self, text, at, color, font=None):
        self.screen.blit((font or self.small).render(text, True, color), at)

    def click(self, point):
        distance = lambda body: (self.at(body)[0] - point[0]) ** 2 + (self.at(body)[1] - point[1]) ** 2
        nearest = min(self.arena.bodies, key=distance)
        self.selected = nearest.name if distance(nearest) < 400 else None

    def save(self, path):
        self.pygame.image.save(self.screen, path)


def play(arena, captain, seed, window=None, picture=None, frames=None, attach=False):
    """A whole match."""
    observations, infos = arena.reset(seed=seed)
    if attach:
        print("attach: " + arena.attach(), file=sys.stderr, flush=True)
    if window:
        window = window(arena)
        clock, speed, is_paused = window.pygame.time.Clock(), 1, False
    while arena.agents:
        if window:
            pygame = window.pygame
            for event in pygame.event.get():
                key = event.key if event.type == pygame.KEYDOWN else None
                if event.type == pygame.QUIT or key == pygame.K_ESCAPE:
                    return
                if event.type == pygame.MOUSEBUTTONDOWN:
                    window.click(event.pos)
                is_paused ^= key == pygame.K_SPACE
                speed = min(speed * 2, 16) if key in (pygame.K_PLUS, pygame.K_EQUALS) else max(speed / 2, 0.25) if key == pygame.K_MINUS else speed
            if frames is None:
                clock.tick(STEPS_PER_SECOND / arena._steps_per_action * speed)
            if is_paused:
                window.draw()
                continue
        actions = {agent: captain.choose(number, observations[agent], infos[agent]["action_mask"]) for number, agent in enumerate(arena.agents)}
        observations, _rewards, _terminations, _truncations, infos = arena.step(actions)
        if attach and not window:
            time.sleep(arena._steps_per_action / STEPS_PER_SECOND)
        if window:
            window.draw()
            if frames is not None:
                frames -= 1
                if frames <= 0:
                    break
    if window and picture:
        window.selected = "red_0"
        window.draw()
        window.save(picture)


def main():
    parser = argparse.ArgumentParser(description="The arena with a Python agent.")
    parser.add_argument("--mode", default="domination", help="domination, ctf, deathmatch or lms")
    parser.add_argument("--map", default="halls", help="halls or yard")
    parser.add_argument("--blue", default="goap+squad", help="the mind of the other side: goap, fsm, bt, utility, htn, …")
    parser.add_argument("--seconds", type=float, default=180)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-window", action="store_true")
    parser.add_argument("--record", help="write a recording for ploy view and ploy ask")
    parser.add_argument("--attach", action="store_true", help="a debugger may attach: prints the address for ploy attach")
    parser.add_argument("--frames", type=int, help="end after so many pictures, without waiting between them")
    parser.add_argument("--picture", help="save the last picture to this file")
    options = parser.parse_args()
    try:
        arena = Arena(options.mode, options.map, blue=options.blue, seconds=options.seconds, record=options.record)
    except ValueError as error:
        sys.exit(str(error))
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    names = {"red": "Python", "blue": options.blue}
    window = None if options.no_window else lambda arena: Window(arena, names)
    play(arena, Captain(arena), options.seed, window, options.picture, options.frames, options.attach)
    for side in ("red", "blue"):
        standing = arena.standing(side)
        print("%s (%s): %d points, %d kills, %d deaths" % (side, names[side], standing.score, standing.kills, standing.deaths))


if __name__ == "__main__":
    main()
