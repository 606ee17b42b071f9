// Text helpers: copies that are freed by their length, and a bounded writer.

#ifndef PL_PLAN_LANGUAGE_TEXT_H
#define PL_PLAN_LANGUAGE_TEXT_H

#include <ploy/plan.h>

#include "base/containers/arena.h"
#include "base/error.h"

/// A copy; NULL when out of memory. Its length must not change before pl_text_free.
char* pl_text_copy(const ploy_allocator* allocator, const char* text);
void pl_text_free(const ploy_allocator* allocator, char* text);
static inline bool pl_text_is_empty(const char* text)
{
    return !text || !*text;
}

/// Is it NULL, empty or only white space?
bool pl_text_is_blank(const char* text);

/// Writes like snprintf, piece by piece. `length` is the length of the whole text, even if it does not fit.
typedef struct pl_text_writer
{
    char* text;
    size_t size;
    size_t length;
} pl_text_writer;

pl_text_writer pl_writer_begin(char* text, size_t size);
void pl_writer_add(pl_text_writer* writer, const char* format, ...) PL_PRINTF(2, 3);

/// Writes the text with its line ends replaced by spaces, then a line end.
void pl_writer_end_line(pl_text_writer* writer, const char* text);

/// Fixed point (1/1000) as a decimal without trailing zeros: 1500 is "1.5".
void pl_writer_add_decimal(pl_text_writer* writer, int64_t fixed);

typedef void pl_write_text_fn(pl_text_writer* to, const void* what);

/// Text in an arena: `write` runs once for the length and once to write. NULL: out of memory.
char* pl_keep_text(pl_arena* arena, pl_write_text_fn* write, const void* what);

#endif
