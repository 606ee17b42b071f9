#include "io/xml/read_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "io/disk.h"

ploy_status pl_fail_size(size_t max, ploy_error* error)
{
    pl_error_set(error, 0, 0, "larger than %zu bytes, the limit for a file", max);
    return PLOY_INVALID;
}

ploy_status pl_fail_memory(ploy_error* error)
{
    pl_error_set(error, 0, 0, "out of memory");
    return PLOY_OUT_OF_MEMORY;
}

static ploy_status fail_read(ploy_error* error)
{
    pl_error_set(error, 0, 0, "cannot be read: %s", strerror(errno));
    return PLOY_INVALID;
}

// The size is read first, so that a file that is too large costs nothing; what has no size (a pipe) is read up to
// the limit.
static bool is_too_large(FILE* stream, size_t max)
{
    long size = fseek(stream, 0, SEEK_END) == 0 ? ftell(stream) : -1;
    rewind(stream);
    return size > 0 && (size_t)size > max;
}

static ploy_status read_all(FILE* stream, const ploy_allocator* allocator, size_t max, pl_file_text* text,
                            ploy_error* error)
{
    const size_t slice = 1u << 16;
    if (fgetc(stream) == EOF && ferror(stream)) { // a directory opens and has a size, but cannot be read
        return fail_read(error);
    }
    if (is_too_large(stream, max)) {
        return pl_fail_size(max, error);
    }
    for (size_t got = slice; got == slice; text->count += (uint32_t)got) {
        if (text->count > max) {
            return pl_fail_size(max, error);
        }
        if (!PL_ARRAY_RESERVE(text, allocator, text->count + (uint32_t)slice)) {
            return pl_fail_memory(error);
        }
        got = fread(text->data + text->count, 1, slice, stream);
    }
    return ferror(stream) ? fail_read(error) : PLOY_OK;
}

ploy_status pl_read_file(const char* path, const ploy_allocator* allocator, size_t max, pl_file_text* text,
                         ploy_error* error)
{
    FILE* stream = pl_disk_open(path, "rb");
    if (!stream) {
        pl_error_set(error, 0, 0, "cannot be opened: %s", strerror(errno));
        pl_error_hint(error, "paths are relative to the folder in which the program was started");
        return PLOY_NOT_FOUND;
    }
    ploy_status status = read_all(stream, allocator, max, text, error);
    fclose(stream);
    return status;
}
