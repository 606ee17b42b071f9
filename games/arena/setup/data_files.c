#include "games/arena/setup/data_files.h"

#include <string.h>

const game_file* arena_data_find(const char* name)
{
    for (const game_file* file = arena_files; file->name; file++) {
        if (strcmp(file->name, name) == 0) return file;
    }
    return NULL;
}
