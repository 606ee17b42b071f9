"""The world: it owns agents and ticks them."""
from __future__ import annotations

import enum
import os
import time
import weakref
from threading import get_ident
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Type, Union

from .agent import Agent
from .blackboard import Blackboard, Keys
from .calls import Ports, State
from .domains import Domains, WorldDomain, make_goap_mind
from .generated import Decay, GoapEventKind, GoapReason, Search, Status, TraceLevel, ValueType
from .library import (Error, FileError, GoneError, ThreadError, bytes_of, c_text, expect, ffi, forget_log, lib, logged,
                      microseconds, text_of)
from .memory import add_fact_type
from .planning import Domain
from .profile import Profile, read_profile
from .squads import Reservations, Squads
from .values import Value, encode

Path = Union[str, "os.PathLike[str]"]


class Event(NamedTuple):
    """What happened to a goal or an action of an agent that plans."""

    kind: GoapEventKind
    name: str
    args: Tuple[str, ...]
    reason: GoapReason


class Stats(NamedTuple):
    """Work and memory of a world."""

    agents: int
    nodes: int
    sensor_updates: int
    sensor_updates_late: int
    bytes: int


def _destroy(pointer: Any, closing: List[bool], _needed: List[Any]) -> None:
    """When the world was collected, or the program ends: no callback of the game is called any more. Needed until then: domains
    made in code."""
    closing.append(True)
    lib.ploy_world_destroy(pointer)


