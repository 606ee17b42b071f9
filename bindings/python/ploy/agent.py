"""Agents of a world."""
from __future__ import annotations

from threading import get_ident
from typing import TYPE_CHECKING, Any, List, NamedTuple, Optional, Tuple

from .blackboard import Blackboard
from .generated import MAX_ARGS, MAX_PACE, NONE, Status
from .library import Error, GoneError, bytes_of, expect, ffi, forget_log, lib, printed, text_of
from .memory import Memory

if TYPE_CHECKING:
    from .squads import Order, Squad
    from .world import World


_get = lib.ploy_blackboard_get


class Step(NamedTuple):
    """A step of a plan: an action with the names of its arguments."""

    action: str
    args: Tuple[str, ...] = ()
    cost: float = 0

    def __str__(self) -> str:
        return "%s(%s)" % (self.action, ", ".join(self.args)) if self.args else self.action


class Agent:
    """An agent of a world. Callbacks get it. `agent["hungry"]` is its blackboard; your own attributes may be added to
    it. After it was destroyed every use raises GoneError."""

    def __init__(self, world: "World", user: Any) -> None:
        #: The world it belongs to.
        self.world = world
        #: Whatever the game gave to World.create.
        self.user = user
        self._pointer: Any = None
        self._board_pointer: Any = None
        self._thread = world._thread
        self._known = world._keys.known
        self._id: Any = None
        self._handle = ffi.new_handle(self)
        #: Its blackboard.
        self.blackboard = Blackboard(world, self._board)
        #: Its working memory.
        self.memory = Memory(world, self._facts)

    def _use(self) -> Any:
        self.world._use()
        if self._pointer is None:
            raise GoneError("the agent")
        return self._pointer

    def _board(self) -> Any:
        board = self._use().blackboard
        if not board:
            raise Error("the agent has no blackboard: no file and no call has added a key")
        return board

    def _facts(self) -> Any:
        memory = self._use().memory
        if not memory:
            raise Error("the agent has no working memory: no file has a fact type")
        return memory

    # The two that games call most: as blackboard[key], in one step.

    def __getitem__(self, key: str) -> Any:
        if self._board_pointer is None or self._thread != get_ident():
            return self.blackboard[key]
        known = self._known.get(key) or self.world._keys.find(key)
        return known[2](_get(self._board_pointer, known[0]))

    def __setitem__(self, key: str, value: Any) -> None:
        board = self._board_pointer
        if board is None or self._thread != get_ident():
            board = self._board()
        self.blackboard._write(board, key, value)

    def _take(self, identity: Any, pointer: Any) -> None:
        self._id, self._pointer = identity, pointer
        self._board_pointer = pointer.blackboard or None

    def _drop(self) -> None:
        self._pointer = self._board_pointer = None

    @property
    def is_alive(self) -> bool:
        """False once it was destroyed."""
        return self._pointer is not None

    @property
    def id(self) -> Tuple[int, int]:
        """Its index, from 1, and generation. Never used again."""
        self._use()
        return self._id.index1, self._id.generation

    @property
    def index(self) -> int:
        """Its index, from 1."""
        self._use()
        return self._id.index1

    @property
    def type(self) -> str:
        """The name of its type, or ""."""
        return text_of(lib.ploy_agent_type(self._use()))

    @property
    def now(self) -> float:
        """Seconds since the world was created."""
        return self._use().now / 1_000_000

    @property
    def dt(self) -> float:
        """Seconds since its last tick."""
        return self._use().dt / 1_000_000

    @property
    def position(self) -> Tuple[int, int]:
        """For recordings: x and y in 1/1000 of a cell of the game's map."""
        point = self._use().position
        return point.x, point.y

    @position.setter
    def position(self, point: Tuple[int, int]) -> None:
        to = self._use().position
        to.x, to.y = int(point[0]), int(point[1])

    def fail(self, reason: str) -> bool:
        """For an activity: `return agent.fail("the door is locked")`. The reason is in recordings and in why()."""
        agent = self._use()
        agent.reason = lib.ploy_bindings_add_reason(self.world._bindings, bytes_of(reason))
        return False

    def destroy(self) -> None:
        """Ends it: at once, or inside a tick when the tick ends."""
        self._use()
        self.world._end_agent(self)

    def why(self) -> str:
        """What it does and why, in English; "" if its mind has nothing to say."""
        agent = self._use()
        return printed(lambda text, size: lib.ploy_mind_why(agent, text, size))

    def random(self, bound: int) -> int:
        """A number in 0 .. bound - 1 from the agent's own random numbers, which are saved."""
        if not 0 < bound < 1 << 32:
            raise ValueError("the bound is 1 .. 2^32 - 1")
        return lib.ploy_random_below(ffi.addressof(self._use(), "random"), bound)

    def set_sensor(self, index: int, on: bool) -> None:
        """Switches a sensor on or off, by the index that World.sensor gave it."""
        if not 0 <= index < self.world._sensor_count:
            raise IndexError("no sensor %d" % index)
        self._use()
        expect(lib.ploy_agent_set_sensor(self.world._use(), self._id, index, bool(on)), "ploy_agent_set_sensor")

    def set_pace(self, pace: int) -> None:
        """Level of detail: it senses and thinks only in every pace-th of its ticks, 1 to 256, and acts in all of them."""
        if not 1 <= int(pace) <= MAX_PACE:
            raise ValueError("the pace is 1 to %d" % MAX_PACE)
        self._use()
        world = self.world._not_while_thinking("ploy_agent_set_pace")
        expect(lib.ploy_agent_set_pace(world, self._id, int(pace)), "ploy_agent_set_pace")

    def set_mind(self, other: "Optional[Agent]") -> None:
        """Ends its mind and begins that of another agent of the world; None: nothing decides for it. Inside a tick, when it
        ends."""
        self._use()
        if other is not None and (not isinstance(other, Agent) or other.world is not self.world):
            raise TypeError("an agent of the same world is wanted, not %r" % (other,))
        world = self.world._not_while_thinking("ploy_agent_set_mind")
        if self.world._domains.is_stale:
            raise Error("a file was loaded in this tick: change the mind when the tick has ended", Status.NOT_SUPPORTED)
        mind = ffi.NULL if other is None else other._use().mind
        expect(lib.ploy_agent_set_mind(world, self._id, mind), "ploy_agent_set_mind")
        if not self.world._is_ticking:
            self.world._state.raise_noted()

    # Squads.

    @property
    def squad(self) -> "Optional[Squad]":
        """The squad it is in, or None."""
        return self.world.squads._of(self)

    @property
    def order(self) -> "Optional[Order]":
        """The open order of its squad, or None."""
        return self.world.squads._order(self)

    # Of agents that plan.

    def _planning(self) -> Tuple[Any, Any]:
        agent = self._use()
        if not agent.mind or text_of(agent.mind.kind.name) != "goap":
            raise Error("the agent does not plan: its mind is not GOAP")
        return agent, lib.ploy_goap_domain(agent.mind)

    @property
    def goal(self) -> Optional[str]:
        """The goal that it pursues."""
        agent, domain = self._planning()
        goal = lib.ploy_goap_goal(agent, ffi.NULL)
        return None if goal == NONE else text_of(lib.ploy_domain_goal(domain, goal).name)

    @property
    def action(self) -> Optional[Step]:
        """The action that is running."""
        agent, domain = self._planning()
        args = ffi.new("uint32_t[]", MAX_ARGS)
        action = lib.ploy_goap_action(agent, args)
        return None if action == NONE else step_of(domain, action, args, 0)

    @property
    def plan(self) -> List[Step]:
        """The remaining steps, the running one first."""
        agent, domain = self._planning()
        steps = ffi.new("ploy_step[]", 64)
        count = min(lib.ploy_goap_steps(agent, steps, 64), 64)
        return [step_of(domain, steps[i].action, steps[i].args, 0) for i in range(count)]

    @property
    def progress(self) -> float:
        """Of the running action, 0 to 1 (done)."""
        value = lib.ploy_goap_progress(self._planning()[0])
        if not self.world._is_ticking:
            self.world._state.raise_noted()
        return value / 1000

    def priority(self, goal: str) -> float:
        """Of a goal when it was last evaluated; 0: it is not relevant, or was not evaluated yet."""
        agent, domain = self._planning()
        number = lib.ploy_domain_find_goal(domain, bytes_of(goal))
        if number == NONE:
            raise KeyError("no goal '%s'" % goal)
        return lib.ploy_goap_priority(agent, number) / 1000

    def push_goal(self, goal: str, *args: str) -> None:
        """Makes it pursue this goal above all others, until it is finished or has no plan."""
        agent, domain = self._planning()
        number, objects = goal_of(domain, goal, args)
        forget_log()
        expect(lib.ploy_goap_push(agent, number, objects), "ploy_goap_push")

    def abort_goal(self) -> None:
        """Aborts the current goal and the pushed one."""
        lib.ploy_goap_abort(self._planning()[0])

    def replan(self) -> None:
        """Chooses and plans in its next tick."""
        lib.ploy_goap_replan(self._planning()[0])


