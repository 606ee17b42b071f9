#include "io/movingai/movingai.h"

#include <string.h>

#include "base/check.h"
#include "base/defaults.h"

ploy_movingai_def pl_movingai_with_defaults(const ploy_movingai_def* given)
{
    ploy_movingai_def def = given ? *given : (ploy_movingai_def){0};
    def.allocator = pl_allocator_choose(&def.allocator);
    PL_DEFAULT(def.max_cells, PLOY_DEFAULT_MAP_MAX_CELLS);
    PL_DEFAULT(def.max_bytes, PLOY_DEFAULT_MAP_MAX_BYTES);
    PL_DEFAULT(def.max_size, 1);
    return def;
}

bool pl_line_next(pl_line_reader* reader, pl_slice* line)
{
    if (reader->at == reader->end) return false;
    size_t left = (size_t)(reader->end - reader->at);
    const char* stop = memchr(reader->at, '\n', left);
    *line = (pl_slice){reader->at, stop ? (size_t)(stop - reader->at) : left};
    reader->at += line->count + (stop != NULL);
    if (line->count && line->text[line->count - 1] == '\r') --line->count;
    ++reader->line;
    return true;
}

static bool is_one_of(char c, const char* list)
{
    return c && strchr(list, c);
}

bool pl_slice_is_blank(pl_slice slice)
{
    for (size_t i = 0; i < slice.count; ++i) {
        if (!is_one_of(slice.text[i], " \t\r")) return false;
    }
    return true;
}

pl_slice pl_slice_word(pl_slice* line, const char* gaps)
{
    while (line->count && is_one_of(*line->text, gaps)) ++line->text, --line->count;
    pl_slice word = {line->text, 0};
    while (word.count < line->count && !is_one_of(word.text[word.count], gaps)) ++word.count;
    line->text += word.count;
    line->count -= word.count;
    return word;
}

bool pl_slice_is(pl_slice slice, const char* text)
{
    return strlen(text) == slice.count && memcmp(slice.text, text, slice.count) == 0;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool pl_slice_count(pl_slice slice, uint32_t* value)
{
    uint64_t count = 0;
    for (size_t i = 0; i < slice.count; ++i) {
        if (!is_digit(slice.text[i])) return false;
        count = count * 10 + (uint64_t)(slice.text[i] - '0');
        if (count > UINT32_MAX) return false;
    }
    *value = (uint32_t)count;
    return slice.count != 0;
}

bool pl_slice_decimal(pl_slice slice, double* value)
{
    uint64_t digits = 0;
    double unit = 1;
    uint32_t taken = 0, points = 0;
    for (size_t i = 0; i < slice.count; ++i) {
        char c = slice.text[i];
        if (c == '.' && i && i + 1 < slice.count && !points++) continue;
        if (!is_digit(c) || (taken == 15 && !points)) return false;
        if (taken == 15) continue;
        digits = digits * 10 + (uint64_t)(c - '0');
        unit *= points ? 10 : 1;
        ++taken;
    }
    *value = (double)digits / unit;
    return slice.count != 0;
}

int pl_slice_shown(pl_slice slice)
{
    return slice.count < 40 ? (int)slice.count : 40;
}
