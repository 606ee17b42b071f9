#include "programs/cli/whole_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/command.h"

static bool read_all(whole_file* file, FILE* from)
{
    for (size_t room = 0;;) {
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
}

bool whole_file_open(whole_file* file, const char* who, const char* path)
{
    *file = (whole_file){0};
    FILE* from = fopen(path, "rb");
    if (!from) {
        complain(who, "%s: cannot be opened: %s", path, strerror(errno));
        return false;
    }
    bool good = read_all(file, from);
    fclose(from);
    if (good) return true;
    complain(who, "%s: cannot be read", path);
    whole_file_close(file);
    return false;
}

void whole_file_close(whole_file* file)
{
    free(file->bytes);
    *file = (whole_file){0};
}
