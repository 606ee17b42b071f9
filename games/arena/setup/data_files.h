// The data files of games/arena/data, built into the program so that it runs from any folder.

#ifndef ARENA_SETUP_DATA_FILES_H
#define ARENA_SETUP_DATA_FILES_H

#include "games/data.h"

/// E.g. "weapons.txt". NULL: there is no such file.
const game_file* arena_data_find(const char* name);

/// Generated at build time; the last row has no name.
extern const game_file arena_files[];

#endif
