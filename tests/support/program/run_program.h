// Runs the program in tests: its output and its exit status.

#ifndef TEST_SUPPORT_PROGRAM_RUN_PROGRAM_H
#define TEST_SUPPORT_PROGRAM_RUN_PROGRAM_H

#include <stdbool.h>

#include "support/base/temporary.h"

typedef struct run_result
{
    int status; // exit status; -1: it crashed or hangs (300 s); 127: it could not be started
    char* out;
    char* err;
} run_result;

/// Runs "$PLOY ARGUMENTS" in a shell. Free the result.
run_result run_ploy(const char* arguments);
/// The same behind another command that starts it, such as "env NAME=VALUE".
run_result run_ploy_under(const char* starter, const char* arguments);
void run_free(run_result* result);

/// false: the program runs on a system without devices as files, locks of POSIX, closed streams and names of any bytes.
/// scripts/platform.sh says so.
bool ploy_is_on_posix(void);

/// false when the program was not built; the test then skips.
bool ploy_is_built(void);

#endif
