/// Saves as bytes: whole numbers written little-endian, one after the other, into memory of the caller's, and read
/// back. What writes a save asks twice if it must: a writer without room counts.

#ifndef PLOY_BYTES_H
#define PLOY_BYTES_H

#include <ploy/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Zeroed: a writer that only counts.
typedef struct ploy_writer
{
    uint8_t* bytes;
    size_t capacity;
    size_t count; ///< written so far; beyond capacity: what it would have taken
} ploy_writer;

PLOY_API void ploy_write_u8(ploy_writer* writer, uint8_t value);
PLOY_API void ploy_write_u16(ploy_writer* writer, uint16_t value);
PLOY_API void ploy_write_u32(ploy_writer* writer, uint32_t value);
PLOY_API void ploy_write_u64(ploy_writer* writer, uint64_t value);
PLOY_API void ploy_write_i64(ploy_writer* writer, int64_t value);
PLOY_API void ploy_write_bytes(ploy_writer* writer, const void* bytes, size_t count);
/// Did all of it fit?
PLOY_API bool ploy_writer_fits(const ploy_writer* writer);

typedef struct ploy_reader
{
    const uint8_t* bytes;
    size_t count;
    size_t at;
    bool failed; ///< something was read beyond the end, or found wrong; every read after that gives 0
} ploy_reader;

PLOY_API uint8_t ploy_read_u8(ploy_reader* reader);
PLOY_API uint16_t ploy_read_u16(ploy_reader* reader);
PLOY_API uint32_t ploy_read_u32(ploy_reader* reader);
PLOY_API uint64_t ploy_read_u64(ploy_reader* reader);
PLOY_API int64_t ploy_read_i64(ploy_reader* reader);
PLOY_API void ploy_read_bytes(ploy_reader* reader, void* bytes, size_t count);
/// For a number that must lie below a bound: a larger one fails the reader and gives 0.
PLOY_API uint32_t ploy_read_below(ploy_reader* reader, uint32_t bound);

#ifdef __cplusplus
}
#endif

#endif
