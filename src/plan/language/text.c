#include "plan/language/text.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"

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

pl_text_writer pl_writer_begin(char* text, size_t size)
{
    if (size > 0) {
        text[0] = '\0';
    }
    return (pl_text_writer){text, size, 0};
}

void pl_writer_add(pl_text_writer* writer, const char* format, ...)
{
    size_t used = writer->length < writer->size ? writer->length : writer->size;
    va_list list;
    va_start(list, format);
    int added = vsnprintf(used < writer->size ? writer->text + used : NULL, writer->size - used, format, list);
    va_end(list);
    writer->length += added > 0 ? (size_t)added : 0;
}

void pl_writer_end_line(pl_text_writer* writer, const char* text)
{
    for (; *text; ++text) pl_writer_add(writer, "%c", *text == '\n' || *text == '\r' ? ' ' : *text);
    pl_writer_add(writer, "\n");
}

void pl_writer_add_decimal(pl_text_writer* writer, int64_t fixed)
{
    uint64_t magnitude = fixed < 0 ? 0 - (uint64_t)fixed : (uint64_t)fixed;
    uint32_t rest = (uint32_t)(magnitude % PLOY_UNIT);
    int places = rest % 10 ? 3 : rest % 100 ? 2 : 1;
    uint32_t shown = rest / (places == 3 ? 1 : places == 2 ? 10 : 100);
    pl_writer_add(writer, "%s%llu", fixed < 0 ? "-" : "", (unsigned long long)(magnitude / PLOY_UNIT));
    if (rest) {
        pl_writer_add(writer, ".%0*u", places, (unsigned)shown);
    }
}

// Text in an arena.

char* pl_keep_text(pl_arena* arena, pl_write_text_fn* write, const void* what)
{
    pl_text_writer measure = pl_writer_begin(NULL, 0);
    write(&measure, what);
    char* text = pl_arena_alloc(arena, measure.length + 1);
    if (!text) return NULL;
    pl_text_writer keep = pl_writer_begin(text, measure.length + 1);
    write(&keep, what);
    return text;
}
