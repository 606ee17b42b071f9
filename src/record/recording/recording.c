// Reads a recording. One pass over the blocks checks them and makes an index; ploy_recording_next decodes events block
// by block. The index holds offsets, not pointers, because a file that grew can be at another address.

#include <ploy/recording.h>

#include <string.h>

#include "base/check.h"
#include "base/containers/array.h"
#include "base/error.h"
#include "record/recording/block.h"
#include "record/recording/continuation.h"
#include "record/recording/pack.h"

typedef struct block_entry
{
    uint32_t kind;
    uint32_t bytes;
    size_t at; // offset of the payload
    uint64_t first_tick;
    uint32_t ticks;
} block_entry;

typedef struct known_kind
{
    size_t name; // offset; 0: the number is unused
    size_t arg_names[4];
    uint32_t args;
    bool is_list;
} known_kind;

struct ploy_recording
{
    ploy_allocator allocator;
    const uint8_t* bytes;
    ploy_recording_info info;
    PL_ARRAY(block_entry) blocks;
    PL_ARRAY(known_kind) kinds;
    pl_last_args last;
    uint64_t unpacked_total;    // bytes of all packed blocks of events
    PL_ARRAY(uint8_t) unpacked; // events of the packed block unpacked_at - 1
    uint32_t unpacked_at;
    PL_ARRAY(uint8_t) frame; // the last one returned, if it was packed
    uint32_t block;          // the current one
    size_t used;             // bytes of its payload
    uint32_t agent;          // of the last event
    uint64_t tick;
    uint64_t from; // events of earlier ticks are skipped
};

enum
{
    MAX_KINDS = 65536,
};

static bool text_ends(const uint8_t* payload, uint32_t bytes, uint32_t* at)
{
    const uint8_t* end = *at < bytes ? memchr(payload + *at, 0, bytes - *at) : NULL;
    if (!end) return false;
    *at = (uint32_t)(end - payload) + 1;
    return true;
}

// PLOY_INVALID: malformed.
static ploy_status add_kind(ploy_recording* recording, const block_entry* block)
{
    const uint8_t* payload = recording->bytes + block->at;
    ploy_reader reader = {.bytes = payload, .count = block->bytes};
    uint32_t number = ploy_read_below(&reader, MAX_KINDS);
    uint32_t args = ploy_read_below(&reader, 5);
    if (reader.failed) return PLOY_INVALID;
    uint32_t at = (uint32_t)reader.at;
    if (at == block->bytes || payload[at] == 0) return PLOY_INVALID; // without a name
    known_kind kind = {.name = block->at + at, .args = args};
    if (!text_ends(payload, block->bytes, &at)) return PLOY_INVALID;
    for (uint32_t i = 0; i < args; ++i) {
        kind.arg_names[i] = block->at + at;
        if (!text_ends(payload, block->bytes, &at)) return PLOY_INVALID;
    }
    kind.is_list = args > 0 && pl_is_list((const char*)recording->bytes + kind.arg_names[0]);
    while (recording->kinds.count <= number) {
        if (!PL_ARRAY_PUSH(&recording->kinds, &recording->allocator, (known_kind){0})) return PLOY_OUT_OF_MEMORY;
    }
    recording->kinds.data[number] = kind;
    return PLOY_OK;
}

static bool note_is_good(const ploy_recording* recording, const block_entry* block)
{
    ploy_reader reader = {.bytes = recording->bytes + block->at, .count = block->bytes};
    uint32_t length = ploy_read_u32(&reader);
    return !reader.failed && length <= block->bytes - 4;
}

static bool has_events(const block_entry* block)
{
    return block->kind == PL_BLOCK_EVENTS || block->kind == PL_BLOCK_PACKED;
}

