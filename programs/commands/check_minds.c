#include "programs/commands/check_minds.h"

#include "programs/cli/memory.h"
#include "programs/cli/stub_game.h"

#include <stdlib.h>
#include <string.h>

typedef struct mind_check
{
    stub_game game;
    bool has_learned;
    ploy_error* errors;
    uint32_t count;
} mind_check;

static void take_error(void* user, const ploy_error* error)
{
    mind_check* c = user;
    if (stub_game_learn(&c->game, error)) {
        c->has_learned = true;
        return;
    }
    c->errors = have_memory(realloc(c->errors, (c->count + 1) * sizeof *c->errors));
    c->errors[c->count++] = *error;
}

static int in_order(const void* a, const void* b)
{
    const ploy_error *x = a, *y = b;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    if (x->column != y->column) return x->column < y->column ? -1 : 1;
    return strcmp(x->message, y->message);
}

bool check_minds(const char* path, const char* text, size_t bytes, check_minds_fn* report, void* user)
{
    mind_check c = {.game = {.text = text, .bytes = bytes}};
    ploy_status status = PLOY_INVALID;
    // In a file of BehaviorTree.CPP the model is a note of its editor, often an old one.
    c.game.has_model_ports = !strstr(text, "<root");
    do {
        ploy_world* world = stub_game_world(&c.game, NULL);
        c.has_learned = false;
        c.count = 0;
        status = world ? ploy_world_check_text(world, path, text, bytes, take_error, &c) : PLOY_OUT_OF_MEMORY;
        ploy_world_destroy(world);
    } while (status == PLOY_INVALID && c.has_learned);
    if (c.count > 1) qsort(c.errors, c.count, sizeof *c.errors, in_order);
    for (uint32_t k = 0; k < c.count; k++) report(user, &c.errors[k]);
    stub_game_free(&c.game);
    free(c.errors);
    return status != PLOY_OUT_OF_MEMORY;
}
