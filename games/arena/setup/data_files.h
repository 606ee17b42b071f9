// The data files of games/arena/data, built into the program so that it runs from anywhere.

#ifndef ARENA_SETUP_DATA_FILES_H
#define ARENA_SETUP_DATA_FILES_H

#include "games/data.h"

/// E.g. "weapons.txt". NULL: no such file.
const game_file* arena_data_find(const char* name);

/// Made from the folder when the game is built; the last one has no name.
extern const game_file arena_files[];

#endif
