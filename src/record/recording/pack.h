// Blocks of events made smaller: what was there before is not written again. Fast rather than small; the worst case
// is what there was and a little more, and then the block is written as it is.
//
//   packed   a row of: token, more lengths, literals, distance:u16
//   token    length of the literals (high four bits) and of the copy less 4 (low four bits); 15: bytes follow that are
//            added to it, up to and including the first that is not 255
//   The last one ends behind its literals. A copy may reach into what it writes itself.

#ifndef PL_RECORD_RECORDING_PACK_H
#define PL_RECORD_RECORDING_PACK_H

#include <ploy/base.h>

enum
{
    PL_PACK_TABLE = 4096, ///< entries of the packer's scratch
};

/// Returns the bytes written to `to`, or 0: they would not be fewer than `count`. table: scratch.
uint32_t pl_pack(const uint8_t* from, uint32_t count, uint8_t* to, uint32_t* table);

/// The most that so many packed bytes can become: a larger size is not worth memory.
static inline uint64_t pl_unpacked_limit(uint32_t packed)
{
    return (uint64_t)packed * 255 + 32;
}

/// Exactly `size` bytes; false: `from` is no such thing. Reads and writes nothing outside, whatever the bytes.
bool pl_unpack(const uint8_t* from, uint32_t count, uint8_t* to, uint32_t size);

#endif
