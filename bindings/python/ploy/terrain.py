"""Terrain from a seed: points joined to their neighbors, with hills and trees."""
from __future__ import annotations

from typing import Any

from .generated import Status, TerrainShape
from .library import FileError, ffi, lib
from .paths import Graph, Obstacles, numpy


class Terrain:
    """A landscape of points, the same on every machine. positions, elevations, triangles and edges are arrays that show its memory
    without a copy (without numpy: lists)."""

    def __init__(self, *, seed: int = 1, shape: TerrainShape = TerrainShape.RECTANGLE, width: int = 0, height: int = 0, spacing: int = 0, relief: int = 0,
                 hill_width: int = 0, octaves: int = 0, climb_cost: float = 0, descent_cost: float = 0, trees: int = 0) -> None:
        """0: the default. width, height: 65,536 units. spacing: between two nodes, 1,024. relief: elevations are -2,048 to 2,048.
        climb_cost: of each unit up, 2. trees: nodes of each thousand that have one, 100. Negative: none."""
        out, error = ffi.new("ploy_terrain**"), ffi.new("ploy_error*")
        status = lib.ploy_terrain_create(ffi.new("ploy_terrain_def*", {
            "seed": seed, "shape": TerrainShape(shape), "width": width, "height": height, "spacing": spacing, "relief": relief, "hill_width": hill_width,
            "octaves": octaves, "climb_cost": round(climb_cost * 1000), "descent_cost": round(descent_cost * 1000), "trees": trees}), out, error)
        if status == Status.OUT_OF_MEMORY:
            raise MemoryError("ploy_terrain_create")
        if status != Status.OK:
            raise FileError("terrain", error, Status(status))
        self._pointer = ffi.gc(out[0], lib.ploy_terrain_destroy)

    def _view(self, pointer: Any, count: int, columns: int, kind: str) -> Any:
        """`count` rows of 32-bit numbers, which keep the terrain alive."""
        owner = self._pointer
        numbers = ffi.gc(ffi.cast("int32_t*" if kind == "i4" else "uint32_t*", pointer), lambda _pointer: owner and None)
        if numpy is None:
            return [tuple(numbers[columns * i:columns * (i + 1)]) if columns > 1 else numbers[i] for i in range(count)]
        found = numpy.frombuffer(ffi.buffer(numbers, 4 * columns * count), kind) if count else numpy.empty(0, kind)
        found.flags.writeable = False
        return found.reshape(count, columns) if columns > 1 else found

    def __len__(self) -> int:
        """Its nodes are 0 .. len - 1."""
        return lib.ploy_terrain_node_count(self._pointer)

    @property
    def positions(self) -> Any:
        """x and y of each node."""
        return self._view(lib.ploy_terrain_positions(self._pointer), len(self), 2, "i4")

    @property
    def elevations(self) -> Any:
        """The height of each node."""
        return self._view(lib.ploy_terrain_elevations(self._pointer), len(self), 1, "i4")

    @property
    def triangles(self) -> Any:
        """Three nodes per triangle, counterclockwise."""
        nodes = ffi.new("uint32_t**")
        count = lib.ploy_terrain_triangles(self._pointer, nodes)
        return self._view(nodes[0], count, 3, "u4")

    @property
    def edges(self) -> Any:
        """From, to and cost of each edge."""
        found = ffi.new("ploy_graph_edge**")
        count = lib.ploy_terrain_edges(self._pointer, found, ffi.new("bool*"))
        return self._view(found[0], count, 3, "u4")

    @property
    def is_bidirectional(self) -> bool:
        """Each edge is listed once and leads back at the same cost."""
        both = ffi.new("bool*")
        lib.ploy_terrain_edges(self._pointer, ffi.new("ploy_graph_edge**"), both)
        return both[0]

    def has_tree(self, node: int) -> bool:
        """Does a tree stand there?"""
        if not 0 <= node < len(self):
            raise IndexError("node %d: the terrain has %d" % (node, len(self)))
        return lib.ploy_terrain_has_tree(self._pointer, int(node))

    def graph(self, *, landmarks: int = 0) -> Graph:
        """For a PathFinder or a PathService."""
        definition = ffi.new("ploy_graph_def*", lib.ploy_terrain_graph_def(self._pointer))
        definition.landmark_count = landmarks
        return Graph._of_def(definition)

    def block_trees(self, obstacles: Obstacles) -> None:
        """Blocks every node that has a tree."""
        if obstacles.map.node_count != len(self):
            raise ValueError("the obstacles belong to another map")
        lib.ploy_terrain_block_trees(self._pointer, obstacles._pointer)


__all__ = ["Terrain"]
