// Serves the editor's page and its file to this machine.

#ifndef EDIT_EDIT_SERVER_H
#define EDIT_EDIT_SERVER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct edit_serve_def
{
    const char* path;
    const char* game; // the address of a game that loads the file when it is saved; NULL: none
    uint32_t port;    // 0: a free one
    bool opens_browser;
} edit_serve_def;

/// Until the program is interrupted. Returns the exit status.
int edit_serve(const edit_serve_def* def);

#endif
