// Data files of a game, built into the program: each game has a list of them, ended by a name of NULL.

#ifndef DATA_H
#define DATA_H

#include <stddef.h>

typedef struct game_file
{
    const char* name; ///< without folder
    const char* text; ///< ended by a zero that does not count
    size_t bytes;
} game_file;

#endif
