"""Pathfinding: grids and graphs, obstacles that change, paths and distance fields. Blocks of numbers are numpy arrays where
numpy is installed, else lists and bytes."""
from __future__ import annotations

from typing import Any, Iterable, List, NamedTuple, Optional, Sequence, Tuple, Union

from .generated import AREA_CLOSED, AREA_ONE, MAX_AREAS, MAX_COORDINATE, NONE, PathMethod, Status
from .library import FileError, Owned, end_with, ffi, lib

try:
    import numpy
except ImportError:  # everything works without it
    numpy = None  # type: ignore[assignment]


class Path(NamedTuple):
    """The result of a query. `nodes` is an array of numbers, from first to last."""

    #: FOUND, PARTIAL, NOT_FOUND, OUT_OF_NODES, …
    status: Status
    nodes: Any
    cost: int
    expanded: int

    def __bool__(self) -> bool:
        return self.status == Status.FOUND


def numbers_of(pointer: Any, count: int) -> Any:
    if numpy is None:
        return list(pointer[0:count]) if count else []
    if not count:
        return numpy.empty(0, numpy.uint32)
    return numpy.frombuffer(ffi.buffer(pointer, 4 * count), numpy.uint32).copy()


class _Map:
    _pointer: Any
    _map: Any

    @property
    def node_count(self) -> int:
        """Nodes are 0 .. node_count - 1."""
        return lib.ploy_nav_map_node_count(self._map)

    def _node(self, node: int) -> int:
        if not 0 <= node < self.node_count:
            raise IndexError("node %d: the map has %d" % (node, self.node_count))
        return int(node)


