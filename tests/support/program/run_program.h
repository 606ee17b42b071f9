// Running the program in tests: what it printed and how it ended.

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

/// A file in a folder of its own for this process; returns its path until the next call. Removed when the process ends.
const char* write_temporary(const char* name, const char* text);

/// False when the program was not built: a test then skips.
bool ploy_is_built(void);

#endif
