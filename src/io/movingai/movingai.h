// Lines and words of MovingAI's text files, shared by maps and scenarios.

#ifndef PL_IO_MOVINGAI_MOVINGAI_H
#define PL_IO_MOVINGAI_MOVINGAI_H

#include <ploy/movingai.h>

#include "io/xml/read_file.h"

/// A piece of a text.
typedef struct pl_slice
{
    const char* text;
    size_t count;
} pl_slice;

typedef struct pl_line_reader
{
    const char* at;
    const char* end;
    uint32_t line; ///< number of the last line, from 1
    ploy_error* error;
} pl_line_reader;

/// false at the end of the text. The slice has no line end, be it LF or CR LF.
bool pl_line_next(pl_line_reader* reader, pl_slice* line);

/// Does it consist of white space alone?
bool pl_slice_is_blank(pl_slice slice);

/// Takes the next word off the line; empty at the end. Any of the characters in `gaps` separate words.
pl_slice pl_slice_word(pl_slice* line, const char* gaps);
bool pl_slice_is(pl_slice slice, const char* text);

/// Decimal digits alone, at most 4294967295.
bool pl_slice_count(pl_slice slice, uint32_t* value);

/// Digits with at most one point between them. Digits after the 15th are ignored.
bool pl_slice_decimal(pl_slice slice, double* value);

/// The number of bytes to show in a message with %.*s.
int pl_slice_shown(pl_slice slice);

/// The def with defaults filled in; NULL: all defaults.
ploy_movingai_def pl_movingai_with_defaults(const ploy_movingai_def* given);

#endif
