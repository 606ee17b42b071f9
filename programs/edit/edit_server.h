// Serves the editor's page and its file to this machine.

#ifndef EDIT_EDIT_SERVER_H
#define EDIT_EDIT_SERVER_H

#include <stdbool.h>
#include <stdint.h>

/// Until the program is interrupted. Returns the exit status.
int edit_serve(const char* path, uint32_t port, bool opens_browser);

#endif
