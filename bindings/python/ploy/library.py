"""The C library, opened with cffi, and what all classes share: errors, texts, the log."""
from __future__ import annotations

import logging
import os
import sys
import threading
import traceback
import weakref
from pathlib import Path
from typing import Any, List, Optional

from . import generated
from .generated import Status
from .generated_ffi import ffi

_NAMES = {"win32": ["ploy-io.dll", "libploy-io.dll"], "darwin": ["libploy-io.dylib"]}.get(
    sys.platform, ["libploy-io.so.%d.%d" % (generated.VERSION_MAJOR, generated.VERSION_MINOR), "libploy-io.so"])


_kept: List[Any] = []


def _open() -> Any:
    """In the folder PLOY_LIBRARY, beside this package, or where the system finds it."""
    folders = [os.environ.get("PLOY_LIBRARY"), str(Path(__file__).parent)]
    paths = [str(Path(folder) / name) for folder in folders if folder for name in _NAMES]
    reasons = []
    for path in [path for path in paths if os.path.exists(path)] + _NAMES:
        try:
            core = str(Path(path).with_name(Path(path).name.replace("ploy-io", "ploy")))
            if os.path.exists(core):  # which the other needs, and the system may not look for in this folder
                _kept.append(ffi.dlopen(core))
            return ffi.dlopen(path)
        except OSError as error:
            reasons.append(str(error))
    raise ImportError("the library of Ploy was not found: install it, or set PLOY_LIBRARY to its folder; %s" % reasons[0])


lib = _open()
_version = ffi.string(lib.ploy_version()).decode()
if _version != generated.VERSION:
    raise ImportError("the library of Ploy is version %s, this package is for %s" % (_version, generated.VERSION))


class Error(Exception):
    """What the library refused, in its own words. `status` says how it ended."""

    def __init__(self, message: str, status: Status = Status.INVALID) -> None:
        super().__init__(message)
        self.status = status


class FileError(Error):
    """What is wrong in a file, and where. `hint` says what would be right; line and column are 0 if not known."""

    def __init__(self, name: str, error: Any, status: Status = Status.INVALID) -> None:
        self.file = name
        self.line: int = error.line
        self.column: int = error.column
        self.message: str = text_of(error.message)
        self.hint: str = text_of(error.hint)
        self.missing = generated.Missing(error.missing)
        self.missing_name: str = text_of(error.name)
        place = "%s:%d:%d" % (name, self.line, self.column) if self.line else name
        text = self.message or text_of(lib.ploy_status_text(status))
        super().__init__("%s: %s%s" % (place, text, "; " + self.hint if self.hint else ""), status)


class GoneError(Error):
    """The world, agent or squad does not exist any more."""

    def __init__(self, what: str) -> None:
        super().__init__("%s is gone" % what, Status.NOT_FOUND)


class ThreadError(Error):
    """A world, a pathfinder, a path service or a spatial index was used by another thread than the one that created it."""

    def __init__(self, what: str = "world") -> None:
        super().__init__("the %s belongs to another thread: use it on the thread that created it" % what, Status.NOT_SUPPORTED)


class Owned:
    """What one thread alone uses."""

    _pointer: Any

    def __init__(self, what: str) -> None:
        self._what, self._thread = what, threading.get_ident()

    def _use(self) -> Any:
        if threading.get_ident() != self._thread:
            raise ThreadError(self._what)
        return self._pointer


log = logging.getLogger("ploy")
_last = threading.local()


@ffi.callback("ploy_log_fn")
def _log(message: Any, _user: Any) -> None:
    text = text_of(message)
    _last.message = text
    log.warning("%s", text)


@ffi.callback("ploy_assert_fn")
def _misuse(message: Any, file: Any, line: int, _user: Any) -> None:
    # The process ends after this. The classes check what they pass on, so it takes the low level to come here.
    print("%s:%d: %s" % (text_of(file), line, text_of(message)), file=sys.stderr)
    traceback.print_stack()
    sys.stderr.flush()


lib.ploy_set_log_handler(_log, ffi.NULL)
lib.ploy_set_assert_handler(_misuse, ffi.NULL)


def forget_log() -> None:
    """Before a call whose failure is explained in the log."""
    _last.message = ""


def logged(function: str) -> str:
    """What the log got from a function since forget_log, or ""."""
    message = getattr(_last, "message", "")
    return message if message.startswith(function + ":") else ""


def text_of(text: Any) -> str:
    return ffi.string(text).decode("utf-8", "replace") if text != ffi.NULL else ""


def c_text(text: Optional[str]) -> Any:
    """A string for a field of a struct: keep it as long as the struct."""
    if text is None:
        return ffi.NULL
    if not isinstance(text, str):
        raise TypeError("a text is wanted, not %s" % type(text).__name__)
    return ffi.new("char[]", text.encode())


def bytes_of(text: str) -> bytes:
    if not isinstance(text, str):
        raise TypeError("a text is wanted, not %s" % type(text).__name__)
    return text.encode()


def printed(write: Any, size: int = 512) -> str:
    """The text that a function prints like snprintf: write(buffer, size) returns the length it needs."""
    while True:
        buffer = ffi.new("char[]", size)
        length = write(buffer, size)
        if length < size:
            return text_of(buffer)
        size = length + 1


def _end(destroy: Any, pointer: Any, _needed: Any) -> None:
    destroy(pointer)


def end_with(owner: object, pointer: Any, destroy: Any, *needed: Any) -> Any:
    """Destroys it when its owner goes, also when that goes with a whole circle of objects. Until then it holds what is
    needed: pointers that free themselves (ffi.gc), never the owner. Returns a function that destroys it now."""
    ending = weakref.finalize(owner, _end, destroy, pointer, needed)
    ending.atexit = False
    return ending


def expect(status: int, function: str, *fine: Status) -> Status:
    """Raises Error unless the status is OK or one of `fine`."""
    result = Status(status)
    if result == Status.OK or result in fine:
        return result
    if result == Status.OUT_OF_MEMORY:
        raise MemoryError(function)
    raise Error(logged(function) or "%s: %s" % (function, text_of(lib.ploy_status_text(status))), result)


def microseconds(seconds: float) -> int:
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)):
        raise TypeError("seconds are a number, not %s" % type(seconds).__name__)
    return round(seconds * 1_000_000)


def fixed(number: float) -> int:
    """Fixed point: 1/1000."""
    return round(number * 1000)
