// "did you mean": the most similar name of a list.

#ifndef CLI_SUGGEST_H
#define CLI_SUGGEST_H

#include <stdint.h>

/// The name at an index, 0 .. count - 1.
typedef const char* suggest_name_fn(const void* list, uint32_t index);

/// The most similar name, at most a third of its letters different; NULL: none is similar.
const char* suggest(const char* word, suggest_name_fn* name_of, const void* list, uint32_t count);

/// Writes ", did you mean 'x'?", or "" when nothing is similar. Returns the buffer.
const char* suggest_tail(const char* word, suggest_name_fn* name_of, const void* list, uint32_t count, char* text,
                         uint32_t size);

#endif
