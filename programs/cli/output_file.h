// A file that the program writes. It is written beside its path, as PATH.part, and renamed when it is whole: what was
// there before stays until then. It is never a file that the same command reads.
//
// Recordings are the exception (play.h): a viewer follows them while they grow, so they are written at their path, once
// all inputs are checked, and locked while they are written.

#ifndef CLI_OUTPUT_FILE_H
#define CLI_OUTPUT_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "programs/cli/command.h"

/// ANSWER_BAD, with a message: both are the same file, under whatever names. Either may be NULL.
int output_check(const char* who, const char* output, const char* input);

typedef struct output_file
{
    const char* who;
    const char* path; // as it was given
    char* target;     // where it goes; NULL: it is written directly, such as /dev/stdout
    char* part;
    FILE* file;
    struct output_file* next; // of those that are open
} output_file;

/// NULL: it cannot be written; the reason has been printed.
FILE* output_open(output_file* o, const char* who, const char* path);
/// Renames it when all of it was written, else removes it. ANSWER_BAD: with a message.
int output_close(output_file* o);
/// Removes all that are open, on the way out of the program.
void output_discard(void);

#endif
