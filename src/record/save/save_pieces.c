#include "record/save/save_pieces.h"

#define END UINT32_MAX

// Writing.

bool pl_piece_write(pl_piece_writer* pieces, pl_piece_fn* fill, void* context)
{
    ploy_writer writer = {.bytes = pieces->scratch.data, .capacity = pieces->scratch.capacity};
    fill(&writer, context);
    if (writer.count >= END) return false;
    if (!ploy_writer_fits(&writer)) {
        if (!PL_ARRAY_RESERVE(&pieces->scratch, pieces->allocator, (uint32_t)writer.count)) return false;
        writer = (ploy_writer){.bytes = pieces->scratch.data, .capacity = pieces->scratch.capacity};
        fill(&writer, context);
    }
    pl_digest_add_bytes(&pieces->digest, writer.bytes, writer.count);
    if (pieces->out) {
        ploy_write_u32(pieces->out, (uint32_t)writer.count);
        ploy_write_bytes(pieces->out, writer.bytes, writer.count);
    }
    return true;
}

void pl_pieces_end(pl_piece_writer* pieces)
{
    if (pieces->out) {
        ploy_write_u32(pieces->out, END);
        ploy_write_u64(pieces->out, pieces->digest.value);
    }
    PL_ARRAY_FREE(&pieces->scratch, pieces->allocator);
}

// Reading.

bool pl_pieces_are_whole(const ploy_reader* reader)
{
    ploy_reader ahead = *reader;
    pl_digest digest = {0};
    uint32_t length;
    while ((length = ploy_read_u32(&ahead)) != END && length <= pl_reader_left(&ahead) && !ahead.failed) {
        pl_digest_add_bytes(&digest, ahead.bytes + ahead.at, length);
        ahead.at += length;
    }
    return length == END && ploy_read_u64(&ahead) == digest.value && !ahead.failed;
}

ploy_reader pl_piece_read(ploy_reader* reader)
{
    uint32_t length = ploy_read_u32(reader);
    if (length > pl_reader_left(reader)) reader->failed = true;
    if (reader->failed) return (ploy_reader){.failed = true};
    ploy_reader piece = {.bytes = reader->bytes + reader->at, .count = length};
    reader->at += length;
    return piece;
}

void pl_pieces_skip_end(ploy_reader* reader)
{
    if (ploy_read_u32(reader) != END) reader->failed = true;
    ploy_read_u64(reader);
}

bool pl_piece_is_done(const ploy_reader* piece)
{
    return !piece->failed && piece->at == piece->count;
}
