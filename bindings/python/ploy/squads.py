"""Squads: groups of agents with a shared blackboard, tasks and orders; and claims on resources."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, List, NamedTuple, Optional, Sequence

from .blackboard import Blackboard
from .generated import OrderKind, OrderState, Role, SQUAD_PLACES, SquadTaskEnd, SquadTaskKind, Status
from .library import Error, GoneError, bytes_of, c_text, expect, ffi, forget_log, lib, microseconds, printed, text_of

if TYPE_CHECKING:
    from .agent import Agent
    from .world import World


class Order(NamedTuple):
    """What a squad wants a member to do."""

    number: int
    kind: OrderKind
    role: Role
    place: int
    target: int


class Task(NamedTuple):
    """The task that a squad is at; number 0: none."""

    number: int
    kind: SquadTaskKind
    phase: int
    waiting: int


def _order(order: Any) -> Order:
    return Order(order.number, OrderKind(order.kind), Role(order.role), order.place, order.target)


def _task(kind: "SquadTaskKind | str") -> SquadTaskKind:
    if isinstance(kind, str):
        try:
            return SquadTaskKind[kind.upper().replace("-", "_")]
        except KeyError:
            names = ", ".join(each.name.lower() for each in SquadTaskKind)
            raise KeyError("no task '%s'; there are: %s" % (kind, names)) from None
    return SquadTaskKind(kind)


class Squad:
    """A squad. `squad.blackboard["alarm"] = True`: all members read it."""

    def __init__(self, squads: "Squads", identity: Any) -> None:
        self._squads = squads
        self._id = identity
        #: Shared by its members.
        self.blackboard = Blackboard(squads._world, self._board)

    def _board(self) -> Any:
        board = lib.ploy_squad_blackboard(self._squads._use(), self._id)
        if not board:
            raise GoneError("the squad")
        return board

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Squad) and (self._id.index1, self._id.generation) == (other._id.index1, other._id.generation)

    def __hash__(self) -> int:
        return hash((self._id.index1, self._id.generation))

    def __len__(self) -> int:
        return lib.ploy_squad_member_count(self._squads._use(), self._id)

    @property
    def members(self) -> "List[Agent]":
        """In the order they joined."""
        squads, agents = self._squads._use(), self._squads._world._agents
        return [agents[lib.ploy_squad_member(squads, self._id, i).index1] for i in range(len(self))]

    def join(self, agent: "Agent") -> None:
        """From the pool, another squad or nowhere."""
        agent._use()
        forget_log()
        expect(lib.ploy_squad_join(self._squads._use(), self._id, agent._id), "ploy_squad_join", Status.ALREADY)

    def queue(self, kind: "SquadTaskKind | str", places: Sequence[int] = (), *, target: int = 0, rounds: int = 0, min: int = 1,
              limit: float = 0, patience: float = 0) -> int:
        """A task behind those that wait: "patrol", "attack", "flank", "go-to", "formation", "rendezvous", "advance",
        "follow". Returns its number. limit, patience: seconds."""
        if len(places) > SQUAD_PLACES:
            raise ValueError("a task has at most %d places" % SQUAD_PLACES)
        definition, number = ffi.new("ploy_squad_task_def*"), ffi.new("uint32_t*")
        definition.kind, definition.place_count, definition.target = _task(kind), len(places), target
        definition.rounds, definition.min = rounds, min
        definition.limit, definition.patience = microseconds(limit), microseconds(patience)
        for i, place in enumerate(places):
            definition.places[i] = place
        forget_log()
        expect(lib.ploy_squad_queue(self._squads._use(), self._id, definition, number), "ploy_squad_queue")
        return number[0]

    def abort(self, task: int = 0) -> None:
        """A task, running or waiting; 0: all."""
        expect(lib.ploy_squad_abort(self._squads._use(), self._id, task), "ploy_squad_abort", Status.NOT_FOUND)

    @property
    def task(self) -> Task:
        info = lib.ploy_squad_task(self._squads._use(), self._id)
        return Task(info.number, SquadTaskKind(info.kind), info.phase, info.waiting)

    def why(self) -> str:
        """What it does and which members it waits for, in English."""
        squads = self._squads._use()
        return printed(lambda text, size: lib.ploy_squad_why(squads, self._id, text, size))

    def destroy(self) -> None:
        """Its task is aborted, its members go to the pool. Not inside a tick."""
        forget_log()
        expect(lib.ploy_squad_destroy(self._squads._use(), self._id), "ploy_squad_destroy")


class Squads:
    """The squads of a world."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._has_squads = False

    def _use(self) -> Any:
        squads = lib.ploy_world_squads(self._world._use())
        if not squads:
            raise MemoryError("ploy_world_squads")
        return squads

    def configure(self, *, distance: "Optional[Callable[[Agent, int], int]]" = None, where: "Optional[Callable[[Agent], int]]" = None,
                  check: "Optional[Callable[[Agent, Order], OrderState]]" = None,
                  ended: "Optional[Callable[[Squad, int, SquadTaskEnd], None]]" = None, find_place: Optional[Callable[[str], Optional[int]]] = None,
                  arrive_within: int = 0, order_key: Optional[str] = None, place_key: Optional[str] = None, target_key: Optional[str] = None) -> None:
        """What squads ask the game: before the first file, squad and agent. distance(agent, place): below 0: there is no path.
        where(agent): the place where it is. check(agent, order): how its order stands. ended(squad, task, end).
        find_place(name): the number of a place that a file names, or None. arrive_within: a move is done at this distance from its place.
        order_key, place_key, target_key: keys of members' blackboards that get their order."""
        squads = self._use()
        if self._has_squads or self._world._has_loaded or self._world._agents:
            raise Error("ploy_squads_configure: before the first file, squad and agent", Status.NOT_SUPPORTED)
        state, agents, definition = self._world._state, self._world._agents, ffi.new("ploy_squads_def*")
        calls = definition.calls
        if distance:
            calls.distance = state.guarded("ploy_squad_callbacks_distance_fn", lambda _u, agent, place, call=distance: call(agents[agent.index1], place), -1)
        if where:
            calls.where = state.guarded("ploy_squad_callbacks_where_fn", lambda _u, agent, call=where: call(agents[agent.index1]), 0)
        if check:
            calls.check = state.guarded("ploy_squad_callbacks_check_fn", lambda _u, agent, order, call=check: call(agents[agent.index1], _order(order)), OrderState.OPEN)
        if ended:
            calls.ended = state.guarded("ploy_squad_callbacks_ended_fn", lambda _u, squad, task, end, call=ended: call(self._copy(squad), task, SquadTaskEnd(end)), None)
        if find_place:
            def find(_user: Any, name: Any, place: Any, call: Any = find_place) -> bool:
                found = call(text_of(name))
                if found is not None:
                    place[0] = found
                return found is not None
            calls.find_place = state.guarded("ploy_squad_callbacks_find_place_fn", find, False)
        definition.arrive_within = arrive_within
        definition.order_key, definition.place_key, definition.target_key = [state.keep(c_text(key)) for key in (order_key, place_key, target_key)]
        lib.ploy_squads_configure(squads, definition)

    def _copy(self, identity: Any) -> Squad:
        return Squad(self, ffi.new("ploy_squad_id*", {"index1": identity.index1, "generation": identity.generation})[0])

    def create(self, name: str = "", *, size: int = 4, home: int = 0, closed: bool = False) -> Squad:
        """closed: no agent joins from the pool."""
        identity, text = ffi.new("ploy_squad_id*"), c_text(name)
        forget_log()
        expect(lib.ploy_squad_create(self._use(), ffi.new("ploy_squad_def*", {"name": text, "size": size, "home": home, "closed": closed}),
                                     identity), "ploy_squad_create")
        self._has_squads = True
        return self._copy(identity[0])

    def find(self, name: str) -> Optional[Squad]:
        identity = lib.ploy_squads_find(self._use(), bytes_of(name))
        return self._copy(identity) if identity.index1 else None

    def enlist(self, agent: "Agent") -> None:
        """Into the pool: it joins the nearest squad that is neither full nor closed."""
        agent._use()
        expect(lib.ploy_squads_enlist(self._use(), agent._id), "ploy_squads_enlist", Status.ALREADY)

    def leave(self, agent: "Agent") -> None:
        """Out of its squad or the pool."""
        agent._use()
        expect(lib.ploy_squads_leave(self._use(), agent._id), "ploy_squads_leave", Status.NOT_FOUND)

    def report(self, agent: "Agent", state: OrderState) -> bool:
        """The agent reports how its open order ended: DONE, FAILED or OVERRULED. False: it has none."""
        if state not in (OrderState.DONE, OrderState.FAILED, OrderState.OVERRULED):
            raise ValueError("an order ends as DONE, FAILED or OVERRULED")
        order = self._order(agent)
        return order is not None and lib.ploy_squads_report(self._use(), agent._id, order.number, state) == Status.OK

    def _of(self, agent: "Agent") -> Optional[Squad]:
        agent._use()
        identity = lib.ploy_squads_of(self._use(), agent._id)
        return self._copy(identity) if identity.index1 else None

    def _order(self, agent: "Agent") -> Optional[Order]:
        agent._use()
        order = ffi.new("ploy_order*")
        return _order(order) if lib.ploy_squads_order(self._use(), agent._id, order) == Status.OK else None


