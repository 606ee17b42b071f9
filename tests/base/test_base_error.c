#include "base/error.h"

#include <string.h>

#include "support/base/asserts.h"
#include "support/base/test.h"

static void an_error_has_a_position_a_message_and_a_hint(void** state)
{
    (void)state;
    ploy_error error;
    memset(&error, 0xA5, sizeof error);
    pl_error_set(&error, 3, 14, "no symbol named '%s'", "amo");
    assert_string_equal(error.hint, "");
    pl_error_hint(&error, "did you mean '%s'?", "ammo");
    assert_int_equal(error.line, 3);
    assert_int_equal(error.column, 14);
    assert_string_equal(error.message, "no symbol named 'amo'");
    assert_string_equal(error.hint, "did you mean 'ammo'?");
}

static void the_error_may_be_null(void** state)
{
    (void)state;
    pl_error_set(NULL, 1, 1, "lost");
    pl_error_hint(NULL, "lost");
    pl_error_clear(NULL);
}

// The length of the longest prefix of whole characters that fits.
static void expect_cut(const char* character, size_t width)
{
    char text[400] = "";
    while (strlen(text) + width < sizeof text) {
        strcat(text, character);
    }
    for (size_t skip = 0; skip < 4; ++skip) {
        ploy_error error;
        char padded[404] = "";
        memset(padded, 'x', skip);
        strcpy(padded + skip, text);
        pl_error_set(&error, 0, 0, "%s", padded);
        size_t room = sizeof error.message - 1 - skip;
        assert_int_equal(strlen(error.message), skip + room / width * width);
    }
}

static void a_long_message_is_cut_between_characters(void** state)
{
    (void)state;
    expect_cut("a", 1);
    expect_cut("\xC3\xA9", 2);
    expect_cut("\xE2\x82\xAC", 3);
    expect_cut("\xF0\x9F\x8E\xB2", 4);
}

static void take_log(const char* message, void* user)
{
    strcpy(user, message);
}

static void the_log_goes_to_the_handler(void** state)
{
    (void)state;
    char taken[600] = "";
    ploy_set_log_handler(take_log, taken);
    pl_log("%d apples", 3);
    ploy_set_log_handler(NULL, NULL);
    assert_string_equal(taken, "3 apples");
}

static void api_misuse_goes_to_the_handler(void** state)
{
    (void)state;
    int apples = 3;
    PL_ASSERT(apples == 3);
    EXPECT_API_MISUSE(PL_ASSERT(apples == 4));
}

TEST_MAIN(TEST(an_error_has_a_position_a_message_and_a_hint), TEST(the_error_may_be_null),
          TEST(a_long_message_is_cut_between_characters), TEST(the_log_goes_to_the_handler),
          TEST(api_misuse_goes_to_the_handler))
