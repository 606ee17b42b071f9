#include <ploy/plan.h>
#include <stdio.h>
#include <string.h>

#include "plan/domain/condition.h"
#include "plan/language/expression.h"
#include "support/base/test.h"
#include "plan/domain/domain.h"

// A small domain with every kind of symbol.

static void add_symbol(ploy_domain* domain, const char* name, ploy_value_type kind, int64_t max, const char* of)
{
    ploy_symbol_def def = {0};
    def.name = name;
    def.type = kind;
    def.object_type = "place";
    def.max = max;
    def.step = kind == PLOY_VALUE_DECIMAL ? 500 : 1;
    def.of[0] = of;
    def.of_count = of != NULL;
    assert_int_equal(ploy_domain_add_symbol(domain, &def, NULL, NULL), PLOY_OK);
}

static ploy_domain* small_domain(void)
{
    static const char* const places[] = {"camp", "armory", "bunker"};
    ploy_domain_def def = {0};
    ploy_domain* domain = ploy_domain_create(&def);
    assert_non_null(domain);
    assert_int_equal(ploy_domain_add_type(domain, "place", places, 3, NULL, NULL), PLOY_OK);
    add_symbol(domain, "a", PLOY_VALUE_BOOL, 0, NULL);
    add_symbol(domain, "b", PLOY_VALUE_BOOL, 0, NULL);
    add_symbol(domain, "c", PLOY_VALUE_BOOL, 0, NULL);
    add_symbol(domain, "ammo", PLOY_VALUE_INT, 3, NULL);
    add_symbol(domain, "fuel", PLOY_VALUE_DECIMAL, 1500, NULL);
    add_symbol(domain, "at", PLOY_VALUE_OBJECT, 0, NULL);
    add_symbol(domain, "home", PLOY_VALUE_OBJECT, 0, NULL);
    add_symbol(domain, "safe", PLOY_VALUE_BOOL, 0, "place");
    return domain;
}

static ploy_domain* compiled_domain(void)
{
    ploy_domain* domain = small_domain();
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    return domain;
}

// The next state in the order of counting; false after the last.
static bool next_state(const ploy_domain* domain, uint64_t* state)
{
    for (uint32_t v = 0; v < ploy_domain_variable_count(domain); ++v) {
        ploy_symbol_info info = ploy_domain_symbol(domain, pl_domain_symbol_of(domain, v));
        int64_t value = ploy_state_get(domain, state, v) + info.step;
        if (value <= info.max) {
            assert_int_equal(ploy_state_set(domain, state, v, value), PLOY_OK);
            return true;
        }
        assert_int_equal(ploy_state_set(domain, state, v, info.min), PLOY_OK);
    }
    return false;
}

static bool holds(const ploy_domain* domain, const uint64_t* state, const char* text)
{
    ploy_error error;
    ploy_status status = pl_state_test(domain, state, text, &error);
    if (status != PLOY_FOUND && status != PLOY_NOT_FOUND) {
        fail_msg("%s: %s", text, error.message);
    }
    return status == PLOY_FOUND;
}

// Precedence.

