// The battleground on a terminal of 80 by 24: hills, trees, fighters and the ways they walk; beside it who fights whom.

#ifndef PLAY_BATTLE_SCREEN_H
#define PLAY_BATTLE_SCREEN_H

#include "games/battleground/battle.h"
#include "programs/play/play.h"

enum
{
    BATTLE_SCREEN_BYTES = 1 << 14
};

/// 23 lines into `screen`.
void battle_screen(const battle* game, const play* p, char screen[BATTLE_SCREEN_BYTES]);

#endif
