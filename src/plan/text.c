#include "plan/text.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"

// Names longer than this get no hint.
#define LONGEST 64

char* pl_text_copy(const ploy_allocator* allocator, const char* text)
{
    size_t bytes = strlen(text) + 1;
    char* copy = pl_alloc(allocator, bytes);
    if (copy) {
        memcpy(copy, text, bytes);
    }
    return copy;
}

void pl_text_free(const ploy_allocator* allocator, char* text)
{
    if (text) {
        pl_free(allocator, text, strlen(text) + 1);
    }
}

bool pl_text_is_blank(const char* text)
{
    return !text || text[strspn(text, " \t\r\n")] == '\0';
}

pl_writer pl_writer_begin(char* text, size_t size)
{
    if (size > 0) {
        text[0] = '\0';
    }
    return (pl_writer){text, size, 0};
}

void pl_writer_add(pl_writer* writer, const char* format, ...)
{
    size_t used = writer->length < writer->size ? writer->length : writer->size;
    va_list list;
    va_start(list, format);
    int added = vsnprintf(used < writer->size ? writer->text + used : NULL, writer->size - used, format, list);
    va_end(list);
    writer->length += added > 0 ? (size_t)added : 0;
}

void pl_writer_add_decimal(pl_writer* writer, int64_t thousandths)
{
    uint64_t magnitude = thousandths < 0 ? 0 - (uint64_t)thousandths : (uint64_t)thousandths;
    uint32_t rest = (uint32_t)(magnitude % PLOY_UNIT);
    int places = rest % 10 ? 3 : rest % 100 ? 2 : 1;
    uint32_t shown = rest / (places == 3 ? 1 : places == 2 ? 10 : 100);
    pl_writer_add(writer, "%s%llu", thousandths < 0 ? "-" : "", (unsigned long long)(magnitude / PLOY_UNIT));
    if (rest) {
        pl_writer_add(writer, ".%0*u", places, (unsigned)shown);
    }
}

pl_nearest pl_nearest_begin(const char* wanted, size_t length)
{
    return (pl_nearest){wanted, length, NULL, UINT32_MAX};
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

// Damerau-Levenshtein with neighbours swapped at most once: rows i - 2, i - 1 and i of the usual table.
static uint32_t mistakes(const char* a, size_t a_length, const char* b, size_t b_length)
{
    uint32_t rows[3][LONGEST + 1];
    for (uint32_t j = 0; j <= b_length; ++j) {
        rows[0][j] = j;
    }
    for (uint32_t i = 1; i <= a_length; ++i) {
        uint32_t* row = rows[i % 3];
        const uint32_t* above = rows[(i + 2) % 3];
        const uint32_t* swapped = rows[(i + 1) % 3];
        row[0] = i;
        for (uint32_t j = 1; j <= b_length; ++j) {
            row[j] = least(least(above[j], row[j - 1]) + 1, above[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = least(row[j], swapped[j - 2] + 1);
            }
        }
    }
    return rows[a_length % 3][b_length];
}

void pl_nearest_offer(pl_nearest* nearest, const char* name)
{
    size_t length = strlen(name);
    if (length > LONGEST || nearest->length > LONGEST) {
        return;
    }
    uint32_t distance = mistakes(nearest->wanted, nearest->length, name, length);
    uint32_t allowed = nearest->length / 3 > 2 ? (uint32_t)nearest->length / 3 : 2;
    if (distance <= allowed && distance < nearest->length && distance < nearest->distance) {
        nearest->best = name;
        nearest->distance = distance;
    }
}

void pl_nearest_hint(const pl_nearest* nearest, ploy_error* error)
{
    if (nearest->best) {
        pl_error_hint(error, "did you mean '%s'?", nearest->best);
    }
}
