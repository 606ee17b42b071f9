// Guards against a naive evaluator: random expressions are printed with the fewest parentheses that the grammar allows,
// and both evaluate them on random blackboards.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "mind/common/guard.h"
#include "support/base/allocators.h"
#include "support/base/test.h"

enum
{
    ALARM,
    AMMO,
    HEALTH,
    TARGET,
    LEADER,
    KEY_COUNT
};

static const ploy_key_def key_defs[KEY_COUNT] = {
    {"alarm", PLOY_VALUE_BOOL, 0, 0xFF, false, NULL, NULL, NULL},
    {"ammo", PLOY_VALUE_INT, 3, 0xFF, false, NULL, NULL, NULL},
    {"health", PLOY_VALUE_DECIMAL, 500, 0xFF, false, NULL, NULL, NULL},
    {"target", PLOY_VALUE_OBJECT, 7, 0xFF, false, NULL, NULL, NULL},
    {"leader", PLOY_VALUE_OBJECT, 7, 0xFF, false, NULL, NULL, NULL},
};

typedef struct fixture
{
    ploy_blackboard_keys* keys;
    ploy_bindings* bindings;
    ploy_agent agent;
    bool sees;
    int64_t danger;
    uint32_t evaluated;
} fixture;

static bool test_sees(ploy_agent* agent, const ploy_call* call)
{
    fixture* f = call->user;
    assert_ptr_equal(agent, &f->agent);
    ++f->evaluated;
    return f->sees;
}

static int64_t measure_danger(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    return ((fixture*)call->user)->danger;
}

static bool setup(fixture* f, const ploy_allocator* allocator)
{
    *f = (fixture){0};
    ploy_blackboard_keys_def def = {0};
    if (allocator) def.allocator = *allocator;
    f->keys = ploy_blackboard_keys_create(&def);
    bool ok = f->keys != NULL;
    for (uint32_t i = 0; i < KEY_COUNT && ok; ++i) {
        ok = ploy_blackboard_keys_add(f->keys, &key_defs[i], NULL) == PLOY_OK;
    }
    ploy_blackboard_def blackboard = {0};
    blackboard.keys = f->keys;
    f->agent.blackboard = ok ? ploy_blackboard_create(&blackboard) : NULL;
    f->bindings = ploy_bindings_create(&(ploy_bindings_def){def.allocator});
    ploy_condition_def sees = {0};
    sees.name = "sees", sees.test = test_sees, sees.user = f;
    ploy_scorer_def danger = {0};
    danger.name = "danger", danger.score = measure_danger, danger.user = f;
    return f->agent.blackboard && f->bindings && ploy_bindings_add_condition(f->bindings, &sees, NULL) == PLOY_OK &&
           ploy_bindings_add_scorer(f->bindings, &danger, NULL) == PLOY_OK;
}

static void teardown(fixture* f)
{
    ploy_blackboard_destroy(f->agent.blackboard);
    ploy_blackboard_keys_destroy(f->keys);
    ploy_bindings_destroy(f->bindings);
}

static pl_guard* compile(const fixture* f, const char* text)
{
    pl_guard* guard;
    ploy_error error;
    ploy_status status = pl_guard_compile(text, f->keys, f->bindings, NULL, &guard, &error);
    if (status != PLOY_OK) fail_msg("%s: %u: %s", text, (unsigned)error.column, error.message);
    return guard;
}