static void precedence_and_grouping_are_those_of_the_manual(void** unused)
{
    (void)unused;
    static const char* const pairs[][2] = {
        {"a or b and c", "a or (b and c)"},
        {"a and b or c", "(a and b) or c"},
        {"a or b xor c", "a or (b xor c)"},
        {"a xor b nand c", "a xor (b nand c)"},
        {"a nand b and c", "a nand (b and c)"},
        {"a nand b nand c", "(a nand b) nand c"},
        {"not a and b", "(not a) and b"},
        {"not a nand b", "(not a) nand b"},
        {"not not a", "a"},
        {"not a = b", "not (a = b)"},
        {"a = b xor c", "(a = b) xor c"},
        {"ammo + 1 * 2 = 3", "ammo = 1"},
        {"(ammo + 1) * 2 = 4", "ammo = 1"},
        {"3 - ammo - 1 = 1", "ammo = 1"},
        {"-ammo = -2", "ammo = 2"},
        {"2 lt ammo", "ammo > 2"},
        {"ammo le 2 and ammo ge 1", "ammo <= 2 and ammo >= 1"},
        {"fuel * 2 = ammo", "ammo = fuel + fuel"},
        {"fuel * fuel = 0.25", "fuel = 0.5"},
        {"((a)) and ((ammo) gt (1))", "a and ammo > 1"},
        {"at = home", "at = camp and home = camp or at = bunker and home = bunker or at = armory and home = armory"},
        {"(a or b) = c", "(a or b) and c or not (a or b) and not c"},
        {"a == true", "a"},
        {"a != true", "not a"},
        {"safe ( bunker )", "safe(bunker) = true"},
        {"true xor a", "not a"},
        {"ammo / 2 = 1.5", "ammo = 3"},
        {"6 / (ammo + 1) - 1 = 1", "ammo = 2"},
        {"min(ammo, 2) = max(2, fuel)", "ammo >= 2"},
        {"(a ? ammo : 3 - ammo) = 1", "a and ammo = 1 or not a and ammo = 2"},
        {"(a ? b ? 1 : 2 : c ? 3 : 4) >= 3", "not a"},
    };
    ploy_domain* domain = compiled_domain();
    uint64_t state[2] = {0};
    ploy_state_init(domain, state);
    do {
        for (size_t i = 0; i < sizeof pairs / sizeof *pairs; ++i) {
            if (holds(domain, state, pairs[i][0]) != holds(domain, state, pairs[i][1])) {
                fail_msg("%s is not %s", pairs[i][0], pairs[i][1]);
            }
        }
    } while (next_state(domain, state));
    ploy_domain_destroy(domain);
}

// Random conditions against an evaluator that shares nothing with the library.

enum
{
    MOST_NODES = 64
};

/// kind: one of "|^n&!" for or, xor, nand, and, not; '=' etc. for comparisons; '+' '-' '*'; 's' symbol; '#' number; 'o'
/// object
typedef struct expression_tree
{
    char kind;
    int left, right;
    int64_t number; // a number, a symbol or an object
    int object;     // index of an indexed symbol
} expression_tree;

typedef struct expression_forest
{
    ploy_random random;
    expression_tree trees[MOST_NODES * 4];
    int count;
    char text[8192];
} expression_forest;

static int plant(expression_forest* f, expression_tree t)
{
    assert_true(f->count < MOST_NODES * 4);
    f->trees[f->count] = t;
    return f->count++;
}

static uint32_t draw(expression_forest* f, uint32_t below)
{
    return ploy_random_below(&f->random, below);
}

static int grow_number(expression_forest* f, int depth)
{
    uint32_t choice = draw(f, depth > 0 ? 6 : 3);
    if (choice == 0) {
        return plant(f, (expression_tree){.kind = '#', .number = draw(f, 4)});
    }
    if (choice < 3) {
        return plant(f, (expression_tree){.kind = 's', .number = 3 + draw(f, 2)}); // ammo, fuel
    }
    int left = grow_number(f, depth - 1);
    int right = grow_number(f, depth - 1);
    return plant(f, (expression_tree){.kind = "+-*"[choice - 3], .left = left, .right = right});
}

static int grow_object(expression_forest* f)
{
    bool symbol = draw(f, 2) == 0;
    return plant(f, (expression_tree){.kind = symbol ? 's' : 'o', .number = symbol ? 5 + draw(f, 2) : draw(f, 3)});
}

static int grow_leaf(expression_forest* f)
{
    switch (draw(f, 4)) {
    case 0: {
        // A sum on the left, so that no constant can be outside a symbol's range.
        int sum = plant(f, (expression_tree){.kind = '+', .left = grow_number(f, 1), .right = grow_number(f, 1)});
        int right = plant(f, (expression_tree){.kind = '+', .left = grow_number(f, 0), .right = grow_number(f, 0)});
        return plant(f, (expression_tree){.kind = "=~<lg>"[draw(f, 6)], .left = sum, .right = right});
    }
    case 1: {
        int left = grow_object(f);
        int right = grow_object(f);
        return plant(f, (expression_tree){.kind = "=~"[draw(f, 2)], .left = left, .right = right});
    }
    case 2:
        return plant(f, (expression_tree){.kind = 's', .number = 7, .object = (int)draw(f, 3)}); // safe(…)
    default:
        return plant(f, (expression_tree){.kind = 's', .number = draw(f, 3)});
    }
}

