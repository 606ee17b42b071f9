#include "nav/map/grid.h"

#include <string.h>

#include "base/check.h"
#include "base/error.h"

const int8_t pl_grid_step_x[PL_GRID_STEP_COUNT] = {1, -1, 0, 0, 1, -1, 1, -1};
const int8_t pl_grid_step_y[PL_GRID_STEP_COUNT] = {0, 0, 1, -1, 1, 1, -1, -1};

static ploy_grid_def grid_with_defaults(const ploy_grid_def* given)
{
    ploy_grid_def def = given ? *given : (ploy_grid_def){0};
    def.allocator = pl_allocator_choose(&def.allocator);
    PL_DEFAULT(def.max_size, 1);
    return def;
}

static ploy_status check_size(const ploy_grid_def* def, ploy_error* error)
{
    bool fits = def->width && def->height && def->width <= PLOY_MAX_GRID_SIDE && def->height <= PLOY_MAX_GRID_SIDE &&
                (uint64_t)def->width * def->height <= PLOY_MAX_GRID_CELLS;
    if (fits) return PLOY_OK;
    pl_error_set(error, 0, 0, "a grid of %u by %u cells", (unsigned)def->width, (unsigned)def->height);
    pl_error_hint(error, "each side 1 to %u, at most %u cells in all", (unsigned)PLOY_MAX_GRID_SIDE,
                  (unsigned)PLOY_MAX_GRID_CELLS);
    return PLOY_INVALID;
}

static ploy_status check(const ploy_grid_def* def, ploy_error* error)
{
    if (check_size(def, error) != PLOY_OK) return PLOY_INVALID;
    if (def->max_size >= 1 && def->max_size <= PLOY_MAX_AGENT_SIZE) return PLOY_OK;
    pl_error_set(error, 0, 0, "agents of at most %u cells", (unsigned)def->max_size);
    pl_error_hint(error, "max_size is 1 to %u", (unsigned)PLOY_MAX_AGENT_SIZE);
    return PLOY_INVALID;
}

static bool is_free(uint32_t pattern, int32_t dx, int32_t dy)
{
    return !(pattern >> ((dy + 1) * 3 + dx + 1) & 1);
}

// Steps that no cell beside them blocks; the cell they lead to may be blocked.
static uint8_t steps_beside(uint32_t pattern, bool four_neighbors)
{
    uint32_t steps = 0;
    for (uint32_t s = 0; s < (four_neighbors ? PL_GRID_SOUTH_EAST : PL_GRID_STEP_COUNT); ++s) {
        bool is_straight = s < PL_GRID_SOUTH_EAST;
        if (is_straight || (is_free(pattern, pl_grid_step_x[s], 0) && is_free(pattern, 0, pl_grid_step_y[s])))
            steps |= 1u << s;
    }
    return (uint8_t)steps;
}

static uint8_t steps_to_free(uint32_t pattern)
{
    uint32_t steps = 0;
    for (uint32_t s = 0; s < PL_GRID_STEP_COUNT; ++s)
        steps |= (uint32_t)is_free(pattern, pl_grid_step_x[s], pl_grid_step_y[s]) << s;
    return (uint8_t)steps;
}

static void fill_steps(ploy_grid* grid)
{
    for (uint32_t pattern = 0; pattern < 512; ++pattern) {
        grid->steps_back[pattern] = steps_beside(pattern, grid->four_neighbors);
        grid->steps[pattern] = grid->steps_back[pattern] & steps_to_free(pattern);
    }
}

// Finds the lowest weight. A grid whose weights are all 1 does not store them.
static bool take_weights(ploy_grid* grid, const uint8_t* cells)
{
    uint32_t min = 255, max = 1;
    for (uint32_t i = 0; i < grid->map.node_count; ++i) {
        min = cells[i] && cells[i] < min ? cells[i] : min;
        max = cells[i] > max ? cells[i] : max;
    }
    grid->lowest_weight = min;
    if (max == 1) {
        grid->lowest_weight = 1;
        return true;
    }
    grid->weights = pl_alloc(&grid->allocator, grid->map.node_count);
    if (grid->weights) memcpy(grid->weights, cells, grid->map.node_count);
    return grid->weights != NULL;
}

