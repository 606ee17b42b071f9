// The battleground on a terminal: hills, trees, fighters and their paths; beside it the fights.

#ifndef PLAY_BATTLE_SCREEN_H
#define PLAY_BATTLE_SCREEN_H

#include "games/battleground/battle.h"
#include "programs/play/play.h"

/// Fills the terminal; 23 rows without one.
void battle_screen(const battle* game, const play_session* p, char screen[PLAY_SCREEN_BYTES]);

#endif
