#include "record/recording/block.h"

#include "base/hash.h"
#include "base/memory.h"

enum
{
    FIRST_BITS = 8,
    MAX_BITS = 31,
};

uint64_t pl_block_checksum(const pl_block* block, const void* payload)
{
    pl_digest digest = {0};
    pl_digest_add(&digest, block->kind);
    pl_digest_add(&digest, block->ticks);
    pl_digest_add(&digest, block->first_tick);
    pl_digest_add_bytes(&digest, payload, block->bytes);
    return digest.value;
}

void pl_block_write(const pl_block* block, ploy_writer* writer)
{
    ploy_write_u32(writer, PL_BLOCK_MAGIC);
    ploy_write_u32(writer, block->kind);
    ploy_write_u32(writer, block->bytes);
    ploy_write_u32(writer, block->ticks);
    ploy_write_u64(writer, block->first_tick);
    ploy_write_u64(writer, block->checksum);
}

bool pl_block_read(pl_block* block, ploy_reader* reader)
{
    uint32_t magic = ploy_read_u32(reader);
    block->kind = ploy_read_u32(reader);
    block->bytes = ploy_read_u32(reader);
    block->ticks = ploy_read_u32(reader);
    block->first_tick = ploy_read_u64(reader);
    block->checksum = ploy_read_u64(reader);
    return !reader->failed && magic == PL_BLOCK_MAGIC;
}

uint64_t pl_varint_read(ploy_reader* reader)
{
    uint64_t value = 0;
    for (uint32_t shift = 0; shift < 64; shift += 7) {
        uint8_t byte = ploy_read_u8(reader);
        if (shift == 63 && byte > 1) break;
        value |= (uint64_t)(byte & 127) << shift;
        if (byte < 128) return value;
    }
    reader->failed = true;
    return 0;
}

// The last arguments.

void pl_last_args_init(pl_last_args* last, const ploy_allocator* allocator)
{
    *last = (pl_last_args){.allocator = *allocator, .block = 1};
}

static uint32_t capacity(const pl_last_args* last)
{
    return last->entries ? UINT32_C(1) << last->bits : 0;
}

void pl_last_args_destroy(pl_last_args* last)
{
    PL_DELETE_ARRAY(&last->allocator, last->entries, capacity(last));
}

static bool grow(pl_last_args* last)
{
    uint32_t bits = last->entries ? last->bits + 1 : FIRST_BITS;
    pl_last_args_entry* entries =
        bits <= MAX_BITS ? PL_NEW_ARRAY(&last->allocator, pl_last_args_entry, UINT32_C(1) << bits) : NULL;
    if (!entries) return false;
    pl_last_args old = *last;
    last->entries = entries;
    last->bits = bits;
    for (uint32_t i = 0; i < capacity(&old); ++i) {
        const pl_last_args_entry* entry = &old.entries[i];
        if (entry->block == old.block) *pl_last_args_probe(last, entry->key) = *entry;
    }
    pl_last_args_destroy(&old);
    return true;
}

uint64_t* pl_last_args_add(pl_last_args* last, uint64_t key)
{
    bool is_full = last->count >= capacity(last) / 4 * 3;
    if (is_full && !grow(last)) return NULL;
    pl_last_args_entry* entry = pl_last_args_probe(last, key);
    *entry = (pl_last_args_entry){.key = key, .block = last->block};
    ++last->count;
    return entry->args;
}
