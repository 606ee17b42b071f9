// The files that an editor may see: one file, and those that it includes. It may write the file itself and what it includes
// from the same folder; of the others it gets the text alone.
//
// Nothing is remembered between two requests: what is on the disk counts. A version is a hash of a file's content.

#ifndef EDIT_EDIT_FILES_H
#define EDIT_EDIT_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum
{
    EDIT_MAX_FILES = 64,
    EDIT_MAX_BYTES = 16 << 20, // as the library reads them
    EDIT_MAX_NAME = 256,
};

typedef struct edit_file
{
    char name[EDIT_MAX_NAME]; // relative to the folder
    char version[17];         // "" when it is not there or cannot be read
    bool is_writable;
} edit_file;

typedef struct edit_files
{
    edit_file items[EDIT_MAX_FILES];
    uint32_t count;
} edit_files;

/// The file at `path` first, then what it includes, directly and through others.
void edit_files_find(edit_files* files, const char* path);
/// NULL: it is none of them.
const edit_file* edit_files_get(const edit_files* files, const char* name);

/// The whole content, to be freed. NULL: errno says why.
unsigned char* edit_read(const char* path, const char* name, size_t* count);

typedef enum edit_result
{
    EDIT_DONE,
    EDIT_CHANGED,  // on the disk since that version
    EDIT_VANISHED, // from the disk
    EDIT_FAILED,   // errno says why; what was there is still there
} edit_result;

/// Writes a file beside itself and renames it. `version` is the content that it replaces, "" when there is none. The new
/// version goes to `version`. `path` is that of the first file.
edit_result edit_write(const char* path, const char* name, const void* bytes, size_t count, char version[17]);

#endif
