"""Working memory: facts that an agent believes, until it forgets them."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Optional, Sequence

from .generated import FACT_ATTRIBUTES, NONE, Decay, Status, ValueType
from .library import Error, bytes_of, c_text, expect, ffi, fixed, forget_log, lib, microseconds

if TYPE_CHECKING:
    from .world import World


class Fact:
    """A copy of a fact: `fact["who"]` is an attribute. How much it is believed (0 .. 1), and its age in seconds."""

    def __init__(self, memory: "Memory", identity: Any, type_name: str, fact: Any) -> None:
        self._memory = memory
        self._id = identity
        self._fact = fact
        self.type = type_name
        self.belief: float = fact.belief / 1000
        self.age: float = fact.age / 1_000_000
        self.source: int = fact.source

    def __getitem__(self, attribute: str) -> Optional[int]:
        """None: the fact does not have it set."""
        index = self._memory._attribute(self.type, attribute)
        return self._fact.values[index] if self._fact.set >> index & 1 else None

    def forget(self) -> None:
        """Does nothing if it is forgotten already."""
        self._memory._forget(self._id)


class Memory:
    """The facts of one agent. Attributes are whole numbers; a decimal counts in 1/1000."""

    def __init__(self, world: "World", pointer: Callable[[], Any]) -> None:
        self._world = world
        self._pointer = pointer

    def _type(self, name: str) -> int:
        types = self._world._fact_types
        if name not in types:
            index = lib.ploy_fact_types_find(lib.ploy_world_fact_types(self._world._use()), name.encode())
            if index == NONE:
                raise KeyError("no fact type '%s'" % name)
            types[name] = (index, {})
        return types[name][0]

    def _attribute(self, type_name: str, name: str) -> int:
        index, attributes = self._world._fact_types[type_name]
        if name not in attributes:
            found = lib.ploy_fact_types_find_attribute(lib.ploy_world_fact_types(self._world._use()), index, name.encode())
            if found == NONE:
                raise KeyError("the fact type '%s' has no attribute '%s'" % (type_name, name))
            attributes[name] = found
        return attributes[name]

    def remember(self, type_name: str, belief: float = 1.0, source: int = 0, **attributes: int) -> bool:
        """Adds a fact, or refreshes the one that agrees in all identifying attributes. False: there is no room, since all
        others are believed more."""
        memory = self._pointer()
        fact = ffi.new("ploy_fact*", lib.ploy_fact_of(self._type(type_name)))
        fact.belief, fact.source = round(belief * 1000), source
        for name, value in attributes.items():
            lib.ploy_fact_set(fact, self._attribute(type_name, name), int(value))
        forget_log()
        status = expect(lib.ploy_memory_remember(memory, fact, ffi.NULL), "ploy_memory_remember", Status.ALREADY, Status.FULL)
        return status != Status.FULL

    def _query(self, type_name: str, min_belief: float, max_age: Optional[float], attributes: Dict[str, Any]) -> Any:
        query = ffi.new("ploy_fact_query*")
        lib.ploy_fact_query_init(query, self._type(type_name))
        query.min_belief = round(min_belief * 1000)
        if max_age is not None:
            query.max_age = microseconds(max_age)
        for name, value in attributes.items():
            low, high = value if isinstance(value, tuple) else (value, value)
            lib.ploy_fact_query_between(query, self._attribute(type_name, name), int(low), int(high))
        return query

    def count(self, type_name: str, min_belief: float = 0, max_age: Optional[float] = None, **attributes: Any) -> int:
        """How many facts match. An attribute is a value, or a pair: from, to."""
        return lib.ploy_memory_count(self._pointer(), self._query(type_name, min_belief, max_age, attributes))

    def best(self, type_name: str, min_belief: float = 0, max_age: Optional[float] = None, **attributes: Any) -> Optional[Fact]:
        """The most believed fact that matches, of equals the youngest; None: none matches."""
        memory = self._pointer()
        identity = lib.ploy_memory_best(memory, self._query(type_name, min_belief, max_age, attributes))
        return self._fact(memory, identity, type_name) if identity.index1 else None

    def all(self, type_name: str, min_belief: float = 0, max_age: Optional[float] = None, **attributes: Any) -> List[Fact]:
        """Every fact that matches."""
        return list(self._walk(self._query(type_name, min_belief, max_age, attributes), type_name))

    def _walk(self, query: Any, type_name: str) -> Iterator[Fact]:
        memory, identity = self._pointer(), ffi.new("ploy_fact_id*")[0]
        while True:
            identity = lib.ploy_memory_next(memory, query, identity)
            if not identity.index1:
                return
            yield self._fact(memory, identity, type_name)

    def _fact(self, memory: Any, identity: Any, type_name: str) -> Fact:
        fact = ffi.new("ploy_fact*")
        if lib.ploy_memory_get(memory, identity, fact) != Status.OK:
            raise Error("the fact is forgotten", Status.NOT_FOUND)
        return Fact(self, identity, type_name, fact)

    def forget(self, type_name: str, **attributes: Any) -> int:
        """Forgets every fact that matches; how many there were."""
        return lib.ploy_memory_forget_all(self._pointer(), self._query(type_name, 0, None, attributes))

    def _forget(self, identity: Any) -> None:
        expect(lib.ploy_memory_forget(self._pointer(), identity), "ploy_memory_forget", Status.NOT_FOUND)


def add_fact_type(types: Any, name: str, attributes: "Dict[str, type]", identifies: Sequence[str], capacity: int, decay: Decay, decay_time: float,
                  floor: float) -> None:
    """For World.add_fact_type."""
    kinds: Dict[Any, ValueType] = {bool: ValueType.BOOL, int: ValueType.INT, float: ValueType.DECIMAL}
    wrong = [each for each in attributes.values() if each not in kinds]
    if wrong:
        raise TypeError("an attribute is bool, int or float, not %r" % (wrong[0],))
    unknown = [each for each in identifies if each not in attributes]
    if unknown or len(attributes) > FACT_ATTRIBUTES:
        raise ValueError("no attribute '%s'" % unknown[0] if unknown else "a fact has at most %d attributes" % FACT_ATTRIBUTES)
    bytes_of(name)
    texts = [c_text(each) for each in (name, *attributes)]
    listed = [{"name": texts[i + 1], "type": kinds[kind], "identifies": attribute in identifies} for i, (attribute, kind) in enumerate(attributes.items())]
    definition = ffi.new("ploy_fact_type_def*", {
        "name": texts[0], "attributes": listed, "attribute_count": len(listed), "capacity": capacity, "decay": Decay(decay),
        "decay_time": microseconds(decay_time), "floor": fixed(floor)})
    forget_log()
    expect(lib.ploy_fact_types_add(types, definition, ffi.NULL), "ploy_fact_types_add")
