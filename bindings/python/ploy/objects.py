"""What a domain lists and what the game changes of it while it runs: objects that come and go, and tables."""
from __future__ import annotations

from typing import Any, List, Sequence, Tuple, Union

from .generated import MAX_ARGS, NONE, Status, ValueType
from .library import Error, FileError, GoneError, bytes_of, ffi, lib, text_of
from .values import WRITE, decode


def find_type(domain: Any, name: str) -> int:
    """The index of a type of objects."""
    for i in range(lib.ploy_domain_type_count(domain)):
        if text_of(lib.ploy_domain_type(domain, i).name) == name:
            return i
    raise KeyError("no type '%s'" % name)


def find_object(domain: Any, type: int, name: Any) -> int:
    """The index of an object."""
    number = lib.ploy_domain_find_object(domain, type, bytes_of(name))
    if number == NONE:
        raise KeyError("no object '%s' of type '%s'" % (name, text_of(lib.ploy_domain_type(domain, type).name)))
    return number


def number_of(domain: Any, info: Any, value: Any) -> int:
    """The value of a symbol or table for C. Objects are names."""
    if info.type == ValueType.OBJECT:
        return find_object(domain, info.object_type, value)
    return WRITE[info.type](value)


def value_of(domain: Any, info: Any, value: int) -> Any:
    """The same from C."""
    if info.type == ValueType.OBJECT:
        return text_of(lib.ploy_domain_object_name(domain, info.object_type, value))
    return decode(info.type, value)


class Table:
    """Values that depend on objects and not on the state: `domain.table("distance")["hut", "hill"] = 30`. Searches that begin
    after the change have it."""

    def __init__(self, domain: "DomainObjects", name: str) -> None:
        self._domain = domain
        #: Its name.
        self.name = name
        self._find(domain._read())

    def _find(self, domain: Any) -> Tuple[int, Any]:
        number = lib.ploy_domain_find_table(domain, bytes_of(self.name))
        if number == NONE:
            raise KeyError("no table '%s'" % self.name)
        return number, lib.ploy_domain_table(domain, number)

    def _cell(self, domain: Any, info: Any, objects: Union[str, Tuple[str, ...]]) -> Any:
        names = (objects,) if isinstance(objects, str) else tuple(objects)
        if len(names) != info.of_count:
            raise TypeError("the table '%s' is indexed by %d objects, not %d" % (self.name, info.of_count, len(names)))
        return ffi.new("uint32_t[]", [find_object(domain, info.of[i], name) for i, name in enumerate(names)])

    @property
    def of(self) -> Tuple[str, ...]:
        """The types that index it."""
        domain = self._domain._read()
        info = self._find(domain)[1]
        return tuple(text_of(lib.ploy_domain_type(domain, info.of[i]).name) for i in range(info.of_count))

    def __getitem__(self, objects: Union[str, Tuple[str, ...]]) -> Any:
        domain = self._domain._read()
        number, info = self._find(domain)
        return value_of(domain, info, lib.ploy_domain_table_get(domain, number, self._cell(domain, info, objects)))

    def __setitem__(self, objects: Union[str, Tuple[str, ...]], value: Any) -> None:
        domain = self._domain._begin_change()
        number, info = self._find(domain)
        self._set(domain, number, info, self._cell(domain, info, objects), value)

    def _set(self, domain: Any, number: int, info: Any, cell: Any, value: Any) -> None:
        if lib.ploy_domain_table_set(domain, number, cell, number_of(domain, info, value)) != Status.OK:
            raise ValueError("%r is outside the range of the table '%s'" % (value, self.name))

    def set(self, text: str) -> None:
        """Several cells: "camp hill = 12, camp lake = 5.5". On an error nothing changes."""
        domain, error = self._domain._begin_change(), ffi.new("ploy_error*")
        status = lib.ploy_domain_table_parse(domain, self._find(domain)[0], bytes_of(text), error)
        if status != Status.OK:
            raise FileError(self.name, error, Status(status))

    def fill(self, values: Sequence[Any]) -> None:
        """All cells of a table of numbers, from an array or nested lists: one row per object, in the order of the file."""
        domain = self._domain._begin_change()
        number, info = self._find(domain)
        counts = [lib.ploy_domain_type(domain, info.of[i]).object_count for i in range(info.of_count)]
        cell = ffi.new("uint32_t[]", MAX_ARGS)

        def row(values: Any, depth: int) -> None:
            if len(values) != counts[depth]:
                raise ValueError("the table '%s' has %d rows for its index %d, not %d" % (self.name, counts[depth], depth + 1, len(values)))
            for i, value in enumerate(values):
                cell[depth] = i
                if depth + 1 < len(counts):
                    row(value, depth + 1)
                else:
                    self._set(domain, number, info, cell, value.item() if hasattr(value, "item") else value)

        row(values, 0)


