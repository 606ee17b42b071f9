// What the recording of an arena has beside the trace: who is where, looks where, goes where and fires at what, some
// times a second; map and files; key frames.

#ifndef PLAY_ARENA_RECORD_H
#define PLAY_ARENA_RECORD_H

#include "games/arena/controllers/play.h"
#include "programs/play/play.h"

typedef struct arena_record
{
    play* play;
    const arena_game* game;
    const arena_setup* setup;
    uint32_t path, shot, sight; // kinds of events
    struct arena_recorded* agents;
} arena_record;

/// Before the first step: notes. Without --record all of these do nothing. folder may be NULL.
void arena_record_begin(arena_record* r, play* p, const arena_game* game, const arena_setup* setup, const char* folder);
/// Before and after each step.
void arena_record_before(arena_record* r);
void arena_record_after(arena_record* r);
void arena_record_end(arena_record* r);

#endif
