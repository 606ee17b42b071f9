#include <ploy/plan.h>
#include <stdio.h>
#include <string.h>

#include "plan/domain/compiled.h"
#include "support/base/allocators.h"
#include "support/base/test.h"
#include "plan/domain/domain.h"

static ploy_domain* domain_with(const ploy_allocator* allocator, const ploy_symbol_def* symbols, uint32_t count)
{
    static const char* const places[] = {"camp", "armory", "bunker"};
    ploy_domain_def def = {0};
    if (allocator) {
        def.allocator = *allocator;
    }
    ploy_domain* domain = ploy_domain_create(&def);
    bool done = domain && ploy_domain_add_type(domain, "place", places, 3, NULL, NULL) == PLOY_OK;
    for (uint32_t i = 0; done && i < count; ++i) {
        done = ploy_domain_add_symbol(domain, &symbols[i], NULL, NULL) == PLOY_OK;
    }
    if (done && ploy_domain_compile(domain, NULL) == PLOY_OK) {
        return domain;
    }
    ploy_domain_destroy(domain);
    return NULL;
}

static ploy_symbol_def symbol(const char* name, ploy_value_type kind, int64_t min, int64_t max, int64_t step)
{
    ploy_symbol_def def = {0};
    def.name = name;
    def.type = kind;
    def.object_type = "place";
    def.min = min;
    def.max = max;
    def.step = step;
    return def;
}

static ploy_domain* mixed_domain(const ploy_allocator* allocator)
{
    ploy_symbol_def symbols[] = {
        symbol("armed", PLOY_VALUE_BOOL, 0, 0, 1), symbol("ammo", PLOY_VALUE_INT, -2, 12, 1),
        symbol("at", PLOY_VALUE_OBJECT, 0, 0, 1),  symbol("fuel", PLOY_VALUE_DECIMAL, -500, 1000, 250),
        symbol("safe", PLOY_VALUE_BOOL, 0, 0, 1),
    };
    symbols[1].initial = "3";
    symbols[2].initial = "armory";
    symbols[3].initial = "-0.25";
    symbols[0].initial = "true";
    symbols[4].of[0] = symbols[4].of[1] = "place";
    symbols[4].of_count = 2;
    return domain_with(allocator, symbols, 5);
}

static void sixty_four_bools_take_one_word_and_one_more_takes_another(void** unused)
{
    (void)unused;
    char names[65][16];
    ploy_symbol_def symbols[65];
    for (int i = 0; i < 65; ++i) {
        snprintf(names[i], sizeof names[i], "b%d", i);
        symbols[i] = symbol(names[i], PLOY_VALUE_BOOL, 0, 0, 1);
    }
    ploy_domain* domain = domain_with(NULL, symbols, 64);
    assert_int_equal(ploy_domain_state_words(domain), 1);
    ploy_domain_destroy(domain);
    domain = domain_with(NULL, symbols, 65);
    assert_int_equal(ploy_domain_state_words(domain), 2);
    ploy_domain_destroy(domain);
}

static void fields_fill_gaps_and_never_cross_a_word(void** unused)
{
    (void)unused;
    char names[40][16];
    ploy_symbol_def symbols[40];
    ploy_random random = {.seed = 3};
    for (int round = 0; round < 50; ++round) {
        for (int i = 0; i < 40; ++i) {
            snprintf(names[i], sizeof names[i], "n%d", i);
            symbols[i] =
                symbol(names[i], PLOY_VALUE_INT, 0, (int64_t)ploy_random_below(&random, 1u << (i % 16 + 1)), 1);
        }
        ploy_domain* domain = domain_with(NULL, symbols, 40);
        const pl_compiled* c = pl_domain_compiled(domain);
        uint64_t used[40] = {0};
        for (uint32_t v = 0; v < 40; ++v) {
            const pl_variable* variable = &c->variables[v];
            assert_true(variable->shift + variable->bits <= 64);
            assert_true((uint64_t)1 << variable->bits >= variable->size);
            uint64_t field = (((uint64_t)1 << variable->bits) - 1) << variable->shift;
            assert_int_equal(used[variable->word] & field, 0);
            used[variable->word] |= field;
        }
        assert_true(c->words < 8);
        ploy_domain_destroy(domain);
    }
}

