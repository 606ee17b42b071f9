// Solved pattern tables, place by place, beside a plain solver that knows no blocks, variants or narrow numbers.

#include <stdio.h>
#include <stdlib.h>

#include "base/containers/bitset.h"
#include "plan/domain/domain.h"
#include "plan/heuristic/heuristic.h"
#include "plan/heuristic/pattern_table.h"
#include "support/base/test.h"

enum
{
    BOOLS = 8,
    NUMBERS = 5,
    SYMBOLS = BOOLS + NUMBERS,
    ACTIONS = 24,
    MAX_PLACES = 6000,
    ROUNDS = 400,
};

#define FAR UINT32_MAX

static const int64_t highest[NUMBERS] = {3, 4, 7, 15, 89};

typedef struct table_fixture
{
    ploy_domain* domain;
    pl_heuristic* heuristic;
    pl_arena scratch;
    pl_regression regression;
    pl_pattern_variables variables;
    pl_pattern_table solved;
    uint64_t chosen[4];
    uint32_t *costs, *left; // per move
    uint32_t* distances;    // per place
} table_fixture;

// A domain.

static int print_symbol(char* to, uint32_t i)
{
    return sprintf(to, "%c%u", i < BOOLS ? 'b' : 'n', i < BOOLS ? i : i - BOOLS);
}

static int print_condition(char* to, ploy_random* random, uint32_t i)
{
    static const char* comparisons[] = {"=", "!=", ">=", "<="};
    uint32_t value = ploy_random_below(random, i < BOOLS ? 2 : (uint32_t)highest[i - BOOLS] + 1);
    uint32_t comparison = ploy_random_below(random, 4);
    int length = sprintf(to, "%s", i < BOOLS && value ? "not " : "");
    length += print_symbol(to + length, i);
    return i < BOOLS ? length : length + sprintf(to + length, " %s %u", comparisons[comparison], value);
}

static int print_effect(char* to, ploy_random* random, uint32_t i)
{
    static const char* changes[] = {"=", "+=", "-="};
    uint32_t change = ploy_random_below(random, 3);
    uint32_t value = ploy_random_below(random, i < BOOLS ? 2 : change ? 3 : (uint32_t)highest[i - BOOLS] + 1);
    int length = sprintf(to, "%s", i < BOOLS && value ? "not " : "");
    length += print_symbol(to + length, i);
    return i < BOOLS ? length : length + sprintf(to + length, " %s %u", changes[change], value + (change > 0));
}

typedef int print_fn(char* to, ploy_random* random, uint32_t symbol);

// About several symbols, each at most once.
static void print_list(char* to, ploy_random* random, uint32_t count, print_fn* print, const char* between)
{
    uint32_t first = ploy_random_below(random, SYMBOLS), step = 1 + ploy_random_below(random, SYMBOLS - 1);
    *to = 0; // SYMBOLS is a prime number: no step comes back too early
    for (uint32_t i = 0; i < count; i++) {
        if (i) to += sprintf(to, "%s", between);
        to += print(to, random, (first + i * step) % SYMBOLS);
    }
}

