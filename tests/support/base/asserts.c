#include "support/base/asserts.h"

#include <stdio.h>

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
