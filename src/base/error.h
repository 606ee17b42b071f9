// Error reports: what is wrong with data, where, and what would be right.

#ifndef PL_BASE_ERROR_H
#define PL_BASE_ERROR_H

#include <ploy/base.h>
#include <stdarg.h>

#include "base/check.h"

/// Clears a report. NULL is allowed here and below.
void pl_error_clear(ploy_error* error);

/// Overwrites the whole report. Long text is cut at a whole UTF-8 character. Never format a double: the decimal point
/// depends on the locale.
void pl_error_set(ploy_error* error, uint32_t line, uint32_t column, const char* format, ...) PL_PRINTF(4, 5);
void pl_error_set_list(ploy_error* error, uint32_t line, uint32_t column, const char* format, va_list list)
    PL_PRINTF(4, 0);

/// Sets the hint, which says what would be right; the rest of the report stays.
void pl_error_hint(ploy_error* error, const char* format, ...) PL_PRINTF(2, 3);

#endif
