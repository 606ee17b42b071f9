// Philox 4x32-10 (Salmon and others, "Parallel random numbers: as easy as 1, 2, 3", 2011). It encrypts the counter with
// the seed as key, so there is no state to store, share or save. It needs only 32-bit multiplications, so every
// platform agrees.

#include <ploy/base.h>

#include "base/check.h"

static void philox_round(uint32_t x[4], uint32_t key0, uint32_t key1)
{
    uint64_t a = (uint64_t)0xD2511F53u * x[0];
    uint64_t b = (uint64_t)0xCD9E8D57u * x[2];
    uint32_t x1 = x[1];
    uint32_t x3 = x[3];
    x[0] = (uint32_t)(b >> 32) ^ x1 ^ key0;
    x[1] = (uint32_t)b;
    x[2] = (uint32_t)(a >> 32) ^ x3 ^ key1;
    x[3] = (uint32_t)a;
}

uint64_t ploy_random_at(uint64_t seed, uint64_t stream, uint64_t counter)
{
    uint32_t x[4] = {(uint32_t)counter, (uint32_t)(counter >> 32), (uint32_t)stream, (uint32_t)(stream >> 32)};
    uint32_t key0 = (uint32_t)seed;
    uint32_t key1 = (uint32_t)(seed >> 32);
    for (int i = 0; i < 10; ++i) {
        philox_round(x, key0, key1);
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
    }
    return (uint64_t)x[1] << 32 | x[0];
}

uint64_t ploy_random_next(ploy_random* random)
{
    PL_NEED(random, 0);
    return ploy_random_at(random->seed, random->stream, random->counter++);
}

// The upper half of a 64 x 32 bit product. Its bias is below 2^-32, and it never needs a second draw.
static uint32_t scale(uint64_t bits, uint32_t bound)
{
    return (uint32_t)(((bits >> 32) * bound + ((bits & UINT32_MAX) * bound >> 32)) >> 32);
}

uint32_t ploy_random_below(ploy_random* random, uint32_t bound)
{
    PL_NEED(random, 0);
    PL_ASSERT(bound > 0);
    return scale(ploy_random_next(random), bound);
}

int32_t ploy_random_range(ploy_random* random, int32_t min, int32_t max)
{
    PL_NEED(random, 0);
    PL_ASSERT(min <= max);
    uint64_t bits = ploy_random_next(random);
    uint32_t span = (uint32_t)max - (uint32_t)min;
    uint32_t offset = span == UINT32_MAX ? (uint32_t)(bits >> 32) : scale(bits, span + 1);
    return (int32_t)((int64_t)min + offset);
}
