// A world's recording as a file: the trace of all its agents, their names, and where they are.

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <ploy/io.h>

#include "agent/world.h"
#include "base/check.h"
#include "base/containers/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "io/disk.h"
#include "io/xml/read_file.h"

enum
{
    POSITION_INTERVAL = PLOY_SECOND / 5, ///< are drawn between, and the file is written this often
};

typedef struct recorded_place
{
    ploy_point at;
    uint32_t generation; ///< 0: not known
} recorded_place;

typedef struct world_record
{
    ploy_world* world;
    ploy_record_def def;
    ploy_recorder* recorder;
    FILE* file;
    PL_ARRAY(recorded_place) places; ///< by index of agent
    uint32_t position_kind;
    int64_t positions_due;
} world_record;

static bool write_bytes(void* user, const void* bytes, size_t count)
{
    world_record* record = user;
    return fwrite(bytes, 1, count, record->file) == count && fflush(record->file) == 0;
}

static void note_names(world_record* record)
{
    ploy_recorder_note_world(record->recorder, record->world, record->def.name, record->def.user);
}

static void note_position(world_record* record, const ploy_agent* agent)
{
    ploy_point at = agent->position;
    recorded_place* last = &record->places.data[agent->id.index1 - 1];
    bool is_known = last->generation == agent->id.generation;
    if (is_known ? last->at.x == at.x && last->at.y == at.y : at.x == 0 && at.y == 0) return;
    *last = (recorded_place){at, agent->id.generation};
    ploy_trace_event event = {.kind = record->position_kind,
                              .agent = agent->id.index1,
                              .args = {(uint64_t)(int64_t)at.x, (uint64_t)(int64_t)at.y}};
    const ploy_trace* trace = ploy_recorder_trace(record->recorder);
    trace->emit(trace->user, &event);
}

static void note_positions(world_record* record)
{
    int64_t now = ploy_world_now(record->world);
    if (now < record->positions_due) return;
    record->positions_due = now + POSITION_INTERVAL;
    uint32_t end = pl_id_pool_end(&record->world->ids), known = record->places.count;
    if (!PL_ARRAY_RESERVE(&record->places, &record->world->allocator, end)) return;
    if (end > known) {
        memset(record->places.data + known, 0, (end - known) * sizeof *record->places.data);
        record->places.count = end;
    }
    ploy_agent_id id = {0};
    while ((id = ploy_world_next_agent(record->world, id)).index1 != 0) {
        note_position(record, ploy_world_agent(record->world, id));
    }
}

static void before_tick(void* data)
{
    note_names(data);
    if (ploy_world_ticks(((world_record*)data)->world) == 0) note_positions(data);
}

static void after_tick(void* data)
{
    world_record* record = data;
    bool is_due = ploy_world_now(record->world) >= record->positions_due;
    note_names(record);
    note_positions(record);
    ploy_recorder_tick(record->recorder);
    if (is_due) ploy_recorder_flush(record->recorder);
}

static void flush_record(void* data)
{
    ploy_recorder_flush(((world_record*)data)->recorder);
}

static void close_record(void* data)
{
    note_names(data);
}

// When the agents have ended, too.
static void destroy_record(void* data)
{
    world_record* record = data;
    ploy_allocator allocator = record->world->allocator;
    bool is_whole = ploy_recorder_close(record->recorder) == PLOY_OK;
    ploy_recorder_destroy(record->recorder);
    if (fclose(record->file) != 0 || !is_whole) pl_log("ploy_world_record: the recording could not be written whole");
    PL_ARRAY_FREE(&record->places, &allocator);
    PL_DELETE(&allocator, record);
}

static ploy_status begin(world_record* record, const ploy_record_def* def, ploy_error* error)
{
    if (!def->path || !*def->path) {
        pl_error_set(error, 0, 0, "def->path is empty");
        pl_error_hint(error, "name the file to write");
        return PLOY_INVALID;
    }
    record->file = pl_disk_open(def->path, "wb");
    if (!record->file) {
        pl_error_set(error, 0, 0, "%s: %s", def->path, strerror(errno));
        pl_error_hint(error, "the folder must exist, and the program may write there");
        return PLOY_INVALID;
    }
    record->recorder = ploy_recorder_create(&(ploy_recorder_def){
        .allocator = record->world->allocator, .write = write_bytes, .user = record, .level = def->level});
    if (!record->recorder) {
        fclose(record->file);
        pl_error_set(error, 0, 0, "%s: cannot be written", def->path);
        return PLOY_INVALID;
    }
    ploy_event_kind position = {.name = "position", .arg_count = 2, .arg_names = {"x", "y"}};
    ploy_recorder_add_kind(record->recorder, &position, &record->position_kind);
    if (def->map) ploy_recorder_note(record->recorder, "map", def->map, strlen(def->map));
    return PLOY_OK;
}

ploy_status ploy_world_record(ploy_world* world, const ploy_record_def* def, ploy_error* error)
{
    PL_NEED_ERROR(error, world, PLOY_INVALID);
    PL_NEED_ERROR(error, def, PLOY_INVALID);
    ploy_error ignored;
    error = error ? error : &ignored;
    pl_error_clear(error);
    pl_world_extension* extension = pl_world_extend(world, PL_WORLD_RECORDING);
    if (world->def.trace || ploy_world_next_agent(world, (ploy_agent_id){0}).index1 != 0) {
        pl_error_set(error, 0, 0, "the world has %s already", world->def.trace ? "a trace" : "agents");
        pl_error_hint(error, "record before the first agent is created");
        return PLOY_NOT_SUPPORTED;
    }
    world_record* record = PL_NEW(&world->allocator, world_record);
    if (!record) return pl_fail_memory(error);
    record->world = world;
    record->def = *def;
    ploy_status status = begin(record, def, error);
    if (status != PLOY_OK) {
        PL_DELETE(&world->allocator, record);
        return status;
    }
    *extension = (pl_world_extension){record, before_tick, after_tick, flush_record, close_record, destroy_record};
    pl_world_set_trace(world, ploy_recorder_trace(record->recorder));
    return PLOY_OK;
}
