// Reads JSON in tests: whether it is valid, and the value at a path.

#ifndef TEST_SUPPORT_PROGRAM_JSON_READER_H
#define TEST_SUPPORT_PROGRAM_JSON_READER_H

#include <stdbool.h>
#include <stddef.h>

/// Whether text is one JSON value, followed only by white space.
bool json_is_valid(const char* text);

/// Copies the value at a path such as "steps.0.action" to `value`, as text (strings without quotes, escapes as they
/// are). false when there is none or when the text is invalid.
bool json_at(const char* text, const char* path, char* value, size_t size);

#endif
