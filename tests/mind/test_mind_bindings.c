#include <ploy/mind.h>

#include <string.h>

#include "support/allocators.h"
#include "support/asserts.h"
#include "support/test.h"

static bool yes(ploy_self* self, const ploy_run* run)
{
    (void)self;
    (void)run;
    return true;
}

static bool no(ploy_self* self, const ploy_run* run)
{
    return !yes(self, run);
}

static int64_t seven(ploy_self* self, const ploy_run* run)
{
    (void)self;
    (void)run;
    return 7;
}

static ploy_activity_def activity(const char* name)
{
    ploy_activity_def def = ploy_activity_def_default();
    def.name = name;
    def.ports[0] = "to";
    def.ports[1] = "speed";
    def.port_count = 2;
    def.memory = 16;
    return def;
}

static ploy_condition_def condition(const char* name)
{
    ploy_condition_def def = ploy_condition_def_default();
    def.name = name;
    def.test = yes;
    return def;
}

static ploy_measure_def measure(const char* name)
{
    ploy_measure_def def = ploy_measure_def_default();
    def.name = name;
    def.measure = seven;
    return def;
}

static void abilities_are_found_by_name_in_lists_of_their_own(void** state)
{
    (void)state;
    ploy_abilities* abilities = ploy_abilities_create(NULL);
    ploy_activity_def walk = activity("walk"), run = activity("run");
    ploy_condition_def hungry = condition("walk");
    ploy_measure_def distance = measure("walk");
    uint32_t index = 99;
    assert_int_equal(ploy_abilities_add_activity(abilities, &walk, &index), PLOY_OK);
    assert_int_equal(index, 0);
    assert_int_equal(ploy_abilities_add_activity(abilities, &run, &index), PLOY_OK);
    assert_int_equal(index, 1);
    assert_int_equal(ploy_abilities_add_condition(abilities, &hungry, NULL), PLOY_OK);
    assert_int_equal(ploy_abilities_add_measure(abilities, &distance, NULL), PLOY_OK);
    assert_int_equal(ploy_abilities_activity_count(abilities), 2);
    assert_int_equal(ploy_abilities_condition_count(abilities), 1);
    assert_int_equal(ploy_abilities_measure_count(abilities), 1);
    assert_int_equal(ploy_abilities_find_activity(abilities, "run"), 1);
    assert_int_equal(ploy_abilities_find_condition(abilities, "run"), PLOY_NONE);
    assert_int_equal(ploy_abilities_find_condition(abilities, "walk"), 0);
    assert_int_equal(ploy_abilities_find_measure(abilities, "walk"), 0);
    assert_int_equal(ploy_abilities_find_measure(abilities, NULL), PLOY_NONE);
    assert_ptr_equal(ploy_abilities_measure(abilities, 0)->measure, seven);
    EXPECT_BROKEN_RULE(ploy_abilities_activity(abilities, 2));
    ploy_abilities_destroy(abilities);
}

static void names_are_copied(void** state)
{
    (void)state;
    ploy_abilities* abilities = ploy_abilities_create(NULL);
    char name[] = "walk", port[] = "to";
    ploy_activity_def def = activity(name);
    def.ports[0] = port;
    assert_int_equal(ploy_abilities_add_activity(abilities, &def, NULL), PLOY_OK);
    memset(name, 'x', 4);
    memset(port, 'x', 2);
    assert_string_equal(ploy_abilities_activity(abilities, 0)->name, "walk");
    assert_string_equal(ploy_abilities_activity(abilities, 0)->ports[0], "to");
    ploy_abilities_destroy(abilities);
}

static void a_name_bound_anew_keeps_its_index_and_must_keep_its_shape(void** state)
{
    (void)state;
    ploy_abilities* abilities = ploy_abilities_create(NULL);
    ploy_activity_def def = activity("walk"), other = activity("other");
    assert_int_equal(ploy_abilities_add_activity(abilities, &def, NULL), PLOY_OK);
    assert_int_equal(ploy_abilities_add_activity(abilities, &other, NULL), PLOY_OK);
    uint32_t index = 99;
    def.viable = no;
    assert_int_equal(ploy_abilities_add_activity(abilities, &def, &index), PLOY_OK);
    assert_int_equal(index, 0);
    assert_int_equal(ploy_abilities_activity_count(abilities), 2);
    assert_ptr_equal(ploy_abilities_activity(abilities, 0)->viable, no);
    ploy_activity_def wrong[3] = {activity("walk"), activity("walk"), activity("walk")};
    wrong[0].memory = 8;
    wrong[1].port_count = 1;
    wrong[2].ports[1] = "haste";
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(ploy_abilities_add_activity(abilities, &wrong[i], &index), PLOY_INVALID);
        assert_ptr_equal(ploy_abilities_activity(abilities, 0)->viable, no);
    }
    ploy_condition_def test = condition("is");
    assert_int_equal(ploy_abilities_add_condition(abilities, &test, NULL), PLOY_OK);
    test.ports[0] = "what";
    test.port_count = 1;
    assert_int_equal(ploy_abilities_add_condition(abilities, &test, NULL), PLOY_INVALID);
    ploy_abilities_destroy(abilities);
}

