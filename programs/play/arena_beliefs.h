// Records pickups as they are, and enemies and pickups as agents believe them to be, when either changes.

#ifndef PLAY_ARENA_BELIEFS_H
#define PLAY_ARENA_BELIEFS_H

#include "games/arena/controllers/play.h"
#include "programs/play/play.h"

typedef struct arena_beliefs
{
    play_session* play;
    const arena_match* match;
    uint32_t enemy, pickup;        // kinds of events
    uint32_t* numbers;             // of each place's line "pickup" in the map, from 1; 0: it has none
    bool* is_there;                // of each place, as recorded last
    struct arena_believed* agents; // what was recorded last
} arena_beliefs;

void arena_beliefs_begin(arena_beliefs* b, play_session* p, const arena_match* match);
/// The lines of the pickups for the note "map". Returns the length.
size_t arena_beliefs_map(const arena_beliefs* b, char* text, size_t size);
/// Call it after a step. is_all: what has not changed, too.
void arena_beliefs_record(arena_beliefs* b, bool is_all);
void arena_beliefs_end(arena_beliefs* b);

#endif
