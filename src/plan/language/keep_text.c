#include "plan/language/keep_text.h"

char* pl_keep_text(pl_arena* arena, pl_write_text_fn* write, const void* what)
{
    pl_writer measure = pl_writer_begin(NULL, 0);
    write(&measure, what);
    char* text = pl_arena_alloc(arena, measure.length + 1);
    if (!text) return NULL;
    pl_writer keep = pl_writer_begin(text, measure.length + 1);
    write(&keep, what);
    return text;
}