static void values_go_in_and_come_out(void** unused)
{
    (void)unused;
    ploy_domain* domain = mixed_domain(NULL);
    uint64_t state[2] = {0};
    ploy_state_init(domain, state);
    assert_int_equal(ploy_state_get(domain, state, 0), 1);
    assert_int_equal(ploy_state_get(domain, state, 1), 3);
    assert_int_equal(ploy_state_get(domain, state, 2), 1);
    assert_int_equal(ploy_state_get(domain, state, 3), -250);
    static const int64_t bad[][2] = {{0, 2}, {0, -1}, {1, -3}, {1, 13}, {2, 3}, {3, 100}, {3, 1250}, {1, INT64_MAX}};
    uint64_t before[2];
    memcpy(before, state, sizeof before);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        assert_int_equal(ploy_state_set(domain, state, (uint32_t)bad[i][0], bad[i][1]), PLOY_INVALID);
    }
    assert_memory_equal(before, state, sizeof before);
    int64_t model[13];
    ploy_random random = {.seed = 5};
    for (uint32_t v = 0; v < 13; ++v) {
        model[v] = ploy_state_get(domain, state, v);
    }
    for (int round = 0; round < 2000; ++round) {
        uint32_t v = ploy_random_below(&random, ploy_domain_variable_count(domain));
        ploy_symbol_info info = ploy_domain_symbol(domain, pl_domain_symbol_of(domain, v));
        model[v] = info.min + info.step * ploy_random_range(&random, 0, (int32_t)((info.max - info.min) / info.step));
        assert_int_equal(ploy_state_set(domain, state, v, model[v]), PLOY_OK);
        for (uint32_t i = 0; i < ploy_domain_variable_count(domain); ++i) {
            assert_int_equal(ploy_state_get(domain, state, i), model[i]);
        }
    }
    ploy_domain_destroy(domain);
}

static void a_state_prints_what_differs_and_parses_back(void** unused)
{
    (void)unused;
    ploy_domain* domain = mixed_domain(NULL);
    uint64_t state[2] = {0};
    char text[256];
    ploy_state_init(domain, state);
    assert_int_equal(ploy_state_print(domain, state, text, sizeof text), 0);
    assert_int_equal(ploy_state_parse(domain, state, "not armed, ammo = -2, safe(camp, bunker), fuel = 0.5", NULL),
                     PLOY_OK);
    const char* expected = "not armed, ammo = -2, fuel = 0.5, safe(camp, bunker)";
    assert_int_equal(ploy_state_print(domain, state, text, sizeof text), strlen(expected));
    assert_string_equal(text, expected);
    assert_int_equal(ploy_state_print(domain, state, text, 15), strlen(expected));
    assert_string_equal(text, "not armed, amm");
    ploy_random random = {.seed = 9};
    for (int round = 0; round < 500; ++round) {
        uint64_t back[2] = {0};
        ploy_state_init(domain, state);
        for (uint32_t v = 0; v < ploy_domain_variable_count(domain); ++v) {
            ploy_symbol_info info = ploy_domain_symbol(domain, pl_domain_symbol_of(domain, v));
            int32_t steps = ploy_random_range(&random, 0, (int32_t)((info.max - info.min) / info.step));
            assert_int_equal(ploy_state_set(domain, state, v, info.min + info.step * steps), PLOY_OK);
        }
        ploy_state_init(domain, back);
        ploy_state_print(domain, state, text, sizeof text);
        assert_int_equal(ploy_state_parse(domain, back, text, NULL), PLOY_OK);
        assert_memory_equal(state, back, ploy_domain_state_words(domain) * sizeof *state);
    }
    ploy_domain_destroy(domain);
}

static void values_print_in_the_unit_of_files(void** unused)
{
    (void)unused;
    static const struct
    {
        uint32_t variable;
        int64_t value;
        const char* text;
    } cases[] = {{0, 1, "true"},     {0, 0, "false"}, {1, -2, "-2"},   {2, 2, "bunker"},
                 {3, -250, "-0.25"}, {3, 1000, "1"},  {3, 500, "0.5"}, {3, -1001, "-1.001"}};
    ploy_domain* domain = mixed_domain(NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char text[16];
        ploy_value_print(domain, cases[i].variable, cases[i].value, text, sizeof text);
        assert_string_equal(text, cases[i].text);
    }
    ploy_domain_destroy(domain);
}