static void every_operator_means_what_it_says(void** state)
{
    (void)state;
    static const struct
    {
        const char* text;
        int64_t number; // as pl_guard_number gives it
    } rows[] = {
        {"true", 1000},
        {"false", 0},
        {"not false", 1000},
        {"true and false", 0},
        {"true or false", 1000},
        {"true xor true", 0},
        {"true nand true", 0},
        {"true nand false nand true", 0},
        {"false or true and false", 0},
        {"true xor true or true", 1000},
        {"not true or true", 1000},
        {"not (true or true)", 0},
        {"alarm", 0},
        {"not alarm = true", 1000},
        {"ammo", 3000},
        {"ammo = 3", 1000},
        {"ammo == 3", 1000},
        {"ammo != 3", 0},
        {"ammo < 3", 0},
        {"ammo lt 4", 1000},
        {"ammo le 3", 1000},
        {"ammo > 2.999", 1000},
        {"ammo ge 3.001", 0},
        {"3 <= ammo", 1000},
        {"health", 500},
        {"health = 0.5", 1000},
        {"health * 3", 1500},
        {"health * health", 250},
        {"-health * 0.333", -166},
        {"-(ammo - 5) + 1", 3000},
        {"ammo - 1 - 1", 1000},
        {"ammo + 2 * 2", 7000},
        {"ammo * health = 1.5", 1000},
        {"ammo / 2", 1500},
        {"2 / ammo", 667},
        {"-2 / ammo", -667},
        {"ammo / (ammo - 3)", 0},
        {"min(ammo, health, 1) + max(ammo, 4)", 4500},
        {"ammo > 2 ? health : 9", 500},
        {"(alarm ? 1 : ammo = 3 ? 2 : 3) * 2", 4000},
        {"1000000000000 / 0.001", PL_GUARD_LARGEST},
        {"target = 7", 1000},
        {"8 > target", 1000},
        {"target = leader", 1000},
        {"sees", 1000},
        {"sees = alarm", 0},
        {"danger", -250},
        {"danger < 0 and ammo > 0", 1000},
        {"1000000000000 * 1000000000000", PL_GUARD_LARGEST},
        {"-1000000000000 * 1000000000000 - 5", -PL_GUARD_LARGEST},
    };
    fixture f;
    assert_true(setup(&f, NULL));
    f.sees = true, f.danger = -250;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        pl_guard* guard = compile(&f, rows[i].text);
        int64_t number = pl_guard_number(guard, &f.agent);
        if (number != rows[i].number) fail_msg("%s: %lld", rows[i].text, (long long)number);
        assert_int_equal(pl_guard_holds(guard, &f.agent), number != 0);
        pl_guard_destroy(guard);
    }
    teardown(&f);
}

static void errors_are_reported_with_their_position(void** state)
{
    (void)state;
    static const struct
    {
        const char* text;
        uint32_t column;
        const char* message;
        const char* hint;
    } rows[] = {
        {"", 1, "but the text ends", ""},
        {"ammo >", 7, "but the text ends", ""},
        {"amo > 2", 1, "unknown name 'amo'", "'ammo'"},
        {"alarm and dangr > 1", 11, "unknown name 'dangr'", "'danger'"},
        {"ammo and alarm", 1, "a condition expected, 'ammo' is of type int", "compare it"},
        {"alarm and ammo", 11, "a condition expected, 'ammo' is of type int", "compare it"},
        {"alarm + 1", 1, "a number expected, 'alarm' is of type bool", ""},
        {"target + 1 > 2", 1, "a number expected, 'target' is of type object", ""},
        {"alarm < true", 7, "no order", "use = or !="},
        {"target < leader", 8, "no order", "use = or !="},
        {"alarm = 1", 7, "cannot compare", ""},
        {"1 < ammo < 3", 10, "two sides", "'and'"},
        {"(alarm", 7, "')' expected", ""},
        {"alarm alarm", 7, "'and' or 'or' expected", ""},
        {"alarm && alarm", 7, "not '&&'", "'and'"},
        {"ammo > 1.2345", 8, "not a number", "three decimals"},
        {"target", 1, "neither", ""},
        {"alarm and\n  (bad)", 4, "unknown name 'bad'", ""},
    };
    fixture f;
    assert_true(setup(&f, NULL));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        ploy_error error = {0};
        pl_guard* guard = (pl_guard*)&error;
        assert_int_equal(pl_guard_compile(rows[i].text, f.keys, f.bindings, NULL, &guard, &error), PLOY_INVALID);
        assert_null(guard);
        if (error.column != rows[i].column || !strstr(error.message, rows[i].message) ||
            !strstr(error.hint, rows[i].hint)) {
            fail_msg("%s: %u: %s (%s)", rows[i].text, (unsigned)error.column, error.message, error.hint);
        }
    }
    pl_guard* guard;
    ploy_error error;
    assert_int_equal(pl_guard_compile_condition("ammo", f.keys, f.bindings, NULL, &guard, &error), PLOY_INVALID);
    assert_non_null(strstr(error.message, "a condition expected, 'ammo' is of type int"));
    assert_int_equal(pl_guard_compile_condition("ammo > 2", f.keys, NULL, NULL, &guard, &error), PLOY_OK);
    pl_guard_destroy(guard);
    teardown(&f);
}

static void it_lists_its_reads_and_evaluates_only_what_matters(void** state)
{
    (void)state;
    fixture f;
    assert_true(setup(&f, NULL));
    pl_guard* guard = compile(&f, "health > 1 or ammo > 9 and (health < 2 and sees)");
    const uint32_t* keys;
    assert_int_equal(pl_guard_keys(guard, &keys), 2);
    assert_int_equal(keys[0], HEALTH);
    assert_int_equal(keys[1], AMMO);
    assert_true(pl_guard_polls(guard));
    assert_false(pl_guard_holds(guard, &f.agent));
    assert_int_equal(f.evaluated, 0);
    ploy_blackboard_set(f.agent.blackboard, AMMO, 10);
    f.sees = true;
    assert_true(pl_guard_holds(guard, &f.agent));
    assert_int_equal(f.evaluated, 1);
    pl_guard_destroy(guard);
    guard = compile(&f, "alarm");
    assert_false(pl_guard_polls(guard));
    pl_guard_destroy(guard);
    teardown(&f);
}