static size_t view_bytes(uint32_t max_size)
{
    return sizeof(pl_grid_view) + pl_array_bytes(max_size, sizeof(pl_cell_bits));
}

void pl_grid_view_destroy(pl_grid_view* view, const ploy_allocator* allocator)
{
    if (!view) return;
    for (uint32_t i = 0; i < view->grid->max_size; ++i) pl_cell_bits_destroy(&view->cell_bits_by_size[i], allocator);
    pl_free(allocator, view, view_bytes(view->grid->max_size));
}

static pl_grid_view* create_view(const ploy_grid* grid, const ploy_allocator* allocator)
{
    pl_grid_view* view = pl_alloc_zeroed(allocator, view_bytes(grid->max_size));
    if (!view) return NULL;
    view->grid = grid;
    for (uint32_t i = 0; i < grid->max_size; ++i) {
        if (!pl_cell_bits_init(&view->cell_bits_by_size[i], allocator, grid->width, grid->height)) {
            pl_grid_view_destroy(view, allocator);
            return NULL;
        }
    }
    return view;
}

pl_grid_view* pl_grid_view_create(const ploy_grid* grid, const ploy_allocator* allocator)
{
    pl_grid_view* view = create_view(grid, allocator);
    for (uint32_t i = 0; view && i < grid->max_size; ++i)
        pl_cell_bits_copy(&view->cell_bits_by_size[i], &grid->view->cell_bits_by_size[i]);
    return view;
}

// A square is free when the four squares that are one cell smaller and lie in it are.
static bool is_blocked_for_larger(const pl_cell_bits* smaller, int32_t x, int32_t y)
{
    return pl_cell_bits_blocks(smaller, x, y) || pl_cell_bits_blocks(smaller, x + 1, y) ||
           pl_cell_bits_blocks(smaller, x, y + 1) || pl_cell_bits_blocks(smaller, x + 1, y + 1);
}

static void fill_cells(pl_cell_bits* cell_bits, const uint8_t* cells)
{
    for (uint32_t y = 0; y < cell_bits->height; ++y) {
        for (uint32_t x = 0; x < cell_bits->width; ++x) {
            if (cells[(size_t)y * cell_bits->width + x]) pl_cell_bits_open(cell_bits, x, y);
        }
    }
    pl_cell_bits_finish(cell_bits);
}

static void fill_larger(pl_cell_bits* cell_bits, const pl_cell_bits* smaller)
{
    for (uint32_t y = 0; y < cell_bits->height; ++y) {
        for (uint32_t x = 0; x < cell_bits->width; ++x) {
            if (!is_blocked_for_larger(smaller, (int32_t)x, (int32_t)y)) pl_cell_bits_open(cell_bits, x, y);
        }
    }
    pl_cell_bits_finish(cell_bits);
}

// The squares of this size that hold the cell.
static void change_around(pl_grid_view* view, uint32_t size, uint32_t cell_x, uint32_t cell_y)
{
    pl_cell_bits* cell_bits = &view->cell_bits_by_size[size - 1];
    const pl_cell_bits* smaller = cell_bits - 1;
    for (uint32_t y = cell_y >= size - 1 ? cell_y - (size - 1) : 0; y <= cell_y; ++y) {
        for (uint32_t x = cell_x >= size - 1 ? cell_x - (size - 1) : 0; x <= cell_x; ++x) {
            bool is_blocked = is_blocked_for_larger(smaller, (int32_t)x, (int32_t)y);
            if (is_blocked != pl_cell_bits_blocks(cell_bits, (int32_t)x, (int32_t)y))
                pl_cell_bits_set(cell_bits, x, y, is_blocked);
        }
    }
}

