// What games add to their recordings beside the trace: names, map, positions, key frames.

#include <stdlib.h>
#include <string.h>

#include "programs/cli/clock.h"
#include "programs/cli/memory.h"
#include "programs/play/play.h"

typedef struct recorded_position
{
    int64_t x, y;
    bool is_known;
} recorded_position;

struct play_recorded
{
    uint32_t position;         // kind of event
    recorded_position* places; // by agent
    uint32_t place_count;
    uint8_t* frame;
    size_t frame_room;
    int64_t next_frame;
    uint32_t frames;
    const ploy_world* world; // of whose agents the names are noted
    ploy_agent_name_fn* name_of;
    void* name_user;
};

static struct play_recorded* recorded(play_session* p)
{
    if (p->recorded) return p->recorded;
    p->recorded = have_memory(calloc(1, sizeof *p->recorded));
    p->recorded->position = play_record_kind(p, "position", 2, (const char*[]){"x", "y"});
    if (p->profile) p->tick_time = play_record_kind(p, "tick-time", 3, (const char*[]){"time", "worst", "worst-time"});
    return p->recorded;
}

void play_record_world(play_session* p, const ploy_world* world, ploy_agent_name_fn* name_of, void* user)
{
    if (!p->recorder) return;
    struct play_recorded* r = recorded(p);
    r->world = world;
    r->name_of = name_of;
    r->name_user = user;
    ploy_recorder_note_world(p->recorder, world, name_of, user);
}

void play_record_map(play_session* p, const char* text)
{
    if (p->recorder) ploy_recorder_note(p->recorder, "map", text, strlen(text));
}

void play_record_note(play_session* p, const char* name, const void* bytes, size_t count)
{
    if (p->recorder) ploy_recorder_note(p->recorder, name, bytes, count);
}

uint32_t play_record_kind(play_session* p, const char* name, uint32_t arg_count, const char* const* arg_names)
{
    uint32_t index = PLOY_NONE;
    ploy_event_kind kind = {.name = name, .arg_count = arg_count};
    for (uint32_t i = 0; i < arg_count; i++) kind.arg_names[i] = arg_names[i];
    if (p->recorder) ploy_recorder_add_kind(p->recorder, &kind, &index);
    return index;
}

void play_record_event(play_session* p, uint32_t kind, uint32_t agent, const int64_t args[4])
{
    if (!p->recorder || kind == PLOY_NONE) return;
    ploy_trace_event event = {.kind = kind, .agent = agent};
    for (uint32_t i = 0; i < 4; i++) event.args[i] = (uint64_t)args[i];
    const ploy_trace* trace = ploy_recorder_trace(p->recorder);
    trace->emit(trace->user, &event);
}

static recorded_position* place_of(struct play_recorded* r, uint32_t agent)
{
    if (agent >= r->place_count) {
        uint32_t count = 2 * agent + 16;
        r->places = have_memory(realloc(r->places, count * sizeof *r->places));
        memset(r->places + r->place_count, 0, (count - r->place_count) * sizeof *r->places);
        r->place_count = count;
    }
    return &r->places[agent];
}

void play_record_position(play_session* p, uint32_t agent, int64_t x, int64_t y)
{
    if (!p->recorder) return;
    struct play_recorded* r = recorded(p);
    recorded_position* last = place_of(r, agent);
    if (last->is_known && last->x == x && last->y == y) return;
    *last = (recorded_position){x, y, true};
    play_record_event(p, r->position, agent, (int64_t[4]){x, y});
}

static bool save_frame(struct play_recorded* r, play_save_fn* save, void* game, size_t* bytes)
{
    ploy_writer writer = {r->frame, r->frame_room, 0};
    if (save(game, &writer) != PLOY_OK) return false;
    *bytes = writer.count;
    if (ploy_writer_fits(&writer)) return true;
    r->frame_room = writer.count + writer.count / 4;
    free(r->frame);
    r->frame = have_memory(malloc(r->frame_room));
    return save_frame(r, save, game, bytes);
}

// Positions are written again after a key frame, so that a reader who starts there knows them all.
void play_record_frame(play_session* p, int64_t now, play_save_fn* save, void* game)
{
    if (!p->recorder) return;
    struct play_recorded* r = recorded(p);
    size_t bytes;
    if (now < r->next_frame || !save_frame(r, save, game, &bytes)) return;
    ploy_recorder_frame(p->recorder, r->frame, bytes);
    r->frames++;
    r->next_frame = now + PLAY_FRAME_SECONDS * (int64_t)1000000;
    for (uint32_t i = 0; i < r->place_count; i++) r->places[i].is_known = false;
}

uint32_t play_record_frames(const play_session* p)
{
    return p->recorded ? p->recorded->frames : 0;
}

void play_record_tick(play_session* p)
{
    if (!p->recorder) return;
    struct play_recorded* r = recorded(p);
    if (r->world) ploy_recorder_note_world(p->recorder, r->world, r->name_of, r->name_user);
    if (p->profile && r->world) play_profile_tick(p, r->world);
    ploy_recorder_tick(p->recorder);
    // A game that is watched runs as fast as a viewer can follow it.
    if ((p->watch || p->attach) && wall_ns() - p->written >= PLAY_WRITE_NS) play_record_flush(p);
}

void play_record_flush(play_session* p)
{
    if (!p->recorder || !p->is_started) return;
    ploy_recorder_flush(p->recorder);
    fflush(p->file);
    p->written = wall_ns();
}

void play_record_note_profile(play_session* p)
{
    if (p->recorded && p->recorded->world) play_profile_note(p, p->recorded->world);
}

void play_record_end(play_session* p)
{
    if (!p->recorded) return;
    free(p->recorded->places);
    free(p->recorded->frame);
    free(p->recorded);
    p->recorded = NULL;
}
