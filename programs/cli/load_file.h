// Loads a Ploy file, or prints the reason on stderr as file:line:column: message (hint).

#ifndef CLI_LOAD_FILE_H
#define CLI_LOAD_FILE_H

#include <ploy/io.h>

/// NULL: the file cannot be used; the reason has been printed.
ploy_file* load_file(const char* path);

/// Prints one line on stderr. Line and column are left out when they are 0.
void print_error(const char* path, const ploy_error* error);

#endif
