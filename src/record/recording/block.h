// The bytes of a recording, for the recorder and the reader. All numbers are little-endian.
//
//   file     header block block …
//   header   "PLOYREC\n" version:u32
//   block    "PBLK" kind:u32 payload bytes:u32 ticks:u32 first tick:u64 checksum:u64 payload
//
// The checksum is a hash of kind, ticks, first tick and payload, so a block is either whole or ignored.
//
//   NOTE     length of name:u32 name bytes
//   KIND     number:u32 arguments:u32 name '\0' argument name '\0' …
//   FRAME    bytes that restore the run at the beginning of the block's first tick
//   EVENTS   byte 0 ends a tick. An event is: kind + 1, a byte, perhaps the agent, and arguments. All but the byte are
//            varints.
//              low four bits of the byte    agent - agent of the event before in this block + 7 (the first: - 0); 15:
//                                           the agent follows
//              high four bits               one per argument: it follows, as the zigzag difference to the same
//                                           argument of the last event of this kind and agent in this block (the
//                                           first: to 0). Arguments that are equal do not follow.
//            A kind whose first argument is named "index" is a list. That argument is written as it is, and the last
//            event is the one with the same index (its low 16 bits).
//   END      empty: the recorder was closed
//   PACKED   number of bytes:u32, and EVENTS packed as pack.h says
//   PACKED_FRAME   likewise a FRAME

#ifndef PL_RECORD_RECORDING_BLOCK_H
#define PL_RECORD_RECORDING_BLOCK_H

#include <string.h>

#include <ploy/stream.h>

#define PL_RECORDING_MAGIC "PLOYREC\n"
#define PL_BLOCK_MAGIC 0x4B4C4250u // "PBLK"

enum
{
    PL_RECORDING_HEADER = 12,
    PL_BLOCK_HEADER = 32,
    PL_MAX_FRAME = 1 << 28,           ///< bytes, before packing
    PL_MAX_UNPACKED = (1 << 24) + 64, ///< bytes of a block of events: the recorder's largest and one more event
    // All packed blocks of a file together unpack to no more than PL_MIN_UNPACKED_TOTAL bytes, or this many times the
    // bytes of the file up to there, so that a small file cannot take minutes to read. The arena at level everything unpacks to 1.6 times.
    PL_MAX_UNPACKED_RATIO = 16,
    PL_MIN_UNPACKED_TOTAL = 1 << 26,
};

/// Whether a block may be packed. before: the unpacked bytes of the packed blocks before it; end: the file's size with it.
static inline bool pl_may_unpack(uint64_t before, uint32_t bytes, uint64_t end)
{
    uint64_t by_file = PL_MAX_UNPACKED_RATIO * end;
    uint64_t max = by_file > PL_MIN_UNPACKED_TOTAL ? by_file : PL_MIN_UNPACKED_TOTAL;
    return bytes <= PL_MAX_UNPACKED && before + bytes <= max;
}

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
    uint32_t kind; ///< a pl_block_kind; readers skip blocks of unknown kinds
    uint32_t bytes;
    uint32_t ticks;
    uint64_t first_tick;
    uint64_t checksum;
} pl_block;

uint64_t pl_block_checksum(const pl_block* block, const void* payload);

void pl_block_write(const pl_block* block, ploy_writer* writer);

/// false: there is no header here, or it is cut off.
bool pl_block_read(pl_block* block, ploy_reader* reader);

/// Writes 1 .. 10 bytes and returns the address behind them.
static inline uint8_t* pl_varint_write(uint8_t* at, uint64_t value)
{
    for (; value >= 128; value >>= 7) *at++ = (uint8_t)(value | 128);
    *at = (uint8_t)value;
    return at + 1;
}

/// A number that is cut off or too long fails the reader.
uint64_t pl_varint_read(ploy_reader* reader);

enum
{
    PL_AGENT_STEPS = 15,   ///< differences of agents that fit into the byte
    PL_AGENT_SAME = 7,     ///< of them, the difference 0
    PL_AGENT_FOLLOWS = 15, ///< any other difference
    PL_FIRST_ARG = 1 << 4, ///< the first argument follows; the next bits are for the next arguments
    PL_AGENT_MASK = 15,
};

/// The low four bits of an event's byte.
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

/// The arguments of the last event of each kind, agent and list index in a block. An open hash table. An entry has the
/// number of its block, and entries of other blocks count as free, so a new block clears the table in no time.
typedef struct pl_last_args_entry
{
    uint64_t key; ///< kind, index and agent
    uint64_t args[4];
    uint64_t block;
} pl_last_args_entry;

typedef struct pl_last_args
{
    pl_last_args_entry* entries;
    uint32_t bits;  ///< there are 2^bits entries, none before the first event
    uint32_t count; ///< entries of the current block
    uint64_t block; ///< number of the current block, from 1
    ploy_allocator allocator;
} pl_last_args;

void pl_last_args_init(pl_last_args* last, const ploy_allocator* allocator);
void pl_last_args_destroy(pl_last_args* last);

/// Begins a block: every event has zeros before it.
static inline void pl_last_args_forget(pl_last_args* last)
{
    ++last->block;
    last->count = 0;
}

/// The entry of the key, or the free entry where it belongs. One entry must be free.
static inline pl_last_args_entry* pl_last_args_probe(const pl_last_args* last, uint64_t key)
{
    uint64_t mask = (UINT64_C(1) << last->bits) - 1;
    uint64_t at = key * 0x9E3779B97F4A7C15u >> (64 - last->bits);
    while (last->entries[at].block == last->block && last->entries[at].key != key) at = (at + 1) & mask;
    return &last->entries[at];
}

/// Adds an entry with zeros; NULL when out of memory.
uint64_t* pl_last_args_add(pl_last_args* last, uint64_t key);

/// The four arguments of the last event, to compare with and then to overwrite; NULL when out of memory. Valid until the
/// next call. index is 0 for kinds that are not lists.
static inline uint64_t* pl_last_args_of(pl_last_args* last, uint32_t kind, uint32_t agent, uint64_t index)
{
    uint64_t key = (uint64_t)kind << 48 | (index & 0xFFFF) << 32 | agent;
    if (last->count == 0) return pl_last_args_add(last, key);
    pl_last_args_entry* entry = pl_last_args_probe(last, key);
    return entry->block == last->block ? entry->args : pl_last_args_add(last, key);
}

static inline bool pl_is_list(const char* first_arg)
{
    return strcmp(first_arg, "index") == 0;
}

#endif
