#include "record/recording/pack.h"

#include <string.h>

#include "base/hints.h"

enum
{
    MIN_COPY = 4, // bytes, by the format
    MAX_DISTANCE = 65535,
    MIN_MATCH = 5,   // bytes: shorter copies are not worth it
    STRIDE = 1,      // bytes from one search for a match to the next
    ACCELERATE = 32, // literals after which the stride grows by one
};

// Packing.

typedef struct packer
{
    const uint8_t* from;
    uint32_t count;
    uint8_t* end; // of the room for output
} packer;

static inline uint32_t word_at(const uint8_t* b)
{
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static inline uint64_t long_at(const uint8_t* b)
{
    return (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24 | (uint64_t)b[4] << 32 |
           (uint64_t)b[5] << 40 | (uint64_t)b[6] << 48 | (uint64_t)b[7] << 56;
}

static uint8_t* put_more(uint8_t* to, uint32_t length)
{
    for (length -= 15; length >= 255; length -= 255) *to++ = 255;
    *to++ = (uint8_t)length;
    return to;
}

// Most runs are short: copying a constant sixteen bytes is faster where both sides have room.
static uint8_t* put_literals(const packer* p, uint8_t* to, uint32_t first, uint32_t count)
{
    if (count <= 16 && p->count - first >= 16 && p->end - to >= 16) {
        memcpy(to, p->from + first, 16);
    } else {
        memcpy(to, p->from + first, count);
    }
    return to + count;
}

// Returns the address behind the sequence, or NULL: it might not fit. length 0: the last one.
static uint8_t* put_sequence(const packer* p, uint8_t* to, uint32_t first, uint32_t count, uint32_t length,
                             uint32_t distance)
{
    uint32_t copy = length ? length - MIN_COPY : 0;
    if ((size_t)(p->end - to) < 5 + (size_t)count + count / 255 + copy / 255) return NULL;
    *to++ = (uint8_t)((count < 15 ? count : 15) << 4 | (copy < 15 ? copy : 15));
    if (count >= 15) to = put_more(to, count);
    to = put_literals(p, to, first, count);
    if (length == 0) return to;
    if (copy >= 15) to = put_more(to, copy);
    to[0] = (uint8_t)distance;
    to[1] = (uint8_t)(distance >> 8);
    return to + 2;
}

static uint32_t place_of(uint32_t word)
{
    return word * 2654435761u >> 20; // 12 bits: PL_PACK_TABLE
}

// The length of the match of two places whose first MIN_COPY bytes are equal.
static uint32_t match_length(const packer* p, uint32_t a, uint32_t b)
{
    const uint8_t* from = p->from;
    uint32_t length = MIN_COPY;
    for (; b + length + 8 <= p->count; length += 8) {
        uint64_t different = long_at(from + a + length) ^ long_at(from + b + length);
        if (different) return length + pl_trailing_zeros(different) / 8;
    }
    while (b + length < p->count && from[a + length] == from[b + length]) ++length;
    return length;
}

uint32_t pl_pack(const uint8_t* from, uint32_t count, uint8_t* to, uint32_t* table)
{
    if (count == 0) return 0;
    const packer p = {from, count, to + count - 1};
    uint8_t* next = to;
    uint32_t first = 0; // the first literal
    memset(table, 0, PL_PACK_TABLE * sizeof *table);
    for (uint32_t at = 0; at + MIN_COPY <= count && next;) {
        uint32_t word = word_at(from + at), place = place_of(word);
        uint32_t seen = table[place]; // plus one
        table[place] = at + 1;
        uint32_t distance = at + 1 - seen, length = 0;
        if (seen > 0 && distance <= MAX_DISTANCE && word_at(from + seen - 1) == word)
            length = match_length(&p, seen - 1, at);
        if (length < MIN_MATCH) {
            at += STRIDE + (at - first) / ACCELERATE;
            continue;
        }
        next = put_sequence(&p, next, first, at - first, length, distance);
        at += length;
        first = at;
    }
    if (next) next = put_sequence(&p, next, first, count - first, 0, 0);
    return next ? (uint32_t)(next - to) : 0;
}

// Unpacking.

typedef struct unpacker
{
    const uint8_t* from;
    uint32_t count, at;
    uint8_t* to;
    uint32_t size, used;
} unpacker;

static bool take_more(unpacker* u, uint32_t* length)
{
    if (*length < 15) return true;
    for (uint8_t byte = 255; byte == 255;) {
        if (u->at == u->count || *length > u->size) return false;
        byte = u->from[u->at++];
        *length += byte;
    }
    return true;
}

static bool take_literals(unpacker* u, uint32_t count)
{
    if (!take_more(u, &count) || count > u->count - u->at || count > u->size - u->used) return false;
    memcpy(u->to + u->used, u->from + u->at, count);
    u->at += count;
    u->used += count;
    return true;
}

static bool take_copy(unpacker* u, uint32_t length)
{
    if (!take_more(u, &length) || u->count - u->at < 2) return false;
    uint32_t distance = u->from[u->at] | (uint32_t)u->from[u->at + 1] << 8;
    u->at += 2;
    length += MIN_COPY;
    if (distance == 0 || distance > u->used || length > u->size - u->used) return false;
    for (uint32_t i = 0; i < length; ++i, ++u->used) u->to[u->used] = u->to[u->used - distance];
    return true;
}

bool pl_unpack(const uint8_t* from, uint32_t count, uint8_t* to, uint32_t size)
{
    unpacker u = {from, count, 0, to, size, 0};
    while (u.at < count) {
        uint32_t token = from[u.at++];
        if (!take_literals(&u, token >> 4)) return false;
        if (u.at == count) return u.used == size && (token & 15) == 0;
        if (!take_copy(&u, token & 15)) return false;
    }
    return false;
}
