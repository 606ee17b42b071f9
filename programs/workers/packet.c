#include "programs/workers/packet.h"

#include <stdlib.h>
#include <string.h>

#include "programs/cli/memory.h"

void packet_put(packet* m, const void* bytes, size_t count)
{
    if (m->count + count > m->capacity) {
        m->capacity = 2 * m->capacity + count + 64;
        m->bytes = have_memory(realloc(m->bytes, m->capacity));
    }
    if (count) memcpy(m->bytes + m->count, bytes, count);
    m->count += count;
}

void packet_put_count(packet* m, uint64_t value)
{
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(value >> 8 * i);
    packet_put(m, bytes, sizeof bytes);
}

void packet_put_real(packet* m, double value)
{
    uint64_t bits;
    _Static_assert(sizeof bits == sizeof value, "a double has 64 bits");
    memcpy(&bits, &value, sizeof bits);
    packet_put_count(m, bits);
}

void packet_put_text(packet* m, const char* text)
{
    packet_put(m, text, strlen(text) + 1);
}

void packet_clear(packet* m)
{
    m->count = 0;
}

void packet_free(packet* m)
{
    free(m->bytes);
    *m = (packet){0};
}

packet_reader packet_read(const packet* m)
{
    return (packet_reader){m->bytes, m->count, 0, false};
}

uint64_t packet_get_count(packet_reader* r)
{
    uint64_t value = 0;
    r->is_short = r->is_short || r->count - r->at < 8;
    for (int i = 0; i < 8 && !r->is_short; i++) value |= (uint64_t)r->bytes[r->at++] << 8 * i;
    return value;
}

double packet_get_real(packet_reader* r)
{
    uint64_t bits = packet_get_count(r);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

const char* packet_get_text(packet_reader* r)
{
    size_t left = r->count - r->at;
    const unsigned char* end = left ? memchr(r->bytes + r->at, 0, left) : NULL;
    r->is_short = r->is_short || !end;
    if (r->is_short) return "";
    const char* text = (const char*)r->bytes + r->at;
    r->at = (size_t)(end - r->bytes) + 1;
    return text;
}

const unsigned char* packet_rest(const packet_reader* r, size_t* count)
{
    *count = r->count - r->at;
    return r->bytes + r->at;
}
