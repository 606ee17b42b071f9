#include "programs/edit/edit_files.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/memory.h"
#include "programs/cli/system.h"

static const char* base_name(const char* path)
{
    const char* slash = strrchr(path, '/');
#if defined(_WIN32)
    const char* other = strrchr(path, '\\');
    if (!slash || (other && other > slash)) slash = other;
#endif
    return slash ? slash + 1 : path;
}

// To be freed.
static char* path_of(const char* path, const char* name)
{
    size_t folder = (size_t)(base_name(path) - path);
    char* whole = have_memory(malloc(folder + strlen(name) + 1));
    memcpy(whole, path, folder);
    strcpy(whole + folder, name);
    return whole;
}

static void hash(const unsigned char* bytes, size_t count, char version[17])
{
    uint64_t h = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < count; i++) h = (h ^ bytes[i]) * UINT64_C(1099511628211);
    snprintf(version, 17, "%016" PRIx64, h ^ count);
}

static unsigned char* read_whole(const char* path, size_t* count)
{
    FILE* file = system_open(path, "rb");
    if (!file) return NULL;
    unsigned char* bytes = have_memory(malloc(EDIT_MAX_BYTES + 1));
    errno = 0;
    *count = fread(bytes, 1, EDIT_MAX_BYTES + 1, file);
    bool whole = !ferror(file) && *count <= EDIT_MAX_BYTES;
    int reason = ferror(file) ? errno : EFBIG;
    fclose(file);
    if (whole) return have_memory(realloc(bytes, *count + 1));
    free(bytes);
    errno = reason;
    return NULL;
}

unsigned char* edit_read(const char* path, const char* name, size_t* count)
{
    char* whole = path_of(path, name);
    unsigned char* bytes = read_whole(whole, count);
    int reason = errno;
    free(whole);
    errno = reason;
    return bytes;
}

// What a file includes. The library reads the same elements (src/io/btcpp/include.c).

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static const char* skip_spaces(const char* at, const char* end)
{
    while (at < end && is_space(*at)) at++;
    return at;
}

static const char* find(const char* at, const char* end, const char* text)
{
    size_t count = strlen(text);
    for (; at + count <= end; at++)
        if (memcmp(at, text, count) == 0) return at;
    return end;
}

// The value of an attribute in the tag that begins at `at`; false: the tag does not have it.
static bool read_attribute(const char* at, const char* end, const char* name, char value[EDIT_MAX_NAME])
{
    while (at < end && *at != '>') {
        at = skip_spaces(at, end);
        const char* begin = at;
        while (at < end && !is_space(*at) && *at != '=' && *at != '>') at++;
        size_t count = (size_t)(at - begin);
        at = skip_spaces(at, end);
        if (at >= end || *at != '=') continue;
        at = skip_spaces(at + 1, end);
        if (at >= end || (*at != '"' && *at != '\'')) return false;
        const char* close = memchr(at + 1, *at, (size_t)(end - at - 1));
        if (!close) return false;
        size_t length = (size_t)(close - at - 1);
        if (count == strlen(name) && memcmp(begin, name, count) == 0 && length < EDIT_MAX_NAME) {
            memcpy(value, at + 1, length);
            value[length] = '\0';
            return true;
        }
        at = close + 1;
    }
    return false;
}

// A path below the folder: neither absolute nor through a folder above.
static bool is_below(const char* name)
{
    if (name[0] == '\0' || name[0] == '/' || strchr(name, '\\') || strchr(name, ':')) return false;
    for (const char* part = name; part; part = strchr(part, '/')) {
        part += *part == '/';
        if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == '\0')) return false;
    }
    return true;
}

static void add(edit_files* files, const char* name, bool is_writable)
{
    if (files->count == EDIT_MAX_FILES || strlen(name) >= EDIT_MAX_NAME || edit_files_get(files, name)) return;
    edit_file* file = &files->items[files->count++];
    *file = (edit_file){.is_writable = is_writable};
    strcpy(file->name, name);
}

