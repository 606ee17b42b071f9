// Shows a recording: as a page in a file, or served.

#ifndef COMMANDS_VIEW_H
#define COMMANDS_VIEW_H

#include <stdio.h>

#include "programs/cli/command.h"
#include "programs/cli/json.h"

#include <ploy/recording.h>

/// Writes the page with this recording in it. count 0: without one; the page then waits for it. False: a write failed.
bool view_write_page(FILE* out, const uint8_t* recording, size_t count);

bool view_write_base64(FILE* out, const uint8_t* bytes, size_t count);

/// ANSWER_BAD, with a message: the program was built without the page.
int view_check_page(const char* who);
/// Writes the page of a recording in a file to `out`. ANSWER_BAD: with a message.
int view_write_file(const char* who, const char* path, const char* out);

/// Says on stderr that a recording is damaged, or that it is not closed; `shown` is "the page shows". Says nothing about
/// a whole one.
void view_warn_incomplete(const char* who, const char* path, const ploy_recording_info* info, const char* shown);

/// Serves the page and follows the file until interrupted. port 0: a free one. attach: the address of the game that writes
/// it, which pages then debug; NULL: they only show. Returns the exit status.
int view_live(const char* path, uint32_t port, const char* attach);

#endif
