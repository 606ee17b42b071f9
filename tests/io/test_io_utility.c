#include <ploy/io.h>
#include <stdio.h>
#include <string.h>

#include "support/base/allocators.h"
#include "support/base/test.h"

static ploy_file* parse(const char* text)
{
    ploy_file_def def = {0};
    ploy_file* file;
    ploy_error error;
    if (ploy_file_parse(&def, text, strlen(text), &file, &error) != PLOY_OK) fail_msg("%s", error.message);
    return file;
}

static void a_utility_is_read_as_it_is_written(void** state)
{
    (void)state;
    ploy_file_def def = {0};
    ploy_file* file;
    ploy_error error;
    assert_int_equal(ploy_file_load(&def, PLOY_SOURCE_DIR "/examples/guard.xml", &file, &error), PLOY_OK);
    assert_int_equal(ploy_file_utility_count(file), 1);
    assert_int_equal(ploy_file_find_utility(file, "guard"), 0);
    assert_int_equal(ploy_file_find_utility(file, "gard"), PLOY_NONE);
    ploy_utility_def guard = ploy_file_utility(file, 0);
    assert_int_equal(guard.option_count, 3);
    assert_int_equal(guard.commitment, 250);
    assert_int_equal(guard.repeat_penalty, 550);
    const ploy_option* attack = &guard.options[0];
    assert_string_equal(attack->name, "Attack");
    assert_string_equal(attack->when, "armed");
    assert_int_equal(attack->duration, PLOY_SECOND);
    assert_int_equal(attack->line, 4);
    assert_int_equal(attack->port_count, 1);
    assert_string_equal(attack->ports[0].key, "enemy");
    assert_int_equal(attack->consideration_count, 4);
    const ploy_consideration* c = attack->considerations;
    assert_int_equal(c[0].input.kind, PLOY_INPUT_KEY);
    assert_int_equal(c[0].curve.kind, PLOY_CURVE_LOGISTIC);
    assert_int_equal(c[0].curve.slope, 12000);
    assert_int_equal(c[0].curve.x_shift, 400);
    assert_int_equal(c[1].parts, 2);
    assert_int_equal(c[1].combine, PLOY_COMBINE_MAX);
    assert_string_equal(c[1].name, "reason");
    assert_int_equal(c[2].weight, 900);
    assert_int_equal(c[2].input.range_count, 1);
    assert_int_equal(c[2].input.ranges[0].max, 20);
    assert_true(c[2].input.ranges[0].min == INT64_MIN);
    assert_int_equal(c[3].curve.exponent, 2000);
    const ploy_option* flee = &guard.options[1];
    assert_int_equal(flee->weight, 1200);
    assert_int_equal(flee->considerations[0].input.kind, PLOY_INPUT_FACT_COUNT);
    assert_int_equal(flee->considerations[0].input.max, 4000);
    assert_int_equal(flee->considerations[0].input.min_belief, 300);
    assert_int_equal(flee->considerations[0].curve.point_count, 3);
    assert_int_equal(flee->considerations[0].curve.points[1].y, 200);
    assert_int_equal(guard.options[2].considerations[0].input.value, 200);
    ploy_file_destroy(file);
}

static void names_that_the_game_does_not_bind_are_reported_with_their_line(void** state)
{
    (void)state;
    ploy_file* file = parse("<ploy version='1'>\n<utility name='u'>\n<option name='A'>\n<key of='helth'/>\n</option>\n"
                            "</utility></ploy>");
    ploy_blackboard_keys_def keys_def = {0};
    ploy_blackboard_keys* keys = ploy_blackboard_keys_create(&keys_def);
    ploy_key_def key = {0};
    key.name = "health";
    assert_int_equal(ploy_blackboard_keys_add(keys, &key, NULL), PLOY_OK);
    ploy_utility_def def = ploy_file_utility(file, 0);
    def.parts.keys = keys;
    ploy_utility* utility;
    ploy_error error;
    assert_int_equal(ploy_utility_create(&def, &utility, &error), PLOY_INVALID);
    assert_int_equal(error.line, 4);
    assert_string_equal(error.message, "option 'A': unknown key 'helth'");
    assert_string_equal(error.hint, "did you mean 'health'?");
    ploy_blackboard_keys_destroy(keys);
    ploy_file_destroy(file);
}

