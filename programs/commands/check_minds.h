// What the runtime refuses: the file is checked in a world that has every name it uses.

#ifndef COMMANDS_CHECK_MINDS_H
#define COMMANDS_CHECK_MINDS_H

#include <ploy/io.h>

typedef void check_minds_fn(void* user, const ploy_error* error);

/// text ends with a zero. False: out of memory.
bool check_minds(const char* path, const char* text, size_t bytes, check_minds_fn* report, void* user);

#endif
