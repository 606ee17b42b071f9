// "What would have happened" on a served page: the page sends a tick and commands, the program plays the game of the
// recording again with them, and serves both futures side by side.

#ifndef COMMANDS_VIEW_FUTURES_H
#define COMMANDS_VIEW_FUTURES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct view_futures view_futures;

view_futures* view_futures_open(const char* recording);
/// NULL is allowed.
void view_futures_close(view_futures* futures);

/// A part of a request, on any thread: lines, the first a tick, the others commands; an empty one ends it. false: it is too
/// long, or another one is being played.
bool view_futures_take(view_futures* futures, const char* text, size_t count);

/// Plays what was requested, on the thread of the command. The answer is a JSON object in a line, to be freed; NULL: nothing
/// was requested.
char* view_futures_work(view_futures* futures);

/// Passes the page with both futures to `send`, on any thread. false: there is none.
bool view_futures_page(view_futures* futures, void (*send)(void* user, const char* page, size_t bytes), void* user);

#endif
