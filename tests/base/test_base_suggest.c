#include "base/error.h"

#include <string.h>

#include "support/base/test.h"

static const char* nearest(const char* wanted, const char* const* names)
{
    pl_similar similar = pl_similar_begin(wanted);
    for (; *names; ++names) {
        pl_similar_offer(&similar, *names);
    }
    return similar.best ? similar.best : "";
}

static const char* const known[] = {"armed", "ammo", "at", "safe", "bunker", NULL};

static void a_typing_error_finds_the_intended_name(void** state)
{
    (void)state;
    assert_string_equal(nearest("amno", known), "ammo");     // another letter
    assert_string_equal(nearest("amo", known), "ammo");      // one missing
    assert_string_equal(nearest("ammmo", known), "ammo");    // one too many
    assert_string_equal(nearest("bnuker", known), "bunker"); // two swapped
    assert_string_equal(nearest("BUNKER", known), "bunker"); // case
    assert_string_equal(nearest("ammo", known), "ammo");
}

static void a_name_far_from_all_others_finds_nothing(void** state)
{
    (void)state;
    assert_string_equal(nearest("helicopter", known), "");
    assert_string_equal(nearest("xy", known), "");
    assert_string_equal(nearest("", known), "");
}

static void among_equals_the_first_offered_wins(void** state)
{
    (void)state;
    assert_string_equal(nearest("cat", (const char* const[]){"bat", "hat", NULL}), "bat");
    assert_string_equal(nearest("cat", (const char* const[]){"hat", "bat", NULL}), "hat");
}

static void very_long_names_are_left_out(void** state)
{
    (void)state;
    char name[200];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_string_equal(nearest(name, (const char* const[]){name, NULL}), "");
    name[63] = '\0';
    assert_string_equal(nearest(name, (const char* const[]){name, NULL}), name);
}

static void the_hint_is_written_only_when_there_is_one(void** state)
{
    (void)state;
    ploy_error error = {0};
    pl_similar similar = pl_similar_begin("amno");
    pl_similar_hint(&similar, &error);
    assert_string_equal(error.hint, "");
    pl_similar_offer(&similar, "ammo");
    pl_similar_hint(&similar, &error);
    assert_string_equal(error.hint, "did you mean 'ammo'?");
    pl_similar_hint(&similar, NULL);
}

static void where_no_name_is_similar_the_hint_lists_the_first_ones(void** state)
{
    (void)state;
    ploy_error error = {0};
    pl_similar similar = pl_similar_begin("helicopter");
    for (int i = 0; i < 3; ++i) pl_similar_offer(&similar, known[i]);
    pl_similar_hint(&similar, &error);
    assert_string_equal(error.hint, "one of armed, ammo, at");
    for (int i = 0; i < 30; ++i) pl_similar_offer(&similar, known[i % 5]);
    pl_similar_hint(&similar, &error);
    assert_string_equal(error.hint, "one of armed, ammo, at"); // a hint that is there stays
    error.hint[0] = '\0';
    pl_similar_hint(&similar, &error);
    assert_non_null(strstr(error.hint, "one of armed, ammo, at, armed, "));
    assert_string_equal(error.hint + strlen(error.hint) - strlen(", …"), ", …");
}

TEST_MAIN(TEST(a_typing_error_finds_the_intended_name), TEST(a_name_far_from_all_others_finds_nothing),
          TEST(among_equals_the_first_offered_wins), TEST(very_long_names_are_left_out),
          TEST(the_hint_is_written_only_when_there_is_one),
          TEST(where_no_name_is_similar_the_hint_lists_the_first_ones))