static int grow(expression_forest* f, int depth)
{
    uint32_t choice = depth > 0 ? draw(f, 6) : 5;
    if (choice == 5) {
        return grow_leaf(f);
    }
    int left = grow(f, depth - 1);
    int right = choice == 4 ? left : grow(f, depth - 1);
    return plant(f, (expression_tree){.kind = "|^n&!"[choice], .left = left, .right = right});
}

static int level(char kind)
{
    const char* order = "|^n&!=~<lg>+-*";
    static const int levels[] = {1, 2, 3, 4, 5, 6, 6, 6, 6, 6, 6, 7, 7, 8};
    const char* found = strchr(order, kind);
    return found ? levels[found - order] : 9;
}

static void say(expression_forest* f, const char* text)
{
    assert_true(strlen(f->text) + strlen(text) < sizeof f->text);
    strcat(f->text, text);
}

static void write_leaf(expression_forest* f, const expression_tree* t)
{
    static const char* const symbols[] = {"a", "b", "c", "ammo", "fuel", "at", "home", "safe"};
    static const char* const places[] = {"camp", "armory", "bunker"};
    if (t->kind == '#') {
        char number[32];
        snprintf(number, sizeof number, "%d", (int)t->number);
        say(f, number);
    } else {
        say(f, t->kind == 's' ? symbols[t->number] : places[t->number]);
        if (t->kind == 's' && t->number == 7) {
            say(f, "(");
            say(f, places[t->object]);
            say(f, ")");
        }
    }
}

static void write_tree(expression_forest* f, int node, int outer)
{
    static const char* const words[] = {
        " or ", " xor ", " nand ", " and ", "not ", " = ", " != ", " < ", " le ", " gt ", " >= ", " + ", " - ", " * "};
    const expression_tree* t = &f->trees[node];
    int own = level(t->kind);
    if (own == 9) {
        write_leaf(f, t);
        return;
    }
    // Parentheses only where they are needed, and now and then where they are not.
    bool group = own < outer || draw(f, 8) == 0;
    const char* word = words[strchr("|^n&!=~<lg>+-*", t->kind) - "|^n&!=~<lg>+-*"];
    say(f, group ? "(" : "");
    if (t->kind == '!') {
        say(f, word);
        write_tree(f, t->left, own);
    } else {
        write_tree(f, t->left, own == 6 ? 7 : own);
        say(f, word);
        write_tree(f, t->right, own + 1);
    }
    say(f, group ? ")" : "");
}

static int64_t value_of(const ploy_domain* domain, const uint64_t* state, const expression_tree* t)
{
    static const char* const symbols[] = {"a", "b", "c", "ammo", "fuel", "at", "home", "safe"};
    uint32_t object = (uint32_t)t->object;
    uint32_t symbol = ploy_domain_find_symbol(domain, symbols[t->number]);
    return ploy_state_get(domain, state, ploy_domain_variable(domain, symbol, &object));
}

// Halves and their products: exact as doubles.
static double number(const expression_forest* f, const ploy_domain* domain, const uint64_t* state, int node)
{
    const expression_tree* t = &f->trees[node];
    if (t->kind == '#') {
        return (double)t->number;
    }
    if (t->kind == 's') {
        return (double)value_of(domain, state, t) / (t->number == 4 ? 1000 : 1);
    }
    double left = number(f, domain, state, t->left);
    double right = number(f, domain, state, t->right);
    return t->kind == '+' ? left + right : t->kind == '-' ? left - right : left * right;
}