static void without_a_blackboard_keys_have_their_initial_values(void** state)
{
    (void)state;
    fixture f;
    assert_true(setup(&f, NULL));
    ploy_blackboard_set(f.agent.blackboard, AMMO, 10);
    pl_guard* guard = compile(&f, "ammo");
    assert_int_equal(pl_guard_number(guard, &f.agent), 10000);
    ploy_agent nobody = {0};
    assert_int_equal(pl_guard_number(guard, &nobody), 3000);
    pl_guard_destroy(guard);
    teardown(&f);
}

static void nesting_is_bounded(void** state)
{
    (void)state;
    fixture f;
    assert_true(setup(&f, NULL));
    static char text[100000];
    const char* const openings[] = {"(", "not ", "-", "1 + (", "alarm xor ("};
    for (size_t i = 0; i < sizeof openings / sizeof *openings; ++i) {
        text[0] = '\0';
        size_t length = strlen(openings[i]);
        for (size_t at = 0; at < 50000; at += length) {
            memcpy(text + at, openings[i], length + 1);
        }
        pl_guard* guard;
        ploy_error error;
        assert_int_equal(pl_guard_compile(text, f.keys, f.bindings, NULL, &guard, &error), PLOY_INVALID);
        assert_true(strstr(error.message, "nested deeper") || strstr(error.message, "are open here"));
    }
    teardown(&f);
}

static void the_length_of_a_text_is_not_bounded(void** state)
{
    (void)state;
    fixture f;
    assert_true(setup(&f, NULL));
    static const struct
    {
        const char *first, *next;
        int64_t number;
    } rows[] = {{"ammo", " + 1", 5003000},
                {"true", " xor true", 1000},
                {"alarm", " or alarm", 0},
                {"sees", " and true", 1000},
                {"true", " nand true", 1000}};
    static char text[60000];
    f.sees = true;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        size_t at = strlen(rows[i].first), length = strlen(rows[i].next);
        memcpy(text, rows[i].first, at);
        for (int k = 0; k < 5000; ++k, at += length) memcpy(text + at, rows[i].next, length);
        text[at] = '\0';
        pl_guard* guard = compile(&f, text);
        assert_int_equal(pl_guard_number(guard, &f.agent), rows[i].number);
        pl_guard_destroy(guard);
    }
    teardown(&f);
}

// Random trees.

typedef struct tree
{
    char text[4000];
    bool is_number;
    int64_t value; // of this very board
    int strength; // of the operator at its root, as in the grammar: 0 or … 4 not, 5 compare, 6 sum, 7 product, 8 leaf
} tree;

static int64_t clamped(int64_t value)
{
    return value > PL_GUARD_LARGEST ? PL_GUARD_LARGEST : value < -PL_GUARD_LARGEST ? -PL_GUARD_LARGEST : value;
}

// x * y / 1000 cut towards zero, exactly: x is 1000 q + r, and q * y + r * y / 1000 has no other rounding.
static int64_t product(int64_t x, int64_t y)
{
    bool is_large = y != 0 && llabs(x / 1000) > PL_GUARD_LARGEST / llabs(y);
    if (is_large) return (x < 0) != (y < 0) ? -PL_GUARD_LARGEST : PL_GUARD_LARGEST;
    return clamped(x / 1000 * y + x % 1000 * y / 1000);
}

static void add(tree* t, const char* text)
{
    assert_true(strlen(t->text) + strlen(text) < sizeof t->text);
    strcat(t->text, text);
}

static void add_operand(tree* t, const tree* operand, int min)
{
    bool wrap = operand->strength < min;
    add(t, wrap ? "(" : "");
    add(t, operand->text);
    add(t, wrap ? ")" : "");
}

static void draw(ploy_random* random, fixture* f, bool number, int depth, tree* t);

static void draw_leaf(ploy_random* random, fixture* f, tree* t)
{
    t->strength = 8;
    uint32_t pick = ploy_random_below(random, t->is_number ? 5 : 3);
    if (!t->is_number) {
        const char* const names[] = {"alarm", "sees", "true"};
        t->value = pick == 0 ? ploy_blackboard_get(f->agent.blackboard, ALARM) : pick == 1 ? f->sees : 1;
        strcpy(t->text, names[pick]);
    } else if (pick < 3) {
        const char* const names[] = {"ammo", "health", "danger"};
        t->value = pick == 0   ? product(clamped(ploy_blackboard_get(f->agent.blackboard, AMMO)), 1000000)
                   : pick == 1 ? ploy_blackboard_get(f->agent.blackboard, HEALTH)
                               : f->danger;
        strcpy(t->text, names[pick]);
    } else {
        t->value = ploy_random_below(random, 20000);
        snprintf(t->text, sizeof t->text, "%d.%03d", (int)(t->value / 1000), (int)(t->value % 1000));
    }
}