class DomainObjects:
    """What Domain and WorldDomain share: the objects and tables of a domain, by name."""

    def _read(self) -> Any:
        """The pointer, compiled or not."""
        raise NotImplementedError

    def _begin_change(self) -> Any:
        """The pointer. The domain is compiled again before anything plans with it."""
        raise NotImplementedError

    def _compile(self) -> None:
        """After changes, before anything plans with it."""
        raise NotImplementedError

    @property
    def name(self) -> str:
        """Its name."""
        return text_of(lib.ploy_domain_name(self._read()))

    @property
    def types(self) -> List[str]:
        """The types of its objects."""
        domain = self._read()
        return [text_of(lib.ploy_domain_type(domain, i).name) for i in range(lib.ploy_domain_type_count(domain))]

    def objects(self, type: str) -> List[str]:
        """The objects of a type that exist."""
        domain = self._read()
        number = find_type(domain, type)
        count = lib.ploy_domain_type(domain, number).object_count
        return [text_of(lib.ploy_domain_object_name(domain, number, i)) for i in range(count) if lib.ploy_domain_object_exists(domain, number, i)]

    def exists(self, object: str) -> bool:
        """Does a spawned object exist, such as "tree.3"?"""
        domain = self._read()
        type, number = self._spawned(domain, object)
        return lib.ploy_domain_object_exists(domain, type, number)

    def _spawned(self, domain: Any, object: str) -> Tuple[int, int]:
        bytes_of(object)
        type = self._spawned_type(domain, object.rpartition(".")[0])
        return type, find_object(domain, type, object)

    def _spawned_type(self, domain: Any, name: str) -> int:
        bytes_of(name)
        type = find_type(domain, name)
        if not lib.ploy_domain_type(domain, type).is_spawned:
            raise ValueError("the objects of '%s' are not spawned: its type has no capacity" % name)
        return type

    def spawn(self, type: str) -> str:
        """An object of a type with a capacity begins to exist: the free one of the lowest number. Its name, "tree.3"."""
        domain, object = self._begin_change(), ffi.new("uint32_t*")
        number = self._spawned_type(domain, type)
        if lib.ploy_domain_spawn(domain, number, object) == Status.FULL:
            raise Error("all objects of '%s' exist already" % type, Status.FULL)
        return text_of(lib.ploy_domain_object_name(domain, number, object[0]))

    def despawn(self, object: str) -> None:
        """It ends to exist. An agent whose plan needs it plans again."""
        domain = self._begin_change()
        type, number = self._spawned(domain, object)
        if lib.ploy_domain_despawn(domain, type, number) != Status.OK:
            raise GoneError("'%s'" % object)

    def table(self, name: str) -> Table:
        """A table by name."""
        return Table(self, name)

    @property
    def tables(self) -> List[str]:
        """The names of its tables."""
        domain, names = self._read(), []  # type: Any, List[str]
        while lib.ploy_domain_table(domain, len(names)).name:
            names.append(text_of(lib.ploy_domain_table(domain, len(names)).name))
        return names

    @property
    def actions(self) -> List[str]:
        """The names of its actions."""
        domain = self._read()
        return [text_of(lib.ploy_domain_action(domain, i).name) for i in range(lib.ploy_domain_action_count(domain))]

    @property
    def goals(self) -> List[str]:
        """The names of its goals."""
        domain = self._read()
        return [text_of(lib.ploy_domain_goal(domain, i).name) for i in range(lib.ploy_domain_goal_count(domain))]


__all__ = ["DomainObjects", "Table"]
