// Hashing by value, never by memory layout, so that hashes agree on every architecture.

#ifndef PL_BASE_HASH_H
#define PL_BASE_HASH_H

#include <ploy/base.h>

/// Spreads every bit over all 64 (the finalizer of splitmix64); a bijection.
static inline uint64_t pl_hash_mix(uint64_t x)
{
    x ^= x >> 30;
    x *= 0xBF58476D1CE4E5B9u;
    x ^= x >> 27;
    x *= 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

/// The hash of the pair: order matters.
static inline uint64_t pl_hash_join(uint64_t hash, uint64_t value)
{
    return pl_hash_mix((hash ^ value) + 0x9E3779B97F4A7C15u);
}

uint64_t pl_hash_words(const uint64_t* words, uint32_t count);
uint64_t pl_hash_bytes(const void* bytes, size_t count);

/// A running hash over everything that must be the same in every run: the golden hash of a world or a recording.
typedef struct pl_digest
{
    uint64_t value;
} pl_digest;

static inline void pl_digest_add(pl_digest* digest, uint64_t value)
{
    digest->value = pl_hash_join(digest->value, value);
}

/// Adds the length too, so that neighboring texts cannot trade bytes.
void pl_digest_add_bytes(pl_digest* digest, const void* bytes, size_t count);

/// Adds the bits of the number; -0 counts as 0.
void pl_digest_add_float(pl_digest* digest, float value);

#endif
