// What an agent's managers write on its board for its mind to read, once a step.

#ifndef ARENA_AI_BLACKBOARD_UPDATE_H
#define ARENA_AI_BLACKBOARD_UPDATE_H

#include "games/arena/rules/match.h"

void arena_board_update(arena_agent* agent);

#endif
