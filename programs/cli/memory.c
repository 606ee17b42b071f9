#include "programs/cli/memory.h"

#include <ploy/base.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/command.h"
#include "programs/cli/output_file.h"

void out_of_memory(void)
{
    fputs("ploy: out of memory\n", stderr); // without a buffer
    output_discard();
    _Exit(ANSWER_BAD);
}

void* have_memory(void* memory)
{
    if (!memory) out_of_memory();
    return memory;
}

static void print_log(const char* message, void* user)
{
    (void)user;
    if (strncmp(message, PLOY_LOG_OUT_OF_MEMORY, sizeof PLOY_LOG_OUT_OF_MEMORY - 1) == 0) out_of_memory();
    fprintf(stderr, "%s\n", message);
}

void watch_memory(void)
{
    ploy_set_log_handler(print_log, NULL);
}
