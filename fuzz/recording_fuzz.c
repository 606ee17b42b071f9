// Any bytes as a recording: refused, or read to the last good block without a step outside, and queried with small
// limits. The first byte says what the rest is, so that the fuzzer gets past checksums:
//
//   1      payloads of blocks that are sealed here: kind, ticks, length, bytes, and so on
//   2, 3   changes of a real recording, in its events and notes or in the bytes of its blocks, which are sealed again
//   else   the file itself

#include <ploy/recording.h>

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "record/recording/block.h"
#include "support/world/mutant_recording.h"

static void read_all(const void* bytes, size_t size)
{
    ploy_recording* recording;
    ploy_error error = {0};
    if (ploy_recording_create(&(ploy_recording_def){.bytes = bytes, .count = size}, &recording, &error) != PLOY_OK) {
        PL_ASSERT(!recording && error.message[0]);
        return;
    }
    ploy_recording_info info = ploy_recording_get_info(recording);
    PL_ASSERT(info.good_bytes <= size);
    ploy_trace_event event;
    uint64_t tick = 0;
    uint64_t before = 0;
    while (ploy_recording_next(recording, &event, &tick) == PLOY_FOUND) {
        PL_ASSERT(tick >= before && *ploy_recording_kind(recording, event.kind).name);
        before = tick;
    }
    for (uint32_t kind = 0; kind < ploy_recording_kind_count(recording); ++kind) {
        for (uint32_t arg = 0; arg < 4; ++arg)
            PL_ASSERT(strlen(ploy_recording_kind(recording, kind).arg_names[arg]) < size);
    }
    const void* found;
    size_t count;
    ploy_recording_note(recording, "game", &found, &count);
    ploy_recording_frame(recording, before, &tick, &found, &count);
    ploy_recording_seek(recording, before / 2);
    ploy_recording_next(recording, &event, &tick);
    ploy_recording_destroy(recording);
}

static void query(const mutant_recording* made, const uint8_t* data, size_t size)
{
    mutation_source source = {.bytes = data, .count = size};
    mutant_tally tally = {0};
    mutant_query(made, &source, &tally, NULL);
}

static void query_mutant(const uint8_t* data, size_t size, bool is_of_events)
{
    static mutant_recording base;
    if (!base.bytes) base = mutant_base();
    mutation_source source = {.bytes = data, .count = size};
    mutant_recording made = is_of_events ? mutant_of_events(&base, &source) : mutant_of_blocks(&base, &source);
    query(&made, data + source.at, size - source.at);
    free(made.bytes);
}

// The rest of the input as blocks: kind, ticks, length, payload.
static void read_blocks(const uint8_t* data, size_t size)
{
    size_t capacity = PL_RECORDING_HEADER + size * (PL_BLOCK_HEADER + 1);
    uint8_t* file = malloc(capacity);
    ploy_writer writer = {file, capacity, 0};
    ploy_write_bytes(&writer, PL_RECORDING_MAGIC, 8);
    ploy_write_u32(&writer, PLOY_RECORDING_VERSION);
    uint64_t tick = 0;
    while (size >= 3) {
        uint32_t length = data[2] < size - 3 ? data[2] : (uint32_t)(size - 3);
        pl_block block = {
            .kind = data[0] % (PL_BLOCK_PACKED_FRAME + 1), .bytes = length, .ticks = data[1], .first_tick = tick};
        block.checksum = pl_block_checksum(&block, data + 3);
        pl_block_write(&block, &writer);
        ploy_write_bytes(&writer, data + 3, length);
        tick += block.kind == PL_BLOCK_EVENTS || block.kind == PL_BLOCK_PACKED ? block.ticks : 0;
        data += 3 + length;
        size -= 3 + length;
    }
    PL_ASSERT(ploy_writer_fits(&writer));
    read_all(file, writer.count);
    query(&(mutant_recording){.bytes = file, .count = writer.count}, data, size);
    free(file);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    if (size > 0 && data[0] == 1) {
        read_blocks(data + 1, size - 1);
    } else if (size > 0 && (data[0] == 2 || data[0] == 3)) {
        query_mutant(data + 1, size - 1, data[0] == 2);
    } else {
        read_all(data, size);
    }
    return 0;
}
