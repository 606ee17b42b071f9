#include "nav/terrain/radix_sort.h"

#include "base/memory.h"

#define DIGIT_BITS 10
#define DIGITS (1u << DIGIT_BITS)
#define PASSES 4

static uint32_t digit_of(const pl_keyed* item, uint32_t pass)
{
    return (uint32_t)(item->key >> pass * DIGIT_BITS) & (DIGITS - 1);
}

static void sort_by_digit(const pl_keyed* from, pl_keyed* to, uint32_t count, uint32_t pass)
{
    uint32_t next[DIGITS + 1] = {0};
    for (uint32_t i = 0; i < count; ++i) ++next[digit_of(&from[i], pass) + 1];
    for (uint32_t d = 0; d < DIGITS; ++d) next[d + 1] += next[d];
    for (uint32_t i = 0; i < count; ++i) to[next[digit_of(&from[i], pass)]++] = from[i];
}

bool pl_key_sort(pl_keyed* items, uint32_t count, const ploy_allocator* allocator)
{
    if (count < 2) return true;
    pl_keyed* spare = PL_NEW_ARRAY(allocator, pl_keyed, count);
    if (!spare) return false;
    for (uint32_t pass = 0; pass < PASSES; pass += 2) {
        sort_by_digit(items, spare, count, pass);
        sort_by_digit(spare, items, count, pass + 1);
    }
    PL_DELETE_ARRAY(allocator, spare, count);
    return true;
}
