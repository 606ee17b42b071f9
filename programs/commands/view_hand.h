// The debugger of `ploy view --live --attach`: a websocket through which pages give commands to a running game and get its
// answers. The program is the game's one debugger; pages share it. When the last page leaves, the game goes on.

#ifndef COMMANDS_VIEW_HAND_H
#define COMMANDS_VIEW_HAND_H

#include <stdbool.h>

struct mg_connection;

typedef struct view_hand view_hand;

/// NULL: it cannot attach; the message has been printed.
view_hand* view_hand_open(const char* address);
/// NULL is allowed.
void view_hand_close(view_hand* hand);

/// A page, when its websocket is ready, when it sends something (false: it is to be closed), and when it is gone.
void view_hand_add(view_hand* hand, struct mg_connection* page);
bool view_hand_take(view_hand* hand, const char* text, unsigned long count);
void view_hand_remove(view_hand* hand, const struct mg_connection* page);

/// Sends the game's answers to the pages. Waits at most so long for one.
void view_hand_pass(view_hand* hand, double seconds);

#endif
