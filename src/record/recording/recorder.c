// Turns events into blocks. An event is encoded at once into the buffer of the current block, which always has room for
// one more. A block is written when it is full or spans enough ticks, and before any other block, so that the blocks of
// a file are in order of time. Each block is one write: payloads leave room for the header before them.

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/containers/names.h"
#include "base/hash.h"
#include "base/memory.h"
#include "plan/domain/domain.h"
#include "record/recording/block.h"
#include "record/recording/continuation.h"
#include "record/recording/held_values.h"
#include "record/recording/pack.h"
#include "record/recording/recorder.h"
#include "record/save/domain_save.h"
#include "trace/emit.h"

enum
{
    MAX_EVENT = 1 + 6 * 10, // the byte; kind, agent, four arguments
};

typedef struct kind_layout
{
    uint8_t args;
    bool is_list;
} kind_layout;

struct ploy_recorder
{
    ploy_recorder_def def;
    ploy_trace trace;
    pl_last_args last;
    pl_names game_kinds;           // kind = id + PLOY_TRACE_KIND_COUNT
    uint32_t old_kinds;            // of those, in the recording that is continued
    PL_ARRAY(kind_layout) layouts; // of all kinds
    uint8_t* block;                // room for a header, then block_bytes + MAX_EVENT of events
    uint8_t* packed;               // likewise
    uint32_t* pack_table;
    PL_ARRAY(uint8_t) frame; // likewise
    uint32_t used;
    uint32_t agent; // of the last event in the block
    uint32_t block_ticks;
    uint64_t tick;           // the current one
    uint64_t decided1;       // the last one with a decision, plus one
    uint64_t written;        // bytes
    uint64_t unpacked_total; // of packed blocks of events
    pl_noted_world world;
    pl_held_values values; // of level basic
    bool failed;           // a write failed
    bool lost;             // out of memory for an event
};

static ploy_recorder_def recorder_with_defaults(const ploy_recorder_def* given)
{
    ploy_recorder_def def = given ? *given : (ploy_recorder_def){0};
    def.allocator = pl_allocator_choose(&def.allocator);
    PL_DEFAULT(def.level, PLOY_TRACE_BASIC);
    PL_DEFAULT(def.block_bytes, 65536);
    PL_DEFAULT(def.block_ticks, 300);
    return def;
}

static void put(ploy_recorder* recorder, const void* bytes, size_t count)
{
    if (recorder->failed) return;
    recorder->failed = !recorder->def.write(recorder->def.user, bytes, count);
    recorder->written += count;
}

// bytes: room for the header, which is filled here, then the payload.
static void put_block(ploy_recorder* recorder, pl_block block, uint8_t* bytes)
{
    block.checksum = pl_block_checksum(&block, bytes + PL_BLOCK_HEADER);
    ploy_writer writer = {bytes, PL_BLOCK_HEADER, 0};
    pl_block_write(&block, &writer);
    put(recorder, bytes, PL_BLOCK_HEADER + block.bytes);
}

static size_t room(const ploy_recorder* recorder)
{
    return PL_BLOCK_HEADER + recorder->def.block_bytes + MAX_EVENT;
}

// Returns the size of the payload; 0: packing does not make it smaller.
static uint32_t pack(ploy_recorder* recorder, const uint8_t* from, uint32_t count, uint8_t* to)
{
    uint32_t packed = pl_pack(from, count, to + PL_BLOCK_HEADER + 4, recorder->pack_table);
    ploy_writer writer = {to + PL_BLOCK_HEADER, 4, 0};
    ploy_write_u32(&writer, count);
    return packed > 0 ? packed + 4 : 0;
}

// A note that does not end the current block: the caller writes one before the other.
static ploy_status put_note(ploy_recorder* recorder, const char* name, const void* bytes, size_t count)
{
    size_t length = strlen(name);
    PL_ASSERT(length < 65536 && count < UINT32_MAX - 65540);
    ploy_allocator* allocator = &recorder->def.allocator;
    size_t payload = 4 + length + count, total = PL_BLOCK_HEADER + payload;
    uint8_t* note = pl_alloc(allocator, total);
    if (!note) return PLOY_OUT_OF_MEMORY;
    ploy_writer writer = {note + PL_BLOCK_HEADER, payload, 0};
    ploy_write_u32(&writer, (uint32_t)length);
    ploy_write_bytes(&writer, name, length);
    ploy_write_bytes(&writer, bytes, count);
    uint64_t first_tick = recorder->tick - recorder->block_ticks;
    put_block(recorder, (pl_block){.kind = PL_BLOCK_NOTE, .bytes = (uint32_t)payload, .first_tick = first_tick}, note);
    pl_free(allocator, note, total);
    return recorder->failed ? PLOY_CANCELLED : PLOY_OK;
}

