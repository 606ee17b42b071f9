#include "base/hash.h"

#include <string.h>

uint64_t pl_hash_words(const uint64_t* words, uint32_t count)
{
    uint64_t hash = count;
    for (uint32_t i = 0; i < count; ++i) {
        hash = pl_hash_join(hash, words[i]);
    }
    return hash;
}

// Up to eight bytes as one number, first byte lowest, whatever the machine's order.
static uint64_t load(const unsigned char* bytes, size_t count)
{
    uint64_t value = 0;
    for (size_t i = 0; i < count; ++i) {
        value |= (uint64_t)bytes[i] << 8 * i;
    }
    return value;
}

// Eight bytes, which compilers turn into one load.
static uint64_t load_word(const unsigned char* b)
{
    return (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24 | (uint64_t)b[4] << 32 |
           (uint64_t)b[5] << 40 | (uint64_t)b[6] << 48 | (uint64_t)b[7] << 56;
}

uint64_t pl_hash_bytes(const void* bytes, size_t count)
{
    pl_digest digest = {0};
    pl_digest_add_bytes(&digest, bytes, count);
    return digest.value;
}

void pl_digest_add_bytes(pl_digest* digest, const void* bytes, size_t count)
{
    const unsigned char* at = bytes;
    pl_digest_add(digest, count);
    for (; count >= 8; count -= 8, at += 8) {
        pl_digest_add(digest, load_word(at));
    }
    if (count > 0) {
        pl_digest_add(digest, load(at, count));
    }
}

void pl_digest_add_float(pl_digest* digest, float value)
{
    uint32_t bits = 0;
    if (value != 0.0f) {
        memcpy(&bits, &value, sizeof bits);
    }
    pl_digest_add(digest, bits);
}
