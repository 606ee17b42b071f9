#include "recording_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"

static bool read_all(FILE* from, recording_file* file)
{
    size_t room = 0;
    for (;;) {
        if (file->count == room) {
            room = room ? room * 2 : 1u << 20;
            uint8_t* grown = realloc(file->bytes, room);
            if (!grown) return false;
            file->bytes = grown;
        }
        size_t got = fread(file->bytes + file->count, 1, room - file->count, from);
        file->count += got;
        if (got == 0) return !ferror(from);
    }
}

int recording_file_open(recording_file* file, const char* who, const char* path)
{
    *file = (recording_file){0};
    FILE* from = fopen(path, "rb");
    if (!from) return complain(who, "%s: cannot be opened: %s", path, strerror(errno));
    errno = 0;
    bool whole = read_all(from, file);
    if (!whole) complain(who, "%s: cannot be read: %s", path, strerror(errno));
    fclose(from);
    ploy_error error = {0};
    ploy_status status =
        whole ? ploy_recording_open(NULL, file->bytes, file->count, &file->recording, &error) : PLOY_OK;
    if (status != PLOY_OK) complain(who, "%s: %s", path, error.message[0] ? error.message : ploy_status_text(status));
    if (whole && status == PLOY_OK) return ANSWER_DONE;
    recording_file_close(file);
    return ANSWER_BAD;
}

void recording_file_close(recording_file* file)
{
    ploy_recording_destroy(file->recording);
    free(file->bytes);
    *file = (recording_file){0};
}
