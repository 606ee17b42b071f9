#include "games/arena/data.h"

#include <string.h>

const arena_data* arena_data_find(const char* name)
{
    for (const arena_data* file = arena_data_files; file->name; file++) {
        if (strcmp(file->name, name) == 0) return file;
    }
    return NULL;
}
