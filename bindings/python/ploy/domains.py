"""The domains that a world plans with: those of its files, and those made in code."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Union

from .generated import NONE, OFF, Search, Status
from .library import Error, FileError, GoneError, bytes_of, ffi, fixed, lib, microseconds, text_of
from .names import WorldNames
from .objects import DomainObjects

if TYPE_CHECKING:
    from .planning import Domain
    from .world import World


class WorldDomain(DomainObjects):
    """A domain that a world has loaded, found by World.domain. Change its objects and tables between two ticks: all agents plan
    with what you have changed from the next tick on. Hot reload and saves keep it."""

    def __init__(self, world: "World", name: str) -> None:
        #: The world that has it.
        self.world = world
        self._name = name
        self._pointer: Any = None

    def _read(self) -> Any:
        self.world._use()
        if self._pointer is None:
            raise GoneError("the domain '%s'" % self._name)
        return self._pointer

    def _begin_change(self) -> Any:
        pointer = self._read()
        if self.world._is_ticking:
            raise Error("a domain is changed between two ticks, not inside one", Status.NOT_SUPPORTED)
        self.world._domains.unsettled[self] = None
        return pointer

    def _compile(self) -> None:
        error = ffi.new("ploy_error*")
        status = lib.ploy_domain_compile(self._pointer, error)
        if status == Status.OUT_OF_MEMORY:
            raise MemoryError("ploy_domain_compile")
        if status != Status.OK:
            raise FileError(self._name, error, Status(status))


class Domains:
    """What a world knows of its domains."""

    def __init__(self, names: WorldNames, known_keys: Dict[str, Any]) -> None:
        self._names = names
        self._known_keys = known_keys
        self._files: List[str] = []
        self._found: Dict[str, WorldDomain] = {}
        self._made: List[Any] = []
        #: Changed since the last tick.
        self.unsettled: Dict[DomainObjects, None] = {}
        #: A file was loaded or a mind made, inside a tick, so that names and domains are not what they were.
        self.is_stale = False

    def note_file(self, world: "World", name: str) -> None:
        """A file was loaded. Inside a tick it comes into force when that ends."""
        if name not in self._files:
            self._files.append(name)
        self.is_stale = True
        if not world._is_ticking:
            self.refresh(world)

    def note_mind(self, world: "World", domain: "Domain") -> None:
        """A mind was made that plans with the domain."""
        self._made.append(domain._pointer)
        self.is_stale = True
        if not world._is_ticking:
            self.refresh(world)

    def _of_files(self, world: "World") -> List[Any]:
        files = [lib.ploy_world_file(world._pointer, bytes_of(name)) for name in self._files]
        return [lib.ploy_file_domain(file, i) for file in files if file for i in range(lib.ploy_file_domain_count(file))]

    def refresh(self, world: "World") -> None:
        """Finds names and domains again."""
        listed = self._of_files(world)
        self._names.build(listed + self._made, lib.ploy_world_keys(world._pointer))
        self._known_keys.clear()
        by_name = {text_of(lib.ploy_domain_name(each)): each for each in reversed(listed)}
        for name, found in self._found.items():
            found._pointer = by_name.get(name)
        self.is_stale = False

    def find(self, world: "World", name: Optional[str]) -> WorldDomain:
        """The domain of that name; None: the only one."""
        if self.is_stale:
            raise Error("a file was loaded in this tick: use its domain when the tick has ended", Status.NOT_SUPPORTED)
        names = [text_of(lib.ploy_domain_name(each)) for each in self._of_files(world)]
        if name is None and len(names) != 1:
            raise KeyError("which domain? The files have: %s" % (", ".join(names) or "none"))
        wanted = names[0] if name is None else name
        if wanted not in names:
            raise KeyError("no domain '%s'; the files have: %s" % (wanted, ", ".join(names) or "none"))
        if wanted not in self._found:
            self._found[wanted] = WorldDomain(world, wanted)
            self.refresh(world)
        return self._found[wanted]

    def settle(self) -> None:
        """Compiles what has changed."""
        changed, self.unsettled = list(self.unsettled), {}
        for domain in changed:
            domain._compile()

    def drop(self) -> None:
        """The world is gone."""
        for found in self._found.values():
            found._pointer = None


def _interval(seconds: Optional[float]) -> int:
    """None: the default; 0: off."""
    return 0 if seconds is None else microseconds(seconds) or OFF


def make_goap_mind(world: "World", domain: "Domain", on_event: Any, goals: Optional[Sequence[str]], disabled: Sequence[str], write_effects: bool,
                   manual: bool, search: Union[Search, str], max_nodes: int, max_depth: int, search_interval: Optional[float],
                   interval: Optional[float], hysteresis: Optional[float], act_early: bool) -> Any:
    """A mind that plans with a domain made in code."""
    pointer, error, out = domain._use(), ffi.new("ploy_error*"), ffi.new("ploy_mind**")
    status = lib.ploy_bindings_bind_domain(world._bindings, pointer, error)
    if status == Status.OK:
        status = lib.ploy_view_add_keys(pointer, lib.ploy_world_keys(world._use()), 0)
    if status == Status.OK:
        query, bits = domain._query(domain._start(None), None, (), search, max_nodes, max_depth, disabled)
        numbers = [lib.ploy_domain_find_goal(pointer, bytes_of(goal)) for goal in goals or ()]
        if NONE in numbers:
            raise KeyError("no goal '%s'" % (goals or ())[numbers.index(NONE)])
        listed = ffi.new("uint32_t[]", numbers)
        definition = ffi.new("ploy_goap_mind_def*", {
            "parts": lib.ploy_world_parts(world._use()), "domain": pointer, "disabled": bits, "goals": ffi.NULL if goals is None else listed,
            "goal_count": len(numbers), "write_effects": write_effects, "manual": manual, "options": query.options, "act_early": act_early,
            "search_interval": _interval(search_interval), "interval": _interval(interval),
            "hysteresis": 0 if hysteresis is None else fixed(hysteresis) or OFF, "event": on_event})
        status = lib.ploy_goap_mind_create(definition, out, error)
    if status == Status.OUT_OF_MEMORY:
        raise MemoryError("ploy_goap_mind_create")
    if status != Status.OK:
        raise FileError("domain", error, Status(status))
    return out[0]


__all__ = ["Domains", "WorldDomain", "make_goap_mind"]
