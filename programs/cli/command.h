// A command of the program: a row in the table of main.c and a file of its own. A command parses its own options
// (options.h), prints its answer on stdout and its errors on stderr.

#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <ploy/base.h>
#include <stdarg.h>
#include <stdio.h>

#include "programs/cli/system.h"

enum
{
    ANSWER_DONE = 0, // done, or the answer is yes
    ANSWER_NO = 1,   // no plan, no path, a check that fails
    ANSWER_BAD = 2,  // bad input or usage
};

typedef struct command
{
    const char* name;
    const char* summary;               // one line of `ploy --help`
    const char* page;                  // all of `ploy NAME --help`
    int (*run)(int argc, char** argv); // argv[0] is the command's name; returns the exit status
} command;

extern const command command_plan;
extern const command command_explain;
extern const command command_check;
extern const command command_path;
extern const command command_play;
extern const command command_run;
extern const command command_experiment;
extern const command command_tune;
extern const command command_ask;
extern const command command_graph;
extern const command command_view;
extern const command command_edit;
extern const command command_export;
extern const command command_convert;
extern const command command_bench;
extern const command command_attach;
extern const command command_replay;

/// "ploy plan: " and the message on stderr, with a line end. Returns ANSWER_BAD.
CLI_PRINTF(2, 3) static inline int complain(const char* who, const char* format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "ploy %s: ", who);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return ANSWER_BAD;
}

#endif
