// Files by their paths, which are UTF-8 on every system. errno says why a call failed.

#ifndef PL_IO_DISK_H
#define PL_IO_DISK_H

#include <stdbool.h>
#include <stdio.h>

/// As fopen.
FILE* pl_disk_open(const char* path, const char* mode);
/// Moves a file over another one, which may exist. Nobody ever sees half of it.
bool pl_disk_replace(const char* from, const char* to);
void pl_disk_remove(const char* path);

#endif