// The names of agents that came since the last block.
static void put_world(ploy_recorder* recorder)
{
    pl_noted_world* world = &recorder->world;
    if (world->lines.chars.count == 0) return;
    char name[32];
    snprintf(name, sizeof name, "world:%" PRIu32, world->pieces++);
    ploy_status status = put_note(recorder, name, world->lines.chars.data, world->lines.chars.count);
    if (status == PLOY_OUT_OF_MEMORY) recorder->lost = true;
    PL_ARRAY_CLEAR(&world->lines.chars);
}

static void flush(ploy_recorder* recorder)
{
    put_world(recorder);
    if (recorder->used == 0) return;
    pl_block block = {
        .kind = PL_BLOCK_EVENTS,
        .bytes = recorder->used,
        .ticks = recorder->block_ticks,
        .first_tick = recorder->tick - recorder->block_ticks,
    };
    const uint8_t* events = recorder->block + PL_BLOCK_HEADER;
    uint32_t packed = recorder->def.pack ? pack(recorder, events, recorder->used, recorder->packed) : 0;
    if (!pl_may_unpack(recorder->unpacked_total, recorder->used, recorder->written + PL_BLOCK_HEADER + packed))
        packed = 0;
    if (packed > 0) {
        recorder->unpacked_total += recorder->used;
        block.kind = PL_BLOCK_PACKED;
        block.bytes = packed;
    }
    put_block(recorder, block, packed > 0 ? recorder->packed : recorder->block);
    recorder->used = 0;
    recorder->agent = 0;
    recorder->block_ticks = 0;
    pl_last_args_forget(&recorder->last);
}

static void note_change(ploy_recorder* recorder, const ploy_trace_event* event)
{
    pl_noted_world* world = &recorder->world;
    if (!world->is_noted) return;
    world->has_squad_changes |= event->kind == PLOY_TRACE_SQUAD_JOINED;
    if (event->kind == PLOY_TRACE_SQUAD_JOINED) return;
    pl_life_change change = {event->agent, recorder->tick};
    if (!PL_ARRAY_PUSH(&world->changes, &recorder->def.allocator, change)) recorder->lost = true;
}

static bool is_change(uint32_t kind)
{
    return kind == PLOY_TRACE_AGENT_CREATED || kind == PLOY_TRACE_MIND_GIVEN || kind == PLOY_TRACE_SQUAD_JOINED;
}

static void write_event(void* user, const ploy_trace_event* event)
{
    ploy_recorder* recorder = user;
    PL_ASSERT(event->kind < recorder->layouts.count);
    const kind_layout of = recorder->layouts.data[event->kind];
    uint64_t* last = pl_last_args_of(&recorder->last, event->kind, event->agent, of.is_list ? event->args[0] : 0);
    if (!last) {
        recorder->lost = true;
        return;
    }
    uint8_t* events = recorder->block + PL_BLOCK_HEADER;
    uint8_t* at = pl_varint_write(events + recorder->used, (uint64_t)event->kind + 1);
    uint8_t* second = at++;
    uint32_t bits = pl_agent_step(recorder->agent, event->agent);
    if (bits == PL_AGENT_FOLLOWS) at = pl_varint_write(at, event->agent);
    recorder->agent = event->agent;
    if (of.is_list) last[0] = 0;
    for (uint32_t i = 0; i < of.args; ++i) {
        uint64_t difference = event->args[i] - last[i];
        if (difference == 0) continue;
        bits |= (uint32_t)PL_FIRST_ARG << i;
        at = pl_varint_write(at, pl_zigzag(difference));
        last[i] = event->args[i];
    }
    *second = (uint8_t)bits;
    recorder->used = (uint32_t)(at - events);
    if (recorder->used >= recorder->def.block_bytes) flush(recorder);
}

// Domains.

