// Writes one JSON object. Keys are NULL inside arrays; commas and indentation are automatic.

#ifndef CLI_JSON_H
#define CLI_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum
{
    JSON_MAX_DEPTH = 16
};

typedef struct json
{
    FILE* out;
    bool is_line; // no line ends inside
    uint32_t depth;
    bool is_array[JSON_MAX_DEPTH];
    bool has_items[JSON_MAX_DEPTH];
} json;

/// Opens the outermost object.
json json_begin(FILE* out);
/// The same, on one line.
json json_begin_line(FILE* out);
/// Closes everything that is open and ends the line.
void json_end(json* j);

void json_object(json* j, const char* key);
void json_array(json* j, const char* key);
void json_close(json* j);

/// NULL is written as null. Bytes that are not UTF-8 become U+FFFD.
void json_text(json* j, const char* key, const char* text);
void json_count(json* j, const char* key, uint64_t value);
void json_integer(json* j, const char* key, int64_t value);
void json_fixed(json* j, const char* key, int64_t value);
/// With at most one decimal.
void json_real(json* j, const char* key, double value);
/// With five decimals: for shares and other small numbers.
void json_share(json* j, const char* key, double value);
void json_flag(json* j, const char* key, bool value);
void json_null(json* j, const char* key);

#endif
