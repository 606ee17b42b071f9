// A picture of a map with a path.

#ifndef PATH_PATH_PICTURE_H
#define PATH_PATH_PICTURE_H

#include "programs/path/path_map.h"

enum
{
    PICTURE_MOST_WIDTH = 120,
    PICTURE_MOST_HEIGHT = 60
};

/// As text: '.' free, '@' blocked, 'o' the path, 'A' and 'B' its ends. Large maps are skipped.
void print_picture(const path_map* map, const uint32_t* cells, uint32_t count);

/// As an SVG file: the cells joined by straight lines. False: it cannot be written; the reason has been printed.
bool write_svg(const char* path, const path_map* map, const uint32_t* cells, uint32_t count);

#endif
