// A file that another program still writes, as it grows.

#ifndef COMMANDS_FOLLOW_H
#define COMMANDS_FOLLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct follow
{
    const char* path;
    uint8_t* bytes;
    size_t count, room;
} follow;

typedef enum follow_news
{
    FOLLOW_NOTHING, // or it cannot be read now
    FOLLOW_MORE,
    FOLLOW_ANEW, // it has been written anew: bytes begin again
} follow_news;

/// Reads what has been added. path must outlive it.
follow_news follow_look(follow* file);
void follow_end(follow* file);

#endif
