// A match as text for a terminal: the map on the left, who does what on the right.

#ifndef ARENA_MAP_PICTURE_H
#define ARENA_MAP_PICTURE_H

#include "games/arena/rules/match.h"

#define ARENA_PICTURE_WIDTH 80
#define ARENA_PICTURE_HEIGHT 24
/// Room for any picture, colours and the end included.
#define ARENA_PICTURE_BYTES 8192

/// What an agent is at, in a few words.
typedef void arena_describe_fn(void* user, const arena_agent* agent, char* text, size_t size);

/// describe NULL: the activity begun last. At most 24 lines of at most 80 characters, without a line end behind the
/// last. In colour, escapes come on top of that. Returns the bytes written, the zero at the end not counted; size must
/// be ARENA_PICTURE_BYTES or more.
size_t arena_picture(const arena_match* match, arena_describe_fn* describe, void* user, bool colour, char* text,
                     size_t size);

#endif
