// Two recordings of one game in one page.

#ifndef COMMANDS_VIEW_BESIDE_H
#define COMMANDS_VIEW_BESIDE_H

#include "programs/commands/view.h"

/// Writes the page to `out`. Returns the exit status.
int view_beside(const char* path, const char* other, const char* out, bool as_json);

#endif
