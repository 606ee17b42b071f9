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

/// A def that did not come from its _def_default() has another cookie.
#define PL_COOKIE 0x504C4F59u
#define PL_ASSERT_COOKIE(def) PL_ASSERT((def)->cookie == PL_COOKIE)

#if defined(__GNUC__)
#define PL_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define PL_PRINTF(text, first)
#endif

_Noreturn void pl_assert_failed(const char* condition, const char* file, int line);

/// printf-like, but never with a double: the decimal point belongs to the caller's locale. Cut at 511 bytes.
void pl_log(const char* format, ...) PL_PRINTF(1, 2);

#endif
