// The bytes of a recording, written once for the recorder and the reader: all numbers little-endian.
//
//   file     head block block …
//   head     "PLOYREC\n" version:u32
//   block    "PBLK" kind:u32 payload bytes:u32 ticks:u32 first tick:u64 check:u64 payload
//
// check is a hash of the five numbers before it and of the payload, so a block is whole or it is none.
//
//   NOTE     length of name:u32 name bytes
//   KIND     number:u32 arguments:u32 name '\0' argument name '\0' …
//   FRAME    whatever restores the run at the beginning of its first tick
//   EVENTS   a tick's end is one byte 0; an event is kind + 1, agent, and for each argument the difference to that of
//            the event before it of the same kind and agent in this block (the first: to 0), all as varints,
//            differences zigzag. A kind whose first argument is called "index" is a list: that argument is written as
//            the difference to 0, and the event before it is the one with the same index (its lowest 16 bits)
//   END      nothing: the recorder was closed
//   PACKED   bytes of events:u32 and the events, packed as pack.h says
//   PACKED_FRAME   likewise of a frame

#ifndef PL_RECORD_BLOCK_H
#define PL_RECORD_BLOCK_H

#include <ploy/bytes.h>

#define PL_RECORDING_MAGIC "PLOYREC\n"
#define PL_BLOCK_MAGIC 0x4B4C4250u // "PBLK"

enum
{
    PL_RECORDING_HEAD = 12,
    PL_BLOCK_HEAD = 32,
    PL_MAX_FRAME = 1 << 30, ///< bytes, before packing
};

typedef enum pl_block_kind
{
    PL_BLOCK_NOTE = 1,
    PL_BLOCK_KIND,
    PL_BLOCK_FRAME,
    PL_BLOCK_EVENTS,
    PL_BLOCK_END,
    PL_BLOCK_PACKED,
    PL_BLOCK_PACKED_FRAME,
} pl_block_kind;

typedef struct pl_block
{
    uint32_t kind; ///< kinds that are not known are passed over
    uint32_t bytes;
    uint32_t ticks;
    uint64_t first_tick;
    uint64_t check;
} pl_block;

uint64_t pl_block_check(const pl_block* block, const void* payload);

void pl_block_write(const pl_block* block, ploy_writer* writer);

/// false: there is no head here, or it is cut.
bool pl_block_read(pl_block* block, ploy_reader* reader);

/// Appends a number in 1 .. 10 bytes to a buffer that has room; returns how many.
uint32_t pl_varint_write(uint8_t* bytes, uint64_t value);

/// Fails the reader on a number that is cut or too long.
uint64_t pl_varint_read(ploy_reader* reader);

static inline uint64_t pl_zigzag(uint64_t difference)
{
    return difference << 1 ^ (0 - (difference >> 63));
}

static inline uint64_t pl_unzigzag(uint64_t number)
{
    return number >> 1 ^ (0 - (number & 1));
}

#endif
