// Records the arena beside the trace: positions, facing, paths and shots, several times per second; health,
// ammunition, scores, points, flags, pickups and beliefs when they change; map and files; key frames.

#ifndef PLAY_ARENA_RECORD_H
#define PLAY_ARENA_RECORD_H

#include "programs/play/arena_beliefs.h"

typedef struct arena_record
{
    play_session* play;
    const arena_game* game;
    const arena_setup* setup;
    uint32_t path, shot, sight, team, health, ammo, score, owner, flag; // kinds of events
    uint32_t frames;                                                    // key frames when all was written last
    struct arena_recorded* agents;
    struct arena_standings* standings;
    arena_beliefs beliefs;
} arena_record;

/// A soldier's display name.
ploy_agent_name_fn arena_record_name;
/// Call it before the first step. Without --record these functions do nothing. folder may be NULL.
void arena_record_begin(arena_record* r, play_session* p, const arena_game* game, const arena_setup* setup,
                        const char* folder);
/// Call these before and after each step.
void arena_record_before(arena_record* r);
void arena_record_after(arena_record* r);
void arena_record_end(arena_record* r);

#endif
