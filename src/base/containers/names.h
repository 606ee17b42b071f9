// Interns names as dense ids in the order of their first use, so that everything after loading compares numbers. The
// texts never move.

#ifndef PL_BASE_CONTAINERS_NAMES_H
#define PL_BASE_CONTAINERS_NAMES_H

#include <ploy/base.h>

#include "base/containers/arena.h"
#include "base/containers/array.h"
#include "base/containers/table.h"

typedef struct pl_name
{
    const char* text;
    uint32_t length;
} pl_name;

typedef struct pl_names
{
    pl_table table;
    pl_arena texts;
    PL_ARRAY(pl_name) list;
} pl_names;

void pl_names_init(pl_names* names, const ploy_allocator* allocator);
void pl_names_destroy(pl_names* names);

/// The id of the first `length` bytes of text, new or old; PLOY_NONE: out of memory, nothing has changed.
uint32_t pl_names_intern(pl_names* names, const char* text, size_t length);

/// The id; PLOY_NONE: there is no such name.
uint32_t pl_names_find(const pl_names* names, const char* text, size_t length);

/// Forgets the names from an id on. Their texts stay in memory until the names are destroyed.
void pl_names_cut(pl_names* names, uint32_t count);

/// Zero-terminated; valid as long as the names are.
static inline const char* pl_names_text(const pl_names* names, uint32_t id)
{
    return names->list.data[id].text;
}

static inline uint32_t pl_names_count(const pl_names* names)
{
    return names->list.count;
}

#endif
