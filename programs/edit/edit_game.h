// Gives a file that was saved to a running game.

#ifndef EDIT_EDIT_GAME_H
#define EDIT_EDIT_GAME_H

#include <stddef.h>

/// The game at the address (ploy_world_attach) loads the file. Its answer goes to `text`: a JSON object, or what went wrong.
void edit_load_into_game(const char* address, const char* path, char* text, size_t size);

#endif