class Grid(_Map):
    """Cells with weights, row by row: 0 is blocked, 1 .. 255 is the weight of a step into the cell. From a numpy array of two
    dimensions, from rows of numbers, or from lines of text in which '#' is blocked. Node y * width + x is a cell."""

    def __init__(self, cells: Any, *, four_neighbors: bool = False, max_size: int = 1) -> None:
        rows: Any = cells
        if not hasattr(cells, "shape"):
            rows = [[0 if c == "#" else 1 for c in row] if isinstance(row, str) else list(row) for row in cells]
        height = len(rows)
        width = len(rows[0]) if height else 0
        if any(len(row) != width for row in rows):
            raise ValueError("all rows have the same length")
        if numpy is not None:
            data = numpy.ascontiguousarray(rows, dtype=numpy.uint8).reshape(-1)
            block = ffi.from_buffer("uint8_t[]", data)
        else:
            block = ffi.new("uint8_t[]", [cell for row in rows for cell in row])
        out, error = ffi.new("ploy_grid**"), ffi.new("ploy_error*")
        status = lib.ploy_grid_create(ffi.new("ploy_grid_def*", {
            "width": width, "height": height, "cells": block, "four_neighbors": four_neighbors, "max_size": max_size}), out, error)
        if status != Status.OK:
            raise FileError("grid", error, Status(status))
        self._pointer = ffi.gc(out[0], lib.ploy_grid_destroy)
        self._map = lib.ploy_grid_map(self._pointer)
        self.width, self.height, self._max_size = width, height, max_size

    def cell(self, x: int, y: int) -> int:
        """The node of a cell."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IndexError("(%d, %d) is not on the grid" % (x, y))
        return y * self.width + x

    def point(self, node: int) -> Tuple[int, int]:
        """x and y of a node."""
        return int(node) % self.width, int(node) // self.width

    def _layer(self, obstacles: "Optional[Obstacles]", agent_size: int) -> Any:
        if not 1 <= agent_size <= self._max_size:
            raise ValueError("the grid is for agents of size 1 to %d" % self._max_size)
        if obstacles is not None and obstacles.map is not self:
            raise ValueError("the obstacles belong to another map")
        return obstacles._pointer if obstacles is not None else ffi.NULL

    def sees(self, start: int, end: int, agent_size: int = 1, obstacles: "Optional[Obstacles]" = None) -> bool:
        """Is there a straight line of free cells?"""
        return lib.ploy_grid_sees(self._pointer, self._layer(obstacles, agent_size), agent_size, self._node(start), self._node(end))

    def smooth(self, nodes: Any, agent_size: int = 1, obstacles: "Optional[Obstacles]" = None) -> Any:
        """Keeps only the cells of a path that see the next one kept."""
        listed = [self._node(node) for node in nodes]
        for one, other in zip(listed, listed[1:]):
            (x, y), (x2, y2) = self.point(one), self.point(other)
            if max(abs(x - x2), abs(y - y2)) != 1:
                raise ValueError("a path has every cell on its way")
        cells = ffi.new("uint32_t[]", listed)
        count = lib.ploy_grid_smooth(self._pointer, self._layer(obstacles, agent_size), agent_size, cells, len(listed))
        return numbers_of(cells, count)


class Graph(_Map):
    """Nodes and edges (from, to, cost). positions: (x, y) of each node, for a faster search."""

    def __init__(self, node_count: int, edges: Iterable[Tuple[int, int, int]], *, positions: Optional[Sequence[Tuple[int, int]]] = None,
                 areas: Optional[Sequence[int]] = None, bidirectional: bool = False, landmarks: int = 0) -> None:
        listed = [tuple(map(int, edge)) for edge in edges]
        kept = [ffi.new("ploy_graph_edge[]", listed), ffi.NULL, ffi.NULL]
        if positions is not None:
            if len(positions) != node_count:
                raise ValueError("one position per node")
            kept[1] = ffi.new("ploy_point[]", [tuple(map(int, point)) for point in positions])
        if areas is not None:
            if len(areas) != node_count:
                raise ValueError("one area per node")
            kept[2] = ffi.new("uint8_t[]", list(map(int, areas)))
        self._create(ffi.new("ploy_graph_def*", {
            "node_count": node_count, "edges": kept[0], "edge_count": len(listed), "positions": kept[1], "areas": kept[2],
            "bidirectional": bidirectional, "keep_reverse": True, "landmark_count": landmarks}))

    @classmethod
    def _of_def(cls, definition: Any) -> "Graph":
        graph = cls.__new__(cls)
        graph._create(definition)
        return graph

    def _create(self, definition: Any) -> None:
        out, error = ffi.new("ploy_graph**"), ffi.new("ploy_error*")
        status = lib.ploy_graph_create(definition, out, error)
        if status != Status.OK:
            raise FileError("graph", error, Status(status))
        self._pointer = ffi.gc(out[0], lib.ploy_graph_destroy)
        self._map = lib.ploy_graph_map(self._pointer)

    def nearest(self, point: Tuple[int, int], obstacles: "Optional[Obstacles]" = None) -> Optional[int]:
        """The node nearest to (x, y) that is not blocked; None: there is none, or the graph has no positions."""
        if obstacles is not None and obstacles.map is not self:
            raise ValueError("the obstacles belong to another map")
        if max(abs(int(point[0])), abs(int(point[1]))) > MAX_COORDINATE:
            raise ValueError("a coordinate is at most %d" % MAX_COORDINATE)
        at = ffi.new("ploy_point*", {"x": int(point[0]), "y": int(point[1])})
        node = lib.ploy_graph_nearest(self._pointer, at[0], obstacles._pointer if obstacles is not None else ffi.NULL)
        return None if node == NONE else node


class Obstacles:
    """Which nodes of a map cannot be entered at the moment: doors, crowds, rubble."""

    def __init__(self, map: Union[Grid, Graph]) -> None:
        self.map = map
        pointer = lib.ploy_obstacles_create(ffi.new("ploy_obstacles_def*", {"map": map._map}))
        if not pointer:
            raise MemoryError("ploy_obstacles_create")
        self._pointer = pointer
        end_with(self, pointer, lib.ploy_obstacles_destroy, map._pointer)

    def block(self, node: int) -> None:
        lib.ploy_obstacles_block(self._pointer, self.map._node(node))

    def unblock(self, node: int) -> None:
        lib.ploy_obstacles_unblock(self._pointer, self.map._node(node))

    def __contains__(self, node: int) -> bool:
        return lib.ploy_obstacles_is_blocked(self._pointer, self.map._node(node))

    def __len__(self) -> int:
        return lib.ploy_obstacles_blocked_count(self._pointer)


def area_array(costs: Sequence[Optional[float]]) -> Any:
    """For a query; None: the area cannot be entered."""
    if len(costs) > MAX_AREAS:
        raise ValueError("there are at most %d areas" % MAX_AREAS)
    return ffi.new("uint32_t[]", [AREA_CLOSED if cost is None else round(cost * AREA_ONE) for cost in costs])


def path_query(map: Union[Grid, Graph], start: int, end: int, obstacles: Optional[Obstacles], areas: Any, max_nodes: int, partial: bool,
               method: PathMethod, agent_size: int) -> Any:
    """areas: as area_array makes them, which must live as long as the query, or None."""
    if obstacles is not None and obstacles.map is not map:
        raise ValueError("the obstacles belong to another map")
    return ffi.new("ploy_path_query*", {
        "from": map._node(start), "to": map._node(end), "obstacles": obstacles._pointer if obstacles is not None else ffi.NULL,
        "area_costs": ffi.NULL if areas is None else areas, "area_count": 0 if areas is None else len(areas), "max_nodes": max_nodes,
        "partial": partial, "method": method, "agent_size": agent_size})


def path_of(path: Any) -> Path:
    """A copy of a result."""
    if path.status == Status.OUT_OF_MEMORY:
        raise MemoryError("a path")
    return Path(Status(path.status), numbers_of(path.nodes, path.count), path.cost, path.expanded)


class PathFinder(Owned):
    """Searches for paths on one map. It keeps its memory from search to search; each thread needs its own."""

    def __init__(self, map: Union[Grid, Graph]) -> None:
        super().__init__("pathfinder")
        self.map = map
        pointer = lib.ploy_pathfinder_create(ffi.new("ploy_pathfinder_def*", {"map": map._map}))
        if not pointer:
            raise MemoryError("ploy_pathfinder_create")
        self._pointer = pointer
        end_with(self, pointer, lib.ploy_pathfinder_destroy, map._pointer)

    def find(self, start: int, end: int, *, obstacles: Optional[Obstacles] = None, area_costs: Optional[Sequence[Optional[float]]] = None,
             max_nodes: int = 0, partial: bool = False, method: PathMethod = PathMethod.AUTO, agent_size: int = 0) -> Path:
        """The cheapest path. area_costs: the factor of each area; None: it cannot be entered. partial: without a path, one to
        the nearest node. agent_size: its width in cells of a grid."""
        costs = None if area_costs is None else area_array(area_costs)
        query = path_query(self.map, start, end, obstacles, costs, max_nodes, partial, method, agent_size)
        return path_of(lib.ploy_pathfinder_find(self._use(), query)[0])

    def distances(self, end: int, *, obstacles: Optional[Obstacles] = None, area_costs: Optional[Sequence[Optional[float]]] = None,
                  agent_size: int = 0) -> Any:
        """The cost to get to `end` from every node; -1: there is no path."""
        costs = None if area_costs is None else area_array(area_costs)
        query = path_query(self.map, 0, end, obstacles, costs, 0, False, PathMethod.AUTO, agent_size)
        status = lib.ploy_pathfinder_begin_field(self._use(), query, ffi.NULL, 0)
        while status == Status.IN_PROGRESS:
            status = lib.ploy_pathfinder_update(self._pointer, 1 << 20)
        del costs
        if status == Status.OUT_OF_MEMORY:
            raise MemoryError("ploy_pathfinder_begin_field")
        listed = [lib.ploy_pathfinder_cost_from(self._pointer, node) for node in range(self.map.node_count)]
        lib.ploy_pathfinder_end(self._pointer)
        return numpy.array(listed, numpy.int64) if numpy is not None else listed


__all__: List[str] = ["Grid", "Graph", "Obstacles", "Path", "PathFinder"]