// Minds keep addresses, so that a running deed need not look its activity up.
static void an_ability_never_moves_and_is_bound_anew_where_it_is(void** state)
{
    (void)state;
    ploy_abilities* abilities = ploy_abilities_create(NULL);
    ploy_activity_def walk = activity("walk");
    assert_int_equal(ploy_abilities_add_activity(abilities, &walk, NULL), PLOY_OK);
    const ploy_activity_def* kept = ploy_abilities_activity(abilities, 0);
    for (char name[] = "a"; *name <= 'z'; ++*name) {
        ploy_activity_def other = activity(name);
        assert_int_equal(ploy_abilities_add_activity(abilities, &other, NULL), PLOY_OK);
    }
    walk.viable = no;
    assert_int_equal(ploy_abilities_add_activity(abilities, &walk, NULL), PLOY_OK);
    assert_ptr_equal(ploy_abilities_activity(abilities, 0), kept);
    assert_true(kept->viable == no);
    ploy_abilities_destroy(abilities);
}

static void what_is_missing_or_too_much_is_invalid(void** state)
{
    (void)state;
    ploy_abilities* abilities = ploy_abilities_create(NULL);
    ploy_activity_def bad[6] = {activity(NULL), activity(""),  activity("a"),
                                activity("b"),  activity("c"), activity("d")};
    bad[2].memory = 65;
    bad[3].ports[1] = "to";
    bad[4].ports[0] = NULL;
    bad[5].port_count = PLOY_MAX_PORTS + 1;
    for (int i = 0; i < 6; ++i) {
        assert_int_equal(ploy_abilities_add_activity(abilities, &bad[i], NULL), PLOY_INVALID);
    }
    ploy_condition_def no_test = condition("c");
    no_test.test = NULL;
    assert_int_equal(ploy_abilities_add_condition(abilities, &no_test, NULL), PLOY_INVALID);
    ploy_measure_def no_measure = measure("m");
    no_measure.measure = NULL;
    assert_int_equal(ploy_abilities_add_measure(abilities, &no_measure, NULL), PLOY_INVALID);
    assert_int_equal(ploy_abilities_activity_count(abilities), 0);
    assert_int_equal(ploy_abilities_find_condition(abilities, "c"), PLOY_NONE);
    EXPECT_BROKEN_RULE(ploy_abilities_add_activity(abilities, &(ploy_activity_def){.name = "x"}, NULL));
    ploy_abilities_destroy(abilities);
}

static void reasons_are_numbered_from_one_and_the_same_text_is_the_same_reason(void** state)
{
    (void)state;
    ploy_abilities* abilities = ploy_abilities_create(NULL);
    assert_int_equal(ploy_abilities_add_reason(abilities, "the door is locked"), 1);
    assert_int_equal(ploy_abilities_add_reason(abilities, "out of arrows"), 2);
    assert_int_equal(ploy_abilities_add_reason(abilities, "the door is locked"), 1);
    assert_string_equal(ploy_abilities_reason(abilities, 2), "out of arrows");
    assert_string_equal(ploy_abilities_reason(abilities, 0), "");
    assert_string_equal(ploy_abilities_reason(abilities, 3), "");
    assert_string_equal(ploy_abilities_reason(abilities, PLOY_NONE), "");
    ploy_abilities_destroy(abilities);
    ploy_abilities_destroy(NULL);
}

