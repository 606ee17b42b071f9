#include "base/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

static void print_assert(const char* message, const char* file, int line, void* user)
{
    (void)user;
    fprintf(stderr, "%s:%d: %s\n", file, line, message);
}

static void print_log(const char* message, void* user)
{
    (void)user;
    fprintf(stderr, "%s\n", message);
}

static ploy_assert_fn* assert_handler = print_assert;
static void* assert_user;
static ploy_log_fn* log_handler = print_log;
static void* log_user;

void ploy_set_assert_handler(ploy_assert_fn* handler, void* user)
{
    assert_handler = handler ? handler : print_assert;
    assert_user = user;
}

void ploy_set_log_handler(ploy_log_fn* handler, void* user)
{
    log_handler = handler ? handler : print_log;
    log_user = user;
}

void pl_assert_failed(const char* function, const char* condition, const char* file, int line)
{
    char message[512];
    bool is_public = strncmp(function, "ploy_", 5) == 0;
    snprintf(message, sizeof message, "%s in %s: %s", is_public ? "API misuse" : "assertion failed", function,
             condition);
    assert_handler(message, file, line, assert_user);
    abort();
}

// Only its address is used.
static PL_THREAD_LOCAL uint64_t place_of_thread;

uint32_t pl_thread_number(void)
{
    return (uint32_t)((uintptr_t)&place_of_thread / sizeof place_of_thread) | 0x80000000u;
}

void pl_null_argument(const char* function, const char* argument, ploy_error* error)
{
    pl_error_set(error, 0, 0, "%s: %s is NULL", function, argument);
    pl_log("%s: %s is NULL", function, argument);
}

void pl_log(const char* format, ...)
{
    va_list list;
    va_start(list, format);
    pl_log_list(format, list);
    va_end(list);
}

void pl_log_list(const char* format, va_list list)
{
    char message[512];
    vsnprintf(message, sizeof message, format, list);
    log_handler(message, log_user);
}
