"""Recordings: what happened in a run, and why."""
from __future__ import annotations

import os
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Union

from .generated import NONE, Status
from .library import Error, FileError, bytes_of, c_text, end_with, expect, ffi, lib, text_of


class RecordedEvent(NamedTuple):
    """An event: the tick, its name, the number of the agent (0: none), and its arguments by name."""

    tick: int
    name: str
    agent: int
    args: Dict[str, int]


class RecordingInfo(NamedTuple):
    """What there is to read."""

    version: int
    ticks: int
    frames: int
    is_closed: bool
    is_damaged: bool


class Recording:
    """A recording that World.record or `ploy play --record` wrote. Events come in order: `for event in recording`."""

    def __init__(self, path: "Union[str, os.PathLike[str], bytes]") -> None:
        if isinstance(path, bytes):
            self._bytes, name = path, "recording"
        else:
            name = os.fspath(path)
            with open(path, "rb") as file:
                self._bytes = file.read()
        self._block = ffi.from_buffer(self._bytes)
        out, error = ffi.new("ploy_recording**"), ffi.new("ploy_error*")
        status = lib.ploy_recording_create(ffi.new("ploy_recording_def*", {"bytes": self._block, "count": len(self._bytes)}), out, error)
        if status != Status.OK:
            raise FileError(name, error, Status(status))
        self._pointer = ffi.gc(out[0], lib.ploy_recording_destroy)
        self._debugger: Any = None

    @property
    def info(self) -> RecordingInfo:
        info = lib.ploy_recording_get_info(self._pointer)
        return RecordingInfo(info.version, info.ticks, info.frames, info.closed, info.damaged)

    def note(self, name: str) -> Optional[bytes]:
        """A named piece of data, or None."""
        data, count = ffi.new("void**"), ffi.new("size_t*")
        status = lib.ploy_recording_note(self._pointer, bytes_of(name), data, count)
        return None if status == Status.NOT_FOUND else bytes(ffi.buffer(data[0], count[0]))

    def __iter__(self) -> Iterator[RecordedEvent]:
        return self.events()

    def events(self, start: int = 0) -> Iterator[RecordedEvent]:
        """From a tick on."""
        status = lib.ploy_recording_seek(self._pointer, start)
        event, tick, kinds = ffi.new("ploy_trace_event*"), ffi.new("uint64_t*"), {}
        while status != Status.NOT_FOUND and lib.ploy_recording_next(self._pointer, event, tick) == Status.FOUND:
            if event.kind not in kinds:
                kind = lib.ploy_recording_kind(self._pointer, event.kind)
                kinds[event.kind] = (text_of(kind.name), [text_of(kind.arg_names[i]) for i in range(kind.arg_count)])
            name, args = kinds[event.kind]
            yield RecordedEvent(tick[0], name, event.agent, {arg: event.args[i] for i, arg in enumerate(args)})

    def _debug(self) -> Any:
        if self._debugger is None:
            out, error = ffi.new("ploy_debugger**"), ffi.new("ploy_error*")
            status = lib.ploy_debugger_create(ffi.new("ploy_debugger_def*", {"recording": self._pointer}), out, error)
            if status != Status.OK:
                raise FileError("recording", error, Status(status))
            self._debugger = out[0]
            end_with(self, out[0], lib.ploy_debugger_destroy, self._pointer, self._block)
        return self._debugger

    @property
    def agents(self) -> List[str]:
        """The display names of its agents."""
        debugger = self._debug()
        return [text_of(lib.ploy_debugger_agent(debugger, i).name) for i in range(lib.ploy_debugger_agent_count(debugger))]

    def ask(self, agent: Union[str, int], tick: Optional[int] = None, *, why_not: Optional[str] = None, what_if: Optional[str] = None,
            flip: Optional[str] = None, since: Optional[int] = None) -> str:
        """About the last decision of an agent at or before a tick (None: the last of all), in English. why_not: why this
        action is not in the plan. what_if: the decision in a changed state, "ammo = 2". flip: the smallest changes that put
        this action into the plan. since: what changed since the decision at this tick."""
        debugger = self._debug()
        index = lib.ploy_debugger_find_agent(debugger, bytes_of(str(agent)))
        if index == NONE:
            raise KeyError("no agent '%s'; there are: %s" % (agent, ", ".join(self.agents)))
        texts = [c_text(why_not), c_text(what_if), c_text(flip)]
        query = ffi.new("ploy_debug_query*", {
            "agent": lib.ploy_debugger_agent(debugger, index).number, "tick": (1 << 64) - 1 if tick is None else tick, "why_not": texts[0],
            "with": texts[1], "flip": texts[2], "diff": since is not None, "other_tick": since or 0})
        return self._answer(lib.ploy_debugger_query, debugger, query)

    def problems(self) -> str:
        """Agents that dither, are idle, or wait long for plans or paths."""
        return self._answer(lib.ploy_debugger_find_problems, self._debug())

    def _answer(self, function: Any, *args: Any) -> str:
        out, error = ffi.new("ploy_debug_answer**"), ffi.new("ploy_error*")
        status = function(*args, out, error)
        if status != Status.OK:
            if error.message[0] != b"\0":
                raise FileError("recording", error, Status(status))
            expect(status, "ploy_debugger_query")
        try:
            return text_of(out[0].text)
        finally:
            lib.ploy_debug_answer_destroy(out[0])


__all__ = ["Recording", "RecordedEvent", "RecordingInfo", "Error"]