static void make_domain(table_fixture* f, ploy_random* random)
{
    char name[16], pre[128], effect[128];
    f->domain = ploy_domain_create(&(ploy_domain_def){.name = "table"});
    for (uint32_t i = 0; i < SYMBOLS; i++) {
        print_symbol(name, i);
        ploy_symbol_def def = {.name = name};
        if (i >= BOOLS) def = (ploy_symbol_def){.name = name, .type = PLOY_VALUE_INT, .max = highest[i - BOOLS]};
        assert_int_equal(ploy_domain_add_symbol(f->domain, &def, NULL, NULL), PLOY_OK);
    }
    for (uint32_t i = 0; i < ACTIONS; i++) {
        uint32_t pres = ploy_random_below(random, 3), effects = 1 + ploy_random_below(random, 3);
        sprintf(name, "a%u", i);
        print_list(pre, random, pres, print_condition, " and ");
        print_list(effect, random, effects, print_effect, ", ");
        ploy_action_def def = {.name = name, .pre = pre, .effect = effect};
        assert_int_equal(ploy_domain_add_action(f->domain, &def, NULL, NULL), PLOY_OK);
    }
    uint32_t pres = 1 + ploy_random_below(random, 4);
    print_list(pre, random, pres, print_condition, ploy_random_below(random, 2) ? " and " : " or ");
    ploy_goal_def goal = {.name = "g", .condition = pre};
    assert_int_equal(ploy_domain_add_goal(f->domain, &goal, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(f->domain, NULL), PLOY_OK);
}

// Costs up to a height at which the lowest costs of places need few bits, just about eight, or more.
static void draw_costs(table_fixture* f, ploy_random* random)
{
    static const uint32_t heights[] = {1, 3, 12, 20, 25, 30, 40, 100, 9000, 32000};
    uint32_t height = heights[ploy_random_below(random, 10)];
    f->costs = calloc(f->heuristic->move_count + 1, sizeof(uint32_t));
    f->left = calloc(f->heuristic->move_count + 1, sizeof(uint32_t));
    assert_true(f->costs && f->left);
    for (uint32_t m = 0; m < f->heuristic->move_count; m++)
        f->left[m] = f->costs[m] = ploy_random_below(random, 5) ? 1 + ploy_random_below(random, height) : 0;
}

static void choose(table_fixture* f, ploy_random* random)
{
    const pl_pattern_variables* v = &f->variables;
    pl_pattern_table_extent extent = PL_PATTERN_TABLE_EMPTY;
    assert_true(v->count <= 256);
    for (uint32_t i = 0; i < 4; i++) f->chosen[i] = 0;
    for (uint32_t tries = 0; tries < 20; tries++) {
        uint32_t a = ploy_random_below(random, v->count);
        pl_pattern_table_extent more = pl_pattern_table_extend(v, extent, a);
        if (pl_bits_test(f->chosen, a) || pl_pattern_table_size(v, more) > MAX_PLACES) continue;
        extent = more;
        pl_bits_set(f->chosen, a);
    }
}

// False: nothing matters to the goal.
static bool begin(table_fixture* f, ploy_random* random)
{
    *f = (table_fixture){0};
    make_domain(f, random);
    ploy_allocator allocator = ploy_allocator_default();
    pl_arena_init(&f->scratch, &allocator, 0);
    f->heuristic = pl_heuristic_create(&allocator, &f->scratch, &(pl_heuristic_request){.domain = f->domain});
    assert_non_null(f->heuristic);
    const pl_compiled* c = pl_domain_compiled(f->domain);
    assert_true(pl_regression_init(&f->regression, &f->scratch, c, f->heuristic));
    assert_true(pl_pattern_variables_init(&f->variables, &f->scratch, &f->regression));
    if (!f->variables.count) return false;
    draw_costs(f, random);
    choose(f, random);
    return true;
}

static void end(table_fixture* f)
{
    free(f->costs);
    free(f->left);
    free(f->distances);
    pl_heuristic_destroy(f->heuristic);
    pl_arena_destroy(&f->scratch);
    ploy_domain_destroy(f->domain);
}

// The plain solver.

static uint32_t value_at(const pl_pattern_table_field* field, uint32_t place)
{
    return place >> field->shift & ((1u << field->bits) - 1);
}

static bool is_goal(const table_fixture* f, uint32_t place)
{
    for (uint32_t k = 0; k < f->regression.goal_count; k++) {
        bool holds = true;
        for (uint32_t i = 0; i < f->solved.field_count; i++) {
            const pl_pattern_table_field* field = &f->solved.fields[i];
            const uint64_t* allowed = pl_pattern_variables_goal(&f->variables, k, field->variable);
            holds &= !allowed || pl_bits_test(allowed, value_at(field, place));
        }
        if (holds) return true;
    }
    return false;
}

// Where a move leads; FAR: it cannot be applied.
static uint32_t follow(const table_fixture* f, uint32_t m, uint32_t place)
{
    uint32_t to = 0;
    for (uint32_t i = 0; i < f->solved.field_count; i++) {
        const pl_pattern_table_field* field = &f->solved.fields[i];
        const pl_touch* touch = pl_pattern_variables_touch(&f->variables, m, field->variable);
        int64_t value = value_at(field, place);
        if (touch->allowed && !pl_bits_test(touch->allowed, (uint32_t)value)) return FAR;
        if (touch->kind == PL_TOUCH_ADD) value += touch->amount;
        if (touch->kind == PL_TOUCH_SET) value = touch->amount;
        if (value < 0 || value >= field->size) return FAR;
        to |= (uint32_t)value << field->shift;
    }
    return to;
}

static void measure(table_fixture* f)
{
    const pl_pattern_table* s = &f->solved;
    f->distances = calloc(s->size, sizeof(uint32_t));
    assert_non_null(f->distances);
    for (uint32_t p = 0; p < s->size; p++) f->distances[p] = pl_pattern_table_is_place(s, p) && is_goal(f, p) ? 0 : FAR;
    for (bool changes = true; changes;) {
        changes = false;
        for (uint32_t m = 0; m < f->heuristic->move_count; m++) {
            for (uint32_t p = 0; p < s->size; p++) {
                uint32_t to = pl_pattern_table_is_place(s, p) ? follow(f, m, p) : FAR;
                if (to == FAR || f->distances[to] == FAR) continue;
                if (f->distances[to] + f->costs[m] >= f->distances[p]) continue;
                f->distances[p] = f->distances[to] + f->costs[m];
                changes = true;
            }
        }
    }
}

typedef struct table_tally
{
    uint32_t narrow, wide, too_big, near_narrow, dead, whole, kept;
} table_tally;

// The most that a step of the move gains is what the table uses of its cost. Where all numbers of the table are places
// it uses no more.
static void check_charges(const table_fixture* f, bool is_whole, table_tally* t)
{
    for (uint32_t m = 0; m < f->heuristic->move_count; m++) {
        uint32_t needed = 0, charged = f->costs[m] - f->left[m];
        for (uint32_t p = 0; p < f->solved.size; p++) {
            uint32_t to = pl_pattern_table_is_place(&f->solved, p) ? follow(f, m, p) : FAR;
            if (to == FAR || f->distances[to] == FAR || f->distances[p] <= f->distances[to]) continue;
            uint32_t gain = f->distances[p] - f->distances[to];
            needed = gain > needed ? gain : needed;
        }
        assert_true(f->left[m] <= f->costs[m] && charged >= needed);
        if (is_whole) assert_int_equal(charged, needed);
        t->kept += is_whole && f->costs[m] > needed && needed > 0;
    }
}

static void check_solved(table_fixture* f, table_tally* t)
{
    bool is_whole = f->solved.size % 256 == 0;
    uint32_t highest_found = 0;
    for (uint32_t p = 0; p < f->solved.size; p++) {
        if (!pl_pattern_table_is_place(&f->solved, p)) {
            is_whole = false;
            continue;
        }
        assert_int_equal(pl_pattern_table_distance(&f->solved, p), f->distances[p]);
        t->dead += f->distances[p] == FAR;
        if (f->distances[p] != FAR && f->distances[p] > highest_found) highest_found = f->distances[p];
    }
    assert_true(f->solved.highest >= highest_found);
    t->narrow += f->solved.distances != NULL;
    t->near_narrow += f->solved.distances && highest_found > 80;
    t->wide += f->solved.wide_distances != NULL;
    t->whole += is_whole;
    check_charges(f, is_whole, t);
}

static void every_place_has_the_cost_of_the_cheapest_path(void** unused)
{
    (void)unused;
    table_tally t = {0};
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        ploy_random random = {.seed = seed, .stream = 21};
        table_fixture f;
        if (begin(&f, &random)) {
            pl_solve_result result =
                pl_pattern_table_solve(&f.solved, &f.scratch, &f.variables, f.chosen, f.left, 1, false);
            assert_true(result == PL_SOLVED || result == PL_SOLVE_TOO_BIG);
            if (result == PL_SOLVED) measure(&f);
            if (result == PL_SOLVED) check_solved(&f, &t);
            t.too_big += result == PL_SOLVE_TOO_BIG;
        }
        end(&f);
    }
    assert_true(t.narrow > 100 && t.wide > 50 && t.near_narrow > 3 && t.dead > 1000);
    assert_true(t.too_big > 5 && t.whole > 10 && t.kept > 50);
}

TEST_MAIN(TEST(every_place_has_the_cost_of_the_cheapest_path))
