#include "games/arena/controllers/environment_recording.h"

#include <stdlib.h>

#include "games/arena/rules/agent.h"

enum
{
    EVERY = ARENA_STEPS_PER_SECOND / 5, ///< steps between two positions
};

static void emit(void* user, const ploy_trace_event* event)
{
    const arena_environment_recording* recording = user;
    if (!recording->recorder) return;
    const ploy_trace* trace = ploy_recorder_trace(recording->recorder);
    trace->emit(trace->user, event);
}

void arena_environment_recording_init(arena_environment_recording* recording, const char* path)
{
    snprintf(recording->path, sizeof recording->path, "%s", path);
    recording->trace = (ploy_trace){.emit = emit, .user = recording, .level = PLOY_TRACE_BASIC, .wants_values = true};
}

static bool write_bytes(void* user, const void* bytes, size_t count)
{
    FILE* file = ((arena_environment_recording*)user)->file;
    return fwrite(bytes, 1, count, file) == count && fflush(file) == 0;
}

bool arena_environment_recording_begin(arena_environment_recording* recording)
{
    if (!recording->path[0]) return true;
    recording->file = fopen(recording->path, "wb");
    if (!recording->file) return false;
    recording->recorder = ploy_recorder_create(&(ploy_recorder_def){.write = write_bytes, .user = recording});
    if (!recording->recorder) {
        arena_environment_recording_end(recording);
        return false;
    }
    ploy_event_kind position = {.name = "position", .arg_count = 2, .arg_names = {"x", "y"}};
    return ploy_recorder_add_kind(recording->recorder, &position, &recording->position) == PLOY_OK;
}

void arena_environment_name(void* user, const ploy_agent* agent, char* text, size_t size)
{
    (void)user;
    const arena_agent* bot = agent->user;
    snprintf(text, size, "%s_%u", bot->side ? "blue" : "red", bot->index / ARENA_SIDES);
}

static void note_map(arena_environment_recording* recording, const arena_map* map)
{
    size_t size = (size_t)map->height * (map->width + 1) + 64;
    char* text = malloc(size);
    if (!text) return;
    size_t used = (size_t)snprintf(text, size, "cells %u %u\n", map->width, map->height);
    for (uint32_t y = 0; y < map->height; y++) {
        for (uint32_t x = 0; x < map->width; x++)
            text[used++] = map->cells[y * map->width + x] & ARENA_CELL_FREE ? '.' : '#';
        text[used++] = '\n';
    }
    ploy_recorder_note(recording->recorder, "map", text, used);
    free(text);
}

static void record_positions(const arena_environment_recording* recording, const arena_match* match)
{
    for (uint32_t i = 0; i < match->agent_count; i++) {
        const arena_agent* bot = &match->agents[i];
        if (!arena_is_alive(bot)) continue;
        ploy_trace_event event = {.kind = recording->position, .agent = bot->id.index1};
        event.args[0] = (uint64_t)((int64_t)bot->at.x * 1000 / ARENA_CELL);
        event.args[1] = (uint64_t)((int64_t)bot->at.y * 1000 / ARENA_CELL);
        emit((void*)recording, &event);
    }
}

void arena_environment_recording_step(arena_environment_recording* recording, const arena_match* match)
{
    if (!recording->recorder) return;
    bool is_first = match->step == 0, is_due = match->step % EVERY == 0;
    if (is_first) note_map(recording, match->map);
    ploy_recorder_note_world(recording->recorder, match->world, arena_environment_name, NULL);
    if (is_due) record_positions(recording, match);
    if (!is_first) ploy_recorder_tick(recording->recorder);
    if (is_due) ploy_recorder_flush(recording->recorder);
}

void arena_environment_recording_flush(arena_environment_recording* recording)
{
    if (recording->recorder) ploy_recorder_flush(recording->recorder);
}

void arena_environment_recording_end(arena_environment_recording* recording)
{
    if (recording->recorder) ploy_recorder_close(recording->recorder);
    ploy_recorder_destroy(recording->recorder);
    if (recording->file) fclose(recording->file);
    recording->recorder = NULL;
    recording->file = NULL;
}
