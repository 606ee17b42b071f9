// The battleground as an SVG picture: triangles colored by height, trees, fighters and their paths.

#ifndef PLAY_BATTLE_PICTURE_H
#define PLAY_BATTLE_PICTURE_H

#include "games/battleground/battle.h"

/// False: the file could not be written; the reason has been printed.
bool battle_picture(const battle* game, const char* path);

#endif
