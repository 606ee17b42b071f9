// Every public function gets NULL in place of each pointer that it needs; see support/misuse/null_calls.awk.

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/misuse/null_calls.h"

static char poisoned[4096];
void* something = poisoned;
ploy_error error;
static char logged[512];
static unsigned logs;
static char wanted[512]; // the message of the call that runs

void some_function(void)
{
    fail_msg("a callback was called");
}

static void note(const char* message, void* user)
{
    (void)user;
    snprintf(logged, sizeof logged, "%s", message);
    ++logs;
}

void begin(const char* function, const char* argument)
{
    snprintf(wanted, sizeof wanted, "%s: %s is NULL", function, argument);
    error = (ploy_error){0};
    logs = 0;
    memset(poisoned, 0xa5, sizeof poisoned);
}

void expect(bool has_error)
{
    if (logs != 1 || strcmp(logged, wanted) != 0) fail_msg("wanted '%s', got %u: '%s'", wanted, logs, logged);
    if (has_error) assert_string_equal(error.message, wanted);
}

static void name_the_crash(int number)
{
    (void)number;
    fprintf(stderr, "a crash instead of '%s': the function lacks a PL_NEED\n", wanted);
    _Exit(1);
}

static void a_null_argument_is_named_in_the_log_and_the_call_does_nothing(void** state)
{
    (void)state;
    ploy_set_log_handler(note, NULL);
    signal(SIGSEGV, name_the_crash);
    test_null_calls();
    signal(SIGSEGV, SIG_DFL);
    ploy_set_log_handler(NULL, NULL);
}

static void destroying_null_does_nothing(void** state)
{
    (void)state;
    begin("", "");
    ploy_set_log_handler(note, NULL);
    test_null_destroys();
    ploy_set_log_handler(NULL, NULL);
    assert_int_equal(logs, 0);
}

TEST_MAIN(TEST(a_null_argument_is_named_in_the_log_and_the_call_does_nothing), TEST(destroying_null_does_nothing))
