#include "nav/terrain/poisson.h"

#include <string.h>

#include "nav/search/square_root.h"

#define CANDIDATES 30

typedef struct sampler
{
    const pl_poisson* poisson;
    const ploy_allocator* allocator;
    pl_points* points;
    PL_ARRAY(uint32_t) open; ///< samples around which there may be room
    uint32_t* cells;         ///< index of the sample in each, PLOY_NONE: empty
    uint32_t columns;
    uint32_t rows;
    int32_t side; ///< of a cell
    ploy_random random;
} sampler;

bool pl_poisson_covers(const pl_poisson* poisson, ploy_point point)
{
    if (point.x < 0 || point.y < 0 || point.x >= poisson->width || point.y >= poisson->height) return false;
    if (!poisson->is_disk) return true;
    // In half units, so that the middle of an even width is an integer too.
    int64_t diameter = poisson->width < poisson->height ? poisson->width : poisson->height;
    int64_t dx = 2 * (int64_t)point.x - (poisson->width - 1);
    int64_t dy = 2 * (int64_t)point.y - (poisson->height - 1);
    return dx * dx + dy * dy <= diameter * diameter;
}

static uint32_t* cell_of(const sampler* s, ploy_point point)
{
    return &s->cells[(size_t)(point.y / s->side) * s->columns + (uint32_t)(point.x / s->side)];
}

static bool begin(sampler* s)
{
    const pl_poisson* p = s->poisson;
    s->side = (int32_t)pl_root_exact((uint64_t)p->spacing * (uint64_t)p->spacing / 2);
    s->columns = (uint32_t)((p->width + s->side - 1) / s->side);
    s->rows = (uint32_t)((p->height + s->side - 1) / s->side);
    size_t bytes = pl_array_bytes((size_t)s->columns * s->rows, sizeof *s->cells);
    s->cells = pl_alloc(s->allocator, bytes);
    if (s->cells) memset(s->cells, 0xFF, bytes);
    return s->cells != NULL;
}

static void end(sampler* s)
{
    PL_DELETE_ARRAY(s->allocator, s->cells, (size_t)s->columns * s->rows);
    PL_ARRAY_FREE(&s->open, s->allocator);
}

static bool is_near_any_in(const sampler* s, ploy_point point, int32_t row, int32_t from, int32_t to)
{
    uint64_t min = (uint64_t)s->poisson->spacing * (uint64_t)s->poisson->spacing;
    const uint32_t* cells = &s->cells[(size_t)row * s->columns];
    for (int32_t i = from; i <= to; ++i)
        if (cells[i] != PLOY_NONE && pl_point_distance2(point, s->points->data[cells[i]]) < min) return true;
    return false;
}

// The spacing is at most two sides of a cell.
static bool is_far_from_all(const sampler* s, ploy_point point)
{
    int32_t column = point.x / s->side, row = point.y / s->side;
    int32_t left = column < 2 ? 0 : column - 2, top = row < 2 ? 0 : row - 2;
    int32_t right = column + 2 < (int32_t)s->columns ? column + 2 : (int32_t)s->columns - 1;
    int32_t bottom = row + 2 < (int32_t)s->rows ? row + 2 : (int32_t)s->rows - 1;
    for (int32_t y = top; y <= bottom; ++y)
        if (is_near_any_in(s, point, y, left, right)) return false;
    return true;
}

static bool add(sampler* s, ploy_point point)
{
    *cell_of(s, point) = s->points->count;
    return PL_ARRAY_PUSH(&s->open, s->allocator, s->points->count) && PL_ARRAY_PUSH(s->points, s->allocator, point);
}

// A random point between one and two spacings from the center.
static ploy_point draw_around(sampler* s, ploy_point center)
{
    int64_t spacing = s->poisson->spacing;
    uint64_t span = (uint64_t)(4 * spacing + 1);
    for (;;) {
        uint64_t bits = ploy_random_next(&s->random);
        int64_t dx = (int64_t)((bits >> 32) * span >> 32) - 2 * spacing;
        int64_t dy = (int64_t)((bits & UINT32_MAX) * span >> 32) - 2 * spacing;
        int64_t distance2 = dx * dx + dy * dy;
        if (distance2 >= spacing * spacing && distance2 <= 4 * spacing * spacing)
            return (ploy_point){(int32_t)(center.x + dx), (int32_t)(center.y + dy)};
    }
}

static bool find_around(sampler* s, ploy_point center, ploy_point* found)
{
    for (uint32_t i = 0; i < CANDIDATES; ++i) {
        *found = draw_around(s, center);
        if (pl_poisson_covers(s->poisson, *found) && is_far_from_all(s, *found)) return true;
    }
    return false;
}

static ploy_point draw_first(sampler* s)
{
    for (;;) {
        ploy_point point = {(int32_t)ploy_random_below(&s->random, (uint32_t)s->poisson->width),
                            (int32_t)ploy_random_below(&s->random, (uint32_t)s->poisson->height)};
        if (pl_poisson_covers(s->poisson, point)) return point;
    }
}

static bool fill(sampler* s)
{
    if (!add(s, draw_first(s))) return false;
    while (s->open.count > 0) {
        uint32_t at = ploy_random_below(&s->random, s->open.count);
        ploy_point found;
        if (!find_around(s, s->points->data[s->open.data[at]], &found))
            s->open.data[at] = PL_ARRAY_POP(&s->open);
        else if (!add(s, found))
            return false;
    }
    return true;
}

bool pl_poisson_sample(const pl_poisson* poisson, const ploy_allocator* allocator, pl_points* points)
{
    PL_ASSERT(poisson->spacing >= 2 && poisson->width > 0 && poisson->height > 0);
    PL_ASSERT(poisson->width <= PL_POINT_END && poisson->height <= PL_POINT_END && poisson->spacing <= PL_POINT_END);
    sampler s = {.poisson = poisson, .allocator = allocator, .points = points};
    s.random = (ploy_random){.seed = poisson->seed, .stream = 1};
    uint32_t before = points->count;
    bool ok = begin(&s) && fill(&s);
    if (!ok) points->count = before;
    end(&s);
    return ok;
}