// The events of a block, unpacked. number is the index of the block plus one.
static ploy_status events_of(ploy_recording* recording, const block_entry* block, uint32_t number, ploy_reader* events)
{
    *events = (ploy_reader){.bytes = recording->bytes + block->at, .count = block->bytes};
    if (block->kind == PL_BLOCK_EVENTS) return PLOY_OK;
    uint32_t size = ploy_read_u32(events);
    if (events->failed || size > PL_MAX_UNPACKED || size > pl_unpacked_limit(block->bytes)) return PLOY_INVALID;
    if (recording->unpacked_at != number) {
        recording->unpacked_at = 0;
        if (!PL_ARRAY_RESERVE(&recording->unpacked, &recording->allocator, size + 1)) return PLOY_OUT_OF_MEMORY;
        if (!pl_unpack(events->bytes + 4, block->bytes - 4, recording->unpacked.data, size)) return PLOY_INVALID;
        recording->unpacked_at = number;
    }
    *events = (ploy_reader){.bytes = recording->unpacked.data, .count = size};
    return PLOY_OK;
}

// An event with its arguments as differences. *agent is the agent of the event before.
static bool read_event(const ploy_recording* recording, ploy_reader* reader, uint64_t code, uint32_t* agent,
                       ploy_trace_event* event)
{
    if (code > recording->kinds.count || recording->kinds.data[code - 1].name == 0) return false;
    uint32_t bits = ploy_read_u8(reader), step = bits & PL_AGENT_MASK;
    bool follows = step == PL_AGENT_FOLLOWS;
    uint64_t sent = follows ? pl_varint_read(reader) : (uint64_t)*agent + step - PL_AGENT_SAME;
    *event = (ploy_trace_event){.kind = (uint32_t)code - 1, .agent = (uint32_t)sent};
    *agent = event->agent;
    uint32_t args = recording->kinds.data[event->kind].args;
    for (uint32_t i = 0; i < args; ++i) {
        if (bits & PL_FIRST_ARG << i) event->args[i] = pl_unzigzag(pl_varint_read(reader));
    }
    return !reader->failed && sent <= UINT32_MAX && bits >> (4 + args) == 0;
}

// Decodes a block of events once, so that reading it later cannot fail.
static bool events_are_good(const ploy_recording* recording, const block_entry* block, ploy_reader reader)
{
    uint32_t ticks = 0, agent = 0;
    ploy_trace_event event;
    while (reader.at < reader.count && !reader.failed) {
        uint64_t code = pl_varint_read(&reader);
        if (code > 0 && !read_event(recording, &reader, code, &agent, &event)) return false;
        ticks += code == 0;
    }
    return !reader.failed && ticks == block->ticks;
}

static ploy_status take_events(ploy_recording* recording, const block_entry* block)
{
    ploy_reader events = {.bytes = recording->bytes + block->at, .count = block->bytes};
    uint32_t size = block->kind == PL_BLOCK_PACKED ? ploy_read_u32(&events) : 0;
    if (!pl_may_unpack(recording->unpacked_total, size, block->at + block->bytes)) return PLOY_INVALID;
    ploy_status status = events_of(recording, block, recording->blocks.count + 1, &events);
    if (status == PLOY_OK && !events_are_good(recording, block, events)) status = PLOY_INVALID;
    if (status != PLOY_OK) recording->unpacked_at = 0;
    if (status == PLOY_OK) recording->unpacked_total += size;
    return status;
}

static ploy_status take_block(ploy_recording* recording, const block_entry* block)
{
    if (block->first_tick != recording->info.ticks) return PLOY_INVALID;
    switch (block->kind) {
    case PL_BLOCK_KIND:
        return add_kind(recording, block);
    case PL_BLOCK_NOTE:
        return note_is_good(recording, block) ? PLOY_OK : PLOY_INVALID;
    case PL_BLOCK_EVENTS:
    case PL_BLOCK_PACKED:
        return take_events(recording, block);
    default:
        return PLOY_OK;
    }
}

static bool is_frame(const block_entry* block)
{
    return block->kind == PL_BLOCK_FRAME || block->kind == PL_BLOCK_PACKED_FRAME;
}

