#include "record/json_text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void pl_text_init(pl_text* text, const ploy_allocator* allocator)
{
    *text = (pl_text){.allocator = *allocator};
}

void pl_text_destroy(pl_text* text)
{
    PL_ARRAY_FREE(&text->chars, &text->allocator);
}

void pl_text_add(pl_text* text, const char* format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    uint32_t needed = text->chars.count + (uint32_t)length + 1;
    if (length < 0 || needed < text->chars.count || text->failed ||
        !PL_ARRAY_RESERVE(&text->chars, &text->allocator, needed)) {
        text->failed = true;
    } else {
        vsnprintf(text->chars.data + text->chars.count, (size_t)length + 1, format, again);
        text->chars.count += (uint32_t)length;
    }
    va_end(again);
}

void pl_text_add_decimal(pl_text* text, int64_t fixed)
{
    uint64_t magnitude = fixed < 0 ? 0 - (uint64_t)fixed : (uint64_t)fixed;
    uint32_t rest = (uint32_t)(magnitude % 1000);
    int places = rest % 10 ? 3 : rest % 100 ? 2 : 1;
    pl_text_add(text, "%s%" PRIu64, fixed < 0 ? "-" : "", magnitude / 1000);
    if (rest) pl_text_add(text, ".%0*" PRIu32, places, rest / (places == 3 ? 1 : places == 2 ? 10 : 100));
}

const char* pl_text_string(const pl_text* text)
{
    return text->chars.count ? text->chars.data : "";
}

// JSON.

// The bytes of the UTF-8 character here; 0: it is none.
static size_t utf8_length(const char* text)
{
    const unsigned char* b = (const unsigned char*)text;
    if (b[0] < 0x80) return 1;
    size_t length = b[0] >= 0xF0 ? 4 : b[0] >= 0xE0 ? 3 : 2;
    if (b[0] < 0xC2 || b[0] > 0xF4) return 0;
    for (size_t i = 1; i < length; ++i) {
        if ((b[i] & 0xC0) != 0x80) return 0;
    }
    bool is_long = (b[0] == 0xE0 && b[1] < 0xA0) || (b[0] == 0xF0 && b[1] < 0x90);
    bool is_beyond = (b[0] == 0xED && b[1] > 0x9F) || (b[0] == 0xF4 && b[1] > 0x8F);
    return is_long || is_beyond ? 0 : length;
}

// Bytes that JSON takes as they are.
static size_t plain_length(const char* value)
{
    size_t length = 0;
    while ((unsigned char)value[length] >= ' ' && value[length] != '"' && value[length] != '\\') {
        size_t next = utf8_length(value + length);
        if (next == 0) break;
        length += next;
    }
    return length;
}

// The names in a recording can be any bytes.
static void add_quoted(pl_text* text, const char* value)
{
    pl_text_add(text, "\"");
    while (*value) {
        size_t plain = plain_length(value);
        pl_text_add(text, "%.*s", (int)plain, value);
        value += plain;
        unsigned char byte = (unsigned char)*value;
        if (byte == 0) break;
        if (byte >= 0x80) {
            pl_text_add(text, "\\ufffd");
        } else if (strchr("\"\\\n\r\t", byte)) {
            pl_text_add(text, "\\%c", byte == '\n' ? 'n' : byte == '\r' ? 'r' : byte == '\t' ? 't' : byte);
        } else {
            pl_text_add(text, "\\u%04x", byte);
        }
        ++value;
    }
    pl_text_add(text, "\"");
}

static void add_key(pl_text* text, const char* key)
{
    uint64_t bit = (uint64_t)1 << text->depth;
    if (text->depth > 0 && text->is_line) {
        pl_text_add(text, "%s", text->has_items & bit ? ", " : "");
    } else if (text->depth > 0) {
        pl_text_add(text, "%s\n%*s", text->has_items & bit ? "," : "", (int)(2 * text->depth), "");
    }
    text->has_items |= bit;
    if (key) {
        add_quoted(text, key);
        pl_text_add(text, ": ");
    }
}

void pl_json_open(pl_text* text, const char* key, char bracket)
{
    PL_ASSERT(text->depth < 60);
    add_key(text, key);
    pl_text_add(text, "%c", bracket);
    ++text->depth;
    text->has_items &= ~((uint64_t)1 << text->depth);
}

void pl_json_close(pl_text* text, char bracket)
{
    bool has_items = text->has_items >> text->depth & 1;
    --text->depth;
    if (has_items && !text->is_line) pl_text_add(text, "\n%*s", (int)(2 * text->depth), "");
    pl_text_add(text, "%c", bracket);
}

void pl_json_string(pl_text* text, const char* key, const char* value)
{
    add_key(text, key);
    if (value) {
        add_quoted(text, value);
    } else {
        pl_text_add(text, "null");
    }
}

void pl_json_count(pl_text* text, const char* key, uint64_t value)
{
    add_key(text, key);
    pl_text_add(text, "%" PRIu64, value);
}

void pl_json_decimal(pl_text* text, const char* key, int64_t fixed)
{
    add_key(text, key);
    pl_text_add_decimal(text, fixed);
}

void pl_json_flag(pl_text* text, const char* key, bool value)
{
    add_key(text, key);
    pl_text_add(text, value ? "true" : "false");
}

void pl_json_null(pl_text* text, const char* key)
{
    add_key(text, key);
    pl_text_add(text, "null");
}