static void a_faulty_text_changes_nothing(void** unused)
{
    (void)unused;
    static const struct
    {
        const char* text;
        uint32_t column;
        const char* message;
    } cases[] = {
        {"not armed, ammo = 13", 19, "state: ammo has range -2 to 12, 13 is outside"},
        {"not armed, amo = 1", 12, "state: unknown symbol 'amo'"},
        {"ammo += 1", 6, "state: a state has values, not changes"},
        {"not armed, armed", 12, "state: armed is set twice"},
        {"safe(camp, camp), ammo = 0, not safe(camp, camp)", 29, "state: safe(camp, camp) is set twice"},
        {"fuel = 0.1", 8, "state: fuel has steps of 0.25 from -0.5, 0.1 is between two"},
        {"not armed,", 11, "state: a symbol expected, but the text ends"},
        {"not armed ammo = 1", 11, "state: ',' expected, not 'ammo'"},
        {"ammo = 1 or armed", 10, "state: ',' expected, not 'or'"},
        {"at", 1, "state: 'at' of type place needs a value"},
    };
    ploy_domain* domain = mixed_domain(NULL);
    uint64_t state[2] = {0};
    uint64_t before[2];
    ploy_state_init(domain, state);
    memcpy(before, state, sizeof before);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        ploy_error error;
        assert_int_equal(ploy_state_parse(domain, state, cases[i].text, &error), PLOY_INVALID);
        assert_string_equal(error.message, cases[i].message);
        assert_int_equal(error.line, 1);
        assert_int_equal(error.column, cases[i].column);
        assert_memory_equal(state, before, sizeof before);
    }
    assert_int_equal(ploy_state_parse(domain, state, " \n ", NULL), PLOY_OK);
    assert_memory_equal(state, before, sizeof before);
    ploy_domain_destroy(domain);
}

static void partial_states_count_what_differs_and_what_is_missing(void** unused)
{
    (void)unused;
    enum
    {
        COUNT = 13,
        WORDS = 2
    };
    ploy_domain* domain = mixed_domain(NULL);
    assert_int_equal(ploy_domain_variable_count(domain), COUNT);
    uint64_t words[4][WORDS] = {0};
    ploy_partial partials[2] = {{words[0], words[1]}, {words[2], words[3]}};
    int64_t model[2][COUNT]; // INT64_MIN: unset
    ploy_random random = {.seed = 11};
    for (int p = 0; p < 2; ++p) {
        for (uint32_t v = 0; v < COUNT; ++v) {
            model[p][v] = INT64_MIN;
        }
    }
    for (int round = 0; round < 3000; ++round) {
        uint32_t p = ploy_random_below(&random, 2);
        uint32_t v = ploy_random_below(&random, COUNT);
        ploy_symbol_info info = ploy_domain_symbol(domain, pl_domain_symbol_of(domain, v));
        if (ploy_random_below(&random, 3) == 0) {
            assert_int_equal(ploy_partial_set(domain, partials[p], v, NULL), PLOY_OK);
            model[p][v] = INT64_MIN;
        } else {
            model[p][v] = info.min + info.step * ploy_random_range(&random, 0, 1);
            assert_int_equal(ploy_partial_set(domain, partials[p], v, &model[p][v]), PLOY_OK);
        }
        uint32_t differing = 0;
        uint32_t unsatisfied = 0;
        for (uint32_t i = 0; i < COUNT; ++i) {
            ploy_value value = INT64_MIN;
            assert_int_equal(ploy_partial_get(domain, partials[p], i, &value), model[p][i] != INT64_MIN);
            assert_int_equal(value, model[p][i]);
            differing += model[0][i] != model[1][i];
            unsatisfied += model[0][i] != INT64_MIN && model[0][i] != model[1][i];
        }
        ploy_partial_comparison compared = ploy_partial_compare(domain, partials[0], partials[1]);
        assert_int_equal(compared.differing, differing);
        assert_int_equal(compared.unsatisfied, unsatisfied);
    }
    assert_int_equal(ploy_partial_set(domain, partials[0], 1, &(ploy_value){13}), PLOY_INVALID);
    ploy_domain_destroy(domain);
}

static bool parse_and_test(const ploy_allocator* allocator)
{
    ploy_domain* domain = mixed_domain(allocator);
    if (!domain) {
        return false;
    }
    uint64_t state[2] = {0};
    ploy_state_init(domain, state);
    bool done = ploy_state_parse(domain, state, "ammo = 2, not armed, at = camp", NULL) == PLOY_OK &&
                pl_state_test(domain, state, "ammo = 2 and not armed and at = camp", NULL) == PLOY_FOUND;
    ploy_domain_destroy(domain);
    return done;
}

static void every_failing_allocation_is_survived(void** unused)
{
    (void)unused;
    test_fail_every_allocation(parse_and_test);
}

TEST_MAIN(TEST(sixty_four_bools_take_one_word_and_one_more_takes_another),
          TEST(fields_fill_gaps_and_never_cross_a_word), TEST(values_go_in_and_come_out),
          TEST(a_state_prints_what_differs_and_parses_back), TEST(values_print_in_the_unit_of_files),
          TEST(a_faulty_text_changes_nothing), TEST(partial_states_count_what_differs_and_what_is_missing),
          TEST(every_failing_allocation_is_survived))
