// The arena in a terminal: the map, and for each agent its goal and action, or its state, and what its squad does.

#ifndef PROGRAM_ARENA_SCREEN_H
#define PROGRAM_ARENA_SCREEN_H

#include "games/arena/picture.h"
#include "games/arena/play.h"
#include "play.h"

void arena_screen(const arena_game* game, const play* p, char screen[ARENA_PICTURE_BYTES]);

#endif
