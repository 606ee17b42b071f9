#include "programs/cli/command.h"

#include <stdarg.h>
#include <stdio.h>

int complain(const char* who, const char* format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "ploy %s: ", who);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return ANSWER_BAD;
}
