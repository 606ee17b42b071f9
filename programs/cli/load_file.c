#include "programs/cli/load_file.h"

#include <stdio.h>

void print_error(const char* path, const ploy_error* error)
{
    fputs(path, stderr);
    if (error->line) fprintf(stderr, ":%u", error->line);
    if (error->line && error->column) fprintf(stderr, ":%u", error->column);
    fprintf(stderr, ": %s", error->message);
    if (error->hint[0]) fprintf(stderr, " (%s)", error->hint);
    fputc('\n', stderr);
}

ploy_file* load_file(const char* path)
{
    ploy_file_def def = {0};
    ploy_error error = {0};
    ploy_file* file = NULL;
    ploy_status status = ploy_file_load(&def, path, &file, &error);
    if (status == PLOY_OK) return file;
    if (!error.message[0]) snprintf(error.message, sizeof error.message, "%s", ploy_status_text(status));
    print_error(path, &error);
    return NULL;
}
