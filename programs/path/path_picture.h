// A map with a path on it, for people.

#ifndef PATH_PATH_PICTURE_H
#define PATH_PATH_PICTURE_H

#include "programs/path/path_map.h"

enum
{
    PICTURE_MOST_WIDTH = 120,
    PICTURE_MOST_HEIGHT = 60
};

/// As text: '.' free, '@' blocked, 'o' the path (every cell of it), 'A' and 'B' its ends. Too large a map is left out.
void print_picture(const path_map* map, const uint32_t* cells, uint32_t count);

/// As an SVG file: any cells, joined by straight lines. False when it cannot be written; the reason stands on stderr.
bool write_svg(const char* path, const path_map* map, const uint32_t* cells, uint32_t count);

#endif
