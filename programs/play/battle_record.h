// Records the battleground beside the trace: the terrain, positions, paths, who hits whom; options and the file; key
// frames.

#ifndef PLAY_BATTLE_RECORD_H
#define PLAY_BATTLE_RECORD_H

#include "games/battleground/battle.h"
#include "programs/play/play.h"

typedef struct battle_record
{
    uint32_t path, fight, shot; // kinds of events
    uint64_t* shown;            // the last recorded path, by fighter
    uint64_t lives;             // of all fighters when their names were recorded
} battle_record;

/// A fighter's display name.
ploy_agent_name_fn battle_record_name;
/// Call it before the first tick. Does nothing without --record.
void battle_record_begin(battle_record* r, play_session* p, const battle* game, const battle_def* def);
/// Call it before each tick: writes a key frame now and then.
void battle_record_frame(play_session* p, battle* game);
/// Call it after each tick, before play_record_tick.
void battle_record_tick(battle_record* r, play_session* p, const battle* game);
void battle_record_end(battle_record* r);

#endif
