// What differs between POSIX systems and Windows, for the program. Nothing else of it but programs/terminal asks which
// system it runs on.

#ifndef CLI_SYSTEM_H
#define CLI_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#if defined(__MINGW32__) && !defined(__clang__)
#define CLI_PRINTF(text, first) __attribute__((format(gnu_printf, text, first)))
#elif defined(__GNUC__)
#define CLI_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define CLI_PRINTF(text, first)
#endif

// Paths and arguments are UTF-8 on every system.

/// At the start of main: closed standard streams are occupied, so that no other file gets their number; Windows' console
/// shows UTF-8, takes whole lines and screens, not bytes, and lines end as everywhere.
void system_begin(void);
/// The stream is a terminal that obeys escape sequences: colors, moves of the cursor.
bool system_is_terminal(FILE* stream);
/// The arguments of main in UTF-8; they stay until the program ends. argv itself where it is so already.
char** system_arguments(int argc, char** argv);

/// Bytes that nobody can guess; false: the system has none.
bool system_random(void* bytes, size_t count);

/// How often this thread had to make room for another; 0 where the system does not say.
uint64_t system_interruptions(void);

/// CPU time of this thread; on Windows, whose clock of threads is too coarse, the time that passed.
double system_thread_seconds(void);

/// At least 1.
uint32_t system_processors(void);

/// Name, machine and cores, for benchmarks.
void system_describe(char* text, size_t size);

/// A file that is gone when it is closed, to write and then to read; NULL: errno says why.
FILE* system_temporary(void);
/// As fopen and remove; an empty folder is removed, too.
FILE* system_open(const char* path, const char* mode);
void system_remove(const char* path);
/// What a path stands for.
typedef enum system_kind
{
    SYSTEM_NOTHING,
    SYSTEM_FILE,
    SYSTEM_OTHER, ///< a folder, a device, a pipe
} system_kind;
system_kind system_kind_of(const char* path);

/// true: the folder exists now; otherwise errno says why not.
bool system_make_folder(const char* path);
/// Replaces the XXXXXX at the end of the path and creates the folder.
bool system_make_temporary_folder(char* path);

/// The file itself behind links, to be freed; NULL: unknown.
char* system_real_path(const char* path);
bool system_is_same_file(const char* a, const char* b);

/// Renames a file over another one, which may exist. Nobody ever sees half of it.
bool system_replace(const char* from, const char* to);

/// Gives a new file the rights of an old one, as far as the system has them; nothing when there is no old one.
void system_copy_rights(const char* from, const char* to);

/// Calls each with the path of everything in a folder, until it returns false; false: the folder cannot be opened, and
/// errno says why.
typedef bool system_each_fn(const char* path, void* user);
bool system_each_file(const char* folder, system_each_fn* each, void* user);

/// Opens a file to write it from its beginning; no other process can do the same until it is closed. NULL: errno says
/// why; EWOULDBLOCK: another process writes it.
FILE* system_open_locked(const char* path);

/// Shows a page in the user's browser and does not wait for it; does nothing where there is no display.
void system_open_page(const char* path);

#endif