static void count_block(ploy_recording* recording, const block_entry* block)
{
    ploy_recording_info* info = &recording->info;
    info->blocks += 1;
    info->frames += is_frame(block);
    info->closed = block->kind == PL_BLOCK_END;
    info->ticks += has_events(block) ? block->ticks : 0;
    info->good_bytes = block->at + block->bytes;
}

// Adds the next block if it is whole. PLOY_NOT_FOUND: there are no more.
static ploy_status add_next_block(ploy_recording* recording, size_t count)
{
    ploy_reader reader = {.bytes = recording->bytes, .count = count, .at = recording->info.good_bytes};
    pl_block header;
    if (count - reader.at < PL_BLOCK_HEADER) return PLOY_NOT_FOUND;
    if (!pl_block_read(&header, &reader)) return PLOY_INVALID;
    if (header.bytes > count - reader.at) return PLOY_NOT_FOUND;
    if (pl_block_checksum(&header, recording->bytes + reader.at) != header.checksum) return PLOY_INVALID;
    block_entry block = {header.kind, header.bytes, reader.at, header.first_tick, header.ticks};
    if (!PL_ARRAY_RESERVE(&recording->blocks, &recording->allocator, recording->blocks.count + 1)) {
        return PLOY_OUT_OF_MEMORY;
    }
    ploy_status status = take_block(recording, &block);
    if (status != PLOY_OK) return status;
    recording->blocks.data[recording->blocks.count++] = block;
    count_block(recording, &block);
    return PLOY_OK;
}

ploy_status ploy_recording_extend(ploy_recording* recording, const void* bytes, size_t count)
{
    PL_NEED(recording, PLOY_INVALID);
    if (count > 0) PL_NEED(bytes, PLOY_INVALID);
    PL_ASSERT(count >= recording->info.good_bytes);
    recording->bytes = bytes;
    ploy_status status = PLOY_OK;
    while (status == PLOY_OK) status = add_next_block(recording, count);
    recording->info.damaged = status == PLOY_INVALID;
    return status == PLOY_OUT_OF_MEMORY ? status : PLOY_OK;
}

static ploy_status check_header(const void* bytes, size_t count, uint32_t* version, ploy_error* error)
{
    ploy_reader reader = {.bytes = bytes, .count = count};
    char magic[8];
    ploy_read_bytes(&reader, magic, sizeof magic);
    *version = ploy_read_u32(&reader);
    if (reader.failed || memcmp(magic, PL_RECORDING_MAGIC, sizeof magic) != 0) {
        pl_error_set(error, 0, 0, "not a recording");
        pl_error_hint(error, "recordings are made with ploy play GAME --record FILE");
        return PLOY_INVALID;
    }
    if (*version != PLOY_RECORDING_VERSION) {
        pl_error_set(error, 0, 0, "a recording of version %u; this program reads version %u", *version,
                     PLOY_RECORDING_VERSION);
        return PLOY_NOT_SUPPORTED;
    }
    return PLOY_OK;
}

ploy_status ploy_recording_create(const ploy_recording_def* def, ploy_recording** recording, ploy_error* error)
{
    PL_NEED_ERROR(error, recording, PLOY_INVALID);
    *recording = NULL;
    PL_NEED_ERROR(error, def, PLOY_INVALID);
    if (def->count > 0) PL_NEED_ERROR(error, def->bytes, PLOY_INVALID);
    uint32_t version;
    ploy_status status = check_header(def->bytes, def->count, &version, error);
    if (status != PLOY_OK) return status;
    ploy_allocator allocator = pl_allocator_choose(&def->allocator);
    ploy_recording* made = PL_NEW(&allocator, ploy_recording);
    if (!made) return PLOY_OUT_OF_MEMORY;
    made->allocator = allocator;
    made->info.version = version;
    made->info.good_bytes = PL_RECORDING_HEADER;
    pl_last_args_init(&made->last, &made->allocator);
    status = ploy_recording_extend(made, def->bytes, def->count);
    if (status != PLOY_OK) {
        ploy_recording_destroy(made);
        return status;
    }
    *recording = made;
    return PLOY_OK;
}