def step_of(domain: Any, action: int, args: Any, cost: int) -> Step:
    info = lib.ploy_domain_action(domain, action)
    names = [text_of(lib.ploy_domain_object_name(domain, info.param_types[i], args[i])) for i in range(info.param_count)]
    return Step(text_of(info.name), tuple(names), cost / 1000)


def objects_of(domain: Any, what: str, info: Any, args: Tuple[str, ...]) -> Any:
    """Object indices for the arguments of an action or a goal."""
    if len(args) != info.param_count:
        raise TypeError("%s takes %d arguments, not %d" % (what, info.param_count, len(args)))
    objects = ffi.new("uint32_t[]", MAX_ARGS)
    for i, name in enumerate(args):
        objects[i] = lib.ploy_domain_find_object(domain, info.param_types[i], bytes_of(name))
        if objects[i] == NONE:
            raise KeyError("%s: no object '%s'" % (what, name))
    return objects


def goal_of(domain: Any, goal: str, args: Tuple[str, ...]) -> Tuple[int, Any]:
    number = lib.ploy_domain_find_goal(domain, bytes_of(goal))
    if number == NONE:
        raise KeyError("no goal '%s'" % goal)
    return number, objects_of(domain, goal, lib.ploy_domain_goal(domain, number), args)


def action_of(domain: Any, action: str, args: Optional[Tuple[str, ...]]) -> Tuple[int, Any]:
    """args None: any arguments."""
    number = lib.ploy_domain_find_action(domain, bytes_of(action))
    if number == NONE:
        raise KeyError("no action '%s'" % action)
    info = lib.ploy_domain_action(domain, number)
    return number, ffi.NULL if args is None else objects_of(domain, action, info, args)


__all__ = ["Agent", "Step", "Status"]
