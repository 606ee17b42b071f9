#include <ploy/base.h>
#include <string.h>

#include "support/base/test.h"

static void every_status_has_a_name_of_its_own(void** state)
{
    (void)state;
    for (int i = 0; i < PLOY_STATUS_COUNT; ++i) {
        assert_string_not_equal(ploy_status_name((ploy_status)i), "unknown");
        assert_true(strlen(ploy_status_text((ploy_status)i)) > 0);
        for (int j = 0; j < i; ++j) {
            assert_string_not_equal(ploy_status_name((ploy_status)i), ploy_status_name((ploy_status)j));
        }
    }
}

static void zero_is_ok_and_an_undefined_status_is_unknown(void** state)
{
    (void)state;
    assert_string_equal(ploy_status_name((ploy_status)0), "ok");
    assert_string_equal(ploy_status_name(PLOY_OUT_OF_NODES), "out-of-nodes");
    assert_string_equal(ploy_status_name(PLOY_STATUS_COUNT), "unknown");
}

static void the_version_is_the_headers(void** state)
{
    (void)state;
    assert_string_equal(ploy_version(), PLOY_VERSION);
}

TEST_MAIN(TEST(every_status_has_a_name_of_its_own), TEST(zero_is_ok_and_an_undefined_status_is_unknown),
          TEST(the_version_is_the_headers))
