// Assert the programmer. Data that is wrong gets a status or a ploy_error instead, never both.

#ifndef PL_BASE_CHECK_H
#define PL_BASE_CHECK_H

#include <ploy/base.h>

/// Checked in every build.
#define PL_ASSERT(condition) ((condition) ? (void)0 : pl_assert_failed(#condition, __FILE__, __LINE__))

/// Checked in debug builds only: for inner loops.
#if defined(NDEBUG)
#define PL_DEBUG_ASSERT(condition) ((void)0)
#else
#define PL_DEBUG_ASSERT(condition) PL_ASSERT(condition)
#endif

/// A field of a def: 0 stands for the default; with OR_OFF, PLOY_OFF stands for 0.
#define PL_DEFAULT(field, value) ((field) = (field) == 0 ? (value) : (field))
#define PL_DEFAULT_OR_OFF(field, value) ((field) = (field) == 0 ? (value) : (field) == PLOY_OFF ? 0 : (field))

#if defined(__GNUC__)
#define PL_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define PL_PRINTF(text, first)
#endif

_Noreturn void pl_assert_failed(const char* condition, const char* file, int line);

/// printf-like, but never with a double: the decimal point belongs to the caller's locale. Cut at 511 bytes.
void pl_log(const char* format, ...) PL_PRINTF(1, 2);

#endif
