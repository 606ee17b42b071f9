#include "arena_screen.h"

#include <stdio.h>

static void describe(void* user, const arena_agent* agent, char* text, size_t size)
{
    const arena_game* game = user;
    arena_doing doing = arena_controller_doing(game->controllers[agent->side], agent);
    char told[48] = "";
    if (game->squads) arena_squads_command(game->squads, agent, told, sizeof told);
    snprintf(text, size, "%s%s%s%s%s", doing.goal, doing.goal[0] ? "/" : "", doing.action, told[0] ? " | " : "", told);
}

void arena_screen(const arena_game* game, const play* p, char screen[ARENA_PICTURE_BYTES])
{
    arena_picture(game->match, describe, (void*)game, p->has_colours, screen, ARENA_PICTURE_BYTES);
}
