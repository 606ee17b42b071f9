#include "support/base/asserts.h"

#include <stdio.h>
#include <string.h>

#include "support/base/test.h"

jmp_buf test_assert_jump;
char test_assert_message[512];

void test_assert_catch(const char* message, const char* file, int line, void* user)
{
    snprintf(test_assert_message, sizeof test_assert_message, "%s", message);
    (void)file;
    (void)line;
    (void)user;
    longjmp(test_assert_jump, 1);
}

void test_assert_names_function(const char* statement)
{
    char wanted[128];
    size_t length = strcspn(statement, "(");
    if (strncmp(statement, "ploy_", 5) != 0) return;
    snprintf(wanted, sizeof wanted, "API misuse in %.*s: ", (int)length, statement);
    if (strncmp(test_assert_message, wanted, strlen(wanted)) != 0) {
        fail_msg("'%s' instead of '%s…'", test_assert_message, wanted);
    }
}