class World:
    """Owns agents and all that belongs to them. Bind, load, create agents, tick:

        world = ploy.World()

        @world.activity("Eat")
        def eat(agent):
            return ploy.SUCCESS

        world.load("farmer.xml")
        world.create("farmer")
        while playing:
            world.tick(1 / 60)

    An exception in a callback ends that activity as failed, and the call that ran it, such as tick, raises it when it
    is done. A world is used on the thread that created it. Nothing needs to be freed; destroy() ends it now, and so does
    `with ploy.World() as world:`.
    """

    def __init__(self, *, seed: int = 0, groups: int = 1, row: int = 1, max_nodes: int = 0, max_sensor_updates: int = 0,
                 capacity: int = 0, on_event: Optional[Callable[[Agent, Event], None]] = None, profile: bool = False) -> None:
        """groups: agents are ticked in this many groups, one per tick. row: agents created one after the other that share
        a group. max_nodes: searched per tick by all agents together; 0: the library's default. on_event(agent, event):
        called for goals and actions of agents that plan. profile: measure where time goes, for World.profile; it costs a few calls
        per agent and tick."""
        if groups < 1 or row < 1:
            raise ValueError("groups and row are at least 1")
        self._state = State()
        self._thread = get_ident()
        self._agents: Dict[int, Agent] = {}
        self._doomed: List[Agent] = []
        self._fact_types: Dict[str, Tuple[int, Dict[str, int]]] = {}
        self._sensor_count = 0
        self._is_ticking = False
        self._has_loaded = False
        self._raising: List[Domain] = []  # whose callbacks may have raised
        definition = ffi.new("ploy_world_def*", {"seed": seed, "groups": groups, "row": row, "max_nodes": max_nodes,
                                                 "max_sensor_updates": max_sensor_updates, "capacity": capacity})
        self._on_event = self._event_callback(on_event) if on_event else ffi.NULL
        definition.on_event = self._on_event
        if profile:
            definition.clock = self._state.callback("ploy_clock_fn", lambda _user: time.perf_counter_ns(), 0)
        pointer = lib.ploy_world_create(definition)
        if not pointer:
            raise MemoryError("ploy_world_create")
        self._pointer: Any = pointer
        self._bindings = lib.ploy_world_bindings(pointer)
        self._keys = Keys(lib.ploy_world_keys(pointer), self._state.names)
        self._domains = Domains(self._state.names, self._keys.known)
        self._needed: List[Any] = []  # pointers of domains made in code, that minds plan with
        self._finalizer = weakref.finalize(self, _destroy, pointer, self._state.closing, self._needed)
        #: The blackboard that all agents and squads read through.
        self.blackboard = Blackboard(self, self._board)
        #: The squads of the world.
        self.squads = Squads(self)
        #: Claims on resources.
        self.reservations = Reservations(self)

    def _use(self) -> Any:
        if self._pointer is None:
            raise GoneError("the world")
        if get_ident() != self._thread:
            raise ThreadError()
        return self._pointer

    def _board(self) -> Any:
        board = lib.ploy_world_blackboard(self._use())
        if not board:
            raise Error("the world has no blackboard: no file and no call has added a key")
        return board

    def _not_while_thinking(self, function: str) -> Any:
        pointer = self._use()
        if self._state.thinking:
            raise Error("%s: not while minds think: in callbacks that only read" % function, Status.NOT_SUPPORTED)
        return pointer

    # Life.

    def __enter__(self) -> "World":
        self._use()
        return self

    def __exit__(self, *_: Any) -> None:
        if self._pointer is not None:
            self.destroy()

    def destroy(self) -> None:
        """Ends all agents and frees everything now; a recording is closed. Not inside a tick."""
        pointer = self._use()
        if self._is_ticking:
            forget_log()
            lib.ploy_world_destroy(pointer)  # which refuses, and says why
            raise Error(logged("ploy_world_destroy"), Status.NOT_SUPPORTED)
        self._is_ticking = True
        self._finalizer.detach()
        lib.ploy_world_destroy(pointer)
        self._pointer = None
        for agent in self._agents.values():
            agent._drop()
        self._agents.clear()
        self._domains.drop()
        self._state.raise_noted()

    def tick(self, dt: float) -> None:
        """Time goes on by dt seconds, rounded to microseconds."""
        pointer = self._use()
        span = microseconds(dt)
        if span < 0:
            raise ValueError("time does not go back")
        if self._is_ticking:
            forget_log()
            lib.ploy_world_tick(pointer, span)  # which refuses, and says why
            raise Error(logged("ploy_world_tick"), Status.NOT_SUPPORTED)
        if self._domains.unsettled:
            self._domains.settle()
        self._is_ticking = True
        try:
            lib.ploy_world_tick(pointer, span)
        finally:
            self._is_ticking = False
        if self._domains.is_stale:
            self._domains.refresh(self)
        if self._doomed:
            self._bury()
        for domain in self._raising:
            domain._raise_noted()
        if self._state.raised:
            self._state.raise_noted()

    @property
    def now(self) -> float:
        """Seconds since the world began."""
        return lib.ploy_world_now(self._use()) / 1_000_000

    @property
    def ticks(self) -> int:
        """Ticks that have ended."""
        return lib.ploy_world_ticks(self._use())

    @property
    def stats(self) -> Stats:
        stats = lib.ploy_world_get_stats(self._use())
        return Stats(stats.agents, stats.nodes, stats.sensor_updates, stats.sensor_updates_late, stats.bytes)

    @property
    def profile(self) -> Profile:
        """Where the time has gone, of a world that was made with profile=True. Not inside a tick."""
        if self._is_ticking:
            raise Error("ploy_world_get_profile: not inside a tick of the world", Status.NOT_SUPPORTED)
        return read_profile(self)

    # Bindings.

    def _add(self, kind: str, definition: Any) -> int:
        index = ffi.new("uint32_t*")
        function = "ploy_bindings_add_" + kind
        forget_log()
        expect(getattr(lib, function)(self._bindings, definition, index), function)
        return index[0]

    def activity(self, name: str, ports: Optional[str] = None, *, update: Optional[Callable[..., Any]] = None,
                 start: Optional[Callable[..., Any]] = None, halt: Optional[Callable[..., Any]] = None,
                 finished: Optional[Callable[..., Any]] = None, valid: Optional[Callable[..., Any]] = None,
                 viable: Optional[Callable[..., Any]] = None, progress: Optional[Callable[..., Any]] = None) -> Any:
        """Binds an activity: something that an agent does over time. As a decorator it binds update:

            @world.activity("GoTo", ports="place")
            def go_to(agent, call):
                ...
                return ploy.SUCCESS

        Every function takes (agent) or (agent, call). start and update return SUCCESS, FAILURE or RUNNING; None means
        running, True success, False failure. Without update, the activity succeeds after its duration. halt: its mind
        stops it. finished: it ended by itself. valid: checked before each update. viable: may a plan use it now?
        progress: 0 .. 1. ports: "goal:string speed:decimal >path:string"; `call["speed"]` reads one."""
        self._not_while_thinking("ploy_bindings_add_activity")
        if not any((update, start, halt, finished, valid, viable, progress)):
            def bind(function: Callable[..., Any]) -> Callable[..., Any]:
                self.activity(name, ports, update=function)
                return function
            return bind
        names, state = Ports(name, ports, self._state.names), self._state
        texts = [c_text(name), c_text(ports)]
        self._add("activity", ffi.new("ploy_activity_def*", {
            "name": texts[0], "ports": texts[1], "update": state.activity(update, names), "start": state.activity(start, names),
            "halt": state.activity(halt, names), "finished": state.ending(finished, names), "valid": state.condition(valid, names),
            "viable": state.condition(viable, names), "progress": state.scorer(progress, names)}))
        return None

    def condition(self, name: str, ports: Optional[str] = None, *, pure: bool = False) -> Callable[..., Any]:
        """A decorator: binds a function (agent) or (agent, call) that returns True or False, and only reads. pure: the
        result depends on the ports alone."""
        self._not_while_thinking("ploy_bindings_add_condition")

        def bind(function: Callable[..., Any]) -> Callable[..., Any]:
            texts = [c_text(name), c_text(ports)]
            self._add("condition", ffi.new("ploy_condition_def*", {
                "name": texts[0], "ports": texts[1], "test": self._state.condition(function, Ports(name, ports, self._state.names)), "pure": pure}))
            return function
        return bind

    def scorer(self, name: str, ports: Optional[str] = None) -> Callable[..., Any]:
        """A decorator: binds a function (agent) or (agent, call) that returns a number, and only reads."""
        self._not_while_thinking("ploy_bindings_add_scorer")

        def bind(function: Callable[..., Any]) -> Callable[..., Any]:
            texts = [c_text(name), c_text(ports)]
            self._add("scorer", ffi.new("ploy_scorer_def*", {
                "name": texts[0], "ports": texts[1], "score": self._state.scorer(function, Ports(name, ports, self._state.names))}))
            return function
        return bind

    def sensor(self, name: str, interval: float = 0, offset: float = 0) -> Callable[..., Any]:
        """A decorator: binds a function (agent) that writes to its blackboard and memory what it notices, every `interval`
        seconds; 0: in every tick. A file may set the times."""
        self._not_while_thinking("ploy_bindings_add_sensor")

        def bind(function: Callable[[Agent], None]) -> Callable[[Agent], None]:
            text = c_text(name)
            index = self._add("sensor", ffi.new("ploy_sensor_def*", {
                "name": text, "sense": self._state.sensor(function), "interval": microseconds(interval), "offset": microseconds(offset)}))
            self._sensor_count = max(self._sensor_count, index + 1)
            return function
        return bind

    def node(self, name: str, ports: Optional[str] = None, min_children: int = 1, max_children: int = 0) -> Callable[..., Any]:
        """A decorator: binds a control node or decorator of behavior trees, a function (agent, call, children) that
        returns an outcome."""
        self._not_while_thinking("ploy_bindings_add_node")

        def bind(function: Callable[..., Any]) -> Callable[..., Any]:
            texts = [c_text(name), c_text(ports)]
            self._add("node", ffi.new("ploy_node_def*", {
                "name": texts[0], "ports": texts[1], "min_children": min_children, "max_children": max_children,
                "tick": self._state.node(function, Ports(name, ports, self._state.names))}))
            return function
        return bind

    def _event_callback(self, function: Callable[[Agent, Event], None]) -> Any:
        state = self._state

        def notify(_user: Any, agent: Any, event: Any) -> None:
            if state.closing:
                return
            domain = lib.ploy_goap_domain(agent.mind)
            is_action = event.kind <= GoapEventKind.ACTION_ABORTED
            info = lib.ploy_domain_action(domain, event.index) if is_action else lib.ploy_domain_goal(domain, event.index)
            args = [text_of(lib.ploy_domain_object_name(domain, info.param_types[i], event.args[i])) for i in range(info.param_count)]
            function(ffi.from_handle(agent.user), Event(GoapEventKind(event.kind), text_of(info.name), tuple(args), GoapReason(event.reason)))

        return state.callback("ploy_goap_event_fn", notify, None)

    # Keys.

    def add_key(self, name: str, initial: Value = False, *, type: Optional[ValueType] = None, scopes: int = 0) -> None:
        """Adds a blackboard key before the first agent. Its type is that of `initial` (a float: decimal), unless `type`
        says otherwise. Files declare keys, too."""
        self._not_while_thinking("ploy_blackboard_keys_add")
        kinds = {bool: ValueType.BOOL, int: ValueType.INT, float: ValueType.DECIMAL, str: ValueType.STRING}
        kind = kinds.get(initial.__class__) if type is None else ValueType(type)
        if kind is None:
            raise TypeError("a key is a bool, int, float or str, not %r" % (initial,))
        value, _text = encode(kind, initial)
        text = c_text(name)
        forget_log()
        expect(lib.ploy_blackboard_keys_add(lib.ploy_world_keys(self._use()), ffi.new("ploy_key_def*", {
            "name": text, "type": kind, "initial": value, "scopes": scopes}), ffi.NULL), "ploy_blackboard_keys_add")

    def add_enum(self, names: "Union[Type[enum.Enum], Dict[str, int]]") -> None:
        """Gives numbers names that scripts of behavior trees know: `world.add_enum(Color)`, `world.add_enum({"RED": 1})`. Before
        the files that use them."""
        self._not_while_thinking("ploy_blackboard_keys_add_enum")
        pairs = names if isinstance(names, dict) else {each.name: each.value for each in names}
        for name, value in pairs.items():
            number, _text = encode(ValueType.INT, value)
            forget_log()
            expect(lib.ploy_blackboard_keys_add_enum(lib.ploy_world_keys(self._use()), bytes_of(name), number), "ploy_blackboard_keys_add_enum")

    def add_fact_type(self, name: str, attributes: "Dict[str, type]", *, identifies: Sequence[str] = (), capacity: int = 0,
                      decay: Decay = Decay.HALVING, decay_time: float = 0, floor: float = 0) -> None:
        """A type of facts, before the first agent. attributes: their names and types, bool, int or float (which counts in 1/1000).
        identifies: facts that agree in all of these are one. capacity: facts per agent, default 32. decay_time: seconds, default
        10. floor: a fact believed less is forgotten, default 0.05. Files declare fact types, too."""
        self._not_while_thinking("ploy_fact_types_add")
        add_fact_type(lib.ploy_world_fact_types(self._use()), name, attributes, identifies, capacity, decay, decay_time, floor)

    # Minds made in code, and domains.

    def add_goap_mind(self, name: str, domain: Domain, *, goals: Optional[Sequence[str]] = None, disabled: Sequence[str] = (),
                      write_effects: bool = False, manual: bool = False, search: Union[Search, str] = Search.AUTO, max_nodes: int = 0,
                      max_depth: int = 0, search_interval: Optional[float] = None, interval: Optional[float] = None,
                      hysteresis: Optional[float] = None, act_early: bool = False) -> None:
        """An agent type whose mind plans with a domain made in code. Before the first agent. goals: None is all without
        parameters. disabled: actions that these agents cannot do. write_effects: the effects of an action that has succeeded are
        written to the blackboard. manual: plan only after push_goal and replan. act_early: with Search.ANYTIME, act on the first plan and
        take better ones meanwhile. Times in seconds; 0: always."""
        self._not_while_thinking("ploy_goap_mind_create")
        if self._agents or self._is_ticking:
            raise Error("a mind of a domain is made before the first agent, outside of ticks", Status.NOT_SUPPORTED)
        text = bytes_of(name)
        if not text:
            raise ValueError("an agent type has a name")
        mind = make_goap_mind(self, domain, self._on_event, goals, disabled, write_effects, manual, search, max_nodes, max_depth, search_interval,
                              interval, hysteresis, act_early)
        self._needed += [domain._pointer, domain._owner]
        domain._users.add(self)
        self._domains.note_mind(self, domain)
        self._raising.append(domain)
        expect(lib.ploy_world_add_mind(self._pointer, text, mind), "ploy_world_add_mind")

    def domain(self, name: Optional[str] = None) -> WorldDomain:
        """A domain of the loaded files, for its objects and tables. None: the only one."""
        self._use()
        return self._domains.find(self, name)

    # Files.

    def load(self, path: Path) -> None:
        """Loads a file: agent types, minds, keys, sensors, squads. The same path again is hot reload: agents go on with
        the new minds. FileError has line, column and what would be right; what was loaded before stays in force."""
        pointer, name, error = self._not_while_thinking("ploy_world_load_file"), os.fspath(path), ffi.new("ploy_error*")
        self._end_load(lib.ploy_world_load_file(pointer, bytes_of(name), error), name, error)

    def load_text(self, name: str, text: str) -> None:
        """The same from memory; name takes the place of the path."""
        pointer, data, error = self._not_while_thinking("ploy_world_load_text"), bytes_of(text), ffi.new("ploy_error*")
        self._end_load(lib.ploy_world_load_text(pointer, bytes_of(name), data, len(data), error), name, error)

    def _end_load(self, status: int, name: str, error: Any, is_file: bool = True) -> None:
        self._has_loaded = True
        if is_file:
            self._domains.note_file(self, name)
        self._state.raise_noted()
        if status == Status.OUT_OF_MEMORY:
            raise MemoryError(name)
        if status != Status.OK:
            raise FileError(name, error, Status(status))

    def check(self, path: Path) -> List[FileError]:
        """Everything for which load would refuse the file. Nothing of it is loaded."""
        pointer, name = self._not_while_thinking("ploy_world_check_text"), os.fspath(path)
        with open(path, "rb") as file:
            data = file.read()
        found: List[FileError] = []
        on_error = ffi.callback("ploy_error_fn", lambda _user, error: found.append(FileError(name, error)), onerror=self._state.note)
        lib.ploy_world_check_text(pointer, bytes_of(name), data, len(data), on_error, ffi.NULL)
        self._state.raise_noted()
        return found

    def record(self, path: Path, *, level: TraceLevel = TraceLevel.DEFAULT, name: Optional[Callable[[Agent], str]] = None,
               map: Optional[str] = None) -> None:
        """Records all that happens from now on, until the world is destroyed: `ploy view` shows it, `ploy ask` explains it.
        Before the first agent. name(agent): its display name. map: a drawing below the agents."""
        pointer, error = self._not_while_thinking("ploy_world_record"), ffi.new("ploy_error*")
        texts = [c_text(os.fspath(path)), c_text(map)]
        definition = ffi.new("ploy_record_def*", {"path": texts[0], "level": level, "map": texts[1]})
        if name:
            definition.name = self._name_callback(name)
        status = lib.ploy_world_record(pointer, definition, error)
        if status == Status.NOT_SUPPORTED:
            raise Error("a recording begins before the first agent, and there is one per world", Status.NOT_SUPPORTED)
        self._end_load(status, os.fspath(path), error, is_file=False)

    def attach(self, port: int = 0, *, paused: bool = False, name: Optional[Callable[[Agent], str]] = None) -> str:
        """Lets a debugger of this machine attach until the world is destroyed, and returns the address for `ploy attach` and
        `ploy view --live --attach`. Ask may_tick() before each tick. port: of 127.0.0.1, 0: a free one. paused: from the
        beginning. name(agent): its display name."""
        pointer, error = self._not_while_thinking("ploy_world_attach"), ffi.new("ploy_error*")
        definition = ffi.new("ploy_attach_def*", {"port": port, "is_paused": paused})
        if name:
            definition.name = self._name_callback(name)
        self._end_load(lib.ploy_world_attach(pointer, definition, error), "attach", error, is_file=False)
        return ffi.string(lib.ploy_world_attach_address(pointer)).decode()

    def may_tick(self) -> bool:
        """Before each tick of a world that a debugger may attach to: executes what it has sent. False: the world is paused, so
        do not tick it, but ask again. Always True without attach()."""
        pointer = self._not_while_thinking("ploy_world_may_tick")
        if self._is_ticking:
            raise Error("ploy_world_may_tick: not inside a tick of the world", Status.NOT_SUPPORTED)
        may = lib.ploy_world_may_tick(pointer)
        self._state.raise_noted()
        return bool(may)

    def _name_callback(self, function: Callable[[Agent], str]) -> Any:
        def write(_user: Any, agent: Any, text: Any, size: int) -> None:
            if agent.user == ffi.NULL:
                return
            data = function(ffi.from_handle(agent.user)).encode()[: size - 1]
            ffi.memmove(text, data + b"\0", len(data) + 1)

        return self._state.callback("ploy_agent_name_fn", write, None)

    # Agents.

    def create(self, type: Optional[str] = None, user: Any = None, *, no_blackboard: bool = False, no_memory: bool = False) -> Agent:
        """An agent of a type that a file has loaded; without a type nothing decides for it. user: anything; it is
        agent.user. Inside a tick it is first ticked in the next one."""
        pointer = self._use()
        agent = Agent(self, user)
        text = c_text(type)
        forget_log()
        made = lib.ploy_agent_create(pointer, ffi.new("ploy_agent_def*", {
            "type": text, "user": agent._handle, "no_blackboard": no_blackboard, "no_memory": no_memory}))
        self._state.raise_noted() if self._state.raised and not self._is_ticking else None
        if not made.index1:
            raise Error(logged("ploy_agent_create") or "ploy_agent_create: out of memory")
        self._take(agent, made)
        return agent

    def _take(self, agent: Agent, made: Any) -> None:
        agent._take(made, lib.ploy_world_agent(self._pointer, made))
        self._agents[made.index1] = agent

    def _end_agent(self, agent: Agent) -> None:
        forget_log()
        status = expect(lib.ploy_agent_destroy(self._use(), agent._id), "ploy_agent_destroy", Status.ALREADY)
        if status == Status.OK:
            self._doomed.append(agent)
        if not self._is_ticking:
            self._bury()
            self._state.raise_noted()

    def _bury(self) -> None:
        for agent in self._doomed:
            if lib.ploy_world_agent(self._pointer, agent._id):
                continue  # it was destroyed while the world settled, and goes with the next tick
            if self._agents.get(agent._id.index1) is agent:
                del self._agents[agent._id.index1]
            agent._drop()
        self._doomed = [agent for agent in self._doomed if agent._pointer is not None]

    @property
    def agents(self) -> List[Agent]:
        """All agents in order of their index."""
        self._use()
        return [self._agents[index] for index in sorted(self._agents)]

    def __iter__(self) -> Iterator[Agent]:
        return iter(self.agents)

    # Saves.

    def save(self) -> bytes:
        """All that decides what happens next. Your own data is yours to save beside it."""
        pointer, writer = self._use(), ffi.new("ploy_writer*")
        self._domains.settle()
        forget_log()
        expect(lib.ploy_world_save(pointer, ffi.NULL, writer), "ploy_world_save")
        data = bytearray(writer.count)
        writer.bytes, writer.capacity, writer.count = ffi.from_buffer("uint8_t[]", data, require_writable=True), len(data), 0
        expect(lib.ploy_world_save(pointer, ffi.NULL, writer), "ploy_world_save")
        return bytes(data)

    def restore(self, data: bytes) -> List[Agent]:
        """Loads a save into a world that was made in the same way and has no agents yet. Returns the agents; give them
        their `user` again."""
        pointer, error, made = self._use(), ffi.new("ploy_error*"), []

        def user_of(identity: Any, _context: Any) -> Any:
            agent = Agent(self, None)
            made.append((agent, identity.index1, identity.generation))
            return agent._handle

        users = ffi.callback("ploy_save_def_user_of_fn", user_of, error=ffi.NULL, onerror=self._state.note)
        reader = ffi.new("ploy_reader*", {"bytes": ffi.from_buffer("uint8_t[]", data), "count": len(data)})
        forget_log()
        status = lib.ploy_world_load(pointer, ffi.new("ploy_save_def*", {"user_of": users}), reader, error)
        self._state.raise_noted()
        if status == Status.OUT_OF_MEMORY:
            raise MemoryError("ploy_world_load")
        if status != Status.OK:
            raise Error(text_of(error.message) or logged("ploy_world_load") or text_of(lib.ploy_status_text(status)), Status(status))
        for agent, index1, generation in made:
            self._take(agent, ffi.new("ploy_agent_id*", {"index1": index1, "generation": generation})[0])
        return self.agents

    @property
    def hash(self) -> int:
        """Of all that a save holds: worlds with equal hashes go on in the same way."""
        pointer = self._use()
        self._domains.settle()
        forget_log()
        value = lib.ploy_world_hash(pointer)
        if not value:
            raise Error(logged("ploy_world_hash") or "ploy_world_hash: out of memory", Status.NOT_SUPPORTED)
        return value


__all__ = ["World", "Event", "Stats"]
