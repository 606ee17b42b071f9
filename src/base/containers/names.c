#include "base/containers/names.h"

#include <string.h>

#include "base/hash.h"

void pl_names_init(pl_names* names, const ploy_allocator* allocator)
{
    *names = (pl_names){0};
    pl_table_init(&names->table, allocator);
    pl_arena_init(&names->texts, allocator, 0);
}

void pl_names_destroy(pl_names* names)
{
    PL_ARRAY_FREE(&names->list, &names->table.allocator);
    pl_arena_destroy(&names->texts);
    pl_table_destroy(&names->table);
}

static bool is(const pl_name* name, const char* text, size_t length)
{
    return name->length == length && memcmp(name->text, text, length) == 0;
}

uint32_t pl_names_find(const pl_names* names, const char* text, size_t length)
{
    pl_probe probe = pl_probe_begin(&names->table, pl_hash_bytes(text, length));
    uint32_t i = pl_probe_next(&names->table, &probe);
    while (i != PLOY_NONE && !is(&names->list.data[i], text, length)) {
        i = pl_probe_next(&names->table, &probe);
    }
    return i;
}

static bool add(pl_names* names, const char* text, size_t length)
{
    uint32_t id = names->list.count;
    char* copy = pl_arena_alloc(&names->texts, length + 1);
    if (!copy || !PL_ARRAY_RESERVE(&names->list, &names->table.allocator, id + 1) ||
        !pl_table_add(&names->table, pl_hash_bytes(text, length), id)) {
        return false;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    names->list.data[names->list.count++] = (pl_name){copy, (uint32_t)length};
    return true;
}

uint32_t pl_names_intern(pl_names* names, const char* text, size_t length)
{
    uint32_t old = pl_names_find(names, text, length);
    if (old != PLOY_NONE || length >= UINT32_MAX) {
        return old;
    }
    pl_arena_place place = pl_arena_mark(&names->texts);
    if (!add(names, text, length)) {
        pl_arena_rewind(&names->texts, place);
        return PLOY_NONE;
    }
    return names->list.count - 1;
}

void pl_names_cut(pl_names* names, uint32_t count)
{
    while (names->list.count > count) {
        const pl_name* last = &names->list.data[--names->list.count];
        pl_table_remove(&names->table, pl_hash_bytes(last->text, last->length), names->list.count);
    }
}
