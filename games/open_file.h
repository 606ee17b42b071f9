// Opens a file of a game by its path, which is UTF-8 on every system. errno says why it failed.

#ifndef GAMES_OPEN_FILE_H
#define GAMES_OPEN_FILE_H

#include <stdio.h>

#if defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <errno.h>
#include <wchar.h>

static inline FILE* open_game_file(const char* path)
{
    wchar_t wide[1024];
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide, 1024) > 0) return _wfopen(wide, L"rb");
    errno = ENOENT;
    return NULL;
}

#else

static inline FILE* open_game_file(const char* path)
{
    return fopen(path, "rb");
}

#endif

#endif
