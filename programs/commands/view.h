// Shows a recording: as a page in a file, or served.

#ifndef COMMANDS_VIEW_H
#define COMMANDS_VIEW_H

#include <stdio.h>

#include "programs/cli/command.h"
#include "programs/cli/json.h"

/// Writes the page with this recording in it. count 0: without one; the page then waits for it. False: a write failed.
bool view_write_page(FILE* out, const uint8_t* recording, size_t count);

/// Serves the page and follows the file until interrupted. port 0: a free one. Returns the exit status.
int view_live(const char* path, uint32_t port);

#endif
