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
void pl_error_hint_list(ploy_error* error, const char* format, va_list list) PL_PRINTF(2, 0);

/// Says what is missing; owner may be NULL. The rest of the report stays.
void pl_error_missing(ploy_error* error, ploy_missing missing, const char* name, const char* owner);
/// What is missing in an error that this one is made of is missing here.
void pl_error_keep_missing(ploy_error* error, const ploy_error* from);

/// Where errors of data go. Without on_error the first one ends the work; with it each is reported, and the work goes on
/// to find the next.
typedef struct pl_reports
{
    ploy_error* error; ///< never NULL: where an error is written before it is reported
    ploy_error_fn* on_error;
    void* user;
    uint32_t count; ///< how many were reported
    bool has_ended; ///< by an error, without on_error
    ploy_error last;
} pl_reports;

/// Of PLOY_INVALID with on_error: reports the error and returns PLOY_OK, for the caller to go on. Otherwise the status.
ploy_status pl_reports_take(pl_reports* reports, ploy_status status);
/// A part that reports by itself has failed: its errors count as reported. PLOY_INVALID: without on_error.
ploy_status pl_reports_join(pl_reports* reports);
/// At the end: PLOY_INVALID when anything was reported. The last error stays in reports->error.
ploy_status pl_reports_end(pl_reports* reports, ploy_status status);

/// "Did you mean": the known name that is most similar to a wrong one. It may be slow, and it allocates nothing.
typedef struct pl_similar
{
    const char* wanted;
    const char* best; ///< NULL: none is similar enough
    uint32_t distance;
    char offered[96]; ///< the first names, separated by commas
    bool is_cut;      ///< there are more
} pl_similar;

/// wanted must outlive the search.
pl_similar pl_similar_begin(const char* wanted);

/// Offers a known name, which must outlive the search. Of equally similar names the first one wins.
void pl_similar_offer(pl_similar* similar, const char* name);

/// Sets the hint to "did you mean 'ammo'?" when a name was similar enough. Otherwise an empty hint becomes "one of ammo,
/// armed, at"; another one stays.
void pl_similar_hint(const pl_similar* similar, ploy_error* error);

#endif
