#include "programs/commands/check_minds.h"

#include "programs/cli/stub_game.h"

#include <stdlib.h>
#include <string.h>

typedef struct mind_check
{
    stub_game game;
    bool has_learned;
    ploy_error errors[64];
    uint32_t count;
} mind_check;

static void take_error(void* user, const ploy_error* error)
{
    mind_check* c = user;
    if (stub_game_learn(&c->game, error))
        c->has_learned = true;
    else if (c->count < sizeof c->errors / sizeof *c->errors)
        c->errors[c->count++] = *error;
}

bool check_minds(const char* path, const char* text, size_t bytes, check_minds_fn* report, void* user)
{
    mind_check* c = calloc(1, sizeof *c);
    ploy_status status = c ? PLOY_OK : PLOY_OUT_OF_MEMORY;
    if (c) c->game = (stub_game){.text = text, .bytes = bytes};
    // In a file of BehaviorTree.CPP the model is a note of its editor, often an old one.
    if (c) c->game.has_model_ports = !strstr(text, "<root");
    for (bool again = c != NULL; again; again = status == PLOY_INVALID && c->has_learned) {
        ploy_world* world = stub_game_world(&c->game, NULL);
        c->has_learned = false;
        c->count = 0;
        status = world ? ploy_world_check_text(world, path, text, bytes, take_error, c) : PLOY_OUT_OF_MEMORY;
        ploy_world_destroy(world);
    }
    for (uint32_t k = 0; c && k < c->count; k++) report(user, &c->errors[k]);
    if (c) stub_game_free(&c->game);
    free(c);
    return status != PLOY_OUT_OF_MEMORY;
}
