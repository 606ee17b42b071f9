#include "base/error.h"

#include <stdio.h>
#include <string.h>

const char* ploy_version(void)
{
    return PLOY_VERSION;
}

const char* ploy_status_name(ploy_status status)
{
    static const char* const names[] = {
#define STATUS_NAME(NAME, identifier, text) identifier,
        PLOY_STATUS_LIST(STATUS_NAME)
#undef STATUS_NAME
    };
    return (unsigned)status < PLOY_STATUS_COUNT ? names[status] : "unknown";
}

const char* ploy_status_text(ploy_status status)
{
    static const char* const texts[] = {
#define STATUS_TEXT(NAME, identifier, text) text,
        PLOY_STATUS_LIST(STATUS_TEXT)
#undef STATUS_TEXT
    };
    return (unsigned)status < PLOY_STATUS_COUNT ? texts[status] : "not a status";
}

ploy_status pl_reports_take(pl_reports* reports, ploy_status status)
{
    if (status != PLOY_INVALID) return status;
    if (!reports->on_error) {
        reports->has_ended = true;
        return status;
    }
    reports->on_error(reports->user, reports->error);
    reports->last = *reports->error;
    ++reports->count;
    return PLOY_OK;
}

ploy_status pl_reports_join(pl_reports* reports)
{
    reports->has_ended = !reports->on_error;
    reports->last = *reports->error;
    ++reports->count;
    return reports->on_error ? PLOY_OK : PLOY_INVALID;
}

ploy_status pl_reports_end(pl_reports* reports, ploy_status status)
{
    status = pl_reports_take(reports, status);
    if (status != PLOY_OK || reports->count == 0) return status;
    *reports->error = reports->last;
    return PLOY_INVALID;
}

void pl_error_clear(ploy_error* error)
{
    if (error) {
        memset(error, 0, sizeof *error);
    }
}

// A cut text must not end inside a UTF-8 character: drop the continuation bytes and their lead byte.
static void print_cut(char* text, size_t capacity, const char* format, va_list list)
{
    int length = vsnprintf(text, capacity, format, list);
    if (length < 0) {
        text[0] = '\0';
    } else if ((size_t)length >= capacity) {
        size_t end = capacity - 1;
        size_t lead = end;
        while (lead > 0 && ((unsigned char)text[lead - 1] & 0xC0) == 0x80) {
            --lead;
        }
        if (lead > 0 && (unsigned char)text[lead - 1] >= 0xC0) {
            unsigned char first = (unsigned char)text[lead - 1];
            size_t whole = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
            end = lead - 1 + whole <= end ? end : lead - 1;
        }
        text[end] = '\0';
    }
}

void pl_error_set_list(ploy_error* error, uint32_t line, uint32_t column, const char* format, va_list list)
{
    if (error) {
        pl_error_clear(error);
        error->line = line;
        error->column = column;
        print_cut(error->message, sizeof error->message, format, list);
    }
}

void pl_error_set(ploy_error* error, uint32_t line, uint32_t column, const char* format, ...)
{
    va_list list;
    va_start(list, format);
    pl_error_set_list(error, line, column, format, list);
    va_end(list);
}

void pl_error_missing(ploy_error* error, ploy_missing missing, const char* name, const char* owner)
{
    if (!error) return;
    error->missing = missing;
    snprintf(error->name, sizeof error->name, "%s", name);
    snprintf(error->owner, sizeof error->owner, "%s", owner ? owner : "");
}

void pl_error_keep_missing(ploy_error* error, const ploy_error* from)
{
    pl_error_missing(error, from->missing, from->name, from->owner);
}

void pl_error_hint(ploy_error* error, const char* format, ...)
{
    va_list list;
    va_start(list, format);
    pl_error_hint_list(error, format, list);
    va_end(list);
}

void pl_error_hint_list(ploy_error* error, const char* format, va_list list)
{
    if (error) print_cut(error->hint, sizeof error->hint, format, list);
}

enum
{
    LONGEST = 63, // longer names are not compared: the rows below are on the stack
};

static uint32_t min(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

// The number of edits (insert, delete, change, swap two neighbors) from one name to the other. Case does not count.
static uint32_t edits(const char* a, size_t a_length, const char* b, size_t b_length)
{
    uint32_t rows[3][LONGEST + 1];
    for (uint32_t j = 0; j <= b_length; ++j) {
        rows[0][j] = j;
    }
    for (uint32_t i = 1; i <= a_length; ++i) {
        uint32_t* row = rows[i % 3];
        const uint32_t* up = rows[(i + 2) % 3];
        const uint32_t* above = rows[(i + 1) % 3];
        row[0] = i;
        for (uint32_t j = 1; j <= b_length; ++j) {
            bool same = lower(a[i - 1]) == lower(b[j - 1]);
            row[j] = min(up[j - 1] + !same, min(up[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1])) {
                row[j] = min(row[j], above[j - 2] + 1);
            }
        }
    }
    return rows[a_length % 3][b_length];
}

pl_similar pl_similar_begin(const char* wanted)
{
    size_t length = strlen(wanted);
    uint32_t farthest = length <= 2 ? 1 : length <= 5 ? 2 : 3;
    return (pl_similar){.wanted = wanted, .distance = farthest + 1};
}

static void list_offered(pl_similar* similar, const char* name, size_t length)
{
    size_t used = strlen(similar->offered);
    similar->is_cut = similar->is_cut || used + length + 3 > sizeof similar->offered;
    if (similar->is_cut) return;
    if (used > 0) strcat(similar->offered, ", ");
    strcat(similar->offered, name);
}

void pl_similar_offer(pl_similar* similar, const char* name)
{
    size_t wanted_length = strlen(similar->wanted);
    size_t length = strlen(name);
    list_offered(similar, name, length);
    if (wanted_length > LONGEST || length > LONGEST) {
        return;
    }
    uint32_t distance = edits(similar->wanted, wanted_length, name, length);
    if (distance < similar->distance && distance < length) {
        similar->distance = distance;
        similar->best = name;
    }
}

void pl_similar_hint(const pl_similar* similar, ploy_error* error)
{
    if (similar->best) {
        pl_error_hint(error, "did you mean '%s'?", similar->best);
    } else if (error && !error->hint[0] && similar->offered[0]) {
        pl_error_hint(error, "one of %s%s", similar->offered, similar->is_cut ? ", …" : "");
    }
}
