// Compresses blocks: bytes that occurred before are copied from there. It is fast rather than small. When a block does
// not get smaller, the recorder writes it unpacked.
//
//   packed   sequences of: token, more length, literals, distance:u16, more length
//   token    length of the literals (high four bits), length of the copy - 4 (low four bits). 15: bytes follow that are
//            added to the length, up to and including the first that is not 255
//   The last sequence ends after its literals. A copy can overlap the bytes that it writes.

#ifndef PL_RECORD_RECORDING_PACK_H
#define PL_RECORD_RECORDING_PACK_H

#include <ploy/base.h>

enum
{
    PL_PACK_TABLE = 4096, ///< entries of the scratch table
};

/// Returns the number of bytes written to `to`, or 0 when there would not be fewer than `count`. table is scratch.
uint32_t pl_pack(const uint8_t* from, uint32_t count, uint8_t* to, uint32_t* table);

/// The largest size that this many packed bytes can unpack to. Larger sizes are malformed.
static inline uint64_t pl_unpacked_limit(uint32_t packed)
{
    return (uint64_t)packed * 255 + 32;
}

/// Writes exactly `size` bytes; false: malformed. Never reads or writes out of bounds.
bool pl_unpack(const uint8_t* from, uint32_t count, uint8_t* to, uint32_t size);

#endif
