"""Blackboards: typed values by key. An agent's reads through its squad's and the world's."""
from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, Optional, Tuple

from .generated import NONE, Status
from .library import Error, expect, ffi, forget_log, lib, text_of
from .names import WorldNames
from .values import READ, WRITE, Value, encode

if TYPE_CHECKING:
    from .world import World


_get, _set = lib.ploy_blackboard_get, lib.ploy_blackboard_set


class Keys:
    """The keys of a world by name. Each is found once."""

    def __init__(self, keys: Any, names: WorldNames) -> None:
        self._keys = keys
        self._names = names
        #: By name: the index, the type, how it is read, and how it is written (None: a string).
        self.known: Dict[str, Tuple[int, int, Any, Any]] = {}

    def find(self, name: str) -> Tuple[int, int, Any, Any]:
        """KeyError names the nearest one."""
        known = self.known.get(name)
        return known if known else self._look_up(name)

    def _look_up(self, name: str) -> Tuple[int, int, Any, Any]:
        if not isinstance(name, str):
            raise TypeError("the name of a key is a text, not %r" % (name,))
        key = lib.ploy_blackboard_keys_find(self._keys, name.encode())
        if key == NONE:
            near = difflib.get_close_matches(name, self.names(), 1)
            raise KeyError("no key '%s' on the blackboard%s" % (name, "; did you mean '%s'?" % near[0] if near else ""))
        kind = lib.ploy_blackboard_keys_type(self._keys, key)
        names = self._names.keys.get(key)
        self.known[name] = (key, kind, names.read, names.write) if names else (key, kind, READ[kind], WRITE.get(kind))
        return self.known[name]

    def name(self, key: int) -> str:
        return text_of(lib.ploy_blackboard_keys_name(self._keys, key))

    def names(self) -> "list[str]":
        return [self.name(i) for i in range(lib.ploy_blackboard_keys_count(self._keys))]


class Blackboard:
    """Values by the names of keys, as in a dict: `board["hungry"] = True`. An object of a domain is its name: `board["at"]` is
    "house". `del board[key]` removes the value, so that
    reads go on to the parent."""

    def __init__(self, world: "World", pointer: Callable[[], Any]) -> None:
        self._world = world
        self._pointer = pointer
        self._find = world._keys.find

    def __getitem__(self, name: str) -> Any:
        board = self._pointer()
        key, _kind, read, _write = self._find(name)
        return read(_get(board, key))

    def __setitem__(self, name: str, value: Value) -> None:
        self._write(self._pointer(), name, value)

    def _write(self, board: Any, name: str, value: Any) -> None:
        key, kind, _read, write = self._find(name)
        if write is None:
            number, _text = encode(kind, value)
        else:
            number = write(value)
        status = _set(board, key, number)
        if (status != 0 and status != 3) or self._world._state.raised:
            self._end(status, name)

    def __delitem__(self, name: str) -> None:
        self._end(lib.ploy_blackboard_unset(self._pointer(), self._find(name)[0]), name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._world._keys.names())

    def _end(self, status: int, name: str) -> None:
        self._world._state.raise_noted()
        if status == Status.NOT_SUPPORTED:
            raise Error("blackboards of this scope cannot hold '%s'" % name, Status.NOT_SUPPORTED)
        expect(status, "ploy_blackboard_set", Status.ALREADY)

    def subscribe(self, name: Optional[str], call: Callable[[str, Any], None]) -> Callable[[], None]:
        """Calls call(name, value) after each change of the key on this blackboard (None: of any key). Returns a function
        that ends it. The blackboard must exist when that is called."""
        world, board = self._world, self._pointer()

        def changed(_user: Any, pointer: Any, key: int) -> None:
            key_name = world._keys.name(key)
            call(key_name, world._keys.find(key_name)[2](_get(pointer, key)))

        observer = world._state.guarded("ploy_blackboard_fn", changed, None)
        identity = ffi.new("ploy_observer_id*")
        key = NONE if name is None else self._find(name)[0]
        forget_log()
        expect(lib.ploy_blackboard_subscribe(board, key, observer, ffi.NULL, identity), "ploy_blackboard_subscribe")

        def end() -> None:
            expect(lib.ploy_blackboard_unsubscribe(self._pointer(), identity[0]), "ploy_blackboard_unsubscribe", Status.NOT_FOUND)

        return end