static void a_port_is_a_key_of_the_board_or_a_constant(void** state)
{
    (void)state;
    ploy_board_keys_def keys_def = ploy_board_keys_def_default();
    ploy_board_keys* keys = ploy_board_keys_create(&keys_def);
    ploy_key_def key = ploy_key_def_default();
    key.name = "energy";
    key.type = PLOY_VALUE_INT;
    assert_int_equal(ploy_board_keys_add(keys, &key, NULL), PLOY_OK);
    ploy_board_def board_def = ploy_board_def_default();
    board_def.keys = keys;
    ploy_self self = {.board = ploy_board_create(&board_def)}, blank = {0};
    const ploy_port ports[2] = {{.key = 0, .value = 5}, {.key = PLOY_NONE, .value = -3}};
    ploy_run run = {.ports = ports, .port_count = 2};
    assert_int_equal(ploy_run_set(&run, &self, 0, 12), PLOY_OK);
    assert_int_equal(ploy_run_set(&run, &self, 0, 12), PLOY_ALREADY);
    assert_int_equal(ploy_run_get(&run, &self, 0), 12);
    assert_int_equal(ploy_board_get_int(self.board, 0), 12);
    assert_int_equal(ploy_run_get(&run, &self, 1), -3);
    assert_int_equal(ploy_run_set(&run, &self, 1, 1), PLOY_NOT_SUPPORTED);
    assert_int_equal(ploy_run_set(&run, &blank, 0, 1), PLOY_NOT_SUPPORTED);
    assert_int_equal(ploy_run_get(&run, &blank, 0), 5);
    EXPECT_BROKEN_RULE(ploy_run_get(&run, &self, 2));
    ploy_board_destroy(self.board);
    ploy_board_keys_destroy(keys);
}

static void outcomes_have_names(void** state)
{
    (void)state;
    assert_string_equal(ploy_outcome_name(PLOY_BUSY), "busy");
    assert_string_equal(ploy_outcome_name(PLOY_SUCCESS), "success");
    assert_string_equal(ploy_outcome_name(PLOY_FAILURE), "failure");
    assert_string_equal(ploy_outcome_name((ploy_outcome)3), "unknown");
}

// A mind that is NULL, and one that does nothing, are both fine.
static void a_mind_may_leave_out_all_but_its_end(void** state)
{
    (void)state;
    static const ploy_mind_class nothing = {.name = "nothing"};
    ploy_mind mind = {.kind = &nothing};
    ploy_self self = {.mind = &mind}, mindless = {0};
    char text[8] = "before";
    ploy_mind_tick(&self, 5);
    ploy_mind_tick(&self, 7);
    ploy_mind_tick(&mindless, 7);
    assert_int_equal(self.now, 12);
    assert_int_equal(self.dt, 7);
    assert_int_equal(ploy_mind_why(&self, text, sizeof text), 0);
    assert_string_equal(text, "");
    assert_int_equal(ploy_mind_why(&mindless, NULL, 0), 0);
    EXPECT_BROKEN_RULE(ploy_mind_tick(&self, -1));
    ploy_mind_destroy(NULL);
}

static bool fill(const ploy_allocator* allocator)
{
    static const char* const names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i",
                                        "j", "k", "l", "m", "n", "o", "p", "q"};
    ploy_abilities* abilities = ploy_abilities_create(allocator);
    bool ok = abilities != NULL;
    for (uint32_t i = 0; i < 17 && ok; ++i) {
        ploy_activity_def a = activity(names[i]);
        ploy_condition_def c = condition(names[i]);
        ploy_measure_def m = measure(names[i]);
        ok = ploy_abilities_add_activity(abilities, &a, NULL) == PLOY_OK &&
             ploy_abilities_add_condition(abilities, &c, NULL) == PLOY_OK &&
             ploy_abilities_add_measure(abilities, &m, NULL) == PLOY_OK &&
             ploy_abilities_add_reason(abilities, names[i]) == i + 1;
        uint32_t count = abilities ? ploy_abilities_activity_count(abilities) : 0;
        assert_int_equal(ploy_abilities_find_activity(abilities, names[i]) == PLOY_NONE, count == i);
    }
    ploy_abilities_destroy(abilities);
    return ok;
}

static void every_failing_allocation_is_survived(void** state)
{
    (void)state;
    test_fail_every_allocation(fill);
}

TEST_MAIN(TEST(abilities_are_found_by_name_in_lists_of_their_own), TEST(names_are_copied),
          TEST(a_name_bound_anew_keeps_its_index_and_must_keep_its_shape),
          TEST(an_ability_never_moves_and_is_bound_anew_where_it_is), TEST(what_is_missing_or_too_much_is_invalid),
          TEST(reasons_are_numbered_from_one_and_the_same_text_is_the_same_reason),
          TEST(a_port_is_a_key_of_the_board_or_a_constant), TEST(outcomes_have_names),
          TEST(a_mind_may_leave_out_all_but_its_end), TEST(every_failing_allocation_is_survived))
