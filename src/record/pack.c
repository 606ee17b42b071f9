#include "record/pack.h"

#include <string.h>

enum
{
    LEAST = 4, // bytes of a copy
    FAR = 65535,
};

// Packing.

typedef struct packer
{
    uint8_t* to;
    uint32_t used;
    uint32_t room;
    bool is_full;
} packer;

static void put(packer* p, uint8_t byte)
{
    if (p->used < p->room) {
        p->to[p->used++] = byte;
    } else {
        p->is_full = true;
    }
}

static void put_more(packer* p, uint32_t length)
{
    if (length < 15) return;
    for (length -= 15; length >= 255; length -= 255) put(p, 255);
    put(p, (uint8_t)length);
}

static void put_literals(packer* p, const uint8_t* from, uint32_t count)
{
    if (count > p->room - p->used) {
        p->is_full = true;
        return;
    }
    memcpy(p->to + p->used, from, count);
    p->used += count;
}

// length 0: the last.
static void put_sequence(packer* p, const uint8_t* literals, uint32_t count, uint32_t length, uint32_t distance)
{
    uint32_t copy = length ? length - LEAST : 0;
    put(p, (uint8_t)((count < 15 ? count : 15) << 4 | (copy < 15 ? copy : 15)));
    put_more(p, count);
    put_literals(p, literals, count);
    if (length == 0) return;
    put_more(p, copy);
    put(p, (uint8_t)distance);
    put(p, (uint8_t)(distance >> 8));
}

static uint32_t word_at(const uint8_t* from)
{
    return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static uint32_t place_of(uint32_t word)
{
    return word * 2654435761u >> 20; // 12 bits: PL_PACK_TABLE
}

static uint32_t match_length(const uint8_t* from, uint32_t a, uint32_t b, uint32_t count)
{
    uint32_t length = LEAST;
    while (b + length + 8 <= count && memcmp(from + a + length, from + b + length, 8) == 0) length += 8;
    while (b + length < count && from[a + length] == from[b + length]) ++length;
    return length;
}

uint32_t pl_pack(const uint8_t* from, uint32_t count, uint8_t* to, uint32_t* table)
{
    packer p = {to, 0, count > 0 ? count - 1 : 0, false};
    uint32_t first = 0; // literal
    memset(table, 0, PL_PACK_TABLE * sizeof *table);
    for (uint32_t at = 0; at + LEAST <= count && !p.is_full;) {
        uint32_t word = word_at(from + at), place = place_of(word);
        uint32_t seen = table[place]; // plus one
        table[place] = at + 1;
        if (seen == 0 || at - (seen - 1) > FAR || word_at(from + seen - 1) != word) {
            ++at;
            continue;
        }
        uint32_t length = match_length(from, seen - 1, at, count);
        put_sequence(&p, from + first, at - first, length, at - (seen - 1));
        at += length;
        first = at;
    }
    put_sequence(&p, from + first, count - first, 0, 0);
    return p.is_full ? 0 : p.used;
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
    length += LEAST;
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
