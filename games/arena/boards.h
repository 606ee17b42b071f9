// What an agent's managers write on its board for its mind to read, once a step.

#ifndef ARENA_BOARDS_H
#define ARENA_BOARDS_H

#include "games/arena/match.h"

void arena_board_update(arena_agent* agent);

#endif
