// The arena in a terminal: the map, and for each agent its goal and action, or its state, and what its squad does.

#ifndef PLAY_ARENA_SCREEN_H
#define PLAY_ARENA_SCREEN_H

#include "games/arena/rules/picture.h"
#include "games/arena/controllers/play.h"
#include "programs/play/play.h"

void arena_screen(const arena_game* game, const play* p, char screen[ARENA_PICTURE_BYTES]);

#endif
