// A file that another program is still writing.

#ifndef COMMANDS_FOLLOWED_FILE_H
#define COMMANDS_FOLLOWED_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct followed_file
{
    const char* path; // must outlive it
    uint8_t* bytes;
    size_t count, room;
    bool is_too_large; // it has grown beyond 2 GB: what follows is not read
} followed_file;

typedef enum file_change
{
    FILE_UNCHANGED, // or not readable now
    FILE_GREW,
    FILE_RESTARTED, // another file: bytes begin again
} file_change;

/// Reads what was added since the last call.
file_change followed_file_read(followed_file* file);
void followed_file_close(followed_file* file);

#endif
