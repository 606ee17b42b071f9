#include "programs/cli/whole_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/command.h"
#include "programs/cli/system.h"

enum
{
    MAX_MEGABYTES = 2048, // of a file
    MAX_STREAMED = 256,   // of what has no size: a pipe, a device
};

// 0: it has no size, or cannot be searched.
static size_t size_of(FILE* file)
{
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    rewind(file);
    return size > 0 ? (size_t)size : 0;
}

static bool read_all(whole_file* file, FILE* from, size_t max)
{
    for (size_t room = 0; file->count <= max;) {
        if (file->count == room) {
            room = room ? 2 * room : 1 << 20;
            unsigned char* more = realloc(file->bytes, room);
            if (!more) return false;
            file->bytes = more;
        }
        size_t got = fread(file->bytes + file->count, 1, room - file->count, from);
        file->count += got;
        if (got == 0) return !ferror(from);
    }
    return true;
}

bool whole_file_open(whole_file* file, const char* who, const char* path)
{
    *file = (whole_file){0};
    FILE* from = system_open(path, "rb");
    if (!from) {
        complain(who, "%s: cannot be opened: %s", path, strerror(errno));
        return false;
    }
    size_t size = size_of(from), megabytes = size > 0 ? MAX_MEGABYTES : MAX_STREAMED, max = megabytes << 20;
    errno = 0;
    bool good = size > max ? fgetc(from) != EOF : read_all(file, from, max); // a folder looks large
    int reason = errno;
    fclose(from);
    if (good && size <= max && file->count <= max) return true;
    if (good) {
        complain(who, "%s: larger than %zu MB, the limit for %s", path, megabytes,
                 size > 0 ? "a file" : "what has no size of its own");
    } else {
        complain(who, "%s: cannot be read%s%s", path, reason ? ": " : "", reason ? strerror(reason) : "");
    }
    whole_file_close(file);
    return false;
}

void whole_file_close(whole_file* file)
{
    free(file->bytes);
    *file = (whole_file){0};
}
