#include "record/recording/block.h"

#include "base/hash.h"

uint64_t pl_block_check(const pl_block* block, const void* payload)
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
    ploy_write_u64(writer, block->check);
}

bool pl_block_read(pl_block* block, ploy_reader* reader)
{
    uint32_t magic = ploy_read_u32(reader);
    block->kind = ploy_read_u32(reader);
    block->bytes = ploy_read_u32(reader);
    block->ticks = ploy_read_u32(reader);
    block->first_tick = ploy_read_u64(reader);
    block->check = ploy_read_u64(reader);
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
