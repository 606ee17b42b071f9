// The linear program of prices, beside an oracle that tries every corner.

#include <stdlib.h>

#include "plan/demand/simplex.h"
#include "support/base/test.h"

enum
{
    COLUMNS = 3,
    MAX_ROWS = 6,
    PROGRAMS = 2000,
};

typedef struct program
{
    uint32_t rows;
    int cells[MAX_ROWS + COLUMNS][COLUMNS]; // then the rows x[j] >= 0
    int limits[MAX_ROWS + COLUMNS];
    int goal[COLUMNS];
} program;

// Every good has a row of its own, so that no sum grows for ever.
static void draw(program* p, ploy_random* random)
{
    *p = (program){.rows = COLUMNS + ploy_random_below(random, MAX_ROWS - COLUMNS + 1)};
    for (uint32_t i = 0; i < p->rows; i++) {
        for (uint32_t j = 0; j < COLUMNS; j++)
            p->cells[i][j] = i == j ? 1 + (int)ploy_random_below(random, 2) : i < COLUMNS ? 0 : (int)ploy_random_below(random, 6) - 3;
        p->limits[i] = (int)ploy_random_below(random, 10);
    }
    for (uint32_t j = 0; j < COLUMNS; j++) {
        p->goal[j] = (int)ploy_random_below(random, 7) - 2;
        p->cells[p->rows + j][j] = -1;
    }
}

static double determinant(double m[COLUMNS][COLUMNS])
{
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

// Where three rows are equalities; false: nowhere.
static bool find_corner(const program* p, const uint32_t* rows, double* x)
{
    double m[COLUMNS][COLUMNS];
    for (int i = 0; i < COLUMNS; i++)
        for (int j = 0; j < COLUMNS; j++) m[i][j] = p->cells[rows[i]][j];
    double all = determinant(m);
    for (int j = 0; j < COLUMNS && all != 0; j++) {
        double with[COLUMNS][COLUMNS];
        for (int i = 0; i < COLUMNS; i++)
            for (int k = 0; k < COLUMNS; k++) with[i][k] = k == j ? p->limits[rows[i]] : m[i][k];
        x[j] = determinant(with) / all;
    }
    return all != 0;
}

static double value_at(const program* p, const double* x)
{
    for (uint32_t i = 0; i < p->rows + COLUMNS; i++) {
        double sum = 0;
        for (int j = 0; j < COLUMNS; j++) sum += p->cells[i][j] * x[j];
        if (sum > p->limits[i] + 0.01) return -1;
    }
    double value = 0;
    for (int j = 0; j < COLUMNS; j++) value += p->goal[j] * x[j];
    return value;
}

static double best_corner(const program* p)
{
    double best = 0, x[COLUMNS];
    uint32_t count = p->rows + COLUMNS;
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = a + 1; b < count; b++)
            for (uint32_t c = b + 1; c < count; c++) {
                if (!find_corner(p, (uint32_t[]){a, b, c}, x)) continue;
                double value = value_at(p, x);
                best = value > best ? value : best;
            }
    return best;
}

static double solve(pl_simplex* s, const program* p, uint64_t max_work)
{
    const double one = 1 << PL_SIMPLEX_BITS;
    assert_true(pl_simplex_begin(s, COLUMNS, p->rows));
    for (uint32_t i = 0; i < p->rows; i++) {
        int64_t* row = pl_simplex_add_row(s, (int64_t)p->limits[i] << PL_SIMPLEX_BITS);
        for (int j = 0; j < COLUMNS; j++) row[j] = (int64_t)p->cells[i][j] * (1 << PL_SIMPLEX_BITS);
    }
    int64_t* goal = pl_simplex_goal(s);
    for (int j = 0; j < COLUMNS; j++) goal[j] = (int64_t)p->goal[j] * (1 << PL_SIMPLEX_BITS);
    pl_simplex_solve(s, max_work);
    double x[COLUMNS];
    for (int j = 0; j < COLUMNS; j++) x[j] = (double)s->x.data[j] / one;
    return value_at(p, x);
}

static void a_solution_is_as_good_as_the_best_corner(void** state)
{
    (void)state;
    ploy_random random = {.seed = 22};
    pl_simplex s;
    pl_simplex_init(&s, NULL);
    for (int i = 0; i < PROGRAMS; i++) {
        program p;
        draw(&p, &random);
        double best = best_corner(&p), found = solve(&s, &p, UINT64_MAX);
        if (found < best - 0.02 || found > best + 0.02) fail_msg("program %d: %f, the best corner has %f", i, found, best);
    }
    pl_simplex_destroy(&s);
}

static void a_solution_that_stops_early_satisfies_the_rows(void** state)
{
    (void)state;
    ploy_random random = {.seed = 23};
    pl_simplex s;
    pl_simplex_init(&s, NULL);
    for (int i = 0; i < PROGRAMS; i++) {
        program p;
        draw(&p, &random);
        double before = 0;
        for (uint64_t work = 0; work < 200; work += 20) {
            double found = solve(&s, &p, work);
            assert_true(found >= before - 0.02);
            before = found;
        }
    }
    pl_simplex_destroy(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_solution_is_as_good_as_the_best_corner),
        cmocka_unit_test(a_solution_that_stops_early_satisfies_the_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
