#include "support/program/json_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MOST_DEPTH = 64
};

static const char* skip_white(const char* at)
{
    return at + strspn(at, " \t\r\n");
}

static const char* skip_digits(const char* at)
{
    size_t count = strspn(at, "0123456789");
    return count ? at + count : NULL;
}

static const char* skip_number(const char* at)
{
    at += *at == '-';
    const char* end = skip_digits(at);
    if (!end || (*at == '0' && end - at > 1)) return NULL;
    if (*end == '.') end = skip_digits(end + 1);
    if (end && (*end == 'e' || *end == 'E')) {
        end += end[1] == '+' || end[1] == '-' ? 2 : 1;
        end = skip_digits(end);
    }
    return end;
}

static const char* skip_string(const char* at)
{
    if (*at != '"') return NULL;
    for (at++; *at != '"'; at++) {
        if ((unsigned char)*at < 0x20) return NULL;
        if (*at != '\\') continue;
        at++;
        if (*at == 'u' && strspn(at + 1, "0123456789abcdefABCDEF") < 4) return NULL;
        if (!*at || !strchr("\"\\/bfnrtu", *at)) return NULL;
    }
    return at + 1;
}

static const char* skip_value(const char* at, int depth);

// Reads a list or an object and sets `*found` to the value at `key` (or at that index).
static const char* skip_items(const char* at, int depth, const char* key, size_t key_length, const char** found)
{
    bool object = *at == '{';
    char close = object ? '}' : ']';
    at = skip_white(at + 1);
    if (*at == close) return at + 1;
    for (size_t index = 0;; index++) {
        bool wanted = key && !object && strtoul(key, NULL, 10) == index;
        if (object) {
            const char* end = skip_string(at);
            if (!end) return NULL;
            wanted = key && (size_t)(end - at) == key_length + 2 && memcmp(at + 1, key, key_length) == 0;
            at = skip_white(end);
            if (*at++ != ':') return NULL;
            at = skip_white(at);
        }
        if (wanted && found) *found = at;
        at = skip_value(at, depth + 1);
        if (!at) return NULL;
        at = skip_white(at);
        if (*at == close) return at + 1;
        if (*at++ != ',') return NULL;
        at = skip_white(at);
    }
}

static const char* skip_word(const char* at, const char* word)
{
    return strncmp(at, word, strlen(word)) == 0 ? at + strlen(word) : NULL;
}

static const char* skip_value(const char* at, int depth)
{
    if (depth > MOST_DEPTH) return NULL;
    switch (*at) {
    case '{':
    case '[':
        return skip_items(at, depth, NULL, 0, NULL);
    case '"':
        return skip_string(at);
    case 't':
        return skip_word(at, "true");
    case 'f':
        return skip_word(at, "false");
    case 'n':
        return skip_word(at, "null");
    default:
        return skip_number(at);
    }
}

bool json_is_valid(const char* text)
{
    const char* end = skip_value(skip_white(text), 0);
    return end && *skip_white(end) == 0;
}

bool json_at(const char* text, const char* path, char* value, size_t size)
{
    if (!json_is_valid(text)) return false;
    const char* at = skip_white(text);
    while (*path) {
        size_t length = strcspn(path, ".");
        const char* found = NULL;
        if (*at != '{' && *at != '[') return false;
        skip_items(at, 0, path, length, &found);
        if (!found) return false;
        at = found;
        path += length + (path[length] == '.');
    }
    const char* end = skip_value(at, 0);
    bool string = *at == '"';
    snprintf(value, size, "%.*s", (int)(end - at) - 2 * string, at + string);
    return true;
}