void ploy_recording_destroy(ploy_recording* recording)
{
    if (!recording) return;
    ploy_allocator allocator = recording->allocator;
    PL_ARRAY_FREE(&recording->blocks, &allocator);
    PL_ARRAY_FREE(&recording->kinds, &allocator);
    pl_last_args_destroy(&recording->last);
    PL_ARRAY_FREE(&recording->unpacked, &allocator);
    PL_ARRAY_FREE(&recording->frame, &allocator);
    PL_DELETE(&allocator, recording);
}

ploy_recording_info ploy_recording_get_info(const ploy_recording* recording)
{
    PL_NEED(recording, (ploy_recording_info){0});
    return recording->info;
}

ploy_status ploy_recording_note(const ploy_recording* recording, const char* name, const void** bytes, size_t* count)
{
    PL_NEED(recording, PLOY_INVALID);
    PL_NEED(name, PLOY_INVALID);
    PL_NEED(bytes, PLOY_INVALID);
    PL_NEED(count, PLOY_INVALID);
    size_t length = strlen(name);
    for (uint32_t i = recording->blocks.count; i-- > 0;) {
        const block_entry* block = &recording->blocks.data[i];
        if (block->kind != PL_BLOCK_NOTE) continue;
        ploy_reader reader = {.bytes = recording->bytes + block->at, .count = block->bytes};
        const uint8_t* text = recording->bytes + block->at + 4;
        if (ploy_read_u32(&reader) != length || memcmp(text, name, length) != 0) continue;
        *bytes = text + length;
        *count = block->bytes - 4 - length;
        return PLOY_OK;
    }
    return PLOY_NOT_FOUND;
}

uint32_t ploy_recording_kind_count(const ploy_recording* recording)
{
    PL_NEED(recording, 0);
    return recording->kinds.count;
}

ploy_event_kind ploy_recording_kind(const ploy_recording* recording, uint32_t kind)
{
    PL_NEED(recording, (ploy_event_kind){0});
    ploy_event_kind result = {"", 0, {"", "", "", ""}};
    if (kind >= recording->kinds.count || recording->kinds.data[kind].name == 0) return result;
    const known_kind* known = &recording->kinds.data[kind];
    const char* bytes = (const char*)recording->bytes;
    result.name = bytes + known->name;
    result.arg_count = known->args;
    for (uint32_t i = 0; i < known->args; ++i) result.arg_names[i] = bytes + known->arg_names[i];
    return result;
}

static ploy_status unpack_frame(ploy_recording* recording, const block_entry* block)
{
    ploy_reader reader = {.bytes = recording->bytes + block->at, .count = block->bytes};
    uint32_t size = ploy_read_u32(&reader);
    if (reader.failed || size >= PL_MAX_FRAME || size > pl_unpacked_limit(block->bytes)) return PLOY_INVALID;
    if (!PL_ARRAY_RESERVE(&recording->frame, &recording->allocator, size + 1)) return PLOY_OUT_OF_MEMORY;
    recording->frame.count = size;
    bool ok = pl_unpack(reader.bytes + 4, block->bytes - 4, recording->frame.data, size);
    return ok ? PLOY_OK : PLOY_INVALID;
}

static ploy_status frame_of(ploy_recording* recording, const block_entry* block, const void** bytes, size_t* count)
{
    *bytes = recording->bytes + block->at;
    *count = block->bytes;
    if (block->kind == PL_BLOCK_FRAME) return PLOY_OK;
    ploy_status status = unpack_frame(recording, block);
    *bytes = recording->frame.data;
    *count = recording->frame.count;
    return status;
}

