// A match as text for a terminal: the map on the left, what each agent does on the right.

#ifndef ARENA_MAP_PICTURE_H
#define ARENA_MAP_PICTURE_H

#include "games/arena/rules/match.h"

#define ARENA_PICTURE_WIDTH 80
#define ARENA_PICTURE_HEIGHT 24
/// Bytes for any picture, including colors and the final zero.
#define ARENA_PICTURE_BYTES 8192

/// Writes what an agent does, in a few words.
typedef void arena_describe_fn(void* user, const arena_agent* agent, char* text, size_t size);

/// Draws at most 24 lines of at most 80 characters, without a line end after the last. Color escapes come on top of
/// that. `describe` NULL: shows the activity that started last. `size` must be at least ARENA_PICTURE_BYTES. Returns
/// the bytes written without the final zero.
size_t arena_picture(const arena_match* match, arena_describe_fn* describe, void* user, bool color, char* text,
                     size_t size);

#endif
