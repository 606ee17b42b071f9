// Hot reload of a controller's file in a running match.

#include <stdio.h>
#include <string.h>

#include "games/arena/controllers/technique.h"
#include "games/arena/setup/allocation.h"

static ploy_status read_again(arena_controller* controller, const arena_controller* old, const char* text, size_t bytes,
                              ploy_error* error)
{
    ploy_file_def def = {.allocator = controller->allocator};
    ploy_status status = ploy_file_parse(&def, text, bytes, &controller->file, error);
    if (status == PLOY_OK && controller->technique->load) status = controller->technique->load(controller, error);
    for (uint32_t i = 0; status == PLOY_OK && i < old->mind_count; i++) {
        ploy_mind* mind;
        const arena_type* type;
        status = arena_controllers_find_type(controller->all, old->minds[i].type, &type, error);
        if (status == PLOY_OK) status = arena_controller_mind(controller, type, old->minds[i].mode, &mind, error);
    }
    return status;
}

// The controller stays where it is, since the match points to it.
static ploy_status reload(arena_controller* controller, const char* text, size_t bytes, ploy_error* error)
{
    arena_controller* old = arena_take(&controller->allocator, 1, sizeof *old);
    if (!old) return PLOY_OUT_OF_MEMORY;
    *old = *controller;
    *controller = (arena_controller){.all = old->all, .technique = old->technique, .side = old->side};
    controller->allocator = old->allocator;
    controller->bytes = old->bytes;
    controller->before = old;
    ploy_status status = read_again(controller, old, text, bytes, error);
    if (status == PLOY_OK) return PLOY_OK;
    arena_controller_empty(controller);
    size_t left = controller->bytes;
    *controller = *old;
    controller->bytes = left;
    arena_give(&controller->allocator, old, 1, sizeof *old);
    return status;
}

static ploy_status give_minds(const arena_controller* controller, arena_match* match)
{
    const arena_controller* old = controller->before;
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < match->agent_count; i++) {
        arena_agent* agent = &match->agents[i];
        for (uint32_t k = 0; k < old->mind_count; k++) {
            if (agent->mind != old->minds[k].mind) continue;
            agent->state1 = 0;
            ploy_status given = arena_match_set_mind(match, i, controller->minds[k].mind);
            if (given != PLOY_OK) status = given;
            break;
        }
    }
    return status;
}

static bool is_file_of(const arena_controller* controller, const char* name)
{
    for (const char* at = name; *at; at++)
        if (*at == '/' || *at == '\\') name = at + 1;
    size_t length = strlen(controller->technique->name);
    return strncmp(name, controller->technique->name, length) == 0 && strcmp(name + length, ".xml") == 0;
}

static ploy_status refuse_file(const arena_controllers* all, const char* name, ploy_error* error)
{
    *error = (ploy_error){0};
    snprintf(error->message, sizeof error->message, "no controller of this match reads '%.60s'", name);
    int used = snprintf(error->hint, sizeof error->hint, "it reads");
    for (uint32_t i = 0; i < arena_controllers_count(all) && used < (int)sizeof error->hint; i++) {
        const arena_technique* technique = arena_controllers_at(all, i)->technique;
        if (!technique->has_file) continue;
        used += snprintf(error->hint + used, sizeof error->hint - (size_t)used, " %s.xml", technique->name);
    }
    if (used < (int)sizeof error->hint)
        snprintf(error->hint + used, sizeof error->hint - (size_t)used, "; other files are read when a match begins");
    return PLOY_INVALID;
}

ploy_status arena_controllers_reload(arena_controllers* controllers, arena_match* match, const char* name,
                                     const char* text, size_t bytes, ploy_error* error)
{
    ploy_error ignored;
    if (!error) error = &ignored;
    bool is_read = false;
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < arena_controllers_count(controllers) && status == PLOY_OK; i++) {
        arena_controller* controller = arena_controllers_at(controllers, i);
        if (!controller->technique->has_file || !is_file_of(controller, name)) continue;
        is_read = true;
        status = reload(controller, text, bytes, error);
        if (status == PLOY_OK) status = give_minds(controller, match);
    }
    return is_read ? status : refuse_file(controllers, name, error);
}