static bool compared(const expression_forest* f, const ploy_domain* domain, const uint64_t* state,
                     const expression_tree* t)
{
    const expression_tree* l = &f->trees[t->left];
    const expression_tree* r = &f->trees[t->right];
    if (l->kind == 'o' || (l->kind == 's' && l->number >= 5)) {
        int64_t left = l->kind == 'o' ? l->number : value_of(domain, state, l);
        int64_t right = r->kind == 'o' ? r->number : value_of(domain, state, r);
        return (left == right) == (t->kind == '=');
    }
    double left = number(f, domain, state, t->left);
    double right = number(f, domain, state, t->right);
    switch (t->kind) {
    case '=':
        return left == right;
    case '~':
        return left != right;
    case '<':
        return left < right;
    case 'l':
        return left <= right;
    case 'g':
        return left > right;
    default:
        return left >= right;
    }
}

static bool truth(const expression_forest* f, const ploy_domain* domain, const uint64_t* state, int node)
{
    const expression_tree* t = &f->trees[node];
    switch (t->kind) {
    case 's':
        return value_of(domain, state, t) != 0;
    case '!':
        return !truth(f, domain, state, t->left);
    case '|':
        return truth(f, domain, state, t->left) || truth(f, domain, state, t->right);
    case '&':
        return truth(f, domain, state, t->left) && truth(f, domain, state, t->right);
    case 'n':
        return !(truth(f, domain, state, t->left) && truth(f, domain, state, t->right));
    case '^':
        return truth(f, domain, state, t->left) != truth(f, domain, state, t->right);
    default:
        return compared(f, domain, state, t);
    }
}

static void print_back(const ploy_domain* domain, const char* text, char* printed, size_t size)
{
    pl_source source = {domain, NULL, PL_PART_TEST, 0, 0, text, NULL};
    ploy_allocator allocator = ploy_allocator_default();
    pl_expression expression = {0};
    assert_int_equal(pl_expression_parse(&source, PL_GRAMMAR_CONDITION, &allocator, &expression), PLOY_OK);
    assert_true(pl_expression_print(domain, NULL, expression.nodes.data, expression.root, NULL, printed, size) < size);
    pl_expression_free(&expression, &allocator);
}

// States of random distance, from the first to the last, against the text, the text printed back, the alternatives it
// compiles to, and the conjuncts it splits into.
static void check_all_over(const ploy_domain* domain, expression_forest* f, int root)
{
    static char printed[8192];
    static char piece[8192];
    pl_span spans[64];
    uint64_t state[2] = {0};
    print_back(domain, f->text, printed, sizeof printed);
    uint32_t conjuncts = pl_condition_split(f->text, spans, 64);
    assert_in_range(conjuncts, 1, 64);
    ploy_state_init(domain, state);
    do {
        bool expected = truth(f, domain, state, root);
        bool all = true;
        for (uint32_t i = 0; i < conjuncts; ++i) {
            snprintf(piece, sizeof piece, "%.*s", (int)spans[i].length, f->text + spans[i].at);
            all = all && pl_domain_test(domain, PLOY_PART_CONDITION, 0, NULL, piece, state, NULL) == PLOY_FOUND;
        }
        if (holds(domain, state, f->text) != expected || ploy_goal_met(domain, 0, NULL, state) != expected ||
            holds(domain, state, printed) != expected || all != expected) {
            fail_msg("%s, printed back as %s", f->text, printed);
        }
        for (uint32_t skip = draw(f, 200); skip > 0; --skip) {
            if (!next_state(domain, state)) {
                return;
            }
        }
    } while (next_state(domain, state));
}

