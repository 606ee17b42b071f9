// Data files of a game, built into the program. Each game has a list of them that ends with a NULL name.

#ifndef DATA_H
#define DATA_H

#include <stddef.h>

typedef struct game_file
{
    const char* name; ///< without its folder
    const char* text; ///< ends with a zero that `bytes` does not count
    size_t bytes;
} game_file;

#endif