void pl_grid_view_change(pl_grid_view* view, uint32_t cell, bool is_blocked)
{
    const ploy_grid* grid = view->grid;
    uint32_t x = cell % grid->width, y = cell / grid->width;
    if (pl_cell_bits_blocks(&grid->view->cell_bits_by_size[0], (int32_t)x, (int32_t)y)) return;
    pl_cell_bits_set(&view->cell_bits_by_size[0], x, y, is_blocked);
    for (uint32_t size = 2; size <= grid->max_size; ++size) change_around(view, size, x, y);
}

static bool fill(ploy_grid* grid, const uint8_t* cells)
{
    fill_steps(grid);
    grid->view = create_view(grid, &grid->allocator);
    if (!grid->view || !take_weights(grid, cells)) return false;
    fill_cells(&grid->view->cell_bits_by_size[0], cells);
    for (uint32_t i = 1; i < grid->max_size; ++i)
        fill_larger(&grid->view->cell_bits_by_size[i], &grid->view->cell_bits_by_size[i - 1]);
    return true;
}

ploy_status ploy_grid_create(const ploy_grid_def* given, ploy_grid** grid, ploy_error* error)
{
    PL_NEED_ERROR(error, grid, PLOY_INVALID);
    *grid = NULL;
    PL_NEED_NAMED("def", error, given, PLOY_INVALID);
    ploy_grid_def full = grid_with_defaults(given);
    const ploy_grid_def* def = &full;
    PL_NEED_ERROR(error, def->cells, PLOY_INVALID);
    pl_error_clear(error);
    if (check(def, error) != PLOY_OK) return PLOY_INVALID;
    ploy_grid* made = PL_NEW(&def->allocator, ploy_grid);
    if (!made) return PLOY_OUT_OF_MEMORY;
    uint32_t count = def->width * def->height;
    made->map = (ploy_nav_map){&pl_grid_kind, count, count};
    made->allocator = def->allocator;
    made->width = def->width;
    made->height = def->height;
    made->max_size = def->max_size;
    made->four_neighbors = def->four_neighbors;
    if (!fill(made, def->cells)) {
        ploy_grid_destroy(made);
        return PLOY_OUT_OF_MEMORY;
    }
    *grid = made;
    return PLOY_OK;
}

void ploy_grid_destroy(ploy_grid* grid)
{
    if (!grid) return;
    ploy_allocator allocator = grid->allocator;
    pl_grid_view_destroy(grid->view, &allocator);
    if (grid->weights) pl_free(&allocator, grid->weights, grid->map.node_count);
    PL_DELETE(&allocator, grid);
}

const ploy_nav_map* ploy_grid_map(const ploy_grid* grid)
{
    PL_NEED(grid, NULL);
    return &grid->map;
}

uint32_t ploy_grid_width(const ploy_grid* grid)
{
    PL_NEED(grid, 0);
    return grid->width;
}

uint32_t ploy_grid_height(const ploy_grid* grid)
{
    PL_NEED(grid, 0);
    return grid->height;
}

uint8_t ploy_grid_weight(const ploy_grid* grid, uint32_t cell)
{
    PL_NEED(grid, 0);
    PL_ASSERT(cell < grid->map.node_count);
    if (grid->weights) return grid->weights[cell];
    return !pl_cell_bits_blocks(&grid->view->cell_bits_by_size[0], (int32_t)(cell % grid->width),
                                (int32_t)(cell / grid->width));
}

uint32_t ploy_grid_clearance(const ploy_grid* grid, const ploy_obstacles* obstacles, uint32_t cell)
{
    PL_NEED(grid, 0);
    PL_ASSERT(cell < grid->map.node_count);
    int32_t x = (int32_t)(cell % grid->width), y = (int32_t)(cell / grid->width);
    uint32_t size = 0;
    while (size < grid->max_size && !pl_cell_bits_blocks(pl_grid_cell_bits(grid, obstacles, size + 1), x, y)) ++size;
    return size;
}
