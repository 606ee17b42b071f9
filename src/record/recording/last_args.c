#include "record/recording/last_args.h"

#include "base/memory.h"

enum
{
    FIRST_BITS = 8,
    MOST_BITS = 31,
};

void pl_last_args_init(pl_last_args* last, const ploy_allocator* allocator)
{
    *last = (pl_last_args){.allocator = *allocator, .block = 1};
}

static uint32_t capacity(const pl_last_args* last)
{
    return last->entries ? UINT32_C(1) << last->bits : 0;
}

void pl_last_args_destroy(pl_last_args* last)
{
    PL_DELETE_ARRAY(&last->allocator, last->entries, capacity(last));
}

static bool grow(pl_last_args* last)
{
    uint32_t bits = last->entries ? last->bits + 1 : FIRST_BITS;
    pl_last_args_entry* entries =
        bits <= MOST_BITS ? PL_NEW_ARRAY(&last->allocator, pl_last_args_entry, UINT32_C(1) << bits) : NULL;
    if (!entries) return false;
    pl_last_args old = *last;
    last->entries = entries;
    last->bits = bits;
    for (uint32_t i = 0; i < capacity(&old); ++i) {
        const pl_last_args_entry* entry = &old.entries[i];
        if (entry->block == old.block) *pl_last_args_probe(last, entry->key) = *entry;
    }
    pl_last_args_destroy(&old);
    return true;
}

uint64_t* pl_last_args_add(pl_last_args* last, uint64_t key)
{
    bool is_full = last->count >= capacity(last) / 4 * 3;
    if (is_full && !grow(last)) return NULL;
    pl_last_args_entry* entry = pl_last_args_probe(last, key);
    *entry = (pl_last_args_entry){.key = key, .block = last->block};
    ++last->count;
    return entry->args;
}
