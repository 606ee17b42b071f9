// What the runtime refuses: each mind of a file is made as a world would make it, in a game that has every name.

#ifndef COMMANDS_CHECK_MINDS_H
#define COMMANDS_CHECK_MINDS_H

#include <ploy/io.h>

/// Called for each error; name is the mind's or agent's.
typedef void check_minds_fn(void* user, const char* name, const ploy_error* error);

/// text ends with a zero. False: out of memory.
bool check_minds(const char* path, const char* text, size_t bytes, const ploy_file* file, check_minds_fn* report,
                 void* user);

#endif
