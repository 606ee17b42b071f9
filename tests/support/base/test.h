// cmocka with the headers it needs, and main from a list of tests: TEST_MAIN(TEST(one_thing), TEST(another)).

#ifndef TEST_SUPPORT_BASE_TEST_H
#define TEST_SUPPORT_BASE_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define TEST(name) cmocka_unit_test(name)

#define TEST_MAIN(...)                                                                                                 \
    int main(void)                                                                                                     \
    {                                                                                                                  \
        const struct CMUnitTest tests[] = {__VA_ARGS__};                                                               \
        return cmocka_run_group_tests(tests, NULL, NULL);                                                              \
    }

#endif