// A path in a file is relative to that file.
static void add_included(edit_files* files, const char* from, const char* included)
{
    char name[2 * EDIT_MAX_NAME];
    int folder = (int)(base_name(from) - from);
    snprintf(name, sizeof name, "%.*s%s", folder, from, included);
    if (is_below(included)) add(files, name, !strchr(name, '/'));
}

static void find_includes(edit_files* files, const char* from, const char* at, const char* end)
{
    char value[EDIT_MAX_NAME];
    while ((at = find(at, end, "<")) < end) {
        if (end - at >= 4 && memcmp(at, "<!--", 4) == 0)
            at = find(at, end, "-->");
        else if (end - at >= 9 && memcmp(at, "<include", 8) == 0 && is_space(at[8]) &&
                 !read_attribute(at + 8, end, "ros_pkg", value) && read_attribute(at + 8, end, "path", value))
            add_included(files, from, value);
        if (at < end) at++;
    }
}

void edit_files_find(edit_files* files, const char* path)
{
    files->count = 0;
    add(files, base_name(path), true);
    for (uint32_t i = 0; i < files->count; i++) {
        edit_file* file = &files->items[i];
        size_t count;
        unsigned char* bytes = edit_read(path, file->name, &count);
        if (!bytes) continue;
        hash(bytes, count, file->version);
        find_includes(files, file->name, (const char*)bytes, (const char*)bytes + count);
        free(bytes);
    }
}

const edit_file* edit_files_get(const edit_files* files, const char* name)
{
    for (uint32_t i = 0; i < files->count; i++)
        if (strcmp(files->items[i].name, name) == 0) return &files->items[i];
    return NULL;
}

// Writing.

static bool write_part(const char* part, const void* bytes, size_t count)
{
    FILE* file = system_open(part, "wb");
    if (!file) return false;
    bool whole = fwrite(bytes, 1, count, file) == count;
    whole &= fflush(file) == 0;
    int reason = errno;
    whole &= fclose(file) == 0;
    if (!whole && reason) errno = reason;
    return whole;
}

static edit_result check_version(const char* target, const char* version)
{
    char now[17];
    size_t count;
    unsigned char* bytes = read_whole(target, &count);
    if (!bytes) return errno != ENOENT ? EDIT_FAILED : version[0] ? EDIT_VANISHED : EDIT_DONE;
    hash(bytes, count, now);
    free(bytes);
    return strcmp(now, version) == 0 ? EDIT_DONE : EDIT_CHANGED;
}

// Its name is its own, so that two editors never write the same one.
static char* part_name(const char* target)
{
    unsigned char random[4] = {0};
    char* part = have_memory(malloc(strlen(target) + sizeof ".01234567.part"));
    system_random(random, sizeof random);
    sprintf(part, "%s.%02x%02x%02x%02x.part", target, random[0], random[1], random[2], random[3]);
    return part;
}

static edit_result replace(const char* target, const void* bytes, size_t count, const char* version)
{
    char* part = part_name(target);
    edit_result result = write_part(part, bytes, count) ? EDIT_DONE : EDIT_FAILED;
    int reason = errno;
    if (result == EDIT_DONE) {
        system_copy_rights(target, part);
        result = check_version(target, version); // as late as can be
        reason = errno;
    }
    if (result == EDIT_DONE && !system_replace(part, target)) {
        result = EDIT_FAILED;
        reason = errno;
    }
    if (result != EDIT_DONE) system_remove(part);
    free(part);
    errno = reason;
    return result;
}

edit_result edit_write(const char* path, const char* name, const void* bytes, size_t count, char version[17])
{
    char* whole = path_of(path, name);
    char* target = system_kind_of(whole) == SYSTEM_FILE ? system_real_path(whole) : NULL; // a link stays
    edit_result result = check_version(whole, version);
    if (result == EDIT_DONE) result = replace(target ? target : whole, bytes, count, version);
    int reason = errno;
    if (result == EDIT_DONE) hash(bytes, count, version);
    free(target);
    free(whole);
    errno = reason;
    return result;
}
