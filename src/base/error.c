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

void pl_error_hint(ploy_error* error, const char* format, ...)
{
    if (error) {
        va_list list;
        va_start(list, format);
        print_cut(error->hint, sizeof error->hint, format, list);
        va_end(list);
    }
}
