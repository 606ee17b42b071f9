// The smithy on a terminal of 80 by 24: the map, the goals by priority, the plan, the symbols that are true.

#ifndef PLAY_SMITHY_SCREEN_H
#define PLAY_SMITHY_SCREEN_H

#include "games/smithy/smithy.h"
#include "programs/cli/plan_timer.h"
#include "programs/play/play.h"

enum
{
    SMITHY_SCREEN_BYTES = 8192
};

/// At most 24 lines into `screen`. What concerns one smith is the first one's.
void smithy_screen(const smithy* game, const plan_timer* timer, const play* p, char screen[SMITHY_SCREEN_BYTES]);

#endif