class Reservations:
    """Claims on resources, so that two agents do not walk to one ingot. A resource is a number of the game's."""

    def __init__(self, world: "World") -> None:
        self._world = world

    def _use(self) -> Any:
        return lib.ploy_world_reservations(self._world._use())

    def claim(self, resource: int, agent: "Agent", slots: int = 1, seconds: Optional[float] = None) -> bool:
        """False: others have all slots. seconds: from now; None: until it is released or the agent is gone."""
        agent._use()
        until = (1 << 63) - 1 if seconds is None else lib.ploy_world_now(self._world._use()) + microseconds(seconds)
        status = expect(lib.ploy_reservations_claim(self._use(), resource, agent._id, slots, until), "ploy_reservations_claim", Status.ALREADY, Status.FULL)
        return status != Status.FULL

    def release(self, resource: int, agent: "Agent") -> None:
        agent._use()
        expect(lib.ploy_reservations_release(self._use(), resource, agent._id), "ploy_reservations_release", Status.NOT_FOUND)

    def count(self, resource: int) -> int:
        """Agents that have it."""
        return lib.ploy_reservations_count(self._use(), resource)

    def is_free(self, resource: int, agent: "Agent", slots: int = 1) -> bool:
        """Could the agent claim it?"""
        agent._use()
        return lib.ploy_reservations_is_free(self._use(), resource, agent._id, slots)
