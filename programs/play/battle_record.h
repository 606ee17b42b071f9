// What a recording of the battleground holds beside the trace: the ground, where fighters are, the ways they are on,
// who hits whom; options and the file; key frames.

#ifndef PLAY_BATTLE_RECORD_H
#define PLAY_BATTLE_RECORD_H

#include "games/battleground/battle.h"
#include "programs/play/play.h"

typedef struct battle_record
{
    uint32_t path, fight, shot; // kinds of events
    uint64_t* shown;            // the way that was told last, by fighter
    uint64_t lives;             // of all fighters, when their names were noted
} battle_record;

/// Before the first tick. Does nothing without --record.
void battle_record_begin(battle_record* r, play* p, const battle* game, const battle_def* def);
/// Before each tick: a key frame now and then.
void battle_record_frame(play* p, battle* game);
/// After each tick, before play_record_tick.
void battle_record_tick(battle_record* r, play* p, const battle* game);
void battle_record_end(battle_record* r);

#endif
