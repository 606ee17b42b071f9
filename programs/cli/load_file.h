// Opening a file of domains and agents: it loads, or the reason stands on stderr as file:line:column: message (hint).

#ifndef CLI_LOAD_FILE_H
#define CLI_LOAD_FILE_H

#include <ploy/io.h>

/// NULL when the file cannot be used; the reason has been printed.
ploy_file* load_file(const char* path);

/// One line on stderr. Without line or column, those are left out.
void print_error(const char* path, const ploy_error* error);

#endif
