// What the program needs of a system (programs/cli/system.h), in a page: files are in memory, and there is one thread.

#define _POSIX_C_SOURCE 200809L

#include "programs/cli/system.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "programs/commands/view.h"
#include "programs/play/play.h"

bool system_is_terminal(FILE* stream)
{
    (void)stream;
    return false;
}

double system_thread_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

uint64_t system_interruptions(void)
{
    return 0;
}

FILE* system_open(const char* path, const char* mode)
{
    return fopen(path, mode);
}

FILE* system_open_locked(const char* path)
{
    return fopen(path, "wb");
}

void system_remove(const char* path)
{
    remove(path);
}

system_kind system_kind_of(const char* path)
{
    struct stat about;
    if (stat(path, &about) != 0) return SYSTEM_NOTHING;
    return S_ISREG(about.st_mode) ? SYSTEM_FILE : SYSTEM_OTHER;
}

char* system_real_path(const char* path)
{
    char* same = malloc(strlen(path) + 1);
    return same ? strcpy(same, path) : NULL;
}

bool system_is_same_file(const char* a, const char* b)
{
    return strcmp(a, b) == 0;
}

bool system_replace(const char* from, const char* to)
{
    return rename(from, to) == 0;
}

// A page writes no other page, and the recordings in it are its own.

void view_warn_incomplete(const char* who, const char* path, const ploy_recording_info* info, const char* shown)
{
    (void)who, (void)path, (void)info, (void)shown;
}

int play_view_begin(play_session* p, const char* game)
{
    (void)game;
    return p->view ? complain(p->game->name, "--view is for the program alone") : ANSWER_DONE;
}

int play_view_end(play_session* p)
{
    (void)p;
    return ANSWER_DONE;
}
