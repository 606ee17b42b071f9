#include "io/xml/number.h"

#include "support/base/test.h"

static int64_t parsed(const char* text, pl_number_kind kind)
{
    int64_t value = -12345;
    return pl_number_parse(text, kind, &value) ? value : INT64_MIN;
}

static void numbers_are_read_without_floating_point(void** state)
{
    (void)state;
    assert_int_equal(parsed("0", PL_NUMBER_WHOLE), 0);
    assert_int_equal(parsed("-12", PL_NUMBER_WHOLE), -12);
    assert_int_equal(parsed("+7", PL_NUMBER_WHOLE), 7);
    assert_int_equal(parsed("1000000000000000", PL_NUMBER_WHOLE), INT64_C(1000000000000000));
    assert_int_equal(parsed("1.5", PL_NUMBER_DECIMAL), 1500);
    assert_int_equal(parsed("-0.001", PL_NUMBER_DECIMAL), -1);
    assert_int_equal(parsed("2", PL_NUMBER_DECIMAL), 2000);
    assert_int_equal(parsed("0.250", PL_NUMBER_DECIMAL), 250);
}

static void what_is_no_number_is_refused(void** state)
{
    (void)state;
    static const char* const wrong[] = {"",    "-",   "+",      "x",  "1x", " 1",    "1 ",
                                        "0x1", "1e9", "1.2345", "1.", ".5", "1.2.3", "nan"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        assert_int_equal(parsed(wrong[i], PL_NUMBER_WHOLE), INT64_MIN);
        assert_int_equal(parsed(wrong[i], PL_NUMBER_DECIMAL), INT64_MIN);
    }
    assert_int_equal(parsed("1.5", PL_NUMBER_WHOLE), INT64_MIN);
    assert_int_equal(parsed("1000000000000001", PL_NUMBER_WHOLE), INT64_MIN);
    assert_int_equal(parsed("1000000000001", PL_NUMBER_DECIMAL), INT64_MIN);
    assert_int_equal(parsed("99999999999999999999999999", PL_NUMBER_DECIMAL), INT64_MIN);
}

static void every_number_prints_as_it_is_read(void** state)
{
    (void)state;
    for (int64_t value = -2500; value <= 2500; ++value) {
        char text[PL_NUMBER_SIZE];
        pl_number_print(value, PL_NUMBER_DECIMAL, text);
        assert_int_equal(parsed(text, PL_NUMBER_DECIMAL), value);
        pl_number_print(value, PL_NUMBER_WHOLE, text);
        assert_int_equal(parsed(text, PL_NUMBER_WHOLE), value);
    }
    char text[PL_NUMBER_SIZE];
    pl_number_print(1500, PL_NUMBER_DECIMAL, text);
    assert_string_equal(text, "1.5");
    pl_number_print(-50, PL_NUMBER_DECIMAL, text);
    assert_string_equal(text, "-0.05");
}

TEST_MAIN(TEST(numbers_are_read_without_floating_point), TEST(what_is_no_number_is_refused),
          TEST(every_number_prints_as_it_is_read))
