#include "programs/cli/json.h"

#include "programs/cli/options.h"

#include <inttypes.h>

static void indent(json* j)
{
    fputc('\n', j->out);
    for (uint32_t k = 0; k < j->depth; k++) fputs("  ", j->out);
}

// The length of the UTF-8 sequence at `text`; 0 when there is none.
static uint32_t sequence_length(const unsigned char* text)
{
    uint32_t length = *text < 0x80                    ? 1
                      : *text >= 0xC2 && *text < 0xE0 ? 2
                      : *text >= 0xE0 && *text < 0xF0 ? 3
                      : *text >= 0xF0 && *text < 0xF5 ? 4
                                                      : 0;
    for (uint32_t k = 1; k < length; k++)
        if ((text[k] & 0xC0) != 0x80) return 0;
    if (length == 3 && text[0] == 0xE0 && text[1] < 0xA0) return 0;
    if (length == 3 && text[0] == 0xED && text[1] > 0x9F) return 0;
    if (length == 4 && text[0] == 0xF0 && text[1] < 0x90) return 0;
    if (length == 4 && text[0] == 0xF4 && text[1] > 0x8F) return 0;
    return length;
}

static void write_text(FILE* out, const char* text)
{
    fputc('"', out);
    for (const unsigned char* at = (const unsigned char*)text; *at;) {
        uint32_t length = sequence_length(at);
        if (length == 0)
            fputs("\\ufffd", out);
        else if (*at == '"' || *at == '\\')
            fprintf(out, "\\%c", *at);
        else if (*at == '\n')
            fputs("\\n", out);
        else if (*at < 0x20)
            fprintf(out, "\\u%04x", *at);
        else
            fwrite(at, 1, length, out);
        at += length ? length : 1;
    }
    fputc('"', out);
}

// An object or array inside an array stays on one line: a plan's step, a benchmark's row.
static bool on_one_line(const json* j)
{
    return j->is_line || j->depth > 2;
}

static void item(json* j, const char* key)
{
    if (j->depth == 0) return;
    bool* has_items = &j->has_items[j->depth - 1];
    if (*has_items) fputc(',', j->out);
    if (!on_one_line(j))
        indent(j);
    else if (*has_items)
        fputc(' ', j->out);
    *has_items = true;
    if (key) {
        write_text(j->out, key);
        fputs(": ", j->out);
    }
}

static void open(json* j, const char* key, bool is_array)
{
    item(j, key);
    fputc(is_array ? '[' : '{', j->out);
    if (j->depth == JSON_MAX_DEPTH) return;
    j->is_array[j->depth] = is_array;
    j->has_items[j->depth++] = false;
}

json json_begin(FILE* out)
{
    json j = {.out = out};
    open(&j, NULL, false);
    return j;
}

json json_begin_line(FILE* out)
{
    json j = {.out = out, .is_line = true};
    open(&j, NULL, false);
    return j;
}

void json_end(json* j)
{
    while (j->depth) json_close(j);
    fputc('\n', j->out);
}

void json_object(json* j, const char* key)
{
    open(j, key, false);
}

void json_array(json* j, const char* key)
{
    open(j, key, true);
}

void json_close(json* j)
{
    bool one_line = on_one_line(j);
    bool is_array = j->is_array[--j->depth];
    if (j->has_items[j->depth] && !one_line) indent(j);
    fputc(is_array ? ']' : '}', j->out);
}

void json_text(json* j, const char* key, const char* text)
{
    item(j, key);
    if (text)
        write_text(j->out, text);
    else
        fputs("null", j->out);
}

void json_count(json* j, const char* key, uint64_t value)
{
    item(j, key);
    fprintf(j->out, "%" PRIu64, value);
}

void json_integer(json* j, const char* key, int64_t value)
{
    item(j, key);
    fprintf(j->out, "%" PRId64, value);
}

void json_fixed(json* j, const char* key, int64_t value)
{
    char text[32];
    item(j, key);
    fputs(print_fixed(value, text), j->out);
}

void json_real(json* j, const char* key, double value)
{
    item(j, key);
    fprintf(j->out, "%.1f", value);
}

void json_share(json* j, const char* key, double value)
{
    item(j, key);
    fprintf(j->out, "%.5f", value);
}

void json_flag(json* j, const char* key, bool value)
{
    item(j, key);
    fputs(value ? "true" : "false", j->out);
}

void json_null(json* j, const char* key)
{
    item(j, key);
    fputs("null", j->out);
}
