#include "programs/cli/output_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/memory.h"
#include "programs/cli/system.h"

static bool is_same_file(const char* a, const char* b)
{
    return strcmp(a, b) == 0 || system_is_same_file(a, b);
}

int output_check(const char* who, const char* output, const char* input)
{
    if (!output || !input || !is_same_file(output, input)) return ANSWER_DONE;
    return complain(who, "%s: cannot be written: it is read by the same command", output);
}

static char* with_end(const char* path, const char* end)
{
    char* text = have_memory(malloc(strlen(path) + strlen(end) + 1));
    strcpy(text, path);
    return strcat(text, end);
}

static output_file* open_files;

static void forget(const output_file* o)
{
    output_file** at = &open_files;
    while (*at && *at != o) at = &(*at)->next;
    if (*at) *at = o->next;
}

void output_discard(void)
{
    for (const output_file* o = open_files; o; o = o->next)
        if (o->part) system_remove(o->part);
}

FILE* output_open(output_file* o, const char* who, const char* path)
{
    *o = (output_file){.who = who, .path = path};
    system_kind kind = system_kind_of(path);
    if (kind != SYSTEM_OTHER) {
        // Through a link to the file itself, so that the link stays.
        o->target = kind == SYSTEM_FILE ? system_real_path(path) : NULL;
        if (!o->target) o->target = with_end(path, "");
        o->part = with_end(o->target, ".part");
    }
    o->file = system_open(o->part ? o->part : path, "wb");
    if (o->file) {
        o->next = open_files;
        open_files = o;
        return o->file;
    }
    complain(who, "%s: cannot be written: %s", path, strerror(errno));
    free(o->target);
    free(o->part);
    return NULL;
}

int output_close(output_file* o)
{
    forget(o);
    bool whole = !ferror(o->file);
    whole &= fclose(o->file) == 0;
    if (o->part && whole) whole = system_replace(o->part, o->target);
    if (o->part && !whole) system_remove(o->part);
    free(o->target);
    free(o->part);
    return whole ? ANSWER_DONE : complain(o->who, "%s: not all of it could be written", o->path);
}
