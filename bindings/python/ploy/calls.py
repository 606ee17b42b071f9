"""What callbacks get, and how Python functions become callbacks of the library."""
from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional

from .generated import NONE, PORT_OBJECT, Outcome, ValueType
from .library import expect, ffi, forget_log, lib
from .names import Names, WorldNames
from .values import decode, encode

if TYPE_CHECKING:
    from .agent import Agent


class Ports(Dict[str, int]):
    """The ports of an activity, condition, scorer or node: their indices by name."""

    def __init__(self, owner: str, ports: Optional[str], names: WorldNames) -> None:
        found = re.findall(r"[<>]*([^\s:<>]+)(:\S*)?", ports or "")
        super().__init__((name, i) for i, (name, _type) in enumerate(found))
        self.owner, self.names = owner, names
        #: May have an object of a domain as its value.
        self.may_be_object = [type in ("", ":object", ":any") for _name, type in found]


class Call:
    """The arguments of one call of an activity, condition, scorer or node: `call["place"]` reads a port, and
    `call["place"] = "field"` writes the key it is bound to. An object of a domain is its name. Valid only during the
    callback."""

    __slots__ = ("_call", "_agent", "_ports")

    def __init__(self, agent: Any, call: Any, ports: Ports) -> None:
        self._agent = agent
        self._call = call
        self._ports = ports

    def __getitem__(self, name: str) -> Any:
        port = self._find(name)
        value = lib.ploy_call_get(self._call, self._agent, port)
        names = self._names(port, name)
        return names.read(value) if names else decode(self._call.ports[port].type, value)

    def _names(self, port: int, name: str) -> Optional[Names]:
        """Of the objects that the port has as values; None: it has others."""
        about, ports = self._call.ports[port], self._ports
        if not ports.may_be_object[port] or about.type not in (ValueType.INT, ValueType.OBJECT):
            return None
        if about.key != NONE:
            return ports.names.keys.get(about.key)
        is_argument = about.key_type >= PORT_OBJECT
        return ports.names.of_argument(self._agent, about.key_type - PORT_OBJECT, ports.owner, name) if is_argument else None

    def __setitem__(self, name: str, value: Any) -> None:
        port = self._find(name)
        names = self._names(port, name)
        number, _text = (names.write(value), None) if names else encode(self._call.ports[port].type, value)
        forget_log()
        status = lib.ploy_call_set(self._call, self._agent, port, number)
        if status > 3:
            expect(status, "ploy_call_set")

    def _find(self, name: str) -> int:
        port = self._ports.get(name)
        if port is None:
            raise KeyError("no port '%s'; there are: %s" % (name, ", ".join(self._ports) or "none"))
        return port

    @property
    def elapsed(self) -> float:
        """Seconds since the activity started."""
        return self._call.elapsed / 1_000_000

    @property
    def duration(self) -> float:
        """Seconds, from the data; 0: none."""
        return self._call.duration / 1_000_000


class Children:
    """The children of a node of a behavior tree. Valid only during the callback."""

    __slots__ = ("_children",)

    def __init__(self, children: Any) -> None:
        self._children = children

    def __len__(self) -> int:
        return self._children.count

    @property
    def is_start(self) -> bool:
        """The node is entered; False: it continues."""
        return self._children.is_start

    def tick(self, child: int) -> Outcome:
        """Starts or continues a child, at most once per call."""
        return Outcome(lib.ploy_children_tick(self._children, self._index(child)))

    def halt(self, child: int) -> bool:
        """True: it does not run. False: the halt takes longer; call it again in the next tick."""
        return lib.ploy_children_halt(self._children, self._index(child))

    def is_running(self, child: int) -> bool:
        return lib.ploy_children_is_running(self._children, self._index(child))

    def _index(self, child: int) -> int:
        if not 0 <= child < self._children.count:
            raise IndexError("the node has %d children" % self._children.count)
        return child


def takes(function: Callable[..., Any], count: int) -> bool:
    """Whether the function takes that many arguments, and not one fewer."""
    if not callable(function):
        raise TypeError("a function is wanted, not %r" % (function,))
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return True
    kinds = [each.kind for each in signature.parameters.values()]
    if inspect.Parameter.VAR_POSITIONAL in kinds:
        return True
    positional = [kind for kind in kinds if kind in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)]
    return len(positional) >= count


def outcome_of(result: Any) -> int:
    """None: running; True and False: success and failure."""
    if result is None:
        return Outcome.RUNNING
    if result is True:
        return Outcome.SUCCESS
    if result is False:
        return Outcome.FAILURE
    if isinstance(result, Outcome):
        return result
    raise TypeError("an activity returns SUCCESS, FAILURE or RUNNING, a bool or None, not %r" % (result,))


