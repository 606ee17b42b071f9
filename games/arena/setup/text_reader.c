#include "games/arena/setup/text_reader.h"

#include <stdio.h>
#include <string.h>

#include "games/arena/map/vec.h"

#define STEPS_PER_SECOND 60

arena_text arena_text_of(const char* text, size_t bytes)
{
    return (arena_text){.at = text, .end = text + bytes};
}

static bool is_white(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void split(arena_text* text, const char* at, const char* end)
{
    text->count = 0;
    while (text->count < ARENA_WORDS) {
        while (at < end && is_white(*at)) at++;
        if (at == end || *at == '#') return;
        char* word = text->words[text->count++];
        size_t length = 0;
        for (; at < end && !is_white(*at); at++) {
            if (length + 1 < sizeof text->words[0]) word[length++] = *at;
        }
        word[length] = '\0';
    }
}

bool arena_text_next(arena_text* text)
{
    while (text->at < text->end) {
        const char* end = memchr(text->at, '\n', (size_t)(text->end - text->at));
        if (!end) end = text->end;
        text->line++;
        split(text, text->at, end);
        text->at = end < text->end ? end + 1 : end;
        if (text->count > 0) return true;
    }
    return false;
}

bool arena_text_disables(const arena_text* text)
{
    return strcmp(text->words[0], "disable") == 0 && text->count > 2;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool arena_text_decimal(const char* word, int32_t* fixed)
{
    bool negative = *word == '-';
    if (negative) word++;
    if (!is_digit(*word)) return false;
    int32_t value = 0;
    for (; is_digit(*word); word++) {
        if (value > 100000) return false;
        value = value * 10 + (*word - '0');
    }
    value *= 1000;
    if (*word == '.') {
        int32_t place = 100;
        for (word++; is_digit(*word); word++, place /= 10) value += (*word - '0') * place;
    }
    *fixed = negative ? -value : value;
    return *word == '\0';
}

ploy_status arena_text_wrong(const arena_text* text, ploy_error* error, const char* message, const char* hint)
{
    if (error) {
        *error = (ploy_error){.line = text->line, .column = 1};
        snprintf(error->message, sizeof error->message, "%s: %s", text->count ? text->words[0] : "", message);
        snprintf(error->hint, sizeof error->hint, "%s", hint);
    }
    return PLOY_INVALID;
}

static int32_t stored(arena_unit unit, int64_t fixed)
{
    switch (unit) {
    case ARENA_CELLS:
        return (int32_t)(fixed * ARENA_CELL / 1000);
    case ARENA_SECONDS:
        return (int32_t)(fixed * STEPS_PER_SECOND / 1000);
    case ARENA_SPEED:
        return (int32_t)(fixed * ARENA_CELL / (1000 * STEPS_PER_SECOND));
    case ARENA_NUMBER:
        break;
    }
    return (int32_t)(fixed / 1000);
}

ploy_status arena_text_field(const arena_text* text, const arena_text_column* fields, uint32_t count, void* record,
                             ploy_error* error)
{
    int32_t fixed;
    if (text->count != 2 || !arena_text_decimal(text->words[1], &fixed)) {
        return arena_text_wrong(text, error, "a field needs one number", "e.g. range 50");
    }
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(fields[i].name, text->words[0]) != 0) continue;
        int32_t value = stored(fields[i].unit, fixed);
        memcpy((char*)record + fields[i].offset, &value, sizeof value);
        return PLOY_OK;
    }
    return arena_text_wrong(text, error, "no such field", "the README of the arena lists them");
}
