#include "programs/edit/edit_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/attach/connection.h"
#include "programs/cli/memory.h"
#include "programs/play/play.h"

enum
{
    ANSWER_SECONDS = 5
};

// With the text of the file, since the game may run in another folder. To be freed; NULL: it cannot be read.
static char* load_line(const char* path)
{
    char* text = have_memory(malloc(strlen(path) + sizeof "load "));
    sprintf(text, "load %s", path);
    char* line = play_script_line("edit", text);
    free(text);
    return line;
}

void edit_load_into_game(const char* address, const char* path, char* text, size_t size)
{
    connection game = {.socket = -1};
    char* line = load_line(path);
    const char* answer = line ? connection_open(&game, address) : "the file cannot be read";
    bool is_sent = !answer && connection_send(&game, line, strlen(line));
    if (is_sent && connection_read(&game, ANSWER_SECONDS, &answer) != CONNECTION_LINE) answer = NULL;
    snprintf(text, size, "%s", answer ? answer : "it does not answer");
    connection_close(&game);
    free(line);
}
