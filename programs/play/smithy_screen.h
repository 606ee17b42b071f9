// The smithy on a terminal: the map, the goals by priority, the plan, and the symbols that are true; below, as far as
// there is room, what the other smiths do.

#ifndef PLAY_SMITHY_SCREEN_H
#define PLAY_SMITHY_SCREEN_H

#include "games/smithy/smithy.h"
#include "programs/play/plan_timer.h"
#include "programs/play/play.h"

/// Fills the terminal; 22 rows without one. Goals, plan and symbols are those of the first smith.
void smithy_screen(const smithy* game, const plan_timer* timer, const play_session* p, char screen[PLAY_SCREEN_BYTES]);

#endif
