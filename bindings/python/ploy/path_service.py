"""Paths for many agents, some per update."""
from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

from .generated import PathMethod, Status
from .library import Owned, end_with, expect, ffi, lib
from .paths import Graph, Grid, Obstacles, Path, area_array, path_of, path_query

Areas = Sequence[Optional[float]]


class PathServiceStats(NamedTuple):
    """The work of a path service; what was dropped was replaced by a newer request of the same owner."""

    waiting: int
    active: int
    updates: int
    answered: int
    shared: int
    fields: int
    stale: int
    cancelled: int
    restarted: int
    expanded: int


class PathRequest:
    """A request to a path service."""

    def __init__(self, service: "PathService", identity: Tuple[int, int], owner: int, kept: Any = None) -> None:
        self._service, self._id, self._kept = service, identity, kept
        #: The number of whoever asked; 0: nobody.
        self.owner = owner
        #: IN_PROGRESS until it is answered; then that of the path. CANCELLED: it was cancelled, or replaced by a newer one.
        self.status = Status.IN_PROGRESS
        #: The answer, None before.
        self.path: Optional[Path] = None
        #: Updates that it waited for: 0 when the first one after the request answered it.
        self.waited = 0
        #: One search from the target answered several requests.
        self.is_shared = False

    def cancel(self) -> bool:
        """False: it is too late."""
        return self._service._cancel(self)

    def _end(self, status: Status) -> None:
        self.status, self._kept = status, None


