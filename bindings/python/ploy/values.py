"""Values of blackboard keys, ports and facts: bool, int, float (decimals, 1/1000, and floats), str."""
from __future__ import annotations

import operator
from typing import Any, Callable, Dict, Tuple, Union

from .generated import ValueType
from .library import ffi, lib

Value = Union[bool, int, float, str]

_MIN, _MAX = -(1 << 63), (1 << 63) - 1


def _to_bool(value: Any) -> int:
    if value is True or value is False:
        return int(value)
    if isinstance(value, int) and value in (0, 1):
        return value
    raise TypeError("a bool is wanted, not %r" % (value,))


def _to_int(value: Any) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError("a whole number is wanted, not %r" % (value,)) from None
    if not _MIN <= number <= _MAX:
        raise OverflowError("%d does not fit into 64 bits" % number)
    return number


def _to_decimal(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError("a number is wanted, not %r" % (value,))
    return _to_int(round(value * 1000))


def _from_decimal(value: int) -> float:
    return value / 1000


def _to_float(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError("a number is wanted, not %r" % (value,))
    return lib.ploy_value_of_float(float(value))


def _from_float(value: int) -> float:
    return lib.ploy_value_float(value)


def _from_string(value: int) -> str:
    return ffi.string(ffi.cast("char*", value)).decode("utf-8", "replace")


def _not_supported(value: Any) -> Any:
    raise TypeError("structs of a game in C are not values in Python")


def _same(value: int) -> int:
    return value


#: How a value is read, by type.
READ: Dict[int, Callable[[int], Any]] = {
    ValueType.BOOL: bool, ValueType.INT: _same, ValueType.DECIMAL: _from_decimal, ValueType.OBJECT: _same,
    ValueType.FLOAT: _from_float, ValueType.STRING: _from_string, ValueType.STRUCT: _not_supported,
}

#: How a value of a type other than string is written.
WRITE: Dict[int, Callable[[Any], int]] = {
    ValueType.BOOL: _to_bool, ValueType.INT: _to_int, ValueType.DECIMAL: _to_decimal, ValueType.OBJECT: _to_int,
    ValueType.FLOAT: _to_float, ValueType.STRUCT: _not_supported,
}


def encode(kind: int, value: Any) -> Tuple[int, Any]:
    """The value for C, and what must live until it was copied."""
    if kind != ValueType.STRING:
        return WRITE[min(kind, ValueType.STRUCT)](value), None
    if not isinstance(value, str):
        raise TypeError("a text is wanted, not %r" % (value,))
    text = ffi.new("char[]", value.encode())
    return int(ffi.cast("intptr_t", text)), text


def decode(kind: int, value: int) -> Any:
    return READ[min(kind, ValueType.STRUCT)](value)
