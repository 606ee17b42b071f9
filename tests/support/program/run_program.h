// Runs the program in tests: its output and its exit status.

#ifndef TEST_SUPPORT_PROGRAM_RUN_PROGRAM_H
#define TEST_SUPPORT_PROGRAM_RUN_PROGRAM_H

#include <stdbool.h>

typedef struct run_result
{
    int status; // exit status; -1: it crashed or took longer than 20 s
    char* out;
    char* err;
} run_result;

/// Runs "$PLOY ARGUMENTS" in a shell. Free the result.
run_result run_ploy(const char* arguments);
void run_free(run_result* result);

/// Writes a file in a folder of this process and returns its path, which is valid until the next call. The folder is
/// removed when the process ends.
const char* write_temporary(const char* name, const char* text);

/// false when the program was not built; the test then skips.
bool ploy_is_built(void);

#endif
