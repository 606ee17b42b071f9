"""The names of the objects of domains: Python reads and writes "field" where the library has a number."""
from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

from .generated import NONE, ValueType
from .library import bytes_of, ffi, lib, printed, text_of


class Names:
    """The names of all objects of one type. They are copied: a hot reload frees the domain that they come from."""

    def __init__(self, domain: Any, type: int) -> None:
        count = lib.ploy_domain_type(domain, type).object_count
        self._names = [text_of(lib.ploy_domain_object_name(domain, type, i)) for i in range(count)]
        self._numbers = {name: i for i, name in enumerate(self._names)}

    def read(self, value: int) -> Any:
        """A number that the type does not have stays a number."""
        return self._names[value] if 0 <= value < len(self._names) else value

    def write(self, value: Any) -> int:
        if not isinstance(value, str):
            raise TypeError("the name of an object is wanted, not %r" % (value,))
        number = self._numbers.get(value)
        if number is None:
            raise KeyError("no object '%s'; there are: %s" % (value, ", ".join(self._names[:12]) + (", …" if len(self._names) > 12 else "")))
        return number


def _address(pointer: Any) -> int:
    return int(ffi.cast("uintptr_t", pointer))


class WorldNames:
    """Which keys and which parameters of a world have objects as values. Built again when files are loaded."""

    def __init__(self) -> None:
        #: By index of the key.
        self.keys: Dict[int, Names] = {}
        #: By domain: its types, and its parameters, alone and with their action or goal.
        self._types: Dict[int, List[Names]] = {}
        self._params: Dict[int, Dict[Tuple[str, str], Names]] = {}
        self._found: Dict[Tuple[int, int, str, str], Optional[Names]] = {}

    def build(self, domains: List[Any], keys: Any) -> None:
        self.keys, self._types, self._params, self._found = {}, {}, {}, {}
        for domain in domains:
            types = [Names(domain, i) for i in range(lib.ploy_domain_type_count(domain))]
            self._add_keys(domain, keys, types)
            params = self._params.setdefault(_address(domain), {})
            self._types[_address(domain)] = types
            for count, describe in ((lib.ploy_domain_action_count, lib.ploy_domain_action), (lib.ploy_domain_goal_count, lib.ploy_domain_goal)):
                for info in (describe(domain, i) for i in range(count(domain))):
                    for i in range(info.param_count):
                        name, names = text_of(info.param_names[i]), types[info.param_types[i]]
                        params.setdefault(("", name), names)
                        params.setdefault((text_of(info.name), name), names)

    def _add_keys(self, domain: Any, keys: Any, types: List[Names]) -> None:
        for symbol in (lib.ploy_domain_symbol(domain, i) for i in range(lib.ploy_domain_symbol_count(domain))):
            if symbol.type != ValueType.OBJECT:
                continue
            for variable in range(symbol.first_variable, symbol.first_variable + symbol.variable_count):
                name = printed(lambda text, size: lib.ploy_domain_variable_print(domain, variable, text, size))
                key = lib.ploy_blackboard_keys_find(keys, bytes_of(name))
                if key != NONE:
                    self.keys.setdefault(key, types[symbol.object_type])

    def of_argument(self, agent: Any, type: int, owner: str, name: str) -> Optional[Names]:
        """Of a port that is an argument of an action or goal, by its type in the domain that the agent plans with. A mind that is
        not GOAP: by the parameter of that name, of an action of the activity's name if there is one."""
        mind = agent.mind
        at = (_address(mind), type, owner, name)
        if at not in self._found:
            is_goap = bool(mind) and text_of(mind.kind.name) == "goap"
            own = self._types.get(_address(lib.ploy_goap_domain(mind)), []) if is_goap else []
            listed = [params[each] for each in ((owner, name), ("", name)) for params in self._params.values() if each in params]
            self._found[at] = own[type] if type < len(own) else listed[0] if listed else None
        return self._found[at]
