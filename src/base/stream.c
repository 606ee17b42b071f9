#include <ploy/stream.h>

#include <string.h>

#include "base/check.h"

void ploy_write_bytes(ploy_writer* writer, const void* bytes, size_t count)
{
    PL_NEED(writer, );
    if (count > 0) PL_NEED(bytes, );
    if (writer->count <= writer->capacity && count <= writer->capacity - writer->count && count > 0) {
        memcpy(writer->bytes + writer->count, bytes, count);
    }
    writer->count += count;
}

// Compilers turn this into one store, and load below into one load.
static inline void store(uint8_t* to, uint64_t value)
{
    const uint8_t bytes[8] = {(uint8_t)value,         (uint8_t)(value >> 8),  (uint8_t)(value >> 16),
                              (uint8_t)(value >> 24), (uint8_t)(value >> 32), (uint8_t)(value >> 40),
                              (uint8_t)(value >> 48), (uint8_t)(value >> 56)};
    memcpy(to, bytes, sizeof bytes);
}

// Where there is room for eight bytes, all eight are stored; the next write overwrites those beyond count.
static inline void write_number(ploy_writer* writer, uint64_t value, size_t count)
{
    if (writer->count + 8 <= writer->capacity) {
        store(writer->bytes + writer->count, value);
        writer->count += count;
    } else {
        uint8_t bytes[8];
        store(bytes, value);
        ploy_write_bytes(writer, bytes, count);
    }
}

void ploy_write_u8(ploy_writer* writer, uint8_t value)
{
    PL_NEED(writer, );
    write_number(writer, value, 1);
}

void ploy_write_u16(ploy_writer* writer, uint16_t value)
{
    PL_NEED(writer, );
    write_number(writer, value, 2);
}

void ploy_write_u32(ploy_writer* writer, uint32_t value)
{
    PL_NEED(writer, );
    write_number(writer, value, 4);
}

void ploy_write_u64(ploy_writer* writer, uint64_t value)
{
    PL_NEED(writer, );
    write_number(writer, value, 8);
}

void ploy_write_i64(ploy_writer* writer, int64_t value)
{
    PL_NEED(writer, );
    write_number(writer, (uint64_t)value, 8);
}

bool ploy_writer_fits(const ploy_writer* writer)
{
    PL_NEED(writer, false);
    return writer->count <= writer->capacity;
}

void ploy_read_bytes(ploy_reader* reader, void* bytes, size_t count)
{
    PL_NEED(reader, );
    if (count > 0) PL_NEED(bytes, );
    if (count == 0) return;
    if (reader->failed || count > reader->count - reader->at) {
        reader->failed = true;
        memset(bytes, 0, count);
        return;
    }
    memcpy(bytes, reader->bytes + reader->at, count);
    reader->at += count;
}

static inline uint64_t load(const uint8_t* b)
{
    return (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24 | (uint64_t)b[4] << 32 |
           (uint64_t)b[5] << 40 | (uint64_t)b[6] << 48 | (uint64_t)b[7] << 56;
}

static inline uint64_t read_number(ploy_reader* reader, size_t count)
{
    if (!reader->failed && reader->count - reader->at >= 8) {
        uint64_t eight = load(reader->bytes + reader->at);
        reader->at += count;
        return eight;
    }
    uint8_t bytes[8] = {0};
    ploy_read_bytes(reader, bytes, count);
    return load(bytes);
}

uint8_t ploy_read_u8(ploy_reader* reader)
{
    PL_NEED(reader, 0);
    return (uint8_t)read_number(reader, 1);
}

uint16_t ploy_read_u16(ploy_reader* reader)
{
    PL_NEED(reader, 0);
    return (uint16_t)read_number(reader, 2);
}

uint32_t ploy_read_u32(ploy_reader* reader)
{
    PL_NEED(reader, 0);
    return (uint32_t)read_number(reader, 4);
}

uint64_t ploy_read_u64(ploy_reader* reader)
{
    PL_NEED(reader, 0);
    return read_number(reader, 8);
}

int64_t ploy_read_i64(ploy_reader* reader)
{
    PL_NEED(reader, 0);
    return (int64_t)read_number(reader, 8);
}

uint32_t ploy_read_below(ploy_reader* reader, uint32_t bound)
{
    PL_NEED(reader, 0);
    uint32_t value = ploy_read_u32(reader);
    if (value < bound) return value;
    reader->failed = true;
    return 0;
}
