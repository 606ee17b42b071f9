// Reading JSON in tests: is it valid, and what stands at a path?

#ifndef TEST_SUPPORT_PROGRAM_JSON_READER_H
#define TEST_SUPPORT_PROGRAM_JSON_READER_H

#include <stdbool.h>
#include <stddef.h>

/// One JSON value and nothing after it but white space.
bool json_is_valid(const char* text);

/// The value at a path like "steps.0.action", as text (strings without their quotes, escapes left as they are) into
/// `value`. False when there is none or the text is not valid.
bool json_at(const char* text, const char* path, char* value, size_t size);

#endif
