// A save as pieces: the length of each, its bytes, and at the end a digest of them all. Whoever reads a piece can
// neither read beyond it nor leave some of it, and a save that is cut or damaged is refused before its first byte
// counts.
//
//   [length, bytes] ... | END | digest

#ifndef PL_RECORD_SAVE_SAVE_PIECES_H
#define PL_RECORD_SAVE_SAVE_PIECES_H

#include <ploy/stream.h>

#include "base/containers/array.h"
#include "base/hash.h"

typedef struct pl_piece_writer
{
    const ploy_allocator* allocator;
    ploy_writer* out; ///< NULL: only the digest
    pl_digest digest;
    PL_ARRAY(uint8_t) scratch;
} pl_piece_writer;

typedef void pl_piece_fn(ploy_writer* writer, void* context);

/// Calls `fill` for the bytes of a piece, a second time if there was no room for them. false when out of memory.
bool pl_piece_write(pl_piece_writer* pieces, pl_piece_fn* fill, void* context);
/// The end; frees scratch. The digest stays.
void pl_pieces_end(pl_piece_writer* pieces);

/// Whether a whole save lies ahead in the reader, which is not moved.
bool pl_pieces_are_whole(const ploy_reader* reader);
/// The next piece as a reader of its own; one that failed when there is none.
ploy_reader pl_piece_read(ploy_reader* reader);
/// Over the end and the digest.
void pl_pieces_skip_end(ploy_reader* reader);
/// Whether a piece was read well and to its end.
bool pl_piece_is_done(const ploy_reader* piece);

static inline size_t pl_reader_left(const ploy_reader* reader)
{
    return reader->failed ? 0 : reader->count - reader->at;
}

#endif
