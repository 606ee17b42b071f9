// Files of a test, in a folder of this process that is removed when it ends.

#ifndef TEST_SUPPORT_BASE_TEMPORARY_H
#define TEST_SUPPORT_BASE_TEMPORARY_H

const char* temporary_folder(void);

/// Writes a file in that folder and returns its path, which is valid until the next call.
const char* write_temporary(const char* name, const char* text);

/// A folder in it, or in one of its folders.
void make_folder_at(const char* path);

/// A file, or an empty folder, that is there.
void remove_at(const char* path);

#endif
