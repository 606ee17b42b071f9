#define _POSIX_C_SOURCE 200809L

#include "support/program/run_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static char* read_all(const char* path)
{
    FILE* file = fopen(path, "r");
    size_t size = 0, capacity = 4096;
    char* text = malloc(capacity);
    if (!file || !text) abort();
    for (size_t got; (got = fread(text + size, 1, capacity - size - 1, file)) > 0;) {
        size += got;
        if (capacity - size < 2) text = realloc(text, capacity *= 2);
        if (!text) abort();
    }
    text[size] = 0;
    fclose(file);
    return text;
}

bool ploy_is_on_posix(void)
{
    return getenv("PLOY_NOT_POSIX") == NULL;
}

bool ploy_is_built(void)
{
    return getenv("PLOY") != NULL;
}

run_result run_ploy(const char* arguments)
{
    return run_ploy_under("", arguments);
}

run_result run_ploy_under(const char* starter, const char* arguments)
{
    char command[4096], out[320], err[320];
    snprintf(out, sizeof out, "%s/out", temporary_folder());
    snprintf(err, sizeof err, "%s/err", temporary_folder());
    snprintf(command, sizeof command, "timeout 300 %s \"$PLOY\" %s >'%s' 2>'%s'", starter, arguments, out, err);
    int status = system(command);
    run_result result = {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_all(out), read_all(err)};
    if (result.status >= 124 && result.status != 127) result.status = -1;
    return result;
}

void run_free(run_result* result)
{
    free(result->out);
    free(result->err);
}
