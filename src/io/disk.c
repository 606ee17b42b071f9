#include "io/disk.h"

#if !defined(_WIN32)

FILE* pl_disk_open(const char* path, const char* mode)
{
    return fopen(path, mode);
}

bool pl_disk_replace(const char* from, const char* to)
{
    return rename(from, to) == 0;
}

void pl_disk_remove(const char* path)
{
    remove(path);
}

#else

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <errno.h>
#include <wchar.h>

enum
{
    LONGEST = 4096, // as POSIX systems have it
};

static bool widen(const char* text, wchar_t wide[LONGEST])
{
    bool fits = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, wide, LONGEST) > 0;
    if (!fits) errno = ENOENT;
    return fits;
}

FILE* pl_disk_open(const char* path, const char* mode)
{
    wchar_t wide[LONGEST], wide_mode[LONGEST];
    return widen(path, wide) && widen(mode, wide_mode) ? _wfopen(wide, wide_mode) : NULL;
}

bool pl_disk_replace(const char* from, const char* to)
{
    wchar_t wide_from[LONGEST], wide_to[LONGEST];
    if (!widen(from, wide_from) || !widen(to, wide_to)) return false;
    bool is_done = MoveFileExW(wide_from, wide_to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) != 0;
    if (!is_done) errno = EACCES;
    return is_done;
}

void pl_disk_remove(const char* path)
{
    wchar_t wide[LONGEST];
    if (widen(path, wide)) _wremove(wide);
}

#endif
