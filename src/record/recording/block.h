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
//   EVENTS   a tick's end is one byte 0; an event is kind + 1, a byte, perhaps the agent, and arguments. The byte's low
//            four bits are the agent less that of the event before it in this block (the first: less 0) plus 7, or 15:
//            the agent follows. Its high four bits say of each argument whether it follows: as the difference to that
//            of the event before it of the same kind and agent in this block (the first: to 0), which is not 0. All
//            are varints, differences zigzag. A kind whose first argument is called "index" is a list: that argument
//            is the difference to 0, and the event before it is the one with the same index (its lowest 16 bits)
//   END      nothing: the recorder was closed
//   PACKED   bytes of events:u32 and the events, packed as pack.h says
//   PACKED_FRAME   likewise of a frame

#ifndef PL_RECORD_RECORDING_BLOCK_H
#define PL_RECORD_RECORDING_BLOCK_H

#include <ploy/stream.h>

#define PL_RECORDING_MAGIC "PLOYREC\n"
#define PL_BLOCK_MAGIC 0x4B4C4250u // "PBLK"

enum
{
    PL_RECORDING_HEADER = 12,
    PL_BLOCK_HEADER = 32,
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

/// Writes a number as 1 .. 10 bytes to where there is room; returns where the next one goes.
static inline uint8_t* pl_varint_write(uint8_t* at, uint64_t value)
{
    for (; value >= 128; value >>= 7) *at++ = (uint8_t)(value | 128);
    *at = (uint8_t)value;
    return at + 1;
}

/// Fails the reader on a number that is cut or too long.
uint64_t pl_varint_read(ploy_reader* reader);

enum
{
    PL_AGENT_STEPS = 15,   ///< differences between the agents of two events that are told by themselves
    PL_AGENT_SAME = 7,     ///< of them, no difference
    PL_AGENT_FOLLOWS = 15, ///< any other: the agent follows as a number
    PL_FIRST_ARG = 1 << 4, ///< the first argument is not the last one's; the next bits likewise
    PL_AGENT_MASK = 15,
};

/// The low bits of an event's second byte.
static inline uint32_t pl_agent_step(uint32_t before, uint32_t agent)
{
    uint32_t step = agent - before + PL_AGENT_SAME;
    return step < PL_AGENT_STEPS ? step : PL_AGENT_FOLLOWS;
}

static inline uint64_t pl_zigzag(uint64_t difference)
{
    return difference << 1 ^ (0 - (difference >> 63));
}

static inline uint64_t pl_unzigzag(uint64_t number)
{
    return number >> 1 ^ (0 - (number & 1));
}

#endif
