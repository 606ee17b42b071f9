// Preloaded into the program (LD_PRELOAD): counts allocations and lets one of them fail, or it and all later ones.
//   FAIL_AT=N       the N-th, from 1
//   FAIL_ON=1       and all after it
//   COUNT_FILE=P    how many there were, written at the end

#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_ulong calls;
static unsigned long fail_at;
static bool fails_on, is_ready;

__attribute__((constructor)) static void begin(void)
{
    const char* at = getenv("FAIL_AT");
    fail_at = at ? strtoul(at, NULL, 10) : 0;
    fails_on = getenv("FAIL_ON") != NULL;
    is_ready = true;
}

__attribute__((destructor)) static void end(void)
{
    unsigned long count = atomic_load(&calls);
    const char* path = getenv("COUNT_FILE");
    FILE* file = path ? fopen(path, "w") : NULL;
    if (!file) return;
    fprintf(file, "%lu\n", count);
    fclose(file);
}

static bool fails(void)
{
    if (!is_ready) return false;
    unsigned long call = atomic_fetch_add(&calls, 1) + 1;
    bool now = fail_at != 0 && (call == fail_at || (fails_on && call > fail_at));
    if (now) errno = ENOMEM;
    return now;
}

// The C library's own function, found once.
#define NEXT(pointer, name)                                                                                            \
    do {                                                                                                               \
        if (!pointer) *(void**)&pointer = dlsym(RTLD_NEXT, name);                                                      \
    } while (0)

void* malloc(size_t bytes)
{
    static void* (*next)(size_t);
    NEXT(next, "malloc");
    return fails() ? NULL : next(bytes);
}

void* calloc(size_t count, size_t bytes)
{
    static void* (*next)(size_t, size_t);
    NEXT(next, "calloc");
    return fails() ? NULL : next(count, bytes);
}

void* realloc(void* memory, size_t bytes)
{
    static void* (*next)(void*, size_t);
    NEXT(next, "realloc");
    return bytes > 0 && fails() ? NULL : next(memory, bytes);
}