static uint32_t find_domain(const pl_noted_world* noted, uint64_t hash)
{
    for (uint32_t i = 0; i < noted->minds.count; ++i) {
        const pl_noted_mind* mind = &noted->minds.data[i];
        if (mind->domain_note != PLOY_NONE && mind->domain_hash == hash) return mind->domain_note;
    }
    return PLOY_NONE;
}

// Objects and tables of equal domains need not stay equal.
static ploy_status put_domain(ploy_recorder* recorder, const ploy_domain* domain, pl_noted_mind* mind)
{
    ploy_writer counter = {0};
    char name[32];
    pl_domain_save(domain, &counter);
    uint8_t* bytes = pl_alloc(&recorder->def.allocator, counter.count);
    if (!bytes) return PLOY_OUT_OF_MEMORY;
    ploy_writer writer = {bytes, counter.count, 0};
    pl_domain_save(domain, &writer);
    mind->domain_hash = pl_hash_bytes(bytes, counter.count);
    mind->domain_note = pl_domain_can_change(domain) ? PLOY_NONE : find_domain(&recorder->world, mind->domain_hash);
    ploy_status status = PLOY_OK;
    if (mind->domain_note == PLOY_NONE) {
        mind->domain_note = recorder->world.minds.count;
        snprintf(name, sizeof name, "domain:%" PRIu32, mind->domain_note);
        status = put_note(recorder, name, bytes, writer.count);
    }
    pl_free(&recorder->def.allocator, bytes, counter.count);
    return status;
}

// Takes the next number for a domain without a mind of that number.
static uint32_t put_changed_domain(void* user, const ploy_domain* domain)
{
    ploy_recorder* recorder = user;
    pl_noted_mind fresh = {.domain = PLOY_NONE, .domain_note = PLOY_NONE};
    bool is_put = PL_ARRAY_RESERVE(&recorder->world.minds, &recorder->def.allocator, recorder->world.minds.count + 1) &&
                  put_domain(recorder, domain, &fresh) == PLOY_OK;
    if (!is_put) return PLOY_NONE;
    if (fresh.domain_note == recorder->world.minds.count)
        recorder->world.minds.data[recorder->world.minds.count++] = fresh;
    return fresh.domain_note;
}

static pl_domain_writer domain_writer(ploy_recorder* recorder, uint64_t tick)
{
    return (pl_domain_writer){write_event, put_changed_domain, recorder, tick};
}

