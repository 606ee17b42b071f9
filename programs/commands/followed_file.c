#include "programs/commands/followed_file.h"
#include "programs/cli/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BYTES ((size_t)2048 << 20)

static bool reserve(followed_file* file, size_t room)
{
    if (room <= file->room) return true;
    size_t larger = room + room / 2;
    uint8_t* grown = realloc(file->bytes, larger);
    if (!grown) return false;
    file->bytes = grown;
    file->room = larger;
    return true;
}

// A file that was written again is shorter, or has other bytes where the old one ended.
static bool is_same(FILE* from, const followed_file* file, long size)
{
    uint8_t last[64];
    size_t count = file->count < sizeof last ? file->count : sizeof last;
    if ((size_t)size < file->count) return false;
    if (fseek(from, (long)(file->count - count), SEEK_SET) != 0 || fread(last, 1, count, from) != count) return false;
    return memcmp(last, file->bytes + file->count - count, count) == 0;
}

static file_change read_on(FILE* from, followed_file* file)
{
    long size = fseek(from, 0, SEEK_END) == 0 ? ftell(from) : -1;
    if (size < 0) return FILE_UNCHANGED;
    bool is_new = file->count > 0 && !is_same(from, file, size);
    if (is_new) file->count = 0;
    file->is_too_large = (size_t)size > MAX_BYTES;
    if (file->is_too_large) size = (long)MAX_BYTES;
    if (!reserve(file, (size_t)size) || fseek(from, (long)file->count, SEEK_SET) != 0) return FILE_UNCHANGED;
    size_t got = fread(file->bytes + file->count, 1, (size_t)size - file->count, from);
    file->count += got;
    return is_new ? FILE_RESTARTED : got > 0 ? FILE_GREW : FILE_UNCHANGED;
}

file_change followed_file_read(followed_file* file)
{
    FILE* from = system_open(file->path, "rb");
    if (!from) return FILE_UNCHANGED;
    file_change change = read_on(from, file);
    fclose(from);
    return change;
}

void followed_file_close(followed_file* file)
{
    free(file->bytes);
    file->bytes = NULL;
    file->count = file->room = 0;
}
