#include "programs/play/arena_screen.h"

#include <stdio.h>
#include <string.h>

static void describe(void* user, const arena_agent* agent, char* text, size_t size)
{
    const arena_game* game = user;
    arena_doing doing = arena_controller_doing(game->controllers[agent->side], agent);
    char told[48] = "";
    if (game->squads) arena_squads_command(game->squads, agent, told, sizeof told);
    bool is_same = strcmp(doing.goal, doing.action) == 0;
    snprintf(text, size, "%s%s%s%s%s", is_same ? "" : doing.goal, is_same || !doing.goal[0] ? "" : "/", doing.action,
             told[0] ? ", " : "", told);
}

void arena_screen(const arena_game* game, const play* p, char screen[ARENA_PICTURE_BYTES])
{
    arena_picture(game->match, describe, (void*)game, p->has_colours, screen, ARENA_PICTURE_BYTES);
}
