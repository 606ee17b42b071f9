// What a recorder takes over from the recording that it continues: everything up to a key frame.

#ifndef PL_RECORD_RECORDING_CONTINUATION_H
#define PL_RECORD_RECORDING_CONTINUATION_H

#include <ploy/recording.h>

/// The beginning of a recording, with a key frame as its last block.
typedef struct pl_recording_part
{
    const void* bytes;
    size_t count;
    uint64_t tick;           ///< of the key frame
    uint64_t unpacked_total; ///< of its packed blocks of events, or more
} pl_recording_part;

/// Up to the last key frame at or before a tick. false: there is none.
bool pl_recording_part_until(const ploy_recording* recording, uint64_t tick, pl_recording_part* part);

typedef struct pl_continuation
{
    pl_recording_part part;
    ploy_recording* recording; ///< of the part
    uint32_t pieces;           ///< notes "world:0", "world:1", …
    uint32_t minds;            ///< numbers of minds that are taken, from 0
} pl_continuation;

/// false: the recording has no such key frame, is of other kinds of events than this library's, or out of memory.
bool pl_continuation_create(pl_continuation* from, const ploy_recorder_def* def);
void pl_continuation_destroy(pl_continuation* from);

#endif
