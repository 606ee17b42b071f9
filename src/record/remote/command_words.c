#include "record/remote/command_words.h"

#include <string.h>

#include "base/error.h"

typedef struct word_reader
{
    const char* line;
    size_t bytes, at;
    char* to;
    ploy_error* error;
} word_reader;

static bool fail(const word_reader* r, const char* what)
{
    pl_error_set(r->error, 1, (uint32_t)(r->at < UINT32_MAX ? r->at + 1 : 0), "%s", what);
    return false;
}

static int digit_of(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// The four digits of \u; UINT32_MAX: they are not there.
static uint32_t read_digits(word_reader* r)
{
    uint32_t value = 0;
    for (uint32_t i = 0; i < 4; ++i) {
        int digit = r->at < r->bytes ? digit_of(r->line[r->at]) : -1;
        if (digit < 0) return UINT32_MAX;
        value = value * 16 + (uint32_t)digit;
        ++r->at;
    }
    return value;
}

static void put_utf8(word_reader* r, uint32_t code)
{
    if (code < 0x80) {
        *r->to++ = (char)code;
    } else if (code < 0x800) {
        *r->to++ = (char)(0xC0 | code >> 6);
        *r->to++ = (char)(0x80 | (code & 63));
    } else {
        if (code >= 0x10000) *r->to++ = (char)(0xF0 | code >> 18);
        *r->to++ = (char)(code >= 0x10000 ? 0x80 | (code >> 12 & 63) : 0xE0 | code >> 12);
        *r->to++ = (char)(0x80 | (code >> 6 & 63));
        *r->to++ = (char)(0x80 | (code & 63));
    }
}

static bool read_unicode(word_reader* r)
{
    uint32_t code = read_digits(r), low = 0;
    bool is_high = code >= 0xD800 && code < 0xDC00;
    if (is_high && r->bytes - r->at > 6 && r->line[r->at] == '\\' && r->line[r->at + 1] == 'u') {
        r->at += 2;
        low = read_digits(r);
        bool is_low = low >= 0xDC00 && low < 0xE000;
        code = is_low ? 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00) : UINT32_MAX;
    } else if (code >= 0xD800 && code < 0xE000) {
        code = UINT32_MAX;
    }
    if (code == UINT32_MAX || code == 0) return fail(r, "\\u is no character of a text");
    put_utf8(r, code);
    return true;
}

static bool read_escape(word_reader* r)
{
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    char c = r->at < r->bytes ? r->line[r->at++] : 0;
    if (c == 'u') return read_unicode(r);
    const char* found = c ? strchr(names, c) : NULL;
    if (!found) return fail(r, "unknown escape in a string");
    *r->to++ = values[found - names];
    return true;
}

static bool read_string(word_reader* r)
{
    for (++r->at; r->at < r->bytes && r->line[r->at] != '"';) {
        char c = r->line[r->at++];
        if (c != '\\') {
            *r->to++ = c;
        } else if (!read_escape(r)) {
            return false;
        }
    }
    if (r->at == r->bytes) return fail(r, "the string has no closing quote");
    ++r->at;
    if (r->at < r->bytes && r->line[r->at] != ' ') return fail(r, "a space is missing after the string");
    return true;
}

static void read_bare(word_reader* r)
{
    while (r->at < r->bytes && r->line[r->at] != ' ') *r->to++ = r->line[r->at++];
}

ploy_status pl_command_split(pl_command_words* words, const ploy_allocator* allocator, const char* line, size_t bytes,
                             ploy_error* error)
{
    words->count = 0;
    word_reader r = {.line = line, .bytes = bytes, .error = error};
    if (bytes > PL_COMMAND_BYTES) return fail(&r, "the command is too long"), PLOY_INVALID;
    if (memchr(line, 0, bytes)) return fail(&r, "the command has a zero byte"), PLOY_INVALID;
    if (!PL_ARRAY_RESERVE(&words->chars, allocator, (uint32_t)bytes + PL_COMMAND_WORDS + 1)) return PLOY_OUT_OF_MEMORY;
    r.to = words->chars.data;
    for (;;) {
        while (r.at < bytes && line[r.at] == ' ') ++r.at;
        if (r.at == bytes) return PLOY_OK;
        if (words->count == PL_COMMAND_WORDS) return fail(&r, "too many arguments"), PLOY_INVALID;
        words->words[words->count++] = r.to;
        if (line[r.at] == '"') {
            if (!read_string(&r)) return PLOY_INVALID;
        } else {
            read_bare(&r);
        }
        *r.to++ = '\0';
    }
}
