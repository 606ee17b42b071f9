// Flying: through every cell that a line touches, until one is wall. Where the line goes exactly through a corner, both
// cells beside it count.

#include "games/arena/rules/map.h"

typedef struct flight
{
    const arena_map* map;
    arena_vec from, by;
    int32_t step_x, step_y;
    int32_t x, y; ///< the cell
} flight;

static bool is_free(const flight* f, int32_t x, int32_t y)
{
    return f->map->cells[(uint32_t)y * f->map->width + (uint32_t)x] & ARENA_CELL_FREE;
}

static int32_t size_of(int32_t v)
{
    return v < 0 ? -v : v;
}

/// To the next side of the cell in x, or y, in units.
static int64_t to_side(int32_t at, int32_t cell, int32_t step)
{
    return step > 0 ? (int64_t)(cell + 1) * ARENA_CELL - at : (int64_t)at - (int64_t)cell * ARENA_CELL + 1;
}

static arena_vec stopped(const flight* f, int64_t part, int64_t whole)
{
    // One unit short of the wall, and of the line's own rounding.
    if (part > 0) part -= 1;
    return (arena_vec){f->from.x + (int32_t)(f->by.x * part / whole), f->from.y + (int32_t)(f->by.y * part / whole)};
}

bool arena_map_fly(const arena_map* map, arena_vec from, arena_vec to, arena_vec* end)
{
    flight f = {map,          from,        arena_sub(to, from), to.x > from.x ? 1 : -1, to.y > from.y ? 1 : -1,
                from.x >> 10, from.y >> 10};
    int64_t dx = size_of(f.by.x), dy = size_of(f.by.y);
    int32_t last_x = to.x >> 10, last_y = to.y >> 10;
    *end = to;
    while (f.x != last_x || f.y != last_y) {
        int64_t side = f.x == last_x ? INT64_MAX : to_side(from.x, f.x, f.step_x) * (dy ? dy : 1);
        int64_t top = f.y == last_y ? INT64_MAX : to_side(from.y, f.y, f.step_y) * (dx ? dx : 1);
        bool corner = side == top && (!is_free(&f, f.x + f.step_x, f.y) || !is_free(&f, f.x, f.y + f.step_y));
        int64_t part = side <= top ? to_side(from.x, f.x, f.step_x) : to_side(from.y, f.y, f.step_y);
        int64_t whole = side <= top ? dx : dy;
        bool in_x = side <= top, in_y = top <= side;
        if (in_x) f.x += f.step_x;
        if (in_y) f.y += f.step_y;
        if (corner || !is_free(&f, f.x, f.y)) {
            *end = stopped(&f, part, whole);
            return false;
        }
    }
    return true;
}
