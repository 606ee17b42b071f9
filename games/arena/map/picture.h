// A match as text for a terminal: the map on the left, what each agent does on the right.

#ifndef ARENA_MAP_PICTURE_H
#define ARENA_MAP_PICTURE_H

#include "games/arena/rules/match.h"

/// Writes what an agent does, in a few words.
typedef void arena_describe_fn(void* user, const arena_agent* agent, char* text, size_t size);

typedef struct arena_picture_def
{
    uint32_t columns, rows; ///< default 80 by 24, at most 320 by 120
    bool color;             ///< escapes, which need no column
    arena_describe_fn* describe; ///< NULL: shows the activity that started last
    void* user;                  ///< of describe
} arena_picture_def;

/// Draws at most so many rows of at most so many characters, without a line end after the last; what does not fit into
/// the text is cut. Returns the bytes written without the final zero.
size_t arena_picture(const arena_match* match, const arena_picture_def* def, char* text, size_t size);

#endif
