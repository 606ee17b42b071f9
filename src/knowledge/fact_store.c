#include "knowledge/fact_store.h"

#include <string.h>

#include "base/defaults.h"
#include "base/hints.h"

static size_t block_bytes(const pl_fact_type* type, uint32_t room)
{
    return (size_t)pl_bits_words(room) * sizeof(uint64_t) + room * pl_fact_stride(type);
}

size_t pl_fact_store_bytes(const pl_fact_store* store, const pl_fact_type* type)
{
    return block_bytes(type, store->room);
}

static uint32_t grown(const pl_fact_store* store, const pl_fact_type* type, uint32_t count)
{
    uint32_t room = store->room ? store->room + store->room / 2 + 1 : PLOY_DEFAULT_FACT_FIRST_ROOM;
    room = room < count ? count : room;
    return room < type->capacity ? room : type->capacity;
}

bool pl_fact_store_reserve(pl_fact_store* store, const pl_fact_type* type, uint32_t count,
                           const ploy_allocator* allocator)
{
    PL_ASSERT(count <= type->capacity);
    if (count <= store->room) {
        return true;
    }
    pl_fact_store made = {.room = grown(store, type, count), .count = store->count};
    made.block = pl_alloc_zeroed(allocator, block_bytes(type, made.room));
    if (!made.block) {
        return false;
    }
    if (store->block) {
        memcpy(made.block, store->block, pl_bits_words(store->room) * sizeof(uint64_t));
        memcpy(pl_fact_record_at(&made, type, 0), pl_fact_record_at(store, type, 0),
               store->room * pl_fact_stride(type));
    }
    pl_fact_store_destroy(store, type, allocator);
    *store = made;
    return true;
}

void pl_fact_store_destroy(pl_fact_store* store, const pl_fact_type* type, const ploy_allocator* allocator)
{
    pl_free(allocator, store->block, block_bytes(type, store->room));
    *store = (pl_fact_store){0};
}

void pl_fact_store_clear(pl_fact_store* store, const pl_fact_type* type)
{
    if (store->block) {
        memset(store->block, 0, block_bytes(type, store->room));
    }
    store->count = 0;
}

static uint32_t lowest_free(const pl_fact_store* store)
{
    uint32_t word = 0;
    while (store->block[word] == UINT64_MAX) {
        ++word;
    }
    return word * 64 + pl_trailing_zeros(~store->block[word]);
}

uint32_t pl_fact_store_take(pl_fact_store* store, const pl_fact_type* type)
{
    PL_ASSERT(store->count < store->room);
    uint32_t place = lowest_free(store);
    pl_bits_set(store->block, place);
    ++store->count;
    ++pl_fact_record_at(store, type, place)->generation;
    return place;
}

void pl_fact_store_give(pl_fact_store* store, const pl_fact_type* type, uint32_t place)
{
    PL_ASSERT(pl_bits_test(store->block, place));
    pl_bits_clear(store->block, place);
    --store->count;
    ++pl_fact_record_at(store, type, place)->generation;
}
