"""Who is near: a spatial index of points, for sensors."""
from __future__ import annotations

from typing import Any, Optional, Sequence, Tuple

from .generated import NONE
from .library import Owned, end_with, expect, ffi, fixed, lib
from .paths import Grid, Obstacles, numbers_of, numpy

_ALL = (1 << 32) - 1
_FAR = (1 << 31) - 1
_MAX = 1 << 30

Point = Sequence[int]


def _pair(point: Point) -> Tuple[int, int]:
    x, y = point
    if not (abs(int(x)) <= _MAX and abs(int(y)) <= _MAX):
        raise ValueError("a position is -2^30 .. 2^30")
    return int(x), int(y)


class SpatialIndex(Owned):
    """Finds the points within a radius. Build it once per tick, then ask as often as you like:

        index = ploy.SpatialIndex(cell=8000)
        index.build(positions, masks)       # arrays of N pairs, and of N numbers
        near = index.find((x, y), 20000, mask=ENEMY, without=me)

    Positions are whole numbers, such as Agent.position. Results are indices of the points, and depend on them alone."""

    def __init__(self, *, cell: int = 0, capacity: int = 0) -> None:
        """cell: side of a cell of the index, about half the usual radius; default 4000. It changes the time alone."""
        super().__init__("spatial index")
        if cell < 0:
            raise ValueError("the side of a cell is above 0")
        pointer = lib.ploy_spatial_create(ffi.new("ploy_spatial_def*", {"cell": cell, "capacity": capacity}))
        if not pointer:
            raise MemoryError("ploy_spatial_create")
        self._pointer, self._count, self._room = pointer, 0, ffi.new("uint32_t[]", 1)
        end_with(self, pointer, lib.ploy_spatial_destroy)

    def __len__(self) -> int:
        """How many points it was built from."""
        return self._count

    def build(self, positions: Any, masks: Any = 1) -> None:
        """Replaces what it holds. positions: an array of N rows (x, y), or pairs. masks: N numbers whose bits say what each one is,
        or one for all; 0: it is not there."""
        pointer, count = self._use(), len(positions)
        each = masks if hasattr(masks, "__len__") else None
        if each is not None and len(each) != count:
            raise ValueError("one mask per position")
        if numpy is not None:
            items = numpy.zeros((count, 3), numpy.int64)
            if count:
                items[:, :2], items[:, 2] = positions, masks
                if numpy.abs(items[:, :2]).max() > _MAX:
                    raise ValueError("a position is -2^30 .. 2^30")
                if items[:, 2].min() < 0 or items[:, 2].max() > _ALL:
                    raise ValueError("a mask is 0 .. 2^32 - 1")
            block = ffi.from_buffer("ploy_spatial_item[]", numpy.ascontiguousarray(items.astype(numpy.uint32)))
        else:
            block = ffi.new("ploy_spatial_item[]", [(_pair(positions[i]), each[i] if each is not None else masks) for i in range(count)])
        self._count = 0
        expect(lib.ploy_spatial_build(pointer, block, count), "ploy_spatial_build")
        self._count = count
        if len(self._room) < count:
            self._room = ffi.new("uint32_t[]", count)

    def _query(self, position: Point, radius: Optional[int], mask: int, without: Optional[int], facing: Point, cosine: float, always: int, grid: Optional[Grid],
               obstacles: Optional[Obstacles], grid_unit: int) -> Any:
        if obstacles is not None and obstacles.map is not grid:
            raise ValueError("the obstacles belong to another map")
        if grid_unit < 0 or (radius is not None and radius < 0):
            raise ValueError("a length is not negative")
        query = ffi.new("ploy_spatial_query*")
        query.position, query.radius, query.mask = _pair(position), _FAR if radius is None else min(int(radius), _FAR), mask
        query.without, query.facing, query.cosine, query.always = NONE if without is None else without, _pair(facing), fixed(cosine), always
        query.grid, query.obstacles = grid._pointer if grid is not None else ffi.NULL, obstacles._pointer if obstacles is not None else ffi.NULL
        query.grid_unit = grid_unit
        return query

    def find(self, position: Point, radius: Optional[int] = None, *, mask: int = _ALL, without: Optional[int] = None, facing: Point = (0, 0),
             cosine: float = 0, always: int = 0, nearest_first: bool = False, max_count: Optional[int] = None, grid: Optional[Grid] = None,
             obstacles: Optional[Obstacles] = None, grid_unit: int = 0) -> Any:
        """An array of the points within the radius (None: any distance). mask: those with one of these bits. without: one that is
        left out. facing, cosine: only in a cone, by the cosine of half its angle: 0.5 is 120 degrees. always: within this distance
        outside of the cone, too. grid: only those that a line of sight on it reaches; grid_unit: the side of its cells, default 1000."""
        pointer = self._use()
        query = self._query(position, radius, mask, without, facing, cosine, always, grid, obstacles, grid_unit)
        query.nearest_first = nearest_first
        capacity = self._count if max_count is None else min(max(max_count, 0), self._count)
        return numbers_of(self._room, lib.ploy_spatial_find(pointer, query, self._room, capacity))

    def nearest(self, position: Point, radius: Optional[int] = None, *, mask: int = _ALL, without: Optional[int] = None, facing: Point = (0, 0),
                cosine: float = 0, always: int = 0, grid: Optional[Grid] = None, obstacles: Optional[Obstacles] = None, grid_unit: int = 0) -> Optional[int]:
        """The nearest point, or None."""
        query = self._query(position, radius, mask, without, facing, cosine, always, grid, obstacles, grid_unit)
        found = lib.ploy_spatial_nearest(self._use(), query)
        return None if found == NONE else found

    def find_all(self, positions: Any, radius: int, *, mask: int = _ALL, leave_out_self: bool = False, nearest_first: bool = False,
                 max_count: int = 32) -> Tuple[Any, Any]:
        """Many circles in one call: found[i, :counts[i]] are the points near positions[i]. leave_out_self: point i is not near
        itself. Returns found and counts."""
        pointer, count = self._use(), len(positions)
        if max_count < 1:
            raise ValueError("max_count is at least 1")
        max_count = max(min(max_count, self._count), 1)
        queries = ffi.new("ploy_spatial_query[]", max(count, 1))
        for i in range(count):
            query = queries[i]
            query.position, query.radius, query.mask = _pair(positions[i]), min(int(radius), _FAR), mask
            query.without, query.nearest_first = i if leave_out_self else NONE, nearest_first
        found, counts = ffi.new("uint32_t[]", max(count * max_count, 1)), ffi.new("uint32_t[]", max(count, 1))
        lib.ploy_spatial_find_all(pointer, queries, count, found, counts, max_count)
        listed = numbers_of(found, count * max_count)
        if numpy is not None:
            return listed.reshape(count, max_count), numbers_of(counts, count)
        return [listed[i * max_count:(i + 1) * max_count] for i in range(count)], numbers_of(counts, count)


__all__ = ["SpatialIndex"]
