// The two ways to show a recording.

#ifndef COMMANDS_VIEW_H
#define COMMANDS_VIEW_H

#include <stdio.h>

#include "programs/cli/command.h"
#include "programs/cli/json.h"

/// The page with this recording in it; count 0: with none, it waits for one. False: not all was written.
bool view_write_page(FILE* out, const uint8_t* recording, size_t count);

/// Serves the page and follows the file until interrupted. port 0: one that is free. Returns the exit status.
int view_live(const char* path, uint32_t port);

#endif
