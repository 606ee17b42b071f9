#if !defined(_WIN32)

#define _GNU_SOURCE // RUSAGE_THREAD

#include "programs/cli/system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

// They are opened for reading, so that printing still fails.
void system_begin(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0) open("/dev/null", O_RDONLY);
}

uint64_t system_interruptions(void)
{
#if defined(RUSAGE_THREAD)
    struct rusage usage;
    return getrusage(RUSAGE_THREAD, &usage) == 0 ? (uint64_t)usage.ru_nivcsw : 0;
#else
    return 0;
#endif
}

uint32_t system_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : (uint32_t)count;
}

void system_describe(char* text, size_t size)
{
    struct utsname name;
    if (uname(&name) != 0)
        snprintf(text, size, "unknown, %u cores", (unsigned)system_processors());
    else
        snprintf(text, size, "%s %s, %u cores", name.sysname, name.machine, (unsigned)system_processors());
}

bool system_make_folder(const char* path)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST;
}

bool system_make_temporary_folder(char* path)
{
    return mkdtemp(path) != NULL;
}

char* system_real_path(const char* path)
{
    return realpath(path, NULL);
}

bool system_is_same_file(const char* a, const char* b)
{
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

bool system_replace(const char* from, const char* to)
{
    return rename(from, to) == 0;
}

// A lock on the file, not on its name: it is gone with the process, however that ends.
static bool lock(int file)
{
    struct stat about;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) return true;
    if (flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return false;
    return ftruncate(file, 0) == 0;
}

FILE* system_open_locked(const char* path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    FILE* stream = file >= 0 && lock(file) ? fdopen(file, "wb") : NULL;
    int reason = errno;
    if (!stream && file >= 0) close(file);
    errno = reason;
    return stream;
}

// A grandchild, so that nobody waits for it and no zombie is left.
void system_open_page(const char* path)
{
#if defined(__APPLE__)
    const char* opener = "open";
#else
    const char* opener = "xdg-open";
    if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY")) return;
#endif
    pid_t child = fork();
    if (child == 0) {
        if (fork() != 0) _exit(0);
        int null = open("/dev/null", O_RDWR);
        for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) dup2(null, stream);
        execlp(opener, opener, path, (char*)NULL);
        _exit(127);
    }
    if (child > 0) waitpid(child, NULL, 0);
}

#else

#include "programs/cli/system.h"

#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <shellapi.h>
#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>

void system_begin(void)
{
    HANDLE console = GetStdHandle(STD_OUTPUT_HANDLE);
    DWORD mode;
    _setmode(_fileno(stdout), _O_BINARY);
    _setmode(_fileno(stderr), _O_BINARY);
    SetConsoleOutputCP(CP_UTF8);
    if (GetConsoleMode(console, &mode)) SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

uint64_t system_interruptions(void)
{
    return 0;
}

uint32_t system_processors(void)
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwNumberOfProcessors < 1 ? 1 : info.dwNumberOfProcessors;
}

void system_describe(char* text, size_t size)
{
    snprintf(text, size, "Windows, %u cores", (unsigned)system_processors());
}

bool system_make_folder(const char* path)
{
    return _mkdir(path) == 0 || errno == EEXIST;
}

bool system_make_temporary_folder(char* path)
{
    return _mktemp(path) != NULL && _mkdir(path) == 0;
}

char* system_real_path(const char* path)
{
    return _fullpath(NULL, path, 0);
}

bool system_is_same_file(const char* a, const char* b)
{
    char* first = _fullpath(NULL, a, 0);
    char* second = _fullpath(NULL, b, 0);
    bool is_same = first && second && _stricmp(first, second) == 0;
    free(first);
    free(second);
    return is_same;
}

bool system_replace(const char* from, const char* to)
{
    return MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) != 0;
}

FILE* system_open_locked(const char* path)
{
    HANDLE handle = CreateFileA(path, GENERIC_WRITE, FILE_SHARE_READ, NULL, CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL, NULL);
    if (handle == INVALID_HANDLE_VALUE) {
        errno = GetLastError() == ERROR_SHARING_VIOLATION ? EWOULDBLOCK : EACCES;
        return NULL;
    }
    int file = _open_osfhandle((intptr_t)handle, _O_BINARY);
    FILE* stream = file < 0 ? NULL : _fdopen(file, "wb");
    if (!stream) CloseHandle(handle);
    return stream;
}

void system_open_page(const char* path)
{
    ShellExecuteA(NULL, "open", path, NULL, NULL, SW_SHOWNORMAL);
}

#endif