static void errors_in_a_file_are_reported_with_their_position(void** state)
{
    (void)state;
    static const struct
    {
        const char* inside;
        uint32_t column;
        const char* message;
    } wrong[] = {
        {"<utility/>", 1, "<utility> needs the attribute 'name'"},
        {"<utility name='u'/>", 1, "a utility needs an <option>"},
        {"<utility name='u' choise='best'><option name='A'/></utility>", 19, "<utility> has no attribute 'choise'"},
        {"<utility name='u' choice='worst'><option name='A'/></utility>", 27, "unknown choice 'worst'"},
        {"<utility name='u' repeat_penalty='2'><option name='A'/></utility>", 35,
         "'repeat_penalty' is not between 0 and 1"},
        {"<utility name='u'><optoin name='A'/></utility>", 19, "unknown element <optoin> in <utility>"},
        {"<utility name='u'><option name='A'/><option name='A'/></utility>", 51, "option 'A' is named twice"},
        {"<utility name='u'><option name='A' weight='x'/></utility>", 44, "'weight' of 'A' is 'x'"},
        {"<utility name='u'><option name='A' combine='mean'/></utility>", 45, "unknown combination 'mean'"},
        {"<utility name='u'><option name='A'><blackboard of='a'/></option></utility>", 36,
         "unknown element <blackboard> in <option>"},
        {"<utility name='u'><option name='A'><key/></option></utility>", 36, "<key> needs the attribute 'of'"},
        {"<utility name='u'><option name='A'><key of='a' curve='bent'/></option></utility>", 55,
         "unknown curve 'bent'"},
        {"<utility name='u'><option name='A'><key of='a' x_shift='7'/></option></utility>", 57,
         "'x_shift' is not between 0 and 1"},
        {"<utility name='u'><option name='A'><key of='a' min='3'/></option></utility>", 36, "min must be below max"},
        {"<utility name='u'><option name='A'><key of='a' points='0 0, 0 1'/></option></utility>", 56,
         "the points do not describe a curve"},
        {"<utility name='u'><option name='A'><sum/></option></utility>", 36, "<sum> is empty"},
        {"<utility name='u'><option name='A'><sum><port name='p' key='k'/></sum></option></utility>", 41,
         "unknown element <port> in <sum>"},
        {"<utility name='u'><option name='A'><key of='a'><where/></key></option></utility>", 48,
         "unknown element <where> in <key>"},
        {"<utility name='u'><option name='A'><port name='p'/></option></utility>", 36,
         "<port> needs either a key or a value"},
        {"<utility name='u'><option name='A'/></utility>\n<utility name='u'><option name='A'/></utility>", 16,
         "utility 'u' is named twice"},
    };
    for (uint32_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        char text[512];
        snprintf(text, sizeof text, "<ploy version='1'>\n%s\n</ploy>", wrong[i].inside);
        ploy_file_def def = {0};
        ploy_file* file;
        ploy_error error;
        assert_int_equal(ploy_file_parse(&def, text, strlen(text), &file, &error), PLOY_INVALID);
        assert_null(file);
        if (strcmp(error.message, wrong[i].message) != 0) fail_msg("'%s', not '%s'", error.message, wrong[i].message);
        if (error.column != wrong[i].column) fail_msg("%s: column %u", error.message, (unsigned)error.column);
    }
}

static bool load_it(const ploy_allocator* allocator)
{
    ploy_file_def def = {0};
    def.allocator = *allocator;
    ploy_file* file;
    bool good = ploy_file_load(&def, PLOY_SOURCE_DIR "/examples/guard.xml", &file, NULL) == PLOY_OK;
    ploy_file_destroy(file);
    return good;
}

static void a_failing_allocator_leaves_nothing_behind(void** state)
{
    (void)state;
    test_fail_every_allocation(load_it);
}

typedef struct utility_text
{
    char data[4096];
    size_t length;
} utility_text;

static bool append(void* user, const char* part, size_t bytes)
{
    utility_text* t = user;
    assert_true(t->length + bytes < sizeof t->data);
    memcpy(t->data + t->length, part, bytes);
    t->length += bytes;
    t->data[t->length] = '\0';
    return true;
}

static void a_file_that_is_written_again_reads_the_same(void** state)
{
    (void)state;
    ploy_file_def def = {0};
    ploy_file* file;
    assert_int_equal(ploy_file_load(&def, PLOY_SOURCE_DIR "/examples/guard.xml", &file, NULL), PLOY_OK);
    utility_text first = {0}, second = {0};
    assert_int_equal(ploy_file_write(file, append, &first), PLOY_OK);
    ploy_file* again = parse(first.data);
    assert_int_equal(ploy_file_write(again, append, &second), PLOY_OK);
    assert_string_equal(first.data, second.data);
    ploy_utility_def a = ploy_file_utility(file, 0), b = ploy_file_utility(again, 0);
    assert_int_equal(a.option_count, b.option_count);
    assert_int_equal(a.options[1].considerations[0].curve.points[1].x,
                     b.options[1].considerations[0].curve.points[1].x);
    ploy_file_destroy(file);
    ploy_file_destroy(again);
}

TEST_MAIN(TEST(a_utility_is_read_as_it_is_written),
          TEST(names_that_the_game_does_not_bind_are_reported_with_their_line),
          TEST(errors_in_a_file_are_reported_with_their_position), TEST(a_failing_allocator_leaves_nothing_behind),
          TEST(a_file_that_is_written_again_reads_the_same))
