#if !defined(_WIN32)

#define _GNU_SOURCE // RUSAGE_THREAD

#include "programs/cli/system.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// They are opened for reading, so that printing still fails.
void system_begin(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0) open("/dev/null", O_RDONLY);
}

bool system_is_terminal(FILE* stream)
{
    return isatty(fileno(stream)) != 0;
}

char** system_arguments(int argc, char** argv)
{
    (void)argc;
    return argv;
}

bool system_random(void* bytes, size_t count)
{
    FILE* random = fopen("/dev/urandom", "rb");
    bool is_whole = random && fread(bytes, 1, count, random) == count;
    if (random) fclose(random);
    return is_whole;
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

double system_thread_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
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

FILE* system_temporary(void)
{
    return tmpfile();
}

FILE* system_open(const char* path, const char* mode)
{
    return fopen(path, mode);
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

void system_copy_rights(const char* from, const char* to)
{
    struct stat about;
    if (stat(from, &about) == 0) chmod(to, about.st_mode & 07777);
}

bool system_each_file(const char* folder, system_each_fn* each, void* user)
{
    DIR* open = opendir(folder);
    if (!open) return false;
    bool goes_on = true;
    for (const struct dirent* entry; goes_on && (entry = readdir(open));) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        goes_on = each(path, user);
    }
    closedir(open);
    return true;
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

#define _CRT_RAND_S // rand_s

#include "programs/cli/system.h"

#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <shellapi.h>
#include <stdlib.h>
#include <string.h>
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

// To be freed; NULL when out of memory.
static char* narrow(const wchar_t* wide)
{
    int bytes = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char* text = bytes > 0 ? malloc((size_t)bytes) : NULL;
    if (text) WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, bytes, NULL, NULL);
    return text;
}

void system_begin(void)
{
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
    _setmode(_fileno(stderr), _O_BINARY);
    setvbuf(stdout, NULL, _IOFBF, 1 << 16); // a console would get each byte by itself
    SetConsoleOutputCP(CP_UTF8);
}

// Windows before 10 shows the sequences as they are. isatty would be true for NUL, too.
bool system_is_terminal(FILE* stream)
{
    HANDLE console = (HANDLE)_get_osfhandle(_fileno(stream));
    DWORD mode;
    return GetConsoleMode(console, &mode) && SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

// What the system has expanded from "*.xml" is in argv alone.
char** system_arguments(int argc, char** argv)
{
    int count = 0;
    wchar_t** wide = CommandLineToArgvW(GetCommandLineW(), &count);
    char** arguments = wide && count == argc ? calloc((size_t)argc + 1, sizeof *arguments) : NULL;
    for (int i = 0; arguments && i < argc; i++) {
        arguments[i] = narrow(wide[i]);
        if (!arguments[i]) arguments[i] = argv[i];
    }
    LocalFree(wide);
    return arguments ? arguments : argv;
}

bool system_random(void* bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        unsigned number;
        if (rand_s(&number) != 0) return false;
        ((unsigned char*)bytes)[i] = (unsigned char)(number >> 8);
    }
    return true;
}

uint64_t system_interruptions(void)
{
    return 0;
}

double system_thread_seconds(void)
{
    LARGE_INTEGER now, per_second;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&per_second);
    return (double)now.QuadPart / (double)per_second.QuadPart;
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

// tmpfile makes it in a folder in which few may write.
FILE* system_temporary(void)
{
    wchar_t folder[MAX_PATH + 1], path[MAX_PATH + 1];
    bool is_made = GetTempPathW(MAX_PATH + 1, folder) > 0 && GetTempFileNameW(folder, L"ploy", 0, path) != 0;
    if (!is_made) errno = EACCES;
    return is_made ? _wfopen(path, L"w+bTD") : NULL;
}

FILE* system_open(const char* path, const char* mode)
{
    wchar_t wide[LONGEST], wide_mode[LONGEST];
    return widen(path, wide) && widen(mode, wide_mode) ? _wfopen(wide, wide_mode) : NULL;
}

void system_remove(const char* path)
{
    wchar_t wide[LONGEST];
    if (widen(path, wide) && _wremove(wide) != 0) _wrmdir(wide);
}

// To find out about a file or folder without reading it.
static HANDLE open_to_describe(const char* path)
{
    wchar_t wide[LONGEST];
    if (!widen(path, wide)) return INVALID_HANDLE_VALUE;
    return CreateFileW(wide, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING,
                       FILE_FLAG_BACKUP_SEMANTICS, NULL);
}

static bool describe(const char* path, BY_HANDLE_FILE_INFORMATION* about)
{
    HANDLE file = open_to_describe(path);
    bool is_known = file != INVALID_HANDLE_VALUE && GetFileInformationByHandle(file, about);
    if (file != INVALID_HANDLE_VALUE) CloseHandle(file);
    return is_known;
}

system_kind system_kind_of(const char* path)
{
    HANDLE file = open_to_describe(path);
    if (file == INVALID_HANDLE_VALUE) return SYSTEM_NOTHING;
    BY_HANDLE_FILE_INFORMATION about;
    bool is_file = GetFileType(file) == FILE_TYPE_DISK && GetFileInformationByHandle(file, &about) &&
                   !(about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY);
    CloseHandle(file);
    return is_file ? SYSTEM_FILE : SYSTEM_OTHER;
}

bool system_make_folder(const char* path)
{
    wchar_t wide[LONGEST];
    return widen(path, wide) && (_wmkdir(wide) == 0 || errno == EEXIST);
}

bool system_make_temporary_folder(char* path)
{
    return _mktemp(path) != NULL && system_make_folder(path);
}

char* system_real_path(const char* path)
{
    wchar_t wide[LONGEST], whole[LONGEST];
    return widen(path, wide) && _wfullpath(whole, wide, LONGEST) ? narrow(whole) : NULL;
}

bool system_is_same_file(const char* a, const char* b)
{
    BY_HANDLE_FILE_INFORMATION first, second;
    return describe(a, &first) && describe(b, &second) && first.dwVolumeSerialNumber == second.dwVolumeSerialNumber &&
           first.nFileIndexHigh == second.nFileIndexHigh && first.nFileIndexLow == second.nFileIndexLow;
}

bool system_replace(const char* from, const char* to)
{
    wchar_t wide_from[LONGEST], wide_to[LONGEST];
    if (!widen(from, wide_from) || !widen(to, wide_to)) return false;
    bool is_done = MoveFileExW(wide_from, wide_to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) != 0;
    if (!is_done) errno = EACCES;
    return is_done;
}

// A file has those of its folder.
void system_copy_rights(const char* from, const char* to)
{
    (void)from, (void)to;
}

bool system_each_file(const char* folder, system_each_fn* each, void* user)
{
    wchar_t wide[LONGEST];
    char path[LONGEST];
    WIN32_FIND_DATAW found;
    snprintf(path, sizeof path, "%s/*", folder);
    HANDLE search = widen(path, wide) ? FindFirstFileW(wide, &found) : INVALID_HANDLE_VALUE;
    if (search == INVALID_HANDLE_VALUE) {
        errno = ENOENT;
        return false;
    }
    bool goes_on = true;
    do {
        char* name = narrow(found.cFileName);
        snprintf(path, sizeof path, "%s/%s", folder, name ? name : "");
        free(name);
        goes_on = each(path, user);
    } while (goes_on && FindNextFileW(search, &found));
    FindClose(search);
    return true;
}

FILE* system_open_locked(const char* path)
{
    wchar_t wide[LONGEST];
    if (!widen(path, wide)) return NULL;
    HANDLE handle = CreateFileW(wide, GENERIC_WRITE, FILE_SHARE_READ, NULL, CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL, NULL);
    if (handle == INVALID_HANDLE_VALUE) {
        DWORD reason = GetLastError();
        bool is_missing = reason == ERROR_PATH_NOT_FOUND || reason == ERROR_FILE_NOT_FOUND;
        errno = reason == ERROR_SHARING_VIOLATION ? EWOULDBLOCK : is_missing ? ENOENT : EACCES;
        return NULL;
    }
    int file = _open_osfhandle((intptr_t)handle, _O_BINARY);
    FILE* stream = file < 0 ? NULL : _fdopen(file, "wb");
    if (!stream) CloseHandle(handle);
    return stream;
}

void system_open_page(const char* path)
{
    wchar_t wide[LONGEST];
    if (widen(path, wide)) ShellExecuteW(NULL, L"open", wide, NULL, NULL, SW_SHOWNORMAL);
}

#endif
