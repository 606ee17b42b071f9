#include "programs/cli/load_file.h"

#include <stdio.h>
#include <string.h>

void print_error(const char* path, const ploy_error* error)
{
    fputs(path, stderr);
    if (error->line) fprintf(stderr, ":%u", error->line);
    if (error->line && error->column) fprintf(stderr, ":%u", error->column);
    fprintf(stderr, ": %s", error->message);
    if (error->hint[0]) fprintf(stderr, " (%s)", error->hint);
    fputc('\n', stderr);
}

enum
{
    MAX_PRINTED = 50 // a file that a program wrote may have thousands of the same
};

typedef struct printed_errors
{
    const char* path;
    ploy_error last;
    uint32_t count;
} printed_errors;

static void print_each(void* user, const ploy_error* error)
{
    printed_errors* printed = user;
    printed->last = *error;
    if (++printed->count <= MAX_PRINTED) print_error(printed->path, error);
}

static bool is_printed(const printed_errors* printed, const ploy_error* error)
{
    return printed->last.line == error->line && strcmp(printed->last.message, error->message) == 0;
}

ploy_file* load_file(const char* path)
{
    printed_errors printed = {.path = path};
    ploy_file_def def = {.on_error = print_each, .user = &printed};
    ploy_error error = {0};
    ploy_file* file = NULL;
    ploy_status status = ploy_file_load(&def, path, &file, &error);
    if (status == PLOY_OK) return file;
    if (!error.message[0]) snprintf(error.message, sizeof error.message, "%s", ploy_status_text(status));
    if (!is_printed(&printed, &error)) print_error(path, &error);
    if (printed.count > MAX_PRINTED) fprintf(stderr, "%s: %u more errors\n", path, printed.count - MAX_PRINTED);
    return NULL;
}
