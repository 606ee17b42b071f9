"""The arena as an environment: a shooter in which a side is played by your own agents, learned or scripted, and the other
by GOAP, a state machine, a behavior tree, utility AI or a task network of the library.

The methods are those of a parallel environment of PettingZoo: reset, step, observe, spaces, render, close. PettingZoo
itself is not needed.

    from ploy.arena import Arena

    arena = Arena(mode="domination", blue="goap+squad")
    observations, infos = arena.reset(seed=1)
    while arena.agents:
        actions = {agent: arena.action_space(agent).sample(infos[agent]["action_mask"]) for agent in arena.agents}
        observations, rewards, terminations, truncations, infos = arena.step(actions)
"""
from __future__ import annotations

import ctypes
import os
import random
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

import numpy

from .generated import NONE

#: Steps of the game per second.
STEPS_PER_SECOND = 60


class _Def(ctypes.Structure):
    _fields_ = [("mode", ctypes.c_char_p), ("map", ctypes.c_char_p), ("sides", ctypes.c_char_p * 2), ("agents", ctypes.c_uint32), ("record", ctypes.c_char_p)]


class _Standing(ctypes.Structure):
    _fields_ = [("score", ctypes.c_int32), ("kills", ctypes.c_uint32), ("deaths", ctypes.c_uint32)]


class _Body(ctypes.Structure):
    _fields_ = [("x", ctypes.c_int32), ("y", ctypes.c_int32), ("facing_x", ctypes.c_int32), ("facing_y", ctypes.c_int32),
                ("health", ctypes.c_int32), ("side", ctypes.c_uint32), ("doing", ctypes.c_char_p)]


class _Thing(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_uint32), ("x", ctypes.c_int32), ("y", ctypes.c_int32), ("side1", ctypes.c_uint32)]


def _open() -> Any:
    folders = [os.environ.get("PLOY_LIBRARY"), str(Path(__file__).parent)]
    paths = [str(Path(folder) / "libploy-arena.so") for folder in folders if folder]
    library = ctypes.CDLL(next((path for path in paths if os.path.exists(path)), "libploy-arena.so"))
    handle, number = ctypes.c_void_p, ctypes.c_uint32
    for name, result, arguments in (
            ("create", handle, [ctypes.POINTER(_Def), ctypes.c_char_p, ctypes.c_size_t]), ("destroy", None, [handle]),
            ("reset", ctypes.c_bool, [handle, ctypes.c_uint64]), ("step", number, [handle, number]), ("attach", ctypes.c_char_p, [handle, ctypes.c_bool, ctypes.c_char_p, ctypes.c_size_t]), ("action_count", number, [handle]),
            ("action_name", ctypes.c_char_p, [handle, number]), ("act", ctypes.c_bool, [handle, number, number]),
            ("mask", None, [handle, number, ctypes.c_void_p]), ("value_count", number, []), ("value_name", ctypes.c_char_p, [number]),
            ("observe", None, [handle, number, ctypes.c_void_p]), ("side", _Standing, [handle, number]), ("agent", _Standing, [handle, number]),
            ("has_teams", ctypes.c_bool, [handle]), ("hash", ctypes.c_uint64, [handle]),
            ("cells", ctypes.POINTER(ctypes.c_uint8), [handle, ctypes.POINTER(number), ctypes.POINTER(number)]),
            ("agent_count", number, [handle]), ("body", _Body, [handle, number]), ("things", number, [handle, ctypes.POINTER(_Thing), number])):
        function = getattr(library, "arena_environment_" + name)
        function.restype, function.argtypes = result, arguments
    return library


class Discrete:
    """A space of n actions."""

    def __init__(self, n: int, seed: Optional[int] = None) -> None:
        self.n = n
        self._random = random.Random(seed)

    def seed(self, seed: Optional[int] = None) -> None:
        self._random.seed(seed)

    def sample(self, mask: Any = None) -> int:
        """A random action, of those that the mask allows."""
        allowed: Any = range(self.n) if mask is None else numpy.flatnonzero(mask)
        return int(self._random.choice(allowed)) if len(allowed) else self.n - 1

    def contains(self, action: Any) -> bool:
        return 0 <= int(action) < self.n


class Box(NamedTuple):
    """A space of arrays."""

    shape: Tuple[int, ...]
    dtype: Any


class Standing(NamedTuple):
    """Of a side or an agent."""

    score: int
    kills: int
    deaths: int


class Body(NamedTuple):
    """Where an agent is, in cells, and what it does."""

    name: str
    side: str
    x: float
    y: float
    facing: Tuple[float, float]
    health: int
    doing: str


