// Random grids, and a simple Dijkstra search as the reference: it scans an array for the nearest open cell. It shares
// only the rules of a step with the library.

#ifndef TEST_SUPPORT_NAV_GRIDS_H
#define TEST_SUPPORT_NAV_GRIDS_H

#include <ploy/grid.h>

typedef struct test_grid
{
    uint32_t width, height;
    uint8_t* cells;   ///< as in ploy_grid_def
    uint8_t* blocked; ///< by the obstacle layer
    bool four_neighbors;
} test_grid;

test_grid test_grid_create(uint32_t width, uint32_t height);
void test_grid_destroy(test_grid* t);

/// Blocks `percent` of the cells; the others get weights 1 .. max_weight. Draws blocks of random size when clumps is
/// set, otherwise single cells.
void test_grid_fill(test_grid* t, ploy_random* random, uint32_t percent, uint32_t max_weight, bool clumps);

/// From lines of '.', '@' and digits (weights). All lines have the same length.
test_grid test_grid_of(const char* const* lines, uint32_t count);

/// The library's grid, without the obstacle layer.
ploy_grid* test_grid_make(const test_grid* t, uint32_t max_size, const ploy_allocator* allocator);

/// Whether an agent of this size can stand there; false outside the grid.
bool test_grid_is_free(const test_grid* t, int64_t x, int64_t y, uint32_t size);

/// The cost of the step, or -1 when it cannot be taken. The cell it starts from may be blocked.
int64_t test_grid_step(const test_grid* t, uint32_t from, uint32_t to, uint32_t size);

/// The lowest cost from a cell to each other cell (-1: no path), as width * height numbers.
void test_grid_costs(const test_grid* t, uint32_t from, uint32_t size, int64_t* costs);

/// Fails the test unless each step can be taken and their sum is `cost`.
void test_grid_check_path(const test_grid* t, const ploy_path* path, uint32_t from, uint32_t to, uint32_t size);

#endif
