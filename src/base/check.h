// Asserts and the log. An assert reports API misuse by the programmer; wrong data is reported with a status or a
// ploy_error instead. No function does both.

#ifndef PL_BASE_CHECK_H
#define PL_BASE_CHECK_H

#include <ploy/base.h>
#include <stdarg.h>

#include "base/hints.h"

/// Checked in every build. In a public function, name the argument in the condition: the message has the function's
/// name and the condition.
#define PL_ASSERT(condition) ((condition) ? (void)0 : pl_assert_failed(__func__, #condition, __FILE__, __LINE__))

/// The same in a helper of public functions that check their arguments alike: the message names the function that
/// called it, which passes __func__.
#define PL_ASSERT_FOR(function, condition)                                                                             \
    ((condition) ? (void)0 : pl_assert_failed(function, #condition, __FILE__, __LINE__))

/// Checked in debug builds only: for inner loops.
#if defined(NDEBUG)
#define PL_DEBUG_ASSERT(condition) ((void)0)
#else
#define PL_DEBUG_ASSERT(condition) PL_ASSERT(condition)
#endif

/// A pointer that a public function needs, checked in every build: without it the log gets "ploy_world_tick: world is
/// NULL", and the function returns the last argument (none in a void function). Out of the hot code when all is well.
#define PL_NEED(pointer, ...) PL_NEED_NAMED(#pointer, NULL, pointer, __VA_ARGS__)

/// The same; the caller's ploy_error (may be NULL) gets the message too.
#define PL_NEED_ERROR(error, pointer, ...) PL_NEED_NAMED(#pointer, error, pointer, __VA_ARGS__)

/// The same, for an argument that has another name in the header.
#define PL_NEED_NAMED(name, error, pointer, ...)                                                                       \
    do {                                                                                                               \
        if (PL_UNLIKELY(!(pointer))) {                                                                                 \
            pl_null_argument(__func__, name, error);                                                                   \
            return __VA_ARGS__;                                                                                        \
        }                                                                                                              \
    } while (0)

/// A field of a def: 0 becomes the default; with OR_OFF, PLOY_OFF becomes 0.
#define PL_DEFAULT(field, value) ((field) = (field) == 0 ? (value) : (field))
#define PL_DEFAULT_OR_OFF(field, value) ((field) = (field) == 0 ? (value) : (field) == PLOY_OFF ? 0 : (field))

/// Differs between threads that run at the same time; never 0.
uint32_t pl_thread_number(void);

void pl_null_argument(const char* function, const char* argument, ploy_error* error);
_Noreturn void pl_assert_failed(const char* function, const char* condition, const char* file, int line);

/// Like printf, but never with a double: the decimal point depends on the locale. Cut at 511 bytes.
void pl_log(const char* format, ...) PL_PRINTF(1, 2);
void pl_log_list(const char* format, va_list list) PL_PRINTF(1, 0);

#endif
