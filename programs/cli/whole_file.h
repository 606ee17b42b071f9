// Reads a whole file into memory.

#ifndef CLI_WHOLE_FILE_H
#define CLI_WHOLE_FILE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct whole_file
{
    unsigned char* bytes;
    size_t count;
} whole_file;

/// At most 2 GB; of a pipe or a device 256 MB. False: it cannot be read or is larger; the reason has been printed for the
/// command `who`.
bool whole_file_open(whole_file* file, const char* who, const char* path);
void whole_file_close(whole_file* file);

#endif
