#include "plan/demand/simplex.h"

#include <string.h>

#include "base/memory.h"

#define ONE (INT64_C(1) << PL_SIMPLEX_BITS)
#define TINY (ONE >> 10)          // a pivot below it magnifies errors
#define HUGE_NUMBER (ONE << 11)   // products of two such numbers fit

enum
{
    BLAND_AFTER = 200, // pivots by the steepest column; from then on by the lowest name, which never cycles
};

void pl_simplex_init(pl_simplex* s, const ploy_allocator* allocator)
{
    *s = (pl_simplex){.allocator = pl_allocator_choose(allocator)};
}

void pl_simplex_destroy(pl_simplex* s)
{
    PL_ARRAY_FREE(&s->cells, &s->allocator);
    PL_ARRAY_FREE(&s->names, &s->allocator);
    PL_ARRAY_FREE(&s->x, &s->allocator);
}

size_t pl_simplex_bytes(const pl_simplex* s)
{
    return pl_array_bytes(s->cells.capacity + s->x.capacity, sizeof(int64_t)) +
           pl_array_bytes(s->names.capacity, sizeof(uint32_t));
}

static int64_t* row_of(const pl_simplex* s, uint32_t row)
{
    return s->cells.data + (size_t)row * (s->columns + 1);
}

bool pl_simplex_begin(pl_simplex* s, uint32_t columns, uint32_t max_rows)
{
    s->rows = 0;
    s->columns = columns;
    return PL_ARRAY_RESERVE(&s->cells, &s->allocator, (max_rows + 1) * (columns + 1)) &&
           PL_ARRAY_RESERVE(&s->names, &s->allocator, max_rows + columns + 1) &&
           PL_ARRAY_RESERVE(&s->x, &s->allocator, columns + 1);
}

int64_t* pl_simplex_add_row(pl_simplex* s, int64_t limit)
{
    int64_t* row = row_of(s, s->rows++);
    memset(row, 0, s->columns * sizeof *row);
    row[s->columns] = limit;
    return row;
}

int64_t* pl_simplex_goal(pl_simplex* s)
{
    int64_t* row = row_of(s, s->rows);
    memset(row, 0, ((size_t)s->columns + 1) * sizeof *row);
    return row;
}

// Pivots. A row says: what it stands for = limit - sum of cell * column.

static uint32_t choose_column(const pl_simplex* s, bool is_bland)
{
    const int64_t* goal = row_of(s, s->rows);
    uint32_t best = PLOY_NONE;
    for (uint32_t j = 0; j < s->columns; ++j) {
        if (goal[j] < TINY) continue;
        if (best == PLOY_NONE || (is_bland ? s->names.data[j] < s->names.data[best] : goal[j] > goal[best])) best = j;
    }
    return best;
}

// The row that limits the column most; PLOY_NONE: none does.
static uint32_t choose_row(const pl_simplex* s, uint32_t column)
{
    uint32_t best = PLOY_NONE;
    int64_t lowest = 0;
    for (uint32_t i = 0; i < s->rows; ++i) {
        const int64_t* row = row_of(s, i);
        if (row[column] < TINY) continue;
        int64_t limit = row[s->columns] > 0 ? row[s->columns] : 0, ratio = limit * ONE / row[column];
        const uint32_t* names = s->names.data + s->columns;
        if (best == PLOY_NONE || ratio < lowest || (ratio == lowest && names[i] < names[best])) best = i, lowest = ratio;
    }
    return best;
}

static int64_t times(int64_t a, int64_t b)
{
    return (a * b + ONE / 2) >> PL_SIMPLEX_BITS;
}

// False: numbers have become too large.
static bool pivot(pl_simplex* s, uint32_t r, uint32_t column)
{
    uint32_t width = s->columns + 1;
    int64_t *by = row_of(s, r), by_pivot = by[column], largest = 0;
    for (uint32_t j = 0; j < width; ++j) {
        by[j] = (j == column ? ONE : by[j]) * ONE / by_pivot;
        largest |= by[j] < 0 ? -by[j] : by[j];
    }
    if (largest >= HUGE_NUMBER) return false;
    for (uint32_t i = 0; i <= s->rows; ++i) {
        int64_t *row = row_of(s, i), factor = row[column];
        if (i == r || factor == 0) continue;
        row[column] = 0;
        for (uint32_t j = 0; j < width; ++j) {
            if (by[j] == 0) continue;
            row[j] -= times(factor, by[j]);
            largest |= row[j] < 0 ? -row[j] : row[j];
        }
    }
    uint32_t name = s->names.data[width - 1 + r];
    s->names.data[width - 1 + r] = s->names.data[column];
    s->names.data[column] = name;
    return largest < HUGE_NUMBER;
}

static void read_solution(pl_simplex* s)
{
    memset(s->x.data, 0, s->columns * sizeof(int64_t));
    for (uint32_t i = 0; i < s->rows; ++i) {
        uint32_t name = s->names.data[s->columns + i];
        int64_t value = row_of(s, i)[s->columns];
        if (name < s->columns) s->x.data[name] = value > 0 ? value : 0;
    }
}

static bool has_huge(const pl_simplex* s)
{
    size_t count = (size_t)(s->rows + 1) * (s->columns + 1);
    for (size_t i = 0; i < count; ++i) {
        if (s->cells.data[i] >= HUGE_NUMBER || s->cells.data[i] <= -HUGE_NUMBER) return true;
    }
    return false;
}

void pl_simplex_solve(pl_simplex* s, uint64_t max_work)
{
    uint64_t cells = (uint64_t)(s->rows + 1) * (s->columns + 1), max_pivots = max_work / cells;
    for (uint32_t i = 0; i < s->rows + s->columns; ++i) s->names.data[i] = i;
    read_solution(s);
    if (has_huge(s)) return;
    for (uint64_t count = 0; count < max_pivots; ++count) {
        uint32_t column = choose_column(s, count >= BLAND_AFTER);
        uint32_t row = column == PLOY_NONE ? PLOY_NONE : choose_row(s, column);
        if (row == PLOY_NONE || !pivot(s, row, column)) return;
        read_solution(s);
    }
}
