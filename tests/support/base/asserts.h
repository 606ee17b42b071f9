// Tests of API misuse: the assert handler jumps back instead of ending the process.

#ifndef TEST_SUPPORT_BASE_ASSERTS_H
#define TEST_SUPPORT_BASE_ASSERTS_H

#include <ploy/base.h>
#include <setjmp.h>

extern jmp_buf test_assert_jump;
void test_assert_catch(const char* message, const char* file, int line, void* user);

/// The message of the last failed assert.
extern char test_assert_message[512];

/// Fails the test unless the last message names the public function that the statement begins with, if it does.
void test_assert_names_function(const char* statement);

/// Fails the test unless the statement fails a PL_ASSERT; one of a public function must name that function.
#define EXPECT_API_MISUSE(statement)                                                                                   \
    do {                                                                                                               \
        ploy_set_assert_handler(test_assert_catch, NULL);                                                              \
        if (setjmp(test_assert_jump) == 0) {                                                                           \
            statement;                                                                                                 \
            ploy_set_assert_handler(NULL, NULL);                                                                       \
            fail_msg("no API misuse in: %s", #statement);                                                              \
        }                                                                                                              \
        ploy_set_assert_handler(NULL, NULL);                                                                           \
        test_assert_names_function(#statement);                                                                        \
    } while (0)

#endif