static void conditions_agree_with_a_simple_evaluator_in_states_all_over(void** unused)
{
    (void)unused;
    ploy_domain* domain = small_domain();
    ploy_goal_def goal = {0};
    goal.name = "G";
    goal.condition = "a";
    assert_int_equal(ploy_domain_add_goal(domain, &goal, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    static expression_forest f;
    f.random = (ploy_random){.seed = 7};
    uint32_t refused = 0;
    for (uint32_t round = 0; round < 400; ++round) {
        ploy_error error;
        f.count = 0;
        f.text[0] = '\0';
        int root = grow(&f, (int)(round % 5));
        write_tree(&f, root, 0);
        ploy_status status = ploy_domain_change_clause(domain, PLOY_PART_CONDITION, 0, 0, f.text, &error);
        if (status == PLOY_INVALID && strstr(error.message, "alternatives")) {
            ++refused;
            continue;
        }
        if (status != PLOY_OK) {
            fail_msg("%s: %s", f.text, error.message);
        }
        check_all_over(domain, &f, root);
    }
    assert_true(refused < 40);
    ploy_domain_destroy(domain);
}

// Errors.

static void errors_name_the_place_the_fault_and_the_remedy(void** unused)
{
    (void)unused;
    static const struct
    {
        const char* text;
        uint32_t line, column;
        const char* message;
        const char* hint;
    } cases[] = {
        {"amno > 3", 1, 1, "condition: unknown symbol 'amno'", "did you mean 'ammo'?"},
        {"a and\n  sfae(camp)", 2, 3, "condition: unknown symbol 'sfae'", "did you mean 'safe'?"},
        {"ammo = 20", 1, 8, "condition: ammo has range 0 to 3, 20 is outside", ""},
        {"-1 < ammo", 1, 1, "condition: ammo has range 0 to 3, -1 is outside", ""},
        {"ammo > 1.5", 1, 8, "condition: ammo has steps of 1 from 0, 1.5 is between two", ""},
        {"fuel = 0.25", 1, 8, "condition: fuel has steps of 0.5 from 0, 0.25 is between two", ""},
        {"ammo = camp", 1, 6, "condition: cannot compare 'ammo' of type int with 'camp' of type place",
         "both sides have one type; a bool stands alone or after 'not'"},
        {"a < b", 1, 3, "condition: 'a' and 'b' of type bool have no order", "use = or !="},
        {"at > camp", 1, 4, "condition: 'at' and 'camp' of type place have no order", "use = or !="},
        {"ammo", 1, 1, "condition: a condition expected, 'ammo' is of type int", "compare it with something"},
        {"a and camp", 1, 7, "condition: a condition expected, 'camp' is of type place", ""},
        {"a + 1 = 2", 1, 1, "condition: a number expected, 'a' is of type bool", ""},
        {"safe", 1, 1, "condition: 'safe' has 1 index", "write safe(place)"},
        {"safe(a)", 1, 6, "condition: an object or a parameter expected, 'a' is a symbol", ""},
        {"ammo(camp) = 1", 1, 1, "condition: 'ammo' has no index", ""},
        {"ammo = 1 = 1", 1, 10, "condition: a comparison has two sides", "join two comparisons with 'and'"},
        {"a and", 1, 6, "condition: a symbol or a value expected, but the text ends", ""},
        {"", 1, 1, "condition: a symbol or a value expected, but the text ends", ""},
        {"(a", 1, 3, "condition: ')' expected, but the text ends", ""},
        {"a b", 1, 3, "condition: 'and' or 'or' expected, not 'b'", ""},
        {"a and !b", 1, 7, "condition: a symbol or a value expected, not '!'",
         "conditions are joined with 'and', 'or', 'xor', 'nand' and 'not'"},
        {"ammo < 1e99", 1, 8, "condition: '1e99' is not a number that fits here",
         "a number has at most three decimals and is at most 1000000000000"},
        {"fuel < 0.1234", 1, 8, "condition: '0.1234' is not a number that fits here",
         "a number has at most three decimals and is at most 1000000000000"},
    };
    ploy_domain* domain = compiled_domain();
    uint64_t state[2] = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        ploy_error error;
        assert_int_equal(pl_state_test(domain, state, cases[i].text, &error), PLOY_INVALID);
        assert_string_equal(error.message, cases[i].message);
        assert_string_equal(error.hint, cases[i].hint);
        assert_int_equal(error.line, cases[i].line);
        assert_int_equal(error.column, cases[i].column);
        assert_int_equal(pl_state_test(domain, state, cases[i].text, NULL), PLOY_INVALID);
    }
    ploy_domain_destroy(domain);
}

static void nesting_is_limited_and_long_lists_are_not_nesting(void** unused)
{
    (void)unused;
    static char text[40000];
    ploy_domain* domain = compiled_domain();
    uint64_t state[2] = {0};
    ploy_error error;
    memset(text, '(', sizeof text - 1);
    assert_int_equal(pl_state_test(domain, state, text, &error), PLOY_INVALID);
    assert_string_equal(error.message, "condition: nested deeper than 64");
    for (size_t i = 0; i + 5 < sizeof text; i += 4) {
        memcpy(text + i, "not ", 5);
    }
    assert_int_equal(pl_state_test(domain, state, text, &error), PLOY_INVALID);
    strcpy(text, "a");
    for (uint32_t i = 0; i < 3000; ++i) {
        strcat(text, " or b");
    }
    assert_int_equal(pl_state_test(domain, state, text, &error), PLOY_NOT_FOUND);
    strcpy(text, "a");
    for (uint32_t i = 0; i < 70; ++i) {
        strcat(text, " xor b");
    }
    assert_int_equal(pl_state_test(domain, state, text, &error), PLOY_INVALID);
    ploy_domain_destroy(domain);
}

static void numbers_that_could_overflow_are_refused(void** unused)
{
    (void)unused;
    ploy_domain* domain = compiled_domain();
    uint64_t state[2] = {0};
    ploy_error error;
    const char* text = "ammo * 1000000000000 * 1000000000000 > 1";
    assert_int_equal(pl_state_test(domain, state, text, &error), PLOY_INVALID);
    assert_non_null(strstr(error.message, "can grow too large"));
    ploy_domain_destroy(domain);
}

static void printing_keeps_only_parentheses_that_matter(void** unused)
{
    (void)unused;
    static const char* const pairs[][2] = {
        {"((a and (b and c)))", "a and (b and c)"},
        {"(a and b) or (c)", "a and b or c"},
        {"not (a and b)", "not (a and b)"},
        {"(ammo + 1) * 2 ge 4", "(ammo + 1) * 2 >= 4"},
        {"3 - (ammo - 1) == 1.50 * 2", "3 - (ammo - 1) = 1.5 * 2"},
        {"safe( camp ) != (at = bunker)", "safe(camp) != (at = bunker)"},
        {"(ammo / 2) / 3 = ammo / (2 / 3)", "ammo / 2 / 3 = ammo / (2 / 3)"},
        {"min((ammo), max(1, fuel), 2) = 1", "min(min(ammo, max(1, fuel)), 2) = 1"},
        {"((a or b) ? (c ? 1 : 2) : (b ? 3 : 4)) + 1 = 2", "(a or b ? c ? 1 : 2 : b ? 3 : 4) + 1 = 2"},
    };
    ploy_domain* domain = compiled_domain();
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; ++i) {
        char printed[128];
        print_back(domain, pairs[i][0], printed, sizeof printed);
        assert_string_equal(printed, pairs[i][1]);
    }
    ploy_domain_destroy(domain);
}

