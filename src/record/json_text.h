// A growing text, and functions that write JSON into it. After an allocation has failed, it ignores everything.

#ifndef PL_RECORD_JSON_TEXT_H
#define PL_RECORD_JSON_TEXT_H

#include <ploy/base.h>

#include "base/containers/array.h"
#include "base/error.h"

typedef struct pl_text
{
    ploy_allocator allocator;
    PL_ARRAY(char) chars; ///< a zero byte follows them
    bool failed;          ///< out of memory
    uint64_t has_items;   ///< one bit per level of JSON: it is not empty
    uint32_t depth;
    bool is_line; ///< JSON without line ends
} pl_text;

void pl_text_init(pl_text* text, const ploy_allocator* allocator);
void pl_text_destroy(pl_text* text);
void pl_text_add(pl_text* text, const char* format, ...) PL_PRINTF(2, 3);
/// Fixed point (1/1000) as a decimal: 1500 is "1.5".
void pl_text_add_decimal(pl_text* text, int64_t fixed);
/// "" when empty.
const char* pl_text_string(const pl_text* text);

// JSON. Keys are NULL inside arrays.

void pl_json_open(pl_text* text, const char* key, char bracket);
void pl_json_close(pl_text* text, char bracket);
/// NULL writes null.
void pl_json_string(pl_text* text, const char* key, const char* value);
void pl_json_count(pl_text* text, const char* key, uint64_t value);
void pl_json_decimal(pl_text* text, const char* key, int64_t fixed);
void pl_json_flag(pl_text* text, const char* key, bool value);
void pl_json_null(pl_text* text, const char* key);

#endif
