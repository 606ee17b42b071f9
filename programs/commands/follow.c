#include "programs/commands/follow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(follow* file, size_t room)
{
    if (room <= file->room) return true;
    size_t larger = room + room / 2;
    uint8_t* grown = realloc(file->bytes, larger);
    if (!grown) return false;
    file->bytes = grown;
    file->room = larger;
    return true;
}

// A file that has been written anew is shorter, or ends otherwise where the old one ended.
static bool is_same(FILE* from, const follow* file, long size)
{
    uint8_t last[64];
    size_t count = file->count < sizeof last ? file->count : sizeof last;
    if ((size_t)size < file->count) return false;
    if (fseek(from, (long)(file->count - count), SEEK_SET) != 0 || fread(last, 1, count, from) != count) return false;
    return memcmp(last, file->bytes + file->count - count, count) == 0;
}

static follow_news look(FILE* from, follow* file)
{
    long size = fseek(from, 0, SEEK_END) == 0 ? ftell(from) : -1;
    if (size < 0) return FOLLOW_NOTHING;
    bool anew = file->count > 0 && !is_same(from, file, size);
    if (anew) file->count = 0;
    if (!reserve(file, (size_t)size) || fseek(from, (long)file->count, SEEK_SET) != 0) return FOLLOW_NOTHING;
    size_t got = fread(file->bytes + file->count, 1, (size_t)size - file->count, from);
    file->count += got;
    return anew ? FOLLOW_ANEW : got > 0 ? FOLLOW_MORE : FOLLOW_NOTHING;
}

follow_news follow_look(follow* file)
{
    FILE* from = fopen(file->path, "rb");
    if (!from) return FOLLOW_NOTHING;
    follow_news news = look(from, file);
    fclose(from);
    return news;
}

void follow_end(follow* file)
{
    free(file->bytes);
    file->bytes = NULL;
    file->count = file->room = 0;
}