class Thing(NamedTuple):
    """What lies or flies around: "shot", "health", "ammo", "point" or "flag", and whose it is."""

    kind: str
    x: float
    y: float
    side: Optional[str]


_SIDES = ("red", "blue")
_KINDS = ("shot", "health", "ammo", "point", "flag")


class Arena:
    """A match. Sides that are None are yours: their agents are `agents`, "red_0" and so on.

    An action is the number of an activity in `actions`, the same ones that the library's own minds choose from; the agent
    does it until it gets another action. The last action is "Nothing". infos[agent]["action_mask"] says what could be
    started now. An observation is an array of float32, named by `values`: what is on the agent's blackboard. The reward is
    what the score of the side (in modes without teams: of the agent) has changed by."""

    metadata = {"name": "ploy_arena_v0", "render_modes": ["rgb_array"], "is_parallelizable": True}

    def __init__(self, mode: str = "domination", map: str = "halls", red: Optional[str] = None, blue: Optional[str] = "goap+squad", *,
                 agents: int = 10, seconds: float = 120, steps_per_action: int = 6, record: Optional[str] = None) -> None:
        """mode: domination, ctf, deathmatch or lms. map: halls or yard. red, blue: goap, fsm, bt, utility, htn, gobt, fuzzy or
        random, each also with "+squad"; None: yours. seconds: length of a match. steps_per_action: of 1/60 second. record: the
        file that each match is recorded into, for `ploy view` and `ploy ask`."""
        if agents < 2 or agents > 1000:
            raise ValueError("there are 2 to 1,000 agents")
        if steps_per_action < 1:
            raise ValueError("an action takes at least one step")
        self._library = _open()
        encode = lambda text: None if text is None else text.encode()
        definition = _Def(encode(mode), encode(map), (ctypes.c_char_p * 2)(encode(red), encode(blue)), agents, encode(record))
        message = ctypes.create_string_buffer(400)
        self._handle = self._library.arena_environment_create(ctypes.byref(definition), message, len(message))
        if not self._handle:
            raise ValueError(message.value.decode())
        call = self._call
        self.actions: List[str] = [call("action_name", i).decode() for i in range(call("action_count"))] + ["Nothing"]
        self.values: List[str] = [self._library.arena_environment_value_name(i).decode() for i in range(self._library.arena_environment_value_count())]
        sides = (red, blue)
        self._all = ["%s_%d" % (_SIDES[i % 2], i // 2) for i in range(agents)]
        self._index = {name: i for i, name in enumerate(self._all) if sides[i % 2] is None}
        self.possible_agents: List[str] = list(self._index)
        self.agents: List[str] = []
        self._end = round(seconds * STEPS_PER_SECOND)
        self._steps_per_action = steps_per_action
        self._step = 0
        self._scores: Dict[str, int] = {}
        self._spaces = {name: Discrete(len(self.actions), i) for i, name in enumerate(self._all)}
        self._has_teams = False

    def _call(self, name: str, *args: Any) -> Any:
        if not self._handle:
            raise RuntimeError("the arena is closed")
        return getattr(self._library, "arena_environment_" + name)(self._handle, *args)

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self.close()

    def close(self) -> None:
        """Frees it now."""
        self._library.arena_environment_destroy(self._handle)
        self._handle = None
        self.agents = []

    def observation_space(self, agent: str) -> Box:
        return Box((len(self.values),), numpy.float32)

    def action_space(self, agent: str) -> Discrete:
        return self._spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Dict[str, Any], Dict[str, Any]]:
        """A new match. The same seed and the same actions give the same match."""
        if not self._call("reset", 1 if seed is None else seed):
            raise OSError("the recording cannot be written, or out of memory")
        self.agents, self._step = list(self.possible_agents), 0
        self._has_teams = self._call("has_teams")
        self._scores = {agent: self._score(agent) for agent in self.agents}
        return self._observations(), self._infos()

    def _score(self, agent: str) -> int:
        index = self._index[agent]
        return (self._call("side", index % 2) if self._has_teams else self._call("agent", index)).score

    def observe(self, agent: str) -> Any:
        """What the agent knows now."""
        values = numpy.empty(len(self.values), numpy.float32)
        self._call("observe", self._index[agent], values.ctypes.data)
        return values

    def action_mask(self, agent: str) -> Any:
        """One byte per action: 1 if it could be started now. Nothing is always possible."""
        mask = numpy.ones(len(self.actions), numpy.int8)
        self._call("mask", self._index[agent], mask.ctypes.data)
        return mask

    def _observations(self) -> Dict[str, Any]:
        return {agent: self.observe(agent) for agent in self.agents}

    def _infos(self) -> Dict[str, Any]:
        return {agent: {"action_mask": self.action_mask(agent)} for agent in self.agents}

    def step(self, actions: Dict[str, int]) -> Tuple[Dict[str, Any], Dict[str, float], Dict[str, bool], Dict[str, bool], Dict[str, Any]]:
        """All agents act at once. Returns observations, rewards, terminations, truncations and infos by agent. Who has no
        action goes on. After the last step `agents` is empty. While a debugger has paused the match, no time passes."""
        if not self.agents:
            raise RuntimeError("the match is over: reset it")
        for agent, action in actions.items():
            self.act(agent, action)
        self._step += self._call("step", min(self._steps_per_action, self._end - self._step))
        scores = {agent: self._score(agent) for agent in self.agents}
        rewards = {agent: float(scores[agent] - self._scores[agent]) for agent in self.agents}
        self._scores = scores
        is_over = self._step >= self._end
        result = (self._observations(), rewards, {agent: False for agent in self.agents}, {agent: is_over for agent in self.agents}, self._infos())
        if is_over:
            self.agents = []
        return result

    def attach(self, *, paused: bool = False) -> str:
        """Lets a debugger of this machine attach to the match until the next reset, and returns the address for `ploy attach`
        and `ploy view --live --attach`. paused: from the beginning."""
        message = ctypes.create_string_buffer(400)
        address = self._call("attach", paused, message, len(message))
        if not address:
            raise RuntimeError(message.value.decode())
        return address.decode()

    def act(self, agent: str, action: int) -> None:
        """The agent does this from the next step on."""
        if agent not in self._index:
            raise KeyError("'%s' is not an agent of yours" % agent)
        if not self.action_space(agent).contains(action):
            raise ValueError("there are %d actions" % len(self.actions))
        self._call("act", self._index[agent], NONE if action == len(self.actions) - 1 else int(action))

    # What is to be seen.

    @property
    def time(self) -> float:
        """Seconds of the match so far."""
        return self._step / STEPS_PER_SECOND

    @property
    def hash(self) -> int:
        """Of all that decides how the match goes on."""
        return self._call("hash")

    def standing(self, side: str) -> Standing:
        """The score of "red" or "blue"."""
        standing = self._call("side", _SIDES.index(side))
        return Standing(standing.score, standing.kills, standing.deaths)

    @property
    def cells(self) -> Any:
        """The map as an array of rows: True where one can walk."""
        width, height = ctypes.c_uint32(), ctypes.c_uint32()
        cells = self._call("cells", ctypes.byref(width), ctypes.byref(height))
        if not cells:
            raise RuntimeError("there is no match: reset it")
        return (numpy.ctypeslib.as_array(cells, (height.value, width.value)) & 1).astype(bool)

    @property
    def bodies(self) -> List[Body]:
        """All agents, of both sides."""
        bodies = []
        for i, name in enumerate(self._all):
            body = self._call("body", i)
            bodies.append(Body(name, _SIDES[body.side], body.x / 1024, body.y / 1024, (body.facing_x / 16384, body.facing_y / 16384), body.health,
                               body.doing.decode()))
        return bodies

    @property
    def things(self) -> List[Thing]:
        """Shots in the air, pickups that are there, points and flags."""
        count = self._call("things", None, 0)
        things = (_Thing * count)()
        self._call("things", things, count)
        return [Thing(_KINDS[each.kind], each.x / 1024, each.y / 1024, _SIDES[each.side1 - 1] if each.side1 else None) for each in things]

    def render(self, scale: int = 3) -> Any:
        """A picture: an array of height, width and 3 colors."""
        cells = self.cells
        picture = numpy.where(cells[..., None], numpy.array((38, 41, 48)), numpy.array((92, 98, 110))).astype(numpy.uint8)
        picture = picture.repeat(scale, 0).repeat(scale, 1)
        colors = {"red": (235, 86, 75), "blue": (77, 155, 230), None: (200, 200, 200)}
        kinds = {"shot": (1, (255, 240, 150)), "health": (2, (91, 201, 120)), "ammo": (2, (222, 176, 80)), "point": (5, None), "flag": (4, None)}

        def paint(x: float, y: float, radius: int, color: Any) -> None:
            cx, cy = int(x * scale), int(y * scale)
            picture[max(cy - radius, 0):cy + radius + 1, max(cx - radius, 0):cx + radius + 1] = color

        for thing in self.things:
            radius, color = kinds[thing.kind]
            paint(thing.x, thing.y, radius * scale // 3 or 1, color or colors[thing.side])
        for body in self.bodies:
            if body.health > 0:
                paint(body.x, body.y, scale, colors[body.side])
        return picture


__all__ = ["Arena", "Body", "Box", "Discrete", "Standing", "Thing", "STEPS_PER_SECOND"]
