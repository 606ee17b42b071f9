#include "support/asserts.h"

jmp_buf test_assert_jump;

void test_assert_catch(const char* condition, const char* file, int line, void* user)
{
    (void)condition;
    (void)file;
    (void)line;
    (void)user;
    longjmp(test_assert_jump, 1);
}
