// The data files of games/arena/data, built into the program so that it runs from anywhere.

#ifndef ARENA_DATA_H
#define ARENA_DATA_H

#include <stddef.h>

typedef struct arena_data
{
    const char* name; ///< e.g. "weapons.txt"
    const char* text; ///< ends with a zero byte that does not count
    size_t bytes;
} arena_data;

/// NULL: no such file.
const arena_data* arena_data_find(const char* name);

/// Made from the folder when the game is built; the last one has no name.
extern const arena_data arena_data_files[];

#endif
