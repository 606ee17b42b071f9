// The assignment of lowest cost, by shortest augmenting paths with potentials (Hungarian method), cubic.
//
// Agents are the rows. Each row may also take a column of its own beyond the jobs at the cost NEVER, which is more
// than all real costs together; so every row can be placed, and as few as possible stay without a job.

#include "agent/squads.h"

#include "base/check.h"

enum
{
    ROWS = PL_ASSIGN_MAX,
    COLUMNS = 2 * PL_ASSIGN_MAX,
};

#define MOST ((int64_t)1 << 40)
#define NEVER (MOST * (ROWS + 1))

typedef struct matching
{
    const int64_t* costs;
    uint32_t jobs;
    uint32_t columns;         ///< jobs, then one per row
    int64_t of_row[ROWS + 1]; ///< potentials
    int64_t of_column[COLUMNS + 1];
    uint32_t row_at[COLUMNS + 1]; ///< the row that has the column, plus one; 0: none. The last is the row being placed
    uint32_t before[COLUMNS + 1]; ///< on the cheapest path found to a column
    int64_t min[COLUMNS + 1];     ///< what that path costs beyond the potentials
    bool is_done[COLUMNS + 1];
} matching;

static int64_t cost_of(const matching* m, uint32_t row, uint32_t column)
{
    if (column >= m->jobs) {
        return column - m->jobs == row ? NEVER : 2 * NEVER;
    }
    int64_t cost = m->costs[row * m->jobs + column];
    PL_ASSERT(cost >= 0);
    return cost == PL_ASSIGN_NEVER ? 2 * NEVER : cost > MOST ? MOST : cost;
}

// Extends the paths from a column; returns the cheapest column that is not done yet.
static uint32_t extend(matching* m, uint32_t from)
{
    uint32_t row = m->row_at[from] - 1;
    uint32_t best = PLOY_NONE;
    for (uint32_t column = 0; column < m->columns; ++column) {
        if (m->is_done[column]) {
            continue;
        }
        int64_t way = cost_of(m, row, column) - m->of_row[row] - m->of_column[column];
        if (way < m->min[column]) {
            m->min[column] = way;
            m->before[column] = from;
        }
        if (best == PLOY_NONE || m->min[column] < m->min[best]) {
            best = column;
        }
    }
    return best;
}

static void shift_potentials(matching* m, int64_t by)
{
    for (uint32_t column = 0; column <= m->columns; ++column) {
        if (m->is_done[column]) {
            m->of_row[m->row_at[column] - 1] += by;
            m->of_column[column] -= by;
        } else {
            m->min[column] -= by;
        }
    }
}

static void place(matching* m, uint32_t row)
{
    uint32_t at = m->columns;
    m->row_at[at] = row + 1;
    for (uint32_t column = 0; column <= m->columns; ++column) {
        m->min[column] = INT64_MAX / 2;
        m->is_done[column] = false;
    }
    while (m->row_at[at] != 0) {
        m->is_done[at] = true;
        uint32_t next = extend(m, at);
        shift_potentials(m, m->min[next]);
        at = next;
    }
    while (at != m->columns) {
        m->row_at[at] = m->row_at[m->before[at]];
        at = m->before[at];
    }
}

uint32_t pl_assign(const int64_t* costs, uint32_t agents, uint32_t jobs, uint32_t* job_of)
{
    PL_ASSERT(agents <= PL_ASSIGN_MAX && jobs <= PL_ASSIGN_MAX);
    matching m = {.costs = costs, .jobs = jobs, .columns = jobs + agents};
    for (uint32_t row = 0; row < agents; ++row) {
        place(&m, row);
        job_of[row] = PLOY_NONE;
    }
    uint32_t count = 0;
    for (uint32_t job = 0; job < jobs; ++job) {
        if (m.row_at[job] != 0) {
            job_of[m.row_at[job] - 1] = job;
            ++count;
        }
    }
    return count;
}
