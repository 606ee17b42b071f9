// "did you mean": the nearest of a list of names to one that is not in it.

#ifndef CLI_SUGGEST_H
#define CLI_SUGGEST_H

#include <stdint.h>

/// The name at an index, 0 .. count - 1.
typedef const char* suggest_name_fn(const void* list, uint32_t index);

/// The nearest name, at most a third of its letters away; NULL when none is that near.
const char* suggest(const char* word, suggest_name_fn* name_of, const void* list, uint32_t count);

/// ", did you mean 'x'?" into a buffer, or "" when nothing is near. Returns the buffer.
const char* suggest_tail(const char* word, suggest_name_fn* name_of, const void* list, uint32_t count, char* text,
                         uint32_t size);

#endif
