#define _POSIX_C_SOURCE 200809L

#include "support/base/temporary.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#if defined(_WIN32)
#include <direct.h>
#endif

static char folder[256];

static bool make(const char* path)
{
#if defined(_WIN32)
    return _mkdir(path) == 0;
#else
    return mkdir(path, 0777) == 0;
#endif
}

// WebAssembly starts no other program: the files stay.
static void remove_folder(void)
{
#if !defined(__wasi__)
    char command[320];
#if defined(_WIN32)
    for (char* at = folder; *at; at++) *at = *at == '/' ? '\\' : *at;
    snprintf(command, sizeof command, "rmdir /s /q \"%s\"", folder);
#else
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
#endif
    if (system(command) != 0) fprintf(stderr, "cannot remove %s\n", folder);
#endif
}

const char* temporary_folder(void)
{
    if (folder[0]) return folder;
    const char* base = getenv("TMPDIR");
    bool is_made = false;
    for (unsigned i = 0; !is_made && i < 1000000; i++) {
        snprintf(folder, sizeof folder, "%s/ploy-test-%u", base ? base : "/tmp", i);
        is_made = make(folder);
        if (!is_made && errno != EEXIST) abort();
    }
    if (!is_made) abort();
    atexit(remove_folder);
    return folder;
}

const char* write_temporary(const char* name, const char* text)
{
    static char path[320];
    snprintf(path, sizeof path, "%s/%s", temporary_folder(), name);
    FILE* file = fopen(path, "wb");
    if (!file || fputs(text, file) < 0) abort();
    fclose(file);
    return path;
}

void make_folder_at(const char* path)
{
    if (!make(path) && errno != EEXIST) abort();
}

void remove_at(const char* path)
{
    bool is_removed = remove(path) == 0;
#if defined(_WIN32)
    is_removed = is_removed || _rmdir(path) == 0; // there remove() takes files only
#endif
    if (!is_removed) abort();
}
