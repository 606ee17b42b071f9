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
    uint32_t line; ///< of the slice read last, from 1
    ploy_error* error;
} pl_line_reader;

/// false at the end of the text. The slice has no line end, be it LF or CR LF.
bool pl_line_next(pl_line_reader* reader, pl_slice* line);

/// A line of white space alone.
bool pl_slice_is_blank(pl_slice slice);

/// The next word, words being parted by any of the characters in `gaps`; empty at the end. Takes it off the line.
pl_slice pl_slice_word(pl_slice* line, const char* gaps);
bool pl_slice_is(pl_slice slice, const char* text);

/// Decimal digits alone, at most 4294967295.
bool pl_slice_count(pl_slice slice, uint32_t* value);

/// Digits, perhaps with a point between them: at most 15 in all, further ones are left out.
bool pl_slice_decimal(pl_slice slice, double* value);

/// For messages: at most this many bytes, for printing with %.*s.
int pl_slice_shown(pl_slice slice);

/// With its defaults filled in; NULL: all of them.
ploy_movingai_def pl_movingai_with_defaults(const ploy_movingai_def* given);

#endif