class State:
    """What the callbacks of one world share."""

    __slots__ = ("raised", "closing", "_kept", "thinking", "names")

    def __init__(self) -> None:
        self.raised: List[BaseException] = []
        #: Not empty: the world is gone, and nothing of the game is called. The finalizer holds this list alone.
        self.closing: List[bool] = []
        self.thinking = 0
        self.names = WorldNames()
        self._kept: List[Any] = []

    def note(self, _type: Any, error: Any, _trace: Any) -> None:
        self.raised.append(error)

    def raise_noted(self) -> None:
        """Raises the first exception of a callback since the last call."""
        if self.raised:
            first, others = self.raised[0], len(self.raised) - 1
            self.raised = []
            if others and hasattr(first, "add_note"):
                first.add_note("%d more callbacks raised an exception in the same call" % others)
            raise first

    def keep(self, thing: Any) -> Any:
        self._kept.append(thing)
        return thing

    def callback(self, kind: str, function: Callable[..., Any], error: Any) -> Any:
        """A function for the library that lives as long as the world. When it raises, it returns `error`."""
        return self.keep(ffi.callback(kind, function, error=error, onerror=self.note))

    def guarded(self, kind: str, function: Callable[..., Any], error: Any) -> Any:
        """The same; it is not called any more once the world was collected."""
        return self.callback(kind, lambda *args: error if self.closing else function(*args), error)

    # Each of these wraps f(agent, call) or f(agent).

    def activity(self, wanted: Optional[Callable[..., Any]], ports: Ports) -> Any:
        if wanted is None:
            return ffi.NULL
        function: Callable[..., Any] = wanted
        agent_of, outcomes, closing = ffi.from_handle, {None: 0, True: 1, False: 2}, self.closing
        has_call = takes(function, 2)

        def run(agent: Any, call: Any) -> int:
            if closing:
                return 2
            result = function(agent_of(agent.user), Call(agent, call, ports)) if has_call else function(agent_of(agent.user))
            return result if result.__class__ is Outcome else outcomes[result] if result in (None, True, False) else outcome_of(result)

        return self.callback("ploy_activity_fn", run, Outcome.FAILURE)

    def _reader(self, kind: str, function: Callable[..., Any], ports: Ports, convert: Callable[[Any], Any]) -> Any:
        agent_of, state, closing = ffi.from_handle, self, self.closing
        has_call = takes(function, 2)

        def run(agent: Any, call: Any) -> Any:
            if closing:
                return 0
            state.thinking += 1
            try:
                return convert(function(agent_of(agent.user), Call(agent, call, ports)) if has_call else function(agent_of(agent.user)))
            finally:
                state.thinking -= 1

        return self.callback(kind, run, 0)

    def condition(self, function: Optional[Callable[..., Any]], ports: Ports) -> Any:
        return self._reader("ploy_condition_fn", function, ports, bool) if function else ffi.NULL

    def scorer(self, function: Optional[Callable[..., Any]], ports: Ports) -> Any:
        return self._reader("ploy_scorer_fn", function, ports, lambda score: round(score * 1000)) if function else ffi.NULL

    def ending(self, wanted: Optional[Callable[..., Any]], ports: Ports) -> Any:
        if wanted is None:
            return ffi.NULL
        function: Callable[..., Any] = wanted
        agent_of, closing, has_call = ffi.from_handle, self.closing, takes(function, 2)

        def run(agent: Any, call: Any) -> None:
            if closing:
                return
            function(agent_of(agent.user), Call(agent, call, ports)) if has_call else function(agent_of(agent.user))

        return self.callback("ploy_activity_end_fn", run, None)

    def sensor(self, function: Callable[["Agent"], None]) -> Any:
        agent_of, closing = ffi.from_handle, self.closing
        takes(function, 1)

        def run(agent: Any, _user: Any) -> None:
            if not closing:
                function(agent_of(agent.user))

        return self.callback("ploy_sense_fn", run, None)

    def node(self, function: Callable[..., Any], ports: Ports) -> Any:
        agent_of, closing = ffi.from_handle, self.closing
        takes(function, 3)

        def run(agent: Any, call: Any, children: Any) -> int:
            if closing:
                return 2
            return outcome_of(function(agent_of(agent.user), Call(agent, call, ports), Children(children)))

        return self.callback("ploy_node_fn", run, Outcome.FAILURE)