static void a_condition_splits_at_its_outermost_and(void** unused)
{
    (void)unused;
    static const struct
    {
        const char* text;
        uint32_t count;
        const char* pieces[3];
    } cases[] = {
        {"a", 1, {"a"}},
        {" a and  b = c and not (a and b) ", 3, {"a", "b = c", "not (a and b)"}},
        {"((a and (b or c)))", 2, {"a", "(b or c)"}},
        {"(a) and (b)", 2, {"(a)", "(b)"}},
        {"a and b or c", 1, {"a and b or c"}},
        {"a nand b and c", 1, {"a nand b and c"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        pl_span spans[4];
        assert_int_equal(pl_condition_split(cases[i].text, spans, 4), cases[i].count);
        for (uint32_t k = 0; k < cases[i].count; ++k) {
            assert_int_equal(spans[k].length, strlen(cases[i].pieces[k]));
            assert_memory_equal(cases[i].text + spans[k].at, cases[i].pieces[k], spans[k].length);
        }
    }
    assert_int_equal(pl_condition_split("a and b and c", NULL, 0), 3);
}

TEST_MAIN(TEST(precedence_and_grouping_are_those_of_the_manual),
          TEST(conditions_agree_with_a_simple_evaluator_in_states_all_over),
          TEST(errors_name_the_place_the_fault_and_the_remedy), TEST(nesting_is_limited_and_long_lists_are_not_nesting),
          TEST(numbers_that_could_overflow_are_refused), TEST(printing_keeps_only_parentheses_that_matter),
          TEST(a_condition_splits_at_its_outermost_and))