ploy_status ploy_recording_frame(ploy_recording* recording, uint64_t tick, uint64_t* frame_tick, const void** bytes,
                                 size_t* count)
{
    PL_NEED(recording, PLOY_INVALID);
    PL_NEED(frame_tick, PLOY_INVALID);
    PL_NEED(bytes, PLOY_INVALID);
    PL_NEED(count, PLOY_INVALID);
    for (uint32_t i = recording->blocks.count; i-- > 0;) {
        const block_entry* block = &recording->blocks.data[i];
        if (!is_frame(block) || block->first_tick > tick) continue;
        *frame_tick = block->first_tick;
        return frame_of(recording, block, bytes, count);
    }
    return PLOY_NOT_FOUND;
}

bool pl_recording_part_until(const ploy_recording* recording, uint64_t tick, pl_recording_part* part)
{
    for (uint32_t i = recording->blocks.count; i-- > 0;) {
        const block_entry* block = &recording->blocks.data[i];
        if (!is_frame(block) || block->first_tick > tick) continue;
        *part = (pl_recording_part){recording->bytes, block->at + block->bytes, block->first_tick, recording->unpacked_total};
        return true;
    }
    return false;
}

static void enter_block(ploy_recording* recording, uint32_t block)
{
    recording->block = block;
    recording->used = 0;
    recording->agent = 0;
    pl_last_args_forget(&recording->last);
    if (block < recording->blocks.count) recording->tick = recording->blocks.data[block].first_tick;
}

// The first block that ends at or after the tick: the tick can begin in it.
static uint32_t block_of(const ploy_recording* recording, uint64_t tick)
{
    uint32_t low = 0;
    uint32_t high = recording->blocks.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const block_entry* block = &recording->blocks.data[middle];
        uint64_t end = block->first_tick + (has_events(block) ? block->ticks : 0);
        if (end < tick) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

ploy_status ploy_recording_seek(ploy_recording* recording, uint64_t tick)
{
    PL_NEED(recording, PLOY_INVALID);
    enter_block(recording, block_of(recording, tick));
    recording->from = tick;
    return tick < recording->info.ticks ? PLOY_OK : PLOY_NOT_FOUND;
}

static ploy_status decode(ploy_recording* recording, ploy_reader* reader, uint64_t code, ploy_trace_event* event)
{
    if (!read_event(recording, reader, code, &recording->agent, event)) return PLOY_INVALID;
    const known_kind* kind = &recording->kinds.data[event->kind];
    uint64_t index = kind->is_list ? event->args[0] : 0;
    uint64_t* last = pl_last_args_of(&recording->last, event->kind, event->agent, index);
    if (!last) return PLOY_OUT_OF_MEMORY;
    if (kind->is_list) last[0] = 0;
    for (uint32_t i = 0; i < kind->args; ++i) event->args[i] = last[i] += event->args[i];
    return PLOY_FOUND;
}

ploy_status ploy_recording_next(ploy_recording* recording, ploy_trace_event* event, uint64_t* tick)
{
    PL_NEED(recording, PLOY_INVALID);
    PL_NEED(event, PLOY_INVALID);
    PL_NEED(tick, PLOY_INVALID);
    while (recording->block < recording->blocks.count) {
        const block_entry* block = &recording->blocks.data[recording->block];
        ploy_reader reader = {0};
        ploy_status status =
            has_events(block) ? events_of(recording, block, recording->block + 1, &reader) : PLOY_NOT_FOUND;
        if (status == PLOY_OUT_OF_MEMORY) return status;
        if (status != PLOY_OK || recording->used == reader.count) {
            enter_block(recording, recording->block + 1);
            continue;
        }
        reader.at = recording->used;
        uint64_t code = pl_varint_read(&reader);
        status = code == 0 ? PLOY_OK : decode(recording, &reader, code, event);
        if (status == PLOY_OUT_OF_MEMORY) return status;
        recording->used = reader.at;
        *tick = recording->tick;
        recording->tick += code == 0;
        if (status == PLOY_FOUND && *tick >= recording->from) return PLOY_FOUND;
    }
    return PLOY_NOT_FOUND;
}