ploy_status pl_recorder_note_domain(ploy_recorder* recorder, const ploy_domain* domain, pl_noted_mind* mind)
{
    const pl_noted_domain* known = pl_noted_domains_find(&recorder->world.domains, domain);
    if (known) {
        mind->domain = known->id;
        mind->domain_note = known->note;
        return PLOY_OK;
    }
    ploy_status status = put_domain(recorder, domain, mind);
    pl_domain_writer writer = domain_writer(recorder, recorder->tick);
    if (status != PLOY_OK) return status;
    mind->domain = pl_noted_domains_add(&recorder->world.domains, domain, mind->domain_note, &writer);
    return mind->domain != PLOY_NONE ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

static void compare_domain(ploy_recorder* recorder, uint32_t id, uint64_t tick)
{
    pl_noted_domain* domain = pl_noted_domains_at(&recorder->world.domains, id);
    if (!domain || recorder->failed || recorder->world.is_loading) return;
    pl_domain_writer writer = domain_writer(recorder, tick);
    recorder->lost |= !pl_noted_domain_compare(domain, &writer);
    recorder->world.has_new_notes |= domain->has_new_note;
}

// What no decision of this tick has seen counts from the next one on.
void pl_recorder_compare_domain(ploy_recorder* recorder, const ploy_mind* mind)
{
    const pl_noted_world* world = &recorder->world;
    uint32_t number = mind->number - 1;
    bool is_noted = number < world->minds.count && world->minds.data[number].mind == mind;
    bool has_decided = recorder->decided1 == recorder->tick + 1;
    if (is_noted) compare_domain(recorder, world->minds.data[number].domain, recorder->tick + has_decided);
}

// Before a decision is written.
static void compare_deciding(ploy_recorder* recorder, const ploy_mind* planner)
{
    const pl_noted_world* world = &recorder->world;
    uint32_t number = planner->number - 1;
    if (number >= world->minds.count || world->minds.data[number].planner != planner) return;
    recorder->decided1 = recorder->tick + 1;
    compare_domain(recorder, world->minds.data[number].domain, recorder->tick);
}

static void record(void* user, const ploy_trace_event* event)
{
    ploy_recorder* recorder = user;
    if (recorder->failed || recorder->world.is_loading) return;
    if (is_change(event->kind)) note_change(recorder, event);
    if (pl_trace_decider) compare_deciding(recorder, pl_trace_decider);
    bool holds = recorder->trace.wants_values;
    if (holds && pl_is_held_value(event->kind)) {
        recorder->lost |= !pl_held_values_take(&recorder->values, event);
        return;
    }
    if (holds) recorder->lost |= !pl_held_values_watch(&recorder->values, event);
    write_event(recorder, event);
}

// A kind is a few dozen bytes; that of a game must fit into the buffer.
static void put_kind(ploy_recorder* recorder, uint32_t number, const ploy_event_kind* kind)
{
    uint8_t bytes[512];
    ploy_writer writer = {bytes + PL_BLOCK_HEADER, sizeof bytes - PL_BLOCK_HEADER, 0};
    ploy_write_u32(&writer, number);
    ploy_write_u32(&writer, kind->arg_count);
    ploy_write_bytes(&writer, kind->name, strlen(kind->name) + 1);
    for (uint32_t i = 0; i < kind->arg_count; ++i) {
        ploy_write_bytes(&writer, kind->arg_names[i], strlen(kind->arg_names[i]) + 1);
    }
    PL_ASSERT(ploy_writer_fits(&writer));
    put_block(recorder,
              (pl_block){.kind = PL_BLOCK_KIND, .bytes = (uint32_t)writer.count, .first_tick = recorder->tick}, bytes);
}

static bool list_layouts(ploy_recorder* recorder)
{
    for (uint32_t kind = 0; kind < PLOY_TRACE_KIND_COUNT; ++kind) {
        kind_layout of = {(uint8_t)ploy_trace_arg_count(kind), pl_is_list(ploy_trace_arg_name(kind, 0))};
        if (!PL_ARRAY_PUSH(&recorder->layouts, &recorder->def.allocator, of)) return false;
    }
    return true;
}

static void put_header(ploy_recorder* recorder)
{
    uint8_t header[PL_RECORDING_HEADER];
    ploy_writer writer = {header, sizeof header, 0};
    ploy_write_bytes(&writer, PL_RECORDING_MAGIC, 8);
    ploy_write_u32(&writer, PLOY_RECORDING_VERSION);
    put(recorder, header, sizeof header);
    for (uint32_t kind = 0; kind < PLOY_TRACE_KIND_COUNT; ++kind) {
        ploy_event_kind known = {.name = ploy_trace_name(kind), .arg_count = ploy_trace_arg_count(kind)};
        for (uint32_t i = 0; i < 4; ++i) known.arg_names[i] = ploy_trace_arg_name(kind, i);
        put_kind(recorder, kind, &known);
    }
}

// Numbers that mean something in the part before stay what they are.
static bool take_numbers(ploy_recorder* recorder, const pl_continuation* from)
{
    const ploy_allocator* allocator = &recorder->def.allocator;
    for (uint32_t kind = PLOY_TRACE_KIND_COUNT; kind < ploy_recording_kind_count(from->recording); ++kind) {
        ploy_event_kind known = ploy_recording_kind(from->recording, kind);
        kind_layout of = {(uint8_t)known.arg_count, pl_is_list(known.arg_names[0])};
        bool is_next = pl_names_intern(&recorder->game_kinds, known.name, strlen(known.name)) == recorder->old_kinds++;
        if (!is_next || !PL_ARRAY_PUSH(&recorder->layouts, allocator, of)) return false;
    }
    pl_noted_mind taken = {.domain = PLOY_NONE, .domain_note = PLOY_NONE};
    for (uint32_t i = 0; i < from->minds; ++i) {
        if (!PL_ARRAY_PUSH(&recorder->world.minds, allocator, taken)) return false;
    }
    return true;
}

static bool continue_file(ploy_recorder* recorder)
{
    pl_continuation from;
    bool ok = pl_continuation_create(&from, &recorder->def) && take_numbers(recorder, &from);
    if (ok) put(recorder, from.part.bytes, from.part.count);
    recorder->tick = from.part.tick;
    recorder->unpacked_total = from.part.unpacked_total;
    recorder->world.pieces = from.pieces;
    recorder->world.is_loading = true;
    pl_continuation_destroy(&from);
    recorder->def.continues = NULL;
    return ok;
}

ploy_recorder* ploy_recorder_create(const ploy_recorder_def* given)
{
    PL_NEED_NAMED("def", NULL, given, NULL);
    ploy_recorder_def full = recorder_with_defaults(given);
    const ploy_recorder_def* def = &full;
    PL_NEED(def->write, NULL);
    PL_ASSERT(def->block_bytes >= 64 && def->block_bytes <= 1u << 24 && def->block_ticks > 0);
    ploy_recorder* recorder = PL_NEW(&def->allocator, ploy_recorder);
    if (!recorder) return NULL;
    recorder->def = *def;
    recorder->trace = (ploy_trace){record, recorder, def->level, def->level < PLOY_TRACE_EVERYTHING};
    pl_held_values_init(&recorder->values, &def->allocator);
    pl_last_args_init(&recorder->last, &def->allocator);
    pl_names_init(&recorder->game_kinds, &recorder->def.allocator);
    pl_text_init(&recorder->world.lines, &recorder->def.allocator);
    pl_noted_domains_init(&recorder->world.domains, &recorder->def.allocator);
    recorder->block = PL_NEW_ARRAY(&def->allocator, uint8_t, room(recorder));
    recorder->packed = PL_NEW_ARRAY(&def->allocator, uint8_t, room(recorder) + 4);
    recorder->pack_table = PL_NEW_ARRAY(&def->allocator, uint32_t, PL_PACK_TABLE);
    bool is_whole = recorder->block && recorder->packed && recorder->pack_table && list_layouts(recorder);
    if (is_whole && def->continues) is_whole = continue_file(recorder);
    if (is_whole && !def->continues) put_header(recorder);
    if (is_whole && !recorder->failed) return recorder;
    ploy_recorder_destroy(recorder);
    return NULL;
}

void ploy_recorder_destroy(ploy_recorder* recorder)
{
    if (!recorder) return;
    ploy_allocator allocator = recorder->def.allocator;
    pl_last_args_destroy(&recorder->last);
    pl_names_destroy(&recorder->game_kinds);
    pl_held_values_destroy(&recorder->values);
    pl_noted_domains_destroy(&recorder->world.domains);
    PL_ARRAY_FREE(&recorder->world.minds, &allocator);
    PL_ARRAY_FREE(&recorder->world.squads, &allocator);
    PL_ARRAY_FREE(&recorder->world.changes, &allocator);
    pl_text_destroy(&recorder->world.lines);
    PL_ARRAY_FREE(&recorder->frame, &allocator);
    PL_ARRAY_FREE(&recorder->layouts, &allocator);
    PL_DELETE_ARRAY(&allocator, recorder->block, room(recorder));
    PL_DELETE_ARRAY(&allocator, recorder->packed, room(recorder) + 4);
    PL_DELETE_ARRAY(&allocator, recorder->pack_table, PL_PACK_TABLE);
    PL_DELETE(&allocator, recorder);
}

static bool is_library_kind(const char* name)
{
    for (uint32_t kind = 0; kind < PLOY_TRACE_KIND_COUNT; ++kind) {
        if (strcmp(name, ploy_trace_name(kind)) == 0) return true;
    }
    return false;
}

ploy_status ploy_recorder_add_kind(ploy_recorder* recorder, const ploy_event_kind* kind, uint32_t* index)
{
    PL_NEED(recorder, PLOY_INVALID);
    PL_NEED(kind, PLOY_INVALID);
    PL_NEED(kind->name, PLOY_INVALID);
    PL_ASSERT(kind->arg_count <= 4);
    if (index) *index = PLOY_NONE;
    size_t length = strlen(kind->name);
    uint32_t old = pl_names_find(&recorder->game_kinds, kind->name, length);
    if (old < recorder->old_kinds) {
        if (recorder->layouts.data[PLOY_TRACE_KIND_COUNT + old].args != kind->arg_count) return PLOY_INVALID;
        if (index) *index = PLOY_TRACE_KIND_COUNT + old;
        return PLOY_OK;
    }
    bool is_taken =
        is_library_kind(kind->name) || pl_names_find(&recorder->game_kinds, kind->name, length) != PLOY_NONE;
    if (is_taken) return PLOY_INVALID;
    const ploy_allocator* allocator = &recorder->def.allocator;
    if (!PL_ARRAY_RESERVE(&recorder->layouts, allocator, recorder->layouts.count + 1)) return PLOY_OUT_OF_MEMORY;
    uint32_t id = pl_names_intern(&recorder->game_kinds, kind->name, length);
    if (id == PLOY_NONE) return PLOY_OUT_OF_MEMORY;
    bool is_list = kind->arg_count > 0 && pl_is_list(kind->arg_names[0]);
    recorder->layouts.data[recorder->layouts.count++] = (kind_layout){(uint8_t)kind->arg_count, is_list};
    flush(recorder);
    put_kind(recorder, PLOY_TRACE_KIND_COUNT + id, kind);
    if (index) *index = PLOY_TRACE_KIND_COUNT + id;
    return PLOY_OK;
}

const ploy_trace* ploy_recorder_trace(const ploy_recorder* recorder)
{
    PL_NEED(recorder, NULL);
    return &recorder->trace;
}

static ploy_status status_of(const ploy_recorder* recorder)
{
    return recorder->failed ? PLOY_CANCELLED : PLOY_OK;
}

ploy_status ploy_recorder_note(ploy_recorder* recorder, const char* name, const void* bytes, size_t count)
{
    PL_NEED(recorder, PLOY_INVALID);
    PL_NEED(name, PLOY_INVALID);
    if (count > 0) PL_NEED(bytes, PLOY_INVALID);
    flush(recorder);
    return put_note(recorder, name, bytes, count);
}

ploy_status ploy_recorder_frame(ploy_recorder* recorder, const void* bytes, size_t count)
{
    PL_NEED(recorder, PLOY_INVALID);
    if (count > 0) PL_NEED(bytes, PLOY_INVALID);
    PL_ASSERT(count < PL_MAX_FRAME);
    recorder->world.is_loading = false;
    uint32_t size = (uint32_t)count;
    if (!PL_ARRAY_RESERVE(&recorder->frame, &recorder->def.allocator, PL_BLOCK_HEADER + 4 + size)) {
        return PLOY_OUT_OF_MEMORY;
    }
    flush(recorder);
    pl_block block = {.kind = PL_BLOCK_PACKED_FRAME, .first_tick = recorder->tick};
    block.bytes = pack(recorder, bytes, size, recorder->frame.data);
    if (block.bytes == 0) {
        block.kind = PL_BLOCK_FRAME;
        block.bytes = size;
        if (size > 0) memcpy(recorder->frame.data + PL_BLOCK_HEADER, bytes, size);
    }
    put_block(recorder, block, recorder->frame.data);
    return status_of(recorder);
}

void ploy_recorder_tick(ploy_recorder* recorder)
{
    PL_NEED(recorder, );
    pl_held_values_end_tick(&recorder->values, recorder->tick, write_event, recorder);
    recorder->block[PL_BLOCK_HEADER + recorder->used++] = 0;
    ++recorder->block_ticks;
    ++recorder->tick;
    bool full = recorder->used >= recorder->def.block_bytes || recorder->block_ticks >= recorder->def.block_ticks;
    if (full) flush(recorder);
}

ploy_status ploy_recorder_close(ploy_recorder* recorder)
{
    PL_NEED(recorder, PLOY_INVALID);
    flush(recorder);
    put_block(recorder, (pl_block){.kind = PL_BLOCK_END, .first_tick = recorder->tick}, recorder->block);
    return recorder->lost ? PLOY_OUT_OF_MEMORY : status_of(recorder);
}

void ploy_recorder_flush(ploy_recorder* recorder)
{
    PL_NEED(recorder, );
    flush(recorder);
}

ploy_allocator pl_recorder_allocator(const ploy_recorder* recorder)
{
    return recorder->def.allocator;
}

uint64_t pl_recorder_tick(const ploy_recorder* recorder)
{
    return recorder->tick;
}

pl_noted_world* pl_recorder_world(ploy_recorder* recorder)
{
    return &recorder->world;
}
