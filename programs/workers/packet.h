// Bytes that go from one process to another, the same on every machine: numbers are little-endian, texts end with a zero.

#ifndef WORKERS_PACKET_H
#define WORKERS_PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct packet
{
    unsigned char* bytes;
    size_t count, capacity;
} packet;

void packet_put(packet* m, const void* bytes, size_t count);
void packet_put_count(packet* m, uint64_t value);
void packet_put_real(packet* m, double value);
void packet_put_text(packet* m, const char* text);
/// Empty again; keeps its memory.
void packet_clear(packet* m);
void packet_free(packet* m);

typedef struct packet_reader
{
    const unsigned char* bytes;
    size_t count, at;
    bool is_short; ///< more was read than there is; what was read is 0 or ""
} packet_reader;

packet_reader packet_read(const packet* m);
uint64_t packet_get_count(packet_reader* r);
double packet_get_real(packet_reader* r);
/// Lives as long as the message.
const char* packet_get_text(packet_reader* r);
/// What has not been read.
const unsigned char* packet_rest(const packet_reader* r, size_t* count);

#endif