static void draw_binary(ploy_random* random, fixture* f, int depth, tree* t)
{
    static const char* const signs[] = {"or", "xor", "nand", "and", "=", "!=", "<", "le", "gt", ">=", "+", "-", "*"};
    static const int strengths[] = {0, 1, 2, 3, 5, 5, 5, 5, 5, 5, 6, 6, 7};
    uint32_t sign = t->is_number ? 10 + ploy_random_below(random, 3) : ploy_random_below(random, 10);
    tree* a = test_malloc(sizeof *a);
    tree* b = test_malloc(sizeof *b);
    draw(random, f, sign >= 4, depth - 1, a);
    draw(random, f, sign >= 4, depth - 1, b);
    int64_t x = a->value, y = b->value;
    const int64_t values[] = {x || y, x != y, !(x && y), x && y,       x == y, x != y, x<y, x <= y, x> y,
                              x >= y, x + y,  x - y,     product(x, y)};
    t->strength = strengths[sign];
    t->value = clamped(values[sign]);
    add_operand(t, a, t->strength + (t->strength == 5));
    add(t, " ");
    add(t, signs[sign]);
    add(t, " ");
    add_operand(t, b, t->strength + 1);
    test_free(a);
    test_free(b);
}

static void draw(ploy_random* random, fixture* f, bool number, int depth, tree* t)
{
    *t = (tree){.is_number = number};
    uint32_t pick = ploy_random_below(random, 6);
    if (depth == 0 || pick == 0) {
        draw_leaf(random, f, t);
    } else if (pick > 1) {
        draw_binary(random, f, depth, t);
    } else {
        tree* inner = test_malloc(sizeof *inner);
        draw(random, f, number, depth - 1, inner);
        t->strength = number ? 7 : 4;
        t->value = number ? -inner->value : !inner->value;
        add(t, number ? "-" : "not ");
        add_operand(t, inner, number ? 8 : 4);
        test_free(inner);
    }
}

static void random_guards_agree_with_a_naive_evaluator(void** state)
{
    (void)state;
    fixture f;
    assert_true(setup(&f, NULL));
    ploy_random random = {.seed = 71};
    for (uint32_t i = 0; i < 4000; ++i) {
        bool large = i % 10 == 0;
        ploy_blackboard_set(f.agent.blackboard, ALARM, ploy_random_below(&random, 2));
        ploy_blackboard_set(f.agent.blackboard, AMMO,
                            large ? (int64_t)ploy_random_next(&random) : ploy_random_below(&random, 12));
        ploy_blackboard_set(f.agent.blackboard, HEALTH, ploy_random_range(&random, -3000, 3000));
        f.sees = ploy_random_below(&random, 2);
        f.danger = large ? PL_GUARD_LARGEST : ploy_random_below(&random, 3000);
        tree t;
        draw(&random, &f, ploy_random_below(&random, 2), 4, &t);
        pl_guard* guard = compile(&f, t.text);
        assert_int_equal(pl_guard_is_number(guard), t.is_number);
        int64_t expected = t.is_number ? t.value : t.value * 1000;
        int64_t number = pl_guard_number(guard, &f.agent);
        if (number != expected) fail_msg("%s: %lld, not %lld", t.text, (long long)number, (long long)expected);
        pl_guard_destroy(guard);
    }
    teardown(&f);
}

static bool compile_one(const ploy_allocator* allocator)
{
    fixture f;
    pl_guard* guard = NULL;
    bool ok =
        setup(&f, allocator) && pl_guard_compile("alarm or ammo > 3 and health * 2 < 1 or target = leader and sees",
                                                 f.keys, f.bindings, allocator, &guard, NULL) == PLOY_OK;
    pl_guard_destroy(guard);
    teardown(&f);
    return ok;
}

static void a_failing_allocator_gives_a_status(void** state)
{
    (void)state;
    test_fail_every_allocation(compile_one);
}

TEST_MAIN(TEST(every_operator_means_what_it_says), TEST(errors_are_reported_with_their_position),
          TEST(it_lists_its_reads_and_evaluates_only_what_matters),
          TEST(without_a_blackboard_keys_have_their_initial_values), TEST(nesting_is_bounded),
          TEST(the_length_of_a_text_is_not_bounded), TEST(random_guards_agree_with_a_naive_evaluator),
          TEST(a_failing_allocator_gives_a_status))
