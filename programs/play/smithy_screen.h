// The smithy on a terminal of 80 by 24: the map, the goals by priority, the plan, and the symbols that are true.

#ifndef PLAY_SMITHY_SCREEN_H
#define PLAY_SMITHY_SCREEN_H

#include "games/smithy/smithy.h"
#include "programs/play/plan_timer.h"
#include "programs/play/play.h"

enum
{
    SMITHY_SCREEN_BYTES = 8192
};

/// Writes at most 24 lines. Goals, plan and symbols are those of the first smith.
void smithy_screen(const smithy* game, const plan_timer* timer, const play_session* p,
                   char screen[SMITHY_SCREEN_BYTES]);

#endif