class PathService(Owned):
    """Answers requests for paths on one map, by priority and as many per update as its limits allow:

        paths = ploy.PathService(grid, max_nodes=2000)
        request = paths.request(start, end, owner=agent.index)
        …
        paths.update()  # once per tick
        if request.path: …

    The answers do not depend on the machine."""

    def __init__(self, map: Union[Grid, Graph], *, max_answers: int = 0, max_nodes: int = 0, slots: int = 0, share_from: int = 0,
                 capacity: int = 0) -> None:
        """max_answers, max_nodes: per update; 0: no limit. slots: searches that run at once, default 4. share_from: one search
        answers this many requests to one target, default 4; negative: never. capacity: requests for which there is memory."""
        super().__init__("path service")
        if not 0 <= slots <= 64:
            raise ValueError("slots are 1 to 64")
        self.map = map
        self._requests: Dict[Tuple[int, int], PathRequest] = {}
        self._owners: Dict[int, PathRequest] = {}
        self._areas: Dict[Tuple[Optional[float], ...], Any] = {}
        self._answered: List[PathRequest] = []
        pointer = lib.ploy_path_service_create(ffi.new("ploy_path_service_def*", {
            "map": map._map, "max_answers": max_answers, "max_nodes": max_nodes, "slots": slots, "share_from": share_from, "capacity": capacity}))
        if not pointer:
            raise MemoryError("ploy_path_service_create")
        self._pointer = pointer
        end_with(self, pointer, lib.ploy_path_service_destroy, map._pointer)

    def request(self, start: int, end: int, *, owner: int = 0, priority: int = 0, obstacles: Optional[Obstacles] = None, area_costs: Optional[Areas] = None,
                max_nodes: int = 0, partial: bool = False, method: PathMethod = PathMethod.AUTO, agent_size: int = 0) -> PathRequest:
        """Puts a request into the queue. owner: a number, such as agent.index; its newer request replaces the older one. priority:
        higher goes first. Obstacles may change until the answer. The rest as for PathFinder.find."""
        pointer = self._use()
        query = path_query(self.map, start, end, obstacles, self._area_costs(area_costs), max_nodes, partial, method, agent_size)
        made = lib.ploy_path_service_request(pointer, ffi.new("ploy_path_request*", {"query": query[0], "owner": owner, "priority": priority}))
        if not made.index1:
            raise MemoryError("ploy_path_service_request")
        older = self._owners.pop(owner, None) if owner else None
        if older and older.status == Status.IN_PROGRESS:
            self._requests.pop(older._id, None)
            older._end(Status.CANCELLED)
        request = PathRequest(self, (made.index1, made.generation), owner, obstacles)
        self._requests[request._id] = request
        if owner:
            self._owners[owner] = request
        return request

    def _area_costs(self, costs: Optional[Areas]) -> Any:
        """The same costs are the same array, which lives as long as the service: saves refer to it."""
        if costs is None:
            return None
        listed = tuple(costs)
        if listed not in self._areas:
            self._areas[listed] = area_array(listed)
        return self._areas[listed]

    def _identity(self, request: PathRequest) -> Any:
        return ffi.new("ploy_path_request_id*", {"index1": request._id[0], "generation": request._id[1]})[0]

    def _cancel(self, request: PathRequest) -> bool:
        pointer = self._use()
        if request.status != Status.IN_PROGRESS:
            return False
        is_cancelled = lib.ploy_path_service_cancel(pointer, self._identity(request))
        self._forget(request)
        request._end(Status.CANCELLED)
        return is_cancelled

    def _forget(self, request: PathRequest) -> None:
        self._requests.pop(request._id, None)
        if self._owners.get(request.owner) is request:
            del self._owners[request.owner]

    def update(self) -> List[PathRequest]:
        """Answers requests until a limit is reached. Returns those that it answered, in the order they were made."""
        pointer = self._use()
        self._answered = []
        lib.ploy_path_service_update(pointer, _on_answer, ffi.new_handle(self))
        return self._answered

    def _take(self, answer: Any) -> None:
        identity = (answer.id.index1, answer.id.generation)
        request = self._requests.get(identity) or PathRequest(self, identity, answer.owner)
        request.path = path_of(answer.path)
        request.waited, request.is_shared = answer.waited, answer.shared
        request._end(request.path.status)
        self._forget(request)
        self._answered.append(request)

    def poll(self, request: PathRequest) -> Status:
        """IN_PROGRESS while it waits or runs; OK: the last update answered it; INVALID: it was answered before that, or dropped."""
        return Status(lib.ploy_path_service_poll(self._use(), self._identity(request), ffi.new("ploy_path_answer*")))

    @property
    def stats(self) -> PathServiceStats:
        """Requests and nodes so far."""
        stats = lib.ploy_path_service_get_stats(self._use())
        return PathServiceStats(*(getattr(stats, name) for name in PathServiceStats._fields))

    # Saves.

    def _saved(self, obstacles: Sequence[Obstacles], areas: Sequence[Areas]) -> Tuple[Any, Any]:
        for layer in obstacles:
            if not isinstance(layer, Obstacles) or layer.map is not self.map:
                raise ValueError("the obstacles belong to another map")
        layers = ffi.new("ploy_obstacles*[]", [layer._pointer for layer in obstacles])
        costs = [self._area_costs(each) for each in areas]
        listed = ffi.new("ploy_path_area_costs[]", [{"costs": each, "count": len(each)} for each in costs])
        return ffi.new("ploy_path_service_save_def*", {
            "obstacle_layers": layers, "obstacle_layer_count": len(obstacles), "areas": listed, "area_count": len(costs)}), (layers, listed)

    def save(self, obstacles: Sequence[Obstacles] = (), areas: Sequence[Areas] = ()) -> bytes:
        """All that decides which answers come when. obstacles, areas: all that requests use."""
        pointer, writer = self._use(), ffi.new("ploy_writer*")
        definition, kept = self._saved(obstacles, areas)
        expect(lib.ploy_path_service_save(pointer, definition, writer), "ploy_path_service_save")
        data = bytearray(writer.count)
        writer.bytes, writer.capacity, writer.count = ffi.from_buffer("uint8_t[]", data, require_writable=True), len(data), 0
        expect(lib.ploy_path_service_save(pointer, definition, writer), "ploy_path_service_save")
        del kept
        return bytes(data)

    def restore(self, data: bytes, obstacles: Sequence[Obstacles] = (), areas: Sequence[Areas] = ()) -> None:
        """Into a service made like the saved one, with the same lists in the same order. It goes on bit for bit; update gives
        new requests that have the saved owners. What it had is dropped."""
        pointer = self._use()
        definition, kept = self._saved(obstacles, areas)
        for request in list(self._requests.values()):
            request._end(Status.CANCELLED)
        self._requests, self._owners = {}, {}
        self._restored = kept, list(obstacles)  # its requests point at them
        reader = ffi.new("ploy_reader*", {"bytes": ffi.from_buffer("uint8_t[]", data), "count": len(data)})
        expect(lib.ploy_path_service_load(pointer, definition, reader), "ploy_path_service_load")


@ffi.callback("ploy_path_answer_fn")
def _on_answer(user: Any, answer: Any) -> None:
    ffi.from_handle(user)._take(answer)


__all__ = ["PathRequest", "PathService", "PathServiceStats"]
