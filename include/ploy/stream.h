/// The stream of every save: integers and bytes, written little-endian one after the other to memory of the caller, and
/// read back. A writer without memory only counts, so a save can be written twice: to learn its size, then for good.

#ifndef PLOY_STREAM_H
#define PLOY_STREAM_H

#include <ploy/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Writes to `bytes`. Zeroed: it only counts.
typedef struct ploy_writer
{
    uint8_t* bytes;
    size_t capacity;
    size_t count; ///< bytes so far; above capacity: the size it would have taken
} ploy_writer;

PLOY_API void ploy_write_u8(ploy_writer* writer, uint8_t value);
PLOY_API void ploy_write_u16(ploy_writer* writer, uint16_t value);
PLOY_API void ploy_write_u32(ploy_writer* writer, uint32_t value);
PLOY_API void ploy_write_u64(ploy_writer* writer, uint64_t value);
PLOY_API void ploy_write_i64(ploy_writer* writer, int64_t value);
PLOY_API void ploy_write_bytes(ploy_writer* writer, const void* bytes, size_t count);
/// Whether everything fit.
PLOY_API bool ploy_writer_fits(const ploy_writer* writer);

/// Reads from `bytes`, from `at` on.
typedef struct ploy_reader
{
    const uint8_t* bytes;
    size_t count;
    size_t at;
    bool failed; ///< a read went beyond the end, or found wrong data; every later read gives 0
} ploy_reader;

PLOY_API uint8_t ploy_read_u8(ploy_reader* reader);
PLOY_API uint16_t ploy_read_u16(ploy_reader* reader);
PLOY_API uint32_t ploy_read_u32(ploy_reader* reader);
PLOY_API uint64_t ploy_read_u64(ploy_reader* reader);
PLOY_API int64_t ploy_read_i64(ploy_reader* reader);
PLOY_API void ploy_read_bytes(ploy_reader* reader, void* bytes, size_t count);
/// Reads a number that must be below a bound; otherwise the reader fails and this gives 0.
PLOY_API uint32_t ploy_read_below(ploy_reader* reader, uint32_t bound);

#ifdef __cplusplus
}
#endif

#endif
