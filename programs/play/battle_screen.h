// The battleground on a terminal of 80 by 24: hills, trees, fighters and their paths; beside it the fights.

#ifndef PLAY_BATTLE_SCREEN_H
#define PLAY_BATTLE_SCREEN_H

#include "games/battleground/battle.h"
#include "programs/play/play.h"

enum
{
    BATTLE_SCREEN_BYTES = 1 << 14
};

/// Writes 23 lines.
void battle_screen(const battle* game, const play_session* p, char screen[BATTLE_SCREEN_BYTES]);

#endif
